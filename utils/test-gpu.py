#!/usr/bin/env python3
# ===- test-gpu.py - What only a GPU can show ------------------------------===#
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""test-gpu.sh [--build DIR] [--steps DIR] [--output FILE.md] [--emulate] ...

On the GPU of this machine:

- each step of --steps, as it is (budget 100%) and planned at slack 50%, with the
  toolkit's libraries and with generated kernels alone: results within their
  tolerance of those of the step as it was written on the CPU, the device's peak the predicted one to the byte, one
  allocation, and the time of slack 50% beside that of 100% and the overhead that
  the plan predicts;
- the microbenchmarks in benchmarks/gpu: the bandwidth of elementwise kernels and
  reductions, and the generated products beside cuBLASLt's.

Writes a Markdown table. Exit code 0 if everything holds, 1 if something does
not, 77 where there is no GPU. With --emulate no GPU is needed: kernels run on
the CPU, microbenchmarks are left out and times mean nothing.
"""

import argparse
import datetime
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SKIPPED = 77
TOOLS = ("remat-opt", "remat-run")
# Memory bandwidth in bytes a second, from the vendor's data sheets. The first
# name that is part of the device's counts.
BANDWIDTHS = (
    ("H200", 4.8e12),
    ("H100 80GB HBM3", 3.35e12),
    ("H100 PCIe", 2.0e12),
    ("H100 NVL", 3.9e12),
    ("A100-SXM4-80GB", 2.039e12),
    ("A100 80GB PCIe", 1.935e12),
    ("A100", 1.555e12),
    ("B200", 8.0e12),
)
# Bytes of traffic and operations of each microbenchmark.
BANDWIDTH_BENCHMARKS = {
    "add": 12 * 8192 * 16384,
    "gelu-f16": 4 * 16384 * 16384,
    "transpose": 8 * 8192 * 16384,
    "sum-rows": 4 * 16384 * 16384,
    "sum-columns": 4 * 16384 * 16384,
    "sum-all": 4 * 16384 * 16384,
}
PRODUCTS = {"matmul-f16": 2 * 4096**3, "matmul-f32": 2 * 4096**3}
# What is asked of them.
LEAST_BANDWIDTH = 0.70
LEAST_PRODUCT = {"matmul-f16": 0.50}


def find_error(text):
    """The first line of `text` that speaks of an error, else its first."""
    lines = text.strip().splitlines() or [""]
    return next((line for line in lines if "error" in line.lower()), lines[0])


class Runner:
    """Calls the tools; collects what does not hold."""

    def __init__(self, arguments, folder):
        self.arguments = arguments
        self.folder = folder
        self.failures = []

    def tool(self, name):
        return os.path.join(self.arguments.build, "bin", name)

    def call(self, command):
        """The completed process; its output is text."""
        return subprocess.run(
            command, capture_output=True, text=True, check=False
        )

    def fail(self, what, process=None):
        self.failures.append(what)
        message = what
        if process is not None:
            message += ": " + find_error(process.stderr)
        print("test-gpu: " + message, file=sys.stderr)

    def plan(self, step, budget, library):
        """The step planned for a budget, and the plan's report; None if it
        cannot be."""
        stem = os.path.splitext(os.path.basename(step))[0]
        output = os.path.join(self.folder, f"{stem}-{library}.mlir")
        report = os.path.join(self.folder, "plan.json")
        target = "cuda" if library == "cuda" else "cuda-generated"
        process = self.call(
            [
                self.tool("remat-opt"),
                f"--remat-budget={budget}",
                f"--remat-target={target}",
                f"--remat-device={self.arguments.device}",
                f"--remat-report={report}",
                step,
                "-o",
                output,
            ]
        )
        if process.returncode != 0:
            self.fail(f"{stem} at {budget} with {library}: no plan", process)
            return None
        with open(report, encoding="utf-8") as file:
            return output, json.load(file)["functions"][0]

    def run(self, file, library, *options):
        """The report of remat-run; None if it failed (which was said)."""
        report = os.path.join(self.folder, "run.json")
        if os.path.exists(report):
            os.remove(report)
        command = [
            self.tool("remat-run"),
            "--target=cuda",
            f"--library={library}",
            f"--report={report}",
            f"--repeat={self.arguments.repeat}",
            "--allow-constant",
            *options,
            file,
        ]
        if self.arguments.emulate:
            command.insert(1, "--emulate")
        process = self.call(command)
        if process.returncode != 0:
            self.fail(f"{os.path.basename(file)} with {library}", process)
        if not os.path.exists(report):
            return None
        with open(report, encoding="utf-8") as file:
            return json.load(file)

    def kernel_seconds(self, file, library):
        """Seconds of the slowest operation, by the device's clock."""
        profile = os.path.join(self.folder, "profile.json")
        if self.run(file, library, "--no-compare", f"--profile={profile}") is None:
            return None
        with open(profile, encoding="utf-8") as opened:
            times = [entry["time"] for entry in json.load(opened)["ops"]]
        return max(times) * 1e-9


def find_device(runner):
    """The report of a small run; ends the program with 77 if there is no GPU."""
    probe = os.path.join(runner.folder, "probe.mlir")
    with open(probe, "w", encoding="utf-8") as file:
        file.write(
            "func.func @main(%a: tensor<64xf32>) -> tensor<64xf32> {\n"
            "  %b = arith.addf %a, %a : tensor<64xf32>\n"
            "  return %b : tensor<64xf32>\n}\n"
        )
    report = os.path.join(runner.folder, "probe.json")
    command = [runner.tool("remat-run"), "--target=cuda", f"--report={report}", probe]
    if runner.arguments.emulate:
        command.insert(1, "--emulate")
    process = runner.call(command)
    if process.returncode != 0:
        message = process.stderr.strip()
        print("test-gpu: " + message, file=sys.stderr)
        if "no CUDA driver" in message or "no CUDA device" in message:
            print("test-gpu: skipped, there is no GPU here", file=sys.stderr)
            sys.exit(SKIPPED)
        sys.exit(1)
    with open(report, encoding="utf-8") as file:
        return json.load(file)


def measure_step(runner, step, lines):
    """One row for each library and budget."""
    name = os.path.splitext(os.path.basename(step))[0]
    for library in ("cuda", "none"):
        seconds_of_whole = None
        for budget in ("100%", "slack:50%"):
            planned = runner.plan(step, budget, library)
            if planned is None:
                continue
            file, plan = planned
            run = runner.run(file, library, f"--compare={step}")
            if run is None:
                continue
            what = f"{name} at {budget} with {library}"
            measured = run["measured_peak_bytes"]
            predicted = run["predicted_peak_bytes"]
            if measured != predicted or predicted != plan["predicted_peak_bytes"]:
                runner.fail(
                    f"{what}: measured {measured} bytes, remat-run predicted "
                    f"{predicted}, the plan {plan['predicted_peak_bytes']}"
                )
            if run["allocations"] > 1:
                runner.fail(f"{what}: {run['allocations']} allocations")
            overhead = "–"
            if budget == "100%":
                seconds_of_whole = run["seconds"]
            elif seconds_of_whole:
                extra = 100 * (run["seconds"] / seconds_of_whole - 1)
                overhead = (
                    f"{extra:+.1f}% ({plan['overhead_step_percent']:+.1f}%)"
                )
            worst = max(
                (
                    one["largest_difference"]
                    / (one["tolerance"] * one["largest_element"])
                    for one in run["results"]
                    if one["tolerance"] > 0 and one["largest_element"] > 0
                ),
                default=0,
            )
            lines.append(
                f"| {name} | {library} | {budget} | {measured:,} | "
                f"{'yes' if measured == predicted else 'no'} | "
                f"{'yes' if run['within_tolerance'] else 'no'}, {worst:.1%} | "
                f"{run['seconds'] * 1e3:.3f} | {overhead} |"
            )


def measure_bandwidths(runner, bandwidth, lines):
    for name, traffic in BANDWIDTH_BENCHMARKS.items():
        file = os.path.join(ROOT, "benchmarks", "gpu", name + ".mlir")
        seconds = runner.kernel_seconds(file, "none")
        if seconds is None:
            continue
        rate = traffic / seconds
        share = f"{rate / bandwidth:.0%}" if bandwidth else "unknown, not judged"
        if bandwidth and rate < LEAST_BANDWIDTH * bandwidth:
            runner.fail(
                f"{name}: {rate / 1e9:.0f} GB/s, less than "
                f"{LEAST_BANDWIDTH:.0%} of {bandwidth / 1e9:.0f}"
            )
        lines.append(
            f"| {name} | {seconds * 1e3:.3f} | {rate / 1e9:.0f} GB/s | {share} |"
        )


def measure_products(runner, lines):
    for name, operations in PRODUCTS.items():
        file = os.path.join(ROOT, "benchmarks", "gpu", name + ".mlir")
        seconds = {
            library: runner.kernel_seconds(file, library)
            for library in ("cuda", "none")
        }
        if None in seconds.values():
            continue
        share = seconds["cuda"] / seconds["none"]
        if share < LEAST_PRODUCT.get(name, 0):
            runner.fail(
                f"{name}: {share:.0%} of cuBLASLt, less than "
                f"{LEAST_PRODUCT[name]:.0%}"
            )
        lines.append(
            f"| {name} | {seconds['none'] * 1e3:.3f} | "
            f"{operations / seconds['none'] / 1e12:.1f} Tflop/s | "
            f"{operations / seconds['cuda'] / 1e12:.1f} Tflop/s | {share:.0%} |"
        )


def find_bandwidth(arguments, device):
    if arguments.bandwidth:
        return arguments.bandwidth * 1e9
    found = next((rate for name, rate in BANDWIDTHS if name in device), None)
    if found is None:
        print(
            f"test-gpu: the memory bandwidth of '{device}' is unknown, so that "
            "bandwidths are not judged; give it with --bandwidth",
            file=sys.stderr,
        )
    return found


def find_steps(arguments):
    """The files to measure; ends the program where there is nothing to do it
    with, or to."""
    for name in TOOLS:
        if not os.path.exists(os.path.join(arguments.build, "bin", name)):
            sys.exit(
                f"test-gpu: there is no {name} in '{arguments.build}/bin'; build "
                "first, or name the build folder with --build"
            )
    if not os.path.isdir(arguments.steps):
        sys.exit(f"test-gpu: --steps='{arguments.steps}' is no folder")
    steps = [
        os.path.join(arguments.steps, entry)
        for entry in sorted(os.listdir(arguments.steps))
        if entry.endswith(".mlir") and arguments.only in (None, entry[:-5])
    ]
    if not steps:
        which = f" {arguments.only}.mlir" if arguments.only else ""
        sys.exit(f"test-gpu: there are no steps{which} in '{arguments.steps}'")
    return steps


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument(
        "--steps",
        default=os.path.join(ROOT, "examples", "steps"),
        help="a folder of steps (*.mlir)",
    )
    parser.add_argument("--only", help="the name of one step")
    parser.add_argument("--output", help="where the table goes; stdout if not given")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument(
        "--device", default="h100", help="whose times the plans go by"
    )
    parser.add_argument(
        "--bandwidth", type=float, help="the memory bandwidth of the GPU in GB/s"
    )
    parser.add_argument("--emulate", action="store_true")
    arguments = parser.parse_args()
    steps = find_steps(arguments)
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(arguments, folder)
        probe = find_device(runner)
        device = probe["device"]
        lines = [
            f"Measured on {device} ({probe['device_chip']}), "
            f"{datetime.date.today().isoformat()}.",
            "",
            "| step | library | budget | device peak, bytes | as predicted | "
            "within tolerance, of it | time, ms | over 100% (predicted) |",
            "|---|---|---|---|---|---|---|---|",
        ]
        for step in steps:
            measure_step(runner, step, lines)
        if not arguments.emulate:
            bandwidth = find_bandwidth(arguments, device)
            lines += ["", "| kernel | time, ms | rate | of the device's |", "|---|---|---|---|"]
            measure_bandwidths(runner, bandwidth, lines)
            lines += [
                "",
                "| product | generated, ms | generated | cuBLASLt | share |",
                "|---|---|---|---|---|",
            ]
            measure_products(runner, lines)
        text = "\n".join(lines) + "\n"
        if arguments.output:
            with open(arguments.output, "w", encoding="utf-8") as file:
                file.write(text)
        else:
            print(text, end="")
        return 1 if runner.failures else 0


if __name__ == "__main__":
    sys.exit(main())
