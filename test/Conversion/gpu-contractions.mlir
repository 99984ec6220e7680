// RUN: remat-opt %s --pass-pipeline="builtin.module(func.func(remat-gpu-lower-contractions,canonicalize,cse))" \
// RUN:   | FileCheck %s
// RUN: remat-opt %s --pass-pipeline="builtin.module(func.func(remat-gpu-lower-contractions{tensor-cores=false}))" \
// RUN:   | FileCheck %s --check-prefix=THREADS
// RUN: remat-opt %s --pass-pipeline="builtin.module(func.func(remat-gpu-lower-contractions{tf32=true tile=64x64}))" \
// RUN:   | FileCheck %s --check-prefix=TF32
// RUN: not remat-opt %s --pass-pipeline="builtin.module(func.func(remat-gpu-lower-contractions{tile=7x7}))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TILE

// TILE: there is no tile '7x7'; leave it out, or name one

// 16 x 16 tiles of 128 x 128, by 256 threads; two stages of 8 x (128 + 4) of
// each operand.
// CHECK-LABEL: func.func private @f32
// CHECK-DAG: %[[BLOCKS:.*]] = arith.constant 256 : index
// CHECK-DAG: %[[BYTES:.*]] = arith.constant 16896 : i32
// CHECK: gpu.launch blocks({{.*}}) in ({{.*}} = %[[BLOCKS]], {{.*}}) threads({{.*}}) in ({{.*}} = %[[BLOCKS]], {{.*}}) dynamic_shared_memory_size %[[BYTES]]
// CHECK: vector.load {{.*}} {alignment = 16 : i64} : memref<2097152xf32>, vector<4xf32>
// The left operand is contiguous along the depth, and turned on its way.
// CHECK-COUNT-4: memref.store {{.*}} : memref<2112xf32, #gpu.address_space<workgroup>>
// CHECK: vector.store {{.*}} {alignment = 16 : i64} : memref<2112xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// CHECK: gpu.barrier
// CHECK: scf.for
// CHECK-COUNT-128: math.fma {{.*}} : vector<4xf32>
// CHECK: gpu.barrier
// CHECK: scf.yield
// CHECK-COUNT-2: vector.load {{.*}} : memref<4194304xf32>, vector<4xf32>
// CHECK: arith.addf
// CHECK-NOT: scf.if
// CHECK: {remat_contraction = "fma 128x128x8, 8x8 a thread"}
// TF32-LABEL: func.func private @f32
// TF32: nvgpu.mma.sync({{.*}}) {mmaShape = [16, 8, 8], tf32Enabled} : (vector<4x1xf32>, vector<2x1xf32>, vector<2x2xf32>)
// TF32: {remat_contraction = "tf32 64x64x16, 32x32 a warp"}
func.func private @f32(%a: memref<2048x1024xf32>, %b: memref<1024x2048xf32>,
                       %c: memref<2048x2048xf32>) attributes {remat_kernel} {
  linalg.matmul ins(%a, %b : memref<2048x1024xf32>, memref<1024x2048xf32>)
                outs(%c : memref<2048x2048xf32>)
  return
}

// Two of three stages are on their way before the loop.
// CHECK-LABEL: func.func private @f16
// CHECK-DAG: %[[BYTES:.*]] = arith.constant 49152 : i32
// CHECK: dynamic_shared_memory_size %[[BYTES]]
// CHECK-COUNT-8: nvgpu.device_async_copy {{.*}}, 8 {bypassL1} : memref<16777216xf16> to memref<{{.*}}xf16, #gpu.address_space<workgroup>>
// CHECK: nvgpu.device_async_create_group
// CHECK-COUNT-8: nvgpu.device_async_copy
// CHECK: scf.for
// CHECK: nvgpu.device_async_wait {{.*}} {numGroups = 1 : i32}
// CHECK-NEXT: gpu.barrier
// CHECK: scf.if
// CHECK-COUNT-8: nvgpu.device_async_copy
// CHECK: nvgpu.device_async_create_group
// CHECK-COUNT-4: nvgpu.ldmatrix {{.*}} {numTiles = 4 : i32, transpose = false} : {{.*}} -> vector<4x2xf16>
// CHECK-COUNT-4: nvgpu.ldmatrix {{.*}} {numTiles = 4 : i32, transpose = true} : {{.*}} -> vector<4x2xf16>
// CHECK-COUNT-32: nvgpu.mma.sync({{.*}}) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
// CHECK: scf.yield
// CHECK: %[[HELD:.*]] = vector.load {{.*}} : memref<16777216xf16>, vector<2xf16>
// CHECK: %[[EXTENDED:.*]] = arith.extf %[[HELD]] : vector<2xf16> to vector<2xf32>
// CHECK: %[[SUM:.*]] = arith.addf %[[EXTENDED]], {{.*}} : vector<2xf32>
// CHECK: arith.truncf %[[SUM]] : vector<2xf32> to vector<2xf16>
// CHECK: {remat_contraction = "mma 128x128x32, 64x64 a warp"}
// THREADS-LABEL: func.func private @f16
// THREADS: arith.extf {{.*}} : vector<4xf16> to vector<4xf32>
// THREADS: {remat_contraction = "fma 128x128x8, 8x8 a thread"}
func.func private @f16(%a: memref<4096x4096xf16>, %b: memref<4096x4096xf16>,
                       %c: memref<4096x4096xf16>) attributes {remat_kernel} {
  linalg.matmul ins(%a, %b : memref<4096x4096xf16>, memref<4096x4096xf16>)
                outs(%c : memref<4096x4096xf16>)
  return
}

// The right operand is contiguous along the depth. What is outside is zero.
// CHECK-LABEL: func.func private @bf16_transposed_edge
// CHECK: arith.cmpi ult
// CHECK: %[[COUNT:.*]] = arith.index_castui {{.*}} : i32 to index
// CHECK: nvgpu.device_async_copy {{.*}}, 8, %[[COUNT]] {bypassL1}
// CHECK-NOT: transpose = true
// CHECK: nvgpu.mma.sync({{.*}} : (vector<4x2xbf16>, vector<2x2xbf16>, vector<2x2xf32>) -> vector<2x2xf32>
// CHECK: scf.if
func.func private @bf16_transposed_edge(%a: memref<100x72xbf16>,
    %b: memref<52x72xbf16>, %c: memref<100x52xf32>) attributes {remat_kernel} {
  linalg.matmul
    indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                     affine_map<(m, n, k) -> (n, k)>,
                     affine_map<(m, n, k) -> (m, n)>]
    ins(%a, %b : memref<100x72xbf16>, memref<52x72xbf16>)
    outs(%c : memref<100x52xf32>)
  return
}

// Rows that are not aligned cannot be copied asynchronously.
// CHECK-LABEL: func.func private @f16_odd
// CHECK-NOT: nvgpu.device_async_copy
// CHECK: memref.load {{.*}} : memref<5187xf16>
// CHECK: arith.select
// CHECK: nvgpu.ldmatrix
func.func private @f16_odd(%a: memref<57x91xf16>, %b: memref<91x33xf16>,
                           %c: memref<57x33xf16>) attributes {remat_kernel} {
  linalg.matmul ins(%a, %b : memref<57x91xf16>, memref<91x33xf16>)
                outs(%c : memref<57x33xf16>)
  return
}

// A small output and a great depth: slices of it, added in their order. The
// workspace goes.
// CHECK-LABEL: func.func private @sliced
// CHECK-NOT: remat.with_workspace
// CHECK: %[[SUMS:.*]]:4 = scf.for
// CHECK: gpu.barrier
// CHECK: %[[FIRST:.*]] = arith.cmpi ult
// CHECK: scf.if
// CHECK-COUNT-4: vector.store {{.*}} : memref<3840xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// CHECK: gpu.barrier
// CHECK-NEXT: scf.if %[[FIRST]]
// CHECK-COUNT-60: vector.load {{.*}} : memref<3840xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// CHECK: {remat_contraction = "fma 16x16x64, 4x4 a thread, 16 slices"}
func.func private @sliced(%a: memref<64x1024xf32>, %b: memref<1024x64xf32>,
    %c: memref<64x64xf32>, %ws: memref<4096xi8>) attributes {remat_kernel} {
  remat.with_workspace %ws : memref<4096xi8> {
    linalg.matmul ins(%a, %b : memref<64x1024xf32>, memref<1024x64xf32>)
                  outs(%c : memref<64x64xf32>)
  }
  return
}

// The margin's pixels are addressed where they are.
// CHECK-LABEL: func.func private @conv
// CHECK: scf.for
// CHECK: arith.divui
// CHECK: {remat_contraction = "fma 128x32x16, 4x4 a thread"}
func.func private @conv(%a: memref<4x66x66x16xf32>, %b: memref<3x3x16x32xf32>,
                        %c: memref<4x64x64x32xf32>) attributes {remat_kernel} {
  linalg.conv_2d_nhwc_hwcf ins(%a, %b: memref<4x66x66x16xf32>, memref<3x3x16x32xf32>)
                           outs(%c : memref<4x64x64x32xf32>)
  return
}

// CHECK-LABEL: func.func private @offset
// CHECK: gpu.launch
// CHECK: %{{.*}}, %[[OFFSET:.*]], %{{.*}}:2, %{{.*}}:2 = memref.extract_strided_metadata
// CHECK: memref.reinterpret_cast {{.*}} to offset: [%[[OFFSET]]], sizes: [2016], strides: [1]
func.func private @offset(%a: memref<32x32xf32, strided<[64, 1], offset: ?>>,
    %b: memref<32x32xf32>, %c: memref<32x32xf32>) attributes {remat_kernel} {
  linalg.matmul ins(%a, %b : memref<32x32xf32, strided<[64, 1], offset: ?>>, memref<32x32xf32>)
                outs(%c : memref<32x32xf32>)
  return
}

// Addresses of more than 31 bits.
// CHECK-LABEL: func.func private @large
// CHECK: arith.index_castui %{{.*}} : index to i64
// CHECK-NOT: : index to i32
// CHECK: scf.for {{.*}} : i64
// CHECK: {remat_contraction
func.func private @large(%a: memref<65536x65536xf32>, %b: memref<65536x64xf32>,
                         %c: memref<65536x64xf32>) attributes {remat_kernel} {
  linalg.matmul ins(%a, %b : memref<65536x65536xf32>, memref<65536x64xf32>)
                outs(%c : memref<65536x64xf32>)
  return
}

// CHECK-LABEL: func.func private @double
// CHECK: math.fma {{.*}} : vector<2xf64>
func.func private @double(%a: memref<64x64xf64>, %b: memref<64x64xf64>,
                          %c: memref<64x64xf64>) attributes {remat_kernel} {
  linalg.matmul ins(%a, %b : memref<64x64xf64>, memref<64x64xf64>)
                outs(%c : memref<64x64xf64>)
  return
}

// Narrow, of integers, or not in a kernel's function.
// CHECK-LABEL: func.func private @narrow
// CHECK-NOT: gpu.launch
// CHECK: linalg.matmul
func.func private @narrow(%a: memref<64x64xf32>, %b: memref<64x7xf32>,
                          %c: memref<64x7xf32>) attributes {remat_kernel} {
  linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x7xf32>)
                outs(%c : memref<64x7xf32>)
  return
}

// CHECK-LABEL: func.func private @integers
// CHECK-NOT: gpu.launch
// CHECK: linalg.matmul
func.func private @integers(%a: memref<64x64xi32>, %b: memref<64x64xi32>,
                            %c: memref<64x64xi32>) attributes {remat_kernel} {
  linalg.matmul ins(%a, %b : memref<64x64xi32>, memref<64x64xi32>)
                outs(%c : memref<64x64xi32>)
  return
}

// CHECK-LABEL: func.func @driver
// CHECK-NOT: gpu.launch
// CHECK: linalg.matmul
func.func @driver(%a: memref<64x64xf32>, %b: memref<64x64xf32>,
                  %c: memref<64x64xf32>) {
  linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>)
                outs(%c : memref<64x64xf32>)
  return
}
