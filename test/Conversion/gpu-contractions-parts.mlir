// RUN: remat-opt %s --pass-pipeline="builtin.module(func.func(remat-gpu-lower-contractions,canonicalize,cse))" \
// RUN:   | FileCheck %s

// 8 parts of 512 in depth, the most that the workspace holds: 8 times as many
// blocks, whose sums go to the workspace.
// CHECK-LABEL: func.func private @deep_sum
// CHECK-SAME:    %[[C:[a-z0-9]+]]: memref<64x128xf16>, %[[W:[a-z0-9]+]]: memref<262144xi8>
// CHECK: %[[PARTS:.*]] = memref.view %[[W]]{{.*}} : memref<262144xi8> to memref<65536xf32>
// CHECK: gpu.launch
// CHECK-NOT: vector.load {{.*}} %[[PARTS]]
// CHECK: vector.store {{.*}} %[[PARTS]]
// CHECK: {remat_contraction = "mma 32x32x64, 32x32 a warp, 4 slices"}
// Then each thread adds the parts to the output, in f32 and in order.
// CHECK: gpu.launch
// CHECK-COUNT-8: vector.load %[[PARTS]]
// CHECK-COUNT-8: arith.addf {{.*}} : vector<4xf32>
// CHECK: %[[HELD:.*]] = vector.load {{.*}} : memref<8192xf16>, vector<4xf16>
// CHECK: arith.extf %[[HELD]]
// CHECK: arith.truncf {{.*}} : vector<4xf32> to vector<4xf16>
// CHECK: vector.store
func.func private @deep_sum(
    %a: memref<64x8192xf16>, %b: memref<8192x128xf16>, %c: memref<64x128xf16>,
    %w: memref<262144xi8>) attributes {remat_kernel} {
  remat.with_workspace %w : memref<262144xi8> {
    linalg.matmul ins(%a, %b : memref<64x8192xf16>, memref<8192x128xf16>)
                  outs(%c : memref<64x128xf16>)
  }
  return
}

// A workspace of one part's bytes splits nothing.
// CHECK-LABEL: func.func private @small_workspace
// CHECK-COUNT-1: gpu.launch
// CHECK-NOT: gpu.launch
func.func private @small_workspace(
    %a: memref<64x8192xf16>, %b: memref<8192x128xf16>, %c: memref<64x128xf16>,
    %w: memref<32768xi8>) attributes {remat_kernel} {
  remat.with_workspace %w : memref<32768xi8> {
    linalg.matmul ins(%a, %b : memref<64x8192xf16>, memref<8192x128xf16>)
                  outs(%c : memref<64x128xf16>)
  }
  return
}

// The zeros before a product are not written, and the output is not read.
// CHECK-LABEL: func.func private @zero_fill
// CHECK-NOT: linalg.fill
// CHECK: gpu.launch
// CHECK-NOT: : memref<4194304xf32>, vector
// CHECK: vector.store {{.*}} : memref<4194304xf32>, vector<4xf32>
// CHECK-NOT: gpu.launch
func.func private @zero_fill(%a: memref<2048x1024xf32>, %b: memref<1024x2048xf32>,
                             %c: memref<2048x2048xf32>) attributes {remat_kernel} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<2048x2048xf32>)
  linalg.matmul ins(%a, %b : memref<2048x1024xf32>, memref<1024x2048xf32>)
                outs(%c : memref<2048x2048xf32>)
  return
}

// Ones are added to; zeros that an input reads are written.
// CHECK-LABEL: func.func private @kept_fills
// CHECK: linalg.fill
// CHECK: gpu.launch
// CHECK: linalg.fill
// CHECK: gpu.launch
func.func private @kept_fills(%a: memref<128x128xf32>, %b: memref<128x128xf32>,
                              %c: memref<128x128xf32>) attributes {remat_kernel} {
  %one = arith.constant 1.0 : f32
  linalg.fill ins(%one : f32) outs(%c : memref<128x128xf32>)
  linalg.matmul ins(%a, %b : memref<128x128xf32>, memref<128x128xf32>)
                outs(%c : memref<128x128xf32>)
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%b : memref<128x128xf32>)
  linalg.matmul ins(%a, %b : memref<128x128xf32>, memref<128x128xf32>)
                outs(%b : memref<128x128xf32>)
  return
}

// The parts are summed by addresses of 64 bits if the output needs them.
// CHECK-LABEL: func.func private @far_output
// CHECK-COUNT-2: gpu.launch
// CHECK: arith.muli %{{.*}}, %c100000000_i64 : i64
func.func private @far_output(
    %a: memref<64x4096xf16>, %b: memref<4096x128xf16>,
    %c: memref<64x128xf16, strided<[100000000, 1]>>, %w: memref<131072xi8>)
    attributes {remat_kernel} {
  remat.with_workspace %w : memref<131072xi8> {
    linalg.matmul ins(%a, %b : memref<64x4096xf16>, memref<4096x128xf16>)
                  outs(%c : memref<64x128xf16, strided<[100000000, 1]>>)
  }
  return
}

// A convolution's filter gradient: images are the outermost reduced loop.
// CHECK-LABEL: func.func private @filter_gradient
// CHECK: memref.view {{.*}} to memref<18432xf32>
// CHECK-COUNT-2: gpu.launch
func.func private @filter_gradient(
    %x: memref<16x34x34x8xf32>, %dy: memref<16x32x32x16xf32>,
    %dw: memref<3x3x8x16xf32>, %w: memref<73728xi8>) attributes {remat_kernel} {
  remat.with_workspace %w : memref<73728xi8> {
    linalg.generic {
        indexing_maps = [
          affine_map<(kh, kw, c, f, n, h, w) -> (n, h + kh, w + kw, c)>,
          affine_map<(kh, kw, c, f, n, h, w) -> (n, h, w, f)>,
          affine_map<(kh, kw, c, f, n, h, w) -> (kh, kw, c, f)>],
        iterator_types = ["parallel", "parallel", "parallel", "parallel",
                          "reduction", "reduction", "reduction"]}
        ins(%x, %dy : memref<16x34x34x8xf32>, memref<16x32x32x16xf32>)
        outs(%dw : memref<3x3x8x16xf32>) {
    ^bb0(%a: f32, %b: f32, %s: f32):
      %p = arith.mulf %a, %b : f32
      %q = arith.addf %s, %p : f32
      linalg.yield %q : f32
    }
  }
  return
}
