# ===- agreement.py - One plan for all processes of a group --------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Agrees on one plan: processes that train a model together have to run its collectives
in the same order."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional

import torch

from remat.errors import RematError
from remat.torch import operators
from remat.torch.joint_graph import JointGraph
from remat.user_warnings import warn_user


def groups_of(joint: JointGraph) -> List[str]:
    """Names of the process groups of a step's collectives, in order of first use. All
    their members compile this step."""
    if not torch.distributed.is_available() or not torch.distributed.is_initialized():
        return []
    names = [
        operators.group_of(task.node) for task in joint.tasks if task.node is not None
        and operators.is_collective(task.node)
    ]
    return [name for name in dict.fromkeys(names) if isinstance(name, str)]


def agree(
    groups: List[str],
    graph: Mapping[str, Any],
    plan: Optional[Dict[str, Any]],
    failure: Optional[RematError],
) -> Dict[str, Any]:
    """Returns the plan of the first process of these groups on all their processes.
    Without a group, or with a warning if their steps differ, a process keeps its own
    plan. If one process has no plan, all raise an exception."""
    for name in groups:
        everyone = _gather(name, graph, plan, failure)
        if failure is None:
            failure = _failure_of(everyone)
        if any(other["shape"] != everyone[0]["shape"] for other in everyone):
            warn_user(
                "the processes of a group train different steps: each keeps a plan of"
                " its own, and collectives keep their order in the step"
            )
        else:
            plan = everyone[0]["plan"]
    if failure is not None:
        raise failure
    return plan


def _gather(
    name: str,
    graph: Mapping[str, Any],
    plan: Optional[Dict[str, Any]],
    failure: Optional[RematError],
) -> List[Dict[str, Any]]:
    """Shape, plan and failure of each process of a group, by rank."""
    from torch.distributed.distributed_c10d import _resolve_process_group
    from torch.utils._python_dispatch import _disable_current_modes

    shape = [(op["name"], op["ins"], op["outs"]) for op in graph["ops"]]
    own = {
        "shape": repr(shape),
        "plan": plan,
        "failure": None if failure is None else str(failure),
    }
    group = _resolve_process_group(name)
    everyone: List[Any] = [None] * group.size()
    with _disable_current_modes():
        torch.distributed.all_gather_object(everyone, own, group)
    return everyone


def _failure_of(everyone: List[Dict[str, Any]]) -> Optional[RematError]:
    for rank, other in enumerate(everyone):
        if other["failure"] is not None:
            return RematError(
                f"process {rank} of a group has no plan: {other['failure']}"
            )
    return None
