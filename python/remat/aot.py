# ===- aot.py - Steps for devices that are not here ----------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`remat.plan`, `remat.measure`, `remat.export`: ahead of time, without a GPU."""

from __future__ import annotations

import os
import pathlib
from typing import Any, Callable, Dict, List, Optional, Tuple, Union

from remat.device_table import lookup
from remat.foreign import Compiler, Measurement
from remat.host import Host
from remat.loop import MAX_ROUNDS, close_loop
from remat.plans import Plan, make_plan
from remat.progress import Progress
from remat.sharding import propagated
from remat.sizes import Budget, BudgetLike, parse_host_budget
from remat.tool import Shape, ToolOptions, ToolResult, run_tool

PathLike = Union[str, "os.PathLike[str]"]


def export(
    fun: Callable[..., Any],
    *args: Any,
    path: Optional[PathLike] = None,
    platform: str = "cuda",
    **kwargs: Any,
) -> str:
    """The StableHLO of `fun` for these arguments, as remat-opt reads it.

    `fun` is a function, or what `jax.jit` or `remat.jit` returns, which keeps its
    options (donated and static arguments, shardings). `args` and `kwargs` are its
    arguments, which may be abstract (`jax.ShapeDtypeStruct`). `path` is a file to
    write the text to; `platform` what JAX lowers for. The text is in generic form
    with the places in Python that it comes from. Raises `remat.DynamicShapeError`.
    """
    from remat.lowering import lower_for, lowered_text

    with Progress().step("tracing the step"):
        text = lowered_text(lower_for(fun, args, kwargs, platform=platform))
    if path is not None:
        pathlib.Path(path).write_text(text, encoding="utf-8")
    return text


def measure(
    fun: Callable[..., Any], *args: Any, device: str = "h100", **kwargs: Any
) -> Measurement:
    """What XLA would need for `fun` on a device, which need not be here.

    Arguments as for `remat.export`; the device is one of `remat.devices()`. Takes
    3 to 25 seconds for most steps. Raises `remat.DeviceError`,
    `remat.MissingBackend` (with what to install) or `remat.CompileError`.
    """
    lookup(device)
    return measure_text(export(fun, *args, **kwargs), device=device)


def measure_text(text: str, *, device: str = "h100") -> Measurement:
    """`measure` for the text of a module with a function @main."""
    with Compiler(device) as compiler:
        return compiler.measure(text)


def plan(
    fun: Callable[..., Any],
    *args: Any,
    budget: BudgetLike,
    device: str = "h100",
    cost: str = "flops",
    strategy: str = "auto",
    effort: Optional[int] = None,
    cuts: Optional[int] = None,
    verify: bool = True,
    max_rounds: int = MAX_ROUNDS,
    host_budget: Union[int, str, None] = None,
    link_bandwidth: Optional[float] = None,
    **kwargs: Any,
) -> Plan:
    """Plans `fun` for a device that need not be here.

    Arguments of the function as for `remat.export`, options as for `remat.jit`.
    XLA compiles for the device and its figure is held against the budget, unless
    `verify` is False; then nothing is compiled, and XLA for the device need not be
    installed. Raises what `remat.jit` does, `remat.DeviceError` and
    `remat.MissingBackend`.
    """
    parsed = Budget.parse(budget)
    lookup(device)
    return plan_text(
        export(fun, *args, **kwargs),
        budget=parsed,
        device=device,
        cost=cost,
        strategy=strategy,
        effort=effort,
        cuts=cuts,
        verify=verify,
        max_rounds=max_rounds,
        host_budget=host_budget,
        link_bandwidth=link_bandwidth,
    )


def plan_text(
    text: str,
    *,
    budget: BudgetLike,
    device: str = "h100",
    cost: str = "flops",
    strategy: str = "auto",
    effort: Optional[int] = None,
    cuts: Optional[int] = None,
    verify: bool = True,
    max_rounds: int = MAX_ROUNDS,
    host_budget: Union[int, str, None] = None,
    link_bandwidth: Optional[float] = None,
    compiler: Optional[Compiler] = None,
) -> Plan:
    """`plan` for the text of a module with a function @main.

    `compiler` is one in use already, for the same device.
    """
    parsed = Budget.parse(budget)
    known = lookup(device)
    options = ToolOptions(
        device=known.planner,
        cost=cost,
        strategy=strategy,
        effort=effort,
        cuts=cuts,
        host_budget=parse_host_budget(host_budget),
        link_bandwidth=link_bandwidth,
    )
    host = Host(options.host_budget, lambda measured: measured.host_temp_bytes)
    results: Dict[Tuple[str, ToolOptions], ToolResult] = {}
    sharded: List[str] = []

    def run(nominal: str, shape: Shape) -> ToolResult:
        key = nominal, options.in_shape(shape)
        if key not in results:
            with Progress().step("planning"):
                if not sharded:
                    sharded.append(propagated(text))
                results[key] = run_tool(sharded[0], *key, text)
        return results[key]

    if not verify:
        result = run(parsed.text, Shape())
        return make_plan(result, device=known.name, budget=parsed.text)

    def close(xla: Compiler) -> Plan:
        measured: Dict[str, Measurement] = {}

        def compile_(module: str) -> Tuple[Measurement, int, Optional[float]]:
            what = f"the plan, round {len(measured) + (text not in measured)},"
            if module == text:
                what = "the step as it is"
            found = measured[module] = xla.measure(module, what)
            return found, found.peak_bytes, found.flops

        closed = close_loop(text, run, compile_, parsed, max_rounds, host=host)
        return make_plan(
            closed.result,
            device=known.name,
            budget=parsed.text,
            budget_bytes=closed.budget_bytes,
            compiled_peak_bytes=closed.compiled_peak_bytes,
            plain_compiled_peak_bytes=closed.plain_compiled_peak_bytes,
            compiled_host_bytes=closed.compiled_host_bytes,
            flops=closed.compiled.flops,
            plain_flops=xla.count_flops(text),
            rounds=closed.rounds,
            verified=True,
        )

    if compiler is not None:
        return close(compiler)
    with Compiler(device) as own:
        return close(own)
