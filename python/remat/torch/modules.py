# ===- modules.py - Modules of operators ---------------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`module_of` tells which module of the user an operator belongs to. A line of code
alone does not tell which of many equal layers runs it."""

from __future__ import annotations

import re

from torch import fx

_ITEM = re.compile(r"\._modules\['([^']*)'\]")
_ROOT = re.compile(r"^[LG]\['\w+'\]\.?")


def module_of(node: fx.Node) -> str:
    """The path of the innermost module that `node`, or the operator that it is the
    gradient of, was traced in, such as "layers.3.attention"; "" if it is the outermost
    one, or unknown."""
    for key in ("nn_module_stack", "fwd_nn_module_stack"):
        stack = node.meta.get(key)
        if stack:
            path = str(list(stack.values())[-1][0])
            return _ROOT.sub("", _ITEM.sub(r".\1", path))
    return ""
