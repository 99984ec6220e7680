# ===- proposals.py - Which plan to compile next -------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`Proposals`: of the plans that should fit, the one to compile next.

Nothing of JAX is imported here.
"""

from __future__ import annotations

import dataclasses
from typing import List, Optional, Sequence, Tuple

from remat.model_errors import ModelErrors
from remat.planner import Planner
from remat.rounds import CompiledPlan, Rounds, work_of
from remat.tool import Shape, ToolResult

# Parts of the limit between a budget and the next smaller one; and what the last plan
# has as room at least.
_LEAST_STEP = 0.005
_LEAST_LAST_STEP = 0.03
# A plan that fits is compiled again for a larger budget, or in another shape, only
# where that saves this share of the step's work.
_LEAST_GAIN = 0.002
# And only with this share of the limit to spare: a plan that fits is at hand.
_LEAST_ROOM = 0.001
# A plan that only fits if XLA's heap has fewer gaps than predicted is compiled where it
# saves this share, and is predicted at most this much above the limit: U-Nets had 0.6%.
_LEAST_GAIN_WITHOUT_GAPS = 0.001
_MOST_GAPS = 0.01
# Temporaries where results will lie leave room for another plan only above this
# share of the limit: the heap is off by about as much.
_LEAST_LENT = 0.02
# How many smaller budgets are looked at for a plan that is another one.
_NEIGHBORS = 6
# Parts of the limit between a budget and its neighbors.
_NEARBY = (-0.001, 0.0015, -0.0025, 0.003)


@dataclasses.dataclass(frozen=True)
class Proposal:
    """A plan that may be compiled next."""

    work: float
    nominal: str
    shape: Shape
    result: ToolResult


class Proposals:
    """Finds plans that should fit `limit` bytes, after those in `rounds`; `nominal` is
    what the first of them was planned for."""

    def __init__(
        self,
        rounds: Rounds,
        planner: Planner,
        shapes: Sequence[Shape],
        limit: int,
        nominal: str,
    ):
        self._rounds = rounds
        self._planner = planner
        self._shapes = shapes
        self._limit = limit
        self._nominal = nominal
        self._errors = ModelErrors(rounds, limit)
        # Bytes of a plan that lie where results will, and count once.
        self._lent = 0

    def fit_with_gaps(self, first: ToolResult) -> ToolResult:
        """`first`, or where it is predicted above the limit, since only its storages
        fit and not the gaps of XLA's heap, a plan for a smaller budget that fits with
        them. If temporaries that lie where results will leave room, one for a larger
        budget. `first` if none of a few fits."""
        predicted = first.predicted_peak_bytes or 0
        if first.untouched:
            return first
        lent = (first.size("peak_after_bytes") or 0) - predicted
        if predicted > self._limit:
            other = self._limit - max(predicted - self._limit, self._step)
        elif lent > self._limit * _LEAST_LENT:
            other = self._limit + lent
        else:
            return first
        found = self._lower_until_new(other, self._shapes[0], 0)
        # The smallest plan comes back whatever it is predicted.
        if found is None or (found.result.predicted_peak_bytes or 0) > self._limit:
            return first
        self._lent = max(other - self._limit, 0)
        return found.result

    def next(self) -> Optional[Proposal]:
        """The plan to compile next: the least work among those that should fit, if
        that is worth it, where a shape that was not tried has to save 0.2% of the
        step; None if nothing is left to try."""
        fitting = self._rounds.fitting()
        found = self._propose_saving(fitting) if fitting else self._propose_fitting()
        # Of equal ones the first: shapes are in the order of how often they help.
        return min(found, key=self._work_at_risk, default=None)

    def _work_at_risk(self, proposal: Proposal) -> float:
        """Work, and the risk of a shape that was not tried."""
        plain = proposal.result.number("time_before") or 0.0
        is_known = proposal.shape in self._errors.shapes()
        risk = 0.0 if is_known else _LEAST_GAIN * plain
        return proposal.work + risk

    def _propose_fitting(self) -> List[Proposal]:
        """Plans that should fit, where none does yet."""
        if self._rounds.left == 1 and self._errors.shapes():
            last = self._propose_last()
            if last is not None:
                return [last]
        found = self._propose_in(self._shapes)
        if self._rounds.left > 1:
            # The heap of the first plan was another one than predicted.
            tight = self._propose_without_gaps(_LEAST_ROOM)
            found += [tight] if tight is not None else []
        return found

    def _propose_saving(self, fitting: Sequence[CompiledPlan]) -> List[Proposal]:
        """Plans that should fit, and save work where those `fitting` are at hand."""
        errors = {shape: self._errors.mean(shape) for shape in self._errors.shapes()}
        room = int(self._limit * _LEAST_ROOM)
        # For a smaller budget it is more work than what fits, as a rule.
        shapes = [each for each in self._shapes if errors.get(each, 0) <= 0]
        best = min(fitting, key=lambda each: each.work).result
        plain = best.number("time_before") or 0.0
        most = work_of(best) - _LEAST_GAIN * plain
        found = [each for each in self._propose_in(shapes, room) if each.work < most]
        is_as_predicted = all(error <= room for error in errors.values())
        if found or not is_as_predicted:
            return found
        tight = self._propose_without_gaps(_MOST_GAPS)
        most = work_of(best) - _LEAST_GAIN_WITHOUT_GAPS * plain
        return [tight] if tight is not None and tight.work < most else []

    def _propose_in(self, shapes: Sequence[Shape], room: int = 0) -> List[Proposal]:
        found = [self._propose(shape, room) for shape in shapes]
        return [each for each in found if each is not None]

    def _propose_last(self) -> Optional[Proposal]:
        """The plan for the only try that is left, in a shape that was tried: better
        within the budget than close to it."""
        shape = min(self._errors.shapes(), key=self._errors.worst)
        room = max(
            self._errors.worst(shape) - self._errors.mean(shape),
            int(self._limit * _LEAST_LAST_STEP),
        )
        return self._propose(shape, room, may_be_near=False)

    def _propose_without_gaps(self, most_gaps: float) -> Optional[Proposal]:
        """The plan of which only the storages fit, once, if it is predicted above the
        limit by at most that share."""
        shape = dataclasses.replace(self._shapes[0], fit_heap=False)
        if any(each.shape == shape for each in self._rounds.done):
            return None
        nominal = str(self._limit)
        result = self._planner.try_plan(nominal, shape)
        if result is None or result.text in self._rounds.built:
            return None
        predicted = result.predicted_peak_bytes or 0
        if not self._limit < predicted <= self._limit * (1 + most_gaps):
            return None
        return Proposal(work_of(result), nominal, shape, result)

    def _propose(
        self, shape: Shape, room: int, may_be_near: bool = True
    ) -> Optional[Proposal]:
        """A plan in this shape that should fit with `room` bytes to spare and was not
        compiled; one next to a plan that hardly failed, if it `may_be_near`. None if
        there is none."""
        error = self._errors.expected(shape)
        step = self._step
        nominal, above = self._last_above(shape)
        if may_be_near and 0 < above <= step:
            # Bad luck in how XLA packs it: a neighbor has better, on either side.
            for share in _NEARBY:
                neighbor = nominal + int(share * self._limit)
                near, _ = self._plan_new(neighbor, shape, error)
                if near is not None:
                    return near
        lowered = self._limit + self._lent - error - room
        if error > 0:
            lowered = min(lowered, self._limit + self._lent - step)
        if above:
            # Whatever was predicted: less than what came out above the budget.
            lowered = min(lowered, nominal - max(above, step))
        if shape not in self._errors.shapes() and self._nominal.isdigit():
            lowered = min(lowered, int(self._nominal) + self._lent - room)
        return self._lower_until_new(lowered, shape, error + room)

    def _last_above(self, shape: Shape) -> Tuple[int, int]:
        """What the last plan in this shape that came out above the limit was planned
        for, and by how much it is above; 0 if there is none."""
        found = 0, 0
        for each in self._rounds.built.values():
            if each.result.untouched or each.shape != shape:
                continue
            if each.peak > self._limit and each.nominal.isdigit():
                found = int(each.nominal), each.peak - self._limit
        return found

    @property
    def _step(self) -> int:
        """How much one budget is below the one before, in bytes."""
        return max(int(self._limit * _LEAST_STEP), 1)

    def _lower_until_new(
        self, budget: int, shape: Shape, error: int
    ) -> Optional[Proposal]:
        """The plan for the first of a few budgets, `budget` and smaller ones, that
        gives a new plan that fits with an error of XLA's of `error` bytes."""
        for _ in range(_NEIGHBORS):
            if budget <= 0:
                return None
            found, smaller = self._plan_new(budget, shape, error)
            if found is not None or smaller is None:
                return found
            budget = min(budget, smaller) - self._step
        return None

    def _plan_new(
        self, budget: int, shape: Shape, error: int
    ) -> Tuple[Optional[Proposal], Optional[int]]:
        """The plan for `budget`, the smallest one if there is none; None if it was
        compiled or if it does not fit with an error of XLA's of `error` bytes. And
        what smaller budgets are counted from; None if there are none."""
        result, nominal = self._planner.try_plan_or_smallest(str(budget), shape)
        is_smallest = nominal == "min"
        if result is None:
            return None, None if is_smallest else budget
        predicted = result.predicted_peak_bytes or budget
        above = predicted + error - self._limit
        if above > 0 and not is_smallest:
            # Its storages fit, but not with the gaps of XLA's heap.
            return None, budget - max(above - self._step, 0)
        # The same plan for a smaller budget: one that is smaller still.
        smaller = None if is_smallest else min(budget, predicted)
        if result.text in self._rounds.built:
            return None, smaller
        return Proposal(work_of(result), nominal, shape, result), smaller
