#!/usr/bin/env python3
# ===- random_loops.py - A training step with loops, made from a seed ------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""random_loops.py [--features=A,B] SEED

Prints an MLIR module: a function `main` like a training step whose forward loops
write stacks that backward loops read. The text is a function of the seed and the
features, the same on any machine.

Features, of which a program uses about half (without the option all may be
used; `none` leaves one pair of plain loops):

- pairs: several pairs, one behind another;
- nests: pairs inside of a third loop, loops in a body;
- indices: slices at odd indices, which the counter gives by comparisons,
  selections and products; backward turns in the order of the forward turns, or
  in one that no pair has;
- counters: that start or step otherwise, or are integers of 32 bits;
- spare: stacks that nothing reads, or that are read twice;
- shared: stacks that another loop, an operation after the loops or the
  results read too;
- checkpoints: backward turns that make values again;
- weights: tensors that loops carry along, unchanged or not;
- branches: in bodies;
- views: slices with and without a dimension of one, other reshapes;
- destinations: results computed into tensors that are still needed.

Every value is bounded by a small number: results are finite.
"""

import argparse
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import random_program  # noqa: E402
from mlir_program import (  # noqa: E402
    Block,
    Function,
    Op,
    Tensor,
    drop_dead,
    is_tensor,
    result_names,
    return_op,
    type_names,
    yield_op,
)
from random_program import Scope  # noqa: E402

FEATURES = (
    "pairs",
    "nests",
    "indices",
    "counters",
    "spare",
    "shared",
    "checkpoints",
    "weights",
    "branches",
    "views",
    "destinations",
)
MAX_STACK_BYTES = 32768


class Turns:
    """How a loop counts: turn t, from 0, has the counter first + t * step."""

    def __init__(self, count, first, step, type_):
        self.count, self.first, self.step, self.type = count, first, step, type_


class Stack:
    """What a forward loop writes: the value of a turn, the index of its slice, and
    the result of the loop."""

    def __init__(self, value, index, has_unit):
        self.value, self.index, self.has_unit = value, index, has_unit
        self.result = None


class Forward:
    """A forward loop: its turns, its body's block, the number of the turn and the
    values made in there, and its stacks."""

    def __init__(self, turns, block, turn, made, stacks):
        self.turns, self.block, self.turn = turns, block, turn
        self.made, self.stacks = made, stacks


class LoopGenerator(random_program.Generator):
    def __init__(self, seed, features):
        super().__init__(seed, [])
        allowed = [name for name in FEATURES if name in features]
        style = self.rng.below(8)
        used = [name for name in allowed if style == 0 or self.rng.chance(0.5)]
        self.program.features = used
        self.has = set(used).__contains__
        self.dims = [self.rng.pick([2, 4, 5, 8, 12]) for _ in range(2)]

    # Indices.

    def index_op(self, scope, lines, operands=()):
        return scope.add(Op(lines, operands, ["index"]), visible=False)

    def turn_of(self, scope, counter, turns):
        """The number of the turn, from 0."""
        first, step = turns.first, turns.step
        if turns.type != "index":
            counter = self.index_op(
                scope, "$r0 = arith.index_cast $o0 : $to0 to index", [counter]
            )
        if turns.count == 1:
            return self.index_op(scope, "$r0 = arith.constant 0 : index")
        if step == 1 and first == 0:
            return counter
        lines = [
            f"$lf = arith.constant {first} : index",
            "$ld = arith.subi $o0, $lf : index",
        ]
        if step == 1:
            lines[1] = lines[1].replace("$ld", "$r0")
            return self.index_op(scope, lines, [counter])
        if self.rng.chance(0.2):
            # A division, which is not followed.
            lines += [
                f"$ls = arith.constant {step} : index",
                "$r0 = arith.divsi $ld, $ls : index",
            ]
            return self.index_op(scope, lines, [counter])
        lines += [
            "$l0 = arith.constant 0 : index",
            "$l1 = arith.constant 1 : index",
        ]
        total = "$l0"
        for k in range(1, turns.count):
            name = "$r0" if k == turns.count - 1 else f"$lt{k}"
            lines += [
                f"$lk{k} = arith.constant {k * step} : index",
                f"$lc{k} = arith.cmpi sge, $ld, $lk{k} : index",
                f"$lv{k} = arith.select $lc{k}, $l1, $l0 : index",
                f"{name} = arith.addi {total}, $lv{k} : index",
            ]
            total = name
        return self.index_op(scope, lines, [counter])

    def reversed(self, scope, turn, count):
        return self.index_op(
            scope,
            [
                f"$ln = arith.constant {count - 1} : index",
                "$r0 = arith.subi $ln, $o0 : index",
            ],
            [turn],
        )

    def rotated(self, scope, turn, count):
        """(turn + k) modulo count."""
        by = self.rng.between(0, count - 1)
        return self.index_op(
            scope,
            [
                f"$lk = arith.constant {by} : index",
                f"$ln = arith.constant {count} : index",
                "$ls = arith.addi $o0, $lk : index",
                "$ld = arith.subi $ls, $ln : index",
                "$lc = arith.cmpi slt, $ls, $ln : index",
                "$r0 = arith.select $lc, $ls, $ld : index",
            ],
            [turn],
        )

    def position(self, scope, turn, count):
        """Another number for each turn."""
        if not self.has("indices") or self.rng.chance(0.5):
            return turn
        return self.rng.pick([self.reversed, self.rotated])(scope, turn, count)

    # Slices.

    def has_unit(self):
        return self.has("views") and self.rng.chance(0.5)

    def read_slice(self, scope, source, index, has_unit):
        shape = source.type.shape[1:]
        at = ", ".join(["$o1"] + ["0"] * len(shape))
        sizes = [1, *shape]
        type_ = source.type.with_shape(sizes if has_unit else shape)
        read = scope.add(
            Op(
                f"$r0 = tensor.extract_slice $o0[{at}] {sizes} {[1] * len(sizes)} : "
                "$to0 to $tr0",
                [source, index],
                [type_],
            ),
            visible=not has_unit,
        )
        if not has_unit:
            return read
        groups = [[0, 1]] + [[i + 1] for i in range(1, len(shape))] if shape else []
        return scope.add(
            Op(
                f"$r0 = tensor.collapse_shape $o0 {groups} : $to0 into $tr0",
                [read],
                [source.type.with_shape(shape)],
            )
        )

    def write_slice(self, scope, value, stack, index, has_unit):
        shape = value.type.shape
        sizes = [1, *shape]
        if has_unit:
            groups = [[0, 1]] + [[i + 1] for i in range(1, len(shape))] if shape else []
            value = scope.add(
                Op(
                    f"$r0 = tensor.expand_shape $o0 {groups} output_shape {sizes} : "
                    "$to0 into $tr0",
                    [value],
                    [value.type.with_shape(sizes)],
                ),
                visible=False,
            )
        at = ", ".join(["$o2"] + ["0"] * len(shape))
        return scope.add(
            Op(
                f"$r0 = tensor.insert_slice $o0 into $o1[{at}] {sizes} "
                f"{[1] * len(sizes)} : $to0 into $to1",
                [value, stack, index],
                [stack.type],
            ),
            visible=False,
        )

    def stack_type(self, value, count):
        return value.type.with_shape((count, *value.type.shape))

    def empty(self, scope, type_):
        """What a stack starts from; a filled one at times."""
        if self.rng.chance(0.3):
            op = random_program.fill_op(type_)
        else:
            op = Op("$r0 = tensor.empty() : $tr0", (), [type_])
        return scope.add(op, visible=False)

    # Bodies.

    def turns(self):
        count = self.rng.pick([1, 2, 3, 3, 3, 4, 4, 4, 5, 6])
        if not self.has("counters") or self.rng.chance(0.3):
            return Turns(count, 0, 1, "index")
        return Turns(
            count,
            self.rng.between(-2, 4),
            self.rng.pick([1, 1, 2, 3]),
            self.rng.pick(["index", "i32"]),
        )

    def for_op(self, turns, inits, block):
        """An scf.for; the first argument of the block is the counter."""
        end = turns.first + turns.step * (turns.count - 1) + 1
        pairs = ", ".join(f"$a0.{i + 1} = $o{i}" for i in range(len(inits)))
        suffix = "" if turns.type == "index" else f" : {turns.type}"
        return Op(
            [
                f"$lf = arith.constant {turns.first} : {turns.type}",
                f"$ln = arith.constant {end} : {turns.type}",
                f"$ls = arith.constant {turns.step} : {turns.type}",
                f"{result_names(inits)} = scf.for $a0.0 = $lf to $ln step $ls "
                f"iter_args({pairs}) -> ({type_names(inits)}){suffix} {{",
                "$b0",
                "}",
            ],
            inits,
            [v.type for v in inits],
            [block],
        )

    def work(self, scope, count):
        """Operations in a body, branches and loops of its own among them."""
        for _ in range(count):
            if self.has("branches") and self.rng.chance(0.1):
                self.branch(scope)
            elif self.has("nests") and scope.depth < 3 and self.rng.chance(0.1):
                self.for_loop(scope)
            else:
                self.statements(scope, 1)

    def statements(self, scope, count):
        choices = [self.unary] * 5 + [self.binary] * 5 + [self.mix] * 2
        choices += [self.matmul] * 3 + [self.reduce, self.transpose, self.softmax]
        choices += [self.two_results, self.mask]
        if self.has("views"):
            choices += [self.reshape, self.slice, self.insert]
        for _ in range(count):
            self.rng.pick(choices)(scope)

    def towards(self, scope, type_, values):
        """A value of a type that depends on one of that type or on others."""
        same = [v for v in values if v.type == type_]
        first = self.rng.pick(same) if same else self.any(scope, type_)
        others = [v for v in scope.values if is_tensor(v) and v.type == type_]
        return self.binary(scope, first, self.rng.pick(others) if others else first)

    def body_scope(self, scope, block):
        inner = Scope(block, scope, scope.depth + 1)
        inner.values = [v for v in inner.values if is_tensor(v)]
        return inner

    def forward(self, scope, states):
        """A loop of some turns from these states. Returns it and its new states."""
        turns = self.turns()
        count = turns.count
        weights = []
        if self.has("weights"):
            weights = [self.any(scope) for _ in range(self.rng.between(1, 2))]
        types = [v.type for v in states + weights]
        block = Block([turns.type] + types)
        inner = self.body_scope(scope, block)
        turn = self.turn_of(inner, block.arguments[0], turns)
        arguments = block.arguments[1:]
        if self.rng.chance(0.5):
            self.input_slice(scope, inner, turn, count)
        self.work(inner, self.rng.between(2, 6))
        made = [
            v for v in inner.values
            if is_tensor(v) and v.type.element != "i1"
            and self.stack_type(v, count).bytes() <= MAX_STACK_BYTES
        ]
        next_states = [
            self.towards(inner, v.type, made[-3:]) for v in arguments[: len(states)]
        ]
        kept = []
        for _ in range(self.rng.between(1, 4)):
            value = self.rng.pick(made)
            if value not in kept:
                kept.append(value)
        stacks = [
            Stack(value, self.position(inner, turn, count), self.has_unit())
            for value in kept
        ]
        next_weights = [
            self.unary(inner, v) if self.rng.chance(0.3) else v
            for v in arguments[len(states):]
        ]
        inits = states + weights
        yields = next_states + next_weights
        for stack in stacks:
            inits.append(self.empty(scope, self.stack_type(stack.value, count)))
            argument = Block([inits[-1].type]).arguments[0]
            block.arguments.append(argument)
            yields.append(
                self.write_slice(inner, stack.value, argument, stack.index, stack.has_unit)
            )
        block.ops.append(yield_op("scf.yield", yields))
        op = self.for_op(turns, inits, block)
        scope.add(op, visible=False)
        for stack, result in zip(stacks, op.results[len(types):]):
            stack.result = result
        scope.values += op.results[: len(types)]
        loop = Forward(turns, block, turn, made, stacks)
        return loop, op.results[: len(states)]

    def input_slice(self, scope, inner, turn, count):
        """The slice of a turn of a stacked input, made before the loop."""
        type_ = self.shape()
        stacked = type_.with_shape((count, *type_.shape))
        found = [v for v in scope.tensors(stacked)]
        source = self.rng.pick(found) if found else self.fill(scope, stacked)
        index = self.position(inner, turn, count)
        return self.read_slice(inner, source, index, self.has_unit())

    def remake(self, scope, loop, value, known):
        """What a forward turn calls `value`, in a backward turn; None if it cannot be
        made there."""
        if id(value) in known:
            return known[id(value)]
        op = next((op for op in loop.block.ops if value in op.results), None)
        if op is None:
            return None if value in loop.block.arguments else value
        if op.blocks:
            return None
        operands = [self.remake(scope, loop, v, known) for v in op.operands]
        if None in operands:
            return None
        copy = Op(op.lines, operands, [v.type for v in op.results])
        scope.add(copy, visible=False)
        for old, new in zip(op.results, copy.results):
            known[id(old)] = new
        return known[id(value)]

    def backward(self, scope, loop, gradients):
        """The loop of a forward loop's gradient. Returns the new gradients."""
        count = loop.turns.count
        turns = loop.turns
        if self.has("counters"):
            turns = self.turns()
            turns = Turns(count, turns.first, turns.step, loop.turns.type)
        # Sums over the turns, as gradients of weights are.
        sums = [
            self.fill(scope, stack.value.type)
            for stack in loop.stacks
            if self.rng.chance(0.8)
        ]
        inits = gradients + sums
        block = Block([turns.type] + [v.type for v in inits])
        inner = self.body_scope(scope, block)
        own = self.turn_of(inner, block.arguments[0], turns)
        arguments = block.arguments[1:]
        style = self.rng.below(10) if self.has("indices") else 0
        if style < 6:
            turn = self.reversed(inner, own, count)
        else:
            turn = own if style < 9 or count < 3 else self.rotated(inner, own, count)
        known = {id(loop.turn): turn}
        read = []
        for stack in loop.stacks:
            if self.has("spare") and self.rng.chance(0.2):
                continue
            index = self.remake(inner, loop, stack.index, known)
            value = self.read_slice(inner, stack.result, index, stack.has_unit)
            read.append(value)
            known.setdefault(id(stack.value), value)
            if self.has("spare") and self.rng.chance(0.2):
                # Once more, at another turn at times.
                if self.rng.chance(0.3):
                    index = self.position(inner, index, count)
                read.append(self.read_slice(inner, stack.result, index, stack.has_unit))
        if self.has("checkpoints"):
            for _ in range(self.rng.between(1, 3)):
                value = self.remake(inner, loop, self.rng.pick(loop.made), known)
                if value is not None:
                    inner.values.append(value)
                    read.append(value)
        yields = []
        for argument in arguments:
            values = [v for v in read if v.type == argument.type]
            value = self.binary(inner, argument, self.rng.pick(values) if values else None)
            if self.rng.chance(0.5):
                self.work(inner, self.rng.between(1, 3))
                value = self.towards(inner, argument.type, [value])
            yields.append(value)
        if self.rng.chance(0.4):
            # Gradients of a stacked input.
            value = yields[0]
            inits = inits + [self.empty(scope, self.stack_type(value, count))]
            argument = Block([inits[-1].type]).arguments[0]
            block.arguments.append(argument)
            yields.append(self.write_slice(inner, value, argument, turn, self.has_unit()))
        block.ops.append(yield_op("scf.yield", yields))
        op = self.for_op(turns, inits, block)
        scope.add(op, visible=False)
        scope.values += op.results
        return op.results[: len(gradients)], op.results[len(gradients):]

    # Programs.

    def share(self, scope, loop):
        """Reads a stack that a pair has, or a slice of it. Returns results."""
        stack = self.rng.pick(loop.stacks)
        style = self.rng.below(4)
        if style == 0:
            return [stack.result]
        if style == 1:
            return [self.unary(scope, stack.result)]
        if style == 2:
            at = self.index(scope, self.rng.below(loop.turns.count))
            return [self.unary(scope, self.read_slice(scope, stack.result, at, False))]
        gradients, rest = self.backward(scope, loop, [self.any(scope)])
        return gradients + rest

    def pairs(self, scope, states, count):
        """Forward loops, and their backward loops from the last to the first.
        Returns a value for the loss, and what else was made."""
        loops = []
        for _ in range(count):
            loop, states = self.forward(scope, states)
            loops.append(loop)
            if self.rng.chance(0.5):
                self.statements(scope, self.rng.between(1, 3))
                states = [self.towards(scope, v.type, [v]) for v in states]
        last = states[-1]
        gradients = [self.unary(scope, v) for v in states]
        others = []
        for loop in reversed(loops):
            shares = self.has("shared") and self.rng.chance(0.6)
            is_before = self.rng.chance(0.5)
            if shares and is_before:
                others += self.share(scope, loop)
            gradients, made = self.backward(scope, loop, gradients)
            others += made
            if shares and not is_before:
                others += self.share(scope, loop)
            if self.rng.chance(0.4):
                self.statements(scope, 1)
                gradients = [self.towards(scope, v.type, [v]) for v in gradients]
        return last, gradients + others

    def nest(self, scope, states, count):
        """A loop whose turns have pairs, as accumulation of gradients."""
        turns = self.turns()
        block = Block([turns.type] + [v.type for v in states])
        inner = self.body_scope(scope, block)
        arguments = block.arguments[1:]
        last, made = self.pairs(inner, arguments, count)
        inits = list(states)
        yields = [self.towards(inner, v.type, [last] + made) for v in arguments]
        for value in made:
            if self.rng.chance(0.8):
                inits.append(self.fill(scope, value.type))
                argument = Block([value.type]).arguments[0]
                block.arguments.append(argument)
                yields.append(self.binary(inner, argument, value))
        block.ops.append(yield_op("scf.yield", yields))
        op = self.for_op(turns, inits, block)
        scope.add(op)
        return op.results[0], op.results[1:]

    def main(self):
        types = [self.shape() for _ in range(self.rng.between(2, 4))]
        function = Function("main", types)
        scope = Scope(function.block)
        self.statements(scope, self.rng.between(0, 3))
        states = [self.any(scope) for _ in range(self.rng.pick([1, 1, 2]))]
        count = self.rng.between(1, 3) if self.has("pairs") else 1
        build = self.nest if self.has("nests") and self.rng.chance(0.4) else self.pairs
        last, made = build(scope, states, count)
        if self.rng.chance(0.5):
            self.statements(scope, self.rng.between(1, 2))
        loss = self.reduce(scope, last, list(range(len(last.type.shape))))
        results = [loss]
        for value in made:
            # What nothing reads goes, and its loop's stacks with it.
            if value not in results and self.rng.chance(0.9):
                results.append(value)
        if self.rng.chance(0.5):
            results.append(self.any(scope))
        function.block.ops.append(return_op(results))
        self.program.functions.append(function)

    def make(self):
        self.main()


def generate(seed, features=FEATURES):
    return LoopGenerator(seed, features).generate()


def parse_features(text):
    return random_program.parse_features(text, FEATURES)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("seed", type=int, metavar="SEED")
    parser.add_argument("--features", type=parse_features, default=FEATURES)
    options = parser.parse_args()
    sys.stdout.write(str(generate(options.seed, options.features)))


if __name__ == "__main__":
    main()
