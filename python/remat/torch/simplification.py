# ===- simplification.py - Operators that tracing takes apart ------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""AOTAutograd traces the gradients of some operators in a form that can be
differentiated again. Eager training runs one kernel there, whose results differ in
their last bits. `restore_eager_operators` restores the operator of that kernel."""

from __future__ import annotations

from typing import Any, Optional

import torch
from torch import fx

aten = torch.ops.aten


def _is_call(node: Any, target: Any) -> bool:
    """Whether `node` calls `target` with nothing but positional arguments."""
    return isinstance(node, fx.Node) and node.target is target and not node.kwargs


def _is_of_autograd(node: fx.Node) -> bool:
    """Whether autograd traced `node`, not the user's code."""
    return node.meta.get("partitioner_tag") == "is_backward"


def _has_silu(argument: Any) -> bool:
    return isinstance(argument, fx.Node) and any(
        user.target is aten.silu.default for user in argument.users
    )


def _have_one_type(*nodes: Any) -> bool:
    """Whether the tensors of all nodes have one shape and one element type."""
    tensors = [node.meta.get("val") for node in nodes if isinstance(node, fx.Node)]
    if len(tensors) < len(nodes) or not all(
        isinstance(tensor, torch.Tensor) for tensor in tensors
    ):
        return False
    first = tensors[0]
    return all(t.shape == first.shape and t.dtype == first.dtype for t in tensors)


def _silu_backward(node: fx.Node) -> Optional[tuple]:
    """Gradient and argument of silu, if `node` is its backward:
    grad * (s * (1 + x * (1 - s))) where s is sigmoid(x)."""
    if not _is_call(node, aten.mul.Tensor) or not _is_of_autograd(node):
        return None
    gradient, factor = node.args
    if not _is_call(factor, aten.mul.Tensor):
        return None
    sigmoid, plus = factor.args
    if not _is_call(sigmoid, aten.sigmoid.default):
        return None
    if not (_is_call(plus, aten.add.Tensor) or _is_call(plus, aten.add.Scalar)):
        return None
    product, one = plus.args
    if one != 1 or not _is_call(product, aten.mul.Tensor):
        return None
    argument, rest = product.args
    if sigmoid.args[0] is not argument or not _has_silu(argument):
        return None
    if not _have_one_type(gradient, argument, node):
        return None
    if _is_call(rest, aten.rsub.Scalar):
        is_rest = tuple(rest.args) == (sigmoid, 1)
    elif _is_call(rest, aten.sub.Tensor):
        ones, subtracted = rest.args
        fills = (aten.fill.Scalar, aten.full.default, aten.full_like.default)
        is_rest = (
            subtracted is sigmoid
            and isinstance(ones, fx.Node)
            and ones.target in fills
            and ones.args[1] == 1
        )
    else:
        is_rest = False
    return (gradient, argument) if is_rest else None


def restore_eager_operators(graph: fx.Graph) -> int:
    """Restores `silu_backward` where tracing took it apart. Returns the number of
    changes."""
    count = 0
    for node in list(graph.nodes):
        found = _silu_backward(node)
        if found is None:
            continue
        with graph.inserting_before(node):
            made = graph.call_function(aten.silu_backward.default, found)
        made.meta = dict(node.meta)
        node.replace_all_uses_with(made)
        count += 1
    if count:
        graph.eliminate_dead_code()
    return count


def drop_unread_statistics(graph: fx.Graph) -> int:
    """Drops running statistics from the gradients of batch norms in training, which
    keep them alive but do not read them. Returns the number of changes."""
    count = 0
    target = aten.native_batch_norm_backward.default
    for node in graph.find_nodes(op="call_function", target=target):
        if node.args[7] is True and (node.args[3], node.args[4]) != (None, None):
            node.args = (*node.args[:3], None, None, *node.args[5:])
            count += 1
    return count


def _is_expandable(shape: Any, target: Any) -> bool:
    shape, target = tuple(shape), tuple(target)
    if len(shape) > len(target):
        return False
    return all(a in (1, b) for a, b in zip(reversed(shape), reversed(target)))


def _is_pointwise_use(node: fx.Node) -> bool:
    return torch.Tag.pointwise in getattr(node.target, "tags", ())


def join_products_with_sums(graph: fx.Graph) -> int:
    """Joins a matrix product with a sum that is its only reader, as Inductor does: the
    product then runs at the place of the sum. Returns the number of changes."""
    count = 0
    for node in list(graph.nodes):
        if node.target is not aten.add.Tensor or node.kwargs:
            continue
        for product, other in (node.args, node.args[::-1]):
            if not _is_call(product, aten.mm.default) or len(product.users) != 1:
                continue
            if not isinstance(other, fx.Node) or other is product:
                continue
            given, made = other.meta.get("val"), product.meta["val"]
            if not isinstance(given, torch.Tensor):
                continue
            if not _is_expandable(given.shape, made.shape) or given.dtype != made.dtype:
                continue
            if made.device.type != "cpu" and all(map(_is_pointwise_use, node.users)):
                continue
            with graph.inserting_before(node):
                joined = graph.call_function(
                    aten.addmm.default, (other, *product.args)
                )
            joined.meta = dict(node.meta)
            node.replace_all_uses_with(joined)
            graph.erase_node(node)
            graph.erase_node(product)
            count += 1
            break
    return count
