# ===- _compile_worker.py - XLA for a GPU that is not here, in a process -===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""python -m remat._compile_worker: compiles modules for named GPUs.

Reads a JSON object a line from standard input, `{"path": FILE, "device": NAME,
"compile": BOOL}`, and answers each with one line: the figures, or
`{"error": TEXT, "kind": WORD}`. With `"schedule": FILE` it writes XLA's module there.
It is a process of its own since XLA reads its flags once a process, and since
they must not change what the user's program compiles.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from typing import Any, Dict, List, Optional, Tuple

# Autotuning needs the GPU; GEMM fusions by Triton are chosen by autotuning.
XLA_FLAGS = "--xla_gpu_enable_triton_gemm=false --xla_gpu_autotune_level=0"


class Refused(Exception):
    """`kind` is "missing" (no XLA for CUDA here), "module" or "compile"."""

    def __init__(self, kind: str, message: str):
        super().__init__(message)
        self.kind = kind


def environment(given: Dict[str, str]) -> Dict[str, str]:
    """What a worker's process is started with, made from the environment `given`."""
    changed = dict(given)
    changed["JAX_PLATFORMS"] = "cpu"
    changed["JAX_SKIP_CUDA_CONSTRAINTS_CHECK"] = "1"  # No driver is needed.
    changed["JAX_ENABLE_X64"] = "1"  # Else arguments of 64 bits are cut down.
    changed["TF_CPP_MIN_LOG_LEVEL"] = given.get("TF_CPP_MIN_LOG_LEVEL", "3")
    changed.pop("JAX_COMPILATION_CACHE_DIR", None)
    # Flags that the user set for GPUs count here too; the last one wins.
    changed["XLA_FLAGS"] = f"{given.get('XLA_FLAGS', '')} {XLA_FLAGS}".strip()
    # The worker must find this very package, wherever it was imported from.
    parent = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    path = [parent, *filter(None, given.get("PYTHONPATH", "").split(os.pathsep))]
    changed["PYTHONPATH"] = os.pathsep.join(path)
    return changed


_DTYPES = {"i1": "bool", "f16": "float16", "f32": "float32", "f64": "float64"}


def _dtype(element: str) -> Any:
    """The NumPy type of an MLIR element type, as MLIR writes it."""
    import jax.numpy as jnp

    name = _DTYPES.get(element)
    if name is None and element == "bf16":
        name = "bfloat16"
    match = re.fullmatch(r"(u?)s?i(\d+)", element)
    if name is None and match:
        name = f"{'uint' if match.group(1) else 'int'}{match.group(2)}"
    if element in ("complex<f32>", "complex<f64>"):
        name = "complex64" if element == "complex<f32>" else "complex128"
    if name is None and element.startswith("f8"):
        name = "float8_" + element[2:].lower()
    found = getattr(jnp, name, None) if name else None
    if found is None:
        raise Refused("module", f"@main has a tensor of the unknown type '{element}'")
    return jnp.dtype(found)


def _aval(type_: Any) -> Tuple[Tuple[int, ...], Any]:
    """Shape and dtype of a ranked tensor of known size."""
    from jaxlib.mlir import ir

    try:
        tensor = ir.RankedTensorType(type_)
    except ValueError:
        raise Refused("module", f"@main has a '{type_}' where a tensor has to be")
    if not tensor.has_static_shape:
        raise Refused("module", f"@main has the type '{type_}', of unknown size")
    return tuple(tensor.shape), _dtype(str(tensor.element_type))


def _mesh_axes(module: Any) -> List[Tuple[str, int]]:
    """Names and sizes of the axes of the module's mesh; [] for one device."""
    from jaxlib.mlir.dialects import sdy

    axes: List[Tuple[str, int]] = []
    for operation in module.body.operations:
        if operation.operation.name != "sdy.mesh":
            continue
        mesh = sdy.MeshAttr(operation.operation.attributes["mesh"])
        found = [(a.name, a.size) for a in map(sdy.MeshAxisAttr, mesh.axes)]
        if found and axes and found != axes:
            raise Refused("module", "the module has several meshes of devices")
        axes = axes or found
    return axes


def _specs(attributes: Any, count: int) -> List[Optional[Tuple[Any, ...]]]:
    """For each argument or result the axes of its dimensions; None if not said."""
    from jaxlib.mlir.dialects import sdy

    specs: List[Optional[Tuple[Any, ...]]] = []
    for entry in attributes if attributes is not None else [None] * count:
        if entry is None or "sdy.sharding" not in entry:
            specs.append(None)
            continue
        sharding = sdy.TensorShardingAttr(entry["sdy.sharding"])
        dimensions = []
        for dimension in map(sdy.DimensionShardingAttr, sharding.dimension_shardings):
            names = tuple(sdy.AxisRefAttr(axis).name for axis in dimension.axes)
            dimensions.append(names or None)
        specs.append(tuple(dimensions))
    return specs


def _main_of(module: Any) -> Any:
    for operation in module.body.operations:
        if operation.operation.name == "func.func":
            if operation.operation.attributes["sym_name"].value == "main":
                return operation
    raise Refused("module", "the module has no function @main")


def _topology(config: str, devices: int) -> Any:
    from jax.experimental import topologies

    try:
        return topologies.get_topology_desc(
            platform="cuda",
            topology_name="",
            target_config=config,
            topology=f"1x1x{devices}",
        )
    except Exception as error:  # JAX raises whatever its plugin does.
        raise Refused("missing", f"{type(error).__name__}: {error}") from error


def compile_module(
    text: str,
    device_name: str,
    compiled: bool,
    schedule: Optional[str] = None,
    memory_bytes: Optional[int] = None,
) -> Dict[str, Any]:
    """Compiles a module for a device of the table; returns what `remat.measure`
    tells, sizes in bytes of one device, seconds of wall clock. Only counts its
    operations if `compiled` is false. Writes XLA's schedule to the file `schedule`.
    `memory_bytes` is the memory that XLA takes the device to have."""
    import jax
    import jax.numpy as jnp
    import numpy as np
    from jax.sharding import Mesh, NamedSharding, PartitionSpec
    from jaxlib.mlir import ir

    from remat.device_table import lookup
    from remat.lowering import flops_of, fresh, replace_module

    device = lookup(device_name)
    # JAX's own context knows the dialects.
    context = jax.jit(lambda: 0).lower().compiler_ir("stablehlo").context
    with context, ir.Location.unknown():
        try:
            module = ir.Module.parse(text)
        except ir.MLIRError as error:
            raise Refused("module", f"JAX cannot read the module: {error}"[:3000])
        main = _main_of(module)
        signature = ir.FunctionType(
            ir.TypeAttr(main.operation.attributes["function_type"]).value
        )
        ins = [_aval(t) for t in signature.inputs]
        outs = [_aval(t) for t in signature.results]
        axes = _mesh_axes(module)
        attributes = main.operation.attributes
        in_specs = _specs(
            attributes["arg_attrs"] if "arg_attrs" in attributes else None, len(ins)
        )
        out_specs = _specs(
            attributes["res_attrs"] if "res_attrs" in attributes else None, len(outs)
        )

    count = int(np.prod([size for _, size in axes], dtype=int)) if axes else 1

    def dummy(*_: Any) -> Tuple[Any, ...]:
        return tuple(jnp.zeros(shape, dtype) for shape, dtype in outs)

    # XLA counts the operations of a module on the CPU's client only.
    counted = jax.jit(dummy, keep_unused=True).trace(
        *[jax.ShapeDtypeStruct(shape, dtype) for shape, dtype in ins]
    )
    counted = counted.lower(lowering_platforms=("cuda",))
    replace_module(counted, text)
    found = {"device": device.name, "devices": count, "flops": flops_of(counted)}
    if not compiled:
        return found
    topology = _topology(device.target_config(memory_bytes), count)
    if axes:
        shape = tuple(size for _, size in axes)
        grid = np.array(topology.devices[:count]).reshape(shape)
        mesh = Mesh(grid, tuple(name for name, _ in axes))
    else:
        mesh = Mesh(np.array(topology.devices[:1]), ("x",))

    # Where the module says nothing, XLA chooses; but something has to say on
    # which devices it runs.
    free = any(spec is not None for spec in in_specs)

    def sharding(spec: Optional[Tuple[Any, ...]]) -> Any:
        if spec is None:
            return None if free else NamedSharding(mesh, PartitionSpec())
        return NamedSharding(mesh, PartitionSpec(*spec))

    structs = [
        jax.ShapeDtypeStruct(shape, dtype, sharding=sharding(spec))
        for (shape, dtype), spec in zip(ins, in_specs)
    ]
    lowered = jax.jit(
        fresh(dummy),
        keep_unused=True,
        out_shardings=tuple(map(sharding, out_specs)),
    ).lower(*structs)
    replace_module(lowered, text)
    start = time.monotonic()
    try:
        executable = lowered.compile()
        memory = executable.memory_analysis()
    except Exception as error:
        raise Refused("compile", f"{type(error).__name__}: {error}"[:3000]) from error
    if schedule is not None:
        with open(schedule, "w", encoding="utf-8") as file:
            file.write(executable.as_text())
    return {
        **found,
        "temp_bytes": memory.temp_size_in_bytes,
        "argument_bytes": memory.argument_size_in_bytes,
        "output_bytes": memory.output_size_in_bytes,
        "alias_bytes": memory.alias_size_in_bytes,
        "host_temp_bytes": memory.host_temp_size_in_bytes,
        "live_bytes": memory.peak_memory_in_bytes,
        "seconds": time.monotonic() - start,
    }


def main() -> None:
    """Answers requests until the input ends."""
    # What libraries print must not get between the answers.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        try:
            request = json.loads(line)
            with open(request["path"], encoding="utf-8") as file:
                text = file.read()
            answer = compile_module(
                text,
                request["device"],
                request["compile"],
                request.get("schedule"),
                request.get("memory_bytes"),
            )
        except Refused as error:
            answer = {"error": str(error), "kind": error.kind}
        except Exception as error:  # The asker tells the user; this goes on.
            answer = {"error": f"{type(error).__name__}: {error}", "kind": "compile"}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
