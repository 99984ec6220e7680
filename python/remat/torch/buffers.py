# ===- buffers.py - Results that get buffers from Inductor ---------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`BufferFinder` tells which results Inductor writes to memory, and makes a kernel for
each task that has one of them or an effect."""

from __future__ import annotations

import dataclasses
from typing import Dict, FrozenSet, List, Set, Tuple

import torch

from remat.torch import operators
from remat.torch.joint_graph import JointGraph, Task, Value
from remat.torch.kernels import Kernel
from remat.torch.operator_kinds import HEAVY, REALIZED, STRAIGHT_VIEWS, Kind
from remat.torch.operator_kinds import kind_of, packet

_MAX_READS_ON_REUSE = 4
_MAX_READS = 8
_MAX_OPERATORS = 30


@dataclasses.dataclass(eq=False)
class _Expression:
    """The computation of a value from buffers."""

    leaves: Tuple[Value, ...]
    """The buffers that it reads."""
    crooked: FrozenSet[Value]
    """The leaves that it reads at other indices than its own."""
    reads: int
    operators: int
    is_heavy: bool


class BufferFinder:
    """The buffers of a joint graph."""

    def __init__(self, joint: JointGraph, is_cpu: bool):
        self.joint = joint
        self.is_cpu = is_cpu
        self.kinds = {
            task: kind_of(
                task.node,
                bool(task.writes)
                and all(v.root is not None or v.is_token for v in task.writes),
            )
            for task in joint.tasks
            if task.node is not None
        }
        self.readers = self._readers()
        self.real: Set[Value] = set()
        """Values with buffers."""
        self.expressions: Dict[Value, _Expression] = {}

    def _readers(self) -> Dict[Value, List[Task]]:
        """The tasks that read each value, directly or through views."""
        through: Dict[Value, List[Task]] = {}
        for task in reversed(self.joint.tasks):
            found: List[Task] = [task]
            if self.kinds.get(task) is Kind.VIEW:
                found = [t for value in task.writes for t in through.get(value, ())]
                found = list(dict.fromkeys(found))
            for value in task.reads:
                if not value.is_token:
                    through.setdefault(value, []).extend(found)
        return {
            value: list(dict.fromkeys(tasks)) for value, tasks in through.items()
        }

    # ---- Buffers ----

    def find_buffers(self) -> None:
        crossing = self._crossing()
        results = {value.owner for value in self.joint.values if value.is_result}
        for value in self.joint.values:
            if value.is_resident or value in self.joint.boundary.writes:
                self.real.add(value.owner)
        for task in self.joint.tasks:
            if task.node is None:
                continue
            kind = self.kinds[task]
            if kind is Kind.VIEW:
                for value in task.writes:
                    source = [v for v in task.reads if v.owner is value.owner]
                    seen = self._expression_of(source[0] if source else value.owner)
                    if packet(task.node.target) not in STRAIGHT_VIEWS:
                        seen = dataclasses.replace(seen, crooked=frozenset(seen.leaves))
                    self.expressions[value] = seen
                continue
            made = self._combine(task)
            # Tasks bound to their place cannot move into other kernels.
            is_bound = any(v.is_token for v in [*task.reads, *task.writes])
            for value in task.writes:
                if value.is_token:
                    continue
                readers = self.readers.get(value, [])
                if (
                    kind is not Kind.POINTWISE
                    or is_bound
                    or value.owner in crossing
                    or value.owner in results
                    or packet(task.node.target) in REALIZED
                    or any(self.kinds.get(r) is Kind.LIBRARY for r in readers)
                    or self._is_dear(made, len(readers))
                ):
                    self.real.add(value.owner)
                self.expressions[value] = made

    def _crossing(self) -> Set[Value]:
        """The roots that the forward pass hands to the backward pass."""
        forward = {
            value.owner
            for task in self.joint.tasks
            if task.is_forward and not task.is_boundary
            for value in task.writes
        }
        return {
            value.owner
            for task in self.joint.tasks
            if not task.is_forward
            for value in task.reads
            if value.owner in forward
        }

    def _expression_of(self, value: Value) -> _Expression:
        if value.root is not None and value in self.expressions:
            seen = self.expressions[value]
            if value.owner not in self.real:
                return seen
            crooked = frozenset({value.owner} if seen.crooked else ())
            return _Expression((value.owner,), crooked, 1, 0, False)
        if value.owner in self.real or value not in self.expressions:
            return _Expression((value.owner,), frozenset(), 1, 0, False)
        return self.expressions[value]

    def _combine(self, task: Task) -> _Expression:
        parts = [self._expression_of(v) for v in task.reads if not v.is_token]
        leaves = dict.fromkeys(leaf for part in parts for leaf in part.leaves)
        return _Expression(
            tuple(leaves),
            frozenset().union(*(part.crooked for part in parts)),
            sum(part.reads for part in parts),
            1 + sum(part.operators for part in parts),
            packet(task.node.target) in HEAVY or any(part.is_heavy for part in parts),
        )

    def _is_dear(self, made: _Expression, readers: int) -> bool:
        if made.reads > _MAX_READS or made.operators > _MAX_OPERATORS:
            return True
        if readers <= 1:
            return False
        return made.reads > _MAX_READS_ON_REUSE or (self.is_cpu and made.is_heavy)

    # ---- Kernels ----

    def make_kernels(self) -> List[Task]:
        """One kernel for each task that has a buffer or an effect."""
        kernels: List[Task] = []
        for task in self.joint.tasks:
            if task.node is None:
                kernels.append(task)
                continue
            kind = self.kinds[task]
            writes = [v for v in task.writes if v in self.real or v.is_token]
            if kind is Kind.VIEW or not (writes or operators.written(task.node)):
                continue
            whole = self._combine(task)
            tokens = [value for value in task.reads if value.is_token]
            kernels.append(
                Kernel(
                    index=len(kernels),
                    node=task.node,
                    reads=[*whole.leaves, *tokens],
                    crooked=set(whole.crooked),
                    writes=writes,
                    needs_tangents=task.needs_tangents,
                    is_forward=task.is_forward,
                    may_run_again=task.may_run_again and not task.needs_tangents,
                    policy=task.policy,
                    members=[task.node],
                    kind=Kind.LIBRARY if operators.written(task.node) else kind,
                    elements=self._elements(task),
                )
            )
        boundary = self.joint.boundary
        boundary.reads = list(
            dict.fromkeys(v if v.is_token else v.owner for v in boundary.reads)
        )
        return kernels

    def _elements(self, task: Task) -> int:
        results = task.node.meta.get("val")
        tensors = results if isinstance(results, (list, tuple)) else [results]
        made = [t.numel() for t in tensors if isinstance(t, torch.Tensor)]
        if self.kinds[task] is Kind.REDUCTION:
            made += [
                node.meta["val"].numel()
                for node in task.node.all_input_nodes
                if isinstance(node.meta.get("val"), torch.Tensor)
            ]
        return int(max(made, default=0))
