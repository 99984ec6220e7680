//===- OpeningTest.cpp - Without a driver, a device, a library ------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each test runs in a process of its own, since a driver once opened stays: the
// style of death tests that starts the program again.
//
//===----------------------------------------------------------------------===//

#include "EmulatedGpu.h"

using namespace remat::test;

namespace {

class CudaOpening : public testing::Test {
protected:
  void SetUp() override {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    chooseEmulator();
    rematEmulatorSetChip(90);
  }
};

/// Ends the program with the first error as the runtime itself would.
[[noreturn]] void report() {
  const char *error = rematCudaFirstError();
  std::fprintf(stderr, "kept: %s\n", error ? error : "nothing");
  std::_Exit(3);
}

TEST_F(CudaOpening, WithoutADriverTheProgramEndsWithASentence) {
  setenv("REMAT_CUDA_DRIVER", "libno-such-driver.so.1", 1);
  EXPECT_EXIT(rematCudaInitialize(), testing::ExitedWithCode(1),
              "error: there is no CUDA driver: libno-such-driver.so.1 cannot "
              "be opened \\(libno-such-driver.so.1: cannot open shared object "
              "file: No such file or directory\\); install NVIDIA's driver, or "
              "name another with REMAT_CUDA_DRIVER");
}

TEST_F(CudaOpening, ErrorsAreKeptForAHostThatAsks) {
  setenv("REMAT_CUDA_DRIVER", "libno-such-driver.so.1", 1);
  auto ask = [] {
    rematCudaKeepErrors();
    if (rematCudaInitialize() || mgpuStreamCreate() || rematCudaAllocate(8) ||
        *rematCudaDeviceName() || rematCudaDeviceChip() ||
        rematCudaDeviceBytes())
      std::_Exit(4);
    rematCudaSynchronize();
    report();
  };
  EXPECT_EXIT(ask(), testing::ExitedWithCode(3),
              "kept: there is no CUDA driver: libno-such-driver.so.1");
  setenv("REMAT_CUDA_ABORT", "1", 1);
  EXPECT_EXIT(ask(), testing::ExitedWithCode(1), "error: there is no CUDA");
  setenv("REMAT_CUDA_ABORT", "0", 1);
  EXPECT_EXIT(
      {
        rematCudaInitialize();
        report();
      },
      testing::ExitedWithCode(3), "kept: there is no CUDA driver");
  unsetenv("REMAT_CUDA_ABORT");
}

TEST_F(CudaOpening, AClearedErrorLetsTheDriverBeTriedAgain) {
  auto retry = [] {
    rematCudaKeepErrors();
    setenv("REMAT_CUDA_DRIVER", "libno-such-driver.so.1", 1);
    if (rematCudaInitialize())
      std::_Exit(4);
    chooseEmulator();
    rematCudaClearError();
    if (!rematCudaInitialize())
      std::_Exit(5);
    std::fprintf(stderr, "%s sm_%d %lld\n", rematCudaDeviceName(),
                 rematCudaDeviceChip(),
                 static_cast<long long>(rematCudaDeviceBytes()));
    report();
  };
  EXPECT_EXIT(retry(), testing::ExitedWithCode(3),
              "Remat's emulated GPU sm_90 17179869184\nkept: nothing");
}

TEST_F(CudaOpening, TheToolkitsStubIsNoDriver) {
  if (!*REMAT_STUB_DRIVER)
    GTEST_SKIP() << "no CUDA toolkit was found, so no stub of libcuda";
  setenv("REMAT_CUDA_DRIVER", REMAT_STUB_DRIVER, 1);
  EXPECT_EXIT(rematCudaInitialize(), testing::ExitedWithCode(1),
              "error: there is no CUDA driver: .*libcuda.so is the toolkit's "
              "library for linking, without a driver behind it; install "
              "NVIDIA's driver");
}

TEST_F(CudaOpening, WithoutADeviceThereIsASentence) {
  auto open = [] {
    rematEmulatorSetChip(0);
    rematCudaInitialize();
  };
  EXPECT_EXIT(open(), testing::ExitedWithCode(1),
              "error: there is no CUDA device: cuInit: CUDA_ERROR_NO_DEVICE "
              "\\(no CUDA-capable device is detected\\); run on a machine with "
              "an NVIDIA GPU, or make one visible with CUDA_VISIBLE_DEVICES");
}

TEST_F(CudaOpening, DevicesThatAreNotThereAreNamed) {
  auto choose = [](int device) {
    mgpuSetDefaultDevice(device);
    rematCudaInitialize();
  };
  EXPECT_EXIT(choose(2), testing::ExitedWithCode(1),
              "error: there is no CUDA device 2: this machine has 1; choose "
              "one of them");
  EXPECT_EXIT(choose(-1), testing::ExitedWithCode(1),
              "error: mgpuSetDefaultDevice -1: devices are numbered from 0");
  auto change = [] {
    rematCudaInitialize();
    mgpuSetDefaultDevice(1);
  };
  EXPECT_EXIT(change(), testing::ExitedWithCode(1),
              "error: mgpuSetDefaultDevice 1: device 0 is in use already");
}

void multiply() {
  DeviceArray<float> values(std::vector<float>(3));
  rematCudaMatmul(nullptr, REMAT_F32, REMAT_F32, 1, 1, 1, 1, values.get(), 1, 0,
                  0, values.get() + 1, 1, 0, 0, values.get() + 2, 1, 0, 1,
                  nullptr, 0);
}

TEST_F(CudaOpening, WithoutALibraryThereIsASentence) {
  setenv("REMAT_CUBLASLT", "libno-such-library.so", 1);
  EXPECT_EXIT(multiply(), testing::ExitedWithCode(1),
              "error: there is no cuBLASLt: libno-such-library.so cannot be "
              "opened \\(.*\\); install it, name another with REMAT_CUBLASLT, "
              "or lower with library=none");
}

TEST_F(CudaOpening, LibrariesWithoutAFunctionAreNamed) {
  // Some library that opens, but is another.
  setenv("REMAT_CUBLASLT", REMAT_OTHER_LIBRARY, 1);
  EXPECT_EXIT(multiply(), testing::ExitedWithCode(1),
              "error: cuBLASLt \\(.*\\) has no function cublasLtCreate: it is "
              "too old or too new for this; install that of CUDA 12 or 13, or "
              "lower with library=none");
  setenv("REMAT_CUDA_DRIVER", REMAT_OTHER_LIBRARY, 1);
  EXPECT_EXIT(multiply(), testing::ExitedWithCode(1),
              "error: the CUDA driver .* has no function cuInit: it is too old "
              "for this; install a driver of CUDA 12.0 or newer");
}

} // namespace
