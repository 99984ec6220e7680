# ===- allocations.py - Bytes that tasks allocate ------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Bytes of storages and workspaces, as requested from the device's allocator."""

from __future__ import annotations

import dataclasses
from typing import Dict, Iterable, Optional, Set, Tuple

import torch
from torch import fx
from torch.utils import _pytree as pytree

from remat.torch import operators
from remat.torch.allocator_counters import BLOCK
from remat.torch.joint_graph import JointGraph, Task, Value, storage_bytes
from remat.torch.kernels import Kernel
from remat.torch.operator_calls import Call, calls_of
from remat.torch.operator_kinds import Kind
from remat.torch.probe import probe, probe_graph


@dataclasses.dataclass
class Allocations:
    """The memory of a step's values and tasks, in bytes."""

    storage: Dict[Value, int]
    """By values that own a storage."""
    workspace: Dict[Task, int]
    """Needed by a running task besides its arguments and results; 0 if missing."""


def allocations_of(joint: JointGraph, rounding: int = 1) -> Allocations:
    """Sizes from the trace, each storage rounded up to a multiple of `rounding`."""
    storage = {
        value: round_up(value.bytes, rounding)
        for value in joint.values
        if value.root is None
    }
    workspace = {
        task: max(_inner_bytes(module.graph) for module in inner)
        for task in joint.tasks
        if task.node is not None and (inner := operators.inner_modules(task.node))
    }
    return Allocations(storage, workspace)


def _tensors_of(node: fx.Node) -> Dict[int, int]:
    """Bytes of the storages of a node, by what identifies them in the trace."""
    return {
        tensor.untyped_storage()._cdata: storage_bytes(tensor)
        for tensor in pytree.tree_leaves(node.meta.get("val"))
        if isinstance(tensor, torch.Tensor)
    }


def _inner_bytes(graph: fx.Graph) -> int:
    """The most bytes that a graph inside of an operator has alive, run in its order,
    without its arguments and results."""
    nodes = list(graph.nodes)
    last: Dict[int, int] = {}
    kept: Set[int] = set()
    for position, node in enumerate(nodes):
        for argument in node.all_input_nodes:
            last.update(dict.fromkeys(_tensors_of(argument), position))
            if node.op == "output":
                kept.update(_tensors_of(argument))
        if node.op == "placeholder":
            kept.update(_tensors_of(node))
    alive: Dict[int, int] = {}
    peak = 0
    for position, node in enumerate(nodes):
        made = _tensors_of(node) if node.op == "call_function" else {}
        alive.update((s, size) for s, size in made.items() if s not in kept)
        peak = max(peak, sum(alive.values()))
        alive = {s: size for s, size in alive.items() if last.get(s, -1) > position}
    return peak


def probed_allocations(joint: JointGraph, device: torch.device) -> Allocations:
    """Allocations of the operators, measured on `device`, or from the trace if an
    operator cannot run by itself. Corrects layouts in the trace."""
    rounding = rounding_of(device.type == "cpu")
    found = allocations_of(joint, rounding)
    nodes = {task.node for task in joint.tasks if task.node is not None}
    measured = probe_graph(joint.module.graph, nodes, device)
    for task in joint.tasks:
        here = measured.get(task.node)
        if here is None:
            continue
        found.workspace[task] = round_up(here.workspace, rounding)
        for value in task.writes:
            if value.root is None and not value.is_token:
                found.storage[value] = round_up(here.storages[value.position], rounding)
    return found


def library_workspaces(joint: JointGraph, device: torch.device) -> Dict[Task, int]:
    """Workspace bytes of kernels that call a library, measured on `device`."""
    kernels = [
        task
        for task in joint.tasks
        if isinstance(task, Kernel) and task.kind is Kind.LIBRARY
        # Inductor fuses the operators inside of others: see `inner_workspaces`.
        and not operators.inner_modules(task.node)
    ]
    measured = Workspaces().measure([kernel.node for kernel in kernels], device)
    return {
        kernel: measured[kernel.node] for kernel in kernels if kernel.node in measured
    }


class Workspaces:
    """Workspace bytes of operators, measured once for equal calls."""

    def __init__(self) -> None:
        self._known: Dict[Tuple[Call, ...], Optional[int]] = {}
        """None for those that failed."""

    def measure(
        self, nodes: Iterable[fx.Node], device: torch.device
    ) -> Dict[fx.Node, int]:
        """Those of `nodes` that can run by themselves, measured on `device`."""
        calls = {node: tuple(calls_of(node)) for node in nodes}
        calls = {node: made for node, made in calls.items() if made and _has_hash(made)}
        new = {made: node for node, made in calls.items() if made not in self._known}
        measured = probe(list(new.values()), device) if new else {}
        rounding = rounding_of(device.type == "cpu")
        for made, node in new.items():
            found = measured.get(node)
            self._known[made] = found and round_up(found.workspace, rounding)
        known = {node: self._known[made] for node, made in calls.items()}
        return {node: found for node, found in known.items() if found is not None}


def _has_hash(calls: Tuple[Call, ...]) -> bool:
    try:
        hash(calls)
    except TypeError:
        return False
    return True


def rounding_of(is_on_cpu: bool) -> int:
    """The allocation granularity of a CPU or a GPU, in bytes."""
    return 1 if is_on_cpu else BLOCK


def round_up(size: int, multiple: int) -> int:
    """`size`, rounded up to a multiple."""
    return -(-size // multiple) * multiple
