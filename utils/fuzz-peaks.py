#!/usr/bin/env python3
# ===- fuzz-peaks.py - Predicted and measured peaks of random programs -----===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""fuzz-peaks.py [--programs=steps|loops] [--seed=N] [--count=N] [--features=A,B]
[FILE...]

Runs the programs of random_program.py (steps) or random_loops.py (loops) with the
seeds N, N+1, ..., or the files, as they stand and rewritten for several budgets, and
holds what is predicted against what is measured:

- above: the measured peak is above the predicted one, or above the budget;
- below: it is below, in a program for which docs/model.md promises equality;
- disagree: remat-run predicts another peak for the rewritten step than remat-opt;
- bound: remat-opt calls a budget infeasible, or a peak the smallest, while less
  was measured;
- results: a rewritten step computes something else, or a rewritten step that is
  planned again;
- compile, run: a tool fails, other than by the refusal of a budget or by a limit
  that the documents name;
- crash: a signal ends a tool, or it takes too long.

Prints a command for each finding that reproduces it, and as the last line
"N programs: E exact, B below, X broken; P plans, S with other stacks in T programs",
where stacks are those that loops keep for their gradients. The exit code is 1 if any
is broken.
With --reduce a program that is broken is made small first: statements, results,
arguments and functions go as long as the same finding stays.
"""

import argparse
import collections
import json
import multiprocessing
import os
import re
import shlex
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import random_loops  # noqa: E402
import random_program  # noqa: E402
from reduce_program import Reducer  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SECONDS = 60
GENERATORS = {"steps": random_program, "loops": random_loops}

# Where the prediction may be above what is measured, by docs/model.md: which of
# the regions runs is not known before.
BRANCHES = re.compile(r"\bscf\.(if|index_switch)\b")
LOOP = re.compile(r"\bscf\.(for|forall|while)\b")
INITS = re.compile(r"(?:iter_args|shared_outs|scf\.while )\(([^)]*)\)")
INIT = re.compile(r"%\w+ = (%\w+)")
# Made in the storage that the loop writes, or no tensors.
PREPARED = re.compile(r"linalg\.fill|tensor\.empty|arith\.constant")

# Errors that refuse a program by documented limits (docs/model.md, docs/arena.md).
LIMITS = (
    r"holds a buffer whose life depends on how the step runs",
    # Of arenas.
    r"returns a buffer; whose it is is not known",
    r"is inside of 'scf\.\w+', which may run it more than once at a time",
    r"makes a buffer in each turn of a loop that outlives the turn",
    r"takes a buffer from the stack, which no arena holds",
    r"is on buffers already, so that nothing can be planned",
)

Finding = collections.namedtuple("Finding", "kind stage text")
# Of one program: `name` is its seed or path.
Outcome = collections.namedtuple("Outcome", "name findings is_equal plans traded text")


def source_of_init(function, name):
    """The tensor that a loop's init is a copy of, or None if no copy is made of
    it or it is an argument."""
    made = re.search(
        rf"^ *(?:%\w+, )*{name}(?:,.*|:\d+)? = (.*)", function, re.MULTILINE
    )
    if made is None or PREPARED.match(made.group(1)):
        return None
    copied = re.match(r"linalg\.copy ins\((%\w+)", made.group(1))
    return source_of_init(function, copied.group(1)) if copied else name


def has_one_turn(function, line):
    """Whether the loop of `line` is an scf.for whose constant bounds give it one
    turn: its body becomes part of the block around it."""
    bounds = re.search(r"scf\.for %\w+ = (%\w+) to (%\w+) step (%\w+)", line)
    if bounds is None:
        return False
    made = [
        re.search(rf"^ *{name} = arith\.constant (-?\d+) : ", function, re.MULTILINE)
        for name in bounds.groups()
    ]
    if not all(made):
        return False
    lower, upper, step = (int(each.group(1)) for each in made)
    return lower < upper <= lower + step


def hands_over_init(text):
    """Whether a loop of a function starts from a tensor that nothing reads later:
    it is copied, and freed before the first turn."""
    for function in re.split(r"^ *func\.func", text, flags=re.MULTILINE)[1:]:
        lines = [line for line in function.splitlines()[1:] if line.strip()]
        if block_hands_over_init(function, lines):
            return True
    return False


def block_hands_over_init(function, lines):
    """`hands_over_init` of the loops of a block, and of loops with one turn in it."""
    indents = [len(line) - len(line.lstrip()) for line in lines]
    for i, line in enumerate(lines):
        if indents[i] != indents[0] or not LOOP.search(line):
            continue
        # Not in the body: what reads it there may be dead code.
        end = next(k for k in range(i + 1, len(lines)) if indents[k] == indents[i])
        later = "\n".join(lines[end:])
        for inits in INITS.findall(line):
            for name in INIT.findall(inits):
                source = source_of_init(function, name)
                if source and not re.search(rf"{source}\b", later):
                    return True
        if has_one_turn(function, line) and block_hands_over_init(
            function, lines[i + 1 : end]
        ):
            return True
    return False


def may_be_below(text):
    return bool(BRANCHES.search(text)) or hands_over_init(text)


class Checker:
    """Runs the tools on one program; its files go to `folder`."""

    def __init__(self, build, folder):
        self.bin, self.folder = os.path.join(build, "bin"), folder
        self.findings = []
        self.runs = {}
        # Plans, and those that give loops other stacks.
        self.plans = self.traded = 0

    def path(self, name):
        return os.path.join(self.folder, name)

    def found(self, kind, stage, text):
        self.findings.append(Finding(kind, stage, text))

    def call(self, kind, stage, tool, *arguments):
        """Whether the tool ended by itself, its exit code and what it said."""
        try:
            done = subprocess.run(
                [os.path.join(self.bin, tool), *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=SECONDS,
            )
        except subprocess.TimeoutExpired:
            self.found("crash", stage, f"{tool} takes more than {SECONDS} s")
            return False, None, ""
        said = done.stdout.decode(errors="replace")
        if done.returncode < 0 or done.returncode > 127:
            self.found("crash", stage, f"{tool} ends with {done.returncode}: {first_error(said)}")
            return False, done.returncode, said
        return True, done.returncode, said

    def load(self, name):
        try:
            with open(self.path(name)) as file:
                return json.load(file)
        except (OSError, ValueError):
            return None

    def run(self, stage, name, *flags):
        """The report of remat-run, or None if it has not run."""
        with open(self.path(name)) as file:
            key = (file.read(), flags)
        if key not in self.runs:
            self.runs[key] = self.run_anew(stage, name, flags)
        return self.runs[key]

    def run_anew(self, stage, name, flags):
        report = self.path("run.json")
        if os.path.exists(report):
            os.remove(report)
        ended, code, said = self.call(
            "run", stage, "remat-run", self.path(name), "--allow-constant",
            f"--report={report}", *flags,
        )
        if not ended:
            return None
        run = self.load("run.json")
        if run is None:
            self.found("run", stage, f"remat-run ends with {code}: {first_error(said)}")
        elif code != 0 and run["measured_peak_bytes"] <= run["predicted_peak_bytes"]:
            self.found("run", stage, f"remat-run ends with {code}: {first_error(said)}")
        return run

    def compare(self, stage, run, predicted, exact):
        measured = run["measured_peak_bytes"]
        if measured > predicted:
            self.found("above", stage, f"predicted {predicted}, measured {measured}")
        elif measured < predicted and exact:
            self.found("below", stage, f"predicted {predicted}, measured {measured}")
        return measured == predicted

    def check(self, text, stages):
        """Checks a program at the given stages: words for budgets. Returns
        whether every peak was measured as predicted."""
        with open(self.path("program.mlir"), "w") as file:
            file.write(text)
        exact = not may_be_below(text)
        whole = self.run("run", "program.mlir")
        if whole is None:
            return False
        is_equal = self.compare("run", whole, whole["predicted_peak_bytes"], exact)
        smallest = [whole["measured_peak_bytes"]]
        claims = []
        for stage in stages:
            equal = self.check_budget(stage, whole, exact, smallest, claims)
            is_equal = is_equal and equal
        for stage, bound, words in claims:
            if min(smallest) < bound:
                self.found(
                    "bound", stage, f"{words} {bound}, measured {min(smallest)}"
                )
        return is_equal

    def check_budget(self, stage, whole, exact, smallest, claims):
        budget, _, extra = stage.partition("+")
        arena = extra if extra != "again" else ""
        if budget.startswith("measured:"):
            share = int(budget[9:].rstrip("%"))
            budget = str(whole["measured_peak_bytes"] * share // 100)
        for name in ("plan.json", "planned.mlir"):
            if os.path.exists(self.path(name)):
                os.remove(self.path(name))
        ended, code, said = self.call(
            "compile", stage, "remat-opt", f"--remat-budget={budget}",
            "--remat-function=main", f"--remat-report={self.path('plan.json')}",
            *([f"--remat-arena={arena}"] if arena else []),
            self.path("program.mlir"), "-o", self.path("planned.mlir"),
        )
        if not ended:
            return False
        plans = (self.load("plan.json") or {}).get("functions")
        plan = plans[0] if plans else None
        if code != 0:
            status = plan["status"] if plan else None
            if any(re.search(limit, said) for limit in LIMITS):
                return True
            if status not in ("infeasible", "not-found"):
                self.found(
                    "compile", stage, f"remat-opt ends with {code}: {first_error(said)}"
                )
                return False
            if status == "infeasible" and not arena:
                claims.append(
                    (stage, plan["lower_bound_bytes"], "called infeasible below")
                )
            return True
        if plan is None:
            self.found("compile", stage, "remat-opt wrote no report")
            return False
        self.plans += 1
        if any(s["kept"] != s["kept_before"] for s in plan.get("stacks", [])):
            self.traded += 1
        if not arena:
            proved = plan["proved_optimal"] and not plan.get("kept_whole")
            if budget == "min" and proved:
                claims.append((stage, plan["peak_after_bytes"], "proved the smallest peak"))
            claims.append((stage, plan["lower_bound_bytes"], "the lower bound is"))
        # What is placed is on buffers already.
        flags = ["--place-buffers", "--in-place", "--check-arena"]
        flags = flags if arena == "fit" else []
        run = self.run(stage, "planned.mlir", *flags)
        if run is None:
            return False
        if run["results_hash"] != whole["results_hash"]:
            self.found("results", stage, "the results are others")
        if extra == "again":
            self.check_again(stage, whole)
        measured = run["measured_peak_bytes"]
        if not arena:
            smallest.append(measured)
        predicted = plan["predicted_peak_bytes" if arena else "peak_after_bytes"]
        with open(self.path("planned.mlir")) as file:
            exact = exact and not may_be_below(file.read())
        if run["predicted_peak_bytes"] > predicted or (
            exact and run["predicted_peak_bytes"] != predicted
        ):
            self.found(
                "disagree",
                stage,
                f"remat-opt predicts {predicted}, remat-run "
                f"{run['predicted_peak_bytes']}, measured {measured}",
            )
        if measured > plan["budget_bytes"]:
            self.found(
                "above", stage, f"budget {plan['budget_bytes']}, measured {measured}"
            )
        return self.compare(stage, run, predicted, exact and not arena)

    def check_again(self, stage, whole):
        """Plans what is planned for the smallest peak, and runs that."""
        ended, code, said = self.call(
            "compile", stage, "remat-opt", "--remat-budget=min",
            "--remat-function=main", self.path("planned.mlir"),
            "-o", self.path("again.mlir"),
        )
        if not ended:
            return
        if code != 0:
            self.found(
                "compile", stage, f"remat-opt ends with {code} again: {first_error(said)}"
            )
            return
        run = self.run(stage, "again.mlir")
        if run is None:
            return
        if run["results_hash"] != whole["results_hash"]:
            self.found("results", stage, "planned again, the results are others")
        self.compare(stage, run, run["predicted_peak_bytes"], exact=False)


def first_error(said):
    for line in said.splitlines():
        if "error:" in line or "Assertion" in line:
            return line[-300:]
    lines = said.strip().splitlines()
    return lines[-1][:300] if lines else "(nothing said)"


def message_class(finding):
    """What of a finding a smaller program must keep: no names, no numbers."""
    text = re.sub(r"^.*?error:", "", finding.text) if "error:" in finding.text else ""
    text = re.sub(r"'math\.\w+'", "'math'", text)
    return finding.kind, re.sub(r"\d+", "N", re.sub(r"<[^>]*>", "", text))[:60]


def stages_of(seed, programs):
    """Which budgets a seed's program is planned for: the smallest, one between (70%
    of a step; of loops a share of the slack) and one by chance, one of them in an
    arena or planned again at times."""
    rng = random_program.Random(seed + 1000000007)
    last = rng.pick(
        [
            f"slack:{rng.between(5, 95)}%",
            f"{rng.between(40, 95)}%",
            f"measured:{rng.between(50, 99)}%",
            "measured:100%",
        ]
    )
    if programs == "loops":
        last += rng.pick(["", "+place", "+place", "+fit", "+again"])
        return ["min", f"slack:{rng.pick([25, 50, 75])}%", last]
    if rng.chance(0.2):
        last += "+fit"
    return ["min", "70%", last]


def check(build, text, stages, folder=None):
    """A program's checker, after its work, and whether all peaks were equal."""
    with tempfile.TemporaryDirectory() as made:
        checker = Checker(build, folder or made)
        is_equal = checker.check(text, stages)
        return checker, is_equal


def reduce(options, program, finding):
    wanted = message_class(finding)
    stages = [] if finding.stage == "run" else [finding.stage]
    if finding.kind == "bound":
        stages = sorted({finding.stage, "min"})

    def is_interesting(text):
        checker, _ = check(options.build, text, stages)
        return any(
            message_class(f) == wanted and f.stage == finding.stage
            for f in checker.findings
        )

    return Reducer(program, is_interesting).reduce()


def check_seed(job):
    options, seed = job
    program = GENERATORS[options.programs].generate(seed, options.features)
    stages = stages_of(seed, options.programs)
    checker, is_equal = check(options.build, str(program), stages)
    text = str(program)
    if options.reduce and checker.findings:
        text = str(reduce(options, program, checker.findings[0]))
    return Outcome(
        seed, checker.findings, is_equal, checker.plans, checker.traded, text
    )


def check_file(job):
    options, path = job
    with open(path) as file:
        text = file.read()
    stages = [options.stage] if options.stage else stages_of(0, options.programs)
    checker, is_equal = check(options.build, text, stages)
    return Outcome(
        path, checker.findings, is_equal, checker.plans, checker.traded, text
    )


def keep(options, name, text):
    os.makedirs(options.keep, exist_ok=True)
    path = os.path.join(options.keep, f"{name}.mlir")
    with open(path, "w") as file:
        file.write(text)
    return path


def command(options, name):
    """What repeats the check of one program."""
    words = ["python3", os.path.relpath(os.path.abspath(__file__))]
    if options.files:
        words += [name]
    else:
        if options.programs != "steps":
            words.append(f"--programs={options.programs}")
        words += [f"--seed={name}", "--count=1"]
        if len(options.features) < len(GENERATORS[options.programs].FEATURES):
            words.append("--features=" + (",".join(options.features) or "none"))
    return shlex.join(words + [f"--build={options.build}"])


def report(options, outcome):
    name, text = outcome.name, outcome.text
    features = ""
    if not options.files:
        generator = GENERATORS[options.programs]
        used = generator.generate(name, options.features).features
        features = f" ({', '.join(used) or 'no features'})"
        name_of_file = f"seed{name}"
    print(f"{name}{features}:")
    for finding in outcome.findings:
        print(f"  {finding.kind} at {finding.stage}: {finding.text}")
    print(f"  {command(options, name)}")
    if options.keep and not options.files:
        print(f"  {keep(options, name_of_file, text)}")
    elif options.reduce and not options.files:
        print("  " + text.replace("\n", "\n  ").rstrip())
    sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument(
        "--programs",
        choices=GENERATORS,
        default="steps",
        help="any operations (steps), or loops and the loops of their gradients (loops)",
    )
    parser.add_argument("--seed", type=int, default=0, help="the first one")
    parser.add_argument("--count", type=int, default=100, help="how many programs")
    parser.add_argument(
        "--features",
        help="what programs may use, see --help of random_program.py, random_loops.py",
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--reduce", action="store_true", help="make findings small")
    parser.add_argument("--keep", help="folder for the programs that are broken")
    parser.add_argument("--stage", help="for files: one budget in place of three")
    options = parser.parse_args()
    generator = GENERATORS[options.programs]
    try:
        options.features = (
            list(generator.FEATURES)
            if options.features is None
            else generator.parse_features(options.features)
        )
    except argparse.ArgumentTypeError as error:
        parser.error(f"argument --features: {error}")
    for tool in ("remat-opt", "remat-run"):
        if not os.access(os.path.join(options.build, "bin", tool), os.X_OK):
            parser.error(f"there is no {tool} in {options.build}/bin; build it first")

    if options.files:
        work, jobs = check_file, [(options, path) for path in options.files]
    else:
        seeds = range(options.seed, options.seed + options.count)
        work, jobs = check_seed, [(options, seed) for seed in seeds]
    counts = collections.Counter()
    with multiprocessing.Pool(max(1, min(options.jobs, len(jobs)))) as pool:
        for outcome in pool.imap(work, jobs):
            is_broken = bool(outcome.findings)
            if is_broken:
                report(options, outcome)
            counts["broken" if is_broken else "exact" if outcome.is_equal else "below"] += 1
            counts["plans"] += outcome.plans
            counts["traded"] += outcome.traded
            counts["traders"] += outcome.traded > 0
    print(
        f"{len(jobs)} programs: {counts['exact']} exact, {counts['below']} below, "
        f"{counts['broken']} broken; {counts['plans']} plans, {counts['traded']} with "
        f"other stacks in {counts['traders']} programs"
    )
    return 1 if counts["broken"] else 0


if __name__ == "__main__":
    sys.exit(main())
