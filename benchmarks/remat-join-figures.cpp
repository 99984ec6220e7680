//===- remat-join-figures.cpp - Memory against time of joins, drawn -------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   remat-join-figures FOLDER
//
// Computes Figure 7 of Beaumont, Herrmann, Pallez, Shilova, "Optimal
// Memory-aware Backpropagation of Deep Join Networks": the makespan of three
// models with 6L forwards against the slots of memory, for L = 5 and 15. Writes
// join-figures.csv, with all numbers, and join-figures-L5.svg and
// join-figures-L15.svg.
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/Join.h"
#include "remat/Support/FatalErrors.h"
#include "remat/Support/OutputFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace mlir::remat::planner;

static cl::OptionCategory category("remat-join-figures options");

static cl::opt<std::string> folder(cl::Positional, cl::Required,
                                   cl::desc("FOLDER"), cl::cat(category));

namespace {
struct Point {
  int64_t slots;
  double makespan;
  /// Of the slots that the least makespan takes; of the least makespan.
  double memory, ratio;
};

/// What one model needs for one L.
struct Curve {
  StringRef model;
  int32_t scale;
  std::vector<int32_t> lengths;
  std::vector<Point> points;
};

/// A model, its lengths in L's, and how it is drawn.
struct Model {
  StringRef name;
  std::vector<int32_t> lengths;
  StringRef color;
  StringRef dashes;
};
} // namespace

static ArrayRef<Model> models() {
  static const Model models[] = {{"SNN", {2, 2, 2}, "#b2182b", ""},
                                 {"CM", {1, 5}, "#2166ac", "7 3"},
                                 {"RNN", {6}, "#1a7837", "2 3"}};
  return models;
}

static Expected<Curve> computeCurve(const Model &model, int32_t scale) {
  Curve curve = {model.name, scale, model.lengths, {}};
  int64_t stages = 0;
  for (int32_t &length : curve.lengths)
    stages += length *= scale;
  // All x's and x̄'s that there can be at once, without recomputation.
  const int64_t most = stages + int64_t(curve.lengths.size());
  Expected<JoinTable> table = JoinTable::make(curve.lengths, most);
  if (!table)
    return table.takeError();
  const double least = *table->makespan(most);
  for (int64_t slots = leastJoinSlots(curve.lengths); slots <= most; ++slots) {
    const double makespan = *table->makespan(slots);
    curve.points.push_back(
        {slots, makespan, double(slots) / most, makespan / least});
  }
  return curve;
}

static void writeCsv(ArrayRef<Curve> curves, raw_ostream &os) {
  os << "model,L,lengths,slots,makespan,memory,ratio\n";
  for (const Curve &curve : curves)
    for (const Point &point : curve.points) {
      os << curve.model << "," << curve.scale << ",";
      ListSeparator separator("+");
      for (int32_t length : curve.lengths)
        os << separator << length;
      os << "," << point.slots << "," << int64_t(point.makespan) << ","
         << format("%.4f,%.4f\n", point.memory, point.ratio);
    }
}

namespace {
/// One figure, 640 by 420.
class Figure {
public:
  explicit Figure(raw_ostream &os) : os(os) {}

  void write(int32_t scale, ArrayRef<Curve> curves) {
    os << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\" "
          "height=\"420\" viewBox=\"0 0 640 420\" font-family=\"sans-serif\" "
          "font-size=\"13\">\n"
       << "<rect width=\"640\" height=\"420\" fill=\"white\"/>\n";
    text(left, 24, "start",
         "Makespan against memory, L = " + std::to_string(scale));
    writeAxes();
    int row = 0;
    for (const Curve &curve : curves)
      if (curve.scale == scale)
        writeCurve(curve, row++);
    os << "</svg>\n";
  }

private:
  static constexpr int left = 64, right = 620, top = 40, bottom = 360;
  /// Of the ratios; what is above is in the CSV alone.
  static constexpr double lowest = 1, highest = 3;

  static double x(double memory) { return left + memory * (right - left); }
  static double y(double ratio) {
    return bottom - (ratio - lowest) / (highest - lowest) * (bottom - top);
  }

  void text(double x, double y, StringRef anchor, StringRef words,
            StringRef more = "") {
    os << format("<text x=\"%.1f\" y=\"%.1f\"", x, y) << " text-anchor=\""
       << anchor << "\"" << more << ">" << words << "</text>\n";
  }
  void line(double x1, double y1, double x2, double y2, StringRef color,
            StringRef more = "") {
    os << format("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"", x1,
                 y1, x2, y2)
       << " stroke=\"" << color << "\"" << more << "/>\n";
  }

  void writeAxes() {
    for (int tick = 0; tick <= 10; tick += 2) {
      line(x(tick / 10.0), bottom, x(tick / 10.0), top, "#dddddd");
      text(x(tick / 10.0), bottom + 18, "middle",
           tick == 10 ? "1" : "0." + std::to_string(tick));
    }
    for (int tick = 4; tick <= 12; tick += 2) {
      line(left, y(tick / 4.0), right, y(tick / 4.0), "#dddddd");
      text(left - 8, y(tick / 4.0) + 4, "end",
           std::to_string(tick / 4) + (tick % 4 ? ".5" : ""));
    }
    line(left, bottom, right, bottom, "black");
    line(left, bottom, left, top, "black");
    text((left + right) / 2.0, bottom + 42, "middle",
         "memory, as a part of what the least makespan takes");
    text(18, (top + bottom) / 2.0, "middle", "makespan / least makespan",
         " transform=\"rotate(-90 18 200)\"");
  }

  void writeCurve(const Curve &curve, int row) {
    const Model &model = *find_if(
        models(), [&](const Model &m) { return m.name == curve.model; });
    const std::string pen =
        (" stroke-width=\"2\" stroke-dasharray=\"" + model.dashes + "\"").str();
    os << "<polyline fill=\"none\" stroke=\"" << model.color << "\"" << pen
       << " points=\"";
    ListSeparator separator(" ");
    for (const Point &point : curve.points)
      if (point.ratio <= highest)
        os << separator << format("%.1f,%.1f", x(point.memory), y(point.ratio));
    os << "\"/>\n";
    const double place = top + 16 + 20 * row;
    line(right - 190, place, right - 150, place, model.color, pen);
    std::string lengths;
    raw_string_ostream stream(lengths);
    ListSeparator comma(", ");
    for (int32_t length : model.lengths)
      stream << comma << (length == 1 ? "" : std::to_string(length)) << "L";
    text(right - 142, place + 4, "start",
         (curve.model + " (" + lengths + ")").str());
  }

  raw_ostream &os;
};
} // namespace

static Error writeFile(StringRef name, StringRef text) {
  SmallString<128> path(folder);
  sys::path::append(path, name);
  return mlir::remat::writeOutputFile(path, text);
}

static Error writeAll() {
  constexpr int32_t scales[] = {5, 15};
  std::vector<Curve> curves;
  for (int32_t scale : scales)
    for (const Model &model : models()) {
      Expected<Curve> curve = computeCurve(model, scale);
      if (!curve)
        return curve.takeError();
      curves.push_back(std::move(*curve));
    }
  if (std::error_code code = sys::fs::create_directories(folder))
    return createStringError(folder + ": " + code.message());
  std::string csv;
  raw_string_ostream os(csv);
  writeCsv(curves, os);
  if (Error error = writeFile("join-figures.csv", csv))
    return error;
  for (int32_t scale : scales) {
    std::string svg;
    raw_string_ostream os(svg);
    Figure(os).write(scale, curves);
    if (Error error =
            writeFile("join-figures-L" + std::to_string(scale) + ".svg", svg))
      return error;
  }
  return Error::success();
}

int main(int argc, char **argv) {
  mlir::remat::prettifyFatalErrors();
  InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(
      argc, argv,
      "Writes makespan against memory of joins as CSV and SVG to a folder.\n");
  if (Error error = writeAll()) {
    WithColor::error(errs(), "remat-join-figures")
        << toString(std::move(error)) << "\n";
    return 1;
  }
  return 0;
}
