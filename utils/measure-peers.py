#!/usr/bin/env python3
# ===- measure-peers.py - What XLA's users have without Remat --------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""measure-peers.py --output FILE FOLDER STEP...

Compiles FOLDER/STEP.mlir for a device that this machine need not have, and beside it
what users of JAX have today:

- the policies of jax.checkpoint, FOLDER/POLICY/STEP.mlir, as
  export-stablehlo-examples.py --policy writes them;
- XLA's own rematerialization, on devices whose memory is --memory of the peak.

Each goes to FILE, a list in JSON, as it is measured; what is there is not measured
again. Operations are XLA's count of the module, and for XLA's own rematerialization
the elementwise operations of the instructions that it made again.
"""

import argparse
import json
import math
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "python"))

from remat.foreign import Compiler

POLICIES = ("dots_saveable", "dots_with_no_batch_dims_saveable", "nothing_saveable")
# What XLA counts as one operation for each element.
ELEMENTWISE = frozenset(
    "abs add and clamp compare divide maximum minimum multiply negate not or remainder"
    " select sign subtract".split()
)
INSTRUCTION = re.compile(r"\s+(?:ROOT )?%?([\w.\-]+) = \w+\[([\d,]*)\]\S* ([\w\-]+)\(")
CALLS = re.compile(r"calls=%?([\w.\-]+)")
COMPUTATION = re.compile(r"(?:ENTRY )?%?([\w.\-]+) \(.*\{$")


def operations(shape, opcode):
    if opcode not in ELEMENTWISE:
        return 0
    return math.prod(int(extent) for extent in shape.split(",") if extent)


def remade_operations(hlo):
    """The operations of the instructions that XLA made again: it names them so."""
    inside, remade, total, current = {}, [], 0, ""
    for line in hlo.splitlines():
        opened = COMPUTATION.match(line)
        if opened:
            current = opened.group(1)
            continue
        found = INSTRUCTION.match(line)
        if not found:
            continue
        name, shape, opcode = found.groups()
        count = operations(shape, opcode)
        inside[current] = inside.get(current, 0) + count
        if ".remat" in name:
            called = CALLS.search(line)
            if called:
                remade.append(called.group(1))
            total += count
    return total + sum(inside.get(name, 0) for name in remade)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=pathlib.Path, metavar="FOLDER")
    parser.add_argument("steps", nargs="+", metavar="STEP")
    parser.add_argument("--memory", default="85%,70%,55%")
    parser.add_argument("--device", default="h100")
    parser.add_argument("--output", required=True, type=pathlib.Path, metavar="FILE")
    options = parser.parse_args()

    entries = []
    if options.output.exists():
        entries = json.loads(options.output.read_text())

    def find(step, method):
        for each in entries:
            if (each["step"], each["method"]) == (step, method):
                return each
        return None

    def note(step, method, peak, flops):
        plain = find(step, "none")
        entry = {"step": step, "method": method, "device": options.device}
        entry.update(peak_bytes=peak, flops=flops)
        extra = 100 * (flops / plain["flops"] - 1) if plain else 0.0
        entry["extra_percent"] = extra
        entries.append(entry)
        print(f"{step:14} {method:34} {peak / 2**20:9,.0f} MiB +{extra:.2f}%", flush=True)
        # After each: a run of hours may be cut short.
        options.output.write_text(json.dumps(entries, indent=1) + "\n")

    with Compiler(options.device) as compiler:
        for step in options.steps:
            for method in ("none", *POLICIES):
                folder = options.folder / ("" if method == "none" else method)
                if find(step, method):
                    continue
                measured = compiler.measure((folder / f"{step}.mlir").read_text())
                note(step, method, measured.peak_bytes, measured.flops)
    for step in options.steps:
        text = (options.folder / f"{step}.mlir").read_text()
        for share in options.memory.split(","):
            method = f"XLA on a device of {share}"
            if find(step, method):
                continue
            plain = find(step, "none")
            memory = int(plain["peak_bytes"] * float(share.rstrip("%")) / 100)
            with Compiler(options.device, memory_bytes=memory) as compiler:
                scheduled = compiler.schedule(text)
            remade = remade_operations(scheduled.hlo)
            note(step, method, scheduled.measurement.peak_bytes, plain["flops"] + remade)


if __name__ == "__main__":
    main()
