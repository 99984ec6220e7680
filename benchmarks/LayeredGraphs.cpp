//===- LayeredGraphs.cpp - Generated training steps of any size -------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayeredGraphs.h"
#include "LayeredStepBuilder.h"
#include "RecurrentGraphs.h"
#include "SequenceBuilder.h"

#include <cmath>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;

namespace {

using Op = LayeredOp;

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//

/// A batch of images with some channels.
struct Images {
  ValueId value;
  int64_t channels;
  /// Height times width times batch.
  int64_t pixels;
};

/// The vocabulary of convolutional networks.
class ImageBuilder : public LayeredStepBuilder {
public:
  explicit ImageBuilder(int64_t elementBytes) : elementBytes(elementBytes) {}

  Images images(int64_t channels, int64_t pixels) {
    return {input(channels * pixels * elementBytes), channels, pixels};
  }
  /// A convolution of size `width`², with one output pixel for `shrink` pixels.
  Images convolve(Images in, int64_t channels, int64_t width,
                  int64_t shrink = 1) {
    const int64_t taps = in.channels * channels * width * width;
    const int64_t pixels = in.pixels / shrink;
    Op op{"conv", {in.value, param(taps * 4)}, size(channels, pixels)};
    op.flops = 2.0 * taps * pixels;
    op.keepsInputs = true;
    return {add(std::move(op)), channels, pixels};
  }
  /// A transposed convolution that doubles height and width.
  Images enlarge(Images in, int64_t channels) {
    const int64_t taps = in.channels * channels * 4;
    Op op{"deconv", {in.value, param(taps * 4)}, size(channels, 4 * in.pixels)};
    op.flops = 2.0 * taps * in.pixels;
    op.keepsInputs = true;
    return {add(std::move(op)), channels, 4 * in.pixels};
  }
  Images normalize(Images in) {
    Op op{"batch_norm", {in.value, param(in.channels * 8)}, bytesOf(in.value)};
    op.keepsInputs = true;
    op.savedBytes = in.channels * 8;
    return {add(std::move(op)), in.channels, in.pixels};
  }
  Images relu(Images in) {
    Op op{"relu", {in.value}, bytesOf(in.value)};
    op.keepsResult = true;
    return {add(std::move(op)), in.channels, in.pixels};
  }
  Images dropout(Images in) {
    Op op{"dropout", {in.value}, bytesOf(in.value)};
    op.savedBytes = in.channels * in.pixels;
    return {add(std::move(op)), in.channels, in.pixels};
  }
  /// The largest or the mean of each square of `shrink` pixels.
  Images pool(Images in, int64_t shrink, bool isMean) {
    Op op{isMean ? "mean_pool" : "max_pool",
          {in.value},
          size(in.channels, in.pixels / shrink)};
    op.keepsInputs = op.keepsResult = !isMean;
    return {add(std::move(op)), in.channels, in.pixels / shrink};
  }
  Images sum(Images a, Images b) {
    return {add({"add", {a.value, b.value}, bytesOf(a.value)}), a.channels,
            a.pixels};
  }
  Images concatenate(ArrayRef<Images> parts) {
    Op op{"concat", {}, 0};
    int64_t channels = 0;
    for (const Images &part : parts) {
      op.inputs.push_back(part.value);
      op.bytes += bytesOf(part.value);
      channels += part.channels;
    }
    return {add(std::move(op)), channels, parts[0].pixels};
  }
  Images convolveNormalizeRelu(Images in, int64_t channels, int64_t width,
                               int64_t shrink = 1) {
    return relu(normalize(convolve(in, channels, width, shrink)));
  }
  Images normalizeReluConvolve(Images in, int64_t channels, int64_t width) {
    return convolve(relu(normalize(in)), channels, width);
  }
  /// A class for each image, or each pixel if pixels == in.pixels.
  Expected<Graph> classify(Images in, int64_t pixels, int64_t classes) {
    if (in.pixels != pixels)
      in = pool(in, in.pixels / pixels, /*isMean=*/true);
    in = convolve(in, classes, 1);
    Op op{"cross_entropy", {in.value, input(pixels * 4)}, 4};
    op.keepsInputs = true;
    return finish(add(std::move(op)));
  }

private:
  int64_t size(int64_t channels, int64_t pixels) const {
    return channels * pixels * elementBytes;
  }

  const int64_t elementBytes;
};

/// How many of `count` things fall to the part-th of parts of these weights.
/// All are given out.
int64_t shareOf(int64_t count, ArrayRef<int64_t> weights, size_t part) {
  int64_t before = 0, total = 0;
  for (auto [i, weight] : enumerate(weights)) {
    before += i < part ? weight : 0;
    total += weight;
  }
  return count * (before + weights[part]) / total - count * before / total;
}

Expected<Graph> makeResidual(int64_t blocks, SplitMix64 random) {
  const int64_t batch = pick(random, {16, 32, 64, 128});
  const int64_t side = pick(random, {192, 224, 256});
  const int64_t width = pick(random, {64, 64, 96, 128});
  // ResNet-50, -101 and -152.
  const int64_t third = pick(random, {6, 23, 36});
  const int64_t weights[] = {3, third == 36 ? 8 : 4, third, 3};
  ImageBuilder builder(pick(random, {2, 4}));

  Images x = builder.images(3, batch * side * side);
  x = builder.convolveNormalizeRelu(x, width, 7, 4);
  x = builder.pool(x, 4, /*isMean=*/false);
  for (size_t stage = 0; stage != 4; ++stage)
    for (int64_t i = 0, e = shareOf(blocks, weights, stage); i != e; ++i) {
      const int64_t inner = width << stage;
      const int64_t shrink = i == 0 && stage != 0 ? 4 : 1;
      Images y = builder.convolveNormalizeRelu(x, inner, 1);
      y = builder.convolveNormalizeRelu(y, inner, 3, shrink);
      y = builder.normalize(builder.convolve(y, 4 * inner, 1));
      if (x.channels != y.channels || shrink != 1)
        x = builder.normalize(builder.convolve(x, 4 * inner, 1, shrink));
      x = builder.relu(builder.sum(y, x));
    }
  return builder.classify(x, batch, 1000);
}

Expected<Graph> makeDense(int64_t layers, SplitMix64 random) {
  const int64_t batch = pick(random, {16, 32, 64});
  const int64_t side = pick(random, {128, 224, 256});
  const int64_t growth = pick(random, {24, 32, 48});
  const int64_t depth = pick(random, {12, 16, 24});
  const bool drops = flip(random);
  ImageBuilder builder(pick(random, {2, 4}));

  Images x = builder.images(3, batch * side * side);
  x = builder.convolveNormalizeRelu(x, 2 * growth, 7, 4);
  x = builder.pool(x, 4, /*isMean=*/false);
  // A block's layers read all before them: blocks stay as deep as they are in
  // real networks, and there are more of them. The resolution falls three times
  // on the way.
  const int64_t blocks = std::max<int64_t>(layers / depth, 1);
  for (int64_t block = 0; block != blocks; ++block) {
    std::vector<Images> features{x};
    const int64_t end = layers * (block + 1) / blocks;
    for (int64_t i = layers * block / blocks; i != end; ++i) {
      Images y = features.size() == 1 ? x : builder.concatenate(features);
      y = builder.normalizeReluConvolve(y, 4 * growth, 1);
      y = builder.normalizeReluConvolve(y, growth, 3);
      features.push_back(drops ? builder.dropout(y) : y);
    }
    x = features.size() == 1 ? x : builder.concatenate(features);
    if (block + 1 == blocks)
      break;
    // Half of the channels go on, and no more than three layers add.
    x = builder.normalizeReluConvolve(
        x, std::min<int64_t>(x.channels / 2, depth * growth), 1);
    if (block * 4 / blocks != (block + 1) * 4 / blocks)
      x = builder.pool(x, 4, /*isMean=*/true);
  }
  return builder.classify(builder.relu(builder.normalize(x)), batch, 1000);
}

Expected<Graph> makeUShaped(int64_t blocks, SplitMix64 random) {
  const int64_t batch = pick(random, {1, 2, 4, 8});
  const int64_t side = pick(random, {256, 384, 512});
  const int64_t width = pick(random, {32, 48, 64});
  const bool normalizes = flip(random);
  constexpr int levels = 5;
  ImageBuilder builder(pick(random, {2, 4}));

  auto convolveTwice = [&](Images x, int64_t channels) {
    for (int i = 0; i != 2; ++i)
      x = normalizes ? builder.convolveNormalizeRelu(x, channels, 3)
                     : builder.relu(builder.convolve(x, channels, 3));
    return x;
  };
  // A block down and one up again, with a concatenation across from each.
  const int64_t even[levels] = {1, 1, 1, 1, 1};
  Images x = builder.images(3, batch * side * side);
  std::vector<Images> across[levels];
  for (int level = 0; level != levels; ++level) {
    if (level)
      x = builder.pool(x, 4, /*isMean=*/false);
    for (int64_t i = 0, e = shareOf(blocks, even, level); i != e; ++i)
      across[level].push_back(x = convolveTwice(x, width << level));
  }
  x = builder.dropout(x);
  for (int level = levels; level-- != 0;) {
    if (level != levels - 1)
      x = builder.relu(builder.enlarge(x, width << level));
    for (const Images &other : reverse(across[level]))
      x = convolveTwice(builder.concatenate({other, x}), width << level);
  }
  return builder.classify(x, x.pixels, 2);
}

//===----------------------------------------------------------------------===//
// Sequences
//===----------------------------------------------------------------------===//

Expected<Graph> makeTransformer(int64_t layers, SplitMix64 random) {
  const int64_t batch = pick(random, {8, 16, 32});
  const int64_t length = pick(random, {256, 512, 1024});
  const int64_t width = pick(random, {512, 768, 1024});
  const int64_t heads = width / 64;
  const bool drops = flip(random), isGated = flip(random);
  // As flash attention: products and softmax in one op, nothing of the size of
  // the scores.
  const bool isFused = flip(random);
  const int64_t elementBytes = pick(random, {2, 4});
  const int64_t words = pick(random, {8000, 16000, 32000});
  const int64_t rows = batch * length;
  SequenceBuilder builder(rows, elementBytes);

  auto maybeDrop = [&](ValueId x) { return drops ? builder.dropout(x) : x; };
  auto project = [&](ValueId x, int64_t columns) {
    return builder.addBias(builder.project(x, columns));
  };
  auto attend = [&](ValueId q, ValueId k, ValueId v) {
    const double flops = 2.0 * rows * length * width;
    if (isFused) {
      Op op{"attention", {q, k, v}, builder.size(width), 2 * flops};
      op.keepsInputs = op.keepsResult = true;
      op.savedBytes = rows * heads * 4;
      return builder.add(std::move(op));
    }
    const int64_t scores = rows * heads * length * elementBytes;
    ValueId p = builder.softmax(builder.product(q, k, scores, flops));
    return builder.product(maybeDrop(p), v, builder.size(width), flops);
  };

  const ValueId embedding = builder.param(words * width * 4);
  Op lookup{"embed",
            {embedding, builder.input(rows * 4)},
            rows * width * elementBytes};
  ValueId x = maybeDrop(builder.add(std::move(lookup)));
  for (int64_t layer = 0; layer != layers; ++layer) {
    ValueId y = builder.normalize(x);
    ValueId heads[3];
    for (ValueId &head : heads)
      head = builder.transpose(project(y, width));
    y = builder.transpose(attend(heads[0], heads[1], heads[2]));
    x = builder.sum(x, maybeDrop(project(y, width)));

    y = builder.normalize(x);
    if (isGated) {
      ValueId gate = builder.apply("silu", builder.project(y, 3 * width));
      y = builder.apply("multiply", {gate, builder.project(y, 3 * width)});
    } else {
      y = builder.apply("gelu", project(y, 4 * width));
    }
    x = builder.sum(x, maybeDrop(project(y, width)));
  }
  ValueId logits = builder.project(builder.normalize(x), embedding, words);
  Op loss{"cross_entropy", {logits, builder.input(rows * 4)}, 4};
  loss.keepsInputs = true;
  return builder.finish(builder.add(std::move(loss)));
}

Expected<Graph> make(LayeredKind kind, int64_t blocks, uint64_t seed) {
  SplitMix64 random(seed);
  switch (kind) {
  case LayeredKind::Residual:
    return makeResidual(blocks, random);
  case LayeredKind::Dense:
    return makeDense(blocks, random);
  case LayeredKind::UShaped:
    return makeUShaped(blocks, random);
  case LayeredKind::Transformer:
    return makeTransformer(blocks, random);
  case LayeredKind::LSTM:
    return makeLSTM(blocks, random);
  case LayeredKind::GRU:
    return makeGRU(blocks, random);
  case LayeredKind::TreeLSTM:
    return makeTreeLSTM(blocks, random);
  case LayeredKind::EncoderDecoder:
    return makeEncoderDecoder(blocks, random);
  }
  llvm_unreachable("no such kind");
}

} // namespace

ArrayRef<LayeredKind> mlir::remat::planner::layeredKinds() {
  static constexpr LayeredKind kinds[] = {
      LayeredKind::Residual, LayeredKind::Dense,
      LayeredKind::UShaped,  LayeredKind::Transformer,
      LayeredKind::LSTM,     LayeredKind::GRU,
      LayeredKind::TreeLSTM, LayeredKind::EncoderDecoder};
  return kinds;
}

StringRef mlir::remat::planner::stringifyLayeredKind(LayeredKind kind) {
  switch (kind) {
  case LayeredKind::Residual:
    return "residual";
  case LayeredKind::Dense:
    return "dense";
  case LayeredKind::UShaped:
    return "u-shaped";
  case LayeredKind::Transformer:
    return "transformer";
  case LayeredKind::LSTM:
    return "lstm";
  case LayeredKind::GRU:
    return "gru";
  case LayeredKind::TreeLSTM:
    return "tree-lstm";
  case LayeredKind::EncoderDecoder:
    return "encoder-decoder";
  }
  llvm_unreachable("no such kind");
}

Expected<Graph> mlir::remat::planner::makeLayeredGraph(LayeredKind kind,
                                                       int64_t ops,
                                                       uint64_t seed) {
  if (ops < minLayeredOps || ops > maxLayeredOps)
    return createStringError("cannot make a graph of " + Twine(ops) +
                             " ops: choose from " + Twine(minLayeredOps) +
                             " to " + Twine(maxLayeredOps));
  // The ops are a little more than proportional to the blocks: from two small
  // graphs one learns how many blocks it takes.
  constexpr int64_t sizes[] = {48, 96};
  int64_t counts[2];
  for (auto [blocks, count] : zip_equal(sizes, counts)) {
    Expected<Graph> graph = make(kind, blocks, seed);
    if (!graph)
      return graph.takeError();
    count = graph->tasks.size();
  }
  const double slope = double(counts[1] - counts[0]) / (sizes[1] - sizes[0]);
  const int64_t blocks = sizes[0] + std::llround((ops - counts[0]) / slope);
  return make(kind, std::max<int64_t>(blocks, 1), seed);
}
