//===- ArenaPlan.h - The arena that a function was planned for --*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_DIALECT_REMAT_IR_ARENAPLAN_H
#define REMAT_DIALECT_REMAT_IR_ARENAPLAN_H

#include "mlir/IR/BuiltinAttributes.h"

#include <optional>
#include <string>

namespace mlir::remat {

/// Function on tensors whose budget holds in an arena (`--remat-arena=fit`): a
/// dictionary of the entries below.
inline constexpr llvm::StringLiteral kArenaPlanAttrName = "remat.arena_plan";

/// How the buffers have to be placed, so that the arena and the resident bytes
/// keep `budget`.
struct ArenaPlan {
  int64_t budget = 0;
  /// Of each offset.
  int64_t alignment = 0;
  /// The effort of the placement.
  int64_t effort = 0;
  bool isInPlace = false;
  /// Which buffers share bytes: a value of the option `parallel-safe`.
  std::string sharing;
};

/// As an attribute, and back: none if `attribute` is no plan.
DictionaryAttr toAttribute(const ArenaPlan &plan, MLIRContext *context);
std::optional<ArenaPlan> getArenaPlan(Attribute attribute);

} // namespace mlir::remat

#endif // REMAT_DIALECT_REMAT_IR_ARENAPLAN_H
