//===- Target.h - How a compiler lays out what we plan ----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A target is what compiles the rewritten function: its memory model and its
// habits (what it does to ops by itself). Each question has one asker:
//
//   memory, sizes, workspaces, fusesOps   Analysis, which builds the graph;
//                                         arenas ask for sizes too
//   movesOps                              prepareStep, and the pipeline before
//   schedulesByItself, dropsUnreadTies,
//   getDefaultCuts                        solveStep, how a plan becomes IR
//   readsStablehlo                        the pipeline behind the plan
//   placesBuffers                         remat-fit-arena
//   needsIsolatedDestinations             prepareStep, and what profiles copies
//   prefersFusion, prefersArena           the pipeline's defaults
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TARGETS_TARGET_H
#define REMAT_TARGETS_TARGET_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace mlir::remat {

/// The ops of a block that a target computes inside of their readers: their
/// results never lie in memory.
using FusedOps = llvm::DenseSet<Operation *>;

class Target {
public:
  virtual ~Target() = default;

  /// The name that `--remat-target` takes.
  virtual llvm::StringRef getName() const = 0;
  /// One line for help texts.
  virtual llvm::StringRef getSummary() const = 0;

  /// The multiple to which the size of a storage rounds up, in bytes.
  virtual int64_t getStorageAlignment() const = 0;

  /// Whether each destination-passing op needs a destination of its own before
  /// planning and again before lowering, so that bufferization keeps to the
  /// model.
  virtual bool needsIsolatedDestinations() const = 0;

  /// Whether the target computes some ops inside of their readers
  /// (`findFusedOps`) and owns the storage of results from start to end.
  virtual bool fusesOps() const { return false; }

  /// Whether the compiler takes invariants out of loops and makes equal values
  /// once.
  virtual bool movesOps() const { return false; }

  /// Whether the compiler orders ops anew: a step that fits is best left alone.
  virtual bool schedulesByItself() const { return false; }

  /// Whether the compiler drops what a barrier only waits for unless a reader
  /// takes it from the barrier.
  virtual bool dropsUnreadTies() const { return false; }

  /// Whether the compiler reads StableHLO, and tells the result's needs itself.
  virtual bool readsStablehlo() const { return false; }

  /// Whether the compiler places buffers: no arena can be promised.
  virtual bool placesBuffers() const { return false; }

  /// The ops of `block` that are computed where they are read, views and
  /// constants among them. Empty unless `fusesOps`. Regions of the
  /// block's ops are blocks of their own. O(ops · operands).
  virtual FusedOps findFusedOps(Block &block) const { return {}; }

  /// How many barriers over all that is alive a plan needs for its order to be
  /// kept; 0 where nothing schedules anew.
  virtual int64_t getDefaultCuts() const { return 0; }

  /// A value that `op` reads beside its operands and writes its result over:
  /// one that the target merges with the op's start values. Null for most.
  virtual Value getMergedOperand(Operation *op) const { return Value(); }

  /// Bytes set aside for `op` while it runs, beside its operands, results and
  /// nested values.
  virtual int64_t getWorkspaceBytes(Operation *op) const { return 0; }

  /// Whether the workspace of `op` is a buffer of the function, made by
  /// `remat-add-workspaces`, so that plan and arena count the same bytes. Else
  /// `#remat.cost` overrides it.
  virtual bool allocatesWorkspaceOf(Operation *op) const { return false; }

  /// Whether elementwise ops are fused before planning, by default.
  virtual bool prefersFusion() const { return false; }

  /// Whether all buffers are placed in one arena, which then keeps the budget,
  /// by default.
  virtual bool prefersArena() const { return false; }

  /// Bytes that a value of `type` occupies, rounded by the target: 0 for what
  /// lives in registers (scalars, indices, vectors), none where the size is not
  /// known before the step runs (dynamic shapes, unranked types, element types
  /// without a size) or does not fit into int64.
  virtual std::optional<int64_t> getStorageBytes(Type type) const;
};

/// Upstream bufferization: every tensor in memory, each storage rounded up to
/// 64 bytes, views share their operand's storage.
const Target &getCpuTarget();

/// XLA on GPUs, by the rules of docs/xla.md: elementwise ops and moves of data
/// are fused into their readers, results have storages of their own from start
/// to end, a matrix product has a workspace.
const Target &getXlaGpuTarget();

/// NVIDIA's GPUs through remat-gpu-pipeline: each storage rounded up to 256
/// bytes, all of them in one arena, with the workspaces of library calls and of
/// reductions in several parts (CudaWorkspaces.h).
const Target &getCudaTarget();

/// The same without libraries (`library=none`): matrix products and
/// convolutions have no workspace.
const Target &getCudaGeneratedTarget();

/// All targets, for help texts and lookups.
llvm::ArrayRef<const Target *> getTargets();
/// The target of that name, or null.
const Target *lookupTarget(llvm::StringRef name);

/// The target of that name; for an empty name, the one that `function` was
/// planned for (`remat.target`), else the CPU's. Emits a diagnostic at
/// `function` and fails if there is no such target.
FailureOr<const Target *> getTargetOf(Operation *function,
                                      llvm::StringRef name = "");

/// Notes on `function` that it was planned or placed for `target`.
void setTargetOf(Operation *function, const Target &target);

} // namespace mlir::remat

#endif // REMAT_TARGETS_TARGET_H
