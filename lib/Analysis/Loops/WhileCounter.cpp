//===- WhileCounter.cpp - What an scf.while counts ------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Analysis/WhileCounter.h"
#include "Loops/IntegerOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "remat/Interfaces/CountedLoop.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
/// The integers of one turn.
class TurnEvaluator {
public:
  TurnEvaluator(scf::WhileOp loop, unsigned counter)
      : loop(loop), counter(counter) {}

  /// If the counter is `integer`.
  std::optional<APInt> evaluate(Value value, const APInt &integer);

private:
  std::optional<APInt> get(Value value);
  std::optional<APInt> compute(Value value);

  scf::WhileOp loop;
  unsigned counter;
  llvm::DenseMap<Value, std::optional<APInt>> known;
};
} // namespace

/// The carried value that `argument`, of one of the regions, is; none for what
/// the condition region makes.
static std::optional<unsigned> getCarriedNumber(scf::WhileOp loop,
                                                BlockArgument argument) {
  if (argument.getOwner() == loop.getBeforeBody())
    return argument.getArgNumber();
  if (argument.getOwner() != loop.getAfterBody())
    return std::nullopt;
  auto handedOn = dyn_cast<BlockArgument>(
      loop.getConditionOp().getArgs()[argument.getArgNumber()]);
  if (!handedOn || handedOn.getOwner() != loop.getBeforeBody())
    return std::nullopt;
  return handedOn.getArgNumber();
}

std::optional<APInt> TurnEvaluator::compute(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    std::optional<unsigned> number = getCarriedNumber(loop, argument);
    if (!number)
      return std::nullopt;
    // Handed on by each turn: the init.
    auto yielded =
        dyn_cast<BlockArgument>(loop.getYieldOp()->getOperand(*number));
    if (!yielded || getCarriedNumber(loop, yielded) != number)
      return std::nullopt;
    return getConstantInteger(loop.getInits()[*number]);
  }
  if (std::optional<APInt> constant = getConstantInteger(value))
    return constant;
  Operation *op = value.getDefiningOp();
  if (!loop->isAncestor(op))
    return std::nullopt;
  SmallVector<APInt, 3> operands;
  for (Value operand : getIntegerOperands(op)) {
    std::optional<APInt> integer = get(operand);
    if (!integer)
      return std::nullopt;
    operands.push_back(std::move(*integer));
  }
  return evaluateIntegerOp(op, operands);
}

std::optional<APInt> TurnEvaluator::get(Value value) {
  auto found = known.find(value);
  if (found != known.end())
    return found->second;
  std::optional<APInt> computed = compute(value);
  known[value] = computed;
  return computed;
}

std::optional<APInt> TurnEvaluator::evaluate(Value value,
                                             const APInt &integer) {
  known.clear();
  for (Block *block : {loop.getBeforeBody(), loop.getAfterBody()})
    for (BlockArgument argument : block->getArguments())
      if (getCarriedNumber(loop, argument) == counter)
        known[argument] = integer;
  return get(value);
}

/// If the carried value `number` is the counter.
static std::optional<WhileCounter> countBy(scf::WhileOp loop, unsigned number) {
  const Value init = loop.getInits()[number];
  const std::optional<unsigned> width = getIntegerWidth(init.getType());
  const std::optional<APInt> first = getConstantInteger(init);
  if (!width || !first || *width > 64)
    return std::nullopt;
  APInt integer = first->sextOrTrunc(*width);
  WhileCounter counter = {number, integer.getSExtValue(), 0, 0};
  TurnEvaluator evaluator(loop, number);
  const Value condition = loop.getConditionOp().getCondition(),
              next = loop.getYieldOp()->getOperand(number);
  while (true) {
    std::optional<APInt> goesOn = evaluator.evaluate(condition, integer);
    if (!goesOn || counter.trips > maxCountedTurns)
      return std::nullopt;
    if (goesOn->isZero())
      return counter.trips == 0 ? std::nullopt : std::optional(counter);
    std::optional<APInt> after = evaluator.evaluate(next, integer);
    bool overflows = false;
    if (!after)
      return std::nullopt;
    const APInt step = after->ssub_ov(integer, overflows);
    if (overflows || step.isZero() || !llvm::isInt<32>(step.getSExtValue()) ||
        (counter.trips != 0 && step.getSExtValue() != counter.step))
      return std::nullopt;
    counter.step = step.getSExtValue();
    integer = std::move(*after);
    ++counter.trips;
  }
}

std::optional<WhileCounter> mlir::remat::getWhileCounter(scf::WhileOp loop) {
  // Each turn starts from what the one before yields, without changes.
  for (Value handedOn : loop.getConditionOp().getArgs()) {
    auto argument = dyn_cast<BlockArgument>(handedOn);
    if (!argument || argument.getOwner() != loop.getBeforeBody())
      return std::nullopt;
  }
  for (Operation &op : loop.getBeforeBody()->without_terminator())
    if (!isMemoryEffectFree(&op))
      return std::nullopt;
  for (unsigned number = 0; number != loop.getInits().size(); ++number)
    if (std::optional<WhileCounter> counter = countBy(loop, number))
      return counter;
  return std::nullopt;
}
