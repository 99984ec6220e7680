# ===- test_host_places.py - Arguments and results on the host ------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Arguments and results that stay on the host: their memory kinds, donation, what a
plan makes of them, and wrong options."""

import re

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jaxlib.mlir import ir

import remat
from remat import jitting


def momentum(params, state, x, *, rate=0.01):
    def loss(params):
        h = x
        for layer in params:
            h = jnp.tanh(h @ layer)
        return jnp.sum(h)

    value, gradients = jax.value_and_grad(loss)(params)
    state = [0.9 * s + g for s, g in zip(state, gradients)]
    return value, [p - rate * s for p, s in zip(params, state)], state


def weights(value=0.01):
    return [jnp.full((64, 64), value, jnp.float32) for _ in range(4)]


def placed_step(fun=momentum, **options):
    options = {"host_argnums": 1, "host_resultnums": 2, **options}
    return remat.jit(fun, budget="1GiB", verify=False, **options)


@pytest.fixture
def on_a_gpu(monkeypatch):
    """Takes the CPU for a backend with a memory of the host, which it also has."""
    monkeypatch.setattr(jitting.JitFunction, "_uses_host_places", lambda *_: True)


def kinds_of(text, what):
    """The memory kinds of @main's arguments or results."""
    main = text[text.index("@main(") :].split("{\n", 1)[0]
    part = main.split(" -> ")[what == "results"]
    return re.findall(r'mhlo.memory_kind = "(\w+)"', part)


def test_arguments_and_results_lie_on_the_host():
    step = placed_step(donate_argnums=(0, 1))
    text = remat.export(step, weights(), weights(), weights()[0])
    pretty = ir_text(text)
    host, device = ["pinned_host"] * 4, ["device"] * 4
    assert kinds_of(pretty, "arguments") == device + host + ["device"]
    assert kinds_of(pretty, "results") == ["device"] + device + host
    assert text.count('_xla_buffer_placement = "pinned_host"') == 4


def ir_text(text):
    context = jax.jit(lambda: 0).lower().compiler_ir("stablehlo").context
    with context, ir.Location.unknown():
        return str(ir.Module.parse(text))


def test_a_donated_argument_becomes_a_result_in_the_same_memory():
    def state_first(params, state, x):
        value, params, state = momentum(params, state, x)
        return value, state, params

    step = placed_step(state_first, donate_argnums=(0, 1), host_resultnums=1)
    text = ir_text(remat.export(step, weights(), weights(), weights()[0]))
    main = text[text.index("@main(") :].split(" -> ")[0]
    pairs = re.findall(r'memory_kind = "(\w+)".*?aliasing_output = (\d+)', main)
    results = kinds_of(text, "results")
    assert len(pairs) == 8
    assert all(results[int(number)] == kind for kind, number in pairs)


def test_arguments_on_the_host_change_no_result(on_a_gpu):
    x = weights(0.5)[0]
    expected = momentum(weights(), weights(0.1), x)
    step = placed_step()
    found = step(weights(), weights(0.1), x)
    for a, b in zip(jax.tree.leaves(found), jax.tree.leaves(expected)):
        np.testing.assert_allclose(a, b, rtol=1e-6)
    kinds = [leaf.sharding.memory_kind for leaf in found[2]]
    assert kinds == ["pinned_host"] * 4
    # The new state is an argument of the next call, of the same plan.
    step(found[1], found[2], x)
    assert len(step.plans) == 1


def test_numbers_and_static_arguments_stay_what_they_are(on_a_gpu):
    def scaled(params, state, x, kind, *, rate):
        assert kind == "mean"
        return momentum(params, state, x, rate=rate)

    step = placed_step(scaled, static_argnums=3)
    x = np.full((64, 64), 0.5, np.float32)
    found = step(weights(), weights(), x, "mean", rate=0.01)
    expected = momentum(weights(), weights(), jnp.asarray(x))
    np.testing.assert_allclose(found[0], expected[0], rtol=1e-6)


def test_arguments_on_the_host_may_be_named_and_abstract():
    step = placed_step(host_argnums=None, host_argnames="state", host_resultnums=None)
    abstract = [jax.ShapeDtypeStruct((64, 64), jnp.float32)] * 4
    text = ir_text(remat.export(step, abstract, state=abstract, x=abstract[0]))
    kinds = kinds_of(text, "arguments")
    assert kinds.count("pinned_host") == 4
    assert "pinned_host" not in kinds_of(text, "results")


def test_on_the_cpu_nothing_moves_and_a_warning_says_so(monkeypatch):
    monkeypatch.setattr(jitting, "_warned", set())
    step = placed_step()
    with pytest.warns(remat.RematWarning, match="host_argnums.*CPU backend keeps"):
        found = step(weights(), weights(), weights()[0])
    assert found[2][0].sharding.memory_kind == weights()[0].sharding.memory_kind


def test_within_another_jit_nothing_moves(monkeypatch):
    monkeypatch.setattr(jitting, "_warned", set())
    step = placed_step()
    with pytest.warns(remat.RematWarning, match="plain jax.jit"):
        jax.jit(step)(weights(), weights(), weights()[0])


def test_state_on_the_host_may_be_given_wherever_the_step_is_used():
    there = jax.sharding.SingleDeviceSharding(
        jax.devices()[0], memory_kind="pinned_host"
    )
    state, x = jax.device_put(weights(), there), weights(0.5)[0]
    expected = momentum(weights(), weights(), x)[0]
    step = placed_step(host_argnums=np.int64(1))
    shapes = step.eval_shape(weights(), state, x)
    assert shapes[2][0].shape == (64, 64)
    step.trace(weights(), state, x)
    for run in (step, jax.jit(step)):
        np.testing.assert_allclose(run(weights(), state, x)[0], expected, rtol=1e-6)
    with jax.disable_jit():
        found = step(weights(), state, x)
    np.testing.assert_allclose(found[0], expected, rtol=1e-6)


@pytest.mark.parametrize(
    "options, message",
    [
        ({"host_argnums": 7}, "names argument 7, but the function has 3: params,"),
        (
            {"host_argnums": None, "host_argnames": "stat"},
            "names 'stat', but the function has params",
        ),
        ({"host_argnums": -9}, "names argument -9, but the function has 3: params"),
        ({"host_argnums": "state"}, "host_argnums is 'state'; it takes places of"),
        ({"host_argnums": 1.0}, "host_argnums is 1.0; it takes places"),
        ({"host_argnums": True}, "host_argnums is True; it takes places"),
        ({"host_argnames": 1}, "host_argnames is 1; it takes names"),
        ({"host_resultnums": "2"}, "host_resultnums is '2'; it takes places"),
        ({"static_argnums": 1}, "is to stay on the host and is static"),
        ({"host_argnums": -2, "static_argnums": 1}, "argument 1 is .* and is static"),
        ({"in_shardings": "here"}, "do not go with in_shardings: .* one device"),
        ({"out_shardings": "here"}, "do not go with out_shardings"),
    ],
)
def test_places_that_make_no_sense_are_an_error(options, message):
    sharding = jax.sharding.SingleDeviceSharding(jax.devices()[0])
    given = {name: sharding if o == "here" else o for name, o in options.items()}
    with pytest.raises(remat.OptionError, match=message):
        placed_step(**given)


def test_arguments_that_a_call_lacks_are_an_error():
    step = placed_step(lambda *args: args, host_argnums=5, host_resultnums=None)
    with pytest.raises(remat.OptionError, match="argument 5, but the call has 2"):
        remat.export(step, weights()[0], weights()[0])


def test_results_that_are_not_there_are_an_error():
    arguments = weights(), weights(), weights()[0]
    step = placed_step(host_resultnums=3)
    with pytest.raises(remat.OptionError, match="names result 3, but .* 3 results"):
        remat.export(step, *arguments)
    single = placed_step(lambda x: x, host_argnums=None, host_resultnums=0)
    with pytest.raises(remat.OptionError, match="a single array: return a tuple"):
        remat.export(single, weights()[0])
    named = placed_step(lambda x: {"x": x}, host_argnums=None, host_resultnums=0)
    with pytest.raises(remat.OptionError, match="a dict: return a tuple"):
        remat.export(named, weights()[0])


def test_a_plan_copies_arguments_late_and_results_early():
    step = placed_step(donate_argnums=(0, 1))
    layers = [jax.ShapeDtypeStruct((2048, 2048), jnp.float32)] * 8
    arguments = layers, layers, layers[0]
    plan = remat.plan(step, *arguments, budget="slack:50%", verify=False)
    assert not plan.untouched
    lines = plan.mlir.splitlines()

    def find(what):
        return [i for i, line in enumerate(lines) if what in line]

    # Each is held back by a barrier with something that was computed.
    held = re.findall(
        r'(%\d+):2 = "stablehlo.optimization_barrier"\(%arg\d+, %\d', plan.mlir
    )
    fetched = [i for b in held for i in find(f'custom_call"({b}#0)')]
    assert len(fetched) == 8
    assert all('_placement = "device"' in lines[i] for i in fetched)
    assert min(fetched) > find('"stablehlo.dot_general"')[8]
    sent = find('_placement = "pinned_host"')
    assert len(sent) == 8
    # The first result leaves before the last argument comes.
    assert min(sent) < max(fetched)


def test_arguments_on_several_devices_are_an_error(monkeypatch):
    monkeypatch.setattr(jitting.JitFunction, "_uses_host_places", lambda *_: True)

    class Two:
        shape, dtype, committed = (64, 64), jnp.float32, True

        class sharding:
            device_set = (1, 2)

    with pytest.raises(remat.OptionError, match="is on 2 devices, .* of one device"):
        placed_step().lower(weights(), weights(), Two())
