# ===- limited_fusion.py - Inductor's fusion within a limit --------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Fusing distant kernels makes buffers live longer. `LimitedFusion` lets Inductor fuse
freely and counts the memory of the result. Above the limit, it makes Inductor fuse
again, but only nodes that are close to each other. Once the code is generated, it
counts again."""

from __future__ import annotations

import contextlib
import functools
from typing import Any, Callable, Iterator, List, Optional, Tuple

from torch._inductor.graph import SubgraphLowering
from torch._inductor.memory import reorder_for_peak_memory
from torch._inductor.scheduler import FusedSchedulerNode, Scheduler
from torch._inductor.virtualized import V
from torch.utils._ordered_set import OrderedSet

from remat.torch.fused_memory import FusedMemory, PassInputs, memory_of
from remat.torch.patching import replaced

_DISTANCES = (None, 128, 32, 12, 6, 3, 2, 1)
"""The largest distances between fused nodes, tried in this order; None is any."""


class LimitedFusion:
    """A pass after Inductor's fusion, for one program at a time."""

    def __init__(self) -> None:
        self.limit: Optional[int] = None
        """In bytes, without resident ones; None is no limit."""
        self.inputs = PassInputs()
        self.found: Optional[FusedMemory] = None
        """The memory of the last program."""
        self.on_excess: Callable[[FusedMemory], None] = lambda memory: None
        """Called if no fusion keeps the limit, or the generated code does not."""

    def __deepcopy__(self, memo: Any) -> "LimitedFusion":
        return self  # Inductor copies its configuration.

    def __call__(self, nodes: List[Any]) -> List[Any]:
        # The body of a branch or of a loop, or a choice that is only benchmarked.
        if isinstance(V.graph, SubgraphLowering) or V.graph.name is not None:
            return nodes
        base = [part for node in nodes for part in _parts(node)]
        position = {name: i for i, name in enumerate(_original_order(base))}
        best: Optional[Tuple[Any, int, List[Any]]] = None
        tried = None
        for distance in _DISTANCES:
            fused = nodes if distance is None else _fuse(base, position, distance)
            tried = distance
            memory, ordered = self._order(fused)
            if best is None or memory.peak < best[0].peak:
                best = (memory, distance, ordered)
            if self.limit is None or memory.peak <= self.limit:
                best = (memory, distance, ordered)
                break
        memory, distance, ordered = best
        if distance != tried:
            # The scheduler's own tables describe the last try.
            fused = nodes if distance is None else _fuse(base, position, distance)
            if distance is None:
                fused = _fuse(base, position, len(base))
            memory, ordered = self._order(fused)
        self._found(memory)
        scheduler = V.graph.scheduler
        scheduler.codegen = functools.partial(self._generate, scheduler)
        return ordered

    def _generate(self, scheduler: Any) -> None:
        """Generates the code of `scheduler`."""
        type(scheduler).codegen(scheduler)
        self._found(memory_of(scheduler.nodes, self.inputs, is_generated=True))

    def _found(self, memory: FusedMemory) -> None:
        self.found = memory
        if self.limit is not None and memory.peak > self.limit:
            self.on_excess(memory)

    def _order(self, nodes: List[Any]) -> Tuple[FusedMemory, List[Any]]:
        """The better of the plan's order and that of PyTorch's own pass."""
        scheduler = V.graph.scheduler
        kept = memory_of(nodes, self.inputs)
        reordered = reorder_for_peak_memory(
            list(nodes),
            scheduler.name_to_buf,
            scheduler.name_to_fused_node,
            OrderedSet(V.graph.graph_inputs.keys()),
            OrderedSet(V.graph.get_output_names()),
        )
        other = memory_of(reordered, self.inputs)
        return (other, reordered) if other.peak < kept.peak else (kept, nodes)


def _parts(node: Any) -> List[Any]:
    """The parts of a fused node; another node itself."""
    if not isinstance(node, FusedSchedulerNode) or node.is_foreach():
        return [node]
    return list(node.get_nodes())


def _original_order(nodes: List[Any]) -> List[str]:
    """Names in the order of the graph, before fusion."""
    return [n.get_name() for n in sorted(nodes, key=lambda node: node.min_order)]


@contextlib.contextmanager
def _only_near(position: Any, distance: int) -> Iterator[None]:
    own = Scheduler.can_fuse
    scheduler = V.graph.scheduler

    def places(node: Any) -> List[int]:
        return [position[part.get_name()] for part in _parts(node)]

    def can_fuse(self: Any, first: Any, second: Any, *args: Any, **kwargs: Any) -> bool:
        if self is not scheduler:
            return own(self, first, second, *args, **kwargs)
        before, after = places(first), places(second)
        gap = max(min(after) - max(before), min(before) - max(after))
        if gap > distance:
            return False
        return own(self, first, second, *args, **kwargs)

    with replaced(Scheduler, "can_fuse", can_fuse):
        yield


def _fuse(base: List[Any], position: Any, distance: int) -> List[Any]:
    """Fuses nodes again, but only at most `distance` positions apart."""
    scheduler = V.graph.scheduler
    nodes = sorted(base, key=lambda node: position[node.get_name()])
    scheduler.name_to_fused_node = {
        name: node
        for node in nodes
        for name in (node.get_name(), *(part.get_name() for part in node.get_nodes()))
    }
    scheduler.nodes = nodes
    with _only_near(position, distance):
        return scheduler.fuse_nodes(nodes)
