//===- Nest.cpp - Loops and operands of an op on buffers ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu/Nest.h"
#include "remat/Conversion/GpuAddresses.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;

/// Up to here products and sums of indices fit in 31 bits, with the rounding up
/// of grids.
static constexpr int64_t kMostIterations32 = int64_t(1) << 30;

/// Adds `factor` * `expr` to the dimensions' factors and the constant; fails if
/// it is not linear or overflows.
static LogicalResult addLinear(AffineExpr expr, int64_t factor,
                               MutableArrayRef<int64_t> dims,
                               int64_t &constant) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return failure(llvm::AddOverflow(dims[dim.getPosition()], factor,
                                     dims[dim.getPosition()]));
  if (auto value = dyn_cast<AffineConstantExpr>(expr)) {
    int64_t product;
    return failure(llvm::MulOverflow(value.getValue(), factor, product) ||
                   llvm::AddOverflow(constant, product, constant));
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return failure();
  if (binary.getKind() == AffineExprKind::Add)
    return success(
        succeeded(addLinear(binary.getLHS(), factor, dims, constant)) &&
        succeeded(addLinear(binary.getRHS(), factor, dims, constant)));
  // Affine expressions have their constants on the right.
  auto right = dyn_cast<AffineConstantExpr>(binary.getRHS());
  int64_t product;
  if (binary.getKind() != AffineExprKind::Mul || !right ||
      llvm::MulOverflow(right.getValue(), factor, product))
    return failure();
  return addLinear(binary.getLHS(), product, dims, constant);
}

std::optional<LinearAccess> mlir::remat::getLinearAccess(MemRefType type,
                                                         AffineMap map) {
  LinearAccess access;
  SmallVector<int64_t> strides;
  if (failed(type.getStridesAndOffset(strides, access.offset)) ||
      llvm::any_of(strides, [](int64_t stride) {
        return ShapedType::isDynamic(stride) || stride < 0;
      }))
    return std::nullopt;
  for (auto [size, stride] : llvm::zip_equal(type.getShape(), strides)) {
    int64_t reach;
    if (llvm::MulOverflow(std::max<int64_t>(size - 1, 0), stride, reach) ||
        llvm::AddOverflow(access.span, reach, access.span))
      return std::nullopt;
  }
  access.strides.assign(map.getNumDims(), 0);
  for (auto [expr, stride] : llvm::zip_equal(map.getResults(), strides))
    if (failed(addLinear(expr, stride, access.strides, access.origin)))
      return std::nullopt;
  return access;
}

Value mlir::remat::flatten(ImplicitLocOpBuilder &b, Value buffer, int64_t span,
                           bool isPlain) {
  auto type = cast<MemRefType>(buffer.getType());
  const int64_t offset = type.getStridesAndOffset().second;
  OpFoldResult start = b.getIndexAttr(offset);
  if (ShapedType::isDynamic(offset))
    start = memref::ExtractStridedMetadataOp::create(b, buffer).getOffset();
  MemRefLayoutAttrInterface layout;
  if (!isPlain)
    layout = StridedLayoutAttr::get(b.getContext(), offset, {1});
  return memref::ReinterpretCastOp::create(
      b,
      MemRefType::get({span}, type.getElementType(), layout,
                      type.getMemorySpace()),
      buffer, start, ArrayRef<OpFoldResult>{b.getIndexAttr(span)},
      ArrayRef<OpFoldResult>{b.getIndexAttr(1)});
}

namespace {
/// Makes a nest of an op: drops loops of extent 1, sorts parallel ones, and
/// merges loops where every operand allows it.
class NestReader {
public:
  NestReader(KernelNest &nest, bool sortReductions)
      : nest(nest), op(nest.op), sortReductions(sortReductions),
        extents(op.getStaticLoopRanges()) {}

  LogicalResult read();

private:
  LogicalResult check();
  void readOperand(OpOperand &operand);
  /// Strides in the op's dimensions, in elements of the flat view; leaves
  /// operands that are not linear as they are.
  void readStrides(KernelOperand &operand);
  void makeLoops();
  void sortLoops(bool reduction, const KernelOperand *by);
  /// Whether `inner` and the loop before it are one for all operands.
  bool canMerge(unsigned inner) const;
  void mergeLoops();
  void chooseIndexType();

  KernelNest &nest;
  linalg::LinalgOp op;
  bool sortReductions;
  SmallVector<int64_t> extents;
  /// Dimensions whose indices the payload uses.
  llvm::SmallBitVector pinned;
};
} // namespace

LogicalResult NestReader::check() {
  for (Value value : op->getOperands())
    if (auto type = dyn_cast<MemRefType>(value.getType());
        (type && !type.hasStaticShape()) ||
        isa<UnrankedMemRefType>(value.getType()))
      return op.emitOpError("has an operand of type ")
             << value.getType()
             << ", but kernels for a GPU need static shapes: specialize the "
                "function to the sizes it is called with";
  int64_t iterations = 1;
  for (int64_t extent : extents)
    if (ShapedType::isDynamic(extent) ||
        llvm::MulOverflow(iterations, std::max<int64_t>(extent, 1), iterations))
      return op.emitOpError("has more iterations than fit into 63 bits, or "
                            "extents that its operands' shapes do not give");
  return success();
}

void NestReader::readStrides(KernelOperand &operand) {
  auto type = cast<MemRefType>(operand.value.getType());
  std::optional<LinearAccess> access = getLinearAccess(type, operand.map);
  // Indices are unsigned.
  if (!access || access->origin < 0 ||
      llvm::any_of(access->strides, [](int64_t s) { return s < 0; }))
    return;
  operand.isLinear = true;
  operand.origin = access->origin;
  operand.span = access->span;
  operand.strides = access->strides;
  operand.isAligned = type.getLayout().isIdentity();
}

void NestReader::readOperand(OpOperand &opOperand) {
  KernelOperand operand;
  operand.value = opOperand.get();
  operand.map = op.getMatchingIndexingMap(&opOperand);
  operand.isRead = !op.getMatchingBlockArgument(&opOperand).use_empty();
  operand.element = getElementTypeOrSelf(operand.value.getType());
  if (isa<MemRefType>(operand.value.getType())) {
    operand.bytes = getElementBytes(operand.element);
    readStrides(operand);
    if (!operand.isLinear)
      for (unsigned dim = 0; dim < extents.size(); ++dim)
        if (operand.map.isFunctionOfDim(dim))
          pinned.set(dim);
  }
  nest.operands.push_back(std::move(operand));
}

void NestReader::sortLoops(bool reduction, const KernelOperand *by) {
  if (!by)
    return;
  auto isBefore = [&](const KernelLoop &loop) {
    return loop.reduction != reduction;
  };
  // Parallel loops come first.
  auto begin =
      reduction ? llvm::find_if_not(nest.loops, isBefore) : nest.loops.begin();
  auto end = reduction ? nest.loops.end() : llvm::find_if(nest.loops, isBefore);
  std::stable_sort(begin, end, [&](const KernelLoop &a, const KernelLoop &b) {
    return by->strides[*a.dim] > by->strides[*b.dim];
  });
}

void NestReader::makeLoops() {
  const SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  for (bool reduction : {false, true})
    for (unsigned dim = 0; dim < extents.size(); ++dim)
      if ((kinds[dim] != utils::IteratorType::parallel) == reduction &&
          extents[dim] != 1)
        nest.loops.push_back({extents[dim], reduction, dim});
  const KernelOperand *largest = nullptr;
  for (const KernelOperand &operand : nest.operands)
    if (operand.isLinear && operand.isRead &&
        (!largest || operand.span > largest->span))
      largest = &operand;
  const KernelOperand &output = nest.operands[nest.numInputs];
  sortLoops(false, output.isLinear ? &output : nullptr);
  if (sortReductions)
    sortLoops(true, largest);
  for (const KernelLoop &loop : nest.loops)
    if (!loop.reduction)
      nest.parallelDims.push_back(*loop.dim);
  for (KernelOperand &operand : nest.operands)
    if (operand.isLinear)
      operand.strides =
          llvm::map_to_vector(nest.loops, [&](const KernelLoop &loop) {
            return operand.strides[*loop.dim];
          });
}

bool NestReader::canMerge(unsigned inner) const {
  const KernelLoop &a = nest.loops[inner - 1], &b = nest.loops[inner];
  if (a.reduction != b.reduction || (a.dim && pinned.test(*a.dim)) ||
      (b.dim && pinned.test(*b.dim)))
    return false;
  return llvm::all_of(nest.operands, [&](const KernelOperand &operand) {
    int64_t stride;
    return !operand.isLinear ||
           (!llvm::MulOverflow(operand.strides[inner], b.extent, stride) &&
            stride == operand.strides[inner - 1]);
  });
}

void NestReader::mergeLoops() {
  for (unsigned inner = nest.loops.size(); inner-- > 1;) {
    if (!canMerge(inner))
      continue;
    nest.loops[inner - 1].extent *= nest.loops[inner].extent;
    nest.loops[inner - 1].dim.reset();
    nest.loops.erase(nest.loops.begin() + inner);
    for (KernelOperand &operand : nest.operands)
      if (operand.isLinear)
        operand.strides.erase(operand.strides.begin() + inner - 1);
  }
}

void NestReader::chooseIndexType() {
  bool fits = nest.getSize(false) * std::max<int64_t>(nest.getSize(true), 1) <=
              kMostIterations32;
  for (const KernelOperand &operand : nest.operands)
    fits &= operand.span <= INT32_MAX;
  Builder builder(op.getContext());
  nest.indexType = fits ? Type(builder.getI32Type()) : builder.getIndexType();
}

LogicalResult NestReader::read() {
  if (failed(check()))
    return failure();
  pinned.resize(extents.size());
  op.getBlock()->walk(
      [&](linalg::IndexOp index) { pinned.set(index.getDim()); });
  nest.numInputs = op.getNumDpsInputs();
  for (OpOperand &operand : op->getOpOperands())
    readOperand(operand);
  makeLoops();
  mergeLoops();
  chooseIndexType();
  return success();
}

FailureOr<KernelNest> KernelNest::get(linalg::LinalgOp op,
                                      bool sortReductions) {
  KernelNest nest;
  nest.op = op;
  if (failed(NestReader(nest, sortReductions).read()))
    return failure();
  return nest;
}

void KernelNest::makeBuffers(ImplicitLocOpBuilder &b) {
  for (auto [i, operand] : llvm::enumerate(operands))
    operand.buffer = operand.isLinear && (i >= numInputs || operand.isRead)
                         ? flatten(b, operand.value, operand.span,
                                   /*isPlain=*/operand.isAligned)
                         : operand.value;
}

bool KernelNest::isEmpty() const {
  return llvm::any_of(loops,
                      [](const KernelLoop &loop) { return loop.extent == 0; });
}

int64_t KernelNest::getSize(bool reduction) const {
  int64_t size = 1;
  for (const KernelLoop &loop : loops)
    if (loop.reduction == reduction)
      size *= loop.extent;
  return size;
}

SmallVector<int64_t> KernelNest::getExtents(ArrayRef<unsigned> chosen) const {
  return llvm::map_to_vector(chosen,
                             [&](unsigned loop) { return loops[loop].extent; });
}

std::optional<unsigned>
KernelNest::getCoalescedLoop(std::optional<bool> reduction) const {
  std::optional<unsigned> best;
  double most = 0;
  for (auto [i, loop] : llvm::enumerate(loops)) {
    if (reduction && loop.reduction != *reduction)
      continue;
    double bytes = 0;
    for (auto [position, operand] : llvm::enumerate(operands)) {
      if ((position < numInputs && !operand.isRead) || operand.strideOf(i) != 1)
        continue;
      double moved = static_cast<double>(operand.bytes);
      for (auto [j, other] : llvm::enumerate(loops))
        if (operand.strides[j] != 0)
          moved *= static_cast<double>(other.extent);
      bytes += moved;
    }
    if (bytes > most) {
      most = bytes;
      best = i;
    }
  }
  return best;
}

int64_t KernelNest::getVectorSize(const KernelOperand &operand, unsigned loop,
                                  int64_t limit) const {
  if (!operand.isLinear || !operand.isAligned || operand.strides[loop] != 1 ||
      !operand.element.isIntOrFloat() ||
      !llvm::is_contained({8, 16, 32, 64},
                          operand.element.getIntOrFloatBitWidth()))
    return 1;
  int64_t size = std::min(limit, 16 / operand.bytes);
  auto divides = [&](int64_t size) {
    if (operand.origin % size)
      return false;
    for (auto [i, stride] : llvm::enumerate(operand.strides))
      if (i != loop && stride % size)
        return false;
    return true;
  };
  while (size > 1 && !divides(size))
    size /= 2;
  return size;
}

int64_t KernelNest::getWidestElement(unsigned loop) const {
  int64_t widest = 0;
  for (auto [i, operand] : llvm::enumerate(operands))
    if ((i >= numInputs || operand.isRead) && operand.strideOf(loop) == 1)
      widest = std::max(widest, operand.bytes);
  return widest;
}

int64_t KernelNest::getReadWidth(unsigned loop) const {
  int64_t width = 1;
  if (const int64_t widest = getWidestElement(loop))
    for (const KernelOperand &input : getInputs())
      if (input.isRead)
        width =
            std::max(width, getVectorSize(input, loop,
                                          std::max<int64_t>(1, 16 / widest)));
  return width;
}
