//===- Target.h - A compiler's memory model ---------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler of the rewritten function: its memory model and habits. Callers:
//
//   memory, sizes, workspaces, fusesOps   Analysis, which builds the graph;
//                                         arenas ask for sizes too
//   getDefaultDevice                      the options of passes
//   movesOps                              prepareStep, and the pipeline before
//   schedulesByItself, dropsUnreadTies,
//   fusesOps, getDefaultCuts,
//   copiesArguments, hasKnownHeap         solveStep, how a plan becomes IR
//   readsStablehlo                        the pipeline behind the plan
//   placesBuffers                         remat-fit-arena
//   needsIsolatedDestinations             prepareStep, and copies to profile
//   prefersFusion, prefersArena           the pipeline's defaults
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TARGETS_TARGET_H
#define REMAT_TARGETS_TARGET_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace mlir::remat {

/// Ops of a block computed inside their readers: their results never lie in
/// memory.
using FusedOps = llvm::DenseSet<Operation *>;

/// Products that a turn of a loop adds to what the loop carries, in program
/// order. Null if the product is computed onto it; else the first product of
/// the kernel that computes several, which are added later.
using AddedProducts = llvm::MapVector<Operation *, Operation *>;

class Target {
public:
  virtual ~Target() = default;

  /// As `--remat-target` takes it.
  virtual llvm::StringRef getName() const = 0;
  /// One line for help texts.
  virtual llvm::StringRef getSummary() const = 0;

  /// Bytes to a multiple of which storage sizes round up.
  virtual int64_t getStorageAlignment() const = 0;

  /// Each destination-passing op needs a destination of its own before planning
  /// and again before lowering, so that bufferization keeps to the model.
  virtual bool needsIsolatedDestinations() const = 0;

  /// Computes some ops inside their readers (`findFusedOps`) and owns the
  /// storage of results from start to end.
  virtual bool fusesOps() const { return false; }

  /// Hoists loop invariants and merges equal values.
  virtual bool movesOps() const { return false; }

  /// Orders ops anew: a step that fits is best left alone.
  virtual bool schedulesByItself() const { return false; }

  /// Drops operands that a barrier only waits for, unless a reader takes them
  /// from the barrier.
  virtual bool dropsUnreadTies() const { return false; }

  /// Reads StableHLO, and reports the result's needs itself.
  virtual bool readsStablehlo() const { return false; }

  /// Places buffers: no arena can be promised.
  virtual bool placesBuffers() const { return false; }

  /// Of such a target: places temporaries by `placeBestFitBySizeOrLife`, so
  /// that the gaps between them are known.
  virtual bool hasKnownHeap() const { return false; }

  /// Copies values to the host and back (`remat.park`, `remat.fetch`).
  virtual bool parksOnHost() const { return false; }

  /// Ops of `block` computed where they are read, with views and constants.
  /// Empty unless `fusesOps`. Regions of its ops are blocks of their own. O(ops
  /// · operands).
  virtual FusedOps findFusedOps(Block &block) const { return {}; }

  /// The device of a step for which none is named (`getDevices`).
  virtual llvm::StringRef getDefaultDevice() const { return "cpu"; }

  /// Barriers over all that is alive that keep the order of a plan for a budget
  /// of `share` of the step's peak; 0 where nothing schedules anew.
  virtual int64_t getDefaultCuts(double share) const { return 0; }

  /// Copies arguments that `op` reads into a layout of their own, as early as
  /// it can, and shares the copies with other readers.
  virtual bool copiesArguments(Operation *op) const { return false; }

  /// A value read by `op` beside its operands and overwritten by its result,
  /// since the target merges it with the op's start values. Null for most.
  virtual Value getMergedOperand(Operation *op) const { return Value(); }

  /// The products of the `body` of a loop that nothing reads but the addition
  /// to what the loop carries. O(ops + products²).
  virtual AddedProducts findAddedProducts(Block &body) const { return {}; }

  /// While `op` runs, beside its operands, results and nested values.
  virtual int64_t getWorkspaceBytes(Operation *op) const { return 0; }

  /// The workspace of `op` is a buffer made by `remat-add-workspaces`, so that
  /// plan and arena count the same bytes. Else `#remat.cost` overrides it.
  virtual bool allocatesWorkspaceOf(Operation *op) const { return false; }

  /// Fuses elementwise ops before planning by default.
  virtual bool prefersFusion() const { return false; }

  /// By default places all buffers in one arena, which then keeps the budget.
  virtual bool prefersArena() const { return false; }

  /// Rounded bytes of a value: 0 in registers (scalars, indices, vectors), none
  /// if unknown before the step runs (dynamic shapes, unranked types, element
  /// types without a size) or over int64.
  virtual std::optional<int64_t> getStorageBytes(Type type) const;
};

/// Upstream bufferization: every tensor in memory, storages rounded up to 64
/// bytes, views share their operand's storage.
const Target &getCpuTarget();

/// XLA on GPUs (docs/xla.md): elementwise ops and data moves fuse into readers,
/// results have storages from start to end, matrix products a workspace.
const Target &getXlaGpuTarget();

/// NVIDIA's GPUs through remat-gpu-pipeline: storages rounded up to 256 bytes,
/// all in one arena, with the workspaces of library calls and of reductions and
/// deep sums in several parts (CudaWorkspaces.h).
const Target &getCudaTarget();

/// Without libraries (`library=none`): only reductions and deep sums have a
/// workspace.
const Target &getCudaGeneratedTarget();

llvm::ArrayRef<const Target *> getTargets();
/// Null if unknown.
const Target *lookupTarget(llvm::StringRef name);

/// If `name` is empty, the target that `function` was planned for
/// (`remat.target`), else the CPU's. Emits a diagnostic at `function` for
/// unknown targets.
FailureOr<const Target *> getTargetOf(Operation *function,
                                      llvm::StringRef name = "");

/// Notes on `function` that it was planned or placed for `target`.
void setTargetOf(Operation *function, const Target &target);

} // namespace mlir::remat

#endif // REMAT_TARGETS_TARGET_H
