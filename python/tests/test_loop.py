# ===- test_loop.py - Plan, compile, read, plan again --------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""The closed loop on made-up planners and compilers: sizes are small numbers."""

import dataclasses

import pytest

import remat
from remat.loop import close_loop
from remat.sizes import Budget
from remat.tool import ToolOptions, ToolResult


class World:
    """A planner with a smallest plan, and a compiler that is `above` its word."""

    def __init__(self, plain=100000, smallest=1000, above=0, cut_gain=0, bound=10):
        self.plain, self.smallest, self.bound = plain, smallest, bound
        self.above, self.cut_gain = above, cut_gain
        self.compiled = []
        self.planned = []

    def plan(self, budget, cuts):
        self.planned.append((budget, cuts))
        size = {"min": self.smallest, "50%": self.plain // 2}.get(budget)
        size = int(budget) if size is None else size
        if size < self.smallest:
            kind = remat.Infeasible if size < self.bound else remat.NotFound
            raise kind("no", budget_bytes=size, smallest_budget_bytes=self.smallest)
        untouched = size >= self.plain
        peak = self.plain if untouched else size
        return ToolResult(
            text="plain" if untouched else f"{peak}/{cuts}",
            untouched=untouched,
            report={
                "peak_before_bytes": self.plain,
                "predicted_peak_bytes": peak,
                "budget_bytes": size,
            },
            budget=budget,
            options=ToolOptions(cuts=cuts),
        )

    def compile(self, text):
        self.compiled.append(text)
        if text == "plain":
            return "binary of plain", self.plain + self.above
        peak, cuts = text.split("/")
        gain = self.cut_gain if cuts != "None" else 0
        return f"binary of {text}", int(peak) + self.above - gain

    def close(self, budget, rounds=4):
        return close_loop(
            "plain", self.plan, self.compile, Budget.parse(budget), rounds
        )


def test_a_plan_that_holds_is_compiled_once():
    world = World()
    closed = world.close(50000)
    assert closed.compiled == "binary of 50000/None"
    assert closed.compiled_peak_bytes == 50000
    assert len(closed.rounds) == 1 and closed.rounds[0].fits


def test_a_step_that_fits_is_left_alone():
    world = World()
    closed = world.close(100000)
    assert closed.result.untouched
    assert world.compiled == ["plain"]


def test_more_cuts_come_before_a_smaller_budget():
    world = World(above=500, cut_gain=500)
    closed = world.close(50000)
    assert world.compiled == ["50000/None", "50000/16"]
    assert closed.compiled_peak_bytes == 50000


def test_the_budget_is_lowered_by_what_was_too_much():
    world = World(above=2000)
    closed = world.close(50000)
    assert world.compiled == ["50000/None", "50000/16", "48000/None"]
    assert closed.compiled_peak_bytes == 50000
    assert [r.fits for r in closed.rounds] == [False, False, True]


def test_the_budget_is_lowered_by_half_a_percent_at_least():
    world = World(above=1)
    world.close(50000)
    assert world.compiled[-1] == "49750/None"


def test_cuts_that_gained_little_are_left_again():
    world = World(above=2000, cut_gain=500)
    world.close(50000)
    assert [each.split("/")[1] for each in world.compiled] == ["None", "16", "None"]


def test_cuts_that_helped_stay():
    world = World(above=3000, cut_gain=2000)
    closed = world.close(50000)
    assert world.compiled[-1] == "49000/16"
    assert closed.compiled_peak_bytes == 50000


def test_the_neighbor_of_an_unlucky_plan_is_tried_first():
    world = World(above=3000)
    world.close(50000)
    assert world.compiled[-2:] == ["49000/None", "44000/None"]


def test_four_rounds_are_all():
    class Never(World):
        def compile(self, text):
            super().compile(text)
            return text, 60000 - len(self.compiled)

    world = Never()
    with pytest.raises(remat.NotFound) as error:
        world.close(50000)
    assert len(world.compiled) == 4
    assert error.value.compiled_floor_bytes == 59996
    assert error.value.smallest_budget_bytes == 59996
    assert len(error.value.rounds) == 4
    assert "round" not in str(error.value) or "too much" in str(error.value)


def test_the_number_of_rounds_is_the_callers():
    world = World(above=2000)
    with pytest.raises(remat.NotFound):
        world.close(50000, rounds=2)
    assert len(world.compiled) == 2


def test_the_smallest_plan_is_the_last_try():
    world = World(smallest=49000, above=1000)
    closed = world.close(50000)
    # One percent lower is 49,000 exactly; below that nothing is planned.
    assert closed.compiled_peak_bytes == 50000
    world = World(smallest=49800, above=1000)
    with pytest.raises(remat.NotFound) as error:
        world.close(50000)
    assert world.planned[-1] == ("min", None)
    assert world.compiled[-1] == "49800/None"
    assert error.value.compiled_floor_bytes == 50800


def test_a_budget_is_counted_from_the_peak_of_the_plan():
    """Tensors of 8,000 each: the plan for 50,000 has 48,000."""

    class Coarse(World):
        def plan(self, budget, cuts):
            found = super().plan(budget, cuts)
            peak = int(budget) // 8000 * 8000
            report = {**found.report, "predicted_peak_bytes": peak}
            text = f"{peak}/{cuts}"
            return dataclasses.replace(found, text=text, report=report)

    world = Coarse(above=8000)
    closed = world.close(50000)
    assert world.compiled == ["48000/None", "48000/16", "40000/None"]
    assert closed.compiled_peak_bytes == 48000


def test_the_last_round_leaves_room():
    class Growing(World):
        """The less it is planned for, the more XLA is above."""

        def compile(self, text):
            binary, peak = super().compile(text)
            return binary, peak + 600 * len(self.compiled)

    closed = Growing().close(50000)
    assert len(closed.rounds) == 4
    assert closed.rounds[-1].fits
    assert closed.compiled_peak_bytes < 50000 - 1000


def test_a_defect_of_one_plan_is_got_around_or_told():
    class Defective(World):
        defects = ()

        def plan(self, budget, cuts):
            if budget in self.defects:
                raise remat.ToolError("a defect")
            return super().plan(budget, cuts)

    world = Defective(above=2000)
    world.defects = ("48000",)
    closed = world.close(50000)
    assert world.compiled[-1] == "47750/None"
    assert closed.compiled_peak_bytes == 49750
    world = Defective(above=2000)
    world.defects = [str(n) for n in range(49000)]
    with pytest.raises(remat.ToolError, match="a defect"):
        world.close(50000)
    world.defects = ("50000",)
    with pytest.raises(remat.ToolError):
        world.close(50000)


def test_the_step_as_it_is_goes_first_where_the_model_is_close():
    world = World(plain=52000, above=-3000)
    closed = world.close(50000)
    assert world.compiled == ["plain"]
    assert closed.result.untouched and closed.result.text == "plain"


def test_a_refusal_near_the_budget_is_compiled_all_the_same():
    world = World(smallest=52000, above=-3000)
    closed = world.close(50000)
    assert closed.result.text == "52000/None"
    assert closed.compiled_peak_bytes == 49000


@pytest.mark.parametrize("budget, kind", [(5, remat.Infeasible), (500, remat.NotFound)])
def test_a_refusal_far_from_the_budget_is_passed_on(budget, kind):
    world = World()
    with pytest.raises(kind):
        world.close(budget)
    assert not world.compiled


def test_a_step_that_should_fit_and_does_not_is_planned():
    world = World(plain=50000, above=2000)
    closed = world.close(50000)
    assert world.compiled == ["plain", "48000/None"]
    assert closed.compiled_peak_bytes == 50000


def test_min_takes_the_better_of_two():
    world = World(cut_gain=10)
    closed = world.close("min")
    assert world.compiled == ["plain", "1000/None", "1000/16"]
    assert closed.compiled_peak_bytes == 990
    assert closed.budget_bytes is None


def test_a_share_is_resolved_by_the_tool():
    world = World(above=1000)
    closed = world.close("50%")
    assert closed.budget_bytes == 50000
    assert closed.compiled_peak_bytes <= 50000


@pytest.mark.parametrize("above", [-5000, -1, 0, 1, 499, 5000, 20000, 60000])
@pytest.mark.parametrize("budget", [1, 900, 1000, 1005, 30000, 99999, 100000, 10**6])
def test_what_is_returned_is_within_the_budget(above, budget):
    world = World(above=above)
    try:
        closed = world.close(budget)
    except remat.NoPlan:
        assert len(world.compiled) <= 4
        return
    assert closed.compiled_peak_bytes <= budget
    assert len(world.compiled) <= 4
    assert len(set(world.compiled)) == len(world.compiled)
