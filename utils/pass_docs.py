# ===- pass_docs.py - What TableGen and remat-opt say of the passes --------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""The passes of the .td files, and what `remat-opt --help-hidden` and
`--dump-pass-pipeline` say of them, for check-pass-docs.py and make-reference.py.
"""

import dataclasses
import glob
import json
import os
import re
import subprocess
import textwrap

import doc_blocks

ROOT = doc_blocks.ROOT


@dataclasses.dataclass
class Option:
    name: str
    type: str
    description: str
    # As `--dump-pass-pipeline` spells it; None if nobody was asked.
    default: str = None
    # Whether it takes several values, none unless given.
    is_list: bool = False
    # (spelling, meaning) of those that have a fixed set.
    values: list = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Pass:
    name: str
    summary: str
    description: str = ""
    options: list = dataclasses.field(default_factory=list)
    # The folder of include/remat that declares it.
    room: str = ""


def llvm_tool(name, tools):
    """The path of a tool of LLVM in the folder `tools`, or its name for PATH."""
    path = os.path.join(tools or "", name)
    return path if tools and os.path.exists(path) else name


def include_paths(tools):
    """Flags for TableGen: this repository's headers, and MLIR's."""
    config = llvm_tool("llvm-config", tools)
    include = subprocess.run(
        [config, "--includedir"], check=True, capture_output=True, text=True
    ).stdout.strip()
    return ["-I", os.path.join(ROOT, "include"), "-I", include]


def declared_passes(tools):
    """The passes of include/remat/*/Passes.td, in the order of the files."""
    found = []
    for path in sorted(glob.glob(os.path.join(ROOT, "include/remat/*/Passes.td"))):
        dump = subprocess.run(
            [llvm_tool("llvm-tblgen", tools), "--dump-json"]
            + include_paths(tools)
            + [path],
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        records = json.loads(dump)
        room = os.path.basename(os.path.dirname(path))
        for name in records["!instanceof"]["PassBase"]:
            record = records[name]
            options = [records[o["def"]] for o in record["options"]]
            found.append(
                Pass(
                    record["argument"],
                    record["summary"],
                    textwrap.dedent(record["description"]).strip("\n"),
                    [
                        Option(
                            o["argument"],
                            o["type"],
                            o["description"],
                            o["defaultValue"],
                            "ListOption" in o["!superclasses"],
                        )
                        for o in options
                    ],
                    room,
                )
            )
    return found


def registered(remat_opt):
    """What `--help-hidden` lists: ({pass}, {pipeline}) by name."""
    said = subprocess.run(
        [remat_opt, "--help-hidden"], check=True, capture_output=True, text=True
    ).stdout
    passes, pipelines, group, into, option = {}, {}, None, None, None
    for line in said.splitlines():
        if re.match(r" +Passes:$", line):
            group = passes
        elif re.match(r" +Pass Pipelines:$", line):
            group = pipelines
        elif re.match(r"  -", line):
            group = None
        entry = re.match(r"( +)-{1,2}([\w-]+)(?:[= ]<(\w+)>)? +- +(.*)$", line)
        value = re.match(r" +=(\S+) +- +(.*)$", line)
        if not re.match(" {4}", line):
            into = None
        if entry and len(entry.group(1)) == 6 and group is not None:
            into = Pass(entry.group(2), entry.group(4))
            group[into.name] = into
        elif entry and len(entry.group(1)) == 8 and into:
            kind = entry.group(3) or "bool"
            option = Option(entry.group(2), kind, entry.group(4))
            into.options.append(option)
        elif value and into and option:
            option.values.append((value.group(1), value.group(2)))
    return passes, pipelines


def defaults(remat_opt, names):
    """{pass: {option: default}}, as the passes themselves print it."""
    said = subprocess.run(
        [remat_opt, "--dump-pass-pipeline", os.devnull]
        + ["--" + name for name in names],
        capture_output=True,
        text=True,
    ).stderr
    found = {name: {} for name in names}
    for name, options in re.findall(r"([\w-]+)\{([^{}()]*)\}", said):
        if name in found:
            pairs = re.findall(r"([\w-]+)=(\S*)", options)
            found[name] = dict(pairs)
    return found


def examples(description):
    """The fenced blocks of a description."""
    return doc_blocks.blocks_of(description.split("\n"))
