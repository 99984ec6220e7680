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
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

from remat.errors import NoPlan, NotFound, OptionError, ToolError
from remat.sizes import Budget, format_bytes, format_size
from remat.tool import Shape, ToolResult, is_whole

MAX_ROUNDS = 4
"""How often a step is compiled at most."""
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
# XLA's heap is off by this much for reasons that no shape mends.
_PACKING_NOISE = 0.015
# Temporaries where results will lie leave room for another plan only above this
# share of the limit: the heap is off by about as much.
_LEAST_LENT = 0.02
# How far the model's peak may be above XLA's: plans that the model has this much
# above the budget are compiled before they are given up.
_MODEL_ERROR = 0.1
# How many times XLA's figure the model may have: sorts, and XLA for TPUs.
_MODEL_ABOVE = 2
# The operations that a cut adds to a step, in parts of it: this for ResNets, nothing
# for transformers.
_WORK_OF_CUT = 0.00001
# How many smaller budgets are looked at for a plan that is another one.
_NEIGHBORS = 6
# Parts of the limit between a budget and its neighbors.
_NEARBY = (-0.001, 0.0015, -0.0025, 0.003)


SHAPES = (
    Shape(),
    Shape(cuts=16),
    Shape(reorder=False),
    Shape(cuts=16, reorder=False),
)
"""The shapes that the loop tries, those first that helped most often."""

PlanFunction = Callable[[str, Shape], ToolResult]
"""(budget as the tool reads it, shape) to a plan; raises `NoPlan`."""
CompileFunction = Callable[[str], Tuple[Any, int, Optional[float]]]
"""A module to what it is compiled to, its peak in bytes, and its floating-point
operations if they are known."""


@dataclasses.dataclass(frozen=True)
class Round:
    """One plan that was compiled. Sizes in bytes of one device."""

    nominal: str
    """The budget that it was planned for, as remat-opt reads it; "none" for the
    step as it is."""
    shape: Shape
    """The shape that was asked for."""
    predicted_peak_bytes: Optional[int]
    compiled_peak_bytes: int
    fits: bool
    """Whether the compiled peak is within the budget, and what is on the host within
    that of the host."""
    compiled_host_bytes: int = 0
    """What XLA keeps on the host."""

    def __str__(self) -> str:
        nominal = self.nominal
        if nominal.isdigit():
            nominal = format_bytes(int(nominal))
        predicted = "unknown"
        if self.predicted_peak_bytes is not None:
            predicted = format_bytes(self.predicted_peak_bytes)
        shape = str(self.shape)
        return (
            f"planned for {nominal}"
            + (f" with {shape}" if shape else "")
            + f": predicted {predicted},"
            f" compiled {format_bytes(self.compiled_peak_bytes)}"
            + self._on_host()
            + ("" if self.fits else ", too much")
        )

    def _on_host(self) -> str:
        if not self.compiled_host_bytes:
            return ""
        return f" and {format_bytes(self.compiled_host_bytes)} on the host"


@dataclasses.dataclass(frozen=True)
class Closed:
    """What the loop came to."""

    result: ToolResult
    compiled: Any
    compiled_peak_bytes: int
    budget_bytes: Optional[int]
    rounds: Tuple[Round, ...]
    plain_compiled_peak_bytes: Optional[int] = None
    """Of the step as it is, where it was compiled."""
    compiled_host_bytes: int = 0
    """What XLA keeps on the host."""


@dataclasses.dataclass(frozen=True)
class Host:
    """The host's memory, as the loop sees it."""

    limit: int = 0
    """Bytes that plans may use, beside what the step keeps there by itself; with 0
    nothing is checked."""
    read: Callable[[Any], int] = lambda compiled: 0
    """What XLA keeps there, of what a module was compiled to."""


@dataclasses.dataclass(frozen=True)
class _Built:
    """A plan that was compiled."""

    peak: int
    host: int
    work: float
    result: ToolResult
    compiled: Any


@dataclasses.dataclass(frozen=True)
class _Proposal:
    """A plan that may be compiled next."""

    work: float
    rank: int
    nominal: str
    shape: Shape
    result: ToolResult


def _work(result: ToolResult) -> float:
    """The time of a step with this plan, by the tool's model, and what its cuts
    cost: elementwise work that is done on both sides."""
    before = result.number("time_before") or 0.0
    if result.untouched:
        return before
    after = result.number("time_after") or 0.0
    return after + _WORK_OF_CUT * (result.number("cuts") or 0) * before


class _Loop:
    """The state of one run: what was compiled, and how much it took."""

    def __init__(
        self,
        text: str,
        plan: PlanFunction,
        compile_: CompileFunction,
        shapes: Sequence[Shape],
        max_rounds: int,
        host: Host,
    ):
        self.text = text
        self.host = host
        # What the step keeps there by itself, as far as known.
        self._own_host = 0
        # What the next plans may use, after one that XLA kept more of there.
        self._host_bytes: Optional[int] = None
        self._plan = plan
        self._compile = compile_
        self.shapes = shapes
        self._max_rounds = max_rounds
        self.limit: Optional[int] = None
        self.nominal = ""
        self.rounds: List[Round] = []
        self.built: Dict[str, _Built] = {}
        self.plain_peak: Optional[int] = None
        self.measured: Optional[Tuple[Any, int, Optional[float]]] = None
        self._errors: Dict[Shape, List[int]] = {}
        self._too_much: Dict[Shape, Tuple[int, int]] = {}
        self._is_last = False
        self._next_nominal = 0
        # Bytes of a plan that lie where results will, and count once.
        self._lent = 0
        self.refused: Optional[NoPlan] = None
        self.failed: Optional[ToolError] = None

    @property
    def is_over(self) -> bool:
        return len(self.rounds) >= self._max_rounds

    def run(self, result: ToolResult, nominal: str, shape: Shape) -> int:
        """Compiles `result` unless it was; returns its peak."""
        if result.text in self.built:
            return self.built[result.text].peak
        compiled, peak, flops = self._compile(result.text)
        work = _work(result) if flops is None else flops
        host = self.host.read(compiled)
        built = self.built[result.text] = _Built(peak, host, work, result, compiled)
        if result.untouched:
            self.plain_peak = peak
            self._own_host = host
        else:
            if not self._fits_on_host(built):
                self._allow_less_on_host(built)
            # What a smaller budget is counted from: a plan's own peak, which with
            # large tensors is well below what it was planned for.
            predicted = result.predicted_peak_bytes
            if predicted is not None and shape.fit_heap:
                self._errors.setdefault(shape, []).append(peak - predicted)
            if self.limit is not None and peak > self.limit and nominal.isdigit():
                self._too_much[shape] = int(nominal), peak - self.limit
        self.rounds.append(
            Round(
                nominal=nominal,
                shape=shape,
                predicted_peak_bytes=result.predicted_peak_bytes,
                compiled_peak_bytes=peak,
                fits=self._fits(built),
                compiled_host_bytes=host,
            )
        )
        return peak

    def run_plain(self, result: ToolResult) -> int:
        """Compiles the step as it is; `result` is a plan of it."""
        plain = dataclasses.replace(result, text=self.text, untouched=True)
        if self.measured is None or self.text in self.built:
            return self.run(plain, "none", Shape())
        compiled, self.plain_peak, flops = self.measured
        work = _work(plain) if flops is None else flops
        self.built[self.text] = _Built(self.plain_peak, 0, work, plain, compiled)
        return self.plain_peak

    def fitting(self) -> List[_Built]:
        return [each for each in self.built.values() if self._fits(each)]

    def _fits(self, built: _Built) -> bool:
        return self._fits_on_device(built) and self._fits_on_host(built)

    def _fits_on_host(self, built: _Built) -> bool:
        limit = self.host.limit
        return limit == 0 or built.host <= limit + self._own_host

    def _fits_on_device(self, built: _Built) -> bool:
        return self.limit is None or built.peak <= self.limit

    def _allow_less_on_host(self, built: _Built) -> None:
        """After a plan that XLA keeps more of on the host than it may: the next ones
        get less of it; after two such plans, none."""
        above = built.host - self.host.limit - self._own_host
        allowed = built.result.options.host_budget
        is_first = self._host_bytes is None
        self._host_bytes = max(allowed - above, 0) if is_first else 0

    @property
    def was_over_on_host(self) -> bool:
        """Whether the next plan gets less of the host than there is."""
        return self._host_bytes is not None

    def least_on_host(self) -> Optional[int]:
        """The least that XLA keeps on the host, of the plans that are within the
        budget but for that; None if there is none."""
        if self.host.limit == 0:
            return None
        found = [b.host for b in self.built.values() if self._fits_on_device(b)]
        return min(found, default=None)

    def closed(self) -> Closed:
        """The least work of all that fits; the smallest peak if that is asked for."""
        if self.limit is None:
            best = min(self.fitting(), key=lambda each: each.peak)
        else:
            best = min(self.fitting(), key=lambda each: (each.work, each.peak))
        return Closed(
            best.result,
            best.compiled,
            best.peak,
            best.peak if self.limit is None else self.limit,
            tuple(self.rounds),
            self.plain_peak,
            best.host,
        )

    def try_plan(self, budget: str, shape: Shape) -> Optional[ToolResult]:
        if self._host_bytes is not None:
            shape = dataclasses.replace(shape, host_bytes=self._host_bytes)
        try:
            return self._plan(budget, shape)
        except NoPlan as error:
            self.refused = error
        except ToolError as error:
            # A defect at one budget need not be one at the next.
            self.failed = error
        return None

    def _mean_error(self, shape: Shape) -> int:
        """How far XLA was above the model in a shape that was tried."""
        return sum(self._errors[shape]) // len(self._errors[shape])

    def _worst_error(self, shape: Shape) -> int:
        """How far XLA may be above the model in a shape that was tried: once is no
        experience."""
        worst = max(self._errors[shape])
        return worst + max(worst, 0) // 2 if len(self._errors[shape]) == 1 else worst

    def _expected_error(self, shape: Shape) -> int:
        """How far XLA will be above the model: as in this shape before; in one that
        was not tried, not at all if another shape may be what is missing."""
        if shape in self._errors:
            return self._mean_error(shape)
        if not self._errors:
            return 0
        least = min(map(self._mean_error, self._errors))
        # The buffers in a loop are the same in all shapes.
        is_of_loops = any(
            each.result.report.get("stacks") for each in self.built.values()
        )
        return least if is_of_loops or least <= self.limit * _PACKING_NOISE else 0

    def _propose(
        self, shape: Shape, rank: int, room: int = 0, may_be_near: bool = True
    ) -> Optional[_Proposal]:
        """A plan in this shape that should fit with `room` bytes to spare and was not
        compiled; one next to a plan that hardly failed, if it `may_be_near`. None if
        there is none."""
        error = self._expected_error(shape)
        step = self._step()
        nominal, above = self._too_much.get(shape, (0, 0))
        if may_be_near and 0 < above <= step:
            # Bad luck in how XLA packs it: a neighbor has better, on either side.
            for share in _NEARBY:
                near = self._plan_new(nominal + int(share * self.limit), shape, error)
                if near is not None:
                    return dataclasses.replace(near, rank=rank)
        lowered = self.limit + self._lent - error - room
        if error > 0:
            lowered = min(lowered, self.limit + self._lent - step)
        if above:
            # Whatever was predicted: less than what came out above the budget.
            lowered = min(lowered, nominal - max(above, step))
        if shape not in self._errors and self.nominal.isdigit():
            lowered = min(lowered, int(self.nominal) + self._lent - room)
        found = self._lower_until_new(lowered, shape, error + room)
        return found and dataclasses.replace(found, rank=rank)

    def fit_with_gaps(self, first: ToolResult, shape: Shape) -> ToolResult:
        """`first`, or where it is predicted above the limit, since only its storages
        fit and not the gaps of XLA's heap, a plan for a smaller budget that fits with
        them. If temporaries that lie where results will leave room, one for a larger
        budget. `first` if none of a few fits."""
        predicted = first.predicted_peak_bytes or 0
        if first.untouched:
            return first
        lent = (first.size("peak_after_bytes") or 0) - predicted
        if predicted > self.limit:
            other = self.limit - max(predicted - self.limit, self._step())
        elif lent > self.limit * _LEAST_LENT:
            other = self.limit + lent
        else:
            return first
        found = self._lower_until_new(other, shape, 0)
        # The smallest plan comes back whatever it is predicted.
        if found is None or (found.result.predicted_peak_bytes or 0) > self.limit:
            return first
        self._lent = max(other - self.limit, 0)
        return found.result

    def _step(self) -> int:
        """How much one budget is below the one before, in bytes."""
        return max(int(self.limit * _LEAST_STEP), 1)

    def _lower_until_new(
        self, budget: int, shape: Shape, error: int
    ) -> Optional[_Proposal]:
        """The plan for the first of a few budgets, `budget` and smaller ones, that
        gives a new plan that fits with an error of XLA's of `error` bytes."""
        for _ in range(_NEIGHBORS):
            if budget <= 0:
                return None
            found = self._plan_new(budget, shape, error)
            if found is not None or self._is_last:
                return found
            budget = min(budget, self._next_nominal) - self._step()
        return None

    def _plan_new(self, budget: int, shape: Shape, error: int) -> Optional[_Proposal]:
        """The plan for `budget`, the smallest one if there is none; None if it was
        compiled or if it does not fit with an error of XLA's of `error` bytes. Then
        `_next_nominal` is what smaller budgets are counted from."""
        self._is_last = False
        self._next_nominal = budget
        nominal = str(budget)
        refused, self.refused = self.refused, None
        result = self.try_plan(nominal, shape)
        if result is None and self.refused is not None:
            nominal, self._is_last = "min", True
            result = self.try_plan(nominal, shape)
        self.refused = self.refused or refused
        if result is None:
            return None
        predicted = result.predicted_peak_bytes or budget
        above = predicted + error - self.limit
        if above > 0 and nominal != "min":
            # Its storages fit, but not with the gaps of XLA's heap.
            self._next_nominal = budget - max(above - self._step(), 0)
            return None
        if result.text in self.built:
            # The same plan for a smaller budget: one that is smaller still.
            self._next_nominal = min(budget, predicted)
            return None
        return _Proposal(_work(result), 0, nominal, shape, result)

    def _propose_without_gaps(self, most_gaps: float) -> Optional[_Proposal]:
        """The plan of which only the storages fit, once, if it is predicted above the
        limit by at most that share."""
        shape = dataclasses.replace(self.shapes[0], fit_heap=False)
        if any(each.shape == shape for each in self.rounds):
            return None
        result = self.try_plan(str(self.limit), shape)
        if result is None or result.text in self.built:
            return None
        predicted = result.predicted_peak_bytes or 0
        if not self.limit < predicted <= self.limit * (1 + most_gaps):
            return None
        rank = len(self.shapes)
        return _Proposal(_work(result), rank, str(self.limit), shape, result)

    def next(self) -> Optional[_Proposal]:
        """The plan to compile next: the least work among those that should fit, if
        that is worth it, where a shape that was not tried has to save 0.2% of the
        step; None if nothing is left to try."""
        fitting = self.fitting()
        if not fitting and len(self.rounds) == self._max_rounds - 1 and self._errors:
            # One try is left: better within the budget than close to it.
            shape = min(self._errors, key=self._worst_error)
            room = max(
                self._worst_error(shape) - self._mean_error(shape),
                int(self.limit * _LEAST_LAST_STEP),
            )
            last = self._propose(shape, 0, room, may_be_near=False)
            if last is not None:
                return last
        found = []
        room = int(self.limit * _LEAST_ROOM) if fitting else 0
        for rank, shape in enumerate(self.shapes):
            if fitting and shape in self._errors and self._mean_error(shape) > 0:
                # For a smaller budget it is more work than what fits, as a rule.
                continue
            proposal = self._propose(shape, rank, room)
            if proposal is not None:
                found.append(proposal)
        if fitting:
            best = min(fitting, key=lambda each: each.work).result
            plain = best.number("time_before") or 0.0
            most = _work(best) - _LEAST_GAIN * plain
            found = [each for each in found if each.work < most]
            noise = int(self.limit * _LEAST_ROOM)
            is_as_predicted = all(self._mean_error(e) <= noise for e in self._errors)
            if not found and is_as_predicted:
                tight = self._propose_without_gaps(_MOST_GAPS)
                most = _work(best) - _LEAST_GAIN_WITHOUT_GAPS * plain
                return tight if tight is not None and tight.work < most else None
        elif len(self.rounds) < self._max_rounds - 1:
            # The heap of the first plan was another one than predicted.
            tight = self._propose_without_gaps(_LEAST_ROOM)
            found += [tight] if tight is not None else []
        return min(found, key=self._sort_key, default=None)

    def _sort_key(self, proposal: _Proposal) -> Tuple[float, int]:
        """Less is tried sooner: work, with the risk of a shape that was not tried."""
        plain = proposal.result.number("time_before") or 0.0
        risk = 0.0 if proposal.shape in self._errors else _LEAST_GAIN * plain
        return proposal.work + risk, proposal.rank


def close_loop(
    text: str,
    plan: PlanFunction,
    compile_: CompileFunction,
    budget: Budget,
    max_rounds: int = MAX_ROUNDS,
    shapes: Sequence[Shape] = SHAPES,
    host: Host = Host(),
) -> Closed:
    """Plans the module `text` until what XLA makes of it is within `budget`.

    A percentage is one of the compiled peak of the step as it is, which is compiled for
    that. Beside it at most `max_rounds` modules are compiled. First comes the plan for
    the budget in the first of `shapes` (for a smaller one, if only that fits with the
    gaps of XLA's heap). Where the model has the step as it is close to the budget, that
    step comes before the plan, or, if the plan is faster than the step, after it; with
    one round, only if the model has it within the budget. Then, of the plans in all
    shapes for the budget less XLA's mean error in that shape, comes the one of least
    work, where a shape that was not tried has to save 0.2% of the step. The last one
    has room for the worst error, in the shape where that is least. Where a plan fits
    with room to spare, or another shape needs less work, one more is compiled if that
    saves 0.2% of the step; so is the plan that fits without the gaps of XLA's heap, if
    it saves 0.1%. Of all that fit the one of least work is returned. "min"
    tries the smallest plan, the step as it is and the smallest plan in the second
    shape, and takes the smallest.

    Raises what `plan` raises where nothing near the budget was planned, and
    `remat.NotFound` with the smallest compiled peak where nothing that was
    compiled fits. A plan that XLA keeps more of on the host than `host` allows does
    not fit. A failure of the tool after the first plan is raised if nothing
    fits without the plan that failed. `remat.OptionError` if `max_rounds` is below 1.
    """
    check_max_rounds(max_rounds)
    loop = _Loop(text, plan, compile_, shapes, max_rounds, host)
    limit = budget.bytes
    asked = budget.text
    if budget.share is not None:
        loop.measured = compile_(text)
        limit = int(loop.measured[1] * budget.share)
        asked = str(limit)
    try:
        first = plan(asked, shapes[0])
        if limit is None:
            limit = first.size("budget_bytes")
    except NoPlan as error:
        # The model may be above XLA. Its smallest plan may still do, or no plan.
        loop.refused, limit = error, limit or error.budget_bytes
        near = error.smallest_budget_bytes
        if limit is None or near is None or near > limit * (1 + _MODEL_ERROR):
            loop.limit = limit
            if limit is not None and _fits_as_it_is(loop):
                return loop.closed()
            error.note_rounds(loop.rounds)
            raise
        first = plan(str(near), shapes[0])
    loop.limit = None if budget.smallest else limit
    loop.nominal = first.budget
    if loop.measured is not None:
        loop.run_plain(first)

    if loop.limit is None:
        _run_smallest(loop, first)
        no_plan_fits = all(each.result.untouched for each in loop.fitting())
        if no_plan_fits and loop.was_over_on_host and not loop.is_over:
            again = loop.try_plan(first.budget, shapes[0])
            if again is not None:
                loop.run(again, first.budget, shapes[0])
        if not loop.fitting():
            raise _not_found(loop, first)
        return loop.closed()

    predicted = first.plain_peak_bytes
    # With one round, the plan is the better guess for a step above the budget.
    most = limit if max_rounds == 1 else limit * (1 + _MODEL_ERROR)
    may_fit_as_it_is = (
        not first.untouched
        and predicted is not None
        and predicted <= most
        and text not in loop.built
    )
    # A step that recomputes by itself, under jax.checkpoint, may keep more instead.
    is_faster = _work(first) < (first.number("time_before") or 0.0)
    if may_fit_as_it_is and not is_faster:
        loop.run_plain(first)
        if loop.fitting():
            return loop.closed()
    if not loop.is_over:
        fitted = loop.fit_with_gaps(first, shapes[0])
        loop.run(fitted, fitted.budget, shapes[0])
    if may_fit_as_it_is and is_faster and not loop.fitting() and not loop.is_over:
        loop.run_plain(first)
    while not loop.is_over:
        if any(each.result.untouched for each in loop.fitting()):
            break
        proposal = loop.next()
        if proposal is None:
            break
        loop.run(proposal.result, proposal.nominal, proposal.shape)
    if loop.fitting():
        return loop.closed()

    if loop.failed is not None:
        raise loop.failed
    raise _not_found(loop, first)


def check_max_rounds(max_rounds: int) -> None:
    """Raises `remat.OptionError` unless a module may be compiled."""
    if not is_whole(max_rounds) or max_rounds < 1:
        raise OptionError(
            f"max_rounds is {max_rounds!r}; it has to be a whole number from 1 on"
        )


def _fits_as_it_is(loop: _Loop) -> bool:
    """Whether the step as it is is compiled to no more than the limit, where the
    model has no plan for that and the step at up to twice as much."""
    if loop.measured is not None and loop.measured[1] > loop.limit:
        return False
    given = loop.try_plan(str(_MODEL_ABOVE * loop.limit), loop.shapes[0])
    if given is None or not given.untouched:
        return False
    loop.run_plain(given)
    return bool(loop.fitting())


def _run_smallest(loop: _Loop, first: ToolResult) -> None:
    """Compiles for "min": a plan may come out above the step as it is, and the
    smallest plan in another shape below it."""
    loop.run(first, first.budget, loop.shapes[0])
    if first.untouched:
        return
    if not loop.is_over:
        loop.run_plain(first)
    for shape in loop.shapes[1:2]:
        other = None if loop.is_over else loop.try_plan(first.budget, shape)
        if other is not None:
            loop.run(other, first.budget, shape)


def _not_found(loop: _Loop, first: ToolResult) -> NotFound:
    """The error for a budget that none of the compiled plans is within."""
    floor = min(each.peak for each in loop.built.values())
    tried = len(loop.rounds)
    of_tried = f"of {tried} plan{'s' if tried != 1 else ''}"
    on_host = loop.least_on_host()
    if on_host is not None:
        allowed = loop.host.limit
        message = (
            f"no plan found within {format_size(allowed)} on the host: {of_tried}, the"
            f" one with least there has {format_size(on_host)} as XLA compiles it,"
            f" {format_size(on_host - allowed)} more; a smaller host_budget leaves it"
            " room"
        )
    else:
        message = (
            f"no plan found within {format_size(loop.limit)}: {of_tried}, the smallest"
            f" is compiled to {format_size(floor)}, {format_size(floor - loop.limit)}"
            " more"
        )
    if loop.is_over and tried < MAX_ROUNDS:
        message += f"; max_rounds={MAX_ROUNDS} would try more"
    return NotFound(
        message,
        budget_bytes=loop.limit,
        resident_bytes=first.size("resident_bytes"),
        lower_bound_bytes=first.size("lower_bound_bytes"),
        smallest_budget_bytes=None if on_host is not None else floor,
        compiled_floor_bytes=None if on_host is not None else floor,
        live_tensors=loop.refused.live_tensors if loop.refused else (),
        rounds=loop.rounds,
    )
