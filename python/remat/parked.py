# ===- parked.py - Values on the host ------------------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`Parked`: a value's stay on the host, as remat-opt reports it."""

from __future__ import annotations

import dataclasses
from typing import Any, Mapping


@dataclasses.dataclass(frozen=True)
class Parked:
    """A value that is copied to the host and back. Times are those of remat-opt's
    model, in nanoseconds, or in operations with `cost="flops"`."""

    op: str
    """The operation that makes it."""
    type: str
    """Its type in the module."""
    location: str
    """The line of Python that it comes from, if the module says so."""
    bytes: int
    out_wait: float
    """How long the step waits for the copy out; 0 if it hides behind other work."""
    back_wait: float
    """How long the step waits for the copy back."""

    @classmethod
    def from_report(cls, entry: Mapping[str, Any]) -> "Parked":
        """Of an entry of `parked`."""
        return cls(
            op=str(entry.get("op", "")),
            type=str(entry.get("type", "")),
            location=str(entry.get("location", "")),
            bytes=int(entry.get("bytes", 0)),
            out_wait=float(entry.get("out_wait", 0.0)),
            back_wait=float(entry.get("back_wait", 0.0)),
        )
