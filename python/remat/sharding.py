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

import re
import warnings

import jax
from jaxlib.mlir import ir, passmanager

from remat.errors import RematWarning

_MESH = re.compile(r'"sdy\.mesh"\(\) <\{mesh = #sdy\.mesh<\["')
# What Shardy works with has the form of what XLA takes: its constants, which nothing
# merges, and where it has found that data has to move.
_PLAIN = {
    "sdy.constant": "stablehlo.constant",
    "sdy.reshard": "sdy.sharding_constraint",
}
_PIPELINE = "builtin.module(sdy-propagation-pipeline)"


def propagated(text: str) -> str:
    """The module `text` with a sharding on each operation that has one.

    A module for one device comes back as it is, byte for byte. So does one that
    this jaxlib's Shardy does not take, with a `remat.RematWarning`: what is not
    said to be sharded is then planned for as if it were whole on each device.
    """
    if not _MESH.search(text):
        return text
    from remat.lowering import module_text

    context = jax.jit(lambda: 0).lower().compiler_ir("stablehlo").context
    with context, ir.Location.unknown():
        module = ir.Module.parse(text)
        try:
            passmanager.PassManager.parse(_PIPELINE).run(module.operation)
        except (ir.MLIRError, ValueError, RuntimeError) as error:
            warnings.warn(
                "shardings are not known beyond arguments and results, so the step is"
                f" planned for more memory than it needs: {str(error)[:500]}",
                RematWarning,
                stacklevel=2,
            )
            return text
        found = module_text(module)
    for own, plain in _PLAIN.items():
        found = found.replace(f'"{own}"(', f'"{plain}"(')
    return found
