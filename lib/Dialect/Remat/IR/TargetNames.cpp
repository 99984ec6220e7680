//===- TargetNames.cpp - The targets that there are -----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Dialect/Remat/IR/TargetNames.h"

#include "remat/Support/NearNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <iterator>
#include <vector>

bool mlir::remat::isTargetName(llvm::StringRef name) {
  return llvm::is_contained(kTargetNames, name);
}

std::string mlir::remat::describeUnknownTarget(llvm::StringRef name) {
  const std::vector<std::string> known(std::begin(kTargetNames),
                                       std::end(kTargetNames));
  return "there is no target '" + name.str() + "'; targets are '" +
         llvm::join(known, "', '") + "'" + formatNearNames(name, known);
}
