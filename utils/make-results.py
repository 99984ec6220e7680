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
docs/results.json: plans that measure-xla.py measured, and other methods' points. With
--check it writes nothing, and fails if a file is not the one that it would write.
"""

import argparse
import json
import math
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = ROOT / "docs" / "results.json"
PAGE = ROOT / "docs" / "results.md"
CHART = ROOT / "docs" / "pictures" / "results.svg"
BEGIN, END = "<!-- tables -->", "<!-- end of tables -->"

MIB = 2**20
WIDTH, HEIGHT, LEFT, TOP = 260, 170, 46, 30
COLUMNS = 3
# Extra operations grow by orders of magnitude: the axis is their square root.
TICKS = (0, 1, 5, 10, 20, 30, 50)

# Colors of Okabe and Ito, which color-blind readers can tell apart.
STYLE = """
text { font: 11px system-ui, sans-serif; fill: #1b1b1b; }
.title { font-weight: 600; font-size: 12px; }
.grid { stroke: #d9d9d9; }
.ours { fill: none; stroke: #0072b2; stroke-width: 2; }
.dot { fill: #0072b2; }
.policy { fill: #d55e00; }
.back { fill: #ffffff; }
@media (prefers-color-scheme: dark) {
  text { fill: #e8e8e8; } .grid { stroke: #3a3a3a; } .back { fill: #161616; }
  .ours { stroke: #56b4e9; } .dot { fill: #56b4e9; } .policy { fill: #e69f00; }
}
"""


def frontier(plans):
    """(peak in parts of the plain one, extra percent) of the plans that fit, largest
    peak first, from the step as it stands on."""
    points = [(1.0, 0.0)]
    for plan in plans:
        if plan["state"] == "ok":
            share = plan["peak_bytes"] / plan["plain"]["peak_bytes"]
            points.append((share, max(plan["extra_percent"], 0.0)))
    return sorted(points, reverse=True)


def panel(step, x, y, most):
    """The chart of one step, whose upper left corner is (x, y)."""
    points = frontier(step["plans"])
    others = step.get("others", [])
    plain = step["plans"][0]["plain"]["peak_bytes"]

    def at(share, extra):
        across = x + LEFT + (1 - share) / 0.8 * (WIDTH - LEFT - 14)
        up = math.sqrt(min(extra, most) / most)
        return f"{across:.1f}", f"{y + TOP + (1 - up) * (HEIGHT - TOP - 30):.1f}"

    parts = [f'<text class="title" x="{x + LEFT}" y="{y + 16}">{step["step"]}</text>']
    for tick in TICKS:
        if tick > most:
            continue
        left, height = at(1.0, tick)
        right, _ = at(0.2, tick)
        parts.append(
            f'<line class="grid" x1="{left}" x2="{right}" y1="{height}" y2="{height}"/>'
            f'<text x="{float(left) - 4}" y="{float(height) + 4:.1f}"'
            f' text-anchor="end">{tick}%</text>'
        )
    for share in (1.0, 0.8, 0.6, 0.4, 0.2):
        across, bottom = at(share, 0)
        size = share * plain / 2**30
        parts.append(
            f'<text x="{across}" y="{float(bottom) + 15:.1f}" text-anchor="middle">'
            f"{size:.1f}</text>"
        )
    parts.append(
        f'<polyline class="ours" points="'
        + " ".join(",".join(at(*point)) for point in points)
        + '"/>'
    )
    for point in points:
        across, height = at(*point)
        parts.append(f'<circle class="dot" cx="{across}" cy="{height}" r="2.5"/>')
    for other in others:
        across, height = at(
            other["peak_mib"] * MIB / plain, max(other["extra_percent"], 0.0)
        )
        parts.append(
            f'<rect class="policy" x="{float(across) - 3.5}" y="{float(height) - 3.5}"'
            f' width="7" height="7"><title>{other["method"]}:'
            f' {other["peak_mib"]:,.0f} MiB, +{other["extra_percent"]:.2f}%</title></rect>'
        )
    return "\n".join(parts)


def chart(steps):
    rows = -(-len(steps) // COLUMNS)
    width, height = COLUMNS * WIDTH, rows * HEIGHT + 26
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" role="img"'
        ' aria-label="Compiled peak in GiB against extra operations in percent">',
        f"<style>{STYLE}</style>",
        f'<rect class="back" width="{width}" height="{height}"/>',
    ]
    most = max(
        [plan.get("extra_percent", 0) for step in steps for plan in step["plans"]]
        + [other["extra_percent"] for step in steps for other in step.get("others", [])]
    )
    most = next((tick for tick in TICKS[1:] if tick >= most), TICKS[-1])
    for number, step in enumerate(steps):
        parts.append(
            panel(step, number % COLUMNS * WIDTH, number // COLUMNS * HEIGHT, most)
        )
    parts.append(
        f'<text x="{LEFT}" y="{height - 8}">Extra operations against the compiled peak in'
        " GiB. Line: Remat. Squares: policies of jax.checkpoint.</text>"
    )
    return "\n".join([*parts, "</svg>", ""])


def tables(steps):
    lines = []
    for step in steps:
        plain = step["plans"][0]["plain"]
        lines += [
            "",
            f"### {step['step']}",
            "",
            f"As it stands: {plain['peak_bytes'] / MIB:,.0f} MiB,"
            f" {plain['flops'] / 1e9:,.0f} GFLOP.",
            "",
            "| budget | MiB | compiled MiB | operations | products | compilations |"
            " seconds |",
            "|---|---|---|---|---|---|---|",
        ]
        for plan in step["plans"]:
            budget = f"| {plan['budget']} | {plan['budget_bytes'] / MIB:,.0f} |"
            if plan["state"] != "ok":
                lines.append(f"{budget} {plan['state']} | | | |")
                continue
            lines.append(
                f"{budget} {plan['peak_bytes'] / MIB:,.0f} | +{plan['extra_percent']:.2f}%"
                f" | +{plan['extra_dot_percent']:.2f}% | {len(plan['rounds'])} |"
                f" {plan['seconds']:.0f} |"
            )
        if step.get("others"):
            lines += ["", "| other method | MiB | operations |", "|---|---|---|"]
            for other in step["others"]:
                lines.append(
                    f"| {other['method']} | {other['peak_mib']:,.0f} |"
                    f" +{other['extra_percent']:.2f}% |"
                )
    return "\n".join([*lines, "", ""])


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    steps = json.loads(DATA.read_text())["steps"]
    page = PAGE.read_text()
    before, after = page.split(BEGIN)[0], page.split(END)[1]
    made = {
        PAGE: f"{before}{BEGIN}\n{tables(steps)}{END}{after}",
        CHART: chart(steps),
    }
    for path, text in made.items():
        if not options.check:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            sys.exit(f"{path.relative_to(ROOT)} is not what utils/make-results.py writes")


if __name__ == "__main__":
    main()
