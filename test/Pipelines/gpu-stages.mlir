// Each stage of the GPU pipeline, on a product and what follows it.

// A step that keeps its budget as planned for the CPU, and not here, is refused.
// RUN: sed 's/-> tensor<64x32xf32> {/-> tensor<64x32xf32> attributes {remat.budget = 1024 : i64} {/' %s | not remat-opt --remat-gpu-pipeline="library=none stop-after=buffers" 2>&1 | FileCheck %s --check-prefix=BUDGET
// BUDGET: error: '{{.*}}' does not fit its budget of 1024 bytes (1 KiB): it needs {{.*}} more

// RUN: remat-opt %s --remat-gpu-pipeline="library=none stop-after=buffers" | FileCheck %s --check-prefix=BUFFERS
// RUN: remat-opt %s --remat-gpu-pipeline="library=none stop-after=kernels" | FileCheck %s --check-prefix=KERNELS
// RUN: remat-opt %s --remat-gpu-pipeline="library=none stop-after=launches" | FileCheck %s --check-prefix=LAUNCHES
// RUN: remat-opt %s --remat-gpu-pipeline="library=none stop-after=outlined" | FileCheck %s --check-prefix=OUTLINED
// RUN: remat-opt %s --remat-gpu-pipeline="library=none stop-after=streams" | FileCheck %s --check-prefix=STREAMS
// RUN: remat-opt %s --remat-gpu-pipeline="library=none stop-after=nvvm format=isa" | FileCheck %s --check-prefix=NVVM
// RUN: remat-opt %s --remat-gpu-pipeline="library=none stop-after=binary format=isa" | FileCheck %s --check-prefix=BINARY
// RUN: remat-opt %s --remat-gpu-pipeline="library=none format=isa" | FileCheck %s --check-prefix=LLVM
// RUN: remat-opt %s --remat-gpu-pipeline="library=cuda stop-after=kernels" | FileCheck %s --check-prefix=LIBRARY
// RUN: remat-opt %s --remat-gpu-pipeline="library=none stop-after=kernels profile" | FileCheck %s --check-prefix=PROFILE

// One arena; the negation writes over the product.
// BUFFERS-LABEL: func.func @step(
// BUFFERS-SAME:    remat.arena_alignment = 256
// BUFFERS-SAME:    remat.target = "cuda-generated"
// BUFFERS:         memref.alloc() {alignment = 256 : i64} : memref<{{[0-9]+}}xi8>
// BUFFERS-NOT:     memref.alloc
// BUFFERS:         linalg.matmul
// BUFFERS:         linalg.negf

// KERNELS-LABEL: func.func @step(
// KERNELS-NOT:     linalg.
// KERNELS:         call @[[MATMUL:remat_kernel_matmul[_0-9]*]](
// KERNELS:         call @remat_kernel_negf
// The product's kernel overwrites what the fill of zeros would prepare.
// KERNELS:       func.func private @[[MATMUL]]({{.*}}remat_kernel
// KERNELS:         linalg.fill
// KERNELS:         linalg.matmul

// LAUNCHES:      func.func private @remat_kernel_matmul
// LAUNCHES:        gpu.launch
// LAUNCHES-NOT:    linalg.

// OUTLINED-LABEL: func.func @step(
// OUTLINED:         gpu.launch_func @remat_kernels::@remat_kernel_matmul
// OUTLINED-NOT:   func.func private @remat_kernel
// OUTLINED:       gpu.module @remat_kernels {
// OUTLINED:         gpu.func @remat_kernel_
// OUTLINED-NOT:   gpu.module

// STREAMS:        %[[T:.*]] = gpu.wait async
// STREAMS:        gpu.alloc async [%[[T]]]
// STREAMS-COUNT-2: gpu.launch_func async [%[[T]]]
// STREAMS:        gpu.wait [%[[T]]]

// NVVM:           gpu.module @remat_kernels [#nvvm.target<
// NVVM:             nvvm.kernel

// BINARY:         gpu.binary @remat_kernels [#gpu.object<#nvvm.target
// BINARY-SAME:      .entry remat_kernel_

// LLVM-NOT:       func.func
// LLVM:           llvm.func @step(
// LLVM:             llvm.call @mgpuStreamCreate
// LLVM:             llvm.call @mgpuMemAlloc
// LLVM-COUNT-2:     gpu.launch_func <%
// LLVM:             llvm.call @mgpuStreamSynchronize

// LIBRARY-LABEL:  func.func @step(
// LIBRARY-NOT:      remat_kernel_fill
// LIBRARY:          call @rematCudaMatmul(

// PROFILE:        module attributes {{.*}}remat.profiled_ops = [{{.*}}gpu-stages.mlir:{{[0-9]+}}:
// PROFILE:          call @rematCudaOpBegin
// PROFILE-NEXT:     call @remat_kernel_
// PROFILE-NEXT:     call @rematCudaOpEnd

func.func @step(%x: tensor<64x48xf32>, %w: tensor<48x32xf32>)
    -> tensor<64x32xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<64x32xf32>)
      -> tensor<64x32xf32>
  %h = linalg.matmul ins(%x, %w : tensor<64x48xf32>, tensor<48x32xf32>)
                     outs(%z : tensor<64x32xf32>) -> tensor<64x32xf32>
  %e1 = tensor.empty() : tensor<64x32xf32>
  %n = linalg.negf ins(%h : tensor<64x32xf32>) outs(%e1 : tensor<64x32xf32>)
      -> tensor<64x32xf32>
  return %n : tensor<64x32xf32>
}
