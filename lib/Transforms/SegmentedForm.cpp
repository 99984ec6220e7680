//===- SegmentedForm.cpp - A loop pair in chosen segments -----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SegmentedForm.h"
#include "remat/Analysis/LoopTurns.h"
#include "remat/Transforms/RewriteLoopPair.h"

#include <set>
#include <tuple>

using namespace mlir;
using namespace mlir::remat;

/// Names a value of a turn alike in all pairs that are parts of one: the number
/// of the op that makes it, its result, and how many turns later it is read.
using TurnValueName = std::tuple<int64_t, unsigned, unsigned>;

static std::optional<TurnValueName> getName(const CountedLoop &loop,
                                            Value value) {
  unsigned later = 0;
  while (const CarriedValue *carried = loop.findCarried(value)) {
    if (carried->isInvariant() || ++later > loop.carried.size())
      return std::nullopt;
    value = carried->yielded;
  }
  auto made = dyn_cast<OpResult>(value);
  const std::optional<int64_t> op =
      made ? getTurnOp(made.getOwner()) : std::nullopt;
  if (!op)
    return std::nullopt;
  return TurnValueName(*op, made.getResultNumber(), later);
}

namespace {
/// Gives the parts of one pair the same stacks.
class SegmentedForm {
public:
  SegmentedForm(func::FuncOp function, const GraphBuilderOptions &options)
      : function(function), options(options) {}

  LogicalResult run(int64_t number, const std::vector<bool> &isKept,
                    ArrayRef<int64_t> lengths);

private:
  LogicalResult nameKept(const LoopPair &pair, const std::vector<bool> &isKept);
  void segment(const LoopPair &pair, ArrayRef<int64_t> lengths);
  std::optional<LoopPair> findPart(llvm::function_ref<bool(LoopPair &)> isIt);
  LogicalResult giveStacks(const LoopPair &pair);

  func::FuncOp function;
  const GraphBuilderOptions &options;
  std::optional<int64_t> group;
  std::set<TurnValueName> kept;
};
} // namespace

LogicalResult SegmentedForm::nameKept(const LoopPair &pair,
                                      const std::vector<bool> &isKept) {
  const LoopPairTurns turns =
      buildLoopTurns(pair, *options.target, options.costModel);
  if (turns.values.size() != isKept.size())
    return failure();
  std::set<TurnValueName> names;
  for (auto [id, value] : llvm::enumerate(turns.values)) {
    const std::optional<TurnValueName> name = getName(pair.forward, value);
    const bool isNew = name && names.insert(*name).second;
    if (!isKept[id])
      continue;
    if (!isNew)
      return failure();
    kept.insert(*name);
  }
  return success();
}

/// A pair of the group; none if there is none like that.
std::optional<LoopPair>
SegmentedForm::findPart(llvm::function_ref<bool(LoopPair &)> isIt) {
  for (LoopPair &pair : findLoopPairs(function))
    if (getSegmentsGroup(pair.forward.op) == group && isIt(pair))
      return std::move(pair);
  return std::nullopt;
}

void SegmentedForm::segment(const LoopPair &pair, ArrayRef<int64_t> lengths) {
  group = getSegmentsGroup(segmentLoopPair(pair, lengths.front()).innerForward);
  for (int64_t length : lengths.drop_front())
    while (std::optional<LoopPair> longer = findPart(
               [&](LoopPair &part) { return part.forward.trips > length; }))
      segmentLoopPair(*longer, length);
}

LogicalResult SegmentedForm::giveStacks(const LoopPair &pair) {
  const LoopPairTurns turns =
      buildLoopTurns(pair, *options.target, options.costModel);
  std::vector<bool> isKept;
  for (Value value : turns.values) {
    const std::optional<TurnValueName> name = getName(pair.forward, value);
    isKept.push_back(name && kept.count(*name));
  }
  std::optional<planner::StackChoice> chosen =
      planner::completeChoice(turns.turns, isKept);
  if (!chosen)
    return failure();
  if (chosen->isKept != turns.isKept)
    rewriteLoopPair(pair, turns, *chosen);
  return success();
}

LogicalResult SegmentedForm::run(int64_t number,
                                 const std::vector<bool> &isKept,
                                 ArrayRef<int64_t> lengths) {
  std::optional<LoopPair> pair = findMarkedPair(function, number);
  if (!pair)
    return failure();
  numberTurnOps(*pair);
  if (failed(nameKept(*pair, isKept)))
    return failure();
  segment(*pair, lengths);
  // Each rewrite makes the loops of its part anew.
  while (std::optional<LoopPair> part = findPart(
             [](LoopPair &each) { return !isOfMarkedPair(each.forward.op); })) {
    markLoopPair(*part, number);
    if (failed(giveStacks(*part)))
      return failure();
  }
  return success();
}

LogicalResult mlir::remat::giveSegments(func::FuncOp function, int64_t number,
                                        const std::vector<bool> &isKept,
                                        const planner::SegmentLengths &lengths,
                                        const GraphBuilderOptions &options) {
  LogicalResult given =
      SegmentedForm(function, options).run(number, isKept, lengths);
  unnumberTurnOps(function);
  return given;
}
