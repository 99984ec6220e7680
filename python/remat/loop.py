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
from typing import Any, Optional, Sequence, Tuple

from remat.errors import NoPlan, NotFound, OptionError
from remat.host import Host, HostLimit
from remat.planner import PlanFunction, Planner
from remat.proposals import Proposals
from remat.rounds import CompileFunction, Round, Rounds, work_of
from remat.sizes import Budget, format_size
from remat.tool import Shape, ToolResult, is_whole

MAX_ROUNDS = 4
"""How often a step is compiled at most."""
# How far the model's peak may be above XLA's: plans that the model has this much
# above the budget are compiled before they are given up.
_MODEL_ERROR = 0.1
# How many times XLA's figure the model may have: sorts, and XLA for TPUs.
_MODEL_ABOVE = 2

SHAPES = (
    Shape(),
    Shape(cuts=16),
    Shape(reorder=False),
    Shape(cuts=16, reorder=False),
)
"""The shapes that the loop tries, those first that helped most often."""


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
    rounds = Rounds(text, compile_, max_rounds, HostLimit(host))
    planner = Planner(plan, rounds.host)
    limit = budget.bytes
    asked = budget.text
    if budget.share is not None:
        limit = int(rounds.measure() * budget.share)
        asked = str(limit)
    try:
        first = planner.plan(asked, shapes[0])
        if limit is None:
            limit = first.size("budget_bytes")
    except NoPlan as error:
        # The model may be above XLA. Its smallest plan may still do, or no plan.
        planner.refused, limit = error, limit or error.budget_bytes
        near = error.smallest_budget_bytes
        if limit is None or near is None or near > limit * (1 + _MODEL_ERROR):
            rounds.limit = limit
            if limit is not None and _fits_as_it_is(rounds, planner, shapes[0]):
                return _closed(rounds)
            error.note_rounds(rounds.done)
            raise
        first = planner.plan(str(near), shapes[0])
    rounds.limit = None if budget.smallest else limit
    if rounds.measured_peak is not None:
        rounds.run_plain(first)
    if rounds.limit is None:
        _run_smallest(rounds, planner, shapes, first)
    else:
        proposals = Proposals(rounds, planner, shapes, rounds.limit, first.budget)
        _run_within(rounds, proposals, shapes[0], first)
        if not rounds.fitting() and planner.failed is not None:
            raise planner.failed
    if not rounds.fitting():
        raise _not_found(rounds, planner, first)
    return _closed(rounds)


def check_max_rounds(max_rounds: int) -> None:
    """Raises `remat.OptionError` unless a module may be compiled."""
    if not is_whole(max_rounds) or max_rounds < 1:
        raise OptionError(
            f"max_rounds is {max_rounds!r}; it has to be a whole number from 1 on"
        )


def _closed(rounds: Rounds) -> Closed:
    """The best of what fits."""
    best = rounds.best()
    return Closed(
        best.result,
        best.compiled,
        best.peak,
        best.peak if rounds.limit is None else rounds.limit,
        tuple(rounds.done),
        rounds.plain_peak,
        best.host,
    )


def _fits_as_it_is(rounds: Rounds, planner: Planner, shape: Shape) -> bool:
    """Whether the step as it is is compiled to no more than the limit, where the
    model has no plan for that and the step at up to twice as much."""
    if rounds.measured_peak is not None and rounds.measured_peak > rounds.limit:
        return False
    given = planner.try_plan(str(_MODEL_ABOVE * rounds.limit), shape)
    if given is None or not given.untouched:
        return False
    rounds.run_plain(given)
    return bool(rounds.fitting())


def _run_smallest(
    rounds: Rounds, planner: Planner, shapes: Sequence[Shape], first: ToolResult
) -> None:
    """Compiles for "min": a plan may come out above the step as it is, and the
    smallest plan in another shape below it. One more is made with less on the host
    if none of the plans fits that."""
    rounds.run(first, first.budget, shapes[0])
    if not first.untouched:
        if not rounds.are_over:
            rounds.run_plain(first)
        for shape in shapes[1:2]:
            other = None if rounds.are_over else planner.try_plan(first.budget, shape)
            if other is not None:
                rounds.run(other, first.budget, shape)
    no_plan_fits = all(each.result.untouched for each in rounds.fitting())
    if no_plan_fits and rounds.host.was_exceeded and not rounds.are_over:
        again = planner.try_plan(first.budget, shapes[0])
        if again is not None:
            rounds.run(again, first.budget, shapes[0])


def _run_within(
    rounds: Rounds, proposals: Proposals, shape: Shape, first: ToolResult
) -> None:
    """Compiles for the limit: `first`, in this shape, and the step as it is where that
    may fit; then what is proposed, until nothing is left to gain."""
    predicted = first.plain_peak_bytes
    # With one round, the plan is the better guess for a step above the budget.
    error = 0 if rounds.most == 1 else _MODEL_ERROR
    may_fit_as_it_is = (
        not first.untouched
        and predicted is not None
        and predicted <= rounds.limit * (1 + error)
        and rounds.text not in rounds.built
    )
    # A step that recomputes by itself, under jax.checkpoint, may keep more instead.
    is_faster = work_of(first) < (first.number("time_before") or 0.0)
    if may_fit_as_it_is and not is_faster:
        rounds.run_plain(first)
        if rounds.fitting():
            return
    if not rounds.are_over:
        fitted = proposals.fit_with_gaps(first)
        rounds.run(fitted, fitted.budget, shape)
    is_worth_it = may_fit_as_it_is and is_faster and not rounds.fitting()
    if is_worth_it and not rounds.are_over:
        rounds.run_plain(first)
    while not rounds.are_over:
        if any(each.result.untouched for each in rounds.fitting()):
            return
        proposal = proposals.next()
        if proposal is None:
            return
        rounds.run(proposal.result, proposal.nominal, proposal.shape)


def _not_found(rounds: Rounds, planner: Planner, first: ToolResult) -> NotFound:
    """The error for a budget that none of the compiled plans is within."""
    floor = min(each.peak for each in rounds.built.values())
    tried = len(rounds.done)
    of_tried = f"of {tried} plan{'s' if tried != 1 else ''}"
    limit = rounds.limit
    on_host = rounds.least_on_host()
    if on_host is not None:
        allowed = rounds.host.bytes
        message = (
            f"no plan found within {format_size(allowed)} on the host: {of_tried}, the"
            f" one with the least there takes {format_size(on_host)} as XLA compiles"
            f" it, {format_size(on_host - allowed)} more; try a smaller host_budget"
        )
    else:
        message = (
            f"no plan found within {format_size(limit)}: {of_tried}, the smallest is"
            f" compiled to {format_size(floor)}, {format_size(floor - limit)} more"
        )
    if rounds.are_over and tried < MAX_ROUNDS:
        message += f"; max_rounds={MAX_ROUNDS} would try more"
    return NotFound(
        message,
        budget_bytes=limit,
        resident_bytes=first.size("resident_bytes"),
        lower_bound_bytes=first.size("lower_bound_bytes"),
        smallest_budget_bytes=None if on_host is not None else floor,
        compiled_floor_bytes=None if on_host is not None else floor,
        live_tensors=planner.refused.live_tensors if planner.refused else (),
        rounds=rounds.done,
    )
