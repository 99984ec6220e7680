// RUN: remat-opt %s --remat-outline-kernels="contiguous-copies=false" | FileCheck %s

// Whole buffers are left to the driver. What starts elsewhere in one is a
// kernel, contiguous or not: the lowering of gpu.memcpy drops offsets.

// CHECK-LABEL: func @step(
// CHECK:         memref.copy %arg0, %arg1
// CHECK:         call @remat_kernel_copy
// CHECK:         call @remat_kernel_copy
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @step(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<12xf32>) {
  memref.copy %a, %b : memref<8xf32> to memref<8xf32>
  %to = memref.subview %c[3] [8] [1] : memref<12xf32> to memref<8xf32, strided<[1], offset: 3>>
  memref.copy %a, %to : memref<8xf32> to memref<8xf32, strided<[1], offset: 3>>
  %from = memref.subview %c[4] [8] [1] : memref<12xf32> to memref<8xf32, strided<[1], offset: 4>>
  memref.copy %from, %b : memref<8xf32, strided<[1], offset: 4>> to memref<8xf32>
  return
}
