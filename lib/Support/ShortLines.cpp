//===- ShortLines.cpp - Source lines that fit a screen --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Support/ShortLines.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Locale.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace llvm;

/// Whether a character of UTF-8 begins at `position`, or the text ends.
static bool isBoundary(StringRef text, size_t position) {
  return position >= text.size() ||
         (static_cast<unsigned char>(text[position]) & 0xc0) != 0x80;
}

std::pair<std::string, size_t> mlir::remat::cutAround(StringRef line,
                                                      size_t column) {
  column = std::min(column, line.size());
  if (line.size() <= kMaxEchoedBytes)
    return {line.str(), column};
  constexpr StringLiteral mark = "...";
  // What stands before the column tells less than what follows it.
  constexpr size_t before = kMaxEchoedBytes / 4;
  size_t begin = column > before ? column - before : 0;
  size_t room = kMaxEchoedBytes - (begin ? mark.size() : 0);
  size_t end = line.size();
  if (end - begin > room) {
    end = begin + room - mark.size();
  } else {
    begin = end - (kMaxEchoedBytes - mark.size());
  }
  while (begin < column && !isBoundary(line, begin))
    ++begin;
  while (end > column && !isBoundary(line, end))
    --end;
  std::string text = begin ? mark.str() : "";
  const size_t shown = text.size() + column - begin;
  text += line.slice(begin, end);
  if (end != line.size())
    text += mark;
  return {text, shown};
}

void mlir::remat::printWithShortLine(const SMDiagnostic &diagnostic, void *) {
  const StringRef line = diagnostic.getLineContents();
  const int column = diagnostic.getColumnNo();
  if (line.size() <= kMaxEchoedBytes || column < 0)
    return diagnostic.print(/*ProgName=*/nullptr, errs());
  // The place is that in the whole line.
  const std::string place =
      (diagnostic.getFilename() + ":" + Twine(diagnostic.getLineNo()) + ":" +
       Twine(column + 1))
          .str();
  SMDiagnostic(place, diagnostic.getKind(), diagnostic.getMessage())
      .print(/*ProgName=*/nullptr, errs());
  auto [text, shown] = cutAround(line, column);
  std::replace(text.begin(), text.end(), '\t', ' ');
  errs() << text << '\n';
  errs().indent(sys::locale::columnWidth(StringRef(text).take_front(shown)));
  WithColor(errs(), raw_ostream::GREEN, /*Bold=*/true) << '^';
  errs() << '\n';
}
