# ===- host.py - What plans may use of the host --------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""The host's memory: what is given, and what is left of it after a plan that used more.

Nothing of JAX is imported here.
"""

from __future__ import annotations

import dataclasses
from typing import Any, Callable, Optional

from remat.tool import ToolResult


@dataclasses.dataclass(frozen=True)
class Host:
    """The host's memory."""

    limit: int = 0
    """Bytes that plans may use, in addition to the step's own; 0: not checked."""
    read: Callable[[Any], int] = lambda compiled: 0
    """Reads how much of the host a compiled module uses, in bytes."""


class HostLimit:
    """What the plans for one step may use of `Host`."""

    def __init__(self, host: Host):
        self._host = host
        # The step's own bytes on the host; 0 until it is compiled.
        self.own = 0
        # The host budget of the next plans, once a plan used too much.
        self.budget: Optional[int] = None

    @property
    def was_exceeded(self) -> bool:
        """Whether a plan used too much."""
        return self.budget is not None

    @property
    def is_checked(self) -> bool:
        return self._host.limit != 0

    @property
    def bytes(self) -> int:
        """What a plan may use of the host, with the step's own."""
        return self._host.limit + self.own

    def read(self, compiled: Any) -> int:
        """How much of the host a compiled module uses, in bytes."""
        return self._host.read(compiled)

    def allows(self, used: int) -> bool:
        return not self.is_checked or used <= self.bytes

    def allow_less(self, result: ToolResult, used: int) -> None:
        """Lowers the host budget after a plan that used too much; after the second
        one to 0."""
        allowed = result.options.host_budget
        parked = result.predicted_host_bytes
        if parked:
            # A budget above that gives the same plan again.
            allowed = min(allowed, parked)
        is_first = self.budget is None
        self.budget = max(allowed - (used - self.bytes), 0) if is_first else 0
