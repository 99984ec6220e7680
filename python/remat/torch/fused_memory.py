# ===- fused_memory.py - Memory of scheduled Inductor graphs -------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Counts the bytes that the program generated for a scheduled graph allocates and
frees, before or after its code is generated. On a GPU, each kernel is one call. On the
CPU, one call runs all kernels between two calls of libraries."""

from __future__ import annotations

import dataclasses
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Set, Tuple

import torch
from torch import fx
from torch._inductor import ir
from torch._inductor.scheduler import NopKernelSchedulerNode
from torch._inductor.utils import get_dtype_size
from torch._inductor.virtualized import V
from torch.utils import _pytree as pytree

from remat.torch import operators
from remat.torch.allocations import round_up, rounding_of
from remat.torch.joint_graph import is_on
from remat.torch.operator_kinds import calls_library
from remat.torch.program_layouts import laid_out
from remat.torch.storage_decisions import ForeseenDecisions, GeneratedDecisions


@dataclasses.dataclass(frozen=True)
class PassInputs:
    """Storages that a pass receives, and its workspaces, in bytes."""

    freed: Mapping[str, int] = dataclasses.field(default_factory=dict)
    """Inputs that the program frees after their last use, by name."""
    held: int = 0
    """Other storages that the caller holds, without resident ones."""
    workspaces: Mapping[str, int] = dataclasses.field(default_factory=dict)
    """Workspaces of library calls, by the names of their FX nodes."""
    measure: Optional[Callable[[Mapping[str, fx.Node]], Mapping[str, int]]] = None
    """Workspaces of calls as the program makes them, as far as they can be measured;
    None if those above are enough."""
    device: torch.device = torch.device("cpu")
    """The device whose memory counts."""


@dataclasses.dataclass(frozen=True)
class FusedMemory:
    """The memory of one program."""

    peak: int
    """In bytes, without resident ones."""
    moved: int
    """Bytes that its kernels read and write."""
    made: Tuple[int, ...] = ()
    """Bytes of the storage of each result; 0 if it is that of an input or of an earlier
    result."""


def _unread_size(result: Any, device: torch.device) -> int:
    """Bytes of a result of a call that makes several, which lives as long as the tuple
    of them; 0 if something reads it, for then it is a buffer of its own."""
    if not isinstance(result, ir.MultiOutput) or result.get_inputs_that_alias_output():
        return 0
    if result.get_operation_name() not in V.graph.removed_operations:
        return 0
    return _bytes_of(result.get_output_spec(), device)


def _bytes_of(layout: Any, device: torch.device) -> int:
    """Bytes that the allocator of `device` hands out for a tensor."""
    if not is_on(device, layout):
        return 0
    size = _count(layout.storage_size()) * get_dtype_size(layout.dtype)
    return round_up(size, rounding_of(device.type == "cpu"))


def _size_of(buffer: Any, device: torch.device) -> int:
    """Bytes allocated for a scheduler's buffer; 0 if it has no storage of its own."""
    node = buffer.node
    layout = node.get_output_spec()
    if buffer.get_name() in V.graph.scheduler.mutation_real_name:
        return 0
    if isinstance(layout, ir.MultiOutputLayout):
        results = pytree.tree_leaves(getattr(node, "outputs", None) or ())
        return sum(_unread_size(result, device) for result in results)
    if not isinstance(layout, ir.Layout):
        return 0
    if isinstance(layout, (ir.NonOwningLayout, ir.MutationLayoutSHOULDREMOVE)):
        return 0
    if isinstance(node, ir.Buffer) and node.get_inputs_that_alias_output():
        return 0
    return _bytes_of(layout, device)


def _count(size: Any) -> int:
    """A number of elements; that of the first call where it is a symbol."""
    if isinstance(size, int) or size.is_Integer:
        return int(size)
    sizes = V.graph.sizevars
    # PyTorch 2.9 has the first name, later versions the second one.
    hint = getattr(sizes, "size_hint", None) or sizes.optimization_hint
    return int(hint(size, fallback=0))


class _Counter:
    def __init__(self, nodes: Sequence[Any], inputs: PassInputs):
        self.nodes = nodes
        self.inputs = inputs
        self.scheduler = V.graph.scheduler
        self.outputs: Set[str] = set(V.graph.get_output_names())
        self.size: Dict[str, int] = {}
        self.owner: Dict[str, str] = {}
        """For a buffer that is a part of another one, the whole."""
        for name, buffer in self.scheduler.name_to_buf.items():
            self.size[name] = _size_of(buffer, inputs.device)
            layout = buffer.node.get_output_spec()
            if isinstance(layout, ir.NonOwningLayout):
                self.owner[name] = layout.view.get_name()
        self.workspaces = dict(inputs.workspaces)
        if inputs.measure is not None:
            self.workspaces.update(inputs.measure(self._library_calls()))

    def _library_calls(self) -> Dict[str, fx.Node]:
        """By the names of their FX nodes."""
        found = {}
        for node in self.nodes:
            if not node.is_extern() or isinstance(node.node, ir.MultiOutput):
                continue
            calls = list(filter(calls_library, getattr(node.node, "origins", ())))
            # Inductor fuses the operators inside of others.
            if len(calls) == 1 and not operators.inner_modules(calls[0]):
                found[calls[0].name] = laid_out(calls[0], node.node)
        return found

    def _root(self, name: str) -> str:
        name = self.scheduler.mutation_real_name.get(name, name)
        while name in self.owner:
            name = self.owner[name]
        return self.scheduler.mutation_real_name.get(name, name)

    def _parts(self, buffer: Any) -> List[str]:
        """The results of a call that makes several, and allocates them itself."""
        if not isinstance(buffer.node.get_output_spec(), ir.MultiOutputLayout):
            return []
        return [
            part.get_name()
            for user in buffer.users
            if not user.is_weak and hasattr(user.node, "get_outputs")
            for part in user.node.get_outputs()
            if isinstance(part.node, ir.MultiOutput)
        ]

    def _last_uses(self) -> List[Set[str]]:
        """Buffers that are freed after each node."""
        later = {self._root(name) for name in self.outputs}
        found: List[Set[str]] = []
        for node in reversed(self.nodes):
            used = {self._root(n) for n in node.used_or_aliased_buffer_names()}
            used.update(self._root(b.get_name()) for b in node.get_outputs())
            found.append(used - later)
            later |= used
        return found[::-1]

    def _workspace(self, nodes: Sequence[Any]) -> int:
        """Bytes that a call needs besides its buffers."""
        needed = self.workspaces
        if not needed or not nodes[0].is_extern():
            return 0
        origins = getattr(nodes[0].node, "origins", ())
        return max((needed.get(origin.name, 0) for origin in origins), default=0)

    def _calls(self) -> List[Tuple[List[Any], Set[str]]]:
        """Nodes that run in one call, and the buffers freed after it."""
        calls: List[Tuple[List[Any], Set[str]]] = []
        is_open = False
        for node, freed in zip(self.nodes, self._last_uses()):
            device = node.get_device()
            on_cpu = device is not None and device.type == "cpu"
            is_kernel = not node.is_extern() and not node.is_template()
            # A node without code, as of a concatenation, does not end a call.
            is_nothing = isinstance(node, NopKernelSchedulerNode)
            if is_nothing and not is_open or not on_cpu and device is not None:
                calls.append(([node], set(freed)))
                is_open = False
            elif is_kernel and is_open:
                calls[-1][0].append(node)
                calls[-1][1].update(freed)
            else:
                calls.append(([node], set(freed)))
                is_open = is_kernel
        return calls

    def count(self, is_generated: bool) -> FusedMemory:
        if is_generated:
            decisions: Any = GeneratedDecisions()
        else:
            sizes = {**self.inputs.freed, **self.size}
            decisions = ForeseenDecisions(self.nodes, sizes)
        alive: Dict[str, int] = dict(self.inputs.freed)
        current = self.inputs.held + sum(alive.values())
        peak, moved = current, 0
        for nodes, freed in self._calls():
            for node in nodes:
                moved += node.get_read_write_buffers_sizes()
                for part in node.get_nodes():
                    for buffer in part.get_outputs():
                        name = buffer.get_name()
                        if decisions.is_local(name, node):
                            continue
                        over = decisions.written_over(buffer, part)
                        # A buffer that is local to a kernel has no bytes to take.
                        if over and self._root(over) in alive:
                            alive[name] = alive.pop(self._root(over))
                            continue
                        for root in (self._root(name), *self._parts(buffer)):
                            if root not in alive:
                                alive[root] = self.size.get(root, 0)
                                current += alive[root]
            peak = max(peak, current + self._workspace(nodes))
            for name in freed:
                current -= alive.pop(name, 0)
        return FusedMemory(peak, int(moved), self._made())

    def _made(self) -> Tuple[int, ...]:
        found: List[int] = []
        seen: Set[str] = set()
        for name in V.graph.get_output_names():
            root = self._root(name)
            found.append(0 if root in seen else self.size.get(root, 0))
            seen.add(root)
        return tuple(found)


def memory_of(
    nodes: Sequence[Any], inputs: PassInputs, is_generated: bool = False
) -> FusedMemory:
    """The memory of the program for `nodes`, in their order; exact if its code
    `is_generated`. Linear in their reads."""
    return _Counter(nodes, inputs).count(is_generated)
