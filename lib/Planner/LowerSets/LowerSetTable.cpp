//===- LowerSetTable.cpp - All nominal budgets at once --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step from L with slack σ = B - M(U) to L' is within the budget iff
// stepPeak(L, L') ≤ σ, and leaves slack σ - M(∂L'∖L): the budget does not
// occur. So one table from V back to the empty set,
//
//   S(L, q) = min over L' of max(stepPeak(L, L'), S(L', q - t) + M(∂L'∖L))
//
// with t the step's overhead in grains, ends with a row of the least nominal
// budgets for all overheads.
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/LowerSets.h"

#include "llvm/ADT/bit.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

using namespace llvm;
using namespace mlir::remat::planner;

LowerSetTable::LowerSetTable(const ForwardModel &model,
                             const LowerSetFamily &family, Objective objective,
                             size_t columns, std::optional<int64_t> mostCost)
    : LowerSetPairs(model, family), maximize(objective == Objective::Memory) {
  int64_t most = family.time.back();
  if (mostCost && !maximize)
    most = std::min(most, *mostCost);
  grain = std::max(1.0, double(most) / std::max<size_t>(columns, 1));
  // Rounding may increase the overhead.
  width = static_cast<size_t>(double(most) / grain) + 2;
  rows.assign(family.size() * width, std::numeric_limits<double>::infinity());
  // In V nothing remains to be done or paid.
  std::fill_n(row(family.size() - 1), maximize ? 1 : width, 0.0);
  for (size_t set = family.size() - 1; set-- > 0;)
    fillRow(set);
  double least = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i != width; ++i) {
    // Starts at the overhead with the largest budget.
    const size_t column = maximize ? width - 1 - i : i;
    if (row(0)[column] < least) {
      least = row(0)[column];
      columnsOfFront.push_back(column);
    }
  }
}

size_t LowerSetTable::grains(int64_t cost) const {
  return std::llrint(cost / grain);
}

/// S(L, q) is the slack for an overhead of at most q (at least q for the
/// greatest).
void LowerSetTable::fillRow(size_t set) {
  const size_t last = family.size() - 1;
  enter(set);
  double *result = row(set);
  // The last segment is not remade.
  std::fill_n(result, maximize ? 1 : width, double(stepPeak(set, last)));
  // No more than the rest of the forward part can be remade.
  const size_t end =
      std::min<size_t>(width, grains(family.time[last] - outsideTime) + 2);
  supersets(set, last);
  for (size_t word = set >> 6; word < (last + 63) >> 6; ++word)
    for (uint64_t rest = superset[word]; rest; rest &= rest - 1) {
      const size_t next = word * 64 + llvm::countr_zero(rest);
      const double peak = stepPeak(set, next);
      // A row falls (or rises), and later sets have no smaller peaks.
      if (peak >= (maximize ? result[end - 1] : result[0])) {
        word = familyWords;
        break;
      }
      const Step step = stepTo(next);
      const double bytes = step.bytes;
      const size_t shift = grains(step.cost);
      const double *from = row(next);
      workDone += 1 + end - std::min(shift, end);
      if (maximize)
        for (size_t i = 0; i < std::min(shift, end); ++i) {
          const double slack = std::max(peak, from[0] + bytes);
          result[i] = std::min(result[i], slack);
        }
      for (size_t i = shift; i < end; ++i) {
        const double kept = from[i - shift] + bytes;
        const double slack = kept < peak ? peak : kept;
        result[i] = slack < result[i] ? slack : result[i];
      }
    }
  if (!maximize)
    std::fill(result + end, result + width, result[end - 1]);
}

int64_t LowerSetTable::budget(int32_t column) const {
  assert(column >= 0 && size_t(column) < width && "a column of the table");
  return std::llrint(row(0)[column]);
}

LowerSetSequence LowerSetTable::sequence(int32_t column) {
  assert(column >= 0 && size_t(column) < width && "a column of the table");
  const size_t last = family.size() - 1;
  std::vector<int32_t> sets;
  size_t set = 0, rest = column;
  while (set != last) {
    const double slack = row(set)[rest];
    // The step behind the minimum; straight to V if possible.
    size_t next = last, left = 0;
    if (!((!maximize || rest == 0) && stepPeak(set, last) <= slack)) {
      enter(set);
      supersets(set, last);
      for (size_t word = set >> 6; word < (last + 63) >> 6 && next == last;
           ++word)
        for (uint64_t bits = superset[word]; bits; bits &= bits - 1) {
          const size_t other = word * 64 + llvm::countr_zero(bits);
          const double peak = stepPeak(set, other);
          if (peak > slack)
            continue;
          const Step step = stepTo(other);
          const size_t shift = grains(step.cost);
          if (shift > rest && !maximize)
            continue;
          const size_t after = shift > rest ? 0 : rest - shift;
          if (row(other)[after] + double(step.bytes) <= slack) {
            next = other;
            left = after;
            break;
          }
        }
    }
    assert(next > set && "a sequence grows with each step");
    sets.push_back(next);
    set = next;
    rest = left;
  }
  return evaluate(std::move(sets));
}
