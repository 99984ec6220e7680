# ===- kernels.py - Kernels and how they are joined ----------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`Kernel`, a task of several operators, and `KernelGroups`, which joins kernels."""

from __future__ import annotations

import dataclasses
from typing import Dict, FrozenSet, Iterable, List, Set

import torch
from torch import fx

from remat.torch.joint_graph import Task, Value
from remat.torch.operator_kinds import Kind


@dataclasses.dataclass(eq=False)
class Kernel(Task):
    """A task of several operators. Results of `members` have, or would have, buffers.
    The arguments of `members` lead to the expressions that they inline."""

    members: List[fx.Node] = dataclasses.field(default_factory=list)
    kind: Kind = Kind.POINTWISE
    elements: int = 0
    """The number of elements that it runs over."""
    crooked: Set[Value] = dataclasses.field(default_factory=set)
    """Buffers that it reads in another order than it writes."""

    @property
    def name(self) -> str:
        return "+".join(node.name for node in self.members) or "boundary"

    @property
    def nodes(self) -> List[fx.Node]:
        return list(self.members)


def joined_kernels(tasks: Iterable[Task]) -> FrozenSet[int]:
    """The indices of kernels that Inductor writes into one function on a CPU if they are
    neighbors."""
    return frozenset(
        task.index
        for task in tasks
        if isinstance(task, Kernel) and task.kind is not Kind.LIBRARY
    )


class KernelGroups:
    """Kernels to join one by one, with their makers and readers."""

    def __init__(self, kernels: List[Task]):
        self.kernels = kernels
        self.maker: Dict[Value, Task] = {}
        self.readers: Dict[Value, Set[Task]] = {}
        for kernel in kernels:
            for value in kernel.writes:
                self.maker[value] = kernel
            for value in kernel.reads:
                self.readers.setdefault(value, set()).add(kernel)
        self.original = list(kernels)
        self.position = {kernel: i for i, kernel in enumerate(kernels)}

    def successors(self, kernel: Task) -> Iterable[Task]:
        for value in kernel.writes:
            for reader in self.readers.get(value, ()):
                yield reader

    def has_path_around(self, first: Task, last: Task) -> bool:
        """Whether `last` depends on `first` through a third kernel."""
        pending = [k for k in self.successors(first) if k is not last and k is not first]
        seen = set(pending)
        while pending:
            kernel = pending.pop()
            for following in self.successors(kernel):
                if following is last:
                    return True
                if following not in seen and following is not first:
                    seen.add(following)
                    pending.append(following)
        return False

    def join(self, first: "Kernel", last: "Kernel") -> None:
        """Merges `last` into `first`."""
        first.members += last.members
        first.crooked |= last.crooked
        reads = dict.fromkeys([*first.reads, *last.reads])
        made = set(first.writes) | set(last.writes)
        first.reads = [value for value in reads if value not in made]
        first.writes = list(dict.fromkeys([*first.writes, *last.writes]))
        first.may_run_again &= last.may_run_again
        first.is_forward |= last.is_forward
        first.needs_tangents |= last.needs_tangents
        first.elements = max(first.elements, last.elements)
        if last.kind is Kind.REDUCTION:
            first.kind = Kind.REDUCTION
        if "save" in (first.policy, last.policy):
            first.policy = "save"
        for value in last.writes:
            self.maker[value] = first
        for value in last.reads:
            self.readers[value].discard(last)
            if value not in made:
                self.readers[value].add(first)
        for value in made:
            self.readers.get(value, set()).discard(first)
            self.readers.get(value, set()).discard(last)
        self.kernels.remove(last)


def fits(first: Task, value: Value, last: Task) -> bool:
    """Whether Inductor's scheduler can fuse `first`, which makes `value`, with
    `last`."""
    if not isinstance(first, Kernel) or not isinstance(last, Kernel):
        return False
    if Kind.LIBRARY in (first.kind, last.kind):
        return False
    if first.is_forward != last.is_forward:
        return False
    if first.elements == last.elements:
        return True
    # After a reduction, a loop over its results.
    tensor = value.node.meta["val"] if value.node is not None else None
    made = tensor.numel() if isinstance(tensor, torch.Tensor) else -1
    return first.kind is Kind.REDUCTION and last.elements == made
