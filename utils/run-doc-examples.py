#!/usr/bin/env python3
# ===- run-doc-examples.py - The documentation does what it says ----------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""run-doc-examples.py [--build=FOLDER] [--update] FILE.md...

Runs the examples of Markdown files, those in fenced blocks of language
`console`: a line `$ COMMAND` is run by bash, and the lines up to the next one
are what it has to print (standard output and error together). In these,
`...` alone on a line stands for any number of lines, and within a line for any
text. A line that ends in a backslash continues the command. A command must
succeed; one that is meant to fail ends in `|| echo "exit code $?"`.

The commands of a file run one after another in an empty folder in which `build`
is the build folder and `examples` that of this repository. A block of another
language directly below `<!-- file: NAME -->` is first written to that file.
With --update, what is printed now replaces what is expected; a line with `...`
that still agrees stays.

The exit code is 1 if an example fails, or if a file has none.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FILE_MARK = re.compile(r"<!-- file: ([\w./-]+) -->\s*$")


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
        while command.endswith("\\") and number + 1 < len(block):
            number += 1
            command += "\n" + block[number]
        number += 1
        start = number
        while number < len(block) and not block[number].startswith("$ "):
            number += 1
        found.append((command, start, number))
    return found


def run(command, folder):
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    said = done.stdout.decode("utf-8", errors="replace").replace("\r", "")
    return done.returncode, [line.rstrip() for line in said.rstrip("\n").split("\n")]


def run_file(path, options):
    """Runs the examples of one file: how many there are, and how many fail."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    out, count, failures, number, name = [], 0, 0, 0, None
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(os.path.abspath(options.build), os.path.join(folder, "build"))
        os.symlink(os.path.join(ROOT, "examples"), os.path.join(folder, "examples"))
        while number < len(lines):
            line = lines[number]
            out.append(line)
            number += 1
            mark = FILE_MARK.match(line)
            if mark:
                name = mark.group(1)
                continue
            if not line.startswith("```"):
                if line.strip():
                    name = None
                continue
            end = number
            while end < len(lines) and lines[end].rstrip() != "```":
                end += 1
            block = lines[number:end]
            if name:
                where = os.path.join(folder, name)
                os.makedirs(os.path.dirname(where), exist_ok=True)
                with open(where, "w", encoding="utf-8") as file:
                    file.write("\n".join(block) + "\n")
                name = None
            if line.strip() == "```console":
                new, last = [], 0
                for command, start, stop in commands(block):
                    count += 1
                    code, actual = run(command, folder)
                    expected = block[start:stop]
                    # A command that says nothing has no line to print.
                    said = [] if actual == [""] else actual
                    fine = code == 0 and matches(expected, said)
                    new += block[last:start]
                    keep = fine or code or expected == said
                    new += expected if keep else refresh(expected, said)
                    last = stop
                    if fine or (options.update and code == 0 and not keep):
                        continue
                    failures += 1
                    print(f"{path}:{number + start}: $ {command}")
                    if code:
                        print(f"  ended with exit code {code}")
                    print("  expected:", *expected, sep="\n    | ")
                    print("  printed:", *said, sep="\n    | ")
                out += new + block[last:]
            else:
                out += block
            out += lines[end : end + 1]
            number = end + 1
    if options.update and out != lines:
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(out))
    return count, failures


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--update", action="store_true")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    bad = False
    for path in options.files:
        count, failures = run_file(path, options)
        print(f"{path}: {count - failures} of {count} examples do what they say")
        bad |= failures > 0 or count == 0
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
