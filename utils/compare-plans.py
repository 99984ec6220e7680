#!/usr/bin/env python3
# ===- compare-plans.py - The same plans as another build ------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""compare-plans.py record BUILD OUT.json [--data FOLDER] [--only TEXT]
compare-plans.py compare OLD.json NEW.json

`record` plans every step, graph, chain and trace of a folder at five budgets
with the tools in BUILD/bin, sweeps over budgets and fits arenas, and writes a row
for each: hashes of the plan, the rewritten module and the messages, the exit code
and the CPU seconds.
`compare` prints each row that differs and the ratio of the CPU times, and exits
with 1 if a plan, a module or an exit code differs. A refactoring is known to
change no plan when the two records agree.
"""

import argparse
import glob
import hashlib
import json
import os
import resource
import subprocess
import sys
import tempfile

BUDGETS = ["min", "slack:25%", "slack:50%", "slack:75%", "60%"]
DEFAULT_DATA = os.environ.get("REMAT_EXTRA_DATA", "")
SECONDS = 600


def digest(data):
    return hashlib.sha256(data).hexdigest()[:16]


def commands(build, data, budget, out):
    """(name, command, files that it writes) for each input."""
    opt, plan = (os.path.join(build, "bin", t) for t in ("remat-opt", "remat-plan"))
    for folder in ("graphs", "chains", "traces"):
        for path in sorted(glob.glob(os.path.join(data, folder, "*.json"))):
            name = os.path.relpath(path, data)
            yield name, [plan, path, f"--budget={budget}", "-o", out + ".plan"]
    for dialect, target in (("linalg", "cpu"), ("stablehlo", "xla-gpu")):
        for path in sorted(glob.glob(os.path.join(data, "steps", dialect, "*.mlir"))):
            name = os.path.relpath(path, data)
            command = [opt, path, f"--remat-budget={budget}",
                       f"--remat-target={target}",
                       f"--remat-plan-out={out}.plan", "-o", out + ".mlir"]
            if dialect == "stablehlo":
                command.append("--allow-unregistered-dialect")
            yield name, command
    for path in sorted(glob.glob(os.path.join(data, "hostile", "*.mlir"))):
        name = os.path.relpath(path, data)
        yield name, [opt, path, f"--remat-budget={budget}",
                     f"--remat-plan-out={out}.plan", "-o", out + ".mlir"]


def other_commands(build, data, out):
    """Sweeps and arenas: ways to the planner that ask for more than one plan."""
    opt, plan = (os.path.join(build, "bin", t) for t in ("remat-opt", "remat-plan"))
    for path in sorted(glob.glob(os.path.join(data, "graphs", "*.json"))):
        name = os.path.relpath(path, data)
        yield f"{name} sweep", [plan, "sweep", path, "--points=8", "-o", out + ".plan"]
        for strategy in ("chen", "rotor", "revolve", "lower-set-approx"):
            yield f"{name} {strategy}", [plan, path, f"--strategy={strategy}",
                                         "--budget=60%", "-o", out + ".plan"]
    for path in sorted(glob.glob(os.path.join(data, "steps/linalg/*.mlir"))):
        name = os.path.relpath(path, data)
        yield f"{name} arena", [opt, path, "--remat-budget=slack:50%",
                                "--remat-arena=place",
                                f"--remat-plan-out={out}.plan", "-o", out + ".mlir"]
        yield f"{name} cuda", [opt, path, "--remat-budget=slack:50%",
                               "--remat-target=cuda", f"--remat-plan-out={out}.plan",
                               "-o", out + ".mlir"]
        yield f"{name} no-search", [opt, path, "--remat-budget=60%",
                                    "--remat-effort=0", "-o", out + ".mlir"]


def run(command, out, data):
    for suffix in (".plan", ".mlir"):
        if os.path.exists(out + suffix):
            os.remove(out + suffix)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, capture_output=True, timeout=SECONDS,
                              stdin=subprocess.DEVNULL)
        code, said = done.returncode, done.stdout + done.stderr
    except subprocess.TimeoutExpired:
        code, said = "timeout", b""
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    row = {"exit": code,
           "seconds": round(after.ru_utime - before.ru_utime, 3),
           "said": digest(said.replace(data.encode(), b"").replace(out.encode(), b""))}
    for suffix in (".plan", ".mlir"):
        if os.path.exists(out + suffix):
            with open(out + suffix, "rb") as file:
                row[suffix[1:]] = digest(file.read())
    return row


def record(arguments):
    if not os.path.isdir(arguments.data):
        sys.exit(f"no such folder: '{arguments.data}'; give --data=FOLDER")
    rows = {}
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        for budget in arguments.budgets.split(","):
            if budget == "other":
                wanted = other_commands(arguments.build, arguments.data, out)
            else:
                wanted = ((f"{name} {budget}", command) for name, command in
                          commands(arguments.build, arguments.data, budget, out))
            for key, command in wanted:
                if arguments.only not in key:
                    continue
                rows[key] = run(command, out, arguments.data)
                print(key, json.dumps(rows[key]), flush=True)
                with open(arguments.out, "w", encoding="utf-8") as file:
                    json.dump(rows, file, indent=1)
    if not rows:
        sys.exit("there is nothing to plan")


def compare(arguments):
    with open(arguments.old, encoding="utf-8") as file:
        old = json.load(file)
    with open(arguments.new, encoding="utf-8") as file:
        new = json.load(file)
    both = [key for key in old if key in new]
    differing = 0
    for key in both:
        parts = [part for part in ("exit", "plan", "mlir", "said")
                 if old[key].get(part) != new[key].get(part)]
        if not parts:
            continue
        print(f"{key}: {', '.join(parts)} differ")
        differing += parts != ["said"]
    seconds = [sum(rows[key]["seconds"] for key in both) for rows in (old, new)]
    print(f"{len(both)} rows compared, {differing} with another plan, module or "
          f"exit code; CPU {seconds[0]:.1f} s -> {seconds[1]:.1f} s")
    if not both:
        sys.exit("the records have no row in common")
    sys.exit(1 if differing else 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    recording = verbs.add_parser("record")
    recording.add_argument("build")
    recording.add_argument("out")
    recording.add_argument("--data", default=DEFAULT_DATA)
    recording.add_argument("--budgets", default=",".join(BUDGETS + ["other"]))
    recording.add_argument("--only", default="")
    comparing = verbs.add_parser("compare")
    comparing.add_argument("old")
    comparing.add_argument("new")
    arguments = parser.parse_args()
    {"record": record, "compare": compare}[arguments.verb](arguments)


main()
