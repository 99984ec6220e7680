# ===- allocator_counters.py - Memory of calls on a GPU ------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Memory that calls take from PyTorch's caching allocator, by its counters of all threads
and streams."""

from __future__ import annotations

import contextlib
from typing import Any, Callable, Dict, Iterator, NamedTuple

import torch

from remat.torch.memory_events import Usage

BLOCK = 512
"""The allocator hands out blocks of a multiple of this, in bytes. By default, a block of
over 1 MiB may be up to 1 MiB longer than the tensor in it: only with
`expandable_segments` is such a rest split off."""


def has_counters(device: torch.device) -> bool:
    """Whether `device` is a GPU of this machine, with PyTorch's own allocator: others do
    not count requests."""
    if device.type != "cuda" or not torch.cuda.is_available():
        return False
    return torch.cuda.get_allocator_backend() == "native"


def splits_all_blocks(device: torch.device) -> bool:
    """Whether the allocator splits off rests of any size."""
    # Not by the environment alone: programs can set it, too.
    index = torch.cuda.current_device() if device.index is None else device.index
    return any(
        segment.get("is_expandable", False)
        for segment in torch.cuda.memory_snapshot()
        if segment["device"] == index
    )


class _Counters(NamedTuple):
    """PyTorch's counters at one moment."""

    blocks: Usage
    """Bytes in whole blocks, as `torch.cuda.max_memory_allocated` has them: the most
    since the last reset, and now."""
    requested: Usage
    """Bytes as asked for."""
    allocations: int
    """Their number since the program began."""

    @classmethod
    def of(cls, device: torch.device) -> "_Counters":
        found = torch.cuda.memory_stats_as_nested_dict(device)

        def usage(name: str) -> Usage:
            # Before the first allocation there are no counters.
            counter = found[name]["all"] if found else {"peak": 0, "current": 0}
            return Usage(counter["peak"], counter["current"])

        allocations = found["allocation"]["all"]["allocated"] if found else 0
        return cls(usage("allocated_bytes"), usage("requested_bytes"), allocations)


class Counted:
    """A context that counts the memory of the call inside. Resets the peaks that PyTorch
    counts for `device`."""

    def __init__(self, device: torch.device):
        self.device = device
        self.blocks_before = 0
        self.requested_before = 0
        self.blocks = Usage(0, 0)
        """Bytes in whole blocks."""
        self.requested = Usage(0, 0)
        """Bytes as asked for."""
        self._allocations = 0

    def __enter__(self) -> "Counted":
        torch.cuda.reset_peak_memory_stats(self.device)
        before = _Counters.of(self.device)
        self.blocks_before = before.blocks.left
        self.requested_before = before.requested.left
        self._allocations = before.allocations
        return self

    def __exit__(self, *_: Any) -> None:
        after = _Counters.of(self.device)
        self.blocks = _since(self.blocks_before, after.blocks)
        self.requested = _since(self.requested_before, after.requested)
        self._allocations = after.allocations - self._allocations

    @property
    def usage(self) -> Usage:
        """Bytes in whole blocks, or, if some must have had rests, as asked for."""
        longest = self.requested.peak + BLOCK * self._allocations
        return self.blocks if self.blocks.peak <= longest else self.requested


def _since(start: int, usage: Usage) -> Usage:
    return Usage(usage.peak - start, usage.left - start)


def count_each(
    device: torch.device, run: Callable[[Callable[[int], Any]], None]
) -> Dict[int, Usage]:
    """`measure_each` for a GPU: calls `run` with a function that makes a context for
    each number, and returns the `Counted.usage` of the last one of each. Memory
    that they leave free goes back to the device."""
    found: Dict[int, Usage] = {}

    @contextlib.contextmanager
    def counted(number: int) -> Iterator[None]:
        with Counted(device) as call:
            yield
        found[number] = call.usage

    run(counted)
    torch.cuda.empty_cache()
    return found
