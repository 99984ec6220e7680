# ===- shortage.py - Where the bytes of a step are -----------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Tells where the bytes of a step are that no plan can free, for `remat.NoPlan`."""

from __future__ import annotations

import os
import re
from typing import Any, List, Mapping, Sequence

import torch
import torch._dynamo

from remat.errors import LiveTensor, NoPlan, own_frame
from remat.sizes import Budget, format_size
from remat.torch.emitted_files import as_emitted
from remat.torch.graph_file import base_plan
from remat.torch.joint_graph import JointGraph, Value
from remat.torch.modules import module_of
from remat.torch.timeline import Timeline

_FRAME = re.compile(r'File "([^"]+)", line (\d+)')
_INSIDE = tuple(map(os.path.dirname, (__file__, torch._dynamo.__file__)))
"""Folders whose lines say nothing about a step."""
_TYPES = {torch.float32: "f32", torch.float64: "f64", torch.float16: "f16",
          torch.bfloat16: "bf16", torch.int64: "i64", torch.int32: "i32",
          torch.int16: "i16", torch.int8: "i8", torch.uint8: "ui8", torch.bool: "i1"}


def explain(
    error: NoPlan, joint: JointGraph, graph: Mapping[str, Any], budget: Budget
) -> NoPlan:
    """`error` about `budget` with the tensors that every plan has at once: those that
    one operator needs or, if they are more, those that the caller gets at the end.
    `graph` is the graph file of `joint`. Linear in its size."""
    sizes = {value["id"]: value.get("bytes", 0) for value in graph["values"]}
    place = "the end of the step, as the caller gets them"
    most = _tensors([v for v in joint.values if v.is_result], sizes)
    for task, op in zip(joint.tasks, graph["ops"]):
        here = _tensors([*task.reads, *task.writes], sizes)
        workspace = op.get("workspace", 0)
        if workspace:
            here.append(LiveTensor(workspace, "", "", name=f"workspace of {task.name}"))
        if not task.is_boundary and _sum(here) > _sum(most):
            most, place = here, f"{task.name}, the operator that needs most"
    return error.replaced(
        resident_kinds="parameters, inputs, constants",
        live_tensors=sorted(most, key=lambda tensor: -tensor.bytes),
        binding=place,
        notes=[
            *error.notes,
            *_note_rest(error, graph, most),
            *_notes(error, joint, graph, budget),
        ],
    )


def _notes(
    error: NoPlan, joint: JointGraph, graph: Mapping[str, Any], budget: Budget
) -> List[str]:
    """What a share is a share of, and the share that has a plan."""
    if budget.share is None:
        return []
    whole = Timeline.of_files(*as_emitted(joint, graph, base_plan(graph))).peak
    note = f"{budget.text} is a share of {format_size(whole)}, the predicted peak"
    note += " without recomputation"
    smallest = error.smallest_budget_bytes
    if smallest is not None and whole:
        note += f"; the smallest share with a plan is {-(-100 * smallest // whole)}%"
    return [note]


def _note_rest(
    error: NoPlan, graph: Mapping[str, Any], alive: Sequence[LiveTensor]
) -> List[str]:
    """What the bound counts besides resident and listed tensors, if anything."""
    listed = graph["resident_bytes"] + _sum(alive)
    rest = (error.lower_bound_bytes or 0) - listed
    if rest <= 0:
        return []
    return [
        f"besides these, {format_size(rest)} must be alive at some point: tensors that"
        " are needed later, and that no plan can compute again by then"
    ]


def _sum(tensors: Sequence[LiveTensor]) -> int:
    return sum(tensor.bytes for tensor in tensors)


def _tensors(values: Sequence[Value], sizes: Mapping[int, int]) -> List[LiveTensor]:
    """The storages of these values that have bytes of their own."""
    owners = dict.fromkeys(value.owner for value in values)
    return [_tensor(v, sizes[v.index]) for v in owners if sizes.get(v.index, 0)]


def _tensor(value: Value, size: int) -> LiveTensor:
    if value.node is None:
        return LiveTensor(size, "", "", name="a result that nothing reads")
    found = _FRAME.findall(value.node.meta.get("stack_trace") or "")
    file, line = own_frame([f for f in found[::-1] if not f[0].startswith(_INSIDE)])
    kind = _type_of(value.node.meta.get("val"))
    return LiveTensor(
        size, kind, "", file, line, value.node.name, module_of(value.node)
    )


def _type_of(tensor: Any) -> str:
    """As MLIR writes it."""
    if not isinstance(tensor, torch.Tensor):
        return type(tensor).__name__
    element = _TYPES.get(tensor.dtype, str(tensor.dtype))
    return f"tensor<{'x'.join([*map(str, tensor.shape), element])}>"
