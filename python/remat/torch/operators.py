# ===- operators.py - Effects of operators -------------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Finds operators that draw random numbers, write over their arguments, or talk to
other processes. Such effects bind a task to its place in the step. A higher-order
operator has the effects of the graphs in its arguments."""

from __future__ import annotations

import operator
from typing import Any, Callable, Iterator, List, Optional, Tuple

import torch
from torch import fx
from torch._prims.rng_prims import run_and_save_rng_state, run_with_rng_state

aten = torch.ops.aten

# An operator draws no random numbers if one of these arguments is 0.
_PROBABILITIES = ("dropout_p", "p", "dropout")

_COLLECTIVES = ("_c10d_functional", "c10d_functional", "_c10d_functional_autograd")

_REPEATABLE_BATCH_NORMS = {
    aten._native_batch_norm_legit_functional.default,
}
"""Forms of batch norm whose first three results, in training, do not depend on the
running statistics."""


def schema_of(target: Any) -> Optional[torch.FunctionSchema]:
    """The schema of an operator; None for other functions."""
    return getattr(target, "_schema", None)


def is_getitem(node: fx.Node) -> bool:
    """Whether `node` takes an element of a tuple."""
    return node.op == "call_function" and node.target is operator.getitem


def _argument(node: fx.Node, position: int, name: str) -> Any:
    if name in node.kwargs:
        return node.kwargs[name]
    return node.args[position] if position < len(node.args) else None


def getattr_by_path(module: torch.nn.Module, path: str) -> Any:
    """The attribute of a module with a dotted name."""
    found: Any = module
    for part in str(path).split("."):
        found = getattr(found, part)
    return found


def inner_modules(node: fx.Node) -> List[fx.GraphModule]:
    """The graphs that a higher-order operator gets as arguments."""
    if not isinstance(node.target, torch._ops.HigherOrderOperator):
        return []
    found = [
        getattr_by_path(node.graph.owning_module, argument.target)
        for argument in node.all_input_nodes
        if argument.op == "get_attr"
    ]
    return [inner for inner in found if isinstance(inner, fx.GraphModule)]


def _with_inner_nodes(node: fx.Node) -> Iterator[fx.Node]:
    """`node`, and the nodes of the graphs in its arguments."""
    yield node
    for inner in inner_modules(node):
        for part in inner.graph.nodes:
            yield from _with_inner_nodes(part)


def is_random(node: fx.Node) -> bool:
    """Whether `node` draws from a shared random generator."""
    return any(map(_draws, _with_inner_nodes(node)))


def draws_from_other_generator(node: fx.Node) -> bool:
    """Whether `node` may draw from a generator that is no default one of a device:
    libraries have some of their own."""
    namespace = getattr(node.target, "namespace", "")
    arguments = [*node.args, *node.kwargs.values()]
    return is_random(node) and (
        namespace not in ("aten", "prims")
        or any(isinstance(argument, torch.Generator) for argument in arguments)
    )


def _draws(node: fx.Node) -> bool:
    tags = getattr(node.target, "tags", ())
    if torch.Tag.nondeterministic_seeded not in tags:
        return False
    if not _is_dropout(node.target):
        return True
    schema = schema_of(node.target)
    for position, argument in enumerate(schema.arguments if schema else ()):
        if argument.name not in _PROBABILITIES:
            continue
        given = _argument(node, position, argument.name)
        if given is None:
            given = argument.default_value
        return not (isinstance(given, (int, float)) and given == 0)
    return True


def _is_dropout(target: Any) -> bool:
    """Whether an operator draws only if it has a probability other than 0."""
    name = getattr(getattr(target, "overloadpacket", None), "__name__", "")
    return name in ("dropout", "native_dropout") or "attention" in name


def is_collective(node: fx.Node) -> bool:
    """Whether other processes have to run `node` at the same point of their order."""
    return any(
        getattr(part.target, "namespace", "") in _COLLECTIVES
        for part in _with_inner_nodes(node)
    )


def is_custom(node: fx.Node) -> bool:
    """Whether `node` calls an operator that PyTorch does not define."""
    return any(
        isinstance(part.target, torch._ops.OpOverload)
        and part.target.namespace not in ("aten", "prim", "prims")
        for part in _with_inner_nodes(node)
    )


def group_of(node: fx.Node) -> Optional[str]:
    """The name of the process group of a collective `node`; None if it names none."""
    schema = schema_of(node.target)
    for position, argument in enumerate(schema.arguments if schema else ()):
        if argument.name == "group_name":
            return _argument(node, position, argument.name)
    return None


def has_effects(node: fx.Node) -> bool:
    """Whether `node` has effects besides its results. Operators with effects keep their
    order."""
    inner = list(_with_inner_nodes(node))
    return any(map(_has_effects, inner)) or any(map(written, inner[1:]))


def _has_effects(node: fx.Node) -> bool:
    if node.target in fx.node._side_effectful_functions:
        return True
    return isinstance(node.target, torch._ops.HigherOrderOperator) and (
        node.target.name() in ("with_effects", "run_and_save_rng_state")
    )


def written(node: fx.Node) -> List[fx.Node]:
    """The arguments that `node` writes over."""
    schema = schema_of(node.target)
    if schema is None or not schema.is_mutable:
        return []
    found = []
    for position, argument in enumerate(schema.arguments):
        if argument.alias_info is None or not argument.alias_info.is_write:
            continue
        given = _argument(node, position, argument.name)
        items = given if isinstance(given, (list, tuple)) else [given]
        found += [item for item in items if isinstance(item, fx.Node)]
    return found


def viewed(node: fx.Node) -> List[fx.Node]:
    """The arguments whose storages the results of `node` share, by its schema."""
    schema = schema_of(node.target)
    if schema is None or schema.is_mutable:
        return []
    shared = set()
    for result in schema.returns:
        if result.alias_info is not None:
            shared |= set(result.alias_info.before_set)
    found = []
    for position, argument in enumerate(schema.arguments):
        info = argument.alias_info
        if info is None:
            continue
        # For a list of results, the schema gives the argument a wildcard set.
        is_in_list = "*" in info.after_set
        if not is_in_list and not shared & set(info.before_set):
            continue
        given = _argument(node, position, argument.name)
        if isinstance(given, fx.Node):
            found.append(given)
    return found


def must_be_in_forward(node: fx.Node) -> bool:
    """Whether autograd traced `node` for the forward pass only."""
    return node.meta.get("partitioner_tag") == "must_be_in_forward"


def must_be_in_backward(node: fx.Node) -> bool:
    """Whether autograd traced `node` for the backward pass only, even if it reads no
    gradient."""
    tag = node.meta.get("partitioner_tag")
    if tag == "must_be_in_backward":
        return True
    return tag == "is_backward" and has_effects(node)


def is_repeatable_batch_norm(node: fx.Node) -> bool:
    """Whether `node` is a batch norm in training, which can run again without its
    running statistics."""
    if node.target not in _REPEATABLE_BATCH_NORMS:
        return False
    return _argument(node, 5, "training") is True


def running_statistics(node: fx.Node) -> List[fx.Node]:
    """The running statistics that such a batch norm reads."""
    found = [_argument(node, 3, "running_mean"), _argument(node, 4, "running_var")]
    return [item for item in found if isinstance(item, fx.Node)]


def repeat_batch_norm(graph: fx.Graph, node: fx.Node, arguments: Any) -> fx.Node:
    """Adds the batch norm `node` to `graph` without running statistics; `arguments`
    are those of `node`, as nodes of `graph`."""
    value, weight, bias, _, _, training, momentum, epsilon = arguments
    made = graph.call_function(
        aten._native_batch_norm_legit.no_stats,
        (value, weight, bias, training, momentum, epsilon),
    )
    made.meta = dict(node.meta)
    made.meta["val"] = tuple(node.meta["val"][:3])
    return made


def run_and_save_state(
    graph: fx.Graph, node: fx.Node, state: fx.Node, look_up: Callable[[fx.Node], fx.Node]
) -> fx.Node:
    """Adds the first run of the random operator `node` to `graph`, with the nodes that
    `look_up` gives as arguments. Its value is the pair of the `state` that the generator
    had before and the result."""
    both = _call(graph, run_and_save_rng_state, (), node, look_up, "and_state")
    both.meta["val"] = (state.meta["val"], node.meta["val"])
    return both


def take(graph: fx.Graph, both: fx.Node, position: int, source: fx.Node) -> fx.Node:
    """Adds an element of a pair to `graph`, with the name and the description of
    `source`."""
    made = graph.create_node(
        "call_function", operator.getitem, (both, position), name=source.name
    )
    made.meta = dict(source.meta)
    return made


def run_with_state(
    graph: fx.Graph, node: fx.Node, state: fx.Node, look_up: Callable[[fx.Node], fx.Node]
) -> fx.Node:
    """Adds a later run of the random operator `node` to `graph`, with the same numbers;
    `state` and the nodes that `look_up` gives are nodes of `graph`."""
    return _call(graph, run_with_rng_state, (state,), node, look_up, "again")


def _call(
    graph: fx.Graph,
    target: Any,
    arguments: Tuple[Any, ...],
    node: fx.Node,
    look_up: Callable[[fx.Node], fx.Node],
    suffix: str,
) -> fx.Node:
    made = graph.create_node(
        "call_function",
        target,
        (*arguments, node.target, *fx.node.map_arg(node.args, look_up)),
        fx.node.map_arg(node.kwargs, look_up),
        f"{node.name}_{suffix}",
    )
    made.meta = dict(node.meta)
    return made
