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
import re
from typing import Any, Dict, List, Optional, Tuple

from remat.differences import Comparison, Difference, Model, compare, lines_so_far
from remat.errors import NotScheduled
from remat.peak_page import Curves, make_page
from remat.schedule import Buffer, Schedule, read_schedule
from remat.sizes import format_bytes
from remat.tool import ToolOptions, run_tool

# Storages below this share of XLA's peak are not compared.
_LEAST_SHARE = 0.0005
_MOST_SHOWN = 12


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
    """Of arguments and results; a result in a donated argument counts once."""
    groups: Tuple[PeakGroup, ...]
    """The temporaries, the largest groups first."""
    model: Optional[Comparison] = None
    """Remat's model of XLA at the same place, if the module was given."""
    _sources: Optional[Tuple[Schedule, Model]] = dataclasses.field(
        default=None, repr=False
    )

    @property
    def bytes(self) -> int:
        """Alive at the peak, arguments and results included."""
        return self.temporary_bytes + self.resident_bytes

    def as_dict(self) -> Dict[str, Any]:
        """All of it, for JSON."""
        found = dataclasses.asdict(dataclasses.replace(self, _sources=None))
        del found["_sources"]
        if self.model is not None:
            for told, difference in zip(
                found["model"]["differences"], self.model.differences
            ):
                told["kind"] = difference.kind.name.lower()
        return found

    def page(self) -> str:
        """A page in HTML, which loads nothing: what is alive over the step, in XLA's
        order, beside the model, and the differences at the peak. Raises `ValueError`
        if the module was not given."""
        if self.model is None or self._sources is None:
            raise ValueError(
                "there is no model to compare with: give explain_compiled the module;"
                " XLA notes no lines of sharded ones"
            )
        summary = _summary(self.model, self.bytes)
        curves = _curves(*self._sources, self.position)
        return make_page(self._headline(), summary, curves, self.groups, self.model)

    def _headline(self) -> str:
        where = "" if self.line is None else f" (line {self.line})"
        return (
            f"XLA's peak is at {self.instruction}{where}, instruction"
            f" {self.position + 1} of {self.instructions}:"
            f" {format_bytes(self.temporary_bytes)} of temporaries,"
            f" {format_bytes(self.resident_bytes)} of arguments and results"
        )

    def __str__(self) -> str:
        lines = [self._headline()]
        for group in self.groups:
            shown = ", ".join(map(str, group.lines[:4]))
            if len(group.lines) > 4:
                shown += ", ..."
            lines.append(
                f"  {format_bytes(group.total_bytes):>10}  {group.count} x"
                f" {format_bytes(group.bytes)} of {group.opcode}"
                + (f", lines {shown}" if shown else "")
            )
        if self.model is not None:
            lines += _lines_of_comparison(self.model, self.bytes)
        return "\n".join(lines)


def _signed(count: int) -> str:
    return ("+" if count >= 0 else "-") + format_bytes(abs(count))


def _line_of_difference(difference: Difference) -> str:
    signed = _signed(difference.total_bytes * (1 if difference.kind.is_more else -1))
    # A few lines say where; all of them are in `Difference.lines`.
    lines = sorted({line for line in difference.lines if line})
    where = ", ".join(map(str, lines[:4])) + (", ..." if len(lines) > 4 else "")
    told = f"  {signed:>11}  {difference.kind.value}:"
    told += f" {len(difference.lines)} x {format_bytes(difference.bytes)}"
    told += f" of {difference.op} {difference.type}".rstrip()
    if where:
        told += f", line{'s' if len(lines) > 1 else ''} {where}"
    if len(set(difference.until)) > 1:
        return told
    xla_line, model_line = difference.until[0]
    if xla_line and xla_line == model_line:
        return f"{told} (read until line {xla_line} in both: the order is another)"
    readers = (("by XLA", xla_line), ("in the model", model_line))
    known = [f"{who} until line {line}" for who, line in readers if line]
    return told + (f" (read {', '.join(known)})" if known else "")


def _summary(model: Comparison, compiled_bytes: int) -> str:
    more = compiled_bytes - model.live_bytes
    apart = f"{format_bytes(abs(more))} {'less' if more > 0 else 'more'} than"
    if not more:
        apart = "the same as"
    return (
        f"The model has {format_bytes(model.live_bytes)} alive there, {apart} XLA,"
        f" and {format_bytes(model.peak_bytes)} at its own peak (line"
        f" {model.peak_line})."
    )


def _lines_of_comparison(model: Comparison, compiled_bytes: int) -> List[str]:
    lines = [_summary(model, compiled_bytes)]
    shown = model.differences[:_MOST_SHOWN]
    lines += map(_line_of_difference, shown)
    left = model.differences[_MOST_SHOWN:]
    if left:
        rest = sum(each.total_bytes for each in left)
        lines.append(f"  and {len(left)} more, of {format_bytes(rest)} together")
    if model.workspace_bytes != model.compiled_workspace_bytes:
        lines.append(
            f"  workspace of the operation: {format_bytes(model.compiled_workspace_bytes)}"
            f" in XLA, {format_bytes(model.workspace_bytes)} in the model"
        )
    if model.rest_bytes:
        lines.append(f"  smaller storages, arguments and results: {_signed(model.rest_bytes)}")
    return lines


def _curves(schedule: Schedule, model: Model, peak: int) -> Curves:
    resident = sum(b.bytes for b in schedule.buffers if b.resident)
    step_at = model.find_step()
    return Curves(
        compiled=[live + resident for live in schedule.live_bytes()],
        model=[model.live_bytes[step_at(line)] for line in lines_so_far(schedule)],
        peak=peak,
    )


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


def explain_compiled(
    compiled: Any, *, module: Optional[str] = None, most: int = 20
) -> CompiledPeak:
    """What is alive where a compiled step needs most, as XLA scheduled it.

    `compiled` is a `jax.stages.Compiled`, the result of
    `remat.jit(...).lower(...).compile()`, or the text of a scheduled HLO module. At
    most `most` groups of buffers are told. Lines are those of the StableHLO that was
    compiled, if that had no places of its own (else those of the program), as XLA
    notes them. A loop, a branch or a call counts with the peak inside.

    `module` is the text of that StableHLO, without places and private functions; of
    a plan that `remat.jit` compiled it is known. With it, remat-opt's model of the
    module stands beside XLA's schedule (`CompiledPeak.model`), if XLA notes lines
    (of sharded steps it does not). Raises `remat.NotScheduled` for all but a
    compiled step, `ValueError` for a module with places, and `remat.ToolError`.
    """
    if not isinstance(compiled, str) and not hasattr(compiled, "as_text"):
        raise NotScheduled(
            f"{type(compiled).__name__} is no compiled step: give explain_compiled what"
            " remat.jit(...).lower(...).compile() returns"
        )
    text = compiled if isinstance(compiled, str) else compiled.as_text()
    plan = getattr(compiled, "plan", None)
    if module is None and plan is not None and not plan.untouched:
        module = plan.mlir
    elif module is not None and re.search(r"\bloc\(", module):
        raise ValueError(
            "the module has places (loc): XLA then notes their lines, not the module's;"
            " 'python -m remat explain' takes such a file"
        )
    schedule = read_schedule(text)
    live = schedule.live_bytes()
    position = schedule.peak()
    comparison, sources = None, None
    if module is not None and any(line is not None for line in schedule.lines):
        report = run_tool(module, "100%", ToolOptions(strategy="none")).report
        model = Model.from_report(report)
        least = max(1, int(live[position] * _LEAST_SHARE))
        comparison = compare(schedule, model, position, least)
        sources = schedule, model
    return CompiledPeak(
        instruction=schedule.instructions[position],
        line=schedule.lines[position],
        position=position,
        instructions=len(live),
        temporary_bytes=live[position],
        resident_bytes=sum(b.bytes for b in schedule.buffers if b.resident),
        groups=_grouped(schedule.live_at(position))[:most],
        model=comparison,
        _sources=sources,
    )
