# ===- check-examples.py - The dialect's examples stand in a test ----------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""check-examples.py UTILS LLVM_TOOLS TEST

Every block of MLIR that mlir-tblgen writes of the dialect stands in TEST.
"""

import os
import subprocess
import sys

sys.path.insert(0, sys.argv[1])
import doc_blocks  # noqa: E402
import pass_docs  # noqa: E402

tools, test = sys.argv[2:]
path = os.path.join(pass_docs.ROOT, "include/remat/Dialect/Remat/IR/RematOps.td")
flags = ["-gen-dialect-doc", "-dialect=remat"] + pass_docs.include_paths(tools)
text = subprocess.run(
    [pass_docs.llvm_tool("mlir-tblgen", tools), *flags, path],
    check=True,
    capture_output=True,
    text=True,
).stdout
blocks = [b for b in doc_blocks.blocks_of(text.split("\n")) if b.language == "mlir"]
missing = [block for block in blocks if not doc_blocks.stands_in(block, test)]
for block in missing:
    print("this is not in the test:", *block.lines, sep="\n  ")
print(f"{len(blocks) - len(missing)} of {len(blocks)} examples stand in the test")
