# ===- assemble.py - Kernels through the assembler ------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Assembles the PTX in the gpu.binary ops of a module.

assemble.py PTXAS CHIP < MODULE prints a line for each kernel: its name, and the
bytes of registers that were spilled to memory. Fails where ptxas does.
"""

import re
import subprocess
import sys
import tempfile

ptxas, chip = sys.argv[1:]
module = sys.stdin.buffer.read()
found = 0
for text in re.findall(rb'assembly = "((?:[^"\\]|\\.)*)"', module):
    ptx = re.sub(
        rb"\\([0-9A-F]{2}|.)",
        lambda m: bytes([int(m[1], 16)]) if len(m[1]) == 2 else m[1],
        text,
    ).rstrip(b"\0")
    with tempfile.NamedTemporaryFile(suffix=".ptx") as file:
        file.write(ptx)
        file.flush()
        run = subprocess.run(
            [ptxas, "-v", "-arch=" + chip, file.name, "-o", "/dev/null"],
            capture_output=True,
            text=True,
        )
    # Products of wgmma whose sums are touched on their way wait for each other.
    if run.returncode != 0 or "serialized" in run.stderr:
        sys.exit(run.stderr)
    names = re.findall(r"Compiling entry function '(\w+)'", run.stderr)
    spills = re.findall(r"(\d+) bytes spill stores", run.stderr)
    for name, spilled in zip(names, spills):
        print("%s: %s bytes spilled" % (name, spilled))
        found += 1
if not found:
    sys.exit("no kernel in any gpu.binary")
