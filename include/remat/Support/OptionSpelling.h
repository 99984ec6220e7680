//===- OptionSpelling.h - How the tool in use spells options ----*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_SUPPORT_OPTIONSPELLING_H
#define REMAT_SUPPORT_OPTIONSPELLING_H

#include "llvm/ADT/Twine.h"

#include <string>

namespace mlir::remat {

/// All tools name an option alike and differ in what stands before it: advice
/// is to be typed as it is printed.
struct OptionSpelling {
  /// "--remat-" for remat-opt, "--" for remat-plan, none for a pass's options.
  std::string prefix;

  /// "--remat-budget=1024".
  std::string spell(const llvm::Twine &name, const llvm::Twine &value) const {
    return (prefix + name + "=" + value).str();
  }
};

} // namespace mlir::remat

#endif // REMAT_SUPPORT_OPTIONSPELLING_H
