//===- NearNames.cpp - Suggestions for misspelled names -------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Support/NearNames.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <set>
#include <utility>

using namespace mlir::remat;

std::vector<std::string>
mlir::remat::findNearNames(llvm::StringRef name,
                           llvm::ArrayRef<std::string> known, size_t count) {
  const unsigned most = std::max<size_t>(1, name.size() / 3);
  std::set<std::pair<unsigned, std::string>> near;
  for (const std::string &each : known) {
    const unsigned distance =
        name.edit_distance(each, /*AllowReplacements=*/true, most);
    if (distance <= most)
      near.insert({distance, each});
  }
  std::vector<std::string> names;
  for (const auto &[distance, each] : near)
    if (names.size() < count)
      names.push_back(each);
  return names;
}

std::string mlir::remat::formatNearNames(llvm::StringRef name,
                                         llvm::ArrayRef<std::string> known) {
  const std::vector<std::string> near = findNearNames(name, known);
  std::string text;
  for (const std::string &each : near) {
    if (!text.empty())
      text += ", ";
    else
      text = near.size() == 1 ? "; near it is " : "; near it are ";
    text += "'" + each + "'";
  }
  return text;
}
