# ===- test_sizes.py - Budgets -------------------------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
import pytest

import remat
from remat.sizes import Budget


@pytest.mark.parametrize(
    "given, size",
    [
        (1, 1),
        (8 << 30, 8 << 30),
        ("8GiB", 8 << 30),
        ("8 gib", 8 << 30),
        ("500MB", 500_000_000),
        ("1.5KiB", 1536),
        (".5 kB", 500),
        ("0.0001KB", None),
        ("1048576", 1048576),
        ("7EiB", 7 << 60),
        (2.0, 2),
    ],
)
def test_sizes_are_exact(given, size):
    if size is None:
        with pytest.raises(remat.BudgetError):
            Budget.parse(given)
        return
    budget = Budget.parse(given)
    assert budget.bytes == size
    assert budget.text == str(size)


@pytest.mark.parametrize(
    "given", ["60%", "0.5 %", "min", "MIN", "knee", "Knee", "slack:50%", "slack:0%"]
)
def test_shares_are_left_to_the_tool(given):
    budget = Budget.parse(given)
    assert budget.bytes is None
    assert budget.text == given.lower().replace(" ", "")
    assert budget.smallest == (given.lower() == "min")


@pytest.mark.parametrize(
    "given",
    ["", "lots", "0", 0, -1, "-8GiB", "0%", "101%", "%", "slack:", "slack:8GiB", "1.5", "1.5B"]
    + ["8 GiX", "1e9", None, True, 1.5, float("nan"), float("inf"), "9EiB", 1 << 63]
    + [b"8GiB", [8]],
)
def test_nonsense_says_what_is_understood(given):
    with pytest.raises(remat.BudgetError, match="'8GiB'") as error:
        Budget.parse(given)
    assert repr(given) in str(error.value)
    assert isinstance(error.value, ValueError)


def test_a_budget_of_nonsense_is_refused_before_the_function_is_called():
    with pytest.raises(remat.BudgetError):
        remat.jit(lambda x: x, budget="lots")


def test_sizes_are_readable():
    assert remat.format_bytes(12) == "12 B"
    assert remat.format_bytes(1536) == "1.50 KiB"
    assert remat.format_bytes(8 << 30) == "8.00 GiB"
    assert remat.format_bytes(3 << 50) == "3072.00 TiB"
