#!/usr/bin/env python3
# ===- run-doc-examples.py - The documentation does what it says ----------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""run-doc-examples.py [--build=FOLDER] [--have=FEATURE]... [--update] FILE.md...

Checks the code blocks of Markdown files, each as utils/doc_blocks.py says.

In blocks of language `console`, a line `$ COMMAND` is run by bash, and the lines
up to the next one are what it has to print (standard output and error together).
In these, `...` alone on a line stands for any number of lines, and within a line
for any text. A line that ends in a backslash continues the command, and so do the
lines up to `done` after one that ends in `do`. A command must succeed; one that is meant to fail ends in `|| echo "exit code $?"`.

The commands of a file run one after another in an empty folder in which `build`
is the build folder and `examples`, `test` and `utils` are those of this
repository; the tools are not in PATH. Blocks of `python` are doctests that share their names and run
in the Python that runs this. `mlir` is parsed by remat-opt, and graphs in `json`
are planned by remat-plan. Blocks marked `<!-- needs: FEATURE -->` are skipped
unless --have names it.

With --update, what is printed now replaces what is expected; a line with `...`
that still agrees stays.

The exit code is 1 if a block fails, or if a file has none.
"""

import argparse
import doctest
import os
import re
import subprocess
import sys
import tempfile
import warnings

import doc_blocks
from doc_blocks import ROOT


def matches(expected, actual):
    """Whether the lines agree; `...` as the help says."""
    pattern = ""
    for line in expected:
        if line.strip() == "...":
            pattern += r"(?:[^\n]*\n)*?"
        else:
            pattern += ".*".join(map(re.escape, line.split("..."))) + r"\n"
    return re.fullmatch(pattern, "".join(line + "\n" for line in actual))


def refresh(expected, said):
    """What to expect from now on: wildcards within lines stay where they fit."""
    if len(expected) != len(said):
        return said
    return [e if matches([e], [s]) else s for e, s in zip(expected, said)]


def commands(block):
    """[(command, first line of what is expected, its end)] of a block's lines."""
    found, number = [], 0
    while number < len(block):
        if not block[number].startswith("$ "):
            number += 1
            continue
        command = block[number][2:]
        loop = command.endswith("do")
        while number + 1 < len(block) and (
            command.endswith("\\")
            or (loop and not command.rstrip().endswith("\n  done"))
        ):
            number += 1
            command += "\n" + block[number]
        number += 1
        start = number
        while number < len(block) and not block[number].startswith("$ "):
            number += 1
        found.append((command, start, number))
    return found


def without_tools(path):
    """The folders of a PATH that have no remat-opt."""
    folders = path.split(os.pathsep)
    return os.pathsep.join(
        f for f in folders if not os.path.exists(os.path.join(f, "remat-opt"))
    )


def run(command, folder):
    """The exit code of a command, and the lines that it prints."""
    tools = os.path.join(folder, "build", "bin")
    # As for a reader: the tools by their folder; the Python package finds its own.
    path = [os.path.dirname(sys.executable), without_tools(os.environ["PATH"])]
    package = {"REMAT_OPT": os.path.join(tools, "remat-opt")}
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=folder,
        env={**os.environ, **package, "PATH": os.pathsep.join(path)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    said = done.stdout.decode("utf-8", errors="replace").replace("\r", "")
    return done.returncode, [line.rstrip() for line in said.rstrip("\n").split("\n")]


class Checker:
    """Checks the blocks of one document, in its order, in one folder."""

    def __init__(self, path, folder, options):
        self.path, self.folder, self.options = path, folder, options
        self.count = self.failures = 0
        self.skipped, self.names = [], {}
        for name, target in {
            "build": options.build,
            "examples": os.path.join(ROOT, "examples"),
            "test": os.path.join(ROOT, "test"),
            "utils": os.path.join(ROOT, "utils"),
        }.items():
            os.symlink(os.path.abspath(target), os.path.join(folder, name))

    def fail(self, line, *words):
        self.failures += 1
        print(f"{self.path}:{line}:", *words)

    def check(self, block):
        """Checks the block; returns its lines as they should be."""
        try:
            how = doc_blocks.how_checked(block)
        except ValueError:
            # Whether a block may go unchecked is check-doc-blocks' question.
            return block.lines
        feature = block.marks.get("needs")
        if feature and feature not in self.options.have:
            self.skipped.append(feature)
        elif how == "run" and block.language == "console":
            return self.run_commands(block)
        elif how == "run":
            self.run_doctest(block)
        elif how == "as in a tested file":
            self.compare(block)
        elif how == "a file that is read":
            self.write(block, block.marks["file"])
        elif how == "parsed":
            self.read_by(block, "build/bin/remat-opt {} -o /dev/null")
        elif how == "planned":
            self.read_by(block, "build/bin/remat-plan {} --budget=min -o /dev/null")
        return block.lines

    def write(self, block, name):
        where = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(where), exist_ok=True)
        with open(where, "w", encoding="utf-8") as file:
            file.write(block.text)

    def read_by(self, block, command):
        self.count += 1
        name = f"block-{block.line}.{block.language}"
        self.write(block, name)
        code, said = run(command.format(name), self.folder)
        if code:
            self.fail(block.line, "is not read:", *said)

    def compare(self, block):
        self.count += 1
        source = block.marks["from"]
        path = os.path.join(ROOT, source)
        if not os.path.isfile(path):
            self.fail(block.line, f"there is no '{source}'")
        elif not doc_blocks.stands_in(block, path):
            self.fail(block.line, f"this does not stand in {source}")

    def run_doctest(self, block):
        parser = doctest.DocTestParser()
        # Tracebacks find the source of a block by its name.
        name = f"{os.path.basename(self.path)}-{block.line}"
        test = parser.get_doctest(block.text, self.names, name, self.path, block.begin)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
        here = os.getcwd()
        os.chdir(self.folder)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            done = runner.run(test, clear_globs=False)
        os.chdir(here)
        self.names.update(test.globs)
        self.count += done.attempted
        self.failures += done.failed

    def run_commands(self, block):
        new, last = [], 0
        for command, start, stop in commands(block.lines):
            self.count += 1
            code, actual = run(command, self.folder)
            expected = block.lines[start:stop]
            # A command that says nothing has no line to print.
            said = [] if actual == [""] else actual
            fine = code == 0 and matches(expected, said)
            keep = fine or code or expected == said
            new += block.lines[last:start]
            new += expected if keep else refresh(expected, said)
            last = stop
            if fine or (self.options.update and code == 0 and not keep):
                continue
            self.fail(block.begin + 1 + start, f"$ {command}")
            if code:
                print(f"  ended with exit code {code}")
            print("  expected:", *expected, sep="\n    | ")
            print("  printed:", *said, sep="\n    | ")
        return new + block.lines[last:]


def check_file(path, options):
    """Checks the blocks of one file: whether all is well."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    out, last = [], 0
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(path, folder, options)
        for block in doc_blocks.blocks_of(lines):
            out += lines[last : block.begin] + checker.check(block)
            last = block.end
    out += lines[last:]
    if options.update and out != lines:
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(out))
    count, failures = checker.count, checker.failures
    print(f"{path}: {count - failures} of {count} examples do what they say")
    for feature in sorted(set(checker.skipped)):
        number = checker.skipped.count(feature)
        print(f"{path}: {number} blocks are skipped, for want of {feature}")
    return failures == 0 and (count > 0 or bool(checker.skipped))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--have", action="append", default=[], metavar="FEATURE")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    results = [check_file(path, options) for path in options.files]
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
