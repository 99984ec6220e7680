# ===- emitted_files.py - Files of planned programs ----------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Graph and plan files where random operators may run again. The graph file for the
planner has a state for each of them, and room for the current one whenever it runs. The
program saves a state in the first run, and only for operators that do run again."""

from __future__ import annotations

import collections
from typing import Any, Dict, List, Mapping, Tuple

from remat.torch.joint_graph import JointGraph
from remat.torch.random_states import StateTask
from remat.torch.timeline import Timeline

_FIRST_RUN = 1
"""The variant of a random operator's first run, in the files of `as_emitted`."""

_KEPT = ("version", "status", "strategy", "budget", "time", "base_time")
"""The keys of plan files that do not depend on states."""


def without_repeats(joint: JointGraph, graph: Mapping[str, Any]) -> Dict[str, Any]:
    """The graph file `graph` of `joint`, with random operators that run once. Linear in
    its size."""
    return _settled(joint, graph, {})


def with_free_states(joint: JointGraph, graph: Mapping[str, Any]) -> Dict[str, Any]:
    """The same with states that take no bytes: no program needs less than this graph.
    Linear in its size."""
    values, ops = list(graph["values"]), list(graph["ops"])
    for op, task in _states(joint).items():
        workspace = ops[op].get("workspace", 0) - task.state.bytes
        ops[op] = {**ops[op], "workspace": workspace}
        place = task.state.index
        values[place] = {**values[place], "bytes": 0}
    return {**graph, "values": values, "ops": ops}


def as_emitted(
    joint: JointGraph, graph: Mapping[str, Any], plan: Mapping[str, Any]
) -> Tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Graph file and plan file of the program for a plan file of `joint`; `graph` is its
    graph file with states. Their tasks run right before the first run of their
    operators. The peak is not above that of `plan`. Bounds of the planner's graph are
    dropped. Linear in the steps."""
    states = _states(joint)
    if not states:
        return graph, plan
    skipped = {task.index for task in states.values()}
    ran = [step["op"] if isinstance(step, dict) else step for step in plan["steps"]]
    runs = collections.Counter(ran)
    seen = set()
    steps: List[Any] = []
    for op, step in zip(ran, plan["steps"]):
        if op in skipped:
            continue
        if op in states and op not in seen:
            steps.append(states[op].index)
            step = {"op": op, "variant": _FIRST_RUN} if runs[op] > 1 else op
        seen.add(op)
        steps.append(step)
    graph = _settled(joint, graph, runs)
    made = {key: plan[key] for key in _KEPT if key in plan}
    made["steps"] = steps
    made["peak"] = Timeline.of_files(graph, made).peak
    # Nothing is cheaper than a step without recomputation.
    if plan.get("proved_optimal") and len(steps) == len(graph["ops"]):
        made["proved_optimal"] = True
    return graph, made


def _states(joint: JointGraph) -> Dict[int, StateTask]:
    """The tasks that make states, by the ops that read them."""
    return {t.reader.index: t for t in joint.tasks if isinstance(t, StateTask)}


def _settled(
    joint: JointGraph, graph: Mapping[str, Any], runs: Mapping[int, int]
) -> Dict[str, Any]:
    """`graph` once it is known which random operators run again, by their `runs`. The
    first run of those is a variant."""
    values, ops = list(graph["values"]), list(graph["ops"])
    for op, task in _states(joint).items():
        settled = dict(ops[op])
        workspace = settled.pop("workspace", 0) - task.state.bytes
        if runs.get(op, 1) > 1:
            first = {"name": "first run", "outs": settled["outs"]}
            settled["variants"] = [{**first, "workspace": workspace}]
            settled["workspace"] = ops[op].get("workspace", 0)
        else:
            settled.pop("policy", None)
            settled["may_run_again"] = False
            settled["workspace"] = workspace
            place = task.state.index
            values[place] = {**values[place], "bytes": 0}
        ops[op] = settled
    return {**graph, "values": values, "ops": ops}
