//===- TurnIntegers.cpp - Integers in the turns of a loop -----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Analysis/TurnIntegers.h"
#include "Loops/IntegerOps.h"

using namespace mlir;
using namespace mlir::remat;

std::optional<SmallVector<APInt>> TurnIntegers::compute(Value value) {
  const std::optional<unsigned> width = getIntegerWidth(value.getType());
  if (!width)
    return std::nullopt;
  SmallVector<APInt> integers;
  if (value == loop.counter) {
    for (int64_t turn = 0; turn != loop.trips; ++turn)
      integers.push_back(
          APInt(64, loop.first + turn * loop.step, true).sextOrTrunc(*width));
    return integers;
  }
  if (std::optional<APInt> constant = getConstantInteger(value))
    return SmallVector<APInt>(loop.trips, constant->sextOrTrunc(*width));
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumResults() != 1 || !loop.isInside(value))
    return std::nullopt;
  const SmallVector<Value> reads = getIntegerOperands(op);
  SmallVector<const SmallVector<APInt> *> operands;
  for (Value operand : reads) {
    // Computes it; the table may move what it returns.
    if (!get(operand))
      return std::nullopt;
  }
  for (Value operand : reads)
    operands.push_back(get(operand));
  for (int64_t turn = 0; turn != loop.trips; ++turn) {
    SmallVector<APInt, 3> ofTurn;
    for (const SmallVector<APInt> *operand : operands)
      ofTurn.push_back((*operand)[turn]);
    std::optional<APInt> integer = evaluateIntegerOp(op, ofTurn);
    if (!integer)
      return std::nullopt;
    integers.push_back(std::move(*integer));
  }
  return integers;
}

const SmallVector<APInt> *TurnIntegers::get(Value value) {
  value = loop.skipInvariants(value);
  auto found = known.find(value);
  if (found == known.end()) {
    std::optional<SmallVector<APInt>> computed = compute(value);
    found = known.try_emplace(value, std::move(computed)).first;
  }
  return found->second ? &*found->second : nullptr;
}
