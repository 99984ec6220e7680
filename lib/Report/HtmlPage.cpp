//===- HtmlPage.cpp - Pages that need nothing beside them -----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HtmlPage.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir::remat;

/// Escapes JSON within a script, where "</script>" in a string would end it and
/// "<!--" would comment it out.
static void writeInScript(llvm::StringRef json, llvm::raw_ostream &os) {
  for (char c : json)
    if (c == '<')
      os << "\\u003c";
    else
      os << c;
}

void mlir::remat::writeHtmlPage(
    llvm::raw_ostream &os, llvm::StringRef title,
    llvm::function_ref<void(llvm::json::OStream &)> writeData,
    llvm::ArrayRef<llvm::StringRef> scripts) {
  std::string data;
  {
    llvm::raw_string_ostream dataStream(data);
    llvm::json::OStream json(dataStream);
    writeData(json);
  }
  os << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">"
        "\n<meta name=\"viewport\" content=\"width=device-width, "
        "initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light "
        "dark\">\n<link rel=\"icon\" href=\"data:,\">\n<title>";
  llvm::printHTMLEscaped(llvm::json::fixUTF8(title), os);
  os << "</title>\n<style>\n"
     << assets::kPageCss << "</style>\n</head>\n<body>\n<main></main>\n"
     << "<script>\n\"use strict\";\nconst DATA = ";
  writeInScript(data, os);
  os << ";\n" << assets::kChartsJs;
  for (llvm::StringRef script : scripts)
    os << script;
  os << "</script>\n</body>\n</html>\n";
}
