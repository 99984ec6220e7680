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
#include "Jit.h"

#include "remat/Pipelines/CpuPipeline.h"
#include "remat/Targets/Target.h"

#include <optional>

namespace mlir::remat {

/// How a step is compiled.
struct CompileOptions {
  /// Writing in place and placement, between bufferization and lowering.
  ArenaPipelineOptions arena;
  /// Whether every access asks who owns the bytes (runtime/ArenaCheck.h).
  bool checkArena = false;
};

/// The arena of a function whose buffers are placed.
struct ArenaFacts {
  int64_t bytes = 0;
  int64_t alignment = 1;
  /// The most that is alive in it at once.
  int64_t livePeakBytes = 0;
  /// Whether the host passes it, as the last argument.
  bool isArgument = false;
};

/// A function ready to be called, and what is known of it without calling.
struct CompiledStep {
  Signature signature;
  /// By the memory model, from liveness on tensors; for a function on buffers,
  /// by a walk over them; with an arena, its bytes and the resident ones.
  int64_t predictedPeakBytes = 0;
  std::optional<ArenaFacts> arena;
  bool isChecked = false;
  /// By a walk over the allocations and deallocations after bufferization; none
  /// where control flow decides about allocations.
  std::optional<int64_t> bufferPeakBytes;
  /// Arguments and constants.
  int64_t residentBytes = 0;
  /// Each argument's bytes are rounded up to it.
  int64_t granule = 1;
  /// Of the resident bytes, those in the code, which are not allocated.
  int64_t constantBytes = 0;
  double compileSeconds = 0;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  /// Takes pointers: to the results' memref descriptors, one after another (if
  /// there are any), then to each argument's.
  void (*entry)(void **) = nullptr;
};

/// Finds the function `name` and sets the signature of `step`. Fails, with a
/// diagnostic, if there is none with a body, as getSignature does, and if its
/// arguments lie in its arena.
FailureOr<func::FuncOp> beginStep(ModuleOp module, StringRef name,
                                  CompiledStep &step);

/// The arena of `function`, if its buffers are placed.
std::optional<ArenaFacts> getArena(func::FuncOp function);

/// Computes the resident and the constant bytes of `step`, whose arena is
/// known. Fails as computeResidentBytes does.
LogicalResult predictResident(func::FuncOp function, const Target &target,
                              CompiledStep &step);

/// Fails, with a diagnostic, if the resident bytes and `arenaBytes` are too
/// many to count.
LogicalResult predictPeak(func::FuncOp function, int64_t arenaBytes,
                          CompiledStep &step);

/// Translates the lowered module, hands the code to `prepare` and loads it into
/// `step`, where it finds `symbols` too. Then calls `finish`. Fails, with a
/// diagnostic at `loc`, if one of these fails.
LogicalResult translateAndLoad(
    ModuleOp module, Location loc, StringRef name, CompiledStep &step,
    NativeSymbols symbols = {},
    llvm::function_ref<void(llvm::Module &)> prepare = [](llvm::Module &) {},
    llvm::function_ref<llvm::Error()> finish = llvm::Error::success);

/// Lowers `module` (which is used up) with the CPU pipeline, optimizes the
/// kernels for this machine, and loads the code. The function `name` is on
/// tensors, or on buffers (placed or not).
///
/// Fails, with a diagnostic, as beginStep does, where a pass fails, and if
/// `checkArena` is set and the arena was placed without calls of the checks.
FailureOr<CompiledStep> compileStep(ModuleOp module, StringRef name,
                                    const CompileOptions &options);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_COMPILER_H
