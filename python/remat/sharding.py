# ===- sharding.py - Shardings of what lies in between -------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Where the tensors of a sharded step lie, as XLA's partitioner will find it.

What JAX lowers says how arguments and results are sharded. Shardy, which XLA runs
first, spreads that over the operations in between; it is part of jaxlib. remat-opt
counts what lies on one device by what is written on each operation.
"""

from __future__ import annotations

import math
import re
from typing import Any, List

import jax
from jaxlib.mlir import ir, passmanager
from jaxlib.mlir.dialects import stablehlo

from remat.user_warnings import warn_user

_MESH = re.compile(r'"sdy\.mesh"\(\) <\{mesh = #sdy\.mesh<\["')
# What Shardy works with has the form of what XLA takes: its constants, which nothing
# merges, and where it has found that data has to move.
_PLAIN = {
    "sdy.constant": "stablehlo.constant",
    "sdy.reshard": "sdy.sharding_constraint",
}
_PIPELINE = "builtin.module(sdy-propagation-pipeline)"


def _as_xla_has_it(module: Any) -> None:
    """Broadcasts that only add dimensions of 1 are reshapes to XLA, through which
    Shardy hands a sharding on sooner: a batch's, before one of the weights'."""
    broadcasts: List[Any] = []

    def visit(op: Any) -> Any:
        if op.name == "stablehlo.broadcast_in_dim":
            broadcasts.append(op)
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit)
    for op in broadcasts:
        operand, result = op.operands[0], op.results[0]
        if not (operand.type.has_static_shape and result.type.has_static_shape):
            continue
        order = list(ir.DenseI64ArrayAttr(op.attributes["broadcast_dimensions"]))
        same = math.prod(operand.type.shape) == math.prod(result.type.shape)
        if not same or order != sorted(order):
            continue
        with ir.InsertionPoint(op), op.location:
            reshaped = stablehlo.reshape(result.type, operand)
        result.replace_all_uses_with(reshaped)
        op.erase()


def propagated(text: str) -> str:
    """The module `text` with a sharding on each operation that has one.

    A module for one device comes back as it is, byte for byte. So does one that
    this jaxlib's Shardy does not take, with a `remat.RematWarning`: remat-opt then
    propagates by rules of its own.
    """
    if not _MESH.search(text):
        return text
    from remat.lowering import module_text

    context = jax.jit(lambda: 0).lower().compiler_ir("stablehlo").context
    with context, ir.Location.unknown():
        module = ir.Module.parse(text)
        try:
            _as_xla_has_it(module)
            passmanager.PassManager.parse(_PIPELINE).run(module.operation)
        except (ir.MLIRError, ValueError, RuntimeError) as error:
            warn_user(
                "Shardy does not say how the step is sharded beyond arguments and"
                f" results, so remat-opt guesses: {str(error)[:500]}"
            )
            return text
        found = module_text(module)
    for own, plain in _PLAIN.items():
        found = found.replace(f'"{own}"(', f'"{plain}"(')
    return found
