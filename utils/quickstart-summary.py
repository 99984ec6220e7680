#!/usr/bin/env python3
# ===- quickstart-summary.py - What the quick start shows -----------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""quickstart-summary.py REPORT.json RUN.json

Puts what remat-opt promised (its report) beside what remat-run measured. Exits
with 1 if they disagree.
"""

import json
import sys


def mib(count):
    return f"{count / 2**20:9.2f} MiB ({count:,} bytes)"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1]) as file:
        plan = json.load(file)["functions"][0]
    with open(sys.argv[2]) as file:
        run = json.load(file)
    before, after = plan["peak_before_bytes"], plan["peak_after_bytes"]
    budget, measured = plan["budget_bytes"], run["measured_peak_bytes"]
    copies = sum(entry["runs"] for entry in plan["recomputed"])
    print()
    print(f"peak before          {mib(before)}")
    print(f"budget               {mib(budget)}")
    print(f"peak after           {mib(after)}, of which {mib(plan['resident_bytes']).strip()} arguments and constants")
    print(f"measured when run    {mib(measured)}")
    print(
        f"extra time           {plan['overhead_step_percent']:9.2f} % of the step, "
        f"by the {plan['strategy']} strategy, {copies} ops run again"
    )
    print(f"results              {'identical, bit by bit' if run['identical'] else 'DIFFERENT'}")
    print()
    wrong = []
    if after > budget:
        wrong.append("the predicted peak is above the budget")
    if measured != after:
        wrong.append("the measured peak is not the predicted one")
    if not run["identical"]:
        wrong.append("the results differ")
    for what in wrong:
        print(f"error: {what}", file=sys.stderr)
    return 1 if wrong else 0


sys.exit(main())
