# ===- settings.py - Options of a plan -----------------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`Settings`: the options of `remat.torch.compile`, `backend` and `plan`, checked."""

from __future__ import annotations

import dataclasses
from typing import Any, Optional

from remat.device_table import DEVICES
from remat.errors import DeviceError, OptionError
from remat.sizes import Budget
from remat.torch.planner_library import Search

INNER = ("inductor", "aot_eager")

_GIVEN_APART = ("budget", "search")

_OF_SEARCH = ["strategy", "effort", "time_limit"]


@dataclasses.dataclass(frozen=True)
class Settings:
    """All that a plan depends on besides the step."""

    budget: Budget
    inner: str = "inductor"
    device: Optional[str] = None
    """Determines costs; None is the device of the tensors."""
    search: Search = Search()
    margin: float = 0.0
    """The fraction of the budget left free for fragmentation."""
    dynamic_shapes: str = "refuse"
    """"hint" plans for the sizes of the first call, and guards them."""
    probe: bool = True
    """Run operators once to measure their allocations, on the device of the step."""
    profile: bool = False
    """Measure the time of each operator on the device of the step."""
    check: bool = True
    """Measure the first step, on a GPU the second one."""
    trace: bool = False
    """Measure each of its operators."""

    @classmethod
    def of(cls, budget: Any, **options: Any) -> "Settings":
        """Checks the user's options. Raises `remat.BudgetError`, `remat.OptionError`
        and `remat.DeviceError`."""
        names = [f.name for f in dataclasses.fields(cls) if f.name not in _GIVEN_APART]
        names += _OF_SEARCH
        for name in options:
            if name not in names:
                raise OptionError(
                    f"unknown option {name!r}: there are {', '.join(sorted(names))}."
                    " In place of mode and options of torch.compile, set"
                    " torch._inductor.config (max_autotune for"
                    " mode='max-autotune'); shapes are static unless"
                    " dynamic_shapes='hint'"
                )
        given = {name: options.pop(name) for name in _OF_SEARCH if name in options}
        search = Search(**given)
        return cls(budget=Budget.parse(budget), search=search, **options)

    def __post_init__(self) -> None:
        if self.inner not in INNER:
            raise OptionError(f"unknown inner {self.inner!r}: there are {', '.join(INNER)}")
        if self.device is not None and self.device not in ("cpu", *DEVICES):
            raise DeviceError(
                f"unknown device {self.device!r}: there are cpu, {', '.join(DEVICES)};"
                " without the option it is that of the tensors"
            )
        for name in ("probe", "profile", "check", "trace"):
            if not isinstance(getattr(self, name), bool):
                raise OptionError(f"{name} {getattr(self, name)!r}: it is True or False")
        margin = self.margin
        is_number = isinstance(margin, (int, float)) and not isinstance(margin, bool)
        if not is_number or not 0 <= margin < 1:
            raise OptionError(
                f"margin {margin!r}: it is a part of the budget, from 0 to less than 1"
            )
        if margin and self.budget.bytes is None:
            raise OptionError(
                f"margin {margin!r} is for budgets in bytes, not for"
                f" {self.budget.text!r}: ask for less instead"
            )
        if self.trace and (self.inner != "aot_eager" or not self.check):
            raise OptionError(
                "trace=True compares operator by operator: it needs inner='aot_eager'"
                " and check=True"
            )
        if self.profile and self.device is not None:
            raise OptionError(
                "profile=True measures on the device of the tensors: it needs no device"
            )
        if self.dynamic_shapes not in ("refuse", "hint"):
            raise OptionError(
                f"dynamic_shapes {self.dynamic_shapes!r}: there are refuse and hint"
            )

    @property
    def key(self) -> str:
        """All that a compiled step depends on besides its graph, for caches."""
        from remat.torch import __version__

        return f"remat {__version__} {self!r}"
