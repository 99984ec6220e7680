# ===- test_foreign.py - XLA asked about GPUs that are not here ----------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Compiles for an H100 where `jax[cuda13]` is installed; no GPU is needed."""

import json
import os
import pathlib
import subprocess
import sys

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import remat
import steps
from remat import _compile_worker, aot
from remat.__main__ import main
from remat.foreign import Compiler
from remat.rounds import Round

MIB = 1 << 20


@pytest.fixture(scope="session")
def compiler():
    """One worker for all tests; what it has compiled it remembers."""
    with Compiler("h100") as found:
        yield found


def struct(*shape):
    return jax.ShapeDtypeStruct(shape, jnp.float32)


def tanh_net():
    """Sixteen results of 8 MiB, kept for the way back, but one."""

    def loss(ws, x):
        for w in ws:
            x = jnp.tanh(x @ w)
        return (x**2).mean()

    return jax.value_and_grad(loss), ([struct(512, 512)] * 16, struct(4096, 512))


def test_devices_are_known_by_name():
    assert "h100" in remat.devices() and "a100" in remat.devices()
    with pytest.raises(remat.DeviceError, match="known are h100"):
        remat.measure(lambda x: x, struct(2), device="abacus")
    with pytest.raises(remat.DeviceError):
        remat.plan(lambda x: x, struct(2), budget="1GiB", device="")


def test_importing_changes_nothing():
    program = (
        "import os; before = dict(os.environ)\n"
        "import remat\n"
        "assert dict(os.environ) == before\n"
        "import jax\n"
        "assert not jax._src.xla_bridge.backends_are_initialized()\n"
    )
    environment = dict(os.environ)
    environment["PYTHONPATH"] = os.pathsep.join(sys.path)
    subprocess.run([sys.executable, "-c", program], env=environment, check=True)


def test_the_workers_environment_is_its_own():
    given = {"XLA_FLAGS": "--mine", "PATH": "p", "PYTHONPATH": "q"}
    made = _compile_worker.environment(given)
    assert given == {"XLA_FLAGS": "--mine", "PATH": "p", "PYTHONPATH": "q"}
    assert made["XLA_FLAGS"].startswith("--mine --xla_gpu")
    assert made["JAX_PLATFORMS"] == "cpu"
    assert made["PYTHONPATH"].endswith(os.pathsep + "q")


def test_without_xla_for_cuda_the_remedy_is_named(monkeypatch):
    """The worker finds no plugin: an environment without `jax[cuda13]`."""
    original = _compile_worker.environment

    def without(given):
        made = original(given)
        # Plugins are found as installed distributions, and by name.
        made["PYTHONPATH"] = str(stand_in) + os.pathsep + made["PYTHONPATH"]
        return made

    import pathlib
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        stand_in = pathlib.Path(folder)
        (stand_in / "sitecustomize.py").write_text(
            "import importlib.metadata, pkgutil, sys\n"
            "importlib.metadata.entry_points = lambda **k: ()\n"
            "sys.modules['jax_plugins'] = None\n"
            "sys.modules['jax_cuda13_plugin'] = None\n"
        )
        monkeypatch.setattr(_compile_worker, "environment", without)
        with pytest.raises(remat.MissingBackend, match=r"pip install 'jax\[cuda13\]'"):
            remat.measure(lambda x: x @ x, struct(4, 4))


def test_export_writes_what_the_tool_reads(tmp_path):
    path = tmp_path / "step.mlir"
    step, args = tanh_net()
    text = remat.export(step, *args, path=path)
    assert path.read_text() == text
    assert '"func.func"' in text and 'sym_name = "main"' in text
    # A jitted function keeps what it donates.
    donating = remat.export(
        jax.jit(lambda x: x + 1, donate_argnums=0), struct(4)
    )
    assert "tf.aliasing_output" in donating
    ours = remat.jit(lambda x: x + 1, budget="1GiB", donate_argnums=0)
    assert "tf.aliasing_output" in remat.export(ours, struct(4))
    with pytest.raises(remat.DynamicShapeError):
        (n,) = jax.export.symbolic_shape("n")
        remat.export(lambda x: x + 1, jax.ShapeDtypeStruct((n,), "float32"))


@pytest.mark.cuda
def test_figures_add_up(compiler):
    step, args = tanh_net()
    found = compiler.measure(remat.export(step, *args))
    inputs = sum(np.prod(s.shape) * 4 for s in jax.tree.leaves(args))
    assert found.argument_bytes == inputs
    assert found.output_bytes >= 16 * MIB + 4
    together = found.temp_bytes + found.argument_bytes + found.output_bytes
    assert found.peak_bytes == together
    assert 16 * 8 * MIB < found.peak_bytes < 300 * MIB
    # Each of 16 dots forward, and 31 backward: the first input has no gradient.
    assert found.flops == pytest.approx(47 * 2 * 4096 * 512 * 512, rel=0.05)
    assert found.fits and found.device == "h100"
    assert "temporaries" in str(found) and json.dumps(found.as_dict())


@pytest.mark.cuda
def test_donated_arguments_count_once(compiler):
    fun = jax.jit(lambda x: x * 2, donate_argnums=0)
    found = compiler.measure(remat.export(fun, struct(1024, 1024)))
    assert found.alias_bytes == 4 * MIB
    assert found.peak_bytes - found.temp_bytes == 4 * MIB


@pytest.mark.cuda
@pytest.mark.parametrize("name", ["bfloat16", "float16", "int8", "uint32", "bool"])
def test_types_of_all_kinds_can_be_measured(compiler, name):
    given = jax.ShapeDtypeStruct((1000,), name)
    found = compiler.measure(remat.export(lambda x: x[::-1], given))
    assert found.argument_bytes == 1000 * jnp.dtype(name).itemsize


@pytest.mark.cuda
def test_typed_keys_can_be_measured(compiler):
    key = jax.eval_shape(lambda: jax.random.key(0))
    text = remat.export(lambda k: jax.random.normal(k, (1024,)), key)
    assert compiler.measure(text).argument_bytes == 8


@pytest.mark.cuda
def test_sharded_steps_are_measured_by_device(compiler):
    """Four devices in the module, none here but one."""
    from jax.sharding import AbstractMesh, NamedSharding, PartitionSpec

    mesh = AbstractMesh((4,), ("data",))
    step, (ws, x) = tanh_net()
    split = NamedSharding(mesh, PartitionSpec("data"))
    everywhere = NamedSharding(mesh, PartitionSpec())
    put = lambda s, where: jax.ShapeDtypeStruct(  # noqa: E731
        s.shape, s.dtype, sharding=where
    )
    ws = [put(w, everywhere) for w in ws]
    four = compiler.measure(remat.export(step, ws, put(x, split)))
    assert four.devices == 4
    assert four.argument_bytes == 16 * MIB + 8 * MIB // 4
    one = compiler.measure(remat.export(step, *tanh_net()[1]))
    assert four.temp_bytes < 0.6 * one.temp_bytes


@pytest.mark.cuda
def test_nonsense_is_an_error_and_the_worker_goes_on(compiler):
    for text in ("no module", "module {}"):
        with pytest.raises(remat.CompileError, match="cannot read|no function @main"):
            compiler.measure(text)
    assert compiler.measure(remat.export(lambda x: x + 1, struct(4))).flops == 4


@pytest.mark.cuda
def test_the_module_as_it_is_needs_what_jit_needs(compiler):
    """The same figures as jax.jit compiled for that device."""
    program = """
import sys
sys.path[:0] = {path!r}
import jax, numpy as np, test_foreign
from jax.experimental import topologies
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
from remat.device_table import lookup
topology = topologies.get_topology_desc(platform="cuda", topology_name="",
    target_config=lookup("h100").target_config(), topology="1x1x1")
where = NamedSharding(Mesh(np.array(topology.devices[:1]), ("x",)), P())
step, args = test_foreign.tanh_net()
put = lambda a: jax.ShapeDtypeStruct(a.shape, a.dtype, sharding=where)
m = jax.jit(step, out_shardings=where).lower(*jax.tree.map(put, args)).compile()
m = m.memory_analysis()
print(m.temp_size_in_bytes, m.argument_size_in_bytes, m.output_size_in_bytes)
"""
    done = subprocess.run(
        [sys.executable, "-c", program.format(path=sys.path)],
        env=_compile_worker.environment(dict(os.environ)),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    step, args = tanh_net()
    ours = compiler.measure(remat.export(step, *args))
    figures = [ours.temp_bytes, ours.argument_bytes, ours.output_bytes]
    assert figures == list(map(int, done.stdout.split()))


@pytest.mark.cuda
@pytest.mark.parametrize("share", [75, 60])
def test_plans_are_within_the_budget_as_xla_measures(compiler, tool, share):
    step, args = tanh_net()
    text = remat.export(step, *args)
    plain = compiler.measure(text)
    budget = plain.peak_bytes * share // 100
    found = aot.plan_text(text, budget=budget, compiler=compiler)
    assert found.verified and found.compiled_peak_bytes <= budget
    assert compiler.measure(found.mlir).peak_bytes == found.compiled_peak_bytes
    assert 0 < found.extra_flops < plain.flops
    assert found.plain_flops == plain.flops
    assert found.rounds[-1].fits
    assert "met by XLA's own figure" in str(found)


@pytest.mark.cuda
def test_a_step_that_fits_is_compiled_as_it_is(compiler, tool):
    text = remat.export(*[p for s, a in [tanh_net()] for p in (s, *a)])
    found = aot.plan_text(text, budget="1GiB", compiler=compiler)
    assert found.untouched and found.mlir == text
    assert found.compiled_peak_bytes == compiler.measure(text).peak_bytes
    assert found.extra_flops == 0 and found.extra_flops_percent == 0


def test_plans_without_verification_need_no_xla(fake, monkeypatch):
    monkeypatch.setattr(Compiler, "_start", lambda self: pytest.fail("started"))
    step, args = tanh_net()
    found = remat.plan(step, *args, budget="1GiB", verify=False)
    assert not found.verified and found.compiled_peak_bytes is None
    assert found.predicted_peak_bytes == 3000000


@pytest.mark.cuda
def test_policies_are_compared_at_equal_peaks(tool):
    def make_step(checkpoint):
        def block(w, x):
            return x + jnp.tanh(jnp.sin(x @ w) @ w)

        def loss(ws, x):
            for w in ws:
                x = checkpoint(block)(w, x)
            return (x**2).mean()

        return jax.value_and_grad(loss)

    args = ([struct(512, 512)] * 8, struct(8192, 512))
    table = remat.checkpoint_policies(
        make_step, *args, policies=["dots_saveable"]
    )
    none, dots = table.rows
    assert (none.policy, dots.policy) == ("none", "dots_saveable")
    assert none.plan is None and none.extra_percent is None
    assert dots.peak_bytes < none.peak_bytes
    assert dots.extra_percent > 0
    assert dots.plan.compiled_peak_bytes <= dots.peak_bytes
    assert dots.plan.extra_flops_percent < 1
    assert "dots_saveable" in str(table) and json.dumps(table.as_dict())


def test_unknown_policies_are_refused():
    with pytest.raises(ValueError, match="no 'save_some'"):
        remat.checkpoint_policies(lambda c: None, policies=["save_some"])


def test_a_policy_wraps_and_none_does_not():
    fun = lambda x: x  # noqa: E731
    assert remat.Checkpoint("none", None)(fun) is fun
    policy = jax.checkpoint_policies.nothing_saveable
    assert remat.Checkpoint("nothing_saveable", policy)(fun) is not fun


class TestCommandLine:
    """python -m remat."""

    @pytest.fixture
    def step(self, tmp_path):
        path = tmp_path / "step.mlir"
        remat.export(lambda x, w: jnp.tanh(x @ w), struct(8, 8), struct(8, 8), path=path)
        return str(path)

    def test_plans_without_xla(self, fake, step, tmp_path, capsys):
        fake("barrier")
        out = str(tmp_path / "out.mlir")
        assert main(["plan", step, "--budget", "8MiB", "--no-verify", "-o", out]) == 0
        assert "budget: 8.00 MiB" in capsys.readouterr().out
        assert "optimization_barrier" in open(out).read()
        arguments = ["plan", step, "--budget=8MiB", "--no-verify", "--json"]
        assert main(arguments + ["--effort=3", "--cuts=2"]) == 0
        assert json.loads(capsys.readouterr().out)["budget_bytes"] == 8 * MIB
        assert fake.calls()[-1]["remat-cuts"] == "2"
        assert fake.calls()[-1]["remat-effort"] == "3"

    @pytest.mark.parametrize("code", [2, 3])
    def test_refusals_have_their_exit_codes(self, fake, step, tmp_path, code, capsys):
        report = tmp_path / "report.json"
        report.write_text('{"name": "main", "advised_budget_bytes": 4194304}')
        fake(f"report:{report}:{code}")
        assert main(["plan", step, "--budget", "1MiB", "--no-verify"]) == code
        assert "budget=4194304: a plan is known" in capsys.readouterr().err

    @pytest.mark.parametrize(
        "arguments",
        [
            ["plan", "STEP", "--budget", "lots"],
            ["plan", "STEP", "--budget", "1GiB", "--device", "abacus"],
            ["plan", "STEP", "--budget", "1GiB", "--max-rounds", "0"],
            ["measure", "no/such/file.mlir"],
            ["compare", "no_such_module:function"],
        ],
        ids=str,
    )
    def test_wrong_use_is_one_line(self, fake, step, arguments, capsys):
        assert main([step if a == "STEP" else a for a in arguments]) == 1
        error = capsys.readouterr().err
        assert error.startswith("error: ") and "Traceback" not in error

    @pytest.mark.parametrize(
        "body, words",
        [
            ("def step(x): pass", "missing a required argument: 'x'"),
            ("def step(): return 1", "returns (make_step, args), not 1"),
            ("def other(): pass", "no attribute 'step'"),
        ],
    )
    def test_a_function_that_makes_no_step_is_one_line(
        self, body, words, tmp_path, monkeypatch, capsys
    ):
        (tmp_path / "makes_no_step.py").write_text(body)
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "path", list(sys.path))
        monkeypatch.delitem(sys.modules, "makes_no_step", raising=False)
        assert main(["compare", "makes_no_step:step"]) == 1
        error = capsys.readouterr().err
        assert error.startswith("error: makes_no_step:step") and words in error

    def test_errors_in_the_function_of_a_step_are_its_own(self, tmp_path, monkeypatch):
        (tmp_path / "fails_in_step.py").write_text("def step(): return {}['layers']")
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "path", list(sys.path))
        with pytest.raises(KeyError, match="layers"):
            main(["compare", "fails_in_step:step"])

    def test_a_closed_pipe_ends_without_a_word(self):
        command = f"{sys.executable} -m remat devices"
        done = subprocess.run(
            ["bash", "-c", f"{command} | true; exit ${{PIPESTATUS[0]}}"],
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": str(pathlib.Path(remat.__file__).parent.parent)},
        )
        assert (done.returncode, done.stderr) in [(0, ""), (1, "")]

    def test_wrong_options_do_not_end_as_an_infeasible_budget(self, step, capsys):
        with pytest.raises(SystemExit) as ended:
            main(["plan", step])
        assert ended.value.code == 1
        assert "--budget" in capsys.readouterr().err

    def test_the_cost_is_handed_on(self, fake, step):
        fake("copy")
        main(["plan", step, "--budget", "1GiB", "--no-verify", "--cost", "time"])
        assert fake.calls()[-1]["remat-device"] != "flops"

    def test_devices(self, capsys):
        assert main(["devices"]) == 0
        assert "NVIDIA H100 80GB HBM3" in capsys.readouterr().out

    @pytest.mark.cuda
    def test_measures_a_file(self, step, capsys):
        assert main(["measure", step, "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["argument_bytes"] == 512 and found["output_bytes"] == 256

    @pytest.mark.cuda
    def test_compares_files_and_budgets(self, step, tool, capsys):
        assert main(["compare", step, step, "--budget", "1GiB"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert len(lines) == 5 and lines[1].split()[0] == "step"
        assert main(["compare", step, "--budget", "1%", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)[1]["refused"] == "infeasible"


def test_rounds_are_readable():
    found = Round("52428800", remat.Shape(cuts=16), 3 << 20, 4 << 20, False)
    assert str(found) == (
        "planned for 50.00 MiB with 16 cuts: predicted 3.00 MiB, compiled 4.00 MiB,"
        " too much"
    )


@pytest.mark.parametrize("predicted, met", [(100, True), (101, False)])
def test_a_plan_says_if_the_gaps_of_the_heap_do_not_fit(predicted, met):
    plan = remat.Plan(
        mlir="",
        untouched=False,
        device="h100",
        budget="100",
        budget_bytes=100,
        predicted_peak_bytes=predicted,
        plain_predicted_peak_bytes=200,
    )
    assert ("\nmet by prediction" in str(plan)) == met
    assert ("\nnot met by prediction" in str(plan)) != met
    assert plan.as_dict()["met"] == ("predicted" if met else "none")


def test_progress_is_shown_on_a_terminal_only():
    import io

    from remat.progress import Progress

    class Terminal(io.StringIO):
        def isatty(self):
            return True

    for stream, shown in ((Terminal(), True), (io.StringIO(), False)):
        with Progress(stream).step("compiling"):
            pass
        assert ("remat: compiling ... 0 s" in stream.getvalue()) == shown
        assert not shown or stream.getvalue().endswith("\r\033[K")
