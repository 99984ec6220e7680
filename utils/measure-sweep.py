#!/usr/bin/env python3
# ===- measure-sweep.py - More budget, the same step: what changes? --------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Plans for each graph (.json) or step (.mlir) at many budgets, from the smallest
peak to the peak without rematerialization, and checks that

- in one process, more budget never means more time;
- neither does it by more than --across percentage points of the forward time
  where each budget is planned for in a process of its own;
- every plan is valid and within its budget, and has the peak and the time that
  it states, by utils/check_plan.py;
- with the ops in another order, the overhead at the same budgets, and at `min`,
  is the same within --order percentage points, and the smallest peak the same:
  ids renumbered, ids kept, and for steps the operations of the function shuffled;
- no plan is faster than the bound that is claimed for it.

Overheads are in percent of the forward time, of the whole step's where no phase
is known. The exit code is 1 if one of these does not hold.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import check_plan  # noqa: E402
import permute_graph  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# What the standard pipeline does before it plans.
BEFORE_PLANNING = ["inline{default-pipeline=}", "remat-settle-loops"]
PER_FUNCTION = ["cse", "remat-isolate-destinations"]


class Broken(Exception):
    """A tool failed, or a plan is not what it says."""


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def store(value, path):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(value, file)
    return path


class Measurement:
    """One graph or step."""

    def __init__(self, options, path, folder):
        self.options, self.path, self.folder = options, path, folder
        self.row = {"name": os.path.splitext(os.path.basename(path))[0]}
        self.broken = []

    def tool(self, name, *arguments):
        done = subprocess.run(
            [os.path.join(self.options.bin, name), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        if done.returncode:
            said = done.stderr.decode(errors="replace")[-500:]
            raise Broken(f"{name} ends with {done.returncode}: {said}")
        return done

    def plan_flags(self):
        return self.options.flags.split()

    def export(self, name, *passes):
        """The graph file of the step after `passes`."""
        pipeline = ",".join(
            [*passes, *BEFORE_PLANNING]
            + [f"func.func({p})" for p in PER_FUNCTION]
            + [f"remat-print-graph{{json device={self.options.device}}}"]
        )
        done = self.tool(
            "remat-opt",
            self.path,
            f"--pass-pipeline=builtin.module({pipeline})",
            "-o",
            os.devnull,
        )
        return store(json.loads(done.stderr), os.path.join(self.folder, name + ".json"))

    def percent(self, found):
        key = "forward" if self.has_forward else "step"
        return found[f"overhead_{key}_percent"]

    def check(self, graph, plan, budget):
        """Evaluates a plan file: its overhead."""
        try:
            found = check_plan.evaluate(check_plan.Graph(graph), plan["steps"])
        except check_plan.Invalid as error:
            raise Broken(f"invalid plan for {budget}: {error}") from error
        wrong = list(check_plan.differences(found, plan))
        if found["peak"] > budget or plan["budget"] != budget:
            wrong.append(f"peak {found['peak']} for a budget of {plan['budget']}")
        if plan["time_bound"] is None or plan["time_bound"] > found["time"] * (1 + 1e-9):
            wrong.append(f"time {found['time']} below the bound {plan['time_bound']}")
        if wrong:
            raise Broken(f"the plan for {budget} is not what it says: {wrong}")
        return self.percent(found)

    def plan(self, path, graph, budget):
        out = os.path.join(self.folder, "plan.json")
        self.tool("remat-plan", path, f"--budget={budget}", "-o", out, *self.plan_flags())
        return self.check(graph, load(out), budget)

    def smallest(self, path, graph):
        """The smallest peak and the overhead there."""
        out = os.path.join(self.folder, "plan.json")
        self.tool("remat-plan", path, "--budget=min", "-o", out, *self.plan_flags())
        plan = load(out)
        return plan["peak"], self.check(graph, plan, plan["budget"])

    def sweep(self, path, graph):
        """[(budget, overhead)] in one process."""
        plans = os.path.join(self.folder, "plans")
        out = os.path.join(self.folder, "sweep.json")
        start = time.monotonic()
        self.tool(
            "remat-plan",
            "sweep",
            path,
            f"--points={self.options.count}",
            f"--plans={plans}",
            "-o",
            out,
            *self.plan_flags(),
        )
        self.row["seconds"] = time.monotonic() - start
        points = []
        for number, point in enumerate(load(out)):
            plan = load(os.path.join(plans, f"{number}.json"))
            overhead = self.check(graph, plan, point["budget"])
            wrong = [k for k in point if k != "lower_bound" and plan.get(k, point[k]) != point[k]]
            if wrong or abs(self.percent(point) - overhead) > 1e-6:
                raise Broken(f"the sweep and its plan {number} differ: {wrong}")
            points.append((point["budget"], overhead))
        if len(points) != self.options.count:
            raise Broken(f"{len(points)} points in the sweep")
        self.row["proved"] = sum(p["proved_optimal"] for p in load(out))
        return points

    @staticmethod
    def rise(overheads):
        """By how much an overhead is above that of a smaller budget, at most."""
        worst, least = 0.0, overheads[0]
        for overhead in overheads:
            worst, least = max(worst, overhead - least), min(least, overhead)
        return worst

    def orders(self, path, graph):
        """(what, path, graph) of the same step, in other orders."""
        for seed in range(1, self.options.orders + 1):
            for keep in (False, True):
                what = f"order {seed}, ids {'kept' if keep else 'renumbered'}"
                other = permute_graph.permute(graph, seed, keep)
                name = os.path.join(self.folder, f"order{seed}{keep}.json")
                yield what, store(other, name), other
            if self.path.endswith(".mlir"):
                shuffle = f"func.func(test-remat-shuffle{{seed={seed}}})"
                other = self.export(f"shuffled{seed}", BEFORE_PLANNING[0], shuffle)
                yield f"order {seed}, operations shuffled", other, load(other)

    def measure(self):
        path = self.export("graph") if self.path.endswith(".mlir") else self.path
        graph = load(path)
        self.has_forward = any(
            o["phase"] == "forward" and o["time"] > 0 for o in graph["ops"]
        )
        points = self.sweep(path, graph)
        budgets, overheads = zip(*points)
        self.row.update(ops=len(graph["ops"]), smallest=budgets[0], largest=budgets[-1])
        self.row["overheads"] = overheads
        self.row["rise"] = self.rise(overheads)
        if self.row["rise"] > 1e-9:
            self.broken.append(f"more budget, {self.row['rise']} points more time")
        if self.options.across is not None:
            alone = [self.plan(path, graph, budget) for budget in budgets]
            self.row["alone"] = alone
            self.row["rise_across"] = self.rise(alone)
            self.row["apart"] = max(a - b for a, b in zip(alone, overheads))
            if self.row["rise_across"] > self.options.across:
                self.broken.append(
                    f"across processes more budget means up to "
                    f"{self.row['rise_across']:.3f} points more time"
                )
        if self.options.orders:
            self.compare_orders(path, graph, budgets)

    def compare_orders(self, path, graph, budgets):
        chosen = budgets[:: max(1, len(budgets) // self.options.order_budgets)]
        here = {budget: self.plan(path, graph, budget) for budget in chosen}
        peak, here["min"] = self.smallest(path, graph)
        worst = 0.0
        for what, other_path, other in self.orders(path, graph):
            for budget in [*chosen, "min"]:
                try:
                    if budget == "min":
                        other_peak, overhead = self.smallest(other_path, other)
                        if other_peak != peak:
                            raise Broken(f"a peak of {other_peak}, not {peak}")
                    else:
                        overhead = self.plan(other_path, other, budget)
                    apart = overhead - here[budget]
                except Broken as error:
                    self.broken.append(f"{what}, budget {budget}: {error}")
                    continue
                worst = max(worst, abs(apart))
                if abs(apart) > self.options.order:
                    self.broken.append(
                        f"{what}, budget {budget}: {apart:+.2f} points, "
                        f"beside {here[budget]:.2f}"
                    )
        self.row["order"] = worst

    def run(self):
        try:
            self.measure()
        except Broken as error:
            self.broken.append(str(error))
        self.row["broken"] = self.broken
        return self.row


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+")
    parser.add_argument("--bin", default=os.path.join(ROOT, "build", "bin"))
    parser.add_argument("--count", type=int, default=40, help="budgets")
    parser.add_argument("--flags", default="", help="further flags of remat-plan")
    parser.add_argument("--device", default="cpu", help="for the times of steps")
    parser.add_argument(
        "--across",
        type=float,
        default=None,
        help="plan for each budget in a process of its own too; points allowed",
    )
    parser.add_argument("--orders", type=int, default=0, help="other orders to try")
    parser.add_argument("--order-budgets", type=int, default=5, help="at that many")
    parser.add_argument("--order", type=float, default=1.0, help="points allowed")
    parser.add_argument("--json", default="", help="file for all the figures")
    options = parser.parse_args()

    rows = []
    columns = "{:<18}{:>7}{:>16}{:>16}{:>9}{:>8}{:>9}{:>9}{:>9}{:>9}  {}"
    print(
        columns.format(
            *"step ops smallest largest max+% proved rise across order s".split(), ""
        )
    )
    for path in options.files:
        with tempfile.TemporaryDirectory() as folder:
            row = Measurement(options, path, folder).run()
        rows.append(row)
        number = lambda key: f"{row[key]:,}" if key in row else ""
        points = lambda key: f"{row[key]:.3f}" if key in row else ""
        print(
            columns.format(
                row["name"],
                number("ops"),
                number("smallest"),
                number("largest"),
                f"{max(row['overheads']):.2f}" if "overheads" in row else "",
                number("proved"),
                points("rise"),
                points("rise_across"),
                points("order"),
                f"{row['seconds']:.1f}" if "seconds" in row else "",
                "BROKEN" if row["broken"] else "ok",
            ),
            flush=True,
        )
        for line in row["broken"]:
            print(f"  {line}", flush=True)
    if options.json:
        store(rows, options.json)
    broken = sum(bool(row["broken"]) for row in rows)
    print(f"{len(rows) - broken} of {len(rows)} keep every promise")
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
