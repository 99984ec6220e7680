//===- SetAside.h - Functions that passes leave alone -----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PIPELINES_SETASIDE_H
#define REMAT_LIB_PIPELINES_SETASIDE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::remat {

/// Takes the functions that have no calls in common with a step out of its
/// module, and makes the step public, until it is destroyed: passes on the
/// module leave the former as they are, and do not remove the latter.
class SetAside {
public:
  /// `step` is directly in its module. O(functions · ops).
  explicit SetAside(func::FuncOp step);
  ~SetAside();
  SetAside(const SetAside &) = delete;
  SetAside &operator=(const SetAside &) = delete;

private:
  ModuleOp module;
  std::string name;
  SymbolTable::Visibility visibility;
  /// Each with the name of the function left in the module behind it, if any;
  /// last ones first.
  SmallVector<std::pair<func::FuncOp, std::string>> aside;
};

} // namespace mlir::remat

#endif // REMAT_LIB_PIPELINES_SETASIDE_H
