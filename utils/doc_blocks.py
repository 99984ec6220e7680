# ===- doc_blocks.py - The code blocks of the documents --------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""What the code blocks of a Markdown file are, and how each is checked.

A block is fenced (```` ```LANGUAGE ````). HTML comments on the lines directly
above it say what it is, where its language does not:

    <!-- file: NAME -->       written to that file, which a command reads later
    <!-- from: PATH -->       stands so in that file of the repository, which is
                              tested itself; a line `...` stands for any lines
    <!-- needs: FEATURE -->   run where that is there (run-doc-examples --have)
    <!-- not run: REASON -->  not checked
"""

import glob
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MARK = re.compile(r"\s*<!-- (file|from|needs|not run): (.+?) -->\s*$")
FENCE = re.compile(r"(\s*)(`{3,})([\w-]*)\s*$")
ELLIPSIS = ("...", "// ...", "# ...")
TOOL = r"(remat-(?:opt|run|plan|reduce|lsp-server|make-graph|join-figures))"
# A tool of the project by its name alone, where a shell expects a command.
BARE_TOOL = re.compile(
    r"(?:^\$\s+|^\s+|[|;&(]\s*|\b(?:do|then|else|time|xargs)\s+)(?:\w+=\S*\s+)*"
    rf"{TOOL}(?=\s|$)"
)
# The same in running text: a command to type names a file (`step.mlir`, `a/b.mlir`, not
# STEP) or redirects; what has neither is a mention.
BARE_INLINE = re.compile(
    rf"`{TOOL} (?:[^`]* )?(?:[a-z][\w./-]*\.(?:mlir|json|csv)\b|>)[^`]*`"
)


class Block:
    """A fenced block: its first line is `line`, counted from 1, its text that of
    lines[begin:end] of the document."""

    def __init__(self, language, lines, begin, end, marks):
        self.language, self.marks = language, marks
        self.line, self.begin, self.end = begin, begin, end
        self.lines = lines[begin:end]

    @property
    def text(self):
        return "\n".join(self.lines) + "\n"


def documents(root=ROOT):
    """All Markdown files with examples, as paths below `root`."""
    patterns = ("*.md", "docs/**/*.md", "examples/**/*.md")
    found = {p for pattern in patterns for p in _glob(root, pattern)}
    return sorted(found - {"CHANGELOG.md"})


def _glob(root, pattern):
    return glob.glob(pattern, root_dir=root, recursive=True)


def marks_above(lines, number):
    """The marks in the comments directly above the line of that index."""
    marks = {}
    while number > 0:
        match = MARK.match(lines[number - 1])
        if not match:
            break
        marks[match.group(1)] = match.group(2)
        number -= 1
    return marks


def blocks_of(lines):
    """The fenced blocks of a document's lines; an open one ends with the file."""
    found, number = [], 0
    while number < len(lines):
        fence = FENCE.match(lines[number])
        if not fence:
            number += 1
            continue
        end = number + 1
        while end < len(lines) and lines[end].strip() != fence.group(2):
            end += 1
        marks = marks_above(lines, number)
        found.append(Block(fence.group(3), lines, number + 1, end, marks))
        number = end + 1
    return found


def indented_blocks(lines):
    """Lines, counted from 1, at which a block begins that is only indented."""
    fenced = {n for b in blocks_of(lines) for n in range(b.begin - 1, b.end + 1)}
    found, in_list = [], False
    for number, line in enumerate(lines):
        if number in fenced or not line.strip():
            continue
        if not line.startswith(" "):
            in_list = bool(re.match(r"[-*+] |\d+\. ", line))
        blank = number == 0 or not lines[number - 1].strip()
        if line.startswith("    ") and blank and not in_list:
            found.append(number + 1)
    return found


def how_checked(block):
    """Words for how a block is checked; ValueError if it is not."""
    language, marks = block.language, block.marks
    if "not run" in marks:
        return "not run"
    if "from" in marks:
        return "as in a tested file"
    if "file" in marks:
        return "a file that is read"
    if language == "console":
        if not any(line.startswith("$ ") for line in block.lines):
            raise ValueError("has no line '$ COMMAND'")
        return "run"
    if language == "python" and block.lines and block.lines[0].startswith(">>>"):
        if "needs" not in marks:
            raise ValueError("does not say what it needs (<!-- needs: jax -->)")
        return "run"
    if language == "mlir":
        return "parsed"
    if language == "json" and re.search(r'"(ops|stages)":', block.text):
        return "planned"
    raise ValueError(
        f"of language '{language}' is not checked: make it a console block, or say "
        "by a comment above it what it is (see utils/doc_blocks.py)"
    )


def bare_tools(block):
    """[(index of the line in the block, tool)] of commands that work only with the
    tools in PATH; `build/bin/TOOL` works in the folder of the repository."""
    if block.language != "console":
        return []
    found, is_command, in_loop = [], False, False
    for number, line in enumerate(block.lines):
        if line.startswith("$ "):
            is_command, in_loop = True, line.endswith("do")
        if is_command:
            found += [(number, tool) for tool in BARE_TOOL.findall(line)]
        in_loop = in_loop and line.strip() != "done"
        is_command = is_command and (in_loop or line.endswith("\\"))
    return found


def bare_tools_inline(lines):
    """[(line, counted from 1, tool)] of the same outside of blocks."""
    fenced = {n for b in blocks_of(lines) for n in range(b.begin - 1, b.end + 1)}
    return [
        (number + 1, tool)
        for number, line in enumerate(lines)
        if number not in fenced
        for tool in BARE_INLINE.findall(line)
    ]


def stands_in(block, path):
    """Whether the block's lines stand in the file, one after another; indentation
    does not count."""
    with open(path, encoding="utf-8") as file:
        source = [line.strip() for line in file]
    pieces = [[]]
    for line in block.lines:
        if line.strip() in ELLIPSIS:
            pieces.append([])
        else:
            pieces[-1].append(line.strip())
    start = 0
    for piece in filter(None, pieces):
        places = range(start, len(source) - len(piece) + 1)
        hits = (p for p in places if source[p : p + len(piece)] == piece)
        place = next(hits, None)
        if place is None:
            return False
        start = place + len(piece)
    return True
