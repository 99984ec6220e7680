# ===- fusion.py - Kernels that Inductor makes of a step -----------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`fuse` groups the tasks of a joint graph into the kernels that Inductor is expected to
make of it, by the rules of its lowering and scheduler:

- a view indexes the buffer of its root wherever it is read;
- each reader computes a pointwise result again unless it has a buffer. It gets one if a
  library reads it, if a pass returns it, or if computing it again would be expensive
  (`BufferFinder` has these rules);
- a kernel is fused with all readers of its buffer if they run over the same elements
  and nothing has to run in between. Then there is no buffer;
- a kernel overwrites a buffer of the same size if it is the last reader.
"""

from __future__ import annotations

import heapq
from typing import Dict, List, Set

import torch

from remat.torch.buffers import BufferFinder
from remat.torch.joint_graph import JointGraph, Task, Value
from remat.torch.kernels import Kernel, KernelGroups, fits
from remat.torch.operator_kinds import Kind


def fuse(joint: JointGraph, is_cpu: bool) -> None:
    """Replaces the tasks of `joint` by kernels, which only read and write buffers.
    Quadratic in the kernels of a pass at worst, linear in usual steps."""
    buffers = BufferFinder(joint, is_cpu)
    buffers.find_buffers()
    kernels = buffers.make_kernels()
    results = {value.owner for value in joint.values if value.is_result}
    for value in joint.values:
        value.is_result = value in results
    groups = KernelGroups(kernels)
    for kernel in list(kernels):
        if isinstance(kernel, Kernel) and kernel in groups.kernels:
            _fuse_buffers_of(kernel, groups, results)
    kernels = _moved_to_readers(_in_order(kernels, groups), groups)
    for index, kernel in enumerate(kernels):
        kernel.index = index
    for kernel in kernels:
        if isinstance(kernel, Kernel) and kernel.kind is not Kind.LIBRARY:
            _write_over_inputs(joint, kernel, groups, results)
    joint.tasks = kernels


def _fuse_buffers_of(kernel: Kernel, groups: KernelGroups, results: Set[Value]) -> None:
    """Joins a kernel with the readers of its buffers, and drops buffers left without
    readers."""
    for value in list(kernel.writes):
        if value.is_token or value in results:
            continue
        first = groups.maker[value]
        readers = sorted(groups.readers.get(value, ()), key=groups.position.get)
        if not readers or not all(fits(first, value, other) for other in readers):
            continue
        for reader in readers:
            if not groups.has_path_around(first, reader):
                groups.join(first, reader)
        if not groups.readers.get(value):
            first.writes.remove(value)


def _in_order(kernels: List[Task], groups: KernelGroups) -> List[Task]:
    """The kernels in an order with makers before readers, and otherwise as before they
    were joined."""
    missing = {
        kernel: {groups.maker[v] for v in kernel.reads if v in groups.maker}
        for kernel in kernels
    }
    waiting: Dict[Task, List[Task]] = {}
    for kernel, makers in missing.items():
        makers.discard(kernel)
        for maker in makers:
            waiting.setdefault(maker, []).append(kernel)
    ready = [groups.position[kernel] for kernel in kernels if not missing[kernel]]
    heapq.heapify(ready)
    found: List[Task] = []
    while ready:
        kernel = groups.original[heapq.heappop(ready)]
        found.append(kernel)
        for reader in waiting.get(kernel, ()):
            missing[reader].discard(kernel)
            if not missing[reader]:
                heapq.heappush(ready, groups.position[reader])
    assert len(found) == len(kernels), "kernels depend on one another in a circle"
    return found


def _moved_to_readers(kernels: List[Task], groups: KernelGroups) -> List[Task]:
    """Moves pointwise kernels that make more than they free down to their first reader,
    within their pass: Inductor computes an expression when it is needed, and its last
    pass moves kernels to lower the peak."""
    following: List[Task] = []  # In reverse.
    place: Dict[Task, int] = {}
    for kernel in reversed(kernels):
        readers = {
            reader
            for value in kernel.writes
            for reader in groups.readers.get(value, ())
            if reader in place
        }
        first = max((place[reader] for reader in readers), default=None)
        moves = (
            isinstance(kernel, Kernel)
            and kernel.kind is Kind.POINTWISE
            and first is not None
            and not any(v.is_token for v in [*kernel.reads, *kernel.writes])
        )
        if moves:
            reader = following[first]
            freed = sum(
                value.bytes
                for value in kernel.reads
                if not value.is_resident
                and all(r is kernel or r not in place for r in groups.readers[value])
            )
            made = sum(value.bytes for value in kernel.writes)
            moves = made > freed and reader.is_forward == kernel.is_forward
        if moves:
            following.insert(first + 1, kernel)
            for position in range(first + 1, len(following)):
                place[following[position]] = position
        else:
            place[kernel] = len(following)
            following.append(kernel)
    return following[::-1]


def _write_over_inputs(
    joint: JointGraph, kernel: Kernel, groups: KernelGroups, results: Set[Value]
) -> None:
    """Lets results of a kernel that needs tangents reuse the storages of buffers that
    it reads last in the step as written. Tokens keep that order. Other kernels may run
    again, from inputs that a plan keeps for that."""
    if not kernel.needs_tangents:
        return
    taken: Set[Value] = set()
    for value in kernel.writes:
        if value.is_token or value.node is None:
            continue
        for other in kernel.reads:
            if other.is_token or other.is_resident or other in taken | results:
                continue
            if other in kernel.crooked:
                continue
            readers = groups.readers.get(other, set())
            if other.node is None or any(r.index > kernel.index for r in readers):
                continue
            if _have_one_size_and_type(value, other):
                value.written_over = other
                taken.add(other)
                for reader in sorted(readers - {kernel}, key=lambda r: r.index):
                    if reader.needs_tangents:
                        joint.add_token(reader, kernel)
                break


def _have_one_size_and_type(first: Value, second: Value) -> bool:
    one, two = first.node.meta.get("val"), second.node.meta.get("val")
    return (
        isinstance(one, torch.Tensor)
        and isinstance(two, torch.Tensor)
        and first.bytes == second.bytes
        and one.dtype == two.dtype
    )
