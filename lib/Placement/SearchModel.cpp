//===- SearchModel.cpp - What the exact search works on -------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SearchModel.h"

#include "Model.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

#include <map>
#include <numeric>
#include <tuple>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::placement;

static constexpr uint32_t none = SearchModel::none;

/// Chooses the unit that divides all offsets once buffers are pushed down, and
/// rounds sizes to it.
static void chooseUnit(const Problem &problem, int64_t capacity,
                       SearchModel &model) {
  // At any offset, bytes up to the next multiple of the alignments' common
  // divisor are unusable.
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
    llvm::append_range(result.values, list);
    result.begins.push_back(result.values.size());
  }
  return result;
}

SearchModel placement::buildSearchModel(const Problem &problem,
                                        int64_t capacity) {
  SearchModel model;
  // No placement without holes needs more: nothing overflows below.
  int64_t most = 0;
  std::vector<uint32_t> itemOf(problem.buffers.size());
  for (auto [i, buffer] : enumerate(problem.buffers)) {
    if (buffer.sizeInBytes == 0)
      continue;
    most += buffer.sizeInBytes + buffer.alignment;
    itemOf[i] = model.items.size();
    model.items.push_back({uint32_t(i), 0, 1, 0, none, 0, !buffer.gaps.empty(),
                           double(buffer.timeEnd) - double(buffer.timeStart)});
  }
  if (model.items.empty())
    return model;
  chooseUnit(problem, std::min(capacity, most), model);
  size_t count = model.items.size();
  std::vector<std::vector<uint32_t>> sections, sectionsOf(count),
      overlaps(count);
  std::vector<uint32_t> live, since(count);
  bool hasGrown = false;
  for (const LifeEvent &event : getLifeEvents(problem)) {
    const uint32_t index = itemOf[event.buffer];
    SearchModel::Item &item = model.items[index];
    if (event.isStart) {
      for (uint32_t other : live) {
        overlaps[other].push_back(index);
        overlaps[index].push_back(other);
      }
      live.push_back(index);
      since[index] = sections.size();
      item.first = std::min(item.first, since[index]);
      hasGrown = true;
      continue;
    }
    // A set is maximal only between a start and the next end.
    if (hasGrown)
      sections.push_back(live);
    hasGrown = false;
    item.last = sections.size();
    llvm::append_range(sectionsOf[index], seq(since[index], item.last));
    live.erase(llvm::find(live, index));
  }
  model.itemsOf = makeLists(std::move(sections));
  model.sectionsOf = makeLists(std::move(sectionsOf));
  model.overlapsOf = makeLists(std::move(overlaps));
  linkTwins(model);
  return model;
}
