#!/usr/bin/env python3
# ===- check-tree.py - What is installed knows no other place -------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""check-tree.py TREE FOLDER...

Fails if a text file below TREE names one of the folders, or if the run path of a
program or library leads into one, or if an #include of a header of Remat's names
one that is not there.
"""

import os
import re
import subprocess
import sys

INCLUDE = re.compile(r'^\s*#?\s*include\s*"(remat(?:-c)?/[^"]+)"', re.M)


def run_path_of(path):
    said = subprocess.run(
        ["readelf", "-d", path], check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    return " ".join(re.findall(r"\((?:RPATH|RUNPATH)\).*\[(.*)\]", said))


def findings_in(path, include_folder, folders):
    with open(path, "rb") as file:
        content = file.read()
    if content.startswith(b"\x7fELF"):
        text = run_path_of(path)
    elif b"\0" in content:
        return
    else:
        text = content.decode()
    for folder in folders:
        if folder in text:
            yield f"{path}: names {folder}"
    for included in INCLUDE.findall(text):
        if not os.path.isfile(os.path.join(include_folder, included)):
            yield f"{path}: includes {included}, which is not there"


def main():
    tree, *folders = sys.argv[1:]
    files = [
        os.path.join(folder, name)
        for folder, _, names in os.walk(tree)
        for name in names
        if not os.path.islink(os.path.join(folder, name))
    ]
    include_folder = next(
        folder
        for folder in (f"{tree}/include", f"{tree}/usr/include")
        if os.path.isdir(folder)
    )
    findings = [f for path in files for f in findings_in(path, include_folder, folders)]
    if findings or not files:
        sys.exit("\n".join(sorted(findings)) or f"there is nothing in {tree}")
    print(f"{len(files)} files name no other place")


main()
