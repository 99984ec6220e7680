// RUN: remat-opt %s --remat-segment-loops=turns=3 2>/dev/null | FileCheck %s --implicit-check-not="tensor<8x16xf32>"

// Pairs in the turns of a pair: the loops around them copy them, and each copy
// runs in segments.

// CHECK: func.func @outer
func.func @outer(%x: tensor<16xf32>, %g: tensor<16xf32>) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %a = tensor.empty() : tensor<8x16xf32>
  %f:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%h = %x, %s = %a) -> (tensor<16xf32>, tensor<8x16xf32>) {
    %aa = tensor.empty() : tensor<8x16xf32>
    %p:2 = scf.for %j = %c0 to %c8 step %c1 iter_args(%hh = %h, %ss = %aa) -> (tensor<16xf32>, tensor<8x16xf32>) {
      %0 = math.exp %hh : tensor<16xf32>
      %1 = tensor.insert_slice %0 into %ss[%j, 0] [1, 16] [1, 1] : tensor<16xf32> into tensor<8x16xf32>
      scf.yield %0, %1 : tensor<16xf32>, tensor<8x16xf32>
    }
    %q = scf.for %j = %c0 to %c8 step %c1 iter_args(%d = %p#0) -> tensor<16xf32> {
      %at = arith.subi %c7, %j : index
      %0 = tensor.extract_slice %p#1[%at, 0] [1, 16] [1, 1] : tensor<8x16xf32> to tensor<16xf32>
      %1 = arith.mulf %d, %0 : tensor<16xf32>
      scf.yield %1 : tensor<16xf32>
    }
    %1 = tensor.insert_slice %q into %s[%i, 0] [1, 16] [1, 1] : tensor<16xf32> into tensor<8x16xf32>
    scf.yield %q, %1 : tensor<16xf32>, tensor<8x16xf32>
  }
  %b = scf.for %i = %c0 to %c8 step %c1 iter_args(%d = %g) -> tensor<16xf32> {
    %at = arith.subi %c7, %i : index
    %0 = tensor.extract_slice %f#1[%at, 0] [1, 16] [1, 1] : tensor<8x16xf32> to tensor<16xf32>
    %1 = arith.mulf %d, %0 : tensor<16xf32>
    scf.yield %1 : tensor<16xf32>
  }
  return %b : tensor<16xf32>
}
