//===- Orders.cpp - In which order to place buffers -----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Orders.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::placement;

namespace {
/// Range maximum queries in O(log n).
class RangeMaximum {
public:
  explicit RangeMaximum(ArrayRef<int64_t> values)
      : count(values.size()), tree(2 * count) {
    llvm::copy(values, tree.begin() + count);
    for (size_t i = count; i-- > 1;)
      tree[i] = std::max(tree[2 * i], tree[2 * i + 1]);
  }
  int64_t get(size_t lower, size_t upper) const {
    int64_t most = 0;
    for (lower += count, upper += count; lower < upper;
         lower /= 2, upper /= 2) {
      if (lower % 2)
        most = std::max(most, tree[lower++]);
      if (upper % 2)
        most = std::max(most, tree[--upper]);
    }
    return most;
  }

private:
  size_t count;
  std::vector<int64_t> tree;
};
} // namespace

Order placement::orderByPosition(size_t count) {
  Order order(count);
  std::iota(order.begin(), order.end(), 0);
  return order;
}

Order placement::orderByOffset(ArrayRef<int64_t> offsets) {
  Order order = orderByPosition(offsets.size());
  llvm::stable_sort(
      order, [&](uint32_t a, uint32_t b) { return offsets[a] < offsets[b]; });
  return order;
}

ArrayRef<Orders::Rule> Orders::getRules() {
  constexpr bool up = false, down = true;
  static const Rule rules[] = {
      {"skyline-length", {{Length, down}, {Size, down}, {Start, up}}, true},
      {"skyline-area", {{Area, down}, {Size, down}, {Start, up}}, true},
      {"size", {{Size, down}, {Length, down}, {Start, up}}},
      {"area", {{Area, down}, {Size, down}, {Start, up}}},
      {"fullest-size", {{Fullest, down}, {Size, down}, {Length, down}}},
      {"peak-outward", {{Distance, up}, {Size, down}, {Length, down}}},
      {"length", {{Length, down}, {Size, down}, {Start, up}}},
      {"start", {{Start, up}, {Size, down}, {Length, down}}},
      {"start-length", {{Start, up}, {Length, down}, {Size, down}}},
      {"end", {{End, down}, {Size, down}, {Length, down}}},
      {"end-length", {{End, down}, {Length, down}, {Size, down}}},
      {"fullest-area", {{Fullest, down}, {Area, down}, {Size, down}}},
      {"fullest-length", {{Fullest, down}, {Length, down}, {Size, down}}},
      {"peak-outward-length", {{Distance, up}, {Length, down}, {Size, down}}},
      {"peak-outward-area", {{Distance, up}, {Area, down}, {Size, down}}},
      {"skyline-size", {{Size, down}, {Length, down}, {Start, up}}, true},
      {"size-start", {{Size, down}, {Start, up}, {Length, down}}},
      {"size-end", {{Size, down}, {End, down}, {Length, down}}},
  };
  return rules;
}

Orders::Orders(const Model &model) {
  const uint32_t count = model.getNumBuffers();
  for (std::vector<uint64_t> &key : keys)
    key.resize(count);
  ArrayRef<int64_t> live = model.getLiveBytes();
  const RangeMaximum fullest(live);
  const uint32_t peak = llvm::max_element(live) - live.begin();
  for (uint32_t i = 0; i < count; ++i) {
    const SectionRange hull = model.getHull(i);
    keys[Size][i] = model.getSize(i);
    keys[Start][i] = hull.lower;
    keys[End][i] = hull.upper;
    for (SectionRange range : model.getRanges(i)) {
      keys[Length][i] += range.upper - range.lower;
      keys[Fullest][i] = std::max<uint64_t>(
          keys[Fullest][i], fullest.get(range.lower, range.upper));
    }
    keys[Area][i] = SaturatingMultiply(keys[Size][i], keys[Length][i]);
    keys[Distance][i] = peak < hull.lower    ? hull.lower - peak
                        : peak >= hull.upper ? peak - hull.upper + 1
                                             : 0;
  }
}

Order Orders::get(const Rule &rule) const {
  Order order = orderByPosition(keys[Size].size());
  llvm::stable_sort(order, [&](uint32_t a, uint32_t b) {
    for (auto [key, descends] : rule.parts)
      if (keys[key][a] != keys[key][b])
        return (keys[key][a] > keys[key][b]) == descends;
    return false;
  });
  return order;
}
