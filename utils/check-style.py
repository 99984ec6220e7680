#!/usr/bin/env python3
# ===- check-style.py - Headers, lengths, stray paths ----------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""check-style.py [ROOT]

Checks what clang-format does not, in every text file below ROOT (default: this
repository): sources open with the license header; no line has a tab, trailing
blanks or a carriage return; files end in one newline; nothing names a folder or
host of somebody's machine; links in Markdown lead to files and headings that are
there. A source file above 500 lines is a warning: is it
one thing, or several?
"""

import os
import re
import subprocess
import sys

SOURCES = (".h", ".cpp", ".c", ".cu", ".td", ".py", ".sh")
TEXTS = SOURCES + (".md", ".txt", ".cmake", ".in", ".json", ".test", ".yml", ".html")
SKIPPED = ("build", ".git", "__pycache__", "third_party")
LICENSE = (
    "Part of Remat, under the Apache License v2.0 with LLVM Exceptions.",
    "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception",
)
# Configuration that CMake or lit reads as a whole carries no header.
NO_HEADER = ("lit.cfg.py", "lit.local.cfg.py")
LONG = 500
# A home folder, a temporary file, a checkout, an address: none of these means
# anything on another machine. The pieces are joined so that this file passes.
MACHINE = re.compile(
    r"(?<![\w.$%}~-])/(?:ho" + r"me|Us" + r"ers|ro" + r"ot|wo" + r"rk|fa" + r"rm|"
    r"work" + r"space|sc" + r"ratch)/\w"
    r"|(?<![\w.$%}-])/t" + r"mp/\w"
    r"|\bhttps?://(?:\d+\.){3}\d+|\blocal" + r"host:\d"
)

LINK = re.compile(r"(?<!`)\]\(([^()\s]+)\)")


def prose_of(text):
    """The text of a Markdown file without its code blocks."""
    return re.sub(r"^ *(```+).*?^ *\1 *$", "", text, flags=re.S | re.M)


def anchors_of(text):
    """The anchors of a Markdown file's headings, as forges make them."""
    found = {}
    for heading in re.findall(r"^#+ +(.*?) *$", prose_of(text), re.M):
        heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        anchor = re.sub(r"[^\w\- ]", "", heading).replace(" ", "-")
        found[anchor] = found.get(anchor, 0) + 1
    return {f"{a}-{n}" if n else a for a, count in found.items() for n in range(count)}


def check_links(root, path, text, errors):
    """Links that lead nowhere; what is on the network is not asked."""
    for target in LINK.findall(prose_of(text)):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = os.path.join(root, os.path.dirname(path), name) if name else None
        file = os.path.normpath(file or os.path.join(root, path))
        if not os.path.exists(file):
            errors.append(f"{path}: the link '{target}' leads to no file")
        elif anchor and file.endswith(".md"):
            with open(file, encoding="utf-8") as other:
                if anchor not in anchors_of(other.read()):
                    errors.append(f"{path}: the link '{target}' leads to no heading")


def files_of(root):
    """Files that git tracks or would track; all files outside a repository."""
    try:
        names = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=root,
            check=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ).stdout.decode()
        found = [name for name in names.split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        found = []
    if not found:
        for folder, folders, names in os.walk(root):
            folders[:] = [f for f in folders if not f.startswith(SKIPPED)]
            found += [os.path.relpath(os.path.join(folder, n), root) for n in names]
    return sorted(name for name in found if os.path.isfile(os.path.join(root, name)))


def check_file(root, path, errors, warnings):
    with open(os.path.join(root, path), "rb") as file:
        data = file.read()
    script = data.startswith(b"#!")
    if not path.endswith(TEXTS + (".mlir",)) and not script:
        return False
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        errors.append(f"{path}: not UTF-8 at byte {error.start}")
        return True
    lines = text.split("\n")
    if path.endswith(".md"):
        check_links(root, path, text, errors)
    source = (path.endswith(SOURCES) or script) and not path.endswith(".in")
    if source and text and os.path.basename(path) not in NO_HEADER:
        head = "\n".join(lines[:12])
        for part in LICENSE:
            if part not in head:
                errors.append(f"{path}:1: the header lacks '{part}'")
    if source and len(lines) - 1 > LONG:
        warnings.append(f"{path}: warning: {len(lines) - 1} lines, above {LONG}")
    if text and not text.endswith("\n"):
        errors.append(f"{path}:{len(lines)}: no newline at the end")
    elif text.endswith("\n\n"):
        errors.append(f"{path}:{len(lines) - 1}: blank lines at the end")
    for number, line in enumerate(lines, 1):
        if line.endswith("\r"):
            errors.append(f"{path}:{number}: carriage return")
        elif line.endswith((" ", "\t")) and not path.endswith(".mlir"):
            errors.append(f"{path}:{number}: blanks at the end")
        if "\t" in line and source:
            errors.append(f"{path}:{number}: tab")
        match = MACHINE.search(line)
        if match:
            errors.append(
                f"{path}:{number}: '{match.group(0)}' is a place of one machine"
            )
    return True


def main():
    if len(sys.argv) > 2 or "-h" in sys.argv or "--help" in sys.argv:
        sys.exit(__doc__)
    root = (
        sys.argv[1]
        if len(sys.argv) == 2
        else os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    )
    errors, warnings = [], []
    count = sum(check_file(root, path, errors, warnings) for path in files_of(root))
    for line in warnings + errors:
        print(line, file=sys.stderr)
    if not count:
        sys.exit(f"no text files below {root}")
    if errors:
        sys.exit(f"{len(errors)} findings in {count} files")
    print(f"{count} files are in style, {len(warnings)} are long")


main()
