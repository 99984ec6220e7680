# ===- user_warnings.py - Warnings at the user's line --------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`warn_user` names the line of the user's program that called the library;
`user_place` tells it."""

from __future__ import annotations

import sys
import types
import warnings

from remat.errors import RematWarning

_LIBRARIES = ("remat", "jax", "torch", "contextlib", "functools", "importlib")


def warn_user(message: str) -> None:
    """Warns with the category `RematWarning`, at the innermost frame outside of this
    library and those it works with."""
    frame = _user_frame()
    # Not by a stack level: `warnings.warn` leaves frames of imports out.
    warnings.warn_explicit(
        message,
        RematWarning,
        frame.f_code.co_filename,
        frame.f_lineno,
        module=frame.f_globals.get("__name__"),
        registry=frame.f_globals.setdefault("__warningregistry__", {}),
    )


def user_place() -> str:
    """File and line of that frame, as "model.py:12"."""
    frame = _user_frame()
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


def _user_frame() -> types.FrameType:
    frame = sys._getframe()
    while _is_of_library(frame.f_globals.get("__name__", "")) and frame.f_back:
        frame = frame.f_back
    return frame


def _is_of_library(module: str) -> bool:
    """Whether a frame of this module is none of the user's. Code that PyTorch generates
    for a call has no module."""
    return not module or module.split(".")[0] in _LIBRARIES
