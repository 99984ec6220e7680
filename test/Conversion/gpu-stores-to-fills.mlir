// RUN: remat-opt %s --remat-gpu-stores-to-fills | FileCheck %s

// CHECK-LABEL: func @element(
// CHECK:         %[[E:.*]] = memref.subview %arg0[%arg2, %arg3] [1, 1] [1, 1] : memref<8x4xf32> to memref<f32, strided<[], offset: ?>>
// CHECK:         linalg.fill ins(%arg1 : f32) outs(%[[E]] : memref<f32, strided<[], offset: ?>>)
// CHECK-NOT:     memref.store
func.func @element(%m: memref<8x4xf32>, %v: f32, %i: index, %j: index) {
  memref.store %v, %m[%i, %j] : memref<8x4xf32>
  return
}

// CHECK-LABEL: func @rank_0(
// CHECK:         linalg.fill ins(%arg1 : i32) outs(%arg0 : memref<i32>)
func.func @rank_0(%m: memref<i32>, %v: i32) {
  memref.store %v, %m[] : memref<i32>
  return
}

// What a loop of the host stores, too; the payload of an op that computes, and
// what a kernel stores, are device code already.

// CHECK-LABEL: func @nested(
// CHECK:         scf.for
// CHECK:           linalg.fill
// CHECK:         gpu.launch
// CHECK:           memref.store
func.func @nested(%m: memref<8xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %v, %m[%i] : memref<8xf32>
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    memref.store %v, %m[%tx] : memref<8xf32>
    gpu.terminator
  }
  return
}
