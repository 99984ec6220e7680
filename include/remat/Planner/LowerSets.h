//===- LowerSets.h - Lower sets of the forward graph ------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The general recomputation problem of Kusumoto et al. ("A Graph Theoretic
// Framework of Recomputation Algorithms for Memory-Efficient Backpropagation",
// NeurIPS 2019): forward graph, lower sets, dynamic program over their
// sequences. Model and our changes: docs/internals/lower-sets.md.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_LOWERSETS_H
#define REMAT_PLANNER_LOWERSETS_H

#include "remat/Planner/Problem.h"

namespace mlir::remat::planner {

/// A vertex of the paper's G = (V, E): a forward task with the free views of
/// its results.
struct ForwardNode {
  /// In base order.
  llvm::SmallVector<TaskId, 2> tasks;
  /// M(v): bytes of its storages, without results of the step (in every plan)
  /// and values without readers.
  int64_t bytes = 0;
  /// T(v) in `ForwardModel::timeUnit`s; 0 if it must not run again.
  int64_t time = 0;
  /// It must not run again: its outputs are kept to their last use.
  bool kept = false;
  /// A task of it is pinned `recompute`: its outputs are never kept.
  bool dropped = false;
  /// Ascending, each once. Predecessors have smaller indices.
  llvm::SmallVector<int32_t, 4> preds, succs;
};

/// The forward part of a step. Inputs and parameters are no vertices.
struct ForwardModel {
  /// In topological order.
  std::vector<ForwardNode> nodes;
  /// By task: its node, or -1.
  std::vector<int32_t> nodeOf;
  /// Unit of ForwardNode::time in the graph's times: 1 if all are whole
  /// numbers, else the power of two that leaves 50 bits for their sum, so that
  /// costs add up exactly in any order.
  double timeUnit = 1;
};

/// Errors: NotApplicableError without a forward or a backward task, or if a
/// forward task depends on a backward one. O(V + E).
llvm::Expected<ForwardModel> buildForwardModel(const Graph &graph);

/// The modeled need of a step of a sequence beside M(U_{i-1}).
enum class NominalPeak {
  /// Eq. (2): 2M(V_i) + M(δ⁺(L_i)∖L_i) + M(δ⁻(δ⁺(L_i))∖L_i).
  Printed,
  /// M(V_i): ours, for steps with short-lived gradients, where liveness leaves
  /// little beside the segment's values.
  ValuesOnly
};

/// Lower sets of a forward graph, ∅ and V among them, each after its subsets.
struct LowerSetFamily {
  /// All lower sets, or none if there are more than `limit`. O(sets·V).
  static std::optional<LowerSetFamily> all(const ForwardModel &model,
                                           size_t limit);
  /// The sets L_v = {w | v is reachable from w} of section 4.3, ∅ and V.
  /// `withPrefixes` adds the prefixes of the base order (ours: with many short
  /// branches, as in IR, no L_v holds more than one of them). Above `limit`
  /// nodes, only equally spaced v. O(V·(V+E)).
  static LowerSetFamily pruned(const ForwardModel &model, size_t limit,
                               bool withPrefixes,
                               NominalPeak peak = NominalPeak::Printed);

  size_t size() const { return bytes.size(); }
  bool contains(size_t set, int32_t node) const {
    return bits[set * words + (node >> 6)] >> (node & 63) & 1;
  }
  /// ∂L = δ⁻(V∖L)∩L, ascending, without nodes that are kept anyway.
  llvm::ArrayRef<int32_t> boundary(size_t set) const {
    return llvm::ArrayRef(boundaryNodes)
        .slice(boundaryBegin[set], boundaryBegin[set + 1] - boundaryBegin[set]);
  }
  /// Maximal elements of L: a lower set contains L iff it contains these.
  llvm::ArrayRef<int32_t> maximal(size_t set) const {
    return llvm::ArrayRef(maximalNodes)
        .slice(maximalBegin[set], maximalBegin[set + 1] - maximalBegin[set]);
  }

  /// 64-bit words of a set.
  size_t words = 0;
  std::vector<uint64_t> bits;
  /// By set: M(L), T(L).
  std::vector<int64_t> bytes, time;
  /// A step from L to L′ needs key(L′) - weight·M(L) beside M(U). The key grows
  /// with L; for the printed peak it is 2M(L) + M(δ⁺(L)∖L) + M(δ⁻(δ⁺(L))∖L),
  /// with weight 2.
  std::vector<int64_t> key;
  int64_t weight = 2;
  /// M of the kept nodes in L.
  std::vector<int64_t> keptBytes;

private:
  struct Builder;
  LowerSetFamily() = default;

  std::vector<uint32_t> boundaryBegin, maximalBegin;
  std::vector<int32_t> boundaryNodes, maximalNodes;
};

/// A sequence L₁ ≺ … ≺ L_k = V.
struct LowerSetSequence {
  /// Indices into the family.
  std::vector<int32_t> sets;
  /// Eq. (1) without T(V_k) (the last segment is not recomputed), in the
  /// model's time units.
  int64_t cost = 0;
  /// Peak of eq. (2), in bytes, without resident bytes.
  int64_t peak = 0;
};

/// Walks the pairs L ⊊ L′ of a family.
class LowerSetPairs {
public:
  LowerSetPairs(const ForwardModel &model, const LowerSetFamily &family);

  /// The peak of the sequence (V): the largest useful nominal budget.
  int64_t largestBudget() const { return family.key.back(); }
  /// Pairs and states visited so far: time, independent of the machine.
  uint64_t work() const { return workDone; }

protected:
  /// The increase of M(U) and of the overhead by a step.
  struct Step {
    int64_t bytes, cost;
  };

  /// Prepares `stepTo` from this set.
  void enter(size_t set);
  /// From the entered set to a superset other than V: M(∂L′∖L) = M(∂L′∩V′), and
  /// T(V′∖∂L′).
  Step stepTo(size_t next) const;
  /// The terms of eq. (2) beside M(U).
  int64_t stepPeak(size_t set, size_t next) const {
    return family.key[next] - family.weight * family.bytes[set];
  }
  /// The end of the range of sets with at most that `stepPeak`.
  size_t window(size_t set, int64_t most) const;
  /// The sets from `set` to `end` that contain `set`, into `superset`.
  void supersets(size_t set, size_t end);
  LowerSetSequence evaluate(std::vector<int32_t> sets);

  const ForwardModel &model;
  const LowerSetFamily &family;
  /// By node: the sets that contain it, one bit each.
  std::vector<uint64_t> containing;
  size_t familyWords = 0;
  std::vector<uint64_t> superset;
  // Of the entered set: M and T of each node outside it, 0 inside.
  std::vector<Step> outside;
  int64_t outsideTime = 0, outsideKept = 0;
  uint64_t workDone = 0;
};

/// Sections 4.2 to 4.4: the sequence of least (or greatest) overhead with a
/// peak by eq. (2) within a nominal budget. Exact over all pairs L ⊊ L′.
class LowerSetSearch : public LowerSetPairs {
public:
  /// O(pairs) at worst; a bound on the peak cuts most pairs.
  LowerSetSearch(const ForwardModel &model, const LowerSetFamily &family);

  int64_t smallestBudget() const { return need.front(); }

  /// The sequence of least (Objective::Time) or greatest (Objective::Memory)
  /// overhead within `budget`, if any and not `gaveUp()`. O(pairs·states of a
  /// frontier) at worst.
  std::optional<LowerSetSequence> solve(int64_t budget, Objective objective);

  /// Gives up when `work()` passes this limit, or the frontiers 20 million
  /// states (500 MB).
  void setWorkLimit(uint64_t limit) { workLimit = limit; }
  bool gaveUp() const { return overLimit; }

private:
  struct State {
    /// Overhead so far, negated for Objective::Memory, and M(U).
    int64_t cost, bytes;
    /// The state before: a set and a position in its frontier.
    int32_t parentSet, parentPosition;
  };

  void bound(int64_t budget);
  /// One pass over all sets with states whose bound is below `cut`.
  bool search(int64_t budget, int64_t cut);
  void expand(size_t set, int64_t budget, int64_t slack, size_t end);
  void insert(size_t set, State state);
  LowerSetSequence trace();

  /// By set: the least slack budget - M(U) from which V can be reached.
  std::vector<int64_t> need;
  /// By set: M(∂L) with kept nodes, T(L∖∂L).
  std::vector<int64_t> boundaryBytes, droppedTime;

  bool maximize = false;
  /// Lower bounds on the cost from a set to V; these with the fixed cost of a
  /// step to the set; the least of these in each word of sets.
  std::vector<int64_t> remaining, optimistic, optimisticOfWord;
  std::vector<std::vector<State>> frontiers;
  size_t stateCount = 0;
  int64_t cutOff = 0, nextCut = 0;
  std::optional<State> best;
  uint64_t workLimit = ~uint64_t(0);
  bool overLimit = false;
};

/// The same for all nominal budgets: for each set and overhead, in grains, the
/// least slack B - M(U) from which V can be reached. Overheads are off by up to
/// half a grain a segment unless the grain is one unit; memory is exact.
class LowerSetTable : public LowerSetPairs {
public:
  /// At most `columns` grains make the forward time or, with `Time`,
  /// `mostCost`, which cuts greater overheads off; a grain is at least a unit.
  /// O(pairs·columns), and 8·sets·columns bytes.
  LowerSetTable(const ForwardModel &model, const LowerSetFamily &family,
                Objective objective, size_t columns,
                std::optional<int64_t> mostCost = std::nullopt);

  bool isExact() const { return grain == 1; }
  /// Overheads, in grains, at which the least nominal budget falls: from the
  /// least with `Time`, from the greatest with `Memory`.
  llvm::ArrayRef<int32_t> front() const { return columnsOfFront; }
  int64_t budget(int32_t column) const;
  LowerSetSequence sequence(int32_t column);

private:
  void fillRow(size_t set);
  size_t grains(int64_t cost) const;
  const double *row(size_t set) const { return rows.data() + set * width; }
  double *row(size_t set) { return rows.data() + set * width; }

  bool maximize;
  size_t width;
  double grain;
  /// Bytes, below 2⁵³: doubles have fast minima.
  std::vector<double> rows;
  std::vector<int32_t> columnsOfFront;
};

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_LOWERSETS_H
