# ===- costs.py - Costs of operators -------------------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Estimates times of tasks from PyTorch's formulas for floating-point operations and
from the bytes that operators read and write."""

from __future__ import annotations

import dataclasses
from typing import Any, Dict, Iterable, Set

import torch
from torch import fx
from torch._higher_order_ops.flex_attention import flex_attention
from torch._higher_order_ops.flex_attention import flex_attention_backward
from torch.utils import _pytree as pytree
from torch.utils.flop_counter import flop_registry, sdpa_backward_flop_count
from torch.utils.flop_counter import sdpa_flop_count

from remat.device_table import DEVICES
from remat.errors import DeviceError
from remat.torch import operators
from remat.torch.joint_graph import JointGraph, Task
from remat.torch.kernels import Kernel

aten = torch.ops.aten


@dataclasses.dataclass(frozen=True)
class Speed:
    """The speed of a device, per unit of time."""

    flops: float
    bytes: float


CPU = Speed(flops=1.0, bytes=0.2)
"""Unitless: a byte moved costs as much as five operations."""

_TENSOR_CORES = 8
"""The speedup of tensor cores over other cores, with f32 inputs as tf32."""


def speed_of(device: str) -> Speed:
    """The speed of "cpu" or one of `remat.DEVICES`, per nanosecond for GPUs. Raises
    `remat.DeviceError` for others."""
    if device == "cpu":
        return CPU
    if device not in DEVICES:
        raise DeviceError(
            f"unknown device '{device}': there are cpu, {', '.join(DEVICES)}"
        )
    found = DEVICES[device]
    lanes = found.cores * found.fpus_per_core * 2 * found.clock_ghz
    return Speed(flops=lanes * _TENSOR_CORES, bytes=found.bandwidth * 1e-9)


def _attention(query: Any, key: Any, value: Any, *_: Any, **__: Any) -> int:
    return sdpa_flop_count(query.shape, key.shape, value.shape)


def _attention_backward(grad: Any, query: Any, key: Any, value: Any, *_: Any,
                        **__: Any) -> int:
    return sdpa_backward_flop_count(grad.shape, query.shape, key.shape, value.shape)


def _flex_attention_backward(query: Any, key: Any, value: Any, _: Any, __: Any,
                             grad: Any, *___: Any, **____: Any) -> int:
    return sdpa_backward_flop_count(grad.shape, query.shape, key.shape, value.shape)


# PyTorch has no formulas for fused attention on a CPU, nor for flexible attention,
# whose masks do not count.
_FORMULAS = {
    aten._scaled_dot_product_flash_attention_for_cpu: _attention,
    aten._scaled_dot_product_flash_attention_for_cpu_backward: _attention_backward,
    flex_attention: _attention,
    flex_attention_backward: _flex_attention_backward,
}


@dataclasses.dataclass(frozen=True)
class Work:
    """Operations and bytes of a task."""

    flops: int
    bytes: int
    """Read and written."""

    def time(self, speed: Speed) -> float:
        """The time in the unit of `speed`."""
        return self.flops / speed.flops + self.bytes / speed.bytes


def _bytes(tensors: Iterable[Any]) -> int:
    return sum(
        tensor.numel() * tensor.element_size()
        for tensor in tensors
        if isinstance(tensor, torch.Tensor)
    )


def _storages(values: Any) -> Set[int]:
    return {
        tensor.untyped_storage()._cdata
        for tensor in pytree.tree_leaves(values)
        if isinstance(tensor, torch.Tensor)
    }


def _work_of_graph(graph: fx.Graph) -> Work:
    works = [work_of(node) for node in graph.nodes]
    return Work(sum(w.flops for w in works), sum(w.bytes for w in works))


def _trips_of(node: fx.Node) -> int:
    """How often `scan` and `map` run the graph inside; 1 for other operators, as
    `while_loop`, which does not say."""
    if getattr(node.target, "__name__", "") not in ("map_impl", "scan"):
        return 1
    scanned = node.args[1] if node.target.__name__ == "map_impl" else node.args[2]
    return int(scanned[0].meta["val"].shape[0]) if scanned else 1


def work_of(node: fx.Node) -> Work:
    """Operations and bytes of a node; 0 for views and `getitem`s. An operator with
    graphs inside has those of the larger one, for each run."""
    results = node.meta.get("val")
    arguments = pytree.tree_map_only(
        fx.Node, lambda n: n.meta.get("val"), (node.args, dict(node.kwargs))
    )
    is_view = not _storages(results) - _storages(arguments)
    if node.op != "call_function" or is_view and not operators.written(node):
        return Work(0, 0)
    packet = getattr(node.target, "overloadpacket", node.target)
    formula = _FORMULAS.get(packet)
    flops = 0
    if formula is not None:
        flops = formula(*arguments[0], **arguments[1])
    elif packet in flop_registry:
        flops = flop_registry[packet](*arguments[0], **arguments[1], out_val=results)
    moved = _bytes(pytree.tree_leaves(arguments)) + _bytes(pytree.tree_leaves(results))
    inner = [_work_of_graph(module.graph) for module in operators.inner_modules(node)]
    trips = _trips_of(node) if inner else 1
    return Work(
        max([int(flops), *(trips * work.flops for work in inner)]),
        max([moved, *(trips * work.bytes for work in inner)]),
    )


def times_of(joint: JointGraph, speed: Speed) -> Dict[Task, float]:
    """The time of each task, in the unit of `speed`."""
    return {
        task: work_of(task.node).time(speed) if task.node is not None else 0.0
        for task in joint.tasks
    }


def kernel_times(joint: JointGraph, speed: Speed) -> Dict[Task, float]:
    """The time of each kernel of a fused step, from the operations of its members and
    the bytes of the buffers that it reads and writes."""
    found: Dict[Task, float] = {}
    for task in joint.tasks:
        if not isinstance(task, Kernel):
            found[task] = 0.0
            continue
        flops = sum(work_of(node).flops for node in task.members)
        buffers = dict.fromkeys([*task.reads, *task.writes])
        moved = sum(value.bytes for value in buffers)
        found[task] = Work(flops, moved).time(speed)
    return found
