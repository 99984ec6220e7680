# ===- program_layouts.py - Arguments as Inductor's programs pass them ----===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Inductor lays buffers out otherwise than the trace says, for the libraries that read
them. `laid_out` gives a call of a library the arguments that it gets in the program."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple

import torch
from torch import fx

Strided = Tuple[Tuple[int, ...], Tuple[int, ...]]
"""Sizes and strides of a tensor."""


def laid_out(node: fx.Node, call: Any) -> fx.Node:
    """A copy of `node` whose arguments lie as those of `call`, the operation of the
    program that it became; `node` itself where these are unknown or lie as in the
    trace."""
    arguments = node.all_input_nodes
    if any(_tensor_of(argument) is None for argument in arguments):
        return node
    known = [(tuple(t.shape), tuple(t.stride())) for t in map(_tensor_of, arguments)]
    passed = [_strided(each) for each in getattr(call, "inputs", ())]
    # Some operations have the bias of a convolution elsewhere.
    passed += known[len(passed) :]
    if len(passed) != len(known) or passed == known:
        return node
    if any(p is None or p[0] != k[0] for p, k in zip(passed, known)):
        return node
    graph = fx.Graph(node.graph.owning_module)
    copies: Dict[fx.Node, fx.Node] = {}
    for argument, (sizes, strides) in zip(arguments, passed):
        tensor = _tensor_of(argument)
        copies[argument] = graph.placeholder(argument.name)
        with tensor.fake_mode:
            made = torch.empty_strided(
                sizes, strides, dtype=tensor.dtype, device=tensor.device
            )
        copies[argument].meta["val"] = made
    return graph.node_copy(node, copies.__getitem__)


def _tensor_of(node: fx.Node) -> Optional[torch.Tensor]:
    found = node.meta.get("val")
    return found if hasattr(found, "fake_mode") else None


def _strided(argument: Any) -> Optional[Strided]:
    """Those of an operation's argument; None if they are no numbers."""
    try:
        found: List[Any] = [argument.get_size(), argument.get_stride()]
        sizes, strides = (tuple(int(each) for each in part) for part in found)
    except (AttributeError, NotImplementedError, TypeError):
        return None
    return sizes, strides
