#!/usr/bin/env python3
# ===- permute_graph.py - The same step in another order of its file -------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""permute_graph.py [--seed=N] [--keep-ids] GRAPH.json [OUTPUT.json]

Writes a graph file of the same training step whose ops are listed in another
order, a random one in which each op stands after those that write what it reads.
The ops are numbered in that order, and a base order that the file states becomes
that order; with --keep-ids, ids and base order stay, and only the lines move.
The values are listed in another order too, and keep their ids.
"""

import argparse
import json
import random
import sys


def random_order(graph, chance):
    """Ids of the ops, each after all writers of what it reads."""
    writers = {}
    for op in graph["ops"]:
        for value in op["outs"]:
            writers.setdefault(value, set()).add(op["id"])
    waits, readers = {}, {op["id"]: [] for op in graph["ops"]}
    for op in graph["ops"]:
        before = set().union(*(writers.get(v, set()) for v in op["ins"])) - {op["id"]}
        waits[op["id"]] = len(before)
        for other in before:
            readers[other].append(op["id"])
    ready = [op["id"] for op in graph["ops"] if not waits[op["id"]]]
    order = []
    while ready:
        at = chance.randrange(len(ready))
        ready[at], ready[-1] = ready[-1], ready[at]
        op = ready.pop()
        order.append(op)
        for reader in readers[op]:
            waits[reader] -= 1
            if not waits[reader]:
                ready.append(reader)
    if len(order) != len(graph["ops"]):
        sys.exit("the ops wait for each other")
    return order


def permute(graph, seed, keep_ids):
    chance = random.Random(seed)
    order = random_order(graph, chance)
    ops = {op["id"]: op for op in graph["ops"]}
    new = {op: op if keep_ids else at for at, op in enumerate(order)}
    result = dict(graph)
    result["values"] = list(graph["values"])
    chance.shuffle(result["values"])
    result["ops"] = []
    for op in order:
        moved = dict(ops[op], id=new[op])
        if moved.get("fwd") is not None:
            moved["fwd"] = new[moved["fwd"]]
        result["ops"].append(moved)
    if not keep_ids and graph.get("base_order") is not None:
        result["base_order"] = [new[op] for op in order]
    return result


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep-ids", action="store_true")
    parser.add_argument("graph")
    parser.add_argument("output", nargs="?", default="-")
    options = parser.parse_args()
    with open(options.graph, encoding="utf-8") as file:
        graph = json.load(file)
    text = json.dumps(permute(graph, options.seed, options.keep_ids), indent=1)
    if options.output == "-":
        print(text)
        return
    with open(options.output, "w", encoding="utf-8") as file:
        file.write(text + "\n")


if __name__ == "__main__":
    main()
