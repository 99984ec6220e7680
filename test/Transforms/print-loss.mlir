// RUN: remat-opt %s --remat-print-graph=loss-result=0 -o /dev/null 2>&1 | FileCheck %s --check-prefix=FIRST
// RUN: remat-opt %s --remat-print-graph=loss-result=1 -o /dev/null 2>&1 | FileCheck %s --check-prefix=SECOND
// RUN: remat-opt %s --remat-print-lower-sets=loss-result=1 -o /dev/null 2>&1 | FileCheck %s --check-prefix=SETS
// RUN: remat-opt %s --remat-print-chain=loss-result=1 -o /dev/null 2>&1 | FileCheck %s --check-prefix=CHAIN
// RUN: remat-opt %s --remat-sweep-budgets="points=2 device=unit strategies=chen,auto loss-result=1" -o /dev/null 2>&1 | FileCheck %s --check-prefix=SWEEP
// RUN: remat-opt %s --remat-rematerialize="budget=90% explain=math.exp" -o /dev/null 2>&1 | FileCheck %s --check-prefix=EXPLAIN
// RUN: not remat-opt %s --remat-print-lower-sets -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE

// Which of two results is the loss says what is forward.

// FIRST: loss 3
// FIRST: task 1: math.exp, backward
// FIRST: task 2: linalg.dot, forward
// SECOND: loss 4
// SECOND: task 1: math.exp, forward
// SECOND: task 2: linalg.dot, backward
// SETS: lower sets of 'f': 4 over 3 forward tasks
// CHAIN: chain of 'f': 3 stages
// SWEEP: 448 B    448   0.00   12.50    0.00*
// SWEEP: chen reaches 384 bytes
// EXPLAIN: print-loss.mlir:[[#@LINE+6]]:8: remark: {{.*}} is kept
// NONE: the graph has no forward tasks

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
