#!/usr/bin/env python3
# ===- evaluate-plan.py - Anybody's plan on a graph file, judged apart ----===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""evaluate-plan.py GRAPH.json PLAN.json [BUDGET]

Evaluates a plan by the rules of docs/graph-format.md, in another way than the
planner's simulator does: it walks the steps once, keeps the set of copies that
are alive, and frees them by counting the reads to come. Prints peak, time and
overhead; says what is wrong and exits with 1 if a step reads what is not there,
if an op runs too seldom or too often, if the peak is above BUDGET, or if the
plan claims a peak or a time that is not its own.
"""

import collections
import json
import sys


class Invalid(Exception):
    """The plan breaks a rule."""


Result = collections.namedtuple("Result", "peak time overhead_percent peak_step")


def evaluate(graph, steps):
    """The peak in bytes, the time, the extra time in percent of the forward
    time, and the first step of the peak. Raises Invalid."""
    size = {value["id"]: value["bytes"] for value in graph["values"]}
    kind = {value["id"]: value["kind"] for value in graph["values"]}
    accumulates = {v["id"] for v in graph["values"] if v.get("accumulate")}
    results = {graph["loss"]} | {
        value["id"]
        for value in graph["values"]
        if value["kind"] == "gradient"
        and kind.get(value.get("of")) in ("param", "input")
    }
    ops = {op["id"]: op for op in graph["ops"]}
    writers = collections.Counter(out for op in graph["ops"] for out in op["outs"])

    runs = collections.Counter(steps)
    for op in runs:
        if op not in ops:
            raise Invalid(f"op {op} is not in the graph")
    for op in ops.values():
        if not runs[op["id"]]:
            raise Invalid(f"op {op['id']} ({op['name']}) never runs")
        if op["phase"] != "forward" and runs[op["id"]] > 1:
            raise Invalid(f"op {op['id']} ({op['name']}) runs more than once")

    # First walk: which copy each step reads, hence how many uses each has.
    uses = []  # uses left of each copy
    bytes_of = []
    newest = {}  # value -> copy
    parts = collections.Counter()  # gradient -> how many of its writers have run
    touched = []  # the copies that each step reads or adds to, and those it makes
    for number, step in enumerate(steps):
        op = ops[step]
        reads, makes = set(), []
        for value in op["ins"]:
            if not writers[value]:
                continue
            if value not in newest:
                raise Invalid(f"step {number}: op {step} reads {value}, not there")
            if value in accumulates and parts[value] < writers[value]:
                raise Invalid(f"step {number}: op {step} reads part of {value}")
            reads.add(newest[value])
        for value in op["outs"]:
            if value in accumulates:
                parts[value] += 1
                if value in newest:
                    reads.add(newest[value])
                    continue
            newest[value] = len(uses)
            makes.append(len(uses))
            uses.append(0)
            bytes_of.append(size[value])
        for copy in reads:
            uses[copy] += 1
        touched.append((reads, makes))
    forever = {newest[value] for value in results if value in newest}

    # Second walk: what is alive.
    alive, peak, peak_step = 0, -1, 0
    for number, (reads, makes) in enumerate(touched):
        alive += sum(bytes_of[copy] for copy in makes)
        if alive > peak:
            peak, peak_step = alive, number
        for copy in reads:
            uses[copy] -= 1
        for copy in reads.union(makes):
            if not uses[copy] and copy not in forever:
                alive -= bytes_of[copy]

    time = sum(ops[step]["time"] for step in steps)
    base = sum(op["time"] for op in ops.values())
    forward = sum(op["time"] for op in ops.values() if op["phase"] == "forward")
    return Result(peak, time, 100 * (time - base) / forward, peak_step)


def main():
    if len(sys.argv) not in (3, 4) or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    with open(sys.argv[1]) as file:
        graph = json.load(file)
    with open(sys.argv[2]) as file:
        plan = json.load(file)
    try:
        result = evaluate(graph, plan["steps"])
        for key, own in (("peak", result.peak), ("time", result.time)):
            if key in plan and abs(plan[key] - own) > 1e-9 * abs(own):
                raise Invalid(f"the plan claims {key} {plan[key]}; it is {own}")
        if len(sys.argv) == 4 and result.peak > int(sys.argv[3]):
            raise Invalid(f"peak {result.peak} is above the budget {sys.argv[3]}")
    except Invalid as error:
        sys.exit(f"invalid plan: {error}")
    print(
        f"peak {result.peak} at step {result.peak_step}, time {result.time:g}, "
        f"overhead {result.overhead_percent:.2f}%"
    )


if __name__ == "__main__":
    main()
