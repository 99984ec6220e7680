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
#include "mlir/Pass/Pass.h"
#include "remat/Transforms/ExplainNames.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace mlir::remat {

/// Where a mark belongs: to an op, or to an argument of one of its blocks. Ops
/// are numbered in the order of the text, from 0, without the module itself.
struct ValuePlace {
  int64_t op = 0;
  bool isArgument = false;
  /// Of an argument.
  unsigned region = 0;
  unsigned block = 0;
  unsigned argument = 0;
  ExplainMark mark;
};

/// The places of the value that `what` names: "%5", "%5#1", "@f:%5". The second
/// one, if there is one, is the op that CSE merges the first one with. Parses
/// `text` once more; a text that cannot be parsed has no places, and whoever
/// parses it next says why. A name in the function `functionName` goes before
/// others, unless that is empty. Errors: no value or several values of that
/// name, a result that the op lacks, a file that is not text.
llvm::Expected<std::vector<ValuePlace>>
findNamedValue(llvm::StringRef what, llvm::StringRef functionName,
               llvm::MemoryBufferRef text, const DialectRegistry &registry,
               bool allowsUnregistered);

/// A pass that marks `places` in the module that the text is.
std::unique_ptr<Pass> createMarkPass(std::vector<ValuePlace> places);
/// A pass that takes the marks away.
std::unique_ptr<Pass> createUnmarkPass();

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_OPT_NAMEDVALUES_H
