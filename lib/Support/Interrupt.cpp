//===- Interrupt.cpp - Ctrl-C that ends a search --------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Support/Interrupt.h"
#include "llvm/Config/llvm-config.h"

#include <mutex>

#if LLVM_ON_UNIX
#include <cerrno>
#include <csignal>
#endif

using namespace mlir::remat;

// Signal handlers can use only static data.
static std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free,
              "a signal handler must not take a lock");

const std::atomic<bool> &InterruptGuard::flag() { return interrupted; }

void InterruptGuard::clear() { interrupted = false; }

#if LLVM_ON_UNIX

static std::mutex mutex;
static unsigned guards = 0;
static struct sigaction previous;

/// Does only what POSIX allows in a handler.
static void handleInterrupt(int) {
  const int saved = errno;
  interrupted = true;
  sigaction(SIGINT, &previous, nullptr);
  errno = saved;
}

static bool isHandled() {
  struct sigaction current;
  return sigaction(SIGINT, nullptr, &current) == 0 &&
         !(current.sa_flags & SA_SIGINFO) &&
         current.sa_handler == handleInterrupt;
}

InterruptGuard::InterruptGuard() {
  std::lock_guard<std::mutex> lock(mutex);
  // After a first SIGINT, the next one is the second.
  if (guards++ || interrupted)
    return;
  if (sigaction(SIGINT, nullptr, &previous) != 0 ||
      (!(previous.sa_flags & SA_SIGINFO) && previous.sa_handler == SIG_IGN))
    return;
  struct sigaction action = {};
  action.sa_handler = handleInterrupt;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
}

InterruptGuard::~InterruptGuard() {
  std::lock_guard<std::mutex> lock(mutex);
  if (--guards == 0 && isHandled())
    sigaction(SIGINT, &previous, nullptr);
}

#else

InterruptGuard::InterruptGuard() = default;
InterruptGuard::~InterruptGuard() = default;

#endif
