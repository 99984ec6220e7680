# ===- dotted_names.py - Whether a library has what is needed of it ------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Looks names of modules and their attributes up; imports what they are in."""

from __future__ import annotations

import importlib
from typing import Any, List, Sequence


def find_name(name: str) -> Any:
    """What the dotted `name` stands for; raises ImportError or AttributeError."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:end]))
        except ModuleNotFoundError:
            continue
        for part in parts[end:]:
            found = getattr(found, part)
        return found
    raise ModuleNotFoundError(name)


def missing_of(names: Sequence[str]) -> List[str]:
    """The `names` that stand for nothing here."""
    found = []
    for name in names:
        try:
            find_name(name)
        except (ImportError, AttributeError):
            found.append(name)
    return found
