# ===- memory_events.py - Allocations recorded by PyTorch's profiler -----===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Allocations of a call, to the byte, and their peak."""

from __future__ import annotations

import bisect
import dataclasses
import gc
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Sequence, Tuple

import torch
from torch._C._profiler import _EventType

_RANGE = "remat range "


class Change(NamedTuple):
    """Memory that is allocated or freed."""

    time: int
    """In nanoseconds."""
    address: int
    bytes: int
    """Negative if it is freed."""


class LiveMemory:
    """Memory that measured calls allocated and did not free. What is freed between the
    calls still counts.

    PyTorch's profiler remembers the address of each allocation that it saw, in earlier
    profiles, too, and misses what is freed while none runs. If another tensor gets such
    an address, the profiler reports that it is freed as if it had seen the allocation.
    So memory is only freed here if one of these calls allocated it."""

    def __init__(self) -> None:
        self.bytes = 0
        self._sizes: Dict[int, int] = {}
        """By address."""

    def replay(self, changes: Sequence[Change]) -> int:
        """Applies `changes`, which are in order. Returns the most bytes at once, those
        before the first change included. Linear in the changes."""
        peak = self.bytes
        for change in changes:
            if change.bytes > 0:
                self._sizes[change.address] = change.bytes
                self.bytes += change.bytes
                peak = max(peak, self.bytes)
            else:
                self.bytes -= self._sizes.pop(change.address, 0)
        return peak


@dataclasses.dataclass(frozen=True)
class Usage:
    """The memory of a call, without allocations before it."""

    peak: int
    """The most bytes at once."""
    left: int
    """Bytes still allocated at its end."""


def can_measure() -> bool:
    """Whether no other profiler runs or warms up: a second one would end the first."""
    return not torch.autograd.profiler._is_profiler_enabled and not _warms_up()


def _warms_up() -> bool:
    """Whether a profiler with a schedule warms up, of which PyTorch has no list."""
    tracked = torch.autograd.profiler.KinetoStepTracker._step_dict
    if torch.profiler.profiler.PROFILER_STEP_NAME not in tracked:
        return False
    return any(
        each.current_action is torch.profiler.ProfilerAction.WARMUP
        for each in gc.get_objects()
        if type(each) is torch.profiler.profile
    )


def _profile(run: Callable[[], Any]) -> Tuple[Any, List[Any]]:
    """The result of `run`, and all events of the call."""
    assert can_measure()
    with torch.profiler.profile(
        activities=[torch.profiler.ProfilerActivity.CPU], profile_memory=True
    ) as profile:
        result = run()
    return result, list(_nested(profile.profiler.kineto_results.experimental_event_tree()))


def _nested(roots: Sequence[Any]) -> Iterator[Any]:
    """Events and those inside of them, on each thread in order."""
    pending = list(reversed(roots))
    while pending:
        event = pending.pop()
        yield event
        pending += reversed(event.children)


def _changes(events: Sequence[Any]) -> List[Change]:
    """Those of CPU memory, in order."""
    found = []
    for event in events:
        if event.tag == _EventType.Allocation:
            fields = event.extra_fields
            if fields.device.type == "cpu":
                found.append(Change(event.start_time_ns, fields.ptr, fields.alloc_size))
    return sorted(found, key=lambda change: change.time)


def _ranges(events: Sequence[Any]) -> List[Tuple[int, int, str]]:
    """Start, end and name of each marked range that is in no other one, in order."""
    marked = sorted(
        (event.start_time_ns, event.end_time_ns, event.name[len(_RANGE) :])
        for event in events
        if event.name.startswith(_RANGE)
    )
    outer: List[Tuple[int, int, str]] = []
    for each in marked:
        if not outer or each[0] >= outer[-1][1]:
            outer.append(each)
    return outer


def _parts(
    changes: Sequence[Change], events: Sequence[Any]
) -> Iterator[Tuple[str, int, int]]:
    """Name, start and end in `changes` of each marked range, in order."""
    times = [change.time for change in changes]
    for start, end, name in _ranges(events):
        yield name, bisect.bisect_left(times, start), bisect.bisect_right(times, end)


def measure_parts(
    run: Callable[[], Any], memory: LiveMemory
) -> Tuple[Any, int, List[Tuple[str, int]]]:
    """Calls `run`, whose CPU memory goes to `memory`. Returns its result, the most
    bytes in `memory` at once, and the same for each part of the call marked by `part`,
    with its name, in order. Parts inside of another one are left out. Keeps all events
    until the call ends. Counts this thread and those that inherit its profiler, such as
    autograd's, but not the workers in which an operator splits its work."""
    result, events = _profile(run)
    changes = _changes(events)
    parts = []
    peak = position = 0
    for name, first, last in _parts(changes, events):
        between = memory.replay(changes[position:first])
        inside = memory.replay(changes[first:last])
        peak = max(peak, between, inside)
        parts.append((name, inside))
        position = last
    return result, max(peak, memory.replay(changes[position:])), parts


def part(name: str) -> Any:
    """A context that marks a part of a call for `measure_parts`."""
    return torch.profiler.record_function(_RANGE + name)


def measure_each(run: Callable[[Callable[[int], Any]], None]) -> Dict[int, Usage]:
    """Calls `run` with a function that makes a context for each number. Returns the
    memory used inside the last context of each, on the threads that `measure_parts`
    counts."""

    def counted(number: int) -> Any:
        return part(str(number))

    _, events = _profile(lambda: run(counted))
    changes = _changes(events)
    found = {}
    for name, first, last in _parts(changes, events):
        memory = LiveMemory()
        peak = memory.replay(changes[first:last])
        found[int(name)] = Usage(peak, memory.bytes)
    return found
