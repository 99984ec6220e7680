# ===- report_page.py - What the checks of reports share ----------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""The pieces of a report's page, as a reader finds them."""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "lib"))
from browser import Browser  # noqa: E402,F401


def expect(what, seen, wanted):
    if seen != wanted:
        sys.exit("%s: the page has %r, wanted %r" % (what, seen, wanted))


def read_json(path):
    return json.loads(pathlib.Path(path).read_text())["functions"]


def get_label(entry):
    """How the page names an operation of the JSON report."""
    if "computes" in entry:
        return "%s (%s)" % (entry["op"], entry["computes"])
    return entry["op"]


def get_bytes(page, selector):
    """What an element says in bytes; None without the element."""
    return page.evaluate(
        "(() => { const found = document.querySelector(%s);"
        " return found ? Number(found.dataset.bytes) : null; })()"
        % json.dumps(selector)
    )


def show_all(page, table):
    page.evaluate(
        "(() => { const more = document.querySelector('#%s > button');"
        " if (more && !more.hidden && more.textContent.startsWith('Show all'))"
        " more.click(); })()" % table
    )


def get_rows(page, table):
    """The rows of a table: texts of the cells, and the data of the row."""
    show_all(page, table)
    return page.evaluate(
        "[...document.querySelectorAll('#%s tbody tr')].map((row) => ({"
        "cells: [...row.cells].map((cell) => cell.textContent),"
        "data: {...row.dataset}}))" % table
    )


def get_text(page, selector):
    return page.evaluate(
        "document.querySelector(%s)?.textContent ?? null" % json.dumps(selector)
    )


def search(page, words):
    page.evaluate(
        "(() => { const box = document.querySelector('#search');"
        " box.focus(); box.select(); })()"
    )
    if words:
        page.type(words)
    else:
        page.press("Backspace")
