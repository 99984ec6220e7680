//===- Nesting.cpp - How deep brackets nest in MLIR text ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Support/Nesting.h"

#include "llvm/ADT/Twine.h"

#include <algorithm>
#include <string>

using namespace llvm;

/// The index behind the string or comment at `begin`, if one begins there, else
/// `begin`.
static size_t skipText(StringRef text, size_t begin) {
  if (text.drop_front(begin).starts_with("//"))
    return std::min(text.find('\n', begin), text.size());
  if (text[begin] != '"')
    return begin;
  for (size_t i = begin + 1; i < text.size(); ++i) {
    // Without an end on its line, it is an error of the parser.
    if (text[i] == '"' || text[i] == '\n')
      return i + 1;
    if (text[i] == '\\')
      ++i;
  }
  return text.size();
}

/// Drops the open '<' that nothing closed before another bracket closes.
static void close(std::string &open, char closing) {
  if (closing == '>') {
    if (!open.empty() && open.back() == '<')
      open.pop_back();
    return;
  }
  while (!open.empty() && open.back() == '<')
    open.pop_back();
  if (!open.empty())
    open.pop_back();
}

Error mlir::remat::checkNesting(StringRef text, StringRef name, size_t limit) {
  // Bytecode begins so; its reader does not recurse over regions.
  if (text.starts_with("ML\xefR"))
    return Error::success();
  std::string open;
  for (size_t i = 0; i < text.size(); ++i) {
    if (const size_t end = skipText(text, i); end > i) {
      i = end - 1;
      continue;
    }
    switch (text[i]) {
    case '(':
    case '[':
    case '{':
    case '<':
      open.push_back(text[i]);
      break;
    case '>':
      // "->" and ">=" are no brackets.
      if ((i == 0 || text[i - 1] != '-') &&
          (i + 1 == text.size() || text[i + 1] != '='))
        close(open, '>');
      continue;
    case ')':
    case ']':
    case '}':
      close(open, text[i]);
      continue;
    default:
      continue;
    }
    if (open.size() <= limit)
      continue;
    const StringRef before = text.take_front(i);
    return createStringError(
        name + ":" + Twine(before.count('\n') + 1) + ":" +
        Twine(i - (before.rfind('\n') + 1) + 1) +
        ": error: regions, attributes or types nest deeper than " +
        Twine(limit) +
        " brackets, the limit; outline inner regions into functions");
  }
  return Error::success();
}
