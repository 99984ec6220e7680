//===- ValueNames.cpp - What a user calls a value -------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueNames.h"
#include "Signature.h"

#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Support/NearNames.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::remat;

/// The line of `source` that `loc` points into, cut into what stands before
/// and what follows.
static std::pair<StringRef, StringRef> getText(Location loc, StringRef source) {
  auto place = loc->findInstanceOf<FileLineColLoc>();
  if (!place || source.empty())
    return {};
  for (unsigned line = 1; line < place.getLine(); ++line)
    source = source.split('\n').second;
  source = source.split('\n').first;
  const size_t column = place.getColumn() > 0 ? place.getColumn() - 1 : 0;
  return {source.take_front(column),
          source.drop_front(std::min(column, source.size()))};
}

/// The name "%w" with which `text` begins, or nothing.
static StringRef takeName(StringRef text) {
  if (!text.starts_with("%"))
    return "";
  StringRef rest = text.drop_front().take_while(
      [](char c) { return llvm::isAlnum(c) || StringRef("$._-").contains(c); });
  return text.take_front(1 + rest.size());
}

static void addLocationNames(Location loc, std::vector<std::string> &names) {
  if (auto named = loc->findInstanceOf<NameLoc>())
    names.push_back(named.getName().getValue().str());
}

std::vector<std::string> mlir::remat::getArgumentNames(func::FuncOp function,
                                                       unsigned position,
                                                       StringRef source) {
  std::vector<std::string> names;
  const Location loc = function.getArgument(position).getLoc();
  addLocationNames(loc, names);
  // The location of an argument is that of its name.
  if (StringRef name = takeName(getText(loc, source).second); !name.empty())
    names.push_back(name.str());
  return names;
}

/// The name that the text gives to a result of an op, whose location is behind
/// the '='.
static std::string getTextName(OpResult result, StringRef source) {
  StringRef before = getText(result.getOwner()->getLoc(), source).first.trim();
  if (!before.consume_back("="))
    return "";
  StringRef name = takeName(before.trim());
  if (name.empty() || result.getOwner()->getNumResults() == 1)
    return name.str();
  return (name + "#" + Twine(result.getResultNumber())).str();
}

std::vector<std::string> mlir::remat::getResultNames(func::FuncOp function,
                                                     unsigned position,
                                                     StringRef source) {
  std::vector<std::string> names;
  if (auto info =
          function.getResultAttrOfType<StringAttr>(position, "jax.result_info"))
    names.push_back(info.getValue().str());
  if (function.getResultAttr(position, kLossAttrName))
    names.push_back("loss");
  // A function that has several blocks returns in any of them.
  if (!llvm::hasSingleElement(function.getBody()))
    return names;
  Value value =
      function.getBody().front().getTerminator()->getOperand(position);
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    llvm::append_range(
        names, getArgumentNames(function, argument.getArgNumber(), source));
    return names;
  }
  addLocationNames(value.getLoc(), names);
  if (std::string name = getTextName(cast<OpResult>(value), source);
      !name.empty())
    names.push_back(name);
  return names;
}

/// 2 if `key` is the whole of `name`, 1 if it is its end behind a '/', else 0.
static int match(StringRef name, StringRef key) {
  if (name == key || (name.consume_front("%") && name == key))
    return 2;
  return name.consume_back(key) && name.ends_with("/") ? 1 : 0;
}

llvm::Expected<unsigned> mlir::remat::findByKey(StringRef flag, StringRef key,
                                                StringRef what,
                                                ArrayRef<TensorSpec> specs) {
  auto fail = [&](const Twine &text) {
    return llvm::createStringError(flag + ": " + text);
  };
  if (llvm::all_of(key, llvm::isDigit)) {
    unsigned position = 0;
    if (!key.getAsInteger(10, position) && position < specs.size())
      return position;
    return fail(specs.empty() ? "the function has no " + what + "s"
                              : "there is no " + what + " " + key +
                                    "; the function has " + what + "s 0 to " +
                                    Twine(specs.size() - 1));
  }
  SmallVector<unsigned> found;
  std::vector<std::string> known;
  for (int wanted : {2, 1}) {
    for (auto [i, spec] : llvm::enumerate(specs)) {
      auto matches = [&, wanted = wanted](StringRef name) {
        return match(name, key) == wanted;
      };
      if (llvm::any_of(spec.names, matches))
        found.push_back(i);
      llvm::append_range(known, spec.names);
    }
    if (!found.empty())
      break;
  }
  if (found.size() == 1)
    return found.front();
  if (found.size() > 1)
    return fail("'" + key + "' is the name of " + what + "s " +
                Twine(found[0]) + " and " + Twine(found[1]) +
                "; give the position of one");
  // Also for a key without the '%' of the names.
  std::string near = formatNearNames(key, known);
  if (near.empty())
    near = formatNearNames(("%" + key).str(), known);
  return fail("no " + what + " is called '" + key + "'" + near +
              (near.empty() ? "; give its position, counted from 0" : ""));
}
