# ===- conftest.py - What the tests of the package share -----------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Fixtures. The tests run on the CPU; those marked `cuda` need `jax[cuda13]`, no GPU;
those that use `tool` need remat-opt (REMAT_OPT, the wheel's, or on the PATH)."""

import importlib.util
import os
import pathlib
import stat
import sys

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import pytest

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

import remat
from remat import jitting


def pytest_configure(config):
    config.addinivalue_line("markers", "cuda: needs jax[cuda13], but no GPU")


def pytest_collection_modifyitems(items):
    if importlib.util.find_spec("jax_cuda13_plugin"):
        return
    skip = pytest.mark.skip(reason="jax[cuda13] is not installed here")
    for item in items:
        if "cuda" in item.keywords:
            item.add_marker(skip)


@pytest.fixture(autouse=True)
def forget_warnings(monkeypatch):
    """Each test sees the warnings that are given once a process."""
    monkeypatch.setattr(jitting, "_warned", set())


@pytest.fixture
def fake(tmp_path, monkeypatch):
    """Sets what the stand-in for remat-opt does; `fake.calls()` is how it was called."""
    script = tmp_path / "remat-opt"
    script.write_text(f"#!{sys.executable}\n" + (HERE / "fake_opt.py").read_text())
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    log = tmp_path / "calls"
    monkeypatch.setenv("REMAT_OPT", str(script))
    monkeypatch.setenv("REMAT_FAKE_LOG", str(log))

    class Fake:
        def __call__(self, mode):
            monkeypatch.setenv("REMAT_FAKE", mode)

        @staticmethod
        def calls():
            import json

            if not log.exists():
                return []
            return [json.loads(line) for line in log.read_text().splitlines()]

    fake = Fake()
    fake("copy")
    return fake


@pytest.fixture(scope="session")
def tool():
    """The real remat-opt; the test is skipped without it."""
    try:
        return remat.find_tool()
    except remat.ToolNotFound as error:
        pytest.skip(str(error))
