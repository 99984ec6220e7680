# ===- test_planning.py - Plans without a device -------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`remat.torch.plan` on fake tensors; figures, files and tags of plans."""

import json
import warnings

import models
import pytest
import torch

import remat
import remat.torch
from remat.torch import operators
from remat.torch.timeline import Timeline


def plan(name="mlp", **options):
    case = models.make(name)
    options = {"budget": "slack:50%", "inner": "aot_eager", "device": "cpu", **options}
    return remat.torch.plan(case.model, None, *case.inputs, **options)


def test_a_plan_for_a_gpu_needs_none():
    on_gpu = plan("gpt", device="h100")
    assert on_gpu.device == "h100"
    assert on_gpu.recomputed
    assert on_gpu.predicted_peak_bytes <= on_gpu.budget_bytes
    assert on_gpu.predicted_peak_bytes % 512 == 0
    # In nanoseconds, at 4 to 1,000 TFLOP/s.
    assert 1e5 < on_gpu.plain_cost < 1e8


@pytest.mark.parametrize("inner", ["aot_eager", "inductor"])
@pytest.mark.parametrize("device", ["cpu", "h100"])
def test_models_with_dropout_are_planned(inner, device):
    model = torch.nn.Sequential(
        torch.nn.Linear(64, 64), torch.nn.Dropout(0.1), torch.nn.Linear(64, 64)
    )
    found = remat.torch.plan(
        model, lambda m, x: m(x).square().mean(), torch.randn(256, 64),
        budget="100%", inner=inner, device=device,
    )
    assert found.predicted_peak_bytes <= found.budget_bytes


def test_the_model_keeps_its_parameters():
    case = models.make("mlp")
    before = [p.data_ptr() for p in case.model.parameters()]
    remat.torch.plan(
        case.model, None, *case.inputs, budget="min", device="h100", inner="aot_eager"
    )
    assert [p.data_ptr() for p in case.model.parameters()] == before
    case.model(*case.inputs).backward()


def test_parameters_may_be_on_meta():
    with torch.device("meta"):
        model = models.MLP(4, 4096)
    x, y = (torch.empty(8192, 4096, device="meta") for _ in range(2))
    found = remat.torch.plan(
        model, None, x, y, budget="min", device="h100", inner="aot_eager"
    )
    parameters = 4 * (4096 * 4096 + 4096) * 4
    assert found.resident_bytes == parameters + 2 * x.nbytes
    found = remat.torch.plan(
        model, None, x, x, budget="min", device="h100", inner="aot_eager"
    )
    assert found.resident_bytes == parameters + x.nbytes


def test_a_loss_outside_of_the_model():
    model = torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.Tanh())

    def loss(model, x, y):
        return torch.nn.functional.mse_loss(model(x), y)

    x = torch.randn(1024, 64)
    found = remat.torch.plan(
        model, loss, x, x, budget="100%", device="cpu", inner="aot_eager"
    )
    assert any("mse_loss" in task.name for task in found.joint.tasks)


def test_impossible_budgets_have_a_bound():
    with pytest.raises(remat.Infeasible) as caught:
        plan(budget=1)
    assert caught.value.lower_bound_bytes > 1


def test_the_timeline_is_that_of_the_planner():
    for name in ("mlp", "resnet", "vit"):
        found = plan(name)
        assert Timeline.of(found).peak == found.predicted_peak_bytes
        assert sum(size for size, _ in Timeline.of(found).alive_at_peak()) <= (
            found.predicted_peak_bytes - found.resident_bytes
        )


def test_figures_and_files(tmp_path):
    found = plan()
    text = str(found)
    assert "predicted peak:" in text and "recomputed:" in text
    found.save(tmp_path / "plan")
    figures = json.loads((tmp_path / "plan" / "figures.json").read_text())
    assert figures["predicted_peak_bytes"] == found.predicted_peak_bytes
    assert figures["recomputed"] == found.recomputed
    assert len(figures["steps"]) == len(found.steps)
    graph = json.loads((tmp_path / "plan" / "graph.json").read_text())
    assert graph["resident_bytes"] == found.resident_bytes
    assert json.loads((tmp_path / "plan" / "plan.json").read_text())["steps"]


def test_the_report_is_a_page_or_json(tmp_path):
    found = plan()
    found.write_report(tmp_path / "report.html")
    assert (tmp_path / "report.html").read_text().startswith("<!DOCTYPE html>")
    found.write_report(tmp_path / "report.json")
    assert json.loads((tmp_path / "report.json").read_text())
    with pytest.raises(remat.RematError, match="no-such-folder"):
        found.write_report(tmp_path / "no-such-folder" / "report.html")


@pytest.mark.parametrize("inner", ["aot_eager", "inductor"])
def test_tags_say_what_is_saved_and_what_runs_again(inner):
    from torch.utils.checkpoint import CheckpointPolicy

    found = plan("vit", budget="min", inner=inner)
    module = found.joint.module
    tagged = found.tag(module)
    policies = {
        node.name: node.meta["recompute"]
        for node in module.graph.nodes
        if "recompute" in node.meta
    }
    assert tagged == len(policies) > 0
    placeholders = {node.name for node in found.joint.placeholders}
    saved = set(found.saved) - placeholders
    assert saved
    for name in saved:
        assert policies[name] is CheckpointPolicy.MUST_SAVE
    nodes = {node.name: node for node in module.graph.nodes}
    for names, again in found.recomputed.items():
        for name in names.split("+"):
            if name not in saved:
                assert policies[name] is CheckpointPolicy.MUST_RECOMPUTE
            assert nodes[name].meta["remat_runs"] == again + 1


def test_the_partitioner_of_pytorch_reads_the_tags():
    from torch._functorch.partitioners import min_cut_rematerialization_partition

    found = plan("mlp", budget="slack:50%")
    module = found.joint.module
    found.tag(module)
    forward, _ = min_cut_rematerialization_partition(module, None, num_fwd_outputs=1)
    (output,) = forward.graph.find_nodes(op="output")
    free = {node.name for node in found.joint.placeholders}
    free |= {node.name for node in module.graph.nodes if operators.viewed(node)}
    saved = {node.name for node in output.args[0][1:]} - free
    assert saved and saved == set(found.saved) - free


def test_traces_of_several_graphs_do_not_mix():
    first, second = models.MLP(3, 32), models.MLP(5, 64)

    def step(x, y):
        loss = first(x, x)
        torch._dynamo.graph_break()
        return loss + second(y, y)

    compiled = remat.torch.compile(step, budget="min", inner="aot_eager", trace=True)
    with pytest.warns(remat.RematWarning, match="a second graph"):
        compiled(torch.randn(64, 32), torch.randn(64, 64)).backward()
    assert len(compiled.plans) == 2
    for found in compiled.plans:
        assert len(found.trace) == len(found.steps) - 1
        assert all(row.measured == row.predicted for row in found.trace)


def test_a_trace_does_not_free_arguments_at_addresses_profiled_before():
    model = models.MLP(3, 32)
    compiled = remat.torch.compile(model, budget="min", inner="aot_eager", trace=True)
    activities = [torch.profiler.ProfilerActivity.CPU]
    with torch.profiler.profile(activities=activities, profile_memory=True):
        profiled = [torch.empty(64, 32) for _ in range(64)]
    known = {tensor.data_ptr() for tensor in profiled}
    profiled.clear()
    tensors = [torch.ones(64, 32) for _ in range(1_000)]
    given = [tensor for tensor in tensors if tensor.data_ptr() in known][:1]
    assert given, "the allocator takes no address again"
    del tensors
    compiled(given.pop(), torch.zeros(64, 32)).backward()
    (found,) = compiled.plans
    assert all(row.measured == row.predicted for row in found.trace)


def test_planning_leaves_compiled_steps_alone():
    case = models.make("mlp")
    backend = remat.torch.backend("min", "aot_eager")
    step = torch.compile(case.model, backend=backend, dynamic=False)
    step(*case.inputs)
    for _ in range(10):
        plan()
    step(*case.inputs)
    assert len(backend.plans) == 1


def test_large_graphs_get_less_effort():
    from remat.torch.planner_library import Search

    assert Search().effort_for(1000) == 1 and Search().effort_for(1001) == 0
    assert Search(effort=2).effort_for(5000) == 2


def test_a_trace_has_every_step():
    case = models.make("vit")
    compiled = remat.torch.compile(
        case.model, budget="slack:50%", inner="aot_eager", trace=True
    )
    compiled(*case.inputs).backward()
    (found,) = compiled.plans
    # The boundary has no operator.
    assert len(found.trace) == len(found.steps) - 1
    assert all(row.measured == row.predicted for row in found.trace)
    assert max(row.measured for row in found.trace) == found.measured_peak_bytes


class UnderAutocast(torch.nn.Module):
    def __init__(self, device):
        super().__init__()
        self.layer = torch.nn.Linear(64, 64)
        self.device = device

    def forward(self, x):
        with torch.autocast(self.device, dtype=torch.bfloat16):
            return self.layer(x).float().square().mean()


@pytest.mark.parametrize("inner", ["aot_eager", "inductor"])
@pytest.mark.skipif(torch.cuda.is_available(), reason="autocast works here")
def test_autocast_of_a_missing_gpu_has_a_warning(inner):
    x = torch.randn(8, 64)
    with pytest.warns(remat.RematWarning, match="without autocast") as caught:
        plain = remat.torch.plan(UnderAutocast("cuda"), None, x, budget="100%", inner=inner)
    mine = [each for each in caught if each.category is remat.RematWarning]
    assert [each.filename for each in mine] == [__file__]
    with warnings.catch_warnings():
        warnings.simplefilter("error", remat.RematWarning)
        mixed = remat.torch.plan(UnderAutocast("cpu"), None, x, budget="100%", inner=inner)
    types = [
        {node.meta["val"].dtype for node in plan.joint.module.graph.nodes
         if isinstance(node.meta.get("val"), torch.Tensor)}
        for plan in (plain, mixed)
    ]
    assert [torch.bfloat16 in each for each in types] == [False, True]
