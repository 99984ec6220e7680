# ===- test_host.py - Values that wait on the host -----------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Host budgets: what they may be, what remat-opt is told, what counts, and what the
first call compares."""

import warnings

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import remat
from remat import first_call
from remat.host import Host
from remat.loop import close_loop
from remat.sizes import Budget, parse_host_budget
from remat.tool import ToolOptions, ToolResult


@pytest.mark.parametrize(
    "given, count",
    [(None, 0), (0, 0), ("0", 0), ("64GiB", 2**36), (1000, 1000), ("500MB", 5 * 10**8)],
)
def test_a_host_budget_is_bytes(given, count):
    assert parse_host_budget(given) == count


@pytest.mark.parametrize("given", ["60%", "min", "much", True, -1, 1.5, ""])
def test_other_host_budgets_are_errors(given):
    with pytest.raises(remat.BudgetError, match="invalid host_budget"):
        parse_host_budget(given)
    with pytest.raises(remat.BudgetError, match="invalid host_budget"):
        remat.jit(lambda x: x, budget="1GiB", host_budget=given)


@pytest.mark.parametrize("link", [0, -1, "fast", True, float("nan"), 1e10])
def test_other_links_are_errors(link):
    with pytest.raises(remat.OptionError, match="link_bandwidth"):
        remat.jit(lambda x: x, budget="1GiB", host_budget="1GiB", link_bandwidth=link)


def test_a_link_without_a_host_budget_is_an_error():
    with pytest.raises(remat.OptionError, match="give host_budget, too"):
        remat.jit(lambda x: x, budget="1GiB", link_bandwidth=50)


def test_the_tool_is_told_the_host():
    options = ToolOptions(host_budget=4096, link_bandwidth=25.0)
    assert "--remat-host-budget=4096" in options.arguments()
    assert "--remat-link-bandwidth=25.0" in options.arguments()
    assert not any("host" in flag for flag in ToolOptions().arguments())


class HostWorld:
    """Plans of the size asked for, with `on_host` bytes on the host as XLA has it, or if
    they are made again, `above` more than they may use; the step has `own` there. They
    are predicted to park `parked`."""

    def __init__(self, on_host, above=1, own=0, parked=0):
        self.on_host, self.above, self.own = on_host, above, own
        self.parked = parked
        self.allowed = []

    def plan(self, budget, shape):
        size = 1000 if budget == "min" else int(budget)
        on_host = self.on_host
        if shape.host_bytes is not None:
            on_host = shape.host_bytes and shape.host_bytes + self.above
        self.allowed.append(shape.host_bytes)
        untouched = size >= 100000
        return ToolResult(
            text="plain" if untouched else f"{size}/{on_host}",
            untouched=untouched,
            report={
                "peak_before_bytes": 100000,
                "predicted_peak_bytes": size,
                "budget_bytes": size,
                "host_peak_bytes": self.parked,
                "time_before": 1000,
                "time_after": 2000 - size / 100,
            },
            budget=budget,
            options=ToolOptions(host_budget=700).in_shape(shape),
        )

    def compile(self, text):
        return text, 100000 if text == "plain" else int(text.split("/")[0]), None

    def close(self, budget, limit):
        def read(text):
            return self.own if text == "plain" else int(text.split("/")[1])

        host = Host(limit, read)
        return close_loop(
            "plain", self.plan, self.compile, Budget.parse(budget), host=host
        )


def test_what_xla_keeps_on_the_host_is_told():
    closed = HostWorld(on_host=700).close(50000, limit=700)
    assert closed.compiled_host_bytes == 700
    assert closed.rounds[0].fits and "700 B on the host" in str(closed.rounds[0])


def test_a_plan_with_too_much_on_the_host_is_made_again_with_less():
    world = HostWorld(on_host=701)
    closed = world.close(50000, limit=700)
    assert world.allowed[:2] == [None, 699] and closed.compiled_host_bytes == 700
    world = HostWorld(on_host=701, above=1000)
    closed = world.close("min", limit=700)
    assert world.allowed[-1] == 0 and closed.compiled_host_bytes == 0


def test_a_plan_that_parks_less_than_it_may_gets_less_than_it_parked():
    world = HostWorld(on_host=800, parked=300)
    world.close(50000, limit=700)
    assert world.allowed[:2] == [None, 200]


def test_what_the_step_has_on_the_host_itself_is_its_own():
    closed = HostWorld(on_host=0, own=900).close("100%", limit=700)
    assert closed.compiled == "plain" and closed.compiled_host_bytes == 900
    closed = HostWorld(on_host=900 + 600, own=900).close("50%", limit=700)
    assert closed.compiled != "plain" and closed.compiled_host_bytes == 1500


def test_a_refusal_counts_what_the_step_has_on_the_host_itself():
    world = HostWorld(on_host=2000, above=5000, own=900)
    with pytest.raises(remat.NotFound, match="1600 bytes.* on the host.*1700 bytes.* more"):
        close_loop(
            "plain",
            world.plan,
            world.compile,
            Budget.parse("50%"),
            host=Host(700, lambda text: 900 if text == "plain" else 3300),
        )


def test_equal_results_match():
    tree = {"a": jnp.arange(4.0), "b": [jnp.arange(3), jnp.nan * jnp.ones(2)]}
    assert first_call.compare(tree, tree) is None


def test_rounding_matches_and_more_does_not():
    expected = {"loss": jnp.ones(4), "grads": [jnp.linspace(-1, 1, 5)]}
    near = jax.tree.map(lambda a: a * (1 + 1e-6), expected)
    assert first_call.compare(near, expected) is None
    far = {"loss": jnp.ones(4), "grads": [jnp.linspace(1, -1, 5)]}
    mismatch = first_call.compare(far, expected)
    assert "['grads'][0]" in str(mismatch) and "differs by 200%" in str(mismatch)


@pytest.mark.parametrize(
    "found, expected",
    [
        (jnp.arange(3), jnp.arange(3) + 1),
        (jnp.array([1.0, jnp.nan]), jnp.ones(2)),
        (jnp.ones(2), jnp.array([1.0, jnp.inf])),
        (jnp.array([jnp.inf]), jnp.array([-jnp.inf])),
        (jnp.ones(2), jnp.zeros(2)),
    ],
)
def test_other_results_do_not_match(found, expected):
    assert first_call.compare(found, expected) is not None


def test_gradients_that_are_rounding_do_not_count():
    expected = {"bias": 1e-9 * jnp.ones(4), "kernel": jnp.ones((64, 64))}
    other = {"bias": -1e-9 * jnp.ones(4), "kernel": jnp.ones((64, 64))}
    assert first_call.compare(other, expected) is None


def test_a_number_that_is_rounding_does_not_count():
    expected = {"bias": jnp.float32(1e-9), "kernel": jnp.ones((64, 64))}
    other = {"bias": jnp.float32(-1e-9), "kernel": jnp.ones((64, 64))}
    assert first_call.compare(other, expected) is None


def test_a_wrong_loss_counts():
    expected = {"loss": jnp.float32(1), "kernel": jnp.ones((64, 64))}
    assert first_call.compare({**expected, "loss": jnp.float32(2)}, expected)


def test_updates_are_compared_by_what_changes():
    rng = np.random.default_rng(0)
    weights = [rng.normal(size=(32, 32)).astype("float32") for _ in range(3)]
    grads = [rng.normal(size=(32, 32)).astype("float32") for _ in range(3)]
    right = [jnp.asarray(w - 1e-4 * g) for w, g in zip(weights, grads)]
    near = [r * np.float32(1 + 1e-7) for r in right]
    assert first_call.compare(near, right, weights) is None
    wrong = [jnp.asarray(w - 1e-4 * g) for w, g in zip(weights, grads[::-1])]
    assert first_call.compare(wrong, right, weights) is not None


def test_the_same_infinities_match():
    expected = jnp.array([jnp.inf, -jnp.inf, jnp.nan, 1.0])
    assert first_call.compare(expected.at[3].set(1.001), expected) is None


def test_keys_are_compared():
    assert first_call.compare(jax.random.key(1), jax.random.key(1)) is None
    assert first_call.compare(jax.random.key(1), jax.random.key(2)) is not None


def chain(layers, x):
    y = x
    for weights in layers:
        y = jnp.tanh(y @ weights)
    return jnp.mean(y**2)


def chain_arguments():
    rng = np.random.default_rng(0)
    layers = [jnp.asarray(rng.normal(0, 0.1, (512, 512)), "float32") for _ in range(6)]
    return layers, jnp.asarray(rng.normal(size=(8192, 512)), "float32")


@pytest.fixture
def parked_step():
    """A step whose plan parks values: the link is fast, and the budget small."""
    return remat.jit(
        jax.value_and_grad(chain),
        budget="75%",
        host_budget="1GiB",
        link_bandwidth=1e6,
        verify=False,
    )


def test_a_plan_parks_within_both_budgets(parked_step):
    plan = parked_step.lower(*chain_arguments()).plan
    assert plan.parks and plan.parked
    assert plan.predicted_peak_bytes <= plan.budget_bytes
    assert 0 < plan.predicted_host_bytes <= plan.host_budget_bytes == 2**30
    assert "on the host: " in str(plan)
    placed = plan.mlir.count('_xla_buffer_placement = "pinned_host"')
    assert placed == len(plan.parked)


def test_parked_values_are_the_same(parked_step):
    arguments = chain_arguments()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", remat.RematWarning)
        found = parked_step(*arguments)
    expected = jax.jit(jax.value_and_grad(chain))(*arguments)
    assert parked_step.plans[0].parks
    assert first_call.compare(found, expected) is None


def scanned(layers, x):
    y, _ = jax.lax.scan(lambda y, w: (jnp.tanh(y @ w), None), x, layers)
    return jnp.mean(y**2)


def scanned_arguments():
    layers, x = chain_arguments()
    return jnp.stack(layers), x


def test_stacks_of_loops_lie_on_the_host():
    arguments = scanned_arguments()
    step = remat.jit(
        jax.value_and_grad(scanned),
        budget="60%",
        host_budget="1GiB",
        link_bandwidth=1e6,
        verify=False,
    )
    plan = step.lower(*arguments).plan
    assert plan.parks and any(stack.on_host for stack in plan.stacks)
    assert plan.extra_dot_flops_percent == 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", remat.RematWarning)
        found = step(*arguments)
    expected = jax.jit(jax.value_and_grad(scanned))(*arguments)
    assert first_call.compare(found, expected) is None


def say_wrong(monkeypatch):
    """Whatever the results are, they differ."""
    from remat import jitting

    wrong = first_call.Mismatch("[0]", 0.5)
    monkeypatch.setattr(jitting, "compare", lambda found, expected, given: wrong)


@pytest.fixture
def on_gpu(monkeypatch):
    """As if XLA had compiled for a GPU."""
    from remat import jitting

    monkeypatch.setattr(jitting, "platform_of", lambda compiled: "gpu")
    monkeypatch.setattr(jitting, "free_bytes", lambda: 2**40)


def test_the_first_call_is_compared_with_the_step_as_it_is(
    parked_step, on_gpu, monkeypatch
):
    from remat import jitting

    compared = []

    def compare(found, expected, given):
        compared.append(first_call.compare(found, expected, given))

    monkeypatch.setattr(jitting, "compare", compare)
    monkeypatch.setattr(jitting.Lowered, "_without_host", None)
    with warnings.catch_warnings():
        warnings.simplefilter("error", remat.RematWarning)
        parked_step(*chain_arguments())
        parked_step(*chain_arguments())
    assert compared == [None] and parked_step.plans[0].parks


def test_a_plan_that_is_not_compared_yet_is_not_kept(parked_step, on_gpu, monkeypatch):
    from remat import jitting

    def fail(found, expected, given):
        raise KeyboardInterrupt

    monkeypatch.setattr(jitting, "compare", fail)
    with pytest.raises(KeyboardInterrupt):
        parked_step(*chain_arguments())
    assert not parked_step.plans


def test_without_another_plan_the_step_as_it_is_runs(parked_step, on_gpu, monkeypatch):
    from remat import jitting

    def fail(self):
        raise RuntimeError("out of memory")

    say_wrong(monkeypatch)
    monkeypatch.setattr(jitting.Lowered, "_without_host", fail)
    with pytest.warns(remat.RematWarning, match="step as it is runs, which needs"):
        parked_step(*chain_arguments())
    assert parked_step.plans[0].untouched and not parked_step.plans[0].parked
    monkeypatch.setattr(jitting, "compare", None)
    parked_step(*chain_arguments())


def test_wrong_results_fall_back_with_a_warning(parked_step, on_gpu, monkeypatch):
    arguments = chain_arguments()
    say_wrong(monkeypatch)
    with pytest.warns(remat.RematWarning, match=r"result\[0\] differs by 50%"):
        found = parked_step(*arguments)
    plan = parked_step.plans[0]
    assert not plan.parks and not plan.untouched
    assert plan.predicted_peak_bytes <= plan.budget_bytes
    expected = jax.jit(jax.value_and_grad(chain))(*arguments)
    assert first_call.compare(found, expected) is None


def test_without_room_a_plan_that_parks_nothing_is_compared(
    parked_step, on_gpu, monkeypatch
):
    from remat import jitting

    say_wrong(monkeypatch)
    monkeypatch.setattr(jitting, "free_bytes", lambda: None)
    monkeypatch.setattr(jitting.Lowered, "_without_plan", lambda self, free: None)
    with pytest.warns(remat.RematWarning, match="differs by 50%"):
        parked_step(*chain_arguments())
    assert not parked_step.plans[0].parks and not parked_step.plans[0].untouched


def test_where_nothing_fits_a_warning_says_so(on_gpu, monkeypatch):
    from remat import jitting

    monkeypatch.setattr(jitting, "free_bytes", lambda: 0)
    step = remat.jit(
        jax.value_and_grad(chain),
        budget="75%",
        host_budget="1GiB",
        link_bandwidth=1e6,
        verify=False,
    )
    with pytest.warns(remat.RematWarning, match="not checked: neither"):
        step(*chain_arguments())
    assert step.plans[0].parks


def test_a_comparison_that_fails_is_none(parked_step, on_gpu, monkeypatch):
    from remat import jitting

    def fail(self, free):
        raise RuntimeError("out of memory")

    monkeypatch.setattr(jitting.Lowered, "_without_plan", fail)
    with pytest.warns(remat.RematWarning, match="RuntimeError: out of memory"):
        parked_step(*chain_arguments())
    assert parked_step.plans[0].parks


def test_the_comparison_can_be_left_out(on_gpu, monkeypatch):
    from remat import jitting

    def fail(self, free):
        raise AssertionError("nothing is compared")

    monkeypatch.setattr(jitting.Lowered, "_without_plan", fail)
    step = remat.jit(
        jax.value_and_grad(chain),
        budget="75%",
        host_budget="1GiB",
        link_bandwidth=1e6,
        verify=False,
        check_first_call=False,
    )
    step(*chain_arguments())
    assert step.plans[0].parks


@pytest.mark.parametrize(
    "donated", [{"donate_argnums": 0}, {"donate_argnums": (0,)}, {"donate_argnames": "layers"}]
)
@pytest.mark.parametrize("is_wrong", [True, False])
def test_donated_arguments_survive_the_comparison(
    on_gpu, monkeypatch, donated, is_wrong
):
    def step(layers, x, key):
        value, grads = jax.value_and_grad(chain)(layers, x)
        noise = jax.random.normal(key, ())
        return value, [w - 0.1 * g for w, g in zip(layers, grads)], noise

    jitted = remat.jit(
        step,
        budget="75%",
        host_budget="1GiB",
        link_bandwidth=1e6,
        verify=False,
        **donated,
    )
    layers, x = chain_arguments()
    key = jax.random.key(5)
    expected = jax.jit(step)(layers, x, key)
    given = [jnp.copy(w) for w in layers]
    if is_wrong:
        say_wrong(monkeypatch)
        with pytest.warns(remat.RematWarning, match="differs by 50%"):
            found = jitted(given, x, key)
    else:
        found = jitted(given, x, key)
    assert jitted.plans[0].parks != is_wrong
    assert first_call.compare(found, expected) is None


def test_arguments_that_a_call_has_not_taken_stay():
    taken, left = jnp.arange(3.0), jnp.arange(4.0)
    kept = first_call.Kept((taken, left, 5))
    taken.delete()
    restored, same, number = kept.restored()
    assert same is left and number == 5
    assert np.array_equal(restored, np.arange(3.0))


def test_a_policy_cannot_name_stacks_on_the_host():
    plan = remat.plan(
        jax.value_and_grad(scanned),
        *scanned_arguments(),
        budget="60%",
        host_budget="1GiB",
        verify=False,
    )
    with pytest.raises(remat.PolicyError, match="on the host"):
        remat.scan_policy(plan)
