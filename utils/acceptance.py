#!/usr/bin/env python3
# ===- acceptance.py - The promises, measured on folders of steps ----------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Rewrites, runs and compares every step of some folders at many budgets, and
solves every graph; prints a table and writes a JSON file. The exit code is 1 if
a promise is broken:

- a plan meets its budget, or is refused as infeasible or not found; nothing
  crashes;
- the rewritten step computes the same results, bit by bit;
- its measured peak is the predicted one (at most that, for a step with loops);
- after canonicalize, cse and loop-invariant code motion it is still within the
  budget and computes the same;
- with --place, its buffers lie in one arena: with and without writing in place,
  the arena is at most 1.01 times what is alive in it, arena and resident bytes
  are within the budget, the step allocates once, computes the same, and no
  access leaves the buffers that are alive (unless --no-check-arena);
- compiling and running takes at most --seconds for each version;
- on graphs, every plan is valid under utils/check_plan.py, and lower-set's
  overhead at the budgets below is at most that of the peers' exact program.
"""

import argparse
import concurrent.futures
import glob
import json
import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import check_plan  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUDGETS = ["slack:75%", "slack:50%", "slack:25%", "min", "60%"]
LATER_PASSES = ["--canonicalize", "--cse", "--loop-invariant-code-motion"]
REFUSALS = ("infeasible", "not-found")
# What the exact program of Kusumoto et al. reaches at its smallest budget: the
# peak of its plan under our evaluation, and its overhead in percent.
PEERS = {
    "vgg19": (2613227552, 30.0),
    "unet": (5390600200, 71.4),
    "resnet50": (1301188640, 61.1),
    "googlenet": (515367520, 12.0),
}


def call(arguments, seconds):
    """Runs a tool: (exit code, seconds, beginning and end of what it said)."""
    start = time.monotonic()
    try:
        done = subprocess.run(
            arguments,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=seconds,
        )
        code, said = done.returncode, done.stdout.decode(errors="replace")
    except subprocess.TimeoutExpired:
        code, said = "timeout", ""
    if len(said) > 2000:
        said = f"{said[:500]} ... {said[-1500:]}"
    return code, time.monotonic() - start, said


def load(path):
    with open(path) as file:
        return json.load(file)


class Case:
    """One step at one budget."""

    def __init__(self, options, step, budget, fuse, folder):
        self.options, self.step, self.budget, self.fuse = options, step, budget, fuse
        name = os.path.splitext(os.path.basename(step))[0]
        self.out = os.path.join(
            folder, "".join(c if c.isalnum() else "_" for c in f"{step}_{budget}_{fuse}")
        )
        with open(step) as file:
            self.loops = "scf." in file.read()
        self.row = {"step": name, "budget": budget, "fuse": fuse, "violations": []}

    def wrong(self, what):
        self.row["violations"].append(what)

    def tool(self, name):
        return os.path.join(self.options.bin, name)

    def measure(self, path, tag):
        """Runs a version beside the original; None if that failed."""
        report = f"{self.out}.{tag}.json"
        # Both versions are compiled and run.
        code, seconds, said = call(
            [self.tool("remat-run"), path, f"--compare={self.step}"]
            + [f"--report={report}"],
            10 * self.options.seconds,
        )
        self.row[f"{tag}_seconds"] = round(seconds, 2)
        if seconds > 2 * self.options.seconds:
            self.wrong(f"{tag}: {seconds:.0f} s to compile and run both versions")
        if code == 0 or os.path.exists(report):
            run = load(report)
            if not run["identical"]:
                self.wrong(f"{tag}: results differ")
            elif code != 0:
                self.wrong(f"{tag}: remat-run ends with {code}: {said}")
            return run
        self.wrong(f"{tag}: remat-run ends with {code}: {said}")
        return None

    def run(self):
        row = self.row
        rewritten, report = self.out + ".mlir", self.out + ".report.json"
        code, seconds, said = call(
            [self.tool("remat-opt"), f"--remat-budget={self.budget}"]
            + (["--remat-fuse"] if self.fuse else [])
            + [f"--remat-strategy={self.options.strategy}"]
            + [f"--remat-report={report}", self.step, "-o", rewritten],
            10 * self.options.seconds,
        )
        row["opt_seconds"] = round(seconds, 2)
        plan = None
        if os.path.exists(report):
            functions = load(report)["functions"]
            if functions:
                plan = functions[0]
                row["status"] = plan["status"]
            elif code == 1 and "does not apply" in said:
                row["status"] = "not applicable"
                return row
        if code != 0:
            refused = plan and plan["status"] in REFUSALS
            if not refused or code == "timeout" or not 0 < code < 128:
                self.wrong(f"remat-opt ends with {code}: {said}")
            elif os.path.exists(rewritten):
                self.wrong("refused, yet there is an output")
            elif self.budget == "min" or self.budget.startswith("slack"):
                self.wrong(f"{self.budget} is refused as {plan['status']}")
            return row
        if plan is None:
            self.wrong("no report")
            return row
        for key in ("budget", "resident", "peak_before", "peak_after"):
            row[key + "_bytes"] = plan[key + "_bytes"]
        row["overhead_step_percent"] = plan["overhead_step_percent"]
        row["strategy"] = plan["strategy"]
        if plan["status"] != "ok":
            self.wrong(f"exit code 0, yet the status is {plan['status']}")
        budget = plan["budget_bytes"]
        if plan["peak_after_bytes"] > budget:
            self.wrong(f"peak {plan['peak_after_bytes']} is above {budget}")

        run = self.measure(rewritten, "run")
        if run:
            measured = row["measured_peak_bytes"] = run["measured_peak_bytes"]
            predicted = plan["peak_after_bytes"]
            if measured != predicted and (not self.loops or measured > predicted):
                self.wrong(f"measured {measured}, predicted {predicted}")
            if run["predicted_peak_bytes"] != predicted:
                self.wrong(
                    f"remat-run predicts {run['predicted_peak_bytes']}, "
                    f"remat-opt {predicted}"
                )
            if measured > budget:
                self.wrong(f"measured {measured} is above {budget}")

        if self.options.place:
            for in_place in (False, True):
                self.place(rewritten, in_place, budget)

        later = self.out + ".later.mlir"
        code, _, said = call(
            [self.tool("remat-opt")] + LATER_PASSES + [rewritten, "-o", later],
            10 * self.options.seconds,
        )
        if code != 0:
            self.wrong(f"later passes end with {code}: {said}")
            return row
        run = self.measure(later, "later")
        if run:
            row["later_peak_bytes"] = run["measured_peak_bytes"]
            if run["measured_peak_bytes"] > budget:
                self.wrong(
                    f"after the later passes {run['measured_peak_bytes']} is above "
                    f"{budget}"
                )
        return row


    def place(self, path, in_place, budget):
        """Runs it with all buffers in one arena."""
        tag = "placed_in_place" if in_place else "placed"
        report = f"{self.out}.{tag}.json"
        code, _, said = call(
            [self.tool("remat-run"), path, f"--compare={self.step}"]
            + ["--place-buffers", f"--report={report}"]
            + (["--in-place"] if in_place else [])
            + ([] if self.options.no_check_arena else ["--check-arena"]),
            20 * self.options.seconds,
        )
        if code != 0 or not os.path.exists(report):
            self.wrong(f"{tag}: remat-run ends with {code}: {said}")
            return
        run = load(report)
        arena, live = run["arena_bytes"], run["live_peak_bytes"]
        bytes_with_arena = arena + run["resident_bytes"]
        self.row[f"{tag}_ratio"] = arena / live if live else 1.0
        if not run["identical"]:
            self.wrong(f"{tag}: results differ")
        if arena > 1.01 * live:
            self.wrong(f"{tag}: an arena of {arena}, of which {live} is alive")
        if bytes_with_arena > budget:
            self.wrong(f"{tag}: {bytes_with_arena} is above {budget}")
        if run["measured_peak_bytes"] != bytes_with_arena:
            self.wrong(
                f"{tag}: measured {run['measured_peak_bytes']}, "
                f"predicted {bytes_with_arena}"
            )
        if run["allocations"] != 1:
            self.wrong(f"{tag}: {run['allocations']} allocations")
        if not self.options.no_check_arena and run["checked_accesses"] == 0:
            self.wrong(f"{tag}: nothing was checked")


def graph_case(options, path, folder, strategy, budget, limit):
    """One graph, strategy and budget; `limit` is the overhead allowed."""
    name = os.path.splitext(os.path.basename(path))[0]
    row = {"graph": name, "strategy": strategy, "budget": budget, "violations": []}
    out = os.path.join(folder, f"{name}.{strategy}.{budget}.plan.json")
    code, seconds, said = call(
        [os.path.join(options.bin, "remat-plan"), path, f"--budget={budget}"]
        + [f"--strategy={strategy}", "-o", out],
        10 * options.seconds,
    )
    row["seconds"] = round(seconds, 2)
    plan = load(out) if os.path.exists(out) else None
    if plan:
        row["status"] = plan["status"]
    if code != 0:
        if code == "timeout" or not 0 < code < 128 or limit is not None:
            row["violations"].append(f"remat-plan ends with {code}: {said}")
        return row
    graph = load(path)
    try:
        result = check_plan.evaluate(check_plan.Graph(graph), plan["steps"])
    except check_plan.Invalid as error:
        row["violations"].append(f"invalid plan: {error}")
        return row
    row["peak"] = result["peak"]
    row["overhead_percent"] = result["overhead_forward_percent"]
    if result["peak"] != plan["peak"] or result["time"] != plan["time"]:
        row["violations"].append(
            f"claims peak {plan['peak']}, time {plan['time']}; they are "
            f"{result['peak']}, {result['time']}"
        )
    if result["peak"] > plan["budget"]:
        row["violations"].append(f"peak {result['peak']} is above {plan['budget']}")
    if limit is not None and result["overhead_forward_percent"] > limit + 0.05:
        row["violations"].append(f"overhead above {limit}%")
    return row


def table(rows, columns):
    cells = [[title for title, _, _ in columns]]
    for row in rows:
        line = []
        for _, key, form in columns:
            value = row.get(key)
            line.append("" if value is None else form(value))
        cells.append(line)
    widths = [max(map(len, column)) for column in zip(*cells)]
    for line in cells:
        print("  ".join(c.ljust(w) for c, w in zip(line, widths)).rstrip())
    print()


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    extra = os.environ.get("REMAT_EXTRA_DATA")
    parser.add_argument(
        "folders",
        nargs="*",
        help="folders of .mlir steps (default: examples/steps and, with the "
        "environment's REMAT_EXTRA_DATA, its steps/linalg)",
    )
    parser.add_argument(
        "--graphs",
        action="append",
        default=None,
        help="folder of .json graphs (default: REMAT_EXTRA_DATA/graphs)",
    )
    parser.add_argument("--bin", default=os.path.join(ROOT, "build", "bin"))
    parser.add_argument("--budgets", default=",".join(BUDGETS))
    parser.add_argument("--strategy", default="auto", help="for the steps")
    parser.add_argument("--fuse", choices=("no", "yes", "both"), default="both")
    parser.add_argument(
        "--place", action="store_true", help="run each version in one arena, too"
    )
    parser.add_argument(
        "--no-check-arena",
        action="store_true",
        help="with --place, do not watch each access (ten times as fast)",
    )
    parser.add_argument("--only", default="", help="names of steps, by commas")
    parser.add_argument("--seconds", type=float, default=30, help="for one version")
    parser.add_argument("--jobs", type=int, default=1, help="cases at once")
    parser.add_argument("--json", default="", help="file for all the figures")
    options = parser.parse_args()

    folders = options.folders or [os.path.join(ROOT, "examples", "steps")]
    graphs = options.graphs or []
    if extra and not options.folders:
        folders.append(os.path.join(extra, "steps", "linalg"))
    if extra and options.graphs is None and not options.folders:
        graphs.append(os.path.join(extra, "graphs"))
    only = set(filter(None, options.only.split(",")))
    steps = [
        path
        for folder in folders
        for path in sorted(glob.glob(os.path.join(folder, "*.mlir")))
        if not only or os.path.splitext(os.path.basename(path))[0] in only
    ]
    fuses = {"no": [False], "yes": [True], "both": [False, True]}[options.fuse]
    budgets = options.budgets.split(",")

    step_rows, graph_rows = [], []
    with tempfile.TemporaryDirectory() as folder:
        cases = [
            Case(options, step, budget, fuse, folder)
            for step in steps
            for fuse in fuses
            for budget in budgets
        ]
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for row in pool.map(Case.run, cases):
                step_rows.append(row)
                if row["violations"]:
                    name = f"{row['step']} at {row['budget']}"
                    name += " with fusion" if row["fuse"] else ""
                    print(f"{name}: {row['violations']}", file=sys.stderr)
            jobs = []
            for where in graphs:
                for path in sorted(glob.glob(os.path.join(where, "*.json"))):
                    name = os.path.splitext(os.path.basename(path))[0]
                    budget, limit = PEERS.get(name, (None, None))
                    if budget:
                        jobs.append((path, "lower-set", str(budget), limit))
                    for strategy in ("lower-set-approx", "chen", "auto"):
                        jobs.append((path, strategy, "min", None))
                    jobs.append((path, "auto", "60%", None))
            for row in pool.map(
                lambda job: graph_case(options, job[0], folder, *job[1:]), jobs
            ):
                graph_rows.append(row)
                if row["violations"]:
                    print(
                        f"{row['graph']}, {row['strategy']} at {row['budget']}: "
                        f"{row['violations']}",
                        file=sys.stderr,
                    )

    number, percent, text = "{:,}".format, "{:.2f}".format, str
    flag = lambda value: "yes" if value else ""
    verdict = lambda value: "BROKEN" if value else "ok"
    if step_rows:
        table(
            step_rows,
            [
                ("step", "step", text),
                ("asked", "budget", text),
                ("fuse", "fuse", flag),
                ("status", "status", text),
                ("peak before", "peak_before_bytes", number),
                ("budget", "budget_bytes", number),
                ("predicted", "peak_after_bytes", number),
                ("measured", "measured_peak_bytes", number),
                ("after passes", "later_peak_bytes", number),
                ("time +%", "overhead_step_percent", percent),
                ("strategy", "strategy", text),
                ("opt s", "opt_seconds", percent),
                ("run s", "run_seconds", percent),
                ("", "violations", verdict),
            ],
        )
    if graph_rows:
        table(
            graph_rows,
            [
                ("graph", "graph", text),
                ("strategy", "strategy", text),
                ("asked", "budget", text),
                ("status", "status", text),
                ("peak", "peak", number),
                ("forward +%", "overhead_percent", percent),
                ("s", "seconds", percent),
                ("", "violations", verdict),
            ],
        )
    if options.json:
        with open(options.json, "w") as file:
            json.dump({"steps": step_rows, "graphs": graph_rows}, file, indent=1)
    rows = step_rows + graph_rows
    broken = sum(bool(row["violations"]) for row in rows)
    print(f"{len(rows) - broken} of {len(rows)} cases keep every promise")
    if not rows:
        sys.exit("nothing to check: no steps and no graphs were found")
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
