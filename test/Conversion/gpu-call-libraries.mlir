// RUN: remat-opt %s --remat-gpu-call-libraries --split-input-file | FileCheck %s

// The workspace is the library's limit; the fill of zeros goes.

// CHECK:       func private @rematCudaMatmul(!llvm.ptr, i32, i32, i64, i64, i64, i64, !llvm.ptr, i64, i64, i32, !llvm.ptr, i64, i64, i32, !llvm.ptr, i64, i64, f64, !llvm.ptr, i64)
// CHECK-LABEL: func @product(
// CHECK-NOT:     linalg
// CHECK:         %[[T:.*]] = gpu.wait async
// CHECK:         builtin.unrealized_conversion_cast %[[T]] : !gpu.async.token to !llvm.ptr
// CHECK-DAG:     %[[BETA:.*]] = arith.constant 0.000000e+00 : f64
// CHECK-DAG:     %[[BYTES:.*]] = arith.constant 4096 : i64
// CHECK-DAG:     memref.extract_aligned_pointer_as_index %arg3
// CHECK:         call @rematCudaMatmul({{.*}}, %[[BETA]], {{.*}}, %[[BYTES]])
// CHECK-NOT:     with_workspace
func.func @product(%a: memref<64x16xf32>, %b: memref<16x32xf32>,
                   %c: memref<64x32xf32>, %w: memref<4096xi8>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<64x32xf32>)
  remat.with_workspace %w : memref<4096xi8> {
    linalg.matmul ins(%a, %b : memref<64x16xf32>, memref<16x32xf32>)
                  outs(%c : memref<64x32xf32>)
  }
  return
}

// -----

// What fills with something else, or is not directly before, stays.

// CHECK-LABEL: func @kept_fills(
// CHECK:         linalg.fill
// CHECK:         arith.constant 1.000000e+00 : f64
// CHECK:         call @rematCudaMatmul
// CHECK:         linalg.fill
// CHECK:         linalg.exp
// CHECK:         arith.constant 1.000000e+00 : f64
// CHECK:         call @rematCudaMatmul
func.func @kept_fills(%a: memref<8x8xf32>, %b: memref<8x8xf32>,
                      %c: memref<8x8xf32>) {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%one : f32) outs(%c : memref<8x8xf32>)
  linalg.matmul ins(%a, %b : memref<8x8xf32>, memref<8x8xf32>)
                outs(%c : memref<8x8xf32>)
  linalg.fill ins(%zero : f32) outs(%c : memref<8x8xf32>)
  linalg.exp ins(%c : memref<8x8xf32>) outs(%b : memref<8x8xf32>)
  linalg.matmul ins(%a, %b : memref<8x8xf32>, memref<8x8xf32>)
                outs(%c : memref<8x8xf32>)
  return
}

// -----

// A fill of what the product reads is no fill of its output.

// CHECK-LABEL: func @filled_operand(
// CHECK:         linalg.fill
// CHECK:         arith.constant 1.000000e+00 : f64
// CHECK:         call @rematCudaMatmul
func.func @filled_operand(%a: memref<8x8xf32>, %b: memref<8x8xf32>,
                          %c: memref<8x8xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%a : memref<8x8xf32>)
  linalg.matmul ins(%a, %b : memref<8x8xf32>, memref<8x8xf32>)
                outs(%c : memref<8x8xf32>)
  return
}

// -----

// An output that is read by the product as well is not to be filled away.

// CHECK-LABEL: func @in_place(
// CHECK:         linalg.fill
// CHECK:         arith.constant 1.000000e+00 : f64
// CHECK:         call @rematCudaMatmul
func.func @in_place(%a: memref<8x8xf32>, %c: memref<8x8xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<8x8xf32>)
  linalg.matmul ins(%a, %c : memref<8x8xf32>, memref<8x8xf32>)
                outs(%c : memref<8x8xf32>)
  return
}

// -----

#a = affine_map<(d0, d1, d2) -> (d2, d0)>
#b = affine_map<(d0, d1, d2) -> (d2, d1)>
#c = affine_map<(d0, d1, d2) -> (d0, d1)>

// The left matrix lies transposed: 16 x 64, leading dimension 64.

// CHECK-LABEL: func @transposed(
// CHECK-DAG:     %[[C64:.*]] = arith.constant 64 : i64
// CHECK-DAG:     %[[YES:.*]] = arith.constant 1 : i32
// CHECK:         call @rematCudaMatmul
func.func @transposed(%a: memref<16x64xf16>, %b: memref<16x32xf16>,
                      %c: memref<64x32xf32>) {
  linalg.matmul indexing_maps = [#a, #b, #c]
      ins(%a, %b : memref<16x64xf16>, memref<16x32xf16>)
      outs(%c : memref<64x32xf32>)
  return
}

// -----

// CHECK-LABEL: func @batch(
// CHECK-DAG:     arith.constant 5 : i64
// CHECK-DAG:     arith.constant 1024 : i64
// CHECK:         call @rematCudaMatmul
func.func @batch(%a: memref<5x64x16xbf16>, %b: memref<5x16x32xbf16>,
                 %c: memref<5x64x32xbf16>) {
  linalg.batch_matmul
      ins(%a, %b : memref<5x64x16xbf16>, memref<5x16x32xbf16>)
      outs(%c : memref<5x64x32xbf16>)
  return
}

// -----

// A filter of one point that meets every point is one product: of the 2 * 9 * 9
// points by 4 channels, and 4 channels by 8 filters. Dilations do not matter.

// CHECK-LABEL: func @point(
// CHECK-SAME:    %[[X:.*]]: memref<2x9x9x4xf32>, %[[F:.*]]: memref<1x1x4x8xf32>, %[[Y:.*]]: memref<2x9x9x8xf32>, %[[W:.*]]: memref<4096xi8>)
// CHECK-NOT:     linalg
// CHECK:         %[[F32:.*]] = arith.constant 0 : i32
// CHECK:         %[[F32_0:.*]] = arith.constant 0 : i32
// CHECK:         %[[BATCH:.*]] = arith.constant 1 : i64
// CHECK:         %[[POINTS:.*]] = arith.constant 162 : i64
// CHECK:         %[[FILTERS:.*]] = arith.constant 8 : i64
// CHECK:         %[[CHANNELS:.*]] = arith.constant 4 : i64
// CHECK:         memref.extract_aligned_pointer_as_index %[[X]]
// CHECK:         %[[A:.*]] = llvm.inttoptr
// CHECK:         %[[LEADING_A:.*]] = arith.constant 4 : i64
// CHECK:         memref.extract_aligned_pointer_as_index %[[F]]
// CHECK:         %[[B:.*]] = llvm.inttoptr
// CHECK:         %[[LEADING_B:.*]] = arith.constant 8 : i64
// CHECK:         memref.extract_aligned_pointer_as_index %[[Y]]
// CHECK:         %[[C:.*]] = llvm.inttoptr
// CHECK:         %[[LEADING_C:.*]] = arith.constant 8 : i64
// CHECK:         %[[BETA:.*]] = arith.constant 0.000000e+00 : f64
// CHECK:         memref.extract_aligned_pointer_as_index %[[W]]
// CHECK:         %[[BYTES:.*]] = arith.constant 4096 : i64
// CHECK:         call @rematCudaMatmul(%{{.*}}, %[[F32]], %[[F32_0]], %[[BATCH]], %[[POINTS]], %[[FILTERS]], %[[CHANNELS]], %[[A]], %[[LEADING_A]], %{{.*}}, %{{.*}}, %[[B]], %[[LEADING_B]], %{{.*}}, %{{.*}}, %[[C]], %[[LEADING_C]], %{{.*}}, %[[BETA]], %{{.*}}, %[[BYTES]])
// CHECK-NOT:     with_workspace
func.func @point(%x: memref<2x9x9x4xf32>, %f: memref<1x1x4x8xf32>,
                 %y: memref<2x9x9x8xf32>, %w: memref<4096xi8>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%y : memref<2x9x9x8xf32>)
  remat.with_workspace %w : memref<4096xi8> {
    linalg.conv_2d_nhwc_hwcf {dilations = dense<2> : tensor<2xi64>}
        ins(%x, %f : memref<2x9x9x4xf32>, memref<1x1x4x8xf32>)
        outs(%y : memref<2x9x9x8xf32>)
  }
  return
}

// -----

// CHECK-LABEL: func @point_added(
// CHECK:         arith.constant 1.000000e+00 : f64
// CHECK:         call @rematCudaMatmul
// CHECK-NOT:     linalg.conv
func.func @point_added(%x: memref<2x9x9x4xf16>, %f: memref<1x1x4x8xf16>,
                       %y: memref<2x9x9x8xf32>) {
  linalg.conv_2d_nhwc_hwcf
      ins(%x, %f : memref<2x9x9x4xf16>, memref<1x1x4x8xf16>)
      outs(%y : memref<2x9x9x8xf32>)
  return
}

// -----

// Other convolutions are left to kernels: a larger filter, strides, a part of
// the image.

// CHECK-LABEL: func @for_kernels(
// CHECK-NOT:     rematCuda
// CHECK-COUNT-4: linalg.conv_2d_nhwc_hwcf
// CHECK-NOT:     rematCuda
// CHECK:         return
func.func @for_kernels(%x: memref<2x9x9x4xf32>, %f: memref<3x3x4x8xf32>,
                       %y: memref<2x7x7x8xf32>, %p: memref<1x1x4x8xf32>,
                       %z: memref<2x5x5x8xf32>, %h: memref<2x9x9x4xf16>,
                       %g: memref<3x3x4x8xf16>, %o: memref<2x7x7x8xf16>) {
  linalg.conv_2d_nhwc_hwcf
      ins(%h, %g : memref<2x9x9x4xf16>, memref<3x3x4x8xf16>)
      outs(%o : memref<2x7x7x8xf16>)
  linalg.conv_2d_nhwc_hwcf
      ins(%x, %f : memref<2x9x9x4xf32>, memref<3x3x4x8xf32>)
      outs(%y : memref<2x7x7x8xf32>)
  linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>}
      ins(%x, %p : memref<2x9x9x4xf32>, memref<1x1x4x8xf32>)
      outs(%z : memref<2x5x5x8xf32>)
  linalg.conv_2d_nhwc_hwcf
      ins(%x, %p : memref<2x9x9x4xf32>, memref<1x1x4x8xf32>)
      outs(%y : memref<2x7x7x8xf32>)
  return
}

// -----

// The library takes none of these: integers, no unit stride, the host's globals,
// a product of strided images.

memref.global "private" constant @weights : memref<8x8xf32> = dense<1.0>

// CHECK-LABEL: func @left(
// CHECK-NOT:     rematCuda
// CHECK:         linalg.matmul
// CHECK:         linalg.matmul
// CHECK:         linalg.matmul
// CHECK:         linalg.conv_2d_nhwc_hwcf
func.func @left(%i: memref<8x8xi32>, %c: memref<8x8xf32>,
                %s: memref<8x8xf32, strided<[16, 2]>>,
                %x: memref<2x8x8x4xf16, strided<[1024, 64, 8, 1]>>,
                %f: memref<1x1x4x8xf16>, %y: memref<2x8x8x8xf16>) {
  %w = memref.get_global @weights : memref<8x8xf32>
  linalg.matmul ins(%i, %i : memref<8x8xi32>, memref<8x8xi32>)
                outs(%i : memref<8x8xi32>)
  linalg.matmul ins(%s, %c : memref<8x8xf32, strided<[16, 2]>>, memref<8x8xf32>)
                outs(%c : memref<8x8xf32>)
  linalg.matmul ins(%w, %c : memref<8x8xf32>, memref<8x8xf32>)
                outs(%c : memref<8x8xf32>)
  linalg.conv_2d_nhwc_hwcf
      ins(%x, %f : memref<2x8x8x4xf16, strided<[1024, 64, 8, 1]>>,
                   memref<1x1x4x8xf16>)
      outs(%y : memref<2x8x8x8xf16>)
  return
}
