# ===- make-wide-step.py - A step whose signature fills a screen ----------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Prints a chain of layers with their gradients, of so many weights; each weight takes
some 27 characters of one line. With `named`, locations have names as from frameworks."""

import sys

count = int(sys.argv[1])
named = sys.argv[2:] == ["named"]
tensor = "tensor<256xf32>"


def at(i, what):
    return f' loc("model/layer{i}/{what}"("net.py":{i + 1}:5))' if named else ""


weights = ", ".join(f"%w{i}: {tensor}" for i in range(count))
print(f"func.func @main(%x: {tensor}, {weights}) -> {tensor} {{")
last = "%x"
for i in range(count):
    print(f"  %m{i} = arith.mulf {last}, %w{i} : {tensor}{at(i, 'scale')}")
    print(f"  %h{i} = math.sin %m{i} : {tensor}{at(i, 'sin')}")
    last = f"%h{i}"
for i in reversed(range(count)):
    print(f"  %g{i} = arith.mulf {last}, %h{i} : {tensor}{at(i, 'gradient')}")
    last = f"%g{i}"
print(f"  return {last} : {tensor}\n}}")
