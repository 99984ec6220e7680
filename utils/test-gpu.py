#!/usr/bin/env python3
# ===- test-gpu.py - What only a GPU can show ------------------------------===#
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""test-gpu.sh [--build DIR] [--steps DIR]... [--time FILE]... [--output FILE.md] ...

On the GPU of this machine:

- each step of the folders --steps, as it is (budget 100%) and planned at slack 50%,
  with NVIDIA's library and with generated kernels alone: results within their
  tolerance of those of the step as it was written on the CPU, the device's peak the
  predicted one to the byte, and one allocation. --jobs of them run at once, so that
  their times say nothing;
- the time of each step --time at slack 100%, 75%, 50% and 25%, one after another,
  beside the overhead that the plan predicts;
- the kernels of utils/gpu_kernels.py: matrix products beside those of the library,
  convolutions (beside the library's where they are matrix products), the bandwidth
  of elementwise kernels, transposes and reductions, and the time that a kernel
  takes at least.

Writes Markdown tables. Exit code 0 if everything holds, 1 if something does
not, 77 where there is no GPU. With --emulate no GPU is needed: kernels run on
the CPU, times mean nothing, and the kernels are left out.
"""

import argparse
import concurrent.futures
import datetime
import json
import os
import subprocess
import sys
import tempfile

import gpu_kernels

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
# What is asked of kernels: shares of the memory bandwidth, and of cuBLASLt's speed.
LEAST_BANDWIDTH = 0.70
LEAST_PRODUCT = 0.50
MOST_JOBS = 8
BUDGETS = ("100%", "slack:75%", "slack:50%", "slack:25%")
LIBRARIES = ("cuda", "none")


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

    def make_path(self, name):
        """A new file; runs at once do not share them."""
        return os.path.join(tempfile.mkdtemp(dir=self.folder), name)

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
        stem = get_name(step)
        output = self.make_path("planned.mlir")
        report = self.make_path("plan.json")
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
        report = self.make_path("run.json")
        command = [
            self.tool("remat-run"),
            "--target=cuda",
            f"--library={library}",
            f"--report={report}",
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

    def time_lines(self, file, library):
        """Seconds of the operation on each line of `file`, by the device's clock;
        None if it failed."""
        profile = self.make_path("profile.json")
        options = ("--no-compare", f"--profile={profile}", f"--repeat={self.arguments.repeat}")
        if self.run(file, library, *options) is None:
            return None
        with open(profile, encoding="utf-8") as opened:
            return {
                int(entry["location"].split(":")[-2]): entry["time"] * 1e-9
                for entry in json.load(opened)["ops"]
            }


def get_name(step):
    return os.path.splitext(os.path.basename(step))[0]


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


def get_worst(run):
    """The largest difference of a result, as a share of its tolerance."""
    return max(
        (
            one["largest_difference"] / (one["tolerance"] * one["largest_element"])
            for one in run["results"]
            if one["tolerance"] > 0 and one["largest_element"] > 0
        ),
        default=0,
    )


def check_step(runner, step, library, budget):
    """The row of a step; None if it could not be run."""
    planned = runner.plan(step, budget, library)
    if planned is None:
        return None
    file, plan = planned
    run = runner.run(file, library, f"--compare={step}")
    if run is None:
        return None
    name = get_name(step)
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
    return (
        f"| {name} | {library} | {budget} | {measured:,} | "
        f"{'yes' if measured == predicted else 'no'} | "
        f"{'yes' if run['within_tolerance'] else 'no'}, {get_worst(run):.1%} |"
    )


def check_steps(runner, steps):
    """The rows of all steps, in their order."""
    tasks = [
        (step, library, budget)
        for step in steps
        for library in LIBRARIES
        for budget in ("100%", "slack:50%")
    ]
    with concurrent.futures.ThreadPoolExecutor(runner.arguments.jobs) as pool:
        rows = pool.map(lambda task: check_step(runner, *task), tasks)
        return [row for row in rows if row is not None]


def time_step(runner, step):
    """Rows of a step's time at each budget."""
    rows = []
    for library in LIBRARIES:
        whole = None  # of 100%
        for budget in BUDGETS:
            planned = runner.plan(step, budget, library)
            if planned is None:
                continue
            file, plan = planned
            run = runner.run(
                file, library, "--no-compare", f"--repeat={runner.arguments.repeat}"
            )
            if run is None:
                continue
            seconds = run["seconds"]
            if budget == BUDGETS[0]:
                whole = seconds
            over = f"{100 * (seconds / whole - 1):+.1f}%" if whole else "–"
            rows.append(
                f"| {get_name(step)} | {library} | {budget} | "
                f"{run['measured_peak_bytes']:,} | {run['overhead_bytes']:,} | "
                f"{seconds * 1e3:.3f} | {over} | "
                f"{plan['overhead_step_percent']:+.1f}% |"
            )
    return rows


def time_kernels(runner, kernels, library):
    """Seconds of each of `kernels`; None if they failed."""
    text, lines = gpu_kernels.write_program(kernels)
    file = runner.make_path("kernels.mlir")
    with open(file, "w", encoding="utf-8") as opened:
        opened.write(text)
    seconds = runner.time_lines(file, library)
    return seconds and [seconds[lines[kernel.name]] for kernel in kernels]


def measure_against_library(runner, kernels):
    rows = []
    ours, theirs = (time_kernels(runner, kernels, library) for library in ("none", "cuda"))
    for kernel, one, other in zip(kernels, ours or (), theirs or ()):
        rates = [kernel.operations / seconds / 1e12 for seconds in (one, other)]
        if kernel.is_judged and other / one < LEAST_PRODUCT:
            runner.fail(
                f"{kernel.name}: {other / one:.0%} of the library, less than "
                f"{LEAST_PRODUCT:.0%}"
            )
        rows.append(
            f"| {kernel.name} | {one * 1e6:.1f} | {rates[0]:.1f} | {rates[1]:.1f} | "
            f"{other / one:.0%} |"
        )
    return rows


def measure_convolutions(runner):
    """Those that the library does not compute."""
    rows = []
    for kernels in gpu_kernels.CONVOLUTIONS.values():
        for kernel, seconds in zip(kernels, time_kernels(runner, kernels, "none") or ()):
            rate = kernel.operations / seconds / 1e12
            rows.append(f"| {kernel.name} | {seconds * 1e6:.1f} | {rate:.1f} |")
    return rows


def measure_bandwidths(runner, bandwidth):
    rows = []
    kernels = gpu_kernels.TRAFFIC
    for kernel, seconds in zip(kernels, time_kernels(runner, kernels, "none") or ()):
        rate = kernel.bytes / seconds
        share = f"{rate / bandwidth:.0%}" if bandwidth else "unknown, not judged"
        if kernel.is_judged and bandwidth and rate < LEAST_BANDWIDTH * bandwidth:
            runner.fail(
                f"{kernel.name}: {rate / 1e9:.0f} GB/s, less than "
                f"{LEAST_BANDWIDTH:.0%} of {bandwidth / 1e9:.0f}"
            )
        rows.append(
            f"| {kernel.name} | {seconds * 1e6:.1f} | {rate / 1e9:.0f} GB/s | {share} |"
        )
    return rows


def measure_launches(runner):
    """The time of a kernel that has next to nothing to do."""
    text, count = gpu_kernels.write_chain()
    file = runner.make_path("chain.mlir")
    with open(file, "w", encoding="utf-8") as opened:
        opened.write(text)
    run = runner.run(file, "none", "--no-compare", f"--repeat={runner.arguments.repeat}")
    if run is None:
        return []
    return [f"A step of {count} small kernels takes {run['seconds'] / count * 1e6:.2f} us a kernel."]


def measure_kernels(runner, device):
    bandwidth = find_bandwidth(runner.arguments, device)
    against = "| kernel | generated, us | Tflop/s | the library's | share |"
    rule = "|---|---|---|---|---|"
    lines = ["", against, rule]
    for kernels in gpu_kernels.PRODUCTS.values():
        lines += measure_against_library(runner, kernels)
    lines += measure_against_library(runner, gpu_kernels.LIBRARY_CONVOLUTIONS)
    lines += ["", "| kernel | generated, us | Tflop/s |", "|---|---|---|"]
    lines += measure_convolutions(runner)
    lines += ["", "| kernel | us | rate | of the device's |", "|---|---|---|---|"]
    lines += measure_bandwidths(runner, bandwidth)
    return lines + [""] + measure_launches(runner)


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
    folders = arguments.steps or [os.path.join(ROOT, "examples", "steps")]
    steps = []
    for folder in folders:
        if not os.path.isdir(folder):
            sys.exit(f"test-gpu: --steps='{folder}' is no folder")
        steps += [
            os.path.join(folder, entry)
            for entry in sorted(os.listdir(folder))
            if entry.endswith(".mlir") and arguments.only in (None, entry[:-5])
        ]
    if not steps:
        which = f" {arguments.only}.mlir" if arguments.only else ""
        sys.exit(f"test-gpu: there are no steps{which} in '{folders[0]}'")
    return steps


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument(
        "--steps",
        action="append",
        help="a folder of steps (*.mlir), examples/steps if there is none",
    )
    parser.add_argument(
        "--time", action="append", default=[], metavar="FILE", help="a step to time"
    )
    parser.add_argument(
        "--jobs",
        type=int,
        default=min(MOST_JOBS, os.cpu_count() or 1),
        help="steps on the GPU at once, half a GiB for each beside its memory",
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
            "within tolerance, of it |",
            "|---|---|---|---|---|---|",
            *check_steps(runner, steps),
        ]
        if arguments.time:
            lines += [
                "",
                "| step | library | budget | device peak, bytes | beside it, bytes | "
                "time, ms | over 100% | predicted |",
                "|---|---|---|---|---|---|---|---|",
            ]
        for step in arguments.time:
            lines += time_step(runner, step)
        if not arguments.emulate:
            lines += measure_kernels(runner, device)
        text = "\n".join(lines) + "\n"
        if arguments.output:
            with open(arguments.output, "w", encoding="utf-8") as file:
                file.write(text)
        else:
            print(text, end="")
        return 1 if runner.failures else 0


if __name__ == "__main__":
    sys.exit(main())
