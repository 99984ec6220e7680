# ===- memory_only_gpu.py - Builds a GPU that computes nothing -----------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`build` makes the library of memory_only_gpu.c for the installed PyTorch, and
`environment` the variables of a process that uses it."""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess
from typing import Dict, List, Optional

import torch

SOURCE = pathlib.Path(__file__).with_suffix(".c")

_LIBRARIES = ("libtorch_cpu.so", "libtorch_cuda.so", "libtorch_cuda_linalg.so",
              "libtorch_nvshmem.so", "libtorch_python.so", "libc10_cuda.so")

_OF_NVIDIA = re.compile(
    "_*cuda|cublas|cudnn|cufft|cufile|curand|cusolver|cusparse|cu[A-Z]|nccl|nvml|nvshmem"
)

_CREATES = re.compile("(cublas|cudnn|cufft|curand|cusolver|cusparse)(Lt)?[A-Za-z]*Create")

_OF_NVML = ("nvmlInit_v2", "nvmlDeviceGetHandleByPciBusId_v2",
            "nvmlDeviceGetGpuFabricInfoV", "nvmlDeviceGetNvLinkRemoteDeviceType",
            "nvmlDeviceGetNvLinkRemotePciInfo_v2",
            "nvmlDeviceGetComputeRunningProcesses", "nvmlSystemGetCudaDriverVersion_v2")
"""Functions that PyTorch looks up by name."""


def why_not() -> Optional[str]:
    """The reason why the library cannot be built here; None if it can."""
    if torch.version.cuda is None or _headers() is None:
        return "PyTorch without CUDA, or CUDA without headers"
    missing = [tool for tool in ("cc", "nm") if shutil.which(tool) is None]
    return f"no {' and no '.join(missing)}" if missing else None


def _headers() -> Optional[pathlib.Path]:
    """The folder of CUDA's headers, beside PyTorch."""
    root = pathlib.Path(torch.__file__).parent.parent / "nvidia"
    found = sorted(root.glob("*/include/cuda_runtime_api.h"))
    return found[0].parent if found else None


def _needed() -> List[str]:
    """NVIDIA's functions that PyTorch's libraries are linked against."""
    folder = pathlib.Path(torch.__file__).parent / "lib"
    files = [str(folder / name) for name in _LIBRARIES if (folder / name).exists()]
    text = subprocess.run(
        ["nm", "-D", "--undefined-only", *files],
        capture_output=True, text=True, check=True,
    ).stdout
    names = {line.split()[-1].split("@")[0] for line in text.splitlines() if " U " in line}
    return sorted(filter(_OF_NVIDIA.match, names))


def _of_driver() -> List[str]:
    """The functions of the driver."""
    return re.findall(r"CUDAAPI\s+(cu[A-Z]\w*)\(", (_headers() / "cuda.h").read_text())


def _rest(defined: str) -> str:
    """C for the functions that the code `defined` lacks."""
    lines = ["static char object[64];"]
    missing = {*_needed(), *_of_driver(), *_OF_NVML}
    for name in sorted(missing):
        if re.search(rf'\b{name}("\);|\()', defined):
            continue
        if _CREATES.match(name):
            lines.append(f"int {name}(void **made) {{ *made = object; return 0; }}")
        else:
            lines.append(f"long {name}() {{ return 0; }}")
    return "\n".join(lines) + "\n"


def build(folder: pathlib.Path) -> pathlib.Path:
    """Makes the library in `folder`, by the names that programs open."""
    made = folder / "libcuda.so.1"
    defined = subprocess.run(
        ["cc", "-E", "-P", f"-I{_headers()}", str(SOURCE)],
        capture_output=True, text=True, check=True,
    ).stdout
    own = defined[defined.rindex("static char object[64];") :]
    rest = folder / "rest.c"
    rest.write_text(_rest(own))
    subprocess.run(
        ["cc", "-shared", "-fPIC", "-O1", "-w", f"-I{_headers()}",
         "-Wl,-soname,libcuda.so.1", str(SOURCE), str(rest), "-o", str(made),
         "-ldl", "-lpthread"],
        check=True,
    )
    for name in ("libcuda.so", "libnvidia-ml.so.1"):
        (folder / name).symlink_to(made.name)
    return made


def environment(library: pathlib.Path) -> Dict[str, str]:
    """This process's variables, with those that put `library` first."""

    def first(value: pathlib.Path, name: str) -> str:
        return ":".join(filter(None, [str(value), os.environ.get(name)]))

    return {
        **os.environ,
        "CUDA_VISIBLE_DEVICES": "0",
        "LD_PRELOAD": first(library, "LD_PRELOAD"),
        "LD_LIBRARY_PATH": first(library.parent, "LD_LIBRARY_PATH"),
        "TRITON_LIBCUDA_PATH": str(library.parent),
        # The graphs of cuDNN 8 are not here.
        "TORCH_CUDNN_V8_API_DISABLED": "1",
    }
