# ===- test_real_layouts.py - Layouts that differ from the trace ---------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Predictions stay exact behind operators whose results do not lie as the trace says."""

import pytest
import torch
import torch.nn.functional as F

import remat.torch
from remat.torch.real_layouts import RealLayouts

pytestmark = pytest.mark.filterwarnings("error::remat.RematWarning")


def channels_last(*shape):
    return torch.randn(shape).to(memory_format=torch.channels_last)


# Their gradients are contiguous; those of the trace have the order of the arguments.
OPERATORS = {
    "mse": lambda y: F.mse_loss(y, channels_last(2, 8, 16, 16)),
    "smooth l1": lambda y: F.smooth_l1_loss(y, channels_last(2, 8, 16, 16)),
    "huber": lambda y: F.huber_loss(y, channels_last(2, 8, 16, 16)),
    "shuffle": lambda y: F.pixel_shuffle(y, 2),
    "reflection": lambda y: F.pad(y, (1, 1, 1, 1), mode="reflect"),
    "replication": lambda y: F.pad(y, (1, 1, 1, 1), mode="replicate"),
    "roll": lambda y: torch.roll(y, 1, 2),
    "gated": lambda y: F.glu(y, 1),
    "sigmoid": F.logsigmoid,
}


@pytest.mark.parametrize("name", OPERATORS)
@pytest.mark.parametrize("budget", ["100%", "min"])
def test_convolutions_behind_gradients_in_another_order(name, budget):
    layer = torch.nn.Conv2d(4, 8, 3, padding=1)
    step = remat.torch.compile(
        lambda x: OPERATORS[name](layer(x)).square().mean(), budget, inner="aot_eager"
    )
    step(channels_last(2, 4, 16, 16)).backward()
    (plan,) = step.plans
    assert plan.measured_peak_bytes == plan.predicted_peak_bytes


class Autoencoder(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = torch.nn.Conv2d(4, 8, 3, padding=1)
        self.norm = torch.nn.BatchNorm2d(8)
        self.decoder = torch.nn.ConvTranspose2d(8, 4, 3, padding=1, groups=2)

    def forward(self, x):
        return F.mse_loss(self.decoder(F.gelu(self.norm(self.encoder(x)))), x)


@pytest.mark.parametrize("budget", ["100%", "slack:50%", "min"])
def test_a_wrong_order_reaches_operators_behind(budget):
    model = Autoencoder()
    compiled = remat.torch.compile(model, budget, inner="aot_eager")
    compiled(channels_last(4, 4, 32, 32)).backward()
    (plan,) = compiled.plans
    assert plan.measured_peak_bytes == plan.predicted_peak_bytes


def traced(step, *inputs):
    from torch.fx.experimental.proxy_tensor import make_fx

    return make_fx(step, tracing_mode="fake")(*inputs).graph


def test_views_and_parts_follow_their_operators():
    def step(x):
        first, second = torch.ops.aten.split.Tensor(x.exp(), 2)
        return first.transpose(0, 1) + second.transpose(0, 1)

    graph = traced(step, torch.randn(4, 6))
    layouts = RealLayouts()
    for node in graph.nodes:
        layouts.follow(node)
        if node.target is torch.ops.aten.exp.default:
            layouts.correct(node, [(1, 4)])
    strides = {n.name: n.meta["val"].stride() for n in graph.nodes if "getitem" in n.name}
    assert strides == {"getitem": (1, 4), "getitem_1": (1, 4)}
    assert [n.meta["val"].stride() for n in graph.nodes if "transpose" in n.name] == [
        (4, 1),
        (4, 1),
    ]


def test_strides_of_dimensions_of_size_one_change_nothing():
    graph = traced(torch.exp, torch.randn(4, 1))
    (node,) = [n for n in graph.nodes if n.target is torch.ops.aten.exp.default]
    before = node.meta["val"]
    RealLayouts().correct(node, [(1, 4)])
    assert node.meta["val"] is before
