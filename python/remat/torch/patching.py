# ===- patching.py - Temporary replacement of PyTorch's functions --------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`replaced`, for functions of PyTorch that no option changes."""

from __future__ import annotations

import contextlib
from typing import Any, Iterator


@contextlib.contextmanager
def replaced(owner: Any, name: str, function: Any) -> Iterator[None]:
    """Sets `owner.name` to `function` inside the context. All threads see it, so
    `function` has to act like the old one for calls that do not concern it."""
    own = getattr(owner, name)
    setattr(owner, name, function)
    try:
        yield
    finally:
        setattr(owner, name, own)
