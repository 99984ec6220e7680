# ===- alternatives.py - Plans with and without repeated random operators ===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`find_plan` asks the planner. Where random operators may run again it asks twice: their
states take bytes, so that a plan in which all of them run once can be the better one."""

from __future__ import annotations

import dataclasses
import math
from typing import Any, Dict, List, Mapping, Optional, Tuple

from remat.errors import Infeasible, NoPlan, NotFound, RematError
from remat.sizes import Budget, format_size
from remat.torch.emitted_files import as_emitted, with_free_states, without_repeats
from remat.torch.graph_file import base_plan
from remat.torch.joint_graph import JointGraph
from remat.torch.planner_library import Search, solve
from remat.torch.random_states import states_of


@dataclasses.dataclass(frozen=True)
class Answer:
    """A graph file and a budget that the planner was asked about, and its answer: a plan
    file or a failure."""

    graph: Mapping[str, Any]
    budget: str
    plan: Optional[Dict[str, Any]] = None
    failure: Optional[RematError] = None


def find_plan(
    joint: JointGraph,
    graph: Mapping[str, Any],
    budget: Budget,
    text: str,
    search: Search,
) -> Answer:
    """The planner's answer for `graph`, the graph file of `joint`, and `budget`, which is
    `text` for the planner. One search; where random operators may run again up to four,
    and three more before a refusal."""
    if not states_of(joint):
        return _ask(graph, text, search)
    # A time limit is for all searches.
    searches = 2 if _is_for_bytes(budget) or budget.smallest else 4
    limited = dataclasses.replace(search, time_limit=search.time_limit / searches)
    return _Alternatives(joint, graph, limited).find(budget, text)


def _is_for_bytes(budget: Budget) -> bool:
    """Whether the bytes of a budget are known without a search."""
    return budget.bytes is not None or budget.share is not None


def _ask(graph: Mapping[str, Any], budget: str, search: Search) -> Answer:
    try:
        return Answer(graph, budget, solve(graph, budget, search))
    except RematError as error:
        return Answer(graph, budget, failure=error)


class _Alternatives:
    """The graph of a step whose random operators run once, and of one where they may run
    again."""

    def __init__(self, joint: JointGraph, graph: Mapping[str, Any], search: Search):
        self.joint = joint
        self.graph = graph
        self.search = search
        self.graphs: List[Mapping[str, Any]] = [graph]
        # Tags of checkpoints do not depend on a choice.
        if all(task.policy != "recompute" for task in states_of(joint)):
            self.graphs.insert(0, without_repeats(joint, graph))

    def find(self, budget: Budget, text: str) -> Answer:
        if budget.smallest:
            answer = self._smallest()
            if answer.plan is None:
                return answer
            peak, _ = self._figures(answer)
            return dataclasses.replace(answer, plan={**answer.plan, "budget": peak})
        if budget.bytes is None:
            answer = self._resolve(budget)
            if isinstance(answer, Answer):
                return answer
            text = str(max(1, answer))
        return self._within(text)

    def _resolve(self, budget: Budget) -> "int | Answer":
        """The bytes of a budget that depends on the step, or why there is no plan."""
        whole = as_emitted(self.joint, self.graph, base_plan(self.graph))[1]["peak"]
        if budget.share is not None:
            return math.floor(whole * budget.share)
        if budget.slack is not None:
            answer = self._smallest()
            if answer.plan is None:
                return answer
            peak, _ = self._figures(answer)
            return peak + math.floor(max(whole - peak, 0) * budget.slack)
        answer = _ask(self.graph, budget.text, self.search)
        return answer if answer.plan is None else min(whole, answer.plan["budget"])

    def _smallest(self) -> Answer:
        answers = [_ask(graph, "min", self.search) for graph in self.graphs]
        found = [answer for answer in answers if answer.plan is not None]
        return min(found, key=self._figures) if found else answers[0]

    def _within(self, budget: str) -> Answer:
        """The cheaper answer for a number of bytes."""
        answers: List[Answer] = []
        for graph in self.graphs:
            answers.append(_ask(graph, budget, self.search))
            plan = answers[-1].plan
            if plan is not None and len(plan["steps"]) == len(graph["ops"]):
                return answers[-1]
        found = [answer for answer in answers if answer.plan is not None]
        if found:
            return min(found, key=lambda answer: self._figures(answer)[::-1])
        for answer in answers:
            if not isinstance(answer.failure, NoPlan):
                return answer
        return self._smallest_within(int(budget))

    def _smallest_within(self, limit: int) -> Answer:
        """The smallest plan where the planner has none within `limit` bytes: with the
        states that nothing needs it is too large for the planner alone."""
        answer = self._smallest()
        if answer.plan is None:
            return answer
        peak, _ = self._figures(answer)
        if peak <= limit:
            return dataclasses.replace(answer, plan={**answer.plan, "budget": limit})
        return Answer(self.graph, str(limit), failure=self._refusal(limit, peak))

    def _refusal(self, limit: int, smallest: int) -> RematError:
        """Why no program fits in `limit` bytes, where the smallest known one takes
        `smallest`."""
        free = _ask(with_free_states(self.joint, self.graph), str(limit), self.search)
        if isinstance(free.failure, Infeasible):
            return free.failure.replaced(
                smallest_budget_bytes=smallest, advised_budget_bytes=smallest
            )
        return NotFound(
            f"the best plan that was found needs {format_size(smallest)}, above the"
            f" budget of {format_size(limit)}",
            budget_bytes=limit,
            resident_bytes=self.graph["resident_bytes"],
            smallest_budget_bytes=smallest,
            advised_budget_bytes=smallest,
        )

    def _figures(self, answer: Answer) -> Tuple[int, float]:
        """Peak in bytes and cost of the program."""
        _, plan = as_emitted(self.joint, self.graph, answer.plan)
        return plan["peak"], plan["time"]
