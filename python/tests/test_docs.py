# ===- test_docs.py - What is documented holds ---------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""What docs/jax.md lists is there; test/Docs runs its examples."""

import pathlib
import re

import remat

DOCUMENT = pathlib.Path(__file__).parents[2] / "docs" / "jax.md"


def test_what_is_public_is_documented():
    for name in remat.__all__:
        assert getattr(remat, name) is not None
        assert name == "DEVICES" or getattr(remat, name).__doc__, name


def test_the_exceptions_of_the_document_exist():
    rows = re.findall(r"^\| (`\w+Error`.*?|`[A-Z]\w+`) \| ", DOCUMENT.read_text(), re.M)
    names = [n for row in rows for n in re.findall(r"`(\w+)`", row)]
    assert len(names) == 11
    for name in names:
        assert issubclass(getattr(remat, name), remat.RematError)
