# ===- make-chain.py - A chain of equal layers ----------------------------===#
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""make-chain.py LENGTH: a graph file with a chain of equal layers."""

import json
import sys

length = int(sys.argv[1])
values = [{"id": 0, "bytes": 0, "kind": "input"}]
ops = []


def add(phase, inputs, size, forward=None):
    values.append({"id": len(values), "bytes": size})
    op = {"id": len(ops), "phase": phase, "ins": inputs, "outs": [values[-1]["id"]]}
    op["time"] = 1
    if forward is not None:
        op["fwd"] = forward
    ops.append(op)
    return values[-1]["id"]


layers = [0]
for _ in range(length):
    layers.append(add("forward", [layers[-1]], 100))
loss = add("forward", [layers[-1]], 4)
gradient = add("backward", [layers[-1]], 100, length)
for layer in reversed(range(length)):
    gradient = add("backward", [gradient, layers[layer]], 100, layer)
json.dump({"version": 1, "loss": loss, "values": values, "ops": ops}, sys.stdout)
