//===- MemoryTest.cpp - Device memory that is counted ---------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatedGpu.h"

#include <cstring>
#include <numeric>

using namespace remat::test;

namespace {

class CudaMemory : public EmulatedGpu {};

TEST_F(CudaMemory, CountsRoundedSizesAndTheirPeak) {
  void *one = mgpuMemAlloc(1, stream, false);
  void *two = rematCudaAllocate(257);
  EXPECT_EQ(rematCudaLiveBytes() - liveBefore, 256 + 512);
  mgpuMemFree(one, stream);
  void *three = mgpuMemAlloc(256, stream, false);
  EXPECT_EQ(rematCudaLiveBytes() - liveBefore, 512 + 256);
  EXPECT_EQ(rematCudaPeakBytes() - liveBefore, 256 + 512);
  EXPECT_EQ(rematCudaPeakBytes(), rematEmulatorPeakBytes());
  EXPECT_EQ(rematCudaAllocations(), 3);
  rematCudaFree(two);
  mgpuMemFree(three, stream);
  EXPECT_EQ(rematCudaLiveBytes(), liveBefore);
  rematCudaTrackerReset();
  EXPECT_EQ(rematCudaPeakBytes(), liveBefore);
  EXPECT_EQ(rematCudaAllocations(), 0);
}

extern "C" int cuMemAlloc_v2(unsigned long long *, size_t);
extern "C" int cuMemFree_v2(unsigned long long);
extern "C" int cuCtxPushCurrent_v2(void *);
extern "C" int cuCtxPopCurrent_v2(void **);
extern "C" int cuDevicePrimaryCtxRetain(void **, int);

TEST_F(CudaMemory, WhatOthersTakeIsReportedApart) {
  DeviceArray<char> ours(size_t(1000));
  EXPECT_EQ(rematCudaOverheadBytes(), 0);
  void *context = nullptr;
  unsigned long long others = 0;
  ASSERT_EQ(cuDevicePrimaryCtxRetain(&context, 0), 0);
  ASSERT_EQ(cuCtxPushCurrent_v2(context), 0);
  ASSERT_EQ(cuMemAlloc_v2(&others, 5000), 0);
  EXPECT_EQ(rematCudaOverheadBytes(), 5120);
  EXPECT_EQ(rematCudaLiveBytes() - liveBefore, 1024);
  EXPECT_EQ(cuMemFree_v2(others), 0);
  EXPECT_EQ(cuCtxPopCurrent_v2(&context), 0);
}

TEST_F(CudaMemory, HostSharedMemoryIsCountedAsWell) {
  void *shared = mgpuMemAlloc(1000, stream, /*isHostShared=*/true);
  EXPECT_EQ(rematCudaLiveBytes() - liveBefore, 1024);
  mgpuMemFree(shared, stream);
}

TEST_F(CudaMemory, NothingIsAllocatedForNoBytes) {
  EXPECT_EQ(mgpuMemAlloc(0, stream, false), nullptr);
  mgpuMemFree(nullptr, stream);
  EXPECT_EQ(rematCudaAllocations(), 0);
  EXPECT_EQ(rematCudaInvalidFrees(), 0);
}

TEST_F(CudaMemory, OutOfMemorySaysWhatIsFreeAndWhatToDo) {
  DeviceArray<char> taken(size_t(1) << 20);
  rematEmulatorSetMemory(3 << 20);
  EXPECT_EQ(mgpuMemAlloc((2 << 20) + 1, stream, false), nullptr);
  EXPECT_EQ(takeError(),
            "cuMemAlloc of 2097153 bytes on Remat's emulated GPU: "
            "CUDA_ERROR_OUT_OF_MEMORY (out of memory), 2097152 of the device's "
            "3145728 bytes are free and " +
                std::to_string(liveBefore + (1 << 20)) +
                " are taken by this program's buffers; lower the budget, or "
                "end what else runs on the device");
  // To the byte: what is left is enough.
  void *rest = mgpuMemAlloc(2 << 20, stream, false);
  EXPECT_NE(rest, nullptr);
  mgpuMemFree(rest, stream);
}

TEST_F(CudaMemory, SizesBeyondAnyDeviceAreAnErrorAndDoNotWrap) {
  EXPECT_EQ(mgpuMemAlloc(UINT64_MAX - 3, stream, false), nullptr);
  EXPECT_EQ(takeError(), "an allocation of 18446744073709551612 bytes on the "
                         "device: no device has that much");
  EXPECT_EQ(rematCudaAllocate(INT64_MAX - 3), nullptr);
  EXPECT_NE(takeError().find("no device has that much"), std::string::npos);
}

TEST_F(CudaMemory, FreesOfWhatIsNotLiveAreCountedAndNotHandedOn) {
  void *buffer = rematCudaAllocate(64);
  rematCudaFree(buffer);
  rematCudaFree(buffer);
  int onStack = 0;
  mgpuMemFree(&onStack, stream);
  EXPECT_EQ(rematCudaInvalidFrees(), 2);
  EXPECT_EQ(rematEmulatorErrors(), 0);
}

TEST_F(CudaMemory, WhatWasGivenBeforeAnErrorCanBeGivenBack) {
  void *buffer = rematCudaAllocate(64);
  rematCudaAllocate(-1);
  EXPECT_EQ(rematCudaAllocate(64), nullptr) << "nothing is done after an error";
  rematCudaFree(buffer);
  EXPECT_EQ(rematCudaLiveBytes(), liveBefore);
  EXPECT_EQ(rematEmulatorLiveBytes(), liveBefore);
  takeError();
}

TEST_F(CudaMemory, CopiesGoThereAndBack) {
  std::vector<int> values(100);
  std::iota(values.begin(), values.end(), 1);
  DeviceArray<int> one(values), two(size_t(100));
  mgpuMemcpy(two.get(), one.get(), 400, stream);
  int read = 0;
  rematCudaRead(stream, &read, two.get() + 41, sizeof(read));
  EXPECT_EQ(read, 42);
  EXPECT_EQ(two.read(), values);
}

TEST_F(CudaMemory, FreshMemoryReadsAsNaN) {
  DeviceArray<float> fresh(size_t(3));
  for (float value : fresh.read())
    EXPECT_NE(value, value);
}

TEST_F(CudaMemory, SetsSixteenAndThirtyTwoBits) {
  DeviceArray<uint16_t> halves(size_t(6));
  mgpuMemset32(halves.get(), 0x10002, 2, stream);
  mgpuMemset16(halves.get() + 4, 7, 2, stream);
  EXPECT_EQ(halves.read(), (std::vector<uint16_t>{2, 1, 2, 1, 7, 7}));
}

TEST_F(CudaMemory, CopiesBeyondAnAllocationAreErrors) {
  DeviceArray<char> target(size_t(100));
  std::vector<char> source(200);
  mgpuMemcpy(target.get() + 50, source.data(), 51, stream);
  EXPECT_EQ(takeError(), "cuMemcpyAsync of 51 bytes: CUDA_ERROR_INVALID_VALUE "
                         "(invalid argument)");
  EXPECT_EQ(takeEmulatorError(), "the target of cuMemcpyAsync: bytes 50 to 101 "
                                 "of an allocation of 100 bytes");
  mgpuMemset32(target.get(), 0, 26, stream);
  EXPECT_NE(takeError(), "");
  EXPECT_EQ(takeEmulatorError(), "cuMemsetD32Async: bytes 0 to 104 of an "
                                 "allocation of 100 bytes");
  rematCudaDownload(source.data(), target.get() - 1, 10);
  EXPECT_NE(takeError(), "");
  EXPECT_EQ(takeEmulatorError(),
            "the source of cuMemcpyDtoH: 10 bytes that were freed or never "
            "allocated");
}

TEST_F(CudaMemory, CopiesToFreedMemoryAndOverlappingOnesAreErrors) {
  char *freed = static_cast<char *>(rematCudaAllocate(100));
  rematCudaFree(freed);
  char source[10] = {};
  mgpuMemcpy(freed + 20, source, 10, stream);
  EXPECT_NE(takeError(), "");
  EXPECT_EQ(takeEmulatorError(),
            "the target of cuMemcpyAsync: 10 bytes that were freed or never "
            "allocated");
  DeviceArray<char> buffer(size_t(100));
  mgpuMemcpy(buffer.get() + 5, buffer.get(), 10, stream);
  EXPECT_NE(takeError(), "");
  EXPECT_EQ(takeEmulatorError(), "cuMemcpyAsync between bytes that overlap");
}

TEST_F(CudaMemory, WritesBesideAnAllocationAreSeen) {
  DeviceArray<char> buffer(size_t(100));
  buffer.get()[100] = 1;
  EXPECT_EQ(takeEmulatorError(), "what ran before rematEmulatorFirstError "
                                 "wrote behind an allocation of 100 bytes");
  buffer.get()[-1] = 1;
  EXPECT_EQ(takeEmulatorError(), "what ran before rematEmulatorFirstError "
                                 "wrote before an allocation of 100 bytes");
  EXPECT_EQ(rematEmulatorErrors(), 0) << "each is reported once";
}

TEST_F(CudaMemory, LeaksAreErrorsWhenAskedFor) {
  void *buffer = rematCudaAllocate(300);
  EXPECT_EQ(rematEmulatorCheckLeaks(), 2) << "the buffer and the stream";
  EXPECT_EQ(takeEmulatorError(), "an allocation of 300 bytes was never freed");
  rematCudaFree(buffer);
}

TEST_F(CudaMemory, HostBuffersAreRegisteredOnce) {
  struct {
    void *allocated, *aligned;
    int64_t offset, sizes[2], strides[2];
  } memref = {nullptr, nullptr, 1, {2, 3}, {3, 1}};
  std::vector<float> values(7);
  memref.aligned = values.data();
  mgpuMemHostRegisterMemRef(2, &memref, 4);
  EXPECT_EQ(takeError(), "");
  mgpuMemHostUnregister(values.data() + 1);
  EXPECT_EQ(takeError(), "");
  mgpuMemHostUnregisterMemRef(2, &memref, 4);
  EXPECT_NE(takeError(), "") << "it is registered no more";
  EXPECT_NE(takeEmulatorError(), "");
  memref.strides[0] = 4;
  mgpuMemHostRegisterMemRef(2, &memref, 4);
  EXPECT_EQ(takeError(), "gpu.host_register of a memref with stride 4 in "
                         "dimension 0 where 3 is contiguous; register the "
                         "whole buffer");
}

TEST_F(CudaMemory, TensorMapsAreMadeOncePerMemRef) {
  DeviceArray<float> values(size_t(64));
  struct {
    void *allocated, *aligned;
    int64_t offset, sizes[2], strides[2];
  } memref = {values.get(), values.get(), 0, {8, 8}, {8, 1}};
  int64_t box[] = {4, 8};
  void *map = mgpuTensorMapEncodeTiledMemref(2, &memref, 7, 0, 0, 0, 0, box);
  EXPECT_NE(map, nullptr);
  EXPECT_EQ(mgpuTensorMapEncodeTiledMemref(2, &memref, 7, 0, 0, 0, 0, box),
            map);
  EXPECT_EQ(mgpuTensorMapEncodeTiledMemref(6, &memref, 7, 0, 0, 0, 0, box),
            nullptr);
  EXPECT_EQ(takeError(), "cuTensorMapEncodeTiled: a tensor map of rank 6 and "
                         "type 7; maps have rank 1 to 5 and types of whole "
                         "bytes");
  rematCudaFree(map);
}

} // namespace
