# ===- check-arena.py - What is promised of a placed step -------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""check-arena.py RUN.json [REMAT.json] [--same-live-peak]

RUN.json: what remat-run --report wrote of a placed step, compared with the one
that was not placed; REMAT.json: what remat-opt wrote of its budget."""

import json
import sys

flags = {word for word in sys.argv[1:] if word.startswith("--")}
files = [word for word in sys.argv[1:] if not word.startswith("--")]
run = json.load(open(files[0]))
facts = {key: value for key, value in run.items() if key != "compare"}


def check(holds, what):
    if not holds:
        sys.exit(f"{what}: {facts}")


check(run["identical"], "results differ")
check(run["allocations"] == 1, "not one allocation")
check(
    run["arena_bytes"] <= 1.01 * run["live_peak_bytes"],
    "more than 1% above what is alive",
)
check(
    run["predicted_peak_bytes"] == run["arena_bytes"] + run["resident_bytes"],
    "the prediction is not the arena and what is resident",
)
check(
    run["measured_peak_bytes"] == run["predicted_peak_bytes"],
    "measured and predicted differ",
)
if len(files) > 1:
    plan = json.load(open(files[1]))["functions"][0]
    check(run["measured_peak_bytes"] <= plan["budget_bytes"], f"above {plan}")
if "--same-live-peak" in flags:
    check(
        run["live_peak_bytes"] == run["compare"]["live_peak_bytes"],
        f"what is alive is {run['compare']['live_peak_bytes']} by allocations",
    )
