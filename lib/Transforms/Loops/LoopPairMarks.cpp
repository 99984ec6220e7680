//===- LoopPairMarks.cpp - Loop pairs that are found again ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Transforms/RewriteLoopPair.h"

using namespace mlir;
using namespace mlir::remat;

/// The numbers of the pairs that a loop is of.
static constexpr StringLiteral kPairsAttrName = "remat.loop_pairs";

static ArrayRef<int64_t> getMarks(Operation *loop) {
  auto marks = loop->getAttrOfType<DenseI64ArrayAttr>(kPairsAttrName);
  return marks ? marks.asArrayRef() : ArrayRef<int64_t>();
}

void mlir::remat::markLoop(Operation *loop, int64_t number) {
  SmallVector<int64_t> marks(getMarks(loop));
  marks.push_back(number);
  loop->setAttr(kPairsAttrName,
                Builder(loop->getContext()).getDenseI64ArrayAttr(marks));
}

void mlir::remat::markLoopPairs(ArrayRef<LoopPair> pairs, int64_t first) {
  for (auto [number, pair] : llvm::enumerate(pairs))
    for (Operation *loop : {pair.forward.op, pair.backward.op})
      markLoop(loop, first + static_cast<int64_t>(number));
}

namespace {
/// Takes the marks off while loops are compared: equal ones have others.
class MarksAside {
public:
  explicit MarksAside(func::FuncOp function) {
    function.walk([&](Operation *op) {
      if (Attribute marks = op->removeAttr(kPairsAttrName))
        taken.push_back({op, marks});
    });
  }
  ~MarksAside() {
    for (auto [op, marks] : taken)
      op->setAttr(kPairsAttrName, marks);
  }
  MarksAside(const MarksAside &) = delete;
  MarksAside &operator=(const MarksAside &) = delete;

private:
  SmallVector<std::pair<Operation *, Attribute>> taken;
};
} // namespace

static SmallVector<LoopPair, 0>
findPairsIf(func::FuncOp function,
            function_ref<bool(const LoopPair &)> isWanted) {
  SmallVector<LoopPair, 0> pairs;
  {
    MarksAside aside(function);
    pairs = findLoopPairs(function);
  }
  llvm::erase_if(pairs, [&](const LoopPair &pair) { return !isWanted(pair); });
  return pairs;
}

SmallVector<LoopPair, 0> mlir::remat::findMarkedPairs(func::FuncOp function,
                                                      int64_t number) {
  return findPairsIf(function, [&](const LoopPair &pair) {
    return llvm::is_contained(getMarks(pair.forward.op), number) &&
           llvm::is_contained(getMarks(pair.backward.op), number);
  });
}

std::optional<LoopPair> mlir::remat::findMarkedPair(func::FuncOp function,
                                                    int64_t number) {
  SmallVector<LoopPair, 0> pairs = findMarkedPairs(function, number);
  return pairs.empty() ? std::nullopt : std::optional(std::move(pairs.front()));
}

SmallVector<LoopPair, 0> mlir::remat::findUnmarkedPairs(func::FuncOp function) {
  return findPairsIf(function, [](const LoopPair &pair) {
    return llvm::none_of(getMarks(pair.forward.op), [&](int64_t mark) {
      return llvm::is_contained(getMarks(pair.backward.op), mark);
    });
  });
}

bool mlir::remat::isOfMarkedPair(Operation *loop) {
  return loop->hasAttr(kPairsAttrName);
}

void mlir::remat::unmarkLoop(Operation *loop) {
  loop->removeAttr(kPairsAttrName);
}

void mlir::remat::unmarkLoopPairs(func::FuncOp function) {
  function.walk(unmarkLoop);
}
