#!/usr/bin/env python3
# ===- check-rooms.py - Who may include whom -------------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""check-rooms.py [--table | --update] [ROOT]

Reads the #include lines of the tree below ROOT (default: this repository) and
fails on one that a room, or a folder of a large room, may not have; and where the
table in docs/developer-tips.md is not the one below. `--table` prints it as
Markdown, `--update` writes it into the document. Where a room needs more, extend
the table below in the same change and say why in the commit message.
"""

import os
import re
import sys
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple

ANY_MLIR = ("mlir/", "mlir-c/")
# What an interface definition or a dialect needs of MLIR without depending on
# any upstream dialect's operations.
MLIR_CORE = ("mlir/IR/", "mlir/Support/", "mlir/Interfaces/")


class Room(NamedTuple):
    """`rooms`: rooms, folders of rooms or single headers that it may include beside
    itself and Support; None forbids the whole compiler, LLVM's headers too.
    `mlir`: prefixes of MLIR."""

    what: str
    rooms: tuple = ()
    mlir: tuple = ()


# A room, or a folder of one ("ROOM/FOLDER"), which includes within its room no more
# than its row says: other folders, never what lies beside them. All tests of a room
# may include all of it.
ROOMS = {
    # Options are declared once, as TableGen's options of passes: no code.
    "Support": Room("sizes, text, files, options", (), ("mlir/Pass/PassBase.td",)),
    "Planner": Room("graphs in, plans out"),
    "Planner/Graph": Room("the model: graph, plan, simulator; what a solver is given"),
    "Planner/Bounds": Room(
        "what no plan can go below", ("Planner/Graph", "Planner/Chains")
    ),
    "Planner/Exact": Room("small steps, through all their plans", ("Planner/Graph",)),
    "Planner/LowerSets": Room(
        "strategies that cut the forward part", ("Planner/Graph",)
    ),
    "Planner/Chains": Room(
        "strategies for chains and joins", ("Planner/Graph", "Planner/LowerSets")
    ),
    "Planner/Auto": Room(
        "the strategy `auto`",
        ("Planner/Graph", "Planner/Bounds", "Planner/Exact"),
    ),
    "Planner/Loops": Room(
        "what loops keep for their gradients", ("Planner/Graph", "Planner/Bounds")
    ),
    "Planner/Parking": Room(
        "what a plan parks on the host", ("Planner/Graph",)
    ),
    "Planner/Session": Room(
        "asks and outcomes, the table of strategies; sweeps, advice, explanations",
        (
            "Planner/Graph",
            "Planner/Bounds",
            "Planner/Auto",
            "Planner/Loops",
            "Planner/Parking",
        ),
    ),
    "Planner/IO": Room(
        "graph, chain and plan files",
        ("Planner/Graph", "Planner/Bounds", "Planner/Chains", "Planner/Session"),
    ),
    "Placement": Room("buffers in, offsets out"),
    "Heap": Room(
        "the buffers of a plan, and plans that fit with the gaps of a heap",
        ("Planner", "Placement"),
    ),
    "Report": Room("reports of plans", ("Planner", "Placement")),
    # What is known of an op that nobody modelled comes from MLIR's own
    # interfaces: memory effects, speculatability, calls.
    "Interfaces": Room("what an operation says of itself", (), MLIR_CORE),
    "Dialect": Room(
        "the dialect; stubs of dialects that are read, not linked",
        ("Interfaces",),
        # Interfaces that live in a dialect's folder: bufferization, inlining.
        MLIR_CORE
        + (
            "mlir/Dialect/Bufferization/IR/",
            "mlir/Transforms/InliningUtils.h",
            "mlir/Bytecode/",
        ),
    ),
    # A while is uplifted by what its condition evaluates to, turn by turn.
    "ExternalModels": Room(
        "interface models for upstream and stub dialects",
        (
            "Interfaces",
            "Dialect",
            "Analysis/WhileCounter.h",
            "Targets/Contractions.h",
        ),
        ANY_MLIR,
    ),
    "ExternalModels/Loops": Room("loops as they count, and how they are spelled"),
    "Targets": Room(
        "memory models of what compiles the result",
        ("Planner/Graph.h", "Planner/Parking.h", "Interfaces", "Dialect"),
        ANY_MLIR,
    ),
    # Below Analysis: loops, branches and calls are measured as they are lowered.
    "Bufferize": Room(
        "tensors to buffers, each with one owner",
        ("Interfaces", "Dialect"),
        ANY_MLIR,
    ),
    "Analysis": Room(
        "IR to graph",
        (
            "Bufferize",
            "Planner/Graph.h",
            "Planner/LoopStacks.h",
            "Planner/Parking.h",
            "Planner/Simulator.h",
            "Targets",
            "Interfaces",
            "Dialect",
        ),
        ANY_MLIR,
    ),
    "Analysis/Loops": Room("loops, the loops of their gradients, their turns"),
    "Transforms": Room(
        "plan, apply, verify",
        (
            "Analysis",
            "Bufferize",
            "Planner",
            "Targets",
            "Interfaces",
            "Dialect",
            "Heap",
            "Report",
        ),
        ANY_MLIR,
    ),
    "Transforms/Apply": Room("a function's block rewritten to a plan"),
    "Transforms/Loops": Room("loops rewritten: other stacks"),
    # What is resident beside an arena is counted as everywhere: there is one
    # memory model. What an arena looks like is drawn by the report.
    "Conversion": Room(
        "buffers and lowering",
        (
            "Bufferize",
            "Dialect",
            "Placement",
            "Report",
            "Targets",
            "Analysis/BufferProfile.h",
        ),
        ANY_MLIR,
    ),
    "Conversion/Buffers": Room("which bytes a value is, and who may use them"),
    "Conversion/Arena": Room("buffers into one arena", ("Conversion/Buffers",)),
    "Conversion/Cpu": Room("to loops, calls and LLVM", ("Conversion/Buffers",)),
    "Conversion/Gpu": Room("to CUDA kernels", ("Conversion/Buffers",)),
    "Pipelines": Room(
        "the whole",
        (
            "Planner",
            "Placement",
            "Report",
            "Interfaces",
            "Dialect",
            "ExternalModels",
            "Targets",
            "Bufferize",
            "Analysis",
            "Transforms",
            "Conversion",
        ),
        ANY_MLIR,
    ),
}
# A public header of a room with folders belongs to the folder that has its source,
# or to none if its source lies beside them. Of those without one, or that folders
# below need: the folder; None if all of the room may include it.
HEADERS = {
    "Analysis/CostModel.h": None,
    "Planner/Ask.h": "Planner/Session",
    "Planner/Flags.h": "Planner/Session",
    "Planner/Outcome.h": "Planner/Session",
    "Planner/NotApplicable.h": "Planner/Graph",
    "Planner/Plan.h": "Planner/Graph",
    "Planner/SearchObserver.h": "Planner/Graph",
    "Planner/Strategies.h": "Planner/Graph",
    "Conversion/Arena.h": "Conversion/Arena",
    "Conversion/GpuAddresses.h": "Conversion/Gpu",
    "Conversion/Passes.h": None,
    "Transforms/ApplyOptions.h": "Transforms/Apply",
}
# Rooms with files beside their folders.
PARTLY_IN_FOLDERS = ("Analysis", "ExternalModels", "Transforms")
TOP_ROOMS = tuple(room for room in ROOMS if "/" not in room)
ALL_ROOMS = TOP_ROOMS + ("InitAllDialects.h", "InitAllPasses.h")
# Folders beside the rooms; "runtime" is linked into compiled steps and so has
# nothing of the compiler, not even LLVM's headers.
FOLDERS = {
    "InitAll": Room("registers everything", TOP_ROOMS, ANY_MLIR),
    "CAPI": Room("the C API", ALL_ROOMS, ANY_MLIR),
    "tools": Room("the programs", ALL_ROOMS, ANY_MLIR),
    "benchmarks": Room("measurements", ALL_ROOMS, ANY_MLIR),
    "runtime": Room("C ABI, linked into compiled steps", None),
}
DOCUMENT = os.path.join("docs", "developer-tips.md")
BEGIN = "<!-- The table of rooms: utils/check-rooms.py --update -->\n"
END = "<!-- End of the table of rooms. -->\n"
INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]')
SUFFIXES = (".h", ".hpp", ".c", ".cc", ".cpp", ".td")
TABLEGEN_INCLUDE = re.compile(r'^\s*include\s*"([^"]+)"')


def describe_mlir(mlir):
    if not mlir:
        return ["nothing of MLIR"]
    return ["all of MLIR"] if mlir == ANY_MLIR else ["MLIR's IR and interfaces"]


def make_table():
    """The table as Markdown."""
    lines = ["| room | what | may include, beside Support |", "|---|---|---|"]
    for name, room in {**ROOMS, **FOLDERS}.items():
        if room.rooms is None:
            allowed = ["nothing of the compiler"]
        elif "/" in name:
            allowed = [r.split("/")[-1] for r in room.rooms] or ["no other folder"]
        elif set(TOP_ROOMS) <= set(room.rooms):
            allowed = ["everything"]
        else:
            allowed = list(room.rooms) + describe_mlir(room.mlir)
        shown = "&nbsp;&nbsp;" + name if "/" in name else name
        lines.append(f"| {shown} | {room.what} | {', '.join(allowed)} |")
    return "\n".join(lines) + "\n"


def check_document(root, update):
    """The complaint about the table in the document, or None."""
    path = os.path.join(root, DOCUMENT)
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        text = file.read()
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        return f"{DOCUMENT}: has no table between '{BEGIN.strip()}' and '{END.strip()}'"
    made = before + begin + "\n" + make_table() + "\n" + end + after
    if made == text:
        return None
    if not update:
        return f"{DOCUMENT}: its table is not that of utils/check-rooms.py; --update it"
    with open(path, "w", encoding="utf-8") as file:
        file.write(made)
    return None


def folders_of(room):
    return [name for name in ROOMS if name.startswith(room + "/")]


def folder_of_header(root, header):
    """The folder that a public header of a room with folders belongs to, or the room;
    None if all of the room may include it, KeyError if that is not known."""
    if header in HEADERS:
        return HEADERS[header]
    room, _, name = header.partition("/")
    source = os.path.splitext(name)[0] + ".cpp"
    for folder in folders_of(room):
        if os.path.exists(os.path.join(root, "lib", folder, source)):
            return folder
    if room in PARTLY_IN_FOLDERS:
        return room
    raise KeyError(header)


def room_of(path):
    """The room, or folder beside the rooms, that a file belongs to, and its rule;
    None for a file that the table says nothing about."""
    parts = path.split(os.sep)
    if parts[0] in ("tools", "benchmarks", "runtime"):
        return parts[0], FOLDERS[parts[0]]
    if parts[:2] == ["include", "remat-c"] or parts[:2] == ["lib", "CAPI"]:
        return "CAPI", FOLDERS["CAPI"]
    if parts[:2] == ["include", "remat"]:
        parts = parts[2:]
    elif parts[0] in ("lib", "unittests"):
        if parts[0] == "unittests" and parts[1] in ("fuzz", "remat-run"):
            return "tools", FOLDERS["tools"]
        parts = parts[1:]
    else:
        return None
    if parts[0].startswith("InitAll"):
        return "InitAll", FOLDERS["InitAll"]
    if parts[0] == "runtime":
        return "runtime", FOLDERS["runtime"]
    if parts[0] in TOP_ROOMS:
        rule = ROOMS[parts[0]]
        # A test of a room that knows MLIR fills its registry with everything.
        if path.startswith("unittests") and rule.mlir:
            rule = rule._replace(
                rooms=rule.rooms + ("InitAllDialects.h", "InitAllPasses.h")
            )
        return parts[0], rule
    return parts[0], None


def complaint(room, rule, included):
    """Why this room may not include this, or None."""
    rooms, mlir = rule.rooms, rule.mlir
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


def folder_complaint(root, folder, included):
    """Why this folder of a room may not include this of the same room, or None."""
    room = folder.split("/")[0]
    if included.startswith(f"remat/{room}/"):
        header = included[len("remat/") :]
        if not header.endswith((".h", ".td")):
            return None  # What TableGen writes.
        try:
            other = folder_of_header(root, header)
        except KeyError:
            return None  # Complained of at the header.
    elif "/" in included:
        other = room + "/" + included.split("/")[0]
    elif os.path.exists(os.path.join(root, "lib", room, included)):
        other = room
    else:
        return None
    if other not in ROOMS or other == folder or other in ROOMS[folder].rooms:
        return None
    allowed = ", ".join(r.split("/")[-1] for r in ROOMS[folder].rooms)
    return f"within its room {folder} may include " + (
        "only " + allowed if allowed else "no other folder"
    )


def folder_of(root, path):
    """The folder of a room that a file belongs to, or None; KeyError if it should
    belong to one."""
    parts = path.split(os.sep)
    if parts[0] == "lib" and len(parts) > 2 and folders_of(parts[1]):
        if len(parts) == 3 and parts[1] in PARTLY_IN_FOLDERS:
            return None
        folder = "/".join(parts[1:3])
        if folder not in ROOMS:
            raise KeyError(path)
        return folder
    if parts[:2] == ["include", "remat"] and folders_of(parts[2]):
        header = "/".join(parts[2:])
        folder = folder_of_header(root, header) if header.endswith(".h") else None
        return folder if folder and "/" in folder else None
    return None


def included_of(path):
    """Each line number, and what it includes."""
    pattern = TABLEGEN_INCLUDE if path.endswith(".td") else INCLUDE
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if match := pattern.match(line):
                yield number, match.group(1)


def check_file(root, path, room, rule):
    """Complaints about one file."""
    folder = None
    try:
        folder = folder_of(root, path)
    except KeyError:
        yield f"{path}: belongs to no folder of {room} in the table"
    for number, included in included_of(os.path.join(root, path)):
        why = complaint(room, rule, included)
        if not why and folder:
            why = folder_complaint(root, folder, included)
        if why:
            yield f"{path}:{number}: '{included}' is not allowed here: {why}"


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
                findings += check_file(root, path, room, rule)
    return findings, count


def check_table():
    """Fails where the rows of the table turn back."""
    arrows = {}
    for name, room in ROOMS.items():
        # A row of a room names others by their headers too.
        arrows[name] = {r if r in ROOMS else r.split("/")[0] for r in room.rooms}
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        sys.exit(f"the table turns back: {' -> '.join(error.args[1])}")


def main():
    flags = [a for a in sys.argv[1:] if a.startswith("-")]
    roots = [a for a in sys.argv[1:] if not a.startswith("-")]
    if len(roots) > 1 or len(flags) > 1 or not {*flags} <= {"--table", "--update"}:
        sys.exit(__doc__)
    root = (roots or [os.path.dirname(os.path.dirname(os.path.abspath(__file__)))])[0]
    check_table()
    if flags == ["--table"]:
        print(make_table(), end="")
        return
    findings, count = check(root)
    forbidden = len(findings)
    if complained := check_document(root, update=flags == ["--update"]):
        findings.append(complained)
    for finding in findings:
        print(finding, file=sys.stderr)
    if not count:
        sys.exit(f"no source files below {root}")
    if forbidden:
        sys.exit(f"{forbidden} forbidden includes in {count} files")
    if findings:
        sys.exit(1)
    print(f"{count} files keep to their rooms")


main()
