# ===- planning.py - From a joint graph to a plan ------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`plan_eager` plans a joint graph that runs operator by operator."""

from __future__ import annotations

import dataclasses
import math
from typing import Any, Dict, FrozenSet, List, Optional, Tuple

import torch
from torch import fx

from remat.errors import NoPlan, RematError
from remat.sizes import Budget, format_size
from remat.torch.agreement import agree, groups_of
from remat.torch.allocations import Allocations, allocations_of, probed_allocations
from remat.torch.allocations import rounding_of
from remat.torch.costs import speed_of, times_of
from remat.torch.emission import emit
from remat.torch.graph_file import base_plan, read_steps, write_graph
from remat.torch.joint_graph import JointGraph, Task, is_tangent
from remat.torch.planner_library import solve
from remat.torch.measured_times import measured_times
from remat.torch.plans import Plan
from remat.torch.preparation import prepare
from remat.torch.random_states import add_states, add_workspaces, as_emitted
from remat.torch.random_states import state_bytes
from remat.torch.settings import Settings
from remat.torch.shortage import explain
from remat.torch.timeline import Timeline


def device_of(joint: JointGraph) -> torch.device:
    """The first device of the step that is not the CPU; else the CPU."""
    for value in joint.values:
        tensor = value.node.meta.get("val") if value.node is not None else None
        if isinstance(tensor, torch.Tensor) and tensor.device.type != "cpu":
            return tensor.device
    return torch.device("cpu")


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
    return (target or device_of(joint).type) == "cpu"


def planner_budget(settings: Settings) -> str:
    """The budget in the planner's notation. Budgets in bytes are reduced by the
    margin."""
    budget = settings.budget
    if budget.bytes is None:
        return budget.text
    return str(max(1, int(budget.bytes * (1 - settings.margin))))


def with_margin(error: NoPlan, settings: Settings) -> NoPlan:
    """`error` in terms of the budget that the user gave, which has a margin."""
    if not settings.margin:
        return error

    def whole(size: Optional[int]) -> Optional[int]:
        return None if size is None else math.ceil(size / (1 - settings.margin))

    given = format_size(settings.budget.bytes)
    return error.replaced(
        message=f"{error.message}\n  that is the budget of {given} less its margin of"
        f" {settings.margin:.1%}; the budgets below include it",
        budget_bytes=settings.budget.bytes,
        smallest_budget_bytes=whole(error.smallest_budget_bytes),
        advised_budget_bytes=whole(error.advised_budget_bytes),
    )


def _allocations(joint: JointGraph, settings: Settings, on_cpu: bool) -> Allocations:
    if on_cpu and settings.probe:
        return probed_allocations(joint)
    return allocations_of(joint, rounding_of(on_cpu))


def is_inner_region(inputs: Any) -> bool:
    """Whether AOTAutograd wants the passes of a graph inside of an operator, by the
    inputs that it gives: it gives none. The budget is for the step around it."""
    return isinstance(inputs, list) and not inputs


def _is_for_bytes(budget: Budget) -> bool:
    """Whether a budget is a number of bytes, whatever may run again."""
    return budget.bytes is not None or budget.share is not None


@dataclasses.dataclass
class _Answer:
    """A graph for the planner, and its answer."""

    joint: JointGraph
    graph: Dict[str, Any]
    found: Optional[Dict[str, Any]] = None
    failure: Optional[RematError] = None

    @property
    def budget_bytes(self) -> Optional[int]:
        if self.found is not None:
            return self.found["budget"]
        return getattr(self.failure, "budget_bytes", None)

    @property
    def recomputes(self) -> bool:
        return self.found is None or len(self.found["steps"]) > len(self.graph["ops"])

    def is_better_than(self, other: "_Answer", budget: Budget) -> bool:
        """Whether this is the answer to give for `budget`: the cheaper one where that
        is a number of bytes, the smaller one for "min". Other budgets come from the
        graphs themselves: then any that is cheaper or smaller."""
        if self.found is None or other.found is None:
            return self._smallest() < other._smallest()
        (peak, time), (other_peak, other_time) = self._figures(), other._figures()
        if _is_for_bytes(budget):
            return (time, peak) < (other_time, other_peak)
        if budget.text == "min":
            return (peak, time) < (other_peak, other_time)
        return peak < other_peak or time < other_time

    def _figures(self) -> Tuple[int, float]:
        _, plan = as_emitted(self.joint, self.graph, self.found)
        return plan["peak"], plan["time"]

    def _smallest(self) -> float:
        """The smallest budget with a plan."""
        if self.found is not None:
            return 0
        smallest = getattr(self.failure, "smallest_budget_bytes", None)
        return math.inf if smallest is None else smallest


class _Questions:
    """Asks the planner about the joint graph `module`."""

    def __init__(
        self,
        module: fx.GraphModule,
        num_forward_outputs: int,
        settings: Settings,
        target: Optional[str],
    ):
        self.module = module
        self.num_forward_outputs = num_forward_outputs
        self.settings = settings
        self.target = target
        self.times: Optional[Dict[Optional[fx.Node], float]] = None
        """By operator, measured or modelled once."""

    def ask(self, budget: str, repeats_random: bool) -> Optional[_Answer]:
        """The planner's answer, with random operators running once or, where
        `repeats_random`, as often as it likes; then None if there are none."""
        settings = self.settings
        joint = JointGraph(self.module, self.num_forward_outputs)
        on_cpu = is_for_cpu(joint, self.target)
        if repeats_random and not add_states(joint, state_bytes() if on_cpu else 0):
            return None
        joint.bind_readers(_written_back(joint))
        allocations = _allocations(joint, settings, on_cpu)
        add_workspaces(joint, allocations.workspace)
        answer = _Answer(joint, write_graph(joint, allocations, self._times_of(joint)))
        try:
            answer.found = solve(answer.graph, budget, settings.search)
        except NoPlan as error:
            told = with_margin(error, settings)
            answer.failure = explain(told, joint, answer.graph, settings.budget)
        except RematError as error:
            answer.failure = error
        return answer

    def _times_of(self, joint: JointGraph) -> Dict[Task, float]:
        if self.times is None:
            device = cost_device(self.settings, device_of(joint))
            find_times = measured_times if self.settings.profile else times_of
            found = find_times(joint, speed_of(device))
            self.times = {task.node: time for task, time in found.items()}
        return {task: self.times.get(task.node, 0.0) for task in joint.tasks}


def _answer(questions: _Questions, is_alone: bool) -> _Answer:
    """The better of two plans: without random operators that run again, whose states
    cost bytes, and with them. Processes that must agree, and may measure other times,
    plan with them."""
    settings = questions.settings
    budget = planner_budget(settings)
    if not is_alone:
        answer = questions.ask(budget, repeats_random=True)
        return answer or questions.ask(budget, repeats_random=False)
    plain = questions.ask(budget, repeats_random=False)
    if _is_for_bytes(settings.budget):
        if not plain.recomputes or plain.budget_bytes is None:
            return plain
        if settings.budget.share is not None:
            budget = str(plain.budget_bytes)
    other = questions.ask(budget, repeats_random=True)
    if other is None or not other.is_better_than(plain, settings.budget):
        return plain
    return other


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
    plain = JointGraph(module, num_forward_outputs)
    groups = [] if target else groups_of(plain)
    questions = _Questions(module, num_forward_outputs, settings, target)
    answer = _answer(questions, is_alone=not groups)
    found = agree(groups, answer.graph, answer.found, answer.failure)
    device = cost_device(settings, device_of(plain))
    return make_plan(answer.joint, answer.graph, found, settings, device)


def make_plan(
    joint: JointGraph,
    graph: Dict[str, Any],
    found: Dict[str, Any],
    settings: Settings,
    device: str,
    joined: FrozenSet[int] = frozenset(),
    planned_bytes: Optional[int] = None,
) -> Plan:
    """The `Plan` of a plan file for a graph file of `joint`, with its graphs; see
    `Timeline.of_files` for `joined`. `planned_bytes` is its budget, if not that of the
    plan file."""
    plain = Timeline.of_files(*as_emitted(joint, graph, base_plan(graph)), joined)
    planner_graph = graph
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
        planner_graph=planner_graph,
        joined=joined,
    )
