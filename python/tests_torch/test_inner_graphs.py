# ===- test_inner_graphs.py - Operators with graphs inside ---------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Nested compile regions, which plans look into, and branches, loops and flexible
attention, which they don't."""

import operator

import pytest
import torch
from functorch.experimental.control_flow import map as map_rows
from torch import fx
from torch._higher_order_ops.scan import scan
from torch.nn.attention.flex_attention import flex_attention
from torch.utils.checkpoint import checkpoint

import remat
import remat.torch
from remat.torch.costs import work_of
from remat.torch.regions import inline_regions

pytestmark = pytest.mark.filterwarnings("error::remat.RematWarning")

INNER = ("aot_eager", "inductor")
BUDGETS = ("100%", "70%", "min")


def layer(x, weight):
    return torch.nn.functional.gelu(torch.tanh(torch.sin(x @ weight)) * x)


@torch.compiler.nested_compile_region
def region(x, weight):
    return layer(x, weight)


@torch.compiler.nested_compile_region
def region_with_dropout(x, weight):
    return torch.nn.functional.dropout(layer(x, weight), 0.3)


@torch.compiler.nested_compile_region
def region_with_constant(x, weight):
    return layer(x * torch.tensor([1.0, 2.0] * 32), weight)


def stack_of(part, weights):
    """A step that applies `part` once for each weight."""

    def step(x):
        for weight in weights:
            x = part(x, weight)
        return x.square().sum()

    return step


@pytest.fixture
def weights():
    return [torch.nn.Parameter(torch.randn(64, 64) / 8) for _ in range(4)]


@pytest.fixture
def x():
    return torch.randn(256, 64)


def run(step, budget, inner, weights, x):
    """Compiles and runs `step`. Returns the plan and the gradients."""
    torch._dynamo.reset()
    compiled = remat.torch.compile(step, budget, inner=inner)
    torch.manual_seed(1)
    gradients = torch.autograd.grad(compiled(x), weights, allow_unused=True)
    (plan,) = compiled.plans
    return plan, gradients


def gradients_of(step, weights, x):
    torch.manual_seed(1)
    return torch.autograd.grad(step(x), weights, allow_unused=True)


def agree(one, other):
    return all(
        a is b is None or (a - b).abs().max() <= 1e-3 * b.abs().max()
        for a, b in zip(one, other)
    )


@pytest.mark.parametrize("inner", INNER)
@pytest.mark.parametrize("budget", BUDGETS)
@pytest.mark.parametrize(
    "part",
    [region, region_with_constant],
    ids=["of operators", "with a constant"],
)
def test_regions_run_as_predicted(part, budget, inner, weights, x):
    step = stack_of(part, weights)
    plan, gradients = run(step, budget, inner, weights, x)
    assert plan.measured_peak_bytes == plan.predicted_peak_bytes <= plan.budget_bytes
    assert agree(gradients, gradients_of(step, weights, x))


@pytest.mark.parametrize("budget", BUDGETS)
def test_plans_look_into_regions(budget, weights, x):
    nested, _ = run(stack_of(region, weights), budget, "aot_eager", weights, x)
    flat, _ = run(stack_of(layer, weights), budget, "aot_eager", weights, x)
    assert nested.predicted_peak_bytes == flat.predicted_peak_bytes
    assert nested.plain_predicted_peak_bytes == flat.plain_predicted_peak_bytes
    assert nested.plain_cost == flat.plain_cost


def graph_module(make):
    """The graph that `make` adds nodes to, and its modules by names."""
    graph = fx.Graph()
    modules = make(graph)
    graph.lint()
    return fx.GraphModule(modules, graph)


def test_regions_inside_of_regions_are_inlined():
    def call(graph, module, *arguments):
        inner = graph.get_attr("inner")
        made = graph.call_function(
            torch.ops.higher_order.invoke_subgraph, (inner, "inner", *arguments)
        )
        return graph.call_function(operator.getitem, (made, 0)), {"inner": module}

    def innermost(graph):
        sine = graph.call_function(torch.ops.aten.sin.default, (graph.placeholder("a"),))
        graph.output((sine, None))
        return {}

    def around(module):
        def make(graph):
            results, modules = call(graph, module, graph.placeholder("b"))
            graph.output((results, 1))
            return modules

        return make

    module = graph_module(around(graph_module(around(graph_module(innermost)))))
    assert inline_regions(module) == 1
    assert [n.op for n in module.graph.nodes] == ["placeholder", "call_function", "output"]
    x = torch.randn(4)
    assert torch.equal(module(x)[0], x.sin())
    assert not list(module.children())


def test_regions_keep_their_random_numbers(weights, x):
    step = stack_of(region_with_dropout, weights)
    for budget in BUDGETS:
        _, gradients = run(step, budget, "aot_eager", weights, x)
        for mine, expected in zip(gradients, gradients_of(step, weights, x)):
            assert torch.equal(mine, expected)


@pytest.mark.parametrize("inner", INNER)
def test_regions_are_planned_without_compiling(inner, weights, x):
    class Model(torch.nn.Module):
        def __init__(self, part):
            super().__init__()
            self.weights = torch.nn.ParameterList(weights)
            self.part = part

        def forward(self, x):
            return stack_of(self.part, list(self.weights))(x)

    nested, flat = (
        remat.torch.plan(Model(part), None, x, budget="70%", device="cpu", inner=inner)
        for part in (region, layer)
    )
    assert nested.predicted_peak_bytes <= nested.budget_bytes
    assert nested.plain_predicted_peak_bytes == flat.plain_predicted_peak_bytes


def masks_of(compiled):
    """Which elements of each row dropout kept."""
    torch.manual_seed(0)
    return compiled(torch.ones(64, requires_grad=True)) != 0


@torch.compiler.nested_compile_region
def dropped(x):
    return torch.nn.functional.dropout(x, 0.5)


@torch.compiler.nested_compile_region
def dropped_sine(x):
    return torch.nn.functional.dropout(x.sin(), 0.5)


@pytest.mark.parametrize("inner", INNER)
def test_regions_have_masks_of_their_own(inner):
    def step(x):
        outside = torch.nn.functional.dropout(x * 3.0, 0.5)
        rows = [dropped(x), dropped_sine(x), outside, dropped(x * 2.0)]
        return torch.stack(rows)

    plain = masks_of(torch.compile(step, backend=inner, dynamic=False))
    torch._dynamo.reset()
    compiled = remat.torch.compile(step, "100%", inner=inner)
    assert torch.equal(masks_of(compiled), plain)
    assert len({tuple(row.tolist()) for row in plain}) == 4


@torch.compiler.nested_compile_region
def checkpointed(x, weight):
    def body(x, weight):
        return torch.nn.functional.dropout(torch.tanh(x @ weight).sin(), 0.3)

    return checkpoint(body, x, weight, use_reentrant=False) + 1.0


@pytest.mark.parametrize("inner", INNER)
@pytest.mark.parametrize("budget", BUDGETS)
def test_checkpoints_in_regions_are_preferences(budget, inner, weights, x):
    step = stack_of(checkpointed, weights)
    plan, gradients = run(step, budget, inner, weights, x)
    assert plan.measured_peak_bytes == plan.predicted_peak_bytes <= plan.budget_bytes
    if inner == "aot_eager":
        assert all(map(torch.equal, gradients, gradients_of(step, weights, x)))


def branches(x, weight):
    def deep(x, weight):
        return torch.tanh(torch.sin(x) @ weight).exp()

    return torch.cond(x.sum() > 0, deep, lambda x, w: torch.tanh(x @ w) * 2.0, (x, weight))


def rows(x, weight):
    return map_rows(lambda x, w: torch.tanh(torch.sin(x @ w)), x.view(16, 16, 64), weight)


def recurrence(x, weight):
    def combine(state, x):
        state = torch.tanh(state @ weight + x)
        return state, state * 2.0

    return scan(combine, torch.zeros(16, 64), x.view(16, 16, 64))[1]


def attention(x, weight):
    heads = (x @ weight).view(2, 128, 4, 16).transpose(1, 2)
    made = flex_attention(
        heads, heads, heads, score_mod=lambda score, b, h, i, j: score + (i - j) * 0.01
    )
    return made + heads


def trains_attention_on_cpu():
    weight = torch.zeros(64, 64, requires_grad=True)
    try:
        attention(torch.zeros(256, 64), weight)
    except NotImplementedError:
        return False
    return True


trains_attention = pytest.mark.skipif(
    not trains_attention_on_cpu(),
    reason="this version of PyTorch trains flexible attention on a GPU only",
)


@pytest.mark.parametrize("budget", ["100%", "min"])
@pytest.mark.parametrize(
    "part", [rows, recurrence, pytest.param(attention, marks=trains_attention)]
)
def test_graphs_inside_are_measured_with_their_operator(part, budget, weights, x):
    step = stack_of(part, weights[:1])
    plan, gradients = run(step, budget, "aot_eager", weights[:1], x)
    assert plan.measured_peak_bytes == plan.predicted_peak_bytes
    assert agree(gradients, gradients_of(step, weights[:1], x))


def test_both_branches_count(weights, x):
    step = stack_of(branches, weights[:1])
    plans = [run(step, "100%", "aot_eager", weights[:1], abs(x) * s)[0] for s in (1, -1)]
    assert plans[0].predicted_peak_bytes == plans[1].predicted_peak_bytes
    assert all(p.measured_peak_bytes <= p.predicted_peak_bytes for p in plans)
    assert any(p.measured_peak_bytes == p.predicted_peak_bytes for p in plans)


def pick(x, weight):
    # Zeros take the smaller branch.
    def deep(x, weight):
        return torch.tanh(torch.tanh(x @ weight).exp().sin() @ weight)

    return torch.cond((x * x).sum() > 0.5, deep, lambda x, w: x.sin(), (x, weight))


def branches_in_a_branch(x, weight):
    return torch.cond(x.sum() > -1e9, pick, lambda x, w: x.sin(), (x, weight))


def branches_in_rows(x, weight):
    return map_rows(pick, x.view(16, 16, 64), weight)


@pytest.mark.parametrize("part", [branches_in_a_branch, branches_in_rows])
def test_branches_inside_count_with_their_larger_one(part, weights, x):
    step = stack_of(part, weights[:1])
    plan, gradients = run(step, "100%", "aot_eager", weights[:1], x)
    assert plan.measured_peak_bytes == plan.predicted_peak_bytes
    assert agree(gradients, gradients_of(step, weights[:1], x))


@torch.compiler.nested_compile_region
def region_with_rows(x, weight):
    return rows(x, weight).view(256, 64)


@pytest.mark.parametrize("budget", ["100%", "min"])
def test_loops_in_regions_have_results_of_their_own(budget, weights, x):
    plan, gradients = run(stack_of(region_with_rows, weights), budget, "aot_eager", weights, x)
    assert plan.measured_peak_bytes == plan.predicted_peak_bytes

    def flat(x, weight):
        return rows(x, weight).view(256, 64)

    assert agree(gradients, gradients_of(stack_of(flat, weights), weights, x))


def works_of(plan, name):
    """The work of the operators with that name, of the first pass first."""
    nodes = plan.joint.module.graph.nodes
    return [work_of(n) for n in nodes if getattr(n.target, "__name__", "") == name]


def test_loops_cost_what_their_runs_cost(weights, x):
    for part, name in ((rows, "map_impl"), (recurrence, "scan")):
        plan, _ = run(stack_of(part, weights[:1]), "100%", "aot_eager", weights[:1], x)
        # A product of 16 rows with a matrix, 16 times.
        assert works_of(plan, name)[0].flops == 2 * 256 * 64 * 64


def test_branches_cost_what_the_dearer_one_costs(weights, x):
    plan, _ = run(stack_of(branches, weights[:1]), "100%", "aot_eager", weights[:1], x)
    assert works_of(plan, "cond")[0].flops == 2 * 256 * 64 * 64


@trains_attention
def test_flexible_attention_costs_its_products(weights, x):
    plan, _ = run(stack_of(attention, weights[:1]), "100%", "aot_eager", weights[:1], x)
    assert works_of(plan, "flex_attention")[0].flops == 2 * 2 * (2 * 4) * 128 * 128 * 16


def test_branches_are_estimated_for_inductor(weights, x):
    step = stack_of(branches, weights[:1])
    plan, gradients = run(step, "100%", "inductor", weights[:1], x)
    found = [op for op in plan.graph_file["ops"] if "cond" in op.get("type", "")]
    assert found and all(op["workspace"] > 0 for op in found)
    assert agree(gradients, gradients_of(step, weights[:1], x))


@trains_attention
def test_flexible_attention_is_planned_for_inductor(weights, x):
    class Model(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.weight = weights[0]

        def forward(self, x):
            return attention(x, self.weight).square().sum()

    found = remat.torch.plan(Model(), None, x, budget="100%", device="h100")
    assert any("flex_attention" in task.name for task in found.joint.tasks)


@pytest.mark.parametrize("inner", INNER)
def test_tuples_among_results_are_refused(inner, x):
    table = torch.nn.Parameter(torch.randn(128))

    def step(x):
        heads = x.view(2, 128, 4, 16).transpose(1, 2)

        def shifted(score, b, h, i, j):
            return score + table[i - j]

        return flex_attention(heads, heads, heads, score_mod=shifted).square().sum()

    compiled = remat.torch.compile(step, "100%", inner=inner)
    with pytest.raises(remat.RematError, match="must not need gradients"):
        compiled(x)
