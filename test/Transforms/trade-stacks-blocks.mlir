// RUN: remat-opt %s --remat-trade-stacks=bytes=0 2>&1 | FileCheck %s
// RUN: not remat-opt %s --remat-budget=2KiB -o /dev/null 2>&1 | FileCheck %s --check-prefix=PLAN

// A stack that another block reads is left as it is.

// CHECK: func.func @cfg
// CHECK: tensor.insert_slice {{.*}} into tensor<8x16xf32>
// PLAN: error: 'func.func' op has 2 blocks
func.func @cfg(%x: tensor<16xf32>, %g: tensor<16xf32>) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = tensor.empty() : tensor<8x16xf32>
  %f:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%h = %x, %s = %a) -> (tensor<16xf32>, tensor<8x16xf32>) {
    %0 = math.exp %h : tensor<16xf32>
    %1 = tensor.insert_slice %0 into %s[%i, 0] [1, 16] [1, 1] : tensor<16xf32> into tensor<8x16xf32>
    scf.yield %0, %1 : tensor<16xf32>, tensor<8x16xf32>
  }
  cf.br ^bb1
^bb1:
  %b = scf.for %i = %c0 to %c8 step %c1 iter_args(%d = %g) -> tensor<16xf32> {
    %0 = tensor.extract_slice %f#1[%i, 0] [1, 16] [1, 1] : tensor<8x16xf32> to tensor<16xf32>
    %1 = arith.mulf %d, %0 : tensor<16xf32>
    scf.yield %1 : tensor<16xf32>
  }
  return %b : tensor<16xf32>
}
