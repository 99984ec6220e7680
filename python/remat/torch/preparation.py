# ===- preparation.py - Preparation of joint graphs ----------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`prepare` simplifies a joint graph before it is planned."""

from __future__ import annotations

from torch import fx
from torch._functorch import config as functorch_config
from torch._functorch.compile_utils import fx_graph_cse

from remat.torch.regions import inline_regions
from remat.torch.settings import Settings
from remat.torch.simplification import drop_unread_statistics, restore_eager_operators
from remat.torch.specialization import specialize


def prepare(module: fx.GraphModule, settings: Settings) -> None:
    """Inlines nested regions, drops unread nodes and merges equal ones, as PyTorch's own
    partitioner does. For "aot_eager", restores operators that tracing took apart."""
    inline_regions(module)
    if settings.dynamic_shapes == "hint":
        specialize(module.graph)
    module.graph.eliminate_dead_code()
    if functorch_config.cse:
        module.graph = fx_graph_cse(module.graph)
    drop_unread_statistics(module.graph)
    if settings.inner == "aot_eager":
        restore_eager_operators(module.graph)
    module.recompile()
