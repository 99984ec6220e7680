# ===- test_profile.py - Costs measured on the device --------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""With `profile=True`, costs are measured times of operators."""

import models
import pytest
import torch

import remat
import remat.torch
from remat.torch import measured_times
from remat.torch.kernels import Kernel
from remat.torch.operator_kinds import Kind

INNER = ["aot_eager", "inductor"]


def planned(step, inputs, inner, **options):
    options = {"budget": "slack:50%", "profile": True, "check": False, **options}
    compiled = remat.torch.compile(step, inner=inner, **options)
    compiled(*inputs)
    return compiled.plans[0]


@pytest.fixture
def seven_nanoseconds(monkeypatch):
    def run_once(run):
        run()
        return 7.0

    monkeypatch.setattr(measured_times, "_time_of_runs", run_once)


def test_each_operator_costs_its_time(seven_nanoseconds):
    case = models.make("mlp")
    plan = planned(case.model, case.inputs, "aot_eager")
    times = {op["name"]: op["time"] for op in plan.graph_file["ops"]}
    assert set(times.values()) == {0.0, 7.0}
    assert all(times[name] == 7.0 for name in plan.recomputed)
    assert plan.cost == plan.plain_cost + 7.0 * sum(plan.recomputed.values())


def test_generated_kernels_cost_the_time_of_their_bytes(seven_nanoseconds):
    case = models.make("mlp")
    plan = planned(case.model, case.inputs, "inductor")
    times = {op["id"]: op["time"] for op in plan.graph_file["ops"]}
    kernels = [task for task in plan.joint.tasks if isinstance(task, Kernel)]
    calls = [kernel for kernel in kernels if kernel.kind is Kind.LIBRARY]
    written = [kernel for kernel in kernels if kernel.kind is not Kind.LIBRARY]
    assert {times[call.index] for call in calls} == {7.0}
    rates = [
        times[kernel.index] / sum(v.bytes for v in {*kernel.reads, *kernel.writes})
        for kernel in written
    ]
    assert min(rates) > 0
    assert max(rates) == pytest.approx(min(rates))


def test_what_cannot_run_by_itself_is_scaled(monkeypatch):
    def no_products(run):
        found = run()
        if isinstance(found, torch.Tensor) and found.dim() == 2 and found.numel() > 4096:
            raise ValueError("as if it took no zeros")
        return 1000.0

    monkeypatch.setattr(measured_times, "_time_of_runs", no_products)
    model = torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.Linear(64, 256))
    plan = planned(
        lambda x: model(x).square().mean(), [torch.randn(64, 64)], "aot_eager"
    )
    times = {op["name"]: op["time"] for op in plan.graph_file["ops"]}
    assert times["addmm"] == 1000.0
    assert times["addmm_1"] > 0 and times["addmm_1"] != 1000.0


@pytest.mark.parametrize("inner", INNER)
def test_a_profile_changes_no_gradient(inner):
    # Dropout: measuring must leave the states of generators alone. Kernels of Inductor
    # that run on several threads add in no fixed order, so bits are not compared.
    tokens = torch.randint(0, 64, (8, 32))
    case = models.Case(models.GPT(2, 64, 4, 64, 32, dropout=0.2), (tokens, tokens))
    results = []
    for profile in (False, True):
        torch._dynamo.reset()
        torch.manual_seed(1)
        case.model.zero_grad()
        step = remat.torch.compile(case.model, "100%", inner=inner, profile=profile)
        step(*case.inputs).backward()
        results.append([p.grad.clone() for p in case.model.parameters()])
    torch.testing.assert_close(*results)


def test_a_profile_is_of_the_tensors_device():
    with pytest.raises(remat.OptionError, match="device of the tensors"):
        remat.torch.backend("min", profile=True, device="h100")
    with pytest.raises(remat.OptionError, match="profile is no option of a plan"):
        case = models.make("mlp")
        remat.torch.plan(case.model, None, *case.inputs, budget="min", profile=True)
