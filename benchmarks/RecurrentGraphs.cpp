//===- RecurrentGraphs.cpp - Unrolled recurrent networks ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecurrentGraphs.h"
#include "SequenceBuilder.h"

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;

namespace {

struct State {
  ValueId hidden;
  ValueId cell;
};

class RecurrentBuilder : public SequenceBuilder {
public:
  RecurrentBuilder(int64_t batch, int64_t width, int64_t elementBytes,
                   bool hasManyLosses)
      : SequenceBuilder(batch, elementBytes), width(width),
        hasManyLosses(hasManyLosses), output(param(width * words * 4)) {}

  ValueId token() { return input(size(width)); }
  ValueId weight(int64_t gates) { return param(width * gates * width * 4); }
  ValueId bias(int64_t gates) { return param(gates * width * 4); }
  State initialState() { return {input(size(width)), input(size(width))}; }

  ValueId multiply(ValueId a, ValueId b) { return apply("multiply", {a, b}); }
  /// The next `width` columns of all gates' sums.
  ValueId gate(const char *activation, ValueId sums) {
    return activate(activation, slice(sums, width));
  }
  ValueId project(ValueId x, ValueId weight, int64_t gates) {
    return SequenceBuilder::project(x, weight, gates * width);
  }
  /// What an output gate lets through of a cell.
  State close(ValueId cell, ValueId outputGate) {
    return {multiply(outputGate, activate("tanh", cell)), cell};
  }

  /// A turn's state is there: `isLast` of them all.
  void predict(ValueId hidden, bool isLast) {
    if (!isLast && !hasManyLosses)
      return;
    LayeredOp loss{
        "cross_entropy",
        {SequenceBuilder::project(hidden, output, words), input(rows * 4)},
        4};
    loss.keepsInputs = true;
    losses.push_back(add(std::move(loss)));
  }
  Expected<Graph> finishAll() {
    if (losses.size() == 1)
      return finish(losses.front());
    return finish(
        add({"sum", SmallVector<ValueId, 4>(losses.begin(), losses.end()), 4}));
  }

  const int64_t width;

private:
  static constexpr int64_t words = 1000;

  const bool hasManyLosses;
  const ValueId output;
  std::vector<ValueId> losses;
};

/// The weights of a cell with two sources, for all its gates.
struct Weights {
  Weights(RecurrentBuilder &builder, int64_t gates)
      : first(builder.weight(gates)), second(builder.weight(gates)),
        bias(builder.bias(gates)), gates(gates) {}

  ValueId apply(RecurrentBuilder &builder, ValueId a, ValueId b) const {
    const ValueId ofFirst = builder.project(a, first, gates);
    const ValueId ofSecond = builder.project(b, second, gates);
    return builder.addBias(builder.sum(ofFirst, ofSecond), bias);
  }

  ValueId first, second, bias;
  int64_t gates;
};

RecurrentBuilder makeBuilder(SplitMix64 &random) {
  const int64_t batch = pick(random, {32, 64, 128});
  const int64_t width = pick(random, {256, 512, 1024});
  const int64_t elementBytes = pick(random, {2, 4});
  return RecurrentBuilder(batch, width, elementBytes, flip(random));
}

State turnLSTM(RecurrentBuilder &builder, const Weights &weights, ValueId x,
               State state) {
  const ValueId sums = weights.apply(builder, x, state.hidden);
  const ValueId input = builder.gate("sigmoid", sums);
  const ValueId forget = builder.gate("sigmoid", sums);
  const ValueId candidate = builder.gate("tanh", sums);
  const ValueId outputGate = builder.gate("sigmoid", sums);
  const ValueId kept = builder.multiply(forget, state.cell);
  const ValueId added = builder.multiply(input, candidate);
  return builder.close(builder.sum(kept, added), outputGate);
}

ValueId turnGRU(RecurrentBuilder &builder, const Weights &gates,
                const Weights &candidate, ValueId x, ValueId hidden) {
  const ValueId sums = gates.apply(builder, x, hidden);
  const ValueId update = builder.gate("sigmoid", sums);
  const ValueId reset = builder.gate("sigmoid", sums);
  const ValueId fresh = builder.activate(
      "tanh", candidate.apply(builder, x, builder.multiply(reset, hidden)));
  const ValueId change = builder.multiply(
      update,
      builder.add({"subtract", {fresh, hidden}, builder.bytesOf(fresh)}));
  return builder.sum(hidden, change);
}

/// The weights of a tree's leaves and of its other nodes.
struct TreeWeights {
  ValueId leaf, leafBias;
  Weights node;
};

State makeTree(RecurrentBuilder &builder, const TreeWeights &weights,
               SplitMix64 &random, int64_t leaves, bool isRoot) {
  State state;
  if (leaves == 1) {
    const ValueId sums = builder.addBias(
        builder.project(builder.token(), weights.leaf, 3), weights.leafBias);
    const ValueId input = builder.gate("sigmoid", sums);
    const ValueId candidate = builder.gate("tanh", sums);
    const ValueId outputGate = builder.gate("sigmoid", sums);
    state = builder.close(builder.multiply(input, candidate), outputGate);
  } else {
    const int64_t before = 1 + random.below(leaves - 1);
    const State left = makeTree(builder, weights, random, before, false);
    const State right =
        makeTree(builder, weights, random, leaves - before, false);
    const ValueId sums = weights.node.apply(builder, left.hidden, right.hidden);
    const ValueId input = builder.gate("sigmoid", sums);
    const ValueId keepLeft = builder.gate("sigmoid", sums);
    const ValueId keepRight = builder.gate("sigmoid", sums);
    const ValueId candidate = builder.gate("tanh", sums);
    const ValueId outputGate = builder.gate("sigmoid", sums);
    const ValueId ofLeft = builder.multiply(keepLeft, left.cell);
    const ValueId ofRight = builder.multiply(keepRight, right.cell);
    const ValueId kept = builder.sum(ofLeft, ofRight);
    const ValueId added = builder.multiply(input, candidate);
    state = builder.close(builder.sum(kept, added), outputGate);
  }
  builder.predict(state.hidden, isRoot);
  return state;
}

} // namespace

Expected<Graph> mlir::remat::planner::makeLSTM(int64_t turns,
                                               SplitMix64 random) {
  RecurrentBuilder builder = makeBuilder(random);
  const Weights weights(builder, /*gates=*/4);
  State state = builder.initialState();
  for (int64_t turn = 0; turn != turns; ++turn) {
    state = turnLSTM(builder, weights, builder.token(), state);
    builder.predict(state.hidden, turn + 1 == turns);
  }
  return builder.finishAll();
}

Expected<Graph> mlir::remat::planner::makeGRU(int64_t turns,
                                              SplitMix64 random) {
  RecurrentBuilder builder = makeBuilder(random);
  const Weights gates(builder, /*gates=*/2), candidate(builder, /*gates=*/1);
  ValueId hidden = builder.initialState().hidden;
  for (int64_t turn = 0; turn != turns; ++turn) {
    hidden = turnGRU(builder, gates, candidate, builder.token(), hidden);
    builder.predict(hidden, turn + 1 == turns);
  }
  return builder.finishAll();
}

Expected<Graph> mlir::remat::planner::makeTreeLSTM(int64_t leaves,
                                                   SplitMix64 random) {
  RecurrentBuilder builder = makeBuilder(random);
  const TreeWeights weights = {builder.weight(3), builder.bias(3),
                               Weights(builder, /*gates=*/5)};
  makeTree(builder, weights, random, leaves, /*isRoot=*/true);
  return builder.finishAll();
}

Expected<Graph> mlir::remat::planner::makeEncoderDecoder(int64_t turns,
                                                         SplitMix64 random) {
  RecurrentBuilder builder = makeBuilder(random);
  const Weights encoder(builder, /*gates=*/4), decoder(builder, /*gates=*/4);
  const Weights combine(builder, /*gates=*/1);
  State state = builder.initialState();
  LayeredOp stack{"stack", {}, turns * builder.size(builder.width)};
  for (int64_t turn = 0; turn != turns; ++turn) {
    state = turnLSTM(builder, encoder, builder.token(), state);
    stack.inputs.push_back(state.hidden);
  }
  const ValueId memory = builder.add(std::move(stack));
  const double flops = 2.0 * builder.bytesOf(memory);
  for (int64_t turn = 0; turn != turns; ++turn) {
    state = turnLSTM(builder, decoder, builder.token(), state);
    const ValueId scores = builder.softmax(
        builder.product(state.hidden, memory, builder.size(turns), flops));
    const ValueId context =
        builder.product(scores, memory, builder.size(builder.width), flops);
    builder.predict(
        builder.activate("tanh", combine.apply(builder, context, state.hidden)),
        turn + 1 == turns);
  }
  return builder.finishAll();
}
