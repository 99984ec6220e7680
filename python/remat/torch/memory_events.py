# ===- memory_events.py - Allocations recorded by PyTorch's profiler -----===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Allocations of a call, to the byte, and their peak."""

from __future__ import annotations

import contextlib
import dataclasses
import gc
from typing import Any, Callable, Dict, Iterator, List, Sequence, Tuple

import torch

_MEMORY = "[memory]"
_RANGE = "remat range "


@dataclasses.dataclass(frozen=True)
class Usage:
    """The memory of a call, without allocations before it."""

    peak: int
    """The most bytes at once."""
    left: int
    """Bytes still allocated at its end."""


def _usage(changes: Sequence[int]) -> Usage:
    current = peak = 0
    for change in changes:
        current += change
        peak = max(peak, current)
    return Usage(peak, current)


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


@contextlib.contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Keeps reference cycles. They can hold tensors of calls profiled before, whose end
    would count as memory that the call inside frees."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _profile(run: Callable[[], Any]) -> Tuple[Any, List[Any]]:
    assert can_measure()
    with _without_garbage_collection(), torch.profiler.profile(
        activities=[torch.profiler.ProfilerActivity.CPU], profile_memory=True
    ) as profile:
        result = run()
    return result, profile.profiler.kineto_results.events()


def _changes(events: Sequence[Any]) -> List[Tuple[int, int]]:
    """Times and bytes of CPU memory allocated (positive) and freed (negative), in
    order."""
    cpu = torch._C._autograd.DeviceType.CPU
    found = [
        (event.start_ns(), event.nbytes())
        for event in events
        if event.name() == _MEMORY and event.device_type() == cpu
    ]
    return sorted(found, key=lambda change: change[0])


def _ranges(events: Sequence[Any]) -> List[Tuple[int, int, str]]:
    """Start, end and name of each marked range, in order."""
    return sorted(
        (
            event.start_ns(),
            event.start_ns() + event.duration_ns(),
            event.name()[len(_RANGE) :],
        )
        for event in events
        if event.name().startswith(_RANGE)
    )


def measure_parts(run: Callable[[], Any]) -> Tuple[Any, Usage, List[Tuple[str, int]]]:
    """Calls `run`. Returns its result, the CPU memory that it used on all threads, and
    the name and peak bytes of each part of the call marked by `part`, in order. Keeps
    all events until the call ends."""
    result, events = _profile(run)
    changes = _changes(events)
    parts = []
    current = position = 0
    for start, end, name in _ranges(events):
        while position < len(changes) and changes[position][0] < start:
            current += changes[position][1]
            position += 1
        peak = current
        while position < len(changes) and changes[position][0] <= end:
            current += changes[position][1]
            peak = max(peak, current)
            position += 1
        parts.append((name, peak))
    return result, _usage([size for _, size in changes]), parts


def part(name: str) -> Any:
    """A context that marks a part of a call for `measure_parts`."""
    return torch.profiler.record_function(_RANGE + name)


def measure_each(run: Callable[[Callable[[int], Any]], None]) -> Dict[int, Usage]:
    """Calls `run` with a function that makes a context for each number. Returns the
    memory used inside the last context of each, on this thread."""

    def counted(number: int) -> Any:
        return part(str(number))

    _, events = _profile(lambda: run(counted))
    changes = _changes(events)
    found = {}
    next_change = 0
    for start, end, name in _ranges(events):
        while next_change < len(changes) and changes[next_change][0] < start:
            next_change += 1
        inside = []
        while next_change < len(changes) and changes[next_change][0] <= end:
            inside.append(changes[next_change][1])
            next_change += 1
        found[int(name)] = _usage(inside)
    return found
