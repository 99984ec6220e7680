# ===- make-loops.py - Functions with loops beside each other --------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""make-loops.py COUNT [--dynamic]

Prints COUNT functions with a loop each, of which none is like another; with --dynamic
the last one has a tensor of unknown size."""

import sys

count, is_dynamic = int(sys.argv[1]), "--dynamic" in sys.argv
for i in range(count):
    type_ = f"tensor<{64 + i}xf32>"
    argument = "tensor<?xf32>" if is_dynamic and i == count - 1 else type_
    print(
        f"""func.func @step{i}(%x: {type_}, %y: {argument}) -> {type_} {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %x) -> ({type_}) {{
    %e = tensor.empty() : {type_}
    %s = linalg.exp ins(%a : {type_}) outs(%e : {type_}) -> {type_}
    scf.yield %s : {type_}
  }}
  return %r : {type_}
}}"""
    )
