//===- LaunchTest.cpp - Modules, launches, streams, times -----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatedGpu.h"
#include "ModuleImage.h"

#include <cstring>

using namespace remat::test;

namespace {

class CudaLaunch : public EmulatedGpu {
protected:
  void *load(const std::string &ptx) {
    return mgpuModuleLoadJIT(const_cast<char *>(ptx.c_str()), 2);
  }

  void launch(void *function, intptr_t grid, intptr_t block, int32_t shared = 0,
              void **parameters = nullptr) {
    mgpuLaunchKernel(function, grid, 1, 1, block, 1, 1, shared, stream,
                     parameters, nullptr, 0);
  }
};

/// second(float *to): to[i] = i for each thread of all blocks.
void number(void **parameters) {
  float *to = *static_cast<float **>(parameters[0]);
  int64_t i = rematEmulatorBlockId(0) * rematEmulatorBlockDim(0) +
              rematEmulatorThreadId(0);
  to[i] = static_cast<float>(i);
}

TEST_F(CudaLaunch, RunsTheKernelThatWasAdded) {
  rematEmulatorAddKernel("second", number);
  void *module = load(makePtx("sm_80"));
  void *function = mgpuModuleGetFunction(module, "second");
  EXPECT_EQ(mgpuModuleGetFunction(module, "second"), function);
  DeviceArray<float> values(size_t(8));
  float *pointer = values.get();
  void *parameters[] = {&pointer};
  launch(function, 2, 4, 0, parameters);
  EXPECT_EQ(values.read(), (std::vector<float>{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(rematEmulatorLaunches(), 1);
  launch(function, 3, 3, 0, parameters);
  EXPECT_EQ(takeEmulatorError(),
            "kernel 'second' wrote behind an allocation of 32 bytes");
  mgpuModuleUnload(module);
  rematEmulatorAddKernel("second", nullptr);
}

TEST_F(CudaLaunch, KernelsThatTouchFreedMemoryEndTheProgram) {
  rematEmulatorAddKernel("second", number);
  void *module = load(makePtx("sm_80"));
  void *function = mgpuModuleGetFunction(module, "second");
  auto *freed = static_cast<float *>(rematCudaAllocate(1024));
  rematCudaFree(freed);
  void *parameters[] = {&freed};
  EXPECT_EXIT(launch(function, 1, 1, 0, parameters), testing::ExitedWithCode(1),
              "error: emulated kernel 'second' reads or writes device memory "
              "that was freed or never allocated");
  mgpuModuleUnload(module);
  rematEmulatorAddKernel("second", nullptr);
}

TEST_F(CudaLaunch, BuffersOfTheHostAreNoParameters) {
  const RematEmulatedBuffer buffer = {/*position=*/0, /*rank=*/0,
                                      /*elementBytes=*/4, /*isWritten=*/1};
  rematEmulatorAddKernel("second", number);
  rematEmulatorAddKernelBuffers("second", &buffer, 1);
  void *module = load(makePtx("sm_80"));
  void *function = mgpuModuleGetFunction(module, "second");
  auto *device = static_cast<float *>(rematCudaAllocate(1024));
  int64_t offset = 0;
  void *parameters[] = {&device, &offset};
  launch(function, 1, 1, 0, parameters);
  EXPECT_EQ(takeError(), "");

  float host = 7;
  float *address = &host;
  void *wrong[] = {&address, &offset};
  launch(function, 1, 1, 0, wrong);
  EXPECT_NE(takeError(), "");
  EXPECT_EQ(takeEmulatorError(),
            "kernel 'second': parameter 0 is the address of a buffer that is "
            "not on the device");
  EXPECT_EQ(host, 7);
  rematCudaFree(device);
  mgpuModuleUnload(module);
  rematEmulatorAddKernelBuffers("second", nullptr, 0);
  rematEmulatorAddKernel("second", nullptr);
}

TEST_F(CudaLaunch, KernelsThatTheModuleLacksAreNamed) {
  void *module = load(makePtx("sm_90"));
  EXPECT_EQ(mgpuModuleGetFunction(module, "third"), nullptr);
  EXPECT_EQ(takeError(),
            "cuModuleGetFunction of kernel 'third': CUDA_ERROR_NOT_FOUND "
            "(named symbol not found); the module that was loaded has no "
            "kernel of that name");
  mgpuModuleUnload(module);
}

TEST_F(CudaLaunch, ModulesForAnotherChipAreNotLoaded) {
  EXPECT_EQ(load(makePtx("sm_100")), nullptr);
  EXPECT_EQ(takeError(),
            "cuModuleLoadData: CUDA_ERROR_NO_BINARY_FOR_GPU (no kernel image "
            "is available for execution on the device): the kernels were "
            "assembled for sm_100, the device (Remat's emulated GPU) is sm_90: "
            "lower with chip=sm_90");
  EXPECT_EQ(rematEmulatorModules(), 0);
}

TEST_F(CudaLaunch, WhatIsNoModuleIsNotLoaded) {
  char bytes[64] = "neither PTX nor anything else";
  EXPECT_EQ(mgpuModuleLoad(bytes, sizeof(bytes)), nullptr);
  EXPECT_EQ(takeError(), "cuModuleLoadData: CUDA_ERROR_INVALID_IMAGE (device "
                         "kernel image is invalid); the image is neither PTX "
                         "nor a cubin nor a fatbin");
}

TEST_F(CudaLaunch, DimensionsBeyondTheDeviceAreNamed) {
  void *module = load(makePtx("sm_90"));
  void *function = mgpuModuleGetFunction(module, "first");
  launch(function, 1, 2048);
  EXPECT_EQ(takeError(),
            "the launch of 'first' with grid 1x1x1, block 2048x1x1 and 0 bytes "
            "of dynamic shared memory: a grid has 1 to 2147483647 blocks in x, "
            "a block 1 to 1024 threads");
  launch(function, intptr_t(1) << 32, 1);
  EXPECT_NE(takeError(), "") << "not cut to 32 bits";
  mgpuLaunchKernel(function, 1, 65536, 1, 1, 1, 1, 0, stream, nullptr, nullptr,
                   0);
  EXPECT_EQ(takeError(),
            "the launch of 'first' with grid 1x65536x1, block 1x1x1 and 0 "
            "bytes of dynamic shared memory: CUDA_ERROR_INVALID_VALUE (invalid "
            "argument)");
  EXPECT_EQ(takeEmulatorError(),
            "kernel 'first': a grid of 1x65536x1 blocks; there are 1 to "
            "2147483647 in x, 65535 in y and z");
  mgpuLaunchKernel(function, 1, 1, 1, 64, 32, 1, 0, stream, nullptr, nullptr,
                   0);
  EXPECT_NE(takeError(), "");
  EXPECT_EQ(takeEmulatorError(),
            "kernel 'first': a block of 64x32x1 threads; a block has at most "
            "1024, 64 of them in z");
  EXPECT_EQ(rematEmulatorLaunches(), 0);
  mgpuModuleUnload(module);
}

TEST_F(CudaLaunch, AnEmptyGridIsNothing) {
  void *module = load(makePtx("sm_90"));
  launch(mgpuModuleGetFunction(module, "first"), 0, 32);
  EXPECT_EQ(rematEmulatorLaunches(), 0);
  mgpuModuleUnload(module);
}

TEST_F(CudaLaunch, SharedMemoryIsAskedForUpToWhatTheDeviceHas) {
  void *module = load(makePtx("sm_90"));
  void *function = mgpuModuleGetFunction(module, "first");
  // More than the default: the kernel has a byte of its own.
  launch(function, 1, 1, 48 * 1024);
  launch(function, 1, 1, 227 * 1024 - 1);
  EXPECT_EQ(rematEmulatorLaunches(), 2);
  launch(function, 1, 1, 227 * 1024);
  EXPECT_EQ(takeError(),
            "the launch of 'first' with grid 1x1x1, block 1x1x1 and 232448 "
            "bytes of dynamic shared memory: a block of Remat's emulated GPU "
            "has at most 232448 bytes of shared memory, and the kernel has 1 "
            "of its own; lower with smaller tiles");
  mgpuModuleUnload(module);
}

TEST_F(CudaLaunch, ClustersAreLaunchedWhereTheyDivideTheGrid) {
  void *module = load(makePtx("sm_90"));
  void *function = mgpuModuleGetFunction(module, "first");
  mgpuLaunchClusterKernel(function, 2, 1, 1, 4, 1, 1, 32, 1, 1, 0, stream,
                          nullptr, nullptr);
  EXPECT_EQ(rematEmulatorLaunches(), 1);
  mgpuLaunchClusterKernel(function, 3, 1, 1, 4, 1, 1, 32, 1, 1, 0, stream,
                          nullptr, nullptr);
  EXPECT_NE(takeError(), "");
  EXPECT_EQ(takeEmulatorError(), "cuLaunchKernelEx: the grid is not made of "
                                 "clusters of at most 8 blocks");
  mgpuLaunchClusterKernel(function, 0, 1, 1, 4, 1, 1, 32, 1, 1, 0, stream,
                          nullptr, nullptr);
  EXPECT_EQ(takeError(), "mgpuLaunchClusterKernel: a cluster of 0x1x1 blocks; "
                         "there are 1 to 16 in each direction");
  mgpuModuleUnload(module);
}

TEST_F(CudaLaunch, KernelsOfUnloadedModulesAreNotLaunched) {
  void *module = load(makePtx("sm_90"));
  void *function = mgpuModuleGetFunction(module, "first");
  mgpuModuleUnload(module);
  launch(function, 1, 1);
  EXPECT_EQ(takeError(),
            "mgpuLaunchKernel: the kernel is not one that "
            "mgpuModuleGetFunction gave, or its module was unloaded");
  mgpuModuleUnload(module);
  EXPECT_NE(takeError(), "");
  EXPECT_EQ(takeEmulatorError(), "cuModuleUnload of what is not loaded");
}

TEST_F(CudaLaunch, DestroyedStreamsAreNotUsed) {
  void *module = load(makePtx("sm_90"));
  void *function = mgpuModuleGetFunction(module, "first");
  void *gone = mgpuStreamCreate();
  mgpuStreamDestroy(gone);
  mgpuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, gone, nullptr, nullptr, 0);
  EXPECT_NE(takeError(), "");
  EXPECT_EQ(takeEmulatorError(),
            "kernel 'first': a stream that was destroyed or never created");
  mgpuStreamSynchronize(gone);
  EXPECT_EQ(takeError(),
            "cuStreamSynchronize after the launch of 'first': "
            "CUDA_ERROR_INVALID_HANDLE (invalid resource handle); what failed "
            "may be any launch before: CUDA_LAUNCH_BLOCKING=1 in the "
            "environment makes the one that fails report it");
  takeEmulatorError();
  mgpuModuleUnload(module);
}

void waitAlone(void **) {
  if (rematEmulatorThreadId(0) == 0)
    rematEmulatorBarrier();
}

TEST_F(CudaLaunch, KernelsThatFailAreNamed) {
  rematEmulatorAddKernel("first", waitAlone);
  void *module = load(makePtx("sm_90"));
  launch(mgpuModuleGetFunction(module, "first"), 1, 4);
  EXPECT_EQ(takeError(),
            "the launch of 'first' with grid 1x1x1, block 4x1x1 and 0 bytes of "
            "dynamic shared memory: CUDA_ERROR_LAUNCH_FAILED (unspecified "
            "launch failure)");
  EXPECT_EQ(takeEmulatorError().rfind("kernel 'first': ", 0), 0u);
  mgpuModuleUnload(module);
  rematEmulatorAddKernel("first", nullptr);
}

TEST_F(CudaLaunch, EventsOrderStreams) {
  void *other = mgpuStreamCreate();
  void *event = mgpuEventCreate();
  mgpuEventRecord(event, stream);
  mgpuStreamWaitEvent(other, event);
  mgpuEventSynchronize(event);
  mgpuEventDestroy(event);
  EXPECT_EQ(takeError(), "");
  mgpuStreamWaitEvent(other, event);
  EXPECT_NE(takeError(), "");
  EXPECT_NE(takeEmulatorError(), "");
  mgpuStreamDestroy(other);
}

TEST_F(CudaLaunch, TimesAreSumsOverTheRunsOfAnOperation) {
  rematCudaTimesReset();
  void *module = load(makePtx("sm_90"));
  void *function = mgpuModuleGetFunction(module, "first");
  // A microsecond each, here.
  for (int run = 1; run <= 2; ++run) {
    rematCudaOpBegin(stream, 7);
    for (int i = 0; i < run; ++i)
      launch(function, 1, 1);
    rematCudaOpEnd(stream, 7);
    launch(function, 1, 1);
  }
  int64_t runs = 0;
  EXPECT_NEAR(rematCudaOpNanoseconds(7, &runs), 3000, 1);
  EXPECT_EQ(runs, 2);
  EXPECT_EQ(rematCudaOpNanoseconds(8, &runs), 0);
  EXPECT_EQ(runs, 0);
  rematCudaTimesReset();
  EXPECT_EQ(rematCudaOpNanoseconds(7, nullptr), 0);
  rematCudaOpEnd(stream, 7);
  EXPECT_EQ(takeError(), "the time of operation 7: ended without a begin on "
                         "the same stream");
  rematCudaOpBegin(stream, 7);
  rematCudaOpBegin(stream, 7);
  EXPECT_EQ(takeError(), "the time of operation 7: begun twice without an end");
  rematCudaTimesReset();
  mgpuModuleUnload(module);
}

} // namespace
