//===- PlacedCopy.h - What a function comes to in an arena ------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that plan and place work on copies: a function and its callees in a
// module of their own.
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

/// Runs passes on an operation inside of the calling pass's operation.
using PassRunner =
    llvm::function_ref<LogicalResult(OpPassManager &, Operation *)>;

/// Keeps diagnostics back during its lifetime.
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

/// Emits diagnostics that were kept back.
void emitKept(Operation *op, std::vector<Diagnostic> diagnostics);

/// Returns a copy with only the bodies that function `name` needs, in which it
/// is public. O(module).
OwningOpRef<ModuleOp> copyWith(ModuleOp module, StringRef name);

/// Runs passes on `copy`, inserted at the end of `module` meanwhile: a pass may
/// run others only inside of its own operation.
LogicalResult runOnCopy(ModuleOp module, ModuleOp copy, OpPassManager &passes,
                        PassRunner run);

struct PlacingOptions {
  ArenaOptions arena;
  bool isInPlace = true;

  const Target &getTarget() const {
    return arena.target ? *arena.target : getCpuTarget();
  }
  /// Sets the alignment of offsets; -1 takes the target's.
  void setAlignment(int64_t alignment) {
    arena.alignment =
        alignment == -1 ? getTarget().getStorageAlignment() : alignment;
  }
};

/// Adds the passes from tensors to placeable buffers.
void addBufferPasses(OpPassManager &passes, const PlacingOptions &options);

struct ArenaFigures {
  placement::Problem problem;
  placement::PlaceResult result;
  /// By the position of the problem's buffers.
  std::vector<std::string> names;
  int64_t residentBytes = 0;
  int64_t livePeakBytes = 0;
  /// The cost of parallel safety.
  int64_t safetyBytes = 0;
  /// The sum over all buffers.
  int64_t sumBytes = 0;
  /// Of the block on the host, which the others leave out.
  int64_t hostBytes = 0;

  int64_t getArenaBytes() const { return result.placement.sizeInBytes; }
  int64_t getPredictedPeak() const { return getArenaBytes() + residentBytes; }
};

/// Bufferizes and places function `name` in a copy of `tensors`; the pass runs
/// on `module`. Fails as these do, with a diagnostic, and on sums over int64.
FailureOr<ArenaFigures> placeCopy(ModuleOp module, ModuleOp tensors,
                                  StringRef name, const PlacingOptions &options,
                                  PassRunner run);

/// Fails, with a diagnostic at `op`, on an invalid alignment.
LogicalResult checkPlacingOptions(Operation *op, int64_t alignment);

} // namespace mlir::remat

#endif // REMAT_LIB_PIPELINES_PLACEDCOPY_H
