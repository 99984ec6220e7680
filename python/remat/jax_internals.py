# ===- jax_internals.py - What the package needs of JAX's inside ----------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""All that the package takes of JAX beside its documented API, checked at import.

docs/internals/jax.md says what each name is for.
"""

from __future__ import annotations

from typing import Any, Callable, List, Sequence

import jax

from remat.dotted_names import find_name, missing_of
from remat.errors import IncompatibleJax

VERSIONS = "0.10 or 0.11"
"""The versions of JAX that the package works with, as its requirements name them."""

NEEDED = (
    "jax.experimental.topologies.get_topology_desc",
    "jax.memory.Space.Device",
    "jax.memory.Space.Host",
    "jax.stages.Compiled.as_text",
    "jax.stages.Compiled.memory_analysis",
    "jax.stages.Lowered.compiler_ir",
    "jax.stages.Lowered.cost_analysis",
    "jaxlib.mlir.dialects.sdy.AxisRefAttr",
    "jaxlib.mlir.dialects.sdy.DimensionShardingAttr",
    "jaxlib.mlir.dialects.sdy.MeshAttr",
    "jaxlib.mlir.dialects.sdy.MeshAxisAttr",
    "jaxlib.mlir.dialects.sdy.TensorShardingAttr",
    "jaxlib.mlir.dialects.stablehlo.reshape",
    "jaxlib.mlir.ir.DenseI64ArrayAttr",
    "jaxlib.mlir.ir.FunctionType",
    "jaxlib.mlir.ir.InsertionPoint",
    "jaxlib.mlir.ir.Location.unknown",
    "jaxlib.mlir.ir.MLIRError",
    "jaxlib.mlir.ir.Module.parse",
    "jaxlib.mlir.ir.RankedTensorType",
    "jaxlib.mlir.ir.TypeAttr",
    "jaxlib.mlir.ir.WalkResult.ADVANCE",
    "jaxlib.mlir.passmanager.PassManager.parse",
)
"""Without one of these nothing is planned."""


def missing(names: Sequence[str] = NEEDED) -> List[str]:
    """The `names` that this JAX has not."""
    return missing_of(names)


def check(names: Sequence[str] = NEEDED) -> None:
    """Raises `remat.IncompatibleJax` if this JAX lacks one of `names`."""
    lacking = missing(names)
    if lacking:
        raise IncompatibleJax(
            f"JAX {jax.__version__} lacks {', '.join(lacking)}, which remat needs;"
            f" install JAX {VERSIONS}"
        )


def _known_settings() -> Any:
    names = ("jax_enable_x64", "jax_default_matmul_precision")
    return tuple(getattr(jax.config, name, None) for name in names)


def _find_trace_context() -> Callable[[], Any]:
    try:
        found = find_name("jax._src.config.trace_context")
        found()
    except (ImportError, AttributeError, TypeError):
        return _known_settings
    return found


trace_context: Callable[[], Any] = _find_trace_context()
"""The settings of JAX that change what a function is traced to, hashable; those known
by name where JAX does not hand out all. Called at each call of a step."""
