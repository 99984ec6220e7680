# ===- user_warnings.py - Warnings at the user's line --------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`warn_user` names the line of the user's program that called the library."""

from __future__ import annotations

import inspect
import warnings

from remat.errors import RematWarning

_LIBRARIES = ("remat", "jax", "torch", "contextlib", "functools", "importlib")


def warn_user(message: str) -> None:
    """Warns with the category `RematWarning`, at the innermost frame outside of this
    library and those it works with."""
    level = 0
    frame = inspect.currentframe()
    while frame is not None and _is_of_library(frame.f_globals.get("__name__", "")):
        frame, level = frame.f_back, level + 1
    warnings.warn(message, RematWarning, stacklevel=level + 1)


def _is_of_library(module: str) -> bool:
    return module.split(".")[0] in _LIBRARIES
