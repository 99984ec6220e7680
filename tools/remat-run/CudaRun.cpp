//===- CudaRun.cpp - A step on a GPU, run and measured --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaRun.h"
#include "CudaRuntime.h"
#include "emulator/Emulator.h"

#include "llvm/Support/CrashRecoveryContext.h"

#include <cstdlib>

using namespace mlir;
using namespace mlir::remat;

/// The runtime's first error since the last call of this.
static llvm::Error takeCudaError() {
  const char *message = rematCudaFirstError();
  if (!message)
    return llvm::Error::success();
  llvm::Error error = llvm::createStringError("%s", message);
  rematCudaClearError();
  return error;
}

/// A function of the emulator, which is opened at run time like any driver.
template <typename Function>
static llvm::Expected<Function *> getEmulatorFunction(const char *name) {
  auto library = openEmulator();
  if (!library)
    return library.takeError();
  void *address = library->getAddressOfSymbol(name);
  if (!address)
    return llvm::createStringError(
        "the emulated driver '%s' has no function %s; it is of another version",
        getEmulatorPath().c_str(), name);
  return reinterpret_cast<Function *>(address);
}
#define EMULATOR(name) getEmulatorFunction<decltype(name)>(#name)

static llvm::Error setUpEmulator(const CudaDevice &device) {
  auto setChip = EMULATOR(rematEmulatorSetChip);
  if (!setChip)
    return setChip.takeError();
  auto setOrder = EMULATOR(rematEmulatorSetOrder);
  if (!setOrder)
    return setOrder.takeError();
  auto setMemory = EMULATOR(rematEmulatorSetMemory);
  if (!setMemory)
    return setMemory.takeError();
  (*setChip)(device.chip);
  (*setOrder)(device.order);
  if (device.memoryBytes)
    (*setMemory)(static_cast<uint64_t>(*device.memoryBytes));
  std::string path = getEmulatorPath();
  for (const char *variable : {"REMAT_CUDA_DRIVER", "REMAT_CUBLASLT"})
    setenv(variable, path.c_str(), /*overwrite=*/1);
  return llvm::Error::success();
}

/// The emulator's findings since the last reset.
static llvm::Error takeEmulatorError() {
  auto count = EMULATOR(rematEmulatorErrors);
  if (!count)
    return count.takeError();
  auto first = EMULATOR(rematEmulatorFirstError);
  if (!first)
    return first.takeError();
  int64_t errors = (*count)();
  if (errors == 0)
    return llvm::Error::success();
  return llvm::createStringError(
      "the emulated GPU found %s (and %lld errors after this one)", (*first)(),
      static_cast<long long>(errors - 1));
}

llvm::Expected<CudaDeviceFacts>
mlir::remat::startCuda(const CudaDevice &device) {
  rematCudaKeepErrors();
  if (device.emulate)
    if (llvm::Error error = setUpEmulator(device))
      return std::move(error);
  rematCudaInitialize();
  if (llvm::Error error = takeCudaError())
    return std::move(error);
  return CudaDeviceFacts{rematCudaDeviceName(), rematCudaDeviceChip(),
                         rematCudaDeviceBytes()};
}

namespace {
/// The device's, whose allocations are aligned to more than any buffer.
class DeviceMemory : public StepMemory {
public:
  void *allocate(int64_t bytes, int64_t) override {
    return rematCudaAllocate(bytes);
  }
  void free(void *data) override { rematCudaFree(data); }
  bool isLive(void *data) override { return rematCudaIsLive(data) != 0; }
  void upload(void *to, const char *from, int64_t bytes) override {
    rematCudaUpload(to, from, bytes);
  }
  void download(char *to, const void *from, int64_t bytes) override {
    rematCudaDownload(to, from, bytes);
  }
  llvm::Error takeError() override { return takeCudaError(); }
};
} // namespace

static llvm::Error callOnce(const CudaStep &step, StepArguments &arguments,
                            CudaRunResult &run) {
  void **operands = arguments.beginCall();
  int64_t buffersBefore = rematCudaLiveBuffers();
  rematCudaTrackerReset();
  rematCudaHostReset();
  rematCudaTimesReset();
  // Forgets those of the call before.
  rematCudaMeasureCopies(1);
  llvm::Expected<double> seconds = callSafely(
      [&] {
        step.entry(operands);
        rematCudaSynchronize();
      },
      "an emulated kernel that reads or writes memory that is not there would "
      "do that, or a host that does");
  if (!seconds)
    return seconds.takeError();
  if (llvm::Error error = takeCudaError())
    return error;
  run.seconds = *seconds;
  run.measuredPeakBytes = rematCudaPeakBytes() + step.constantBytes;
  run.hostPeakBytes = rematCudaHostPeakBytes();
  for (bool isOut : {false, true}) {
    CopiesMeasured &copies = isOut ? run.copiesToHost : run.copiesToDevice;
    copies.nanoseconds =
        rematCudaCopyNanoseconds(isOut, &copies.bytes, &copies.count);
  }
  run.allocations = rematCudaAllocations();
  run.overheadBytes = rematCudaOverheadBytes();
  run.opTimes.clear();
  for (size_t i = 0; i < step.profiledOps.size(); ++i) {
    int64_t runs = 0;
    double nanoseconds = rematCudaOpNanoseconds(static_cast<int64_t>(i), &runs);
    run.opTimes.emplace_back(nanoseconds, runs);
  }
  if (llvm::Error error = arguments.endCall(run))
    return error;
  if (int64_t invalid = rematCudaInvalidFrees())
    return llvm::createStringError(
        "the step freed device buffers that were not live, %lld times",
        static_cast<long long>(invalid));
  if (rematCudaHostInvalidFrees() || rematCudaHostLiveBytes())
    return llvm::createStringError(
        "the step leaked %lld bytes of pinned host memory, and freed memory "
        "there that it had not allocated %lld times",
        static_cast<long long>(rematCudaHostLiveBytes()),
        static_cast<long long>(rematCudaHostInvalidFrees()));
  if (int64_t leaked = rematCudaLiveBuffers() - buffersBefore)
    return llvm::createStringError("the step leaked %lld buffers of the device",
                                   static_cast<long long>(leaked));
  return llvm::Error::success();
}

static llvm::Expected<CudaRunResult> callRepeatedly(const CudaStep &step,
                                                    const Inputs &inputs,
                                                    uint64_t seed,
                                                    unsigned repeat) {
  DeviceMemory memory;
  StepArguments arguments(step, memory);
  if (llvm::Error error = arguments.make(inputs, seed))
    return std::move(error);
  return keepFastest<CudaRunResult>(repeat, [&](CudaRunResult &run) {
    return callOnce(step, arguments, run);
  });
}

static llvm::Error addEmulatedKernels(const CudaStep &step,
                                      const CudaDevice &device) {
  auto add = EMULATOR(rematEmulatorAddKernel);
  if (!add)
    return add.takeError();
  auto addBuffers = EMULATOR(rematEmulatorAddKernelBuffers);
  if (!addBuffers)
    return addBuffers.takeError();
  auto setLink = EMULATOR(rematEmulatorSetLink);
  if (!setLink)
    return setLink.takeError();
  (*setLink)(device.linkBytesPerSecond.value_or(step.plannedLink.value_or(0)));
  for (const EmulatedKernel &kernel : step.emulatedKernels) {
    (*add)(kernel.name.c_str(), kernel.code);
    (*addBuffers)(kernel.name.c_str(), kernel.buffers.data(),
                  kernel.buffers.size());
  }
  return llvm::Error::success();
}

llvm::Expected<CudaRunResult>
mlir::remat::runCudaStep(CudaStep &step, const CudaDevice &device,
                         const Inputs &inputs, uint64_t seed, unsigned repeat) {
  llvm::CrashRecoveryContext::Enable();
  if (device.emulate)
    if (llvm::Error error = addEmulatedKernels(step, device))
      return std::move(error);
  if (step.construct)
    step.construct();
  if (llvm::Error error = takeCudaError())
    return std::move(error);
  llvm::Expected<CudaRunResult> run =
      callRepeatedly(step, inputs, seed, repeat);
  rematCudaMeasureCopies(0);
  rematCudaUnpinHost();
  if (step.destruct)
    step.destruct();
  if (!run)
    return run;
  if (llvm::Error error = takeCudaError())
    return std::move(error);
  if (device.emulate)
    if (llvm::Error error = takeEmulatorError())
      return std::move(error);
  return run;
}
