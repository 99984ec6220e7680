//===- Accuracy.cpp - How far roundings may add up ------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Analysis/Accuracy.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Transforms/RegionUtils.h"
#include "remat/Interfaces/TaskOpInterface.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir;
using namespace mlir::remat;

double Accuracy::getTolerance() const {
  return isExact
             ? 0
             : std::min(8 * std::sqrt(squaredRoundings), getLargestTolerance());
}

double Accuracy::getLargestTolerance() const {
  if (coarsest <= 0x1p-53)
    return 1e-9;
  if (coarsest <= 0x1p-24)
    return 1e-3;
  return coarsest <= 0x1p-11 ? 0x1p-5 : 0x1p-4;
}

/// Half a unit in the last place of one; 0 for other types.
static double getRounding(Type type) {
  auto floating = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  if (!floating)
    return 0;
  return std::ldexp(1.0, -static_cast<int>(floating.getFPMantissaWidth()));
}

namespace {
/// The roundings of the operations on one element.
struct Roundings {
  /// Sum of squares, 0 where IEEE 754 fixes the result and compilers keep it.
  double squares = 0;
  /// The largest square of one operation.
  double largest = 0;
  /// To a smaller type: a different number may round to either side.
  double conversions = 0;
  /// Half a unit in the last place of the coarsest type rounded to.
  double coarsest = 0;

  void add(Operation *op);
  void addSquare(double rounding, double weight);
};
} // namespace

void Roundings::addSquare(double rounding, double weight) {
  double square = weight * rounding * weight * rounding;
  squares += square;
  largest = std::max(largest, square);
  coarsest = std::max(coarsest, rounding);
}

void Roundings::add(Operation *op) {
  if (op->getNumResults() != 1)
    return;
  double rounding = getRounding(op->getResult(0).getType());
  if (isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp,
          arith::RemFOp>(op)) {
    addSquare(rounding, /*weight=*/1);
  } else if (isa_and_nonnull<math::MathDialect>(op->getDialect()) &&
             !isa<math::AbsFOp, math::CopySignOp, math::CeilOp, math::FloorOp,
                  math::RoundOp, math::RoundEvenOp, math::TruncOp>(op)) {
    addSquare(rounding, /*weight=*/4);
  } else if (isa<arith::TruncFOp>(op)) {
    conversions += rounding * rounding;
    coarsest = std::max(coarsest, rounding);
  }
}

static void apply(const Roundings &roundings, Accuracy &accuracy) {
  if (roundings.squares > 0)
    accuracy.isExact = false;
  if (accuracy.isExact)
    return;
  accuracy.squaredRoundings += roundings.squares + roundings.conversions;
  accuracy.coarsest = std::max(accuracy.coarsest, roundings.coarsest);
}

/// Whether `op` moves or selects values, or works on integers.
static bool isKnownExact(Operation *op) {
  Dialect *dialect = op->getDialect();
  StringRef name = dialect ? dialect->getNamespace() : StringRef();
  return llvm::is_contained({"arith", "math", "tensor", "memref",
                             "bufferization", "remat", "builtin", "index",
                             "vector", "affine", "complex", "shape"},
                            name);
}

static Accuracy join(const Accuracy &a, const Accuracy &b) {
  return {a.isExact && b.isExact, std::max(a.reductionChain, b.reductionChain),
          std::max(a.squaredRoundings, b.squaredRoundings),
          std::max(a.coarsest, b.coarsest)};
}

/// `before` plus `turns` times the difference that one turn made.
static Accuracy extrapolate(const Accuracy &before, const Accuracy &after,
                            int64_t turns) {
  Accuracy result = join(before, after);
  int64_t chain = result.reductionChain - before.reductionChain;
  result.reductionChain =
      saturatingAdd(before.reductionChain, saturatingMul(chain, turns));
  double squares = result.squaredRoundings - before.squaredRoundings;
  result.squaredRoundings =
      before.squaredRoundings + squares * static_cast<double>(turns);
  return result;
}

namespace {

/// A buffer and the offset of a place in an arena; -1 if unknown or no place.
using Place = std::pair<Value, int64_t>;

class Walk {
public:
  Accuracy get(Value value);
  void run(Block &block);

private:
  void run(Operation *op);
  void runLinalg(linalg::LinalgOp op);
  void runLoop(LoopLikeOpInterface loop);
  Accuracy runBlocks(Operation *op, const Accuracy &arguments);
  Accuracy joinAll(ValueRange values);
  void set(ValueRange values, const Accuracy &accuracy);
  void write(Value buffer, const Accuracy &accuracy);
  void writeEffects(Operation *op, const Accuracy &accuracy);
  static Place getPlace(Value buffer);

  DenseMap<Value, Accuracy> values;
  llvm::MapVector<Place, Accuracy> memory;
};

} // namespace

Place Walk::getPlace(Value buffer) {
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>()) {
    if (auto place = dyn_cast<memref::ViewOp>(view.getOperation()))
      return {place.getSource(),
              getConstantIntValue(place.getByteShift()).value_or(-1)};
    buffer = view.getViewSource();
  }
  return {buffer, -1};
}

Accuracy Walk::get(Value value) {
  if (isa<BaseMemRefType>(value.getType()))
    return memory.lookup(getPlace(value));
  return values.lookup(value);
}

void Walk::set(ValueRange results, const Accuracy &accuracy) {
  for (Value value : results)
    if (!isa<BaseMemRefType>(value.getType()))
      values[value] = accuracy;
}

/// Writes the whole of a buffer. Through a partial view, the rest stays.
void Walk::write(Value buffer, const Accuracy &accuracy) {
  Place place = getPlace(buffer);
  auto view = buffer.getDefiningOp<ViewLikeOpInterface>();
  bool isPart = view && !isa<memref::ViewOp>(view.getOperation());
  memory[place] = isPart ? join(memory.lookup(place), accuracy) : accuracy;
}

Accuracy Walk::joinAll(ValueRange values) {
  Accuracy result;
  for (Value value : values)
    result = join(result, get(value));
  return result;
}

void Walk::runLinalg(linalg::LinalgOp op) {
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  Accuracy result = joinAll(captured.getArrayRef());
  for (OpOperand &operand : op->getOpOperands())
    if (op.payloadUsesValueFromOperand(&operand))
      result = join(result, get(operand.get()));
  Roundings roundings;
  op->walk([&](Operation *inner) {
    if (inner != op)
      roundings.add(inner);
  });
  int64_t length = 1;
  for (auto [range, type] :
       llvm::zip_equal(op.getStaticLoopRanges(), op.getIteratorTypesArray()))
    if (type == utils::IteratorType::reduction)
      length = saturatingMul(
          length, ShapedType::isDynamic(range) ? kUnknownTrips : range);
  if (roundings.squares > 0 && length > 1) {
    addSaturating(result.reductionChain, length);
    result.squaredRoundings += roundings.largest * static_cast<double>(length);
  }
  apply(roundings, result);
  for (Value init : op.getDpsInits())
    if (isa<BaseMemRefType>(init.getType()))
      write(init, result);
  set(op->getResults(), result);
}

/// Runs the blocks of `op` on `arguments`; returns their yields.
Accuracy Walk::runBlocks(Operation *op, const Accuracy &arguments) {
  Accuracy yielded;
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      set(block.getArguments(), arguments);
      run(block);
      if (block.mightHaveTerminator())
        yielded = join(yielded, joinAll(block.getTerminator()->getOperands()));
    }
  return yielded;
}

static int64_t getTrips(Operation *op) {
  auto loop = dyn_cast<scf::ForOp>(op);
  if (!loop)
    return kUnknownTrips;
  std::optional<int64_t> lower = getConstantIntValue(loop.getLowerBound());
  std::optional<int64_t> upper = getConstantIntValue(loop.getUpperBound());
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  if (!lower || !upper || !step || *step <= 0)
    return kUnknownTrips;
  return std::max<int64_t>(0, llvm::divideCeilSigned(*upper - *lower, *step));
}

/// Each turn adds as much as one to the worst start value. Writes all buffers.
void Walk::runLoop(LoopLikeOpInterface loop) {
  Accuracy before = joinAll(loop->getOperands());
  for (auto &[place, accuracy] : memory)
    before = join(before, accuracy);
  for (auto &[place, accuracy] : memory)
    accuracy = before;
  Accuracy after = runBlocks(loop, before);
  int64_t turns = getTrips(loop);
  set(loop->getResults(), extrapolate(before, after, turns));
  for (auto &[place, accuracy] : memory)
    accuracy = extrapolate(before, accuracy, turns);
}

/// Writes buffers, not results.
void Walk::writeEffects(Operation *op, const Accuracy &accuracy) {
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects)
    return;
  SmallVector<MemoryEffects::EffectInstance> instances;
  effects.getEffects(instances);
  for (const MemoryEffects::EffectInstance &effect : instances)
    if (isa<MemoryEffects::Write>(effect.getEffect()) && effect.getValue() &&
        isa<BaseMemRefType>(effect.getValue().getType())) {
      // A store of one element leaves the others.
      bool isWhole = isa<memref::CopyOp>(op);
      write(effect.getValue(), isWhole
                                   ? get(op->getOperand(0))
                                   : join(get(effect.getValue()), accuracy));
    }
}

void Walk::run(Operation *op) {
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return runLinalg(linalgOp);
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
    return runLoop(loop);
  Accuracy result = joinAll(op->getOperands());
  if (op->getNumRegions() > 0)
    return set(op->getResults(), join(result, runBlocks(op, result)));
  Roundings roundings;
  roundings.add(op);
  if (isa<vector::ReductionOp, vector::ContractionOp,
          vector::MultiDimReductionOp>(op) ||
      (!isKnownExact(op) && op->getNumResults() > 0))
    for (Type type : op->getResultTypes())
      roundings.addSquare(getRounding(type), /*weight=*/4);
  // Not a LinalgOp: exponentials over a sum along its dimension.
  if (auto softmax = dyn_cast<linalg::SoftmaxOp>(op)) {
    const int64_t size = cast<ShapedType>(softmax.getInput().getType())
                             .getDimSize(softmax.getDimension());
    const int64_t length = ShapedType::isDynamic(size) ? kUnknownTrips : size;
    addSaturating(result.reductionChain, length);
    roundings.addSquare(getRounding(softmax.getInput().getType()),
                        /*weight=*/4 + std::sqrt(static_cast<double>(length)));
  }
  apply(roundings, result);
  set(op->getResults(), result);
  writeEffects(op, result);
}

void Walk::run(Block &block) {
  for (Operation &op : block)
    run(&op);
}

llvm::SmallVector<Accuracy>
mlir::remat::computeAccuracies(func::FuncOp function) {
  llvm::SmallVector<Accuracy> results(function.getNumResults());
  if (function.isExternal())
    return results;
  Walk walk;
  for (Block &block : function.getBody()) {
    walk.run(block);
    if (auto end = dyn_cast<func::ReturnOp>(block.getTerminator()))
      for (auto [result, value] : llvm::zip_equal(results, end.getOperands()))
        result = join(result, walk.get(value));
  }
  return results;
}
