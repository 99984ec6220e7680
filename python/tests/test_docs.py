# ===- test_docs.py - What is documented holds ---------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""The examples of docs/jax.md, and of the docstrings."""

import doctest
import importlib.util
import pathlib
import re
import warnings

import pytest

import remat

DOCUMENT = pathlib.Path(__file__).parents[2] / "docs" / "jax.md"
BLOCK = re.compile(r"(<!-- needs jax\[cuda13\] -->\n)?```python\n(.*?)```", re.S)


@pytest.mark.usefixtures("tool")
def test_the_examples_do_what_they_say():
    cuda = importlib.util.find_spec("jax_cuda13_plugin")
    blocks = [
        match.group(2)
        for match in BLOCK.finditer(DOCUMENT.read_text())
        if cuda or not match.group(1)
    ]
    assert len(blocks) >= 3
    examples = doctest.DocTestParser().get_doctest(
        "\n".join(blocks), {}, "jax.md", str(DOCUMENT), 0
    )
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", remat.RematWarning)
        assert runner.run(examples).failed == 0


def test_what_is_public_is_documented():
    for name in remat.__all__:
        assert getattr(remat, name) is not None
        assert name == "DEVICES" or getattr(remat, name).__doc__, name


def test_the_exceptions_of_the_document_exist():
    rows = re.findall(r"^\| (`\w+Error`.*?|`\w+`) \| ", DOCUMENT.read_text(), re.M)
    names = [n for row in rows for n in re.findall(r"`(\w+)`", row)]
    assert len(names) == 7
    for name in names:
        assert issubclass(getattr(remat, name), remat.RematError)
