# ===- test_training.py - Training as users write it ---------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Optimizers, accumulated gradients, mixed precision and checkpoints inside of models:
losses of planned training match those of eager training."""

import models
import pytest
import torch
from torch.utils.checkpoint import checkpoint

import remat.torch

pytestmark = pytest.mark.filterwarnings("error::remat.RematWarning")

WORDS, LENGTH, BATCH = 64, 16, 4


class Checkpointed(models.GPT):
    """A GPT with a checkpoint around every second block."""

    def forward(self, tokens, targets):
        x = self.words(tokens) + self.places(torch.arange(tokens.shape[1]))
        for i, block in enumerate(self.blocks):
            x = checkpoint(block, x, use_reentrant=False) if i % 2 else block(x)
        logits = self.head(self.norm(x))
        return torch.nn.functional.cross_entropy(
            logits.flatten(0, 1), targets.flatten()
        )


def make():
    torch.manual_seed(0)
    return Checkpointed(
        layers=4, width=32, heads=2, words=WORDS, length=LENGTH, dropout=0.1
    )


def train(step, model, steps, precision=None):
    """Losses of `steps` steps of AdamW, each of two batches."""
    torch.manual_seed(1)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    losses = []
    for _ in range(steps):
        optimizer.zero_grad(set_to_none=True)
        for _ in range(2):
            tokens = torch.randint(0, WORDS, (BATCH, LENGTH))
            with torch.autocast("cpu", precision, enabled=precision is not None):
                loss = step(tokens, tokens)
            (loss / 2).backward()
            losses.append(loss.item())
        optimizer.step()
    return losses


def test_losses_of_100_steps_have_the_bits_of_eager_training():
    model = make()
    expected = train(model, model, 100)
    planned = make()
    compiled = remat.torch.compile(planned, budget="slack:20%", inner="aot_eager")
    assert train(compiled, planned, 100) == expected
    assert compiled.plans[0].recomputed
    assert expected[-1] < expected[0]


def test_mixed_precision_has_the_losses_of_eager_training():
    model = make()
    expected = train(model, model, 20, torch.bfloat16)
    planned = make()
    compiled = remat.torch.compile(planned, budget="slack:20%", inner="aot_eager")
    found = train(compiled, planned, 20, torch.bfloat16)
    assert found == pytest.approx(expected, rel=2e-3)
    (plan,) = compiled.plans
    assert plan.recomputed
    assert plan.measured_peak_bytes == plan.predicted_peak_bytes
