//===- ExplainNames.h - What is to be explained, in the IR ------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR keeps no names of values. Whoever parsed the text knows them, and writes
// the one that is asked about into locations, which inlining keeps.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TRANSFORMS_EXPLAINNAMES_H
#define REMAT_TRANSFORMS_EXPLAINNAMES_H

#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"
#include "remat/Support/NearNames.h"

#include <optional>
#include <string>

namespace mlir::remat {

/// A name that a location carries.
struct ExplainMark {
  /// As it is asked for: "%5", "@f:%5#1".
  std::string name;
  /// The result that is meant; all of them if none.
  std::optional<int64_t> result;
  /// Where the op stood that was merged with this one; empty if none was.
  std::string mergedFrom;
  /// What is asked about prepares the destination of this op.
  bool isPreparedBy = false;
};

/// `loc` with the mark. Passes keep it as they keep locations; it plays no part
/// in what they do.
Location addExplainMark(Location loc, const ExplainMark &mark);
/// The mark in `loc`; none if there is none.
std::optional<ExplainMark> getExplainMark(Location loc);
/// Takes all marks out of the locations under `op`.
void removeExplainMarks(Operation *op);

/// An op, or an argument of the function or of a block inside.
struct NamedOp {
  Operation *op = nullptr;
  BlockArgument argument;
  /// The result that is meant; all if none.
  std::optional<int64_t> result;
  /// As in ExplainMark.
  std::string mergedFrom;
  bool isPreparedBy = false;

  Location getLoc() const { return op ? op->getLoc() : argument.getLoc(); }
};

/// Whether `what` is the name of a value: "%5", "@f:%5".
bool isValueName(StringRef what);

/// Whether something under `op`, a function or a module, is what `what` says.
/// If nothing is, an error that names what is near; of a single function, whose
/// neighbors may have it, a warning. A function that is not `functionName` is
/// left out, unless that is empty.
LogicalResult checkIsThere(Operation *op, StringRef functionName,
                           StringRef what);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_EXPLAINNAMES_H
