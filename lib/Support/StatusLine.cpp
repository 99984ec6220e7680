//===- StatusLine.cpp - One line of a terminal, rewritten in place --------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Support/StatusLine.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Process.h"

#include <algorithm>
#include <cstdlib>

using namespace mlir::remat;

/// Ten updates a second are readable; shorter work avoids flicker.
static constexpr std::chrono::milliseconds interval(100);

static bool isTerminal(int file) {
  const char *kind = std::getenv("TERM");
  return llvm::sys::Process::FileDescriptorIsDisplayed(file) &&
         !(kind && llvm::StringRef(kind) == "dumb");
}

StatusLine::StatusLine(int file)
    : os(file, /*shouldClose=*/false, /*unbuffered=*/true),
      shown(isTerminal(file)), next(Clock::now() + interval) {}

void StatusLine::begin() { next = Clock::now() + interval; }

void StatusLine::update(llvm::function_ref<std::string()> getText) {
  if (!shown)
    return;
  Clock::time_point now = Clock::now();
  if (now < next)
    return;
  next = now + interval;
  // A wrapped line could not be erased.
  unsigned columns = llvm::sys::Process::StandardErrColumns();
  std::string text = getText();
  text.resize(std::min<size_t>(text.size(), (columns ? columns : 80) - 1));
  // At once: half a line would flicker.
  os << ("\r\x1b[K" + text);
  dirty = true;
}

void StatusLine::erase() {
  if (dirty)
    os << "\r\x1b[K";
  dirty = false;
  // A vanished terminal is no error.
  os.clear_error();
}
