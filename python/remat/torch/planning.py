# ===- planning.py - From a joint graph to a plan ------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`plan_eager` plans a joint graph that runs operator by operator."""

from __future__ import annotations

import math
from typing import Any, Dict, FrozenSet, List, Mapping, Optional, Tuple

import torch
from torch import fx

from remat.errors import NoPlan
from remat.sizes import format_size
from remat.torch.agreement import agree, groups_of
from remat.torch.allocations import Allocations, allocations_of, probed_allocations
from remat.torch.allocations import rounding_of
from remat.torch.allocator_counters import has_counters
from remat.torch.alternatives import find_plan
from remat.torch.costs import speed_of, times_of
from remat.torch.emission import emit
from remat.torch.emitted_files import as_emitted
from remat.torch.graph_file import base_plan, read_steps, write_graph
from remat.torch.joint_graph import JointGraph, is_tangent
from remat.torch.measured_times import measured_times
from remat.torch.plans import Plan
from remat.torch.preparation import prepare
from remat.torch.random_states import add_states, add_workspaces, state_bytes
from remat.torch.settings import Settings
from remat.torch.shortage import explain
from remat.torch.timeline import Timeline


def _written_back(joint: JointGraph) -> List[fx.Node]:
    """Arguments that AOTAutograd overwrites behind the forward pass, outside of the
    graph: those that the model overwrites and that have gradients."""
    context = torch._guards.TracingContext.try_get()
    metadata = getattr(context, "fw_metadata", None)
    indices = getattr(metadata, "mutated_inp_runtime_indices", ())
    arguments = [node for node in joint.placeholders if not is_tangent(node)]
    return [arguments[index] for index in indices if index < len(arguments)]


def cost_device(settings: Settings, device: torch.device) -> str:
    """The device whose speeds determine costs."""
    if settings.device is not None:
        return settings.device
    if device.type != "cuda" or not torch.cuda.is_available():
        return "cpu" if device.type == "cpu" else "h100"
    name = torch.cuda.get_device_name(device).lower()
    for known in ("h200", "h100", "a100"):
        if known in name:
            return known
    return "h100"


def is_for_cpu(joint: JointGraph, target: Optional[str]) -> bool:
    """Whether the step runs on a CPU: `target`, or the device of its tensors if
    None."""
    return (target or joint.device.type) == "cpu"


def planner_budget(settings: Settings) -> str:
    """The budget in the planner's notation. Budgets in bytes are reduced by the
    margin."""
    budget = settings.budget
    if budget.bytes is None:
        return budget.text
    return str(without_margin(budget.bytes, settings.margin))


def without_margin(size: int, margin: float) -> int:
    """The bytes of a budget that a plan may take."""
    return max(1, int(size * (1 - margin)))


def including_margin(size: int, margin: float) -> int:
    """The smallest size that leaves `size` bytes without its margin."""
    found = math.floor(size / (1 - margin))
    while without_margin(found, margin) < size:
        found += 1
    return found


def with_margin(error: NoPlan, settings: Settings) -> NoPlan:
    """`error` in terms of the budget that the user gave, which has a margin."""
    if not settings.margin:
        return error

    def whole(size: Optional[int]) -> Optional[int]:
        return None if size is None else including_margin(size, settings.margin)

    given = format_size(settings.budget.bytes)
    return error.replaced(
        message=f"{error.message}\n  that is the budget of {given} less its margin of"
        f" {settings.margin:.1%}; the budgets below include it",
        budget_bytes=settings.budget.bytes,
        smallest_budget_bytes=whole(error.smallest_budget_bytes),
        advised_budget_bytes=whole(error.advised_budget_bytes),
    )


def probed_device(
    joint: JointGraph, settings: Settings, target: Optional[str]
) -> Optional[torch.device]:
    """The device that operators run on to measure their memory; None if they don't."""
    if not settings.probe:
        return None
    if is_for_cpu(joint, target):
        return torch.device("cpu")
    return joint.device if has_counters(joint.device) else None


def _allocations(
    joint: JointGraph, settings: Settings, target: Optional[str]
) -> Allocations:
    device = probed_device(joint, settings, target)
    if device is not None:
        return probed_allocations(joint, device)
    return allocations_of(joint, rounding_of(is_for_cpu(joint, target)))


def plan_eager(
    module: fx.GraphModule,
    num_forward_outputs: int,
    settings: Settings,
    target: Optional[str] = None,
) -> Plan:
    """Plans the joint graph `module`, which `prepare` changes. `target` is the device
    that will run it, if not that of its tensors. Raises `remat.Infeasible`,
    `remat.NotFound` and `remat.DynamicShapeError`."""
    prepare(module, settings)
    joint = JointGraph(module, num_forward_outputs)
    joint.bind_readers(_written_back(joint))
    on_cpu = is_for_cpu(joint, target)
    add_states(joint, state_bytes() if on_cpu else 0)
    device = cost_device(settings, joint.device)
    find_times = measured_times if settings.profile else times_of
    times = find_times(joint, speed_of(device))
    allocations = _allocations(joint, settings, target)
    add_workspaces(joint, allocations.workspace)
    graph = write_graph(joint, allocations, times)
    budget = planner_budget(settings)
    answer = find_plan(joint, graph, settings.budget, budget, settings.search)
    failure = answer.failure
    if isinstance(failure, NoPlan):
        failure = explain(
            with_margin(failure, settings), joint, graph, settings.budget
        )
    found = agree([] if target else groups_of(joint), graph, answer.plan, failure)
    searched = (answer.graph, answer.budget)
    return make_plan(joint, graph, found, settings, device, searched=searched)


def make_plan(
    joint: JointGraph,
    graph: Dict[str, Any],
    found: Dict[str, Any],
    settings: Settings,
    device: str,
    joined: FrozenSet[int] = frozenset(),
    planned_bytes: Optional[int] = None,
    searched: Optional[Tuple[Mapping[str, Any], str]] = None,
) -> Plan:
    """The `Plan` of a plan file for a graph file of `joint`, with its graphs; see
    `Timeline.of_files` for `joined`. `planned_bytes` is its budget, if not that of the
    plan file. `searched` are the graph and the budget that the planner was asked about,
    if not these."""
    plain = Timeline.of_files(*as_emitted(joint, graph, base_plan(graph)), joined)
    searched = searched or (graph, str(found["budget"]))
    graph, found = as_emitted(joint, graph, found)
    steps = read_steps(joint, found)
    peak = found["peak"]
    if joined:
        peak = Timeline.of_files(graph, found, joined).peak
    if planned_bytes is None:
        planned_bytes = found["budget"]
    lower_bound = found.get("lower_bound") or {}
    return Plan(
        budget=settings.budget.text,
        budget_bytes=settings.budget.bytes or planned_bytes,
        planned_bytes=planned_bytes,
        device=device,
        inner=settings.inner,
        predicted_peak_bytes=peak,
        plain_predicted_peak_bytes=plain.peak,
        resident_bytes=graph["resident_bytes"],
        cost=found["time"],
        plain_cost=found["base_time"],
        lower_bound_bytes=lower_bound.get("bytes"),
        search=settings.search,
        proved_optimal=bool(found.get("proved_optimal")),
        joint=joint,
        steps=tuple(steps),
        emitted=emit(joint, steps),
        graph_file=graph,
        plan_file=found,
        searched=searched,
        joined=joined,
    )
