#!/usr/bin/env python3
# ===- check-rooms.py - Who may include whom -------------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""check-rooms.py [ROOT]

Reads the #include lines of the tree below ROOT (default: this repository) and
fails on one that a room may not have. The table below is the rule; where a room
needs more, extend it in the same change and say why in the commit message.
"""

import os
import re
import sys
from graphlib import CycleError, TopologicalSorter

ANY_MLIR = ("mlir/", "mlir-c/")
# What an interface definition or a dialect needs of MLIR without depending on
# any upstream dialect's operations.
MLIR_CORE = ("mlir/IR/", "mlir/Support/", "mlir/Interfaces/")

# Room: (rooms, or single headers, that it may include beside itself and
# Support; prefixes of MLIR that it may include).
ROOMS = {
    # Options are declared once, as TableGen's options of passes: no code.
    "Support": ((), ("mlir/Pass/PassBase.td",)),
    "Planner": ((), ()),
    "Placement": ((), ()),
    "Report": (("Planner", "Placement"), ()),
    # What is known of an op that nobody modelled comes from MLIR's own
    # interfaces: memory effects, speculatability, calls.
    "Interfaces": ((), MLIR_CORE),
    "Dialect": (
        ("Interfaces",),
        # Interfaces that live in a dialect's folder: bufferization, inlining.
        MLIR_CORE
        + (
            "mlir/Dialect/Bufferization/IR/",
            "mlir/Transforms/InliningUtils.h",
            "mlir/Bytecode/",
        ),
    ),
    "ExternalModels": (("Interfaces", "Dialect"), ANY_MLIR),
    "Targets": (("Planner/Graph.h", "Interfaces", "Dialect"), ANY_MLIR),
    "Analysis": (
        (
            "Planner/Graph.h",
            "Planner/Simulator.h",
            "Targets",
            "Interfaces",
            "Dialect",
        ),
        ANY_MLIR,
    ),
    "Transforms": (
        ("Analysis", "Planner", "Targets", "Interfaces", "Dialect", "Report"),
        ANY_MLIR,
    ),
    # What is resident beside an arena is counted as everywhere: there is one
    # memory model. What an arena looks like is drawn by the report.
    "Conversion": (
        (
            "Dialect",
            "Placement",
            "Report",
            "Targets",
            "Analysis/BufferProfile.h",
        ),
        ANY_MLIR,
    ),
    "Pipelines": (
        (
            "Planner",
            "Placement",
            "Report",
            "Interfaces",
            "Dialect",
            "ExternalModels",
            "Targets",
            "Analysis",
            "Transforms",
            "Conversion",
        ),
        ANY_MLIR,
    ),
}
ALL_ROOMS = tuple(ROOMS) + ("InitAllDialects.h", "InitAllPasses.h")
# Folders beside the rooms; "runtime" is linked into compiled steps and so has
# nothing of the compiler, not even LLVM's headers.
FOLDERS = {
    "InitAll": (tuple(ROOMS), ANY_MLIR),
    "CAPI": (ALL_ROOMS, ANY_MLIR),
    "tools": (ALL_ROOMS, ANY_MLIR),
    "benchmarks": (ALL_ROOMS, ANY_MLIR),
    "runtime": (None, ()),
}
INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]')
SUFFIXES = (".h", ".hpp", ".c", ".cc", ".cpp", ".td")
TABLEGEN_INCLUDE = re.compile(r'^\s*include\s*"([^"]+)"')


def room_of(path):
    """The room, or folder, that a file belongs to, and its rule; None for a
    file that the table says nothing about."""
    parts = path.split(os.sep)
    if parts[0] in ("tools", "benchmarks", "runtime"):
        return parts[0], FOLDERS[parts[0]]
    if parts[:2] == ["include", "remat-c"] or parts[:2] == ["lib", "CAPI"]:
        return "CAPI", FOLDERS["CAPI"]
    if parts[:2] == ["include", "remat"]:
        parts = parts[2:]
    elif parts[0] in ("lib", "unittests"):
        if parts[0] == "unittests" and parts[1] == "fuzz":
            return "tools", FOLDERS["tools"]
        parts = parts[1:]
    else:
        return None
    if parts[0].startswith("InitAll"):
        return "InitAll", FOLDERS["InitAll"]
    if parts[0] == "runtime":
        return "runtime", FOLDERS["runtime"]
    if parts[0] in ROOMS:
        rooms, mlir = ROOMS[parts[0]]
        # A test of a room that knows MLIR fills its registry with everything.
        if path.startswith("unittests") and mlir:
            rooms += ("InitAllDialects.h", "InitAllPasses.h")
        return parts[0], (rooms, mlir)
    return parts[0], None


def complaint(room, rule, included):
    """Why this room may not include this, or None."""
    rooms, mlir = rule
    if ".." in included.split("/"):
        return "includes go from the root of include/, never through '..'"
    if included.startswith(ANY_MLIR):
        if included.startswith(mlir or ()) and mlir:
            return None
        allowed = "only " + ", ".join(mlir) if mlir else "nothing of MLIR"
        return f"{room} may include {allowed}"
    if rooms is None:
        if included.startswith(("remat/", "llvm/", "llvm-c/")):
            return f"{room} may include nothing of the compiler"
        return None
    if not included.startswith("remat/"):
        return None
    header = included[len("remat/") :]
    for allowed in (room, "Support") + rooms:
        if header == allowed or header.startswith(allowed + "/"):
            return None
    return f"{room} may include only Support" + "".join(", " + r for r in rooms)


def check(root):
    findings, count = [], 0
    for top in ("include", "lib", "runtime", "tools", "unittests", "benchmarks"):
        for folder, folders, files in os.walk(os.path.join(root, top)):
            folders.sort()
            for name in sorted(files):
                if not name.endswith(SUFFIXES):
                    continue
                path = os.path.relpath(os.path.join(folder, name), root)
                found = room_of(path)
                if not found:
                    continue
                room, rule = found
                if rule is None:
                    findings.append(f"{path}: '{room}' is no room of the table")
                    continue
                count += 1
                pattern = TABLEGEN_INCLUDE if name.endswith(".td") else INCLUDE
                with open(os.path.join(root, path), encoding="utf-8") as file:
                    for number, line in enumerate(file, 1):
                        match = pattern.match(line)
                        why = match and complaint(room, rule, match.group(1))
                        if why:
                            findings.append(
                                f"{path}:{number}: '{match.group(1)}' is not "
                                f"allowed here: {why}"
                            )
    return findings, count


def main():
    if len(sys.argv) > 2 or "-h" in sys.argv or "--help" in sys.argv:
        sys.exit(__doc__)
    root = (
        sys.argv[1]
        if len(sys.argv) == 2
        else os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    )
    try:
        TopologicalSorter(
            {room: {r.split("/")[0] for r in rule[0]} for room, rule in ROOMS.items()}
        ).prepare()
    except CycleError as error:
        sys.exit(f"the table turns back: {' -> '.join(error.args[1])}")
    findings, count = check(root)
    for finding in findings:
        print(finding, file=sys.stderr)
    if not count:
        sys.exit(f"no source files below {root}")
    if findings:
        sys.exit(f"{len(findings)} forbidden includes in {count} files")
    print(f"{count} files keep to their rooms")


main()
