# ===- lowering.py - From a function to StableHLO, and back --------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""A step's StableHLO: taken from JAX, and put back rewritten.

JAX lowers a jitted function to a module that `Lowered.compiler_ir` hands out and
`Lowered.compile` compiles. What replaces the body of that module is compiled
with everything else that belongs to the jit: donated arguments, shardings,
layouts, callbacks, typed keys.
"""

from __future__ import annotations

import functools
import re
from typing import Any, Callable, Optional, Sequence

import jax
import jax.export
from jaxlib.mlir import ir

from remat.errors import DynamicShapeError, RematError


def fresh(fun: Callable[..., Any]) -> Callable[..., Any]:
    """A function that does what `fun` does and is not known to any cache of JAX.

    JAX caches what it lowers by function; a module that is rewritten in place
    must not be handed to the next caller of `jax.jit(fun)`.
    """

    # A partial has no frame of its own in the locations of operations.
    return functools.partial(fun)


def check_static_shapes(tree: Any) -> None:
    """Raises `remat.DynamicShapeError` if an array in `tree` has a symbolic size."""
    for leaf in jax.tree_util.tree_leaves(tree):
        shape = getattr(leaf, "shape", ())
        for size in shape if isinstance(shape, tuple) else ():
            if jax.export.is_symbolic_dim(size):
                raise DynamicShapeError(
                    f"an argument has the shape {shape}, in which '{size}' is not a"
                    " number: memory can be planned for known shapes only. Pass the"
                    " sizes that you will run with (remat.jit makes a plan for each)"
                )


def module_text(module: ir.Module) -> str:
    """The module in generic form, with the places in Python it comes from.

    Linear in its size; constants are written whole.
    """
    return module.operation.get_asm(enable_debug_info=True, print_generic_op_form=True)


def lowered_text(lowered: Any) -> str:
    """The text of a `jax.stages.Lowered` that remat-opt reads."""
    module = lowered.compiler_ir("stablehlo")
    if module is None:
        raise RematError("this version of JAX hands out no StableHLO")
    text = module_text(module)
    if re.search(r"tensor<(?:\d+x)*\?", text):
        raise DynamicShapeError(
            "the step has tensors of unknown size: memory can be planned for known"
            " shapes only"
        )
    return text


def replace_module(lowered: Any, text: str) -> None:
    """Makes `lowered` compile the module `text` in place of its own.

    `lowered` must come from a `fresh` function and must not have been compiled.
    Raises `RematError` if this JAX cannot read the module, or does not compile
    what it hands out.
    """
    module = lowered.compiler_ir("stablehlo")
    with module.context, ir.Location.unknown():
        try:
            planned = ir.Module.parse(text)
        except ir.MLIRError as error:
            raise RematError(
                "this version of JAX cannot read the module that remat-opt wrote:"
                f" {str(error)[:2000]}"
            ) from error
        for operation in list(module.body.operations):
            operation.operation.erase()
        for operation in list(planned.body.operations):
            module.body.append(operation)
    if lowered.compiler_ir("stablehlo").operation != module.operation:
        raise RematError(
            "this version of JAX compiles a copy of the module that it hands out;"
            " use one that is named in the requirements of remat"
        )


def flops_of(lowered: Any) -> Optional[float]:
    """Floating-point operations of the module as written, by XLA's count.

    None on backends that do not count.
    """
    try:
        costs = lowered.cost_analysis()
    except Exception:  # Every backend has its own way of saying no.
        return None
    if isinstance(costs, (list, tuple)):
        costs = costs[0] if costs else None
    flops = costs.get("flops") if costs else None
    return float(flops) if flops is not None and flops >= 0 else None


def lower_for(
    fun: Callable[..., Any],
    args: Sequence[Any],
    kwargs: Any,
    *,
    platform: Optional[str] = None,
    **jit_options: Any,
) -> Any:
    """Lowers `fun` for a platform that need not exist here.

    `fun` is a function, or what `jax.jit` or `remat.jit` returns, which keeps its
    options. `args` may be abstract (`jax.ShapeDtypeStruct`).
    """
    check_static_shapes((args, kwargs))
    jitted: Any = fun
    if hasattr(fun, "_remat_jitted"):
        jitted, args, kwargs = fun._remat_jitted(platform, args, kwargs)
    if not isinstance(jitted, jax.stages.Wrapped):
        jitted = jax.jit(jitted, **jit_options)
    elif jit_options:
        raise TypeError(
            f"{', '.join(jit_options)}: the function is jitted already; give these to"
            " its jit"
        )
    traced = jitted.trace(*args, **kwargs)
    if platform is None:
        return traced.lower()
    return traced.lower(lowering_platforms=(platform,))
