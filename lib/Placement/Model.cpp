//===- Model.cpp - A problem by sections and parts ------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model.h"

#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <tuple>

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

std::vector<LifeEvent> placement::getLifeEvents(const Problem &problem) {
  std::vector<LifeEvent> events;
  for (auto [i, buffer] : enumerate(problem.buffers)) {
    if (buffer.sizeInBytes == 0)
      continue;
    for (TimeRange range : getLiveRanges(buffer)) {
      events.push_back({range.lower, true, uint32_t(i)});
      events.push_back({range.upper, false, uint32_t(i)});
    }
  }
  llvm::sort(events, [](const LifeEvent &a, const LifeEvent &b) {
    return std::tie(a.time, a.isStart, a.buffer) <
           std::tie(b.time, b.isStart, b.buffer);
  });
  return events;
}

Model::Model(const Problem &problem)
    : buffers(problem.buffers), ranges(buffers.size()),
      conflicts(buffers.size()), anyConflicts(!problem.conflicts.empty()) {
  addRanges();
  for (auto [a, b] : problem.conflicts) {
    conflicts[a].push_back(b);
    conflicts[b].push_back(a);
  }
  for (std::vector<uint32_t> &list : conflicts) {
    llvm::sort(list);
    list.erase(llvm::unique(list), list.end());
  }
  addLiveBytes();
}

void Model::addRanges() {
  std::vector<int64_t> times;
  for (const Buffer &buffer : buffers)
    for (TimeRange life : getLiveRanges(buffer))
      times.insert(times.end(), {life.lower, life.upper});
  llvm::sort(times);
  times.erase(llvm::unique(times), times.end());
  auto getSection = [&](int64_t time) -> uint32_t {
    return llvm::lower_bound(times, time) - times.begin();
  };
  for (auto [buffer, own] : zip_equal(buffers, ranges)) {
    for (TimeRange life : getLiveRanges(buffer))
      own.push_back({getSection(life.lower), getSection(life.upper)});
    anyGaps |= own.size() > 1;
  }
  liveBytes.resize(times.empty() ? 0 : times.size() - 1);
}

void Model::addLiveBytes() {
  // With one alignment for all, buffers start at its multiples: all but a
  // section's highest take rounded sizes, and the highest leaves less than a
  // unit of its last one.
  int64_t unit = buffers.empty() ? 1 : buffers.front().alignment;
  if (llvm::any_of(buffers,
                   [&](const Buffer &each) { return each.alignment != unit; }))
    unit = 1;
  // The top buffer is unknown: assume the one that leaves most.
  int64_t largestRest = 0;
  std::vector<int64_t> change(liveBytes.size() + 1), units(change.size());
  for (uint32_t i = 0; i < buffers.size(); ++i) {
    const int64_t size = getSize(i), sizeInUnits = divideCeil(size, unit);
    largestRest = std::max(largestRest, sizeInUnits * unit - size);
    for (SectionRange range : getRanges(i)) {
      change[range.lower] += size;
      change[range.upper] -= size;
      units[range.lower] += sizeInUnits;
      units[range.upper] -= sizeInUnits;
    }
  }
  int64_t live = 0, liveUnits = 0;
  for (size_t section = 0; section < liveBytes.size(); ++section) {
    liveBytes[section] = live += change[section];
    liveUnits += units[section];
    lowerBound = std::max({lowerBound, live, liveUnits * unit - largestRest});
  }
}

/// Numbers the sections such that no buffer lives across two numbers.
static std::vector<uint32_t> getSpans(const Model &model) {
  // Counts buffers that stay alive from the section before.
  std::vector<uint32_t> span(model.getNumSections() + 1, 0);
  for (uint32_t i = 0; i < model.getNumBuffers(); ++i)
    for (SectionRange range : model.getRanges(i)) {
      ++span[range.lower + 1];
      --span[range.upper];
    }
  uint32_t alive = 0, current = 0;
  for (size_t section = 0; section < span.size(); ++section) {
    alive += span[section];
    if (section > 0 && alive == 0)
      ++current;
    span[section] = current;
  }
  return span;
}

std::vector<Part> placement::splitIntoParts(const Problem &problem) {
  const Model model(problem);
  const std::vector<uint32_t> spans = getSpans(model);
  auto spanOf = [&](uint32_t buffer) {
    return spans[model.getHull(buffer).lower];
  };
  IntEqClasses classes(spans.back() + 1);
  for (uint32_t i = 0; i < model.getNumBuffers(); ++i)
    for (SectionRange range : model.getRanges(i))
      classes.join(spanOf(i), spans[range.lower]);
  for (auto [a, b] : problem.conflicts)
    classes.join(spanOf(a), spanOf(b));
  classes.compress();
  std::vector<Part> parts(classes.getNumClasses());
  std::vector<uint32_t> positions(model.getNumBuffers());
  for (uint32_t i = 0; i < model.getNumBuffers(); ++i) {
    Part &part = parts[classes[spanOf(i)]];
    positions[i] = part.buffers.size();
    part.buffers.push_back(i);
    part.problem.buffers.push_back(problem.buffers[i]);
  }
  for (auto [a, b] : problem.conflicts)
    parts[classes[spanOf(a)]].problem.conflicts.push_back(
        {positions[a], positions[b]});
  // Drops spans in which nothing is alive.
  llvm::erase_if(parts, [](const Part &part) { return part.buffers.empty(); });
  for (Part &part : parts)
    part.lowerBound = Model(part.problem).getLowerBound();
  return parts;
}
