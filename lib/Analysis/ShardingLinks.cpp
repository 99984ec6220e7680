//===- ShardingLinks.cpp - Dimensions that are split alike ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShardingLinks.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "remat/Interfaces/TaskOpInterface.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::remat;
using hlo::OpKind;

namespace {
/// The links of one op.
class Linker {
public:
  Linker(Operation *op,
         llvm::function_ref<void(LinkKind, LinkEnd, LinkEnd)> callback)
      : op(op), callback(callback) {}

  void run();

private:
  void link(LinkKind kind, Value a, int64_t i, Value b, int64_t j);
  void linkEqualDims(LinkKind kind, Value a, Value b);
  void linkOperandsToResults(LinkKind kind);
  void linkBroadcast();
  void linkReshape();
  void linkTranspose();
  void linkReduce();
  void linkDot();
  void linkConvolution();
  void linkGather();
  void linkScatter();
  void linkRegions();
  void linkSort();
  void linkMatrixBatches();
  void linkViews();
  static std::optional<LinkKind> getUniformKind(OpKind kind);

  Value operand(unsigned index) {
    return index < op->getNumOperands() ? op->getOperand(index) : Value();
  }
  Value result() { return op->getNumResults() ? op->getResult(0) : Value(); }

  Operation *op;
  llvm::function_ref<void(LinkKind, LinkEnd, LinkEnd)> callback;
};
} // namespace

static RankedTensorType getTensor(Value value) {
  return value ? dyn_cast<RankedTensorType>(value.getType())
               : RankedTensorType();
}

void Linker::link(LinkKind kind, Value a, int64_t i, Value b, int64_t j) {
  RankedTensorType from = getTensor(a);
  RankedTensorType to = getTensor(b);
  if (from && to && i >= 0 && j >= 0 && i < from.getRank() && j < to.getRank())
    callback(kind, {a, i}, {b, j});
}

/// Dimensions of equal extent at the same place: the others are cut, padded or
/// joined.
void Linker::linkEqualDims(LinkKind kind, Value a, Value b) {
  RankedTensorType from = getTensor(a);
  RankedTensorType to = getTensor(b);
  if (!from || !to || from.getRank() != to.getRank())
    return;
  for (int64_t dim = 0; dim != from.getRank(); ++dim)
    if (from.getDimSize(dim) == to.getDimSize(dim))
      link(kind, a, dim, b, dim);
}

void Linker::linkOperandsToResults(LinkKind kind) {
  for (Value result : op->getResults())
    for (Value operand : op->getOperands())
      linkEqualDims(kind, operand, result);
}

/// The list of integers in the array or dense attribute `name`.
static std::optional<SmallVector<int64_t>>
getList(Operation *op, StringRef name, RankedTensorType perDim) {
  if (!perDim)
    return std::nullopt;
  return hlo::getIntegers(op, name, perDim.getRank(), /*missing=*/-1);
}

void Linker::linkBroadcast() {
  RankedTensorType from = getTensor(operand(0));
  RankedTensorType to = getTensor(result());
  if (!from || !to)
    return;
  SmallVector<int64_t> dims(from.getRank());
  if (op->hasAttr("broadcast_dimensions")) {
    auto list = getList(op, "broadcast_dimensions", from);
    if (!list)
      return;
    dims = *list;
  } else {
    // stablehlo.broadcast adds dimensions in front.
    for (int64_t dim = 0; dim != from.getRank(); ++dim)
      dims[dim] = to.getRank() - from.getRank() + dim;
  }
  // What only adds unit dimensions is a reshape.
  LinkKind kind = getNumElementsOrOne(from) == getNumElementsOrOne(to)
                      ? LinkKind::PassThrough
                      : LinkKind::Broadcast;
  for (auto [dim, target] : llvm::enumerate(dims)) {
    if (target < 0 || target >= to.getRank() ||
        from.getDimSize(dim) != to.getDimSize(target))
      continue;
    link(kind, operand(0), dim, result(), target);
  }
}

/// Runs of dimensions with the same product on both sides: what is split along
/// the major one of a run on one side is split along the major one of the
/// other.
void Linker::linkReshape() {
  RankedTensorType from = getTensor(operand(0));
  RankedTensorType to = getTensor(result());
  if (!from || !to || !from.hasStaticShape() || !to.hasStaticShape() ||
      from.getNumElements() == 0 || to.getNumElements() == 0)
    return;
  int64_t i = 0;
  int64_t j = 0;
  auto skipUnits = [](RankedTensorType type, int64_t &dim) {
    while (dim < type.getRank() && type.getDimSize(dim) == 1)
      ++dim;
  };
  while (true) {
    skipUnits(from, i);
    skipUnits(to, j);
    if (i == from.getRank() || j == to.getRank())
      return;
    link(LinkKind::PassThrough, operand(0), i, result(), j);
    int64_t left = from.getDimSize(i++);
    int64_t right = to.getDimSize(j++);
    // Both products divide the number of elements.
    while (left != right) {
      if (left < right && i < from.getRank())
        left *= from.getDimSize(i++);
      else if (right < left && j < to.getRank())
        right *= to.getDimSize(j++);
      else
        return;
    }
  }
}

void Linker::linkTranspose() {
  auto permutation = getList(op, "permutation", getTensor(result()));
  if (!permutation)
    return;
  for (auto [dim, source] : llvm::enumerate(*permutation))
    link(LinkKind::PassThrough, operand(0), source, result(), dim);
}

/// The integers of an array attribute of any length.
static SmallVector<int64_t> getArray(Operation *op, StringRef name) {
  Attribute attribute = op->getAttr(name);
  if (auto array = dyn_cast_or_null<DenseI64ArrayAttr>(attribute))
    return llvm::to_vector(array.asArrayRef());
  SmallVector<int64_t> list;
  if (auto elements = dyn_cast_or_null<DenseIntElementsAttr>(attribute))
    for (const APInt &element : elements.getValues<APInt>())
      list.push_back(element.getSExtValue());
  return list;
}

void Linker::linkReduce() {
  SmallVector<int64_t> reduced = getArray(op, "dimensions");
  for (auto [index, result] : llvm::enumerate(op->getResults())) {
    RankedTensorType from = getTensor(operand(index));
    if (!from)
      continue;
    int64_t kept = 0;
    for (int64_t dim = 0; dim != from.getRank(); ++dim)
      if (!llvm::is_contained(reduced, dim))
        link(LinkKind::Factor, operand(index), dim, result, kept++);
  }
}

void Linker::linkDot() {
  std::optional<hlo::DotDimensions> dims = hlo::getDotDimensions(op);
  RankedTensorType lhs = getTensor(operand(0));
  RankedTensorType rhs = getTensor(operand(1));
  if (!dims || !lhs || !rhs || !dims->lhsRagged.empty())
    return;
  int64_t next = 0;
  for (auto [left, right] :
       llvm::zip_equal(dims->lhsBatching, dims->rhsBatching)) {
    link(LinkKind::Factor, operand(0), left, result(), next);
    link(LinkKind::Factor, operand(1), right, result(), next++);
  }
  auto linkFree = [&](unsigned index, RankedTensorType type,
                      ArrayRef<int64_t> batching,
                      ArrayRef<int64_t> contracting) {
    for (int64_t dim = 0; dim != type.getRank(); ++dim)
      if (!llvm::is_contained(batching, dim) &&
          !llvm::is_contained(contracting, dim))
        link(LinkKind::Factor, operand(index), dim, result(), next++);
  };
  linkFree(0, lhs, dims->lhsBatching, dims->lhsContracting);
  linkFree(1, rhs, dims->rhsBatching, dims->rhsContracting);
  for (auto [left, right] :
       llvm::zip_equal(dims->lhsContracting, dims->rhsContracting))
    link(LinkKind::Factor, operand(0), left, operand(1), right);
}

void Linker::linkConvolution() {
  std::optional<hlo::ConvDimensions> dims = hlo::getConvDimensions(op);
  if (!dims)
    return;
  auto isUngrouped = [&](StringRef name) {
    auto count = dyn_cast_or_null<IntegerAttr>(op->getAttr(name));
    return !count || count.getInt() == 1;
  };
  if (!isUngrouped("batch_group_count"))
    return;
  link(LinkKind::Factor, operand(0), dims->inputBatch, result(),
       dims->outputBatch);
  if (!isUngrouped("feature_group_count"))
    return;
  link(LinkKind::Factor, operand(1), dims->kernelOutputFeature, result(),
       dims->outputFeature);
  link(LinkKind::Factor, operand(0), dims->inputFeature, operand(1),
       dims->kernelInputFeature);
}

/// `key = [1, 2]` in the text of the attribute `name`; empty if it is not
/// there.
static SmallVector<int64_t> getListOf(Operation *op, StringRef name,
                                      StringRef key) {
  SmallVector<int64_t> list;
  Attribute attribute = op->getAttr(name);
  if (!attribute)
    return list;
  std::string text;
  llvm::raw_string_ostream os(text);
  attribute.print(os);
  StringRef rest = text;
  size_t start = rest.find((key + " = [").str());
  if (start == StringRef::npos)
    return list;
  rest = rest.drop_front(start + key.size() + 4);
  rest = rest.take_until([](char c) { return c == ']'; });
  SmallVector<StringRef> numbers;
  rest.split(numbers, ',', -1, /*KeepEmpty=*/false);
  for (StringRef number : numbers) {
    int64_t value;
    if (number.trim().getAsInteger(10, value))
      return {};
    list.push_back(value);
  }
  return list;
}

/// The dimensions of a tensor of `rank` that `list` does not have.
static SmallVector<int64_t> getOthers(int64_t rank, ArrayRef<int64_t> list) {
  SmallVector<int64_t> others;
  for (int64_t dim = 0; dim != rank; ++dim)
    if (!llvm::is_contained(list, dim))
      others.push_back(dim);
  return others;
}

static int64_t getIndexVectorDim(Operation *op, StringRef name,
                                 int64_t indicesRank) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (Attribute attribute = op->getAttr(name))
    attribute.print(os);
  StringRef rest = text;
  size_t start = rest.find("index_vector_dim = ");
  int64_t dim;
  // As printed, 0 is left out.
  if (start == StringRef::npos)
    return 0;
  rest = rest.drop_front(start + 19);
  return rest.consumeInteger(10, dim) ? indicesRank : dim;
}

void Linker::linkGather() {
  constexpr StringLiteral name = "dimension_numbers";
  RankedTensorType source = getTensor(operand(0));
  RankedTensorType indices = getTensor(operand(1));
  RankedTensorType to = getTensor(result());
  if (!source || !indices || !to)
    return;
  SmallVector<int64_t> offsets = getListOf(op, name, "offset_dims");
  SmallVector<int64_t> gone = getListOf(op, name, "collapsed_slice_dims");
  SmallVector<int64_t> batching = getListOf(op, name, "operand_batching_dims");
  SmallVector<int64_t> indexBatching =
      getListOf(op, name, "start_indices_batching_dims");
  // Each place of the indices is one of the result.
  SmallVector<int64_t> places = getOthers(
      indices.getRank(), {getIndexVectorDim(op, name, indices.getRank())});
  for (auto [dim, target] : llvm::zip(places, getOthers(to.getRank(), offsets)))
    link(LinkKind::Factor, operand(1), dim, result(), target);
  for (auto [dim, target] : llvm::zip(batching, indexBatching))
    link(LinkKind::Factor, operand(0), dim, operand(1), target);
  // What is taken whole keeps its dimension.
  gone.append(batching);
  for (auto [dim, target] :
       llvm::zip(getOthers(source.getRank(), gone), offsets))
    if (target >= 0 && target < to.getRank() &&
        source.getDimSize(dim) == to.getDimSize(target))
      link(LinkKind::Factor, operand(0), dim, result(), target);
}

void Linker::linkScatter() {
  constexpr StringLiteral name = "scatter_dimension_numbers";
  unsigned count = op->getNumResults();
  if (op->getNumOperands() != 2 * count + 1)
    return;
  Value indices = operand(count);
  RankedTensorType indicesType = getTensor(indices);
  if (!indicesType)
    return;
  SmallVector<int64_t> windows = getListOf(op, name, "update_window_dims");
  SmallVector<int64_t> gone = getListOf(op, name, "inserted_window_dims");
  SmallVector<int64_t> batching = getListOf(op, name, "input_batching_dims");
  SmallVector<int64_t> indexBatching =
      getListOf(op, name, "scatter_indices_batching_dims");
  SmallVector<int64_t> places =
      getOthers(indicesType.getRank(),
                {getIndexVectorDim(op, name, indicesType.getRank())});
  gone.append(batching);
  for (unsigned index = 0; index != count; ++index) {
    Value input = operand(index);
    Value updates = operand(count + 1 + index);
    RankedTensorType inputType = getTensor(input);
    RankedTensorType updatesType = getTensor(updates);
    if (!inputType || !updatesType)
      continue;
    linkEqualDims(LinkKind::Factor, input, op->getResult(index));
    for (auto [dim, target] :
         llvm::zip(places, getOthers(updatesType.getRank(), windows)))
      link(LinkKind::Factor, indices, dim, updates, target);
    for (auto [dim, target] : llvm::zip(batching, indexBatching))
      link(LinkKind::Factor, input, dim, indices, target);
    for (auto [dim, target] :
         llvm::zip(getOthers(inputType.getRank(), gone), windows))
      if (target >= 0 && target < updatesType.getRank() &&
          inputType.getDimSize(dim) == updatesType.getDimSize(target))
        link(LinkKind::Factor, input, dim, updates, target);
  }
}

/// What goes into regions and comes out of them.
void Linker::linkRegions() {
  OpKind kind = hlo::getOpKind(op);
  for (Region &region : op->getRegions()) {
    if (!region.hasOneBlock())
      continue;
    Block &block = region.front();
    if (kind == OpKind::Loop)
      for (auto [operand, argument] :
           llvm::zip(op->getOperands(), block.getArguments()))
        linkEqualDims(LinkKind::PassThrough, operand, argument);
    // The condition of a loop hands on a boolean.
    if (block.empty() || block.back().getNumOperands() != op->getNumResults())
      continue;
    for (auto [handedOn, result] :
         llvm::zip(block.back().getOperands(), op->getResults()))
      linkEqualDims(LinkKind::PassThrough, handedOn, result);
  }
  if (kind == OpKind::Loop)
    for (auto [operand, result] :
         llvm::zip(op->getOperands(), op->getResults()))
      linkEqualDims(LinkKind::PassThrough, operand, result);
}

/// All but the sorted dimension.
void Linker::linkSort() {
  auto dimension = dyn_cast_or_null<IntegerAttr>(op->getAttr("dimension"));
  for (Value result : op->getResults())
    for (Value operand : op->getOperands()) {
      RankedTensorType from = getTensor(operand);
      if (!from || from.getRank() == 0)
        continue;
      int64_t sorted = dimension ? dimension.getInt() : from.getRank() - 1;
      for (int64_t dim = 0; dim != from.getRank(); ++dim)
        if (dim != sorted && dim - from.getRank() != sorted)
          link(LinkKind::Factor, operand, dim, result, dim);
    }
}

/// The dimensions in front of a matrix.
void Linker::linkMatrixBatches() {
  for (Value operand : op->getOperands())
    if (RankedTensorType from = getTensor(operand))
      for (int64_t dim = 0; dim < from.getRank() - 2; ++dim)
        link(LinkKind::Factor, operand, dim, result(), dim);
}

/// Barriers, constraints, casts of other dialects.
void Linker::linkViews() {
  for (OpResult result : op->getResults())
    if (OpOperand *viewed = getViewedOperand(result))
      linkEqualDims(LinkKind::PassThrough, viewed->get(), result);
}

/// The kinds of ops that are taken as a whole: equal dimensions go through.
std::optional<LinkKind> Linker::getUniformKind(OpKind kind) {
  switch (kind) {
  case OpKind::Elementwise:
  case OpKind::Pad:
  case OpKind::Reverse:
  case OpKind::Slice:
  case OpKind::Concatenate:
    return LinkKind::PassThrough;
  case OpKind::ReduceWindow:
  case OpKind::SelectAndScatter:
  case OpKind::Scan:
  case OpKind::BatchNorm:
    return LinkKind::Factor;
  default:
    return std::nullopt;
  }
}

void Linker::run() {
  const OpKind kind = hlo::getOpKind(op);
  if (std::optional<LinkKind> uniform = getUniformKind(kind))
    return linkOperandsToResults(*uniform);
  switch (kind) {
  case OpKind::DynamicSlice:
    return linkEqualDims(LinkKind::PassThrough, operand(0), result());
  case OpKind::DynamicUpdateSlice:
    linkEqualDims(LinkKind::PassThrough, operand(0), result());
    return linkEqualDims(LinkKind::PassThrough, operand(1), result());
  case OpKind::Sort:
    return linkSort();
  case OpKind::Fft:
  case OpKind::Cholesky:
  case OpKind::TriangularSolve:
    return linkMatrixBatches();
  case OpKind::Broadcast:
    return linkBroadcast();
  case OpKind::Reshape:
    return linkReshape();
  case OpKind::Transpose:
    return linkTranspose();
  case OpKind::Reduce:
    return linkReduce();
  case OpKind::Dot:
    return linkDot();
  case OpKind::Convolution:
    return linkConvolution();
  case OpKind::Gather:
    return linkGather();
  case OpKind::Scatter:
    return linkScatter();
  case OpKind::Loop:
  case OpKind::Branch:
    return linkRegions();
  default:
    return linkViews();
  }
}

void mlir::remat::forEachLink(
    Operation *op,
    llvm::function_ref<void(LinkKind, LinkEnd, LinkEnd)> callback) {
  Linker(op, callback).run();
}
