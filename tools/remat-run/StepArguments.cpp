//===- StepArguments.cpp - What the entry of a step is called with --------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepArguments.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"

#include <cstring>

using namespace mlir;
using namespace mlir::remat;

/// Words of a descriptor before its sizes: two pointers and the offset.
static constexpr unsigned kAllocatedWord = 0, kAlignedWord = 1, kOffsetWord = 2;

static size_t countWords(const TensorSpec &spec) {
  if (spec.isScalar())
    return llvm::divideCeil(spec.elementBytes(), sizeof(int64_t));
  return kOffsetWord + 1 + 2 * spec.shape.size();
}

StepArguments::~StepArguments() {
  for (void *data : allocated)
    memory.free(data);
}

void *StepArguments::addMemory(const TensorSpec &spec, int64_t bytes,
                               int64_t alignment) {
  void *data = memory.allocate(bytes, alignment);
  allocated.push_back(data);
  const auto address = reinterpret_cast<intptr_t>(data);
  Words &words = arguments.emplace_back(Words{address, address, /*offset=*/0});
  llvm::append_range(words, spec.shape);
  llvm::append_range(words, computeSuffixProduct(spec.shape));
  return data;
}

llvm::Error StepArguments::make(const Inputs &inputs, uint64_t seed) {
  const std::vector<TensorSpec> &specs = step.signature.arguments;
  contents.resize(specs.size());
  for (auto [i, spec] : llvm::enumerate(specs)) {
    std::vector<char> data(static_cast<size_t>(spec.bytes()));
    inputs.fill(spec, seed, i, data.data());
    if (spec.isScalar()) {
      Words &words = arguments.emplace_back(Words(countWords(spec), 0));
      std::memcpy(words.data(), data.data(), data.size());
      continue;
    }
    const auto bytes =
        static_cast<int64_t>(llvm::alignTo(spec.bytes(), step.granule));
    void *to = addMemory(spec, bytes, step.granule);
    memory.upload(to, data.data(), spec.bytes());
    if (spec.isBuffer())
      contents[i] = std::move(data);
    if (llvm::Error error = memory.takeError())
      return error;
  }
  if (!step.arena || !step.arena->isArgument)
    return llvm::Error::success();
  TensorSpec arena;
  arena.shape.push_back(step.arena->bytes);
  addMemory(arena, step.arena->bytes, step.arena->alignment);
  return memory.takeError();
}

void **StepArguments::beginCall() {
  for (auto [i, data] : llvm::enumerate(contents))
    if (step.signature.arguments[i].isBuffer())
      memory.upload(reinterpret_cast<void *>(arguments[i][kAlignedWord]),
                    data.data(), static_cast<int64_t>(data.size()));
  results.clear();
  operands.clear();
  for (const TensorSpec &spec : step.signature.results)
    results.emplace_back(countWords(spec), 0);
  for (Words &words : results)
    operands.push_back(words.data());
  for (Words &words : arguments)
    operands.push_back(words.data());
  return operands.data();
}

llvm::Error StepArguments::takeBuffers(RunResult &run) {
  run.buffers.resize(contents.size());
  for (auto [i, spec] : llvm::enumerate(step.signature.arguments)) {
    if (spec.isScalar())
      continue;
    void *data = reinterpret_cast<void *>(arguments[i][kAlignedWord]);
    // One of no bytes may have no address.
    if (data && !memory.isLive(data)) {
      // Not again.
      llvm::erase(allocated, data);
      return llvm::createStringError(
          "the step freed argument %zu (%s), which belongs to its caller; "
          "remove its memref.dealloc",
          i, spec.str().c_str());
    }
    if (!spec.isBuffer())
      continue;
    ArgumentBuffer &buffer = run.buffers[i];
    buffer.data.resize(static_cast<size_t>(spec.bytes()));
    memory.download(buffer.data.data(), data, spec.bytes());
    buffer.isWritten = buffer.data != contents[i];
  }
  return llvm::Error::success();
}

void StepArguments::takeResults(RunResult &run) {
  // The caller's own, and those that are freed already.
  llvm::SmallVector<void *> kept(allocated);
  llvm::SmallVector<void *> owned;
  for (auto [spec, words] : llvm::zip_equal(step.signature.results, results)) {
    std::vector<char> &result = run.results.emplace_back(spec.bytes());
    if (spec.isScalar()) {
      std::memcpy(result.data(), words.data(), result.size());
      continue;
    }
    auto getPointer = [&words = words](unsigned word) {
      return reinterpret_cast<char *>(static_cast<intptr_t>(words[word]));
    };
    const char *data =
        getPointer(kAlignedWord) + words[kOffsetWord] * spec.elementBytes();
    memory.download(result.data(), data, spec.bytes());
    void *buffer = getPointer(kAllocatedWord);
    if (llvm::is_contained(kept, buffer))
      continue;
    owned.push_back(buffer);
    // Results in an arena share it; else each has a buffer of its own.
    if (step.arena)
      kept.push_back(buffer);
  }
  for (void *buffer : owned)
    memory.free(buffer);
}

llvm::Error StepArguments::endCall(RunResult &run) {
  // Before anything is freed: a result may be one of them.
  if (llvm::Error error = takeBuffers(run))
    return error;
  takeResults(run);
  run.resultsHash = hashContents(getOutputs(step.signature, run));
  return memory.takeError();
}
