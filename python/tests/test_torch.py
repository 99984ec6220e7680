# ===- test_torch.py - Modules of PyTorch as JAX functions -----------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""docs/pytorch.md says what these try: each loss is computed by jax.jit too."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import remat

torch = pytest.importorskip("torch")
torchax = pytest.importorskip("torchax")

pytestmark = pytest.mark.filterwarnings("ignore::remat.RematWarning")


def check_equal(step, *args):
    """The planned step computes again, and gives what the plain one gives."""
    within = remat.jit(step, budget="min")
    assert "optimization_barrier" in within.lower(*args).as_text()
    plain, planned = jax.jit(step)(*args), within(*args)
    # XLA may sum in another order where it fuses other operations.
    jax.tree.map(
        lambda a, b: np.testing.assert_allclose(a, b, rtol=2e-5, atol=1e-6),
        plain,
        planned,
    )
    return planned


def test_dropout_by_key_has_the_same_mask_when_recomputed(tool):
    torch.manual_seed(0)
    parts = []
    for _ in range(4):
        parts += [torch.nn.Linear(64, 64), torch.nn.GELU(), torch.nn.Dropout(0.3)]
    module = torch.nn.Sequential(*parts).train()
    weights, forward = torchax.extract_jax(module)

    def loss(weights, key, x):
        with torchax.default_env().override_property(prng=key):
            return jnp.mean(forward(weights, (x,)) ** 2)

    x = jax.random.normal(jax.random.key(0), (16384, 64))
    step = jax.value_and_grad(loss)
    first = check_equal(step, weights, jax.random.key(1), x)
    second = check_equal(step, weights, jax.random.key(2), x)
    assert first[0] != second[0]


def test_buffers_are_not_trained(tool):
    torch.manual_seed(0)
    parts = []
    for before, after in ((3, 16), (16, 16), (16, 16)):
        parts += [torch.nn.Conv2d(before, after, 3, padding=1, bias=False)]
        parts += [torch.nn.BatchNorm2d(after), torch.nn.ReLU()]
    module = torch.nn.Sequential(*parts).train()
    state, forward = torchax.extract_jax(module)
    trained = {name for name, _ in module.named_parameters()}
    weights = {name: value for name, value in state.items() if name in trained}
    buffers = {name: value for name, value in state.items() if name not in trained}
    assert any(not jnp.issubdtype(b.dtype, jnp.floating) for b in buffers.values())

    def loss(weights, buffers, images):
        return jnp.mean(forward({**buffers, **weights}, (images,)) ** 2)

    images = jax.random.normal(jax.random.key(0), (16, 3, 64, 64))
    _, gradients = check_equal(jax.value_and_grad(loss), weights, buffers, images)
    assert set(gradients) == trained


def test_half_precision_stays_half_precision(tool):
    torch.manual_seed(0)
    layers = [torch.nn.Linear(64, 64) if i % 2 else torch.nn.Tanh() for i in range(8)]
    module = torch.nn.Sequential(*layers).to(torch.bfloat16)
    weights, forward = torchax.extract_jax(module)
    assert {w.dtype for w in weights.values()} == {jnp.dtype("bfloat16")}

    def loss(weights, x):
        return jnp.mean(forward(weights, (x,)).astype(jnp.float32) ** 2)

    x = jax.random.normal(jax.random.key(0), (16384, 64), jnp.bfloat16)
    step = jax.value_and_grad(loss)
    within = remat.jit(step, budget="min")
    assert "optimization_barrier" in within.lower(weights, x).as_text()
    plain, planned = jax.jit(step)(weights, x), within(weights, x)
    assert {g.dtype for g in planned[1].values()} == {jnp.dtype("bfloat16")}
    # Eight bits of mantissa; recomputed values round the same way or one bit off.
    jax.tree.map(
        lambda a, b: np.testing.assert_allclose(
            np.asarray(a, np.float32), np.asarray(b, np.float32), rtol=2e-2, atol=1e-5
        ),
        plain,
        planned,
    )
