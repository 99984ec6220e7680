//===- GpuPasses.td - Passes towards a GPU -----------------*- tablegen -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_CONVERSION_GPUPASSES_TD
#define REMAT_CONVERSION_GPUPASSES_TD

include "mlir/Pass/PassBase.td"

def RematGpuStoresToFills
    : Pass<"remat-gpu-stores-to-fills", "::mlir::func::FuncOp"> {
  let summary = "Make each store to a buffer an op that a kernel can be made of";
  let description = [{
    A host cannot store to a device's memory. Every `memref.store` outside of an
    op that computes (a `linalg` op, a `gpu.launch`) becomes a `linalg.fill` of
    the one element, which `remat-outline-kernels` takes for a kernel like any
    other. Loads are left to `remat-gpu-one-stream`.

    Limits: the memref has a static shape or strides that are known.

    ```mlir
    memref.store %v, %m[%i, %j] : memref<8x4xf32>
    ```

    becomes

    ```mlir
    %e = memref.subview %m[%i, %j] [1, 1] [1, 1]
        : memref<8x4xf32> to memref<f32, strided<[], offset: ?>>
    linalg.fill ins(%v : f32) outs(%e : memref<f32, strided<[], offset: ?>>)
    ```
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect"
  ];
}

def RematGpuCallLibraries
    : Pass<"remat-gpu-call-libraries", "::mlir::ModuleOp"> {
  let summary = "Let NVIDIA's libraries compute matrix products and convolutions";
  let description = [{
    `linalg.matmul`, `linalg.batch_matmul` and `linalg.conv_2d_nhwc_hwcf` on
    buffers become calls of `rematCudaMatmul` (cuBLASLt) and `rematCudaConv2D`
    (cuDNN) of the runtime (`runtime/cuda/CudaRuntime.h`), with the bytes of the
    `remat.with_workspace` around them as the library's limit; without one the
    limit is 0. Where the op directly before fills the output with zeros, the
    fill goes and the call writes over what is there.

    An op stays as it is, for a kernel to be generated, where a library does not
    take it: element types beside f16, bf16, f32 and f64, matrices without a
    dimension of unit stride, convolutions on strided buffers, operands that are
    broadcast, or that are globals of the host.

    ```mlir
    linalg.fill ins(%zero : f32) outs(%c : memref<64x32xf32>)
    remat.with_workspace %w : memref<4096xi8> {
      linalg.matmul ins(%a, %b : memref<64x16xf32>, memref<16x32xf32>)
                    outs(%c : memref<64x32xf32>)
    }
    ```

    becomes

    ```mlir
    %t = gpu.wait async
    %stream = builtin.unrealized_conversion_cast %t
        : !gpu.async.token to !llvm.ptr
    // ... addresses of %a, %b, %c and %w
    func.call @rematCudaMatmul(%stream, %f32, %f32, %c1, %c64, %c32, %c16, ...)
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::gpu::GPUDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

def RematGpuMergeModules
    : Pass<"remat-gpu-merge-modules", "::mlir::ModuleOp"> {
  let summary = "Put all kernels into one gpu.module";
  let description = [{
    `gpu-kernel-outlining` makes a `gpu.module` of each `gpu.launch`: a step
    would load hundreds. All of them become one, `@remat_kernels`; kernels that
    are named alike get names of their own, globals that are the same stay one.

    ```mlir
    gpu.module @f_kernel { gpu.func @f_kernel() kernel { ... } }
    gpu.module @g_kernel { gpu.func @g_kernel() kernel { ... } }
    ```

    becomes

    ```mlir
    gpu.module @remat_kernels {
      gpu.func @f_kernel() kernel { ... }
      gpu.func @g_kernel() kernel { ... }
    }
    ```
  }];
  let dependentDialects = ["::mlir::gpu::GPUDialect"];
}

def RematGpuOneStream : Pass<"remat-gpu-one-stream", "::mlir::ModuleOp"> {
  let summary = "Let a step's device work follow one another on one stream";
  let description = [{
    Makes what a function does with buffers work on a device, in program order,
    without waiting for it: kernels are launched, contiguous buffers copied, the
    arena allocated and freed asynchronously on one stream that is made at the
    entry; the host waits at the end, and where it must know a value of a buffer
    (`memref.load`: a condition, an index), which it reads by `rematCudaRead`.

    Arguments and results are buffers on the device. Functions without any
    device work are left alone.

    Limits: the function has one block. Each allocation becomes one on the
    device: `remat-place-buffers` before leaves one.

    ```mlir
    %arena = memref.alloc() {alignment = 256 : i64} : memref<512xi8>
    gpu.launch_func @remat_kernels::@k blocks in (%c1, %c1, %c1)
        threads in (%c32, %c1, %c1) args(%a : memref<32xf32>)
    ```

    becomes

    ```mlir
    %t = gpu.wait async
    %arena, %0 = gpu.alloc async [%t] () : memref<512xi8>
    %1 = gpu.launch_func async [%t] @remat_kernels::@k blocks in (%c1, %c1, %c1)
        threads in (%c32, %c1, %c1) args(%a : memref<32xf32>)
    ...
    gpu.wait [%t]
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::gpu::GPUDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

def RematGpuLowerWarpOps
    : Pass<"remat-gpu-lower-warp-ops", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Lower reductions across a warp or a block to shuffles";
  let description = [{
    `gpu.subgroup_reduce` of scalars becomes a tree of `gpu.shuffle xor` over
    the 32 lanes of a warp, `gpu.all_reduce` shuffles and shared memory: with
    the patterns that upstream has and no pass of its own applies.

    ```mlir
    %sum = gpu.subgroup_reduce add %x : (f32) -> f32
    ```

    becomes

    ```mlir
    %0, %valid = gpu.shuffle xor %x, %c1_i32, %c32_i32 : f32
    %1 = arith.addf %x, %0 : f32
    // ... and so on with distances 2, 4, 8 and 16
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::gpu::GPUDialect", "::mlir::memref::MemRefDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def RematGpuAttachTarget
    : Pass<"remat-gpu-attach-target", "::mlir::ModuleOp"> {
  let summary = "Say for which chip the kernels are, after checking it";
  let description = [{
    What upstream's `nvvm-attach-target` does, for chips that there are: others
    would be compiled for some default, with no more than a warning. PTX
    versions follow from the chip. Where kernels call libdevice or are to be
    assembled, the toolkit that has both must be there.

    The toolkit is the folder that is given, else that of the environment's
    CUDA_ROOT, CUDA_HOME or CUDA_PATH, else that of the `ptxas` in PATH, else
    the default of CUDA's installer.

    ```mlir
    gpu.module @remat_kernels { ... }
    ```

    becomes

    ```mlir
    gpu.module @remat_kernels [#nvvm.target<O = 3, chip = "sm_90", features = "+ptx80">] { ... }
    ```
  }];
  let options = [
    Option<"chip", "chip", "std::string", "\"sm_80\"",
           "The chip: sm_80, sm_90, sm_90a, sm_100, ...">,
    Option<"features", "features", "std::string", "\"\"",
           "PTX version, as +ptx80; empty is what the chip needs">,
    Option<"optimizationLevel", "O", "int", "3",
           "How much LLVM and ptxas optimize: 0 to 3">,
    Option<"needsAssembler", "needs-assembler", "bool", "false",
           "Whether a ptxas must be there">,
    Option<"toolkit", "toolkit", "std::string", "\"\"",
           "Folder of the CUDA toolkit">
  ];
  let dependentDialects = ["::mlir::NVVM::NVVMDialect"];
}

def RematGpuSerialize : Pass<"remat-gpu-serialize", "::mlir::ModuleOp"> {
  let summary = "Translate kernels to PTX or machine code, without loose ends";
  let description = [{
    Runs upstream's `gpu-module-to-binary` with the toolkit that
    `remat-gpu-attach-target` finds, and fails, naming them, where a kernel calls
    functions that nobody defines: PTX with such calls would be found out only
    when a device loads it.

    Formats: `isa` (PTX, which the driver compiles when it loads it), `bin`
    (machine code of one chip), `fatbin` (both).
  }];
  let options = [
    Option<"format", "format", "std::string", "\"fatbin\"",
           "isa, bin or fatbin">,
    Option<"toolkit", "toolkit", "std::string", "\"\"",
           "Folder of the CUDA toolkit">
  ];
  let dependentDialects = [
    "::mlir::gpu::GPUDialect", "::mlir::NVVM::NVVMDialect"
  ];
}

def RematGpuEmulate : Pass<"remat-gpu-emulate", "::mlir::ModuleOp"> {
  let summary = "Make functions of the host that do what kernels do";
  let description = [{
    For tests without a GPU. For each kernel of the module's `gpu.module`s, as
    they are once outlined and before warps, tensor cores and address spaces are
    lowered, adds a function `remat_emulated_NAME` that does what one thread
    does. What is the device's becomes calls of the emulator
    (runtime/cuda/emulator/Emulator.h): indices, barriers, shared memory,
    `gpu.shuffle`, `nvgpu.ldmatrix`, `nvgpu.mma.sync` (m16n8k16 and m16n8k8 of
    f16 and bf16, m16n8k8 and m16n8k4 of tf32, m8n8k4 of f64) and asynchronous
    copies. `gpu.subgroup_reduce` and `gpu.all_reduce` become shuffles by the
    upstream patterns, so that sums are taken in the order of a GPU's. Accesses
    that promise an alignment are checked to have it.

    A second function, `remat_emulated_NAME__entry`, takes what cuLaunchKernel
    takes: an array of pointers, one to each field of each argument.

    With `launch`, nothing of the device is left: each `gpu.launch_func` becomes
    a call that runs the kernel at once, so that the module runs on a host
    without any driver, real or emulated.

    Limits: an operation of the gpu, nvgpu or nvvm dialects that is not named
    above is an error; so are asynchronous launches and clusters with `launch`.

    ```mlir
    gpu.module @kernels {
      gpu.func @scale(%a: memref<256xf32>, %f: f32) kernel {
        %i = gpu.thread_id x
        %x = memref.load %a[%i] : memref<256xf32>
        %y = arith.mulf %x, %f : f32
        memref.store %y, %a[%i] : memref<256xf32>
        gpu.return
      }
    }
    ```

    gets, beside it,

    ```mlir
    func.func @remat_emulated_scale(%a: memref<256xf32>, %f: f32) {
      %c0 = arith.constant 0 : i32
      %0 = call @rematEmulatorThreadId(%c0) : (i32) -> i64
      %i = arith.index_cast %0 : i64 to index
      %x = memref.load %a[%i] : memref<256xf32>
      %y = arith.mulf %x, %f : f32
      memref.store %y, %a[%i] : memref<256xf32>
      return
    }
    func.func @remat_emulated_scale__entry(%parameters: !llvm.ptr) { ... }
    ```
  }];
  let options = [Option<
      "launch", "launch", "bool", /*default=*/"false",
      "Run kernels where they are launched, without a driver">];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::vector::VectorDialect"
  ];
}

#endif // REMAT_CONVERSION_GPUPASSES_TD
