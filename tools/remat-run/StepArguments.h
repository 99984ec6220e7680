//===- StepArguments.h - What the entry of a step is called with -*- C++
//-*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_RUN_STEPARGUMENTS_H
#define REMAT_TOOLS_REMAT_RUN_STEPARGUMENTS_H

#include "Compiler.h"
#include "Inputs.h"
#include "Results.h"

namespace mlir::remat {

/// The memory in which tensors lie: the host's or a device's.
class StepMemory {
public:
  virtual ~StepMemory() = default;
  virtual void *allocate(int64_t bytes, int64_t alignment) = 0;
  virtual void free(void *data) = 0;
  virtual bool isLive(void *data) = 0;
  /// From the host, and to it.
  virtual void upload(void *to, const char *from, int64_t bytes) = 0;
  virtual void download(char *to, const void *from, int64_t bytes) = 0;
  /// The first failure of the above.
  virtual llvm::Error takeError() { return llvm::Error::success(); }
};

/// The arguments of a step and room for its results.
class StepArguments {
public:
  /// Keeps references.
  StepArguments(const CompiledStep &step, StepMemory &memory)
      : step(step), memory(memory) {}
  ~StepArguments();

  /// Allocates the arguments and fills them. Errors: of the memory.
  llvm::Error make(const Inputs &inputs, uint64_t seed);

  /// Brings buffers that an earlier call wrote back to their first contents,
  /// and forgets the results. Returns the operands of the step's entry:
  /// pointers to each result, then to each argument (to a descriptor, or to the
  /// bytes of a scalar).
  void **beginCall();

  /// After the call: copies the contents of buffers and the results, with
  /// their hash, to `run`, then frees the results' buffers: each its own or
  /// their shared arena once, never one that the host passed. Errors: an
  /// argument that the step freed.
  llvm::Error endCall(RunResult &run);

private:
  /// A ranked memref descriptor: both pointers, offset, sizes, strides; eight
  /// bytes each. Or the bytes of a scalar.
  using Words = llvm::SmallVector<int64_t, 11>;

  void *addMemory(const TensorSpec &spec, int64_t bytes, int64_t alignment);
  llvm::Error takeBuffers(RunResult &run);
  void takeResults(RunResult &run);

  const CompiledStep &step;
  StepMemory &memory;
  std::vector<Words> arguments, results;
  /// Of each buffer that is an argument.
  std::vector<std::vector<char>> contents;
  llvm::SmallVector<void *> allocated;
  llvm::SmallVector<void *> operands;
};

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_STEPARGUMENTS_H
