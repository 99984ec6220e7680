#!/usr/bin/env python3
# ===- measure-xla.py - Plans of steps, as XLA compiles them ---------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""measure-xla.py [--budgets=75%,50%,35%,min+5%] [--rounds=N] [--cost=time]
                [--host-budget=64GiB] --output=FILE STEP...

Plans each StableHLO file for each budget by the closed loop of the Python package, with
XLA compiling for --device, and adds the figures to FILE, JSON with an entry for each
plan. Plans that FILE has for the device, the cost, the host budget and as many rounds
are not measured again.
A budget is a size, a percentage of the compiled peak of the step as it stands, or
min+N%: so much above the smallest peak that remat-opt predicts. The last line has the
share of all plans in FILE of which the first compilation is near the prediction, and
the share within the budget after one and after two. --summary measures nothing.

Takes a minute or two for most plans. REMAT_OPT names remat-opt.
"""

import argparse
import json
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "python"))

import remat
from remat.foreign import Compiler
from remat.tool import ToolOptions, run_tool


def bytes_of(budget, text, plain):
    """The budget in bytes; `plain` is the measurement of the step as it stands."""
    if budget.startswith("min+"):
        share = 1 + float(budget[len("min+") : -1]) / 100
        smallest = run_tool(text, "min", ToolOptions())
        return int(share * smallest.size("predicted_peak_bytes", "peak_after_bytes"))
    parsed = remat.Budget.parse(budget)
    if parsed.bytes is None and parsed.share is None:
        sys.exit(f"'{budget}' is no size, no percentage and not min+N%")
    return parsed.bytes or int(plain.peak_bytes * parsed.share)


def extra_time_percent(plan):
    """What the plan adds to the step's time, by the model of the tool."""
    before = plan.tool_report.get("time_before")
    if plan.untouched or not before:
        return 0.0
    return 100 * (plan.tool_report["time_after"] / before - 1)


def measure(text, budget, options, compiler):
    """The entry of one plan, sizes in bytes."""
    plain = compiler.measure(text)
    entry = {"budget_bytes": bytes_of(budget, text, plain)}
    entry["plain"] = {"peak_bytes": plain.peak_bytes, "flops": plain.flops}
    start = time.monotonic()
    try:
        plan = remat.plan_text(
            text,
            budget=entry["budget_bytes"],
            max_rounds=options.rounds,
            device=options.device,
            cost=options.cost,
            host_budget=options.host_budget,
            compiler=compiler,
        )
    except remat.NoPlan as error:
        entry["state"], tried = error.reason, getattr(error, "rounds", ())
    else:
        entry["state"], tried = "ok", plan.rounds
        entry["peak_bytes"] = plan.compiled_peak_bytes
        entry["extra_percent"] = plan.extra_flops_percent
        entry["extra_dot_percent"] = plan.extra_dot_flops_percent
        entry["extra_time_percent"] = extra_time_percent(plan)
        entry["host_bytes"] = plan.compiled_host_bytes
    entry["seconds"] = round(time.monotonic() - start, 1)
    entry["rounds"] = [
        {
            "shape": str(each.shape),
            "predicted_bytes": each.predicted_peak_bytes,
            "compiled_bytes": each.compiled_peak_bytes,
            "fits": each.fits,
        }
        for each in tried
    ]
    return entry


def told(entry):
    """One line on an entry."""
    rounds = ", ".join(
        f"{each['compiled_bytes'] / each['predicted_bytes']:.3f}"
        + ("" if each["fits"] else "!")
        for each in entry["rounds"]
    )
    words = [f"{entry['step']:18} {entry['budget']:>8}", entry["state"]]
    if entry["state"] == "ok":
        words.append(f"{entry['peak_bytes'] / entry['budget_bytes']:.3f} of the budget,")
        words.append(f"+{entry['extra_percent']:.2f}%,")
        if entry.get("host_bytes"):
            words.append(f"{entry['host_bytes'] / 2**20:,.0f} MiB on the host,")
    return " ".join([*words, f"compiled/predicted {rounds}, {entry['seconds']:.0f} s"])


def summarize(entries):
    tried = [each["rounds"] for each in entries if each["rounds"]]
    if not tried:
        return
    off = [
        abs(rounds[0]["compiled_bytes"] / rounds[0]["predicted_bytes"] - 1)
        for rounds in tried
    ]
    second = [any(each["fits"] for each in rounds[:2]) for rounds in tried]
    print(
        f"{len(tried)} plans: the first compilation is within 3% of the prediction for"
        f" {100 * sum(each <= 0.03 for each in off) / len(off):.0f}%, within 5% for"
        f" {100 * sum(each <= 0.05 for each in off) / len(off):.0f}%; within the budget"
        f" {100 * sum(r[0]['fits'] for r in tried) / len(tried):.0f}% at the first"
        f" compilation, {100 * sum(second) / len(second):.0f}% at the second"
    )


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("steps", nargs="*", metavar="STEP")
    parser.add_argument("--budgets", default="75%,50%,35%,min+5%")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--device", default="h100")
    parser.add_argument("--cost", choices=("flops", "time"), default="flops")
    parser.add_argument("--host-budget", default="0")
    parser.add_argument("--output", required=True, type=pathlib.Path, metavar="FILE")
    parser.add_argument("--summary", action="store_true")
    options = parser.parse_args()

    entries = []
    if options.output.exists():
        entries = json.loads(options.output.read_text())
    keys = ("step", "budget", "device", "most_rounds", "cost", "host_budget")
    defaults = {"cost": "flops", "host_budget": "0"}
    known = {
        tuple(each.get(key, defaults.get(key)) for key in keys) for each in entries
    }
    with Compiler(options.device) as compiler:
        for path in [] if options.summary else map(pathlib.Path, options.steps):
            text = path.read_text()
            for budget in options.budgets.split(","):
                key = path.stem, budget, options.device, options.rounds
                key += options.cost, options.host_budget
                if key in known:
                    continue
                entry = dict(zip(keys, key))
                entry.update(measure(text, budget, options, compiler))
                entries.append(entry)
                print(told(entry), flush=True)
                # After each: a run of hours may be cut short.
                options.output.write_text(json.dumps(entries, indent=1) + "\n")
    if options.summary:
        for entry in entries:
            print(told(entry))
    summarize(entries)


if __name__ == "__main__":
    main()
