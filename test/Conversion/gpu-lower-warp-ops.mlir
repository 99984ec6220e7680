// RUN: remat-opt %s --remat-gpu-lower-warp-ops | FileCheck %s

// A warp's sum in five shuffles, a block's in shuffles and shared memory; a fused
// multiply-add is one instruction.

// CHECK-LABEL: gpu.func @warp
// CHECK-COUNT-5: gpu.shuffle xor
// CHECK-NOT: gpu.shuffle
// CHECK-LABEL: gpu.func @block
// CHECK: gpu.barrier
// CHECK-NOT: gpu.all_reduce
// CHECK-LABEL: gpu.func @fma
// CHECK: llvm.intr.fma
gpu.module @kernels {
  gpu.func @warp(%a: memref<32xf32>) kernel {
    %i = gpu.thread_id x
    %x = memref.load %a[%i] : memref<32xf32>
    %s = gpu.subgroup_reduce add %x : (f32) -> f32
    memref.store %s, %a[%i] : memref<32xf32>
    gpu.return
  }
  gpu.func @block(%a: memref<256xf32>) kernel {
    %i = gpu.thread_id x
    %x = memref.load %a[%i] : memref<256xf32>
    %s = gpu.all_reduce add %x uniform {} : (f32) -> f32
    memref.store %s, %a[%i] : memref<256xf32>
    gpu.return
  }
  gpu.func @fma(%a: memref<32xf32>) kernel {
    %i = gpu.thread_id x
    %x = memref.load %a[%i] : memref<32xf32>
    %y = math.fma %x, %x, %x : f32
    memref.store %y, %a[%i] : memref<32xf32>
    gpu.return
  }
}
