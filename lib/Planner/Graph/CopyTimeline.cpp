//===- CopyTimeline.cpp - When copies to and from the host run ------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Graph/CopyTimeline.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

using namespace llvm;
using namespace mlir::remat::planner;

CopyTimeline::CopyTimeline(ArrayRef<double> durations)
    : durations(durations.vec()) {
  starts.resize(durations.size() + 1);
}

/// Sorts all positions below `count` by `key`, ties by position.
template <typename Key>
static void sortBy(std::vector<int32_t> &positions, size_t count, Key key) {
  positions.resize(count);
  std::iota(positions.begin(), positions.end(), 0);
  llvm::sort(positions, [&](int32_t a, int32_t b) {
    return std::make_pair(key(a), a) < std::make_pair(key(b), b);
  });
}

double CopyTimeline::run(ArrayRef<CopyOrder> orders,
                         MutableArrayRef<ParkingCopies> copies) {
  assert(copies.size() == orders.size() && "one for each");
  const size_t count = orders.size();
  // Without a copy out the bytes are on the host, and nothing waits.
  sortBy(bySend, count, [&](int32_t i) {
    return std::make_pair(orders[i].sendStep.value_or(-1),
                          orders[i].releaseStep);
  });
  sortBy(byRelease, count, [&](int32_t i) { return orders[i].releaseStep; });
  sortBy(byFetch, count, [&](int32_t i) {
    return std::make_pair(orders[i].fetchStep, orders[i].awaitStep);
  });
  sortBy(byAwait, count, [&](int32_t i) { return orders[i].awaitStep; });

  double now = 0, outFree = 0, backFree = 0;
  size_t send = 0, release = 0, fetch = 0, await = 0;
  auto isNext = [&](ArrayRef<int32_t> positions, size_t next, auto step) {
    return next != count && step(orders[positions[next]]);
  };
  for (int32_t i = 0, e = durations.size(); i <= e; ++i) {
    for (; isNext(bySend, send,
                  [&](auto &order) { return order.sendStep.value_or(-1) < i; });
         ++send) {
      const CopyOrder &order = orders[bySend[send]];
      if (!order.sendStep)
        continue;
      ParkingCopies &copy = copies[bySend[send]];
      copy.outBegin = std::max(now, outFree);
      copy.outEnd = outFree = copy.outBegin + order.time;
    }
    for (; isNext(byRelease, release,
                  [&](auto &order) { return order.releaseStep < i; });
         ++release) {
      ParkingCopies &copy = copies[byRelease[release]];
      copy.outWait = std::max(copy.outEnd - now, 0.0);
      now = std::max(now, copy.outEnd);
    }
    for (; isNext(byFetch, fetch,
                  [&](auto &order) { return order.fetchStep <= i; });
         ++fetch) {
      ParkingCopies &copy = copies[byFetch[fetch]];
      copy.backBegin = std::max(now, backFree);
      copy.backEnd = backFree = copy.backBegin + orders[byFetch[fetch]].time;
    }
    for (; isNext(byAwait, await,
                  [&](auto &order) { return order.awaitStep <= i; });
         ++await) {
      ParkingCopies &copy = copies[byAwait[await]];
      copy.backWait = std::max(copy.backEnd - now, 0.0);
      now = std::max(now, copy.backEnd);
    }
    starts[i] = now;
    if (i != e)
      now += durations[i];
  }
  return now;
}
