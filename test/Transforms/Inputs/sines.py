# ===- sines.py - A step of nested sines ----------------------------------===#
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""sines.py COUNT: a step of nested sines, forward and backward."""

import sys

count = int(sys.argv[1])
vector = "tensor<256xf32>"
print(f"func.func @main(%s0: {vector}) -> (tensor<f32> {{remat.loss}}, {vector}) {{")
print("  %zero = arith.constant 0.0 : f32")
print("  %empty = tensor.empty() : tensor<f32>")
print("  %first = linalg.fill ins(%zero : f32) outs(%empty : tensor<f32>) -> tensor<f32>")
for i in range(count):
    print(f"  %s{i + 1} = math.sin %s{i} : {vector}")
print(f"  %loss = linalg.reduce {{ arith.addf }} ins(%s{count} : {vector})")
print("      outs(%first : tensor<f32>) dimensions = [0]")
print(f"  %d{count} = arith.constant dense<1.0> : {vector}")
for i in reversed(range(count)):
    print(f"  %c{i} = math.cos %s{i} : {vector}")
    print(f"  %d{i} = arith.mulf %d{i + 1}, %c{i} : {vector}")
print(f"  return %loss, %d0 : tensor<f32>, {vector}")
print("}")
