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

static std::string getText(SMRange range) {
  return std::string(range.Start.getPointer(), range.End.getPointer());
}

static void addLocationNames(Location loc, std::vector<std::string> &names) {
  if (auto named = loc->findInstanceOf<NameLoc>())
    names.push_back(named.getName().getValue().str());
}

std::vector<std::string>
mlir::remat::getArgumentNames(func::FuncOp function, unsigned position,
                              const AsmParserState &text) {
  std::vector<std::string> names;
  addLocationNames(function.getArgument(position).getLoc(), names);
  const AsmParserState::BlockDefinition *entry =
      text.getBlockDef(&function.front());
  if (entry && position < entry->arguments.size())
    names.push_back(getText(entry->arguments[position].loc));
  return names;
}

/// The name that the text gives to a result of an op: "%a", or "%a#1" where one
/// name stands for several.
static std::string getTextName(OpResult result, const AsmParserState &text) {
  const AsmParserState::OperationDefinition *op =
      text.getOpDef(result.getOwner());
  if (!op)
    return "";
  unsigned end = result.getOwner()->getNumResults();
  for (const auto &group : llvm::reverse(op->resultGroups)) {
    const unsigned begin = group.startIndex;
    if (begin <= result.getResultNumber())
      return getText(group.definition.loc) +
             (end - begin == 1
                  ? ""
                  : "#" + std::to_string(result.getResultNumber() - begin));
    end = begin;
  }
  return "";
}

std::vector<std::string>
mlir::remat::getResultNames(func::FuncOp function, unsigned position,
                            const AsmParserState &text) {
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
        names, getArgumentNames(function, argument.getArgNumber(), text));
    return names;
  }
  addLocationNames(value.getLoc(), names);
  if (std::string name = getTextName(cast<OpResult>(value), text);
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
