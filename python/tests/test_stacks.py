# ===- test_stacks.py - What loops keep, as a policy of JAX ---------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Plans of scanned layers, and the policies that say the same to `jax.checkpoint`."""

import pathlib
import runpy
import sys
import types

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import remat

MIB = 1 << 20
LAYERS, ROWS, WIDTH = 6, 2048, 128


def make_step(checkpoint):
    """Scanned layers whose saved values differ in primitive or type."""

    def layer(y, w):
        hidden = jnp.sin(jnp.exp(y @ w["up"]))
        return y + hidden @ w["down"], None

    def loss(layers, x):
        y, _ = jax.lax.scan(checkpoint(layer), x, layers)
        return jnp.mean((y - x) ** 2)

    return jax.value_and_grad(loss)


@pytest.fixture(scope="module")
def arguments():
    rng = np.random.default_rng(0)
    layers = {
        "up": jnp.asarray(rng.normal(0, 0.02, (LAYERS, WIDTH, 2 * WIDTH)), "float32"),
        "down": jnp.asarray(rng.normal(0, 0.02, (LAYERS, 2 * WIDTH, WIDTH)), "float32"),
    }
    return layers, jnp.asarray(rng.normal(0, 1, (ROWS, WIDTH)), "float32")


def plan(arguments, budget, **options):
    step = make_step(lambda layer: layer)
    return remat.plan(step, *arguments, budget=budget, verify=False, **options)


def wrap(policy):
    return make_step(
        lambda layer: jax.checkpoint(layer, policy=policy, prevent_cse=False)
    )


def get_kept(stacks, before=False):
    """The bytes of each stack; JAX saves a copy of a value, under another name."""
    return sorted(
        (bool(stack.op), stack.bytes)
        for stack in stacks
        if (stack.kept_before if before else stack.kept)
    )


def entry(name, kept, type_="tensor<4x8xf32>"):
    return {
        "op": "stablehlo." + name,
        "type": type_,
        "location": "model.py:1:2",
        "scope": "jit(step)/" + name,
        "turns": 3,
        "bytes": 384,
        "kept": kept,
        "kept_before": True,
    }


def policy_of(*entries):
    found = [remat.Stack.from_report(each) for each in entries]
    return remat.scan_policy(types.SimpleNamespace(stacks=tuple(found)))


def test_a_plan_tells_what_its_loops_keep(tool, arguments):
    found = plan(arguments, "60%")
    assert any(stack.kept for stack in found.stacks)
    assert any(stack.kept_before and not stack.kept for stack in found.stacks)
    assert {stack.turns for stack in found.stacks} == {LAYERS}
    kept = sum(stack.bytes for stack in found.stacks if stack.kept)
    assert 0 < kept < found.predicted_peak_bytes
    assert f"loops keep: {remat.format_bytes(kept)}, in place of" in str(found)


@pytest.mark.parametrize("budget", ["80%", "60%"])
def test_the_policy_keeps_what_the_plan_keeps(tool, arguments, budget):
    found = plan(arguments, budget)
    policy = remat.scan_policy(found)
    same = remat.plan(wrap(policy), *arguments, budget="100%", verify=False)
    assert policy.unmet == ()
    assert get_kept(same.stacks, before=True) == get_kept(found.stacks)


def test_results_with_the_policy_are_equal(tool, arguments):
    policy = remat.scan_policy(plan(arguments, "60%"))
    wanted = jax.jit(make_step(lambda layer: layer))(*arguments)
    found = jax.jit(wrap(policy))(*arguments)
    jax.tree.map(
        lambda a, b: np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-6),
        wanted,
        found,
    )


@pytest.mark.cuda
def test_xla_compiles_the_policy_to_about_the_peak_of_the_plan(tool, arguments):
    found = plan(arguments, "60%")
    ours = remat.measure_text(found.mlir).peak_bytes
    policy = remat.measure(wrap(remat.scan_policy(found)), *arguments).peak_bytes
    plain = remat.measure(make_step(lambda layer: layer), *arguments).peak_bytes
    assert policy < 0.9 * plain
    assert abs(policy - ours) < 0.05 * ours


def test_a_plan_in_segments_has_no_policy(tool, arguments):
    found = plan(arguments, "min")
    assert all(stack.segments for stack in found.stacks)
    assert sum(stack.kept_bytes for stack in found.stacks) < sum(
        stack.bytes for stack in found.stacks if stack.kept
    )
    with pytest.raises(remat.PolicyError, match="in segments of"):
        remat.scan_policy(found)


def test_values_that_no_policy_tells_apart_are_named():
    with pytest.raises(remat.PolicyError, match="mul at model.py:1:2") as error:
        policy_of(entry("mul", True), entry("mul", False))
    assert "4x8xf32" in str(error.value) and "remat.jit" in str(error.value)


def test_types_tell_values_apart():
    policy = policy_of(entry("sin", True), entry("sin", False, "tensor<4xbf16>"))
    primitive = jax.lax.sin_p
    params = {"accuracy": None}
    float32 = jax.core.ShapedArray((4, 8), jnp.float32)
    assert policy(primitive, float32, **params)
    assert not policy(
        primitive, jax.core.ShapedArray((4,), jnp.bfloat16), **params
    )
    assert not policy(jax.lax.cos_p, float32, **params)


def test_values_that_nothing_makes_are_unmet():
    policy = policy_of(entry("sin", True), entry("cos", False))
    assert [stack.primitive for stack in policy.unmet] == ["sin"]


def test_values_without_a_name_or_type_are_refused():
    with pytest.raises(remat.PolicyError, match="primitive or its type"):
        policy_of(entry("sin", True, "tuple<f32>"))
    with pytest.raises(remat.PolicyError, match="no loop with a choice"):
        policy_of()


@pytest.mark.cuda
def test_policies_on_scanned_bodies_are_compared(tool):
    struct = jax.ShapeDtypeStruct
    layers = {
        "up": struct((LAYERS, WIDTH, 2 * WIDTH), jnp.float32),
        "down": struct((LAYERS, 2 * WIDTH, WIDTH), jnp.float32),
    }
    table = remat.checkpoint_policies(
        make_step, layers, struct((8 * ROWS, WIDTH), jnp.float32),
        policies=["nothing_saveable"],
    )
    none, nothing = table.rows
    assert nothing.peak_bytes < none.peak_bytes
    assert nothing.plan.compiled_peak_bytes <= nothing.peak_bytes
    assert nothing.plan.extra_flops_percent <= nothing.extra_percent + 0.5


def test_the_example_trains_alike(tool, monkeypatch, capsys):
    path = pathlib.Path(__file__).parents[2] / "examples" / "scanned_lm.py"
    monkeypatch.setattr(sys, "argv", [str(path), "--layers=4", "--steps=2"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(path), run_name="__main__")
    assert ended.value.code == 0
    out = capsys.readouterr().out
    assert "loops keep: " in out and "made again: " in out and "kept: " in out
