# ===- nominal_budgets.py - Budgets for one plan after another -----------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""The planner's model of Inductor lacks buffers that some programs have, and has some
that they lack. So a plan for less than the budget may be needed, or one for more.
`NominalBudgets` chooses which to try next."""

from __future__ import annotations

from typing import Any, List, Optional, Sequence, Set, Tuple

from remat.errors import NoPlan
from remat.torch.plans import Plan, Round

_MOST_DESCENDING = 5
"""Programs of the first budget and of those below it."""

_MOST_WITHOUT_PROGRAM = 8
"""Budgets of the descent that have no plan, or that of an earlier budget."""

_SHARES = (1.0, 0.5, 0.25, 0.75, 0.125)
"""Of the way from the planner's lower bound to the peak of the step as written."""

_SLACK = 0.001
"""The fraction of the budget that each plan after the second frees beyond the gap."""


class NominalBudgets:
    """Begins with the user's budget, and goes down by the bytes that its program takes
    too much. Where that leads no further, tries shares of the way from the planner's
    lower bound to the peak of the step as written. They are the same for all budgets:
    a refusal can advise the peak of one of their programs."""

    def __init__(
        self, nominal: Optional[int] = None, shares: Optional[Sequence[int]] = None
    ) -> None:
        self.nominal = nominal
        """The budget to plan for, in bytes; None is that of the user."""
        self.rounds: List[Round] = []
        """Of the plans that were lowered."""
        self.share_peaks: List[Optional[int]] = []
        """Peaks of the programs for the shares, in bytes."""
        self.tries_shares = False
        """Whether the descent has ended."""
        self._programs: List[Tuple[Any, Optional[int]]] = []
        """The steps and the peak of each plan whose program may be skipped."""
        self._num_without_program = 0
        self._tried: Set[int] = set()
        """Budgets of the descent."""
        self._lower: Optional[int] = None
        """The next budget of the descent; None behind its end."""
        self.shares = shares
        """In bytes; None before the first program."""
        self._waiting: List[int] = list(shares or [])
        """The shares still to try."""

    def is_known(self, plan: Plan) -> bool:
        """Whether the program of a plan with the same steps need not be made again."""
        return any(steps == plan.plan_file["steps"] for steps, _ in self._programs)

    def add_program(self, plan: Plan, peak: Optional[int], above: int) -> None:
        """The program of `plan` takes `peak` bytes, `above` bytes too much, or fits if
        that is 0."""
        self._add_shares(plan)
        self._programs.append((plan.plan_file["steps"], peak))
        self.rounds.append(
            Round(plan.planned_bytes, plan.predicted_peak_bytes, peak, not above)
        )
        if self.tries_shares:
            self.share_peaks.append(peak)
        # Without slack, small gaps return with the next plan.
        slack = int(_SLACK * (len(self.rounds) - 1) * plan.budget_bytes)
        lower = min(plan.planned_bytes, plan.predicted_peak_bytes) - above - slack
        is_last = not above or len(self.rounds) == _MOST_DESCENDING
        self._lower = None if is_last else max(lower, plan.resident_bytes + 1)

    def add_repeated_plan(self, plan: Plan) -> None:
        """`plan` has the steps of an earlier one."""
        if self.tries_shares:
            known = plan.plan_file["steps"]
            self.share_peaks += [p for steps, p in self._programs if steps == known]
        self._go_to(min(plan.planned_bytes, plan.plan_file["peak"]) - 1)

    def add_failure(self, error: NoPlan) -> None:
        """The planner has no plan for `nominal`."""
        smallest = error.smallest_budget_bytes
        known = [each.nominal_bytes for each in self.rounds[-1:]]
        is_less = smallest is not None and smallest < min(known, default=0)
        self._go_to(smallest if is_less else None)

    def _go_to(self, lower: Optional[int]) -> None:
        """Continues the descent with `lower` after a budget without a program."""
        self._num_without_program += 1
        is_last = self._num_without_program == _MOST_WITHOUT_PROGRAM
        self._lower = None if is_last else lower

    def advance(self) -> bool:
        """Chooses the next budget. Returns whether there is one to try."""
        ends = self._lower is None or self._lower in self._tried
        if ends and not self.tries_shares:
            self.tries_shares = True
            # Compilations that do not fit often end with the forward pass.
            if self.rounds and not self.rounds[-1].fits:
                self._programs = []
        if self.tries_shares:
            self.nominal = self._waiting.pop(0) if self._waiting else None
        else:
            self.nominal = self._lower
            self._tried.add(self._lower)
        return self.nominal is not None

    def _add_shares(self, plan: Plan) -> None:
        if self.shares is not None:
            return
        low = plan.lower_bound_bytes or plan.resident_bytes
        whole = plan.plain_predicted_peak_bytes
        self.shares = [low + int(share * (whole - low)) for share in _SHARES]
        self._waiting = list(self.shares)
