# ===- versions.py - Supported versions of PyTorch -----------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Checks at import that PyTorch has the undocumented parts that the package needs."""

from __future__ import annotations

import re
from typing import Sequence, Tuple

from remat.dotted_names import missing_of
from remat.errors import IncompatibleTorch
from remat.user_warnings import warn_user

OLDEST = (2, 9)
"""The oldest version of PyTorch that the package works with."""

NEWEST = (2, 15)
"""The newest tested version."""

NEEDED = (
    "torch._C._DisableFuncTorch",
    "torch._C._autograd._ProfilerResult.experimental_event_tree",
    "torch._C._profiler._EventType.Allocation",
    "torch._C._profiler._ExtraFields_Allocation.ptr",
    "torch._C._profiler._ProfilerEvent.end_time_ns",
    "torch._dynamo.backends.common.aot_autograd",
    "torch._dynamo.exc.BackendCompilerFailed",
    "torch._functorch.aot_autograd.AOTConfig",
    "torch._functorch.compile_utils.fx_graph_cse",
    "torch._functorch.config.activation_memory_budget",
    "torch._functorch.config.enable_autograd_cache",
    "torch._functorch.partitioners.min_cut_rematerialization_partition",
    "torch._guards.CompileContext.current_compile_id",
    "torch._guards.TracingContext",
    "torch._inductor.compile_fx.compile_fx",
    "torch._inductor.compile_fx.compile_fx_inner",
    "torch._inductor.compile_fx.partition_fn",
    "torch._inductor.config._post_fusion_custom_pass",
    "torch._inductor.config.allow_buffer_reuse",
    "torch._inductor.config.custom_partitioner_fn",
    "torch._inductor.config.inplace_buffers",
    "torch._inductor.config.layout_optimization",
    "torch._inductor.config.reorder_for_peak_memory",
    "torch._inductor.custom_graph_pass.CustomPartitionerFn",
    "torch._inductor.decomposition.select_decomp_table",
    "torch._inductor.graph.SubgraphLowering",
    "torch._inductor.ir.MultiOutputLayout",
    "torch._inductor.ir.MutationLayoutSHOULDREMOVE",
    "torch._inductor.ir.NonOwningLayout",
    "torch._inductor.memory.reorder_for_peak_memory",
    "torch._inductor.scheduler.FusedSchedulerNode",
    "torch._inductor.scheduler.NopKernelSchedulerNode",
    "torch._inductor.scheduler.Scheduler.can_fuse",
    "torch._inductor.scheduler.Scheduler.fuse_nodes",
    "torch._inductor.virtualized.V",
    "torch._subclasses.fake_tensor.FakeTensorMode",
    "torch.autograd.profiler.KinetoStepTracker._step_dict",
    "torch.autograd.profiler._is_profiler_enabled",
    "torch.cuda.amp.common.amp_definitely_not_available",
    "torch.fx.Interpreter.boxed_run",
    "torch.fx._lazy_graph_module._make_graph_module",
    "torch.fx.node._side_effectful_functions",
    "torch.multiprocessing.reductions.StorageWeakRef",
    "torch.profiler.profile",
    "torch.profiler.profiler.PROFILER_STEP_NAME",
    "torch.utils._pytree.tree_map",
    "torch.utils._python_dispatch._disable_current_modes",
    "torch.utils._python_dispatch._get_current_dispatch_mode",
    "torch.utils._python_dispatch._pop_mode_temporarily",
    "torch.utils.flop_counter.flop_registry",
)
"""Import fails without one of these."""


def parse(version: str) -> Tuple[int, int]:
    """Major and minor number of a version such as "2.9.1+cpu"."""
    found = re.match(r"(\d+)\.(\d+)", version)
    return (int(found.group(1)), int(found.group(2))) if found else (0, 0)


def check(version: str, names: Sequence[str] = NEEDED) -> None:
    """Raises `remat.IncompatibleTorch` if PyTorch `version` is too old, or the
    installed one lacks one of `names`; warns if it is newer than those tested."""
    oldest = ".".join(map(str, OLDEST))
    if parse(version) < OLDEST:
        raise IncompatibleTorch(
            f"remat.torch works with PyTorch {oldest} and later; this is {version}:"
            f' pip install "torch>={oldest}"'
        )
    if parse(version) > NEWEST:
        newest = ".".join(map(str, NEWEST))
        warn_user(
            f"PyTorch {version} is newer than remat.torch was tested with, which is up"
            f" to {newest}: predicted peaks may be wrong"
        )
    lacking = missing_of(names)
    if lacking:
        raise IncompatibleTorch(
            f"PyTorch {version} lacks {', '.join(lacking)}, which remat.torch needs:"
            f' pip install "torch=={oldest}.*" is known to work'
        )
