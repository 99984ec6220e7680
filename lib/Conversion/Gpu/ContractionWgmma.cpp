//===- ContractionWgmma.cpp - Products by wgmma of sm_90a -----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tensor cores of sm_90a read both operands from shared memory, in the
// background. Descriptors and layouts: PTX ISA 8.0, "Asynchronous Warpgroup
// Level Matrix Instructions".
//
//===----------------------------------------------------------------------===//

#include "Gpu/ContractionEmit.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "remat/Conversion/GpuAddresses.h"

using namespace mlir;
using namespace mlir::remat;

/// Rows and depth of one instruction.
static constexpr int64_t kRows = 64;
static constexpr int64_t kDepth = 16;
/// A thread's sums in each eight columns: two in each of two rows.
static constexpr int64_t kSumsPerGroup = 4;
/// Descriptors count bytes in units of 16.
static constexpr int64_t kUnitBytes = 16;
/// Eight rows of 128 bytes, the unit of swizzling.
static constexpr int64_t kAtomBytes = 1024;

namespace {

/// Each warpgroup sums 64 rows, `tile.unitColumns` wide.
class WgmmaProduct final : public TileProduct {
public:
  WgmmaProduct(KernelBuilder &b, const ContractionShape &shape,
               const ContractionTile &tile, Value thread);

  SmallVector<Value> getInitialSums() override;
  SmallVector<Value> accumulate(ValueRange sums, const StagedTile &left,
                                const StagedTile &right) override;
  int64_t getStagesInFlight() const override { return 1; }
  void publishCopies() override;
  OutputFragment getOutput(ValueRange sums) override;

private:
  int64_t countSums() const { return tile.unitColumns / 8 * kSumsPerGroup; }
  /// Describes `staged` from `first` on, a multiple of 64 rows.
  Value describe(const StagedTile &staged, Value first);
  /// The descriptor `step` deeper.
  Value advance(Value descriptor, const SharedTile &layout, int64_t step);
  /// Waits for all products. The sums must not be read before.
  SmallVector<Value> finish(Value sums);

  LLVM::LLVMStructType sumsType;
  /// The warp in its warpgroup, and the lane.
  Value warp, lane;
  /// The first row and column of this warpgroup.
  Value row, column;
};

} // namespace

WgmmaProduct::WgmmaProduct(KernelBuilder &b, const ContractionShape &shape,
                           const ContractionTile &tile, Value thread)
    : TileProduct(b, shape, tile, thread, /*slice=*/Value()) {
  assert(tile.unitRows == kRows && "a warpgroup sums 64 rows");
  sumsType = LLVM::LLVMStructType::getLiteral(
      b.getContext(), SmallVector<Type>(countSums(), b.getF32Type()));
  lane = b.rem(thread, kWarpThreads);
  warp = b.div(b.rem(thread, kWarpgroupThreads), kWarpThreads);
  Value group = b.div(thread, kWarpgroupThreads);
  int64_t across = tile.columns / tile.unitColumns;
  row = b.mul(b.div(group, across), tile.unitRows);
  column = b.mul(b.rem(group, across), tile.unitColumns);
}

SmallVector<Value> WgmmaProduct::getInitialSums() {
  return {LLVM::ZeroOp::create(b, sumsType)};
}

void WgmmaProduct::publishCopies() {
  // Copies write as ordinary stores do; the tensor cores read by another way.
  NVVM::FenceProxyOp::create(
      b, NVVM::ProxyKind::async_shared,
      NVVM::SharedSpaceAttr::get(b.getContext(),
                                 NVVM::SharedSpace::shared_cta));
}

Value WgmmaProduct::describe(const StagedTile &staged, Value first) {
  const SharedTile &layout = staged.layout;
  const int64_t perRow =
      layout.depthFast ? layout.pitch : layout.panelSize() / layout.pitch;
  Value at = b.toIndex(b.add(staged.start, b.mul(first, perRow)));
  Value start =
      memref::ExtractAlignedPointerAsIndexOp::create(b, staged.memory);
  const int64_t bytes = getElementBytes(shape.buffers[kLeft].elementType);
  at = arith::MulIOp::create(b, at, arith::ConstantIndexOp::create(b, bytes));
  start = arith::AddIOp::create(b, start, at);
  Type i64 = b.getI64Type();
  start = arith::IndexCastOp::create(b, i64, start);
  auto constant = [&](uint64_t value) {
    return arith::ConstantOp::create(
        b, b.getIntegerAttr(i64, static_cast<int64_t>(value)));
  };
  start = arith::ShRUIOp::create(b, start, constant(4));
  start = arith::AndIOp::create(b, start, constant(0x3fff));
  // Contiguous along the depth: the leading distance is not used. Else it is
  // that of 64 rows. The other distance is that of eight rows, or steps of
  // depth.
  const int64_t panel = layout.panelSize() * bytes / kUnitBytes;
  const uint64_t leading = layout.depthFast ? 1 : static_cast<uint64_t>(panel);
  const uint64_t stride = kAtomBytes / kUnitBytes;
  const uint64_t swizzle128 = uint64_t(1) << 62;
  return arith::OrIOp::create(
      b, start, constant(leading << 16 | stride << 32 | swizzle128));
}

Value WgmmaProduct::advance(Value descriptor, const SharedTile &layout,
                            int64_t step) {
  const int64_t elements = layout.depthFast ? step : step * layout.pitch;
  const int64_t units =
      elements * getElementBytes(shape.buffers[kLeft].elementType) / kUnitBytes;
  return b.createOrFold<arith::AddIOp>(
      descriptor, arith::ConstantIntOp::create(b, units, 64));
}

SmallVector<Value> WgmmaProduct::accumulate(ValueRange sums,
                                            const StagedTile &left,
                                            const StagedTile &right) {
  Value lefts = describe(left, row), rights = describe(right, column);
  const auto input = shape.buffers[kLeft].elementType.isBF16()
                         ? NVVM::WGMMATypes::bf16
                         : NVVM::WGMMATypes::f16;
  Value sum = sums.front();
  NVVM::WgmmaFenceAlignedOp::create(b);
  for (int64_t step = 0; step < tile.depth; step += kDepth)
    sum = NVVM::WgmmaMmaAsyncOp::create(
        b, sumsType, sum, advance(lefts, left.layout, step),
        advance(rights, right.layout, step),
        NVVM::MMAShapeAttr::get(b.getContext(), kRows, tile.unitColumns,
                                kDepth),
        input, input, NVVM::WGMMATypes::f32, NVVM::WGMMAScaleOut::one,
        NVVM::WGMMAScaleIn::one, NVVM::WGMMAScaleIn::one,
        left.layout.depthFast ? NVVM::MMALayout::row : NVVM::MMALayout::col,
        right.layout.depthFast ? NVVM::MMALayout::col : NVVM::MMALayout::row,
        /*satfinite=*/nullptr);
  NVVM::WgmmaGroupSyncAlignedOp::create(b);
  NVVM::WgmmaWaitGroupSyncOp::create(b, getStagesInFlight());
  return {sum};
}

SmallVector<Value> WgmmaProduct::finish(Value sums) {
  // The wait passes the sums through, so that no use of them moves before it.
  SmallVector<Value> values;
  std::string outputs, inputs;
  for (int64_t i = 0; i < countSums(); ++i) {
    values.push_back(LLVM::ExtractValueOp::create(b, sums, i));
    outputs += "=f,";
    inputs += (i == 0 ? "" : ",") + std::to_string(i);
  }
  auto wait = LLVM::InlineAsmOp::create(
      b, TypeRange(sumsType), values, kWaitForWgmma, outputs + inputs,
      /*has_side_effects=*/true, /*is_align_stack=*/false,
      LLVM::TailCallKind::None,
      LLVM::AsmDialectAttr::get(b.getContext(), LLVM::AsmDialect::AD_ATT),
      /*operand_attrs=*/ArrayAttr());
  values.clear();
  for (int64_t i = 0; i < countSums(); ++i)
    values.push_back(LLVM::ExtractValueOp::create(b, wait.getRes(), i));
  return values;
}

OutputFragment WgmmaProduct::getOutput(ValueRange sums) {
  SmallVector<Value> values = finish(sums.front());
  OutputFragment output;
  output.width = 2;
  Value firstRow = b.add(b.add(row, b.mul(warp, kRows / 4)), b.div(lane, 4));
  Value firstColumn = b.add(column, b.mul(b.rem(lane, 4), 2));
  for (int64_t j = 0; j < tile.unitColumns; j += 8)
    output.columns.push_back(b.add(firstColumn, j));
  auto pair = VectorType::get(2, b.getF32Type());
  for (int64_t half = 0; half < 2; ++half) {
    output.rows.push_back(b.add(firstRow, 8 * half));
    for (int64_t i = 2 * half; i < countSums(); i += kSumsPerGroup)
      output.values.push_back(vector::FromElementsOp::create(
          b, pair, ValueRange{values[i], values[i + 1]}));
  }
  return output;
}

std::unique_ptr<TileProduct>
mlir::remat::createWgmmaProduct(KernelBuilder &b, const ContractionShape &shape,
                                const ContractionTile &tile, Value thread) {
  return std::make_unique<WgmmaProduct>(b, shape, tile, thread);
}
