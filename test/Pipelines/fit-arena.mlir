// RUN: not remat-opt %s --remat-fit-arena="budget=90% strategy=chen" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: remat-opt %s --remat-fit-arena="budget=90% strategy=chen loss-result=1" -o /dev/null 2>&1 | FileCheck %s --check-prefix=LOSS
// RUN: remat-opt %s --remat-fit-arena="budget=90% strategy=lower-set objective=memory loss-result=1" -o /dev/null 2>&1 | FileCheck %s --check-prefix=OBJECTIVE

// The pass by its name, with the options of the strategies that need phases.

// UNKNOWN: error: 'func.func' op strategy 'chen' does not apply: the graph has no forward tasks
// UNKNOWN: note: the loss is not known: 2 results are a float scalar
// LOSS: strategy chen: 1 op recomputed 1 time, {{.*}}; arena 256 bytes (256 B) and 64 resident bytes make 320 bytes
// OBJECTIVE: strategy lower-set: {{.*}}; arena

func.func @f(%x: tensor<16xf32>) -> (tensor<f32>, tensor<f32>, tensor<16xf32>) {
  %e = tensor.empty() : tensor<f32>
  %0 = math.tanh %x : tensor<16xf32>
  %1 = math.exp %0 : tensor<16xf32>
  %norm = linalg.dot ins(%x, %x : tensor<16xf32>, tensor<16xf32>) outs(%e : tensor<f32>) -> tensor<f32>
  %loss = linalg.dot ins(%1, %1 : tensor<16xf32>, tensor<16xf32>) outs(%e : tensor<f32>) -> tensor<f32>
  %d1 = arith.addf %1, %1 : tensor<16xf32>
  %d0 = arith.mulf %d1, %1 : tensor<16xf32>
  %2 = arith.mulf %0, %0 : tensor<16xf32>
  %3 = arith.mulf %d0, %2 : tensor<16xf32>
  return %norm, %loss, %3 : tensor<f32>, tensor<f32>, tensor<16xf32>
}
