//===- CudaRun.cpp - A step on a GPU, run and measured --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaRun.h"
#include "CudaRuntime.h"
#include "EmulatorLibrary.h"
#include "emulator/Emulator.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/CrashRecoveryContext.h"

#include <chrono>
#include <cstdlib>

using namespace mlir;
using namespace mlir::remat;

//===----------------------------------------------------------------------===//
// Device
//===----------------------------------------------------------------------===//

/// What the runtime keeps as an error since the last question.
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
  for (const char *variable :
       {"REMAT_CUDA_DRIVER", "REMAT_CUBLASLT", "REMAT_CUDNN"})
    setenv(variable, path.c_str(), /*overwrite=*/1);
  return llvm::Error::success();
}

/// What the emulator has seen go wrong since the last reset.
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
  CudaDeviceFacts facts;
  facts.name = rematCudaDeviceName();
  facts.chip = rematCudaDeviceChip();
  facts.memoryBytes = rematCudaDeviceBytes();
  return facts;
}

//===----------------------------------------------------------------------===//
// Step
//===----------------------------------------------------------------------===//

namespace {

/// The step's arguments on the device.
class Arguments {
public:
  ~Arguments() {
    for (void *buffer : buffers)
      rematCudaFree(buffer);
  }
  llvm::Error upload(const CudaStep &step, uint64_t seed);

  std::vector<Descriptor> descriptors;

private:
  llvm::SmallVector<void *> buffers;
};

} // namespace

llvm::Error Arguments::upload(const CudaStep &step, uint64_t seed) {
  std::vector<char> host;
  for (auto [i, spec] : llvm::enumerate(step.signature.arguments)) {
    host.resize(static_cast<size_t>(spec.bytes()));
    fillInput(spec, seed, i, host.data());
    void *data = rematCudaAllocate(spec.bytes());
    buffers.push_back(data);
    rematCudaUpload(data, host.data(), spec.bytes());
    descriptors.push_back(makeDescriptor(spec, data));
    if (llvm::Error error = takeCudaError())
      return error;
  }
  if (step.arena && step.arena->isArgument) {
    void *data = rematCudaAllocate(step.arena->bytes);
    buffers.push_back(data);
    descriptors.push_back(makeArenaDescriptor(*step.arena, data));
  }
  return takeCudaError();
}

/// Copies the results to the host and frees them.
static llvm::Error downloadResults(const CudaStep &step, const int64_t *words,
                                   RunResult &run) {
  llvm::SmallVector<void *> buffers = getResultBuffers(step, words);
  run.results.clear();
  for (const TensorSpec &spec : step.signature.results) {
    const auto *data = reinterpret_cast<const char *>(
        static_cast<intptr_t>(words[kAlignedWord]));
    data += words[kOffsetWord] * spec.elementBytes();
    std::vector<char> result(static_cast<size_t>(spec.bytes()));
    rematCudaDownload(result.data(), data, spec.bytes());
    run.results.push_back(std::move(result));
    words += countDescriptorWords(spec);
  }
  for (void *buffer : buffers)
    rematCudaFree(buffer);
  return takeCudaError();
}

/// Calls the entry; seconds until all work on the device is done.
static llvm::Expected<double> callEntry(const CudaStep &step, void **pointers) {
  llvm::CrashRecoveryContext recovery;
  std::chrono::duration<double> seconds{0};
  bool returned = recovery.RunSafely([&] {
    auto start = std::chrono::steady_clock::now();
    step.entry(pointers);
    rematCudaSynchronize();
    seconds = std::chrono::steady_clock::now() - start;
  });
  if (!returned)
    return llvm::createStringError(
        "the step trapped while it ran (exit status %d); an emulated kernel "
        "that reads or writes memory that is not there would do that, or a "
        "host that does",
        recovery.RetCode);
  if (llvm::Error error = takeCudaError())
    return std::move(error);
  return seconds.count();
}

static llvm::Error callOnce(const CudaStep &step, Arguments &arguments,
                            CudaRunResult &run) {
  EntryOperands operands(step.signature, arguments.descriptors);
  int64_t buffersBefore = rematCudaLiveBuffers();
  rematCudaTrackerReset();
  rematCudaTimesReset();
  auto seconds = callEntry(step, operands.data());
  if (!seconds)
    return seconds.takeError();
  run.seconds = *seconds;
  run.measuredPeakBytes = rematCudaPeakBytes() + step.constantBytes;
  run.allocations = rematCudaAllocations();
  run.overheadBytes = rematCudaOverheadBytes();
  run.opTimes.clear();
  for (size_t i = 0; i < step.profiledOps.size(); ++i) {
    int64_t runs = 0;
    double nanoseconds = rematCudaOpNanoseconds(static_cast<int64_t>(i), &runs);
    run.opTimes.emplace_back(nanoseconds, runs);
  }
  if (llvm::Error error = downloadResults(step, operands.getResultWords(), run))
    return error;
  if (int64_t invalid = rematCudaInvalidFrees())
    return llvm::createStringError(
        "the step freed device buffers that were not live, %lld times",
        static_cast<long long>(invalid));
  if (int64_t leaked = rematCudaLiveBuffers() - buffersBefore)
    return llvm::createStringError("the step leaked %lld buffers of the device",
                                   static_cast<long long>(leaked));
  return llvm::Error::success();
}

/// The kernels are loaded, and the calls made.
static llvm::Expected<CudaRunResult>
callRepeatedly(const CudaStep &step, uint64_t seed, unsigned repeat) {
  Arguments arguments;
  if (llvm::Error error = arguments.upload(step, seed))
    return std::move(error);
  return keepFastest<CudaRunResult>(repeat, [&](CudaRunResult &run) {
    return callOnce(step, arguments, run);
  });
}

llvm::Expected<CudaRunResult> mlir::remat::runCudaStep(CudaStep &step,
                                                       const CudaDevice &device,
                                                       uint64_t seed,
                                                       unsigned repeat) {
  llvm::CrashRecoveryContext::Enable();
  if (device.emulate) {
    auto add = EMULATOR(rematEmulatorAddKernel);
    if (!add)
      return add.takeError();
    auto addBuffers = EMULATOR(rematEmulatorAddKernelBuffers);
    if (!addBuffers)
      return addBuffers.takeError();
    for (const EmulatedKernel &kernel : step.emulatedKernels) {
      (*add)(kernel.name.c_str(), kernel.code);
      (*addBuffers)(kernel.name.c_str(), kernel.bufferPositions.data(),
                    kernel.bufferPositions.size());
    }
  }
  if (step.construct)
    step.construct();
  if (llvm::Error error = takeCudaError())
    return std::move(error);
  llvm::Expected<CudaRunResult> run = callRepeatedly(step, seed, repeat);
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
