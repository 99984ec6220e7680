//===- IntegerOps.h - Integers that ops compute -----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_ANALYSIS_LOOPS_INTEGEROPS_H
#define REMAT_LIB_ANALYSIS_LOOPS_INTEGEROPS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/APInt.h"

#include <optional>

namespace mlir::remat {

/// The bits of an integer, or of a tensor of one without dimensions; none for
/// other types.
std::optional<unsigned> getIntegerWidth(Type type);

/// The integer of a constant, or of a constant tensor of one.
std::optional<APInt> getConstantInteger(Value value);

/// The operands that the result of an op on integers follows from: of a linalg
/// op, those that it does not overwrite.
SmallVector<Value> getIntegerOperands(Operation *op);

/// The only result of `op` for these integers as its `getIntegerOperands`; none
/// for other ops. O(nested ops).
std::optional<APInt> evaluateIntegerOp(Operation *op, ArrayRef<APInt> operands);

} // namespace mlir::remat

#endif // REMAT_LIB_ANALYSIS_LOOPS_INTEGEROPS_H
