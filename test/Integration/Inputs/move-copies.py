# ===- move-copies.py - Waits for copies that come too late ----------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""move-copies.py --late|--early STEP.mlir: the step with each wait for a copy back
(--late), or out (--early), moved to the end of its function."""

import re
import sys

HOST = "#remat.host>"


def is_moved(line, late):
    found = re.search(r"remat\.copy_done .* : (.*) to (.*)", line)
    if not found:
        return False
    from_host = found.group(1).endswith(HOST)
    return from_host if late else not from_host


def main():
    late = sys.argv[1] == "--late"
    with open(sys.argv[2], encoding="utf-8") as step:
        lines = step.read().split("\n")
    moved = [line for line in lines if is_moved(line, late)]
    kept = [line for line in lines if not is_moved(line, late)]
    end = max(i for i, line in enumerate(kept) if line.strip().startswith("return "))
    print("\n".join(kept[:end] + moved + kept[end:]))


main()
