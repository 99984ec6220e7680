# ===- first_step.py - The peak of the first step ------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`FirstStep` measures the first forward and backward pass of a compiled step, on a GPU
the second ones. It warns if they exceed the budget, or if another forward pass runs
between them."""

from __future__ import annotations

import contextlib
from typing import Any, Callable, ContextManager, Dict, List, Optional, Sequence
from typing import Set, Tuple

import torch
from torch.multiprocessing.reductions import StorageWeakRef
from torch.utils import _python_dispatch

from remat.sizes import format_size
from remat.torch.allocator_counters import splits_all_blocks
from remat.torch.joint_graph import is_on
from remat.torch.memory_events import can_measure
from remat.torch.operators import is_custom
from remat.torch.pass_memory import MemoryOnGpu, is_measurable, memory_on
from remat.torch.plans import Plan, describe_nodes, live_at_peak
from remat.torch.timeline import Timeline, TraceRow
from remat.user_warnings import warn_caller

_MOST_ATTEMPTS = 4

_ALIAS_CHECK = "_AnalyzeCustomOpInputOutputMode"

Boxed = Callable[[List[Any]], Any]


def _storages_of(tensors: Sequence[Any]) -> List[torch.UntypedStorage]:
    """The storages of the tensors among `tensors`, each once."""
    storages = {}
    for tensor in tensors:
        if isinstance(tensor, torch.Tensor):
            storage = tensor.untyped_storage()
            storages[storage._cdata] = storage
    return list(storages.values())


def _like_later_steps(plan: Plan) -> ContextManager[Any]:
    """A context for the first call of a pass. PyTorch 2.15 wraps that call in a mode
    that finds wrong aliases of custom operators. The mode makes a second tensor of each
    number that an operator takes. Here it is off, unless there are such operators."""
    mode = _python_dispatch._get_current_dispatch_mode()
    if type(mode).__name__ != _ALIAS_CHECK:
        return contextlib.nullcontext()
    if any(map(is_custom, plan.joint.module.graph.nodes)):
        return contextlib.nullcontext()
    return _python_dispatch._pop_mode_temporarily()


class FirstStep:
    """Wraps the two compiled passes of a plan. Later steps run them unmeasured.
    Allocations of the caller between the passes are not counted, except for the
    gradients that the backward pass starts from."""

    def __init__(self, plan: Plan, device: torch.device):
        self.plan = plan
        self.device = device
        self.memory = memory_on(device)
        self.attempts = 0
        """Measurements that failed, or whose forward pass had no backward pass."""
        self.overlaps = False
        """Whether another forward pass has run since the measured one."""
        self.saved: List[Tuple[StorageWeakRef, int]] = []
        """Storages that the measured forward pass made for its backward pass, and their
        bytes."""
        self.state = "forward"
        """The pass to measure next; "busy" during one, "done" after both."""
        self.has_warned = False
        """Of forward passes before the backward pass."""
        self.settles = self.memory.settles
        """Whether a step has to run before one is measured."""

    def forward(self, run: Boxed) -> Boxed:
        """The forward pass `run`, measured in one step."""
        return self._wrap(run, "forward", 0)

    def backward(self, run: Boxed, num_tangents: int) -> Boxed:
        """The backward pass `run`, measured in one step. Its last `num_tangents` arguments
        are made between the passes."""
        return self._wrap(run, "backward", num_tangents)

    def _wrap(self, run: Boxed, which: str, num_tangents: int) -> Boxed:
        def wrapped(arguments: List[Any]) -> Any:
            if which == "forward" and self.state == "backward":
                # The measured pass has no backward pass, or not yet one.
                waiting = self._waiting_bytes()
                if waiting:
                    self._warn_of_overlap(waiting)
                    self.overlaps = True
                    return run(arguments)
                self._start_anew()
            if self.state != which:
                return run(arguments)
            if self.overlaps and self._is_of_another_pass(arguments):
                return run(arguments)
            if self.device.type == "cpu" and not can_measure():
                self.state, self.saved = "done", []
                return run(arguments)
            self.state = "busy"
            if num_tangents:
                # They count to the end, as predicted: autograd may hold them.
                for storage in _storages_of(arguments[-num_tangents:]):
                    if is_on(self.device, storage):
                        self.memory.add(storage.nbytes())
            given: Set[StorageWeakRef] = set()
            if which == "forward":
                # The pass empties the list of its arguments, and may free them.
                given.update(map(StorageWeakRef, _storages_of(arguments)))
            try:
                with _like_later_steps(self.plan):
                    result = self.memory.measure(lambda: run(arguments))
            except BaseException:
                self._start_anew()
                raise
            if which == "forward":
                self.state = "backward"
                self._watch(result, given)
            elif self.settles:
                self.settles = False
                self._begin()
            else:
                self.state = "done"
                self._finish()
            return result

        wrapped._boxed_call = True
        return wrapped

    def part(self, name: str) -> ContextManager[Any]:
        """A context that marks a part of a pass that is measured."""
        is_measured = self.state == "busy"
        return self.memory.part(name) if is_measured else contextlib.nullcontext()

    def _watch(self, results: Sequence[Any], given: Set[StorageWeakRef]) -> None:
        """Remembers what the forward pass saved, apart from arguments, the `given`
        storages, and from results of the step, which its caller may keep."""
        first = len(results) - len(self.plan.emitted.saved)
        known = given.union(map(StorageWeakRef, _storages_of(results[:first])))
        storages = _storages_of(results[first:])
        saved = [(StorageWeakRef(storage), storage.nbytes()) for storage in storages]
        self.saved = [(ref, size) for ref, size in saved if ref not in known]

    def _is_of_another_pass(self, arguments: Sequence[Any]) -> bool:
        """Whether none of the `arguments` of a backward pass was saved for it by the
        measured forward pass."""
        given = map(StorageWeakRef, _storages_of(arguments))
        return {ref for ref, _ in self.saved}.isdisjoint(given)

    def _waiting_bytes(self) -> int:
        """Bytes that the measured forward pass keeps for its backward pass."""
        return sum(size for ref, size in self.saved if not ref.expired())

    def _warn_of_overlap(self, waiting: int) -> None:
        if self.has_warned:
            return
        self.has_warned = True
        warn_caller(
            "a forward pass runs before the backward pass of the one before it, which"
            f" keeps {format_size(waiting)} for it: the budget of"
            f" {format_size(self.plan.budget_bytes)} is that of one forward and backward"
            " pass. Run each backward pass first, compile the function that makes all"
            " of these passes, or ask for a budget that leaves room for them; run a pass"
            " without a backward pass under torch.no_grad()"
        )

    def _start_anew(self) -> None:
        self.attempts += 1
        self._begin()

    def _begin(self) -> None:
        """Waits for a forward pass to measure."""
        self.memory = memory_on(self.device)
        self.saved = []
        self.overlaps = False
        self.state = "forward" if self.attempts < _MOST_ATTEMPTS else "done"

    def _finish(self) -> None:
        self.saved = []
        plan = self.plan
        plan.measured_peak_bytes = plan.resident_bytes + self.memory.peak
        if self.memory.parts:
            plan.trace = make_trace(plan, self.memory.parts)
        if plan.measured_peak_bytes <= plan.budget_bytes:
            return
        alive = describe_nodes(live_at_peak(plan))
        which = "second" if self.memory.settles else "first"
        warn_caller(
            f"the {which} step took {format_size(plan.measured_peak_bytes)}, above the"
            f" budget of {format_size(plan.budget_bytes)}; predicted were"
            f" {format_size(plan.predicted_peak_bytes)}, with these tensors alive at"
            f" the peak: {alive}. {self._cause()}{_advice(plan)}"
        )

    def _cause(self) -> str:
        if not isinstance(self.memory, MemoryOnGpu):
            return ""
        requested = self.plan.resident_bytes + self.memory.requested_peak
        if requested > self.plan.budget_bytes or splits_all_blocks(self.device):
            return ""
        return (
            f"Its tensors have {format_size(requested)}; the rest is rounding, and blocks"
            " that PyTorch did not split. It splits them with"
            " PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True. "
        )


def _advice(plan: Plan) -> str:
    always = (
        "No prediction covers backward(retain_graph=True); with probe=False workspaces"
        " are missing. "
    )
    if plan.budget.isdigit():
        return always + (
            "A margin leaves room for all that the prediction lacks:"
            " remat.torch.compile(..., margin=0.05)"
        )
    share = 100 * plan.budget_bytes / plan.measured_peak_bytes
    less = int(plan.budget_bytes * share / 100)
    if plan.budget == "min" or less < (plan.lower_bound_bytes or 0):
        return always + "No plan is known to need less"
    return always + f"Ask for less: budget={less} leaves room for the rest"


def make_trace(plan: Plan, parts: Sequence[Tuple[str, int]]) -> Tuple[TraceRow, ...]:
    """Predicted and measured bytes of each step that ran. Names of `parts` are the
    numbers of steps; their bytes lack the resident ones."""
    predicted = Timeline.of(plan)
    measured: Dict[int, int] = {}
    for name, highest in parts:
        step, peak = int(name), plan.resident_bytes + highest
        measured[step] = max(peak, measured.get(step, 0))
    return tuple(
        TraceRow(step, predicted.names[step], predicted.bytes[step], peak)
        for step, peak in sorted(measured.items())
    )


def first_step_of(plan: Plan) -> Optional[FirstStep]:
    """A measurement of the first step of `plan`; None if its device offers none."""
    device = plan.joint.device
    return FirstStep(plan, device) if is_measurable(device) else None
