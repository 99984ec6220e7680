# ===- compiled_peak.py - What is alive where a compiled step needs most -===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`remat.explain_compiled`: the buffers at the peak of what XLA compiled."""

from __future__ import annotations

import dataclasses
from typing import Any, List, Optional, Tuple

from remat.schedule import Buffer, read_schedule
from remat.sizes import format_bytes


@dataclasses.dataclass(frozen=True)
class PeakGroup:
    """Buffers of one size and one kind of operation that are alive at the peak."""

    opcode: str
    """XLA's name of the operation that makes them; of a fusion, of its root."""
    bytes: int
    """Of each."""
    count: int
    lines: Tuple[int, ...]
    """Where they come from, in the module that was compiled, as far as known."""

    @property
    def total_bytes(self) -> int:
        """Of all of them."""
        return self.bytes * self.count


@dataclasses.dataclass(frozen=True)
class CompiledPeak:
    """The moment at which a compiled step needs most. Sizes in bytes of one device."""

    instruction: str
    """What runs there, by XLA's name."""
    line: Optional[int]
    """The line of the module that it comes from, if known."""
    position: int
    """Its place in XLA's order."""
    instructions: int
    """How many there are."""
    temporary_bytes: int
    """Of all temporaries alive there; XLA's heap may lose some to gaps beside."""
    resident_bytes: int
    """Of arguments, constants and results."""
    groups: Tuple[PeakGroup, ...]
    """The temporaries, the largest groups first."""

    def __str__(self) -> str:
        where = "" if self.line is None else f" (line {self.line})"
        lines = [
            f"XLA's peak is at {self.instruction}{where}, instruction"
            f" {self.position + 1} of {self.instructions}:"
            f" {format_bytes(self.temporary_bytes)} of temporaries,"
            f" {format_bytes(self.resident_bytes)} of arguments and results"
        ]
        for group in self.groups:
            shown = ", ".join(map(str, group.lines[:4]))
            if len(group.lines) > 4:
                shown += ", ..."
            lines.append(
                f"  {format_bytes(group.total_bytes):>10}  {group.count} x"
                f" {format_bytes(group.bytes)} of {group.opcode}"
                + (f", lines {shown}" if shown else "")
            )
        return "\n".join(lines)


def _grouped(buffers: List[Buffer]) -> Tuple[PeakGroup, ...]:
    found: dict = {}
    for buffer in buffers:
        found.setdefault((buffer.opcode, buffer.bytes), []).append(buffer.line)
    groups = [
        PeakGroup(
            opcode, size, len(lines), tuple(sorted({l for l in lines if l is not None}))
        )
        for (opcode, size), lines in found.items()
    ]
    return tuple(sorted(groups, key=lambda group: -group.total_bytes))


def explain_compiled(compiled: Any, most: int = 20) -> CompiledPeak:
    """What is alive where a compiled step needs most, as XLA scheduled it.

    `compiled` is a `jax.stages.Compiled`, what `remat.jit(...).lower(...).compile()`
    returns, or the text of a scheduled HLO module. At most `most` groups of buffers
    are told. Lines are those of the StableHLO that was compiled, if that had no
    places of its own (else those of the program), as XLA notes them. What a loop's
    turns need is not looked into. Raises `ValueError` for what is not scheduled.
    """
    text = compiled if isinstance(compiled, str) else compiled.as_text()
    schedule = read_schedule(text)
    live = schedule.live_bytes()
    position = schedule.peak()
    return CompiledPeak(
        instruction=schedule.instructions[position],
        line=schedule.lines[position],
        position=position,
        instructions=len(live),
        temporary_bytes=live[position],
        resident_bytes=sum(b.bytes for b in schedule.buffers if b.resident),
        groups=_grouped(schedule.live_at(position))[:most],
    )
