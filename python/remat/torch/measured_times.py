# ===- measured_times.py - Times of operators on their device ------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`measured_times` and `measured_kernel_times` run each operator of a step on its
device, for costs that formulas do not know."""

from __future__ import annotations

import statistics
import time
from typing import Any, Callable, Dict, Iterable, List, Optional, Tuple

import torch
from torch import fx

from remat.torch.costs import Speed, kernel_times, times_of, work_of
from remat.torch.joint_graph import JointGraph, Task
from remat.torch.kernels import Kernel
from remat.torch.operator_calls import Call, attempts, distinct_calls
from remat.torch.operator_kinds import Kind
from remat.torch.probe import outside_of_tracing

_RUNS = 5
"""Measured runs of each call, behind a first one."""


def measured_times(joint: JointGraph, speed: Speed) -> Dict[Task, float]:
    """The time of each task in nanoseconds, on a GPU with its launch. Tasks that cannot
    run by themselves get their time by `speed`, on the scale of the measured ones. Runs
    each distinct call six times."""
    modelled = times_of(joint, speed)
    working = [task for task in joint.tasks if modelled[task]]
    measured = _measure(task.node for task in working)
    known = {t: measured[t.node] for t in working if t.node in measured}
    scale = _scale((modelled[task], known[task]) for task in known)
    return {task: known.get(task, modelled[task] * scale) for task in joint.tasks}


def measured_kernel_times(joint: JointGraph, speed: Speed) -> Dict[Task, float]:
    """The same for a fused step. Calls of libraries are measured. Kernels to generate
    get the time of their bytes, on the scale of those of their operators that have
    buffers, measured one by one."""
    modelled = kernel_times(joint, speed)
    kernels = [task for task in joint.tasks if isinstance(task, Kernel)]
    calls = [kernel for kernel in kernels if kernel.kind is Kind.LIBRARY]
    inner = [n for k in kernels if k.kind is not Kind.LIBRARY for n in k.members]
    measured = _measure([call.node for call in calls] + inner)
    known = {call: measured[call.node] for call in calls if call.node in measured}
    of_calls = _scale((modelled[call], known[call]) for call in known)
    of_kernels = _scale(
        (work_of(node).time(speed), measured[node]) for node in inner if node in measured
    )
    found = {task: modelled[task] * of_kernels for task in joint.tasks}
    found.update({call: modelled[call] * of_calls for call in calls})
    return {**found, **known}


def _scale(pairs: Iterable[Tuple[float, float]]) -> float:
    """The sum of the second numbers for each unit of the first ones."""
    pairs = list(pairs)
    modelled = sum(first for first, _ in pairs)
    return sum(second for _, second in pairs) / modelled if modelled else 1.0


def _measure(nodes: Iterable[fx.Node]) -> Dict[fx.Node, float]:
    """The median time in nanoseconds of those nodes that can run by themselves, on
    zeros or, where an operator does not take those, unit matrices."""
    found: Dict[fx.Node, float] = {}
    with outside_of_tracing():
        for call, equal in distinct_calls(nodes).items():
            elapsed = _time_of(call, equal[0])
            if elapsed is not None:
                found.update((n, max(elapsed, found.get(n, 0.0))) for n in equal)
    if torch.cuda.is_initialized():
        # The step has the memory of these calls to itself.
        torch.cuda.empty_cache()
    return found


def _time_of(call: Call, node: fx.Node) -> Optional[float]:
    for is_regular in attempts(call):
        try:
            args, kwargs = call.arguments_for(node, is_regular)
            return _time_of_runs(lambda: call.target(*args, **kwargs))
        except Exception:  # No valid arguments: try others, or keep to formulas.
            continue
    return None


def _time_of_runs(run: Callable[[], Any]) -> float:
    run()
    elapsed: List[int] = []
    for _ in range(_RUNS):
        _wait_for_gpus()
        start = time.perf_counter_ns()
        run()
        _wait_for_gpus()
        elapsed.append(time.perf_counter_ns() - start)
    return float(statistics.median(elapsed))


def _wait_for_gpus() -> None:
    if torch.cuda.is_initialized():
        for device in range(torch.cuda.device_count()):
            torch.cuda.synchronize(device)
