//===- EmulatedGpu.h - A test that has the emulated GPU ---------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_UNITTESTS_RUNTIME_CUDA_EMULATEDGPU_H
#define REMAT_UNITTESTS_RUNTIME_CUDA_EMULATEDGPU_H

#include "CudaRuntime.h"
#include "Emulator.h"
#include "Mgpu.h"
#include "gtest/gtest.h"

#include <cstdlib>
#include <string>
#include <vector>

namespace remat::test {

/// Lets the runtime open the emulator for a driver and for cuBLASLt.
inline void chooseEmulator() {
  setenv("REMAT_CUDA_DRIVER", REMAT_EMULATOR_FILE, 1);
  setenv("REMAT_CUBLASLT", REMAT_EMULATOR_FILE, 1);
}

/// Each test begins without errors and figures, on an sm_90 with 1 GiB, and
/// ends without anything left or done wrong that it did not ask about.
class EmulatedGpu : public testing::Test {
protected:
  void SetUp() override {
    chooseEmulator();
    rematEmulatorSetChip(90);
    rematEmulatorSetMemory(uint64_t(1) << 30);
    rematEmulatorSetOrder(0);
    rematCudaKeepErrors();
    rematCudaClearError();
    ASSERT_TRUE(rematCudaInitialize()) << rematCudaFirstError();
    rematEmulatorReset();
    rematCudaTrackerReset();
    liveBefore = rematCudaLiveBytes();
    stream = mgpuStreamCreate();
  }

  void TearDown() override {
    mgpuStreamDestroy(stream);
    EXPECT_EQ(rematCudaFirstError(), nullptr) << rematCudaFirstError();
    EXPECT_EQ(rematEmulatorErrors(), 0) << rematEmulatorFirstError();
    EXPECT_EQ(rematCudaLiveBytes(), liveBefore);
  }

  /// The error that is kept, which is forgotten; empty if there is none.
  static std::string takeError() {
    const char *error = rematCudaFirstError();
    std::string sentence = error ? error : "";
    rematCudaClearError();
    return sentence;
  }

  /// What the emulator saw first, which is forgotten.
  static std::string takeEmulatorError() {
    const char *error = rematEmulatorFirstError();
    std::string sentence = error ? error : "";
    rematEmulatorReset();
    return sentence;
  }

  void *stream = nullptr;
  int64_t liveBefore = 0;
};

/// An allocation with the elements of a vector, freed at the end of the test.
template <typename T> class DeviceArray {
public:
  explicit DeviceArray(const std::vector<T> &values)
      : count(values.size()), device(rematCudaAllocate(bytes())) {
    rematCudaUpload(device, values.data(), bytes());
  }
  explicit DeviceArray(size_t count)
      : count(count), device(rematCudaAllocate(bytes())) {}
  ~DeviceArray() { rematCudaFree(device); }
  DeviceArray(const DeviceArray &) = delete;
  DeviceArray &operator=(const DeviceArray &) = delete;

  T *get() const { return static_cast<T *>(device); }
  int64_t bytes() const { return static_cast<int64_t>(count * sizeof(T)); }
  std::vector<T> read() const {
    std::vector<T> values(count);
    rematCudaDownload(values.data(), device, bytes());
    return values;
  }

private:
  size_t count;
  void *device;
};

/// PTX with the entries `first` and `second` for a chip.
inline std::string makePtx(const std::string &chip) {
  return "//\n.version 7.0\n.target " + chip +
         "\n.address_size 64\n.visible .entry first(.param .u64 p) { ret; }\n"
         ".visible .entry second(\n.param .u64 p) { ret; }\n";
}

} // namespace remat::test

#endif // REMAT_UNITTESTS_RUNTIME_CUDA_EMULATEDGPU_H
