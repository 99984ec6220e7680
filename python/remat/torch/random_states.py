# ===- random_states.py - Random operators that run again -----------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Random operators can run again with the state that their generator had before: the
numbers are the same.

`add_states` adds a `StateTask` before each of them. It makes the state, which every run
of the operator reads.
"""

from __future__ import annotations

import contextlib
import dataclasses
from typing import Dict, List, Optional

import torch
from torch import fx
from torch._guards import detect_fake_mode
from torch.utils import _pytree as pytree

from remat.torch import operators
from remat.torch.joint_graph import JointGraph, Task, Value


@dataclasses.dataclass(eq=False)
class StateTask(Task):
    """Saves the state of a generator, in the first run of its reader: it has no node of
    its own."""

    reader: Optional[Task] = dataclasses.field(default=None, repr=False)
    """The random operator."""

    @property
    def name(self) -> str:
        return f"{self.reader.name}_state"

    @property
    def is_boundary(self) -> bool:
        return False

    @property
    def state(self) -> Value:
        return self.writes[0]


def state_bytes() -> int:
    """The size of a state of the CPU's generator. A GPU's is on the host."""
    return int(torch.default_generator.get_state().nbytes)


def can_repeat(node: fx.Node) -> bool:
    """Whether a random operator can run again with a state: it draws from the default
    generator of the CPU or of the current GPU, and writes over nothing."""
    if operators.draws_from_other_generator(node) or operators.written(node):
        return False
    read = [n.meta.get("val") for n in node.args if isinstance(n, fx.Node)]
    # The operators that save and set a state look for the device in these places.
    tells_device = any(isinstance(argument, torch.Tensor) for argument in read)
    if not tells_device and node.kwargs.get("device") is None:
        return False
    devices = {
        tensor.device
        for tensor in pytree.tree_leaves([node.meta.get("val"), read])
        if isinstance(tensor, torch.Tensor)
    }
    return len(devices) == 1 and _is_current(devices.pop())


def _is_current(device: torch.device) -> bool:
    """Whether `run_and_save_rng_state` saves the state of this device's generator."""
    if device.type == "cuda" and torch.cuda.is_initialized():
        return device.index in (None, torch.cuda.current_device())
    return device.type in ("cpu", "cuda")


def add_states(joint: JointGraph, size: int) -> None:
    """Lets random operators of `joint` run again that nothing but their numbers binds.
    Their states have `size` bytes each. Linear in the tasks."""
    added: Dict[Task, StateTask] = {}
    for task in joint.random_tasks:
        if can_repeat(task.node) and task.policy != "save":
            added[task] = _add_state(joint, task, size)
    tasks: List[Task] = []
    for task in joint.tasks:
        if task in added:
            tasks.append(added[task])
        tasks.append(task)
    joint.tasks = tasks
    joint.number_tasks()


def _add_state(joint: JointGraph, task: Task, size: int) -> StateTask:
    """Has `task` read the state that a new task makes."""
    found = StateTask(
        -1, None, needs_tangents=task.needs_tangents, is_forward=task.is_forward,
        may_run_again=False, reader=task,
    )
    # Order binds the first run alone.
    found.reads = [value for value in task.reads if value.is_token]
    task.reads = [value for value in task.reads if not value.is_token]
    node = fx.Graph().create_node(
        "call_function", torch.get_rng_state, name=found.name
    )
    with detect_fake_mode(task.node.meta["val"]) or contextlib.nullcontext():
        node.meta["val"] = torch.empty(size, dtype=torch.uint8)
    state = Value(len(joint.values), node, bytes=size)
    joint.values.append(state)
    joint.value_of[node] = state
    found.writes = [state]
    task.reads.append(state)
    task.may_run_again = True
    joint.read_tags(task)
    return found


def states_of(joint: JointGraph) -> Dict[Task, Value]:
    """The states of random operators that may run again."""
    return {task.reader: task.state for task in joint.tasks if isinstance(task, StateTask)}


def add_workspaces(joint: JointGraph, workspace: Dict[Task, int]) -> None:
    """Adds to `workspace`, bytes by task, room for the current state, which a later run
    restores."""
    for task, state in states_of(joint).items():
        workspace[task] = workspace.get(task, 0) + state.bytes
