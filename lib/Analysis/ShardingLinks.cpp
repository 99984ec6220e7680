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
#include "llvm/Support/ScopedPrinter.h"

#include <numeric>

using namespace mlir;
using namespace mlir::remat;
using hlo::OpKind;

static RankedTensorType getTensor(Value value) {
  return value ? dyn_cast<RankedTensorType>(value.getType())
               : RankedTensorType();
}

/// The dimensions of a tensor of `rank` that are not in `list`.
static SmallVector<int64_t> getOthers(int64_t rank, ArrayRef<int64_t> list) {
  SmallVector<int64_t> others;
  for (int64_t dim = 0; dim != rank; ++dim)
    if (!llvm::is_contained(list, dim))
      others.push_back(dim);
  return others;
}

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

/// The list of `key = [1, 2]` in an attribute's text, else empty.
static SmallVector<int64_t> getListOf(StringRef text, StringRef key) {
  SmallVector<int64_t> list;
  size_t start = text.find((key + " = [").str());
  if (start == StringRef::npos)
    return list;
  StringRef rest = text.drop_front(start + key.size() + 4);
  for (StringRef number : llvm::split(rest.split(']').first, ',')) {
    number = number.trim();
    if (!number.empty() && number.getAsInteger(10, list.emplace_back()))
      return {};
  }
  return list;
}

static int64_t getIndexVectorDim(StringRef text, int64_t indicesRank) {
  constexpr StringLiteral key = "index_vector_dim = ";
  size_t start = text.find(key);
  // Printing omits 0.
  if (start == StringRef::npos)
    return 0;
  int64_t dim;
  return text.drop_front(start + key.size()).consumeInteger(10, dim)
             ? indicesRank
             : dim;
}

namespace {
/// Attribute and dimension names of a gather or scatter.
struct SliceNames {
  StringRef attribute, offsets, gone, batching, indexBatching;
};

class Linker {
public:
  Linker(Operation *op, LinkCallback callback) : op(op), callback(callback) {}

  void run() {
    const OpKind kind = hlo::getOpKind(op);
    // Indices of slices are scalars.
    static constexpr OpKind moves[] = {
        OpKind::Elementwise, OpKind::Pad,          OpKind::Reverse,
        OpKind::Slice,       OpKind::DynamicSlice, OpKind::DynamicUpdateSlice,
        OpKind::Concatenate};
    if (llvm::is_contained(moves, kind))
      return linkOperandsToResults(LinkKind::PassThrough);
    switch (kind) {
    case OpKind::ReduceWindow:
    case OpKind::SelectAndScatter:
    case OpKind::Scan:
    case OpKind::BatchNorm:
      return linkOperandsToResults(LinkKind::Factor);
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

private:
  Value operand(unsigned index) {
    return index < op->getNumOperands() ? op->getOperand(index) : Value();
  }
  Value result() { return op->getNumResults() ? op->getResult(0) : Value(); }

  void link(LinkKind kind, Value a, int64_t i, Value b, int64_t j) {
    RankedTensorType from = getTensor(a);
    RankedTensorType to = getTensor(b);
    if (from && to && i >= 0 && j >= 0 && i < from.getRank() &&
        j < to.getRank())
      callback(kind, {a, i}, {b, j});
  }

  /// Other dimensions are cut, padded or joined.
  void linkIfEqual(LinkKind kind, Value a, int64_t i, Value b, int64_t j) {
    RankedTensorType to = getTensor(b);
    if (j >= 0 && j < to.getRank() &&
        getTensor(a).getDimSize(i) == to.getDimSize(j))
      link(kind, a, i, b, j);
  }

  /// Links dimensions of equal extent and position.
  void linkEqualDims(LinkKind kind, Value a, Value b) {
    RankedTensorType from = getTensor(a);
    RankedTensorType to = getTensor(b);
    if (!from || !to || from.getRank() != to.getRank())
      return;
    for (int64_t dim = 0; dim != from.getRank(); ++dim)
      linkIfEqual(kind, a, dim, b, dim);
  }

  void linkOperandsToResults(LinkKind kind) {
    for (Value result : op->getResults())
      for (Value operand : op->getOperands())
        linkEqualDims(kind, operand, result);
  }

  void linkBroadcast() {
    RankedTensorType from = getTensor(operand(0));
    RankedTensorType to = getTensor(result());
    if (!from || !to)
      return;
    auto dims = hlo::getIntegers(op, "broadcast_dimensions", from.getRank(), 0);
    if (!dims)
      return;
    // stablehlo.broadcast adds leading dimensions.
    if (!op->hasAttr("broadcast_dimensions"))
      std::iota(dims->begin(), dims->end(), to.getRank() - from.getRank());
    // Adding only unit dimensions is a reshape.
    LinkKind kind = getNumElementsOrOne(from) == getNumElementsOrOne(to)
                        ? LinkKind::PassThrough
                        : LinkKind::Broadcast;
    for (auto [dim, target] : llvm::enumerate(*dims))
      linkIfEqual(kind, operand(0), dim, result(), target);
  }

  /// Runs of dimensions with equal products split their major dimensions alike.
  void linkReshape() {
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

  void linkTranspose() {
    RankedTensorType to = getTensor(result());
    auto permutation =
        to ? hlo::getIntegers(op, "permutation", to.getRank(), /*missing=*/-1)
           : std::nullopt;
    if (!permutation)
      return;
    for (auto [dim, source] : llvm::enumerate(*permutation))
      link(LinkKind::PassThrough, operand(0), source, result(), dim);
  }

  void linkReduce() {
    SmallVector<int64_t> reduced = getArray(op, "dimensions");
    for (auto [index, result] : llvm::enumerate(op->getResults())) {
      if (RankedTensorType from = getTensor(operand(index)))
        for (auto [kept, dim] :
             llvm::enumerate(getOthers(from.getRank(), reduced)))
          link(LinkKind::Factor, operand(index), dim, result, kept);
    }
  }

  void linkDot() {
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
      for (int64_t dim : getOthers(type.getRank(),
                                   llvm::to_vector(llvm::concat<const int64_t>(
                                       batching, contracting))))
        link(LinkKind::Factor, operand(index), dim, result(), next++);
    };
    linkFree(0, lhs, dims->lhsBatching, dims->lhsContracting);
    linkFree(1, rhs, dims->rhsBatching, dims->rhsContracting);
    for (auto [left, right] :
         llvm::zip_equal(dims->lhsContracting, dims->rhsContracting))
      link(LinkKind::Factor, operand(0), left, operand(1), right);
  }

  void linkConvolution() {
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

  /// Gather or scatter: index dimensions become slice dimensions; source
  /// dimensions that are taken whole keep theirs.
  void linkSlices(Value source, Value indices, Value slices,
                  const SliceNames &names) {
    RankedTensorType sourceType = getTensor(source);
    RankedTensorType indicesType = getTensor(indices);
    RankedTensorType slicesType = getTensor(slices);
    Attribute dimensions = op->getAttr(names.attribute);
    if (!sourceType || !indicesType || !slicesType || !dimensions)
      return;
    std::string text = llvm::to_string(dimensions);
    SmallVector<int64_t> offsets = getListOf(text, names.offsets);
    SmallVector<int64_t> gone = getListOf(text, names.gone);
    SmallVector<int64_t> batching = getListOf(text, names.batching);
    for (auto [dim, target] :
         llvm::zip(getOthers(indicesType.getRank(),
                             getIndexVectorDim(text, indicesType.getRank())),
                   getOthers(slicesType.getRank(), offsets)))
      link(LinkKind::Factor, indices, dim, slices, target);
    for (auto [dim, target] :
         llvm::zip(batching, getListOf(text, names.indexBatching)))
      link(LinkKind::Factor, source, dim, indices, target);
    gone.append(batching);
    for (auto [dim, target] :
         llvm::zip(getOthers(sourceType.getRank(), gone), offsets))
      linkIfEqual(LinkKind::Factor, source, dim, slices, target);
  }

  void linkGather() {
    linkSlices(operand(0), operand(1), result(),
               {"dimension_numbers", "offset_dims", "collapsed_slice_dims",
                "operand_batching_dims", "start_indices_batching_dims"});
  }

  void linkScatter() {
    unsigned count = op->getNumResults();
    if (op->getNumOperands() != 2 * count + 1 || !getTensor(operand(count)))
      return;
    for (unsigned index = 0; index != count; ++index) {
      Value input = operand(index);
      Value updates = operand(count + 1 + index);
      if (!getTensor(updates))
        continue;
      linkEqualDims(LinkKind::Factor, input, op->getResult(index));
      linkSlices(input, operand(count), updates,
                 {"scatter_dimension_numbers", "update_window_dims",
                  "inserted_window_dims", "input_batching_dims",
                  "scatter_indices_batching_dims"});
    }
  }

  /// Links operands and results of regions.
  void linkRegions() {
    OpKind kind = hlo::getOpKind(op);
    for (Region &region : op->getRegions()) {
      if (!region.hasOneBlock())
        continue;
      Block &block = region.front();
      if (kind == OpKind::Loop)
        for (auto [operand, argument] :
             llvm::zip(op->getOperands(), block.getArguments()))
          linkEqualDims(LinkKind::PassThrough, operand, argument);
      // A loop's condition hands on a boolean.
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
  void linkSort() {
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

  /// The leading dimensions before a matrix.
  void linkMatrixBatches() {
    for (Value operand : op->getOperands())
      if (RankedTensorType from = getTensor(operand))
        for (int64_t dim = 0; dim < from.getRank() - 2; ++dim)
          link(LinkKind::Factor, operand, dim, result(), dim);
  }

  /// Barriers, constraints, casts of other dialects.
  void linkViews() {
    for (OpResult result : op->getResults())
      if (OpOperand *viewed = getViewedOperand(result))
        linkEqualDims(LinkKind::PassThrough, viewed->get(), result);
  }

  Operation *op;
  LinkCallback callback;
};
} // namespace

void mlir::remat::forEachLink(Operation *op, LinkCallback callback) {
  Linker(op, callback).run();
}
