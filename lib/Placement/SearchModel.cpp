//===- SearchModel.cpp - What the exact search works on -------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SearchModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <map>
#include <numeric>
#include <tuple>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::placement;

namespace {

/// A range of a buffer's life begins or ends.
struct Event {
  int64_t time;
  /// Ends come before starts of the same step.
  bool isStart;
  uint32_t item;

  bool operator<(const Event &other) const {
    return std::tie(time, isStart, item) <
           std::tie(other.time, other.isStart, other.item);
  }
};

} // namespace

static void addEvents(const Buffer &buffer, uint32_t item,
                      std::vector<Event> &events) {
  int64_t start = buffer.timeStart;
  auto add = [&](int64_t end) {
    if (start >= end)
      return;
    events.push_back({start, true, item});
    events.push_back({end, false, item});
  };
  for (TimeRange gap : buffer.gaps) {
    add(gap.lower);
    start = gap.upper;
  }
  add(buffer.timeEnd);
}

uint64_t placement::countModelEntries(const Problem &problem, uint64_t limit) {
  std::vector<Event> events;
  for (auto [i, buffer] : enumerate(problem.buffers))
    if (buffer.sizeInBytes > 0)
      addEvents(buffer, uint32_t(i), events);
  llvm::sort(events);
  uint64_t count = 0, live = 0;
  bool hasGrown = false;
  for (const Event &event : events) {
    if (event.isStart)
      count += 2 * live++;
    else if (hasGrown)
      count += 2 * live--;
    else
      --live;
    hasGrown = event.isStart;
    if (count >= limit)
      return limit;
  }
  return count;
}

/// The bytes that all offsets are multiples of once all buffers are pushed
/// down, and the sizes in it.
static void chooseUnit(const Problem &problem, int64_t capacity,
                       SearchModel &model) {
  // Whatever the offsets, bytes up to the next multiple of what all alignments
  // have in common cannot be used.
  int64_t common = 0;
  for (const SearchModel::Item &item : model.items)
    common = std::gcd(common, problem.buffers[item.buffer].alignment);
  int64_t unit = 0;
  for (SearchModel::Item &item : model.items) {
    item.size = alignTo(problem.buffers[item.buffer].sizeInBytes, common);
    unit = std::gcd(unit, item.size);
  }
  for (const SearchModel::Item &item : model.items) {
    int64_t alignment = problem.buffers[item.buffer].alignment;
    if (unit % alignment != 0)
      unit = std::gcd(unit, alignment);
  }
  model.unit = unit;
  for (SearchModel::Item &item : model.items) {
    const Buffer &buffer = problem.buffers[item.buffer];
    item.size /= unit;
    item.alignment = buffer.alignment / std::gcd(buffer.alignment, unit);
    model.isAligned |= item.alignment > 1;
    item.latest = capacity < buffer.sizeInBytes
                      ? -1
                      : (capacity - buffer.sizeInBytes) / unit;
    model.capacity = std::max(model.capacity, item.latest + item.size);
  }
}

/// Items of the same sections, size and alignment are interchangeable.
static void linkTwins(SearchModel &model) {
  std::map<std::tuple<uint32_t, uint32_t, int64_t, int64_t, int64_t>, uint32_t>
      lastOf;
  for (auto [i, item] : enumerate(model.items)) {
    if (item.hasGaps)
      continue;
    auto [entry, isFirst] = lastOf.insert(
        {{item.first, item.last, item.size, item.alignment, item.latest},
         uint32_t(i)});
    if (isFirst)
      continue;
    item.twinBefore = entry->second;
    model.items[entry->second].twinAfter = i;
    entry->second = i;
  }
}

static Lists makeLists(std::vector<std::vector<uint32_t>> lists) {
  Lists result;
  for (std::vector<uint32_t> &list : lists) {
    llvm::sort(list);
    list.erase(llvm::unique(list), list.end());
    result.values.insert(result.values.end(), list.begin(), list.end());
    result.begins.push_back(result.values.size());
  }
  return result;
}

SearchModel placement::buildSearchModel(const Problem &problem,
                                        int64_t capacity) {
  SearchModel model;
  // No placement without holes needs more: nothing overflows below.
  int64_t most = 0;
  std::vector<Event> events;
  for (auto [i, buffer] : enumerate(problem.buffers)) {
    if (buffer.sizeInBytes == 0)
      continue;
    most += buffer.sizeInBytes + buffer.alignment;
    addEvents(buffer, model.items.size(), events);
    model.items.push_back({uint32_t(i), 0, 1, 0, 0, 0, !buffer.gaps.empty(),
                           double(buffer.timeEnd) - double(buffer.timeStart)});
  }
  if (model.items.empty())
    return model;
  chooseUnit(problem, std::min(capacity, most), model);

  llvm::sort(events);
  size_t count = model.items.size();
  std::vector<std::vector<uint32_t>> sections, sectionsOf(count),
      overlaps(count);
  std::vector<uint32_t> live, since(count);
  std::vector<bool> isSeen(count);
  bool hasGrown = false;
  for (const Event &event : events) {
    SearchModel::Item &item = model.items[event.item];
    if (event.isStart) {
      for (uint32_t other : live) {
        overlaps[other].push_back(event.item);
        overlaps[event.item].push_back(other);
      }
      live.push_back(event.item);
      since[event.item] = sections.size();
      if (!isSeen[event.item])
        item.first = sections.size();
      isSeen[event.item] = true;
      hasGrown = true;
      continue;
    }
    // Only a set that nothing joins before something leaves it is largest.
    if (hasGrown)
      sections.push_back(live);
    hasGrown = false;
    item.last = sections.size();
    for (uint32_t s = since[event.item]; s < item.last; ++s)
      sectionsOf[event.item].push_back(s);
    live.erase(llvm::find(live, event.item));
  }
  model.itemsOf = makeLists(std::move(sections));
  model.sectionsOf = makeLists(std::move(sectionsOf));
  model.overlapsOf = makeLists(std::move(overlaps));
  linkTwins(model);
  return model;
}
