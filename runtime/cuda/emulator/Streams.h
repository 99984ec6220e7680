//===- Streams.h - What streams and events order ----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The emulator does all work at once, in the order in which it is enqueued. A
// GPU is bound to less: to the order on each stream, to events, and to what the
// host waited for. This finds two operations that nothing orders and that touch
// the same bytes, one of them to write, by vector clocks (Mattern, "Virtual
// time and global states of distributed systems", 1989), and the time at which
// each operation would be over.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUNTIME_CUDA_EMULATOR_STREAMS_H
#define REMAT_RUNTIME_CUDA_EMULATOR_STREAMS_H

#include "Driver.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace remat::emulator {

using cuda::DevicePointer;

/// Bytes that an operation touches.
struct Access {
  DevicePointer begin = 0;
  DevicePointer end = 0;
  bool isWrite = false;

  static Access read(DevicePointer begin, size_t bytes) {
    return {begin, begin + bytes, false};
  }
  static Access write(DevicePointer begin, size_t bytes) {
    return {begin, begin + bytes, true};
  }
  bool conflicts(const Access &other) const {
    return begin < other.end && other.begin < end && (isWrite || other.isWrite);
  }
};

/// Copies between device and host share a link, one each way at a time.
enum class Link { None, ToHost, ToDevice };

/// By stream: how many of its operations are over.
using Progress = std::map<const void *, int64_t>;

struct EmulatedEvent {
  double milliseconds = 0;
  bool isTimed = true;
  bool isRecorded = false;
  /// What is over where the event is.
  Progress over;
};

class StreamOrder {
public:
  /// Enqueues what `what` names and touches `accesses`. Records a sentence on
  /// the first earlier operation that may run at the same time as it and
  /// touches the same bytes. O(operations of other streams that this one does
  /// not know to be over).
  void enqueue(const void *stream, const std::string &what,
               const std::vector<Access> &accesses, Link link = Link::None);
  /// The same, done by the host before it goes on.
  void runOnHost(const std::string &what, const std::vector<Access> &accesses);

  void record(const void *stream, EmulatedEvent &event);
  /// What is enqueued on `stream` later follows the event.
  void wait(const void *stream, const EmulatedEvent &event);
  /// The host waits for a stream, an event, all streams.
  void synchronize(const void *stream);
  void synchronize(const EmulatedEvent &event);
  void synchronizeAll();
  /// The host enqueues nothing on `stream` any more.
  void destroy(const void *stream);

  /// Of the link each way, in bytes a second; 0: no time but that of any
  /// operation, a microsecond.
  double linkBytesPerSecond = 0;

private:
  struct Operation {
    int64_t position;
    Access access;
    std::shared_ptr<const std::string> what;
  };
  struct Timeline {
    /// What is over before what comes next here.
    Progress over;
    int64_t count = 0;
    double milliseconds = 0;
    bool isDestroyed = false;
    /// Those that are not known to be over for the host.
    std::vector<Operation> operations;
  };

  void check(const void *stream, const Progress &over, const std::string &what,
             const std::vector<Access> &accesses);
  void forgetOver();
  double getDuration(const std::vector<Access> &accesses, Link link) const;

  std::map<const void *, Timeline> timelines;
  /// Of the host, which what it enqueues follows.
  Progress overForHost;
  double hostMilliseconds = 0;
  double linkFree[3] = {};
};

} // namespace remat::emulator

#endif // REMAT_RUNTIME_CUDA_EMULATOR_STREAMS_H
