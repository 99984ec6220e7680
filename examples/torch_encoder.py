# ===- torch_encoder.py - A PyTorch model trained within a budget ----------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Trains a Transformer encoder of torch.nn for a few steps: by PyTorch, by jax.jit
and by remat.jit within a budget, and compares the losses.

    python examples/torch_encoder.py [--budget 60%] [--steps 5]

Needs torch 2.9 and torchax 0.0.13 (python/requirements/torch.txt). The exit code is
1 if the losses differ.
"""

import argparse
import copy
import sys

import jax
import jax.numpy as jnp
import numpy as np
import torch
import torchax

import remat

RATE = 0.05


class Classifier(torch.nn.Module):
    """Tokens in, a class for each sequence out. Nothing here knows of JAX."""

    def __init__(self, vocabulary=256, width=64, layers=4, classes=8):
        super().__init__()
        self.embedding = torch.nn.Embedding(vocabulary, width)
        layer = torch.nn.TransformerEncoderLayer(
            width, nhead=4, dim_feedforward=4 * width, dropout=0.0, batch_first=True
        )
        self.encoder = torch.nn.TransformerEncoder(layer, layers)
        self.head = torch.nn.Linear(width, classes)

    def forward(self, tokens):
        return self.head(self.encoder(self.embedding(tokens)).mean(1))


def train_by_torch(model, tokens, labels, steps):
    """The losses of plain PyTorch."""
    optimizer = torch.optim.SGD(model.parameters(), lr=RATE)
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(model(tokens), labels)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def train_by_jax(step, weights, tokens, labels, steps):
    """The losses of a compiled step, which returns them with the new weights."""
    losses = []
    for _ in range(steps):
        loss, weights = step(weights, tokens, labels)
        losses.append(float(loss))
    return losses


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--budget", default="60%")
    parser.add_argument("--steps", type=int, default=5)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--length", type=int, default=128)
    options = parser.parse_args()

    torch.manual_seed(0)
    model = Classifier()
    tokens = torch.randint(0, 256, (options.batch, options.length))
    labels = torch.randint(0, 8, (options.batch,))

    # The module becomes a dict of arrays and a function of them.
    weights, forward = torchax.extract_jax(copy.deepcopy(model))

    def loss_of(weights, tokens, labels):
        scores = jax.nn.log_softmax(forward(weights, (tokens,)))
        return -jnp.mean(jnp.take_along_axis(scores, labels[:, None], axis=1))

    def step(weights, tokens, labels):
        loss, gradients = jax.value_and_grad(loss_of)(weights, tokens, labels)
        return loss, jax.tree.map(lambda w, g: w - RATE * g, weights, gradients)

    plain = jax.jit(step)
    within = remat.jit(step, budget=options.budget)

    data = jnp.asarray(tokens.numpy()), jnp.asarray(labels.numpy())
    rows = [
        train_by_torch(model, tokens, labels, options.steps),
        train_by_jax(plain, weights, *data, options.steps),
        train_by_jax(within, weights, *data, options.steps),
    ]
    print("step   PyTorch    jax.jit    remat.jit")
    for number, losses in enumerate(zip(*rows)):
        print(f"{number:4}" + "".join(f"  {loss:9.6f}" for loss in losses))
    print(within.lower(weights, *data).report())

    # The order of the sums in a kernel is the compiler's to choose; nothing else
    # may differ.
    same = np.allclose(rows[1], rows[2], rtol=1e-5, atol=0)
    close = np.allclose(rows[0], rows[2], rtol=1e-4, atol=0)
    print("losses equal:", "yes" if same and close else "no")
    return 0 if same and close else 1


if __name__ == "__main__":
    sys.exit(main())
