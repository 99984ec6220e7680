//===- Profile.cpp - Times of operations ----------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaRuntime.h"
#include "Driver.h"
#include "Errors.h"

#include <map>
#include <mutex>
#include <vector>

namespace remat::cuda {
namespace {

struct Measurement {
  int64_t index;
  Event begin;
  Event end;
};

struct Total {
  double nanoseconds = 0;
  int64_t runs = 0;
};

struct Profile {
  std::mutex mutex;
  /// Made as needed, used again once read.
  std::vector<Event> unused;
  /// Begun and not yet ended, by stream and operation.
  std::map<std::pair<void *, int64_t>, Event> open;
  std::vector<Measurement> pending;
  std::map<int64_t, Total> totals;
};

Profile &profile() {
  static Profile *instance = new Profile;
  return *instance;
}

std::string nameOf(int64_t index) {
  return "the time of operation " + std::to_string(index);
}

/// An event that was just recorded on the stream, or null.
Event record(const Session &session, Profile &state, void *stream,
             int64_t index) {
  Event event = nullptr;
  if (!state.unused.empty()) {
    event = state.unused.back();
    state.unused.pop_back();
  } else if (!succeeded(
                 REMAT_CALL(session, cuEventCreate, &event, kEventDefault),
                 nameOf(index) + ": cuEventCreate")) {
    return nullptr;
  }
  if (succeeded(REMAT_CALL(session, cuEventRecord, event,
                           static_cast<Stream>(stream)),
                nameOf(index) + ": cuEventRecord"))
    return event;
  state.unused.push_back(event);
  return nullptr;
}

/// Reads what was measured and waits for what is not done.
void resolve(const Session &session, Profile &state) {
  for (const Measurement &measured : state.pending) {
    float milliseconds = 0;
    if (succeeded(REMAT_CALL(session, cuEventSynchronize, measured.end),
                  nameOf(measured.index) + ": cuEventSynchronize") &&
        succeeded(REMAT_CALL(session, cuEventElapsedTime, &milliseconds,
                             measured.begin, measured.end),
                  nameOf(measured.index) + ": cuEventElapsedTime")) {
      Total &total = state.totals[measured.index];
      total.nanoseconds += static_cast<double>(milliseconds) * 1e6;
      ++total.runs;
    }
    state.unused.push_back(measured.begin);
    state.unused.push_back(measured.end);
  }
  state.pending.clear();
}

} // namespace
} // namespace remat::cuda

using namespace remat::cuda;

extern "C" void rematCudaOpBegin(void *stream, int64_t index) {
  Session session;
  if (!session)
    return;
  Profile &state = profile();
  std::lock_guard<std::mutex> lock(state.mutex);
  if (state.open.count({stream, index})) {
    fail(nameOf(index) + ": begun twice without an end");
    return;
  }
  if (Event event = record(session, state, stream, index))
    state.open[{stream, index}] = event;
}

extern "C" void rematCudaOpEnd(void *stream, int64_t index) {
  Session session;
  if (!session)
    return;
  Profile &state = profile();
  std::lock_guard<std::mutex> lock(state.mutex);
  auto begun = state.open.find({stream, index});
  if (begun == state.open.end()) {
    fail(nameOf(index) + ": ended without a begin on the same stream");
    return;
  }
  if (Event event = record(session, state, stream, index))
    state.pending.push_back({index, begun->second, event});
  state.open.erase(begun);
}

extern "C" void rematCudaTimesReset(void) {
  Session session(Session::always);
  Profile &state = profile();
  std::lock_guard<std::mutex> lock(state.mutex);
  if (session)
    resolve(session, state);
  for (auto &[key, event] : state.open)
    state.unused.push_back(event);
  state.open.clear();
  state.totals.clear();
}

extern "C" double rematCudaOpNanoseconds(int64_t index, int64_t *runs) {
  Session session;
  Profile &state = profile();
  std::lock_guard<std::mutex> lock(state.mutex);
  if (session)
    resolve(session, state);
  auto found = state.totals.find(index);
  Total total = found == state.totals.end() ? Total() : found->second;
  if (runs)
    *runs = total.runs;
  return total.nanoseconds;
}
