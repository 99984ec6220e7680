#!/usr/bin/env python3
# ===- acceptance-gpu.py - The promises for GPUs, measured without one -----===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Plans every step of some folders for the target cuda at some budgets, lowers
it with and without NVIDIA's libraries, and runs it under an emulated driver;
prints a Markdown table. The exit code is 1 if a promise is broken:

- the planned step lowers, and every kernel is assembled for every chip (where
  there is a ptxas; as PTX otherwise, which the table says);
- the emulated device is asked for one allocation beside the arguments, its peak
  is the predicted one, to the byte, and the driver finds nothing wrong;
- results are the CPU's within the tolerance that remat-run states.
"""

import argparse
import glob
import os
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import acceptance  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def call(arguments, seconds):
    """Runs a tool: (whether it went well, seconds, its first error)."""
    code, spent, said = acceptance.call(arguments, seconds)
    if code == "timeout":
        said = f"more than {seconds} s"
    lines = [line for line in said.splitlines() if "error" in line.lower()]
    said = (lines or said.splitlines() or [""])[0]
    return code == 0, spent, said[:300]


def load(path):
    """A report; one that a tool did not come to write is empty."""
    return acceptance.load(path) if os.path.exists(path) else {}


class Case:
    """One step at one budget with one library."""

    def __init__(self, options, step, budget, library, folder):
        self.options, self.step = options, step
        self.budget, self.library, self.folder = budget, library, folder
        self.complaints = []
        self.row = {
            "step": os.path.splitext(os.path.basename(step))[0],
            "budget": budget,
            "library": library,
        }

    def tool(self, name):
        return os.path.join(self.options.build, "bin", name)

    def path(self, name):
        return os.path.join(self.folder, name)

    def must(self, what, arguments):
        good, seconds, said = call(arguments, self.options.seconds)
        if not good:
            self.complaints.append(f"{what}: {said}")
        return good, seconds

    def plan(self):
        target = "cuda" if self.library == "cuda" else "cuda-generated"
        good, seconds = self.must(
            "plan",
            [
                self.tool("remat-opt"),
                f"--remat-budget={self.budget}",
                f"--remat-target={target}",
                f"--remat-report={self.path('plan.json')}",
                self.step,
                "-o",
                self.path("placed.mlir"),
            ],
        )
        if good:
            functions = load(self.path("plan.json")).get("functions", [{}])
            self.row["predicted"] = functions[0].get("predicted_peak_bytes")
            self.row["plan s"] = f"{seconds:.1f}"
        return good

    def lower(self, chip):
        form = "bin" if self.options.ptxas else "isa"
        good, seconds = self.must(
            chip,
            [
                self.tool("remat-opt"),
                f"--remat-gpu-pipeline=chip={chip} format={form} "
                f"library={self.library}",
                self.path("placed.mlir"),
                "-o",
                self.path("lowered.mlir"),
            ],
        )
        self.row[chip] = f"{form} {seconds:.1f} s" if good else "FAILED"

    def run(self):
        good, _ = self.must(
            "run",
            [
                self.tool("remat-run"),
                "--target=cuda",
                "--emulate",
                f"--library={self.library}",
                self.path("placed.mlir"),
                f"--compare={self.step}",
                f"--report={self.path('run.json')}",
            ],
        )
        report = load(self.path("run.json"))
        measured = report.get("measured_peak_bytes")
        self.row["measured"] = measured
        self.row["allocations"] = report.get("allocations")
        self.row["results"] = "within" if good else "FAILED"
        if good and measured != self.row["predicted"]:
            self.complaints.append(
                f"measured {measured} bytes, predicted {self.row['predicted']}"
            )
        if good and report.get("allocations") != 1:
            self.complaints.append("more than one allocation")

    def measure(self):
        if self.plan():
            for chip in self.options.chips.split(","):
                self.lower(chip)
            if not self.options.no_run:
                self.run()


def print_table(rows):
    columns = list(dict.fromkeys(key for row in rows for key in row))
    print("| " + " | ".join(columns) + " |")
    print("|" + "---|" * len(columns))
    for row in rows:
        print("| " + " | ".join(str(row.get(c, "")) for c in columns) + " |")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", help="folders with steps, or steps")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--budgets", default="100%,slack:50%")
    parser.add_argument("--libraries", default="none,cuda")
    parser.add_argument("--chips", default="sm_80,sm_90")
    parser.add_argument("--seconds", type=float, default=600, help="for each tool")
    parser.add_argument(
        "--no-run", action="store_true", help="only plan, lower and assemble"
    )
    options = parser.parse_args()
    default = "/usr/local/cuda/bin"
    path = os.environ.get("CUDA_HOME", default) + os.pathsep + default
    options.ptxas = shutil.which("ptxas") or shutil.which("ptxas", path=path)

    for name in ("remat-opt", "remat-run"):
        if not os.path.exists(os.path.join(options.build, "bin", name)):
            sys.exit(
                f"there is no {name} in '{options.build}/bin'; build first, or "
                "name the build folder with --build"
            )
    steps = []
    for folder in options.folders:
        if not os.path.exists(folder):
            sys.exit(f"there is no file or folder '{folder}'")
        found = sorted(glob.glob(os.path.join(folder, "*.mlir")))
        steps += found if os.path.isdir(folder) else [folder]
    rows, complaints = [], []
    for step in steps:
        for budget in options.budgets.split(","):
            for library in options.libraries.split(","):
                with tempfile.TemporaryDirectory() as folder:
                    case = Case(options, step, budget, library, folder)
                    case.measure()
                rows.append(case.row)
                for complaint in case.complaints:
                    complaints.append(f"{step} {budget} {library}: {complaint}")
                    print(complaints[-1], file=sys.stderr, flush=True)
    print_table(rows)
    if not steps:
        print("there are no steps", file=sys.stderr)
    return 1 if complaints or not steps else 0


if __name__ == "__main__":
    sys.exit(main())
