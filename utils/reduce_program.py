# ===- reduce_program.py - The smallest program that shows a finding -------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Drops functions, operations, results, regions and arguments of a program as
long as it shows what is looked for."""

import copy

from mlir_program import Op, Tensor, all_blocks, drop_dead, each_block, fill_op, return_op


class Reducer:
    """Makes a program small while `is_interesting` holds of its text."""

    def __init__(self, program, is_interesting):
        self.program, self.is_interesting = program, is_interesting

    def attempt(self, change):
        """Keeps the program that `change` makes of a copy, if it is interesting."""
        smaller = copy.deepcopy(self.program)
        if change(smaller) is False:
            return False
        drop_dead(smaller)
        if str(smaller) == str(self.program) or not self.is_interesting(str(smaller)):
            return False
        self.program = smaller
        return True

    def drop_parts(self, count, drop):
        """Tries to drop parts, large runs of them first, the last ones first."""
        changed = False
        size = max(1, count() // 2)
        while True:
            end = count()
            while end > 0:
                which = range(max(0, end - size), end)
                if self.attempt(lambda program: drop(program, which)):
                    changed = True
                end -= size
            if size == 1:
                return changed
            size //= 2

    def reduce(self):
        while (
            self.drop_parts(lambda: len(self.program.functions) - 1, drop_functions)
            | self.drop_parts(lambda: len(places(self.program)), drop_ops)
            | self.drop_parts(lambda: len(main_of(self.program).results()) - 1, drop_results)
            | self.drop_parts(lambda: len(carried(self.program)), drop_regions)
            | self.drop_parts(lambda: len(main_of(self.program).block.arguments) - 1, drop_arguments)
        ):
            pass
        return self.program


def main_of(program):
    return next(f for f in program.functions if f.name == "main")


def places(program):
    """Every operation but terminators: (block, operation)."""
    return [
        (block, op)
        for block in all_blocks(program)
        for op in (block.ops[:-1] if block.ops else [])
    ]


def carried(program):
    return [(block, op) for block, op in places(program) if op.blocks]


def replace(program, old, new):
    for block in all_blocks(program):
        for op in block.ops:
            op.operands = [new if value is old else value for value in op.operands]


def enclosing(program, block):
    """What is visible at the start of each block around `block`, inner first."""
    for function in program.functions:
        chain = find_chain(function.block, block)
        if chain is not None:
            return chain
    return []


def find_chain(start, block):
    """Pairs (block, index of the operation that leads inwards)."""
    if start is block:
        return []
    for i, op in enumerate(start.ops):
        for inner in op.blocks:
            chain = find_chain(inner, block)
            if chain is not None:
                return chain + [(start, i)]
    return None


def replacement(program, block, op, value):
    """Another value of that type which is visible before `op`, or None."""
    candidates = list(op.operands)
    at = block.ops.index(op)
    for other in reversed(block.ops[:at]):
        candidates += other.results
    candidates += block.arguments
    for outer, i in enclosing(program, block):
        for other in reversed(outer.ops[:i]):
            candidates += other.results
        candidates += outer.arguments
    return next((c for c in candidates if c.type == value.type), None)


def stand_in(type_):
    if isinstance(type_, Tensor):
        if type_.kind != "tensor" or type_.element == "i1":
            return None
        return fill_op(type_)
    number = {"index": "1", "i1": "true", "i32": "1"}.get(type_, "0.5")
    suffix = "" if type_ == "i1" else f" : {type_}"
    return Op(f"$r0 = arith.constant {number}{suffix}", (), [type_])


def drop_op(program, block, op):
    """Removes an operation; its readers get another value. False if there is
    none."""
    used = {
        id(v)
        for inner in all_blocks(program)
        for other in inner.ops
        for v in other.operands
    }
    for result in op.results:
        if id(result) not in used:
            continue
        other = replacement(program, block, op, result)
        if other is None:
            made = stand_in(result.type)
            if made is None or made.lines == op.lines:
                return False
            block.ops.insert(block.ops.index(op), made)
            other = made.results[0]
        replace(program, result, other)
    block.ops.remove(op)
    return True


def drop_ops(program, which):
    chosen = [places(program)[i] for i in which if i < len(places(program))]
    # Inner ones first: an operation may go with its blocks.
    changed = False
    for block, op in reversed(chosen):
        if any(op is other for _, other in places(program)):
            changed = drop_op(program, block, op) or changed
    return changed


def drop_regions(program, which):
    """Puts the operations of the first block in the place of the loop or branch."""
    found = carried(program)
    for i in reversed([i for i in which if i < len(found)]):
        block, op = found[i]
        inner = op.blocks[0]
        last = inner.ops[-1]
        if "scf.yield" not in last.lines[0]:
            return False
        at = block.ops.index(op)
        inits = op.operands[-(len(inner.arguments) - 1):] if len(inner.arguments) > 1 else []
        new = []
        for k, argument in enumerate(inner.arguments):
            if k == 0:
                made = stand_in("index")
                new.append(made)
                replace(program, argument, made.results[0])
            else:
                replace(program, argument, inits[k - 1])
        block.ops[at : at + 1] = new + inner.ops[:-1]
        for result, value in zip(op.results, last.operands):
            replace(program, result, value)
    return True


def drop_functions(program, which):
    others = [f for f in program.functions if f.name != "main"]
    chosen = {others[i].name for i in which if i < len(others)}
    for block, op in places(program):
        if any(f"@{name}(" in line for name in chosen for line in op.lines):
            if any(op is other for _, other in places(program)):
                if not drop_op(program, block, op):
                    return False
    program.functions = [f for f in program.functions if f.name not in chosen]
    return True


def drop_results(program, which):
    block = main_of(program).block
    values = block.ops[-1].operands
    kept = [v for i, v in enumerate(values) if i not in which]
    if not kept:
        return False
    block.ops[-1] = return_op(kept)
    return True


def drop_arguments(program, which):
    block = main_of(program).block
    used = {
        id(v)
        for inner in each_block(block)
        for op in inner.ops
        for v in op.operands
    }
    kept = [
        v for i, v in enumerate(block.arguments) if i not in which or id(v) in used
    ]
    if len(kept) == len(block.arguments) or not kept:
        return False
    block.arguments = kept
    return True
