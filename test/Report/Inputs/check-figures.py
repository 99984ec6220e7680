# ===- check-figures.py - The page says what the JSON says --------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""check-figures.py REPORT.html REPORT.json: compares what a browser shows with
the JSON report of the same run."""

import collections
import sys

from report_page import (Browser, expect, get_bytes, get_label, get_rows, get_text,
                         read_json)


def check_owners(page, function, schedule, timeline):
    """The owners at the peak make up the peak, however they are grouped."""
    peak = max(step["live_bytes"] for step in timeline)
    expect("peak of " + schedule, get_bytes(page, "#peak-" + schedule), peak)
    page.click("[data-moment=%s] button" % schedule)
    for by in ("op", "layer", "type", "storage"):
        page.click("section [data-value=%s]" % by)
        rows = get_rows(page, "owners")
        owned = sum(int(row["data"]["bytes"]) for row in rows
                    if row["data"]["key"] != "resident")
        expect("owners %s by %s" % (schedule, by), owned,
               peak - function["resident_bytes"])
        drawn = page.evaluate(
            "[...document.querySelectorAll('[data-moment=%s] .segment')]"
            ".reduce((sum, each) => sum + parseFloat(each.style.width), 0)"
            % schedule)
        if not 0 < drawn < 100.01:
            sys.exit("the bar is %r%% of its place" % drawn)


def get_saved(data):
    """By recomputed task: the bytes that its results would take at the peak of
    the plan, computed as the page's note says."""
    after, storages = data["after"], data["storages"]
    copies = list(zip(after["storage"], after["first"], after["last"]))
    peak = after["peak_step"]
    saved = collections.Counter()
    for storage, task in enumerate(storages["task"]):
        mine = [copy for copy in copies if copy[0] == storage]
        if mine and min(c[1] for c in mine) < peak < max(c[2] for c in mine):
            if not any(c[1] <= peak <= c[2] for c in mine):
                saved[task] += storages["bytes"][storage]
    return saved


def check_recomputed(page, function):
    rows = get_rows(page, "recomputed")
    shown = sorted((row["cells"][0], int(row["data"]["runs"]),
                    int(row["data"]["bytes"])) for row in rows)
    wanted = sorted((get_label(each), each["runs"], each["bytes"])
                    for each in function["recomputed"])
    expect("recomputed operations", shown, wanted)
    saved = get_saved(page.evaluate("DATA.functions[0]"))
    texts = {row["data"]["task"]: row["cells"][4] for row in rows}
    for task, text in texts.items():
        expect("saved by task " + task, text, page.evaluate(
            "formatBytes(%d)" % saved[int(task)]))


def check_loops(page, timeline):
    """A band for each loop."""
    expect("turns of the bands", page.evaluate(
        "[...document.querySelectorAll('#live-chart rect.loop')]"
        ".map((band) => Number(band.dataset.turns))"),
        [step["turns"] for step in timeline if "turns" in step])


def get_fate(stack):
    if stack["kept"] and "segments" in stack:
        return "kept, %d at a time" % stack["segments"][-1]
    if stack["kept"]:
        return "kept"
    return "made again" if stack["made_again"] else "not needed"


def check_stacks(page, function):
    """A row for each value that has, or had, a stack; their sum in a tile."""
    stacks = function.get("stacks", [])
    kept = sum(
        each["bytes"] // each["turns"] * each.get("segments", [each["turns"]])[-1]
        for each in stacks
        if each["kept"]
    )
    expect("tile of the stacks", get_bytes(page, "#tile-loops"),
           kept if stacks else None)
    shown = sorted((row["cells"][0], int(row["data"]["turns"]),
                    int(row["data"]["bytes"]), row["cells"][-2])
                   for row in get_rows(page, "stacks"))
    wanted = sorted((
        "%s %s" % (get_label(each) if "op" in each else "carried state",
                   each["type"]),
        each["turns"], each["bytes"], get_fate(each)) for each in stacks)
    expect("stacks", shown, wanted)
    saying = get_text(page, "section[aria-labelledby=stacks-title] .saying")
    if stacks and page.evaluate("formatBytes(%d)" % kept) not in saying:
        sys.exit("not the bytes of the stacks: %r" % saying)


def check_parked(page, function):
    shown = sorted(int(row["data"]["bytes"]) for row in get_rows(page, "parked"))
    expect("parked values", shown,
           sorted(each["bytes"] for each in function.get("parked", [])))
    waits = function.get("copy_waits", 0) > 0
    expect("whether copies add time",
           "waiting for copies" in get_text(page, "#sentence"), waits)


def check_planned(page, function):
    after = function.get("predicted_peak_bytes", function["peak_after_bytes"])
    expect("tile of the peak after", get_bytes(page, "#tile-after"), after)
    expect("size of the sums", get_text(page, "#tile-after"),
           page.evaluate("formatBytes(%d)" % after))
    if "fits" not in get_text(page, "#headline"):
        sys.exit("headline: " + get_text(page, "#headline"))
    expect("tile of the host", get_bytes(page, "#tile-host"),
           function.get("host_peak_bytes"))
    check_owners(page, function, "after", function["timeline"])
    check_loops(page, function["timeline"])
    check_stacks(page, function)
    check_parked(page, function)
    check_recomputed(page, function)


def check_refused(page, function):
    expect("a peak after", get_bytes(page, "#tile-after"), None)
    expect("a curve after", get_bytes(page, "#peak-after"), None)
    expect("lower bound", get_bytes(page, "#tile-bound"),
           function["lower_bound_bytes"])
    expect("smallest budget", get_bytes(page, "#tile-smallest"),
           function["smallest_peak_bytes"])
    words = {"infeasible": "cannot fit", "not-found": "No plan"}
    if words[function["status"]] not in get_text(page, "#headline"):
        sys.exit("headline: " + get_text(page, "#headline"))
    expect("what would help", page.evaluate(
        "[...document.querySelectorAll('#advice li')]"
        ".map((each) => each.textContent)"), function["advice"])
    if not function["advice"]:
        sys.exit("no advice")
    expect("whether something binds", bool(function["binding"]),
           function["status"] == "infeasible")
    if function["binding"]:
        expect("the parts of the bound",
               sum(each["bytes"] for each in function["binding"]),
               function["lower_bound_bytes"])
        binds = get_text(page, "section[aria-labelledby=binding-title]")
        if function["binding_op"]["op"] not in binds:
            sys.exit("no operation in %r" % binds)
        expect("what binds", sorted(int(row["data"]["bytes"])
                                    for row in get_rows(page, "binding")),
               sorted(each["bytes"] for each in function["binding"]))


def check(page, function):
    expect("tile of the peak before", get_bytes(page, "#tile-before"),
           function["peak_before_bytes"])
    expect("tile of the budget", get_bytes(page, "#tile-budget"),
           function["budget_bytes"])
    check_owners(page, function, "before", function["timeline_before"])
    if function["status"] == "ok":
        check_planned(page, function)
    else:
        check_refused(page, function)
    drawn = get_bytes(page, "#arena-bytes")
    isPreview = "preview" in get_text(page, "#arena-title")
    expect("a preview of the arena", isPreview, "arena_bytes" not in function
           or function["status"] != "ok")
    if not isPreview:
        expect("arena", drawn, function["arena_bytes"])


html, json = sys.argv[1:]
with Browser() as browser:
    page = browser.open(html)
    check(page, read_json(json)[0])
    page.check()
print("agrees:", read_json(json)[0]["status"])
