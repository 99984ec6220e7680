#!/usr/bin/env python3
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks a plan file against a graph file, without any code of Remat.

    check_plan.py GRAPH.json PLAN.json [EVALUATION.json]

Evaluates the plan as docs/graph-format.md says. Exits with 1 if the plan is not
valid, or if its own figures or those of EVALUATION.json (what `remat-plan
evaluate` prints) are not the ones found here. PLAN.json may be `base`: the
base order of the graph.
"""

import json
import math
import sys


class Invalid(Exception):
    pass


class Graph:
    def __init__(self, data):
        self.data = data
        self.values = {v["id"]: v for v in data["values"]}
        self.ops = {o["id"]: o for o in data["ops"]}
        self.writers = {v: set() for v in self.values}
        for op in data["ops"]:
            for v in op["outs"]:
                self.writers[v].add(op["id"])

    def is_result(self, value):
        if "result" in value:
            return value["result"]
        if value["id"] == self.data.get("loss"):
            return True
        of = self.values.get(value.get("of"))
        return (
            value.get("kind") == "gradient"
            and of is not None
            and of.get("kind") in ("param", "input")
        )

    def may_run_again(self, op):
        return op.get("may_run_again", op["phase"] == "forward")

    def base_order(self):
        """As stated, else forward by smallest id, then backward in reverse."""
        if "base_order" in self.data:
            return self.data["base_order"]
        forward = [o for o in self.data["ops"] if o["phase"] == "forward"]
        order, there = [], {v for v, w in self.writers.items() if not w}
        waiting = {o["id"]: o for o in forward}
        while waiting:
            ready = [i for i, o in waiting.items() if there.issuperset(o["ins"])]
            if not ready:
                raise Invalid("the forward ops wait for each other")
            op = waiting.pop(min(ready))
            order.append(op["id"])
            there.update(op["outs"])
        backward = {}
        for op in self.data["ops"]:
            if op["phase"] == "backward" and "fwd" in op:
                backward.setdefault(op["fwd"], []).append(op["id"])
        for op in list(reversed(order)):
            order += sorted(backward.get(op, []))
        placed = set(order)
        return order + sorted(set(self.ops) - placed)


def run(graph, steps):
    """Which copies are made and used when: a list of [bytes, first, last]."""
    copies, holder, adders = [], {}, {}
    runs = dict.fromkeys(graph.ops, 0)
    for at, step in enumerate(steps):
        name, number = (step, 0) if isinstance(step, int) else (step["op"], step.get("variant", 0))
        op = graph.ops[name]
        how = op["variants"][number - 1] if number else op
        runs[name] += 1
        if runs[name] > 1 and (
            not graph.may_run_again(op) or op.get("policy") == "save"
        ):
            raise Invalid(f"step {at}: op {name} may run once")
        for v in op["ins"]:
            if not graph.writers[v]:
                continue
            if v not in holder:
                raise Invalid(f"step {at}: op {name} reads value {v}, not there")
            value = graph.values[v]
            if value.get("accumulate") and adders[v] != graph.writers[v]:
                raise Invalid(f"step {at}: op {name} reads value {v}, not complete")
            if holder[v] is not None:
                copies[holder[v]][2] = at

        def make(v):
            """The copy that `v` holds from now on."""
            source = graph.values[v].get("view_of")
            if source is None:
                copies.append([graph.values[v]["bytes"], at, at])
                return len(copies) - 1
            if source in pending:
                settle(source)
            return holder[source] if graph.writers[source] else None

        def settle(v):
            pending.discard(v)
            if graph.values[v].get("accumulate"):
                adders.setdefault(v, set()).add(name)
                if v in holder:
                    copies[holder[v]][2] = at
                    return
            holder[v] = make(v)

        pending = set(how["outs"])
        for v in how["outs"]:
            if v in pending:
                settle(v)

    for name, count in runs.items():
        if not count:
            raise Invalid(f"op {name} never runs")
    for v, value in graph.values.items():
        if not graph.is_result(value) or not graph.writers[v]:
            continue
        if v not in holder:
            raise Invalid(f"value {v} is a result and never made")
        if holder[v] is not None:
            copies[holder[v]][2] = len(steps) - 1
    return copies


def evaluate(graph, steps):
    copies = run(graph, steps)
    begins, ends = [0] * (len(steps) + 1), [0] * (len(steps) + 1)
    for size, first, last in copies:
        begins[first] += size
        ends[last] += size
    resident = graph.data.get("resident_bytes", 0)
    peak, peak_step, live, time = resident, 0, resident, 0.0
    for at, step in enumerate(steps):
        name, number = (step, 0) if isinstance(step, int) else (step["op"], step.get("variant", 0))
        op = graph.ops[name]
        how = {**op, **op["variants"][number - 1]} if number else op
        live += begins[at]
        if live + how.get("workspace", 0) > peak:
            peak, peak_step = live + how.get("workspace", 0), at
        live -= ends[at]
        time += how["time"]
    base = sum(o["time"] for o in graph.data["ops"])
    forward = sum(o["time"] for o in graph.data["ops"] if o["phase"] == "forward")
    return {
        "peak": peak,
        "peak_step": peak_step,
        "time": time,
        "base_time": base,
        "steps": len(steps),
        "overhead_forward_percent": 100 * (time - base) / forward if forward else 0,
        "overhead_step_percent": 100 * (time - base) / base if base else 0,
    }


def differences(found, stated):
    for key, value in found.items():
        if key in stated and not isinstance(stated[key], list):
            if not math.isclose(stated[key], value, rel_tol=1e-9, abs_tol=1e-9):
                yield f"{key}: {stated[key]} stated, {value} found"


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        graph = Graph(json.load(file))
    plan = {}
    if sys.argv[2] != "base":
        with open(sys.argv[2], encoding="utf-8") as file:
            plan = json.load(file)
    try:
        found = evaluate(graph, plan.get("steps") or graph.base_order())
    except Invalid as error:
        sys.exit(f"invalid: {error}")
    print(json.dumps(found))
    problems = list(differences(found, plan))
    if plan.get("budget") is not None and found["peak"] > plan["budget"]:
        problems.append(f"peak {found['peak']} over budget {plan['budget']}")
    if len(sys.argv) == 4:
        with open(sys.argv[3], encoding="utf-8") as file:
            problems += differences(found, json.load(file))
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
