// RUN: remat-opt %s --remat-settle-loops | FileCheck %s

// A buffer that may be written belongs to its turn, also one of a branch.

// CHECK-LABEL: func.func @written_in_turn
// CHECK-NOT:     scf.if
// CHECK:         scf.for
// CHECK:           scf.if
// CHECK:             bufferization.to_buffer
func.func @written_in_turn(%x: tensor<64xf32>, %y: tensor<64xf32>, %p: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %z = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%carried = %z) -> f32 {
    %t = scf.if %p -> memref<64xf32> {
      %0 = bufferization.to_buffer %x : tensor<64xf32> to memref<64xf32>
      scf.yield %0 : memref<64xf32>
    } else {
      %0 = bufferization.to_buffer %y : tensor<64xf32> to memref<64xf32>
      scf.yield %0 : memref<64xf32>
    }
    %1 = memref.load %t[%c0] : memref<64xf32>
    %2 = arith.addf %1, %carried : f32
    memref.store %2, %t[%c0] : memref<64xf32>
    scf.yield %2 : f32
  }
  return %r : f32
}
