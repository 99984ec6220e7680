# ===- joint_passes.py - Partition functions inside of Inductor ----------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Inductor runs passes on a joint graph and then calls a `Partitioner`.
`behind_joint_passes` is for callers outside of Inductor."""

from __future__ import annotations

from typing import Any, Callable, Sequence, Tuple

from torch import fx
from torch._inductor import config as inductor_config
from torch._inductor.compile_fx import partition_fn as inductor_partition
from torch._inductor.custom_graph_pass import CustomPartitionerFn
from torch._inductor.virtualized import V
from torch._subclasses.fake_tensor import FakeTensorMode

Partition = Callable[..., Tuple[fx.GraphModule, fx.GraphModule]]


class Partitioner(CustomPartitionerFn):
    def __init__(self, partition: Partition, key: str):
        self.partition = partition
        self.key = key

    def __call__(
        self, gm: fx.GraphModule, joint_inputs: Sequence[Any], **options: Any
    ) -> Tuple[fx.GraphModule, fx.GraphModule]:
        return self.partition(gm, joint_inputs, **options)

    def uuid(self) -> str:
        return self.key

    def __deepcopy__(self, memo: Any) -> "Partitioner":
        return self


def behind_joint_passes(partition: Partition, mode: FakeTensorMode) -> Partition:
    """`partition` of a joint graph with fake tensors of `mode`, behind the passes that
    Inductor runs on it."""

    def run(
        module: fx.GraphModule, inputs: Sequence[Any], **options: Any
    ) -> Tuple[fx.GraphModule, fx.GraphModule]:
        partitioner = Partitioner(partition, "no program")
        # Padding is decided by kernels that run.
        patched = inductor_config.patch(
            custom_partitioner_fn=partitioner, shape_padding=False
        )
        with patched, V.set_fake_mode(mode):
            return inductor_partition(module, inputs, **options)

    return run
