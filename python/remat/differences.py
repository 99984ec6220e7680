# ===- differences.py - Where XLA keeps other storages than the model ----===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Compares a compiled module with the model's storages, at XLA's peak.

Nothing of JAX is imported here. Both sides name a storage by the line of the module
that it comes from.
"""

from __future__ import annotations

import bisect
import dataclasses
import enum
import re
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple

from remat.errors import ToolError
from remat.schedule import Buffer, Schedule

# A fusion has the line of one of its operations, and the model that of another.
_MOST_LINES_APART = 40
# Last readers so many lines apart count like makers one line apart.
_READERS_SHARE = 50
# Last readers further apart count no more.
_MOST_READERS_APART = 2000
_Until = Tuple[Optional[int], Optional[int]]
_PLACE = re.compile(r":(\d+):\d+$")


class Kind(enum.Enum):
    """How XLA and the model differ on a storage."""

    NOT_IN_MODEL = "stored by XLA, not in the model"
    MADE_EARLIER = "made earlier by XLA"
    KEPT_LONGER = "kept longer by XLA"
    NOT_STORED = "in the model, not stored by XLA"
    MADE_LATER = "made later by XLA"
    DROPPED_EARLIER = "dropped earlier by XLA"

    @property
    def is_more(self) -> bool:
        """Whether XLA needs more by it, not less."""
        return self in (Kind.NOT_IN_MODEL, Kind.MADE_EARLIER, Kind.KEPT_LONGER)


@dataclasses.dataclass(frozen=True)
class ModelStorage:
    """A storage of the model, at one of the times at which it is kept."""

    op: str
    type: str
    line: int
    """Of the operation that makes it."""
    bytes: int
    first_step: int
    last_step: int
    """Both included."""
    last_line: int
    """Of the last step."""

    @property
    def made(self) -> Tuple[str, str, int, int]:
        """Its operation, type, bytes and line, as `Difference` tells them."""
        return self.op, self.type, self.bytes, self.line

    def is_alive_at(self, step: int) -> bool:
        """Whether the model keeps it at a step."""
        return self.first_step <= step <= self.last_step


@dataclasses.dataclass(frozen=True)
class Model:
    """The model's view of a module. Sizes in bytes of one device."""

    storages: Tuple[ModelStorage, ...]
    step_lines: Tuple[int, ...]
    """By step."""
    live_bytes: Tuple[int, ...]
    """By step, arguments and results included."""

    resident_bytes: int = 0
    """Arguments and results."""

    @classmethod
    def from_report(cls, report: Mapping[str, Any]) -> "Model":
        """Of a report on the module as it stands. Raises `remat.ToolError` for one
        without storages: an older remat-opt wrote it, or the module has no @main."""
        if "timeline_before" not in report or "storages" not in report:
            raise ToolError(
                "remat-opt reported no storages of @main: the module has no such"
                " function, or this remat-opt is older than the package"
            )
        resident = int(report.get("resident_bytes", 0))
        steps = report["timeline_before"]
        lines = [_line(step.get("location", "")) or 0 for step in steps]
        storages = [
            ModelStorage(
                op=each["op"],
                type=each["type"],
                line=_line(each["location"]) or 0,
                bytes=each["bytes"],
                first_step=first,
                last_step=last,
                last_line=lines[last],
            )
            for each in report["storages"]
            for first, last in each["alive_before"]
        ]
        live = [step["live_bytes"] for step in steps]
        # A step may make nothing: its arguments are its results.
        return cls(
            tuple(storages), tuple(lines or [0]), tuple(live or [resident]), resident
        )

    def find_step(self) -> Callable[[int], int]:
        """A function from a line to the last step whose operation stands there or
        before; 0 if none does. Each call takes O(log steps)."""
        by_line = sorted((line, step) for step, line in enumerate(self.step_lines))
        lines = [line for line, _ in by_line]

        def find(line: int) -> int:
            index = bisect.bisect_right(lines, line) - 1
            return by_line[index][1] if index >= 0 else 0

        return find

    def workspace_bytes(self, step: int) -> int:
        """The workspace of the operation of a step."""
        stored = sum(each.bytes for each in self.storages if each.is_alive_at(step))
        return self.live_bytes[step] - self.resident_bytes - stored


@dataclasses.dataclass(frozen=True)
class Difference:
    """Storages of one size, made by one kind of operation, on which XLA and the
    model differ at XLA's peak."""

    kind: Kind
    op: str
    """The operation that makes them; XLA's name for it where the model has none."""
    type: str
    """Of the value; empty where the model has none."""
    bytes: int
    """Of each."""
    lines: Tuple[int, ...]
    """Of the operations that make them, by storage; 0 where XLA notes none."""
    until: Tuple[_Until, ...]
    """By storage: the lines of the last readers, in XLA's schedule and in the model;
    None where there is none or where it is not known."""

    @property
    def total_bytes(self) -> int:
        """Of all of them."""
        return self.bytes * len(self.lines)


def _line(location: str) -> Optional[int]:
    found = _PLACE.search(location)
    return int(found.group(1)) if found else None


def _last_reader(buffer: Buffer) -> Optional[int]:
    known = [line for line in buffer.readers if line is not None]
    return known[-1] if known else None


def _matched(
    buffers: Sequence[Buffer], storages: Sequence[ModelStorage]
) -> Dict[int, int]:
    """Which storage of the model a buffer is, both by position: of the same size,
    those first whose lines, and those of their last readers, are nearest.
    O(n log n + p log p) for p pairs that are near."""
    of_size: Dict[int, List[Tuple[int, int]]] = {}
    for index, storage in enumerate(storages):
        of_size.setdefault(storage.bytes, []).append((storage.line, index))
    for each in of_size.values():
        each.sort()
    pairs = []
    for index, buffer in enumerate(buffers):
        if buffer.line is None:
            continue
        same = of_size.get(buffer.bytes, [])
        start = bisect.bisect_left(same, (buffer.line - _MOST_LINES_APART, -1))
        for line, storage in same[start:]:
            if line > buffer.line + _MOST_LINES_APART:
                break
            apart = abs((_last_reader(buffer) or 0) - storages[storage].last_line)
            apart = min(apart, _MOST_READERS_APART) / _READERS_SHARE
            apart += abs(line - buffer.line)
            pairs.append((apart, index, storage))
    found: Dict[int, int] = {}
    taken = set()
    for _, buffer_index, storage_index in sorted(pairs):
        if buffer_index not in found and storage_index not in taken:
            found[buffer_index] = storage_index
            taken.add(storage_index)
    return found


class _Groups:
    """Storages that differ, by how they do, their operation and their size."""

    def __init__(self) -> None:
        self._found: Dict[Tuple[Any, ...], List[Tuple[int, _Until]]] = {}

    def add(self, kind: Kind, made: Tuple[str, str, int, int], until: _Until) -> None:
        op, type_, size, line = made
        self._found.setdefault((kind, op, type_, size), []).append((line, until))

    def sorted(self) -> Tuple[Difference, ...]:
        """Those by which XLA needs more first, the largest first."""
        differences = []
        for (kind, op, type_, size), each in self._found.items():
            each.sort(key=lambda one: one[0])
            lines, until = tuple(zip(*each))
            differences.append(Difference(kind, op, type_, size, lines, until))
        differences.sort(key=lambda each: (not each.kind.is_more, -each.total_bytes))
        return tuple(differences)


def _differences(
    buffers: Sequence[Buffer],
    storages: Sequence[ModelStorage],
    position: int,
    step: int,
) -> Tuple[Difference, ...]:
    """The storages that XLA has at `position` and the model has not at `step`, or the
    other way round."""
    matched = _matched(buffers, storages)
    groups = _Groups()
    alive = set()
    for index, buffer in enumerate(buffers):
        if not buffer.begin <= position <= buffer.end:
            continue
        last = _last_reader(buffer)
        if index not in matched:
            made = buffer.opcode, "", buffer.bytes, buffer.line or 0
            groups.add(Kind.NOT_IN_MODEL, made, (last, None))
            continue
        alive.add(matched[index])
        storage = storages[matched[index]]
        if storage.is_alive_at(step):
            continue
        kind = Kind.MADE_EARLIER if step < storage.first_step else Kind.KEPT_LONGER
        groups.add(kind, storage.made, (last, storage.last_line))
    buffer_of = {storage: buffers[buffer] for buffer, storage in matched.items()}
    for index, storage in enumerate(storages):
        if index in alive or not storage.is_alive_at(step):
            continue
        buffer = buffer_of.get(index)
        if buffer is None:
            groups.add(Kind.NOT_STORED, storage.made, (None, storage.last_line))
            continue
        later = position < buffer.begin
        kind = Kind.MADE_LATER if later else Kind.DROPPED_EARLIER
        groups.add(kind, storage.made, (_last_reader(buffer), storage.last_line))
    return groups.sorted()


@dataclasses.dataclass(frozen=True)
class Comparison:
    """The model at the moment of XLA's peak. Sizes in bytes of one device."""

    step: int
    """The model's step there."""
    live_bytes: int
    """Alive in the model there, arguments and results included."""
    peak_bytes: int
    """Alive at the model's own peak."""
    peak_line: int
    """The line of the model's own peak."""
    workspace_bytes: int
    """The model's, of the operation there."""
    compiled_workspace_bytes: int
    """XLA's."""
    rest_bytes: int
    """All else that XLA has more: smaller storages, and arguments and results that
    one of the two does not count."""
    differences: Tuple[Difference, ...]
    """Those by which XLA needs more first, the largest first."""


def lines_so_far(schedule: Schedule) -> List[int]:
    """By instruction: its line, or that of the last one before it that has one; 0 if
    none has."""
    found, last = [], 0
    for line in schedule.lines:
        last = last if line is None else line
        found.append(last)
    return found


def compare(
    schedule: Schedule, model: Model, position: int, least_bytes: int = 1
) -> Comparison:
    """XLA's schedule at instruction `position` beside the model of the same module.

    The model's step there is the last one before the instruction's line. Storages
    of `least_bytes` and more are compared. They are the same if they have the same
    size and come from lines at most 40 apart. An operation's workspace is no
    storage. Complexity: as reading the schedule, times a logarithm.
    """
    buffers = [
        each
        for each in schedule.buffers
        if not each.resident and not each.is_workspace and each.bytes >= least_bytes
    ]
    storages = [each for each in model.storages if each.bytes >= least_bytes]
    step = model.find_step()(lines_so_far(schedule)[position])
    differences = _differences(buffers, storages, position, step)
    peak = max(range(len(model.live_bytes)), key=model.live_bytes.__getitem__)
    there = schedule.live_at(position)
    compiled = sum(each.bytes for each in there)
    compiled += sum(each.bytes for each in schedule.buffers if each.resident)
    workspace = sum(each.bytes for each in there if each.is_workspace)
    told = sum(
        each.total_bytes if each.kind.is_more else -each.total_bytes
        for each in differences
    )
    model_workspace = model.workspace_bytes(step)
    return Comparison(
        step=step,
        live_bytes=model.live_bytes[step],
        peak_bytes=model.live_bytes[peak],
        peak_line=model.step_lines[peak],
        workspace_bytes=model_workspace,
        compiled_workspace_bytes=workspace,
        rest_bytes=compiled
        - model.live_bytes[step]
        - told
        - (workspace - model_workspace),
        differences=differences,
    )
