# ===- probe.py - Allocations of operators, by running each once ---------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Results can be larger than in the trace, and kernels take workspaces. `probe`
measures both by running each operator of a step once, on tensors of the same layout.
Layouts can differ, too: `probe_graph` also corrects the trace."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
from typing import Any, Callable, Container, Dict, Iterator, List, Optional, Sequence
from typing import Tuple

import torch
from torch import fx
from torch.utils import _pytree as pytree

from remat.torch.allocator_counters import count_each
from remat.torch.joint_graph import is_on
from remat.torch.memory_events import Usage, can_measure, measure_each
from remat.torch.operator_calls import Call, attempts, calls_of
from remat.torch.real_layouts import RealLayouts, Strides
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


def _storage_of(tensor: torch.Tensor) -> int:
    return tensor.untyped_storage()._cdata


@dataclasses.dataclass(frozen=True)
class _Results:
    """Of a call that ran."""

    storages: Tuple[int, ...]
    """Their bytes; see `Measured`."""
    strides: Tuple[Strides, ...]
    """None for those without a storage of their own."""

    @classmethod
    def of(
        cls, results: Any, arguments: Sequence[Any], device: torch.device
    ) -> "_Results":
        seen = {
            _storage_of(leaf)
            for leaf in arguments
            if isinstance(leaf, torch.Tensor)
        }
        sizes, strides = [], []
        for result in results if isinstance(results, (list, tuple)) else [results]:
            # Gradients that are not wanted are None.
            is_new = isinstance(result, torch.Tensor) and _storage_of(result) not in seen
            # States of random generators stay on the host, whatever the trace says.
            is_counted = is_new and is_on(device, result)
            sizes.append(int(result.untyped_storage().nbytes()) if is_counted else 0)
            strides.append(tuple(result.stride()) if is_new else None)
            if is_new:
                seen.add(_storage_of(result))
        return cls(tuple(sizes), tuple(strides))


def _run(
    call: Call, node: fx.Node, counted: Any, device: torch.device
) -> Optional[_Results]:
    """Calls the operator of `node` inside of `counted`. None where it takes neither
    zeros nor unit matrices, or memory is short."""
    for is_regular in attempts(call):
        try:
            args, kwargs = call.arguments_for(node, is_regular)
            if device.type != "cpu":
                # Libraries try kernels in their first call, and keep memory.
                call.target(*args, **kwargs)
            with counted():
                results = call.target(*args, **kwargs)
        except Exception:  # No valid arguments: try others, or keep to the trace.
            continue
        return _Results.of(results, pytree.tree_leaves((args, kwargs)), device)
    return None


class _Probe:
    """Runs calls, equal ones once. Counts memory of `device`."""

    def __init__(self, device: torch.device) -> None:
        self.device = device
        self.numbers: Dict[Call, int] = {}
        self.results: List[Optional[_Results]] = []
        """By the number of the call; None for calls that cannot run."""
        self.numbers_of: Dict[fx.Node, List[int]] = {}

    def run(self, node: fx.Node, counted: Any) -> List[Optional[_Results]]:
        """The results of the calls of `node`."""
        numbers = self.numbers_of[node] = []
        for call in calls_of(node):
            try:
                number = self.numbers.setdefault(call, len(self.numbers))
            except TypeError:  # An argument without a hash.
                continue
            numbers.append(number)
            if number == len(self.results):
                counted_here = functools.partial(counted, number)
                found = _run(call, node, counted_here, self.device)
                self.results.append(found)
        return [self.results[number] for number in numbers]

    def measured(self, usages: Dict[int, Usage]) -> Dict[fx.Node, Measured]:
        found: Dict[fx.Node, Measured] = {}
        for node, numbers in self.numbers_of.items():
            for number in numbers:
                results, usage = self.results[number], usages.get(number)
                if results is None or usage is None:
                    continue
                left = max(usage.left, sum(results.storages))
                measured = Measured(results.storages, max(0, usage.peak - left))
                found[node] = measured.at_least(found.get(node, measured))
        return found


def probe(nodes: Sequence[fx.Node], device: torch.device) -> Dict[fx.Node, Measured]:
    """Runs the operator of each node once, on a GPU twice, and equal calls together;
    counts memory of `device`. Leaves out nodes that cannot run by themselves or fail on zeros, and, with
    a warning, all nodes of a CPU if another profiler runs."""
    probing = _Probe(device)

    def run(counted: Any) -> None:
        for node in nodes:
            probing.run(node, counted)

    return _measure(probing, run)


def probe_graph(
    graph: fx.Graph, nodes: Container[fx.Node], device: torch.device
) -> Dict[fx.Node, Measured]:
    """`probe` for `nodes` of `graph`, each with arguments as the kernels before it lay
    them out. Corrects tensors of the trace that lie otherwise."""
    probing = _Probe(device)

    def run(counted: Any) -> None:
        layouts = RealLayouts()
        for node in graph.nodes:
            layouts.follow(node)
            if node not in nodes:
                continue
            results = probing.run(node, counted)
            if len(results) == 1 and results[0] is not None:
                layouts.correct(node, results[0].strides)

    return _measure(probing, run)


def _measure(probing: _Probe, run: Callable[[Any], None]) -> Dict[fx.Node, Measured]:
    if probing.device.type != "cpu":
        with outside_of_tracing():
            return probing.measured(count_each(probing.device, run))
    if not can_measure():
        warn_user(
            "a profiler is running, so operators are not measured before they are"
            " planned: their workspaces are missing in predicted peaks. Start it behind"
            " the first step"
        )
        return {}
    with outside_of_tracing():
        usages = measure_each(run)
    return probing.measured(usages)
