//===- Interrupt.h - Ctrl-C that ends a search ------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_SUPPORT_INTERRUPT_H
#define REMAT_SUPPORT_INTERRUPT_H

#include <atomic>

namespace mlir::remat {

/// While a guard exists, the first SIGINT (Ctrl-C) only sets a flag; the second
/// has its previous effect. For tools: a library leaves signals to its host. An
/// ignored SIGINT stays ignored. Guards may overlap, on any threads. Without
/// POSIX signals they have no effect.
class InterruptGuard {
public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard &) = delete;
  InterruptGuard &operator=(const InterruptGuard &) = delete;

  /// Stays set, for later searches too.
  static const std::atomic<bool> &flag();
  static void clear();
};

} // namespace mlir::remat

#endif // REMAT_SUPPORT_INTERRUPT_H
