//===- Interleavings.h - Owners of bytes in any order -----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TEST_LIB_PLACEMENT_INTERLEAVINGS_H
#define REMAT_TEST_LIB_PLACEMENT_INTERLEAVINGS_H

#include "remat/Placement/Sharing.h"

namespace mlir::remat::placement {

/// Where a buffer lies.
struct ByteRange {
  int64_t offset = 0;
  int64_t size = 0;
};

struct InterleavingOptions {
  uint64_t seed = 1;
  /// Executions that are tried; of each two the second holds one task back as
  /// long as it can. Twice the number of tasks holds each back once.
  int64_t count = 100;
};

/// Runs the tasks again and again on paper, each from its start to its end,
/// several at once, in random orders that respect the dependences: of two tasks
/// that access one object, one of them to write, the later waits for the end of
/// the earlier. Buffers are the objects below `ranges.size()`. A buffer owns
/// its bytes from the start of the first task that accesses it to the end of
/// the last one. Fails at the first byte with two owners, with both buffers and
/// the tasks.
///
/// Made from the definition alone, without what it is a check of. Complete once
/// every task was held back: if two buffers can own a byte at once in any
/// order, then they do where a task that accesses the one is held back and
/// everything else that may run does. O(accesses² + count · (dependences +
/// accesses · owners)).
llvm::Error checkInterleavings(llvm::ArrayRef<TaskAccess> tasks,
                               llvm::ArrayRef<ByteRange> ranges,
                               const InterleavingOptions &options = {});

/// As above, of a placement of a problem.
llvm::Error checkInterleavings(llvm::ArrayRef<TaskAccess> tasks,
                               const Problem &problem,
                               const Placement &placement,
                               const InterleavingOptions &options = {});

/// An order of the tasks in which each comes after those that it depends on,
/// as above: of those that may come next, any is as likely. O(accesses²).
std::vector<uint32_t> getRandomOrder(llvm::ArrayRef<TaskAccess> tasks,
                                     uint64_t seed);

} // namespace mlir::remat::placement

#endif // REMAT_TEST_LIB_PLACEMENT_INTERLEAVINGS_H
