// Few outputs with deep sums: the depth is split into parts whose sums the workspace
// holds, with and without a fill of zeros before the product. The plan counts the
// workspace, so that the peak is the predicted one.

// RUN: remat-run %s --target=cuda --emulate --chip=sm_90a --format=isa --library=none | FileCheck %s
// RUN: remat-opt %s --remat-gpu-pipeline="chip=sm_90a library=none stop-after=launches" \
// RUN:   | FileCheck %s --check-prefix=PARTS

// Two launches for each product, and one that copies %sum; no fill is left.
// PARTS-NOT: remat_kernel_fill
// PARTS-COUNT-7: gpu.launch blocks
// PARTS-NOT: gpu.launch blocks

// CHECK: measured peak:   [[PEAK:[0-9]+]] bytes
// CHECK: predicted peak:  [[PEAK]] bytes
// CHECK: allocations:     1
// CHECK: result 0: tensor<64x96xf16> within
// CHECK: result 1: tensor<48x40xf32> within
// CHECK: result 2: tensor<3x33x27xf32> within
func.func @main(%a: tensor<64x4096xf16>, %b: tensor<4096x96xf16>,
                %c: tensor<48x6144xf32>, %d: tensor<6144x40xf32>, %sum: tensor<48x40xf32>,
                %e: tensor<3x33x2048xbf16>, %f: tensor<3x2048x27xbf16>)
    -> (tensor<64x96xf16>, tensor<48x40xf32>, tensor<3x33x27xf32>) {
  %zero = arith.constant 0.0 : f16
  %0 = tensor.empty() : tensor<64x96xf16>
  %1 = linalg.fill ins(%zero : f16) outs(%0 : tensor<64x96xf16>) -> tensor<64x96xf16>
  %2 = linalg.matmul ins(%a, %b : tensor<64x4096xf16>, tensor<4096x96xf16>)
                     outs(%1 : tensor<64x96xf16>) -> tensor<64x96xf16>
  %3 = linalg.matmul ins(%c, %d : tensor<48x6144xf32>, tensor<6144x40xf32>)
                     outs(%sum : tensor<48x40xf32>) -> tensor<48x40xf32>
  %zero32 = arith.constant 0.0 : f32
  %4 = tensor.empty() : tensor<3x33x27xf32>
  %5 = linalg.fill ins(%zero32 : f32) outs(%4 : tensor<3x33x27xf32>) -> tensor<3x33x27xf32>
  %6 = linalg.batch_matmul ins(%e, %f : tensor<3x33x2048xbf16>, tensor<3x2048x27xbf16>)
                           outs(%5 : tensor<3x33x27xf32>) -> tensor<3x33x27xf32>
  return %2, %3, %6 : tensor<64x96xf16>, tensor<48x40xf32>, tensor<3x33x27xf32>
}
