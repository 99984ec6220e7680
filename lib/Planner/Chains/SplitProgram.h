//===- SplitProgram.h - Chains cut in two, again and again ------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The recurrence behind every memory-persistent solver of chains (Beaumont et
// al., Theorem 4.8; Butt, eq. 3.1 and 3.3). With m the bytes beside a^{s-1},
//
//   ov(s, t, m) = least of  ov(s+1, t, m - ā^s)                  m >= all(s, t)
//                           u(s..r-1) + ov(r, t, m - a^{r-1}) + ov(s, r-1, m)
//                                                       m >= sweep(s, r, t)
//
// is the least *overhead* of the backwards t to s: the time of forwards that
// run beside the F_all that each stage needs. Everything else is the same for
// all schedules.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_SPLITPROGRAM_H
#define REMAT_LIB_PLANNER_SPLITPROGRAM_H

#include "remat/Planner/Chain.h"

#include <limits>

namespace mlir::remat::planner {

/// What the recurrence is about; arrays are indexed by stage, from 1.
struct SplitProblem {
  int32_t stages = 0;
  /// a^l and δ^l, for l from 0.
  std::vector<int64_t> checkpoint, held;
  /// ā^l, and what F_all^l followed by B^l need beside a^{l-1}: with δ^t while
  /// the forward runs.
  std::vector<int64_t> saved, forwardAll, backward;
  /// What F_ck^l and F_∅^l need beside δ^t and a^{l-1}.
  std::vector<int64_t> forwardOnly;
  /// The time of F_ck^l; `prefixTime[l]` is that of all up to l.
  std::vector<double> time, prefixTime;
  /// F_all may run before other forwards.
  bool maySave = true;
  /// The most that there may be beside a^0.
  int64_t capacity = 0;

  /// all(s, t); at s = t that of F_all and B alone.
  int64_t allNeed(int32_t s, int32_t t) const {
    return std::max(held[t] + forwardAll[s], backward[s]);
  }
  /// What F_ck^l needs beside a^{s-1} in a sweep that began with stage s.
  int64_t sweepNeed(int32_t s, int32_t l, int32_t t) const {
    return held[t] + forwardOnly[l] + (l > s ? checkpoint[l - 1] : 0);
  }
  double sweepTime(int32_t s, int32_t r) const {
    return prefixTime[r - 1] - prefixTime[s - 1];
  }
  /// The least overhead of stages s to t.
  double leastOverhead(int32_t s, int32_t t) const {
    return maySave ? 0 : sweepTime(s, t);
  }
};

/// `capacity` counts all bytes, a^0 and what is resident included.
SplitProblem makeSplitProblem(const Chain &chain, int64_t capacity,
                              bool maySave);

/// The model of Butt's Algorithm 3.4 (Precise Optimal Checkpointing for
/// Memory-Efficient Deep Learning, 2019): layer i makes f_i from f_{i-1}, and
/// b_{i-1} is made from f_{i-1} and b_i. `forwardBytes` are those of f_0 to
/// f_N, `backwardBytes` those of b_0 to b_{N+1}, `forwardTimes[i]` is the time
/// of layer i. Stage l of the problem is the backward that makes b_{l-1};
/// `capacity` counts f_0. The forward into f_{N+1} does not exist.
SplitProblem makeLayerProblem(llvm::ArrayRef<int64_t> forwardBytes,
                              llvm::ArrayRef<int64_t> backwardBytes,
                              llvm::ArrayRef<double> forwardTimes,
                              int64_t capacity);

/// The pairs s <= t of stages.
inline size_t pairIndex(int32_t s, int32_t t) {
  return size_t(t) * (t - 1) / 2 + (s - 1);
}

/// All values of the recurrence.
class SplitTable {
public:
  static constexpr double infinite = std::numeric_limits<double>::infinity();

  explicit SplitTable(SplitProblem problem) : problem(std::move(problem)) {}
  virtual ~SplitTable() = default;

  /// ov(s, t, m), infinite where nothing fits.
  virtual double overhead(int32_t s, int32_t t, int64_t m) const = 0;
  /// The bytes beside a^0, ascending, at which ov(1, n, .) falls.
  virtual std::vector<int64_t> steps() const = 0;

  /// The operations of a schedule with ov(1, n, m), which must be finite.
  /// O(operations + n² log).
  std::vector<ChainOp> ops(int64_t m) const;

  const SplitProblem problem;

private:
  /// The stage r of the best choice; s for F_all.
  int32_t choose(int32_t s, int32_t t, int64_t m) const;
};

/// Functions are lists of steps on exact bytes. At most `maxSteps` of them are
/// kept for a pair of stages, the one of the fewest bytes among them.
std::unique_ptr<SplitTable>
solveWithSteps(SplitProblem problem,
               size_t maxSteps = std::numeric_limits<size_t>::max());

/// Functions are arrays over memory in units that all sizes are multiples of,
/// of times in units that all times are multiples of. Null where these arrays
/// would be too large, or times have no common unit.
std::unique_ptr<SplitTable> solveWithArrays(SplitProblem problem);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_SPLITPROGRAM_H
