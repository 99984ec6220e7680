//===- Passes.td - Passes on buffers -----------------------*- tablegen -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_CONVERSION_PASSES_TD
#define REMAT_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def RematFreeAfterLastUse
    : Pass<"remat-free-after-last-use", "::mlir::func::FuncOp"> {
  let summary = "Free each buffer directly after its last use";
  let description = [{
    Moves every `memref.dealloc` up to directly after the last op of its block
    that uses the buffer or a view of it. The upstream deallocation pipeline
    frees at the end of the block; `optimize-allocation-liveness` moves the
    deallocations of `memref.alloc` alone, this pass also those of what a call
    or an `scf.if` returns.

    Limits: a deallocation under a condition of its own stays where it is.

    ```mlir
    %0 = scf.if %c -> (memref<4xf32>) { ... }
    linalg.exp ins(%0 : memref<4xf32>) outs(%1 : memref<4xf32>)
    linalg.negf ins(%1 : memref<4xf32>) outs(%2 : memref<4xf32>)
    memref.dealloc %0 : memref<4xf32>
    ```

    becomes

    ```mlir
    %0 = scf.if %c -> (memref<4xf32>) { ... }
    linalg.exp ins(%0 : memref<4xf32>) outs(%1 : memref<4xf32>)
    memref.dealloc %0 : memref<4xf32>
    linalg.negf ins(%1 : memref<4xf32>) outs(%2 : memref<4xf32>)
    ```
  }];
}

def RematOutlineKernels : Pass<"remat-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "Move each linalg op on buffers to a function of its own";
  let description = [{
    Every linalg op on memrefs and every `memref.copy` of a static shape moves
    to a private function marked `remat_kernel`, and a call takes its place.
    Ops that compute the same way on operands of the same types share one
    kernel: a training step repeats few shapes many times.

    LLVM's optimizer is superlinear in the size of a function. Kernels are
    small and worth optimizing; what remains (the driver: allocations, calls,
    control flow) is large and not worth it, so it is marked `optnone` and
    `noinline`.

    Kernels whose operands all have static layouts take bare pointers
    (`llvm.bareptr`). Pointer arguments are `noalias` where no other operand can
    share the buffer that is written: allocations of the same function, globals,
    and arguments of a public function that nothing in the module refers to. The
    caller of such a function must give each argument a buffer of its own, as
    `remat-run` does; arguments of other functions may overlap.
  }];
  let dependentDialects = [
    "::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect"
  ];
}

def RematLowerKernels : Pass<"remat-lower-kernels", "::mlir::func::FuncOp"> {
  let summary = "Lower linalg ops on buffers to loops that LLVM can vectorize";
  let description = [{
    Lowers the linalg ops in a function to `scf.for` nests. The order of the
    loops and how many iterations of a parallel loop are jammed together depend
    on the strides of the operands: a parallel loop of unit stride innermost
    where there is one, so that LLVM vectorizes it; otherwise the last
    reduction, with several independent accumulators.

    Reduction loops keep their relative order, each element of a result is
    accumulated by one chain of operations in that order, and nothing is
    reassociated. So the bits of a result depend on the op alone: not on the
    loop order that was chosen, on what was fused into the op, or on how it is
    vectorized.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def RematStripAnnotations
    : Pass<"remat-strip-annotations", "::mlir::ModuleOp"> {
  let summary = "Drop the attributes of the remat dialect";
  let description = [{
    Removes every `remat.*` attribute from operations and from the arguments and
    results of functions: what they say about tensors does not hold of what
    these are lowered to.
  }];
}

def RematMathToCalls : Pass<"remat-math-to-calls", "::mlir::ModuleOp"> {
  let summary = "Lower transcendental math ops to calls of libm";
  let description = [{
    `math` ops that one instruction does not compute exactly become calls of
    libm, so that a scalar and a vectorized loop, folded and not folded,
    compute the same bits. Those that are exact (`math.sqrt`, `math.absf`,
    `math.floor`, `math.fma`, ...) are left to `convert-math-to-llvm`.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
}

#endif // REMAT_CONVERSION_PASSES_TD
