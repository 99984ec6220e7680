#!/usr/bin/env python3
# ===- check-flow-page.py - The functions that a document names exist ------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""check-flow-page.py [--root=FOLDER] FILE.md...

Checks the functions that Markdown files name as stops in the code:

    `lib/Analysis/GraphBuilder.cpp`: `buildFunctionGraph`, `FunctionGraphBuilder::addTask`

The file must exist below the root (default: this repository), and must define
each function; a declaration or a call is not enough. Methods are written with
their class, other functions without their namespace. If another
file defines the function, the error names it. The exit code is 1 if something is
missing, or if a document has no stop at all.
"""

import argparse
import glob
import os
import re
import sys

from doc_blocks import ROOT

STOP = re.compile(
    r"`((?:lib|include|tools|runtime)/[^`\s]+)`:(\s`[\w:~]+`(?:,\s`[\w:~]+`)*)"
)
NOT_CODE = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"\((?:.*?)\)"|"(?:\\.|[^"\\\n])*"|' r"'(?:\\.|[^'\\\n])+'",
    re.S,
)
BEFORE_BODY = re.compile(r"\s*(?:(?:const|noexcept|override|final)\b\s*)*([:{])(?!:)")


def strip(source):
    """The source without comments and literals."""
    return NOT_CODE.sub(lambda match: "\n" * match.group().count("\n"), source)


def end_of_parentheses(code, start):
    """The index behind the parenthesis that closes the one at `start`."""
    depth = 0
    for index in range(start, len(code)):
        depth += {"(": 1, ")": -1}.get(code[index], 0)
        if depth == 0:
            return index + 1
    return len(code)


def defines(code, name):
    """Whether the code, without comments, has a body for that function."""
    parts = name.split("::")
    is_constructor = len(parts) > 1 and parts[-1] == parts[-2]
    for match in re.finditer(rf"((?:\w+::)*)(?<!\w)(?<!~){re.escape(name)}\s*\(", code):
        # Of a method of another class; namespaces are in lower case.
        if len(parts) == 1 and re.search(r"[A-Z]", match.group(1)):
            continue
        body = BEFORE_BODY.match(code, end_of_parentheses(code, match.end() - 1))
        if body and (body.group(1) == "{" or is_constructor):
            return True
    return False


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def stops_of(text):
    """(line, path, function) of each function that the text names."""
    for match in STOP.finditer(text):
        for name in re.finditer(r"`([^`]+)`", match.group(2)):
            place = match.start(2) + name.start()
            yield text.count("\n", 0, place) + 1, match.group(1), name.group(1)


class Checker:
    """Checks documents against the sources below a root."""

    def __init__(self, root):
        self.root, self.codes = root, {}

    def code(self, path):
        if path not in self.codes:
            full = os.path.join(self.root, path)
            self.codes[path] = strip(read(full)) if os.path.isfile(full) else None
        return self.codes[path]

    def elsewhere(self, name):
        """Where else the function is defined, in words."""
        paths = [
            path
            for folder in ("lib", "tools", "runtime")
            for path in glob.glob(f"{folder}/**/*.cpp", root_dir=self.root, recursive=True)
            if defines(self.code(path), name)
        ]
        return f"; it is defined in {', '.join(sorted(paths))}" if paths else ""

    def errors(self, document):
        """What is wrong with a document, as `path:line: words`."""
        stops = list(stops_of(read(document)))
        if not stops:
            yield f"{document}: names no function as `FILE`: `FUNCTION`"
        for line, path, name in stops:
            code = self.code(path)
            if code is None:
                yield f"{document}:{line}: there is no {path} to define '{name}'" + (
                    self.elsewhere(name)
                )
            elif not defines(code, name):
                yield f"{document}:{line}: {path} does not define '{name}'" + (
                    self.elsewhere(name)
                )


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--root", default=ROOT)
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    checker = Checker(options.root)
    errors = [error for file in options.files for error in checker.errors(file)]
    print(*errors, sep="\n", file=sys.stderr, end="\n" if errors else "")
    missing = sum(" names no function " not in error for error in errors)
    count = sum(len(list(stops_of(read(file)))) for file in options.files)
    print(f"{count - missing} of {count} functions are where the documents say")
    sys.exit(1 if errors else 0)


if __name__ == "__main__":
    main()
