# ===- test_random_steps.py - Plans of randomly generated steps ----------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Random steps with views, reuse, several results and random numbers. Plans have to
give the bits of eager PyTorch and the predicted peaks."""

import random

import pytest
import torch

import remat
import remat.torch

WIDTH = 16


def _norm(x):
    return torch.nn.functional.layer_norm(x, (WIDTH,))


def _halves(x):
    first, second = x.chunk(2, dim=-1)
    return torch.cat([second, first], dim=-1)


def _turned(x):
    return x.t().contiguous() if x.shape[0] == WIDTH else x.flip(0)


def _largest(x):
    values, _ = x.topk(WIDTH, dim=-1)
    return values


def _dropped(x):
    return torch.nn.functional.dropout(x, 0.3)


UNARY = (torch.tanh, torch.sigmoid, torch.sin, _norm, _halves, _turned, _largest, _dropped)
BINARY = (torch.add, torch.mul, torch.maximum, torch.sub)


def make_step(seed):
    """A function from an input and weights to a loss, determined by the seed."""
    source = random.Random(seed)
    length = source.randint(4, 14)
    plan = []
    for position in range(length):
        kind = source.choice(["unary", "binary", "product", "view"])
        first, second = (source.randint(0, position) for _ in range(2))
        if kind == "unary":
            plan.append((source.choice(UNARY), (first,)))
        elif kind == "binary":
            plan.append((source.choice(BINARY), (first, second)))
        elif kind == "view":
            plan.append((lambda x: x.view(-1).view(x.shape) * 0.5, (first,)))
        else:
            plan.append((None, (first, source.randint(0, 2))))

    def step(x, *weights):
        values = [x]
        for function, operands in plan:
            if function is None:
                made = values[operands[0]] @ weights[operands[1]]
            else:
                made = function(*(values[place] for place in operands))
            values.append(made)
        return sum(value.square().mean() for value in values[-3:])

    return step


def make_arguments(seed):
    torch.manual_seed(seed)
    rows = WIDTH if seed % 2 else 3 * WIDTH
    x = torch.randn(rows, WIDTH, requires_grad=bool(seed % 3))
    weights = [
        (torch.randn(WIDTH, WIDTH) * WIDTH**-0.5).requires_grad_() for _ in range(3)
    ]
    return [x, *weights]


def run(step, seed):
    arguments = make_arguments(seed)
    torch.manual_seed(seed + 1)
    loss = step(*arguments)
    if not loss.requires_grad:
        return loss, []
    loss.backward()
    return loss.detach(), [a.grad for a in arguments]


@pytest.mark.parametrize("seed", range(50))
def test_bits_and_bytes_are_as_predicted(seed):
    step = make_step(seed)
    expected_loss, expected = run(step, seed)
    for budget in ("slack:50%", "min"):
        torch._dynamo.reset()
        compiled = remat.torch.compile(step, budget=budget, inner="aot_eager")
        loss, gradients = run(compiled, seed)
        assert torch.equal(loss, expected_loss)
        for first, second in zip(expected, gradients):
            assert (first is None and second is None) or torch.equal(first, second)
        for plan in compiled.plans:
            assert plan.measured_peak_bytes == plan.predicted_peak_bytes
            assert plan.predicted_peak_bytes <= plan.budget_bytes
