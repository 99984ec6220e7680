#!/usr/bin/env python3
# ===- measure-placement.py - How good placements are, and how fast --------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""measure-placement.py [--build=FOLDER] [--effort=N] [COUNT...]

Places random problems of COUNT buffers each (default: 1000 10000 100000) with
`remat-plan place`, and prints a row of a Markdown table for each family: by
how much the arena is larger than the live maximum, and the CPU seconds, reading
and writing included, of the worst of three problems. The problems are the same
on every machine.

Families: `uniform`, both ends of each life drawn uniformly; `short`, lives of up
to 200 of 2·COUNT steps; `mixed`, 95% of up to 10 of COUNT steps and 5% of up to
half of them; `step`, as in a training step: activations that live until their
backward, workspaces and gradients that live briefly; `layers`, the same with
twelve sizes. Sizes are uniform up to 1,000,000 bytes, or powers of two up to
1 MiB, or multiples of 64 bytes.
"""

import argparse
import os
import random
import re
import resource
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SIZES = (
    lambda rng: rng.randint(1, 1000000),
    lambda rng: 1 << rng.randint(6, 20),
    lambda rng: 64 * rng.randint(1, 5000),
)


def step(rng, count, size):
    half = count // 3
    for i in range(half):
        bytes_ = size()
        yield i, 2 * half - i, bytes_
        yield i, i + rng.randint(1, 4), size()
        yield 2 * half - i, 2 * half - i + 2, bytes_


def lives(family, rng, count, size):
    if family == "step":
        yield from step(rng, count, size)
        return
    if family == "layers":
        kinds = [size() for _ in range(12)]
        yield from step(rng, count, lambda: rng.choice(kinds))
        return
    for _ in range(count):
        if family == "uniform":
            lower, upper = sorted(rng.randrange(2 * count) for _ in range(2))
            yield lower, upper + 1, size()
        elif family == "short":
            lower = rng.randrange(2 * count)
            yield lower, lower + rng.randint(1, 200), size()
        else:
            lower = rng.randrange(count)
            most = max(1, count // 2) if rng.random() < 0.05 else 10
            yield lower, lower + rng.randint(1, most), size()


def measure(tool, effort, path, family, kind, count):
    """(gap to the live maximum in percent, CPU seconds)"""
    rng = random.Random("%s %d %d" % (family, kind, count))
    with open(path, "w") as out:
        out.write("id,lower,upper,size\n")
        problem = lives(family, rng, count, lambda: SIZES[kind](rng))
        for i, (lower, upper, size) in enumerate(problem):
            out.write("%d,%d,%d,%d\n" % (i, lower, upper, size))
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    said = subprocess.run(
        [tool, "place", path, "-o", path + ".out", "--effort=%d" % effort],
        check=True,
        stderr=subprocess.PIPE,
        text=True,
    ).stderr
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    found = re.search(r" in (\d+) bytes .* live maximum (\d+)", said)
    size, maximum = map(int, found.groups())
    return 100 * (size - maximum) / maximum, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("counts", nargs="*", type=int, metavar="COUNT")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--effort", type=int, default=1)
    args = parser.parse_args()
    counts = args.counts or [1000, 10000, 100000]
    if min(counts) < 6:
        sys.exit("a problem has 6 buffers at least")
    tool = os.path.join(args.build, "bin", "remat-plan")
    print("| family |" + "".join(" %d buffers |" % count for count in counts))
    print("|---|" + "---|" * len(counts))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "buffers.csv")
        for family in ("step", "layers", "uniform", "short", "mixed"):
            cells = []
            for count in counts:
                results = [
                    measure(tool, args.effort, path, family, kind, count)
                    for kind in range(len(SIZES))
                ]
                gaps = " / ".join("%.2f%%" % gap for gap, _ in results)
                cells.append("%s, %.1f s" % (gaps, max(s for _, s in results)))
            print("| `%s` | %s |" % (family, " | ".join(cells)), flush=True)


if __name__ == "__main__":
    main()
