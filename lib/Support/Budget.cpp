//===- Budget.cpp - How much memory a step may take -----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Support/Budget.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <limits>

using namespace llvm;
using namespace mlir::remat;

namespace {
struct Unit {
  StringRef name;
  int64_t bytes;
};
} // namespace

// Binary units first: int64 holds only a few EiB.
static constexpr Unit units[] = {{"EiB", int64_t(1) << 60},
                                 {"PiB", int64_t(1) << 50},
                                 {"TiB", int64_t(1) << 40},
                                 {"GiB", int64_t(1) << 30},
                                 {"MiB", int64_t(1) << 20},
                                 {"KiB", int64_t(1) << 10},
                                 {"EB", 1000000000000000000},
                                 {"PB", 1000000000000000},
                                 {"TB", 1000000000000},
                                 {"GB", 1000000000},
                                 {"MB", 1000000},
                                 {"KB", 1000},
                                 {"B", 1}};

static Error budgetError(StringRef text, const Twine &problem) {
  return createStringError(
      "invalid budget '" + text + "': " + problem +
      "; understood are a size of at least 1 byte ('8GiB', '500MB', '1048576'),"
      " a share of the peak without rematerialization ('60%'), 'min', "
      "'knee', and 'slack:50%'");
}

/// Whether `text` is digits with at most one point.
static bool isDecimal(StringRef text) {
  return text.count('.') <= 1 && text != "." && !text.empty() &&
         all_of(text, [](char c) { return isDigit(c) || c == '.'; });
}

/// Reads a percentage in (0, 100], or [0, 100] if `zeroAllowed`.
static Expected<double> parsePercent(StringRef text, StringRef number,
                                     bool zeroAllowed) {
  double percent = 0;
  bool negative = number.starts_with("-");
  if (!isDecimal(negative ? number.drop_front() : number) ||
      number.getAsDouble(percent))
    return budgetError(text, "'" + number + "' is not a number");
  if (percent > 100)
    return budgetError(text, "more than 100%");
  if (negative || (percent <= 0 && !zeroAllowed))
    return budgetError(text, "not a positive percentage");
  return percent;
}

static Expected<int64_t> parseSize(StringRef text) {
  bool negative = text.starts_with("-");
  StringRef unsignedText = text.drop_front(negative);
  size_t end = unsignedText.find_first_not_of("0123456789.");
  StringRef number = unsignedText.substr(0, end);
  StringRef unitName = unsignedText.substr(number.size()).ltrim();
  if (!isDecimal(number))
    return budgetError(text, "it does not start with a number");
  uint64_t unit = 1;
  if (!unitName.empty()) {
    const Unit *found = find_if(units, [&](const Unit &unit) {
      return unit.name.equals_insensitive(unitName);
    });
    if (found == std::end(units)) {
      std::string known;
      for (const Unit &unit : reverse(units))
        known += (known.empty() ? "" : ", ") + unit.name.str();
      return budgetError(text,
                         "unknown unit '" + unitName + "', known are " + known);
    }
    unit = found->bytes;
  }
  if (unit == 1 && number.contains('.'))
    return budgetError(text, "a fraction of a byte");

  // Exact, in integers; a double has only 53 bits.
  auto [whole, fraction] = number.split('.');
  // From the last digit: floor((d1 + (d2 + ...) / 10) / 10 * unit).
  uint64_t part = 0;
  for (char digit : reverse(fraction))
    part = ((digit - '0') * unit + part) / 10;
  constexpr uint64_t limit = std::numeric_limits<int64_t>::max();
  uint64_t count = 0;
  if ((!whole.empty() && whole.getAsInteger(10, count)) ||
      count > (limit - part) / unit)
    return budgetError(text, "more than " + Twine(limit) + " bytes");
  uint64_t bytes = count * unit + part;
  if (negative || bytes == 0)
    return budgetError(text, "not a positive size");
  return static_cast<int64_t>(bytes);
}

Expected<Budget> mlir::remat::parseBudget(StringRef text) {
  text = text.trim();
  Budget budget;
  if (text.empty())
    return budgetError(text, "it is empty");
  if (text == "min")
    return budget;
  if (text == "knee") {
    budget.kind = Budget::Kind::Knee;
    return budget;
  }
  StringRef rest = text;
  const bool isSlack = rest.consume_front("slack:");
  if (rest.consume_back("%")) {
    Expected<double> percent = parsePercent(text, rest, isSlack);
    if (!percent)
      return percent.takeError();
    budget.kind = isSlack ? Budget::Kind::Slack : Budget::Kind::PercentOfPeak;
    budget.percent = *percent;
    return budget;
  }
  if (isSlack)
    return budgetError(text, "a slack ends in '%'");
  Expected<int64_t> bytes = parseSize(text);
  if (!bytes)
    return bytes.takeError();
  budget.kind = Budget::Kind::Bytes;
  budget.bytes = *bytes;
  return budget;
}

Expected<int64_t> mlir::remat::parseHostBudget(StringRef text) {
  const StringRef rest = text.trim();
  if (rest == "0")
    return 0;
  if (Expected<int64_t> bytes = parseSize(rest))
    return *bytes;
  else
    consumeError(bytes.takeError());
  return createStringError("invalid host budget '" + text +
                           "': understood are a size of at least 1 byte "
                           "('64GiB', '500MB', '1048576'), and '0' for none");
}

std::string mlir::remat::formatBytes(int64_t bytes) {
  uint64_t size = bytes < 0 ? 0 - static_cast<uint64_t>(bytes) : bytes;
  std::string text;
  raw_string_ostream out(text);
  if (bytes < 0)
    out << '-';
  // The largest unit that the size reaches, or nearly: amounts that round up to
  // 1024 use the next one.
  for (const Unit &unit : units) {
    uint64_t one = unit.bytes;
    if (!unit.name.ends_with("iB") || size < one - (one >> 10) / 200)
      continue;
    // Hundredths, rounded. The shift keeps the product within 64 bits; it drops
    // far less than a hundredth.
    unsigned shift = one >> 40 ? 20 : 0;
    uint64_t hundredths = size / one * 100;
    hundredths +=
        ((size % one >> shift) * 100 + (one >> shift) / 2) / (one >> shift);
    out << hundredths / 100;
    if (uint64_t rest = hundredths % 100)
      out << '.' << rest / 10;
    if (uint64_t digit = hundredths % 10)
      out << digit;
    out << ' ' << unit.name;
    return text;
  }
  out << size << " B";
  return text;
}
