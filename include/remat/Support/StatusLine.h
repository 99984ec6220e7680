//===- StatusLine.h - One line of a terminal, rewritten in place *- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_SUPPORT_STATUSLINE_H
#define REMAT_SUPPORT_STATUSLINE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <string>

namespace mlir::remat {

/// A program's state, on one terminal line rewritten in place. Writes nothing
/// if the file is no terminal, or cannot move its cursor (TERM=dumb). Not
/// thread-safe.
class StatusLine {
public:
  /// On an open file, standard error by default.
  explicit StatusLine(int file = 2);
  ~StatusLine() { erase(); }
  StatusLine(const StatusLine &) = delete;
  StatusLine &operator=(const StatusLine &) = delete;

  bool isShown() const { return shown; }

  /// Starts a new piece of work. Skips updates within a tenth of a second of
  /// this, or of the last one shown.
  void begin();
  /// Shows the text, cut to the terminal's width. Skipped updates do not call
  /// `getText`.
  void update(llvm::function_ref<std::string()> getText);
  void erase();

private:
  using Clock = std::chrono::steady_clock;

  llvm::raw_fd_ostream os;
  bool shown;
  bool dirty = false;
  Clock::time_point next;
};

} // namespace mlir::remat

#endif // REMAT_SUPPORT_STATUSLINE_H
