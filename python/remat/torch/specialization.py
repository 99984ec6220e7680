# ===- specialization.py - Sizes of the first call in place of symbols ---===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`specialize` replaces symbolic shapes of a graph by the sizes that it was traced
with. Reading them adds guards, so that other sizes compile again."""

from __future__ import annotations

from typing import Any, Dict

import torch
from torch import fx
from torch.fx.experimental.symbolic_shapes import GuardOnDataDependentSymNode
from torch.utils import _pytree as pytree

from remat.errors import DynamicShapeError

_SYMBOLIC = (torch.SymInt, torch.SymFloat, torch.SymBool)


def _constant(node: fx.Node, symbol: Any) -> Any:
    """The value of a symbol, the value of `node`; guards it."""
    try:
        if isinstance(symbol, torch.SymInt):
            return int(symbol)
        return float(symbol) if isinstance(symbol, torch.SymFloat) else bool(symbol)
    except GuardOnDataDependentSymNode as error:
        raise DynamicShapeError(
            f"'{node.name}' depends on the values of tensors, not only on sizes: no plan"
            " can know it. Leave it outside of the compiled region"
        ) from error


class _Tensors:
    """Tensors of constant sizes in place of symbolic ones. They share storages as those
    did."""

    def __init__(self) -> None:
        self.storages: Dict[int, torch.Tensor] = {}

    def replace(self, tensor: torch.Tensor) -> torch.Tensor:
        sizes = [*tensor.shape, *tensor.stride(), tensor.storage_offset()]
        if not any(isinstance(size, torch.SymInt) for size in sizes):
            return tensor
        storage = tensor.untyped_storage()
        with tensor.fake_mode:
            if storage._cdata not in self.storages:
                self.storages[storage._cdata] = torch.empty(
                    int(storage.nbytes()), dtype=torch.uint8, device=tensor.device
                )
            made = torch.empty(0, dtype=tensor.dtype, device=tensor.device)
            return made.set_(
                self.storages[storage._cdata].untyped_storage(),
                int(tensor.storage_offset()),
                [int(size) for size in tensor.shape],
                [int(stride) for stride in tensor.stride()],
            )


def specialize(graph: fx.Graph) -> None:
    """Replaces all symbols of a traced graph by their values."""
    constants: Dict[fx.Node, Any] = {}
    tensors = _Tensors()
    for node in graph.nodes:
        if node.op not in ("placeholder", "get_attr"):
            node.args = fx.map_arg(node.args, lambda n: constants.get(n, n))
            node.kwargs = fx.map_arg(node.kwargs, lambda n: constants.get(n, n))
        value = node.meta.get("val")
        if isinstance(value, _SYMBOLIC):
            constants[node] = _constant(node, value)
            node.meta["val"] = constants[node]
        elif value is not None:
            node.meta["val"] = pytree.tree_map_only(torch.Tensor, tensors.replace, value)
