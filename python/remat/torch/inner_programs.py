# ===- inner_programs.py - Memory of fused graphs inside of operators ----===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Inductor compiles the graphs inside of an operator, such as the branches of a
`torch.cond`, as programs of their own."""

from __future__ import annotations

from typing import Any, Dict, Optional

import torch
from torch import fx

from remat.errors import RematError
from remat.torch import operators
from remat.torch.allocations import allocations_of, library_workspaces, rounding_of
from remat.torch.fusion import fuse
from remat.torch.graph_file import base_plan, write_graph
from remat.torch.joint_graph import JointGraph, Task
from remat.torch.kernels import joined_kernels
from remat.torch.timeline import Timeline


def inner_workspaces(
    joint: JointGraph, on_cpu: bool, probed: Optional[torch.device]
) -> Dict[Task, int]:
    """The bytes that each operator with graphs inside needs besides its arguments and
    results, by the model of fusion: those of the larger graph. Adds the
    workspaces of library calls, measured on the device `probed`, unless it is None."""
    found = {}
    for task in joint.tasks:
        if task.node is None:
            continue
        inner = operators.inner_modules(task.node)
        # Graphs for single elements, as of a `score_mod`, have one result.
        if inner and all(isinstance(_results_of(module), tuple) for module in inner):
            try:
                needs = [_workspace(module, on_cpu, probed) for module in inner]
            except RematError:  # A size of the trace is missing: keep the estimate.
                continue
            found[task] = max(needs)
    return found


def _results_of(module: fx.GraphModule) -> Any:
    (output,) = module.graph.find_nodes(op="output")
    results = output.args[0]
    return tuple(results) if isinstance(results, list) else results


def _workspace(
    module: fx.GraphModule, on_cpu: bool, probed: Optional[torch.device]
) -> int:
    inner = JointGraph(module, len(_results_of(module)))
    fuse(inner, on_cpu)
    allocations = allocations_of(inner, rounding_of(on_cpu))
    allocations.workspace.update(inner_workspaces(inner, on_cpu, probed))
    if probed is not None:
        allocations.workspace.update(library_workspaces(inner, probed))
    graph = write_graph(inner, allocations, {})
    joined = joined_kernels(inner.tasks) if on_cpu else frozenset()
    peak = Timeline.of_files(graph, base_plan(graph), joined).peak
    results = {value.owner for value in inner.values if value.is_result}
    made = sum(allocations.storage.get(v, 0) for v in results if not v.is_resident)
    return max(0, peak - graph["resident_bytes"] - made)
