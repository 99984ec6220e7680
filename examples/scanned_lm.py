# ===- scanned_lm.py - A language model of scanned layers, in a budget -----===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Trains a small causal transformer whose layers are one `lax.scan`: by jax.jit and
by remat.jit within a budget. Prints what the loop keeps for its gradient, and
compares the losses.

    python examples/scanned_lm.py [--budget 50%] [--layers 6] [--steps 3]

Needs JAX alone. The exit code is 1 if the losses differ.
"""

import argparse
import sys

import jax
import jax.numpy as jnp
import numpy as np

import remat

RATE = 0.1
WIDTH, HEADS, VOCABULARY = 64, 4, 128


def make_parameters(layers):
    """All layers in one tree: the first dimension of each leaf is the layer."""
    rng = np.random.default_rng(0)

    def normal(*shape):
        return jnp.asarray(rng.normal(0, shape[-2] ** -0.5, shape), "float32")

    return {
        "table": normal(VOCABULARY, WIDTH),
        "layers": {
            "qkv": normal(layers, WIDTH, 3 * WIDTH),
            "out": normal(layers, WIDTH, WIDTH),
            "up": normal(layers, WIDTH, 4 * WIDTH),
            "down": normal(layers, 4 * WIDTH, WIDTH),
        },
    }


def normalize(x):
    return x * jax.lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + 1e-6)


def attend(x, weights):
    rows, length, _ = x.shape
    qkv = (normalize(x) @ weights["qkv"]).reshape(rows, length, 3, HEADS, -1)
    q, k, v = (qkv[:, :, i] for i in range(3))
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) * (WIDTH // HEADS) ** -0.5
    scores = jnp.where(jnp.tri(length, dtype=bool), scores, -1e9)
    mixed = jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores), v)
    return mixed.reshape(x.shape) @ weights["out"]


def loss(params, tokens):
    def layer(x, weights):
        x = x + attend(x, weights)
        hidden = jax.nn.gelu(normalize(x) @ weights["up"])
        return x + hidden @ weights["down"], None

    x = params["table"][tokens[:, :-1]]
    # The layers are one loop: no jax.checkpoint, no unrolling.
    x, _ = jax.lax.scan(layer, x, params["layers"])
    logits = jax.nn.log_softmax(normalize(x) @ params["table"].T)
    return -jnp.mean(jnp.take_along_axis(logits, tokens[:, 1:, None], -1))


def train(params, tokens):
    value, grads = jax.value_and_grad(loss)(params, tokens)
    return value, jax.tree.map(lambda w, g: w - RATE * g, params, grads)


def run(step, params, tokens, steps):
    losses = []
    for _ in range(steps):
        value, params = step(params, tokens)
        losses.append(float(value))
    return losses


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--budget", default="50%")
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--steps", type=int, default=3)
    options = parser.parse_args()
    params = make_parameters(options.layers)
    rng = np.random.default_rng(1)
    tokens = jnp.asarray(rng.integers(0, VOCABULARY, (64, 65)), "int32")

    within = remat.jit(train, budget=options.budget)
    plan = within.lower(params, tokens).plan
    print(plan)
    for stack in sorted(plan.stacks, key=lambda stack: -stack.bytes):
        print("  kept:" if stack.kept else "  made again:", stack)

    plain = run(jax.jit(train), params, tokens, options.steps)
    budgeted = run(within, params, tokens, options.steps)
    print("losses by jax.jit:  ", *(f"{value:.5f}" for value in plain))
    print("losses by remat.jit:", *(f"{value:.5f}" for value in budgeted))
    return 0 if np.allclose(plain, budgeted, rtol=1e-4) else 1


if __name__ == "__main__":
    sys.exit(main())
