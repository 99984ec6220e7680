# ===- emission.py - A plan as a forward and a backward graph ------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`emit` writes the two FX graphs that run the steps of a plan. The first returns
forward outputs and saved tensors, the second gradients. Tasks that run again become
copies of their nodes, with stack traces.
"""

from __future__ import annotations

import collections
import dataclasses
import itertools
from typing import Any, Callable, Dict, List, Optional, Sequence, Set, Tuple

from torch import fx

from remat.torch import operators
from remat.torch.graph_file import Step, split_steps
from remat.torch.joint_graph import JointGraph, Task, Value, is_tangent
from remat.torch.kernels import Kernel
from remat.torch.random_states import StateTask, states_of


@dataclasses.dataclass(frozen=True)
class Emitted:
    """The two passes of a step."""

    forward: fx.GraphModule
    backward: fx.GraphModule
    saved: Tuple[Value, ...]
    """Values that the forward pass hands to the backward pass, in order."""
    step_of: Dict[fx.Node, int]
    """The step of the plan that added a node. Placeholders have none, nor do nodes that
    only outputs need."""


class _Pass:
    """One of the two graphs under construction."""

    def __init__(self, joint: JointGraph, states: Dict[Task, Value]):
        self.joint = joint
        self.states = states
        """Of the random operators that run again."""
        self.graph = fx.Graph()
        self.latest: Dict[fx.Node, fx.Node] = {}
        """The newest node of this graph for each node of the joint graph."""
        self.inlined: Dict[Tuple[fx.Node, Tuple[fx.Node, ...]], fx.Node] = {}
        """Nodes without buffers, by original node and sources here. Kernels share them
        so that Inductor weighs them as in the step as written."""
        self.step_of: Dict[fx.Node, int] = {}
        self.copies: Dict[fx.Node, int] = collections.Counter()
        """The number of nodes here for each node of the joint graph."""

    def add_placeholder(self, node: fx.Node) -> None:
        made = self.graph.placeholder(node.name)
        made.meta = node.meta
        self.latest[node] = made

    def look_up(self, node: fx.Node) -> fx.Node:
        if node not in self.latest and node.op == "get_attr":
            self.latest[node] = self._copy(node, self.look_up)
        return self.latest[node]

    def _copy(
        self, node: fx.Node, transform: Callable[[fx.Node], fx.Node]
    ) -> fx.Node:
        """Copies `node` to the end of this graph. Its arguments are those that
        `transform` gives."""
        before = self.copies[node]
        self.copies[node] += 1
        if not before:
            return self.graph.node_copy(node, transform)
        # With the name of the first copy, fx would try all numbers up to a free one.
        made = self.graph.create_node(
            node.op,
            node.target,
            fx.node.map_arg(node.args, transform),
            fx.node.map_arg(node.kwargs, transform),
            f"{node.name}_again_{before}",
            node.type,
        )
        made.meta = dict(node.meta)
        return made

    def run(
        self, number: int, step: Step, used: Set[Value], runs_again: bool
    ) -> None:
        """Adds the nodes of a step, but only those of its results that are in
        `used`."""
        before = len(self.graph.nodes)
        self._run(step, used, runs_again)
        added = len(self.graph.nodes) - before
        for node in itertools.islice(reversed(self.graph.nodes), added):
            self.step_of[node] = number

    def _run(self, step: Step, used: Set[Value], runs_again: bool) -> None:
        task = step.task
        node = task.node
        if isinstance(task, StateTask):
            return
        assert node is not None
        if isinstance(task, Kernel):
            self.run_kernel(task, used)
            return
        statistics = any(value.position >= 3 for value in used)
        repeats = runs_again and operators.is_repeatable_batch_norm(node)
        if repeats and not statistics:
            arguments = [
                self.look_up(a) if isinstance(a, fx.Node) and i < 3 else a
                for i, a in enumerate(node.args)
            ]
            made = operators.repeat_batch_norm(self.graph, node, arguments)
        elif task in self.states:
            made = self._run_random(node, self.states[task].node, used, runs_again)
            if made is None:
                return
        else:
            made = self._copy(node, self.look_up)
        self.latest[node] = made
        seen = set()
        for user in node.users:
            value = self.joint.value_of.get(user)
            if not operators.is_getitem(user) or value is None or value in seen:
                continue
            if value in used and value in task.writes:
                seen.add(value)
                self.latest[value.node] = self._copy(value.node, self.look_up)
        for user in node.users:
            value = self.joint.value_of.get(user)
            if operators.is_getitem(user) and value in seen:
                self.latest[user] = self.latest[value.node]

    def _run_random(
        self, node: fx.Node, state: fx.Node, used: Set[Value], runs_again: bool
    ) -> Optional[fx.Node]:
        """Adds a run of a random operator. Returns its result, unless that is not
        used."""
        if runs_again:
            return operators.run_with_state(
                self.graph, node, self.look_up(state), self.look_up
            )
        both = operators.run_and_save_state(self.graph, node, state, self.look_up)
        self.latest[state] = operators.take(self.graph, both, 0, state)
        # The program would keep a result that nothing reads.
        if all(value.is_token for value in used):
            return None
        return operators.take(self.graph, both, 1, node)

    def run_kernel(self, kernel: Kernel, used: Set[Value]) -> None:
        """Adds the operators of a kernel and the expressions that they inline."""
        made: Dict[fx.Node, fx.Node] = {}
        for node in sorted(kernel.members):
            made[node] = self._copy(node, lambda n: self.compute(n, made))
        for value in kernel.writes:
            if value in used and value.node is not None:
                self.latest[value.node] = self.compute(value.node, made)

    def compute(self, node: fx.Node, made: Dict[fx.Node, fx.Node]) -> fx.Node:
        """Computes `node` from buffers and nodes that a kernel has `made`. Adds the
        views and expressions in between."""
        if node in made:
            return made[node]
        value = self.joint.value_of.get(node)
        if operators.is_getitem(node) and node.args[0] in made:
            pass
        elif node in self.latest or node.op in ("placeholder", "get_attr"):
            return self.look_up(node)
        elif value is not None and value.node in self.latest:
            return self.latest[value.node]
        sources = tuple(self.compute(n, made) for n in node.all_input_nodes)
        found = self.inlined.get((node, sources))
        if found is None:
            found = self._copy(node, lambda n: self.compute(n, made))
            self.inlined[node, sources] = found
        made[node] = found
        return found

    def finish(self, outputs: Sequence[Any], descriptions: Any) -> fx.GraphModule:
        made = self.graph.output(tuple(outputs))
        if descriptions is not None:
            made.meta["desc"] = descriptions
        self.graph.lint()
        return fx._lazy_graph_module._make_graph_module(self.joint.module, self.graph)


def _used_results(joint: JointGraph, steps: Sequence[Step]) -> List[Set[Value]]:
    """For each step, the results that are read before they are made again, or are
    outputs of a pass."""
    is_fused = any(isinstance(task, Kernel) for task in joint.tasks)
    needed: Set[Value] = {
        joint.value_of[node].owner if is_fused else joint.value_of[node]
        for node in joint.forward_outputs + joint.backward_outputs
        if isinstance(node, fx.Node) and node in joint.value_of
    }
    found: List[Set[Value]] = []
    for step in reversed(steps):
        made = set(step.task.writes)
        found.append(made & needed)
        needed -= made
        needed.update(step.task.reads)
    return found[::-1]


def _saved(joint: JointGraph, before: List[Step], after: List[Step]) -> List[Value]:
    """Values that the backward pass takes from the forward pass or its inputs, by
    index."""
    made: Set[Value] = set(joint.boundary.writes)
    wanted: Set[Value] = set()
    seen_before = {step.task for step in before}
    for step in after:
        tolerated: List[Value] = []
        node = step.task.node
        again = step.task in seen_before
        if again and node is not None and operators.is_repeatable_batch_norm(node):
            tolerated = [joint.value_of[n] for n in operators.running_statistics(node)]
        for value in step.task.reads:
            if value.is_token or value in made or value in tolerated:
                continue
            if value.node is not None and value.node.op == "get_attr":
                continue
            wanted.add(value)
        made.update(step.task.writes)
        seen_before.add(step.task)
    is_fused = any(isinstance(task, Kernel) for task in joint.tasks)
    for node in joint.backward_outputs:
        if isinstance(node, fx.Node) and node in joint.value_of:
            value = joint.value_of[node]
            value = value.owner if is_fused else value
            if value not in made:
                wanted.add(value)
    return sorted(wanted, key=lambda value: value.index)


def _descriptions(joint: JointGraph, saved: int) -> Tuple[Any, Any]:
    """AOTAutograd's descriptions of the outputs of both passes, if there are any."""
    output = joint.module.graph.find_nodes(op="output")[0]
    given = output.meta.get("desc")
    if given is None:
        return None, None
    from torch._functorch._aot_autograd.descriptors import SavedForBackwardsAOTOutput

    count = len(joint.forward_outputs)
    more = [SavedForBackwardsAOTOutput(i) for i in range(saved)]
    return list(given[:count]) + more, list(given[count:])


def emit(joint: JointGraph, steps: Sequence[Step]) -> Emitted:
    """Writes both passes. Linear in the nodes of the step and of its copies."""
    before, after = split_steps(list(steps))
    used = _used_results(joint, steps)
    saved = _saved(joint, before, after)
    descriptions = _descriptions(joint, len(saved))

    runs = collections.Counter(step.task for step in steps)
    states = states_of(joint)
    states = {task: state for task, state in states.items() if runs[task] > 1}
    forward = _Pass(joint, states)
    for node in joint.placeholders:
        if not is_tangent(node):
            forward.add_placeholder(node)
    ran: Set[Task] = set()
    for number, (step, results) in enumerate(zip(before, used)):
        forward.run(number, step, results, step.task in ran)
        ran.add(step.task)
    outputs: List[Optional[Any]] = [
        forward.compute(n, {}) if isinstance(n, fx.Node) else n
        for n in joint.forward_outputs
    ]
    outputs += [forward.look_up(value.node) for value in saved]

    backward = _Pass(joint, states)
    # A value can have several `getitem`s.
    nodes_of: Dict[Value, List[fx.Node]] = {}
    for node, value in joint.value_of.items():
        nodes_of.setdefault(value, []).append(node)
    for value in saved:
        backward.add_placeholder(value.node)
        for node in nodes_of[value]:
            backward.latest[node] = backward.latest[value.node]
    for node in joint.tangents:
        backward.add_placeholder(node)
    first = len(before) + 1
    for number, (step, results) in enumerate(zip(after, used[first:]), first):
        backward.run(number, step, results, step.task in ran)
        ran.add(step.task)
    gradients = [
        backward.compute(n, {}) if isinstance(n, fx.Node) else n
        for n in joint.backward_outputs
    ]
    return Emitted(
        forward.finish(outputs, descriptions[0]),
        backward.finish(gradients, descriptions[1]),
        tuple(saved),
        {**forward.step_of, **backward.step_of},
    )
