//===- Compiler.h - From a function to code in memory -----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_RUN_COMPILER_H
#define REMAT_TOOLS_REMAT_RUN_COMPILER_H

#include "Inputs.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"

#include <memory>
#include <optional>

namespace mlir::remat {

/// A function ready to be called, and what is known of it without calling.
struct CompiledStep {
  Signature signature;
  /// By the memory model, from liveness on tensors.
  int64_t predictedPeakBytes = 0;
  /// By a walk over the allocations and deallocations after bufferization; none
  /// where control flow decides what is allocated.
  std::optional<int64_t> bufferPeakBytes;
  /// Arguments and constants.
  int64_t residentBytes = 0;
  /// Those of them that are constants: part of the code, not allocated.
  int64_t constantBytes = 0;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  /// Takes pointers: to the results' memref descriptors, one after another (if
  /// there are any), then to each argument's.
  void (*entry)(void **) = nullptr;
};

/// Lowers `module` (which is used up) with the CPU pipeline, optimizes the
/// kernels for this machine, and loads the code. `name` names the function.
///
/// Fails, with a diagnostic, where there is no such function, on a signature
/// that remat-run cannot serve (see getSignature), and where a pass fails.
FailureOr<CompiledStep> compileStep(ModuleOp module, StringRef name);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_COMPILER_H
