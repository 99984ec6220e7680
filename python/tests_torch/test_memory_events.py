# ===- test_memory_events.py - Allocations recorded by PyTorch's profiler ===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Measured bytes are those of the call, whatever was allocated before it."""

import gc
import types

import pytest
import torch
from torch._C._profiler import _EventType

from remat.torch import memory_events
from remat.torch.memory_events import Change, LiveMemory


@pytest.fixture
def rare_collections():
    """Leaves garbage alone until `two_tensors` asks for it."""
    thresholds = gc.get_threshold()
    gc.collect()
    gc.set_threshold(1_000_000)
    yield
    gc.set_threshold(*thresholds)


def make_cycle():
    """A tensor that only the garbage collector can free."""
    cycle = types.SimpleNamespace(tensor=torch.empty(250))
    cycle.itself = cycle


def two_tensors():
    """Allocates 300 bytes, and objects enough for a garbage collection between them."""
    first = torch.empty(50)
    gc.set_threshold(1)
    made = [types.SimpleNamespace() for _ in range(100)]
    gc.set_threshold(1_000_000)
    second = torch.empty(25)
    return first, second, made


def test_peak_and_rest():
    def run():
        torch.empty(100)
        return torch.empty(10)

    memory = LiveMemory()
    result, peak, parts = memory_events.measure_parts(run, memory)
    assert (peak, memory.bytes, parts) == (400, 40, [])
    assert result.numel() == 10


def test_parts_start_from_all_that_is_alive():
    def run():
        with memory_events.part("first"):
            kept = torch.empty(10)
        with memory_events.part("second"):
            torch.empty(20)
        return kept

    _, peak, parts = memory_events.measure_parts(run, LiveMemory())
    assert parts == [("first", 40), ("second", 120)]
    assert peak == 120


def test_peak_between_parts():
    def run():
        with memory_events.part("first"):
            kept = torch.empty(10)
        torch.empty(30)
        with memory_events.part("second"):
            torch.empty(20)
        return kept

    _, peak, parts = memory_events.measure_parts(run, LiveMemory())
    assert parts == [("first", 40), ("second", 120)]
    assert peak == 160


def test_a_part_inside_of_another_one_is_left_out():
    def run():
        with memory_events.part("outer"):
            kept = [torch.empty(10)]
            with memory_events.part("inner"):
                kept.append(torch.empty(20))
            kept.append(torch.empty(30))
        return kept

    memory = LiveMemory()
    _, peak, parts = memory_events.measure_parts(run, memory)
    assert (peak, memory.bytes) == (240, 240)
    assert parts == [("outer", 240)]


def test_changes_are_those_of_the_cpu_in_order():
    def event(time, size, device="cpu"):
        fields = types.SimpleNamespace(
            device=torch.device(device), ptr=0x10, alloc_size=size
        )
        tag = _EventType.Allocation
        return types.SimpleNamespace(tag=tag, start_time_ns=time, extra_fields=fields)

    events = [event(3, -8), event(4, 100, "cuda"), event(1, 4), event(2, -4), event(2, 8)]
    found = [change.bytes for change in memory_events._changes(events)]
    assert found == [4, -4, 8, -8]


def test_a_second_call_starts_from_all_that_is_alive():
    memory = LiveMemory()
    kept, _, _ = memory_events.measure_parts(lambda: [torch.empty(10)], memory)

    def run():
        torch.empty(20)
        kept.clear()

    _, peak, _ = memory_events.measure_parts(run, memory)
    assert (peak, memory.bytes) == (120, 0)


def test_only_memory_of_the_calls_ends():
    memory = LiveMemory()
    changes = [Change(1, 0x10, 100), Change(2, 0x20, -700), Change(3, 0x10, -100)]
    assert memory.replay(changes) == 100
    assert memory.bytes == 0


def test_memory_that_ends_between_the_calls_stays():
    memory = LiveMemory()
    assert memory.replay([Change(1, 0x10, 100), Change(2, 0x20, 10)]) == 110
    # The first tensor was freed unseen: its address is given away.
    assert memory.replay([Change(3, 0x10, 30), Change(4, 0x10, -30)]) == 140
    assert memory.bytes == 110


def test_garbage_of_an_earlier_call_does_not_count(rare_collections):
    memory_events.measure_parts(make_cycle, LiveMemory())
    memory = LiveMemory()
    _, peak, _ = memory_events.measure_parts(two_tensors, memory)
    assert (peak, memory.bytes) == (300, 300)


def test_garbage_of_one_run_does_not_count_in_the_next(rare_collections):
    def run(counted):
        with counted(0):
            make_cycle()
        with counted(1):
            two_tensors()

    usages = memory_events.measure_each(run)
    assert {number: usage.peak for number, usage in usages.items()} == {0: 1_000, 1: 300}


def test_the_last_context_of_a_number_counts():
    def run(counted):
        for size in (30, 10):
            with counted(5):
                torch.empty(size)

    assert memory_events.measure_each(run) == {5: memory_events.Usage(peak=40, left=0)}
