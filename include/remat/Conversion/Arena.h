//===- Arena.h - All buffers of a step in one block -------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From allocations to one arena: a function's buffers, their lives and offsets,
// and the rewrite to views. For `-remat-place-buffers`, and a loop that plans,
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

enum class Sharing {
  /// Those that are not alive at once in program order.
  Serial,
  /// Those whose uses data dependence orders: independent ops may run at once.
  Dependence,
  /// Those made on one path of a cover by longest paths: a cheap subset of
  /// Dependence (Chen et al.'s path coloring).
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
  /// Bytes, of each offset: a power of two; allocations may ask for more.
  int64_t alignment = 64;
  /// Rounds sizes; cpu if null. `applyArena` notes it on the function.
  const Target *target = nullptr;
  Sharing sharing = Sharing::Serial;
  /// PlaceOptions::effort.
  int effort = 1;
  /// Places returned buffers too; the caller then frees the arena, once, by any
  /// result.
  bool placeResults = true;
  /// Makes the arena the last argument instead of an allocation.
  bool arenaIsArgument = false;
  /// Makes memref arguments views of the arena too (only if it is an argument):
  /// one block for everything.
  bool placeArguments = false;
  /// `applyArena` adds runtime calls (runtime/ArenaCheck.h) where lives begin
  /// and end.
  bool isChecked = false;
};

/// A buffer of a function and when it is alive.
struct ArenaBuffer {
  /// The result of a `memref.alloc`, or an argument.
  Value buffer;
  /// Several in different branches; none if returned, or an argument that stays
  /// the caller's.
  SmallVector<Operation *, 1> deallocations;
  /// Allocations that a run makes instead of `buffer`: an `scf.if` whose
  /// branches each yield a buffer of their own.
  SmallVector<Value, 1> alternatives;
};

/// The buffers of a function in the host's memory (`#remat.host`), and their
/// places in a block there; as in Arena.
struct HostBlock {
  std::vector<ArenaBuffer> buffers;
  placement::Problem problem;
  placement::PlaceResult result;
};

/// A function's buffers and their places, `problem.buffers` by position in
/// `buffers`; times count its operations in program order (nested ones
/// included), sizes are bytes as the target rounds them.
struct Arena {
  std::vector<ArenaBuffer> buffers;
  placement::Problem problem;
  placement::PlaceResult result;
  /// The live maximum, without resident storages.
  int64_t livePeakBytes = 0;
  /// With Sharing::Serial: the difference is the cost of safety.
  int64_t serialBytes = 0;
  /// Results that stay allocations of their own.
  int64_t unplacedBytes = 0;
  /// Of the arena's address, in bytes.
  int64_t alignment = 1;
  /// The function returns a buffer in it.
  bool isReturned = false;
  /// Beside it; without buffers if the function has none on the host.
  HostBlock host;
};

/// Moves each allocation of static shape before its first use in its block,
/// from where its bytes count. O(uses).
void sinkAllocations(func::FuncOp function);

/// Collects and places the buffers of `function`; changes nothing. Unless
/// control flow decides about allocations, `livePeakBytes` and the resident
/// bytes are the peak of `computeBufferProfile`.
///
/// With `sharing` other than Serial, ops without a data dependence may run at
/// once. In program order stay: two that access one buffer (as a whole, and as
/// before it shared bytes), one of them to write; a user of another's results;
/// any op around one of unknown effects. Ops with regions, and calls, count as
/// one. `placement::getAntichainBound` bounds placements then.
///
/// Emits a diagnostic at the allocation for unknown sizes or lives and buffers
/// that a loop carries around; and for unknown accesses, over
/// `placement::maxSharingConflicts` conflicts, and options that contradict each
/// other or the callers of `function`.
FailureOr<Arena> planArena(func::FuncOp function, const ArenaOptions &options);

/// Replaces the allocations of `arena`, from `planArena` with the same options
/// and function, by views of one block; drops their deallocations. Sets the
/// function's arena attributes (`remat.arena_bytes`, ...). Buffers on the host
/// become views of a block that the function allocates there.
void applyArena(func::FuncOp function, const Arena &arena,
                const ArenaOptions &options);

/// A name for each buffer, by position, for reports and pictures: the operation
/// that makes its content and its location ("linalg.matmul step.mlir:12:10"),
/// "workspace of " it, or "argument 3"; not unique. Call before allocations are
/// replaced. O(uses).
std::vector<std::string> nameBuffers(ArrayRef<ArenaBuffer> buffers);

} // namespace remat
} // namespace mlir

#endif // REMAT_CONVERSION_ARENA_H
