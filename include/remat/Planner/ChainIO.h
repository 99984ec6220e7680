//===- ChainIO.h - Chains as JSON and as graphs -----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/chain-format.md is the schema.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_CHAINIO_H
#define REMAT_PLANNER_CHAINIO_H

#include "remat/Planner/Chain.h"
#include "remat/Planner/GraphIO.h"

namespace mlir::remat::planner {

/// Whether the text is a JSON object with the key `stages` or `a0`, without
/// `ops` and `values`. O(size).
bool isChainFile(llvm::StringRef json);

/// Reads a chain file. `warn` hears of unknown keys, and of an ā up to a
/// hundredth smaller than its part a, which is then taken to be as large.
/// Errors name the key and the stage: a smaller ā, sizes that are negative or
/// over 2^60 together, times that are negative or over 1e18, stages that are
/// missing or not as many as `L` says. O(size).
llvm::Expected<Chain> readChain(llvm::StringRef json, WarningHandler warn);

/// The step that a chain is: for each of n stages a forward task F^l of id l,
/// with a variant F_ck that makes a^l alone, and a backward task B^l of id n+l.
/// A schedule of the chain is a plan of this graph with the same peak and time.
/// Errors: negative workspaces, gradients that pass a backward. O(stages).
llvm::Expected<Graph> chainToGraph(const Chain &chain);

/// The steps of a plan for the graph of `chain`, as operations. A run of F^l is
/// F_all if the backward of its stage needs what it saves; otherwise F_ck if
/// its input is read again, and F_∅ if not. O(operations).
std::vector<ChainOp> stepsToChainOps(const Chain &chain,
                                     llvm::ArrayRef<Step> steps);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_CHAINIO_H
