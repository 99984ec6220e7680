//===- TaskOpInterface.cpp - An operation as a task -----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Interfaces/TaskOpInterface.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <cstdlib>

using namespace mlir;
using namespace mlir::remat;

#include "remat/Interfaces/TaskAttrInterfaces.cpp.inc"
#include "remat/Interfaces/TaskEnums.cpp.inc"
#include "remat/Interfaces/TaskOpInterface.cpp.inc"

int64_t mlir::remat::saturatingAdd(int64_t a, int64_t b) {
  int64_t sum;
  return llvm::AddOverflow(a, b, sum) ? INT64_MAX : sum;
}

int64_t mlir::remat::saturatingMul(int64_t a, int64_t b) {
  int64_t product;
  return llvm::MulOverflow(a, b, product) ? INT64_MAX : product;
}

OpCost &OpCost::operator+=(const OpCost &other) {
  flops += other.flops;
  addSaturating(bytesRead, other.bytesRead);
  addSaturating(bytesWritten, other.bytesWritten);
  workspaceBytes = std::max(workspaceBytes, other.workspaceBytes);
  return *this;
}

OpCost &OpCost::operator*=(int64_t times) {
  flops *= static_cast<double>(times);
  bytesRead = saturatingMul(bytesRead, times);
  bytesWritten = saturatingMul(bytesWritten, times);
  return *this;
}

/// `first` times all of `extents`; nullopt if it does not fit.
static std::optional<int64_t> multiplyAll(int64_t first,
                                          ArrayRef<int64_t> extents) {
  for (int64_t extent : extents)
    if (llvm::MulOverflow(first, extent, first))
      return std::nullopt;
  return first;
}

/// Bytes of a `type` element in an array; nullopt if unknown or too large.
/// Vectors are packed along their last dimension, and take a power of two of
/// bytes as integers do.
static std::optional<int64_t> getElementBytes(Type type) {
  if (auto vector = dyn_cast<VectorType>(type)) {
    Type element = vector.getElementType();
    if (vector.isScalable() || !(element.isIndex() || element.isIntOrFloat()))
      return std::nullopt;
    int64_t bits = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
    ArrayRef<int64_t> shape = vector.getShape();
    if (llvm::MulOverflow(bits, shape.empty() ? 1 : shape.back(), bits))
      return std::nullopt;
    uint64_t rowBytes = llvm::PowerOf2Ceil(llvm::divideCeil(bits, 8));
    int64_t bytes = static_cast<int64_t>(rowBytes);
    if (rowBytes > INT64_MAX)
      return std::nullopt;
    return multiplyAll(bytes, shape.drop_back(shape.empty() ? 0 : 1));
  }
  if (auto complex = dyn_cast<ComplexType>(type)) {
    std::optional<int64_t> part = getElementBytes(complex.getElementType());
    return part ? std::optional<int64_t>(2 * *part) : std::nullopt;
  }
  if (type.isIndex())
    return 8;
  // LLVM aligns an integer to the next power of two bytes, and an array element
  // takes its aligned size.
  if (type.isIntOrFloat())
    return static_cast<int64_t>(llvm::PowerOf2Ceil(
        llvm::divideCeil(std::max(type.getIntOrFloatBitWidth(), 1u), 8u)));
  return std::nullopt;
}

std::optional<int64_t> mlir::remat::getTypeBytes(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped || isa<VectorType>(type))
    return getElementBytes(type);
  if (!shaped.hasStaticShape())
    return std::nullopt;
  std::optional<int64_t> elementBytes =
      getElementBytes(shaped.getElementType());
  if (!elementBytes)
    return std::nullopt;
  return saturatingMul(getNumElementsOrOne(type), *elementBytes);
}

int64_t mlir::remat::sumBytes(TypeRange types) {
  int64_t sum = 0;
  for (Type type : types)
    if (isa<ShapedType>(type))
      addSaturating(sum, getTypeBytes(type).value_or(0));
  return sum;
}

/// Elements from the first to the last that the strides of `memref` reach;
/// nullopt if strides are unknown or the count does not fit.
static std::optional<int64_t> getSpan(MemRefType memref) {
  int64_t offset;
  SmallVector<int64_t> strides;
  if (failed(memref.getStridesAndOffset(strides, offset)))
    return std::nullopt;
  int64_t span = 1;
  for (auto [extent, stride] : llvm::zip_equal(memref.getShape(), strides)) {
    // The stride of a single element is never taken.
    if (extent == 1)
      continue;
    int64_t reach;
    if (ShapedType::isDynamic(stride) ||
        llvm::MulOverflow(extent - 1, stride, reach) || reach == INT64_MIN ||
        llvm::AddOverflow(span, std::abs(reach), span))
      return std::nullopt;
  }
  return span;
}

std::optional<int64_t> mlir::remat::getStorageBytes(ShapedType type) {
  if (isa<VectorType>(type))
    return getElementBytes(type);
  if (!type.hasStaticShape())
    return std::nullopt;
  std::optional<int64_t> bytes = getElementBytes(type.getElementType());
  if (!bytes)
    return std::nullopt;
  // Zero, even if other extents overflow.
  if (llvm::is_contained(type.getShape(), 0))
    return 0;
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref || memref.getLayout().isIdentity())
    return multiplyAll(*bytes, type.getShape());
  std::optional<int64_t> span = getSpan(memref);
  return span ? multiplyAll(*bytes, *span) : std::nullopt;
}

int64_t mlir::remat::getNumElementsOrOne(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped || !shaped.hasRank())
    return 1;
  if (llvm::is_contained(shaped.getShape(), 0))
    return 0;
  int64_t count = 1;
  for (int64_t extent : shaped.getShape())
    if (!ShapedType::isDynamic(extent))
      count = saturatingMul(count, extent);
  return count;
}

/// Transcendental functions count a typical vectorized polynomial of f32
/// (argument reduction, degree five to seven), roots and divisions a refined
/// reciprocal estimate, composed functions (pow is exp of log) their sum.
double mlir::remat::getArithWeight(Operation *op) {
  if (op->hasTrait<OpTrait::IsTerminator>() ||
      op->hasTrait<OpTrait::ConstantLike>())
    return 0;
  return llvm::StringSwitch<double>(op->getName().getStringRef())
      // Data that is named, not computed.
      .Cases({"arith.bitcast", "arith.index_cast", "arith.index_castui",
              "arith.extui", "arith.extsi", "arith.trunci", "linalg.index",
              "tensor.extract", "tensor.dim"},
             0)
      .Cases({"arith.divf", "arith.remf", "arith.divsi", "arith.divui",
              "arith.remsi", "arith.remui", "arith.ceildivsi",
              "arith.ceildivui", "arith.floordivsi"},
             4)
      .Cases({"math.sqrt", "math.rsqrt"}, 5)
      .Cases({"math.fma"}, 2)
      .Cases({"math.exp", "math.exp2", "math.log", "math.log2", "math.log10",
              "math.sin", "math.cos"},
             10)
      .Cases({"math.expm1", "math.log1p", "math.cbrt", "math.sincos"}, 15)
      .Cases({"math.tanh", "math.sinh", "math.cosh", "math.tan", "math.erf",
              "math.erfc", "math.atan", "math.asin", "math.acos", "math.asinh",
              "math.acosh", "math.atanh", "math.atan2"},
             20)
      .Cases({"math.powf", "math.fpowi"}, 22)
      .Default(1);
}

namespace {
/// The cost of regions; each function is computed once.
class RegionCost {
public:
  /// The regions of `op`, or its callee.
  OpCost compute(Operation *op);

private:
  OpCost computeCall(CallOpInterface call);
  OpCost computeRegion(Region &region);

  SymbolTableCollection symbolTables;
  llvm::DenseMap<Operation *, OpCost> callees;
  llvm::DenseSet<Operation *> active;
};
} // namespace

/// The larger of each figure.
static OpCost max(const OpCost &a, const OpCost &b) {
  return {std::max(a.flops, b.flops), std::max(a.bytesRead, b.bytesRead),
          std::max(a.bytesWritten, b.bytesWritten),
          std::max(a.workspaceBytes, b.workspaceBytes)};
}

OpCost RegionCost::computeCall(CallOpInterface call) {
  auto function = dyn_cast_or_null<FunctionOpInterface>(
      call.resolveCallableInTable(&symbolTables));
  if (!function || function.isExternal()) {
    // Only operands and results are known.
    return {0, sumBytes(call->getOperandTypes()),
            sumBytes(call->getResultTypes()), 0};
  }
  if (auto it = callees.find(function); it != callees.end())
    return it->second;
  if (!active.insert(function).second)
    return OpCost();
  OpCost cost = computeRegion(function.getFunctionBody());
  active.erase(function);
  callees.try_emplace(function, cost);
  return cost;
}

OpCost RegionCost::compute(Operation *op) {
  if (auto call = dyn_cast<CallOpInterface>(op))
    return computeCall(call);
  OpCost cost;
  auto loop = dyn_cast<LoopLikeOpInterface>(op);
  // Regions of a branching non-loop exclude each other; others run in turn.
  bool areAlternatives = !loop && isa<RegionBranchOpInterface>(op);
  for (Region &region : op->getRegions()) {
    OpCost regionCost = computeRegion(region);
    if (areAlternatives)
      cost = max(cost, regionCost);
    else
      cost += regionCost;
  }
  if (loop)
    if (std::optional<APInt> trips = loop.getStaticTripCount())
      cost *= trips->isIntN(63) ? static_cast<int64_t>(trips->getZExtValue())
                                : INT64_MAX;
  return cost;
}

OpCost RegionCost::computeRegion(Region &region) {
  // Blocks of unstructured control flow count once, one after the other.
  OpCost cost;
  for (Block &block : region)
    for (Operation &op : block) {
      // An unregistered terminator has no traits to tell it by.
      if (&op == &block.back() && op.mightHaveTrait<OpTrait::IsTerminator>())
        continue;
      // Asking these would start a new computation without this one's state.
      if (isa<CallOpInterface, LoopLikeOpInterface, RegionBranchOpInterface>(
              op))
        cost += compute(&op);
      else
        cost += getOpCost(&op);
    }
  return cost;
}

OpCost mlir::remat::getRegionCost(Operation *op) {
  return RegionCost().compute(op);
}

OpCost mlir::remat::detail::getDefaultCost(Operation *op) {
  if (op->getNumRegions() != 0 || isa<CallOpInterface>(op))
    return getRegionCost(op);
  if (op->hasTrait<OpTrait::ConstantLike>())
    return OpCost();
  OpCost cost = {0, sumBytes(op->getOperandTypes()),
                 sumBytes(op->getResultTypes()), 0};
  if (op->hasTrait<OpTrait::Elementwise>()) {
    int64_t elements = 0;
    for (Type type : op->getResultTypes())
      elements = saturatingAdd(elements, getNumElementsOrOne(type));
    cost.flops = getArithWeight(op) * static_cast<double>(elements);
  }
  return cost;
}

OpCost mlir::remat::getOpCost(Operation *op) {
  if (auto task = dyn_cast<TaskOpInterface>(op))
    return task.getTaskCost();
  return detail::getDefaultCost(op);
}

/// Whether the op itself, regions aside, must not run again.
static bool isNeverAgain(Operation *op) {
  // MLIR declares most collectives pure, as they are for all processes
  // together; but one process must not communicate more often than its peers
  // expect.
  static constexpr StringLiteral collectives[] = {"shard", "mesh", "mpi"};
  if (isa<CallOpInterface>(op) ||
      llvm::is_contained(collectives, op->getName().getDialectNamespace()))
    return true;
  // Another run may see other contents, even if reads are not declared as
  // effects (bufferization.to_tensor).
  auto isMemory = llvm::IsaPred<BaseMemRefType>;
  return llvm::any_of(op->getOperandTypes(), isMemory) ||
         llvm::any_of(op->getResultTypes(), isMemory);
}

bool mlir::remat::detail::mayRunAgainByEffects(Operation *op) {
  if (!isMemoryEffectFree(op))
    return false;
  return !op->walk([](Operation *nested) {
              return WalkResult(failure(isNeverAgain(nested)));
            }).wasInterrupted();
}

bool mlir::remat::mayRunAgain(Operation *op) {
  if (auto task = dyn_cast<TaskOpInterface>(op))
    return task.mayRunAgain();
  return detail::mayRunAgainByEffects(op);
}

OpOperand *mlir::remat::getViewedOperand(OpResult result) {
  Operation *op = result.getOwner();
  if (auto task = dyn_cast<TaskOpInterface>(op))
    return task.getViewedOperand(result);
  if (auto view = dyn_cast<ViewLikeOpInterface>(op)) {
    Value source = view.getViewSource();
    for (OpOperand &operand : op->getOpOperands())
      if (operand.get() == source)
        return &operand;
  }
  return nullptr;
}

OpOperand *mlir::remat::getViewedOperand(Operation *op) {
  return op->getNumResults() == 1 ? getViewedOperand(op->getResult(0))
                                  : nullptr;
}

bool mlir::remat::preparesDestination(Operation *op) {
  auto task = dyn_cast<TaskOpInterface>(op);
  return task && task.preparesDestination();
}

std::optional<TaskPhase> mlir::remat::getPhase(Operation *op) {
  if (auto phase = dyn_cast_or_null<TaskPhaseAttrInterface>(
          op->getDiscardableAttr(kPhaseAttrName)))
    return phase.getTaskPhase();
  if (auto task = dyn_cast<TaskOpInterface>(op))
    return task.getTaskPhase();
  return std::nullopt;
}
