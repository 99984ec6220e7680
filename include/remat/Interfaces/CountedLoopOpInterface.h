//===- CountedLoopOpInterface.h - Loops that count their turns --*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_INTERFACES_COUNTEDLOOPOPINTERFACE_H
#define REMAT_INTERFACES_COUNTEDLOOPOPINTERFACE_H

#include "mlir/IR/OpDefinition.h"
#include "remat/Interfaces/CountedLoop.h"
#include "remat/Interfaces/LoopEmitter.h"

#include <memory>
#include <optional>
#include <string>

namespace mlir::remat::detail {
/// The default of the interface's method.
std::string explainUncounted();
} // namespace mlir::remat::detail

#include "remat/Interfaces/CountedLoopOpInterface.h.inc"

namespace mlir::remat {

/// By the interface; none if `op` does not implement it.
std::optional<CountedLoop> getCountedLoop(Operation *op);

} // namespace mlir::remat

#endif // REMAT_INTERFACES_COUNTEDLOOPOPINTERFACE_H
