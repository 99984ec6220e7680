#!/usr/bin/env python3
# ===- check-doc-blocks.py - No example is left untested -------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""check-doc-blocks.py [-v] [--build=FOLDER] [ROOT]

Checks that every code block of README.md, CONTRIBUTING.md, docs and examples is
checked by something (utils/doc_blocks.py says how it can be), that a file which
a block writes is read by a later command, that commands name the tools by their
folder (build/bin/remat-opt), and that each document with blocks to
check is named by a test in test/Docs. With -v, the blocks that are not run are
listed with the reason. With --build, every flag `--remat-...` that the documents
name is one that remat-opt or remat-reduce of that build folder knows. The exit code is 1 if anything
is missing.
"""

import collections
import glob
import os
import re
import subprocess
import sys

import doc_blocks

FLAG = re.compile(r"(?<![\w-])--?(remat-[a-z0-9-]*[a-z0-9])(?![\w.*-])")


def check_document(path, lines, counts, not_run):
    """What is wrong, as `path:line: words`; counts how blocks are checked."""
    errors = [
        f"{path}:{line}: an indented block is not checked; fence it"
        for line in doc_blocks.indented_blocks(lines)
    ]
    bare = doc_blocks.bare_tools_inline(lines)
    blocks = doc_blocks.blocks_of(lines)
    for number, block in enumerate(blocks):
        try:
            how = doc_blocks.how_checked(block)
        except ValueError as error:
            errors.append(f"{path}:{block.line}: a block {error}")
            continue
        counts[how] += 1
        bare += [
            (block.begin + 1 + index, tool)
            for index, tool in doc_blocks.bare_tools(block)
        ]
        name = block.marks.get("file")
        if how == "not run":
            not_run.append(f"{path}:{block.line}: {block.marks['not run']}")
        elif name and not any(
            re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", later.text)
            for later in blocks[number + 1 :]
            if later.language in ("console", "python")
        ):
            errors.append(f"{path}:{block.line}: no later command reads '{name}'")
    errors += [
        f"{path}:{line}: '{tool}' is found only with the tools in PATH; print "
        f"build/bin/{tool}"
        for line, tool in sorted(bare)
    ]
    return errors, any("not run" not in b.marks for b in blocks)


def known_flags(build):
    """The flags, passes and pipelines that the tools made of MLIR know."""
    found = set()
    for name in ("remat-opt", "remat-reduce"):
        tool = os.path.join(build, "bin", name)
        said = subprocess.run([tool, "--help-hidden"], capture_output=True, text=True)
        found.update(re.findall(r"^ +--?([\w-]+)", said.stdout, re.M))
    return found


def main():
    arguments = [a for a in sys.argv[1:] if a != "-v"]
    build = None
    if arguments and arguments[0].startswith("--build="):
        build = arguments.pop(0).partition("=")[2]
    if len(arguments) > 1 or any(a.startswith("-") for a in arguments):
        sys.exit(__doc__)
    root = arguments[0] if arguments else doc_blocks.ROOT
    tests = ""
    for test in glob.glob(os.path.join(root, "test", "Docs", "*.test")):
        with open(test, encoding="utf-8") as file:
            tests += file.read()
    flags = known_flags(build) if build else None
    errors, not_run, counts = [], [], collections.Counter()
    for path in doc_blocks.documents(root):
        with open(os.path.join(root, path), encoding="utf-8") as file:
            lines = file.read().split("\n")
        found, has_checks = check_document(path, lines, counts, not_run)
        errors += found
        if build:
            unknown = set(FLAG.findall("\n".join(lines))) - flags
            errors += [f"{path}: there is no --{flag}" for flag in sorted(unknown)]
        if has_checks and not re.search(rf"/{re.escape(path)}\b", tests):
            errors.append(f"{path}: no test in test/Docs runs its examples")
    if "-v" in sys.argv:
        print(*not_run, sep="\n")
    print(*errors, sep="\n", file=sys.stderr, end="\n" if errors else "")
    for how, count in sorted(counts.items()):
        print(f"{count:4} blocks: {how}")
    sys.exit(1 if errors else 0)


if __name__ == "__main__":
    main()
