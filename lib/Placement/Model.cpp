//===- Model.cpp - A problem by sections ----------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::placement;

std::vector<TimeRange> placement::getLiveRanges(const Buffer &buffer) {
  std::vector<TimeRange> ranges;
  int64_t start = buffer.timeStart;
  for (TimeRange gap : buffer.gaps) {
    if (start < gap.lower)
      ranges.push_back({start, gap.lower});
    start = gap.upper;
  }
  if (start < buffer.timeEnd)
    ranges.push_back({start, buffer.timeEnd});
  return ranges;
}

Model::Model(const Problem &problem) : buffers(problem.buffers) {
  addRanges();
  addConflicts(problem);
  addLiveBytes();
}

void Model::addRanges() {
  std::vector<TimeRange> lives;
  std::vector<int64_t> times;
  rangeStarts.push_back(0);
  for (const Buffer &buffer : buffers) {
    llvm::append_range(lives, getLiveRanges(buffer));
    rangeStarts.push_back(lives.size());
  }
  times.reserve(2 * lives.size());
  for (TimeRange life : lives) {
    times.push_back(life.lower);
    times.push_back(life.upper);
  }
  llvm::sort(times);
  times.erase(std::unique(times.begin(), times.end()), times.end());
  auto getSection = [&](int64_t time) -> uint32_t {
    return llvm::lower_bound(times, time) - times.begin();
  };
  ranges.reserve(lives.size());
  for (TimeRange life : lives)
    ranges.push_back({getSection(life.lower), getSection(life.upper)});
  liveBytes.resize(times.empty() ? 0 : times.size() - 1);
}

void Model::addConflicts(const Problem &problem) {
  std::vector<std::pair<uint32_t, uint32_t>> both;
  both.reserve(2 * problem.conflicts.size());
  for (auto [a, b] : problem.conflicts) {
    both.push_back({a, b});
    both.push_back({b, a});
  }
  llvm::sort(both);
  both.erase(std::unique(both.begin(), both.end()), both.end());
  conflictStarts.assign(buffers.size() + 1, 0);
  for (auto [from, to] : both) {
    ++conflictStarts[from + 1];
    conflicts.push_back(to);
  }
  for (size_t i = 1; i < conflictStarts.size(); ++i)
    conflictStarts[i] += conflictStarts[i - 1];
}

void Model::addLiveBytes() {
  // With one alignment for all, every buffer starts at a multiple of it, so
  // that between two of them lies a multiple of it too: all but the highest
  // of a section take their sizes rounded up. What the highest leaves of its
  // last unit is less than the unit.
  const bool isUniform = llvm::all_of(buffers, [&](const Buffer &buffer) {
    return buffer.alignment == buffers.front().alignment;
  });
  const int64_t unit =
      isUniform && !buffers.empty() ? buffers.front().alignment : 1;
  std::vector<int64_t> change(liveBytes.size() + 1), units(change.size());
  for (uint32_t i = 0; i < buffers.size(); ++i)
    for (SectionRange range : getRanges(i)) {
      change[range.lower] += getSize(i);
      change[range.upper] -= getSize(i);
      units[range.lower] += divideCeil(getSize(i), unit);
      units[range.upper] -= divideCeil(getSize(i), unit);
    }
  int64_t live = 0, liveUnits = 0, most = 0, mostUnits = 0;
  for (size_t section = 0; section < liveBytes.size(); ++section) {
    liveBytes[section] = live += change[section];
    liveUnits += units[section];
    most = std::max(most, live);
    mostUnits = std::max(mostUnits, liveUnits);
  }
  lowerBound = most;
  if (unit == 1 || mostUnits == 0)
    return;
  // Which buffer is on top is not known: the one that leaves most.
  int64_t largest = 0;
  for (uint32_t i = 0; i < buffers.size(); ++i)
    largest =
        std::max<int64_t>(largest, alignTo(getSize(i), unit) - getSize(i));
  lowerBound = std::max(most, mostUnits * unit - largest);
}

bool Model::overlap(uint32_t a, uint32_t b) const {
  return haveCommon(getRanges(a), getRanges(b));
}
