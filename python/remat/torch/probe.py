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
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple

import torch
from torch import fx
from torch.utils import _pytree as pytree

from remat.torch.memory_events import can_measure, measure_each
from remat.torch.operator_calls import Call, distinct_calls
from remat.user_warnings import warn_user


@dataclasses.dataclass(frozen=True)
class Measured:
    """The allocations of a call, in bytes."""

    storages: Tuple[int, ...]
    """Of its results, in order; 0 for those that share the storage of an argument or an
    earlier result, or are no tensors."""
    workspace: int
    """The most that it takes besides its results while it runs."""

    def at_least(self, other: "Measured") -> "Measured":
        """Enough for another branch, too."""
        storages = tuple(map(max, self.storages, other.storages))
        return Measured(storages, max(self.workspace, other.workspace))


@contextlib.contextmanager
def outside_of_tracing() -> Iterator[None]:
    """Runs operators on real tensors. States of random generators are restored."""
    from torch._functorch.pyfunctorch import temporarily_clear_interpreter_stack
    from torch.utils._python_dispatch import _disable_current_modes

    gpus = range(torch.cuda.device_count() if torch.cuda.is_initialized() else 0)
    with _disable_current_modes(), temporarily_clear_interpreter_stack(), torch.no_grad():
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
    found: Dict[fx.Node, Measured] = {}
    for call, sizes, usage in zip(order, storages, usages):
        if sizes is None:
            continue
        measured = Measured(sizes, max(0, usage.peak - max(usage.left, sum(sizes))))
        for node in calls[call]:
            found[node] = measured.at_least(found.get(node, measured))
    return found
