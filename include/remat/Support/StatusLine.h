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

/// What a program is doing, on one line of a terminal that is rewritten in
/// place. Where the file is no terminal, or one that cannot move its cursor
/// (TERM=dumb), nothing is written. Not for several threads at once.
class StatusLine {
public:
  /// On an open file, standard error by default.
  explicit StatusLine(int file = 2);
  /// Erases the line.
  ~StatusLine() { erase(); }
  StatusLine(const StatusLine &) = delete;
  StatusLine &operator=(const StatusLine &) = delete;

  bool isShown() const { return shown; }

  /// From now on, what is done takes long only if it is not over soon: the
  /// first update after this may be passed over, like any that comes within a
  /// tenth of a second of the last one shown.
  void begin();
  /// Shows what `getText` returns, cut to the width of the terminal. It is not
  /// called if nothing is to be shown.
  void update(llvm::function_ref<std::string()> getText);
  /// Removes what is shown.
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
