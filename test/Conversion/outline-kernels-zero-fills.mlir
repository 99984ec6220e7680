// RUN: remat-opt %s --remat-outline-kernels="zero-fills" | FileCheck %s
// RUN: remat-opt %s --remat-outline-kernels | FileCheck %s --check-prefix=APART

// APART-LABEL: func @step(
// APART:         call @remat_kernel_fill
// APART:         call @remat_kernel_matmul

// The zeros go with the product that adds to them, also past its workspace and ops
// without effects.
// CHECK-LABEL: func @step(
// CHECK-NOT:     remat_kernel_fill
// CHECK:         call @[[MATMUL:remat_kernel_matmul[_0-9]*]](%view, %arg0, %arg1, %arg2) :
// Ones stay, and so do the zeros that something reads in between.
// CHECK:         call @remat_kernel_fill{{.*}}(%arg2)
// CHECK:         call @remat_kernel_matmul
// CHECK:         call @remat_kernel_fill{{.*}}(%arg2)
// CHECK:         call @remat_kernel_exp
// CHECK:         call @remat_kernel_matmul
// CHECK:       func.func private @[[MATMUL]](
// CHECK:         linalg.fill
// CHECK:         remat.with_workspace
// CHECK:           linalg.matmul
func.func @step(%a: memref<64x32xf32>, %b: memref<32x16xf32>, %c: memref<64x16xf32>,
                %arena: memref<512xi8>, %d: memref<64x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<64x16xf32>)
  %c256 = arith.constant 256 : index
  %w = memref.view %arena[%c256][] : memref<512xi8> to memref<256xi8>
  remat.with_workspace %w : memref<256xi8> {
    linalg.matmul ins(%a, %b : memref<64x32xf32>, memref<32x16xf32>)
                  outs(%c : memref<64x16xf32>)
  }
  linalg.fill ins(%one : f32) outs(%c : memref<64x16xf32>)
  linalg.matmul ins(%a, %b : memref<64x32xf32>, memref<32x16xf32>)
                outs(%c : memref<64x16xf32>)
  linalg.fill ins(%zero : f32) outs(%c : memref<64x16xf32>)
  linalg.exp ins(%c : memref<64x16xf32>) outs(%d : memref<64x16xf32>)
  linalg.matmul ins(%a, %b : memref<64x32xf32>, memref<32x16xf32>)
                outs(%c : memref<64x16xf32>)
  return
}
