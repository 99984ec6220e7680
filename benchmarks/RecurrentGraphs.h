//===- RecurrentGraphs.h ----- Unrolled recurrent networks -----*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_BENCHMARKS_RECURRENTGRAPHS_H
#define REMAT_BENCHMARKS_RECURRENTGRAPHS_H

#include "remat/Planner/Graph.h"
#include "remat/Support/SplitMix64.h"

namespace mlir::remat::planner {

// Steps of recurrent networks, unrolled. The weights are shared, so that their
// gradients accumulate over all turns. The random numbers choose batch, width,
// element type, and whether there is a loss for each turn (node) or one at the
// end. O(turns), with attention times turns.

/// `turns` turns of an LSTM (Hochreiter and Schmidhuber 1997).
llvm::Expected<Graph> makeLSTM(int64_t turns, SplitMix64 random);

/// `turns` turns of a GRU (Cho et al. 2014).
llvm::Expected<Graph> makeGRU(int64_t turns, SplitMix64 random);

/// A binary tree LSTM over `leaves` leaves (Tai et al. 2015), of random shape.
llvm::Expected<Graph> makeTreeLSTM(int64_t leaves, SplitMix64 random);

/// An LSTM that reads `turns` tokens and one that writes as many and attends to
/// all states of the first (Luong et al. 2015).
llvm::Expected<Graph> makeEncoderDecoder(int64_t turns, SplitMix64 random);

} // namespace mlir::remat::planner

#endif // REMAT_BENCHMARKS_RECURRENTGRAPHS_H
