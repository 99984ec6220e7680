# ===- storage_decisions.py - Buffers without a storage ------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Inductor allocates no storage for a buffer that only one kernel uses, and writes some
results over an argument. `ForeseenDecisions` tells which before the code is generated,
`GeneratedDecisions` tells it afterwards."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Sequence, Set

from torch._inductor import config, ir
from torch._inductor.scheduler import NopKernelSchedulerNode, SchedulerNode
from torch._inductor.virtualized import V


class GeneratedDecisions:
    """The decisions of a graph whose code has been generated."""

    def is_local(self, name: str, node: Any) -> bool:
        """Whether the buffer `name`, which the fused node `node` makes, has no
        storage."""
        return name in V.graph.removed_buffers

    def written_over(self, buffer: Any, part: Any) -> str:
        """The buffer whose storage `buffer`, a result of `part`, reuses; "" if there is
        none."""
        return V.graph.wrapper_code.reuses.get(buffer.get_name(), "")


class ForeseenDecisions:
    """The decisions for `nodes` in this order, by the rules that the generator follows.
    On the CPU, it fuses outer loops, and gives that up where their tiles differ: then
    buffers counted as local get storages."""

    def __init__(self, nodes: Sequence[Any], sizes: Mapping[str, int]):
        self.scheduler = V.graph.scheduler
        self.sizes = sizes
        """Bytes of buffers by name, those of freed inputs included."""
        self.outputs: Set[str] = set(V.graph.get_output_names())
        self.group: Dict[str, Any] = {
            part.get_name(): node for node in nodes for part in node.get_nodes()
        }
        self.position = {
            part.get_name(): i
            for i, node in enumerate(nodes)
            for part in node.get_nodes()
        }
        """The position of the fused node that contains each part. Its parts end
        together."""
        self.taken: Set[str] = set()
        """Buffers whose storages others have got."""

    def is_local(self, name: str, node: Any) -> bool:
        """As in `GeneratedDecisions`."""
        buffer = self.scheduler.name_to_buf[name]
        if name in self.outputs or not isinstance(buffer.node, ir.ComputedBuffer):
            return False
        if name in self.scheduler.mutation_real_name or buffer.get_mutations():
            return False
        if name in self.scheduler.mutation_real_name.values():
            return False
        inner = {part.get_name() for part in _loop_of(buffer, node).get_nodes()}
        users = [user.node.get_name() for user in buffer.users if not user.is_weak]
        return all(user in inner for user in users)

    def written_over(self, buffer: Any, part: Any) -> str:
        """As in `GeneratedDecisions`. To be asked for all results in order."""
        if not config.inplace_buffers or not isinstance(part, SchedulerNode):
            return ""
        if buffer.get_mutations() or not self.sizes[buffer.get_name()]:
            return ""
        for read in part.read_writes.reads:
            if self._can_write_over(buffer, part, read.name):
                self.taken.add(read.name)
                return read.name
        return ""

    def _can_write_over(self, buffer: Any, part: Any, name: str) -> bool:
        other = self.scheduler.name_to_donated_buffer.get(name)
        other = other or self.scheduler.name_to_buf.get(name)
        if other is None or name in self.taken or name in self.outputs:
            return False
        if isinstance(other.defining_op, NopKernelSchedulerNode):
            return False
        remaining = [user for user in other.users if not self._is_past(user, part)]
        if len(remaining) != 1 or remaining[0].node is not part:
            return False
        if not remaining[0].can_inplace or other.node is None:
            return False
        theirs, mine = other.node.get_output_spec(), buffer.node.get_output_spec()
        if not isinstance(theirs, ir.Layout):
            return False
        if isinstance(theirs, ir.MutationLayoutSHOULDREMOVE):
            return False
        if theirs.dtype != mine.dtype or theirs.device != mine.device:
            return False
        if self.sizes.get(name, 0) != self.sizes[buffer.get_name()]:
            return False
        return self._has_one_index(other, part)

    def _is_past(self, user: Any, part: Any) -> bool:
        name = user.node.get_name()
        if name in part.ancestors:
            return True
        here = self.position[part.get_name()]
        return self.position.get(name, here) < here

    def _has_one_index(self, buffer: Any, part: Any) -> bool:
        fused = self.group.get(part.get_name())
        found = set()
        for user in buffer.users:
            if self.group.get(user.node.get_name()) is not fused:
                continue
            found.update(
                access
                for access in user.node.read_writes.reads_and_writes()
                if access.name == buffer.get_name()
            )
        return len(found) <= 1


def _loop_of(buffer: Any, node: Any) -> Any:
    """The part of `node` whose loops keep `buffer` in registers or a local array."""
    maker = buffer.defining_op
    loops = getattr(node, "get_outer_nodes", None)
    if loops is None or not maker.is_reduction():
        return node
    return next(loop for loop in loops() if maker in loop.get_nodes())
