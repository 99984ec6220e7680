//===- StreamsTest.cpp - What streams and events order --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatedGpu.h"

using namespace remat::test;

namespace {

constexpr int64_t kBytes = 4096;

/// A buffer on the device, one on the host, and a stream for copies beside the
/// one for all else.
class CudaStreams : public EmulatedGpu {
protected:
  void SetUp() override {
    EmulatedGpu::SetUp();
    device = static_cast<char *>(rematCudaAllocate(kBytes));
    other = static_cast<char *>(rematCudaAllocate(kBytes));
    mgpuMemset32(device, 0, kBytes / 4, stream);
    mgpuMemset32(other, 0, kBytes / 4, stream);
    host = static_cast<char *>(rematCudaAllocateHost(kBytes));
    copies = mgpuStreamCreate();
    follow(copies, stream);
  }

  void TearDown() override {
    rematEmulatorSetLink(0);
    mgpuStreamDestroy(copies);
    rematCudaFreeHost(host, stream);
    rematCudaUnpinHost();
    EXPECT_EQ(rematEmulatorPinnedBytes(), 0);
    rematCudaFree(device);
    rematCudaFree(other);
    EmulatedGpu::TearDown();
  }

  /// What is enqueued on `later` from here on follows what is on `earlier`.
  static void follow(void *later, void *earlier) {
    void *event = mgpuEventCreate();
    mgpuEventRecord(event, earlier);
    mgpuStreamWaitEvent(later, event);
    mgpuEventDestroy(event);
  }

  char *device = nullptr, *other = nullptr, *host = nullptr;
  void *copies = nullptr;
};

TEST_F(CudaStreams, EventsOrderACopyAndWhatReusesItsBytes) {
  mgpuMemcpy(host, device, kBytes, copies);
  // Reads the same bytes, and writes others.
  mgpuMemcpy(other, device, kBytes, stream);
  follow(stream, copies);
  mgpuMemset32(device, 1, kBytes / 4, stream);
  follow(copies, stream);
  mgpuMemcpy(device, host, kBytes, copies);
  follow(stream, copies);
  mgpuMemcpy(other, device, kBytes, stream);
  EXPECT_EQ(takeEmulatorError(), "");
}

TEST_F(CudaStreams, AWriteOverWhatIsStillCopiedIsFound) {
  mgpuMemcpy(host, device, kBytes, copies);
  mgpuMemset32(device + kBytes - 4, 1, 1, stream);
  EXPECT_EQ(takeEmulatorError(),
            "cuMemsetD32Async writes bytes that a copy to the host of 4096 "
            "bytes reads on another stream, and no event puts one before the "
            "other");
  follow(stream, copies);
}

TEST_F(CudaStreams, AReadBeforeItsCopyHasEndedIsFound) {
  mgpuMemcpy(host, device, kBytes, copies);
  mgpuMemcpy(device, host, kBytes, copies);
  mgpuMemcpy(other, device, kBytes, stream);
  EXPECT_EQ(takeEmulatorError(),
            "a copy on the device of 4096 bytes reads bytes that a copy to the "
            "device of 4096 bytes writes on another stream, and no event puts "
            "one before the other");
  follow(stream, copies);
}

TEST_F(CudaStreams, ACopyBackBeforeTheCopyOutHasEndedIsFound) {
  void *back = mgpuStreamCreate();
  follow(back, stream);
  mgpuMemcpy(host, device, kBytes, copies);
  mgpuMemcpy(other, host, kBytes, back);
  EXPECT_EQ(
      takeEmulatorError(),
      "a copy to the device of 4096 bytes reads bytes that a copy to the "
      "host of 4096 bytes writes on another stream, and no event puts one "
      "before the other");
  follow(stream, back);
  mgpuStreamDestroy(back);
}

TEST_F(CudaStreams, AnEventCoversWhatIsEnqueuedBeforeIt) {
  void *event = mgpuEventCreate();
  mgpuEventRecord(event, copies);
  mgpuMemcpy(host, device, kBytes, copies);
  mgpuStreamWaitEvent(stream, event);
  mgpuMemset32(device, 1, 1, stream);
  EXPECT_NE(takeEmulatorError(), "");
  mgpuEventDestroy(event);
}

TEST_F(CudaStreams, AnEventThatIsNotRecordedIsNoWait) {
  void *event = mgpuEventCreate();
  mgpuStreamWaitEvent(stream, event);
  EXPECT_NE(takeError(), "");
  EXPECT_EQ(takeEmulatorError(),
            "cuStreamWaitEvent: an event that was never recorded, for which "
            "nothing waits");
  mgpuEventDestroy(event);
}

TEST_F(CudaStreams, WhatTheHostWaitedForIsOver) {
  mgpuMemcpy(host, device, kBytes, copies);
  mgpuStreamSynchronize(copies);
  mgpuMemset32(device, 1, 1, stream);
  EXPECT_EQ(takeEmulatorError(), "");
  mgpuMemcpy(host, device, kBytes, copies);
  EXPECT_NE(takeEmulatorError(), "");
  void *event = mgpuEventCreate();
  mgpuEventRecord(event, copies);
  mgpuEventSynchronize(event);
  mgpuMemset32(device, 1, 1, stream);
  EXPECT_EQ(takeEmulatorError(), "");
  mgpuEventDestroy(event);
}

TEST_F(CudaStreams, EventsOrderTransitively) {
  void *third = mgpuStreamCreate();
  mgpuMemcpy(host, device, kBytes, copies);
  follow(third, copies);
  follow(stream, third);
  mgpuMemset32(device, 1, 1, stream);
  EXPECT_EQ(takeEmulatorError(), "");
  mgpuStreamDestroy(third);
}

void doNothing(void **) {}

TEST_F(CudaStreams, KernelsAreHeldToWhatTheyReadAndWrite) {
  const RematEmulatedBuffer reads = {/*position=*/0, /*rank=*/1,
                                     /*elementBytes=*/4, /*isWritten=*/0};
  RematEmulatedBuffer writes = reads;
  writes.isWritten = 1;
  std::string ptx = makePtx("sm_90");
  void *module = mgpuModuleLoad(ptx.data(), ptx.size() + 1);
  void *function = mgpuModuleGetFunction(module, "first");
  rematEmulatorAddKernel("first", doNothing);
  rematEmulatorAddKernelBuffers("first", &reads, 1);
  auto launch = [&](int64_t offset, int64_t size) {
    int64_t stride = 1;
    void *parameters[] = {&device, &offset, &size, &stride};
    mgpuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream, parameters, nullptr,
                     4);
  };
  const int64_t half = kBytes / 8;
  mgpuMemcpy(host, device, kBytes / 2, copies);
  launch(0, kBytes / 4);
  EXPECT_EQ(takeEmulatorError(), "");
  // Beside what is copied.
  rematEmulatorAddKernelBuffers("first", &writes, 1);
  launch(half, half);
  EXPECT_EQ(takeEmulatorError(), "");
  launch(half - 1, 1);
  EXPECT_EQ(takeEmulatorError(),
            "kernel 'first' writes bytes that a copy to the host of 2048 bytes "
            "reads on another stream, and no event puts one before the other");
  follow(stream, copies);
  launch(0, half);
  EXPECT_EQ(takeEmulatorError(), "");
  rematEmulatorAddKernelBuffers("first", nullptr, 0);
  rematEmulatorAddKernel("first", nullptr);
  mgpuModuleUnload(module);
}

TEST_F(CudaStreams, CopiesTakeTheTimeOfTheLink) {
  rematEmulatorSetLink(1e9);
  mgpuStreamSynchronize(stream);
  void *second = mgpuStreamCreate();
  rematCudaMeasureCopies(1);
  mgpuMemcpy(host, device, kBytes / 2, copies);
  mgpuMemcpy(host + kBytes / 2, other, kBytes / 2, second);
  mgpuMemcpy(other, device, kBytes / 2, stream);
  int64_t bytes = 0, count = 0;
  // The second one waits for the first, and its time begins where its stream
  // gets to it.
  const int64_t expected = 3 * (kBytes / 2 + 1000);
  EXPECT_NEAR(rematCudaCopyNanoseconds(/*isOut=*/1, &bytes, &count), expected,
              2);
  EXPECT_EQ(bytes, kBytes);
  EXPECT_EQ(count, 2);
  EXPECT_EQ(rematCudaCopyNanoseconds(/*isOut=*/0, &bytes, &count), 0);
  EXPECT_EQ(count, 0);
  rematCudaMeasureCopies(0);
  takeEmulatorError();
  mgpuStreamDestroy(second);
}

class PinnedMemory : public EmulatedGpu {
protected:
  void TearDown() override {
    rematCudaUnpinHost();
    EXPECT_EQ(rematEmulatorPinnedBytes(), 0);
    rematCudaHostReset();
    EmulatedGpu::TearDown();
  }
};

TEST_F(PinnedMemory, IsPinnedOnceAndCounted) {
  rematCudaHostReset();
  for (int call = 0; call < 3; ++call) {
    void *block = rematCudaAllocateHost(1000);
    EXPECT_EQ(rematCudaHostLiveBytes(), 1000);
    rematCudaFreeHost(block, stream);
    EXPECT_EQ(rematCudaHostLiveBytes(), 0);
  }
  EXPECT_EQ(rematEmulatorPinnedAllocations(), 1);
  EXPECT_EQ(rematCudaHostPeakBytes(), 1000);
  // A smaller one fits, a larger one replaces it.
  void *small = rematCudaAllocateHost(900);
  EXPECT_EQ(rematEmulatorPinnedAllocations(), 1);
  rematCudaFreeHost(small, stream);
  void *large = rematCudaAllocateHost(5000);
  EXPECT_EQ(rematEmulatorPinnedAllocations(), 2);
  EXPECT_EQ(rematEmulatorPinnedBytes(), 5120);
  rematCudaFreeHost(large, stream);
}

TEST_F(PinnedMemory, NothingIsPinnedForNoBytes) {
  EXPECT_EQ(rematCudaAllocateHost(0), nullptr);
  rematCudaFreeHost(nullptr, stream);
  EXPECT_EQ(rematCudaHostInvalidFrees(), 0);
  EXPECT_EQ(rematCudaAllocateHost(-1), nullptr);
  EXPECT_NE(takeError().find("no host has that much"), std::string::npos);
}

TEST_F(PinnedMemory, FreesOfWhatIsNotInUseAreCounted) {
  void *block = rematCudaAllocateHost(64);
  rematCudaFreeHost(block, stream);
  rematCudaFreeHost(block, stream);
  int local = 0;
  rematCudaFreeHost(&local, stream);
  EXPECT_EQ(rematCudaHostInvalidFrees(), 2);
}

TEST_F(PinnedMemory, CopiesBehindTheBlockAreFound) {
  void *block = rematCudaAllocateHost(64);
  DeviceArray<char> device(size_t(128));
  mgpuMemcpy(block, device.get(), 128, stream);
  EXPECT_NE(takeError(), "");
  EXPECT_EQ(
      takeEmulatorError(),
      "the target of cuMemcpyAsync: bytes 0 to 128 of an allocation of 64 "
      "bytes");
  rematCudaFreeHost(block, stream);
}

} // namespace
