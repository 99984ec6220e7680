# ===- pass_memory.py - Memory of the passes of a step -------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Measures the memory of a forward and a backward pass, without resident bytes: on a CPU
by PyTorch's profiler, on a GPU by the counters of its allocator."""

from __future__ import annotations

import contextlib
from typing import Any, Callable, ContextManager, Iterator, List, Tuple, Union

import torch

from remat.torch import memory_events
from remat.torch.allocations import round_up
from remat.torch.allocator_counters import BLOCK, Counted, has_counters
from remat.torch.memory_events import LiveMemory, measure_parts


class MemoryOnCpu:
    """That of passes on a CPU."""

    settles = False
    """Whether the first step takes memory that later ones do not."""

    def __init__(self) -> None:
        self.peak = 0
        self.parts: List[Tuple[str, int]] = []
        """Names of parts of both passes, in order, and their peak bytes."""
        self._live = LiveMemory()

    def add(self, made: int) -> None:
        """Counts `made` bytes that are allocated between the passes and stay."""
        self._live.bytes += made

    def measure(self, run: Callable[[], Any]) -> Any:
        """Calls `run`, a pass, and returns its result."""
        result, peak, parts = measure_parts(run, self._live)
        self.parts += parts
        self.peak = max(self.peak, peak)
        return result

    def part(self, name: str) -> ContextManager[Any]:
        """A context that marks a part of a pass."""
        return memory_events.part(name)


class MemoryOnGpu:
    """That of passes on a GPU. It has the same members. Bytes are those of blocks."""

    settles = True
    """In the first step, libraries allocate memory that they keep, and kernels are
    tuned. It is measured, too, and forgotten."""

    def __init__(self, device: torch.device) -> None:
        self.peak = 0
        self.requested_peak = 0
        """The most bytes as asked for, without rests of blocks."""
        self.parts: List[Tuple[str, int]] = []
        self._device = device
        self._bytes = 0
        self._requested_bytes = 0
        self._pass = Counted(device)

    def add(self, made: int) -> None:
        self._bytes += round_up(made, BLOCK)
        self._requested_bytes += made

    def measure(self, run: Callable[[], Any]) -> Any:
        with Counted(self._device) as self._pass:
            result = run()
        self._count(self._pass)
        self._bytes += self._pass.blocks.left
        self._requested_bytes += self._pass.requested.left
        return result

    @contextlib.contextmanager
    def part(self, name: str) -> Iterator[None]:
        with Counted(self._device) as call:
            yield
        self.parts.append((name, self._count(call)))

    def _count(self, call: Counted) -> int:
        """Counts the pass, or a part of it: then the pass has no peak of its own. Returns
        the most bytes at once."""
        before = self._bytes + call.blocks_before - self._pass.blocks_before
        found = before + call.blocks.peak
        self.peak = max(self.peak, found)
        before = self._requested_bytes + call.requested_before
        before -= self._pass.requested_before
        self.requested_peak = max(self.requested_peak, before + call.requested.peak)
        return found


PassMemory = Union[MemoryOnCpu, MemoryOnGpu]


def is_measurable(device: torch.device) -> bool:
    """Whether the memory of passes on `device` can be measured."""
    return device.type == "cpu" or has_counters(device)


def memory_on(device: torch.device) -> PassMemory:
    """A measurement of passes on `device`."""
    return MemoryOnCpu() if device.type == "cpu" else MemoryOnGpu(device)
