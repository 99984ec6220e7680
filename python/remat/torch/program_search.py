# ===- program_search.py - A program of Inductor within the budget -------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`compile_by_inductor` plans and compiles a step until the generated program keeps the
budget."""

from __future__ import annotations

import math
from typing import Any, Callable, List, Optional, Sequence

from torch import fx

from remat.errors import NoPlan, NotFound
from remat.sizes import format_size
from remat.torch.agreement import groups_of
from remat.torch.inductor import Attempt, Excess, RepeatedPlan, compile_both
from remat.torch.kernel_planning import MOST_ABOVE, is_reached
from remat.torch.nominal_budgets import NominalBudgets
from remat.torch.planning import with_margin, without_margin
from remat.torch.plans import Plan, Round
from remat.torch.settings import Settings
from remat.user_warnings import warn_user

Compiled = Callable[..., Any]


def compile_by_inductor(
    settings: Settings,
    plans: List[Plan],
    module: fx.GraphModule,
    inputs: Sequence[Any],
) -> Compiled:
    """Compiles a Dynamo graph, and adds its plan to `plans`. If the program exceeds the
    budget, plans for another one and compiles again. For the smallest budget, does so if
    the program exceeds the prediction, and keeps the smallest program. Where the planner
    has no plan, tries the smallest one that it knows. Raises
    `remat.Infeasible` and `remat.NotFound`."""
    search = _Search(settings, module, inputs)
    budgets = NominalBudgets()
    try:
        compiled = search.run(budgets, settings.budget.bytes)
    except NoPlan as refusal:
        compiled = search.run_smallest_plan(refusal)
        if compiled is None:
            raise
    slack = settings.budget.slack
    if compiled is None and slack is not None and budgets.share_peaks:
        # No program has the slack of the model: take that of the programs.
        whole, smallest = budgets.share_peaks[0], min(budgets.share_peaks)
        budget = smallest + math.floor(slack * (whole - smallest))
        budgets = NominalBudgets(budget, budgets.shares)
        compiled = search.run(budgets, budget)
    if compiled is None:
        raise _not_reached(settings, search, budgets)
    if search.best is not None:
        search.best.rounds = tuple(search.rounds)
        plans.append(search.best)
    return compiled


class _Search:
    """Looks for a program of one graph."""

    def __init__(
        self, settings: Settings, module: fx.GraphModule, inputs: Sequence[Any]
    ):
        self.settings = settings
        self.module = module
        self.inputs = inputs
        self.rounds: List[Round] = []
        self.best: Optional[Plan] = None
        """Of the program that was found."""
        self.refused: Optional[Plan] = None
        """The last one whose program took too much."""
        self.limit = 0
        """The bytes that its program could take."""

    def run(
        self, budgets: NominalBudgets, budget: Optional[int]
    ) -> Optional[Compiled]:
        """Compiles a program for each of `budgets`, until one needs at most `budget`
        bytes, or what the plan of the first one needs if None. Returns None if there
        is none, and the program alone if it is an inference."""
        found: Optional[Compiled] = None
        goes_on = True
        while goes_on:
            attempt = Attempt(self.settings, budget, budgets)
            try:
                compiled = compile_both(self.module, self.inputs, attempt)
                attempt.check()
            except NoPlan as error:
                if budgets.nominal is None:
                    raise
                budgets.add_failure(error)
            except RepeatedPlan:
                budgets.add_repeated_plan(attempt.plan)
            except Excess as excess:
                self.refused, self.limit = attempt.plan, attempt.limit
                above = excess.peak - attempt.limit
                budgets.add_program(attempt.plan, excess.peak, above)
                budget = attempt.plan.budget_bytes
            except Exception as error:
                if found is None:
                    raise
                warn_user(f"the search for a smaller program ends with an error: {error}")
                break
            else:
                if attempt.plan is None:
                    return compiled
                if found is None:
                    goes_on = self.settings.budget.smallest and _can_be_less(attempt)
                peak = _finish(attempt, budgets)
                found, self.best = compiled, attempt.plan
                budget = None if peak is None else peak - 1
            goes_on = goes_on and budgets.advance()
        self.rounds += budgets.rounds
        return found

    def run_smallest_plan(self, refusal: NoPlan) -> Optional[Compiled]:
        """Compiles the smallest plan that the planner knows. Returns None if its program
        exceeds the budget that the planner refused, too."""
        smallest, budget = refusal.smallest_budget_bytes, refusal.budget_bytes
        if None in (smallest, budget) or smallest > MOST_ABOVE * budget:
            return None
        nominal = without_margin(smallest, self.settings.margin)
        return self.run(NominalBudgets(nominal, shares=[]), budget)


def _can_be_less(attempt: Attempt) -> bool:
    """Whether programs of other plans may have smaller peaks. Processes that share a
    plan keep it."""
    peak, plan = attempt.generated_peak, attempt.plan
    if peak is None or groups_of(plan.joint):
        return False
    return peak > plan.predicted_peak_bytes


def _finish(attempt: Attempt, budgets: NominalBudgets) -> Optional[int]:
    """Completes the plan of a program that fits. Returns the program's peak, in bytes;
    None if it is unknown."""
    assert attempt.compiled == {"forward", "backward"}
    plan, generated = attempt.plan, attempt.generated_peak
    budgets.add_program(plan, generated, above=0)
    plan.moved_bytes = attempt.moved_bytes
    if generated is not None:
        plan.predicted_peak_bytes = generated
        if is_reached(attempt.settings.budget):
            plan.budget_bytes = generated
    return generated


def _not_reached(
    settings: Settings, search: _Search, budgets: NominalBudgets
) -> NotFound:
    """The error where the programs of all plans take too much; `budgets` are the last
    ones."""
    rounds, plan = search.rounds, search.refused
    plural = "" if len(rounds) == 1 else "s"
    # The other peaks can be those of forward passes alone.
    peaks = budgets.share_peaks or [each.generated_peak_bytes for each in rounds]
    smallest = min(peaks)
    # The planner has to have a plan for it, too.
    advised = max(smallest, min(each.nominal_bytes for each in rounds))
    error = NotFound(
        f"after {len(rounds)} plan{plural}, the program that Inductor generates still"
        f" takes {smallest} bytes, above the budget of {search.limit}",
        budget_bytes=plan.budget_bytes,
        advised_budget_bytes=advised,
        rounds=rounds,
        notes=[
            "plans are made by a model of the fusion, and checked against the program;"
            " inner='aot_eager' has no such gap"
        ],
    )
    share = settings.budget.share
    if share is None:
        return with_margin(error, settings)
    # The peak that the budget is a share of.
    whole = round(plan.budget_bytes / share)
    least = min(100, math.ceil(100 * advised * share / plan.budget_bytes))
    note = (
        f"{settings.budget.text} is a share of {format_size(whole)}, the predicted peak"
        f" without recomputation; the smallest share with a program is {least}%"
    )
    return error.replaced(notes=[*error.notes, note])
