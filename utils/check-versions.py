#!/usr/bin/env python3
# ===- check-versions.py - The versions that a page names are the build's --===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""check-versions.py [--root=FOLDER] FILE.md

Checks the table of supported versions of a page, whose rows are

    | MLIR | `22.1` | `CMakeLists.txt`: `find_package(MLIR 22.1` | `test/a.test`, `test/b.test` |

The file must exist below the root (default: this repository) and hold the text; the
text must name the version; each test must exist. Some files must be named by a row:
those that hold versions of others. The exit code is 1 with a line for each problem.
"""

import argparse
import os
import re
import sys

from doc_blocks import ROOT

HEADER = ["what", "versions", "fixed in", "shown by"]
# What a page without these rows would leave out.
SOURCES = [
    "CMakeLists.txt",
    "pyproject.toml",
    "python/requirements/jax.txt",
    "python/requirements/torch.txt",
    "runtime/cuda/Libraries.cpp",
]
QUOTED = re.compile(r"`([^`]+)`")


def rows(text):
    """The cells of each row of the table, without its header."""
    found, inside = [], False
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            inside = False
        elif cells == HEADER:
            inside = True
        elif inside and not set(line) <= set("|-: "):
            found.append(cells)
    return found


def holds(text, line):
    """Whether `text` has `line`, and no version goes on behind it."""
    return re.search(re.escape(line) + r"(?!\d|\.\d)", text) is not None


def check_row(root, cells):
    """The problems of one row."""
    if len(cells) != len(HEADER):
        return [f"'{cells[0]}' has {len(cells)} cells, not {len(HEADER)}"]
    what, versions, source, tests = cells
    version = QUOTED.findall(versions)
    fixed = QUOTED.findall(source)
    if len(version) != 1 or len(fixed) != 2:
        return [f"'{what}' needs one version, and a file with its text"]
    problems = []
    path, text = fixed
    if not re.search(rf"(?<!\d)(?<!\d\.){re.escape(version[0])}(?!\d)", text):
        problems.append(f"'{what}': '{text}' does not name version {version[0]}")
    try:
        with open(os.path.join(root, path), encoding="utf-8") as file:
            if not holds(file.read(), text):
                problems.append(f"'{what}': {path} does not have '{text}'")
    except OSError:
        problems.append(f"'{what}': there is no file {path}")
    shown = QUOTED.findall(tests)
    if not shown:
        problems.append(f"'{what}' names no test")
    for test in shown:
        if not os.path.isfile(os.path.join(root, test)):
            problems.append(f"'{what}': there is no test {test}")
        elif not re.match(r"(test|unittests)/", test):
            problems.append(f"'{what}': {test} is no test")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--root", default=ROOT)
    parser.add_argument("page")
    options = parser.parse_args()
    with open(options.page, encoding="utf-8") as file:
        table = rows(file.read())
    problems = []
    for cells in table:
        problems += check_row(options.root, cells)
    for source in SOURCES:
        if not any(f"`{source}`" in cells for row in table for cells in row):
            problems.append(f"no row names {source}")
    for problem in problems:
        print(f"{options.page}: {problem}", file=sys.stderr)
    if problems:
        return 1
    print(f"{len(table)} versions are those of the build")
    return 0


if __name__ == "__main__":
    sys.exit(main())
