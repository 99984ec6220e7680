//===- LayeredGraphs.h - Generated training steps of any size ---*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Training steps of eight kinds of networks, with as many ops as asked for:
// what planners are timed on, and tested where real steps are too small. Same
// arguments, same graph, on any machine.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_BENCHMARKS_LAYEREDGRAPHS_H
#define REMAT_BENCHMARKS_LAYEREDGRAPHS_H

#include "remat/Planner/Graph.h"

namespace mlir::remat::planner {

enum class LayeredKind {
  /// Bottleneck blocks in four stages, as in ResNet-50 and deeper (He et al.
  /// 2016, table 1).
  Residual,
  /// Layers that read the concatenation of all before them in their block, with
  /// transitions between blocks, as in DenseNet-BC (Huang et al. 2017).
  Dense,
  /// Levels of convolutions down and up again, with concatenations across, as
  /// in U-Net (Ronneberger et al. 2015).
  UShaped,
  /// Attention and feed-forward blocks on a residual stream, the embedding used
  /// again as the output projection, as in GPT-2.
  Transformer,
  // Recurrent networks, unrolled (RecurrentGraphs.h).
  LSTM,
  GRU,
  TreeLSTM,
  EncoderDecoder
};

/// All kinds, in the order of the enumeration.
llvm::ArrayRef<LayeredKind> layeredKinds();

/// residual, dense, u-shaped, transformer, lstm, gru, tree-lstm,
/// encoder-decoder.
llvm::StringRef stringifyLayeredKind(LayeredKind kind);

/// The least and the most ops that can be asked for.
constexpr int64_t minLayeredOps = 100;
constexpr int64_t maxLayeredOps = 1000000;

/// A finalized training step of about `ops` ops: forward, and backward for all
/// but the inputs. It has whole blocks only, so that the number of ops is off
/// by half a block's, above 1,000 ops by a few percent at most.
///
/// The seed chooses batch, resolution, widths, element type and variants of the
/// blocks; blocks of the same stage are alike, as in real networks. Sizes are
/// bytes as tensors of such shapes have. Times are nanoseconds on a roofline
/// of 100 TFLOP/s and 1 TB/s with 2 µs for a launch: FLOPs for convolutions and
/// products of matrices, bytes for the rest. Backward tasks read what
/// frameworks keep for them; gradients of values with several readers
/// accumulate. Errors: `ops` out of the range above. O(ops), for `Dense` times
/// the layers of a block.
llvm::Expected<Graph> makeLayeredGraph(LayeredKind kind, int64_t ops,
                                       uint64_t seed);

} // namespace mlir::remat::planner

#endif // REMAT_BENCHMARKS_LAYEREDGRAPHS_H
