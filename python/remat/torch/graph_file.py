# ===- graph_file.py - A joint graph as the planner reads it -------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Writes a `JointGraph` as a graph file (docs/graph-format.md) and reads the steps of
plan files."""

from __future__ import annotations

import dataclasses
from typing import Any, Dict, Iterator, List, Mapping, Tuple

from remat.torch import operators
from remat.torch.allocations import Allocations
from remat.torch.joint_graph import JointGraph, Task, Value
from remat.torch.kernels import Kernel


@dataclasses.dataclass(frozen=True)
class Step:
    """A run of a task."""

    task: Task
    variant: int = 0
    """0 runs the whole task, 1 a batch norm without its running statistics, or a random
    operator for the first time."""


def _source_of_view(task: Task, value: Value) -> Value:
    """A value whose storage `value` shares: one that `task` reads, else the owner."""
    for other in task.reads:
        if other is not value and not other.is_token and other.owner is value.owner:
            return other
    return value.owner


def write_graph(
    joint: JointGraph,
    allocations: Allocations,
    times: Mapping[Task, float],
    *,
    name: str = "step",
    unit: str = "",
) -> Dict[str, Any]:
    """The graph file of a step."""
    sources: Dict[Value, Value] = {}
    for task in joint.tasks:
        for value in task.writes:
            if value.root is not None:
                sources[value] = _source_of_view(task, value)
            elif value.written_over is not None:
                sources[value] = value.written_over
    values = []
    for value in joint.values:
        entry: Dict[str, Any] = {"id": value.index}
        if value.node is not None:
            entry["name"] = value.node.name
        if value in sources:
            entry["view_of"] = sources[value].index
            entry["bytes"] = 0
        else:
            resident = value.is_resident
            entry["bytes"] = 0 if resident else allocations.storage.get(value, 0)
            entry["kind"] = "param" if resident else "activation"
        entry["result"] = value.is_result
        values.append(entry)
    resident = sum(allocations.storage.get(v, v.bytes) for v in joint.resident_values)
    file = {
        "version": 1,
        "name": name,
        "resident_bytes": resident,
        "values": values,
        "ops": [
            _write_task(task, phase, allocations, times)
            for task, phase in _phases(joint)
        ],
        "base_order": [task.index for task in joint.tasks],
    }
    if unit:
        file["unit"] = unit
    losses = [value for value in joint.boundary.reads if not value.is_token]
    if losses:
        file["loss"] = losses[0].index
    return file


def _phases(joint: JointGraph) -> Iterator[Tuple[Task, str]]:
    """The tasks with their phases. Where tasks are pinned to recompute, those of the
    backward pass that read no gradient are in no phase: run early, they would begin
    the backward pass, and end the forward pass before the pinned ones."""
    are_pinned = any(task.policy == "recompute" for task in joint.tasks)
    for task in joint.tasks:
        is_backward = task.needs_tangents or not are_pinned
        yield task, (
            "forward" if task.is_forward else "backward" if is_backward else "other"
        )


def _write_task(
    task: Task, phase: str, allocations: Allocations, times: Mapping[Task, float]
) -> Dict[str, Any]:
    entry: Dict[str, Any] = {
        "id": task.index,
        "name": task.name,
        "phase": phase,
        "ins": list(dict.fromkeys(value.index for value in task.reads)),
        "outs": [value.index for value in task.writes],
        "time": times.get(task, 0.0),
        "may_run_again": task.may_run_again,
    }
    if task.node is not None:
        entry["type"] = str(task.node.target)
    workspace = allocations.workspace.get(task, 0)
    if workspace:
        entry["workspace"] = workspace
    if task.policy != "auto":
        entry["policy"] = task.policy
    if not isinstance(task, Kernel) and _repeats_without_statistics(task):
        kept = [v.index for v in task.writes if v.position < 3 and not v.is_token]
        entry["variants"] = [{"name": "without statistics", "outs": kept}]
    return entry


def _repeats_without_statistics(task: Task) -> bool:
    return task.node is not None and operators.is_repeatable_batch_norm(task.node)


def base_plan(graph: Mapping[str, Any]) -> Dict[str, Any]:
    """The plan file of the step as written."""
    return {"version": 1, "steps": list(graph["base_order"])}


def read_steps(joint: JointGraph, plan: Mapping[str, Any]) -> List[Step]:
    """The steps of a plan file for `write_graph(joint, ...)`."""
    found = []
    for step in plan["steps"]:
        if isinstance(step, dict):
            found.append(Step(joint.tasks[step["op"]], step.get("variant", 0)))
        else:
            found.append(Step(joint.tasks[step]))
    return found


def split_steps(steps: List[Step]) -> Tuple[List[Step], List[Step]]:
    """The steps of the forward pass, and those of the backward pass."""
    for position, step in enumerate(steps):
        if step.task.is_boundary:
            return steps[:position], steps[position + 1 :]
    raise AssertionError("every plan runs the boundary")
