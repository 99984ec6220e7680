//===- Sharding.cpp - What one device has of a sharded step ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Analysis/Sharding.h"
#include "ShardingLinks.h"
#include "ShardingSyntax.h"
#include "remat/Dialect/Stubs/HostPlacement.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "remat/Interfaces/TaskOpInterface.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;
using hlo::OpKind;

/// Per kind; real steps settle after two or three.
static constexpr unsigned kMostSweeps = 16;

namespace mlir::remat {
/// Derives the shardings of a function's values, and a device's parts.
class ShareBuilder {
public:
  ShareBuilder(func::FuncOp function, const FusedOps &fused,
               const Target &target, Operation *symbolScope)
      : function(function), fused(fused), target(target),
        symbolScope(symbolScope) {}

  FailureOr<DeviceShares> build();

private:
  struct State {
    RankedTensorType type;
    SmallVector<DeviceAxes, 4> dims;
    /// By dimension: whether it may not be split further.
    SmallVector<bool, 4> isClosed;
    DeviceAxes replicated;
  };
  /// The links of one op, from `begin` to `end` of `links`.
  struct OpLinks {
    Operation *op;
    size_t begin, end;
  };
  struct Link {
    LinkKind kind;
    unsigned from;
    int64_t fromDim;
    unsigned to;
    int64_t toDim;
  };

  LogicalResult readMarks();
  LogicalResult readOpMarks(Operation *op);
  LogicalResult mark(ValueRange values, Attribute attribute, Location loc,
                     const Twine &where);
  Attribute lookupMesh(StringRef name);

  unsigned getId(Value value);
  const State *lookup(Value value) const;
  void collectLinks();
  void propagate();
  bool visit(const OpLinks &opLinks, LinkKind most);
  bool offer(State &to, int64_t dim, ArrayRef<DeviceAxis> axes);

  void derive();
  void deriveProduct(const OpLinks &opLinks);
  void deriveLookups(Operation *op);
  void deriveLookup(Operation *op, Value table, Value indices, Value rows);
  void gather(Operation *op, Value operand, ArrayRef<DeviceAxes> kept);
  RankedTensorType getSplitType(RankedTensorType type,
                                ArrayRef<DeviceAxes> dims) const;
  int64_t getBytes(Type type) const {
    return target.getStorageBytes(type).value_or(0);
  }

  func::FuncOp function;
  const FusedOps &fused;
  const Target &target;
  Operation *const symbolScope;
  DeviceShares shares;
  bool isAnythingSplit = false;
  llvm::DenseMap<Value, unsigned> ids;
  std::vector<State> states;
  std::vector<Link> links;
  std::vector<OpLinks> opLinks;
  /// Operands that a product needs whole, or in fewer parts than stored.
  llvm::MapVector<Value, RankedTensorType> gathered;
};
} // namespace mlir::remat

unsigned ShareBuilder::getId(Value value) {
  auto [found, isNew] = ids.try_emplace(value, states.size());
  if (isNew) {
    State &state = states.emplace_back();
    state.type = cast<RankedTensorType>(value.getType());
    state.dims.resize(state.type.getRank());
    state.isClosed.resize(state.type.getRank(), false);
  }
  return found->second;
}

const ShareBuilder::State *ShareBuilder::lookup(Value value) const {
  auto found = ids.find(value);
  return found == ids.end() ? nullptr : &states[found->second];
}

Attribute ShareBuilder::lookupMesh(StringRef name) {
  Operation *mesh = SymbolTable::lookupNearestSymbolFrom(
      symbolScope, StringAttr::get(function.getContext(), name));
  return mesh && mesh->getName().getStringRef() == "sdy.mesh"
             ? mesh->getAttr("mesh")
             : Attribute();
}

LogicalResult ShareBuilder::mark(ValueRange values, Attribute attribute,
                                 Location loc, const Twine &where) {
  if (!attribute)
    return success();
  SmallVector<int64_t> ranks;
  for (Value value : values) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    // The place of tokens and tuples is unknown.
    if (!type)
      return success();
    ranks.push_back(type.getRank());
  }
  auto parsed = parseShardings(
      attribute, ranks, [&](StringRef name) { return lookupMesh(name); });
  if (!parsed)
    return emitError(loc) << "the sharding of " << where << " "
                          << llvm::toString(parsed.takeError()) << ": "
                          << attribute;
  for (auto [value, sharding] : llvm::zip_equal(values, *parsed)) {
    // Only the constraint on an argument says where it comes from.
    if (!sharding.isKnown)
      continue;
    State &state = states[getId(value)];
    if (llvm::is_contained(state.isClosed, true))
      continue;
    state.dims = sharding.dims;
    state.replicated = sharding.replicated;
    for (auto [dim, isOpen] : llvm::enumerate(sharding.isOpen))
      state.isClosed[dim] = !isOpen;
    isAnythingSplit |= llvm::any_of(
        state.dims, [](const DeviceAxes &axes) { return !axes.empty(); });
  }
  return success();
}

LogicalResult ShareBuilder::readOpMarks(Operation *op) {
  if (op->getNumResults() == 0)
    return success();
  StringRef name = op->getName().getStringRef();
  SmallVector<StringRef, 3> attrNames{ArrayRef(kShardingAttrNames)};
  if (name == "sdy.sharding_constraint" || name == "sdy.reshard")
    attrNames.push_back("sharding");
  if (name == "sdy.manual_computation")
    attrNames.push_back("out_shardings");
  for (StringRef attrName : attrNames)
    if (failed(mark(op->getResults(), op->getAttr(attrName), op->getLoc(),
                    "'" + name + "' (" + attrName + ")")))
      return failure();
  return success();
}

LogicalResult ShareBuilder::readMarks() {
  for (BlockArgument argument : function.getArguments()) {
    unsigned number = argument.getArgNumber();
    for (StringRef attrName : kShardingAttrNames)
      if (failed(mark(argument, function.getArgAttr(number, attrName),
                      argument.getLoc(),
                      "argument #" + Twine(number) + " (" + attrName + ")")))
        return failure();
  }
  WalkResult walked = function.getBody().walk(
      [&](Operation *op) { return WalkResult(readOpMarks(op)); });
  if (walked.wasInterrupted())
    return failure();
  Operation *terminator = function.getBody().front().getTerminator();
  for (auto [number, value] : llvm::enumerate(terminator->getOperands()))
    for (StringRef attrName : kShardingAttrNames)
      if (failed(mark(value, function.getResultAttr(number, attrName),
                      function.getLoc(),
                      "result #" + Twine(number) + " (" + attrName + ")")))
        return failure();
  return success();
}

void ShareBuilder::collectLinks() {
  function.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    size_t begin = links.size();
    forEachLink(op, [&](LinkKind kind, LinkEnd from, LinkEnd to) {
      unsigned fromId = getId(from.value);
      links.push_back({kind, fromId, from.dim, getId(to.value), to.dim});
    });
    if (links.size() != begin)
      opLinks.push_back({op, begin, links.size()});
  });
}

/// Splits `dim` of `to` along leading `axes` that are free and divide it.
bool ShareBuilder::offer(State &to, int64_t dim, ArrayRef<DeviceAxis> axes) {
  if (to.isClosed[dim] || !to.dims[dim].empty() || to.type.isDynamicDim(dim))
    return false;
  int64_t parts = 1;
  DeviceAxes taken;
  for (const DeviceAxis &axis : axes) {
    if (axis.overlapsAnyDim(to.dims) || axis.overlapsAny(to.replicated) ||
        to.type.getDimSize(dim) % (parts * axis.size) != 0)
      break;
    taken.push_back(axis);
    parts *= axis.size;
  }
  to.dims[dim] = taken;
  return !taken.empty();
}

/// Offers the axes of a link's ends to each other. The largest tensor wins:
/// moving it costs most.
bool ShareBuilder::visit(const OpLinks &opLinks, LinkKind most) {
  SmallVector<Link> offers;
  auto add = [&](const Link &link) {
    if (!states[link.from].dims[link.fromDim].empty() &&
        states[link.to].dims[link.toDim].empty())
      offers.push_back(link);
  };
  for (size_t index = opLinks.begin; index != opLinks.end; ++index) {
    const Link &link = links[index];
    if (link.kind == LinkKind::Factor && most == LinkKind::PassThrough)
      continue;
    if (link.kind != LinkKind::Broadcast || most == LinkKind::Broadcast)
      add(link);
    add({link.kind, link.to, link.toDim, link.from, link.fromDim});
  }
  auto getElements = [&](const Link &offer) {
    return getNumElementsOrOne(states[offer.from].type);
  };
  llvm::stable_sort(offers, [&](const Link &a, const Link &b) {
    return getElements(a) > getElements(b);
  });
  bool isChanged = false;
  for (const Link &each : offers) {
    DeviceAxes axes = states[each.from].dims[each.fromDim];
    isChanged |= offer(states[each.to], each.toDim, axes);
  }
  return isChanged;
}

void ShareBuilder::propagate() {
  for (LinkKind most :
       {LinkKind::PassThrough, LinkKind::Factor, LinkKind::Broadcast})
    for (unsigned count = 0; count != kMostSweeps; ++count) {
      bool isChanged = false;
      for (const OpLinks &each : opLinks)
        isChanged |= visit(each, most);
      for (const OpLinks &each : llvm::reverse(opLinks))
        isChanged |= visit(each, most);
      if (!isChanged)
        break;
    }
}

RankedTensorType ShareBuilder::getSplitType(RankedTensorType type,
                                            ArrayRef<DeviceAxes> dims) const {
  SmallVector<int64_t> shape(type.getShape());
  for (auto [extent, axes] : llvm::zip_equal(shape, dims))
    if (!ShapedType::isDynamic(extent))
      extent = llvm::divideCeil(extent, getSize(axes));
  return RankedTensorType::get(shape, type.getElementType());
}

/// Records that `op` reads `operand` split along `kept` only.
void ShareBuilder::gather(Operation *op, Value operand,
                          ArrayRef<DeviceAxes> kept) {
  const State &state = *lookup(operand);
  RankedTensorType needed = getSplitType(state.type, kept);
  if (!needed.hasStaticShape() ||
      getBytes(needed) <= getBytes(getSplitType(state.type, state.dims)))
    return;
  // All readers share the copy of the value in memory.
  Value root = operand;
  while (Operation *producer = root.getDefiningOp()) {
    OpOperand *viewed = getViewedOperand(cast<OpResult>(root));
    bool isMove = hlo::getOpKind(producer) == OpKind::Transpose &&
                  fused.contains(producer) && producer->getNumOperands() == 1;
    if (!viewed && !isMove)
      break;
    root = viewed ? viewed->get() : producer->getOperand(0);
  }
  bool isShared = root.getDefiningOp()
                      ? !fused.contains(root.getDefiningOp())
                      : root.getParentBlock() == &function.getBody().front();
  if (!isShared) {
    addSaturating(shares.works[op].exchangeBytes, getBytes(needed));
    return;
  }
  if (!root.getDefiningOp())
    addSaturating(shares.works[op].gatheredArgumentBytes, getBytes(needed));
  RankedTensorType &type = gathered[root];
  if (!type || getBytes(type) < getBytes(needed))
    type = RankedTensorType::get({needed.getNumElements()},
                                 needed.getElementType());
}

/// A matrix product or convolution needs operands gathered along dimensions
/// that the other side splits differently, and a result that is summed over
/// devices, which then keep a part each.
void ShareBuilder::deriveProduct(const OpLinks &each) {
  if (each.op->getNumResults() == 0)
    return;
  Value result = each.op->getResult(0);
  const State *resultState = lookup(result);
  if (!resultState)
    return;
  // By operand and dimension: whether all counterparts are split alike. One
  // value may be both operands.
  llvm::SmallMapVector<Value, SmallVector<std::optional<bool>, 4>, 2> fits;
  for (Value operand : each.op->getOperands())
    if (const State *state = lookup(operand))
      fits[operand].resize(state->dims.size());
  DeviceAxes summed;
  auto note = [&](LinkEnd end, bool fitsHere) {
    std::optional<bool> &all = fits[end.value][end.dim];
    all = fitsHere && all.value_or(true);
  };
  forEachLink(each.op, [&](LinkKind, LinkEnd from, LinkEnd to) {
    const State &left = *lookup(from.value);
    const State &right = *lookup(to.value);
    const DeviceAxes &leftAxes = left.dims[from.dim];
    const DeviceAxes &rightAxes = right.dims[to.dim];
    if (to.value == result) {
      note(from, leftAxes == rightAxes);
      return;
    }
    // Contracted: a whole side can be cut there.
    auto isFree = [&](const DeviceAxes &axes, const State &other) {
      return llvm::none_of(axes, [&](const DeviceAxis &axis) {
        return axis.overlapsAnyDim(other.dims) ||
               axis.overlapsAnyDim(resultState->dims);
      });
    };
    bool areEqual = leftAxes == rightAxes;
    bool leftFits = areEqual || (rightAxes.empty() && isFree(leftAxes, right));
    bool rightFits = areEqual || (leftAxes.empty() && isFree(rightAxes, left));
    note(from, leftFits);
    note(to, rightFits);
    if (leftFits)
      summed.append(leftAxes);
    if (rightFits && !areEqual)
      summed.append(rightAxes);
  });
  for (auto &[operand, all] : fits) {
    SmallVector<DeviceAxes, 4> kept = lookup(operand)->dims;
    for (auto [axes, fitsHere] : llvm::zip_equal(kept, all))
      if (!fitsHere.value_or(false))
        axes.clear();
    gather(each.op, operand, kept);
  }
  SmallVector<DeviceAxes, 4> partial = resultState->dims;
  for (DeviceAxes &axes : partial)
    llvm::erase_if(
        axes, [&](const DeviceAxis &axis) { return axis.overlapsAny(summed); });
  int64_t bytes = getBytes(getSplitType(resultState->type, partial));
  if (bytes > getBytes(getSplitType(resultState->type, resultState->dims)))
    addSaturating(shares.works[each.op].exchangeBytes, bytes);
}

/// A table that is split along indexed dimensions: each device looks up all
/// rows in its part, or adds all rows to it. The rows are summed over devices,
/// or gathered.
void ShareBuilder::deriveLookup(Operation *op, Value table, Value indices,
                                Value rows) {
  const State *tableState = lookup(table);
  const State *rowsState = lookup(rows);
  if (!tableState || !rowsState)
    return;
  // Dimensions of batches are those of the indices, too.
  llvm::SmallBitVector isIndexed(tableState->dims.size(), true);
  // Links of tables begin there, also where one value is table and rows.
  forEachLink(op, [&](LinkKind, LinkEnd from, LinkEnd to) {
    if (from.value == table && (to.value == rows || to.value == indices))
      isIndexed.reset(from.dim);
  });
  DeviceAxes split;
  for (unsigned dim : isIndexed.set_bits())
    split.append(tableState->dims[dim]);
  SmallVector<DeviceAxes, 4> partial = rowsState->dims;
  for (DeviceAxes &axes : partial)
    llvm::erase_if(
        axes, [&](const DeviceAxis &axis) { return axis.overlapsAny(split); });
  if (!split.empty())
    addSaturating(shares.works[op].exchangeBytes,
                  getBytes(getSplitType(rowsState->type, partial)));
}

/// Of each table of a gather or scatter.
void ShareBuilder::deriveLookups(Operation *op) {
  const unsigned count = op->getNumResults();
  if (hlo::getOpKind(op) == OpKind::Gather) {
    if (count == 1 && op->getNumOperands() >= 2)
      deriveLookup(op, op->getOperand(0), op->getOperand(1), op->getResult(0));
    return;
  }
  // Tables, indices, and updates of each table.
  if (op->getNumOperands() == 2 * count + 1)
    for (unsigned index = 0; index != count; ++index)
      deriveLookup(op, op->getOperand(index), op->getOperand(count),
                   op->getOperand(count + 1 + index));
}

/// Whether the work exceeds making the results one by one.
static bool worksOnOperands(Operation *op) {
  static constexpr OpKind kinds[] = {
      OpKind::Convolution,  OpKind::Dot,     OpKind::Reduce,
      OpKind::ReduceWindow, OpKind::Scatter, OpKind::SelectAndScatter,
      OpKind::Sort};
  return llvm::is_contained(kinds, hlo::getOpKind(op));
}

void ShareBuilder::derive() {
  for (auto &[value, id] : ids) {
    const State &state = states[id];
    RankedTensorType type = getSplitType(state.type, state.dims);
    if (type.getShape() != state.type.getShape())
      shares.types[value] = type;
  }
  function.getBody().walk([&](Operation *op) {
    DeviceAxes axes;
    auto add = [&](ValueRange values) {
      for (Value value : values)
        if (const State *state = lookup(value))
          for (const DeviceAxes &dim : state->dims)
            for (const DeviceAxis &axis : dim)
              if (!axis.overlapsAny(axes))
                axes.push_back(axis);
    };
    add(op->getResults());
    if (worksOnOperands(op))
      add(op->getOperands());
    if (!axes.empty())
      shares.works[op].parts = getSize(axes);
  });
  for (const OpLinks &each : opLinks) {
    OpKind kind = hlo::getOpKind(each.op);
    if (kind == OpKind::Dot || kind == OpKind::Convolution)
      deriveProduct(each);
    if (kind == OpKind::Gather || kind == OpKind::Scatter)
      deriveLookups(each.op);
  }
  for (auto &[value, type] : gathered)
    if (isa<OpResult>(value))
      shares.types[value] = type;
    else
      addSaturating(shares.gatheredArgumentBytes, getBytes(type));
}

FailureOr<DeviceShares> ShareBuilder::build() {
  if (!function.getBody().empty() && failed(readMarks()))
    return failure();
  if (isAnythingSplit) {
    collectLinks();
    propagate();
    derive();
  }
  return std::move(shares);
}

FailureOr<DeviceShares>
mlir::remat::computeDeviceShares(func::FuncOp function, const FusedOps &fused,
                                 const Target &target, Operation *symbolScope) {
  FailureOr<DeviceShares> shares =
      ShareBuilder(function, fused, target, symbolScope).build();
  if (succeeded(shares))
    shares->setOnHost(hlo::findHostValues(function));
  return shares;
}

Type DeviceShares::getType(Value value) const {
  // Barriers of a rewrite have no shardings of their own.
  for (Value source = value; !isWhole();) {
    if (auto found = types.find(source); found != types.end())
      return found->second;
    auto result = dyn_cast<OpResult>(source);
    OpOperand *viewed = result ? getViewedOperand(result) : nullptr;
    if (!viewed || viewed->get().getType() != value.getType())
      break;
    source = viewed->get();
  }
  return value.getType();
}

void DeviceShares::setOnHost(const llvm::DenseSet<Value> &values) {
  isSplit = !isWhole();
  for (Value value : values)
    if (auto type = dyn_cast<RankedTensorType>(value.getType()))
      types[value] = RankedTensorType::get({0}, type.getElementType());
}

void DeviceShares::gatherForEachReader() {
  for (auto &[op, work] : works)
    addSaturating(work.exchangeBytes, work.gatheredArgumentBytes);
  gatheredArgumentBytes = 0;
}

void DeviceShares::copyTypes(ValueRange from, ValueRange to,
                             const DeviceShares &other) {
  for (auto [original, copy] : llvm::zip_equal(from, to))
    if (auto found = other.types.find(original); found != other.types.end())
      types[copy] = found->second;
}

void DeviceShares::copyArguments(ValueRange arguments,
                                 const DeviceShares &other) {
  gatheredArgumentBytes = other.gatheredArgumentBytes;
  isSplit = other.isSplit;
  copyTypes(arguments, arguments, other);
}

void DeviceShares::copy(Operation *from, Operation *to,
                        const DeviceShares &other) {
  if (other.isWhole())
    return;
  copyTypes(from->getResults(), to->getResults(), other);
  if (auto found = other.works.find(from); found != other.works.end())
    works[to] = found->second;
  for (auto [region, regionCopy] :
       llvm::zip_equal(from->getRegions(), to->getRegions()))
    for (auto [block, blockCopy] : llvm::zip_equal(region, regionCopy)) {
      copyTypes(block.getArguments(), blockCopy.getArguments(), other);
      for (auto [op, opCopy] : llvm::zip_equal(block, blockCopy))
        copy(&op, &opCopy, other);
    }
}

int64_t mlir::remat::getDeviceWorkspace(Operation *op, const Target &target,
                                        const DeviceShares &shares) {
  int64_t bytes = target.getWorkspaceBytes(op);
  // A matrix product's workspace does not depend on its size.
  if (hlo::getOpKind(op) != OpKind::Dot)
    bytes = llvm::divideCeil(bytes, shares.getParts(op));
  return saturatingAdd(bytes, shares.getExchangeBytes(op));
}
