//===- ContractionTiles.cpp - Tiles of matrix products --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu/ContractionTiles.h"
#include "Gpu/KernelBuilder.h"
#include "remat/Conversion/GpuAddresses.h"
#include "remat/Targets/CudaWorkspaces.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::remat;

/// Rows, columns and depth of one tensor core instruction.
static constexpr int64_t kFragment = 16;

// Every thread copies whole vectors, equally many of each operand: rows * depth
// and columns * depth are multiples of the threads (times 8 for Mma). In each
// table the largest come first and win ties.
static constexpr ContractionUnit kFma = ContractionUnit::Fma;
static constexpr ContractionTile kFmaTiles[] = {
    {kFma, 128, 128, 8, 8, 8, 1, 2, 100}, {kFma, 64, 64, 16, 4, 4, 1, 2, 80},
    {kFma, 128, 32, 16, 4, 4, 1, 2, 65},  {kFma, 32, 128, 16, 4, 4, 1, 2, 65},
    {kFma, 128, 16, 16, 4, 4, 2, 2, 45},  {kFma, 16, 128, 16, 4, 4, 2, 2, 45},
    {kFma, 32, 32, 32, 4, 4, 4, 2, 50},   {kFma, 64, 16, 32, 4, 4, 4, 2, 40},
    {kFma, 16, 64, 32, 4, 4, 4, 2, 40},   {kFma, 16, 16, 64, 4, 4, 16, 2, 25}};

// f64: half the values per 16-byte vector, twice the registers.
static constexpr ContractionTile kDoubleTiles[] = {
    {kFma, 64, 64, 16, 4, 4, 1, 2, 100},
    {kFma, 32, 32, 32, 4, 4, 4, 2, 60},
    {kFma, 64, 16, 32, 4, 4, 4, 2, 45},
    {kFma, 16, 64, 32, 4, 4, 4, 2, 45},
    {kFma, 16, 16, 32, 4, 4, 8, 2, 25}};

// Measured on an H100 on 4096x4096x4096, in Tflop/s: 369 and 260 for the first
// two. 128x256x64 with 64x64 a warp reaches 386, but needs 144 KiB of shared
// memory, which sm_86, sm_89 and sm_120 lack; half its depth reaches 330 to
// 340. 64x32 a warp is slower for 128x128 (257), and so are more stages (351).
static constexpr ContractionUnit kMma = ContractionUnit::Mma;
static constexpr ContractionTile kMmaTiles[] = {
    {kMma, 128, 128, 32, 64, 64, 1, 3, 100},
    {kMma, 128, 64, 32, 32, 32, 1, 4, 70},
    {kMma, 64, 128, 32, 32, 32, 1, 4, 70},
    {kMma, 64, 64, 32, 32, 32, 1, 4, 56},
    {kMma, 128, 32, 64, 32, 16, 1, 3, 42},
    {kMma, 32, 128, 64, 16, 32, 1, 3, 42},
    {kMma, 128, 16, 64, 32, 16, 1, 3, 28},
    {kMma, 16, 128, 64, 16, 32, 1, 3, 28},
    {kMma, 32, 32, 64, 32, 32, 4, 3, 28},
    {kMma, 16, 16, 64, 16, 16, 4, 3, 9}};

// Tensor cores that read shared memory need large tiles, to read each operand
// rarely, and copies whose rows are aligned to 16 bytes.
static constexpr ContractionUnit kWgmma = ContractionUnit::Wgmma;
static constexpr ContractionTile kWgmmaTiles[] = {
    {kWgmma, 128, 256, 64, 64, 256, 1, 4, 180},
    {kWgmma, 128, 128, 64, 64, 128, 1, 4, 140},
    {kWgmma, 64, 128, 64, 64, 128, 1, 4, 110},
    {kWgmma, 128, 64, 64, 64, 64, 1, 4, 100}};

static constexpr ContractionUnit kTf32 = ContractionUnit::Tf32;
static constexpr ContractionTile kTf32Tiles[] = {
    {kTf32, 128, 128, 16, 64, 32, 1, 2, 100},
    {kTf32, 64, 64, 16, 32, 32, 1, 2, 65},
    {kTf32, 32, 32, 32, 32, 32, 4, 2, 30},
    {kTf32, 16, 16, 32, 16, 16, 4, 2, 10}};

int64_t ContractionTile::getThreadsPerSlice() const {
  int64_t units = (rows / unitRows) * (columns / unitColumns);
  switch (unit) {
  case ContractionUnit::Fma:
    return units;
  case ContractionUnit::Mma:
  case ContractionUnit::Tf32:
    return units * kWarpThreads;
  case ContractionUnit::Wgmma:
    return units * kWarpgroupThreads;
  }
  llvm_unreachable("a unit");
}

static std::string getName(const ContractionTile &tile) {
  return llvm::formatv("{0}x{1}", tile.rows, tile.columns).str();
}

std::string ContractionTile::describe() const {
  static constexpr llvm::StringLiteral units[] = {"fma", "mma", "wgmma",
                                                  "tf32"};
  std::string text = llvm::formatv(
      "{0} {1}x{2}x{3}, {4}x{5} a {6}", units[static_cast<unsigned>(unit)],
      rows, columns, depth, unitRows, unitColumns,
      unit == ContractionUnit::Fma     ? "thread"
      : unit == ContractionUnit::Wgmma ? "warpgroup"
                                       : "warp");
  if (slices > 1)
    text += llvm::formatv(", {0} slices", slices).str();
  return text;
}

bool mlir::remat::isContractionTile(llvm::StringRef name) {
  auto isNamed = [&](const ContractionTile &tile) {
    return getName(tile) == name;
  };
  return llvm::any_of(kFmaTiles, isNamed) || llvm::any_of(kMmaTiles, isNamed) ||
         llvm::any_of(kWgmmaTiles, isNamed);
}

/// Whether vectors of 16 bytes can be copied to shared memory unchanged.
static bool hasWideCopies(const ContractionShape &shape,
                          ContractionOperand operand) {
  const int64_t width =
      16 / getElementBytes(shape.buffers[operand].elementType);
  return shape.getVectorWidth(operand, shape.reduced, width) == width ||
         shape.getVectorWidth(operand, shape.getRowsOf(operand), width) ==
             width;
}

using TileTable = llvm::ArrayRef<ContractionTile>;

/// The tables of tiles that the shape's types and sizes allow.
static llvm::SmallVector<TileTable, 2>
getTables(const ContractionShape &shape,
          const ContractionTileOptions &options) {
  if (shape.accumulator.isF64())
    return {TileTable(kDoubleTiles)};
  Type left = shape.buffers[kLeft].elementType;
  bool fragments = shape.rows.size() >= kFragment &&
                   shape.columns.size() >= kFragment &&
                   shape.reduced.size() >= kFragment;
  if (!options.tensorCores || !fragments ||
      left != shape.buffers[kRight].elementType)
    return {TileTable(kFmaTiles)};
  if (!isa<Float16Type, BFloat16Type>(left))
    return {options.tf32 ? TileTable(kTf32Tiles) : TileTable(kFmaTiles)};
  if (options.wgmma && hasWideCopies(shape, kLeft) &&
      hasWideCopies(shape, kRight))
    return {TileTable(kWgmmaTiles), TileTable(kMmaTiles)};
  return {TileTable(kMmaTiles)};
}

const ContractionTile *
mlir::remat::chooseContractionTile(const ContractionShape &shape,
                                   const ContractionTileOptions &options) {
  int64_t rows = shape.rows.size(), columns = shape.columns.size();
  if (rows < kLeastTiled || columns < kLeastTiled ||
      shape.reduced.size() < kLeastTiled || shape.batch.size() == 0)
    return nullptr;
  const ContractionTile *best = nullptr;
  double least = 0;
  llvm::SmallVector<const ContractionTile *, 16> tiles;
  for (TileTable table : getTables(shape, options))
    for (const ContractionTile &tile : table)
      tiles.push_back(&tile);
  for (const ContractionTile *candidate : tiles) {
    const ContractionTile &tile = *candidate;
    if (!options.only.empty() && getName(tile) != options.only)
      continue;
    double blocks = static_cast<double>(llvm::divideCeil(rows, tile.rows)) *
                    llvm::divideCeil(columns, tile.columns) *
                    shape.batch.size();
    // The limit of a grid's first dimension.
    if (blocks > std::numeric_limits<int32_t>::max())
      continue;
    double turns = std::ceil(blocks / kAssumedMultiprocessors);
    double time = turns * (tile.rows * tile.columns) / tile.efficiency;
    if (!best || time < least) {
      best = candidate;
      least = time;
    }
  }
  return best;
}
