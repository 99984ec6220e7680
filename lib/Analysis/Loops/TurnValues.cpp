//===- TurnValues.cpp - Values of single turns ----------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops/TurnValues.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "remat/Interfaces/TaskOpInterface.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::remat;

bool GivenValues::contains(Value value) {
  if (!loop.isInside(value) || value == loop.counter)
    return true;
  if (const CarriedValue *carried = loop.findCarried(value))
    return carried->isInvariant();
  Operation *op = value.getDefiningOp();
  return op && areMade(op);
}

/// Single numbers, slices and what XLA makes of nothing, where it is read.
static bool isFusedIntoReader(Operation *op) {
  using hlo::OpKind;
  const OpKind kind = hlo::getOpKind(op);
  if (kind == OpKind::DynamicSlice || kind == OpKind::Slice ||
      kind == OpKind::Reshape || kind == OpKind::Constant ||
      kind == OpKind::Iota || kind == OpKind::Broadcast)
    return true;
  return kind == OpKind::Elementwise &&
         llvm::all_of(op->getResultTypes(),
                      [](Type type) { return getNumElementsOrOne(type) == 1; });
}

/// Scalars need neither memory nor time worth a word, and a destination belongs
/// to the op that writes it.
static bool isFree(Operation *op) {
  if (preparesDestination(op))
    return true;
  if (hlo::lookupOp(op))
    return isFusedIntoReader(op);
  if (llvm::none_of(op->getResultTypes(), llvm::IsaPred<ShapedType>) &&
      llvm::none_of(op->getOperandTypes(), llvm::IsaPred<ShapedType>))
    return true;
  const OpCost cost = getOpCost(op);
  return cost.flops == 0 && cost.bytesRead == 0 && cost.bytesWritten == 0;
}

bool GivenValues::areMade(Operation *op) {
  if (auto found = known.find(op); found != known.end())
    return found->second;
  const bool isGiven =
      op->getNumResults() != 0 && op->getNumRegions() == 0 &&
      op->getBlock() == loop.body && mayRunAgain(op) && isFree(op) &&
      llvm::all_of(op->getOperands(),
                   [&](Value operand) { return contains(operand); });
  known[op] = isGiven;
  return isGiven;
}

/// Whether `op` copies its operand elementwise, dimensions in their order.
static bool isOrderedCopy(linalg::GenericOp op) {
  if (!op.hasPureTensorSemantics() || !llvm::hasSingleElement(*op.getBlock()) ||
      op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1 ||
      op.getNumLoops() != op.getNumParallelLoops() ||
      op.getBlock()->getTerminator()->getOperand(0) !=
          op.getBlock()->getArgument(0) ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity())
    return false;
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInputOperand(0));
  auto type = dyn_cast<RankedTensorType>(op.getDpsInputs().front().getType());
  if (!type)
    return false;
  int64_t last = -1;
  for (auto [result, extent] :
       llvm::zip_equal(map.getResults(), type.getShape())) {
    // A constant may read the only element.
    auto dim = dyn_cast<AffineDimExpr>(result);
    if (!dim && (!isa<AffineConstantExpr>(result) || extent != 1))
      return false;
    if (dim && static_cast<int64_t>(dim.getPosition()) <= last)
      return false;
    if (dim)
      last = dim.getPosition();
  }
  return true;
}

/// Whether the result has the elements of operand 0 in their order, by another
/// shape.
static bool isReshape(Operation *op) {
  auto isStatic = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape();
  };
  if (op->getNumOperands() == 0 || op->getNumResults() == 0 ||
      !isStatic(op->getOperand(0).getType()) ||
      !isStatic(op->getResult(0).getType()))
    return false;
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
    return true;
  auto hasSameSize = [&] {
    return op->getNumResults() == 1 &&
           getNumElementsOrOne(op->getOperand(0).getType()) ==
               getNumElementsOrOne(op->getResult(0).getType());
  };
  if (auto generic = dyn_cast<linalg::GenericOp>(op))
    return isOrderedCopy(generic) && hasSameSize();
  const hlo::OpKind kind = hlo::getOpKind(op);
  if (kind == hlo::OpKind::Reshape)
    return op->getName().stripDialect() == "reshape";
  if (kind != hlo::OpKind::Broadcast || op->getNumOperands() != 1 ||
      !hasSameSize())
    return false;
  auto rank = cast<RankedTensorType>(op->getOperand(0).getType()).getRank();
  std::optional<SmallVector<int64_t>> dims =
      hlo::getIntegers(op, "broadcast_dimensions", rank, 0);
  return dims && llvm::is_sorted(*dims);
}

Value mlir::remat::skipReshapes(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isReshape(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// Ops whose runs on equal operands make equal values.
static bool isFunction(Operation *op) {
  return op->getNumResults() != 0 && isMemoryEffectFree(op) && mayRunAgain(op);
}

/// Ops in a row that are compared before the loops: a mask takes about five.
static constexpr int mostAlikeDepth = 64;

namespace {
/// Numbers the values of a forward turn, equal ones alike, and looks up those
/// of the backward turn.
class TurnMatcher {
public:
  TurnMatcher(LoopPair &pair, TurnIntegers &forward, TurnIntegers &backward)
      : pair(pair), forward(forward), backward(backward) {}

  void run();

private:
  using Check = llvm::function_ref<bool(Value, Value)>;
  /// The forward op that makes of equal operands what `op` does, or null.
  Operation *findAlike(Operation *op, Check areEqual);
  Value findReshaped(Value root, Type type);
  bool areEqualForward(Value left, Value right);
  bool areEqualAcross(Value ofBackward, Value ofForward);
  bool areEqualIntegers(Value ofBackward, Value ofForward);
  bool areMadeAlike(Value left, Value right);
  void numberForward();

  LoopPair &pair;
  TurnIntegers &forward, &backward;
  /// The first of equal values.
  llvm::DenseMap<Value, Value> firstOf;
  llvm::DenseMap<OperationName, SmallVector<Operation *>> opsOf;
  /// Reshapes, by what they reshape.
  llvm::DenseMap<std::pair<Value, Type>, Value> reshapes;
  /// Answers of `areMadeAlike`.
  llvm::DenseMap<std::pair<Value, Value>, bool> alike;
  int depth = 0;
};
} // namespace

Operation *TurnMatcher::findAlike(Operation *op, Check areEqual) {
  if (!isFunction(op))
    return nullptr;
  for (Operation *candidate : opsOf[op->getName()]) {
    llvm::DenseMap<Value, Value> inner;
    auto check = [&](Value left, Value right) {
      auto found = inner.find(left);
      return success(found != inner.end() ? found->second == right
                                          : areEqual(left, right));
    };
    auto mark = [&](Value left, Value right) { inner[left] = right; };
    if (OperationEquivalence::isEquivalentTo(
            op, candidate, check, mark, OperationEquivalence::IgnoreLocations))
      return candidate;
  }
  return nullptr;
}

/// Constants, wherever they are.
static bool areEqualConstants(Value left, Value right) {
  auto getAttribute = [](Value value) -> Attribute {
    Attribute constant;
    if (matchPattern(value, m_Constant(&constant)))
      return constant;
    Operation *op = value.getDefiningOp();
    return op ? hlo::getConstantValue(op) : Attribute();
  };
  if (left.getType() != right.getType())
    return false;
  Attribute constant = getAttribute(left);
  return constant && constant == getAttribute(right);
}

bool TurnMatcher::areEqualForward(Value left, Value right) {
  auto getFirst = [&](Value value) {
    value = pair.forward.skipInvariants(value);
    auto found = firstOf.find(value);
    return found == firstOf.end() ? value : found->second;
  };
  return getFirst(left) == getFirst(right) || areEqualConstants(left, right);
}

bool TurnMatcher::areEqualIntegers(Value ofBackward, Value ofForward) {
  if (ofBackward.getType() != ofForward.getType())
    return false;
  const SmallVector<llvm::APInt> *left = backward.get(ofBackward),
                                 *right = forward.get(ofForward);
  if (!left || !right)
    return false;
  for (auto [turn, integer] : llvm::enumerate(*left))
    if (integer != (*right)[pair.getForwardTurn(turn)])
      return false;
  return true;
}

bool TurnMatcher::areEqualAcross(Value ofBackward, Value ofForward) {
  Value left = pair.backward.skipInvariants(ofBackward),
        right = pair.forward.skipInvariants(ofForward);
  if (left == right && !pair.backward.isInside(left) &&
      !pair.forward.isInside(right))
    return true;
  if (auto equal = pair.equals.find(left); equal != pair.equals.end())
    return areEqualForward(equal->second, right);
  return areEqualConstants(left, right) || areEqualIntegers(left, right) ||
         areMadeAlike(left, right);
}

/// Whether an op before the backward loop makes `left` as one of the forward
/// turn, or before it, makes `right`.
bool TurnMatcher::areMadeAlike(Value left, Value right) {
  if (pair.backward.isInside(left) || left.getType() != right.getType())
    return false;
  auto made = dyn_cast<OpResult>(left), like = dyn_cast<OpResult>(right);
  if (!made || !like || made.getResultNumber() != like.getResultNumber() ||
      made.getOwner()->getNumRegions() != 0 || !isFunction(made.getOwner()))
    return false;
  auto [known, isNew] = alike.try_emplace({left, right}, false);
  if (!isNew || depth == mostAlikeDepth)
    return known->second;
  llvm::SaveAndRestore deeper(depth, depth + 1);
  const bool areAlike = OperationEquivalence::isEquivalentTo(
      made.getOwner(), like.getOwner(),
      [&](Value ofLeft, Value ofRight) {
        return success(areEqualAcross(ofLeft, ofRight));
      },
      /*markEquivalent=*/nullptr, OperationEquivalence::IgnoreLocations);
  // The recursion may have moved the table.
  alike[{left, right}] = areAlike;
  return areAlike;
}

Value TurnMatcher::findReshaped(Value root, Type type) {
  if (root.getType() == type)
    return root;
  return reshapes.lookup({root, type});
}

void TurnMatcher::numberForward() {
  for (Operation &op : pair.forward.body->without_terminator()) {
    for (Value made : op.getResults()) {
      Value root = skipReshapes(made);
      if (root != made)
        reshapes.try_emplace({root, made.getType()}, made);
    }
    Operation *alike = findAlike(&op, [&](Value left, Value right) {
      return areEqualForward(left, right);
    });
    if (alike)
      for (auto [made, first] :
           llvm::zip_equal(op.getResults(), alike->getResults()))
        firstOf[made] = first;
    else
      opsOf[op.getName()].push_back(&op);
  }
}

void TurnMatcher::run() {
  numberForward();
  for (Operation &op : pair.backward.body->without_terminator()) {
    if (op.getNumResults() != 0 && pair.equals.contains(op.getResult(0)))
      continue;
    if (isReshape(&op) && isFunction(&op)) {
      auto equal = pair.equals.find(op.getOperand(0));
      if (equal != pair.equals.end())
        if (Value found = findReshaped(skipReshapes(equal->second),
                                       op.getResult(0).getType())) {
          pair.equals.insert({op.getResult(0), found});
          continue;
        }
    }
    Operation *same = findAlike(&op, [&](Value left, Value right) {
      return areEqualAcross(left, right);
    });
    if (same)
      for (auto [made, equal] :
           llvm::zip_equal(op.getResults(), same->getResults()))
        pair.equals.insert({made, equal});
  }
}

void mlir::remat::matchTurns(LoopPair &pair, TurnIntegers &forward,
                             TurnIntegers &backward) {
  TurnMatcher(pair, forward, backward).run();
}
