# ===- probe.py - Allocations of operators, by running each once ---------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Results can be larger than in the trace, and kernels take workspaces. `probe`
measures both by running each operator of a step once, on tensors of the same layout."""

from __future__ import annotations

import contextlib
import dataclasses
from typing import Any, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple

import torch
from torch import fx
from torch.utils import _pytree as pytree

from remat.torch import operators
from remat.torch.memory_events import can_measure, measure_each
from remat.user_warnings import warn_user


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

    @classmethod
    def of(cls, node: fx.Node) -> Optional["Call"]:
        """The call of `node`; None if it cannot run by itself."""
        if not isinstance(node.target, torch._ops.OpOverload):
            return None
        if operators.is_collective(node) or operators.has_effects(node):
            return None
        if operators.draws_from_other_generator(node):
            return None  # The step would get other numbers.
        leaves, structure = pytree.tree_flatten((node.args, dict(node.kwargs)))
        found = []
        for leaf in leaves:
            if isinstance(leaf, fx.Node):
                leaf = leaf.meta.get("val", leaf)
            if isinstance(leaf, torch.Tensor):
                if leaf.layout != torch.strided or leaf.device.type == "meta":
                    return None
                leaf = Layout.of(leaf)
            elif isinstance(leaf, (fx.Node, torch.SymInt, list, tuple)):
                return None
            found.append(leaf)
        return cls(node.target, tuple(found), str(structure))

    def arguments_for(self, node: fx.Node, is_regular: bool) -> Tuple[Any, Any]:
        """New positional and named arguments of `node`, which makes this call; see
        `Layout.make`."""
        _, structure = pytree.tree_flatten((node.args, dict(node.kwargs)))
        leaves = [
            leaf.make(is_regular) if isinstance(leaf, Layout) else leaf
            for leaf in self.arguments
        ]
        return pytree.tree_unflatten(leaves, structure)


def distinct_calls(nodes: Iterable[fx.Node]) -> Dict[Call, List[fx.Node]]:
    """Nodes that can run by themselves, by their calls."""
    found: Dict[Call, List[fx.Node]] = {}
    for node in nodes:
        call = Call.of(node)
        if call is None:
            continue
        try:
            found.setdefault(call, []).append(node)
        except TypeError:  # An argument without a hash.
            continue
    return found


@dataclasses.dataclass(frozen=True)
class Measured:
    """The allocations of a call, in bytes."""

    storages: Tuple[int, ...]
    """Of its results, in order; 0 for those that share the storage of an argument or an
    earlier result, or are no tensors."""
    workspace: int
    """The most that it takes besides its results while it runs."""


@contextlib.contextmanager
def outside_of_tracing() -> Iterator[None]:
    """Runs operators on real tensors. States of random generators are restored."""
    from torch.utils._python_dispatch import _disable_current_modes

    gpus = range(torch.cuda.device_count() if torch.cuda.is_initialized() else 0)
    with _disable_current_modes(), torch._C._DisableFuncTorch(), torch.no_grad():
        with torch._C._DisableAutocast(), torch.random.fork_rng(devices=gpus):
            yield


def _run(call: Call, node: fx.Node, counted: Any) -> Optional[Tuple[int, ...]]:
    """Calls the operator of `node` inside of `counted`. Returns the bytes of its
    results; None where it takes neither zeros nor unit matrices."""
    for is_regular in (False, True):
        args, kwargs = call.arguments_for(node, is_regular)
        try:
            with counted():
                results = call.target(*args, **kwargs)
        except Exception:  # No valid arguments: try others, or keep to the trace.
            continue
        return _storages_of(results, pytree.tree_leaves((args, kwargs)))
    return None


def _storages_of(results: Any, arguments: Sequence[Any]) -> Tuple[int, ...]:
    seen = {
        leaf.untyped_storage()._cdata
        for leaf in arguments
        if isinstance(leaf, torch.Tensor)
    }
    sizes = []
    for result in results if isinstance(results, (list, tuple)) else [results]:
        if not isinstance(result, torch.Tensor):
            sizes.append(0)  # A gradient that is not wanted.
            continue
        key = result.untyped_storage()._cdata
        sizes.append(0 if key in seen else int(result.untyped_storage().nbytes()))
        seen.add(key)
    return tuple(sizes)


def probe(nodes: Sequence[fx.Node]) -> Dict[fx.Node, Measured]:
    """Runs the operator of each node once, and equal calls once. Leaves out nodes that
    cannot run by themselves or fail on zeros, and, with a warning, all nodes if another
    profiler runs."""
    if not can_measure():
        warn_user(
            "a profiler is running, so operators are not measured before they are"
            " planned: their workspaces are missing in predicted peaks. Start it behind"
            " the first step"
        )
        return {}
    calls = distinct_calls(nodes)
    order = list(calls)
    storages: List[Optional[Tuple[int, ...]]] = [None] * len(order)

    def run(number: int, counted: Any) -> None:
        storages[number] = _run(order[number], calls[order[number]][0], counted)

    with outside_of_tracing():
        usages = measure_each(len(order), run)
    found = {}
    for call, sizes, usage in zip(order, storages, usages):
        if sizes is None:
            continue
        measured = Measured(sizes, max(0, usage.peak - max(usage.left, sum(sizes))))
        found.update((node, measured) for node in calls[call])
    return found
