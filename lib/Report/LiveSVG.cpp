//===- LiveSVG.cpp - A picture of live bytes over the step ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiveSVG.h"
#include "Svg.h"

#include "remat/Support/Budget.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <cmath>

using namespace mlir::remat;
using namespace mlir::remat::svg;
using planner::Phase;

namespace {
/// What the picture has beside what all have. Before is dashed and after is
/// solid, so that they are told apart without color.
constexpr llvm::StringLiteral kStyle =
    ".be,.af,.bu,.ba{fill:none;stroke-width:2}\n"
    ".be{stroke:#767676;stroke-dasharray:5 3}\n"
    ".af{stroke:#0072b2;stroke-width:2.5}\n"
    ".bu{stroke:#d55e00;stroke-dasharray:12 4}\n"
    ".ba{stroke:#222;stroke:var(--ink);stroke-width:1;"
    "stroke-dasharray:2 3}\n"
    ".re{fill:#56b4e9;fill-opacity:.25}\n"
    ".ag{fill:none;stroke:#cc79a7;stroke-width:1.5}\n"
    ".pe{fill:#fff;fill:var(--paper);stroke:#222;stroke:var(--ink);"
    "stroke-width:2}\n"
    "@media(prefers-color-scheme:dark){.be{stroke:#c8c8c8}.af{stroke:#56b4e9}"
    ".bu{stroke:#ff8c42}.ag{stroke:#d977b0}}\n";

/// One function's part of the picture, in a frame of its own.
class Panel {
public:
  Panel(llvm::raw_ostream &os, const FunctionReport &function);

  void draw();

private:
  double x(size_t step) const;
  double y(int64_t bytes) const;
  void drawTitle();
  void drawStepAxis();
  void drawResident();
  void drawTurn();
  void drawCurve(const ReportedSchedule &schedule, llvm::StringRef style,
                 llvm::StringRef label);
  void drawRecomputed();
  void drawPeak(const ReportedSchedule &schedule);
  void drawLegend();
  double addLegend(double left, llvm::StringRef style, llvm::StringRef text);

  llvm::raw_ostream &os;
  const FunctionReport &function;
  size_t steps;
  int64_t top;
};
} // namespace

static const ReportedSchedule &getChosen(const FunctionReport &function) {
  return function.after.steps.empty() ? function.before : function.after;
}

static int64_t getPeak(const ReportedSchedule &schedule, int64_t resident) {
  return schedule.steps.empty() ? resident
                                : schedule.steps[schedule.peakStep].liveBytes;
}

/// Returns where the forward pass turns into the backward pass: with the fewest
/// first runs of backward tasks before it and of forward tasks after it, since
/// some of either may run anywhere. 0 if only one phase is known.
static size_t findTurn(const FunctionReport &function,
                       const ReportedSchedule &schedule) {
  int64_t wrong = 0, best = 0;
  size_t turn = 0;
  bool hasBackward = false;
  for (auto [index, step] : llvm::enumerate(schedule.steps)) {
    const Phase phase = function.tasks[step.task].phase;
    if (step.isRecomputed || phase == Phase::Other)
      continue;
    const bool isBackward = phase == Phase::Backward;
    hasBackward |= isBackward;
    wrong += isBackward ? 1 : -1;
    if (wrong < best) {
      best = wrong;
      turn = index + 1;
    }
  }
  return hasBackward ? turn : 0;
}

Panel::Panel(llvm::raw_ostream &os, const FunctionReport &function)
    : os(os), function(function),
      steps(std::max<size_t>(
          {function.before.steps.size(), function.after.steps.size(), 1})),
      top(std::max<int64_t>({getPeak(function.before, function.resident),
                             getPeak(function.after, function.resident), 1})) {
  // A budget far above all bytes would leave nothing to see of them.
  if (function.budget / 2 <= top)
    top = std::max(top, function.budget);
}

double Panel::x(size_t step) const {
  return kLeft +
         static_cast<double>(step) / static_cast<double>(steps) * kWidth;
}

double Panel::y(int64_t bytes) const {
  return kBottom -
         static_cast<double>(bytes) / static_cast<double>(top) * kHeight;
}

void Panel::drawTitle() {
  os << llvm::formatv("<text x=\"{0}\" y=\"20\" font-size=\"16\">Bytes alive "
                      "over the step: {1}{2}</text>\n",
                      number(kLeft), escape(function.name),
                      function.status == planner::Status::Ok
                          ? ""
                          : ", no plan within the budget");
}

void Panel::drawStepAxis() {
  const double last = static_cast<double>(steps);
  const double tick = std::max(chooseTick(last), 1.0);
  for (double step = 0; step <= last; step += tick)
    os << llvm::formatv(
        "<text x=\"{0}\" y=\"{1}\" text-anchor=\"middle\">{2:F0}</text>\n",
        number(kLeft + step / last * kWidth), number(kBottom + 26), step);
  os << llvm::formatv(
      "<text x=\"{0}\" y=\"{1}\" text-anchor=\"middle\">step</text>\n",
      number(kLeft + kWidth / 2), number(kBottom + 48));
}

void Panel::drawResident() {
  const double at = y(std::min(function.resident, top));
  os << llvm::formatv("<path class=\"re\" d=\"M{0} {1}h{2}V{3}H{0}z\"><title>"
                      "resident: {4}</title></path>\n",
                      number(kLeft), number(at), number(kWidth),
                      number(kBottom), formatBytes(function.resident));
}

void Panel::drawTurn() {
  const size_t turn = findTurn(function, getChosen(function));
  if (turn == 0)
    return;
  const double at = x(turn);
  os << llvm::formatv("<path class=\"ba\" d=\"M{0} {1}V{2}\"/>\n", number(at),
                      number(kTop), number(kBottom));
  const bool isLeft = at < kLeft + kWidth / 2;
  os << llvm::formatv("<text class=\"n\" x=\"{0}\" y=\"{1}\" text-anchor=\"{2}"
                      "\">{3}</text>\n",
                      number(at + (isLeft ? kLabelGap : -kLabelGap)),
                      number(kBottom - 2 * kLabelGap), isLeft ? "start" : "end",
                      isLeft ? "backward pass" : "forward pass");
}

/// Where many steps fall on one place, the most and the least are what there
/// is to see.
void Panel::drawCurve(const ReportedSchedule &schedule, llvm::StringRef style,
                      llvm::StringRef label) {
  if (schedule.steps.empty())
    return;
  os << llvm::formatv("<path class=\"{0}\" d=\"", style);
  char command = 'M';
  for (size_t step = 0, count = schedule.steps.size(); step != count;) {
    const int64_t first = schedule.steps[step].liveBytes;
    int64_t least = first, most = first, last = first;
    const double column = std::floor(x(step));
    const std::string at = number(x(step));
    for (; step != count && std::floor(x(step)) == column; ++step) {
      last = schedule.steps[step].liveBytes;
      least = std::min(least, last);
      most = std::max(most, last);
    }
    if (command == 'M')
      os << 'M' << at << ' ' << number(y(first));
    else
      os << 'H' << at << 'V' << number(y(first));
    command = 'H';
    for (int64_t bytes : {most, least, last})
      if (least != most)
        os << 'V' << number(y(bytes));
  }
  os << 'H' << number(x(schedule.steps.size())) << "\"><title>" << label
     << "</title></path>\n";
}

/// A tick below the axis for each step that runs again.
void Panel::drawRecomputed() {
  std::string path;
  std::string last;
  for (auto [index, step] : llvm::enumerate(function.after.steps)) {
    std::string at = number(x(index) + kWidth / static_cast<double>(steps) / 2);
    if (!step.isRecomputed || at == last)
      continue;
    path += 'M' + at + ' ' + number(kBottom + 2) + "v8";
    last = std::move(at);
  }
  if (!path.empty())
    os << "<path class=\"ag\" d=\"" << path
       << "\"><title>recomputed steps</title></path>\n";
}

void Panel::drawPeak(const ReportedSchedule &schedule) {
  if (!schedule.steps.empty())
    os << llvm::formatv(
        "<circle class=\"pe\" cx=\"{0}\" cy=\"{1}\" r=\"5\"/>\n",
        number((x(schedule.peakStep) + x(schedule.peakStep + 1)) / 2),
        number(y(schedule.steps[schedule.peakStep].liveBytes)));
}

/// Returns where the next entry begins. Its text is as long as a wide font
/// makes it.
double Panel::addLegend(double left, llvm::StringRef style,
                        llvm::StringRef text) {
  constexpr double kSample = 30, kCharacter = 6.9, kBetween = 18, kAt = 38;
  os << llvm::formatv("<path class=\"{0}\" d=\"M{1} {2}h{3}{4}\"/>", style,
                      number(left), number(style == "re" ? kAt : kAt - 4),
                      number(kSample), style == "re" ? "v-8h-30z" : "");
  left += kSample + kLabelGap;
  os << llvm::formatv("<text x=\"{0}\" y=\"{1}\">{2}</text>\n", number(left),
                      number(kAt), text);
  return left + static_cast<double>(text.size()) * kCharacter + kBetween;
}

void Panel::drawLegend() {
  auto describe = [](llvm::StringRef name, const ReportedSchedule &schedule) {
    return llvm::formatv(
               "{0}: peak {1} at step {2}", name,
               formatBytes(schedule.steps[schedule.peakStep].liveBytes),
               schedule.peakStep)
        .str();
  };
  double left = kLeft;
  if (!function.before.steps.empty())
    left = addLegend(left, "be", describe("before", function.before));
  if (!function.after.steps.empty())
    left = addLegend(left, "af", describe("after", function.after));
  left = addLegend(left, "bu", "budget " + formatBytes(function.budget));
  left = addLegend(left, "re", "resident " + formatBytes(function.resident));
  if (!function.recomputed.empty())
    addLegend(left, "ag", "recomputed");
}

void Panel::draw() {
  drawTitle();
  drawLegend();
  writeByteAxis(os, static_cast<double>(top), "bytes alive");
  drawStepAxis();
  drawResident();
  drawTurn();
  drawCurve(function.before, "be", "before");
  drawCurve(function.after, "af", "after");
  drawRecomputed();
  if (function.budget <= top)
    os << llvm::formatv("<path class=\"bu\" d=\"M{0} {1}h{2}\"/>\n",
                        number(kLeft), number(y(function.budget)),
                        number(kWidth));
  drawPeak(function.before);
  drawPeak(function.after);
}

void mlir::remat::writeLiveSVG(llvm::raw_ostream &os,
                               llvm::ArrayRef<FunctionReport> functions) {
  const double panels = std::max<double>(functions.size(), 1);
  writeHead(os, "Bytes alive over the step, before and after",
            panels * kPictureHeight, kStyle);
  if (functions.empty())
    os << llvm::formatv("<text x=\"{0}\" y=\"20\" font-size=\"16\">no function "
                        "was planned</text>\n",
                        number(kLeft));
  for (auto [index, function] : llvm::enumerate(functions)) {
    os << llvm::formatv("<g transform=\"translate(0 {0})\">\n",
                        number(static_cast<double>(index) * kPictureHeight));
    Panel(os, function).draw();
    os << "</g>\n";
  }
  os << "</svg>\n";
}
