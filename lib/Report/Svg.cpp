//===- Svg.cpp - What all our pictures share ------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Svg.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

#include <cmath>

using namespace mlir::remat;

std::string svg::escape(llvm::StringRef text) {
  std::string valid = llvm::json::fixUTF8(text);
  for (size_t i = 0, length = valid.size(); i != length; ++i) {
    const auto byte = static_cast<unsigned char>(valid[i]);
    if (byte < 0x20 || byte == 0x7f)
      valid[i] = ' ';
    // U+FFFE and U+FFFF become U+FFFD.
    else if (byte == 0xef && i + 2 < length && valid[i + 1] == '\xbf' &&
             static_cast<unsigned char>(valid[i + 2]) >= 0xbe)
      valid[i + 2] = '\xbd';
  }
  std::string escaped;
  llvm::raw_string_ostream out(escaped);
  llvm::printHTMLEscaped(valid, out);
  return escaped;
}

std::string svg::number(double coordinate) {
  const auto tenths = static_cast<int64_t>(std::llround(coordinate * 10));
  const int64_t magnitude = std::abs(tenths);
  std::string text = tenths < 0 ? "-" : "";
  text += std::to_string(magnitude / 10);
  if (magnitude % 10)
    text += "." + std::to_string(magnitude % 10);
  return text;
}

double svg::chooseTick(double range) {
  const double rough = range / 8;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (double factor : {1.0, 2.0, 5.0})
    if (factor * power >= rough)
      return factor * power;
  return 10 * power;
}

void svg::writeHead(llvm::raw_ostream &os, llvm::StringRef title, double height,
                    llvm::StringRef moreStyle) {
  // The frame leaves room for the labels of the axes and of the lines.
  os << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 "
     << number(kPictureWidth) << ' ' << number(height) << "\" role=\"img\">\n";
  os << "<title>" << escape(title) << "</title>\n";
  // Plain colors first, for viewers that know no variables.
  os << "<style>\n"
        "svg{--paper:#fff;--ink:#222;--grid:#ddd;background:var(--paper);"
        "font:13px sans-serif}\n"
        "@media(prefers-color-scheme:dark){svg{--paper:#161616;--ink:#ddd;"
        "--grid:#3a3a3a}}\n"
        "text{fill:#222;fill:var(--ink)}\n"
        ".n{paint-order:stroke;stroke:#fff;stroke:var(--paper);stroke-width:3;"
        "pointer-events:none}\n"
        ".p{fill:#fff;fill:var(--paper)}\n"
        ".g{stroke:#ddd;stroke:var(--grid)}\n"
        ".b{stroke:#fff;stroke:var(--paper);stroke-width:.5}\n"
        ".b:hover{stroke:var(--ink);stroke-width:2}\n"
        ".l{fill:none;stroke:#222;stroke:var(--ink);stroke-width:1.5;"
        "pointer-events:none}\n"
        ".m,.a,.o{stroke:#222;stroke:var(--ink);pointer-events:none}\n"
        ".m{stroke-dasharray:6 4}\n"
        ".o{stroke:#d55e00;stroke-width:2}\n"
        ".c0{fill:#0072b2}.c1{fill:#e69f00}.c2{fill:#56b4e9}"
        ".c3{fill:#009e73}.c4{fill:#cc79a7}.c5{fill:#f0e442}"
        ".c6{fill:#999}\n"
     << moreStyle << "</style>\n<rect class=\"p\" width=\""
     << number(kPictureWidth) << "\" height=\"" << number(height) << "\"/>\n";
}

void svg::writeByteAxis(llvm::raw_ostream &os, double top,
                        llvm::StringRef label) {
  constexpr double kMiB = 1024.0 * 1024.0;
  const double highest = top / kMiB;
  const double tick = chooseTick(highest);
  for (int count = 0; count * tick <= highest * (1 + 1e-9); ++count) {
    const std::string at = number(kBottom - count * tick / highest * kHeight);
    os << llvm::formatv("<path class=\"g\" d=\"M{0} {1}h{2}\"/>", number(kLeft),
                        at, number(kWidth));
    os << llvm::formatv("<text x=\"{0}\" y=\"{1}\" text-anchor=\"end\" "
                        "dominant-baseline=\"middle\">",
                        number(kLeft - 8), at)
       << llvm::format("%g", count * tick) << "</text>\n";
  }
  os << llvm::formatv("<text transform=\"translate(20 {0}) rotate(-90)\" "
                      "text-anchor=\"middle\">{1} in MiB</text>\n",
                      number(kTop + kHeight / 2), escape(label));
}
