//===- XlaFusion.cpp - Which ops XLA computes in their readers ------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// (F1), (F2), … cite the rules of docs/xla.md.
//
//===----------------------------------------------------------------------===//

#include "XlaFusion.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Dialect/Stubs/CustomCalls.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "remat/Interfaces/TaskOpInterface.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSwitch.h"

#include <numeric>
#include <set>

using namespace mlir;
using namespace mlir::remat;
using hlo::OpKind;

/// (F3) XLA takes a dot that contracts nothing for a multiplication.
static OpKind getKind(Operation *op) {
  std::optional<hlo::DotDimensions> dims = hlo::getDotDimensions(op);
  if (!dims)
    return hlo::getOpKind(op);
  auto lhs = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  bool contracts =
      !lhs || llvm::any_of(dims->lhsContracting, [&](int64_t dimension) {
        return lhs.getDimSize(dimension) != 1;
      });
  return contracts ? OpKind::Dot : OpKind::Elementwise;
}

bool mlir::remat::isXlaMatrixProduct(Operation *op) {
  return getKind(op) == OpKind::Dot;
}

/// (F2) Whether `op` only names the dimensions of a custom call's result in the
/// order of its layout.
static bool undoesLayout(Operation *op) {
  auto made = dyn_cast<OpResult>(op->getOperand(0));
  const auto layout = made ? hlo::getCallResultLayout(made) : std::nullopt;
  const auto permutation =
      layout ? hlo::getIntegers(op, "permutation", layout->size(), -1)
             : std::nullopt;
  // The layout lists the fastest dimension first.
  return permutation && llvm::equal(*permutation, llvm::reverse(*layout));
}

/// (F2) A transpose of at most two dimensions of extent over one: XLA folds it
/// into the layout of its operand or into the product that reads it.
static bool isFreeTranspose(Operation *op) {
  if (hlo::getOpKind(op) != OpKind::Transpose || op->getNumResults() != 1 ||
      op->getNumOperands() != 1)
    return false;
  if (undoesLayout(op))
    return true;
  auto type = dyn_cast<ShapedType>(op->getResult(0).getType());
  if (!type || !type.hasStaticShape())
    return false;
  return llvm::count_if(type.getShape(),
                        [](int64_t extent) { return extent > 1; }) <= 2;
}

/// (F2) The operand that `result` aliases.
static OpOperand *getAliasedOperand(OpResult result) {
  if (OpOperand *viewed = remat::getViewedOperand(result))
    return viewed;
  Operation *op = result.getOwner();
  bool isNoConversion = op->getName().getStringRef() == "stablehlo.convert" &&
                        op->getNumOperands() == 1 &&
                        op->getOperand(0).getType() == result.getType();
  return isNoConversion || isFreeTranspose(op) ? &op->getOpOperand(0) : nullptr;
}

static bool isAlias(Operation *op) {
  return op->getNumResults() > 0 &&
         llvm::all_of(op->getResults(), getAliasedOperand);
}

static bool movesData(OpKind kind) {
  static constexpr OpKind moves[] = {OpKind::Broadcast,    OpKind::Transpose,
                                     OpKind::Slice,        OpKind::Pad,
                                     OpKind::Reverse,      OpKind::Concatenate,
                                     OpKind::DynamicSlice, OpKind::Gather};
  return llvm::is_contained(moves, kind);
}

namespace {
/// Neighboring dimensions that are all kept or all reduced.
struct DimensionGroup {
  bool isReduced;
  int64_t elements;
};
using DimensionGroups = SmallVector<DimensionGroup, 6>;
} // namespace

static void append(DimensionGroups &groups, DimensionGroup next) {
  if (next.elements == 1)
    return;
  if (groups.empty() || groups.back().isReduced != next.isReduced)
    groups.push_back({next.isReduced, 1});
  groups.back().elements = saturatingMul(groups.back().elements, next.elements);
}

/// Whether XLA has a kernel for reductions of these groups that is faster than
/// a loop over the result.
static bool hasReductionKernel(const DimensionGroups &groups) {
  constexpr int64_t warp = 32;
  if (groups.size() > 3)
    return false;
  const int64_t width = groups.back().elements;
  // Several short rows are reduced by one warp.
  if (groups.back().isReduced)
    return width >= warp || warp % width == 0;
  const int64_t column = groups[groups.size() - 2].elements;
  return column >= warp && (column >= 2 * warp || width >= warp) &&
         (column >= 4 * warp || width >= 8) &&
         (column >= 8 * warp || width >= 3);
}

/// Two reductions of so many elements each are not computed in one kernel.
static constexpr int64_t kElementsOfOwnKernel = 16;

/// Elements that make one of the result's, if XLA reduces in loops over results
/// and fuses these; else 0. Splits off the largest group of several, as XLA
/// does.
static int64_t getElementsOfLoops(const DimensionGroups &groups) {
  auto size = [](const DimensionGroup &group) {
    return group.isReduced ? group.elements : 0;
  };
  const int64_t count = llvm::count_if(groups, size);
  if (count == 0 || hasReductionKernel(groups))
    return 0;
  const DimensionGroup *largest = llvm::max_element(
      groups, [&](const DimensionGroup &a, const DimensionGroup &b) {
        return size(a) < size(b);
      });
  if (count == 1)
    return largest->elements;
  DimensionGroups first, rest;
  for (const DimensionGroup &group : groups) {
    const bool isLargest = &group == largest;
    append(first, {isLargest, group.elements});
    if (!isLargest)
      append(rest, group);
  }
  const int64_t ofFirst = getElementsOfLoops(first);
  const int64_t ofRest = getElementsOfLoops(rest);
  // One of the two has a kernel, or the value between them is stored.
  if (ofFirst == 0 || ofRest == 0 ||
      (ofFirst >= kElementsOfOwnKernel && ofRest >= kElementsOfOwnKernel))
    return 0;
  return saturatingMul(ofFirst, ofRest);
}

/// Elements that make one of the result's, if XLA reduces in a loop over the
/// result, like an elementwise kernel: few, or not next to each other. Else 0.
static int64_t getElementsOfLoopedReduce(Operation *op) {
  if (hlo::getOpKind(op) != OpKind::Reduce || op->getNumOperands() != 2)
    return 0;
  auto type = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  auto dimensions = op->getAttrOfType<DenseI64ArrayAttr>("dimensions");
  if (!type || !type.hasStaticShape() || !dimensions ||
      llvm::is_contained(type.getShape(), 0))
    return 0;
  DimensionGroups groups;
  for (auto [dim, extent] : llvm::enumerate(type.getShape()))
    append(groups, {llvm::is_contained(dimensions.asArrayRef(),
                                       static_cast<int64_t>(dim)),
                    extent});
  return getElementsOfLoops(groups);
}

/// Whether XLA keeps `op` and another such reduction in kernels of their own.
static bool reducesMany(Operation *op) {
  if (hlo::getOpKind(op) != OpKind::Reduce || op->getNumOperands() == 0 ||
      op->getNumResults() == 0)
    return false;
  const int64_t from = getNumElementsOrOne(op->getOperand(0).getType());
  const int64_t to = getNumElementsOrOne(op->getResult(0).getType());
  return to > 0 && from / to >= kElementsOfOwnKernel;
}

/// (F3) Whether XLA can compute `op` inside of its readers.
static bool isFusible(Operation *op) {
  // A region may draw random numbers; each reader would do so again.
  if (op->getNumResults() == 0 ||
      (op->getNumRegions() != 0 && !mayRunAgain(op)))
    return false;
  OpKind kind = getKind(op);
  return movesData(kind) || kind == OpKind::Elementwise ||
         kind == OpKind::ReduceWindow || kind == OpKind::RngBitGenerator ||
         getElementsOfLoopedReduce(op) > 0;
}

/// The element that a splat constant repeats, however made, else null.
static Attribute getSplatValue(Value value) {
  Operation *op = value.getDefiningOp();
  for (; op && op->getNumOperands() > 0; op = value.getDefiningOp()) {
    if (isa<BarrierOp>(op))
      value = op->getOperand(cast<OpResult>(value).getResultNumber());
    else if (hlo::repeatsOperand(op))
      value = op->getOperand(0);
    else
      break;
  }
  return op && hlo::isConstant(op) &&
                 getNumElementsOrOne(op->getResult(0).getType()) == 1
             ? hlo::getConstantValue(op)
             : Attribute();
}

/// (F3) Whether the kernel of `op` can compute the operand, not load it.
static bool computesOperand(OpOperand &operand) {
  Operation *op = operand.getOwner();
  Operation *producer = operand.get().getDefiningOp();
  switch (hlo::getOpKind(op)) {
  case OpKind::Reduce:
  case OpKind::SelectAndScatter:
    return true;
  // The first operand is written in place.
  case OpKind::DynamicUpdateSlice:
  case OpKind::Scatter:
    return operand.getOperandNumber() != 0;
  // (F7) Each loop that starts from zeros has its own.
  case OpKind::Loop:
    return getSplatValue(operand.get()) != nullptr;
  // (F4) A kernel pads the input before the convolution. XLA knows the input's
  // gradient by its reversed kernel, and reverses it in the convolution.
  case OpKind::Convolution:
    return operand.getOperandNumber() == 0
               ? getXlaIntermediateBytes(op) > 0
               : producer && hlo::getOpKind(producer) == OpKind::Reverse;
  default:
    return isFusible(op);
  }
}

static bool isAddition(Operation *op) {
  return op && op->getName().getStringRef() == "stablehlo.add" &&
         op->getNumOperands() == 2 && op->getNumResults() == 1;
}

/// Whether `value` repeats a number, or a vector along the output features of
/// `convolution`. Another broadcast is a tensor to cuDNN.
static bool isBias(Value value, Operation *convolution) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getName().getStringRef() != "stablehlo.broadcast_in_dim" ||
      op->getNumOperands() != 1)
    return false;
  auto source = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  auto places = op->getAttrOfType<DenseI64ArrayAttr>("broadcast_dimensions");
  std::optional<hlo::ConvDimensions> dims = hlo::getConvDimensions(convolution);
  return source && places && places.size() == source.getRank() && dims &&
         llvm::all_of(llvm::zip_equal(source.getShape(), places.asArrayRef()),
                      [&](auto each) {
                        auto [extent, place] = each;
                        return extent == 1 || place == dims->outputFeature;
                      });
}

static bool addsByItself(Operation *op) {
  return op && isXlaForwardConvolution(op) && getXlaIntermediateBytes(op) == 0;
}

/// The forward convolution that makes `value` for one reader, with a bias or
/// without, else null.
static Operation *getConvolutionForOne(Value value) {
  if (!value.hasOneUse())
    return nullptr;
  Operation *op = value.getDefiningOp();
  if (!isAddition(op))
    return addsByItself(op) ? op : nullptr;
  for (unsigned number : {0, 1}) {
    Value operand = op->getOperand(number);
    Operation *convolution = operand.getDefiningOp();
    if (operand.hasOneUse() && addsByItself(convolution) &&
        isBias(op->getOperand(1 - number), convolution))
      return convolution;
  }
  return nullptr;
}

Operation *mlir::remat::getXlaAddingConvolution(Operation *op) {
  if (!isAddition(op))
    return nullptr;
  for (unsigned number : {0, 1}) {
    Operation *convolution = getConvolutionForOne(op->getOperand(number));
    if (convolution && convolution->getBlock() == op->getBlock() &&
        !isBias(op->getOperand(1 - number), convolution))
      return convolution;
  }
  return nullptr;
}

/// (F5) The cost per element of `op` without its operands, in XLA's choice
/// between recomputing and storing: fitted.
static int64_t getFusionWeight(Operation *op) {
  OpKind kind = hlo::getOpKind(op);
  if (movesData(kind) || kind == OpKind::Constant || kind == OpKind::Iota)
    return 0;
  if (kind == OpKind::Reduce)
    return std::min<int64_t>(getElementsOfLoopedReduce(op), 1 << 20);
  return llvm::StringSwitch<int64_t>(op->getName().stripDialect())
      .Cases({"lgamma", "digamma"}, 200)
      .Case("erfc", 130)
      .Case("rng_bit_generator", 120)
      .Case("erf", 80)
      .Case("erf_inv", 60)
      .Cases({"power", "sine", "cosine"}, 20)
      .Case("tanh", 12)
      .Cases({"log_plus_one", "exponential_minus_one", "remainder"}, 10)
      .Case("logistic", 8)
      .Case("log", 6)
      .Cases({"exponential", "reduce_window"}, 4)
      .Case("divide", 3)
      .Cases({"sqrt", "rsqrt"}, 2)
      .Default(1);
}

static bool hasOverlappingWindows(Operation *op) {
  OpKind kind = hlo::getOpKind(op);
  if (kind != OpKind::ReduceWindow && kind != OpKind::SelectAndScatter)
    return false;
  auto type = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  if (!type)
    return false;
  auto window = hlo::getIntegers(op, "window_dimensions", type.getRank(), 1);
  auto strides = hlo::getIntegers(op, "window_strides", type.getRank(), 1);
  if (!window || !strides)
    return false;
  auto multiply = [](ArrayRef<int64_t> factors) {
    return std::accumulate(factors.begin(), factors.end(), int64_t(1),
                           saturatingMul);
  };
  return multiply(*window) > multiply(*strides);
}

Value mlir::remat::getXlaMergedZeros(Operation *op) {
  if (hlo::getOpKind(op) != OpKind::SelectAndScatter ||
      op->getNumOperands() != 3 || op->getNumResults() != 1)
    return Value();
  Attribute init = getSplatValue(op->getOperand(2));
  if (!init)
    return Value();
  for (Operation &other :
       llvm::make_range(op->getBlock()->begin(), op->getIterator()))
    if (hlo::getOpKind(&other) == OpKind::Broadcast &&
        other.getNumResults() == 1 &&
        other.getResult(0).getType() == op->getResult(0).getType() &&
        getSplatValue(other.getResult(0)) == init)
      return other.getResult(0);
  return Value();
}

namespace {
/// Interned ascending sets: equal sets are equal pointers.
class SetPool {
public:
  using Set = const std::vector<int32_t> *;

  Set get(std::vector<int32_t> numbers) {
    llvm::sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return &*sets.insert(std::move(numbers)).first;
  }

private:
  std::set<std::vector<int32_t>> sets;
};

class FusionAnalysis {
public:
  explicit FusionAnalysis(Block &block) : block(block) {}

  FusedOps run();

private:
  void visit(Operation *op);
  bool isReducedAgain(Operation *op);
  void markReducing(Operation *op);
  void findKernels();
  void addKernels(Value value, llvm::SmallPtrSetImpl<SetPool::Set> &kernels);
  SetPool::Set getKernels(Operation *op);
  void storeHeavyValues();
  bool isComputedDifferently(Operation *op);

  Block &block;
  FusedOps fused;
  /// (F11) Convolutions computed by the addition that reads them.
  llvm::DenseSet<Operation *> adding;
  llvm::DenseSet<Operation *> dead;
  llvm::DenseSet<Value> stored;
  /// Ops whose kernels reduce `kElementsOfOwnKernel` or more.
  llvm::DenseSet<Operation *> reducing;
  llvm::DenseMap<Operation *, int32_t> positions;
  SetPool pool;
  /// The positions of the stored ops that compute a fused op. Sets over
  /// `largestSet` are as good as all, each a set of its own.
  llvm::DenseMap<Operation *, SetPool::Set> kernelsOf;
  static constexpr size_t largestSet = 64;
};
} // namespace

void FusionAnalysis::visit(Operation *op) {
  // XLA removes unused ops.
  if (op->getNumResults() > 0 && isMemoryEffectFree(op) &&
      llvm::all_of(op->getUsers(),
                   [&](Operation *user) { return dead.contains(user); })) {
    dead.insert(op);
    fused.insert(op);
    return;
  }
  if (isAlias(op)) {
    fused.insert(op);
    // Operands of optimization barriers and of copies are buffers.
    bool storesAll = isa<BarrierOp, ParkOp, FetchOp, AwaitOp>(op) ||
                     hlo::getOpKind(op) == OpKind::Barrier;
    for (OpResult result : op->getResults())
      if (storesAll || stored.contains(result))
        stored.insert(getAliasedOperand(result)->get());
    return;
  }
  // (F2) Readers generate constants and iotas.
  OpKind kind = hlo::getOpKind(op);
  if (kind == OpKind::Constant || kind == OpKind::Iota) {
    fused.insert(op);
    return;
  }
  // (F11)
  if (Operation *convolution = getXlaAddingConvolution(op)) {
    adding.insert(convolution);
    for (Value operand : op->getOperands())
      if (Operation *producer = operand.getDefiningOp();
          !producer || getConvolutionForOne(operand) != convolution)
        stored.insert(operand);
    return;
  }
  if (adding.contains(op))
    fused.insert(op);
  const bool isStored =
      llvm::any_of(op->getResults(),
                   [&](Value result) { return stored.contains(result); }) ||
      (reducesMany(op) && isReducedAgain(op));
  if (isFusible(op) && !isStored)
    fused.insert(op);
  for (OpOperand &operand : op->getOpOperands())
    if (!computesOperand(operand))
      stored.insert(operand.get());
  if (Value merged = getXlaMergedZeros(op))
    stored.insert(merged);
  // (F7) A captured value is one that the loop carries unchanged.
  const bool isLoop = hlo::getOpKind(op) == OpKind::Loop;
  visitUsedValuesDefinedAbove(op->getRegions(), [&](OpOperand *captured) {
    if (!isLoop || !getSplatValue(captured->get()))
      stored.insert(captured->get());
  });
}

bool FusionAnalysis::isReducedAgain(Operation *op) {
  return llvm::any_of(op->getUsers(), [&](Operation *user) {
    return reducing.contains(block.findAncestorOpInBlock(*user));
  });
}

/// After `visit`, readers first.
void FusionAnalysis::markReducing(Operation *op) {
  if (dead.contains(op))
    return;
  if (reducesMany(op) || (fused.contains(op) && isReducedAgain(op)))
    reducing.insert(op);
}

/// The kernels that compute `op`: its own if stored, else its readers'.
SetPool::Set FusionAnalysis::getKernels(Operation *op) {
  if (auto found = kernelsOf.find(op); found != kernelsOf.end())
    return found->second;
  return pool.get({positions.lookup(op)});
}

void FusionAnalysis::addKernels(Value value,
                                llvm::SmallPtrSetImpl<SetPool::Set> &kernels) {
  for (Operation *user : value.getUsers()) {
    user = block.findAncestorOpInBlock(*user);
    if (user && !dead.contains(user))
      kernels.insert(getKernels(user));
  }
}

/// Sets of kernels, readers first.
void FusionAnalysis::findKernels() {
  for (Operation &op : llvm::reverse(block)) {
    if (!fused.contains(&op) || dead.contains(&op))
      continue;
    llvm::SmallPtrSet<SetPool::Set, 8> ofReaders;
    for (Value result : op.getResults())
      addKernels(result, ofReaders);
    if (ofReaders.size() == 1) {
      kernelsOf[&op] = *ofReaders.begin();
      continue;
    }
    std::vector<int32_t> all;
    for (SetPool::Set each : ofReaders)
      llvm::append_range(all, *each);
    SetPool::Set kernels = pool.get(std::move(all));
    if (kernels->size() > largestSet)
      kernels = pool.get({-1 - positions.lookup(&op), -1});
    kernelsOf[&op] = kernels;
  }
}

/// Whether the readers of `op` end up in different kernels.
bool FusionAnalysis::isComputedDifferently(Operation *op) {
  SmallVector<Value> names = {op->getResult(0)};
  llvm::SmallPtrSet<SetPool::Set, 8> ofReaders;
  while (!names.empty()) {
    Value name = names.pop_back_val();
    for (OpOperand &use : name.getUses()) {
      Operation *user = block.findAncestorOpInBlock(*use.getOwner());
      if (!user || dead.contains(user))
        continue;
      bool isRenamed = false;
      if (user == use.getOwner() && isAlias(user))
        for (OpResult result : user->getResults())
          if (getAliasedOperand(result) == &use) {
            names.push_back(result);
            isRenamed = true;
          }
      if (!isRenamed)
        ofReaders.insert(getKernels(user));
    }
  }
  return ofReaders.size() > 1;
}

/// (F5) In program order: an early store makes its readers light.
void FusionAnalysis::storeHeavyValues() {
  // One element's weighted ops, each once, and the stored values behind them.
  struct Expansion {
    SetPool::Set ops;
    llvm::SmallVector<Value, 4> sources;
    int64_t weight = 0;
  };
  llvm::DenseMap<Operation *, Expansion> expansions;
  SmallVector<int64_t> weights;
  for (Operation &op : block)
    weights.push_back(getFusionWeight(&op));
  constexpr size_t manySources = 8;
  for (Operation &op : block) {
    if (!fused.contains(&op) || dead.contains(&op))
      continue;
    std::vector<int32_t> ops;
    Expansion expansion;
    auto addSource = [&](Value source) {
      if (expansion.sources.size() < manySources &&
          !llvm::is_contained(expansion.sources, source))
        expansion.sources.push_back(source);
    };
    for (Value operand : op.getOperands()) {
      Operation *producer = operand.getDefiningOp();
      auto found = expansions.find(producer);
      if (!producer || found == expansions.end()) {
        addSource(operand);
        continue;
      }
      llvm::append_range(ops, *found->second.ops);
      llvm::for_each(found->second.sources, addSource);
    }
    bool isName = isAlias(&op);
    if (!isName && weights[positions.lookup(&op)] > 0)
      ops.push_back(positions.lookup(&op));
    expansion.ops = pool.get(std::move(ops));
    for (int32_t each : *expansion.ops)
      expansion.weight += weights[each];

    Value result = op.getResult(0);
    bool isValue = !isName && getKind(&op) == OpKind::Elementwise &&
                   op.getNumResults() == 1;
    bool isHeavy = expansion.weight > xlaGpuCalibration.largestSharedWeight &&
                   getNumElementsOrOne(result.getType()) >
                       xlaGpuCalibration.smallestStoredElements &&
                   !expansion.sources.empty();
    int64_t bytes = getTypeBytes(result.getType()).value_or(0);
    auto largeSources = llvm::count_if(expansion.sources, [&](Value source) {
      return getTypeBytes(source.getType()).value_or(0) >= bytes;
    });
    if (isValue && ((isHeavy && isComputedDifferently(&op)) ||
                    (largeSources > 1 &&
                     llvm::any_of(result.getUsers(), hasOverlappingWindows)))) {
      fused.erase(&op);
      continue;
    }
    // Too heavy for any light reader: skip the ops behind it.
    if (expansion.ops->size() > 16 * largestSet)
      expansion.ops = pool.get(std::vector<int32_t>(
          expansion.ops->end() - 8 * largestSet, expansion.ops->end()));
    expansions.try_emplace(&op, std::move(expansion));
  }
}

FusedOps FusionAnalysis::run() {
  for (Operation &op : block)
    positions.try_emplace(&op, positions.size());
  for (Operation &op : llvm::reverse(block)) {
    visit(&op);
    markReducing(&op);
  }
  findKernels();
  storeHeavyValues();
  return std::move(fused);
}

FusedOps mlir::remat::findXlaFusedOps(Block &block) {
  return FusionAnalysis(block).run();
}
