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
    text = DOCUMENT.read_text()
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    names = {}
    count = 0
    for match in BLOCK.finditer(text):
        if match.group(1) and not importlib.util.find_spec("jax_cuda13_plugin"):
            continue
        line = text[: match.start(2)].count("\n")
        example = doctest.DocTestParser().get_doctest(
            match.group(2), names, "jax.md", str(DOCUMENT), line
        )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", remat.RematWarning)
            runner.run(example, clear_globs=False)
        names = example.globs
        count += 1
    assert count >= 3
    assert runner.summarize().failed == 0


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
