# ===- test_effects.py - Steps with effects ------------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Random operators, checkpoints, graphs inside of operators, and writes of the backward
pass."""

import copy
import warnings

import models
import pytest
import torch
from torch import fx
from torch.utils.checkpoint import checkpoint

import remat
import remat.torch
from remat.torch import operators

pytestmark = pytest.mark.filterwarnings("error::remat.RematWarning")

INNER = ("aot_eager", "inductor")


class Checkpointed(torch.nn.Module):
    """Attention in blocks that `torch.utils.checkpoint` would run again."""

    def __init__(self, dropout=0.0):
        super().__init__()
        self.blocks = torch.nn.ModuleList(
            models.Block(64, 4, causal=True, dropout=dropout) for _ in range(3)
        )

    def forward(self, x):
        for block in self.blocks:
            x = checkpoint(block, x, use_reentrant=False)
        return x.square().mean()


def gradients_of(call, model, *inputs):
    torch.manual_seed(1)
    call(*inputs).backward()
    return [p.grad for p in model.parameters()]


def train(model, inputs, inner, budget):
    compiled = remat.torch.compile(model, budget=budget, inner=inner)
    gradients = gradients_of(compiled, model, *inputs)
    return compiled.plans, gradients


@pytest.mark.parametrize("inner", INNER)
@pytest.mark.parametrize("budget", ["100%", "slack:30%"])
def test_checkpoints_leave_the_choice_to_the_plan(inner, budget):
    x = torch.randn(4, 32, 64)

    def make():
        torch.manual_seed(0)
        return Checkpointed()

    model = make()
    expected = gradients_of(model, model, x)
    (plan,), gradients = train(make(), (x,), inner, budget)
    if budget == "100%":
        assert not plan.recomputed
    assert plan.predicted_peak_bytes <= plan.budget_bytes
    for a, b in zip(gradients, expected):
        assert torch.allclose(a, b, rtol=1e-4, atol=1e-7)
    emitted = [*plan.emitted.forward.graph.nodes, *plan.emitted.backward.graph.nodes]
    assert not any("rng_state" in node.name for node in emitted)


@pytest.mark.parametrize("inner", INNER)
def test_dropout_has_one_mask_in_both_passes(inner):
    torch.manual_seed(0)
    x = torch.randn(4, 32, 64, requires_grad=True)

    def step(x):
        kept = torch.nn.functional.dropout(torch.tanh(x), 0.5)
        return kept.sum() + (kept * kept).sum()

    compiled = remat.torch.compile(step, budget="min", inner=inner)
    loss = compiled(x)
    loss.backward()
    # Where an element was dropped the loss does not depend on it.
    t = torch.tanh(x.detach())
    slope = 1 - t * t
    all_kept = (2 + 8 * t) * slope
    is_kept = x.grad != 0
    assert 0.4 < is_kept.float().mean() < 0.6
    assert torch.allclose(x.grad, torch.where(is_kept, all_kept, 0.0), atol=1e-5)
    expected = torch.where(is_kept, 2 * t + 4 * t * t, torch.zeros(())).sum()
    assert torch.allclose(loss.detach(), expected, rtol=1e-4)


class CountingBackward(torch.autograd.Function):
    """The identity. Its backward pass counts its runs in a buffer and scales by a
    constant of its own."""

    @staticmethod
    def forward(ctx, x, counter):
        ctx.counter = counter
        return x.clone()

    @staticmethod
    def backward(ctx, gradient):
        ctx.counter.add_(1)
        return gradient * torch.tensor([2.0, 3.0]), None


@pytest.mark.parametrize("inner", INNER)
def test_the_backward_pass_keeps_its_writes_and_constants(inner):
    counter = torch.zeros(())
    weight = torch.ones(2, requires_grad=True)

    def step(weight, counter):
        return CountingBackward.apply(torch.tanh(weight), counter).sum()

    compiled = remat.torch.compile(step, budget="100%", inner=inner)
    loss = compiled(weight, counter)
    assert counter.item() == 0
    loss.backward()
    assert counter.item() == 1
    slope = 1 - torch.tanh(torch.ones(2)) ** 2
    assert torch.allclose(weight.grad, torch.tensor([2.0, 3.0]) * slope)


def test_graphs_inside_of_operators_are_seen():
    def with_body(body):
        inner = fx.symbolic_trace(body)
        graph = fx.Graph()
        x = graph.placeholder("x")
        place = graph.get_attr("body")
        target = torch.ops.higher_order.invoke_subgraph
        node = graph.call_function(target, (place, "body", x))
        graph.output(node)
        fx.GraphModule({"body": inner}, graph)
        root = torch.nn.Module()
        root.body = inner
        module = fx.GraphModule(root, graph)
        return next(n for n in module.graph.nodes if n.op == "call_function")

    aten = torch.ops.aten
    pure = with_body(lambda x: aten.tanh.default(x))
    assert not operators.is_random(pure) and not operators.has_effects(pure)
    assert operators.is_random(with_body(lambda x: aten.bernoulli.default(x)))
    assert operators.has_effects(with_body(lambda x: aten.add_.Tensor(x, 1)))
    reduce = torch.ops._c10d_functional.all_reduce.default
    collective = with_body(lambda x: reduce(x, "sum", "world"))
    assert operators.is_collective(collective)


def test_a_profile_of_the_user_goes_on():
    model = models.MLP(3, 32)
    x = torch.randn(64, 32)
    compiled = remat.torch.compile(model, budget="min", inner="aot_eager")
    with torch.profiler.profile() as profile:
        with pytest.warns(remat.RematWarning, match="a profiler is running"):
            compiled(x, x).backward()
        torch.ones(3).tan()
    assert any("aten::tan" == event.name for event in profile.events())
    assert compiled.plans[0].measured_peak_bytes is None


@pytest.mark.parametrize("wait", [0, 1])
def test_a_profile_of_the_user_that_warms_up_goes_on(wait):
    model = models.MLP(3, 32)
    x = torch.randn(64, 32)
    compiled = remat.torch.compile(model, budget="min", inner="aot_eager")
    names = []
    schedule = torch.profiler.schedule(wait=wait, warmup=1, active=1, repeat=1)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with torch.profiler.profile(
            schedule=schedule,
            on_trace_ready=lambda profile: names.extend(e.name for e in profile.events()),
        ) as profile:
            for _ in range(4):
                compiled(x, x).backward()
                torch.ones(3).tan()
                profile.step()
    assert "aten::tan" in names
    is_warned = any("a profiler is running" in str(each.message) for each in caught)
    assert is_warned == (wait == 0)
    assert (compiled.plans[0].measured_peak_bytes is None) == (wait == 0)


def silu_like(scale):
    def step(x, gradient):
        s = torch.sigmoid(x)
        inner = torch.add(x * torch.rsub(s, 1), 1, alpha=scale)
        return (gradient * (s * inner) + torch.nn.functional.silu(x)).sum()

    return step


@pytest.mark.parametrize("scale", [1, 2])
def test_silus_gradient_is_found_in_autograds_part_alone(scale):
    x = torch.randn(64, requires_grad=True)
    gradient = torch.randn(64)
    expected = silu_like(scale)(x, gradient)
    expected.backward()
    bits = x.grad
    x.grad = None
    compiled = remat.torch.compile(silu_like(scale), "min", inner="aot_eager")
    loss = compiled(x, gradient)
    loss.backward()
    assert torch.equal(loss, expected)
    # silu's own gradient is one operator, as in eager training.
    found = [n.target for n in compiled.plans[0].joint.module.graph.nodes]
    assert found.count(torch.ops.aten.silu_backward.default) == 1
    assert torch.equal(x.grad, bits)


def test_arguments_with_gradients_may_be_overwritten():
    def step(x):
        y = torch.exp(x * 0.1)
        z = torch.tanh(y * 2).sum()
        x.mul_(2)
        return z + x.sum()

    def run(call):
        leaf = torch.linspace(-1, 1, 512, requires_grad=True)
        call(leaf * 1.0).backward()
        return leaf.grad

    expected = run(step)
    torch._dynamo.reset()
    assert torch.equal(run(remat.torch.compile(step, "min", inner="aot_eager")), expected)


def test_operators_with_probability_0_keep_their_place():
    def step(x):
        first = torch.nn.functional.dropout(torch.tanh(x), 0.5)
        second = torch.bernoulli(x.detach(), p=0.0)
        return (torch.nn.functional.dropout(first * first, 0.5) + second).sum()

    x = torch.randn(256, requires_grad=True)
    torch.manual_seed(3)
    expected = step(x)
    for budget in ("100%", "slack:40%", "min"):
        torch._dynamo.reset()
        compiled = remat.torch.compile(step, budget, inner="aot_eager")
        torch.manual_seed(3)
        assert torch.equal(compiled(x), expected)


@pytest.mark.parametrize("inner", INNER)
def test_steps_that_are_alive_at_once_are_measured_one_by_one(inner):
    model = models.MLP(3, 32)
    compiled = remat.torch.compile(model, "min", inner=inner)
    first, second = torch.randn(64, 32), torch.randn(64, 32)
    with pytest.warns(remat.RematWarning, match="before the backward pass") as caught:
        losses = [compiled(x, x) for x in (first, second, first)]
    assert len(caught) == 1 and caught[0].filename == __file__
    (plan,) = compiled.plans
    saved = sum(v.bytes for v in plan.emitted.saved if not v.is_resident)
    assert f"keeps {saved} bytes" in str(caught[0].message)
    sum(losses).backward()
    assert plan.measured_peak_bytes == plan.predicted_peak_bytes


def run_two_first(step, make):
    first, second = step(*make()), step(*make())
    first.backward()
    second.backward()


def run_two_last(step, make):
    first, second = step(*make()), step(*make())
    second.backward()
    first.backward()


def run_with_a_value_between(step, make):
    first = step(*make())
    step(*make()).item()
    first.backward()


def run_the_second_only(step, make):
    first, second = step(*make()), step(*make())
    del first
    second.backward()
    step(*make()).backward()


def run_each_a_step_late(step, make):
    before = step(*make())
    for _ in range(3):
        after = step(*make())
        before.backward()
        before = after


def run_a_sum_of_six(step, make):
    sum(step(*make()) for _ in range(6)).backward()


@pytest.mark.parametrize("inner", INNER)
@pytest.mark.parametrize(
    "run",
    [
        run_two_first,
        run_two_last,
        run_with_a_value_between,
        run_the_second_only,
        run_each_a_step_late,
        run_a_sum_of_six,
    ],
)
def test_a_forward_pass_is_measured_with_its_own_backward_pass(run, inner):
    compiled = remat.torch.compile(models.MLP(3, 32), budget="min", inner=inner)
    with pytest.warns(remat.RematWarning) as warned:
        run(compiled, lambda: (torch.randn(64, 32), torch.randn(64, 32)))
    (found,) = compiled.plans
    assert found.measured_peak_bytes == found.predicted_peak_bytes
    (message,) = [str(each.message) for each in warned]
    assert message.startswith("a forward pass runs before")


def test_a_step_is_measured_whatever_hooks_do_with_saved_tensors(recwarn):
    kept = []

    def pack(tensor):
        kept.append(tensor)
        return tensor.clone()

    compiled = remat.torch.compile(models.MLP(3, 32), "min", inner="aot_eager")
    for _ in range(2):
        with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
            loss = compiled(torch.randn(64, 32), torch.randn(64, 32))
        loss.backward()
    (found,) = compiled.plans
    assert kept
    assert found.measured_peak_bytes > found.predicted_peak_bytes
    messages = [str(each.message) for each in recwarn]
    assert not any("a forward pass runs before" in message for message in messages)


@pytest.mark.parametrize("inner", INNER)
def test_a_forward_pass_without_a_backward_pass_is_not_the_first_step(inner):
    model = models.MLP(3, 32)
    compiled = remat.torch.compile(model, "min", inner=inner)
    x = torch.randn(64, 32)
    kept = compiled(x, x).detach()  # A result, and nothing of what it was made of.
    loss = compiled(x, x)
    loss.backward()
    (plan,) = compiled.plans
    assert plan.measured_peak_bytes == plan.predicted_peak_bytes
    assert torch.equal(kept, loss.detach())


def test_copies_are_modules_of_their_own(tmp_path):
    model = models.MLP(3, 32)
    compiled = remat.torch.compile(model, "min", inner="aot_eager")
    x = torch.randn(64, 32)
    compiled(x, x).backward()
    copied = copy.deepcopy(compiled)
    assert isinstance(copied, torch.nn.Module) and len(copied.plans) == 1
    with torch.no_grad():
        next(copied.parameters()).zero_()
    assert not torch.equal(copied(x, x), compiled(x, x))
    torch.save(compiled, tmp_path / "model.pt")
    loaded = torch.load(tmp_path / "model.pt", weights_only=False)
    assert torch.equal(loaded(x, x), compiled(x, x))
    assert len(loaded.plans) == 1
    for other in copied, loaded:
        for size in 48, 40:  # Sizes stay static.
            other(x[:size], x[:size]).backward()
    tight = copy.deepcopy(remat.torch.compile(model, 1000, inner="aot_eager"))
    with pytest.raises(remat.Infeasible):
        tight(x, x)


@pytest.mark.parametrize("inner", INNER)
def test_constants_of_the_graph_are_read(inner):
    weight = torch.randn(32, 32, requires_grad=True)

    def step(x):
        scale = torch.tensor([1.0, 2.0] * 16)
        return torch.tanh(torch.tanh(x @ weight) * scale).square().sum()

    x = torch.randn(64, 32)
    expected = torch.autograd.grad(step(x), weight)[0]
    for budget in ("100%", "min"):
        torch._dynamo.reset()
        weight.grad = None
        remat.torch.compile(step, budget, inner=inner)(x).backward()
        assert torch.allclose(weight.grad, expected, rtol=1e-4, atol=1e-4)
