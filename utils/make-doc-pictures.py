#!/usr/bin/env python3
# ===- make-doc-pictures.py - The pictures in the documents ----------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""make-doc-pictures.py [--build=FOLDER] [NAME...]

Makes docs/pictures/NAME (all of them without a name) again: runs remat-opt on a
step, opens the report in headless Chromium, and takes a picture of it. A new
picture is a new line in PICTURES.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "test" / "lib"))
from browser import Browser  # noqa: E402

# (output file, step, flags, what is done with the page before the picture).
# The last is a dict with any of: width, dark, script (JavaScript that is run),
# of (a selector: a picture of that element alone), height (the upper part of
# the page; all of it without).
TRANSFORMER = "examples/steps/transformer.mlir"
PICTURES = [
    (
        "report.png",
        TRANSFORMER,
        ["--remat-budget=60%"],
        {"height": 850},
    ),
    (
        "report-dark.png",
        TRANSFORMER,
        ["--remat-budget=60%"],
        {"dark": True, "height": 850},
    ),
    (
        "report-owners.png",
        "examples/steps/convnet.mlir",
        ["--remat-budget=60%"],
        {"of": "section[aria-labelledby=owners-title]"},
    ),
    (
        "report-recomputed.png",
        "examples/steps/mlp.mlir",
        ["--remat-budget=60%"],
        {"of": "section[aria-labelledby=recomputed-title]"},
    ),
    (
        "report-arena.png",
        TRANSFORMER,
        ["--remat-budget=60%", "--remat-arena=fit"],
        {"of": "section[aria-labelledby=arena-title]"},
    ),
    (
        "report-stacks.png",
        "examples/steps/lstm-scan.mlir",
        ["--remat-budget=60%"],
        {"of": "section[aria-labelledby=stacks-title]"},
    ),
    (
        "report-infeasible.png",
        TRANSFORMER,
        ["--remat-budget=10%"],
        {"height": 520},
    ),
    (
        "sweep.png",
        "examples/steps/mlp.mlir",
        ["--remat-sweep=12", "--remat-sweep-strategies=auto,rotor,chen"],
        {"of": "section[aria-labelledby=chart-title]"},
    ),
]
# Kept small: they are part of every checkout.
MOST_BYTES = 150_000


def make_report(build, step, flags, report):
    """A refusal is an answer too, and has a report."""
    run = subprocess.run(
        [build / "bin" / "remat-opt", *flags, "--remat-report=%s" % report]
        + [str(ROOT / step), "-o", "/dev/null"],
        stderr=subprocess.PIPE,
        text=True,
    )
    if not report.exists():
        sys.exit("%s %s: %s" % (step, " ".join(flags), run.stderr))


def take_picture(browser, report, how, picture):
    width = how.get("width", 1100)
    page = browser.open(report, width=width, dark=how.get("dark", False))
    if "script" in how:
        page.evaluate(how["script"])
    clip = None
    if "of" in how:
        clip = page.box_of(how["of"])
    elif "height" in how:
        clip = (0, 0, width, how["height"])
    page.screenshot(picture, clip=clip)
    page.check()
    size = picture.stat().st_size
    if size > MOST_BYTES:
        sys.exit("%s has %d bytes; at most %d are kept: show less of the page"
                 % (picture.name, size, MOST_BYTES))
    print("%s: %d bytes" % (picture.name, size))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--out", type=pathlib.Path,
                        default=ROOT / "docs" / "pictures")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    unknown = set(arguments.names) - {name for name, *_ in PICTURES}
    if unknown:
        sys.exit("there is no picture %s; there are: %s" % (
            ", ".join(sorted(unknown)), ", ".join(name for name, *_ in PICTURES)))
    arguments.out.mkdir(parents=True, exist_ok=True)
    with Browser() as browser, tempfile.TemporaryDirectory() as folder:
        for number, (name, step, flags, how) in enumerate(PICTURES):
            if arguments.names and name not in arguments.names:
                continue
            report = pathlib.Path(folder) / ("%d.html" % number)
            make_report(arguments.build, step, flags, report)
            take_picture(browser, report, how, arguments.out / name)


if __name__ == "__main__":
    main()
