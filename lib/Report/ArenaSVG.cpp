//===- ArenaSVG.cpp - A picture of an arena -------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Report/ArenaSVG.h"
#include "Svg.h"
#include "remat/Support/Budget.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <cmath>

using namespace mlir::remat;
using namespace mlir::remat::svg;
using placement::Buffer;
using placement::Placement;
using placement::Problem;

namespace {
constexpr unsigned kColors = 7;

/// Bytes alive from `time` on, until the next one.
struct Level {
  int64_t time;
  int64_t bytes;
};

/// One drawing of a placement.
class Drawing {
public:
  Drawing(llvm::raw_ostream &os, const Problem &problem,
          const Placement &placement, llvm::ArrayRef<std::string> names,
          const ArenaSVGOptions &options);

  void draw();

private:
  double x(int64_t time) const;
  double y(double bytes) const;
  std::string describe(size_t index) const;
  void drawHead();
  void drawTimeAxis();
  void drawBuffer(size_t index);
  void drawLevels();
  void drawLine(char kind, llvm::StringRef label, int64_t bytes);

  llvm::raw_ostream &os;
  const Problem &problem;
  const Placement &placement;
  llvm::ArrayRef<std::string> names;
  const ArenaSVGOptions &options;
  std::vector<Level> levels;
  int64_t liveMaximum = 0;
  int64_t size = 0;
  int64_t begin = 0;
  int64_t end = 1;
  /// The bytes at the top of the plot, above 0.
  double top = 1;
};
} // namespace

/// The bytes alive, wherever they change. Sums are within int64: the problem
/// was checked.
static std::vector<Level> getLevels(const Problem &problem) {
  std::vector<Level> changes;
  auto add = [&](int64_t from, int64_t to, int64_t bytes) {
    changes.push_back({from, bytes});
    changes.push_back({to, -bytes});
  };
  for (const Buffer &buffer : problem.buffers) {
    int64_t from = buffer.timeStart;
    for (const placement::TimeRange &gap : buffer.gaps) {
      if (from < gap.lower)
        add(from, gap.lower, buffer.sizeInBytes);
      from = gap.upper;
    }
    if (from < buffer.timeEnd)
      add(from, buffer.timeEnd, buffer.sizeInBytes);
  }
  // What ends makes room for what starts at the same time.
  llvm::sort(changes, [](const Level &a, const Level &b) {
    return std::tie(a.time, a.bytes) < std::tie(b.time, b.bytes);
  });
  std::vector<Level> levels;
  int64_t bytes = 0;
  for (const Level &change : changes) {
    bytes += change.bytes;
    if (levels.empty() || levels.back().time != change.time)
      levels.push_back({change.time, bytes});
    else
      levels.back().bytes = bytes;
  }
  return levels;
}

Drawing::Drawing(llvm::raw_ostream &os, const Problem &problem,
                 const Placement &placement, llvm::ArrayRef<std::string> names,
                 const ArenaSVGOptions &options)
    : os(os), problem(problem), placement(placement), names(names),
      options(options), levels(getLevels(problem)) {
  for (const Level &level : levels)
    liveMaximum = std::max(liveMaximum, level.bytes);
  for (auto [buffer, offset] :
       llvm::zip_equal(problem.buffers, placement.offsets))
    size = std::max(size, offset + buffer.sizeInBytes);
  if (!problem.buffers.empty()) {
    begin = problem.buffers.front().timeStart;
    end = problem.buffers.front().timeEnd;
  }
  for (const Buffer &buffer : problem.buffers) {
    begin = std::min(begin, buffer.timeStart);
    end = std::max(end, buffer.timeEnd);
  }
  top = static_cast<double>(std::max<int64_t>(size, 1));
  if (options.budget && static_cast<double>(*options.budget) <= 2 * top)
    top = std::max(top, static_cast<double>(*options.budget));
}

// Differences of times are taken as floats: they need not fit into int64.
double Drawing::x(int64_t time) const {
  const double first = static_cast<double>(begin);
  const double length = static_cast<double>(end) - first;
  return kLeft +
         (static_cast<double>(time) - first) / std::max(length, 1.0) * kWidth;
}

double Drawing::y(double bytes) const {
  return kBottom - bytes / top * kHeight;
}

void Drawing::drawHead() {
  svg::writeHead(os, options.title, svg::kPictureHeight);
  os << llvm::formatv("<text x=\"{0}\" y=\"20\" font-size=\"16\">{1}</text>\n",
                      number(kLeft), escape(options.title));
}

void Drawing::drawTimeAxis() {
  const double first = static_cast<double>(begin);
  const double last = static_cast<double>(end);
  const double tick = std::max(chooseTick(std::max(last - first, 1.0)), 1.0);
  for (double time = std::ceil(first / tick) * tick; time <= last;
       time += tick) {
    const double at =
        kLeft + (time - first) / std::max(last - first, 1.0) * kWidth;
    os << llvm::formatv("<text x=\"{0}\" y=\"{1}\" text-anchor=\"middle\">",
                        number(at), number(kBottom + 20))
       << llvm::format("%.0f", time) << "</text>\n";
    // A tick that the numbers cannot tell apart would never come to an end.
    if (time + tick <= time)
      break;
  }
  os << llvm::formatv(
      "<text x=\"{0}\" y=\"{1}\" text-anchor=\"middle\">step</text>\n",
      number(kLeft + kWidth / 2), number(kBottom + 42));
}

std::string Drawing::describe(size_t index) const {
  const Buffer &buffer = problem.buffers[index];
  std::string name = index < names.size() ? escape(names[index])
                                          : "buffer " + std::to_string(index);
  std::string text =
      llvm::formatv("{0}: {1} bytes ({2}) at offset {3}, steps {4} to {5}",
                    name, buffer.sizeInBytes, formatBytes(buffer.sizeInBytes),
                    placement.offsets[index], buffer.timeStart, buffer.timeEnd);
  for (const placement::TimeRange &gap : buffer.gaps)
    text += llvm::formatv(", not {0} to {1}", gap.lower, gap.upper);
  return text;
}

void Drawing::drawBuffer(size_t index) {
  const Buffer &buffer = problem.buffers[index];
  const double offset = static_cast<double>(placement.offsets[index]);
  const double bytes = static_cast<double>(buffer.sizeInBytes);
  const std::string upper = number(y(offset + bytes)),
                    lower = number(y(offset));
  os << "<path class=\"b c" << index % kColors << "\" d=\"";
  auto rectangle = [&](int64_t from, int64_t to) {
    if (from < to)
      os << 'M' << number(x(from)) << ' ' << upper << 'H' << number(x(to))
         << 'V' << lower << 'H' << number(x(from)) << 'z';
  };
  int64_t from = buffer.timeStart;
  for (const placement::TimeRange &gap : buffer.gaps) {
    rectangle(from, gap.lower);
    from = gap.upper;
  }
  rectangle(from, buffer.timeEnd);
  os << "\"><title>" << describe(index) << "</title></path>\n";
}

void Drawing::drawLevels() {
  if (levels.empty())
    return;
  os << "<path class=\"l\" d=\"M" << number(x(begin)) << ' ' << number(kBottom);
  // Where many steps fall on one place, the highest is what there is to see.
  std::string at = number(x(begin));
  int64_t highest = 0;
  auto flush = [&] {
    os << 'H' << at << 'V' << number(y(static_cast<double>(highest)));
  };
  int64_t last = 0;
  for (const Level &level : levels) {
    std::string here = number(x(level.time));
    if (here != at) {
      flush();
      // What is alive from there on.
      if (last != highest)
        os << 'V' << number(y(static_cast<double>(last)));
      at = std::move(here);
      highest = level.bytes;
    }
    highest = std::max(highest, level.bytes);
    last = level.bytes;
  }
  flush();
  os << 'V' << number(y(static_cast<double>(last)))
     << "\"><title>bytes alive</title></path>\n";
}

/// Labels of lines that lie close together are apart: each kind has a corner of
/// its line of its own.
void Drawing::drawLine(char kind, llvm::StringRef label, int64_t bytes) {
  const double at = y(static_cast<double>(bytes));
  os << llvm::formatv("<path class=\"{0}\" d=\"M{1} {2}h{3}\"/>", kind,
                      number(kLeft), number(at), number(kWidth));
  const bool isLeft = kind == 'a', isBelow = kind == 'm';
  os << llvm::formatv(
      "<text class=\"n\" x=\"{0}\" y=\"{1}\" text-anchor=\"{2}\">{3}: {4} "
      "bytes ({5})</text>\n",
      number(isLeft ? kLeft + kLabelGap : kRight - kLabelGap),
      number(isBelow ? at + 12 + kLabelGap : at - kLabelGap),
      isLeft ? "start" : "end", label, bytes, formatBytes(bytes));
}

void Drawing::draw() {
  drawHead();
  svg::writeByteAxis(os, top, "offset");
  drawTimeAxis();
  for (size_t index = 0, count = problem.buffers.size(); index != count;
       ++index)
    drawBuffer(index);
  drawLevels();
  drawLine('m', "live maximum", liveMaximum);
  drawLine('a', "arena", size);
  if (options.budget && static_cast<double>(*options.budget) <= top)
    drawLine('o', "budget", *options.budget);
  os << "</svg>\n";
}

llvm::Error mlir::remat::writeArenaSVG(llvm::raw_ostream &os,
                                       const Problem &problem,
                                       const Placement &placement,
                                       llvm::ArrayRef<std::string> names,
                                       const ArenaSVGOptions &options) {
  if (llvm::Error error = placement::check(problem))
    return error;
  if (placement.offsets.size() != problem.buffers.size())
    return llvm::createStringError(
        llvm::inconvertibleErrorCode(),
        "cannot draw the arena: it has %zu buffers and %zu offsets; give one "
        "offset for each",
        problem.buffers.size(), placement.offsets.size());
  for (auto [index, offset] : llvm::enumerate(placement.offsets))
    if (offset < 0 || offset > INT64_MAX - problem.buffers[index].sizeInBytes)
      return llvm::createStringError(
          llvm::inconvertibleErrorCode(),
          "cannot draw the arena: buffer %zu is at offset %lld; give one from "
          "0 up that leaves room for it within int64",
          index, static_cast<long long>(offset));
  Drawing(os, problem, placement, names, options).draw();
  return llvm::Error::success();
}
