//===- CudaWorkspaces.cpp - Bytes that ops on a GPU need ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Targets/CudaWorkspaces.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Interfaces/TaskOpInterface.h"
#include "remat/Targets/Contractions.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;

/// Smaller reductions are summed in one pass.
static constexpr int64_t kLeastReducedInParts = 4096;
/// Results of a contraction's large tile.
static constexpr int64_t kTileResults = 128 * 128;
/// The least elements per part, and enough partial results.
static constexpr int64_t kReducedInPart = 1024, kPartialResults = 65536;

/// Whether sizes are static and elements of a type for libraries.
static bool isForLibraries(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped && shaped.hasStaticShape() &&
         isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(
             shaped.getElementType());
}

/// None if unknown. A view counts as its tensor, so that plan and arena agree.
static std::optional<int64_t> getBytes(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped)
    return 0;
  if (!shaped.hasRank())
    return std::nullopt;
  return getStorageBytes(
      RankedTensorType::get(shaped.getShape(), shaped.getElementType()));
}

/// Whether the convolution is one matrix product: a filter of one point that
/// meets every point of the image.
static bool isProduct(linalg::Conv2DNhwcHwcfOp op) {
  auto getShape = [&](unsigned operand) {
    return cast<ShapedType>(op->getOperand(operand).getType()).getShape();
  };
  auto isOne = [](int64_t value) { return value == 1; };
  return llvm::all_of(getShape(1).take_front(2), isOne) &&
         llvm::all_of(op.getStrides().getValues<int64_t>(), isOne) &&
         getShape(0).slice(1, 2) == getShape(2).slice(1, 2);
}

/// The workspace that the op's annotation gives it.
static std::optional<int64_t> getGivenBytes(Operation *op) {
  auto cost = op->getAttrOfType<CostAttr>(kCostAttrName);
  return cost ? cost.getWorkspace() : std::nullopt;
}

/// The workspace that a library may use: as much as the op moves.
static int64_t getLibraryWorkspaceBytes(Operation *op) {
  if (std::optional<int64_t> given = getGivenBytes(op))
    return std::min(*given, kLibraryWorkspaceLimit);
  int64_t bytes = 0;
  for (Type type : op->getOperandTypes())
    bytes += std::min(getBytes(type).value_or(0), kLibraryWorkspaceLimit);
  return std::min(bytes, kLibraryWorkspaceLimit);
}

bool mlir::remat::isLibraryOp(Operation *op) {
  if (!isa<linalg::MatmulOp, linalg::BatchMatmulOp, linalg::Conv2DNhwcHwcfOp>(
          op) ||
      !llvm::all_of(op->getOperandTypes(), isForLibraries) ||
      getElementTypeOrSelf(op->getOperand(0)) !=
          getElementTypeOrSelf(op->getOperand(1)))
    return false;
  auto convolution = dyn_cast<linalg::Conv2DNhwcHwcfOp>(op);
  return !convolution || isProduct(convolution);
}

int64_t mlir::remat::getReductionParts(int64_t outputs, int64_t reduced) {
  if (reduced < kLeastReducedInParts || outputs <= 0)
    return 1;
  return std::max<int64_t>(
      1, std::min(llvm::divideCeil(reduced, kReducedInPart),
                  llvm::divideCeil(kPartialResults, outputs)));
}

int64_t mlir::remat::getEvenParts(llvm::ArrayRef<int64_t> extents,
                                  int64_t limit) {
  if (extents.empty())
    return 1;
  // Parts keep the vectors of the depth; several loops have them in the last.
  constexpr int64_t vector = 8;
  const int64_t outermost = extents.front();
  const bool keepsVectors = extents.size() == 1 && outermost % vector == 0;
  for (int64_t parts = std::min(limit, outermost); parts > 1; --parts)
    if (outermost % parts == 0 &&
        (!keepsVectors || outermost / parts % vector == 0))
      return parts;
  return 1;
}

int64_t mlir::remat::getContractionParts(int64_t outputs,
                                         llvm::ArrayRef<int64_t> extents) {
  int64_t reduced = 1;
  for (int64_t extent : extents)
    if (llvm::MulOverflow(reduced, extent, reduced))
      return 1;
  if (outputs <= 0)
    return 1;
  const int64_t tiles = llvm::divideCeil(outputs, kTileResults);
  return getEvenParts(extents, std::min(reduced / kReducedInPart,
                                        kAssumedMultiprocessors / tiles));
}

/// Whether the contraction is large enough for tiles: its rows are the parallel
/// loops of the left input alone, its columns those of the right one.
static bool hasTiles(linalg::LinalgOp op) {
  const AffineMap left = op.getMatchingIndexingMap(op.getDpsInputOperand(0));
  const AffineMap right = op.getMatchingIndexingMap(op.getDpsInputOperand(1));
  int64_t rows = 1, columns = 1;
  for (auto [loop, sizeAndKind] : llvm::enumerate(llvm::zip_equal(
           op.getStaticLoopRanges(), op.getIteratorTypesArray()))) {
    auto [size, kind] = sizeAndKind;
    if (kind == utils::IteratorType::reduction)
      continue;
    const bool isLeft = left.isFunctionOfDim(loop);
    if (isLeft != right.isFunctionOfDim(loop))
      (isLeft ? rows : columns) *= size;
  }
  return rows >= kLeastTiled && columns >= kLeastTiled;
}

/// The partial results of a split reduction or contraction.
static int64_t getPartialBytes(linalg::LinalgOp op) {
  if (op.getNumDpsInits() != 1 || op.getNumReductionLoops() == 0 ||
      op.hasDynamicShape())
    return 0;
  SmallVector<Operation *, 1> combiners;
  if (!matchReduction(op.getRegionOutputArgs(), 0, combiners) ||
      combiners.size() != 1)
    return 0;
  int64_t outputs = 1, reduced = 1;
  llvm::SmallVector<int64_t> extents;
  for (auto [size, kind] :
       llvm::zip_equal(op.getStaticLoopRanges(), op.getIteratorTypesArray())) {
    const bool isReduced = kind == utils::IteratorType::reduction;
    int64_t &product = isReduced ? reduced : outputs;
    if (llvm::MulOverflow(product, size, product))
      return 0;
    if (isReduced && size != 1)
      extents.push_back(size);
  }
  Type element = getElementTypeOrSelf(op.getDpsInits().front());
  if (!element.isIntOrFloat())
    return 0;
  // At most kPartialResults + outputs, or as many as fit into all tiles.
  auto getBytes = [&](int64_t parts, int64_t elementBytes) {
    return parts > 1 ? parts * outputs * elementBytes : 0;
  };
  const int64_t bytes = llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
  const int64_t forReduction =
      getBytes(getReductionParts(outputs, reduced), bytes);
  if (!isContraction(op) || !hasTiles(op))
    return forReduction;
  // Sums are f32 or f64. What cannot be lowered to tiles is a reduction.
  const int64_t most =
      std::max(forReduction, getBytes(getContractionParts(outputs, extents),
                                      std::max<int64_t>(bytes, 4)));
  return std::min(most, getGivenBytes(op).value_or(most));
}

int64_t mlir::remat::getCudaWorkspaceBytes(Operation *op, bool callsLibraries) {
  int64_t bytes = 0;
  if (callsLibraries && isLibraryOp(op))
    bytes = getLibraryWorkspaceBytes(op);
  else if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    bytes = getPartialBytes(linalgOp);
  return llvm::alignTo(bytes, kCudaAlignment);
}
