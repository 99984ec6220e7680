# ===- test_tool.py - Finding and running the planner --------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
import json
import os
import re
import subprocess

import jax
import jax.numpy as jnp
import pytest

import remat
from remat.tool import STRATEGIES, ToolOptions, run_tool


def test_no_tool_says_what_to_do(monkeypatch, tmp_path):
    monkeypatch.delenv("REMAT_OPT", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    from remat import tool

    monkeypatch.setattr(tool, "__file__", str(tmp_path / "tool.py"))
    with pytest.raises(remat.ToolNotFound, match="REMAT_OPT") as error:
        remat.find_tool()
    assert "Install the wheel" in str(error.value)


def test_the_bundled_tool_comes_before_the_path(monkeypatch, tmp_path):
    from remat import tool

    for folder in ("_bin", "path"):
        (tmp_path / folder).mkdir()
        program = tmp_path / folder / "remat-opt"
        program.write_text("")
        program.chmod(0o755)
    monkeypatch.delenv("REMAT_OPT", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    monkeypatch.setattr(tool, "__file__", str(tmp_path / "tool.py"))
    assert remat.find_tool() == str(tmp_path / "_bin" / "remat-opt")
    os.remove(tmp_path / "_bin" / "remat-opt")
    assert remat.find_tool() == str(tmp_path / "path" / "remat-opt")


def test_a_named_tool_that_is_not_there_is_an_error(monkeypatch):
    monkeypatch.setenv("REMAT_OPT", "no/such/remat-opt")
    with pytest.raises(remat.ToolNotFound, match="no/such/remat-opt"):
        remat.find_tool()


def test_a_named_tool_that_cannot_run_is_an_error(monkeypatch, tmp_path):
    program = tmp_path / "remat-opt"
    program.write_bytes(b"\x7fELF nothing")
    program.chmod(0o755)
    monkeypatch.setenv("REMAT_OPT", str(program))
    with pytest.raises(remat.ToolError, match="built for this machine"):
        run_tool("module {}", "8", ToolOptions())


def test_the_tool_is_told_what_was_asked(fake):
    options = ToolOptions(device="a100", strategy="chen", effort=3, cuts=7)
    result = run_tool("text", "1000", options)
    assert result.untouched and result.text == "text"
    assert result.predicted_peak_bytes == 3000000
    (call,) = fake.calls()
    del call["remat-report"]
    assert call == {
        "remat-budget": "1000",
        "remat-target": "xla-gpu",
        "remat-device": "flops",
        "remat-strategy": "chen",
        "remat-effort": "3",
        "remat-cuts": "7",
    }


def test_time_is_saved_if_it_is_asked_for(fake):
    run_tool("text", "1000", ToolOptions(device="a100", cost="time"))
    assert fake.calls()[0]["remat-device"] == "a100"
    with pytest.raises(ValueError, match="'flops' or 'time'"):
        ToolOptions(cost="money")
    with pytest.raises(ValueError, match="'flops' or 'time'"):
        remat.jit(lambda x: x, budget=1, cost="money")


def test_what_the_tool_does_by_itself_is_not_said(fake):
    run_tool("text", "60%", ToolOptions())
    (call,) = fake.calls()
    assert set(call) == {"remat-budget", "remat-target", "remat-device", "remat-report"}


@pytest.mark.parametrize(
    "name, value, words",
    [
        ("strategy", "guess", "one of 'auto', 'none'"),
        ("effort", 4, "0, 1, 2 or 3"),
        ("effort", "high", "0, 1, 2 or 3"),
        ("effort", 2.0, "0, 1, 2 or 3"),
        ("effort", True, "0, 1, 2 or 3"),
        ("cuts", True, "a whole number from 0 on"),
        ("cuts", -1, "a whole number from 0 on"),
        ("cuts", 1.5, "a whole number from 0 on"),
        ("cost", "money", "'flops' or 'time'"),
    ],
)
def test_options_of_no_meaning_are_refused_at_once(name, value, words):
    with pytest.raises(remat.OptionError, match=f"{name} is {value!r}; .*{words}"):
        remat.jit(lambda x: x, budget="1GiB", **{name: value})


@pytest.mark.skipif(os.environ.get("REMAT_OPT") is None, reason="needs remat-opt")
def test_the_strategies_are_those_of_the_tool():
    done = subprocess.run(
        [os.environ["REMAT_OPT"], "--help"], capture_output=True, text=True, check=True
    )
    told = re.search(r"--remat-strategy=<string> +- .*?: (.*)", done.stdout).group(1)
    assert tuple(told.split(", ")) == STRATEGIES


def test_a_failing_tool_is_quoted(fake):
    fake("broken")
    with pytest.raises(remat.ToolError, match="expected something else") as error:
        run_tool("text", "8", ToolOptions())
    assert error.value.returncode == 1


def test_a_tool_that_writes_nothing_is_an_error(fake):
    fake("silent")
    with pytest.raises(remat.ToolError, match="wrote no module"):
        run_tool("text", "8", ToolOptions())


@pytest.mark.parametrize("version", ["0", "2", '"1"', "null"])
def test_a_report_of_another_version_is_an_error(fake, version):
    fake(f"version:{version}")
    with pytest.raises(remat.ToolError, match="this package reads version 1") as error:
        run_tool("text", "8", ToolOptions())
    assert f"a report of version {json.loads(version)!r}, and" in str(error.value)
    assert "unset REMAT_OPT" in str(error.value)


@pytest.mark.parametrize("version", ["", "1"])
def test_a_report_without_a_version_is_of_the_first(fake, version):
    fake(f"version:{version}")
    assert run_tool("text", "8", ToolOptions()).predicted_peak_bytes == 3000000


def test_a_module_that_jax_cannot_read_is_an_error(fake):
    fake("garbage")
    step = remat.jit(lambda x: jnp.sin(x), budget="1GiB")
    with pytest.raises(remat.RematError, match="cannot read the module"):
        step(jnp.ones(3))


@pytest.mark.parametrize(
    "code, kind", [(2, remat.Infeasible), (3, remat.NotFound)], ids=["2", "3"]
)
def test_refusals_carry_what_is_known(fake, tmp_path, code, kind):
    def net(w, x):
        return jnp.tanh(x @ w)

    line = net.__code__.co_firstlineno + 1
    # As MLIR prints a location that is not an alias.
    location = f'"jit(net)/dot_general"(callsite("net"("{__file__}":{line}:11) at "x"))'
    report = {
        "name": "main",
        "budget_bytes": 1000,
        "resident_bytes": 2000,
        "lower_bound_bytes": 3000,
        "smallest_peak_bytes": 4000,
        "advised_budget_bytes": 4096,
        "binding": [
            {"bytes": 64, "type": "tensor<4x4xf32>", "location": "unknown"},
            {"bytes": 128, "type": "tensor<4x8xf32>", "location": location},
        ],
    }
    path = tmp_path / "report.json"
    path.write_text(json.dumps(report))
    fake(f"report:{path}:{code}")
    step = remat.jit(net, budget=1000)
    with pytest.raises(kind) as error:
        step(jnp.ones((8, 8)), jnp.ones((4, 8)))
    error = error.value
    assert error.budget_bytes == 1000
    assert error.resident_bytes == 2000
    assert error.lower_bound_bytes == 3000
    assert error.smallest_budget_bytes == 4000
    largest = error.live_tensors[0]
    assert (largest.bytes, largest.type) == (128, "tensor<4x8xf32>")
    assert (largest.file, largest.line) == (__file__, line)
    assert largest.operation == "jit(net)/dot_general"
    assert largest.source == "return jnp.tanh(x @ w)"
    assert error.advised_budget_bytes == 4096
    lines = str(error).splitlines()
    first = {
        2: "the step does not fit 1000 bytes: at least 3000 bytes (2.93 KiB) are"
        " needed (proved, by the memory model), 2000 bytes (1.95 KiB) more",
        3: "no plan found within 1000 bytes; the best found needs 4000 bytes"
        " (3.91 KiB), 3000 bytes (2.93 KiB) more; proven bound 3000 bytes (2.93 KiB)",
    }
    assert lines[0] == first[code]
    assert len(lines) <= 11
    for part in (f"{__file__}:{line}", "what would help: budget=4096: a plan is known"):
        assert part in str(error)
    assert isinstance(error, remat.RematError)


def test_a_refusal_fits_a_screen(fake, tmp_path):
    location = f'"{"jit(net)/" * 100}dot_general"("net.py":1:2)'
    live = [{"bytes": 64, "type": "tensor<4x4xf32>", "location": location}] * 40
    report = {"name": "main", "lower_bound_bytes": 3000, "resident_bytes": 1}
    path = tmp_path / "report.json"
    path.write_text(json.dumps({**report, "binding": live}))
    fake(f"report:{path}:2")
    with pytest.raises(remat.Infeasible) as error:
        run_tool("stablehlo.while", "1000", ToolOptions())
    lines = str(error.value).splitlines()
    assert len(lines) <= 11
    assert max(map(len, lines)) <= 200
    assert "    and 36 more, 2304 bytes (2.25 KiB)" in lines
    assert "  resident (arguments, results): 1 byte" in lines
    assert not any("jax.checkpoint" in line for line in lines)


def test_the_first_frame_outside_of_libraries_is_told():
    places = '"f"("lib/site-packages/flax/linen.py":7:1) at "g"("mine/net.py":9:2)'
    found = remat.LiveTensor.from_report({"bytes": 1, "location": f"callsite({places})"})
    assert (found.file, found.line) == ("mine/net.py", 9)
    found = remat.LiveTensor.from_report({"bytes": 1, "location": "mine/net.py:9:2"})
    assert (found.file, found.line, found.operation) == ("mine/net.py", 9, "")
    found = remat.LiveTensor.from_report({"bytes": 1, "location": "step.mlir:9:2"})
    assert found.file is None and found.location == "step.mlir:9:2"
    only = '"f"("lib/site-packages/flax/linen.py":7:1)'
    found = remat.LiveTensor.from_report({"bytes": 1, "location": only})
    assert found.line == 7


def test_exported_text_tells_the_lines_of_python():
    def net(x):
        return jnp.tanh(x)

    line = net.__code__.co_firstlineno + 1
    assert f'{__file__}":{line}:' in remat.export(jax.jit(net), jnp.ones(3))
