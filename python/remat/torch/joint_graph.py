# ===- joint_graph.py - A joint graph as tasks and storages --------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`JointGraph`: forward and backward pass of a module, as AOTAutograd traces them
into one FX graph, in the terms of the planner.

A *task* is an operator with the `getitem`s of its results. A *value* is a tensor; it
owns a storage, or is a view of the value that does. Values that exist from the start
(parameters, inputs, constants) are resident. *Tokens*, values without bytes, express
other dependencies (random numbers, writes over arguments, collectives).

One task has no operator. It is the *boundary*: it reads all results of the forward
pass and makes the gradients that the backward pass starts from. Tasks before it in a
plan form the forward pass.
"""

from __future__ import annotations

import dataclasses
from typing import Any, Container, Dict, Iterable, List, Optional, Sequence, Set, Tuple

import torch
from torch import fx
from torch.utils import _pytree as pytree

from remat.errors import DynamicShapeError, RematError
from remat.torch import operators


_ORDERED = {
    "random": operators.is_random,
    "collective": operators.is_collective,
    "effects": operators.has_effects,
}
"""Kinds of operators that keep the order of the step as written."""


@dataclasses.dataclass(eq=False)
class Value:
    """A tensor of the step, or a token."""

    index: int
    node: Optional[fx.Node]
    """The node that stands for it; None for tokens and results without readers."""
    bytes: int = 0
    """Size of its storage in the trace; 0 for views and for tensors on other devices
    than the step's."""
    root: Optional["Value"] = None
    """For a view, the value that owns the storage."""
    is_resident: bool = False
    """Alive from start to end: parameters, inputs, constants and their views."""
    is_result: bool = False
    """The caller holds it to the end."""
    position: int = 0
    """Its index among the results of its operator."""
    is_token: bool = False
    """It only expresses an order."""
    storage: int = 0
    """Identifies the storage in the trace."""
    written_over: Optional["Value"] = None
    """The value whose storage this one reuses. The task that makes this one reads it
    last."""

    @property
    def owner(self) -> "Value":
        """The value that owns the storage."""
        return self if self.root is None else self.root


@dataclasses.dataclass(eq=False)
class Task:
    """An operator with the `getitem`s of its results; the boundary has no node."""

    index: int
    node: Optional[fx.Node]
    reads: List[Value] = dataclasses.field(default_factory=list)
    writes: List[Value] = dataclasses.field(default_factory=list)
    needs_tangents: bool = False
    is_forward: bool = False
    """It belongs to the forward pass of the step as written."""
    may_run_again: bool = True
    policy: str = "auto"
    """"save": run once; "recompute": run again in the backward pass."""

    @property
    def name(self) -> str:
        return "boundary" if self.node is None else self.node.name

    @property
    def nodes(self) -> List[fx.Node]:
        """Its operators."""
        return [] if self.node is None else [self.node]

    @property
    def is_boundary(self) -> bool:
        return self.node is None


class JointGraph:
    """The tasks of `module`, a joint graph whose first `num_forward_outputs` outputs
    are those of the forward pass. `forward_nodes` belong to the forward pass of the
    step as written, too, besides the nodes that these outputs depend on.

    Raises `remat.DynamicShapeError` for symbolic shapes and `remat.RematError` for
    results without a size.
    """

    def __init__(
        self,
        module: fx.GraphModule,
        num_forward_outputs: int,
        forward_nodes: Container[fx.Node] = (),
    ):
        self.module = module
        self.device = _device_of(module.graph)
        """The first device of the step that is not the CPU; else the CPU."""
        self._forward_nodes = forward_nodes
        self.values: List[Value] = []
        self.tasks: List[Task] = []
        self.value_of: Dict[fx.Node, Value] = {}
        """The values that nodes stand for."""
        self.task_of: Dict[fx.Node, Task] = {}
        """The tasks of operators and of `getitem`s."""
        outputs = list(module.graph.find_nodes(op="output")[0].args[0])
        self.forward_outputs = outputs[:num_forward_outputs]
        self.backward_outputs = outputs[num_forward_outputs:]
        self.placeholders = module.graph.find_nodes(op="placeholder")
        self.tangents = [n for n in self.placeholders if is_tangent(n)]
        self.boundary = Task(-1, None, is_forward=True, may_run_again=False)
        self.random_tasks: List[Task] = []
        """Tasks that could run again if they did not draw random numbers."""
        self._read_nodes()
        self._mark_passes()
        self._pin_batch_norms()
        self._bind_order()
        self._insert_boundary()

    # ---- Nodes ----

    def _new_value(
        self,
        node: Optional[fx.Node],
        tensor: torch.Tensor,
        others: Iterable[Value],
        viewed: Sequence[Value] = (),
        **fields: Any,
    ) -> Value:
        """A value for `tensor`. It shares the storage of one of `others` if the trace
        says so. These are not all values: copies of an operator have one tensor in the
        trace. Else it shares that of the first of `viewed`: merged nodes have storages
        of their own in the trace."""
        if tensor.layout != torch.strided:
            name = node.name if node is not None else "a result"
            raise RematError(
                f"'{name}' is a sparse tensor ({tensor.layout}), whose bytes depend on its"
                " values: make it dense, for an Embedding with sparse=False"
            )
        value = Value(len(self.values), node, **fields)
        value.storage = tensor.untyped_storage()._cdata
        for other in others:
            if other.storage == value.storage and not other.is_token:
                value.root = other.owner
                value.is_resident = other.owner.is_resident
                break
        else:
            if viewed:
                value.root = viewed[0].owner
                value.is_resident = viewed[0].owner.is_resident
            elif is_on(self.device, tensor):
                value.bytes = storage_bytes(tensor)
        self.values.append(value)
        if node is not None:
            self.value_of[node] = value
        return value

    def _read_nodes(self) -> None:
        for node in self.module.graph.nodes:
            if node.op == "placeholder":
                self._read_placeholder(node)
            elif node.op == "get_attr":
                found = operators.getattr_by_path(self.module, node.target)
                tensor = node.meta.get("val", found)
                if isinstance(tensor, torch.Tensor):
                    self._new_value(node, tensor, self.values, is_resident=True)
            elif operators.is_getitem(node) and node.args[0] in self.task_of:
                self._read_getitem(node)
            elif node.op == "call_function":
                self._read_operator(node)

    def _read_placeholder(self, node: fx.Node) -> None:
        found = node.meta.get("val")
        refuse_symbols(node, found)
        if isinstance(found, torch.Tensor):
            made_at_boundary = is_tangent(node)
            # A gradient is never a view of an argument, although the trace may say so.
            others = self.boundary.writes if made_at_boundary else self.values
            value = self._new_value(
                node, found, others, is_resident=not made_at_boundary
            )
            if made_at_boundary:
                # Autograd holds them while the backward pass runs.
                value.is_result = True
                self.boundary.writes.append(value)

    def _read_operator(self, node: fx.Node) -> None:
        task = Task(len(self.tasks), node)
        self.tasks.append(task)
        self.task_of[node] = task
        for argument in dict.fromkeys(node.all_input_nodes):
            task.reads += self._values_of(argument)
        results = node.meta.get("val")
        if results is None and node.users and "val" not in node.meta:
            raise RematError(
                f"'{node.name}' ({node.target}) has results of which the trace does not"
                " say a size: Remat cannot plan such a step"
            )
        refuse_symbols(node, results)
        viewed = [
            self.value_of[n] for n in operators.viewed(node) if n in self.value_of
        ]
        if isinstance(results, torch.Tensor):
            task.writes.append(self._new_value(node, results, task.reads, viewed))
            return
        if not isinstance(results, (list, tuple)):
            return
        refuse_nested(node, results)
        taken = {}
        for user in node.users:
            if operators.is_getitem(user):
                taken.setdefault(user.args[1], user)
        for position, tensor in enumerate(results):
            if not isinstance(tensor, torch.Tensor):
                continue
            owner = taken.get(position)
            others = [*task.reads, *task.writes]
            value = self._new_value(owner, tensor, others, viewed, position=position)
            task.writes.append(value)

    def _read_getitem(self, node: fx.Node) -> None:
        task = self.task_of[node.args[0]]
        self.task_of[node] = task
        if node not in self.value_of:
            for value in task.writes:
                if value.position == node.args[1] and value.node is not None:
                    self.value_of[node] = value

    def _values_of(self, node: fx.Node) -> List[Value]:
        """The tensor of `node`, or all tensors of its tuple."""
        if node in self.value_of:
            return [self.value_of[node]]
        task = self.task_of.get(node)
        return list(task.writes) if task else []

    # ---- Passes ----

    def _mark_passes(self) -> None:
        from_tangents: Set[fx.Node] = set(self.tangents)
        for task in self.tasks:
            if operators.must_be_in_backward(task.node) or any(
                n in from_tangents for n in task.node.all_input_nodes
            ):
                task.needs_tangents = True
                from_tangents.add(task.node)
                from_tangents.update(task.node.users)
        pending = [n for n in self.forward_outputs if isinstance(n, fx.Node)]
        pending += [
            task.node for task in self.tasks
            if not task.needs_tangents
            and (operators.written(task.node) or operators.must_be_in_forward(task.node))
        ]
        reached = _with_sources(pending)
        reached |= _with_sources(self._ordered_before(reached))
        for task in self.tasks:
            task.is_forward = task.node in reached or task.node in self._forward_nodes
            if task.is_forward and task.needs_tangents:
                raise RematError(
                    f"'{task.name}' is needed by the forward pass and depends on a"
                    " gradient: this is no joint graph of a module"
                )
        for node in self.backward_outputs:
            if isinstance(node, fx.Node) and node in self.value_of:
                self.value_of[node].is_result = True
        for node in self.forward_outputs:
            if not isinstance(node, fx.Node) or node not in self.value_of:
                continue
            # The caller holds the first copy, so a second one would be wasted.
            self.value_of[node].is_result = True
            self._pin(self.value_of[node])

    def _ordered_before(self, reached: Set[fx.Node]) -> List[fx.Node]:
        """The operators that have to run before one of `reached`, although it does not
        read their results: they draw random numbers, say, that only the backward pass
        reads."""
        found: List[fx.Node] = []
        for applies in _ORDERED.values():
            ordered = [task.node for task in self.tasks if applies(task.node)]
            last = max((i for i, n in enumerate(ordered) if n in reached), default=0)
            found += ordered[:last]
        return found

    def _pin(self, value: Value) -> None:
        """Makes the tasks behind `value` and its storage run only once."""
        for task in self.tasks:
            if value in task.writes or value.owner in task.writes:
                task.may_run_again = False

    # ---- Order ----

    def _pin_batch_norms(self) -> None:
        """Makes batch norms run only once if the backward pass reads their new
        statistics: a second run does not make them."""
        for task, readers in self.readers_of_statistics():
            if not all(reader.is_forward for reader in readers):
                task.may_run_again = False

    def readers_of_statistics(self) -> Iterable[Tuple[Task, List[Task]]]:
        """Batch norms that can run again without running statistics, each with the
        readers of its new ones."""
        readers = self.readers()
        for task in self.tasks:
            if task.node is not None and operators.is_repeatable_batch_norm(task.node):
                new = [value for value in task.writes if value.position >= 3]
                yield task, [task for value in new for task in readers.get(value, ())]

    def add_token(self, before: Task, after: Task) -> None:
        """Makes `before` run before `after`."""
        token = Value(len(self.values), None, is_token=True)
        self.values.append(token)
        before.writes.append(token)
        after.reads.append(token)

    def _bind_order(self) -> None:
        """Adds tokens where the values that tasks read do not determine their order."""
        last: Dict[str, Task] = {}
        random: List[Task] = []
        readers: Dict[int, List[Task]] = {}
        writers: Dict[int, Task] = {}
        for task in self.tasks:
            node = task.node
            for kind, applies in _ORDERED.items():
                if not applies(node):
                    continue
                if kind == "random":
                    random.append(task)
                else:
                    task.may_run_again = False
                if kind in last:
                    self.add_token(last[kind], task)
                last[kind] = task
            tolerated = []
            if operators.is_repeatable_batch_norm(node):
                tolerated = operators.running_statistics(node)
            overwritten = {
                self.value_of[n].owner.index for n in operators.written(node)
                if n in self.value_of
            }
            for argument in node.all_input_nodes:
                for value in self._values_of(argument):
                    place = value.owner.index
                    if place in writers and writers[place] is not task:
                        self.add_token(writers[place], task)
                    if argument not in tolerated:
                        readers.setdefault(place, []).append(task)
            for place in overwritten:
                task.may_run_again = False
                for reader in dict.fromkeys(readers.get(place, ())):
                    if reader is not task:
                        reader.may_run_again = False
                        self.add_token(reader, task)
                writers[place] = task
                readers[place] = []
        self.random_tasks = [task for task in random if task.may_run_again]
        for task in random:
            task.may_run_again = False
        for task in self.tasks:
            self._bind_to_pass(task)
            # Last, since it reads `may_run_again`.
            self.read_tags(task)

    def _bind_to_pass(self, task: Task) -> None:
        """Keeps writes of the forward pass, and operators that autograd traced for one
        pass only, in their pass."""
        if operators.must_be_in_backward(task.node):
            self.add_token(self.boundary, task)
        elif not task.needs_tangents and (
            operators.written(task.node) or operators.must_be_in_forward(task.node)
        ):
            self.add_token(task, self.boundary)

    def bind_readers(self, placeholders: Sequence[fx.Node]) -> None:
        """Has all readers of these arguments that read no gradient run once and in the
        forward pass: the caller overwrites the arguments behind it."""
        written = {self.value_of[n].owner for n in placeholders if n in self.value_of}
        for task in self.tasks:
            if task.is_boundary or task.needs_tangents:
                continue
            if any(value.owner in written for value in task.reads):
                task.may_run_again = False
                if task in self.random_tasks:
                    self.random_tasks.remove(task)
                self.add_token(task, self.boundary)

    def read_tags(self, task: Task) -> None:
        """Adopts the tags of `torch.utils.checkpoint` and its policies."""
        policy = policy_of(task.node)
        if policy == "MUST_SAVE":
            task.policy = "save"
        elif policy == "MUST_RECOMPUTE" and task.may_run_again:
            task.policy = "recompute"

    def _insert_boundary(self) -> None:
        """Puts the boundary after the last task of the forward pass, in the order of
        the step as written."""
        for node in self.forward_outputs:
            if isinstance(node, fx.Node) and node in self.value_of:
                self.boundary.reads.append(self.value_of[node])
        forward = [task for task in self.tasks if task.is_forward]
        rest = [task for task in self.tasks if not task.is_forward]
        # The backward pass alone needs the rest, even if the trace has it before the
        # boundary.
        self.tasks = forward + [self.boundary] + rest
        self.number_tasks()

    def number_tasks(self) -> None:
        """Sets the indices of tasks to their places."""
        for index, task in enumerate(self.tasks):
            task.index = index

    # ---- Figures ----

    @property
    def resident_values(self) -> List[Value]:
        """The values that own storage and exist from the start."""
        return [v for v in self.values if v.is_resident and v.root is None]

    @property
    def resident_bytes(self) -> int:
        """Parameters, inputs and constants, in bytes."""
        return sum(value.bytes for value in self.resident_values)

    def readers(self) -> Dict[Value, List[Task]]:
        """The tasks that read each value."""
        found: Dict[Value, List[Task]] = {}
        for task in self.tasks:
            for value in task.reads:
                found.setdefault(value, []).append(task)
        return found


def _with_sources(nodes: Iterable[fx.Node]) -> Set[fx.Node]:
    """These nodes and all that they depend on."""
    pending, found = list(nodes), set()
    while pending:
        node = pending.pop()
        if node not in found:
            found.add(node)
            pending += node.all_input_nodes
    return found


def is_on(device: torch.device, of: Any) -> bool:
    """Whether `of`, which has a device, is on `device`. CPUs are one device."""
    return device == of.device or device.type == of.device.type == "cpu"


def _device_of(graph: fx.Graph) -> torch.device:
    for node in graph.nodes:
        for leaf in pytree.tree_leaves(node.meta.get("val")):
            if isinstance(leaf, torch.Tensor) and leaf.device.type != "cpu":
                return leaf.device
    return torch.device("cpu")


def policy_of(node: fx.Node) -> str:
    """The policy of selective checkpointing for `node`; "" if there is none."""
    return getattr(node.meta.get("recompute"), "name", "")


def is_tangent(node: fx.Node) -> bool:
    """Whether `node` is an input of the backward pass alone: a gradient that it starts
    from, or the seed or offset of its random numbers."""
    name = str(node.target)
    return "tangents" in name or "bwd_seed" in name or "bwd_base_offset" in name


def storage_bytes(tensor: torch.Tensor) -> int:
    """The bytes of a tensor's storage."""
    return int(tensor.untyped_storage().nbytes())


def refuse_nested(node: fx.Node, results: Sequence[Any]) -> None:
    """Raises `remat.RematError` if there are tensors in tuples among `results`, those of
    `node`."""
    tuples = [item for item in results if isinstance(item, (list, tuple))]
    if any(isinstance(t, torch.Tensor) for t in pytree.tree_leaves(tuples)):
        raise RematError(
            f"'{node.name}' ({node.target}) has tuples of tensors among its results:"
            " Remat cannot plan such a step. Tensors that the score_mod of a"
            " flex_attention reads must not need gradients"
        )


def refuse_symbols(node: fx.Node, found: Any) -> None:
    """Raises `remat.DynamicShapeError` if `found`, the value of `node`, has a size
    that is only known when the step runs."""
    for item in pytree.tree_leaves(found):
        symbolic = isinstance(item, (torch.SymInt, torch.SymFloat, torch.SymBool))
        if isinstance(item, torch.Tensor):
            sizes = tuple(item.shape) + (
                tuple(item.stride()) if item.layout == torch.strided else ()
            )
            symbolic = any(isinstance(size, torch.SymInt) for size in sizes)
        if symbolic:
            shape = tuple(item.shape) if isinstance(item, torch.Tensor) else item
            raise DynamicShapeError(
                f"'{node.name}' has the symbolic shape {shape}: its memory is no"
                " number. Compile with dynamic=False, mark what changes with"
                " torch._dynamo.mark_static, or plan for the first sizes with"
                " dynamic_shapes='hint'"
            )
