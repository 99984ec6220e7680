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

from typing import Any, List, Optional, Set

from remat.errors import NoPlan
from remat.torch.plans import Plan, Round

_MOST_DESCENDING = 5
"""Programs of the first budget and of those below it."""

_MOST_SPREAD = 4
"""Further programs."""

_MOST_PLANS = 24
"""Those that have no new program included."""

_SLACK = 0.001
"""The fraction of the budget that each plan after the second frees beyond the gap."""

_SMALLEST_GAP = 0.01
"""Between two budgets, as a fraction of the peak of the step as written."""


class NominalBudgets:
    """Begins with the user's budget, and goes down by the bytes that its program takes
    too much. Where that leads no further, tries the peak of the step as written, then
    the middle of the widest gap between budgets that were tried."""

    def __init__(self) -> None:
        self.nominal: Optional[int] = None
        """The budget to plan for, in bytes; None is that of the user."""
        self.rounds: List[Round] = []
        """Of the plans that were lowered."""
        self._plans: List[Any] = []
        self._count = 0
        self._tried: Set[int] = set()
        self._floor = 0
        """No plan is known for less."""
        self._whole = 0
        """The peak of the step as written, by the model."""
        self._descends = True
        self._lower: Optional[int] = None
        """The next budget of the descent."""

    def is_known(self, plan: Plan) -> bool:
        """Whether an earlier plan has the same steps. Remembers those of `plan`."""
        steps = plan.plan_file["steps"]
        if steps in self._plans:
            return True
        self._plans.append(steps)
        return False

    def add_program(self, plan: Plan, peak: Optional[int], above: int) -> None:
        """The program of `plan` takes `peak` bytes, `above` bytes too much, or fits if
        that is 0."""
        self._add(plan)
        self.rounds.append(
            Round(plan.planned_bytes, plan.predicted_peak_bytes, peak, not above)
        )
        self._descends &= above > 0 and len(self.rounds) < _MOST_DESCENDING
        # Without slack, small gaps return with the next plan.
        slack = int(_SLACK * (len(self.rounds) - 1) * plan.budget_bytes)
        lower = min(plan.planned_bytes, plan.predicted_peak_bytes) - above - slack
        self._lower = max(lower, plan.resident_bytes + 1)

    def add_known(self, plan: Plan) -> None:
        """`plan` has the steps of an earlier one."""
        self._add(plan)
        self._lower = min(plan.planned_bytes, plan.plan_file["peak"]) - 1

    def add_failure(self, error: NoPlan) -> None:
        """The planner has no plan for `nominal`."""
        self._count += 1
        self._lower = error.smallest_budget_bytes
        self._floor = max(self._floor, self._lower or self.nominal)
        is_less = self._lower is not None and self._lower < self.rounds[-1].nominal_bytes
        self._descends &= is_less

    def advance(self) -> bool:
        """Chooses the next budget. Returns whether there is one to try."""
        if self._count >= _MOST_PLANS:
            return False
        if self._descends and self._lower not in self._tried:
            self.nominal = self._lower
            return True
        self._descends = False
        if len(self.rounds) >= _MOST_DESCENDING + _MOST_SPREAD:
            return False
        self.nominal = self._between()
        return self.nominal is not None

    def _add(self, plan: Plan) -> None:
        self._count += 1
        self._tried.add(plan.planned_bytes)
        self._whole = max(self._whole, plan.plain_predicted_peak_bytes)

    def _between(self) -> Optional[int]:
        if self._whole not in self._tried:
            return self._whole
        tried = sorted({self._floor, *self._tried})
        gaps = [(b - a, a) for a, b in zip(tried, tried[1:]) if a >= self._floor]
        gap, low = max(gaps, default=(0, 0))
        return low + gap // 2 if gap > _SMALLEST_GAP * self._whole else None
