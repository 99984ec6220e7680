//===- CopyTimes.cpp - Times of copies to the host and back ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyTimes.h"
#include "CudaRuntime.h"
#include "PinnedMemory.h"

#include <mutex>
#include <vector>

namespace remat::cuda {
namespace {

struct Measurement {
  Event begin, end;
  int64_t bytes;
  bool isOut;
};

struct CopyTimes {
  std::mutex mutex;
  bool isMeasuring = false;
  std::vector<Measurement> pending;
};

CopyTimes &copyTimes() {
  static CopyTimes *instance = new CopyTimes;
  return *instance;
}

constexpr const char *kWhat = "the time of a copy between device and host";

/// An event that was just recorded on the stream, or null.
Event record(const Session &session, Stream stream) {
  Event event = nullptr;
  if (!succeeded(REMAT_CALL(session, cuEventCreate, &event, kEventDefault),
                 std::string(kWhat) + ": cuEventCreate"))
    return nullptr;
  if (succeeded(REMAT_CALL(session, cuEventRecord, event, stream),
                std::string(kWhat) + ": cuEventRecord"))
    return event;
  REMAT_CALL(session, cuEventDestroy, event);
  return nullptr;
}

void drop(const Session &session, const Measurement &measured) {
  for (Event event : {measured.begin, measured.end})
    succeeded(REMAT_CALL(session, cuEventDestroy, event),
              std::string(kWhat) + ": cuEventDestroy");
}

} // namespace

CopyTimer::CopyTimer(const Session &session, void *to, void *from,
                     int64_t bytes, Stream stream)
    : session(session), stream(stream), bytes(bytes) {
  {
    std::lock_guard<std::mutex> lock(copyTimes().mutex);
    if (!copyTimes().isMeasuring)
      return;
  }
  isOut = isPinned(to);
  if (isOut != isPinned(from))
    begin = record(session, stream);
}

CopyTimer::~CopyTimer() {
  if (!begin)
    return;
  Event end = record(session, stream);
  std::lock_guard<std::mutex> lock(copyTimes().mutex);
  if (end)
    copyTimes().pending.push_back({begin, end, bytes, isOut});
  else
    REMAT_CALL(session, cuEventDestroy, begin);
}

} // namespace remat::cuda

using namespace remat::cuda;

extern "C" void rematCudaMeasureCopies(int32_t measures) {
  Session session(Session::always);
  CopyTimes &state = copyTimes();
  std::lock_guard<std::mutex> lock(state.mutex);
  state.isMeasuring = measures;
  if (session)
    for (const Measurement &measured : state.pending)
      drop(session, measured);
  state.pending.clear();
}

extern "C" double rematCudaCopyNanoseconds(int32_t isOut, int64_t *bytes,
                                           int64_t *count) {
  *bytes = *count = 0;
  double nanoseconds = 0;
  Session session;
  if (!session)
    return 0;
  CopyTimes &state = copyTimes();
  std::lock_guard<std::mutex> lock(state.mutex);
  for (const Measurement &measured : state.pending) {
    float milliseconds = 0;
    if (measured.isOut != (isOut != 0) ||
        !succeeded(REMAT_CALL(session, cuEventSynchronize, measured.end),
                   std::string(kWhat) + ": cuEventSynchronize") ||
        !succeeded(REMAT_CALL(session, cuEventElapsedTime, &milliseconds,
                              measured.begin, measured.end),
                   std::string(kWhat) + ": cuEventElapsedTime"))
      continue;
    nanoseconds += static_cast<double>(milliseconds) * 1e6;
    *bytes += measured.bytes;
    ++*count;
  }
  return nanoseconds;
}
