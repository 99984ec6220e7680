# ===- test_sharding.py - Steps over several devices ---------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
import re

import jax
import jax.numpy as jnp
import pytest
from jax.sharding import AbstractMesh, AxisType, NamedSharding, PartitionSpec

import remat
import steps
from remat import aot, sharding
from remat.foreign import Compiler

MESH = AbstractMesh((4,), ("data",), axis_types=(AxisType.Auto,))


def exported(name, split):
    """A step's text, its first argument everywhere and its second one split."""
    step, args = steps.ALL[name]()
    specs = (PartitionSpec(), PartitionSpec(*split))
    args = [
        jax.tree.map(
            lambda a: jax.ShapeDtypeStruct(
                a.shape, a.dtype, sharding=NamedSharding(MESH, spec)
            ),
            argument,
        )
        for argument, spec in zip(args, specs)
    ]
    return remat.export(step, *args)


def test_one_device_comes_back_as_it_is():
    text = remat.export(lambda x: jnp.tanh(x), jnp.ones(3))
    assert sharding.propagated(text) is text


@pytest.mark.parametrize(
    "name, split", [("mlp", ["data"]), ("lstm", [None, "data"])], ids=["mlp", "lstm"]
)
def test_what_lies_between_is_sharded_too(name, split):
    text = exported(name, split)
    found = sharding.propagated(text)
    dots = [line for line in found.splitlines() if '"stablehlo.dot_general"(' in line]
    assert dots and not any("sdy.sharding" in d for d in text.splitlines() if d in dots)
    assert sum('{"data"}' in dot for dot in dots) >= len(dots) // 2
    assert not re.search(r'"sdy\.(?!mesh|sharding_constraint)\w+"\(', found)


def test_a_batch_is_found_through_the_look_up_of_its_indices():
    """JAX adds a dimension to the indices by a broadcast, XLA by a reshape: behind a
    table that is split too, the batch is split and not the features."""

    def step(table, weights, ids):
        return jnp.tanh(table[ids] @ weights)

    split = NamedSharding(MESH, PartitionSpec("data"))
    shape = lambda s, t: jax.ShapeDtypeStruct(s, t, sharding=split)  # noqa: E731
    text = remat.export(
        step,
        shape((64, 16), jnp.float32),
        shape((16, 16), jnp.float32),
        shape((32,), jnp.int32),
    )
    found = sharding.propagated(text)
    (dot,) = [line for line in found.splitlines() if '"stablehlo.dot_general"(' in line]
    assert '[{"data"}, {}]' in dot


def test_what_shardy_does_not_take_is_left_to_the_tool(monkeypatch):
    monkeypatch.setattr(sharding, "_PIPELINE", "builtin.module(no-such-pass)")
    text = exported("mlp", ["data"])
    with pytest.warns(remat.RematWarning, match="remat-opt guesses"):
        assert sharding.propagated(text) == text


@pytest.mark.cuda
@pytest.mark.usefixtures("tool")
def test_the_plan_of_one_device_is_close_to_what_xla_compiles():
    text = exported("mlp", ["data"])
    with Compiler("h100") as compiler:
        plain = compiler.measure(text)
        assert plain.devices == 4
        found = aot.plan_text(text, budget="1TiB", compiler=compiler, verify=False)
        assert found.untouched
        error = found.plain_predicted_peak_bytes / plain.peak_bytes
        # Of what is gathered and reduced nothing is predicted.
        assert 0.8 < error < 1.2
        budget = int(0.85 * plain.peak_bytes)
        found = aot.plan_text(text, budget=budget, compiler=compiler)
        assert not found.untouched and found.compiled_peak_bytes <= budget
        assert compiler.measure(found.mlir).devices == 4


@pytest.mark.usefixtures("tool")
def test_a_host_budget_that_has_no_effect_is_told():
    text = exported("mlp", ["data"])
    options = {"budget": "85%", "verify": False, "host_budget": "1GiB"}
    with pytest.warns(remat.RematWarning, match="sharded .* host budget has no effect"):
        plan = aot.plan_text(text, **options)
    assert not plan.parks
