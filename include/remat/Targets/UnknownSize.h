//===- UnknownSize.h - Why a type has no size in bytes ----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TARGETS_UNKNOWNSIZE_H
#define REMAT_TARGETS_UNKNOWNSIZE_H

#include "mlir/IR/Types.h"

#include <string>

namespace mlir::remat {

/// Completes "the size in bytes of a value of this type ..." where a target has
/// no size for `type`: its element type has none, it does not fit into 64 bits,
/// or the shape is dynamic; then says the remedy.
std::string describeUnknownSize(Type type);

} // namespace mlir::remat

#endif // REMAT_TARGETS_UNKNOWNSIZE_H
