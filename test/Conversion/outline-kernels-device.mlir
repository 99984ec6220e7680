// RUN: remat-opt %s --remat-outline-kernels="contiguous-copies=false own-globals" | FileCheck %s

// As a device needs it: the driver copies contiguous buffers by itself, and
// kernels name the globals that they read.

memref.global "private" constant @bias : memref<2x4xf32> = dense<1.0>

// CHECK-LABEL: func @step(
// CHECK:         memref.copy %arg0, %arg1
// CHECK:         call @[[COPY:remat_kernel_copy[_0-9]*]](
// CHECK:         call @[[ADD:remat_kernel_add[_0-9]*]](%arg1) :
// CHECK:       func private @[[COPY]](
// CHECK:       func private @[[ADD]](%{{[a-z0-9]+}}: memref<8xf32> {llvm.noalias})
// CHECK:         %[[G:.*]] = memref.get_global @bias
// CHECK:         memref.collapse_shape %[[G]]
// CHECK:         linalg.add
func.func @step(%a: memref<8xf32>, %b: memref<8xf32>,
                %s: memref<8xf32, strided<[2]>>) {
  memref.copy %a, %b : memref<8xf32> to memref<8xf32>
  memref.copy %a, %s : memref<8xf32> to memref<8xf32, strided<[2]>>
  %g = memref.get_global @bias : memref<2x4xf32>
  %f = memref.collapse_shape %g [[0, 1]] : memref<2x4xf32> into memref<8xf32>
  linalg.add ins(%b, %f : memref<8xf32>, memref<8xf32>)
             outs(%b : memref<8xf32>)
  return
}
