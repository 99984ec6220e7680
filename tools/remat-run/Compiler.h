//===- Compiler.h - From a function to code in memory -----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_RUN_COMPILER_H
#define REMAT_TOOLS_REMAT_RUN_COMPILER_H

#include "Jit.h"
#include "Signature.h"
#include "StepPromise.h"

#include "remat/Pipelines/CpuPipeline.h"
#include "remat/Targets/Target.h"

#include <optional>

namespace mlir::remat {

/// What is to be compiled.
struct StepRequest {
  /// The function; if empty, the one that would be planned (findStep).
  StringRef name;
  /// What the text that the module was read from calls its values; empty for
  /// bytecode.
  const AsmParserState &text;
  /// Asked before anything is lowered; prints what is wrong.
  llvm::function_ref<LogicalResult(const Signature &)> checkSignature;
};

struct CompileOptions {
  /// In-place writes and placement, between bufferization and lowering.
  ArenaPipelineOptions arena;
  /// Checks the owner of the bytes at every access (runtime/ArenaCheck.h).
  bool checkArena = false;
};

/// The arena of a function whose buffers are placed.
struct ArenaFacts {
  int64_t bytes = 0;
  int64_t alignment = 1;
  /// Peak of the bytes alive in it.
  int64_t livePeakBytes = 0;
  /// Whether the host passes it, as the last argument.
  bool isArgument = false;
};

/// A callable function, and its figures known without calling.
struct CompiledStep {
  Signature signature;
  /// From the memory model: by liveness on tensors, by a walk over buffers, or,
  /// with an arena, its bytes plus the resident ones. None if neither knows;
  /// then there is a reason.
  std::optional<int64_t> predictedPeakBytes;
  std::string noPredictionReason;
  /// Of the function, with what it was planned for.
  StepPromise promise;
  std::optional<ArenaFacts> arena;
  bool isChecked = false;
  /// From a walk over allocations and deallocations after bufferization; none
  /// if control flow decides about allocations.
  std::optional<int64_t> bufferPeakBytes;
  /// Arguments and constants.
  int64_t residentBytes = 0;
  /// Rounding unit of each argument's bytes.
  int64_t granule = 1;
  /// Resident bytes in the code, which are not allocated.
  int64_t constantBytes = 0;
  double compileSeconds = 0;

  /// The bytes that it takes at least, as far as known.
  int64_t getLeastBytes() const {
    return predictedPeakBytes.value_or(residentBytes);
  }
  std::unique_ptr<llvm::orc::LLJIT> jit;
  /// Takes pointers: to the consecutive memref descriptors of the results (if
  /// any), then to each argument's.
  void (*entry)(void **) = nullptr;
};

/// Finds the function that `request` asks for, which may be in an inner module,
/// and sets the signature and the promise of `step`. Fails, with a diagnostic,
/// as findStep, checkModule, checkCallsEnd, getSignature and `request` do, if
/// none has a body, and if its arguments lie in its arena.
FailureOr<func::FuncOp> beginStep(ModuleOp module, const StepRequest &request,
                                  CompiledStep &step);

/// The arena of `function`, if its buffers are placed.
std::optional<ArenaFacts> getArena(func::FuncOp function);

/// Computes the resident and constant bytes of `step`, which knows its arena.
/// Fails as computeResidentBytes does.
LogicalResult predictResident(func::FuncOp function, const Target &target,
                              CompiledStep &step);

/// Fails, with a diagnostic, if the resident bytes plus `arenaBytes` overflow.
LogicalResult predictPeak(func::FuncOp function, int64_t arenaBytes,
                          CompiledStep &step);

/// Translates the lowered module, hands the code to `prepare`, loads it with
/// `symbols` into `step`, then calls `finish`. Fails, with a diagnostic at
/// `loc`, if a part fails.
LogicalResult translateAndLoad(
    ModuleOp module, Location loc, StringRef name, CompiledStep &step,
    NativeSymbols symbols = {},
    llvm::function_ref<void(llvm::Module &)> prepare = [](llvm::Module &) {},
    llvm::function_ref<llvm::Error()> finish = llvm::Error::success);

/// Lowers and consumes `module` with the CPU pipeline, optimizes the kernels
/// for this machine, and loads the code. The function is on tensors or buffers
/// (placed or not).
///
/// Fails, with a diagnostic, like beginStep, if a pass fails, and if
/// `checkArena` is set but the arena was placed without check calls.
FailureOr<CompiledStep> compileStep(ModuleOp module, const StepRequest &request,
                                    const CompileOptions &options);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_COMPILER_H
