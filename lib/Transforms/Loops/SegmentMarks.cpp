//===- SegmentMarks.cpp - Numbers that segments share ---------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops/SegmentMarks.h"
#include "mlir/IR/Builders.h"
#include "remat/Transforms/SegmentLoopPair.h"

using namespace mlir;
using namespace mlir::remat;

static constexpr StringLiteral kTurnOpAttrName = "remat.turn_op";
static constexpr StringLiteral kGroupAttrName = "remat.segments_of";

static std::optional<int64_t> getNumber(Operation *op, StringRef name) {
  auto number = op->getAttrOfType<IntegerAttr>(name);
  return number ? std::optional(number.getInt()) : std::nullopt;
}

static void setNumber(Operation *op, StringRef name, int64_t number) {
  op->setAttr(name, Builder(op->getContext()).getIndexAttr(number));
}

/// That no op of the function around `op` has.
static int64_t getFreeNumber(Operation *op, StringRef name) {
  int64_t free = 0;
  op->getParentOfType<func::FuncOp>().walk([&](Operation *other) {
    if (std::optional<int64_t> taken = getNumber(other, name))
      free = std::max(free, *taken + 1);
  });
  return free;
}

std::optional<int64_t> mlir::remat::getTurnOp(Operation *op) {
  return getNumber(op, kTurnOpAttrName);
}

std::optional<int64_t> mlir::remat::getSegmentsGroup(Operation *forward) {
  return getNumber(forward, kGroupAttrName);
}

void mlir::remat::unmarkSegments(func::FuncOp function) {
  function.walk([](Operation *op) {
    for (StringRef name :
         {StringRef(kSegmentsAttrName), StringRef(kTurnOpAttrName),
          StringRef(kGroupAttrName)})
      op->removeAttr(name);
  });
}

void mlir::remat::numberTurns(const LoopPair &pair) {
  int64_t number = getFreeNumber(pair.forward.op, kTurnOpAttrName);
  for (Block *body : {pair.forward.body, pair.backward.body})
    for (Operation &op : body->without_terminator())
      if (!getTurnOp(&op))
        setNumber(&op, kTurnOpAttrName, number++);
  if (!getSegmentsGroup(pair.forward.op))
    setNumber(pair.forward.op, kGroupAttrName,
              getFreeNumber(pair.forward.op, kGroupAttrName));
}
