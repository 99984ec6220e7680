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

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/xxhash.h"

#include <chrono>
#include <cmath>
#include <cstring>
#include <unistd.h>

using namespace mlir;
using namespace mlir::remat;

/// Words of a descriptor before its sizes: two pointers and the offset.
static constexpr unsigned kAllocatedWord = 0, kAlignedWord = 1, kOffsetWord = 2;

static size_t countDescriptorWords(const TensorSpec &spec) {
  return kOffsetWord + 1 + 2 * spec.shape.size();
}

Descriptor mlir::remat::makeDescriptor(const TensorSpec &spec, void *data) {
  const auto address = reinterpret_cast<intptr_t>(data);
  Descriptor words = {address, address, /*offset=*/0};
  llvm::append_range(words, spec.shape);
  llvm::append_range(words, computeSuffixProduct(spec.shape));
  return words;
}

Descriptor mlir::remat::makeArenaDescriptor(const ArenaFacts &arena,
                                            void *data) {
  TensorSpec spec;
  spec.kind = ElementKind::I8;
  spec.shape.push_back(arena.bytes);
  return makeDescriptor(spec, data);
}

EntryOperands::EntryOperands(const Signature &signature,
                             llvm::MutableArrayRef<Descriptor> arguments) {
  size_t words = 0;
  for (const TensorSpec &spec : signature.results)
    words += countDescriptorWords(spec);
  resultWords.resize(words, 0);
  if (words > 0)
    pointers.push_back(resultWords.data());
  for (Descriptor &argument : arguments)
    pointers.push_back(argument.data());
}

static uint64_t hashResults(const std::vector<std::vector<char>> &results) {
  std::vector<uint64_t> hashes;
  hashes.reserve(results.size());
  for (const std::vector<char> &result : results)
    hashes.push_back(
        llvm::xxh3_64bits(StringRef(result.data(), result.size())));
  return llvm::xxh3_64bits(
      llvm::ArrayRef<uint8_t>(reinterpret_cast<const uint8_t *>(hashes.data()),
                              hashes.size() * sizeof(uint64_t)));
}

void EntryOperands::takeResults(
    const CompiledStep &step, RunResult &run,
    llvm::function_ref<void(char *, const char *, int64_t)> copy,
    llvm::function_ref<void(void *)> free) const {
  llvm::SmallVector<void *> buffers;
  const int64_t *words = resultWords.data();
  for (const TensorSpec &spec : step.signature.results) {
    auto getPointer = [&](unsigned word) {
      return reinterpret_cast<char *>(static_cast<intptr_t>(words[word]));
    };
    const char *data =
        getPointer(kAlignedWord) + words[kOffsetWord] * spec.elementBytes();
    std::vector<char> &result = run.results.emplace_back(spec.bytes());
    copy(result.data(), data, spec.bytes());
    void *buffer = getPointer(kAllocatedWord);
    if (!step.arena || !llvm::is_contained(buffers, buffer))
      buffers.push_back(buffer);
    words += countDescriptorWords(spec);
  }
  run.resultsHash = hashResults(run.results);
  // The host frees its own buffers.
  if (!step.arena || !step.arena->isArgument)
    llvm::for_each(buffers, free);
}

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

static llvm::Error callOnce(const CompiledStep &step,
                            llvm::MutableArrayRef<Descriptor> arguments,
                            RunResult &run) {
  EntryOperands operands(step.signature, arguments);
  int64_t buffersBefore = rematTrackerLiveBuffers();
  rematTrackerReset();
  rematArenaReset();
  // A trap prevents freeing: covers the call alone.
  llvm::Expected<double> seconds = callSafely(
      [&] { step.entry(operands.data()); },
      "a division of integers by zero, a failed assertion or an index out of "
      "bounds would do that");
  if (!seconds)
    return seconds.takeError();
  run.seconds = *seconds;
  run.measuredPeakBytes = rematTrackerPeakBytes() + step.constantBytes;
  run.allocations = rematTrackerAllocations();
  auto copy = [](char *to, const char *from, int64_t bytes) {
    std::memcpy(to, from, bytes);
  };
  operands.takeResults(step, run, copy, _mlir_memref_to_llvm_free);
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
                                               uint64_t seed, unsigned repeat) {
  if (std::optional<int64_t> memory = getMachineBytes();
      memory && step.predictedPeakBytes > *memory)
    return llvm::createStringError(
        "the step needs %lld bytes, this machine has %lld; make its batch "
        "smaller",
        static_cast<long long>(step.predictedPeakBytes),
        static_cast<long long>(*memory));
  llvm::CrashRecoveryContext::Enable();
  std::vector<Descriptor> arguments;
  llvm::SmallVector<void *> buffers;
  llvm::scope_exit freeArguments([&] {
    for (void *buffer : buffers)
      _mlir_memref_to_llvm_free(buffer);
  });
  for (auto [i, spec] : llvm::enumerate(step.signature.arguments)) {
    void *data = _mlir_memref_to_llvm_aligned_alloc(
        step.granule, llvm::alignTo(spec.bytes(), step.granule));
    buffers.push_back(data);
    fillInput(spec, seed, i, static_cast<char *>(data));
    arguments.push_back(makeDescriptor(spec, data));
  }
  if (step.arena && step.arena->isArgument) {
    void *data = _mlir_memref_to_llvm_aligned_alloc(step.arena->alignment,
                                                    step.arena->bytes);
    buffers.push_back(data);
    arguments.push_back(makeArenaDescriptor(*step.arena, data));
  }
  return keepFastest<RunResult>(
      repeat, [&](RunResult &run) { return callOnce(step, arguments, run); });
}

llvm::Error mlir::remat::checkResults(const Signature &signature,
                                      const RunResult &run, bool allowNonFinite,
                                      bool allowConstant) {
  for (auto [i, spec] : llvm::enumerate(signature.results)) {
    if (!spec.isFloat())
      continue;
    const char *data = run.results[i].data();
    int64_t count = spec.numElements();
    int64_t width = spec.elementBytes();
    bool constant = count > 1;
    for (int64_t j = 0; j < count; ++j) {
      if (!allowNonFinite && !std::isfinite(getFloat(spec, data, j)))
        return llvm::createStringError(
            "result %zu (%s) is %s at %s, so comparing it shows little; try "
            "another --seed, or allow it with --allow-non-finite",
            i, spec.str().c_str(), formatElement(spec, data, j).c_str(),
            formatIndex(spec, j).c_str());
      constant = constant && std::memcmp(data, data + j * width, width) == 0;
    }
    if (constant && !allowConstant)
      return llvm::createStringError(
          "result %zu (%s) is %s everywhere, so comparing it shows little; "
          "try another --seed, give integer arguments a wider 'remat.range', "
          "or allow it with --allow-constant",
          i, spec.str().c_str(), formatElement(spec, data, 0).c_str());
  }
  return llvm::Error::success();
}

llvm::Error mlir::remat::compareResults(const Signature &signature,
                                        const RunResult &run,
                                        const RunResult &other) {
  for (auto [i, spec] : llvm::enumerate(signature.results)) {
    const char *left = run.results[i].data();
    const char *right = other.results[i].data();
    if (std::memcmp(left, right, spec.bytes()) == 0)
      continue;
    int64_t width = spec.elementBytes();
    int64_t first = 0;
    while (std::memcmp(left + first * width, right + first * width, width) == 0)
      ++first;
    return llvm::createStringError(
        "result %zu (%s) differs, first at %s: %s and %s", i,
        spec.str().c_str(), formatIndex(spec, first).c_str(),
        formatElement(spec, left, first).c_str(),
        formatElement(spec, right, first).c_str());
  }
  return llvm::Error::success();
}
