//===- Streams.cpp - What streams and events order ------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Streams.h"
#include "Device.h"

#include <algorithm>

using namespace remat::emulator;

/// Of an operation, in milliseconds: times must not depend on the machine.
static constexpr double kDuration = 1e-3;

static void join(Progress &progress, const Progress &other) {
  for (auto [stream, count] : other) {
    int64_t &known = progress[stream];
    known = std::max(known, count);
  }
}

static int64_t getCount(const Progress &progress, const void *stream) {
  auto found = progress.find(stream);
  return found == progress.end() ? 0 : found->second;
}

void StreamOrder::check(const void *stream, const Progress &over,
                        const std::string &what,
                        const std::vector<Access> &accesses) {
  for (const auto &[other, timeline] : timelines) {
    if (other == stream)
      continue;
    const int64_t known = getCount(over, other);
    // Ascending: from the first that may still run.
    auto first =
        std::upper_bound(timeline.operations.begin(), timeline.operations.end(),
                         known, [](int64_t count, const Operation &operation) {
                           return count < operation.position;
                         });
    for (; first != timeline.operations.end(); ++first)
      for (const Access &access : accesses)
        if (access.conflicts(first->access)) {
          wrong(what + (access.isWrite ? " writes" : " reads") +
                " bytes that " + *first->what +
                (first->access.isWrite ? " writes" : " reads") +
                " on another stream, and no event puts one before the other");
          return;
        }
  }
}

double StreamOrder::getDuration(const std::vector<Access> &accesses,
                                Link link) const {
  if (link == Link::None || linkBytesPerSecond <= 0)
    return kDuration;
  const Access &first = accesses.front();
  return kDuration + 1e3 * static_cast<double>(first.end - first.begin) /
                         linkBytesPerSecond;
}

void StreamOrder::enqueue(const void *stream, const std::string &what,
                          const std::vector<Access> &accesses, Link link) {
  Timeline &timeline = timelines[stream];
  join(timeline.over, overForHost);
  check(stream, timeline.over, what, accesses);
  timeline.over[stream] = ++timeline.count;
  auto name = std::make_shared<const std::string>(what);
  for (const Access &access : accesses)
    if (access.begin < access.end)
      timeline.operations.push_back({timeline.count, access, name});
  double &free = linkFree[static_cast<int>(link)];
  double start = std::max(timeline.milliseconds, hostMilliseconds);
  if (link != Link::None)
    start = std::max(start, free);
  timeline.milliseconds = start + getDuration(accesses, link);
  free = timeline.milliseconds;
}

void StreamOrder::runOnHost(const std::string &what,
                            const std::vector<Access> &accesses) {
  check(/*stream=*/this, overForHost, what, accesses);
  hostMilliseconds += kDuration;
}

void StreamOrder::record(const void *stream, EmulatedEvent &event) {
  Timeline &timeline = timelines[stream];
  join(timeline.over, overForHost);
  timeline.milliseconds = std::max(timeline.milliseconds, hostMilliseconds);
  event.over = timeline.over;
  event.milliseconds = timeline.milliseconds;
  event.isRecorded = true;
}

void StreamOrder::wait(const void *stream, const EmulatedEvent &event) {
  Timeline &timeline = timelines[stream];
  join(timeline.over, event.over);
  timeline.milliseconds = std::max(timeline.milliseconds, event.milliseconds);
}

void StreamOrder::synchronize(const void *stream) {
  const Timeline &timeline = timelines[stream];
  join(overForHost, timeline.over);
  hostMilliseconds = std::max(hostMilliseconds, timeline.milliseconds);
  forgetOver();
}

void StreamOrder::synchronize(const EmulatedEvent &event) {
  join(overForHost, event.over);
  hostMilliseconds = std::max(hostMilliseconds, event.milliseconds);
  forgetOver();
}

void StreamOrder::synchronizeAll() {
  for (const auto &[stream, timeline] : timelines) {
    join(overForHost, timeline.over);
    hostMilliseconds = std::max(hostMilliseconds, timeline.milliseconds);
  }
  forgetOver();
}

void StreamOrder::destroy(const void *stream) {
  timelines[stream].isDestroyed = true;
  forgetOver();
}

/// Forgets operations that are over for the host: what it enqueues later, on
/// whatever stream, follows them.
void StreamOrder::forgetOver() {
  for (auto it = timelines.begin(); it != timelines.end();) {
    auto &[stream, timeline] = *it;
    auto &operations = timeline.operations;
    operations.erase(
        operations.begin(),
        std::upper_bound(operations.begin(), operations.end(),
                         getCount(overForHost, stream),
                         [](int64_t count, const Operation &operation) {
                           return count < operation.position;
                         }));
    if (!timeline.isDestroyed || !operations.empty()) {
      ++it;
      continue;
    }
    overForHost.erase(stream);
    for (auto &[other, otherTimeline] : timelines)
      otherTimeline.over.erase(stream);
    it = timelines.erase(it);
  }
}
