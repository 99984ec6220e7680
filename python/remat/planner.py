# ===- planner.py - Asking for plans -------------------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`Planner`: asks for plans of one step, and keeps what was refused and what failed.

Nothing of JAX is imported here; planning is the caller's.
"""

from __future__ import annotations

import dataclasses
from typing import Callable, Optional, Tuple

from remat.errors import NoPlan, ToolError
from remat.host import HostLimit
from remat.tool import Shape, ToolResult

PlanFunction = Callable[[str, Shape], ToolResult]
"""(budget as the tool reads it, shape) to a plan; raises `NoPlan`."""


class Planner:
    """Asks for plans within what is left of the host."""

    def __init__(self, plan: PlanFunction, host: HostLimit):
        self._plan = plan
        self._host = host
        self.refused: Optional[NoPlan] = None
        self.failed: Optional[ToolError] = None

    def plan(self, budget: str, shape: Shape) -> ToolResult:
        """The plan for `budget`; raises what the planning does."""
        if self._host.budget is not None:
            shape = dataclasses.replace(shape, host_bytes=self._host.budget)
        return self._plan(budget, shape)

    def try_plan(self, budget: str, shape: Shape) -> Optional[ToolResult]:
        """The plan for `budget`; None if it was refused or failed."""
        try:
            return self.plan(budget, shape)
        except NoPlan as error:
            self.refused = error
        except ToolError as error:
            # A defect at one budget need not be one at the next.
            self.failed = error
        return None

    def try_plan_or_smallest(
        self, budget: str, shape: Shape
    ) -> Tuple[Optional[ToolResult], str]:
        """The plan for `budget`, the smallest one if that is refused; None if it
        failed. And what it was asked for with: `budget` or "min"."""
        refused, self.refused = self.refused, None
        nominal = budget
        result = self.try_plan(nominal, shape)
        if result is None and self.refused is not None:
            nominal = "min"
            result = self.try_plan(nominal, shape)
        self.refused = self.refused or refused
        return result, nominal
