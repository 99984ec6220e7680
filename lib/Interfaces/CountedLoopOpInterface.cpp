//===- CountedLoopOpInterface.cpp - Loops that count their turns ----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Interfaces/CountedLoopOpInterface.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::remat;

#include "remat/Interfaces/CountedLoopOpInterface.cpp.inc"

bool CarriedValue::isReadOnce() const {
  Region *body = argument.getOwner()->getParent();
  Region &first = body->getParentOp()->getRegion(0);
  return argument.hasOneUse() &&
         (body == &first ||
          first.front().getArgument(argument.getArgNumber()).use_empty());
}

const CarriedValue *CountedLoop::findCarried(Value argument) const {
  auto found = llvm::find_if(carried, [&](const CarriedValue &each) {
    return each.argument == argument;
  });
  return found == carried.end() ? nullptr : found;
}

Value CountedLoop::skipInvariants(Value value) const {
  const CarriedValue *found = findCarried(value);
  return found && found->isInvariant() ? found->init : value;
}

std::optional<CountedLoop> mlir::remat::getCountedLoop(Operation *op) {
  auto loop = dyn_cast<CountedLoopOpInterface>(op);
  return loop ? loop.getCountedLoop() : std::nullopt;
}

std::string mlir::remat::detail::explainUncounted() {
  return llvm::formatv("the loop does not count from a constant to a constant "
                       "in at most {0} turns",
                       maxCountedTurns);
}
