# ===- loop.py - Plan, compile, read the peak, plan again ----------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""The closed loop: a plan counts when XLA's own figure is within the budget.

Nothing of JAX is imported here; planning and compiling are the caller's.
"""

from __future__ import annotations

import dataclasses
from typing import Any, Callable, List, Optional, Tuple

from remat.errors import NoPlan, NotFound, ToolError
from remat.sizes import Budget, format_bytes, format_size
from remat.tool import ToolResult

MAX_ROUNDS = 4
"""How often a step is compiled at most."""
MORE_CUTS = 16
"""Barriers over all that is alive: more than this gains nothing."""
_LEAST_STEP = 0.005
_LEAST_GAIN_BY_CUTS = 0.02
_LEAST_LAST_STEP = 0.03
_PLAN_NOISE = (0.04, 0.08)
_NEIGHBOR_STEP = 0.02
# How far the model's peak may be above XLA's: plans that the model has this much
# above the budget are compiled before they are given up.
_MODEL_ERROR = 0.1

PlanFunction = Callable[[str, Optional[int]], ToolResult]
"""(budget as the tool reads it, cuts) to a plan; raises `NoPlan`."""
CompileFunction = Callable[[str], Tuple[Any, int]]
"""A module to what it is compiled to, and its peak in bytes."""


@dataclasses.dataclass(frozen=True)
class Round:
    """One plan that was compiled. Sizes in bytes of one device."""

    nominal: str
    """The budget that it was planned for, as remat-opt reads it; "none" for the
    step as it is."""
    cuts: Optional[int]
    """The cuts that were asked for; None: as many as remat-opt takes itself."""
    predicted_peak_bytes: Optional[int]
    compiled_peak_bytes: int
    fits: bool
    """Whether the compiled peak is within the budget."""

    def __str__(self) -> str:
        nominal = self.nominal
        if nominal.isdigit():
            nominal = format_bytes(int(nominal))
        predicted = "unknown"
        if self.predicted_peak_bytes is not None:
            predicted = format_bytes(self.predicted_peak_bytes)
        return (
            f"planned for {nominal}"
            + ("" if self.cuts is None else f" with {self.cuts} cuts")
            + f": predicted {predicted},"
            f" compiled {format_bytes(self.compiled_peak_bytes)}"
            + ("" if self.fits else ", too much")
        )


@dataclasses.dataclass(frozen=True)
class Closed:
    """What the loop came to."""

    result: ToolResult
    compiled: Any
    compiled_peak_bytes: int
    budget_bytes: Optional[int]
    rounds: Tuple[Round, ...]


class _Loop:
    """The state of one run: what was compiled, and how much it took."""

    def __init__(self, compile_: CompileFunction, limit: Optional[int]):
        self._compile = compile_
        self.limit = limit
        self.rounds: List[Round] = []
        self.best: Optional[Tuple[int, ToolResult, Any]] = None
        self._peaks: dict = {}

    def tried(self, result: ToolResult) -> bool:
        return result.text in self._peaks

    def run(self, result: ToolResult, nominal: str, cuts: Optional[int]) -> int:
        """Compiles `result` unless it was; returns its peak."""
        if self.tried(result):
            return self._peaks[result.text]
        compiled, peak = self._compile(result.text)
        self._peaks[result.text] = peak
        if self.best is None or peak < self.best[0]:
            self.best = (peak, result, compiled)
        self.rounds.append(
            Round(
                nominal=nominal,
                cuts=cuts,
                predicted_peak_bytes=result.predicted_peak_bytes,
                compiled_peak_bytes=peak,
                fits=self.limit is None or peak <= self.limit,
            )
        )
        return peak

    def error(self, cuts: Optional[int]) -> int:
        """How far XLA was above the model at most, with these cuts; 0 or more."""
        found = [0]
        for round_ in self.rounds:
            predicted = round_.predicted_peak_bytes
            if round_.cuts == cuts and predicted is not None:
                found.append(round_.compiled_peak_bytes - predicted)
        return max(found)

    def closed(self) -> Closed:
        peak, result, compiled = self.best
        return Closed(result, compiled, peak, self.limit, tuple(self.rounds))


def _planned_for(result: ToolResult, nominal: int) -> int:
    """What a smaller budget is counted from: a plan's own peak, since with large
    tensors that is well below what it was planned for."""
    predicted = result.predicted_peak_bytes
    if result.untouched or predicted is None:
        return nominal
    return min(nominal, predicted)


def close_loop(
    text: str,
    plan: PlanFunction,
    compile_: CompileFunction,
    budget: Budget,
    max_rounds: int = MAX_ROUNDS,
) -> Closed:
    """Plans the module `text` until what XLA makes of it is within `budget`.

    Compiles at most `max_rounds` times; the first that fits is taken, since each
    further one is planned for less. In order: the plan for the budget (before it
    the step as it is, where the model has that close to the budget); the same
    with more cuts; then for budgets smaller by what XLA was above, at least 0.5%
    each time, the last by twice the model's error, down to the smallest plan.
    "min" tries the step as it is and the first two, and takes the best.

    Raises what `plan` raises where nothing near the budget was planned, and
    `remat.NotFound` with the smallest compiled peak where nothing that was
    compiled fits. A failure of the tool after the first plan is raised if nothing
    fits without the plan that failed.
    """
    refused: Optional[NoPlan] = None
    failed: Optional[ToolError] = None
    try:
        first = plan(budget.text, None)
        limit = budget.bytes or first.size("budget_bytes")
    except NoPlan as error:
        # The model may be above XLA. Its smallest plan may still do.
        refused, limit = error, budget.bytes or error.budget_bytes
        near = error.smallest_budget_bytes
        if limit is None or near is None or near > limit * (1 + _MODEL_ERROR):
            raise
        first = plan(str(near), None)
    nominal = first.budget
    if budget.smallest:
        limit = None
    loop = _Loop(compile_, limit)

    if limit is None and not first.untouched:
        # The smallest is asked for: a plan may come out above the step as it is.
        loop.run(dataclasses.replace(first, text=text, untouched=True), "none", None)
    plain = first.plain_peak_bytes
    if (
        limit is not None
        and not first.untouched
        and plain is not None
        and plain <= limit * (1 + _MODEL_ERROR)
    ):
        unchanged = dataclasses.replace(first, text=text, untouched=True)
        if loop.run(unchanged, "none", None) <= limit:
            return loop.closed()
    peak = loop.run(first, nominal, None)
    if limit is not None and peak <= limit:
        return loop.closed()

    cuts: Optional[int] = None
    if len(loop.rounds) < max_rounds and not first.untouched:
        try:
            more = plan(nominal, MORE_CUTS)
        except (NoPlan, ToolError):
            more = first
        if not loop.tried(more):
            cut_peak = loop.run(more, nominal, MORE_CUTS)
            gain = peak - cut_peak
            # Cuts that keep XLA to the order gain much. What is gained by little
            # is luck in how XLA packs buffers, and more cuts make that worse for
            # smaller plans.
            fits = limit is not None and cut_peak <= limit
            if fits or gain > (limit or peak) * _LEAST_GAIN_BY_CUTS:
                cuts, peak = MORE_CUTS, cut_peak
    if limit is None or peak <= limit:
        return loop.closed()

    lowered = _planned_for(first, int(nominal) if nominal.isdigit() else limit)
    smallest_tried = False
    # Plans for two budgets may be one and the same, which is not compiled again.
    for _ in range(2 * max_rounds):
        if len(loop.rounds) >= max_rounds or smallest_tried:
            break
        above = peak - limit
        least, most = (int(limit * share) for share in _PLAN_NOISE)
        if len(loop.rounds) < max_rounds - 1 and least < above <= most:
            # The model is wrong by less, or by more: this much is one plan's bad
            # luck in how XLA fuses and packs it, as a rule, and a neighbor has
            # better.
            above = int(limit * _NEIGHBOR_STEP)
        lowered -= max(above, int(limit * _LEAST_STEP), 1)
        if len(loop.rounds) == max_rounds - 1:
            # One try is left: better within the budget than close to it.
            margin = max(2 * loop.error(cuts), int(limit * _LEAST_LAST_STEP))
            lowered = min(lowered, limit - margin)
        asked = str(lowered)
        try:
            if lowered <= 0:
                break
            next_ = plan(asked, cuts)
        except NoPlan as error:
            refused, smallest_tried, asked = error, True, "min"
            try:
                next_ = plan(asked, cuts)
            except NoPlan:
                break
        except ToolError as error:
            # A defect at one budget need not be one at the next.
            failed, peak = error, limit
            continue
        if loop.tried(next_):
            # The same plan for a smaller budget: one that is smaller still.
            peak = limit
            continue
        peak = loop.run(next_, asked, cuts)
        if peak <= limit:
            return loop.closed()
        lowered = _planned_for(next_, lowered)

    if failed is not None:
        raise failed
    floor = loop.best[0]
    raise NotFound(
        f"no plan found within {format_size(limit)}: of {len(loop.rounds)} plans, the"
        f" smallest is compiled to {format_size(floor)},"
        f" {format_size(floor - limit)} more",
        budget_bytes=limit,
        resident_bytes=first.size("resident_bytes"),
        lower_bound_bytes=first.size("lower_bound_bytes"),
        smallest_budget_bytes=floor,
        compiled_floor_bytes=floor,
        live_tensors=refused.live_tensors if refused else (),
        rounds=loop.rounds,
    )
