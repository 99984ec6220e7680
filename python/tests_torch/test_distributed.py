# ===- test_distributed.py - One plan for two processes ------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""DistributedDataParallel on two local processes, with gloo."""

import os
import pathlib
import sys

import pytest
import torch

HERE = pathlib.Path(__file__).parent

pytestmark = pytest.mark.skipif(
    not torch.distributed.is_available(), reason="PyTorch without distributed"
)


def train(rank, folder):
    sys.path[:0] = [str(HERE), str(HERE.parent)]
    import models

    import remat.torch

    torch.distributed.init_process_group(
        "gloo", init_method=f"file://{folder}/store", rank=rank, world_size=2
    )
    torch.manual_seed(0)
    model = models.MLP(6, 64)
    wrapped = torch.nn.parallel.DistributedDataParallel(model)
    compiled = remat.torch.compile(wrapped, budget="min", inner="aot_eager")
    torch.manual_seed(1 + rank)
    compiled(torch.randn(256, 64), torch.randn(256, 64)).backward()
    (plan,) = compiled.plans
    torch.save(
        {
            "steps": plan.plan_file["steps"],
            "peaks": (plan.predicted_peak_bytes, plan.measured_peak_bytes),
            "gradients": [p.grad for p in model.parameters()],
        },
        os.path.join(folder, f"{rank}.pt"),
    )
    torch.distributed.destroy_process_group()


def test_processes_run_one_plan_and_have_equal_gradients(tmp_path):
    torch.multiprocessing.spawn(train, (str(tmp_path),), nprocs=2)
    first, second = (torch.load(tmp_path / f"{rank}.pt") for rank in range(2))
    assert first["steps"] == second["steps"]
    assert len(set(map(str, first["steps"]))) < len(first["steps"])
    for a, b in zip(first["gradients"], second["gradients"]):
        assert torch.equal(a, b)
