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

/// The state of a program, on one line of a terminal that is rewritten in
/// place. Writes nothing if the file is no terminal, or one that cannot move
/// its cursor (TERM=dumb). Not thread-safe.
class StatusLine {
public:
  /// On an open file, standard error by default.
  explicit StatusLine(int file = 2);
  /// Erases the line.
  ~StatusLine() { erase(); }
  StatusLine(const StatusLine &) = delete;
  StatusLine &operator=(const StatusLine &) = delete;

  bool isShown() const { return shown; }

  /// Starts a new piece of work. Updates within a tenth of a second of this, or
  /// of the last one shown, are skipped.
  void begin();
  /// Shows the result of `getText`, cut to the width of the terminal. Does not
  /// call it if the update is skipped.
  void update(llvm::function_ref<std::string()> getText);
  /// Removes the line.
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
