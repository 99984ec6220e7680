//===- SweepSVG.cpp - A chart of overhead against budget ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SweepSVG.h"
#include "Svg.h"

#include "remat/Support/Budget.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <cmath>

using namespace mlir::remat;
using namespace mlir::remat::svg;
using Point = SweptFunction::Point;
using Curve = SweptFunction::Curve;

namespace {
/// What the picture has beside what all have: colors of Okabe and Ito.
constexpr llvm::StringLiteral kStyle =
    ".li{fill:none;stroke-width:2}\n"
    ".bd{fill:none;stroke:#767676;stroke-width:1.5;stroke-dasharray:2 4}\n"
    ".k0{stroke:#0072b2}.k1{stroke:#e69f00}.k2{stroke:#009e73}"
    ".k3{stroke:#cc79a7}.k4{stroke:#56b4e9}.k5{stroke:#d55e00}\n"
    ".ma{fill:#fff;fill:var(--paper);stroke-width:2}\n"
    "@media(prefers-color-scheme:dark){.k0{stroke:#3d9bd6}"
    ".bd{stroke:#a8a8a8}}\n";
constexpr llvm::StringLiteral kDashes[] = {"none", "9 4", "3 3", "12 4 3 4"};
constexpr unsigned kColors = 6, kMarkers = 5;

/// One function's part of the picture, in a frame of its own.
class Chart {
public:
  Chart(llvm::raw_ostream &os, const SweptFunction &function);

  void draw();

private:
  double x(int64_t bytes) const;
  double y(double percent) const;
  void drawAxes();
  void drawBound();
  void drawCurve(size_t index, const Curve &curve);
  void drawMarker(size_t index, const Point &point, llvm::StringRef strategy);
  void drawMark(size_t index, double left, double top);
  void drawLegend();

  llvm::raw_ostream &os;
  const SweptFunction &function;
  int64_t least = 0;
  int64_t most = 1;
  double top = 1;
};
} // namespace

static std::string formatPercent(double percent) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.6g", percent);
  return text;
}

/// The points to join: the smallest peak, then all budgets that have a plan.
static std::vector<Point> getPoints(const Curve &curve) {
  std::vector<Point> points;
  if (!curve.reason.empty())
    return points;
  for (const std::optional<Point> &point : curve.points)
    if (point)
      points.push_back(*point);
  if (points.empty() || curve.smallest.budget < points.front().budget)
    points.insert(points.begin(), curve.smallest);
  return points;
}

Chart::Chart(llvm::raw_ostream &os, const SweptFunction &function)
    : os(os), function(function) {
  double percent = 0;
  if (!function.budgets.empty()) {
    least = function.budgets.front().bytes;
    most = std::max(function.budgets.back().bytes, least + 1);
  }
  for (const Curve &curve : function.curves)
    for (const Point &point : getPoints(curve)) {
      percent = std::max(percent, point.overheadStepPercent);
      least = std::min(least, point.budget);
      most = std::max(most, point.budget);
    }
  // A curve that is flat at 0 still has a frame.
  top = percent > 0 ? percent * 1.05 : 1;
}

double Chart::x(int64_t bytes) const {
  return kLeft + static_cast<double>(bytes - least) /
                     static_cast<double>(most - least) * kWidth;
}

double Chart::y(double percent) const {
  return kBottom - std::clamp(percent / top, 0.0, 1.0) * kHeight;
}

void Chart::drawAxes() {
  os << llvm::formatv("<text x=\"{0}\" y=\"18\" font-size=\"16\">Extra time "
                      "against memory: {1}</text>\n",
                      number(kLeft), escape(function.name));
  const double rise = chooseTick(top);
  for (double at = 0; at <= top; at += rise)
    os << llvm::formatv("<path class=\"g\" d=\"M{0} {1}h{2}\"/><text x=\"{3}\" "
                        "y=\"{4}\" text-anchor=\"end\">{5}%</text>\n",
                        number(kLeft), number(y(at)), number(kWidth),
                        number(kLeft - 8), number(y(at) + 4),
                        formatPercent(at));
  constexpr int ticks = 8;
  for (int i = 0; i <= ticks; ++i) {
    const int64_t bytes = least + (most - least) / ticks * i;
    os << llvm::formatv("<text x=\"{0}\" y=\"{1}\" text-anchor=\"{2}\">{3}"
                        "</text>\n",
                        number(x(bytes)), number(kBottom + 22),
                        i == ticks ? "end" : "middle", formatBytes(bytes));
  }
  os << llvm::formatv(
      "<text x=\"{0}\" y=\"{1}\" text-anchor=\"middle\">budget, up to the peak "
      "without recomputation ({2})</text>\n",
      number(kLeft + kWidth / 2), number(kBottom + 48),
      formatBytes(function.peakBefore));
}

void Chart::drawBound() {
  std::string path;
  for (const SweptFunction::Budget &budget : function.budgets)
    if (std::isfinite(budget.timeBound))
      path += (path.empty() ? "M" : "L") + number(x(budget.bytes)) + " " +
              number(y(budget.boundOverheadStepPercent));
  if (!path.empty())
    os << "<path class=\"bd\" d=\"" << path
       << "\"><title>no plan is below</title></path>\n";
}

/// Circle, square, triangle, diamond, cross.
void Chart::drawMark(size_t index, double left, double top) {
  const std::string at = number(left) + " " + number(top);
  os << "<path class=\"ma k" << index % kColors << "\" d=\"M" << at;
  switch (index % kMarkers) {
  case 0:
    os << "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z";
    break;
  case 1:
    os << "m-4-4h8v8h-8z";
    break;
  case 2:
    os << "m0-5l5 9h-10z";
    break;
  case 3:
    os << "m0-6l6 6l-6 6l-6-6z";
    break;
  default:
    os << "m-5-5l10 10m0-10l-10 10";
  }
  os << "\">";
}

void Chart::drawMarker(size_t index, const Point &point,
                       llvm::StringRef strategy) {
  drawMark(index, x(point.budget), y(point.overheadStepPercent));
  os << llvm::formatv(
      "<title>{0}, {1}: {2:F2}% extra time, peak {3}{4}{5}</title></path>\n",
      escape(strategy), formatBytes(point.budget), point.overheadStepPercent,
      formatBytes(point.peak), point.proved ? ", proved optimal" : "",
      point.isSearched ? "" : ", not searched");
}

void Chart::drawCurve(size_t index, const Curve &curve) {
  const std::vector<Point> points = getPoints(curve);
  if (points.empty())
    return;
  std::string path;
  for (const Point &point : points)
    path += (path.empty() ? "M" : "L") + number(x(point.budget)) + " " +
            number(y(point.overheadStepPercent));
  os << llvm::formatv("<path class=\"li k{0}\" stroke-dasharray=\"{1}\" "
                      "d=\"{2}\"/>\n",
                      index % kColors, kDashes[index % std::size(kDashes)],
                      path);
  for (const Point &point : points)
    drawMarker(index, point, curve.strategy);
}

void Chart::drawLegend() {
  // Above the plot, one beside the other.
  double left = kLeft;
  const double at = 38;
  auto addLine = [&](llvm::StringRef style, llvm::StringRef dashes) {
    os << llvm::formatv(
        "<path class=\"{0}\"{1} d=\"M{2} {3}h40\"/>\n", style,
        dashes.empty() ? "" : (" stroke-dasharray=\"" + dashes + "\"").str(),
        number(left), number(at));
  };
  auto addText = [&](llvm::StringRef text) {
    os << llvm::formatv("<text x=\"{0}\" y=\"{1}\">{2}</text>\n",
                        number(left + 50), number(at + 4), escape(text));
    left += 80 + 7.5 * static_cast<double>(text.size());
  };
  for (auto [index, curve] : llvm::enumerate(function.curves)) {
    if (!curve.reason.empty()) {
      addText(curve.strategy + " (does not apply)");
      continue;
    }
    addLine("li k" + std::to_string(index % kColors),
            kDashes[index % std::size(kDashes)]);
    drawMark(index, left + 20, at);
    os << "</path>\n";
    addText(curve.strategy);
  }
  addLine("bd", "");
  addText("proven lower bound");
}

void Chart::draw() {
  drawAxes();
  drawBound();
  // The first one, which is auto as a rule, lies on top.
  for (size_t i = function.curves.size(); i-- > 0;)
    drawCurve(i, function.curves[i]);
  drawLegend();
}

void mlir::remat::writeSweepSVG(llvm::raw_ostream &os,
                                llvm::ArrayRef<SweptFunction> functions) {
  writeHead(os, "Extra time against memory",
            kPictureHeight * std::max<size_t>(functions.size(), 1), kStyle);
  for (auto [index, function] : llvm::enumerate(functions)) {
    os << "<g transform=\"translate(0 "
       << number(kPictureHeight * static_cast<double>(index)) << ")\">\n";
    Chart(os, function).draw();
    os << "</g>\n";
  }
  os << "</svg>\n";
}
