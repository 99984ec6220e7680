#!/usr/bin/env python3
# ===- make-site.py - The documents as a site ------------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""make-site.py [--build=FOLDER] [--llvm-tools=FOLDER] [--mkdocs=PROGRAM] [OUTPUT]

Makes a site of README.md, docs, examples and the generated reference with MkDocs,
strictly: a link to nowhere is an error. Pages are in OUTPUT/pages (default:
FOLDER/docs/site), made of the copies in OUTPUT/source, which lie to each other as in
the repository.
"""

import argparse
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FILES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--llvm-tools", default="/usr/lib/llvm-22/bin")
    parser.add_argument("--mkdocs", default="mkdocs")
    parser.add_argument("output", nargs="?")
    options = parser.parse_args()
    output = os.path.abspath(options.output or f"{options.build}/docs/site")
    if not shutil.which(options.mkdocs):
        sys.exit(
            f"error: there is no '{options.mkdocs}': install it (pip install mkdocs), "
            "or name it with --mkdocs"
        )
    source = os.path.join(output, "source")
    shutil.rmtree(source, ignore_errors=True)
    os.makedirs(source)
    for name in FILES:
        shutil.copy(os.path.join(ROOT, name), source)
    for folder in ("docs", "examples"):
        shutil.copytree(os.path.join(ROOT, folder), os.path.join(source, folder))
    subprocess.run(
        [
            os.path.join(ROOT, "utils", "make-reference.py"),
            f"--build={options.build}",
            f"--llvm-tools={options.llvm_tools}",
            os.path.join(source, "docs", "reference"),
        ],
        check=True,
    )
    config = os.path.join(output, "mkdocs.yml")
    with open(config, "w", encoding="utf-8") as file:
        file.write(f"INHERIT: {os.path.join(ROOT, 'mkdocs.yml')}\n")
        file.write(f"docs_dir: {source}\nsite_dir: {os.path.join(output, 'pages')}\n")
    done = subprocess.run([options.mkdocs, "build", "--strict", "-f", config])
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
