# ===- test_random_operators.py - Random operators that run again ---------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Random operators that run again draw the numbers of their first run, and leave the
generator as eager training does."""

import dataclasses
import functools

import pytest
import torch
import torch.nn.functional as F
from torch.utils.checkpoint import CheckpointPolicy, checkpoint
from torch.utils.checkpoint import create_selective_checkpoint_contexts

import remat
import remat.torch
from remat.torch import operators, random_states
from remat.torch.graph_file import base_plan
from remat.torch.joint_graph import policy_of
from remat.torch.operator_calls import Call, Layout, attempts
from remat.torch.timeline import Timeline

aten = torch.ops.aten

pytestmark = pytest.mark.filterwarnings("error::remat.RematWarning")


def dropped(x):
    return F.dropout(x, 0.3)


def noisy(x):
    return x + torch.randn_like(x) * x


def scaled(x):
    return x * torch.rand(x.shape, device=x.device)


def masked(x):
    return x * torch.bernoulli(torch.full_like(x, 0.7))


class Layers(torch.nn.Module):
    """Products with weights, each with one of `functions` behind it."""

    def __init__(self, functions, width=64):
        super().__init__()
        self.functions = functions
        self.weights = torch.nn.ParameterList(
            torch.randn(width, width) * width**-0.5 for _ in functions
        )
        self.norm = torch.nn.BatchNorm1d(width)

    def forward(self, x):
        for function, weight in zip(self.functions, self.weights):
            x = function(torch.tanh(x @ weight))
        return self.norm(x).square().mean()


def run(model, step, x):
    """Loss, gradients, buffers and the state of the generator after a step."""
    model.zero_grad()
    model.norm.reset_running_stats()
    torch.manual_seed(5)
    loss = step(x)
    loss.backward()
    gradients = [weight.grad.clone() for weight in model.parameters()]
    buffers = [buffer.clone() for buffer in model.buffers()]
    return [loss.detach(), *gradients, *buffers, torch.get_rng_state()]


def saved_states(plan):
    """The nodes of a plan that save states."""
    return [
        node
        for graph in (plan.emitted.forward.graph, plan.emitted.backward.graph)
        for node in graph.nodes
        if node.target is operators.run_and_save_rng_state
    ]


ALL = [dropped, noisy, scaled, masked] * 2


@pytest.mark.parametrize("budget", ["100%", "80%", "slack:20%", "min", "knee"])
def test_numbers_are_those_of_eager_training(budget):
    model, x = Layers(ALL), torch.randn(128, 64)
    expected = run(model, model, x)
    compiled = remat.torch.compile(model, budget, inner="aot_eager")
    # Later steps are not measured.
    for _ in range(2):
        assert all(map(torch.equal, expected, run(model, compiled, x)))
    (plan,) = compiled.plans
    assert plan.measured_peak_bytes == plan.predicted_peak_bytes <= plan.budget_bytes
    again = [name for name in plan.recomputed if name.startswith("native_dropout")]
    assert bool(again) == (budget != "100%")
    random = ("native_dropout", "randn_like", "rand", "bernoulli")
    repeated = [name for name in plan.recomputed if name.startswith(random)]
    assert len(saved_states(plan)) == len(repeated)


def test_files_are_of_the_program(tmp_path):
    model, x = Layers(ALL), torch.randn(128, 64)
    compiled = remat.torch.compile(model, "min", inner="aot_eager")
    run(model, compiled, x)
    (plan,) = compiled.plans
    assert Timeline.of(plan).peak == plan.predicted_peak_bytes == plan.plan_file["peak"]
    states = {
        value["name"]: value["bytes"]
        for value in plan.graph_file["values"]
        if value.get("name", "").endswith("_state")
    }
    again = {f"{name}_state" for name in plan.recomputed} & set(states)
    size = random_states.state_bytes()
    assert again
    assert all(states[name] == (size if name in again else 0) for name in states)
    plan.write_report(tmp_path / "report.json")
    assert (tmp_path / "report.json").stat().st_size


def test_the_step_as_written_needs_no_states():
    model, x = Layers(ALL), torch.randn(128, 64)
    peaks = []
    for budget in ("100%", "min"):
        torch._dynamo.reset()
        compiled = remat.torch.compile(model, budget, inner="aot_eager")
        run(model, compiled, x)
        peaks.append(compiled.plans[0].plain_predicted_peak_bytes)
    assert peaks[0] == peaks[1] == compiled.plans[0].plain_predicted_peak_bytes
    (plan,) = compiled.plans
    states = [t for t in plan.joint.tasks if isinstance(t, random_states.StateTask)]
    assert states
    graph, _ = plan.searched
    whole = Timeline.of_files(graph, base_plan(graph)).peak
    assert whole - 2 * random_states.state_bytes() <= peaks[0] <= whole


def test_smaller_budgets_cost_more_with_dropout():
    model, x = Layers([dropped] * 6), torch.randn(128, 64)
    smallest = remat.torch.compile(model, "min", inner="aot_eager")
    run(model, smallest, x)
    (plan,) = smallest.plans
    low, high = plan.predicted_peak_bytes, plan.plain_predicted_peak_bytes
    costs = []
    for part in range(9):
        torch._dynamo.reset()
        compiled = remat.torch.compile(
            model, low + (high - low) * part // 8, inner="aot_eager"
        )
        run(model, compiled, x)
        assert compiled.plans[0].predicted_peak_bytes <= compiled.plans[0].budget_bytes
        costs.append(compiled.plans[0].cost)
    assert costs == sorted(costs, reverse=True)


def test_states_that_would_not_fit_are_not_saved():
    # The smallest peak is at the random operator itself.
    model, x = Layers([dropped]), torch.randn(4096, 64)
    expected = run(model, model, x)
    smallest = None
    for budget in ("min", "slack:0%", "bytes"):
        torch._dynamo.reset()
        budget = smallest if budget == "bytes" else budget
        compiled = remat.torch.compile(model, budget, inner="aot_eager")
        assert all(map(torch.equal, expected, run(model, compiled, x)))
        (plan,) = compiled.plans
        assert not saved_states(plan)
        assert plan.measured_peak_bytes == plan.predicted_peak_bytes
        smallest = smallest or plan.predicted_peak_bytes
        assert plan.predicted_peak_bytes == plan.budget_bytes == smallest


def test_relative_budgets_are_of_the_program():
    model, x = Layers([noisy, dropped, scaled], width=16), torch.randn(96, 16)
    plans = {}
    for budget in ("min", "100%", "slack:20%", "50%", "knee"):
        torch._dynamo.reset()
        compiled = remat.torch.compile(model, budget, inner="aot_eager")
        try:
            run(model, compiled, x)
            (plans[budget],) = compiled.plans
        except remat.NoPlan:
            assert budget == "50%"
    for budget in (plans["min"].predicted_peak_bytes, "slack:0%"):
        torch._dynamo.reset()
        compiled = remat.torch.compile(model, budget, inner="aot_eager")
        run(model, compiled, x)
        assert compiled.plans[0].predicted_peak_bytes == plans["min"].budget_bytes
    low, high = (plans[budget].predicted_peak_bytes for budget in ("min", "100%"))
    assert plans["slack:20%"].budget_bytes == low + int((high - low) * 0.2)
    assert low <= plans["knee"].budget_bytes <= high


def test_no_plan_needs_less_than_a_refusal_says():
    model, x = Layers(ALL), torch.randn(128, 64)
    smallest = remat.torch.compile(model, "min", inner="aot_eager")
    run(model, smallest, x)
    peak = smallest.plans[0].predicted_peak_bytes
    for budget in (peak - 1, peak // 2):
        torch._dynamo.reset()
        with pytest.raises(remat.NoPlan) as caught:
            run(model, remat.torch.compile(model, budget, inner="aot_eager"), x)
        assert (caught.value.lower_bound_bytes or 0) <= peak
        assert caught.value.smallest_budget_bytes >= peak
    assert isinstance(caught.value, remat.Infeasible)


def test_dropout_in_checkpoints_runs_again():
    model = Layers([lambda x: checkpoint(dropped, torch.sin(x), use_reentrant=False)] * 4)
    x = torch.randn(256, 64)
    expected = run(model, model, x)
    compiled = remat.torch.compile(model, "min", inner="aot_eager")
    assert all(map(torch.equal, expected, run(model, compiled, x)))
    (plan,) = compiled.plans
    assert plan.measured_peak_bytes == plan.predicted_peak_bytes
    assert any(name.startswith("native_dropout") for name in plan.recomputed)


@pytest.mark.parametrize("policy", ["MUST_RECOMPUTE", "MUST_SAVE"])
@pytest.mark.parametrize("budget", ["100%", "slack:50%", "min"])
@pytest.mark.parametrize("chosen", [aten.native_dropout.default, aten.tanh.default])
def test_policies_hold(chosen, policy, budget):
    def choose(_, op, *__, **___):
        return CheckpointPolicy[policy if op is chosen else "PREFER_SAVE"]

    def layer(x):
        context = functools.partial(create_selective_checkpoint_contexts, choose)
        return checkpoint(
            lambda y: torch.tanh(dropped(y)), x, use_reentrant=False, context_fn=context
        )

    plain = Layers([lambda y: torch.tanh(dropped(y))] * 3)
    model, x = Layers([layer] * 3), torch.randn(256, 64)
    model.load_state_dict(plain.state_dict())
    expected = run(plain, plain, x)
    compiled = remat.torch.compile(model, budget, inner="aot_eager")
    assert all(map(torch.equal, expected, run(model, compiled, x)))
    (plan,) = compiled.plans
    nodes = plan.joint.module.graph.find_nodes(op="call_function", target=chosen)
    tagged = [node.name for node in nodes if policy_of(node) == policy]
    assert len(tagged) == 3
    assert all((n in plan.recomputed) == (policy == "MUST_RECOMPUTE") for n in tagged)
    assert plan.measured_peak_bytes == plan.predicted_peak_bytes


class Noise(torch.autograd.Function):
    """Adds noise to the gradient, drawn in the forward pass."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(torch.rand_like(x))
        return x.clone()

    @staticmethod
    def backward(ctx, gradient):
        return gradient * ctx.saved_tensors[0]


@pytest.mark.parametrize("budget", ["100%", "min"])
def test_numbers_for_the_backward_pass_are_drawn_in_order(budget):
    model, x = Layers([lambda y: dropped(Noise.apply(y))] * 3), torch.randn(128, 64)
    expected = run(model, model, x)
    compiled = remat.torch.compile(model, budget, inner="aot_eager")
    assert all(map(torch.equal, expected, run(model, compiled, x)))
    (plan,) = compiled.plans
    assert plan.measured_peak_bytes == plan.predicted_peak_bytes


OWN = torch.Generator()


@torch.library.custom_op(
    "remat_tests::noise", mutates_args=(), tags=(torch.Tag.nondeterministic_seeded,)
)
def own_noise(x: torch.Tensor) -> torch.Tensor:
    return torch.rand(x.shape, generator=OWN)


own_noise.register_fake(torch.empty_like)


def test_operators_of_others_run_once():
    model = Layers([lambda x: x * own_noise(x.detach())] * 4)
    x = torch.randn(128, 64)
    OWN.manual_seed(4)
    expected = run(model, model, x)
    compiled = remat.torch.compile(model, "min", inner="aot_eager")
    OWN.manual_seed(4)
    assert all(map(torch.equal, expected, run(model, compiled, x)))
    assert compiled.plans[0].recomputed
    assert not any("noise" in name for name in compiled.plans[0].recomputed)


def binomial(x):
    return x * torch.binomial(torch.full_like(x, 9.0), torch.full_like(x, 0.4))


def test_budgets_that_only_states_exceed_have_the_smallest_plan(tmp_path):
    model, x = Layers([binomial] * 4), torch.randn(48, 64)
    peaks = []
    for budget in ("min", "slack:0%", "slack:1%", "bytes"):
        torch._dynamo.reset()
        budget = peaks[0] if budget == "bytes" else budget
        compiled = remat.torch.compile(model, budget, inner="aot_eager")
        run(model, compiled, x)
        (plan,) = compiled.plans
        assert plan.measured_peak_bytes == plan.predicted_peak_bytes <= plan.budget_bytes
        peaks.append(plan.predicted_peak_bytes)
        plan.write_report(tmp_path / f"{len(peaks)}.json")
    assert peaks[0] == peaks[1] == peaks[3] <= peaks[2]


def test_a_generator_of_its_own_is_not_saved():
    node = torch.fx.Graph().call_function(
        torch.ops.aten.rand.generator, ([4],), {"generator": torch.Generator()}
    )
    node.meta["val"] = torch.empty(4)
    assert not random_states.can_repeat(node)
    node.kwargs = {"device": None}
    assert not random_states.can_repeat(node)
    node.kwargs = {"device": torch.device("cpu")}
    assert random_states.can_repeat(node)
    node.meta["val"] = torch.empty(4, device="meta")
    assert not random_states.can_repeat(node)


@pytest.mark.parametrize(
    "operator, expected",
    [
        (aten.multinomial.default, (True,)),
        (aten.repeat_interleave.Tensor, ()),
        (aten.tanh.default, (False, True)),
    ],
)
def test_kernels_do_not_check_zeros_on_a_gpu(operator, expected):
    # That would end all work of the process on the GPU.
    layout = Layout((4, 8), (8, 1), 0, 128, torch.float32, torch.device("cuda"))
    assert attempts(Call(operator, (layout,), "")) == expected
    layout = dataclasses.replace(layout, device=torch.device("cpu"))
    assert attempts(Call(operator, (layout,), "")) == (False, True)
