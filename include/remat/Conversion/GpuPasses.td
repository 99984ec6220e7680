//===- GpuPasses.td - Passes towards a GPU -----------------*- tablegen -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_CONVERSION_GPUPASSES_TD
#define REMAT_CONVERSION_GPUPASSES_TD

include "remat/Support/Options.td"

def RematGpuCheckBuffers : FuncPass<"remat-gpu-check-buffers"> {
  let summary = "Refuse buffers that kernels cannot compute on";
  let description = [{
    Elements are f16, bf16, f32, f64, `index` or signless integers of up to 64
    bits; places in a buffer (`memref.view`) are at constant multiples of 16
    bytes, since kernels access that many at once; globals are constants, since
    a device has its own. All else is an error at the operation.

    Limits: types and constants only, not the buffers that a caller passes.

    ```mlir
    func.func @f(%arena: memref<512xi8>) {
      %c4 = arith.constant 4 : index
      %v = memref.view %arena[%c4][] : memref<512xi8> to memref<16xf32>
      return
    }
    ```

    is refused:

    ```text
    example.mlir:3:8: error: begins at byte 4 of its buffer, and kernels need buffers at multiples of 16; let remat-place-buffers place them
      %v = memref.view %arena[%c4][] : memref<512xi8> to memref<16xf32>
           ^
    ```
  }];
}

def RematGpuSinkGlobals : FuncPass<"remat-gpu-sink-globals"> {
  let summary = "Let kernels name the constants that they read";
  let description = [{
    Copies every `memref.get_global`, and its views, into the `gpu.launch` that
    reads it: `gpu-kernel-outlining` then copies the global into the kernels'
    module. An address of the host's global means nothing on the device.

    Limits: globals that `gpu.launch` reads, directly or by views.

    ```mlir
    memref.global "private" constant @weights : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
    func.func @f(%out: memref<4xf32>) {
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %g = memref.get_global @weights : memref<4xf32>
      gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
                 threads(%i, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
        %v = memref.load %g[%i] : memref<4xf32>
        memref.store %v, %out[%i] : memref<4xf32>
        gpu.terminator
      }
      return
    }
    ```

    becomes

    ```mlir
    ...
      gpu.launch blocks(...) in (...) threads(%i, %ty, %tz) in (...) {
        %g = memref.get_global @weights : memref<4xf32>
        %v = memref.load %g[%i] : memref<4xf32>
        ...
      }
      return
    }
    ```
  }];
  let dependentDialects = [MemRef];
}

def RematGpuStoresToFills : FuncPass<"remat-gpu-stores-to-fills"> {
  let summary = "Make each store to a buffer an op that a kernel can be made of";
  let description = [{
    A host cannot store to a device's memory. Every `memref.store` outside of a
    `linalg` op or a `gpu.launch` becomes a `linalg.fill` of the one element, of
    which `remat-outline-kernels` makes a kernel. Loads are left to
    `remat-gpu-one-stream`.

    Limits: the memref has a static shape or known strides.

    ```mlir
    func.func @f(%v: f32, %m: memref<8x4xf32>, %i: index, %j: index) {
      memref.store %v, %m[%i, %j] : memref<8x4xf32>
      return
    }
    ```

    becomes

    ```mlir
    ...
      %subview = memref.subview %m[%i, %j] [1, 1] [1, 1] : memref<8x4xf32>
          to memref<f32, strided<[], offset: ?>>
      linalg.fill ins(%v : f32)
          outs(%subview : memref<f32, strided<[], offset: ?>>)
      return
    }
    ```
  }];
  let dependentDialects = [Linalg, MemRef];
}

def RematGpuCallLibraries : ModulePass<"remat-gpu-call-libraries"> {
  let summary = "Let NVIDIA's library compute matrix products";
  let description = [{
    `linalg.matmul`, `linalg.batch_matmul` and those `linalg.conv_2d_nhwc_hwcf`
    that are one matrix product (a filter of one point, strides of one, all of
    the image) become calls of `rematCudaMatmul` (cuBLASLt) of the runtime
    (`runtime/cuda/CudaRuntime.h`), on buffers. The library may use the bytes of
    the `remat.with_workspace` around the op; without one, none. Where the op
    directly before fills the output with zeros, the fill goes and the call
    overwrites the output.

    Limits: element types beside f16, bf16, f32 and f64, matrices without a
    dimension of unit stride, convolutions on strided buffers, and operands that
    are broadcast or globals of the host stay ops, for a kernel. So do all other
    convolutions.

    ```mlir
    func.func @f(%a: memref<64x16xf32>, %b: memref<16x32xf32>, %c: memref<64x32xf32>,
                 %w: memref<4096xi8>) {
      %zero = arith.constant 0.0 : f32
      linalg.fill ins(%zero : f32) outs(%c : memref<64x32xf32>)
      remat.with_workspace %w : memref<4096xi8> {
        linalg.matmul ins(%a, %b : memref<64x16xf32>, memref<16x32xf32>)
                      outs(%c : memref<64x32xf32>)
      }
      return
    }
    ```

    becomes

    ```mlir
    ...
      %t = gpu.wait async
      %stream = builtin.unrealized_conversion_cast %t
          : !gpu.async.token to !llvm.ptr
      ...
      call @rematCudaMatmul(%stream, ...) : (...) -> ()
      return
    }
    ```
  }];
  let dependentDialects = [Arith, Func, Gpu, Llvm, MemRef];
}

def RematGpuMergeModules : ModulePass<"remat-gpu-merge-modules"> {
  let summary = "Put all kernels into one gpu.module";
  let description = [{
    `gpu-kernel-outlining` makes a `gpu.module` of each `gpu.launch`: a step
    would load hundreds. All become one, `@remat_kernels`; kernels of one name
    get names of their own, equal globals stay one.

    Limits: kernels and globals; other symbols of a `gpu.module` come along.

    ```mlir
    module attributes {gpu.container_module} {
      gpu.module @f_kernel {
        gpu.func @f_kernel() kernel { gpu.return }
      }
      gpu.module @g_kernel {
        gpu.func @g_kernel() kernel { gpu.return }
      }
      func.func @f() {
        %c1 = arith.constant 1 : index
        gpu.launch_func @f_kernel::@f_kernel blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        gpu.launch_func @g_kernel::@g_kernel blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        return
      }
    }
    ```

    becomes

    ```mlir
    module attributes {gpu.container_module} {
      func.func @f() {
        %c1 = arith.constant 1 : index
        gpu.launch_func @remat_kernels::@f_kernel ...
        gpu.launch_func @remat_kernels::@g_kernel ...
        return
      }
      gpu.module @remat_kernels {
        gpu.func @f_kernel() kernel { gpu.return }
        gpu.func @g_kernel() kernel { gpu.return }
      }
    }
    ```
  }];
  let dependentDialects = [Gpu];
}

def RematGpuOneStream : ModulePass<"remat-gpu-one-stream"> {
  let summary = "Let a step's device work follow one another on one stream";
  let description = [{
    The device does a function's work on buffers in program order: kernels run,
    contiguous buffers are copied, the arena is allocated and freed
    asynchronously on one stream that is made at the entry. The host waits at
    the end, and where it needs a value of a buffer (`memref.load`: a condition,
    an index), which it reads by `rematCudaRead`.

    Copies between the device and the host (`remat.copy_start`) run beside it, on
    a stream for each direction. Such a copy starts once the work before it is
    done, and `remat.copy_done` lets the one stream wait for it, by events.
    Buffers in the host's memory (`#remat.host`) are pinned
    (`rematCudaAllocateHost`, `rematCudaFreeHost`).

    Arguments and results are buffers on the device. Functions without device
    work are left alone.

    Limits: the function has one block, and passes buffers to no other (inline
    it: each function has a stream of its own). A copy to the host or back starts
    and ends in the function's own block, has at least one `remat.copy_done`, and
    is of contiguous buffers; nothing else uses a buffer of the host. Any other
    access of the host to a buffer on the device is an error. Each allocation
    becomes one on the device; after `remat-place-buffers` there is one.

    ```mlir
    module attributes {gpu.container_module} {
      gpu.module @remat_kernels {
        gpu.func @k(%a: memref<128xi8>) kernel { gpu.return }
      }
      func.func @f() {
        %c1 = arith.constant 1 : index
        %c32 = arith.constant 32 : index
        %arena = memref.alloc() {alignment = 256 : i64} : memref<128xi8>
        gpu.launch_func @remat_kernels::@k blocks in (%c1, %c1, %c1)
            threads in (%c32, %c1, %c1) args(%arena : memref<128xi8>)
        memref.dealloc %arena : memref<128xi8>
        return
      }
    }
    ```

    becomes

    ```mlir
    ...
      func.func @f() {
        %0 = gpu.wait async
        %c1 = arith.constant 1 : index
        %c32 = arith.constant 32 : index
        %memref, %asyncToken = gpu.alloc async [%0] () : memref<128xi8>
        %1 = gpu.launch_func async [%0] @remat_kernels::@k blocks in (%c1, %c1,
            %c1) threads in (%c32, %c1, %c1)  args(%memref : memref<128xi8>)
        %2 = gpu.dealloc async [%0] %memref : memref<128xi8>
        gpu.wait [%0]
        return
      }
    }
    ```
  }];
  let dependentDialects = [Arith, Func, Gpu, Llvm, MemRef];
}

def RematGpuLowerReductions : FuncPass<"remat-gpu-lower-reductions"> {
  let summary = "Reductions on buffers as launches in which threads combine";
  let description = [{
    In a function marked `remat_kernel`, a linalg op on buffers with one result,
    reduced loops and a combiner that takes elements in any order (`arith` sums,
    products, minima and maxima of floats and integers, `andi`, `ori`, `xori`),
    with any inputs and payload before it, becomes one `gpu.launch`, or two:

    - Rows: where most bytes are contiguous along a reduced loop, lanes go along
      it, in accesses of up to 16 bytes. 1 to 32 lanes, or a block of up to 1024
      threads, take a row; they combine by `gpu.shuffle`, and the warps of a
      block through workgroup memory.
    - Columns: where most bytes are contiguous along a parallel loop, lanes go
      along that one, and rows of threads share the reduced elements and combine
      through workgroup memory.
    - Several parts: in a `remat.with_workspace`, if there are few results for
      many elements, each block combines a part of them into the workspace, and
      a second launch combines the parts.

    The former result is combined once, at the end. The op's types alone fix the
    order of combination, which is not that of the loops: sums of floats round
    otherwise than one after another.

    Limits: static shapes. Ops that are not recognized, and columns that are
    short or so many that a thread each fills a GPU, are left for
    remat-gpu-lower-elementwise.

    ```mlir
    func.func private @remat_kernel_sum(%a: memref<512x4096xf32>, %b: memref<512xf32>)
        attributes {remat_kernel} {
      linalg.reduce { arith.addf } ins(%a : memref<512x4096xf32>)
                                   outs(%b : memref<512xf32>) dimensions = [1]
      return
    }
    ```

    becomes (256 threads a row, four accesses of 16 bytes each)

    ```mlir
    func.func private @remat_kernel_sum(...) attributes {remat_kernel} {
      ...
      gpu.launch blocks(...) in (%gx = %c512, %gy = %c1, %gz = %c1)
          threads(...) in (%sx = %c256, %sy = %c1, %sz = %c1)
          workgroup(%warps : memref<8xf32, #gpu.address_space<workgroup>>) {
        ...
        %0 = vector.load %row[%i] {alignment = 16 : i64}
            : memref<2097152xf32>, vector<4xf32>
        ...
        %s, %valid = gpu.shuffle xor %word, %c16, %c32 : i32
        ...
        gpu.terminator
      }
      return
    }
    ```
  }];
  let dependentDialects = [Arith, Gpu, Linalg, MemRef, Scf, Vector];
}

def RematGpuLowerElementwise : FuncPass<"remat-gpu-lower-elementwise"> {
  let summary = "Ops on buffers as launches with a thread for some elements";
  let description = [{
    In a function marked `remat_kernel`, every linalg op on buffers becomes one
    `gpu.launch`. Threads share the iterations of the parallel loops; reduced
    loops are loops in a thread, in the op's order, with the results in
    registers. Neighboring threads go along the loop that moves most bytes at
    unit stride. Loops that every operand walks as one are merged first: an
    elementwise op on contiguous buffers has one.

    - Where the results are contiguous and aligned (an identity layout: such
      buffers start at multiples of 256 bytes), a thread moves 16 bytes in an
      access, and single elements at the end. Other operands are read element by
      element.
    - Where an input is contiguous along another loop than the result, both are
      accessed in rows of 32 elements and meet in a tile of 32 by 33 elements in
      workgroup memory.

    A grid has one dimension; with more blocks than 2^31 - 1 each takes several.
    Indices have 32 bits where all of them fit.

    Limits: shapes that are not static are an error. A workspace is not used.

    ```mlir
    func.func private @remat_kernel_exp(%a: memref<64x128xf32>, %b: memref<64x128xf32>)
        attributes {remat_kernel} {
      linalg.exp ins(%a : memref<64x128xf32>) outs(%b : memref<64x128xf32>)
      return
    }
    ```

    becomes

    ```mlir
    func.func private @remat_kernel_exp(...) attributes {remat_kernel} {
      ...
      gpu.launch blocks(...) in (%gx = %c8, %gy = %c1, %gz = %c1)
          threads(...) in (%sx = %c256, %sy = %c1, %sz = %c1) {
        ...
        %0 = vector.load %in[%i] {alignment = 16 : i64}
            : memref<8192xf32>, vector<4xf32>
        ...
        vector.store %1, %out[%j] {alignment = 16 : i64}
            : memref<8192xf32>, vector<4xf32>
        gpu.terminator
      }
      return
    }
    ```
  }];
  let dependentDialects = [Arith, Gpu, MemRef, Scf, Vector];
}

def RematGpuLowerWarpOps : KernelPass<"remat-gpu-lower-warp-ops"> {
  let summary = "Lower reductions across a warp or a block to shuffles";
  let description = [{
    `gpu.subgroup_reduce` of scalars becomes a tree of `gpu.shuffle xor` over
    the 32 lanes of a warp, `gpu.all_reduce` shuffles and shared memory, by
    upstream's patterns, which no upstream pass applies. `math.fma` becomes one
    instruction; upstream calls CUDA's libdevice for it.

    Limits: scalars of 32 bits; `gpu.all_reduce` that is `uniform`.

    ```mlir
    gpu.module @kernels {
      gpu.func @sum(%a: memref<32xf32>) kernel {
        %i = gpu.thread_id x
        %x = memref.load %a[%i] : memref<32xf32>
        %sum = gpu.subgroup_reduce add %x : (f32) -> f32
        memref.store %sum, %a[%i] : memref<32xf32>
        gpu.return
      }
    }
    ```

    becomes

    ```mlir
    ...
        %x = memref.load %a[%i] : memref<32xf32>
        %0, %valid = gpu.shuffle xor %x, %c1, %c32 : f32
        %1 = arith.addf %x, %0 : f32
        %2, %valid2 = gpu.shuffle xor %1, %c2, %c32 : f32
        %3 = arith.addf %1, %2 : f32
        ...
    ```
  }];
  let dependentDialects = [Arith, ControlFlow, Gpu, Llvm, MemRef, Vector];
}

def RematGpuAttachTarget : ModulePass<"remat-gpu-attach-target"> {
  let summary = "Say for which chip the kernels are, after checking it";
  let description = [{
    Does the work of upstream's `nvvm-attach-target`, which compiles for some
    default chip, with a warning, if the named one does not exist; here that is
    an error. PTX versions follow from the chip. Kernels that call libdevice or
    are to be assembled need a toolkit.

    The toolkit is the given folder, else that of the environment's CUDA_ROOT,
    CUDA_HOME or CUDA_PATH, else that of the `ptxas` in PATH, else the default
    of CUDA's installer. If option or environment name a folder, all tools come
    from there.

    Limits: NVIDIA's chips from sm_80 on.

    ```mlir
    // remat-opt --remat-gpu-attach-target="chip=sm_90"
    module attributes {gpu.container_module} {
      gpu.module @remat_kernels {
      }
    }
    ```

    becomes

    ```mlir
    ...
      gpu.module @remat_kernels [#nvvm.target<O = 3, chip = "sm_90", features = "+ptx80">] {
    ...
    ```
  }];
  let options = [
    RematChip, RematFeatures, RematOptimization,
    Option<"format", "format", "std::string", "\"isa\"",
           "What the kernels are to become, whose tools must be there: isa "
           "(none), bin (ptxas), fatbin (ptxas and fatbinary)">,
    RematToolkit
  ];
  let dependentDialects = [Nvvm];
}

def RematGpuSerialize : ModulePass<"remat-gpu-serialize"> {
  let summary = "Translate kernels to PTX or machine code, without loose ends";
  let description = [{
    Runs upstream's `gpu-module-to-binary` with the toolkit that
    `remat-gpu-attach-target` finds. Fails, naming them, where a kernel calls
    undefined functions: a device would find them only when it loads the PTX.

    Formats: `isa` (PTX, which the driver compiles when it loads it), `bin`
    (machine code of one chip), `fatbin` (both).

    Limits: `bin` and `fatbin` need `ptxas` of a toolkit, `isa` does not.

    ```mlir
    // remat-opt --remat-gpu-attach-target --convert-gpu-to-nvvm --remat-gpu-serialize="format=isa"
    module attributes {gpu.container_module} {
      gpu.module @remat_kernels {
        gpu.func @scale(%f: f32) kernel { gpu.return }
      }
    }
    ```

    becomes

    ```mlir
    module attributes {gpu.container_module} {
      gpu.binary @remat_kernels [#gpu.object<#nvvm.target<O = 3, chip = "sm_80",
          features = "+ptx74">, ..., assembly = ...>]
    }
    ```
  }];
  let options = [
    Option<"format", "format", "std::string", "\"fatbin\"",
           "isa, bin or fatbin">,
    RematToolkit
  ];
  let dependentDialects = [Gpu, Nvvm];
}

def RematAddWorkspaces : FuncPass<"remat-add-workspaces"> {
  let summary = "Give ops the bytes that they need while they run";
  let description = [{
    Wraps each linalg op on buffers that needs a workspace on the target (a call
    of a library, a reduction in several parts) in a `remat.with_workspace`,
    with a buffer that is allocated before it and freed after it.
    `remat-place-buffers`, which runs later, gives it a place in the arena, and
    every peak counts it. Its bytes are those that the plan counted for the op
    on tensors. An op that has a workspace is left alone.

    Limits: ops that write one workspace each; buffers that are not placed yet.

    ```mlir
    // remat-opt --remat-add-workspaces="target=cuda"
    func.func @f(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
      linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>)
                    outs(%c : memref<64x64xf32>)
      return
    }
    ```

    becomes

    ```mlir
    ...
      %alloc = memref.alloc() {alignment = 256 : i64} : memref<49152xi8>
      remat.with_workspace %alloc : memref<49152xi8> {
        linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>)
            outs(%c : memref<64x64xf32>)
      }
      memref.dealloc %alloc : memref<49152xi8>
      return
    }
    ```
  }];
  let options = [RematTargetOfPlan];
  let dependentDialects = [MemRef, Remat];
}

def RematUnwrapWorkspaces : FuncPass<"remat-unwrap-workspaces"> {
  let summary = "Run ops without their workspaces";
  let description = [{
    Replaces each `remat.with_workspace` by the op in it: a step planned and
    placed for a GPU runs on the CPU, in the same arena.

    Limits: the bytes of the workspace stay allocated.

    ```mlir
    func.func @f(%w: memref<4096xi8>, %x: memref<4xf32>, %y: memref<4xf32>) {
      remat.with_workspace %w : memref<4096xi8> {
        linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
      }
      return
    }
    ```

    becomes

    ```mlir
    func.func @f(%w: memref<4096xi8>, %x: memref<4xf32>, %y: memref<4xf32>) {
      linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
      return
    }
    ```
  }];
}

def RematGpuLowerContractions : FuncPass<"remat-gpu-lower-contractions"> {
  let summary = "Lower matrix products and convolutions to tiled GPU kernels";
  let description = [{
    In functions marked `remat_kernel`, a linalg op on buffers that adds
    products of two inputs to its output becomes one `gpu.launch`, or two:
    `linalg.matmul`, `linalg.batch_matmul` (with any indexing maps),
    convolutions and `linalg.generic`. All are matrix products: the parallel
    loops of the left input alone are the rows, those of the right input the
    columns, those of both the batch, and the reduced loops the depth. The
    operands are addressed through their indexing maps: no input is copied.

    Each block computes one tile of rows and columns, whose shape follows from
    the sizes. It walks through the depth in steps that are copied to shared
    memory while the step before is computed, with its sums in registers. f32
    and f64 are computed by fused multiply-adds (one rounding each), f16 and
    bf16 by tensor cores, with sums in f32 that are converted once, at the end;
    f32 by tensor cores as well with `tf32`. With `wgmma`, the tensor cores of
    sm_90a read large tiles of f16 and bf16 from shared memory themselves. If
    the output is small and the depth is not, groups of a block's threads sum
    slices of the depth, and the sums are added in order. The former output is
    added last, unless a fill of zeros stands directly before the op: then the
    fill goes, and the output is overwritten. A result depends on the op and the
    options alone.

    In a `remat.with_workspace` that holds several partial results of each
    element, the depth is split into as many parts, each with blocks of its own;
    a second `gpu.launch` adds the parts in order.

    Beside arith, math, memref, scf and vector ops the kernels use: `gpu.launch`
    with dynamic shared memory, `gpu.dynamic_shared_memory`, `gpu.barrier`,
    block and thread ids in x; `nvgpu.ldmatrix` of 4 tiles of f16 or bf16 on
    one-dimensional memrefs, transposed or not; `nvgpu.mma.sync` of 16x8x16 (f16
    or bf16, sums in f32) and, with `tf32`, of 16x8x8 with `tf32Enabled`;
    `nvgpu.device_async_copy` of 8 elements (16 bytes, `bypassL1`), with
    `srcElements` of 0 or 8 where the tile may be outside the operand;
    `nvgpu.device_async_create_group` of all copies since the last one;
    `nvgpu.device_async_wait` with `numGroups`. With `wgmma`: `nvvm.wgmma.*`,
    `nvvm.fence.proxy` and an `llvm.inline_asm` that waits for the products.

    Limits: static shapes (offsets may be dynamic) in memory space 0; f16, bf16,
    f32 and f64; linear indexing maps; a payload that multiplies its two inputs,
    extended or not, and adds; at least 8 rows, columns and reduced iterations.
    Buffers begin at multiples of 256 bytes where their type's offset is 0. All
    else is left alone, for other passes. A `remat.with_workspace` around the op
    goes.

    ```mlir
    func.func private @remat_kernel_matmul(%a: memref<512x512xf32>, %b: memref<512x512xf32>,
                                           %c: memref<512x512xf32>)
        attributes {remat_kernel} {
      linalg.matmul ins(%a, %b : memref<512x512xf32>, memref<512x512xf32>)
                    outs(%c : memref<512x512xf32>)
      return
    }
    ```

    becomes

    ```mlir
    ...
      gpu.launch blocks(...) in (%gx = %c256, %gy = %c1, %gz = %c1)
          threads(...) in (%sx = %c256_0, %sy = %c1, %sz = %c1)
          dynamic_shared_memory_size %bytes {
        ...
        %sums:4 = scf.for %step = %from to %to step %one iter_args(...) -> (...) : i32 {
          ...
          %0 = math.fma %a0, %b0, %sum0 : vector<4xf32>
          ...
        }
        ...
        gpu.terminator
      } {remat_contraction = "fma 32x32x32, 4x4 a thread, 4 slices"}
      return
    }
    ```
  }];
  let options = [
    Option<"tensorCores", "tensor-cores", "bool", "true",
           "Whether f16 and bf16 are multiplied by tensor cores">,
    Option<"wgmma", "wgmma", "bool", "false",
           "Whether tensor cores read large tiles from shared memory, which "
           "only sm_90a can">,
    RematTf32,
    Option<"tile", "tile", "std::string", "\"\"",
           "Only tiles of so many rows and columns, such as 64x64, for "
           "measurements; what has no such tile is left alone">
  ];
  let dependentDialects = [Arith, Gpu, Llvm, Math, MemRef, NvGpu, Nvvm, Scf, Vector];
}

def RematGpuLowerBf16Mma : KernelPass<"remat-gpu-lower-bf16-mma"> {
  let summary = "Lower products of bf16 fragments to NVVM";
  let description = [{
    `nvgpu.mma.sync` becomes `nvvm.mma.sync`, whose registers hold two elements
    each as an i32. Runs before upstream's `convert-nvgpu-to-nvvm`, which does
    so for f16, tf32, f64 and integers.

    Limits: 16x8x16 with inputs in bf16 and sums in f32; all else is left alone.

    ```mlir
    gpu.module @kernels {
      func.func @product(%a: vector<4x2xbf16>, %b: vector<2x2xbf16>, %c: vector<2x2xf32>)
          -> vector<2x2xf32> {
        %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]}
            : (vector<4x2xbf16>, vector<2x2xbf16>, vector<2x2xf32>) -> vector<2x2xf32>
        return %d : vector<2x2xf32>
      }
    }
    ```

    becomes

    ```mlir
    ...
        %0 = vector.extract %a[0] : vector<2xbf16> from vector<4x2xbf16>
        %1 = llvm.bitcast %0 : vector<2xbf16> to i32
        ...
        %d = nvvm.mma.sync A[%1, ...] B[...] C[...] {...,
            multiplicandAPtxType = #nvvm.mma_type<bf16>, ...}
            : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
        ...
    ```
  }];
  let dependentDialects = [Arith, Llvm, Nvvm, Vector];
}

def RematGpuEmulate : ModulePass<"remat-gpu-emulate"> {
  let summary = "Make functions of the host that do what kernels do";
  let description = [{
    For tests without a GPU. For each kernel of the module's `gpu.module`s, once
    outlined and before warps, tensor cores and address spaces are lowered, adds
    a function `remat_emulated_NAME` that does the work of one thread. Device
    operations become calls of the emulator (runtime/cuda/emulator/Emulator.h):
    indices, barriers, shared memory, `gpu.shuffle`, `nvgpu.ldmatrix`,
    `nvgpu.mma.sync` (m16n8k16 and m16n8k8 of f16 and bf16, m16n8k8 and m16n8k4
    of tf32, m8n8k4 of f64) and asynchronous copies. `gpu.subgroup_reduce` and
    `gpu.all_reduce` become shuffles by upstream's patterns: sums are taken in a
    GPU's order. Accesses that promise an alignment are checked to have it.

    A second function, `remat_emulated_NAME__entry`, takes the parameters of
    cuLaunchKernel: an array of pointers, one to each field of each argument.

    With `launch`, each `gpu.launch_func` becomes a call that runs the kernel at
    once, so that the module runs without any driver, real or emulated.

    Limits: other operations of the gpu, nvgpu and nvvm dialects are errors; so
    are asynchronous launches and clusters with `launch`.

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
    ...
    func.func @remat_emulated_scale(%a: memref<256xf32>, %f: f32) {
      %c0 = arith.constant 0 : i32
      %0 = call @rematEmulatorThreadId(%c0) : (i32) -> i64
      %i = arith.index_cast %0 : i64 to index
      %x = memref.load %a[%i] : memref<256xf32>
      %y = arith.mulf %x, %f : f32
      memref.store %y, %a[%i] : memref<256xf32>
      return
    }
    func.func @remat_emulated_scale__entry(%parameters: !llvm.ptr) {
    ...
    ```
  }];
  let options = [
    Option<"launch", "launch", "bool", "false",
           "Run kernels where they are launched, without a driver">
  ];
  let dependentDialects = [Arith, Func, Llvm, MemRef, Vector];
}

#endif // REMAT_CONVERSION_GPUPASSES_TD
