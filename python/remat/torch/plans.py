# ===- plans.py - A planned step and its figures -------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`Plan`: the figures of one planned joint graph, predicted and measured."""

from __future__ import annotations

import collections
import dataclasses
import json
import os
from typing import Any, Dict, FrozenSet, List, Mapping, Optional, Sequence, Set
from typing import Tuple, Union

from torch import fx

from remat.sizes import format_bytes
from remat.torch import operators
from remat.torch.emission import Emitted
from remat.torch.graph_file import Step
from remat.torch.joint_graph import JointGraph
from remat.torch.modules import module_of
from remat.torch.planner_library import Search, solve
from remat.torch.timeline import Timeline, TraceRow

_MOST_NAMED = 6


@dataclasses.dataclass(frozen=True)
class Round:
    """One lowered or compiled plan. Sizes in bytes."""

    nominal_bytes: int
    """The budget that it was planned for."""
    predicted_peak_bytes: int
    """The peak by the planner's model."""
    generated_peak_bytes: Optional[int] = None
    """The peak of the generated program; None if there is none. If it is too large, it
    can be the peak of the forward pass, where the compilation ends."""
    fits: bool = True

    def __str__(self) -> str:
        told = (
            f"planned for {format_bytes(self.nominal_bytes)}: predicted"
            f" {format_bytes(self.predicted_peak_bytes)}"
        )
        if self.generated_peak_bytes is not None:
            told += f", generated {format_bytes(self.generated_peak_bytes)}"
        return told + (", fits" if self.fits else ", too large")


@dataclasses.dataclass(eq=False)
class Plan:
    """A step within a budget. Sizes in bytes of one device; peaks include parameters,
    inputs and constants, which are alive from start to end."""

    budget: str
    """As given, normalized: "8589934592", "60%", "min"."""
    budget_bytes: int
    device: str
    inner: str
    """The inner backend: "aot_eager" or "inductor"."""
    predicted_peak_bytes: int
    """By the planner's model, or of the program once Inductor has generated one."""
    plain_predicted_peak_bytes: int
    """Of the step as written, by the planner's model."""
    resident_bytes: int
    cost: float
    """Of a step: nanoseconds on a GPU and with a profile; else, on a CPU, floating-point
    operations, plus five for each byte moved."""
    plain_cost: float
    """Of the step as written."""
    planned_bytes: int
    """The budget given to the planner. It differs from `budget_bytes` with a margin,
    and after a program that took too much."""
    lower_bound_bytes: Optional[int] = None
    """No plan needs less."""
    search: Search = Search()
    """Options of its search."""
    proved_optimal: bool = False
    """No plan within the budget costs less, by the model."""
    rounds: Tuple[Round, ...] = ()
    moved_bytes: Optional[int] = None
    """Bytes that the kernels of the generated programs read and write; None if there
    are none."""
    measured_peak_bytes: Optional[int] = None
    """Of the first step, on a GPU of the second one; None before it runs, or if nothing
    measures."""
    trace: Tuple[TraceRow, ...] = dataclasses.field(default=(), repr=False)
    """Of the measured step, operator by operator, with the option `trace`."""
    joint: JointGraph = dataclasses.field(default=None, repr=False)
    steps: Tuple[Step, ...] = dataclasses.field(default=(), repr=False)
    emitted: Optional[Emitted] = dataclasses.field(default=None, repr=False)
    graph_file: Mapping[str, Any] = dataclasses.field(default_factory=dict, repr=False)
    """The step (docs/graph-format.md)."""
    plan_file: Mapping[str, Any] = dataclasses.field(default_factory=dict, repr=False)
    """The plan for `graph_file`."""
    searched: Tuple[Mapping[str, Any], str] = dataclasses.field(
        default=({}, ""), repr=False
    )
    """The graph that the planner searched, and for which budget. They differ from those
    of the files where random operators may run again: there each has a state, and room
    for the current one."""
    joined: FrozenSet[int] = dataclasses.field(default=frozenset(), repr=False)
    """Ops of these files that run in one call if they are neighbors."""

    @property
    def extra_cost_percent(self) -> float:
        """The added cost of recomputation, in percent of the step as written."""
        return 100 * (self.cost / self.plain_cost - 1) if self.plain_cost else 0.0

    @property
    def recomputed(self) -> Dict[str, int]:
        """Names of the nodes that run again, and how often."""
        runs = collections.Counter(step.task for step in self.steps)
        return {t.name: n - 1 for t, n in runs.items() if n > 1}

    @property
    def saved(self) -> Tuple[str, ...]:
        """Names of the nodes whose tensors the forward pass saves."""
        return tuple(v.node.name for v in self.emitted.saved) if self.emitted else ()

    def tag(self, module: fx.GraphModule) -> int:
        """Writes the plan on the nodes of a joint graph of the same step:
        `meta["recompute"]` as `torch.utils.checkpoint` does, for compilers that
        partition by such tags, and `meta["remat_runs"]`, the number of runs.

        Tags mark saved nodes, but no order. Returns the number of `meta["recompute"]`
        tags.
        """
        from torch.utils.checkpoint import CheckpointPolicy

        runs = self._runs_of_nodes()
        saved = self._saved_nodes()
        tagged = 0
        for node in module.graph.nodes:
            if node.op != "call_function":
                continue
            if node.name in runs:
                node.meta["remat_runs"] = runs[node.name]
            if node.name in saved:
                node.meta["recompute"] = CheckpointPolicy.MUST_SAVE
            elif runs.get(node.name, 1) > 1:
                node.meta["recompute"] = CheckpointPolicy.MUST_RECOMPUTE
            else:
                continue
            # PyTorch's partitioner reads it where there are tags: the checkpoint that
            # an operator belongs to.
            node.meta.setdefault("ac_graph_id", 0)
            tagged += 1
        return tagged

    def _runs_of_nodes(self) -> Dict[str, int]:
        """The number of runs of each operator in the plan, by name."""
        found: Dict[str, int] = collections.Counter()
        for step in self.steps:
            for node in step.task.nodes:
                found[node.name] += 1
        return found

    def _saved_nodes(self) -> Set[str]:
        """Names of the nodes whose tensors are saved. Includes an operator with several
        results if one is saved and it runs once."""
        runs = self._runs_of_nodes()
        found = set(self.saved)
        for value in self.emitted.saved if self.emitted else ():
            if value.node.op == "call_function" and operators.is_getitem(value.node):
                owner = value.node.args[0]
                if runs.get(owner.name) == 1:
                    found.add(owner.name)
        return found

    def as_dict(self) -> Dict[str, Any]:
        """All figures, with the names of saved and recomputed nodes, for JSON."""
        hidden = ("search", "trace", "joint", "joined", "steps", "emitted", "graph_file",
                  "plan_file", "searched", "rounds")
        found = {
            field.name: getattr(self, field.name)
            for field in dataclasses.fields(self)
            if field.name not in hidden
        }
        found["extra_cost_percent"] = self.extra_cost_percent
        found["recomputed"] = self.recomputed
        found["saved"] = list(self.saved)
        found["trace"] = [dataclasses.asdict(row) for row in self.trace]
        found["rounds"] = [dataclasses.asdict(each) for each in self.rounds]
        found["steps"] = [
            {"node": step.task.name, "variant": step.variant}
            for step in self.steps
            if step.task.nodes or step.task.is_boundary
        ]
        return found

    def save(self, folder: Union[str, "os.PathLike[str]"]) -> None:
        """Writes graph.json and plan.json, which `remat-plan` reads, and figures.json
        to a folder. Creates the folder if needed."""
        os.makedirs(folder, exist_ok=True)
        for name, content in (
            ("graph", self.graph_file),
            ("plan", self.plan_file),
            ("figures", self.as_dict()),
        ):
            with open(os.path.join(folder, name + ".json"), "w") as file:
                json.dump(content, file, indent=2)
                file.write("\n")

    def write_report(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the report of this plan (docs/report.md): a page if `path` ends in
        .html, JSON if it ends in .json. Plans once more, with the same result unless
        there is a time limit. Its peak can be above `predicted_peak_bytes` by states of
        generators that the program does not save."""
        graph, budget = self.searched
        solve(graph, budget, self.search, str(path))

    def __str__(self) -> str:
        size = format_bytes(self.budget_bytes)
        asked = size if self.budget.isdigit() else f"{self.budget}, which is {size}"
        lines = [f"budget: {asked}, for {self.device} by {self.inner}"]
        plain = format_bytes(self.plain_predicted_peak_bytes)
        now = format_bytes(self.predicted_peak_bytes)
        lines.append(f"predicted peak: {plain} -> {now}")
        if self.measured_peak_bytes is not None:
            lines.append(f"measured peak: {format_bytes(self.measured_peak_bytes)}")
        lines.append(f"extra cost: {self.extra_cost_percent:+.2f}%")
        again = self.recomputed
        if again:
            named = ", ".join(list(again)[:_MOST_NAMED])
            rest = ", ..." if len(again) > _MOST_NAMED else ""
            lines.append(f"recomputed: {len(again)} operators ({named}{rest})")
        else:
            lines.append("recomputed: nothing")
        for number, each in enumerate(self.rounds, 1):
            lines.append(f"round {number}: {each}")
        return "\n".join(lines)


def live_at_peak(plan: Plan) -> List[Tuple[int, str]]:
    """Bytes and names of the tensors alive at the peak, largest first, without resident
    ones. Names are followed by modules. Linear in the steps."""
    modules = {node.name: module_of(node) for node in plan.joint.module.graph.nodes}
    return [
        (size, f"{name} of {modules[name]}" if modules.get(name) else name)
        for size, name in Timeline.of(plan).alive_at_peak()
    ]


def describe_nodes(nodes: Sequence[Tuple[int, str]]) -> str:
    """The first of these as text, and the sum of the rest."""
    shown = [f"{name} ({format_bytes(size)})" for size, name in nodes[:_MOST_NAMED]]
    rest = nodes[_MOST_NAMED:]
    if rest:
        size = format_bytes(sum(size for size, _ in rest))
        shown.append(f"and {len(rest)} more ({size})")
    return ", ".join(shown)
