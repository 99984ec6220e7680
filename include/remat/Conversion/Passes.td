//===- Passes.td - Passes on buffers -----------------------*- tablegen -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_CONVERSION_PASSES_TD
#define REMAT_CONVERSION_PASSES_TD

include "remat/Support/Options.td"

class FuncPass<string argument> : Pass<argument, "::mlir::func::FuncOp">;
class ModulePass<string argument> : Pass<argument, "::mlir::ModuleOp">;
class KernelPass<string argument> : Pass<argument, "::mlir::gpu::GPUModuleOp">;

defvar Affine = "::mlir::affine::AffineDialect";
defvar Arith = "::mlir::arith::ArithDialect";
defvar ControlFlow = "::mlir::cf::ControlFlowDialect";
defvar Func = "::mlir::func::FuncDialect";
defvar Gpu = "::mlir::gpu::GPUDialect";
defvar Linalg = "::mlir::linalg::LinalgDialect";
defvar Llvm = "::mlir::LLVM::LLVMDialect";
defvar Math = "::mlir::math::MathDialect";
defvar MemRef = "::mlir::memref::MemRefDialect";
defvar NvGpu = "::mlir::nvgpu::NVGPUDialect";
defvar Nvvm = "::mlir::NVVM::NVVMDialect";
defvar Remat = "::mlir::remat::RematDialect";
defvar Scf = "::mlir::scf::SCFDialect";
defvar Vector = "::mlir::vector::VectorDialect";

def RematFreeAfterLastUse : FuncPass<"remat-free-after-last-use"> {
  let summary = "Free each buffer directly after its last use";
  let description = [{
    Moves every `memref.dealloc` to directly after the last op of its block that
    uses the buffer or a view of it. Upstream's deallocation pipeline frees at
    the end of the block; its `optimize-allocation-liveness` moves deallocations
    of `memref.alloc` alone, this pass also those of the results of calls and of
    `scf.if`.

    Limits: a deallocation under a condition of its own stays where it is.

    ```mlir
    func.func @f(%c: i1, %x: memref<4xf32>, %y: memref<4xf32>) {
      %0 = scf.if %c -> (memref<4xf32>) {
        %a = memref.alloc() : memref<4xf32>
        linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
        scf.yield %a : memref<4xf32>
      } else {
        %b = memref.alloc() : memref<4xf32>
        linalg.tanh ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
        scf.yield %b : memref<4xf32>
      }
      linalg.exp ins(%0 : memref<4xf32>) outs(%y : memref<4xf32>)
      linalg.negf ins(%y : memref<4xf32>) outs(%x : memref<4xf32>)
      memref.dealloc %0 : memref<4xf32>
      return
    }
    ```

    becomes

    ```mlir
    ...
      linalg.exp ins(%0 : memref<4xf32>) outs(%y : memref<4xf32>)
      memref.dealloc %0 : memref<4xf32>
      linalg.negf ins(%y : memref<4xf32>) outs(%x : memref<4xf32>)
      return
    }
    ```
  }];
}

def RematFreeBuffers : ModulePass<"remat-free-buffers"> {
  let summary = "Free what functions allocate, after its last use";
  let description = [{
    Frees each buffer in the block that owns it: the one that allocates it, that a
    call or a branch returns it to, or whose loop carries it. A function that
    shares a buffer in another way (a branch yields a new buffer or an argument)
    goes through upstream's `buffer-deallocation-pipeline`, whose frees may depend
    on conditions, and `remat-free-after-last-use`; if it was planned, that is a
    warning. Functions with workspaces (`remat.with_workspace`) free their buffers
    already, and are left alone.

    Limits: of a module's functions that allocate, all have workspaces or none.

    ```mlir
    func.func @f(%x: memref<4xf32>, %y: memref<4xf32>, %z: memref<4xf32>) {
      %0 = memref.alloc() : memref<4xf32>
      linalg.exp ins(%x : memref<4xf32>) outs(%0 : memref<4xf32>)
      linalg.exp ins(%0 : memref<4xf32>) outs(%y : memref<4xf32>)
      linalg.exp ins(%x : memref<4xf32>) outs(%z : memref<4xf32>)
      return
    }
    ```

    becomes

    ```mlir
    ...
      %alloc = memref.alloc() : memref<4xf32>
      linalg.exp ins(%x : memref<4xf32>) outs(%alloc : memref<4xf32>)
      linalg.exp ins(%alloc : memref<4xf32>) outs(%y : memref<4xf32>)
      memref.dealloc %alloc : memref<4xf32>
      linalg.exp ins(%x : memref<4xf32>) outs(%z : memref<4xf32>)
      return
    }
    ```
  }];
}

def RematOutlineKernels : ModulePass<"remat-outline-kernels"> {
  let summary = "Move each linalg op on buffers to a function of its own";
  let description = [{
    Every linalg op on memrefs and every `memref.copy` of a static shape moves
    to a private function marked `remat_kernel`, and a call takes its place.
    Equal ops on operands of equal types share one kernel: a training step
    repeats few shapes many times.

    LLVM's optimizer is superlinear in the size of a function. Kernels are small
    and worth optimizing; the rest (the driver: allocations, calls, control
    flow) is large and is not, so it is marked `optnone` and `noinline`.

    Kernels whose operands all have static layouts take bare pointers
    (`llvm.bareptr`). Pointer arguments are `noalias` where no other operand can
    share the buffer that is written: allocations of the same function, disjoint
    places in one arena (`memref.view` at constant offsets), globals, and
    arguments of a public function that nothing in the module refers to. The
    caller of such a function must give each argument a buffer of its own, as
    `remat-run` does; arguments of other functions may overlap.

    An op in `remat.with_workspace` moves with it; the workspace is one more
    argument.

    With `zero-fills`, a `linalg.fill` of zeros moves into the kernel of the
    contraction that adds to its buffer directly afterwards.

    Limits: static shapes; linalg ops on buffers.

    ```mlir
    func.func @f(%x: memref<4xf32>, %y: memref<4xf32>) {
      %0 = memref.alloc() : memref<4xf32>
      linalg.exp ins(%x : memref<4xf32>) outs(%0 : memref<4xf32>)
      linalg.exp ins(%0 : memref<4xf32>) outs(%y : memref<4xf32>)
      memref.dealloc %0 : memref<4xf32>
      return
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: memref<4xf32>, %y: memref<4xf32>)
        attributes {passthrough = ["noinline", "optnone"]} {
      %alloc = memref.alloc() : memref<4xf32>
      call @remat_kernel_exp(%x, %alloc) : (memref<4xf32>, memref<4xf32>) -> ()
      call @remat_kernel_exp(%alloc, %y) : (memref<4xf32>, memref<4xf32>) -> ()
      memref.dealloc %alloc : memref<4xf32>
      return
    }
    func.func private @remat_kernel_exp(%x: memref<4xf32> {llvm.noalias},
        %y: memref<4xf32> {llvm.noalias})
            attributes {llvm.bareptr, remat_kernel} {
      linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
      return
    }
    ```
  }];
  let options = [
    Option<"contiguousCopies", "contiguous-copies", "bool", "true",
           "Whether copies between contiguous buffers are kernels too; a GPU's "
           "driver copies these by itself">,
    Option<"ownGlobals", "own-globals", "bool", "false",
           "Whether kernels read globals by name instead of taking their "
           "addresses; a device has globals of its own">,
    Option<"zeroFills", "zero-fills", "bool", "false",
           "Whether a fill of zeros moves into the kernel of the contraction "
           "that adds to it directly afterwards; remat-gpu-lower-contractions "
           "then writes instead of adding">
  ];
  let dependentDialects = [Func, Linalg];
}

def RematLowerKernels : FuncPass<"remat-lower-kernels"> {
  let summary = "Lower linalg ops on buffers to loops that LLVM can vectorize";
  let description = [{
    Lowers the linalg ops in a function to `scf.for` nests. The strides of the
    operands decide on the order of the loops and on how many iterations of a
    parallel loop are jammed together: innermost is a parallel loop of unit
    stride, if there is one, so that LLVM vectorizes it; otherwise the last
    reduction, with several independent accumulators.

    Reduction loops keep their order, one chain of operations accumulates each
    element of a result in that order, and nothing is reassociated. So the bits
    of a result depend on the op alone: not on the loop order, on fusion into
    the op, or on vectorization.

    Limits: linalg ops on buffers. Ops on tensors are left alone.

    ```mlir
    func.func @kernel(%a: memref<8x16xf32>, %b: memref<8xf32>) {
      linalg.reduce { arith.addf } ins(%a : memref<8x16xf32>) outs(%b : memref<8xf32>)
          dimensions = [1]
      return
    }
    ```

    becomes a loop over the reduced dimension that adds to eight independent
    sums, one for each row:

    ```mlir
    ...
      scf.for %j = %from to %to step %one {
        ...
        %0 = memref.load %a[...] : memref<8x16xf32>
        ...
        %1 = memref.load %b[...] : memref<8xf32>
        ...
        %2 = arith.addf %1, %0 : f32
        memref.store %2, %b[...] : memref<8xf32>
        ...
      }
      return
    }
    ```
  }];
  let dependentDialects = [Affine, Arith, Linalg, MemRef, Scf];
}

def RematWriteInPlace : FuncPass<"remat-write-in-place"> {
  let summary = "Let elementwise ops write over operands that die there";
  let description = [{
    Where an elementwise linalg op is the last to use a buffer that the function
    allocated, and writes a buffer that is not used before, the result is
    written over the operand: its own allocation goes, the operand is freed
    where the result was. A copy from a buffer that dies there goes altogether.
    Run it on the final program, with all recomputations, once deallocations are
    at the last uses.

    An op is elementwise if all its loops are parallel, the result's indexing
    map is a permutation, the operand is read through the same map and no other,
    and the payload does not read the former result. The types are the same; a
    reshape of a whole buffer counts as the buffer.

    With `parallel-safe` every other reader of the operand must come before the
    op by data dependence: where independent ops run at once, no op waits for a
    buffer to be written over that did not wait before.

    Limits: both buffers are allocated in the block of the op and used in no
    other block of the body; the operand is freed in that block, once, and flows
    into no branch, loop or return. It is not written over where an op that may
    still run uses it: one that has a token or a stream (`gpu.launch_func
    async`, `async.execute`, or others with operands or results of types that
    are not builtin) or is in such an op, one that starts a transfer
    (`memref.dma_start`), or one that is not registered.

    ```mlir
    func.func @f(%x: memref<16xf32>) -> memref<16xf32> {
      %0 = memref.alloc() : memref<16xf32>
      linalg.exp ins(%x : memref<16xf32>) outs(%0 : memref<16xf32>)
      %1 = memref.alloc() : memref<16xf32>
      linalg.tanh ins(%0 : memref<16xf32>) outs(%1 : memref<16xf32>)
      memref.dealloc %0 : memref<16xf32>
      return %1 : memref<16xf32>
    }
    ```

    becomes

    ```mlir
    ...
      %alloc = memref.alloc() : memref<16xf32>
      linalg.exp ins(%x : memref<16xf32>) outs(%alloc : memref<16xf32>)
      linalg.tanh ins(%alloc : memref<16xf32>) outs(%alloc : memref<16xf32>)
      return %alloc : memref<16xf32>
    }
    ```
  }];
  let options = [
    Option<"parallelSafe", "parallel-safe", "bool", "false",
           "Write over an operand only where data dependence orders its other "
           "readers before">
  ];
}

def RematPlaceBuffers : ModulePass<"remat-place-buffers"> {
  let summary = "Give every buffer of a function its place in one arena";
  let description = [{
    Replaces every `memref.alloc` of a function by a `memref.view` at a constant
    offset of one arena: one allocation, whose size is known before the step
    runs. Buffers that are never alive at once share bytes. Allocations move to
    their first use before.

    Results lie in the arena too, so that the caller frees the arena, once, by
    any of them (`place-results=false` leaves them allocations of their own; if
    nothing in the arena is returned, the function frees it). With
    `arena-argument` the caller passes the arena as the last argument; with
    `place-arguments` the other arguments lie in it as well, at the offsets that
    `remat.argument_offsets` names.

    The function gets `remat.arena_bytes`, `remat.arena_alignment`,
    `remat.live_peak_bytes`, and `remat.target` if that is not `cpu`. Its peak
    is now its arena and what is resident beside it; `budget` and a later
    `remat-verify-budget` limit that. A function that has an arena of that size,
    and allocates nothing beside it but its results, is left as it is. Where
    `--remat-arena=fit` planned a function (`remat.arena_plan`), only that one is
    placed; other functions keep their allocations.

    Buffers in the host's memory (`#remat.host`) get places in a block of their
    own, which the function allocates there and frees at its end; its size is
    `remat.host_arena_bytes`.

    Limits: static shapes, one memory space beside the host's, one block, no
    calls of functions that allocate, no buffer that a loop carries from turn to
    turn unless it was allocated before the loop, no address that is taken,
    except to be compared to free a buffer or not, as the deallocation of what
    branches yield does (not where it hands addresses to a function: one buffer
    as several results).
    Buffers of asynchronous ops must be freed after the wait for these. All else
    is an error at the allocation, and nothing is rewritten.

    ```mlir
    func.func @f(%x: memref<16xf32>) -> memref<16xf32> {
      %0 = memref.alloc() : memref<16xf32>
      linalg.exp ins(%x : memref<16xf32>) outs(%0 : memref<16xf32>)
      %1 = memref.alloc() : memref<16xf32>
      linalg.tanh ins(%0 : memref<16xf32>) outs(%1 : memref<16xf32>)
      memref.dealloc %0 : memref<16xf32>
      return %1 : memref<16xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: memref<16xf32>) -> memref<16xf32>
        attributes {remat.arena_alignment = 64 : i64, remat.arena_bytes = 128 : i64, remat.live_peak_bytes = 128 : i64} {
      %alloc = memref.alloc() {alignment = 64 : i64} : memref<128xi8>
      %c0 = arith.constant 0 : index
      %c64 = arith.constant 64 : index
      %view = memref.view %alloc[%c0][] : memref<128xi8> to memref<16xf32>
      linalg.exp ins(%x : memref<16xf32>) outs(%view : memref<16xf32>)
      %view_0 = memref.view %alloc[%c64][] : memref<128xi8> to memref<16xf32>
      linalg.tanh ins(%view : memref<16xf32>) outs(%view_0 : memref<16xf32>)
      return %view_0 : memref<16xf32>
    }
    ```
  }];
  let options = [
    BudgetOption<"Bytes that the arena and what is resident beside it may need "
                 "together: 8GiB, 500MB, a byte count">,
    RematAlignment, RematSharing, RematPlacementEffort,
    Option<"placeResults", "place-results", "bool", "true",
           "Whether what the function returns lies in the arena">,
    Option<"arenaArgument", "arena-argument", "bool", "false",
           "Whether the arena is the last argument instead of an allocation">,
    Option<"placeArguments", "place-arguments", "bool", "false",
           "Whether the arguments lie in the arena too; needs arena-argument">,
    Option<"checked", "checked", "bool", "false",
           "Call rematArenaBegin, rematArenaAcquire, rematArenaRelease, ... of "
           "the runtime where lives begin and end, so that remat-run "
           "--check-arena can watch who owns which bytes">,
    RematTargetOfPlan
  ];
  let dependentDialects = [Arith, Func, MemRef, Remat];
}

def RematCheckCopies : FuncPass<"remat-check-copies"> {
  let summary = "Check that nothing disturbs copies to the host and back";
  let description = [{
    From `remat.copy_start` to `remat.copy_done` others run beside the copy.
    Meanwhile, an op that writes or frees the source, or that touches the target,
    is an error, with the copy in a note. So are a copy that nothing waits for, a
    wait for no copy, and a buffer of the host (`#remat.host`) that is an argument
    or a result, or that an op uses other than to allocate, view, copy or free it.
    Views of one buffer at known bytes, as `remat-place-buffers` makes them, are
    told apart by these.

    Changes nothing. Limits: a copy starts and ends in one block; arguments are
    taken to be buffers of their own. An op without declared effects is taken to
    write its buffers. O(ops beside copies · copies under way).

    ```mlir
    func.func @f(%x: memref<4xf32>, %y: memref<4xf32>) {
      %h = memref.alloc() : memref<4xf32, #remat.host>
      remat.copy_start %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
      linalg.exp ins(%y : memref<4xf32>) outs(%x : memref<4xf32>)
      remat.copy_done %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
      return
    }
    ```

    is refused:

    ```text
    example.mlir:4:3: error: 'linalg.exp' op writes, or frees, bytes that are still being copied; put the copy's remat.copy_done before it
      linalg.exp ins(%y : memref<4xf32>) outs(%x : memref<4xf32>)
      ^
    example.mlir:3:3: note: the copy starts here
      remat.copy_start %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
      ^
    ```
  }];
}

def RematLowerCopies : FuncPass<"remat-lower-copies"> {
  let summary = "Copy at once where there is one memory";
  let description = [{
    For the CPU: `remat.copy_start` becomes a `memref.copy`, `remat.copy_done`
    goes, and buffers in the host's memory (`#remat.host`) are like others.

    Limits: no argument or result of the function is in the host's memory.

    ```mlir
    func.func @f(%x: memref<4xf32>) {
      %h = memref.alloc() : memref<4xf32, #remat.host>
      remat.copy_start %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
      remat.copy_done %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
      memref.dealloc %h : memref<4xf32, #remat.host>
      return
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: memref<4xf32>) {
      %alloc = memref.alloc() : memref<4xf32>
      memref.copy %x, %alloc : memref<4xf32> to memref<4xf32>
      memref.dealloc %alloc : memref<4xf32>
      return
    }
    ```
  }];
  let dependentDialects = [MemRef];
}

def RematStripAnnotations : ModulePass<"remat-strip-annotations"> {
  let summary = "Drop the attributes of the remat dialect";
  let description = [{
    Removes every `remat.*` attribute from operations and from the arguments and
    results of functions: they hold of tensors, not of what these become.

    Limits: attributes alone; `remat.barrier` and `remat.release` stay.

    ```mlir
    func.func @f(%x: tensor<4xf32>) -> (tensor<4xf32>)
        attributes {remat.budget = 64 : i64} {
      %0 = math.exp %x {remat.policy = #remat.policy<save>} : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = math.exp %x : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    ```
  }];
}

def RematLowerPrints : FuncPass<"remat-lower-prints"> {
  let summary = "Print vectors element by element";
  let description = [{
    A function that prints vectors (`vector.print`) goes through
    `convert-vector-to-scf`, which makes loops of the prints; others stay as
    they are. Printed integers become i64, which the runtime prints.

    Limits: the loops take apart the other vectors of the function too.

    ```mlir
    func.func @f(%x: i8) {
      vector.print %x : i8
      return
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: i8) {
      %0 = arith.extsi %x : i8 to i64
      vector.print %0 : i64
      return
    }
    ```
  }];
}

def RematLowerSmallTypes : Pass<"remat-lower-small-types"> {
  let summary = "Compute floats of eight bits as wider ones";
  let description = [{
    Arithmetic and functions of floats of eight bits are computed in f32 and
    rounded after each op, by upstream's `arith-emulate-unsupported-floats` and
    `math-extend-to-supported-types`. Then `arith.extf` and `arith.truncf` of
    these types become integer arithmetic: extensions are exact, truncations
    round once, to nearest even; a number that is too large becomes infinite, or
    NaN in a type without infinities.

    Limits: scalars and vectors; `f8E8M0FNU` as upstream's `arith-expand` does
    it, which cuts the mantissa off; no other rounding modes.

    ```mlir
    func.func @f(%x: f8E5M2FNUZ) -> f32 {
      %0 = arith.extf %x : f8E5M2FNUZ to f32
      return %0 : f32
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: f8E5M2FNUZ) -> f32 {
      ...
      %0 = arith.bitcast %x : f8E5M2FNUZ to i8
      %1 = arith.extui %0 : i8 to i32
      %2 = arith.andi %1, %c127_i32 : i32
      %3 = arith.shli %2, %c21_i32 : i32
      %4 = arith.bitcast %3 : i32 to f32
      %5 = arith.mulf %4, %cst : f32
      ...
      return %12 : f32
    }
    ```
  }];
  let dependentDialects = [Arith, Math, Vector];
}

def RematMathToCalls : ModulePass<"remat-math-to-calls"> {
  let summary = "Lower transcendental math ops to calls of libm";
  let description = [{
    `math` ops that no instruction computes exactly become calls of libm, so
    that a scalar and a vectorized loop compute the same bits. Exact ones
    (`math.sqrt`, `math.absf`, `math.floor`, `math.fma`, ...) are left to
    `convert-math-to-llvm`.

    Limits: f32 and f64; narrower floats are computed as f32.

    ```mlir
    func.func @f(%x: f32) -> f32 {
      %0 = math.tanh %x : f32
      %1 = math.sqrt %0 : f32
      return %1 : f32
    }
    ```

    becomes

    ```mlir
    func.func private @tanhf(f32) -> f32 attributes {llvm.readnone}
    func.func @f(%x: f32) -> f32 {
      %0 = call @tanhf(%x) : (f32) -> f32
      %1 = math.sqrt %0 : f32
      return %1 : f32
    }
    ```
  }];
  let dependentDialects = [Arith, Func, Scf, Vector];
}

include "remat/Conversion/GpuPasses.td"

#endif // REMAT_CONVERSION_PASSES_TD
