// RUN: remat-opt %s --pass-pipeline="builtin.module(func.func(remat-gpu-lower-contractions{wgmma=true},canonicalize,cse))" \
// RUN:   | FileCheck %s
// RUN: remat-opt %s --pass-pipeline="builtin.module(func.func(remat-gpu-lower-contractions))" \
// RUN:   | FileCheck %s --check-prefix=PLAIN
// PLAIN-NOT: wgmma

// Two stages of four are on their way before the loop: one is read by this step's
// products, one by those of the step before. 1024 bytes are for the alignment of
// swizzled rows.
// CHECK-LABEL: func.func private @rows_and_columns
// CHECK-DAG: %[[BYTES:.*]] = arith.constant 197632 : i32
// CHECK-DAG: %[[THREADS:.*]] = arith.constant 256 : index
// CHECK: threads({{.*}}) in ({{.*}} = %[[THREADS]], {{.*}}) dynamic_shared_memory_size %[[BYTES]]
// CHECK-COUNT-12: nvgpu.device_async_copy
// CHECK: nvgpu.device_async_create_group
// CHECK-COUNT-12: nvgpu.device_async_copy
// CHECK: scf.for
// CHECK: nvgpu.device_async_wait {{.*}} {numGroups = 1 : i32}
// CHECK-NEXT: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
// CHECK-NEXT: gpu.barrier
// CHECK-COUNT-12: nvgpu.device_async_copy
// CHECK: nvvm.wgmma.fence.aligned
// The left matrix is contiguous along the depth, the right one along columns.
// CHECK-COUNT-4: nvvm.wgmma.mma_async {{.*}} <m = 64, n = 256, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <row>]
// CHECK-NOT: mma_async
// CHECK: nvvm.wgmma.commit.group.sync.aligned
// CHECK-NEXT: nvvm.wgmma.wait.group.sync.aligned 1
// CHECK: scf.yield
// No use of the sums moves before the last wait.
// CHECK: llvm.inline_asm has_side_effects {{.*}} "wgmma.wait_group.sync.aligned 0;", "=f,
// CHECK: {remat_contraction = "wgmma 128x256x64, 64x256 a warpgroup"}
func.func private @rows_and_columns(
    %a: memref<4096x4096xf16>, %b: memref<4096x4096xf16>,
    %c: memref<4096x4096xf32>) attributes {remat_kernel} {
  linalg.matmul ins(%a, %b : memref<4096x4096xf16>, memref<4096x4096xf16>)
                outs(%c : memref<4096x4096xf32>)
  return
}

// CHECK-LABEL: func.func private @transposed
// CHECK: nvvm.wgmma.mma_async {{.*}} A[<bf16>, <one>, <col>], B[<bf16>, <one>, <col>]
func.func private @transposed(
    %a: memref<4096x4096xbf16>, %b: memref<4096x4096xbf16>,
    %c: memref<4096x4096xbf16>) attributes {remat_kernel} {
  linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (k, m)>,
                       affine_map<(m, n, k) -> (n, k)>,
                       affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : memref<4096x4096xbf16>, memref<4096x4096xbf16>)
      outs(%c : memref<4096x4096xbf16>)
  return
}

// Rows that are not aligned to 16 bytes cannot be copied as they are, and f32 is
// not multiplied so.
// CHECK-LABEL: func.func private @unaligned
// CHECK-NOT: wgmma
func.func private @unaligned(
    %a: memref<4096x4095xf16>, %b: memref<4095x4095xf16>,
    %c: memref<4096x4095xf32>) attributes {remat_kernel} {
  linalg.matmul ins(%a, %b : memref<4096x4095xf16>, memref<4095x4095xf16>)
                outs(%c : memref<4096x4095xf32>)
  return
}

// CHECK-LABEL: func.func private @f32
// CHECK-NOT: wgmma
func.func private @f32(
    %a: memref<4096x4096xf32>, %b: memref<4096x4096xf32>,
    %c: memref<4096x4096xf32>) attributes {remat_kernel} {
  linalg.matmul ins(%a, %b : memref<4096x4096xf32>, memref<4096x4096xf32>)
                outs(%c : memref<4096x4096xf32>)
  return
}
