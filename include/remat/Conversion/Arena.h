//===- Arena.h - All buffers of a step in one block -------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From allocations to one arena: which buffers a function has, when they are
// alive, where they lie, and the rewrite to views at constant offsets.
// `-remat-place-buffers` calls these, and so does a loop that plans,
// bufferizes, places and plans again.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_CONVERSION_ARENA_H
#define REMAT_CONVERSION_ARENA_H

#include "mlir/IR/Value.h"
#include "mlir/Support/LLVM.h"
#include "remat/Placement/Place.h"
#include "llvm/Support/CommandLine.h"

namespace mlir {
namespace func {
class FuncOp;
} // namespace func

namespace remat {

class Target;

/// Which buffers may share bytes.
enum class Sharing {
  /// Those that are not alive at once in program order.
  Serial,
  /// Those whose uses data dependence orders: independent ops may run at once.
  Dependence,
  /// Those made on one path of a cover of the step by longest paths: a cheap
  /// subset of Dependence (Chen et al.'s path coloring).
  Coloring
};

inline llvm::cl::ValuesClass getSharingValues() {
  return llvm::cl::values(
      clEnumValN(Sharing::Serial, "none",
                 "buffers share where they are not alive at once in program "
                 "order"),
      clEnumValN(Sharing::Dependence, "dependence",
                 "only where data dependence orders all their uses"),
      clEnumValN(Sharing::Coloring, "coloring",
                 "only on one path of a cover by longest paths"));
}

struct ArenaOptions {
  /// In bytes, of each offset: a power of two; an allocation that asks for more
  /// gets it.
  int64_t alignment = 64;
  /// Rounds sizes; cpu if null. `applyArena` notes it on the function.
  const Target *target = nullptr;
  Sharing sharing = Sharing::Serial;
  /// PlaceOptions::effort.
  int effort = 1;
  /// Whether what the function returns lies in the arena too. Its caller then
  /// frees the arena, once, by any of the results.
  bool placeResults = true;
  /// Whether the arena is an argument (the last) instead of an allocation.
  bool arenaIsArgument = false;
  /// Whether memref arguments become views of the arena too (only if it is an
  /// argument): one block for everything.
  bool placeArguments = false;
  /// Whether `applyArena` puts calls of the runtime (runtime/ArenaCheck.h)
  /// where the lives of buffers begin and end.
  bool isChecked = false;
};

/// A buffer of a function and when it is alive.
struct ArenaBuffer {
  /// The result of a `memref.alloc`, or an argument.
  Value buffer;
  /// Several in different branches; none if it is returned, or an argument that
  /// stays the caller's.
  SmallVector<Operation *, 1> deallocations;
  /// Other allocations of which a run makes one instead of `buffer`: the
  /// branches of an `scf.if` that yield each a buffer of their own.
  SmallVector<Value, 1> alternatives;
};

/// A function's buffers and where they lie. `problem.buffers` is by the
/// positions of `buffers`; times count the operations of the function in
/// program order (nested ones included), sizes are bytes as the target rounds
/// them.
struct Arena {
  std::vector<ArenaBuffer> buffers;
  placement::Problem problem;
  placement::PlaceResult result;
  /// The live maximum, in bytes: resident storages are not counted.
  int64_t livePeakBytes = 0;
  /// Bytes with Sharing::Serial: the difference is the cost of safety.
  int64_t serialBytes = 0;
  /// Bytes of the results that stay allocations of their own.
  int64_t unplacedBytes = 0;
  /// Of the address of the arena, in bytes.
  int64_t alignment = 1;
  /// Whether the function returns a buffer that lies in it.
  bool isReturned = false;
};

/// Moves each allocation of static shape directly before the first operation of
/// its block that uses it: bytes do not count before. O(uses).
void sinkAllocations(func::FuncOp function);

/// Collects the buffers of `function` and places them; changes nothing. Unless
/// control flow decides about allocations, `livePeakBytes` and the resident
/// bytes are the peak that `computeBufferProfile` computes.
///
/// With `sharing` other than Serial, ops may run at once that data dependence
/// does not order: two that access one buffer (as a whole, and as it was before
/// it shared bytes), one of them to write, run in program order; so do one that
/// uses what the other returns, and anything before or after an op of unknown
/// effects. Ops with regions, and calls, count as one. No placement goes below
/// `placement::getAntichainBound` then.
///
/// Fails with a diagnostic at the allocation, on sizes that are not known,
/// lives that cannot be told, and buffers that a loop carries from turn to
/// turn; on operations whose accesses are not known and more conflicts than
/// `placement::maxSharingConflicts`; and on options that contradict each other
/// or the callers of `function`.
FailureOr<Arena> planArena(func::FuncOp function, const ArenaOptions &options);

/// Replaces the allocations of `arena` by views of one block, and drops their
/// deallocations. `arena` is from `planArena` with the same options, the
/// function unchanged. Sets the dialect's attributes of arenas on the function
/// (`remat.arena_bytes`, ...).
void applyArena(func::FuncOp function, const Arena &arena,
                const ArenaOptions &options);

/// Returns a name for each buffer, by position, for reports and pictures: the
/// operation that makes its content and the place in the source
/// ("linalg.matmul step.mlir:12:10"), "workspace of " it, or "argument 3".
/// Names need not be unique. Call it before the allocations are replaced.
/// O(uses).
std::vector<std::string> nameBuffers(ArrayRef<ArenaBuffer> buffers);

} // namespace remat
} // namespace mlir

#endif // REMAT_CONVERSION_ARENA_H
