# ===- random_states.py - Random operators that run again -----------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Random operators can run again with the state that their generator had before: the
numbers are the same.

In a `JointGraph` with such operators, a `StateTask` before each of them makes the
state, which every run of the operator reads. The program saves a state in the first run
itself, and only for operators that run again. `as_emitted` turns the files of a plan
into those of the program.
"""

from __future__ import annotations

import collections
import contextlib
import dataclasses
import operator
from typing import Any, Callable, Dict, List, Mapping, Tuple

import torch
from torch import fx
from torch._guards import detect_fake_mode
from torch._prims.rng_prims import run_and_save_rng_state, run_with_rng_state
from torch.utils import _pytree as pytree

from remat.torch import operators
from remat.torch.joint_graph import JointGraph, Task, Value
from remat.torch.timeline import Timeline

_FIRST_RUN = 1
"""The variant of a random operator's first run, in the files of `as_emitted`."""

_KEPT = ("version", "status", "strategy", "budget", "time", "base_time")
"""What plan files keep besides their steps."""


@dataclasses.dataclass(eq=False)
class StateTask(Task):
    """Stands for saving the state of a generator. `node` is None."""

    of: Task = dataclasses.field(default=None, repr=False)
    """The random operator."""

    @property
    def name(self) -> str:
        return f"{self.of.name}_state"

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
    if not isinstance(node.target, torch._ops.OpOverload) or operators.written(node):
        return False
    arguments = [*node.args, *node.kwargs.values()]
    if any(isinstance(argument, torch.Generator) for argument in arguments):
        return False
    read = [argument.meta.get("val") for argument in node.all_input_nodes]
    if not read and "device" not in node.kwargs:
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


def add_states(joint: JointGraph, size: int) -> bool:
    """Lets random operators of `joint` run again that nothing but their numbers binds.
    Their states have `size` bytes each. Returns whether there are any. Linear in the
    tasks."""
    added: Dict[Task, StateTask] = {}
    for task in joint.random_tasks:
        if can_repeat(task.node):
            added[task] = _add_state(joint, task, size)
    tasks: List[Task] = []
    for task in joint.tasks:
        if task in added:
            tasks.append(added[task])
        tasks.append(task)
    joint.tasks = tasks
    joint.number_tasks()
    return bool(added)


def _add_state(joint: JointGraph, task: Task, size: int) -> StateTask:
    """Has `task` read the state that a new task makes."""
    found = StateTask(
        -1, None, needs_tangents=task.needs_tangents, is_forward=task.is_forward,
        may_run_again=False, of=task,
    )
    # The state is that behind the random operators before.
    found.reads = [value for value in task.reads if value.is_token]
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
    return {task.of: task.state for task in joint.tasks if isinstance(task, StateTask)}


def add_workspaces(joint: JointGraph, workspace: Dict[Task, int]) -> None:
    """Adds what a second run needs to `workspace`, bytes by task: the current state,
    which it restores."""
    for task, state in states_of(joint).items():
        workspace[task] = workspace.get(task, 0) + state.bytes


def as_emitted(
    joint: JointGraph, graph: Mapping[str, Any], plan: Mapping[str, Any]
) -> Tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Graph file and plan file of the program for a plan file of `joint`: states have
    bytes if they are read again, and their tasks run right before the first run of
    their operators, which needs no workspace for the current state. The peak is not
    above that of `plan`. Bounds are missing: they are of `graph`. Linear in the
    steps."""
    states = states_of(joint)
    if not states:
        return graph, plan
    first = {task.index: state for task, state in states.items()}
    tasks = {t.of.index: t for t in joint.tasks if isinstance(t, StateTask)}
    skipped = {task.index for task in tasks.values()}
    runs: Dict[int, int] = collections.Counter()
    steps: List[Any] = []
    for step in plan["steps"]:
        op = step["op"] if isinstance(step, dict) else step
        if op in skipped:
            continue
        if op in tasks and not runs[op]:
            steps.append(tasks[op].index)
            step = {"op": op, "variant": _FIRST_RUN}
        runs[op] += 1
        steps.append(step)
    values, ops = list(graph["values"]), list(graph["ops"])
    for op, state in first.items():
        if runs[op] == 1:
            values[state.index] = {**values[state.index], "bytes": 0}
        workspace = ops[op].get("workspace", 0) - state.bytes
        variant = {"name": "first run", "outs": ops[op]["outs"], "workspace": workspace}
        ops[op] = {**ops[op], "variants": [variant]}
    graph = {**graph, "values": values, "ops": ops}
    made = {key: plan[key] for key in _KEPT if key in plan}
    made["steps"] = steps
    made["peak"] = Timeline.of_files(graph, made).peak
    return graph, made


def run_and_save(
    graph: fx.Graph, node: fx.Node, state: fx.Node, look_up: Callable[[fx.Node], fx.Node]
) -> Tuple[fx.Node, fx.Node]:
    """Adds the first run of `node` to `graph`, with the nodes that `look_up` gives as
    arguments. Returns its result, and the state that it saves, for `state`."""
    both = _call(graph, run_and_save_rng_state, (), node, look_up)
    both.meta["val"] = (state.meta["val"], node.meta["val"])
    saved = graph.call_function(operator.getitem, (both, 0))
    saved.meta = dict(state.meta)
    result = graph.call_function(operator.getitem, (both, 1))
    result.meta = dict(node.meta)
    return result, saved


def run_with_state(
    graph: fx.Graph, node: fx.Node, state: fx.Node, look_up: Callable[[fx.Node], fx.Node]
) -> fx.Node:
    """Adds a later run of `node` with a node of `graph` for its state."""
    return _call(graph, run_with_rng_state, (state,), node, look_up)


def _call(
    graph: fx.Graph,
    target: Any,
    arguments: Tuple[Any, ...],
    node: fx.Node,
    look_up: Callable[[fx.Node], fx.Node],
) -> fx.Node:
    made = graph.call_function(
        target,
        (*arguments, node.target, *fx.node.map_arg(node.args, look_up)),
        fx.node.map_arg(node.kwargs, look_up),
    )
    made.meta = dict(node.meta)
    return made
