//===- Fibers.h - Stacks that take turns ------------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fibers: calls that can be left in the middle and gone on with later, each on
// a stack of its own, all in one thread of the system.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUNTIME_CUDA_EMULATOR_FIBERS_H
#define REMAT_RUNTIME_CUDA_EMULATOR_FIBERS_H

#include <cstddef>
#include <memory>
#include <vector>

namespace remat::emulator {

/// What a fiber runs. It never returns: it yields for the last time.
using FiberEntry = void (*)();

/// A stack, with a guard page below it, and where on it to go on. Where the
/// machine's calling convention is known the switch is a dozen instructions of
/// our own; elsewhere it is swapcontext, which asks the system twice.
class Fiber {
public:
  /// Returns null if there is no memory for another stack.
  static std::unique_ptr<Fiber> create(FiberEntry entry);
  ~Fiber();
  Fiber(const Fiber &) = delete;
  Fiber &operator=(const Fiber &) = delete;

  /// Goes on with the fiber until it yields. Not from within a fiber.
  void resume();
  /// Leaves the fiber that runs; its `resume` returns.
  static void yield();

private:
  struct State;
  explicit Fiber(std::unique_ptr<State> state);
  std::unique_ptr<State> state;
};

} // namespace remat::emulator

#endif // REMAT_RUNTIME_CUDA_EMULATOR_FIBERS_H
