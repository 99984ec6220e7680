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
from typing import Optional

from remat.errors import RematWarning

_LIBRARIES = ("remat", "jax", "torch", "contextlib", "functools", "importlib")

_CALLS_COMPILED_CODE = "torch._dynamo.eval_frame"


def warn_user(message: str) -> None:
    """Warns with the category `RematWarning`, at the innermost frame outside of this
    library and those it works with."""
    _warn_at(_user_frame(), message)


def warn_caller(message: str) -> None:
    """`warn_user` for code that runs inside of a compiled function of the user: names
    the line that calls this function."""
    _warn_at(_frame_of_caller() or _user_frame(), message)


def _warn_at(frame: types.FrameType, message: str) -> None:
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


def _frame_of_caller() -> Optional[types.FrameType]:
    """The innermost frame of the user outside of all compiled functions."""
    found: Optional[types.FrameType] = None
    frame: Optional[types.FrameType] = sys._getframe()
    while frame is not None:
        module = frame.f_globals.get("__name__", "")
        if module == _CALLS_COMPILED_CODE:
            found = None
        elif found is None and not _is_of_library(module):
            found = frame
        frame = frame.f_back
    return found


def _is_of_library(module: str) -> bool:
    """Whether a frame of this module is none of the user's. Code that PyTorch generates
    for a call has no module."""
    return not module or module.split(".")[0] in _LIBRARIES
