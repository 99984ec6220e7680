# ===- operator_calls.py - Operators that can run by themselves ----------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`Call` is an operator with the layouts of its arguments, to run it on made-up
tensors. Operators with equal calls allocate and take the same."""

from __future__ import annotations

import dataclasses
import operator
from typing import Any, Dict, Iterable, List, Sequence, Tuple

import torch
from torch import fx
from torch.utils import _pytree as pytree

from remat.torch import operators

_END_ON_ZEROS = ("flex_attention", "flex_attention_backward", "invoke_subgraph",
                 "map_impl", "scan")
"""Higher-order operators besides `cond`. A `while_loop` may never end on zeros."""

_CRASH_ON_ZEROS = ("aten::mkldnn_rnn_layer_backward", "aten::_cudnn_rnn_backward")
"""Operators with an argument that a library wrote for itself."""

_ABORT_ON_A_GPU = {"aten::multinomial": (True,), "aten::repeat_interleave.Tensor": ()}
"""Operators whose kernel checks its arguments on a GPU, with their `attempts`: where that
fails, the process can no longer use the GPU."""


@dataclasses.dataclass(frozen=True)
class Layout:
    """How a tensor lies in memory."""

    shape: Tuple[int, ...]
    stride: Tuple[int, ...]
    offset: int
    storage_bytes: int
    dtype: torch.dtype
    device: torch.device

    @classmethod
    def of(cls, tensor: torch.Tensor) -> "Layout":
        return cls(
            tuple(tensor.shape),
            tuple(tensor.stride()),
            int(tensor.storage_offset()),
            int(tensor.untyped_storage().nbytes()),
            tensor.dtype,
            tensor.device,
        )

    def make(self, is_regular: bool = False) -> torch.Tensor:
        """A tensor of zeros, which any operator takes as indices; if `is_regular`, of
        unit matrices and ones, for operators that factor or divide."""
        count = -(-self.storage_bytes // self.dtype.itemsize)
        flat = torch.zeros(count, dtype=self.dtype, device=self.device)
        made = flat.as_strided(self.shape, self.stride, self.offset)
        if not is_regular or not self.dtype.is_floating_point:
            return made
        if len(self.shape) < 2 or self.shape[-1] != self.shape[-2]:
            return made.fill_(1)
        made.diagonal(dim1=-2, dim2=-1).fill_(1)
        return made


@dataclasses.dataclass(frozen=True)
class Call:
    """An operator and its arguments, with layouts in place of tensors."""

    target: Any
    arguments: Tuple[Any, ...]
    structure: str

    def arguments_for(self, node: fx.Node, is_regular: bool) -> Tuple[Any, Any]:
        """New positional and named arguments of `node`, which makes this call; see
        `Layout.make`."""
        _, structure = pytree.tree_flatten((node.args, dict(node.kwargs)))
        leaves = [
            leaf.make(is_regular) if isinstance(leaf, Layout) else leaf
            for leaf in self.arguments
        ]
        return pytree.tree_unflatten(leaves, structure)


def calls_of(node: fx.Node) -> List[Call]:
    """The call of `node`; one of each branch if it is a `torch.cond` or has some inside.
    None if it cannot run by itself."""
    if not _can_run_by_itself(node):
        return []
    leaves, structure = pytree.tree_flatten((node.args, dict(node.kwargs)))
    arguments = []
    for leaf in leaves:
        if isinstance(leaf, fx.Node):
            leaf = _value_of(leaf)
        if isinstance(leaf, torch.Tensor):
            if leaf.layout != torch.strided or leaf.device.type == "meta":
                return []
            leaf = Layout.of(leaf)
        elif isinstance(leaf, (fx.Node, torch.SymInt, list, tuple)):
            return []
        arguments.append(leaf)
    found = [tuple(arguments)]
    if any(isinstance(each, fx.GraphModule) and _has_branches(each) for each in arguments):
        found = [_with_branches(arguments, taken) for taken in (True, False)]
    if _name_of(node) == "cond":
        found = [(taken, *each[1:]) for each in found for taken in (True, False)]
    return [Call(node.target, each, str(structure)) for each in found]


def _has_branches(module: fx.GraphModule) -> bool:
    return any(
        _name_of(node) == "cond" or any(map(_has_branches, operators.inner_modules(node)))
        for node in module.graph.nodes
    )


def _with_branches(arguments: Sequence[Any], taken: bool) -> Tuple[Any, ...]:
    """`arguments` with all `torch.cond`s inside of graphs bound to one branch. Only one
    runs at a time, so that each has its larger branch in one of the two runs."""
    return tuple(
        _bound(each, taken) if isinstance(each, fx.GraphModule) else each
        for each in arguments
    )


def _bound(module: fx.GraphModule, taken: bool) -> fx.GraphModule:
    graph = fx.Graph()
    graph.output(graph.graph_copy(module.graph, {}))
    made = fx.GraphModule(module, graph)
    for node in list(graph.nodes):
        if _name_of(node) == "cond":
            predicate = node.args[0]
            node.args = (taken, *node.args[1:])
            with graph.inserting_after(node):
                # It stays alive while the branch runs.
                graph.call_function(operator.is_, (predicate, None))
        for argument in node.all_input_nodes if _name_of(node) else ():
            if argument.op == "get_attr":
                inner = operators.getattr_by_path(module, argument.target)
                if isinstance(inner, fx.GraphModule):
                    made.set_submodule(argument.target, _bound(inner, taken))
    made.recompile()
    return made


def _can_run_by_itself(node: fx.Node) -> bool:
    if operators.is_collective(node) or operators.has_effects(node):
        return False
    if isinstance(node.target, torch._ops.HigherOrderOperator):
        if _name_of(node) not in ("cond", *_END_ON_ZEROS):
            return False
        return all(
            part.op != "call_function" or operators.is_getitem(part)
            or _can_run_by_itself(part)
            for module in operators.inner_modules(node) for part in module.graph.nodes
        )
    if not isinstance(node.target, torch._ops.OpOverload):
        return False
    if node.target.name() in _CRASH_ON_ZEROS:
        return False
    # The step would get other numbers.
    return not operators.draws_from_other_generator(node)


def attempts(call: Call) -> Tuple[bool, ...]:
    """The values of `is_regular` to try for the arguments of `call`, in this order."""
    on_gpu = any(
        isinstance(leaf, Layout) and leaf.device.type != "cpu" for leaf in call.arguments
    )
    name = getattr(call.target, "name", str)()
    return _ABORT_ON_A_GPU.get(name, (False, True)) if on_gpu else (False, True)


def _name_of(node: fx.Node) -> str:
    """The name of a higher-order operator; "" for others."""
    if not isinstance(node.target, torch._ops.HigherOrderOperator):
        return ""
    return node.target.name()


def _value_of(node: fx.Node) -> Any:
    """The tensor or the graph that a node stands for, or the node itself."""
    if "val" in node.meta or node.op != "get_attr":
        return node.meta.get("val", node)
    found = operators.getattr_by_path(node.graph.owning_module, node.target)
    return found if isinstance(found, fx.GraphModule) else node


def distinct_calls(nodes: Iterable[fx.Node]) -> Dict[Call, List[fx.Node]]:
    """Nodes that can run by themselves, by their calls."""
    found: Dict[Call, List[fx.Node]] = {}
    for node in nodes:
        try:
            for call in calls_of(node):
                found.setdefault(call, []).append(node)
        except TypeError:  # An argument without a hash.
            continue
    return found
