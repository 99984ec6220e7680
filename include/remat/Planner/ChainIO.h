//===- ChainIO.h - Chains as JSON and as graphs -----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Schema: docs/chain-format.md.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_CHAINIO_H
#define REMAT_PLANNER_CHAINIO_H

#include "remat/Planner/Chain.h"
#include "remat/Planner/GraphIO.h"

namespace mlir::remat::planner {

/// The text is a JSON object with the key `stages` or `a0`, without `ops` and
/// `values`. O(size).
bool isChainFile(llvm::StringRef json);

/// `warn` hears of unknown keys, and of an ā up to a hundredth smaller than its
/// part a, which is then taken to be as large. Errors name the key and the
/// stage: a smaller ā, sizes negative or over 2^60 together, times negative or
/// over 1e18, missing stages or not `L` of them. O(size).
llvm::Expected<Chain> readChain(llvm::StringRef json, WarningHandler warn);

/// For each of n stages a forward task F^l of id l, with a variant F_ck that
/// makes a^l alone, and a backward task B^l of id n+l. A schedule of the chain
/// is a plan of this graph with the same peak and time. Errors: negative
/// workspaces, gradients that pass a backward. O(stages).
llvm::Expected<Graph> chainToGraph(const Chain &chain);

/// Steps of a plan for the graph of `chain`, as operations. F^l is F_all if the
/// backward of its stage needs its saved values; else F_ck if its input is read
/// again, F_∅ if not. O(operations).
std::vector<ChainOp> stepsToChainOps(const Chain &chain,
                                     llvm::ArrayRef<Step> steps);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_CHAINIO_H
