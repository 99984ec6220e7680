//===- PlacedCopy.h - What a function comes to in an arena ------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that plan and look at what becomes of it work on copies: one function
// and what it needs, in a module of its own.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PIPELINES_PLACEDCOPY_H
#define REMAT_LIB_PIPELINES_PLACEDCOPY_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "remat/Conversion/Arena.h"
#include "remat/Targets/Target.h"

namespace mlir::remat {

/// Runs passes on an operation inside of the one that the calling pass runs on.
using PassRunner =
    llvm::function_ref<LogicalResult(OpPassManager &, Operation *)>;

/// Keeps diagnostics back while it lives: what an attempt that is not taken has
/// to say is of no use to anybody.
class KeptDiagnostics {
public:
  explicit KeptDiagnostics(Operation *op)
      : handler(op->getContext(), [this](Diagnostic &diagnostic) {
          kept.push_back(std::move(diagnostic));
        }) {}

  std::vector<Diagnostic> take() { return std::move(kept); }

private:
  std::vector<Diagnostic> kept;
  ScopedDiagnosticHandler handler;
};

/// Emits them after all.
void emitKept(Operation *op, std::vector<Diagnostic> diagnostics);

/// Returns a copy of `module` without the bodies that the function `name` does
/// not need. O(module).
OwningOpRef<ModuleOp> copyWith(ModuleOp module, StringRef name);

/// Runs passes on `copy`, which stands at the end of `module` while they run: a
/// pass may only run others inside of what it runs on.
LogicalResult runOnCopy(ModuleOp module, ModuleOp copy, OpPassManager &passes,
                        PassRunner run);

/// How buffers are made and placed.
struct PlacingOptions {
  ArenaOptions arena;
  bool isInPlace = true;

  const Target &getTarget() const {
    return arena.target ? *arena.target : getCpuTarget();
  }
  /// Sets what offsets are multiples of; -1 is what the target rounds to.
  void setAlignment(int64_t alignment) {
    arena.alignment =
        alignment == -1 ? getTarget().getStorageAlignment() : alignment;
  }
};

/// Adds the passes that lead from tensors to the buffers that are placed: those
/// of the CPU pipeline, if asked results written over operands, and workspaces.
void addBufferPasses(OpPassManager &passes, const PlacingOptions &options);

/// The arena of a function, in bytes.
struct ArenaFigures {
  placement::Problem problem;
  placement::PlaceResult result;
  /// By the positions of the problem's buffers.
  std::vector<std::string> names;
  int64_t residentBytes = 0;
  int64_t livePeakBytes = 0;
  /// What parallel safety costs.
  int64_t safetyBytes = 0;
  /// Of all buffers, each on its own.
  int64_t sumBytes = 0;

  int64_t getArenaBytes() const { return result.placement.sizeInBytes; }
  int64_t getPredictedPeak() const { return getArenaBytes() + residentBytes; }
};

/// Bufferizes and places a copy of `tensors` and returns what the function
/// `name` comes to. `tensors` is left alone; `module` is what the pass runs on.
/// Fails with the diagnostics of bufferization and placement, and on sums over
/// int64.
FailureOr<ArenaFigures> placeCopy(ModuleOp module, ModuleOp tensors,
                                  StringRef name, const PlacingOptions &options,
                                  PassRunner run);

/// Returns whether the options are ones that arenas can have; says at `op` what
/// is wrong otherwise.
LogicalResult checkPlacingOptions(Operation *op, int64_t alignment);

} // namespace mlir::remat

#endif // REMAT_LIB_PIPELINES_PLACEDCOPY_H
