//===- JSONText.cpp - JSON text before it is parsed -----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JSONText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace llvm;
using namespace mlir::remat;

Error mlir::remat::dropByteOrderMark(StringRef &text) {
  text.consume_front("\xef\xbb\xbf");
  static constexpr std::pair<StringLiteral, StringLiteral> marks[] = {
      // The first two bytes of UTF-32 are those of UTF-16.
      {StringLiteral::withInnerNUL("\xff\xfe\0\0"), "UTF-32"},
      {StringLiteral::withInnerNUL("\0\0\xfe\xff"), "UTF-32"},
      {StringLiteral("\xff\xfe"), "UTF-16"},
      {StringLiteral("\xfe\xff"), "UTF-16"},
  };
  for (const auto &[mark, encoding] : marks)
    if (text.starts_with(mark))
      return createStringError("is " + Twine(encoding) +
                               ", but JSON is read as UTF-8; convert it "
                               "(iconv -f " +
                               encoding + " -t UTF-8)");
  return Error::success();
}

/// The index behind the string that begins at the quote `text[begin]`.
static size_t findEndOfString(StringRef text, size_t begin) {
  for (size_t i = begin + 1; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == '"')
      return i + 1;
  }
  return text.size();
}

/// Line and column, both from 1.
static std::string describePlace(StringRef text, size_t index) {
  const StringRef before = text.take_front(index);
  const size_t lineStart = before.rfind('\n') + 1;
  return std::to_string(before.count('\n') + 1) + ":" +
         std::to_string(index - lineStart + 1);
}

Error mlir::remat::checkNestingOfJSON(StringRef text, size_t limit) {
  size_t depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      i = findEndOfString(text, i) - 1;
    } else if (c == '[' || c == '{') {
      if (++depth > limit)
        return createStringError("nests deeper than " + Twine(limit) +
                                 " levels at " + describePlace(text, i));
    } else if (c == ']' || c == '}') {
      depth -= depth > 0;
    }
  }
  return Error::success();
}

/// The string that a literal, with its quotes, stands for.
static std::string unescape(StringRef literal) {
  if (literal.contains('\\'))
    if (std::optional<json::Value> value =
            expectedToOptional(json::parse(literal)))
      if (std::optional<StringRef> string = value->getAsString())
        return string->str();
  return literal.drop_front().drop_back().str();
}

Error mlir::remat::checkKeysDiffer(StringRef text) {
  // Where each key of the open objects stands; nothing for arrays.
  std::vector<std::optional<StringMap<size_t>>> open;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '{')
      open.emplace_back(std::in_place);
    else if (c == '[')
      open.emplace_back();
    else if ((c == '}' || c == ']') && !open.empty())
      open.pop_back();
    if (c != '"')
      continue;
    const size_t end = findEndOfString(text, i);
    const bool isKey = !open.empty() && open.back() &&
                       text.drop_front(end).ltrim(" \t\r\n").starts_with(":");
    if (isKey) {
      const std::string key = unescape(text.slice(i, end));
      const auto [entry, isNew] = open.back()->try_emplace(key, i);
      if (!isNew)
        return createStringError("has the key '" + key + "' at " +
                                 describePlace(text, entry->second) +
                                 " and again at " + describePlace(text, i) +
                                 "; leave one of them out");
    }
    i = end - 1;
  }
  return Error::success();
}
