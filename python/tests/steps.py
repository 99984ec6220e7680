# ===- steps.py - Training steps to try things on ------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Small training steps: what they need is beyond the 32 MiB that XLA sets aside for
each dot on a GPU, so that there is something to save."""

import functools

import jax
import jax.numpy as jnp
import numpy as np


def _normal(rng, *shape, dtype="float32", scale=0.05):
    return jnp.asarray(rng.normal(0, scale, shape), dtype)


def mlp(dtype="float32", rows=4096, width=128, layers=8):
    """Layers with a residual connection, and SGD."""
    rng = np.random.default_rng(0)
    params = [
        (
            _normal(rng, width, 2 * width, dtype=dtype),
            jnp.zeros(2 * width, dtype),
            _normal(rng, 2 * width, width, dtype=dtype),
        )
        for _ in range(layers)
    ]
    x = _normal(rng, rows, width, dtype=dtype, scale=1.0)

    def loss(params, x):
        y = x
        for w1, b, w2 in params:
            y = y + jax.nn.gelu(y @ w1 + b) @ w2
        return jnp.mean(((y - 2 * x) ** 2).astype("float32"))

    def step(params, x):
        value, grads = jax.value_and_grad(loss)(params, x)
        rate = jnp.asarray(0.1, dtype)
        return value, jax.tree.map(lambda p, g: p - rate * g, params, grads)

    return step, (params, x)


def dropout(rows=4096, width=128, layers=6):
    """The same with dropout: a mask that is computed again must be the same."""
    rng = np.random.default_rng(1)
    params = [
        (_normal(rng, width, 2 * width), _normal(rng, 2 * width, width))
        for _ in range(layers)
    ]
    x = _normal(rng, rows, width, scale=1.0)

    def loss(params, x, key):
        y = x
        for index, (w1, w2) in enumerate(params):
            hidden = jnp.tanh(y @ w1)
            mask = jax.random.bernoulli(
                jax.random.fold_in(key, index), 0.9, hidden.shape
            )
            y = y + jnp.where(mask, hidden / 0.9, 0) @ w2
        return jnp.mean((y - 2 * x) ** 2)

    return jax.value_and_grad(loss), (params, x, jax.random.key(3))


def lstm(steps=12, rows=512, width=128):
    """A scan over time, and a head over all of its outputs."""
    rng = np.random.default_rng(2)
    params = {
        "w": _normal(rng, 2 * width, 4 * width),
        "head": [_normal(rng, width, width) for _ in range(4)],
    }
    xs = _normal(rng, steps, rows, width, scale=1.0)

    def cell(params, carry, x):
        h, c = carry
        gates = jnp.concatenate([x, h], -1) @ params["w"]
        i, f, g, o = jnp.split(gates, 4, -1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h

    def loss(params, xs):
        start = (jnp.zeros_like(xs[0]), jnp.zeros_like(xs[0]))
        _, hs = jax.lax.scan(functools.partial(cell, params), start, xs)
        for w in params["head"]:
            hs = jnp.tanh(hs @ w)
        return jnp.mean(hs**2)

    return jax.value_and_grad(loss), (params, xs)


def embedding(rows=64, length=64, words=500, width=128, layers=4):
    """Integers in: a table, attention, and a cross entropy."""
    rng = np.random.default_rng(4)
    params = {
        "table": _normal(rng, words, width),
        "layers": [
            {name: _normal(rng, width, width) for name in "qkvo"}
            for _ in range(layers)
        ],
    }
    tokens = jnp.asarray(rng.integers(0, words, (rows, length)), "int32")

    def loss(params, tokens):
        x = params["table"][tokens]
        for layer in params["layers"]:
            q, k, v = (x @ layer[name] for name in "qkv")
            scores = jnp.einsum("bqd,bkd->bqk", q, k) / np.sqrt(width)
            x = x + jax.nn.softmax(scores) @ v @ layer["o"]
        logits = jax.nn.log_softmax(x @ params["table"].T)
        return -jnp.mean(jnp.take_along_axis(logits, tokens[..., None], -1))

    return jax.value_and_grad(loss), (params, tokens)


def convolutions(rows=32, size=32, width=32, layers=4):
    """Convolutions and batch statistics."""
    rng = np.random.default_rng(5)
    params = [_normal(rng, 3, 3, width, width) for _ in range(layers)]
    x = _normal(rng, rows, size, size, width, scale=1.0)

    def loss(params, x):
        y = x
        for w in params:
            z = jax.lax.conv_general_dilated(
                y, w, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
            )
            z = (z - z.mean((0, 1, 2))) * jax.lax.rsqrt(z.var((0, 1, 2)) + 1e-5)
            y = y + jax.nn.relu(z)
        return jnp.mean(y**2)

    return jax.value_and_grad(loss), (params, x)


def forward(rows=8192, width=128, layers=6):
    """No gradients: nothing but an order and what lies beside it."""
    rng = np.random.default_rng(6)
    params = [_normal(rng, width, width) for _ in range(layers)]
    x = _normal(rng, rows, width, scale=1.0)

    def apply(params, x):
        parts = [jnp.tanh(x @ w) for w in params]
        again = [p @ params[0] for p in parts]
        return sum(jnp.mean(p**2) for p in parts + again)

    return apply, (params, x)


ALL = {
    "mlp": mlp,
    "mlp-bf16": functools.partial(mlp, dtype="bfloat16"),
    "mlp-f16": functools.partial(mlp, dtype="float16"),
    "dropout": dropout,
    "lstm": lstm,
    "embedding": embedding,
    "convolutions": convolutions,
    "forward": forward,
}
"""Names to functions that return a step and its arguments."""
