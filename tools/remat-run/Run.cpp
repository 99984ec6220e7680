//===- Run.cpp - A step, run and measured ---------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Run.h"
#include "ArenaCheck.h"
#include "TrackingAllocator.h"

#include "llvm/Support/CrashRecoveryContext.h"

#include <chrono>
#include <cstring>
#include <unistd.h>

using namespace mlir;
using namespace mlir::remat;

llvm::Expected<double> mlir::remat::callSafely(llvm::function_ref<void()> call,
                                               const char *hint) {
  llvm::CrashRecoveryContext recovery;
  std::chrono::duration<double> seconds{0};
  bool returned = recovery.RunSafely([&] {
    auto start = std::chrono::steady_clock::now();
    call();
    seconds = std::chrono::steady_clock::now() - start;
  });
  if (!returned)
    return llvm::createStringError(
        "the step trapped while it ran (exit status %d); %s", recovery.RetCode,
        hint);
  return seconds.count();
}

static llvm::Error readChecks(const CompiledStep &step, RunResult &run) {
  if (!step.isChecked)
    return llvm::Error::success();
  run.checkedBuffers = rematArenaBuffers();
  run.checkedAccesses = rematArenaAccesses();
  if (int64_t errors = rematArenaErrors())
    return llvm::createStringError(
        "the arena is not kept: %s (and %lld errors after this one)",
        rematArenaFirstError(), static_cast<long long>(errors - 1));
  return llvm::Error::success();
}

namespace {
/// This machine's, as compiled code allocates it.
class HostMemory : public StepMemory {
public:
  void *allocate(int64_t bytes, int64_t alignment) override {
    return _mlir_memref_to_llvm_aligned_alloc(alignment, bytes);
  }
  void free(void *data) override { _mlir_memref_to_llvm_free(data); }
  bool isLive(void *data) override { return rematTrackerIsLive(data) != 0; }
  void upload(void *to, const char *from, int64_t bytes) override {
    std::memcpy(to, from, bytes);
  }
  void download(char *to, const void *from, int64_t bytes) override {
    std::memcpy(to, from, bytes);
  }
};
} // namespace

static llvm::Error callOnce(const CompiledStep &step, StepArguments &arguments,
                            RunResult &run) {
  void **operands = arguments.beginCall();
  int64_t buffersBefore = rematTrackerLiveBuffers();
  rematTrackerReset();
  rematArenaReset();
  // A trap prevents freeing: covers the call alone.
  llvm::Expected<double> seconds = callSafely(
      [&] { step.entry(operands); },
      "a division of integers by zero, a failed assertion or an index out of "
      "bounds would do that");
  if (!seconds)
    return seconds.takeError();
  run.seconds = *seconds;
  run.measuredPeakBytes = rematTrackerPeakBytes() + step.constantBytes;
  run.allocations = rematTrackerAllocations();
  if (llvm::Error error = arguments.endCall(run))
    return error;
  llvm::Error wrong = readChecks(step, run);
  rematArenaReset();
  if (wrong)
    return wrong;
  if (int64_t invalid = rematTrackerInvalidFrees())
    return llvm::createStringError(
        "the step freed buffers that were not live, %lld times; a buffer "
        "freed twice, or one result returned as two",
        static_cast<long long>(invalid));
  if (int64_t leaked = rematTrackerLiveBuffers() - buffersBefore)
    return llvm::createStringError(
        "the step leaked %lld buffers: it neither freed nor returned them",
        static_cast<long long>(leaked));
  return llvm::Error::success();
}

/// Physical memory, if known.
static std::optional<int64_t> getMachineBytes() {
#if defined(_SC_PHYS_PAGES) && defined(_SC_PAGESIZE)
  int64_t pages = sysconf(_SC_PHYS_PAGES);
  int64_t pageBytes = sysconf(_SC_PAGESIZE);
  if (pages > 0 && pageBytes > 0)
    return pages * pageBytes;
#endif
  return std::nullopt;
}

llvm::Expected<RunResult> mlir::remat::runStep(const CompiledStep &step,
                                               const Inputs &inputs,
                                               uint64_t seed, unsigned repeat) {
  if (std::optional<int64_t> memory = getMachineBytes();
      memory && step.getLeastBytes() > *memory)
    return llvm::createStringError(
        "the step needs %lld bytes, this machine has %lld; make its batch "
        "smaller",
        static_cast<long long>(step.getLeastBytes()),
        static_cast<long long>(*memory));
  llvm::CrashRecoveryContext::Enable();
  HostMemory memory;
  StepArguments arguments(step, memory);
  if (llvm::Error error = arguments.make(inputs, seed))
    return std::move(error);
  return keepFastest<RunResult>(
      repeat, [&](RunResult &run) { return callOnce(step, arguments, run); });
}
