# ===- __init__.py - A training step within a memory budget --------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Remat: training steps that fit a memory budget, as XLA itself measures it.

    step = remat.jit(jax.value_and_grad(loss), budget="8GiB")

`jit` is `jax.jit` within a budget. `plan` and `measure` do the same for GPUs that
need not be here, `export` writes a step's StableHLO, `checkpoint_policies` compares
with the policies of `jax.checkpoint`, and `scan_policy` makes one of a plan. Sizes
are bytes of one device, arguments and results included, wherever nothing else is
said.

`remat.torch` is the same for PyTorch. JAX is imported when a name that needs it is
used for the first time, so that PyTorch's users need none.

Importing this changes no setting of JAX and sets no environment variable.
"""

import importlib
from typing import TYPE_CHECKING, Any, List

from remat.device_table import DEVICES, Device
from remat.errors import BudgetError, CompileError, DeviceError, DynamicShapeError
from remat.errors import IncompatibleJax, IncompatibleTorch
from remat.errors import Infeasible, LiveTensor, MissingBackend, NoPlan, NotFound
from remat.errors import NotScheduled, OptionError
from remat.errors import PolicyError, RematError, RematWarning, ToolError, ToolNotFound
from remat.sizes import Budget, format_bytes
from remat.tool import Shape, find_tool

if TYPE_CHECKING:
    from remat.aot import export, measure, measure_text, plan, plan_text
    from remat.compiled_peak import CompiledPeak, PeakGroup, explain_compiled
    from remat.foreign import Measurement
    from remat.jitting import Compiled, JitFunction, Lowered, jit
    from remat.parked import Parked
    from remat.plans import Plan
    from remat.policies import Checkpoint, PolicyRow, PolicyTable, checkpoint_policies
    from remat.rounds import Round
    from remat.stacks import ScanPolicy, Stack, scan_policy

# The same, imported when they are used: these import JAX.
_WITH_JAX = {
    "aot": ("export", "measure", "measure_text", "plan", "plan_text"),
    "compiled_peak": ("CompiledPeak", "PeakGroup", "explain_compiled"),
    "foreign": ("Measurement",),
    "jitting": ("Compiled", "JitFunction", "Lowered", "jit"),
    "parked": ("Parked",),
    "plans": ("Plan",),
    "policies": ("Checkpoint", "PolicyRow", "PolicyTable", "checkpoint_policies"),
    "rounds": ("Round",),
    "stacks": ("ScanPolicy", "Stack", "scan_policy"),
}
_MODULE_OF = {name: module for module, names in _WITH_JAX.items() for name in names}

__all__ = [
    "Budget",
    "BudgetError",
    "Checkpoint",
    "CompileError",
    "Compiled",
    "CompiledPeak",
    "DEVICES",
    "Device",
    "DeviceError",
    "DynamicShapeError",
    "IncompatibleJax",
    "IncompatibleTorch",
    "Infeasible",
    "JitFunction",
    "LiveTensor",
    "Lowered",
    "Measurement",
    "MissingBackend",
    "NoPlan",
    "NotFound",
    "NotScheduled",
    "OptionError",
    "Parked",
    "PeakGroup",
    "Plan",
    "PolicyError",
    "PolicyRow",
    "PolicyTable",
    "RematError",
    "RematWarning",
    "Round",
    "ScanPolicy",
    "Shape",
    "Stack",
    "ToolError",
    "ToolNotFound",
    "checkpoint_policies",
    "devices",
    "explain_compiled",
    "export",
    "find_tool",
    "format_bytes",
    "jit",
    "measure",
    "measure_text",
    "plan",
    "plan_text",
    "scan_policy",
]


def __getattr__(name: str) -> Any:
    if name == "torch":
        return importlib.import_module("remat.torch")
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'remat' has no attribute '{name}'")
    from remat import jax_internals

    # Before all that imports such names.
    jax_internals.check()
    found = getattr(importlib.import_module(f"remat.{_MODULE_OF[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> List[str]:
    return sorted({*globals(), *_MODULE_OF})


def devices() -> tuple:
    """The names of the devices that `plan` and `measure` know."""
    return tuple(DEVICES)
