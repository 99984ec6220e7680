# ===- kernel_planning.py - Plans in kernels of Inductor -----------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`plan_for_inductor` plans a joint graph in the kernels that Inductor makes of it."""

from __future__ import annotations

import dataclasses
from typing import Any, Dict, FrozenSet, Optional, Sequence

from torch import fx

from remat.errors import NoPlan, NotFound, RematError
from remat.sizes import Budget
from remat.torch.agreement import agree, groups_of
from remat.torch.allocations import allocations_of, library_workspaces
from remat.torch.allocations import rounding_of
from remat.torch.base_partition import partition_as_torch
from remat.torch.costs import kernel_times, speed_of
from remat.torch.fusion import fuse
from remat.torch.graph_file import base_plan, write_graph
from remat.torch.inner_programs import inner_workspaces
from remat.torch.joint_graph import JointGraph
from remat.torch.kernels import joined_kernels
from remat.torch.measured_times import measured_kernel_times
from remat.torch.planner_library import Search, solve
from remat.torch.planning import cost_device, is_for_cpu, make_plan
from remat.torch.planning import planner_budget, probed_device, with_margin
from remat.torch.plans import Plan
from remat.torch.regions import inline_regions
from remat.torch.settings import Settings
from remat.torch.shortage import explain
from remat.torch.specialization import specialize
from remat.torch.timeline import Timeline

MOST_ABOVE = 1.08
"""A plan is worth a program if its predicted peak is up to this multiple of the budget:
the model is that far above some programs."""

_PLANS_FOR_CALLS = 6

_BY_THE_MODEL = (
    "these sizes are by a model of Inductor's fusion; the program may take a few percent"
    " more or less"
)
"""Said where the planner refuses a budget."""


def is_reached(budget: Budget) -> bool:
    """Whether the peak of the generated program is the budget, not bound by it."""
    return budget.text in ("min", "knee") or budget.is_whole_peak


def plan_for_inductor(
    module: fx.GraphModule,
    num_forward_outputs: int,
    settings: Settings,
    inputs: Sequence[Any] = (),
    nominal: Optional[int] = None,
    target: Optional[str] = None,
    **options: Any,
) -> Plan:
    """Plans the joint graph `module` in kernels, and changes it. `nominal` replaces the
    budget of the settings, in bytes. `target` is the device that will run it, if not
    that of its tensors: then nothing is compiled, and the plan itself keeps the budget.
    `options` are those of PyTorch's partition functions."""
    inline_regions(module)
    if settings.dynamic_shapes == "hint":
        specialize(module.graph)
    base = partition_as_torch(module, inputs, num_forward_outputs, **options)
    joint = JointGraph(base.joint, num_forward_outputs, base.forward_nodes)
    on_cpu = is_for_cpu(joint, target)
    fuse(joint, on_cpu)
    device = cost_device(settings, joint.device)
    find_times = measured_kernel_times if settings.profile else kernel_times
    times = find_times(joint, speed_of(device))
    allocations = allocations_of(joint, rounding_of(on_cpu))
    probed = probed_device(joint, settings, target)
    allocations.workspace.update(inner_workspaces(joint, on_cpu, probed))
    if probed is not None:
        allocations.workspace.update(library_workspaces(joint, probed))
    graph = write_graph(joint, allocations, times)
    joined = joined_kernels(joint.tasks) if on_cpu else frozenset()
    budget = planner_budget(settings) if nominal is None else str(nominal)
    if nominal is None and target is None and budget.isdigit():
        plain = Timeline.of_files(graph, base_plan(graph), joined).peak
        if int(budget) < plain <= MOST_ABOVE * int(budget):
            budget = str(plain)
    found: Optional[_PlanInCalls] = None
    failure: Optional[RematError] = None
    try:
        becomes_budget = nominal is None and is_reached(settings.budget)
        found = _solve_in_calls(
            graph, budget, settings.search, joined, becomes_budget
        )
        if target is not None:
            found.check()
    except NoPlan as error:
        failure = explain(
            with_margin(error, settings), joint, graph, settings.budget
        )
        if target is None:
            failure = failure.replaced(notes=[*failure.notes, _BY_THE_MODEL])
    except RematError as error:
        failure = error
    # Later plans depend on the program of this process: others may need none.
    groups = groups_of(joint) if target is None and nominal is None else []
    found = agree(groups, graph, found, failure)
    return make_plan(joint, graph, found.file, settings, device, joined, found.limit)


@dataclasses.dataclass(frozen=True)
class _PlanInCalls:
    """A plan whose calls run several kernels. Sizes in bytes."""

    file: Dict[str, Any]
    """The plan file."""
    peak: int
    """With all buffers that calls keep alive."""
    limit: int
    """The bound for `peak`."""

    def check(self) -> None:
        """Raises `remat.NotFound` if `peak` exceeds `limit`."""
        if self.peak > self.limit:
            raise NotFound(
                f"the best plan that was found needs {self.peak} bytes, above the budget"
                f" of {self.limit}",
                budget_bytes=self.limit,
                smallest_budget_bytes=self.peak,
                advised_budget_bytes=self.peak,
            )


def _solve_in_calls(
    graph: Dict[str, Any],
    budget: str,
    search: Search,
    joined: FrozenSet[int],
    becomes_budget: bool,
) -> _PlanInCalls:
    """Looks for a plan within the budget, with all buffers that calls of several
    kernels keep alive. The planner's model lacks such calls, so it may get a smaller
    budget, unless `becomes_budget`: then the plan's peak is the budget."""
    found = solve(graph, budget, search)
    limit = found["peak"] if becomes_budget else found["budget"]
    peak = Timeline.of_files(graph, found, joined).peak
    nominal = limit
    for _ in range(_PLANS_FOR_CALLS):
        if peak <= limit or becomes_budget:
            break
        nominal = min(nominal, found["peak"]) - (peak - limit)
        if nominal <= graph["resident_bytes"]:
            break
        try:
            other = solve(graph, str(nominal), search)
        except NoPlan:
            break
        found, peak = other, Timeline.of_files(graph, other, joined).peak
    if becomes_budget:
        limit = peak
    return _PlanInCalls(found, peak, limit)
