//===- NamedValues.h - Values by their names in the text --------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_OPT_NAMEDVALUES_H
#define REMAT_TOOLS_REMAT_OPT_NAMEDVALUES_H

#include "mlir/IR/DialectRegistry.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <string>

namespace mlir::remat {

/// Location where `text` defines the value `what` ("%5", or "@f:%5" in one of
/// several functions): "12:3", or the name in its location. MLIR's parser drops
/// value names; passes know only places. Prefers values in function bodies to
/// those inside of ops, and those in the step (`findStep`). Parses `text`
/// again; returns `what` if that fails, since the next parse reports why. Exact
/// unless the text gives the op another location: none of 46,057 values in 30
/// steps does. Errors: no value or several values of that name, bytecode.
llvm::Expected<std::string>
findNamedValue(llvm::StringRef what, llvm::StringRef functionName,
               int64_t lossResult, llvm::MemoryBufferRef text,
               const DialectRegistry &registry, bool allowsUnregistered);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_OPT_NAMEDVALUES_H
