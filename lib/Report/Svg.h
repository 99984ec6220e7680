//===- Svg.h - What all our pictures share ----------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_REPORT_SVG_H
#define REMAT_LIB_REPORT_SVG_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace mlir::remat::svg {

/// The frame of a picture, in its own units: the plot stands between the
/// axes' labels.
constexpr double kPictureWidth = 1200, kPictureHeight = 720;
constexpr double kLeft = 90, kTop = 50, kWidth = 1080, kHeight = 600;
constexpr double kRight = kLeft + kWidth, kBottom = kTop + kHeight;
/// Between a line's label and the line.
constexpr double kLabelGap = 4;

/// Returns text that may stand anywhere in XML: characters that XML does not
/// know become others.
std::string escape(llvm::StringRef text);

/// Returns a coordinate with at most one decimal: a tenth of a unit is below
/// what can be seen, and what rounds to the same tenth is written the same.
std::string number(double coordinate);

/// Returns 1, 2 or 5 times a power of ten, such that about eight fit into
/// `range`, which is above 0.
double chooseTick(double range);

/// Opens `<svg>`: the title, the style of all pictures with `moreStyle` behind
/// it, and paper, `height` units high.
void writeHead(llvm::raw_ostream &os, llvm::StringRef title, double height,
               llvm::StringRef moreStyle = "");

/// The grid and the labels of an axis of bytes from 0 to `top`, called `label`
/// and what unit it has.
void writeByteAxis(llvm::raw_ostream &os, double top, llvm::StringRef label);

} // namespace mlir::remat::svg

#endif // REMAT_LIB_REPORT_SVG_H
