//===- Passes.td - Passes on tensors -----------------------*- tablegen -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TRANSFORMS_PASSES_TD
#define REMAT_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def RematIsolateDestinations
    : Pass<"remat-isolate-destinations", "::mlir::func::FuncOp"> {
  let summary = "Give every destination-passing op a destination of its own";
  let description = [{
    Makes what bufferization will allocate a plain reading of the IR: one
    buffer for each storage, none by surprise. It runs before a plan is made,
    so that the plan sees the destinations, and again where lowering starts,
    because CSE, canonicalization and loop-invariant code motion merge empties
    and fills. It is idempotent.

    Afterwards:

    - The operand that an op writes to (an *init*: `outs` of linalg ops, the
      destination of `tensor.insert_slice` and `tensor.insert`, an init of
      `scf.for`) is made directly before the op and used by nothing else. It
      is a *preparation*: `tensor.empty`; a `linalg.fill` of one (also in place
      of a splat constant); a `linalg.copy` into one, where the op reads an
      init that was computed elsewhere, is an argument or a constant; or a
      chain of `tensor.insert_slice` and `tensor.insert` ops that ends in one
      of these, each with the next as its single use (a concatenation is one
      storage, made in place). A `remat.barrier` in a preparation is dropped.
      An init whose value is not read becomes a `tensor.empty`.
    - The result of such an op lies in the storage of its init. The other
      storages are made by `tensor.pad`, `tensor.generate`,
      `tensor.from_elements`, calls, `scf.if`, `scf.index_switch`,
      `scf.execute_region` and `scf.while`: one for each result.
    - `tensor.extract_slice`, `tensor.expand_shape`, `tensor.collapse_shape`,
      `tensor.cast` and `remat.barrier` are views. Where a strided slice cannot
      be collapsed without a copy, the copy (`linalg.copy`) is explicit.
    - A tensor carried by `scf.for` has one storage, made before the loop. The
      body either updates it in place (the yielded value is made by a
      destination-passing op, or a chain of preparations, whose init is the
      region argument and nothing reads the argument afterwards) or ends with
      a `linalg.copy` of the yielded value into the region argument. The loop
      allocates nothing that outlives an iteration.
    - What a branch of `scf.if` yields, and each turn of `scf.while`, is a
      storage made in that region, for this purpose or as a result of an op
      there.
    - Each result of the function is a storage of its own and contiguous:
      arguments, constants, duplicates and slices are copied.
    - A `tensor.empty` that is read (the window of a pooling op) is made
      directly before its reader and lives only through it: workspace.

    Elementwise `arith` and `math` ops on tensors, `arith.select` with a scalar
    condition, `tensor.concat` and `tensor.splat` become linalg ops and
    `tensor.insert_slice` first.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

#endif // REMAT_TRANSFORMS_PASSES_TD
