// RUN: remat-opt %s --remat-gpu-sink-globals | FileCheck %s
// RUN: remat-opt %s --remat-gpu-sink-globals --gpu-kernel-outlining --canonicalize \
// RUN:   | FileCheck %s --check-prefix=OUTLINED

memref.global "private" constant @table : memref<2x4xf32> = dense<1.0>

// A view of a global goes with it; other buffers stay arguments.

// CHECK-LABEL: func @f(
// CHECK:         gpu.launch
// CHECK:           %[[G:.*]] = memref.get_global @table
// CHECK:           %[[V:.*]] = memref.reinterpret_cast %[[G]]
// CHECK:           memref.load %[[V]]
// CHECK:           memref.store %{{.*}}, %arg0

// OUTLINED-LABEL: func @f(
// OUTLINED-NOT:     get_global
// OUTLINED:         args(%arg0 : memref<8xf32>)
// OUTLINED:       gpu.module
// OUTLINED-DAG:     memref.global "private" constant @table
// OUTLINED-DAG:     memref.get_global @table
func.func @f(%a: memref<8xf32>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %g = memref.get_global @table : memref<2x4xf32>
  %v = memref.reinterpret_cast %g to offset: [0], sizes: [8], strides: [1]
      : memref<2x4xf32> to memref<8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    %0 = memref.load %v[%tx] : memref<8xf32>
    memref.store %0, %a[%tx] : memref<8xf32>
    gpu.terminator
  }
  return
}
