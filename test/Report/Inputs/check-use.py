# ===- check-use.py - A page under a reader's hands ---------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""check-use.py REPORT.html REPORT.json: searches, hovers, sorts, pins and
switches colors, by mouse and by keyboard. The report is of several functions,
one of them without a step; the one called "main" is looked at."""

import sys

from report_page import (Browser, expect, get_label, get_rows, get_text, read_json,
                         search)


def check_hover(page, function):
    """The tooltip names a step of the report, and what is alive there."""
    seen = set()
    x, y, wide, high = page.box_of("#live-chart")
    for part in (0.2, 0.35, 0.5, 0.65):
        page.evaluate("scrollTo(0, %d)" % (y - 100))
        page.move(x + wide * part, 100 + high * 0.5)
        expect("tooltip hidden",
               page.evaluate("document.querySelector('#tooltip').hidden"), False)
        lines = page.evaluate("[...document.querySelectorAll('#tooltip > div')]"
                              ".map((line) => line.textContent)")
        which, step = lines[0].split(", step ")
        step = int(step.split(" of ")[0].replace(",", ""))
        key = {"before": "timeline_before", "after": "timeline"}[which]
        wanted = function[key][step]
        expect("operation", lines[1].replace(" (recomputed)", ""), get_label(wanted))
        expect("recomputed", "(recomputed)" in lines[1], wanted["recomputed"])
        expect("alive", lines[-1], "%s alive" % page.evaluate(
            "formatBytes(%d)" % wanted["live_bytes"]))
        if wanted["location"].split("/")[-1] not in lines:
            sys.exit("no location in %r" % lines)
        seen.add(step)
    if len(seen) < 3:
        sys.exit("hovering saw the steps %r alone" % seen)
    page.move(1, 1)
    expect("tooltip hidden",
           page.evaluate("document.querySelector('#tooltip').hidden"), True)


def get_slider(page):
    return page.evaluate(
        "(() => { const chart = document.querySelector('#live-chart'); return ["
        "Number(chart.getAttribute('aria-valuenow')),"
        "chart.getAttribute('aria-valuetext')]; })()")


def check_keyboard(page, function):
    timeline = function["timeline"]
    page.evaluate("document.querySelector('#live-chart').focus()")
    page.press("Home")
    expect("first step", get_slider(page)[0], 0)
    page.press("ArrowRight")
    step, text = get_slider(page)
    expect("second step", step, 1)
    if get_label(timeline[1]) not in text:
        sys.exit("%r does not name %s" % (text, get_label(timeline[1])))
    page.press("p")
    peak = max(range(len(timeline)), key=lambda i: timeline[i]["live_bytes"])
    expect("step of the peak", get_slider(page)[0], peak)
    page.press("ArrowUp")
    if not get_slider(page)[1].startswith("before"):
        sys.exit("the other curve: " + get_slider(page)[1])
    page.press("Home")
    page.press("Enter")
    expect("moments", page.evaluate(
        "document.querySelectorAll('.stack').length"), 3)
    live = function["timeline_before"][0]["live_bytes"]
    if page.evaluate("formatBytes(%d)" % live) not in get_text(
            page, "#owners-saying"):
        sys.exit("pinned: " + get_text(page, "#owners-saying"))
    expect("owners of the pinned step", sum(
        int(row["data"]["bytes"]) for row in get_rows(page, "owners")), live)
    page.press("Escape")
    expect("moments", page.evaluate(
        "document.querySelectorAll('.stack').length"), 2)


def check_pin(page):
    page.click("#live-chart")
    expect("the pinned moment is shown", page.evaluate(
        "document.querySelector('[data-moment=pinned] button')"
        ".getAttribute('aria-pressed')"), "true")
    page.click("[data-moment=after] button")


def check_search(page, function):
    whole = len(get_rows(page, "recomputed"))
    word = "block_1/"
    wanted = [each for each in function["recomputed"] if word in each["scope"]]
    if not 0 < len(wanted) < whole:
        sys.exit("the step does not test the search")
    # Before, all layers are alive at the peak.
    page.click("[data-moment=before] button")
    page.click("[data-value=storage]")
    owners = len(get_rows(page, "owners"))
    search(page, word)
    expect("rows found", len(get_rows(page, "recomputed")), len(wanted))
    if not 0 < len(get_rows(page, "owners")) < owners:
        sys.exit("owners are not filtered")
    expect("marks in the chart", page.evaluate(
        "document.querySelectorAll('#live-chart .strip.found').length"), 1)
    search(page, "nothing is called that")
    expect("rows found", len(get_rows(page, "recomputed")), 0)
    expect("found", get_text(page, "#found").split(" of ")[0], "0")
    search(page, "")
    expect("rows again", len(get_rows(page, "recomputed")), whole)


def check_sort(page):
    def column(index):
        return [row["data"]["runs"] for row in get_rows(page, "recomputed")]

    page.click("#recomputed th:nth-child(3) button")
    falling = list(map(int, column(2)))
    expect("falling", falling, sorted(falling, reverse=True))
    page.click("#recomputed th:nth-child(3) button")
    rising = list(map(int, column(2)))
    expect("rising", rising, sorted(rising))
    expect("aria-sort", page.evaluate(
        "document.querySelector('#recomputed th:nth-child(3)')"
        ".getAttribute('aria-sort')"), "ascending")


def check_theme(page):
    back = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(back)
    page.click("#theme")
    dark = page.evaluate(back)
    if light == dark:
        sys.exit("the switch changes nothing")
    page.click("#theme")
    expect("light again", page.evaluate(back), light)
    page.evaluate("delete document.documentElement.dataset.theme")
    page.set_dark(True)
    expect("dark as the system", page.evaluate(back), dark)
    page.set_dark(False)


def check_axis(page):
    curve = "document.querySelector('.curve.after').getAttribute('d')"
    steps = page.evaluate(curve)
    page.click("[data-value=time]")
    if page.evaluate(curve) == steps:
        sys.exit("the axis of time is that of steps")
    page.click("[data-value=steps]")
    expect("the axis of steps", page.evaluate(curve), steps)


def check_arena(page):
    """Some buffer is under the mouse somewhere, and the keyboard finds one."""
    page.middle_of("#arena-chart")
    texts = set()
    x, y, wide, high = page.box_of("#arena-chart")
    top = y - page.evaluate("scrollY")
    for column in range(36):
        page.move(x + wide * (3 + column % 12) / 16,
                  top + high * (0.2, 0.45, 0.7)[column // 12])
        if not page.evaluate("document.querySelector('#tooltip').hidden"):
            texts.add(get_text(page, "#tooltip"))
    if len(texts) < 2 or not all(" at offset " in text for text in texts):
        sys.exit("hovering the arena: %r" % texts)
    page.evaluate("document.querySelector('#arena-chart').focus()")
    page.press("ArrowRight")
    if " at offset " not in get_text(page, "#tooltip"):
        sys.exit("arrows in the arena: " + get_text(page, "#tooltip"))


def choose(page, index):
    page.evaluate(
        "(() => { const choice = document.querySelector('#function');"
        " choice.value = '%d'; choice.dispatchEvent(new Event('change'));"
        " })()" % index)


def check_functions(page, functions):
    for index, function in enumerate(functions):
        choose(page, index)
        if function["name"] not in get_text(page, "#headline"):
            sys.exit("headline: " + get_text(page, "#headline"))
        page.click("#live-chart")
        page.press("ArrowRight")


def check_print(page):
    page.call("Emulation.setEmulatedMedia", media="print")
    expect("controls on paper", page.evaluate(
        "getComputedStyle(document.querySelector('.tools')).display"), "none")
    page.call("Emulation.setEmulatedMedia", media="")


html, json = sys.argv[1:]
functions = read_json(json)
main = next(each for each in functions if each["name"] == "main")
with Browser() as browser:
    page = browser.open(html)
    choose(page, functions.index(main))
    for check in (check_hover, check_keyboard, check_search):
        check(page, main)
    for check in (check_pin, check_sort, check_theme, check_axis, check_arena):
        check(page)
    check_functions(page, functions)
    check_print(page)
    page.check()
print("usable")
