//===- FirstFit.cpp - Buffers one after another ---------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirstFit.h"

#include "SectionTree.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cassert>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::placement;

/// Returns whether the tree is faster than a look at all buffers for each. The
/// more of them overlap, the more the tree has to look at too, one by one.
static bool isTreeFaster(const Model &model) {
  const uint64_t count = model.getNumBuffers();
  if (count < 2000 || count > 30000)
    return count > 30000;
  // Buffers that start in each section, and of those before it the live ones.
  std::vector<uint32_t> starts(model.getNumSections() + 1),
      ends(model.getNumSections() + 1);
  for (uint32_t i = 0; i < count; ++i) {
    ++starts[model.getHull(i).lower];
    ++ends[model.getHull(i).upper];
  }
  uint64_t live = 0, overlaps = 0;
  for (auto [started, ended] : zip_equal(starts, ends)) {
    live -= ended;
    overlaps += started * live;
    live += started;
  }
  return overlaps < count * count / 30;
}

FirstFit::FirstFit(const Model &model) : FirstFit(model, isTreeFaster(model)) {}

FirstFit::FirstFit(const Model &model, bool useTree)
    : model(model), useTree(useTree) {
  if (model.hasConflicts())
    conflictOf.assign(model.getNumBuffers(), 0);
}

FirstFit::~FirstFit() = default;

int64_t FirstFit::place(ArrayRef<uint32_t> order, std::vector<int64_t> &offsets,
                        Fit fit, int64_t limit) {
  assert(order.size() == model.getNumBuffers() && "every buffer is placed");
  offsets.resize(model.getNumBuffers());
  if (fit == Fit::First && useTree)
    return placeByTree(order, offsets, limit);
  return placeByScan(order, offsets, fit, limit);
}

bool FirstFit::mayNotShare(uint32_t buffer, SectionRange hull,
                           const Placed &other) const {
  if (other.lower < hull.upper && hull.lower < other.upper &&
      (!model.hasGaps() || model.overlap(buffer, other.buffer)))
    return true;
  return model.hasConflicts() && conflictOf[other.buffer] == buffer + 1;
}

int64_t FirstFit::findOffset(uint32_t buffer, Fit fit) {
  const int64_t size = model.getSize(buffer);
  const int64_t alignment = model.getBuffers()[buffer].alignment;
  const SectionRange hull = model.getHull(buffer);
  // The lowest offset above all that was seen.
  int64_t free = 0, best = -1, bestHole = std::numeric_limits<int64_t>::max();
  for (const Placed &other : placed) {
    ++work;
    if (fit == Fit::First && other.offset >= free + size)
      break;
    if (!mayNotShare(buffer, hull, other))
      continue;
    const int64_t hole = other.offset - free;
    if (hole >= size && hole < bestHole) {
      best = free;
      bestHole = hole;
      if (fit == Fit::First)
        break;
    }
    free = std::max<int64_t>(free, alignTo(other.end, alignment));
  }
  return best >= 0 ? best : free;
}

int64_t FirstFit::placeByScan(ArrayRef<uint32_t> order,
                              std::vector<int64_t> &offsets, Fit fit,
                              int64_t limit) {
  placed.clear();
  if (model.hasConflicts())
    llvm::fill(conflictOf, 0);
  int64_t top = 0;
  for (uint32_t buffer : order) {
    for (uint32_t other : model.getConflicts(buffer))
      conflictOf[other] = buffer + 1;
    const int64_t offset = findOffset(buffer, fit);
    const int64_t end = offset + model.getSize(buffer);
    offsets[buffer] = offset;
    top = std::max(top, end);
    if (top > limit || work > workLimit)
      return std::numeric_limits<int64_t>::max();
    // Nothing lies in no bytes.
    if (offset == end)
      continue;
    auto position =
        llvm::upper_bound(placed, offset, [](int64_t at, const Placed &other) {
          return at < other.offset;
        });
    const SectionRange hull = model.getHull(buffer);
    placed.insert(position, {offset, end, hull.lower, hull.upper, buffer});
  }
  return top;
}

int64_t FirstFit::placeByTree(ArrayRef<uint32_t> order,
                              std::vector<int64_t> &offsets, int64_t limit) {
  if (!tree)
    tree = std::make_unique<SectionTree>(model.getNumSections());
  tree->clear();
  std::vector<bool> isPlaced(model.hasConflicts() ? model.getNumBuffers() : 0);
  IntervalSet ofConflicts;
  int64_t top = 0;
  for (uint32_t buffer : order) {
    ofConflicts.clear();
    for (uint32_t other : model.getConflicts(buffer))
      if (isPlaced[other])
        ofConflicts.insert(offsets[other],
                           offsets[other] + model.getSize(other));
    const int64_t offset = tree->findFirst(
        model.getRanges(buffer), ofConflicts, model.getSize(buffer),
        model.getBuffers()[buffer].alignment, work);
    const int64_t end = offset + model.getSize(buffer);
    offsets[buffer] = offset;
    top = std::max(top, end);
    if (top > limit || work > workLimit)
      return std::numeric_limits<int64_t>::max();
    if (offset != end)
      tree->insert(model.getRanges(buffer), offset, end, work);
    if (model.hasConflicts())
      isPlaced[buffer] = true;
  }
  return top;
}
