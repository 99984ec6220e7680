# ===- pools.py - Pools as Inductor compiles them ------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Inductor writes kernels for pools with small windows and leaves others to the
library. Gradients of the former read the shape of the pool's input alone."""

from __future__ import annotations

import math
from typing import Any, Callable, Dict, List

import torch
from torch import fx

aten = torch.ops.aten

_MOST_ELEMENTS = 25
"""Larger windows are left to the library; so are gradients with more windows over one
element."""

_MOST_WINDOWS_OF_3D = 125


def is_written_by_inductor(node: fx.Node) -> bool:
    """Whether `node` is no pool, or one that Inductor writes a kernel for."""
    rule = _RULES.get(node.target)
    return rule is None or rule(node)


def drop_inputs_of_pools(graph: fx.Graph) -> int:
    """Gives gradients of pools a constant in place of the pool's input, where Inductor's
    kernel reads its shape: a generated program would hold the input to its end. Returns
    the number of changes."""
    count = 0
    for node in list(graph.nodes):
        if node.target not in _GRADIENTS or not is_written_by_inductor(node):
            continue
        given = node.args[1].meta["val"]
        if not given.is_contiguous():
            continue
        with graph.inserting_before(node):
            constant = graph.call_function(
                aten.full.default,
                (list(given.shape), 0),
                {"dtype": given.dtype, "device": given.device, "pin_memory": False},
            )
        constant.meta = {**node.meta, "val": torch.empty_like(given)}
        node.args = (node.args[0], constant, *node.args[2:])
        count += 1
    return count


def _has_small_window(node: fx.Node) -> bool:
    dimensions = 3 if node.target is aten.avg_pool3d.default else 2
    sizes = _expanded(node.args[1], dimensions)
    return math.prod(sizes) <= _MOST_ELEMENTS


def _has_small_adaptive_window(node: fx.Node) -> bool:
    given = node.args[0].meta["val"].shape[-2:]
    windows = []
    for size, made in zip(given, _expanded(node.args[1], 2)):
        if not made:
            return True
        windows.append((size, made))
    if all(size % made == 0 for size, made in windows):
        return math.prod(size // made for size, made in windows) <= _MOST_ELEMENTS
    largest = [-(-(size + made - 1) // made) for size, made in windows]
    return math.prod(largest) <= _MOST_ELEMENTS


def _has_few_windows(node: fx.Node, dimensions: int, most: int) -> bool:
    """Whether at most that many windows lie over one element of the pool's input."""
    kernel = _expanded(node.args[2], dimensions)
    stride = _expanded(node.args[3] or kernel, dimensions)
    return math.prod(map(_windows, kernel, stride)) <= most


def _windows(kernel: int, stride: int) -> int:
    return max(
        max(place // stride - max(0, (place - kernel) // stride), 1)
        for place in range(2 * kernel)
    )


def _expanded(sizes: Any, dimensions: int) -> List[int]:
    """One size for each dimension, where one stands for all."""
    found = [sizes] if isinstance(sizes, int) else list(sizes)
    return found * dimensions if len(found) == 1 else found


def _is_dilated(node: fx.Node) -> bool:
    return any(step != 1 for step in _expanded(node.args[5], 2))


_GRADIENTS: Dict[Any, Callable[[fx.Node], bool]] = {
    aten.avg_pool2d_backward.default: lambda node: _has_few_windows(
        node, 2, _MOST_ELEMENTS
    ),
    aten.avg_pool3d_backward.default: lambda node: _has_few_windows(
        node, 3, _MOST_WINDOWS_OF_3D
    ),
    aten.max_pool2d_with_indices_backward.default: lambda node: not _is_dilated(node)
    and _has_few_windows(node, 2, _MOST_ELEMENTS),
}

_RULES: Dict[Any, Callable[[fx.Node], bool]] = {
    aten.avg_pool2d.default: _has_small_window,
    aten.avg_pool3d.default: _has_small_window,
    aten._adaptive_avg_pool2d.default: _has_small_adaptive_window,
    **_GRADIENTS,
}
