# ===- test_misuse.py - Messages about wrong uses of remat.torch ---------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Each wrong use ends with an exception or a warning that names a remedy."""

import pickle
import random
import re
import subprocess
import sys

import models
import pytest
import torch

import remat
import remat.torch
from remat.torch import planning, versions


def small():
    torch.manual_seed(0)
    return models.Case(models.MLP(4, 32), (torch.randn(64, 32), torch.randn(64, 32)))


def call(case, budget="min", **options):
    options = {"inner": "aot_eager", **options}
    return remat.torch.compile(case.model, budget=budget, **options)(*case.inputs)


@pytest.mark.parametrize(
    "options, error, said",
    [
        ({"budget": "lots"}, remat.BudgetError, "invalid budget 'lots'"),
        ({"budget": 0}, remat.BudgetError, "not between 1"),
        ({"budget": 0.5}, remat.BudgetError, "not a whole number of bytes"),
        ({"inner": "eager"}, remat.OptionError, "there are inductor, aot_eager"),
        ({"device": "h1000"}, remat.DeviceError, "there are cpu, h100"),
        ({"probe": "no"}, remat.OptionError, "it is True or False"),
        ({"margin": 1}, remat.OptionError, "from 0 to less than 1"),
        ({"margin": True}, remat.OptionError, "from 0 to less than 1"),
        ({"strategy": "best"}, remat.OptionError, "there are auto, none"),
        ({"effort": 4}, remat.OptionError, "0, 1, 2 or 3"),
        ({"time_limit": -1}, remat.OptionError, "from 0 on"),
        ({"dynamic_shapes": "yes"}, remat.OptionError, "there are refuse and hint"),
        ({"trace": True, "inner": "inductor"}, remat.OptionError, "inner='aot_eager'"),
    ],
)
def test_options_are_checked_at_once(options, error, said):
    with pytest.raises(error, match=said):
        remat.torch.backend(**{"budget": "min", **options})


def test_unknown_options_are_refused():
    with pytest.raises(remat.OptionError, match="unknown option 'mode': there are check"):
        remat.torch.compile(small().model, "min", mode="max-autotune")
    step = torch.compile(
        small().model, backend=remat.torch.backend("min"), mode="max-autotune"
    )
    with pytest.raises(torch._dynamo.exc.BackendCompilerFailed, match="takes no mode"):
        step(*small().inputs)


def test_advice_includes_the_margin():
    source = random.Random(0)
    for _ in range(2_000):
        size = source.randint(1, 10 ** source.randint(1, 12))
        margin = source.choice([0.05, 0.1, 0.3, 0.55, 0.99, source.random()])
        advised = planning.including_margin(size, margin)
        assert planning.without_margin(advised, margin) >= size
        if advised > 1 and size > 1:
            assert planning.without_margin(advised - 1, margin) < size


@pytest.mark.parametrize("is_module", [True, False])
def test_a_call_without_a_graph_has_a_warning(is_module):
    model = models.MLP(3, 32) if is_module else lambda x, y: (x * y).sum()
    x = torch.randn(64, 32)
    compiled = remat.torch.compile(model, "min", inner="aot_eager")
    with torch.compiler.set_stance("force_eager"):
        with pytest.warns(remat.RematWarning, match="made no graph") as caught:
            compiled(x, x)
            compiled(x, x)
    assert len(caught) == 1 and caught[0].filename == __file__
    assert not compiled.plans


def test_a_margin_is_for_bytes():
    with pytest.raises(remat.OptionError, match="not for '60%': ask for less"):
        remat.torch.backend("60%", margin=0.1)


def test_budgets_that_help_include_the_margin():
    with pytest.raises(remat.NoPlan, match="less its margin of 10.0%") as caught:
        call(small(), 30_000, margin=0.1)
    help = caught.value.advised_budget_bytes
    compiled = remat.torch.compile(small().model, help, inner="aot_eager", margin=0.1)
    compiled(*small().inputs)
    assert compiled.plans[0].predicted_peak_bytes <= 0.9 * help


def test_the_last_plan_before_the_limit_gets_a_warning():
    compiled = remat.torch.compile(small().model, "100%", inner="aot_eager")
    for rows in range(1, 8):
        compiled(torch.randn(rows, 32), torch.randn(rows, 32))
    with pytest.warns(remat.RematWarning, match="this is program 8 of one function"):
        compiled(torch.randn(8, 32), torch.randn(8, 32))


def test_sparse_gradients_are_refused():
    table = torch.nn.Embedding(16, 8, sparse=True)

    def step(indices):
        return table(indices).square().sum()

    compiled = remat.torch.compile(step, "100%", inner="aot_eager")
    with pytest.raises(remat.RematError, match="sparse=False"):
        compiled(torch.tensor([1, 2]))


def test_a_budget_below_the_parameters_is_infeasible():
    with pytest.raises(remat.Infeasible, match="does not fit 1024 bytes") as caught:
        call(small(), 1024)
    error = caught.value
    assert error.budget_bytes == 1024
    assert error.resident_bytes > 4 * 32 * 32 * 4
    assert error.lower_bound_bytes > error.resident_bytes
    compiled = remat.torch.compile(
        small().model, budget=error.smallest_budget_bytes, inner="aot_eager"
    )
    compiled(*small().inputs)
    assert compiled.plans[0].predicted_peak_bytes <= error.smallest_budget_bytes


def test_the_backend_alone_gives_the_error_inside_of_dynamos():
    case = small()
    step = torch.compile(case.model, backend=remat.torch.backend(1024, "aot_eager"))
    with pytest.raises(torch._dynamo.exc.BackendCompilerFailed) as caught:
        step(*case.inputs)
    assert isinstance(caught.value.inner_exception, remat.Infeasible)


def test_symbolic_shapes_are_refused():
    case = small()
    step = torch.compile(
        case.model, backend=remat.torch.backend("min", "aot_eager"), dynamic=True
    )
    with pytest.raises(torch._dynamo.exc.BackendCompilerFailed) as caught:
        step(*case.inputs)
    assert isinstance(caught.value.inner_exception, remat.DynamicShapeError)
    assert "dynamic=False" in str(caught.value)


def test_symbolic_shapes_are_planned_for_the_sizes_of_each_call():
    case = small()
    backend = remat.torch.backend("min", "aot_eager", dynamic_shapes="hint")
    step = torch.compile(case.model, backend=backend, dynamic=True)
    for rows in (64, 32, 64):
        x = torch.randn(rows, 32)
        step(x, x).backward()
    sizes = [plan.measured_peak_bytes for plan in backend.plans]
    assert len(sizes) == 2 and sizes[0] > sizes[1]
    for plan in backend.plans:
        assert plan.measured_peak_bytes == plan.predicted_peak_bytes


def broken_step():
    """A step with a graph break."""
    model = models.MLP(4, 32)

    def step(x, y):
        x = torch.tanh(model.layers[0](x))
        torch._dynamo.graph_break()
        return (torch.tanh(model.layers[1](x)) - y).square().mean()

    return step


def test_a_graph_break_gets_a_warning():
    compiled = remat.torch.compile(broken_step(), budget="100%", inner="aot_eager")
    with pytest.warns(remat.RematWarning, match="a second graph was compiled") as caught:
        compiled(*small().inputs)
    assert len(compiled.plans) == 2
    (warning,) = caught
    assert warning.filename == __file__
    assert f"after the graph break at {__file__}:" in str(warning.message)


@pytest.mark.parametrize("inner", ["aot_eager", "inductor"])
def test_a_refusal_names_tensors_and_lines(inner):
    case = models.make("gpt")
    compiled = remat.torch.compile(case.model, budget="30MiB", inner=inner)
    with pytest.raises(remat.Infeasible) as caught:
        compiled(*case.inputs)
    said = str(caught.value)
    assert "resident (parameters, inputs, constants): " in said
    assert "the operator that needs most" in said or "the end of the step" in said
    largest = caught.value.live_tensors[0]
    assert largest.type.endswith("f32>") and largest.file == models.__file__
    assert f"{models.__file__}:{largest.line}: {largest.source}" in said
    most = sum(tensor.bytes for tensor in caught.value.live_tensors)
    assert most + caught.value.resident_bytes <= caught.value.lower_bound_bytes


def test_a_refusal_of_a_later_graph_names_the_ones_before():
    model = torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.Tanh())
    compiled = remat.torch.compile(model, budget=300_000, inner="aot_eager")
    compiled(torch.randn(128, 64)).sum().backward()
    with pytest.raises(remat.Infeasible, match="this is graph 2 with this budget") as caught:
        compiled(torch.randn(8192, 64))
    (plan,) = compiled.plans
    assert f"take up to {plan.predicted_peak_bytes} bytes" in str(caught.value)


def test_tensors_are_at_no_line_of_the_compiler():
    compiled = remat.torch.compile(torch.nn.Linear(8, 8), 100, inner="aot_eager")
    with pytest.raises(remat.Infeasible) as caught:
        compiled(torch.randn(64, 8))
    files = [tensor.file or "" for tensor in caught.value.live_tensors]
    assert files and not any(re.search("_dynamo|remat.torch", file) for file in files)


def test_advice_is_enough_for_the_graphs_before():
    model = models.MLP(4, 32)
    compiled = remat.torch.compile(model, budget="75%", inner="aot_eager")
    x = torch.randn(256, 32)
    compiled(x, x).backward()
    with pytest.raises(remat.NoPlan) as caught:
        compiled(x[:2], x[:2])
    (plan,) = compiled.plans
    assert caught.value.smallest_budget_bytes < plan.predicted_peak_bytes
    advised = caught.value.advised_budget_bytes
    assert advised == plan.predicted_peak_bytes
    compiled = remat.torch.compile(model, budget=advised, inner="aot_eager")
    for rows in (256, 2):
        compiled(x[:rows], x[:rows]).backward()


def test_validation_first_counts_for_the_limit_of_programs():
    model = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.Tanh())
    compiled = remat.torch.compile(model, budget="60%", inner="aot_eager")
    with torch.no_grad(), pytest.warns(remat.RematWarning, match="training, too"):
        for rows in range(2, 10):
            compiled(torch.randn(rows, 8))


def test_a_budget_that_no_search_meets_names_effort_and_modules():
    # Between the bound and the smallest peak that is found.
    case = models.make("unet")

    def plan(budget, effort):
        return remat.torch.plan(
            case.model, None, *case.inputs, budget=budget, effort=effort, device="cpu",
            inner="aot_eager",
        )

    less = plan("min", 0).predicted_peak_bytes - 1
    with pytest.raises(remat.NotFound, match="effort=1 searches longer") as caught:
        plan(less, 0)
    modules = {tensor.module for tensor in caught.value.live_tensors}
    assert modules & {name for name, _ in case.model.named_modules()} - {""}


def test_a_break_is_named_for_its_own_function_only():
    first, second = torch.nn.Linear(8, 8), torch.nn.Linear(8, 8)
    backend = remat.torch.backend(500, "aot_eager")

    def broken(x):
        x = x + 1
        torch._dynamo.graph_break()
        return first(x).sum()

    def whole(x):
        return second(x).sum()

    with pytest.raises(torch._dynamo.exc.BackendCompilerFailed) as caught:
        torch.compile(broken, backend=backend)(torch.randn(4, 8))
    assert "begins at the graph break" in str(caught.value)
    with pytest.warns(remat.RematWarning, match="for another function"):
        with pytest.raises(torch._dynamo.exc.BackendCompilerFailed) as caught:
            torch.compile(whole, backend=backend)(torch.randn(4, 8))
    assert "graph break" not in str(caught.value)


def test_refusals_can_be_changed_and_pickled():
    case = small()
    with pytest.raises(remat.Infeasible) as caught:
        call(case, budget=1024)
    caught.value.add_note("a note of the user's")
    changed = caught.value.replaced(notes=["more"])
    assert "\n  more\n" in str(changed)
    assert changed.lower_bound_bytes == caught.value.lower_bound_bytes
    again = pickle.loads(pickle.dumps(changed))
    assert str(again) == str(changed)
    assert again.live_tensors == changed.live_tensors


def test_a_refused_share_names_its_peak():
    case = models.make("gpt")
    compiled = remat.torch.compile(case.model, budget="10%", inner="aot_eager")
    with pytest.raises(remat.NoPlan) as caught:
        compiled(*case.inputs)
    found = re.search("smallest share with a plan is ([0-9]+)%", str(caught.value))
    again = remat.torch.compile(
        case.model, budget=found.group(1) + "%", inner="aot_eager"
    )
    again(*case.inputs)


def test_a_refusal_before_a_graph_break_says_so():
    compiled = remat.torch.compile(
        broken_step(), budget=1000, inner="aot_eager", margin=0.5
    )
    with pytest.raises(remat.Infeasible) as caught:
        compiled(*small().inputs)
    assert f"the graph ends at the graph break at {__file__}:" in str(caught.value)
    assert "less its margin of 50.0%" in str(caught.value)
    assert caught.value.budget_bytes == 1000


def test_compiled_autograd_gets_a_warning():
    case = small()
    compiled = remat.torch.compile(case.model, budget="min", inner="aot_eager")
    with torch._dynamo.config.patch(compiled_autograd=True):
        with pytest.warns(remat.RematWarning, match="compiled autograd") as caught:
            compiled(*case.inputs)
    assert caught[0].filename == __file__


def test_a_first_step_above_the_budget_gets_a_warning(monkeypatch):
    from remat.torch import allocations

    # A prediction without workspaces, for a model whose kernels need one.
    monkeypatch.setattr(
        "remat.torch.planning.probed_allocations",
        lambda joint, device: allocations.allocations_of(joint),
    )
    case = models.make("resnet")
    compiled = remat.torch.compile(case.model, budget="100%", inner="aot_eager")
    with pytest.warns(remat.RematWarning, match="the first step took") as caught:
        compiled(*case.inputs).backward()
    said = str(caught[0].message)
    assert "above the budget of" in said and "Ask for less: budget=" in said
    assert re.search(r"\w+ of [\w.]+ \(", said)
    plan = compiled.plans[0]
    assert plan.measured_peak_bytes > plan.budget_bytes
    torch._dynamo.reset()
    smallest = remat.torch.compile(case.model, budget="min", inner="aot_eager")
    with pytest.warns(remat.RematWarning, match="No plan is known to need less"):
        smallest(*case.inputs).backward()


def test_a_margin_leaves_a_part_of_the_budget_free():
    case = models.make("mlp")
    compiled = remat.torch.compile(
        case.model, budget=40_000_000, inner="aot_eager", margin=0.1
    )
    compiled(*case.inputs)
    (plan,) = compiled.plans
    assert plan.budget_bytes == 40_000_000
    assert plan.predicted_peak_bytes <= 36_000_000


def test_old_versions_are_refused():
    with pytest.raises(remat.IncompatibleTorch, match='pip install "torch>=2.9"'):
        versions.check("2.8.1+cu128")
    assert versions.parse("2.15.0a0+git") == (2, 15)
    with pytest.raises(remat.IncompatibleTorch, match="lacks torch.no_such_name"):
        versions.check("2.15.1", ["torch.no_such_name"])
    with pytest.warns(remat.RematWarning, match="newer than remat.torch was tested"):
        versions.check("2.99", ["torch.compile"])


def test_remat_torch_needs_no_import_of_its_own():
    code = "import remat; print(remat.torch.compile.__name__, end='')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "compile", done.stderr


def test_plans_have_no_first_step():
    case = small()
    with pytest.raises(remat.OptionError, match="check is no option of a plan"):
        remat.torch.plan(case.model, None, *case.inputs, budget="min", check=True)


def test_a_missing_library_is_named(monkeypatch):
    monkeypatch.setenv("REMAT_PLANNER", "/no/such/library.so")
    with pytest.raises(remat.ToolNotFound, match="set it to the path of libRemat"):
        call(small())


def test_plan_wants_a_module_and_gradients():
    with pytest.raises(remat.OptionError, match="it is a torch.nn.Module"):
        remat.torch.plan(lambda x: x, None, torch.ones(2), budget="min")
    with pytest.raises(remat.OptionError, match="loss is a Tensor"):
        remat.torch.plan(small().model, *small().inputs, budget="min")
    model = models.MLP(2, 32).requires_grad_(False)
    with pytest.raises(remat.RematError, match="has no gradients"):
        remat.torch.plan(
            model, None, *small().inputs, budget="min", device="cpu", inner="aot_eager"
        )
