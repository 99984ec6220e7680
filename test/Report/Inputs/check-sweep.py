# ===- check-sweep.py - What the page of a sweep shows ---------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""check-sweep.py SWEEP.html SWEEP.json FOLDER: compares the page with the data,
points at things, and leaves screenshots in the folder."""

import json
import os
import sys

sys.path.insert(
    0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "lib")
)
from browser import Browser  # noqa: E402


def expect(what, found, wanted):
    if found != wanted:
        sys.exit(f"{what}: {found!r} instead of {wanted!r}")


def check_content(page, function):
    """Each strategy that applies has a curve, a column, and its figures."""
    applying = [s for s in function["strategies"] if s["applies"]]
    names = [s["strategy"] for s in applying]
    drawn = page.evaluate(
        "[...document.querySelectorAll('path.curve')].map((c) =>"
        " c.dataset.strategy)"
    )
    expect("curves", sorted(drawn), sorted(names))
    shapes = page.evaluate(
        "[...document.querySelectorAll('path.curve')].map((c) =>"
        " c.getAttribute('stroke-dasharray'))"
    )
    expect("curves with dashes of their own", len(set(shapes)), len(names))
    for index, strategy in enumerate(applying):
        shown = page.evaluate(
            "[...document.querySelectorAll('#table tbody tr')].map((r) =>"
            f" r.children[{3 + index}].textContent)"
        )
        wanted = [
            f"{p['overhead_step_percent']:.2f}%" + " *" * p["proved_optimal"] if p else ""
            for p in strategy["points"]
        ]
        expect("column of " + strategy["strategy"], shown, wanted)
        below = not strategy["points"][0] or (
            strategy["smallest"]["peak_bytes"] < strategy["points"][0]["budget_bytes"]
        )
        marks = page.evaluate(
            "document.querySelectorAll"
            f"('.hit[data-strategy=\"{strategy['strategy']}\"]').length"
        )
        count = sum(p is not None for p in strategy["points"])
        expect("markers of " + strategy["strategy"], marks, count + below)
    text = page.evaluate("document.body.textContent")
    for strategy in function["strategies"]:
        if not strategy["applies"]:
            wanted = f"{strategy['strategy']} does not apply: {strategy['reason']}"
            if wanted not in text:
                sys.exit("the page does not say: " + wanted)
    print("shown:", ", ".join(names))


def check_links(page, function):
    """A marker names its point and lights its row up; a row its markers."""
    point = function["strategies"][0]["points"][2]
    hit = f".hit[data-strategy=auto][data-budget='{point['budget_bytes']}']"
    page.move(*page.middle_of(hit))
    expect("tooltip hidden", page.evaluate("document.querySelector('#tooltip').hidden"), False)
    lines = page.evaluate(
        "[...document.querySelectorAll('#tooltip > div')].map((l) => l.textContent)"
    )
    expect("tooltip", lines[0], f"auto: {point['overhead_step_percent']:.2f}% extra time")
    lit = page.evaluate(
        "[...document.querySelectorAll('#table tbody tr')].filter((r) =>"
        " r.style.background).map((r) => Number(r.dataset.budget))"
    )
    expect("rows that stand out", lit, [point["budget_bytes"]])
    page.move(1, 1)
    row = f"#table tr[data-budget='{point['budget_bytes']}']"
    page.move(*page.middle_of(row + " td"))
    large = page.evaluate(
        "[...document.querySelectorAll('path.mark')].filter((m) =>"
        " m.getAttribute('stroke-width') === '5').length"
    )
    wanted = sum(
        bool(s["applies"] and s["points"][2]) for s in function["strategies"]
    )
    expect("markers that stand out", large, wanted)
    page.move(1, 1)
    print("linked")


def main():
    path, data, folder = sys.argv[1:]
    with open(data, encoding="utf-8") as file:
        function = json.load(file)["functions"][0]
    with Browser() as browser:
        page = browser.open(path)
        check_content(page, function)
        check_links(page, function)
        page.screenshot(os.path.join(folder, "light.png"))
        back = "getComputedStyle(document.body).backgroundColor"
        light = page.evaluate(back)
        page.set_dark(True)
        page.screenshot(os.path.join(folder, "dark.png"))
        if page.evaluate(back) == light:
            sys.exit("dark is as light as light")
        page.check()
        print("light and dark")


if __name__ == "__main__":
    main()
