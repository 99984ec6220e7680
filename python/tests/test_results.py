# ===- test_results.py - Rewritten steps compute what the steps did ------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""With the real planner, on the CPU: XLA compiles both, the results are compared.

Recomputation runs the same operations on the same values. Where XLA fuses a value's
expression into another reader it may round otherwise, and then sum in other blocks:
f32 results may be off by a few units in the last place, relative to the largest
element of an array. Of bf16 and f16, whose sums of thousands of terms keep two or
three digits either way, it is asked that the rewritten step is no further from the
step in f32 than the plain one.
"""

import functools
import re
import subprocess
import sys
import warnings

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import remat
import steps

pytestmark = pytest.mark.usefixtures("tool")

# Units in the last place that refusion may cost an f32 result.
UNITS = 16


def assert_close(found, expected, units):
    for a, b in zip(jax.tree.leaves(found), jax.tree.leaves(expected)):
        assert jax.typeof(a) == jax.typeof(b)
        a, b = np.asarray(a), np.asarray(b)
        if units == 0 or not jnp.issubdtype(a.dtype, jnp.inexact):
            assert np.array_equal(a, b)
            continue
        limit = units * float(jnp.finfo(a.dtype).eps) * np.abs(b.astype("float64")).max()
        error = np.abs(a.astype("float64") - b.astype("float64")).max()
        assert error <= limit, f"off by {error}, {limit} is allowed"


def without_locations(text):
    lines = [line for line in text.splitlines() if not line.startswith("#loc")]
    return [re.sub(r" loc\(.*?\)", "", line) for line in lines]


def assert_as_good(found, expected, exact):
    """No array of `found` is further from `exact` than twice what `expected` is."""
    for a, b, c in zip(*map(jax.tree.leaves, (found, expected, exact))):
        assert jax.typeof(a) == jax.typeof(b)
        a, b, c = (np.asarray(v).astype("float64") for v in (a, b, c))
        limit = 2 * np.linalg.norm(b - c) + 1e-6 * np.linalg.norm(c)
        assert np.linalg.norm(a - c) <= limit


@functools.lru_cache(None)
def plain_run(name):
    """The step, its arguments, the plain program and its results."""
    step, args = steps.ALL[name]()
    program = jax.jit(step).lower(*args).compile()
    return step, args, program, program(*args)


@pytest.mark.parametrize("name", steps.ALL)
@pytest.mark.parametrize("budget", ["min", "slack:40%"])
def test_results_are_those_of_the_plain_step(name, budget):
    step, args, _, expected = plain_run(name)
    planned = remat.jit(step, budget=budget, verify=False)
    found = planned(*args)
    if name in ("mlp-bf16", "mlp-f16"):
        wide = jax.tree.map(lambda a: a.astype("float32"), args)
        assert_as_good(found, expected, jax.jit(steps.mlp()[0])(*wide))
    else:
        assert_close(found, expected, UNITS)
    (plan,) = planned.plans
    if name != "forward":
        assert not plan.untouched
        assert plan.predicted_peak_bytes < plan.plain_predicted_peak_bytes
    # With the gaps of XLA's heap a small step may need more.
    assert plan.tool_report["peak_after_bytes"] <= plan.budget_bytes


@pytest.mark.parametrize("name", steps.ALL)
def test_a_step_that_fits_comes_back_byte_for_byte(name):
    step, args, program, expected = plain_run(name)
    lowered = remat.jit(step, budget="1TiB", verify=False).lower(*args)
    assert lowered.plan.untouched
    ours, plain = lowered.as_text(), remat.export(step, *args, platform="cpu")
    # The line that called it is part of where an operation comes from.
    assert without_locations(ours) == without_locations(plain)
    assert lowered.plan.extra_flops == 0
    compiled = lowered.compile()
    assert_close(compiled(*args), expected, 0)
    ours, plain = compiled.memory_analysis(), program.memory_analysis()
    for figure in ("temp", "argument", "output", "alias"):
        figure += "_size_in_bytes"
        assert getattr(ours, figure) == getattr(plain, figure)


def test_the_same_key_makes_the_same_mask_when_it_is_computed_again():
    step, args = steps.dropout()
    planned = remat.jit(step, budget="min", verify=False)
    for seed in (3, 4):
        key = jax.random.key(seed)
        found, expected = planned(*args[:2], key), jax.jit(step)(*args[:2], key)
        # Another mask would be off by a thousand times this.
        assert_close(found, expected, UNITS)
    assert len(planned.plans) == 1
    other = planned(*args[:2], jax.random.key(3))
    assert float(other[0]) != float(found[0])


def test_donation_is_kept_and_counted():
    step, args = steps.mlp()
    expected = jax.jit(step)(*args)
    plain = remat.jit(step, budget="1TiB", verify=False).lower(*args).plan
    planned = remat.jit(step, budget="slack:40%", donate_argnums=0, verify=False)
    found = planned(*args)
    assert_close(found, expected, UNITS)
    assert all(leaf.is_deleted() for leaf in jax.tree.leaves(args[0]))
    params = sum(leaf.nbytes for leaf in jax.tree.leaves(found[1]))
    (plan,) = planned.plans
    saved = plain.plain_predicted_peak_bytes - plan.plain_predicted_peak_bytes
    assert saved >= params


def test_training_goes_as_it_did():
    step, (params, x) = steps.mlp(rows=1024, layers=4)
    plain, ours = params, params
    planned = remat.jit(step, budget="min", verify=False)
    for _ in range(4):
        expected, plain = jax.jit(step)(plain, x)
        found, ours = planned(ours, x)
        assert_close(found, expected, UNITS)
    assert_close(ours, plain, UNITS)
    assert len(planned.plans) == 1


def test_refusals_tell_the_bound_and_the_lines():
    step, args = steps.mlp()
    with pytest.raises(remat.Infeasible) as error:
        remat.jit(step, budget="1MiB")(*args)
    error = error.value
    assert error.budget_bytes == 1 << 20
    assert error.lower_bound_bytes > error.budget_bytes
    assert error.smallest_budget_bytes >= error.lower_bound_bytes
    assert any(t.file == steps.__file__ and t.source for t in error.live_tensors)
    assert len(str(error).splitlines()) <= 11
    # What is advised works.
    (advised,) = re.findall(r"what would help: budget=(\d+): ", str(error))
    planned = remat.jit(step, budget=int(advised), verify=False)
    assert planned(*args)[0].shape == ()


SHARDED = """
import sys
sys.path[:0] = {path!r}
import jax, numpy as np, remat, steps, warnings
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P
warnings.simplefilter("ignore", remat.RematWarning)
mesh = jax.make_mesh((4,), ("data",), axis_types=(AxisType.{axis},))
step, (params, x) = steps.mlp()
everywhere, split = NamedSharding(mesh, P()), NamedSharding(mesh, P("data"))
options = {{}}
if {given}:
    options = dict(in_shardings=(everywhere, split), out_shardings=everywhere)
params, x = jax.device_put(params, everywhere), jax.device_put(x, split)
expected = jax.jit(step, **options)(params, x)
planned = remat.jit(step, budget="min", **options)
found = planned(params, x)
(plan,) = planned.plans
assert not plan.untouched
for a, b in zip(jax.tree.leaves(found), jax.tree.leaves(expected)):
    assert a.sharding == b.sharding, (a.sharding, b.sharding)
    limit = 16 * np.finfo("float32").eps * np.abs(b).max()
    assert np.abs(np.asarray(a) - np.asarray(b)).max() <= limit
whole = remat.jit(step, budget="1TiB").lower(*steps.mlp()[1]).plan
print(plan.plain_predicted_peak_bytes, whole.plain_predicted_peak_bytes)
"""


@pytest.mark.parametrize("axis", ["Auto", "Explicit"])
@pytest.mark.parametrize("given", [True, False])
def test_sharded_over_four_devices(axis, given):
    """Shardings of the arguments, or of the jit: results are sharded as they were,
    and the plan is for what lies on one device."""
    import os

    program = SHARDED.format(path=sys.path, axis=axis, given=given)
    environment = dict(os.environ)
    environment["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    one, all_ = map(int, done.stdout.split()[-2:])
    assert one < 0.6 * all_
