#!/usr/bin/env python3
# ===- make-results.py - The page of results and its chart ------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""make-results.py [--check]

Writes the tables of docs/results.md and the chart docs/pictures/results.svg from
docs/results/plans.json and docs/results/host.json, which measure-xla.py wrote, and
docs/results/peers.json, from measure-peers.py. The chart needs matplotlib. With --check
it writes nothing, and fails if the tables are not those that it would write.
"""

import argparse
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PLANS = ROOT / "docs" / "results" / "plans.json"
HOST = ROOT / "docs" / "results" / "host.json"
PEERS = ROOT / "docs" / "results" / "peers.json"
PAGE = ROOT / "docs" / "results.md"
CHART = ROOT / "docs" / "pictures" / "results.svg"
BEGIN, END = "<!-- tables -->", "<!-- end of tables -->"
BEGIN_HOST, END_HOST = "<!-- table of hosts -->", "<!-- end of table of hosts -->"

MIB = 2**20
# Of Okabe and Ito, which color-blind readers can tell apart.
OURS, POLICY, XLA = "#0072b2", "#d55e00", "#009e73"
METHODS = {
    "dots_saveable": "jax.checkpoint, `dots_saveable`",
    "dots_with_no_batch_dims_saveable": "jax.checkpoint,"
    " `dots_with_no_batch_dims_saveable`",
    "nothing_saveable": "jax.checkpoint, `nothing_saveable`",
}


class Step:
    """A step, its plans and its peers; peaks in bytes, operations in percent."""

    def __init__(self, name, plans, peers):
        self.name = name
        self.plans = sorted(
            (each for each in plans if each["step"] == name),
            key=lambda each: -each["budget_bytes"],
        )
        of_step = [each for each in peers if each["step"] == name]
        self.plain = next(each for each in of_step if each["method"] == "none")
        self.peers = [each for each in of_step if each is not self.plain]

    def frontier(self):
        """(peak in GiB, extra operations) of plans that fit and that no other plan
        beats in both, from the step as it stands on."""
        points = [(self.plain["peak_bytes"], 0.0)]
        for plan in self.plans:
            if plan["state"] == "ok":
                points.append((plan["peak_bytes"], max(plan["extra_percent"], 0.0)))
        best, most = [], float("inf")
        for peak, extra in sorted(points):
            if extra < most:
                best.append((peak / 2**30, extra))
                most = extra
        return best


def read_steps():
    plans, peers = (json.loads(path.read_text()) for path in (PLANS, PEERS))
    names = dict.fromkeys(each["step"] for each in plans)
    return [Step(name, plans, peers) for name in names]


def table_of(step):
    lines = [
        f"### {step.name}",
        "",
        f"As it stands: {step.plain['peak_bytes'] / MIB:,.0f} MiB,"
        f" {step.plain['flops'] / 1e9:,.0f} GFLOP.",
        "",
        "| method | budget MiB | compiled MiB | operations | products | compilations |",
        "|---|---|---|---|---|---|",
    ]
    for plan in step.plans:
        budget = f"| Remat | {plan['budget_bytes'] / MIB:,.0f} |"
        if plan["state"] != "ok":
            lines.append(f"{budget} {plan['state']} | | | |")
            continue
        lines.append(
            f"{budget} {plan['peak_bytes'] / MIB:,.0f} | +{plan['extra_percent']:.2f}% |"
            f" +{plan['extra_dot_percent']:.2f}% | {len(plan['rounds'])} |"
        )
    for peer in step.peers:
        method = METHODS.get(peer["method"], peer["method"])
        lines.append(
            f"| {method} | | {peer['peak_bytes'] / MIB:,.0f} |"
            f" +{peer['extra_percent']:.2f}% | | |"
        )
    return "\n".join(lines)


def time_of(entry):
    """What a plan adds to the step's time, or why there is none."""
    if entry is None:
        return "not measured"
    if entry["state"] != "ok":
        return entry["state"]
    return f"+{entry['extra_time_percent']:.2f}%"


def table_of_hosts():
    """Plans without and with a host, the same step and budget in one row."""
    rows = {}
    for entry in json.loads(HOST.read_text()):
        has_host = entry["host_budget"] != "0"
        rows.setdefault((entry["step"], entry["budget_bytes"]), {})[has_host] = entry
    lines = [
        "| step | budget MiB | without a host | with it | compiled MiB | on the host |",
        "|---|---|---|---|---|---|",
    ]
    for (step, budget), row in rows.items():
        cells = [step, f"{budget / MIB:,.0f}"]
        cells += [time_of(row.get(has_host)) for has_host in (False, True)]
        with_host = row.get(True, {})
        for figure in ("peak_bytes", "host_bytes"):
            size = with_host.get(figure)
            cells.append("" if size is None else f"{size / MIB:,.0f}")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def page(steps):
    tables = "\n\n".join(map(table_of, steps))
    text = PAGE.read_text()
    for begin, end, made in (
        (BEGIN, END, tables),
        (BEGIN_HOST, END_HOST, table_of_hosts()),
    ):
        before, rest = text.split(begin)
        text = f"{before}{begin}\n\n{made}\n\n{end}{rest.split(end)[1]}"
    return text


def draw(steps):
    import matplotlib

    matplotlib.use("svg")
    # The same figures give the same file.
    matplotlib.rcParams["svg.hashsalt"] = "results"
    matplotlib.rcParams["svg.fonttype"] = "none"
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(2, 3, figsize=(10, 5.6), layout="constrained")
    panels = axes.flat
    for panel, step in zip(panels, steps):
        peaks, extras = zip(*step.frontier())
        panel.plot(peaks, extras, "o-", color=OURS, markersize=3.5, label="Remat")
        for kind, marker, color, label in (
            (False, "s", POLICY, "policies of jax.checkpoint"),
            (True, "^", XLA, "XLA's own rematerialization"),
        ):
            of_kind = [
                each for each in step.peers if each["method"].startswith("XLA") == kind
            ]
            panel.plot(
                [each["peak_bytes"] / 2**30 for each in of_kind],
                [each["extra_percent"] for each in of_kind],
                marker,
                color=color,
                markersize=5,
                label=label,
            )
        panel.set_title(step.name, fontsize=10)
        panel.set_xlim(0, None)
        panel.set_ylim(0, None)
        panel.grid(alpha=0.3)
        panel.set_xlabel("compiled peak, GiB")
        panel.set_ylabel("extra operations, %")
    last = panels[len(steps)]
    last.legend(*axes.flat[0].get_legend_handles_labels(), loc="center", frameon=False)
    for panel in panels[len(steps) :]:
        panel.axis("off")
    figure.savefig(CHART, metadata={"Date": None, "Creator": None})


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    steps = read_steps()
    made = page(steps)
    if options.check:
        if made != PAGE.read_text():
            sys.exit("docs/results.md is not what utils/make-results.py writes")
        return
    PAGE.write_text(made)
    draw(steps)


if __name__ == "__main__":
    main()
