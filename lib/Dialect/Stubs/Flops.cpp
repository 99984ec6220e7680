//===- Flops.cpp - What StableHLO's operations compute --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "remat/Dialect/Stubs/CustomCalls.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "remat/Interfaces/TaskOpInterface.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/ScopedPrinter.h"

#include <cmath>

using namespace mlir;
using namespace mlir::remat;
using namespace mlir::remat::hlo;

/// The value of a one-integer constant that fits int64.
static std::optional<int64_t> getInteger(Value value) {
  Operation *op = value.getDefiningOp();
  auto dense = op ? dyn_cast_or_null<DenseIntElementsAttr>(getConstantValue(op))
                  : DenseIntElementsAttr();
  if (!dense || dense.getNumElements() != 1)
    return std::nullopt;
  APInt integer = *dense.getValues<APInt>().begin();
  if (dense.getElementType().isUnsignedInteger())
    return integer.isIntN(63) ? std::optional<int64_t>(integer.getZExtValue())
                              : std::nullopt;
  return integer.getBitWidth() <= 64
             ? std::optional<int64_t>(integer.getSExtValue())
             : std::nullopt;
}

/// Skips reshapes and barriers, which keep a single integer.
static Value skipViews(Value value) {
  auto result = dyn_cast<OpResult>(value);
  OpOperand *viewed = result ? hlo::getViewedOperand(result) : nullptr;
  return viewed ? skipViews(viewed->get()) : value;
}

namespace {
struct WhileLoop {
  Operation *op;
  Block *cond, *body;

  /// The loop-invariant integer in `value`, from a region or outside.
  std::optional<int64_t> getInvariant(Value value) const {
    value = skipViews(value);
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (argument.getOwner() != cond && argument.getOwner() != body)
        return std::nullopt;
      unsigned number = argument.getArgNumber();
      if (body->back().getOperand(number) != body->getArgument(number))
        return std::nullopt;
      value = skipViews(op->getOperand(number));
    }
    return getInteger(value);
  }
};
} // namespace

static std::optional<WhileLoop> matchWhile(Operation *op) {
  if (getOpKind(op) != OpKind::Loop || op->getNumRegions() != 2)
    return std::nullopt;
  unsigned count = op->getNumOperands();
  for (Region &region : op->getRegions())
    if (!region.hasOneBlock() || region.front().empty() ||
        region.front().getNumArguments() != count)
      return std::nullopt;
  WhileLoop loop = {op, &op->getRegion(0).front(), &op->getRegion(1).front()};
  if (loop.cond->back().getNumOperands() != 1 ||
      loop.body->back().getNumOperands() != count)
    return std::nullopt;
  return loop;
}

/// LT for `#stablehlo<comparison_direction LT>`; else no direction.
static std::string getDirection(Operation *compare) {
  Attribute direction = compare->getAttr("comparison_direction");
  if (!direction)
    return {};
  std::string text = llvm::to_string(direction);
  return StringRef(text).rtrim('>').rsplit(' ').second.str();
}

namespace {
/// The loop runs while argument `number`, its counter, is before `bound`.
struct LoopCondition {
  std::string direction;
  unsigned number;
  int64_t bound;
};
} // namespace

static std::optional<LoopCondition> matchCondition(const WhileLoop &loop) {
  Operation *compare =
      skipViews(loop.cond->back().getOperand(0)).getDefiningOp();
  if (!compare || compare->getName().stripDialect() != "compare" ||
      !lookupOp(compare) || compare->getNumOperands() != 2)
    return std::nullopt;
  auto counter = dyn_cast<BlockArgument>(skipViews(compare->getOperand(0)));
  std::optional<int64_t> bound = loop.getInvariant(compare->getOperand(1));
  if (!bound || !counter || counter.getOwner() != loop.cond)
    return std::nullopt;
  return LoopCondition{getDirection(compare), counter.getArgNumber(), *bound};
}

/// The increment of argument `number` in one run of the body.
static std::optional<int64_t> matchIncrement(const WhileLoop &loop,
                                             unsigned number) {
  Operation *step =
      skipViews(loop.body->back().getOperand(number)).getDefiningOp();
  if (!step || !lookupOp(step) || step->getNumOperands() != 2)
    return std::nullopt;
  StringRef name = step->getName().stripDialect();
  const bool isAddition = name == "add";
  Value self = loop.body->getArgument(number);
  Value by;
  if (skipViews(step->getOperand(0)) == self)
    by = step->getOperand(1);
  else if (isAddition && skipViews(step->getOperand(1)) == self)
    by = step->getOperand(0);
  std::optional<int64_t> amount = by ? loop.getInvariant(by) : std::nullopt;
  if (!amount || *amount == INT64_MIN || (!isAddition && name != "subtract"))
    return std::nullopt;
  return isAddition ? *amount : -*amount;
}

/// The steps of a counter from `start` to the condition's bound.
static std::optional<int64_t> countSteps(const LoopCondition &condition,
                                         int64_t start, int64_t increment) {
  const StringRef direction = condition.direction;
  const bool isUnequal = direction == "NE";
  const bool isUpwards =
      direction == "LT" || direction == "LE" || (isUnequal && increment > 0);
  const bool isDownwards =
      direction == "GT" || direction == "GE" || (isUnequal && increment < 0);
  if (!isUpwards && !isDownwards)
    return std::nullopt;
  int64_t distance;
  if (isUpwards ? llvm::SubOverflow(condition.bound, start, distance)
                : llvm::SubOverflow(start, condition.bound, distance))
    return std::nullopt;
  if (isDownwards)
    increment = -increment;
  if ((direction == "LE" || direction == "GE") &&
      llvm::AddOverflow(distance, int64_t(1), distance))
    return std::nullopt;
  // A counter that jumps over the bound or runs away never ends.
  if (isUnequal && (distance < 0 || distance % increment != 0))
    return std::nullopt;
  if (distance <= 0)
    return 0;
  if (increment <= 0)
    return std::nullopt;
  return (distance - 1) / increment + 1;
}

std::optional<LoopCounter> mlir::remat::hlo::getLoopCounter(Operation *op) {
  std::optional<WhileLoop> loop = matchWhile(op);
  std::optional<LoopCondition> condition =
      loop ? matchCondition(*loop) : std::nullopt;
  if (!condition)
    return std::nullopt;
  std::optional<int64_t> start =
      getInteger(skipViews(op->getOperand(condition->number)));
  std::optional<int64_t> increment = matchIncrement(*loop, condition->number);
  if (!start || !increment)
    return std::nullopt;
  std::optional<int64_t> trips = countSteps(*condition, *start, *increment);
  if (!trips)
    return std::nullopt;
  return LoopCounter{condition->number, *start, *increment, *trips};
}

std::optional<int64_t> mlir::remat::hlo::getTripCount(Operation *op) {
  std::optional<LoopCounter> counter = getLoopCounter(op);
  return counter ? std::optional(counter->trips) : std::nullopt;
}

/// The result of comparing in `direction`.
static std::optional<bool> compareIntegers(StringRef direction, bool isUnsigned,
                                           const APInt &left,
                                           const APInt &right) {
  const int order = left == right                                      ? 0
                    : (isUnsigned ? left.ult(right) : left.slt(right)) ? -1
                                                                       : 1;
  return llvm::StringSwitch<std::optional<bool>>(direction)
      .Case("EQ", order == 0)
      .Case("NE", order != 0)
      .Case("LT", order < 0)
      .Case("LE", order <= 0)
      .Case("GT", order > 0)
      .Case("GE", order >= 0)
      .Default(std::nullopt);
}

std::optional<APInt>
mlir::remat::hlo::evaluateIntegers(Operation *op, ArrayRef<APInt> operands) {
  auto result = op->getNumResults() == 1
                    ? dyn_cast<RankedTensorType>(op->getResult(0).getType())
                    : RankedTensorType();
  if (!lookupOp(op) || !result || !result.getElementType().isInteger() ||
      operands.empty() || operands.size() != op->getNumOperands())
    return std::nullopt;
  auto operand = dyn_cast<ShapedType>(op->getOperand(0).getType());
  auto element =
      operand ? dyn_cast<IntegerType>(operand.getElementType()) : IntegerType();
  if (!element)
    return std::nullopt;
  // Of predicates, too: i1 is no signed number.
  const bool isUnsigned = element.isUnsigned() || element.getWidth() == 1;
  auto min = [&](const APInt &a, const APInt &b) {
    return isUnsigned ? llvm::APIntOps::umin(a, b) : llvm::APIntOps::smin(a, b);
  };
  auto max = [&](const APInt &a, const APInt &b) {
    return isUnsigned ? llvm::APIntOps::umax(a, b) : llvm::APIntOps::smax(a, b);
  };
  const StringRef name = op->getName().stripDialect();
  const unsigned width = result.getElementType().getIntOrFloatBitWidth();
  if (getOpKind(op) == OpKind::Reshape && operands[0].getBitWidth() == width)
    return operands[0];
  if (name == "convert" && width > 1)
    return isUnsigned ? operands[0].zextOrTrunc(width)
                      : operands[0].sextOrTrunc(width);
  if (name == "compare" && operands.size() == 2) {
    std::optional<bool> isTrue =
        compareIntegers(getDirection(op), isUnsigned, operands[0], operands[1]);
    return isTrue ? std::optional(APInt(1, *isTrue)) : std::nullopt;
  }
  if (operands.size() == 3 && name == "select")
    return operands[0].isZero() ? operands[2] : operands[1];
  if (operands.size() == 3 && name == "clamp")
    return min(max(operands[1], operands[0]), operands[2]);
  if (operands.size() != 2 || width == 1 ||
      operands[0].getBitWidth() != width || operands[1].getBitWidth() != width)
    return std::nullopt;
  return llvm::StringSwitch<std::optional<APInt>>(name)
      .Case("add", operands[0] + operands[1])
      .Case("subtract", operands[0] - operands[1])
      .Case("multiply", operands[0] * operands[1])
      .Case("minimum", min(operands[0], operands[1]))
      .Case("maximum", max(operands[0], operands[1]))
      .Default(std::nullopt);
}

static double getElements(Type type) {
  return static_cast<double>(getNumElementsOrOne(type));
}

static double getLog2(double number) {
  return std::log2(std::max(number, 1.0));
}

namespace {
/// Counts all flops, or those of dots and convolutions.
class FlopCount {
public:
  explicit FlopCount(bool onlyMatrices) : onlyMatrices(onlyMatrices) {}
  double count(Operation *op);

private:
  double countRegion(Region &region) {
    double flops = 0;
    for (Operation &op : region.getOps())
      flops += count(&op);
    return flops;
  }
  double countRegions(Operation *op) {
    double flops = 0;
    for (Region &region : op->getRegions())
      flops += countRegion(region);
    return flops;
  }
  double countComposite(Operation *op);
  double countAlone(Operation *op, const OpInfo &info);

  bool onlyMatrices;
  llvm::DenseSet<Operation *> active;
  /// Functions counted already.
  llvm::DenseMap<Operation *, double> ofFunctions;
};
} // namespace

double FlopCount::countComposite(Operation *op) {
  Operation *function = lookupDecomposition(op);
  if (!function)
    return 0;
  if (auto found = ofFunctions.find(function); found != ofFunctions.end())
    return found->second;
  if (!active.insert(function).second)
    return 0;
  const double flops = countRegions(function);
  active.erase(function);
  ofFunctions[function] = flops;
  return flops;
}

/// The first operand's extent in dimension attribute `name`; 1 without it.
static double getExtent(Operation *op, StringRef name) {
  auto dimension = dyn_cast_or_null<IntegerAttr>(op->getAttr(name));
  auto shaped = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  if (!dimension || !shaped || !dimension.getValue().isIntN(31))
    return 1;
  auto number = static_cast<int64_t>(dimension.getValue().getZExtValue());
  if (number >= shaped.getRank() || shaped.isDynamicDim(number))
    return 1;
  return static_cast<double>(shaped.getDimSize(number));
}

/// The product of the extents in the array `name`.
static double getProduct(Operation *op, StringRef name) {
  double product = 1;
  if (auto extents = dyn_cast_or_null<DenseI64ArrayAttr>(op->getAttr(name)))
    for (int64_t extent : extents.asArrayRef())
      product *= static_cast<double>(std::max<int64_t>(extent, 1));
  return product;
}

/// The order of the matrix of a factorization or triangular solve.
static double getMatrixOrder(Operation *op) {
  auto shaped = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  return shaped && shaped.getRank() && !shaped.isDynamicDim(0)
             ? static_cast<double>(shaped.getShape().back())
             : 1;
}

/// Counts ops other than dots, without regions that run as part of the step.
double FlopCount::countAlone(Operation *op, const OpInfo &info) {
  if (op->getNumOperands() == 0 || op->getNumResults() == 0)
    return info.flopsPerElement *
           (op->getNumResults() ? getElements(op->getResult(0).getType()) : 0);
  double in = getElements(op->getOperand(0).getType());
  double out = 0;
  for (Type type : op->getResultTypes())
    out = std::max(out, getElements(type));
  const bool hasBody = op->getNumRegions();
  const double body = countRegions(op);
  const double windowElements = getProduct(op, "window_dimensions");
  switch (info.kind) {
  case OpKind::Reduce:
    // unary_einsum has no region.
    return std::max(in - out, 0.0) * (hasBody ? body : 1);
  case OpKind::ReduceWindow:
    return body * (windowElements - 1) * out;
  case OpKind::SelectAndScatter:
    if (op->getNumRegions() != 2 || op->getNumOperands() < 2)
      return 0;
    return getElements(op->getOperand(1).getType()) *
           (countRegion(op->getRegion(0)) * (windowElements - 1) +
            countRegion(op->getRegion(1)));
  case OpKind::Scan:
    return body * getExtent(op, "dimension");
  case OpKind::Scatter:
    return body * getElements(op->getOperands().back().getType());
  case OpKind::Sort:
    // One comparison per level of a merge sort; top_k has no region.
    return in * (hasBody ? body : 1) *
           getLog2(hasBody ? getExtent(op, "dimension") : in);
  case OpKind::Fft:
    // Cooley and Tukey, radix 2.
    return 5 * std::max(in, out) * getLog2(getProduct(op, "fft_length"));
  case OpKind::Cholesky:
    return out * getMatrixOrder(op) / 3;
  case OpKind::TriangularSolve:
    return out * getMatrixOrder(op);
  case OpKind::Dot:
    // No dimension numbers to read (einsum).
    return 2 * std::max(in, out);
  default:
    return (info.flopsPerElement + body) * out;
  }
}

double FlopCount::count(Operation *op) {
  const OpInfo *info = lookupOp(op);
  if (!info)
    return onlyMatrices ? 0 : getOpCost(op).flops;
  switch (info->kind) {
  case OpKind::Dot:
    if (std::optional<double> flops = getDotFlops(op))
      return *flops;
    break;
  case OpKind::Convolution:
    return getConvolutionFlops(op).value_or(0);
  case OpKind::Loop:
    return countRegions(op) * static_cast<double>(getTripCount(op).value_or(1));
  case OpKind::Branch: {
    double flops = 0;
    for (Region &region : op->getRegions())
      flops = std::max(flops, countRegion(region));
    return flops;
  }
  case OpKind::Region:
    return countRegions(op);
  case OpKind::Composite:
    return countComposite(op);
  case OpKind::CustomCall:
    return getAttentionFlops(op).value_or(0);
  default:
    break;
  }
  return onlyMatrices ? 0 : countAlone(op, *info);
}

double mlir::remat::hlo::getMatrixFlops(Operation *op) {
  return FlopCount(/*onlyMatrices=*/true).count(op);
}

double mlir::remat::hlo::getFlops(Operation *op) {
  return FlopCount(/*onlyMatrices=*/false).count(op);
}
