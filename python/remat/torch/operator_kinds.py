# ===- operator_kinds.py - Kinds of operators for Inductor ---------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Sorts ATen operators into views, expressions inside of kernels, reductions, and calls
of a library."""

from __future__ import annotations

import enum
from typing import Any, FrozenSet, List

import torch
from torch import fx

from remat.torch import operators
from remat.torch.pools import is_written_by_inductor

aten, prims = torch.ops.aten, torch.ops.prims


class Kind(enum.Enum):
    """How an operator is compiled."""

    VIEW = "view"
    """Another index into the same storage."""
    POINTWISE = "pointwise"
    """An expression of its inputs, element by element."""
    REDUCTION = "reduction"
    """A loop that makes fewer elements than it reads."""
    LIBRARY = "library"
    """A call that reads and writes whole buffers."""


# In addition to those tagged as pointwise.
_POINTWISE = (
    aten.arange,
    aten.avg_pool2d,
    aten.avg_pool2d_backward,
    aten.avg_pool3d,
    aten.avg_pool3d_backward,
    aten.bucketize,
    aten.cat,
    aten.clone,
    aten.constant_pad_nd,
    aten.copy,
    aten.copy_,
    aten.embedding,
    aten.empty,
    aten.empty_like,
    aten.fill,
    aten.flip,
    aten.full,
    aten.full_like,
    aten.gather,
    aten.index,
    aten.index_select,
    aten.max_pool2d_with_indices_backward,
    aten.new_full,
    aten.new_zeros,
    aten.ones_like,
    aten.repeat,
    aten.scalar_tensor,
    aten.select_scatter,
    aten.slice_scatter,
    aten.stack,
    aten.tril,
    aten.triu,
    aten.upsample_nearest2d,
    aten.zeros,
    aten.zeros_like,
    aten._to_copy,
    aten._adaptive_avg_pool2d,
    aten._unsafe_index,
    aten._unsafe_masked_index,
    prims.convert_element_type,
    prims.inductor_lookup_seed,
    prims.inductor_randint,
    prims.inductor_random,
    prims.iota,
    prims._low_memory_max_pool_offsets_to_indices,
    prims._low_memory_max_pool_with_offsets,
)

_REDUCTIONS = (
    aten.all,
    aten.amax,
    aten.amin,
    aten.any,
    aten.argmax,
    aten.argmin,
    aten.max,
    aten.mean,
    aten.min,
    aten.prod,
    aten.sum,
    aten.var,
    aten.var_mean,
    aten.upsample_nearest2d_backward,
)

STRAIGHT_VIEWS = (
    aten.alias,
    aten.detach,
    aten.squeeze,
    aten.unsqueeze,
    aten.view,
    aten._unsafe_view,
)
"""Views that keep the elements of a dense tensor in their order."""

REALIZED = (prims.inductor_randint, prims.inductor_random)
"""Expressions that get a buffer, which only fusion can remove."""

_MATRIX_PRODUCTS = (aten.addmm, aten.baddbmm, aten.bmm, aten.mm)

HEAVY = (aten.exp, aten.sigmoid)
"""Operators that the CPU's backend does not compute twice."""


def packet(target: Any) -> Any:
    """An operator without its overload."""
    return getattr(target, "overloadpacket", target)


def _tags(target: Any) -> FrozenSet[Any]:
    return frozenset(getattr(target, "tags", ()))


def _is_left_to_library(node: fx.Node) -> bool:
    """Whether Inductor calls the library for these arguments of `node`, although it
    writes kernels for others."""
    if packet(node.target) is aten.bucketize:
        return node.meta["val"].device.type == "cpu"
    return not is_written_by_inductor(node)


def _is_scatter_on_constant(node: fx.Node) -> bool:
    """Whether Inductor writes `node` as a choice by index, element by element."""
    if node.target is not aten.scatter.value:
        return False
    base = node.args[0]
    return isinstance(base, fx.Node) and base.target is aten.full.default


def _is_expanded(node: Any) -> bool:
    tensor = node.meta.get("val") if isinstance(node, fx.Node) else None
    return isinstance(tensor, torch.Tensor) and any(
        stride == 0 and size > 1
        for stride, size in zip(tensor.stride(), tensor.shape)
    )


def copied_bytes(node: fx.Node) -> int:
    """Bytes of the arguments of `node` that Inductor writes into buffers, so that the
    library, which would copy them, need not."""
    target = packet(node.target)
    if target in _MATRIX_PRODUCTS:
        return sum(map(_dense_bytes, filter(_is_expanded, node.args[-2:])))
    if target is aten.convolution and not _has_order_of(node.args[0], node.meta["val"]):
        return _dense_bytes(node.args[0])
    if target is aten.convolution_backward and _lowers_convolution_gradients():
        return sum(map(_dense_bytes, _copied_for_gradients(node)))
    return 0


def _lowers_convolution_gradients() -> bool:
    """Whether this version of Inductor chooses orders for the arguments of gradients of
    convolutions."""
    from torch._inductor.kernel import conv

    return hasattr(conv, "convolution_backward_lowering")


def _copied_for_gradients(node: fx.Node) -> List[fx.Node]:
    """The arguments of a convolution's gradients that do not lie in the order of those
    that are made of them."""
    gradient, images, weight = node.args[:3]
    of_images, of_weight, _ = node.meta["val"]
    pairs = [(gradient, of_weight), (images, of_weight)]
    pairs += [(gradient, of_images), (weight, of_images)]
    copied = {
        argument: None
        for argument, result in pairs
        if result is not None and not _has_order_of(argument, result)
    }
    return list(copied)


def _dense_bytes(node: fx.Node) -> int:
    tensor = node.meta["val"]
    return tensor.numel() * tensor.element_size()


def _has_order_of(node: fx.Node, other: torch.Tensor) -> bool:
    """Whether the dimensions of `node` lie in memory in the order of those of `other`.
    Those of size one lie anywhere."""
    tensor, wanted = node.meta["val"], other.stride()
    dimensions = [d for d in range(tensor.dim()) if tensor.shape[d] != 1]
    dimensions.sort(key=lambda d: -wanted[d])
    strides = [tensor.stride()[d] for d in dimensions]
    return all(outer >= inner for outer, inner in zip(strides, strides[1:]))


def kind_of(node: fx.Node, is_view: bool) -> Kind:
    """How Inductor compiles `node`; `is_view` means that it makes no storage."""
    if operators.is_collective(node) or operators.has_effects(node):
        return Kind.LIBRARY
    if operators.is_random(node) and "inductor" not in str(node.target):
        return Kind.LIBRARY
    target = packet(node.target)
    if operators.written(node) and target is not aten.copy_:
        return Kind.LIBRARY
    if is_view and not operators.written(node):
        return Kind.VIEW
    if _is_left_to_library(node):
        return Kind.LIBRARY
    if target in _REDUCTIONS:
        return Kind.REDUCTION
    if _is_scatter_on_constant(node):
        return Kind.POINTWISE
    if target in _POINTWISE or torch.Tag.pointwise in _tags(node.target):
        return Kind.POINTWISE
    return Kind.LIBRARY


def calls_library(node: fx.Node) -> bool:
    """Whether `node` is an operator that is a call of a library."""
    if node.op != "call_function" or operators.is_getitem(node):
        return False
    return kind_of(node, bool(operators.viewed(node))) is Kind.LIBRARY
