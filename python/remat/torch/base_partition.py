# ===- base_partition.py - The step as Inductor would partition it -------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`partition_as_torch` makes the step that plans for Inductor start from: PyTorch's own
partition without a memory budget, merged into one joint graph. Pointwise operators that
this partition recomputes in the backward pass, inside of kernels that run anyway,
become separate nodes.
"""

from __future__ import annotations

import dataclasses
from typing import Any, Dict, FrozenSet, List, Sequence

import torch
from torch import fx
from torch._functorch import config as functorch_config
from torch._functorch.partitioners import min_cut_rematerialization_partition

from remat.torch.joint_graph import is_tangent, policy_of
from remat.torch.pools import drop_inputs_of_pools
from remat.torch.simplification import join_products_with_sums


@dataclasses.dataclass(frozen=True)
class BasePartition:
    """A joint graph and its nodes that run in the forward pass."""

    joint: fx.GraphModule
    forward_nodes: FrozenSet[fx.Node]


def partition_as_torch(
    module: fx.GraphModule, inputs: Sequence[Any], num_forward_outputs: int,
    **options: Any,
) -> BasePartition:
    """Partitions the joint graph `module`, and changes it. `options` are those of
    PyTorch's partition functions."""
    _drop_preferences(module.graph)
    drop_inputs_of_pools(module.graph)
    with functorch_config.patch(activation_memory_budget=1.0):
        forward, backward = min_cut_rematerialization_partition(
            module,
            inputs,
            compiler="inductor",
            num_fwd_outputs=num_forward_outputs,
            **options,
        )
    for part in (forward, backward):
        join_products_with_sums(part.graph)
    return merge(module, forward, backward, num_forward_outputs)


def _drop_preferences(graph: fx.Graph) -> None:
    """Drops mere preferences of `torch.utils.checkpoint`, since the plan decides.
    Random operators lose their tags, too: the partition would add operators that save
    the state of the generator, but a plan runs random operators once."""
    for node in graph.nodes:
        policy = policy_of(node)
        if policy.startswith("PREFER_") or (
            policy == "MUST_RECOMPUTE"
            and torch.Tag.nondeterministic_seeded in getattr(node.target, "tags", ())
        ):
            del node.meta["recompute"]


def _output(module: fx.GraphModule) -> fx.Node:
    return module.graph.find_nodes(op="output")[0]


def merge(
    module: fx.GraphModule,
    forward: fx.GraphModule,
    backward: fx.GraphModule,
    num_forward_outputs: int,
) -> BasePartition:
    """Merges `forward` and `backward`, the parts of `module`, into one joint graph."""
    graph = fx.Graph()
    tangents = [n for n in backward.graph.find_nodes(op="placeholder") if is_tangent(n)]
    in_forward: Dict[fx.Node, fx.Node] = {}
    in_backward: Dict[fx.Node, fx.Node] = {}
    for node in forward.graph.find_nodes(op="placeholder"):
        in_forward[node] = graph.node_copy(node)
    for node in tangents:
        in_backward[node] = graph.node_copy(node)
    for node in forward.graph.nodes:
        if node.op not in ("placeholder", "output"):
            in_forward[node] = graph.node_copy(node, lambda n: in_forward[n])
    outputs = list(_output(forward).args[0])
    saved = outputs[num_forward_outputs:]
    places = [
        n for n in backward.graph.find_nodes(op="placeholder") if not is_tangent(n)
    ]
    assert len(places) == len(saved), "the backward pass reads what nothing saves"
    for place, node in zip(places, saved):
        in_backward[place] = in_forward[node]
    for node in backward.graph.nodes:
        if node.op not in ("placeholder", "output"):
            in_backward[node] = graph.node_copy(node, lambda n: in_backward[n])
    results: List[Any] = [
        in_forward[n] if isinstance(n, fx.Node) else n
        for n in outputs[:num_forward_outputs]
    ]
    results += [
        in_backward[n] if isinstance(n, fx.Node) else n
        for n in _output(backward).args[0]
    ]
    made = graph.output(tuple(results))
    described = _output(forward).meta.get("desc"), _output(backward).meta.get("desc")
    if None not in described:
        made.meta["desc"] = [*described[0][:num_forward_outputs], *described[1]]
    graph.lint()
    joint = fx._lazy_graph_module._make_graph_module(module, graph)
    return BasePartition(joint, frozenset(in_forward.values()))
