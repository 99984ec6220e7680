# ===- __init__.py - PyTorch's training steps within a budget ------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Remat for PyTorch: `torch.compile` within a budget of bytes.

    model = remat.torch.compile(model, budget="8GiB")

`backend` is the same as a backend for `torch.compile`. `plan` plans for a device that
need not be present. Sizes are bytes of one device, including parameters and inputs.

Importing this imports PyTorch, not JAX.
"""

import importlib.metadata

try:
    import torch as _torch
except ModuleNotFoundError as _error:
    from remat.errors import IncompatibleTorch

    raise IncompatibleTorch(
        "remat.torch needs PyTorch, which is not installed: pip install 'remat[torch]'"
    ) from _error

from remat.torch import versions

versions.check(_torch.__version__)

try:
    __version__ = importlib.metadata.version("remat")
except importlib.metadata.PackageNotFoundError:
    __version__ = "unknown"

from remat.torch.backends import Backend, backend, compile
from remat.torch.capture import plan
from remat.torch.plans import Plan, Round
from remat.torch.timeline import Timeline

__all__ = ["Backend", "Plan", "Round", "Timeline", "backend", "compile", "plan"]
