//===- ValueNames.h - What a user calls a value -----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_RUN_VALUENAMES_H
#define REMAT_TOOLS_REMAT_RUN_VALUENAMES_H

#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace mlir::remat {

struct TensorSpec;

/// The names of an argument of `function`: of its location, and "%NAME" as in
/// the text that it was parsed from, of which `text` tells (empty: unknown).
/// Locations say nothing of that text: they may point into another file.
std::vector<std::string> getArgumentNames(func::FuncOp function,
                                          unsigned position,
                                          const AsmParserState &text);

/// The names of a result: its `jax.result_info`, "loss" if it is marked as the
/// loss, and those of the value that is returned.
std::vector<std::string> getResultNames(func::FuncOp function,
                                        unsigned position,
                                        const AsmParserState &text);

/// The position among `specs` that `key` names: by number, by a whole name
/// (with or without '%'), or by the end of one behind a '/'. An error, which
/// begins with "`flag`", names the limit, near names, or both of two that it
/// may mean. `what` is "argument" or "result".
llvm::Expected<unsigned> findByKey(StringRef flag, StringRef key,
                                   StringRef what, ArrayRef<TensorSpec> specs);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_VALUENAMES_H
