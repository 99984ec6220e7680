# ===- test_nominal_budgets.py - Budgets for one plan after another ------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Budgets go down from that of the user, and spread where that leads no further."""

import types

import remat
from remat.torch.nominal_budgets import NominalBudgets


def plan_of(planned, peak=None, steps=()):
    peak = planned if peak is None else peak
    return types.SimpleNamespace(
        planned_bytes=planned,
        predicted_peak_bytes=peak,
        plain_predicted_peak_bytes=2_000,
        resident_bytes=100,
        lower_bound_bytes=400,
        budget_bytes=1_000,
        plan_file={"steps": list(steps), "peak": peak},
    )


def test_the_first_budgets_are_less_by_the_excess():
    budgets = NominalBudgets()
    assert budgets.nominal is None
    budgets.add_program(plan_of(1_000), 1_050, above=50)
    assert budgets.advance() and budgets.nominal == 950
    budgets.add_program(plan_of(950, peak=940), 1_030, above=30)
    assert budgets.advance() and budgets.nominal == 940 - 30 - 1
    assert [each.fits for each in budgets.rounds] == [False, False]


def test_no_budget_is_below_the_resident_bytes():
    budgets = NominalBudgets()
    budgets.add_program(plan_of(1_000), 5_000, above=4_000)
    assert budgets.advance() and budgets.nominal == 101


def test_where_less_has_no_plan_the_smallest_is_next():
    budgets = NominalBudgets()
    budgets.add_program(plan_of(1_000), 1_900, above=900)
    assert budgets.advance()
    budgets.add_failure(remat.NotFound("none", smallest_budget_bytes=700))
    assert budgets.advance() and budgets.nominal == 700


def test_behind_the_descent_come_the_same_budgets_for_all():
    for first in (900, 1_000):
        budgets = NominalBudgets()
        budgets.add_program(plan_of(first), 1_900, above=900)
        assert budgets.advance()
        budgets.add_failure(remat.Infeasible("none", smallest_budget_bytes=first))
        found = []
        while budgets.advance():
            found.append(budgets.nominal)
            budgets.add_program(plan_of(budgets.nominal), 1_900, above=900)
        assert found == [2_000, 1_200, 800, 1_600, 600]
        assert budgets.share_peaks == [1_900] * 5


def test_the_steps_of_an_earlier_plan_are_known():
    budgets = NominalBudgets()
    budgets.add_program(plan_of(1_000, steps=[0, 1]), 1_050, above=50)
    assert not budgets.is_known(plan_of(1_000, steps=[0, 1, 0]))
    assert budgets.advance()
    again = plan_of(950, peak=930, steps=[0, 1])
    assert budgets.is_known(again)
    budgets.add_repeated_plan(again)
    assert len(budgets.rounds) == 1
    assert budgets.advance() and budgets.nominal == 929


def test_programs_of_the_descent_are_made_again_for_shares():
    budgets = NominalBudgets()
    # That of its forward pass alone.
    budgets.add_program(plan_of(1_000, steps=[0, 1]), 1_050, above=50)
    assert budgets.advance()
    budgets.add_failure(remat.Infeasible("none"))
    assert budgets.advance() and budgets.nominal == 2_000
    assert not budgets.is_known(plan_of(2_000, steps=[0, 1]))
    budgets.add_program(plan_of(2_000, steps=[0, 1]), 1_300, above=300)
    assert budgets.advance()
    assert budgets.is_known(plan_of(1_200, steps=[0, 1]))
    budgets.add_repeated_plan(plan_of(1_200, steps=[0, 1]))
    assert budgets.share_peaks == [1_300, 1_300] and len(budgets.rounds) == 2


def test_known_plans_come_to_an_end():
    budgets = NominalBudgets()
    budgets.add_program(plan_of(1_000), 1_050, above=50)
    found = []
    while budgets.advance():
        found.append(budgets.nominal)
        budgets.add_repeated_plan(plan_of(budgets.nominal))
    assert len(found) == 8 + 5


def test_a_plan_that_returns_ends_the_descent():
    budgets = NominalBudgets()
    budgets.add_program(plan_of(1_000), 1_900, above=500)
    assert budgets.advance() and budgets.nominal == 500
    budgets.add_failure(remat.NotFound("none", smallest_budget_bytes=700))
    assert budgets.advance() and budgets.nominal == 700
    budgets.add_repeated_plan(plan_of(700))
    assert budgets.advance() and budgets.nominal == 699
    budgets.add_failure(remat.NotFound("none", smallest_budget_bytes=700))
    assert budgets.advance() and budgets.nominal == 2_000


def test_a_program_that_fits_ends_the_descent():
    budgets = NominalBudgets()
    budgets.add_program(plan_of(1_000), 1_050, above=0)
    assert budgets.advance() and budgets.nominal == 2_000
