# ===- test_jit.py - remat.jit behaves as jax.jit ------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""With a stand-in for the planner: what is asked here is what JAX does with it."""

import dataclasses
import warnings

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import remat


@pytest.fixture(params=["copy", "barrier"])
def either(fake, request):
    """The module comes back as it was, or changed."""
    fake(request.param)
    return fake


@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", remat.RematWarning)
        yield


def loss(params, batch, *, scale=1.0):
    x = jnp.tanh(batch["x"] @ params["w"]) + params["b"]
    return scale * jnp.mean((x - batch["y"]) ** 2)


def arguments(rows=4):
    rng = np.random.default_rng(0)
    params = {"w": rng.normal(size=(8, 8)), "b": rng.normal(size=(8,))}
    batch = {"x": rng.normal(size=(rows, 8)), "y": rng.normal(size=(rows, 8))}
    return jax.tree.map(lambda a: jnp.asarray(a, jnp.float32), (params, batch))


def assert_same(found, expected):
    assert jax.tree.structure(found) == jax.tree.structure(expected)
    for a, b in zip(jax.tree.leaves(found), jax.tree.leaves(expected)):
        assert jax.typeof(a) == jax.typeof(b)
        assert np.array_equal(np.asarray(a), np.asarray(b))


def test_pytrees_go_in_and_out(either):
    params, batch = arguments()
    step = remat.jit(jax.value_and_grad(loss), budget="1GiB")
    assert_same(
        step(params, batch), jax.jit(jax.value_and_grad(loss))(params, batch)
    )
    assert step.plans[0].untouched != ("barrier" in step.plans[0].mlir)


def test_what_is_compiled_is_what_the_tool_wrote(fake):
    fake("barrier")
    step = remat.jit(loss, budget="1GiB")
    lowered = step.lower(*arguments())
    assert "optimization_barrier" in lowered.as_text()
    compiled = lowered.compile()
    assert compiled.plan.mlir == lowered.as_text()
    assert lowered.compile() is compiled
    assert isinstance(compiled.as_text(), str)
    assert_same(compiled(*arguments()), jax.jit(loss)(*arguments()))


def test_other_values_are_computed_if_the_module_says_so(fake, tmp_path):
    """The rewritten module runs, not the one that JAX has of the same function."""
    fake("barrier")
    fun = lambda x: x @ x  # noqa: E731
    plain = jax.jit(fun)
    x = jnp.eye(3) * 2
    assert np.array_equal(plain(x), x @ x)
    step = remat.jit(fun, budget="1GiB")
    from remat import jitting, tool

    def lie(*given):
        result = tool.run_tool(*given)
        name = '"stablehlo.optimization_barrier"(%'
        start = result.text.index(name)
        end = result.text.index("\n", start)
        line = result.text[start:end]
        arg = line[line.index("(") : line.index(")") + 1]
        # x @ x is replaced by x.
        body = result.text[:start] + line.replace(arg, "(%arg0)") + result.text[end:]
        import re

        first = re.search(r"\^bb0\((%\w+)", result.text).group(1)
        return dataclasses.replace(result, text=body.replace("(%arg0)", f"({first})"))

    original, jitting.run_tool = jitting.run_tool, lie
    try:
        assert np.array_equal(step(x), x)
    finally:
        jitting.run_tool = original
    assert np.array_equal(plain(x), x @ x)
    assert np.array_equal(jax.jit(fun)(x), x @ x)


def test_keywords(either):
    params, batch = arguments()
    step = remat.jit(loss, budget="1GiB")
    assert_same(step(params, batch=batch), jax.jit(loss)(params, batch))
    assert_same(
        step(params, batch, scale=3.0), jax.jit(loss)(params, batch, scale=3.0)
    )


def test_each_shape_is_planned_once(either):
    step = remat.jit(loss, budget="1GiB")
    for rows in (4, 8, 4, 8, 4):
        assert_same(step(*arguments(rows)), jax.jit(loss)(*arguments(rows)))
    assert len(step.plans) == 2
    assert len(either.calls()) == 2
    step.clear_cache()
    assert not step.plans
    step(*arguments())
    assert len(step.plans) == 1


def test_types_are_told_apart(either):
    step = remat.jit(lambda x: x @ x, budget="1GiB")
    for dtype in ("float32", "bfloat16", "float16", "int32", "uint8", "complex64"):
        x = jnp.arange(9).reshape(3, 3).astype(dtype)
        assert_same(step(x), jax.jit(lambda x: x @ x)(x))
    assert len(step.plans) == 6


def test_numbers_and_numpy_arrays(either):
    fun = lambda x, n: (x @ x) * n  # noqa: E731
    step = remat.jit(fun, budget="1GiB")
    x = np.eye(3, dtype=np.float32)
    for n in (2, 2.5, True, np.float32(2), 3):
        assert_same(step(x, n), jax.jit(fun)(x, n))
    # 2 and 3 share a plan.
    assert len(step.plans) == 4


@pytest.mark.parametrize(
    "options", [{"static_argnums": 1}, {"static_argnums": (-1,)}]
    + [{"static_argnames": "power"}, {"static_argnames": ("power",)}],
    ids=str,
)
def test_static_arguments(either, options):
    def fun(x, power):
        assert isinstance(power, int)
        return (x @ x) ** power

    step = remat.jit(fun, budget="1GiB", **options)
    x = jnp.eye(3) * 2
    for power in (2, 3, 2):
        assert_same(step(x, power), jax.jit(fun, **options)(x, power))
    assert len(step.plans) == 2
    if "static_argnums" not in options:
        assert_same(step(x, power=2), jax.jit(fun, **options)(x, power=2))


def test_static_arguments_are_told_apart_by_type(either):
    def fun(x, n):
        return (x @ x) + (1 if isinstance(n, bool) else 2)

    step = remat.jit(fun, budget="1GiB", static_argnums=1)
    x = jnp.eye(3)
    assert not np.array_equal(step(x, 1), step(x, True))


def test_donated_arguments_are_gone_and_reused(either):
    def sgd(params, batch):
        value, grads = jax.value_and_grad(loss)(params, batch)
        return value, jax.tree.map(lambda p, g: p - g, params, grads)

    step = remat.jit(sgd, budget="1GiB", donate_argnums=0)
    params, batch = arguments()
    expected = jax.jit(sgd)(params, batch)
    _, new = found = step(params, batch)
    assert_same(found, expected)
    assert all(leaf.is_deleted() for leaf in jax.tree.leaves(params))
    assert not any(leaf.is_deleted() for leaf in jax.tree.leaves(batch))
    memory = step.lower(*arguments()).compile().memory_analysis()
    assert memory.alias_size_in_bytes == sum(leaf.nbytes for leaf in jax.tree.leaves(new))


@pytest.mark.parametrize("impl", ["threefry2x32", "rbg"])
def test_typed_keys_go_in_and_out(either, impl):
    def fun(key, x):
        first, second = jax.random.split(key)
        return second, (x @ x) * jax.random.bernoulli(first, 0.5, x.shape)

    step = remat.jit(fun, budget="1GiB")
    key = jax.random.key(7, impl=impl)
    x = jnp.ones((3, 3))
    for _ in range(2):
        expected = jax.jit(fun)(key, x)
        new, y = step(key, x)
        assert jax.dtypes.issubdtype(new.dtype, jax.dtypes.prng_key)
        assert np.array_equal(jax.random.key_data(new), jax.random.key_data(expected[0]))
        assert np.array_equal(y, expected[1])
        key = new
    assert len(step.plans) == 1


def test_raw_keys(either):
    fun = lambda key: jax.random.normal(key, (4, 4)) @ jnp.ones((4, 4))  # noqa: E731
    assert_same(
        remat.jit(fun, budget="1GiB")(jax.random.PRNGKey(0)),
        jax.jit(fun)(jax.random.PRNGKey(0)),
    )


def test_arguments_that_are_not_used(either):
    fun = lambda x, unused: {"out": x @ x, "none": None}  # noqa: E731
    step = remat.jit(fun, budget="1GiB")
    assert_same(step(jnp.eye(2), jnp.ones(5)), jax.jit(fun)(jnp.eye(2), jnp.ones(5)))


def test_closed_over_arrays(either):
    table = jnp.arange(16.0).reshape(4, 4)
    fun = lambda x: x @ table  # noqa: E731
    assert_same(remat.jit(fun, budget="1GiB")(table), jax.jit(fun)(table))


def test_effects_happen(either, capfd):
    def fun(x):
        y = x @ x
        jax.debug.print("seen {}", y[0, 0])
        return y

    step = remat.jit(fun, budget="1GiB")
    for _ in range(2):
        jax.block_until_ready(step(jnp.eye(2) * 3))
    jax.effects_barrier()
    assert capfd.readouterr().out.count("seen 9.0") == 2


def test_callbacks_return(either):
    def fun(x):
        shape = jax.ShapeDtypeStruct((), jnp.float32)
        return x @ x + jax.pure_callback(lambda v: np.float32(v * 2), shape, x[0, 0])

    assert_same(
        remat.jit(fun, budget="1GiB")(jnp.eye(2)), jax.jit(fun)(jnp.eye(2))
    )


def test_as_a_decorator_and_a_method(either):
    @remat.jit(budget="1GiB")
    def double(x):
        """Twice x."""
        return x @ (2 * jnp.eye(2))

    assert double.__name__ == "double" and double.__doc__ == "Twice x."
    assert np.array_equal(double(jnp.eye(2)), 2 * jnp.eye(2))

    class Model:
        factor = 3

        @remat.jit(budget="1GiB", static_argnums=0)
        def apply(self, x):
            return x @ (self.factor * jnp.eye(2))

    assert np.array_equal(Model().apply(jnp.eye(2)), 3 * jnp.eye(2))


def test_abstract_arguments_can_be_lowered(either):
    step = remat.jit(jax.value_and_grad(loss), budget="1GiB")
    structs = jax.tree.map(
        lambda a: jax.ShapeDtypeStruct(a.shape, a.dtype), arguments()
    )
    lowered = step.lower(*structs)
    assert lowered.plan.budget_bytes == 1 << 30
    assert_same(lowered.compile()(*arguments()), step(*arguments()))
    shapes = step.eval_shape(*structs)
    assert shapes[0].shape == ()


def test_reports_are_text_or_a_dict(fake):
    fake("barrier")
    lowered = remat.jit(loss, budget="1GiB").lower(*arguments())
    text = lowered.report()
    assert "budget: 1.00 GiB" in text and "2.86 MiB -> 1.91 MiB" in text
    assert "met by prediction" in text and "recomputed: 1 operations, 2 times" in text
    figures = lowered.report(as_dict=True)
    assert figures["predicted_peak_bytes"] == 2000000
    assert figures["met"] == "predicted" and figures["compiled_peak_bytes"] is None
    import json

    json.dumps(figures)


def test_a_traced_call_is_a_plain_jit_and_says_so_once(either):
    step = remat.jit(loss, budget="1GiB")
    params, batch = arguments()
    with pytest.warns(remat.RematWarning, match="outermost") as found:
        grads = jax.grad(step)(params, batch)
        jax.jit(step)(params, batch)
    assert len([w for w in found if "outermost" in str(w.message)]) == 1
    assert found[0].filename == __file__
    assert_same(grads, jax.grad(jax.jit(loss))(params, batch))


def test_on_the_cpu_it_is_said_once_that_the_peak_is_predicted(either):
    step = remat.jit(loss, budget="1GiB")
    with pytest.warns(remat.RematWarning, match="predicted for h100") as found:
        step(*arguments())
        step(*arguments(8))
    assert len(found) == 1
    assert found[0].filename == __file__
    assert len(either.calls()) == 2  # One a shape: no loop.


def test_without_verification_nothing_is_said(either):
    step = remat.jit(loss, budget="1GiB", verify=False)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        step(*arguments())


def test_symbolic_shapes_are_refused(either):
    (size,) = jax.export.symbolic_shape("n")
    struct = jax.ShapeDtypeStruct((size, 8), jnp.float32)
    with pytest.raises(remat.DynamicShapeError, match="'n' is not a number"):
        remat.jit(lambda x: x @ x.T, budget="1GiB").lower(struct)


def test_wrong_calls_are_jaxs_errors(either):
    step = remat.jit(loss, budget="1GiB")
    with pytest.raises(TypeError):
        step(*arguments(), 1, 2, 3)
    with pytest.raises(TypeError, match="not a valid JAX type|Error interpreting"):
        step("text", arguments()[1])
    with pytest.raises(TypeError):
        remat.jit(3, budget=1)
    with pytest.raises(TypeError):
        remat.jit(loss, budget=1, no_such_option=1)(*arguments())
    with pytest.raises(remat.OptionError, match="max_rounds"):
        remat.jit(loss, budget=1, max_rounds=0)


def test_settings_of_jax_are_heeded(either):
    step = remat.jit(lambda x: x @ x, budget="1GiB")
    x = np.eye(3, dtype=np.float64)
    assert step(x).dtype == jnp.float32
    with jax.enable_x64(True):
        assert step(x).dtype == jnp.float64
    assert step(x).dtype == jnp.float32


def test_a_verified_plan_is_planned_again(fake, monkeypatch):
    """As on a backend whose figures can be trusted."""
    from remat import jitting

    fake("barrier")
    monkeypatch.setattr(jitting, "platform_of", lambda compiled: "gpu")
    peaks = iter([2000, 1500, 900])
    monkeypatch.setattr(jitting, "peak_of", lambda compiled: next(peaks))
    step = remat.jit(loss, budget=1000)
    originals = {}

    def vary(text, budget, options, original):
        result = run_tool(text, budget, options, original)
        # A different module for each question.
        extra = f'loc("{budget}/{options.cuts}/{options.reorder}")'
        originals[extra] = result.text
        report = {**result.report, "predicted_peak_bytes": int(budget)}
        text = result.text + f"// {extra}\n"
        return dataclasses.replace(result, text=text, report=report)

    run_tool = jitting.run_tool
    monkeypatch.setattr(jitting, "run_tool", vary)
    value = step(*arguments())
    assert_same(value, jax.jit(loss)(*arguments()))
    (plan,) = step.plans
    assert plan.verified and plan.met == "compiled"
    assert plan.compiled_peak_bytes == 900
    assert [r.compiled_peak_bytes for r in plan.rounds] == [2000, 1500, 900]
    assert {c["remat-budget"] for c in fake.calls()} >= {"1000", "500"}
    assert "met by XLA's own figure" in str(plan)
    assert "round 3: planned for 500 B with 16 cuts" in str(plan)


def test_a_backend_that_never_fits_raises_with_its_floor(fake, monkeypatch):
    from remat import jitting

    monkeypatch.setattr(jitting, "platform_of", lambda compiled: "gpu")
    monkeypatch.setattr(jitting, "peak_of", lambda compiled: 5000)
    with pytest.raises(remat.NotFound) as error:
        remat.jit(loss, budget=1000)(*arguments())
    assert error.value.compiled_floor_bytes == 5000
    assert error.value.rounds[0].compiled_peak_bytes == 5000


def test_without_jit_the_function_runs_as_it_is():
    step = remat.jit(lambda x: x + 1, budget="1GiB")
    with jax.disable_jit():
        assert step(1.0) == 2.0
    assert step.plans == ()
