# ===- regions.py - Nested compile regions -------------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""A call of a function with `torch.compiler.nested_compile_region` is one operator of a
joint graph. `inline_regions` replaces it by the operators of the function, so that plans
decide for each of them."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, Tuple

import torch
from torch import fx
from torch._functorch.partitioners import default_partition
from torch._guards import detect_fake_mode
from torch._subclasses.fake_tensor import FakeTensor, FakeTensorMode
from torch.utils import _pytree as pytree

from remat.torch import operators

_INHERITED = ("partitioner_tag", "recompute", "stack_trace")
"""What operators get from the call of their region if they have none of their own."""

_OF_CALL = ("nn_module_stack", "fwd_nn_module_stack")
"""What they get in place of their own, which is that of the first call."""


def is_region(inputs: Any) -> bool:
    """Whether AOTAutograd wants the passes of a region, by the inputs that it gives: it
    gives none. The budget is for the step around it."""
    return isinstance(inputs, list) and not inputs


def partition_region(
    module: fx.GraphModule, num_forward_outputs: int
) -> Tuple[fx.GraphModule, fx.GraphModule]:
    """The passes of a region without recomputation: the plan decides on it, by the tags
    of `torch.utils.checkpoint`, which both passes keep."""
    tags = {
        node.name: node.meta.pop("recompute")
        for node in module.graph.nodes
        if "recompute" in node.meta
    }
    passes = default_partition(module, [], num_fwd_outputs=num_forward_outputs)
    for part in passes:
        for node in part.graph.nodes:
            if node.name in tags:
                node.meta["recompute"] = tags[node.name]
    return passes


def inline_regions(module: fx.GraphModule) -> int:
    """Replaces all calls of regions in `module` by their operators. Returns the number
    of calls. Linear in the size of the result."""
    calls = [node for node in module.graph.nodes if _is_call(node)]
    outer = list(_seeds_in(module.graph))
    for call in calls:
        with module.graph.inserting_before(call):
            results = _Inlining(module, call).run()
        for user in list(call.users):
            _replace(user, results[user.args[1]])
            module.graph.erase_node(user)
        module.graph.erase_node(call)
    if calls:
        _join_seeds(module.graph, outer)
        module.graph.eliminate_dead_code()
        module.delete_all_unused_submodules()
        module.recompile()
    return len(calls)


def _is_call(node: fx.Node) -> bool:
    return node.target is torch.ops.higher_order.invoke_subgraph


def _replace(node: fx.Node, result: Any) -> None:
    """Replaces `node` in its users by `result`, a node or a constant."""
    if isinstance(result, fx.Node):
        node.replace_all_uses_with(result)
        return

    def replaced(argument: fx.Node) -> Any:
        return result if argument is node else argument

    for user in list(node.users):
        user.args = fx.node.map_arg(user.args, replaced)
        user.kwargs = fx.node.map_arg(user.kwargs, replaced)


def _seeds_in(graph: fx.Graph) -> Sequence[fx.Node]:
    target = torch.ops.prims.inductor_seeds.default
    return graph.find_nodes(op="call_function", target=target)


def _join_seeds(graph: fx.Graph, outer: Sequence[fx.Node]) -> None:
    """Draws the seeds of all regions with those of the step around them, `outer`, which
    come first, as in a program with regions. Inductor's operator for seeds counts as one
    without effects: equal ones would be merged."""
    drawn: Dict[torch.device, fx.Node] = {}
    start = next(node for node in graph.nodes if node.op != "placeholder")
    for seeds in [*outer, *(node for node in _seeds_in(graph) if node not in outer)]:
        count, device = seeds.args
        if device not in drawn:
            with graph.inserting_before(start):
                drawn[device] = graph.node_copy(seeds)
            drawn[device].args = (0, device)
        joined = drawn[device]
        before = joined.args[0]
        joined.args = (before + count, device)
        for lookup in list(seeds.users):
            lookup.args = (joined, before + lookup.args[1])
        graph.erase_node(seeds)
    for joined in drawn.values():
        _trace_anew(joined)


class _Inlining:
    """Copies the operators of the region that `call` calls to before `call`."""

    def __init__(self, module: fx.GraphModule, call: fx.Node):
        self.module = module
        self.call = call

    def run(self) -> Sequence[Any]:
        """Returns the results of the region: nodes and constants."""
        region = operators.getattr_by_path(self.module, self.call.args[0].target)
        return self._copy_all(region, self.call.args[2:])

    def _copy_all(self, region: fx.GraphModule, arguments: Sequence[Any]) -> Any:
        made: Dict[fx.Node, Any] = {}
        rest = iter(arguments)
        for node in region.graph.nodes:
            if node.op == "output":
                return fx.node.map_arg(node.args[0], made.__getitem__)
            if node.op == "placeholder":
                made[node] = next(rest)
            elif _is_call(node):
                inner = operators.getattr_by_path(region, node.args[0].target)
                operands = fx.node.map_arg(node.args[2:], made.__getitem__)
                made[node] = self._copy_all(inner, operands)
            elif operators.is_getitem(node) and not isinstance(
                made[node.args[0]], fx.Node
            ):
                made[node] = made[node.args[0]][node.args[1]]
            elif node.op == "get_attr":
                if not all(map(_is_call, node.users)):
                    made[node] = self._copy_attribute(region, node)
            else:
                made[node] = self._copy(node, made)
        raise AssertionError("a graph ends with its outputs")

    def _copy_attribute(self, region: fx.GraphModule, node: fx.Node) -> fx.Node:
        name = f"{self.call.name}_{node.target}".replace(".", "_")
        found = operators.getattr_by_path(region, node.target)
        if isinstance(found, torch.Tensor):
            self.module.register_buffer(name, found)
        else:
            self.module.add_module(name, found)
        made = self.module.graph.get_attr(name)
        made.meta = dict(node.meta)
        return made

    def _copy(self, node: fx.Node, made: Dict[fx.Node, Any]) -> fx.Node:
        copied = self.module.graph.create_node(
            node.op,
            node.target,
            fx.node.map_arg(node.args, made.__getitem__),
            fx.node.map_arg(node.kwargs, made.__getitem__),
            f"{self.call.name}_{node.name}",
        )
        given = self.call.meta
        copied.meta = {key: given[key] for key in _INHERITED if key in given}
        copied.meta.update(node.meta)
        copied.meta.update({key: given[key] for key in _OF_CALL if key in given})
        if isinstance(node.target, torch._ops.OpOverload) or operators.is_getitem(node):
            _trace_anew(copied)
        else:
            copied.meta["val"] = pytree.tree_map(_in_own_storage, node.meta.get("val"))
        return copied


def _in_own_storage(result: Any) -> Any:
    """A result like this one of an operator whose results share no storages."""
    if not isinstance(result, FakeTensor) or result.layout != torch.strided:
        return result
    with result.fake_mode:
        return torch.empty_strided(
            result.shape, result.stride(), dtype=result.dtype, device=result.device
        )


def _trace_anew(node: fx.Node) -> None:
    """Gives `node` results of its own: calls of a region share those of its trace, and
    with them their storages."""
    arguments: List[Any] = []

    def value_of(argument: fx.Node) -> Any:
        value = argument.meta.get("val")
        arguments.append(value)
        return value

    args = fx.node.map_arg(node.args, value_of)
    kwargs = fx.node.map_arg(node.kwargs, value_of)
    mode: Optional[FakeTensorMode] = detect_fake_mode(arguments)
    if mode is not None:
        with mode:
            node.meta["val"] = node.target(*args, **kwargs)
