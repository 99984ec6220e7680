//===- NotApplicable.h - A strategy has no answer ---------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_NOTAPPLICABLE_H
#define REMAT_PLANNER_NOTAPPLICABLE_H

#include "llvm/Support/Error.h"

#include <string>
#include <system_error>
#include <utility>

namespace mlir::remat::planner {

/// The strategy cannot treat this graph, for `reason`.
class NotApplicableError : public llvm::ErrorInfo<NotApplicableError> {
public:
  static char ID;
  explicit NotApplicableError(std::string reason) : reason(std::move(reason)) {}

  void log(llvm::raw_ostream &os) const override { os << reason; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

  std::string reason;
};

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_NOTAPPLICABLE_H
