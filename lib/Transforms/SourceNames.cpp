//===- SourceNames.cpp - Names of values in the user's text ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceNames.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LineIterator.h"

using namespace mlir;
using namespace mlir::remat;

static bool isNameCharacter(char c) {
  return llvm::isAlnum(c) || StringRef("_$.-").contains(c);
}

/// The name that `text` begins with, or "".
static StringRef takeName(StringRef text) {
  if (!text.starts_with("%"))
    return "";
  const StringRef name =
      text.take_front(1 + text.drop_front().take_while(isNameCharacter).size());
  return name.size() > 1 ? name : "";
}

/// The name of a result, from the text before its op: "%a, %b:2 = ".
static std::string findResult(StringRef before, unsigned number) {
  before = before.trim();
  if (!before.consume_back("="))
    return "";
  SmallVector<StringRef> groups;
  before.split(groups, ',');
  for (StringRef group : groups) {
    group = group.trim();
    const StringRef name = takeName(group);
    if (name.empty())
      return "";
    unsigned count = 1;
    StringRef rest = group.drop_front(name.size());
    if (!rest.empty() && (!rest.consume_front(":") ||
                          rest.getAsInteger(10, count) || count == 0))
      return "";
    if (number < count)
      return count == 1 ? name.str() : (name + "#" + Twine(number)).str();
    number -= count;
  }
  return "";
}

StringRef SourceNames::getLine(FileLineColLoc loc) {
  const StringRef path = loc.getFilename();
  auto [entry, isNew] = files.try_emplace(path);
  // Neither pipes nor devices: reading consumes them.
  if (isNew && llvm::sys::fs::is_regular_file(path))
    if (auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/true))
      entry->second = std::move(*file);
  if (!entry->second || loc.getLine() == 0)
    return "";
  for (llvm::line_iterator line(*entry->second, /*SkipBlanks=*/false);
       !line.is_at_eof(); ++line)
    if (line.line_number() == int64_t(loc.getLine()))
      return *line;
  return "";
}

std::string SourceNames::getName(Value value) {
  auto loc = value.getLoc()->findInstanceOf<FileLineColLoc>();
  if (!loc || loc.getColumn() == 0)
    return "";
  const StringRef line = getLine(loc);
  const size_t column = loc.getColumn() - 1;
  if (column > line.size())
    return "";
  if (auto result = dyn_cast<OpResult>(value))
    return findResult(line.take_front(column), result.getResultNumber());
  return takeName(line.drop_front(column)).str();
}
