# ===- test_inductor.py - Plans that Inductor compiles -------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Under Inductor, predicted peaks are those of the generated program, counted before
its code is written."""

import dataclasses
import math
import re

import models
import pytest
import torch
import torch.nn.functional as F
from torch._inductor.scheduler import NopKernelSchedulerNode
from torch._inductor.utils import run_and_get_code
from torch.fx.experimental.proxy_tensor import make_fx

import remat
import remat.torch
from remat.torch import fused_memory, fusion, inductor, limited_fusion
from remat.torch import operator_kinds, versions
from remat.torch.joint_graph import JointGraph
from remat.torch.kernels import Kernel
from remat.torch.operator_kinds import Kind

pytestmark = pytest.mark.filterwarnings("error::remat.RematWarning")


def small(name):
    torch.manual_seed(0)
    tokens = torch.randint(0, 64, (8, 32))
    images = torch.randn(4, 3, 16, 16)
    return {
        "mlp": lambda: models.Case(
            models.MLP(6, 128), (torch.randn(512, 128), torch.randn(512, 128))
        ),
        "gpt": lambda: models.Case(
            models.GPT(2, 64, 4, 64, 32), (tokens, tokens)
        ),
        "resnet": lambda: models.Case(
            models.ResNet((16, 32), 1, 10), (images, torch.randint(0, 10, (4,)))
        ),
    }[name]()


def run(call, case):
    loss = call(*case.inputs)
    loss.backward()
    return loss.detach(), [p.grad for p in case.model.parameters()]


def distance(gradients, exact):
    return max(
        (a.double() - b).abs().max() / (b.abs().max() + 1e-30)
        for a, b in zip(gradients, exact)
    )


@pytest.mark.parametrize("name", ["mlp", "gpt", "resnet"])
def test_measured_peaks_are_those_of_the_generated_program(name):
    exact = small(name)
    exact.model.double()
    inputs = [x.double() if x.is_floating_point() else x for x in exact.inputs]
    _, exact_gradients = run(exact.model, models.Case(exact.model, inputs))
    torchs = small(name)
    _, expected = run(torch.compile(torchs.model, dynamic=False), torchs)
    torch._dynamo.reset()
    case = small(name)
    compiled = remat.torch.compile(case.model, budget="slack:50%")
    _, gradients = run(compiled, case)
    (plan,) = compiled.plans
    assert plan.recomputed
    assert plan.measured_peak_bytes <= plan.budget_bytes
    assert 0.97 <= plan.predicted_peak_bytes / plan.measured_peak_bytes <= 1.03
    # About as close as PyTorch's own partition.
    own = distance(gradients, exact_gradients)
    assert own <= 2 * distance(expected, exact_gradients) + 1e-6


def test_without_a_need_the_partition_is_that_of_torch():
    compiled = remat.torch.compile(small("gpt").model, budget="100%", check=False)
    compiled(*small("gpt").inputs)
    (plan,) = compiled.plans
    assert not plan.recomputed
    assert plan.extra_cost_percent == 0
    assert len(plan.rounds) == 1 and plan.rounds[0].fits


def add_gaps(monkeypatch, gap_of):
    """As if programs had bytes that the model does not know: those that `gap_of` tells for
    the number of the attempt. Returns the list of the attempts' nominal budgets."""
    attempts = []
    partition, count = inductor.Attempt.partition, limited_fusion.memory_of

    def counted(self, *args, **options):
        attempts.append(self.nominal)
        return partition(self, *args, **options)

    def with_a_gap(nodes, inputs, **options):
        memory = count(nodes, inputs, **options)
        return dataclasses.replace(memory, peak=memory.peak + gap_of(len(attempts)))

    monkeypatch.setattr(inductor.Attempt, "partition", counted)
    monkeypatch.setattr(limited_fusion, "memory_of", with_a_gap)
    return attempts


def test_a_program_above_the_budget_is_planned_again(monkeypatch):
    attempts = add_gaps(monkeypatch, lambda number: 50_000 if number == 1 else 0)
    case = small("gpt")
    compiled = remat.torch.compile(case.model, budget="slack:50%", check=False)
    compiled(*case.inputs)
    (plan,) = compiled.plans
    assert [each.fits for each in plan.rounds] == [False, True]
    assert attempts[0] is None and attempts[1] < plan.budget_bytes
    assert plan.rounds[0].generated_peak_bytes > plan.budget_bytes
    assert plan.predicted_peak_bytes <= plan.budget_bytes
    assert "round 1: planned for" in str(plan) and "too large" in str(plan)


def test_where_less_has_no_plan_the_smallest_is_tried(monkeypatch):
    attempts = add_gaps(monkeypatch, lambda number: 10**9 if number == 1 else 0)
    case = small("gpt")
    compiled = remat.torch.compile(case.model, budget="slack:50%", check=False)
    compiled(*case.inputs)
    (plan,) = compiled.plans
    assert [each.fits for each in plan.rounds] == [False, True]
    assert attempts[1] == plan.resident_bytes + 1  # It has no plan.
    assert plan.resident_bytes < attempts[2] < plan.budget_bytes


def test_the_smallest_program_counts_where_the_model_is_too_low(monkeypatch):
    attempts = add_gaps(monkeypatch, lambda number: 0 if number == 2 else 10**8)
    case = small("gpt")
    compiled = remat.torch.compile(case.model, budget="min", check=False)
    compiled(*case.inputs)
    (plan,) = compiled.plans
    assert [each.fits for each in plan.rounds[:3]] == [True, True, False]
    assert attempts[:2] == [None, plan.plain_predicted_peak_bytes]
    smallest = min(each.generated_peak_bytes for each in plan.rounds)
    assert plan.budget_bytes == plan.predicted_peak_bytes == smallest
    assert not plan.recomputed


def test_the_smallest_program_is_no_larger_than_that_of_the_step_as_written():
    weight = torch.randn(64, 64, requires_grad=True)
    places = torch.arange(32)[None, :, None].expand(8, 32, 64)

    def step(x):
        for _ in range(3):  # Inductor inlines the gradients of these reads.
            x = x + (x @ weight).gather(1, places).tanh()
        return x.square().mean()

    peaks = []
    for budget in ("100%", "min"):
        torch._dynamo.reset()
        compiled = remat.torch.compile(step, budget=budget)
        compiled(torch.randn(8, 32, 64)).backward()
        peaks.append(compiled.plans[0].measured_peak_bytes)
    assert peaks[1] <= peaks[0]


def test_slack_is_that_of_the_programs_if_none_has_that_of_the_model(monkeypatch):
    add_gaps(monkeypatch, lambda number: 10**9)
    compiled = remat.torch.compile(small("mlp").model, budget="slack:50%", check=False)
    compiled(*small("mlp").inputs)
    (plan,) = compiled.plans
    peaks = [each.generated_peak_bytes for each in plan.rounds]
    assert min(peaks) < plan.predicted_peak_bytes <= plan.budget_bytes < max(peaks)
    assert plan.budget == "slack:50%" and plan.rounds[-1].fits


@pytest.mark.parametrize("margin", [0, 0.1])
def test_a_budget_that_a_refusal_advises_has_a_program(margin, monkeypatch):
    add_gaps(monkeypatch, lambda number: 300_000)
    case = small("mlp")
    plan = remat.torch.plan(case.model, None, *case.inputs, budget="min", device="cpu")

    def compile_for(budget):
        torch._dynamo.reset()
        compiled = remat.torch.compile(
            case.model, budget=budget, margin=margin, check=False
        )
        compiled(*case.inputs)
        return compiled.plans[0]

    with pytest.raises(remat.NotFound, match="still takes") as caught:
        compile_for(math.ceil((plan.budget_bytes + 10_000) / (1 - margin)))
    advised = caught.value.advised_budget_bytes
    assert compile_for(advised).predicted_peak_bytes <= advised * (1 - margin)


def test_an_advised_share_is_at_most_all(monkeypatch):
    add_gaps(monkeypatch, lambda number: 10**9)
    compiled = remat.torch.compile(small("mlp").model, budget="90%")
    with pytest.raises(remat.NotFound, match="90% is a share of .* is 100%"):
        compiled(*small("mlp").inputs)


def test_a_plan_for_the_cpu_has_the_kernels_of_a_compilation():
    # Passes of Inductor on the joint graph join products and sums of its cells.
    case = models.make("lstm")
    planned = remat.torch.plan(
        case.model, None, *case.inputs, budget="100%", device="cpu"
    )
    compiled = remat.torch.compile(case.model, "100%", probe=False, check=False)
    compiled(*case.inputs)
    (plan,) = compiled.plans
    assert planned.graph_file["ops"] == plan.graph_file["ops"]


POOLS = {
    "2x2": lambda x: F.avg_pool2d(x, 2),
    "large average": lambda x: F.avg_pool2d(x, 8),
    "too large average": lambda x: F.avg_pool2d(x, 7, 1, 3),
    "overlapping": lambda x: F.max_pool2d(x, 3, 1, 1),
    "dilated": lambda x: F.max_pool2d(x, 3, 1, 1, 2),
    "too large": lambda x: F.max_pool2d(x, 7, 1, 3),
    "adaptive": lambda x: F.adaptive_avg_pool2d(x, 16),
    "uneven adaptive": lambda x: F.adaptive_avg_pool2d(x, 7),
}


@pytest.mark.parametrize("name", POOLS)
def test_pools_that_inductor_leaves_to_the_library_are_calls(name):
    scale = torch.ones(1, requires_grad=True)
    compiled = remat.torch.compile(
        lambda x: POOLS[name](x * scale).square().mean(), "100%"
    )
    x = torch.randn(4, 16, 64, 64)
    loss, code = run_and_get_code(compiled, x)
    compiled_code = code + run_and_get_code(loss.backward)[1]
    calls = re.compile(r" = torch\.ops\.aten\.(\w+)\.\w+\(")
    called = set(calls.findall("".join(compiled_code)))
    (plan,) = compiled.plans
    planned = {
        task.node.target.__name__.split(".")[0]
        for task in plan.joint.tasks
        if isinstance(task, Kernel) and task.kind is Kind.LIBRARY
    }
    assert called <= planned
    assert plan.measured_peak_bytes == plan.predicted_peak_bytes


@pytest.mark.parametrize("share", ["100%", "100.0%", "slack:100%"])
def test_all_of_the_peak_is_that_of_the_program(share):
    case = small("mlp")
    compiled = remat.torch.compile(case.model, budget=share)
    compiled(*case.inputs)
    (plan,) = compiled.plans
    assert plan.budget_bytes == plan.predicted_peak_bytes


@pytest.mark.parametrize(
    "layer", [torch.nn.MaxPool2d(3, 2, 1), torch.nn.AvgPool2d(2), torch.nn.Dropout(0.2)]
)
def test_generated_kernels_have_no_workspace_of_a_library(layer):
    model = torch.nn.Sequential(
        torch.nn.Conv2d(3, 16, 3, padding=1), layer, torch.nn.Conv2d(16, 16, 3)
    )
    compiled = remat.torch.compile(lambda x: model(x).square().mean(), "100%")
    compiled(torch.randn(16, 3, 32, 32)).backward()
    (plan,) = compiled.plans
    libraries = {
        str(task.node.target)
        for task in plan.joint.tasks
        if isinstance(task, Kernel) and task.kind is Kind.LIBRARY
    }
    assert not any("pool" in name or "random" in name for name in libraries)
    # The gradient of a pool reads the shape of its input, and does not keep it alive.
    assert plan.measured_peak_bytes == plan.predicted_peak_bytes
    # Later versions scatter gradients of max pools: the plan counts the workspace of the
    # eager kernel.
    most = 1.1 if versions.parse(torch.__version__) == versions.OLDEST else 1.4
    assert 0.9 < plan.plain_predicted_peak_bytes / plan.measured_peak_bytes < most


class Scheduled:
    def __init__(self, is_extern=False):
        self.is_extern = lambda: is_extern

    def is_template(self):
        return False

    def get_device(self):
        return torch.device("cpu")


class Concatenation(Scheduled, NopKernelSchedulerNode):
    """Without a copy, so without code."""


def test_concatenations_without_code_do_not_end_a_call(monkeypatch):
    part, other, library = Scheduled(), Scheduled(), Scheduled(is_extern=True)
    whole, alone = Concatenation(), Concatenation()
    counter = object.__new__(fused_memory._Counter)
    counter.nodes = [alone, part, whole, other, library]
    freed = [{"a"}, {"b"}, {"c"}, set(), {"d"}]
    monkeypatch.setattr(counter, "_last_uses", lambda: freed)
    assert counter._calls() == [
        ([alone], {"a"}),
        ([part, whole, other], {"b", "c"}),
        ([library], {"d"}),
    ]


def test_outer_loops_that_fall_apart_are_counted():
    # With several threads, generated code gives up some fused loops.
    threads = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        case = small("gpt")
        compiled = remat.torch.compile(case.model, budget="slack:50%")
        run(compiled, case)
    finally:
        torch.set_num_threads(threads)
    (plan,) = compiled.plans
    assert plan.measured_peak_bytes == plan.predicted_peak_bytes <= plan.budget_bytes


def test_parts_of_one_kernel_end_together():
    # A part reads what another one reads, which is no past reader, and keeps its buffer.
    layer = torch.nn.Linear(64, 64)

    def step(x):
        for _ in range(3):
            x = x + layer(x).tanh()
        return x.square().mean()

    compiled = remat.torch.compile(step, budget="min")
    compiled(torch.randn(8, 32, 64)).backward()
    (plan,) = compiled.plans
    assert plan.predicted_peak_bytes == plan.measured_peak_bytes
    first = plan.rounds[0]
    assert first.generated_peak_bytes < 1.01 * first.predicted_peak_bytes


def test_buffers_inside_of_a_kernel_have_no_bytes_to_hand_on():
    w = torch.randn(256, 256, requires_grad=True)
    x = torch.randn(256, 256)

    def step(w, x):
        return torch.tanh(torch.sin(w) * torch.exp(x * 0.1)).sum()

    compiled = remat.torch.compile(step, budget="min")
    compiled(w, x).backward()
    (plan,) = compiled.plans
    assert plan.predicted_peak_bytes == plan.measured_peak_bytes == plan.budget_bytes


def test_arguments_that_inductor_copies_are_no_workspace_of_the_library():
    layer = torch.nn.Conv1d(64, 64, 3, padding=1)

    def step(x):
        for _ in range(3):
            x = x + layer(x.transpose(1, 2)).transpose(1, 2).tanh()
        return x.square().mean()

    compiled = remat.torch.compile(step, budget="min")
    compiled(torch.randn(8, 32, 64)).backward()
    (plan,) = compiled.plans
    assert plan.predicted_peak_bytes == plan.measured_peak_bytes


@pytest.mark.parametrize("budget", ["100%", "min"])
def test_copies_for_gradients_of_convolutions_are_none_either(budget):
    layers = [torch.nn.Conv2d(width, 16, 3, padding=1) for width in (3, 16, 16)]
    model = torch.nn.Sequential(layers[0], torch.nn.Tanh(), layers[1], torch.nn.Tanh())
    images = torch.randn(8, 3, 32, 32).to(memory_format=torch.channels_last)
    compiled = remat.torch.compile(lambda x: layers[2](model(x)).square().mean(), budget)
    compiled(images).backward()
    (plan,) = compiled.plans
    assert plan.predicted_peak_bytes == plan.measured_peak_bytes


@pytest.mark.parametrize("channels, copied", [(1, False), (3, True)])
def test_dimensions_of_size_one_lie_in_any_order(channels, copied):
    images = torch.randn(4, channels, 8, 8).to(memory_format=torch.channels_last)
    weight = torch.randn(6, channels, 3, 3)
    traced = make_fx(F.conv2d, tracing_mode="fake")(images, weight)
    (node,) = traced.graph.find_nodes(
        op="call_function", target=torch.ops.aten.convolution.default
    )
    # As if the library made a result with the channels outermost.
    node.meta["val"] = node.meta["val"].contiguous()
    assert operator_kinds.copied_bytes(node) == copied * images.numel() * 4


@torch.library.custom_op("remat_tests::with_copy", mutates_args=())
def with_copy(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    return x.sin(), x.clone()


@with_copy.register_fake
def _(x):
    return torch.empty_like(x), torch.empty_like(x)


with_copy.register_autograd(
    lambda context, sine, copy: with_copy(sine)[0],
    setup_context=lambda ctx, inputs, output: None,
)


@pytest.mark.parametrize("is_read", [False, True])
def test_results_that_nothing_reads_take_bytes(is_read):
    layer = torch.nn.Linear(64, 64)

    def step(x):
        for _ in range(3):
            sine, copy = with_copy(layer(x))
            x = sine + copy if is_read else sine
        return x.sum()

    compiled = remat.torch.compile(step, budget="100%")
    compiled(torch.randn(256, 64)).backward()
    (plan,) = compiled.plans
    assert plan.predicted_peak_bytes == plan.measured_peak_bytes


def test_the_peak_of_the_smallest_program_is_a_budget():
    layers = [torch.nn.Linear(32, 32) for _ in range(3)]

    def step(x):
        x = torch.softmax(layers[1](torch.sin(layers[0](x)) * 2), -1)
        return F.layer_norm(layers[2](x).cumsum(1), (32,)).exp().mean()

    def compile_for(budget):
        torch._dynamo.reset()
        compiled = remat.torch.compile(step, budget)
        compiled(torch.randn(256, 32)).backward()
        return compiled.plans[0]

    smallest = compile_for("min").measured_peak_bytes
    plan = compile_for(smallest)
    assert plan.measured_peak_bytes <= smallest
    # The planner alone would refuse it.
    assert plan.rounds[0].predicted_peak_bytes > smallest


def test_a_margin_is_kept_by_the_program():
    peak = remat.torch.plan(
        small("mlp").model, None, *small("mlp").inputs, budget="100%", device="cpu"
    ).predicted_peak_bytes
    case = small("mlp")
    compiled = remat.torch.compile(case.model, budget=peak, margin=0.1)
    compiled(*case.inputs)
    (plan,) = compiled.plans
    assert plan.budget_bytes == peak
    assert plan.predicted_peak_bytes <= 0.9 * peak


@pytest.mark.parametrize("device", ["cpu", "h100"])
def test_plans_without_a_program_keep_the_budget_by_themselves(device):
    def plan(budget):
        case = small("gpt")
        return remat.torch.plan(
            case.model, None, *case.inputs, budget=budget, device=device
        )

    plain = plan("100%").plain_predicted_peak_bytes
    found = plan(int(0.95 * plain))
    assert found.predicted_peak_bytes <= found.budget_bytes < plain


def test_parameters_are_known_to_autograd(monkeypatch):
    seen = []
    partition = inductor.Attempt.partition

    def keep(self, *args, **options):
        seen.append(options.get("static_lifetime_input_indices"))
        return partition(self, *args, **options)

    monkeypatch.setattr(inductor.Attempt, "partition", keep)
    case = small("mlp")
    remat.torch.compile(case.model, budget="100%", check=False)(*case.inputs)
    assert len(seen[0]) == len(list(case.model.parameters()))


def test_impossible_budgets_are_refused_as_everywhere():
    case = small("mlp")
    compiled = remat.torch.compile(case.model, budget=1000)
    with pytest.raises(remat.Infeasible, match="does not fit 1000 bytes"):
        compiled(*case.inputs)


def joint_of(step, *arguments):
    """The joint graph of a function, in the operators that Inductor sees."""
    found = []

    def keep(joint, _, *, num_fwd_outputs, **__):
        from torch._functorch.partitioners import default_partition

        found.append(JointGraph(joint, num_fwd_outputs))
        return default_partition(joint, _, num_fwd_outputs=num_fwd_outputs)

    from torch._dynamo.backends.common import aot_autograd

    backend = aot_autograd(
        fw_compiler=lambda graph, _: graph.forward,
        partition_fn=keep,
        decompositions=inductor.decompositions,
    )
    torch.compile(step, backend=backend, dynamic=False)(*arguments)
    return found[0]


def test_chains_of_pointwise_operators_are_one_kernel():
    def step(x, w):
        return torch.tanh(torch.relu(x @ w) * 2 + 1).sum()

    joint = joint_of(step, torch.randn(8, 8), torch.randn(8, 8, requires_grad=True))
    fusion.fuse(joint, is_cpu=True)
    written = {value.node.name for task in joint.tasks for value in task.writes}
    assert {"mm", "tanh", "sum_1"} <= written
    # Between the product and tanh, only inputs of the backward pass have buffers.
    assert not {"mul", "add"} & written


def test_a_reduction_is_fused_with_what_reads_it():
    def step(x, w):
        return torch.softmax(x @ w, -1).square().sum()

    joint = joint_of(step, torch.randn(8, 8), torch.randn(8, 8, requires_grad=True))
    fusion.fuse(joint, is_cpu=False)
    sums = [t for t in joint.tasks if t.name.startswith("amax")]
    assert len(sums) == 1 and "sum" in sums[0].name


def test_every_kernel_is_behind_what_it_reads():
    for name in ("gpt", "resnet", "mlp"):
        case = small(name)
        plan = remat.torch.plan(
            case.model, None, *case.inputs, budget="min", device="h100"
        )
        made = {v for v in plan.joint.values if v.is_resident}
        for task in plan.joint.tasks:
            for value in task.reads:
                assert value in made, (task.name, value)
            made.update(task.writes)


@pytest.mark.parametrize("budget", ["100%", "slack:50%", "min"])
@pytest.mark.parametrize("result", [lambda h: h, torch.tanh, torch.detach])
def test_results_that_are_saved_stay_with_the_caller(result, budget):
    layers = [part for _ in range(4) for part in (torch.nn.Linear(64, 64), torch.nn.GELU())]
    model = torch.nn.Sequential(*layers)

    def step(x):
        hidden = model(x)
        return hidden.square().mean(), result(hidden)

    compiled = remat.torch.compile(step, budget=budget)
    loss, held = compiled(torch.randn(512, 64))
    loss.backward()
    (plan,) = compiled.plans
    assert plan.measured_peak_bytes == plan.predicted_peak_bytes <= plan.budget_bytes
    assert held.shape == (512, 64)
