# ===- installed.py - A step within a budget, by an installed wheel --------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""usage: installed.py FOLDER, where the wheel is installed."""

import os
import sys

folder = os.path.realpath(sys.argv[1])
sys.path.insert(0, folder)
os.environ["PATH"] = os.path.dirname(sys.executable)
del os.environ["REMAT_OPT"]

import jax
import jax.numpy as jnp
import numpy as np

import remat

assert os.path.realpath(remat.__file__).startswith(folder + os.sep), remat.__file__
assert os.path.realpath(remat.find_tool()).startswith(folder + os.sep)


def loss(weights, x):
    for weight in weights:
        x = jnp.tanh(x @ weight)
    return jnp.mean(x * x)


keys = jax.random.split(jax.random.key(0), 12)
weights = [jax.random.normal(key, (32, 32)) / 5 for key in keys]
x = jax.random.normal(jax.random.key(1), (65536, 32))
step = jax.value_and_grad(loss)

plain = jax.jit(step)(weights, x)
planned = remat.jit(step, budget="75%", verify=False)(weights, x)
jax.tree.map(lambda a, b: np.testing.assert_allclose(a, b, rtol=1e-5), plain, planned)
text = remat.jit(step, budget="75%", verify=False).lower(weights, x).as_text()
assert "optimization_barrier" in text, text
print("the step of the wheel equals the plain one")
