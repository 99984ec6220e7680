# ===- real_layouts.py - Layouts that differ from the trace --------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Some kernels order their results in memory otherwise than the trace says: the
gradient of `mse_loss` is contiguous where its arguments have their channels last.
`RealLayouts` corrects the trace, since operators behind such a result take other
workspaces."""

from __future__ import annotations

from typing import Any, List, Optional, Sequence, Set, Tuple

import torch
from torch import fx
from torch.utils import _pytree as pytree

from remat.torch import operators

Strides = Optional[Tuple[int, ...]]
"""Of a result; None for one that is no tensor or a view."""


class RealLayouts:
    """Corrects the tensors that nodes of a graph have in the trace. To be called for
    each node, in the order of the graph."""

    def __init__(self) -> None:
        self.changed: Set[fx.Node] = set()
        """Nodes whose tensors are no longer those of the trace."""

    def follow(self, node: fx.Node) -> None:
        """Traces `node` again if an argument of it has changed."""
        if node.op != "call_function" or self.changed.isdisjoint(node.all_input_nodes):
            return
        mode = _mode_of(node)
        if mode is None:
            return
        args, kwargs = fx.map_arg((node.args, dict(node.kwargs)), _tensor_of)
        try:
            if operators.is_getitem(node):
                traced = args[0][args[1]]
            else:
                with mode:
                    traced = node.target(*args, **kwargs)
        except Exception:  # The trace is as good as it gets.
            return
        self._replace(node, traced)

    def correct(self, node: fx.Node, strides: Sequence[Strides]) -> None:
        """Sets the strides of the results of `node`, as measured."""
        leaves, structure = pytree.tree_flatten(node.meta.get("val"))
        mode = _mode_of(node)
        if mode is None or len(leaves) != len(strides):
            return
        with mode:
            real = [
                _with_strides(leaf, found) if isinstance(leaf, torch.Tensor) else leaf
                for leaf, found in zip(leaves, strides)
            ]
        self._replace(node, pytree.tree_unflatten(real, structure))

    def _replace(self, node: fx.Node, tensors: Any) -> None:
        before = list(map(_layout, pytree.tree_leaves(node.meta["val"])))
        if before != list(map(_layout, pytree.tree_leaves(tensors))):
            node.meta["val"] = tensors
            self.changed.add(node)


def _tensor_of(node: fx.Node) -> Any:
    return node.meta.get("val", node)


def _mode_of(node: fx.Node) -> Any:
    """The mode that traced `node`; None if there is none."""
    for leaf in pytree.tree_leaves(node.meta.get("val")):
        mode = getattr(leaf, "fake_mode", None)
        if mode is not None:
            return mode
    return None


def _with_strides(tensor: torch.Tensor, strides: Strides) -> torch.Tensor:
    if strides is None or _same_order(tensor, strides):
        return tensor
    return torch.empty_strided(
        tensor.shape, strides, dtype=tensor.dtype, device=tensor.device
    )


def _same_order(tensor: torch.Tensor, strides: Tuple[int, ...]) -> bool:
    """Whether elements lie in the same places. Strides of dimensions of size one are
    any."""
    if tensor.dim() != len(strides) or tensor.layout != torch.strided:
        return True
    return all(
        size == 1 or old == new
        for size, old, new in zip(tensor.shape, tensor.stride(), strides)
    )


def _layout(leaf: Any) -> Any:
    if not isinstance(leaf, torch.Tensor) or leaf.layout != torch.strided:
        return None
    return tuple(leaf.shape), tuple(leaf.stride()), leaf.storage_offset()
