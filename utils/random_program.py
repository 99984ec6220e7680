#!/usr/bin/env python3
# ===- random_program.py - A training step made from a seed ----------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""random_program.py [--features=A,B] SEED

Prints an MLIR module: a function `main` on tensors of static shapes, like a
training step, which returns a loss and gradients, and what it calls and reads.
The text is a function of the seed and the features, the same on any machine.

Features, of which a program uses about half (without the option all may be
used; `none` leaves the plain operations on tensors):

- calls: callees that are inlined and callees that are not, which return one
  or several tensors, their argument, or one tensor twice, and call others;
- loops: `scf.for` (nested, with swapped tensors, without a turn), `scf.while`
  (also with other types behind the condition), `scf.forall`;
- branches: `scf.if` with and without results, nested, `scf.index_switch`;
- globals: constant and mutable `memref.global`, dense constants;
- memrefs: memrefs as arguments, allocated, loaded, stored, read as tensors;
- views: slices, inserted slices, expanded and collapsed shapes;
- select: `arith.select` of whole tensors;
- bystander: functions beside `main`, which nothing calls;
- alignment: shapes of odd sizes;
- destinations: results computed into tensors that are still needed, and
  tensor.empty operations that several operations share.

Every value is bounded by a small number: results are finite.
"""

import argparse
import os
import random
import struct
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from mlir_program import (  # noqa: E402
    Block,
    Function,
    Op,
    Program,
    Tensor,
    call_op,
    drop_dead,
    fill_lines,
    fill_op,
    is_memref,
    is_tensor,
    result_names,
    return_op,
    type_names,
    yield_op,
)

FEATURES = (
    "calls",
    "loops",
    "branches",
    "globals",
    "memrefs",
    "views",
    "select",
    "bystander",
    "alignment",
    "destinations",
)
MAX_BYTES = 8192
MAX_DEPTH = 3


class Random:
    """Of a generator in Python only what no version changes."""

    def __init__(self, seed):
        self.source = random.Random(seed)

    def below(self, count):
        return int(self.source.random() * count)

    def between(self, low, high):
        return low + self.below(high - low + 1)

    def chance(self, share):
        return self.source.random() < share

    def pick(self, items):
        return items[self.below(len(items))]


class Scope:
    """Where operations are added: a block, and what can be seen from there."""

    def __init__(self, block, outer=None, depth=0):
        self.block, self.outer, self.depth = block, outer, depth
        self.values = list(block.arguments)
        self.empties = []
        self.memrefs = [v for v in self.values if is_memref(v)]

    def all(self):
        return (self.outer.all() if self.outer else []) + self.values

    def tensors(self, type_=None):
        return [
            value
            for value in self.all()
            if is_tensor(value) and (type_ is None or value.type == type_)
        ]

    def buffers(self):
        return (self.outer.buffers() if self.outer else []) + self.memrefs

    def shared(self, type_):
        found = [value for value in self.empties if value.type == type_]
        return found + (self.outer.shared(type_) if self.outer else [])

    def add(self, op, visible=True):
        self.block.ops.append(op)
        if visible:
            self.values += op.results
        return op.results[0] if op.results else None


def identity(rank):
    dims = ", ".join(f"d{i}" for i in range(rank))
    return f"affine_map<({dims}) -> ({dims})>"


class Generator:
    def __init__(self, seed, features):
        self.rng = Random(seed)
        allowed = [name for name in FEATURES if name in features]
        # Half of the features; a program in eight has all, another none but one.
        style = self.rng.below(8)
        used = [
            name for name in allowed if style == 0 or self.rng.chance(0.5)
        ]
        if style == 1 and allowed:
            used = [self.rng.pick(allowed)]
        self.program = Program(seed, used)
        self.has = set(used).__contains__
        odd = self.has("alignment")
        dims = [1, 3, 5, 6, 7, 9, 10, 12, 13] if odd else [4, 8, 16, 32]
        self.dims = [self.rng.pick(dims) for _ in range(2)]
        if odd and self.rng.chance(0.5):
            self.dims.append(self.rng.pick([2, 8, 17]))
        self.element = "f64" if self.rng.chance(0.15) else "f32"
        self.callees = []
        self.global_types = {}
        # Buffers that are stored to, and those that are read as tensors.
        self.written, self.as_tensor = set(), set()

    # Types and scalars.

    def shape(self):
        rank = self.rng.pick([1, 2, 2, 2, 2, 3])
        while True:
            shape = [self.rng.pick(self.dims) for _ in range(rank)]
            if Tensor(shape, self.element).bytes() <= MAX_BYTES:
                return Tensor(shape, self.element)
            rank -= 1

    def index(self, scope, number):
        """A constant index."""
        return scope.add(Op(f"$r0 = arith.constant {number} : index", (), ["index"]))

    def indices(self, tensor):
        return [self.rng.below(dim) for dim in tensor.shape]

    def scalar(self, scope, tensor):
        """An element of a tensor."""
        at = self.indices(tensor.type)
        lines = [f"$li{i} = arith.constant {n} : index" for i, n in enumerate(at)]
        names = ", ".join(f"$li{i}" for i in range(len(at)))
        return scope.add(
            Op(
                lines + [f"$r0 = tensor.extract $o0[{names}] : $to0"],
                [tensor],
                [tensor.type.element],
            )
        )

    def condition(self, scope):
        number = self.scalar(scope, self.any(scope))
        sign = self.rng.pick(["ogt", "olt"])
        return scope.add(
            Op(
                [
                    f"$lz = arith.constant 0.0 : $to0",
                    f"$r0 = arith.cmpf {sign}, $o0, $lz : $to0",
                ],
                [number],
                ["i1"],
            )
        )

    def any(self, scope, type_=None):
        """A tensor that can be seen, late ones more often; else a new one."""
        found = scope.tensors(type_)
        if not found:
            return self.fill(scope, type_ or self.shape())
        if self.rng.chance(0.5):
            found = found[-4:]
        return self.rng.pick(found)

    # Operations on tensors. Each result is bounded as its operands are.

    def fill(self, scope, type_):
        return scope.add(fill_op(type_, self.rng.pick(["0.25", "-0.5", "0.75"])))

    def destination(self, scope, type_):
        """Lines, operands and the name of what to write a result of a type to; the
        result's operation has no operand in that place but the given ones."""
        if self.has("destinations") and self.rng.chance(0.4):
            shared = scope.shared(type_)
            if not shared or self.rng.chance(0.3):
                op = Op("$r0 = tensor.empty() : $tr0", (), [type_])
                scope.add(op, visible=False)
                scope.empties += op.results
                shared = op.results
            return self.rng.pick(shared)
        if self.has("destinations") and self.rng.chance(0.3):
            # What is there already is overwritten, though it may be needed.
            found = scope.tensors(type_)
            if found:
                return self.rng.pick(found)
        return None

    def into(self, scope, type_, line, operands, lines=()):
        """Adds an operation, with DEST and TYPE in its line for the destination."""
        lines = list(lines)
        operands = list(operands)
        out = self.destination(scope, type_)
        if out is None:
            lines.append("$le = tensor.empty() : $tr0")
            name = "$le"
        else:
            operands.append(out)
            name = f"$o{len(operands) - 1}"
        line = [line] if isinstance(line, str) else line
        lines += [text.replace("DEST", name) for text in line]
        return scope.add(Op(lines, operands, [type_]))

    def unary(self, scope, value=None):
        value = value or self.any(scope)
        name = self.rng.pick(["tanh", "sin", "cos", "absf", "erf", "atan"])
        return scope.add(Op(f"$r0 = math.{name} $o0 : $to0", [value], [value.type]))

    def binary(self, scope, first=None, second=None):
        first = first or self.any(scope)
        second = second or self.any(scope, first.type)
        name = self.rng.pick(["mulf", "maximumf", "minimumf", "generic", "generic"])
        if name != "generic":
            return scope.add(
                Op(f"$r0 = arith.{name} $o0, $o1 : $to0", [first, second], [first.type])
            )
        return self.generic(scope, [first, second])

    def generic(self, scope, operands, reads=False):
        """The mean of the operands, some of which may be broadcast."""
        type_ = operands[0].type
        rank = len(type_.shape)
        dims = ", ".join(f"d{i}" for i in range(rank))
        maps, names, types, payload = [], [], [], []
        for i, operand in enumerate(operands):
            kept = broadcast_dims(operand.type.shape, type_.shape)
            maps.append(
                f"affine_map<({dims}) -> ({', '.join(f'd{k}' for k in kept)})>"
            )
            names.append(f"%x{i}: {type_.element}")
        maps.append(identity(rank))
        element = type_.element
        total = "%x0"
        for i in range(1, len(operands)):
            payload.append(f"  %s{i} = arith.addf {total}, %x{i} : {element}")
            total = f"%s{i}"
        share = 1.0 / len(operands)
        payload += [
            f"  %k = arith.constant {share:.6f} : {element}",
            f"  %y = arith.mulf {total}, %k : {element}",
            f"  linalg.yield %y : {element}",
        ]
        iterators = ", ".join(['"parallel"'] * rank)
        ins = ", ".join(f"$o{i}" for i in range(len(operands)))
        types = ", ".join(f"$to{i}" for i in range(len(operands)))
        return self.into(
            scope,
            type_,
            [
                f"$r0 = linalg.generic {{indexing_maps = [{', '.join(maps)}], "
                f"iterator_types = [{iterators}]}} ins({ins} : {types}) "
                f"outs(DEST : $tr0) {{",
                f"^bb0({', '.join(names)}, %d: {element}):",
            ]
            + payload
            + ["} -> $tr0"],
            operands,
        )

    def two_results(self, scope):
        """A generic operation with two results."""
        value = self.any(scope)
        rank, element = len(value.type.shape), value.type.element
        maps = ", ".join([identity(rank)] * 3)
        iterators = ", ".join(['"parallel"'] * rank)
        return scope.add(
            Op(
                [
                    "$le0 = tensor.empty() : $tr0",
                    "$le1 = tensor.empty() : $tr0",
                    "$r0, $r1 = linalg.generic "
                    f"{{indexing_maps = [{maps}], iterator_types = [{iterators}]}} "
                    "ins($o0 : $to0) outs($le0, $le1 : $tr0, $tr0) {",
                    f"^bb0(%x: {element}, %d0: {element}, %d1: {element}):",
                    f"  %y = math.sin %x : {element}",
                    f"  %z = math.cos %x : {element}",
                    f"  linalg.yield %y, %z : {element}, {element}",
                    "} -> ($tr0, $tr0)",
                ],
                [value],
                [value.type, value.type],
            )
        )

    def mix(self, scope):
        """A generic operation on two or three tensors, one of lower rank if any."""
        first = self.any(scope)
        others = [
            value
            for value in scope.tensors()
            if value.type.element == first.type.element
            and broadcast_dims(value.type.shape, first.type.shape) is not None
        ]
        count = self.rng.between(1, 2)
        return self.generic(
            scope, [first] + [self.rng.pick(others) for _ in range(count)]
        )

    def matmul(self, scope):
        value = self.any(scope)
        if len(value.type.shape) != 2:
            value = self.any(scope, Tensor([self.rng.pick(self.dims)] * 2, self.element))
        rows, inner = value.type.shape
        rights = [
            v for v in scope.tensors() if len(v.type.shape) == 2
            and v.type.shape[0] == inner and v.type.element == value.type.element
            and rows * v.type.shape[1] * 8 <= MAX_BYTES
        ]
        if rights:
            right = self.rng.pick(rights)
        else:
            right = self.fill(scope, Tensor([inner, inner], value.type.element))
        type_ = Tensor([rows, right.type.shape[1]], value.type.element)
        product = scope.add(
            Op(
                [line.replace("ELEMENT", type_.element) for line in fill_lines("$lf")]
                + [
                    "$r0 = linalg.matmul ins($o0, $o1 : $to0, $to1) "
                    "outs($lf : $tr0) -> $tr0"
                ],
                [value, right],
                [type_],
            ),
            visible=False,
        )
        return self.scale(scope, product, inner)

    def scale(self, scope, value, count):
        """Divides a sum of that many values, in one of two spellings."""
        share, element = f"{1.0 / count:.6f}", value.type.element
        if self.has("globals") and self.rng.chance(0.5):
            return scope.add(
                Op(
                    [
                        f"$lk = arith.constant dense<{share}> : $to0",
                        "$r0 = arith.mulf $o0, $lk : $to0",
                    ],
                    [value],
                    [value.type],
                )
            )
        rank = len(value.type.shape)
        iterators = ", ".join(['"parallel"'] * rank)
        return scope.add(
            Op(
                [
                    "$le = tensor.empty() : $tr0",
                    "$r0 = linalg.generic {indexing_maps = "
                    f"[{identity(rank)}, {identity(rank)}], iterator_types = "
                    f"[{iterators}]}} ins($o0 : $to0) outs($le : $tr0) {{",
                    f"^bb0(%x: {element}, %d: {element}):",
                    f"  %k = arith.constant {share} : {element}",
                    f"  %y = arith.mulf %x, %k : {element}",
                    f"  linalg.yield %y : {element}",
                    "} -> $tr0",
                ],
                [value],
                [value.type],
            )
        )

    def reduce(self, scope, value=None, dims=None):
        value = value or self.any(scope)
        rank = len(value.type.shape)
        if not rank:
            return self.unary(scope, value)
        if dims is None:
            dims = [i for i in range(rank) if self.rng.chance(0.5)] or [0]
        kept = [d for i, d in enumerate(value.type.shape) if i not in dims]
        type_ = value.type.with_shape(kept)
        total = scope.add(
            Op(
                [line.replace("ELEMENT", type_.element) for line in fill_lines("$lf")]
                + [
                    "$r0 = linalg.reduce {arith.addf} ins($o0 : $to0) "
                    f"outs($lf : $tr0) dimensions = {dims}"
                ],
                [value],
                [type_],
            ),
            visible=False,
        )
        return self.scale(scope, total, value.type.count() // type_.count())

    def transpose(self, scope):
        value = self.any(scope)
        rank = len(value.type.shape)
        if rank == 0:
            return value  # MLIR's verifier crashes on a scalar's transpose.
        order = list(range(rank))
        for i in range(rank - 1):
            j = self.rng.between(i, rank - 1)
            order[i], order[j] = order[j], order[i]
        type_ = value.type.with_shape([value.type.shape[i] for i in order])
        return self.into(
            scope,
            type_,
            "$r0 = linalg.transpose ins($o0 : $to0) outs(DEST : $tr0) "
            f"permutation = {order}",
            [value],
        )

    def broadcast(self, scope):
        value = self.any(scope)
        dim = self.rng.pick(self.dims)
        if value.type.bytes() * dim > MAX_BYTES or len(value.type.shape) > 2:
            return self.unary(scope, value)
        type_ = value.type.with_shape((dim,) + value.type.shape)
        return self.into(
            scope,
            type_,
            "$r0 = linalg.broadcast ins($o0 : $to0) outs(DEST : $tr0) "
            "dimensions = [0]",
            [value],
        )

    def concat(self, scope):
        first = self.any(scope)
        if first.type.bytes() * 2 > MAX_BYTES or not first.type.shape:
            return self.unary(scope, first)
        second = self.any(scope, first.type)
        dim = self.rng.below(len(first.type.shape))
        shape = list(first.type.shape)
        shape[dim] *= 2
        return scope.add(
            Op(
                f"$r0 = tensor.concat dim({dim}) $o0, $o1 : ($to0, $to1) -> $tr0",
                [first, second],
                [first.type.with_shape(shape)],
            )
        )

    def softmax(self, scope):
        """Along the last dimension."""
        value = self.any(scope)
        shape, element = value.type.shape, value.type.element
        if not shape:
            return self.unary(scope, value)
        powers = scope.add(
            Op("$r0 = math.exp $o0 : $to0", [value], [value.type]), visible=False
        )
        total = scope.add(
            Op(
                [line.replace("ELEMENT", element) for line in fill_lines("$lf")]
                + [
                    "$r0 = linalg.reduce {arith.addf} ins($o0 : $to0) "
                    f"outs($lf : $tr0) dimensions = [{len(shape) - 1}]"
                ],
                [powers],
                [value.type.with_shape(shape[:-1])],
            ),
            visible=False,
        )
        dims = ", ".join(f"d{i}" for i in range(len(shape)))
        rest = ", ".join(f"d{i}" for i in range(len(shape) - 1))
        iterators = ", ".join(['"parallel"'] * len(shape))
        return self.into(
            scope,
            value.type,
            [
                f"$r0 = linalg.generic {{indexing_maps = [{identity(len(shape))}, "
                f"affine_map<({dims}) -> ({rest})>, {identity(len(shape))}], "
                f"iterator_types = [{iterators}]}} ins($o0, $o1 : $to0, $to1) "
                "outs(DEST : $tr0) {",
                f"^bb0(%x: {element}, %s: {element}, %d: {element}):",
                f"  %y = arith.divf %x, %s : {element}",
                f"  linalg.yield %y : {element}",
                "} -> $tr0",
            ],
            [powers, total],
        )

    def mask(self, scope):
        """Elements of one tensor or another."""
        first = self.any(scope)
        second = self.any(scope, first.type)
        bits = scope.add(
            Op(
                "$r0 = arith.cmpf ogt, $o0, $o1 : $to0",
                [first, second],
                [Tensor(first.type.shape, "i1")],
            ),
            visible=False,
        )
        return scope.add(
            Op(
                "$r0 = arith.select $o0, $o1, $o2 : $to0, $to1",
                [bits, self.any(scope, first.type), second],
                [first.type],
            )
        )

    def pad(self, scope):
        value = self.any(scope)
        rank = len(value.type.shape)
        shape = [dim + 2 for dim in value.type.shape]
        type_ = value.type.with_shape(shape)
        if not rank or type_.bytes() > MAX_BYTES:
            return self.unary(scope, value)
        ones = ", ".join(["1"] * rank)
        block = ", ".join(f"%i{k}: index" for k in range(rank))
        return scope.add(
            Op(
                [
                    f"$lk = arith.constant 0.5 : {type_.element}",
                    f"$r0 = tensor.pad $o0 low[{ones}] high[{ones}] {{",
                    f"^bb0({block}):",
                    f"  tensor.yield $lk : {type_.element}",
                    "} : $to0 to $tr0",
                ],
                [value],
                [type_],
            )
        )

    # Views.

    def slice(self, scope):
        value = self.any(scope)
        rank = len(value.type.shape)
        sizes, offsets, strides = [], [], []
        for dim in value.type.shape:
            size = self.rng.between(max(1, dim // 2), dim)
            stride = 2 if size * 2 - 1 <= dim and self.rng.chance(0.3) else 1
            offsets.append(self.rng.between(0, dim - (size - 1) * stride - 1))
            sizes.append(size)
            strides.append(stride)
        if not rank:
            return self.unary(scope, value)
        return scope.add(
            Op(
                f"$r0 = tensor.extract_slice $o0{offsets} {sizes} {strides} : "
                "$to0 to $tr0",
                [value],
                [value.type.with_shape(sizes)],
            )
        )

    def insert(self, scope):
        target = self.any(scope)
        fits = [
            value
            for value in scope.tensors()
            if len(value.type.shape) == len(target.type.shape) > 0
            and all(a <= b for a, b in zip(value.type.shape, target.type.shape))
            and value.type.element == target.type.element
        ]
        if not fits:
            return self.slice(scope)
        source = self.rng.pick(fits)
        sizes = list(source.type.shape)
        offsets = [
            self.rng.between(0, b - a) for a, b in zip(sizes, target.type.shape)
        ]
        return scope.add(
            Op(
                f"$r0 = tensor.insert_slice $o0 into $o1{offsets} {sizes} "
                f"{[1] * len(sizes)} : $to0 into $to1",
                [source, target],
                [target.type],
            )
        )

    def reshape(self, scope):
        value = self.any(scope)
        shape, rank = value.type.shape, len(value.type.shape)
        if rank > 1 and self.rng.chance(0.5):
            whole = list(range(rank))
            return scope.add(
                Op(
                    f"$r0 = tensor.collapse_shape $o0 [{whole}] : $to0 into $tr0",
                    [value],
                    [value.type.with_shape([value.type.count()])],
                )
            )
        if not rank:
            return self.unary(scope, value)
        first = shape[0]
        half = 2 if first % 2 == 0 else 1
        new = [half, first // half] + list(shape[1:])
        groups = [[0, 1]] + [[i + 1] for i in range(1, rank)]
        return scope.add(
            Op(
                f"$r0 = tensor.expand_shape $o0 {groups} output_shape {new} : "
                "$to0 into $tr0",
                [value],
                [value.type.with_shape(new)],
            )
        )

    def put(self, scope):
        """A tensor with one other element."""
        value = self.any(scope)
        at = self.indices(value.type)
        number = self.scalar(scope, self.any(scope, value.type))
        lines = [f"$li{i} = arith.constant {n} : index" for i, n in enumerate(at)]
        names = ", ".join(f"$li{i}" for i in range(len(at)))
        return scope.add(
            Op(
                lines + [f"$r0 = tensor.insert $o0 into $o1[{names}] : $to1"],
                [number, value],
                [value.type],
            )
        )

    def select(self, scope):
        first = self.any(scope)
        second = self.any(scope, first.type)
        return scope.add(
            Op(
                "$r0 = arith.select $o0, $o1, $o2 : $to1",
                [self.condition(scope), first, second],
                [first.type],
            )
        )

    # Constants and buffers.

    def constant(self, scope):
        type_ = self.shape()
        if type_.count() > 128 or self.rng.chance(0.2):
            text = f"dense<{self.rng.pick(['0.5', '-0.25'])}>"
        else:
            text = self.dense(type_)
        return scope.add(Op(f"$r0 = arith.constant {text} : $tr0", (), [type_]))

    def dense(self, type_):
        pack = "<f" if type_.element == "f32" else "<d"
        data = b"".join(
            struct.pack(pack, self.rng.between(-64, 64) / 64)
            for _ in range(type_.count())
        )
        return f'dense<"0x{data.hex().upper()}">' if type_.count() > 1 else "dense<0.5>"

    def from_global(self, scope):
        names = list(self.program.globals)
        if not names or self.rng.chance(0.4):
            type_ = self.shape()
            name = f"global{len(names)}"
            constant = "constant " if self.rng.chance(0.7) else ""
            text = self.dense(type_) if type_.count() <= 128 else "dense<0.25>"
            self.program.globals[name] = (
                f'memref.global "private" {constant}@{name} : '
                f"{type_.memref()} = {text}"
            )
            self.global_types[name] = type_
        else:
            name = self.rng.pick(names)
        type_ = self.global_types[name]
        memref = type_.memref()
        return scope.add(
            Op(
                [
                    f"$lg = memref.get_global @{name} : {memref}",
                    f"$r0 = bufferization.to_tensor $lg restrict : {memref} to $tr0",
                ],
                (),
                [type_],
            )
        )

    def allocate(self, scope):
        """A buffer on the heap or the stack, filled and read. Bufferization frees
        it and refuses functions that free buffers themselves."""
        type_ = self.shape()
        memref = type_.memref()
        number = self.scalar(scope, self.any(scope, type_))
        lines = [f"$lm = memref.alloc() : {memref}"]
        if self.rng.chance(0.3):
            lines = [f"$lm = memref.alloca() : {memref}"]
        lines.append(
            f"linalg.fill ins($o0 : {type_.element}) outs($lm : {memref})"
        )
        at = self.indices(type_)
        lines += [f"$li{i} = arith.constant {n} : index" for i, n in enumerate(at)]
        names = ", ".join(f"$li{i}" for i in range(len(at)))
        lines.append(f"$r0 = memref.load $lm[{names}] : {memref}")
        scalar = scope.add(Op(lines, [number], [type_.element]), visible=False)
        return self.splat(scope, scalar, type_)

    def splat(self, scope, number, type_):
        return scope.add(
            Op(
                [
                    "$le = tensor.empty() : $tr0",
                    "$r0 = linalg.fill ins($o0 : $to0) outs($le : $tr0) -> $tr0",
                ],
                [number],
                [type_],
            )
        )

    def load(self, scope):
        """An element of a buffer, or the whole as a tensor."""
        buffers = scope.buffers()
        if not buffers:
            return self.allocate(scope)
        buffer = self.rng.pick(buffers)
        type_ = Tensor(buffer.type.shape, buffer.type.element)
        # A buffer that is read as a tensor must not change.
        if buffer not in self.written and self.rng.chance(0.6):
            self.as_tensor.add(buffer)
            return scope.add(
                Op(
                    "$r0 = bufferization.to_tensor $o0 restrict : $to0 to $tr0",
                    [buffer],
                    [type_],
                )
            )
        at = self.indices(type_)
        lines = [f"$li{i} = arith.constant {n} : index" for i, n in enumerate(at)]
        names = ", ".join(f"$li{i}" for i in range(len(at)))
        number = scope.add(
            Op(
                lines + [f"$r0 = memref.load $o0[{names}] : $to0"],
                [buffer],
                [type_.element],
            ),
            visible=False,
        )
        return self.splat(scope, number, type_)

    def to_buffer(self, scope):
        """An element of a tensor, read through its buffer."""
        value = self.any(scope)
        memref = value.type.memref()
        at = self.indices(value.type)
        lines = [f"$li{i} = arith.constant {n} : index" for i, n in enumerate(at)]
        names = ", ".join(f"$li{i}" for i in range(len(at)))
        number = scope.add(
            Op(
                lines
                + [
                    f"$lm = bufferization.to_buffer $o0 read_only : $to0 to {memref}",
                    f"$r0 = memref.load $lm[{names}] : {memref}",
                ],
                [value],
                [value.type.element],
            ),
            visible=False,
        )
        return self.splat(scope, number, value.type)

    def memrefs(self, scope):
        return self.rng.pick([self.allocate, self.load, self.load, self.to_buffer])(
            scope
        )

    # Calls.

    def callee(self, depth=0):
        """A function of its own."""
        name = f"callee{len(self.callees)}"
        types = [self.shape() for _ in range(self.rng.between(1, 2))]
        if self.rng.chance(0.3):
            types = [types[0]] * 2
        attributes = "no_inline" if self.rng.chance(0.6) else ""
        function = Function(name, types, attributes, self.rng.chance(0.6))
        scope = Scope(function.block, depth=1)
        saved = list(self.callees)
        self.statements(scope, self.rng.between(1, 4))
        arguments = function.block.arguments
        made = [v for v in scope.tensors() if v not in arguments] or arguments
        results = [self.rng.pick(made) for _ in range(self.rng.between(1, 2))]
        style = self.rng.below(10)
        if style == 0:
            results[0] = arguments[0]
        elif style == 1:
            results.append(results[0])
        function.block.ops.append(return_op(results))
        assert saved == self.callees
        self.callees.append(function)
        self.program.functions.append(function)

    def call(self, scope):
        function = self.rng.pick(self.callees)
        operands = [
            self.any(scope, value.type) for value in function.block.arguments
        ]
        marked = " {no_inline}" if self.rng.chance(0.1) else ""
        return scope.add(call_op(function, operands, marked))

    # Control flow.

    def carried(self, scope, count):
        return [self.any(scope) for _ in range(count)]

    def inner(self, scope, block, count):
        inner = Scope(block, scope, scope.depth + 1)
        self.statements(inner, count)
        return inner

    def yielded(self, inner, types, arguments):
        """For each type a value: mostly made inside, also an argument (swapped
        or not), or a tensor from outside."""
        values = []
        for type_ in types:
            own = [v for v in inner.values if is_tensor(v) and v.type == type_]
            made = [v for v in own if v not in arguments]
            style = self.rng.below(10)
            passed = [v for v in arguments if v.type == type_]
            if style < 7 and made:
                values.append(self.rng.pick(made))
            elif style == 7 and passed:
                values.append(self.rng.pick(passed))
            elif style == 8:
                values.append(self.any(inner, type_))
            else:
                values.append(self.unary(inner, self.any(inner, type_)))
        return values

    def loop(self, scope):
        kind = self.rng.pick(["for", "for", "for", "while", "forall"])
        return getattr(self, kind + "_loop")(scope)

    def for_loop(self, scope):
        inits = self.carried(scope, self.rng.pick([1, 1, 2, 2, 3]))
        if len(inits) > 1 and self.rng.chance(0.5):
            # Of one type, so that they can be swapped.
            inits[1] = self.any(scope, inits[0].type)
        types = [v.type for v in inits]
        block = Block(["index"] + types)
        inner = self.inner(scope, block, self.rng.between(1, 3))
        arguments = block.arguments[1:]
        if len(types) > 1 and types[0] == types[1] and self.rng.chance(0.5):
            results = [arguments[1], arguments[0]] + self.yielded(
                inner, types[2:], arguments
            )
            if self.rng.chance(0.5):
                results[0] = self.unary(inner, results[0])
        else:
            results = self.yielded(inner, types, arguments)
        block.ops.append(yield_op("scf.yield", results))
        turns = 0 if self.rng.chance(0.05) else self.rng.between(1, 3)
        pairs = ", ".join(f"$a0.{i + 1} = $o{i}" for i in range(len(inits)))
        return scope.add(
            Op(
                [
                    "$l0 = arith.constant 0 : index",
                    f"$ln = arith.constant {turns} : index",
                    "$l1 = arith.constant 1 : index",
                    f"{result_names(inits)} = scf.for $a0.0 = $l0 to $ln step $l1 "
                    f"iter_args({pairs}) -> ({type_names(inits)}) {{",
                    "$b0",
                    "}",
                ],
                inits,
                types,
                [block],
            )
        )

    def while_loop(self, scope):
        inits = self.carried(scope, self.rng.between(1, 2))
        types = [v.type for v in inits]
        before = Block(["index"] + types)
        head = Scope(before, scope, scope.depth + 1)
        if self.rng.chance(0.5):
            passed = list(before.arguments[1:])
            if self.rng.chance(0.3):
                passed.reverse()
        else:
            self.statements(head, self.rng.between(1, 2))
            passed = [self.any(head) for _ in range(self.rng.between(1, 2))]
        turns = self.rng.between(1, 3)
        operands = [before.arguments[0]] + passed
        names = ", ".join(f"$o{i}" for i in range(len(operands)))
        before.ops.append(
            Op(
                [
                    f"$ln = arith.constant {turns} : index",
                    "$lc = arith.cmpi slt, $o0, $ln : index",
                    f"scf.condition($lc) {names} : {type_names(operands, 'o')}",
                ],
                operands,
            )
        )
        after = Block([v.type for v in operands])
        body = self.inner(scope, after, self.rng.between(1, 3))
        results = self.yielded(body, types, after.arguments[1:])
        results = [after.arguments[0]] + results
        names = ", ".join(f"$o{i}" if i else "$lj" for i in range(len(results)))
        after.ops.append(
            Op(
                [
                    "$l1 = arith.constant 1 : index",
                    "$lj = arith.addi $o0, $l1 : index",
                    f"scf.yield {names} : {type_names(results, 'o')}",
                ],
                results,
            )
        )
        pairs = ", ".join(f"$a0.{i + 1} = $o{i}" for i in range(len(inits)))
        inner_types = ", ".join(["index"] + [str(t) for t in types])
        op = Op(
            [
                "$l0 = arith.constant 0 : index",
                f"{result_names(operands)} = scf.while ($a0.0 = $l0, {pairs}) : "
                f"({inner_types}) -> ({', '.join(str(v.type) for v in operands)}) {{",
                "$b0",
                "} do {",
                "^bb0(" + ", ".join(
                    f"$a1.{i}: $ta1.{i}" for i in range(len(operands))
                ) + "):",
                "$b1",
                "}",
            ],
            inits,
            [v.type for v in operands],
            [before, after],
        )
        scope.add(op, visible=False)
        scope.values += op.results[1:]
        return op.results[1]

    def forall_loop(self, scope):
        """Rows of a tensor, computed each on its own."""
        source = self.any(scope)
        shape = source.type.shape
        if not shape or scope.depth > 1:
            return self.for_loop(scope)
        target = self.any(scope, source.type)
        row = source.type.with_shape((1,) + shape[1:])
        at = ", ".join(["$a0.0"] + ["0"] * (len(shape) - 1))
        sizes = list(row.shape)
        ones = [1] * len(shape)
        block = Block(["index", target.type])
        inner = Scope(block, scope, scope.depth + 1)
        # Of the tensors outside only the slice is read, at most times.
        is_apart = self.rng.chance(0.7)
        cut = Op(
            "$r0 = tensor.extract_slice $o0[AT] SIZES ONES : $to0 to $tr0".replace(
                "AT", ", ".join(["$o1"] + ["0"] * (len(shape) - 1))
            )
            .replace("SIZES", str(sizes))
            .replace("ONES", str(ones)),
            [block.arguments[1] if self.rng.chance(0.3) else source,
             block.arguments[0]],
            [row],
        )
        value = inner.add(cut)
        inner.values.remove(block.arguments[1])
        if is_apart:
            for _ in range(self.rng.between(1, 3)):
                value = self.rng.pick([self.unary, self.binary])(inner, value)
        else:
            self.statements(inner, self.rng.between(1, 2))
            value = self.unary(inner, self.any(inner, row))
        block.ops.append(
            Op(
                [
                    "scf.forall.in_parallel {",
                    f"  tensor.parallel_insert_slice $o0 into $o1[$o2"
                    + ", 0" * (len(shape) - 1)
                    + f"] {sizes} {ones} : $to0 into $to1",
                    "}",
                ],
                [value, block.arguments[1], block.arguments[0]],
            )
        )
        return scope.add(
            Op(
                [
                    f"$r0 = scf.forall ($a0.0) in ({shape[0]}) "
                    "shared_outs($a0.1 = $o0) -> ($tr0) {",
                    "$b0",
                    "}",
                ],
                [target],
                [target.type],
                [block],
            )
        )

    def branch(self, scope):
        buffers = [v for v in scope.buffers() if v not in self.as_tensor]
        if self.has("memrefs") and self.rng.chance(0.2) and buffers:
            return self.if_without_results(scope, self.rng.pick(buffers))
        types = [self.any(scope).type for _ in range(self.rng.between(1, 2))]
        if self.rng.chance(0.25):
            return self.switch(scope, types)
        condition = self.condition(scope)
        return scope.add(
            Op(
                [
                    f"{result_names(types)} = scf.if $o0 -> "
                    f"({', '.join(f'$tr{i}' for i in range(len(types)))}) {{",
                    "$b0",
                    "} else {",
                    "$b1",
                    "}",
                ],
                [condition],
                types,
                [self.arm(scope, types) for _ in range(2)],
            )
        )

    def arm(self, scope, types):
        block = Block()
        if self.rng.chance(0.2):
            inner = Scope(block, scope, scope.depth + 1)
            results = [self.any(inner, type_) for type_ in types]
        else:
            inner = self.inner(scope, block, self.rng.between(1, 3))
            results = self.yielded(inner, types, [])
        block.ops.append(yield_op("scf.yield", results))
        return block

    def switch(self, scope, types):
        number = self.scalar(scope, self.any(scope))
        lines = [
            "$lk = arith.constant 2.0 : $to0",
            "$ls = arith.mulf $o0, $lk : $to0",
            "$li = arith.fptosi $ls : $to0 to i32",
            "$lx = arith.index_cast $li : i32 to index",
            f"{result_names(types)} = scf.index_switch $lx -> "
            + ", ".join(f"$tr{i}" for i in range(len(types))),
        ]
        count = self.rng.between(1, 2)
        for i in range(count):
            lines += [f"case {i} {{", f"$b{i}", "}"]
        lines += ["default {", f"$b{count}", "}"]
        return scope.add(
            Op(
                lines,
                [number],
                types,
                [self.arm(scope, types) for _ in range(count + 1)],
            )
        )

    def if_without_results(self, scope, buffer):
        """Changes a buffer, or leaves it as it is."""
        self.written.add(buffer)
        condition = self.condition(scope)
        block = Block()
        inner = self.inner(scope, block, self.rng.between(1, 2))
        number = self.scalar(
            inner, self.any(inner, Tensor(buffer.type.shape, buffer.type.element))
        )
        at = self.indices(buffer.type)
        lines = [f"$li{i} = arith.constant {n} : index" for i, n in enumerate(at)]
        names = ", ".join(f"$li{i}" for i in range(len(at)))
        block.ops.append(
            Op(lines + [f"memref.store $o0, $o1[{names}] : $to1"], [number, buffer])
        )
        scope.add(Op(["scf.if $o0 {", "$b0", "}"], [condition], (), [block]))
        return self.unary(scope)

    # Programs.

    def statements(self, scope, count):
        choices = [self.unary] * 3 + [self.binary] * 4 + [self.mix] * 2
        choices += [self.matmul] * 2 + [self.reduce, self.transpose]
        choices += [self.broadcast, self.concat, self.softmax, self.mask, self.pad]
        choices += [self.two_results, self.fill_any, self.put]
        if self.has("views"):
            choices += [self.slice, self.insert, self.insert, self.reshape] * 2
        if self.has("select"):
            choices += [self.select] * 3
        if self.has("globals"):
            choices += [self.constant, self.from_global] * 2
        if self.has("memrefs"):
            choices += [self.memrefs] * 3
        if self.has("calls") and self.callees:
            choices += [self.call] * 4
        if scope.depth < MAX_DEPTH:
            if self.has("loops"):
                choices += [self.loop] * 3
            if self.has("branches"):
                choices += [self.branch] * 3
        for _ in range(count):
            self.rng.pick(choices)(scope)

    def fill_any(self, scope):
        return self.fill(scope, self.any(scope).type)

    def bystander(self, number):
        """A function that nothing calls, and that allocates in its own ways."""
        type_ = self.shape()
        style = self.rng.below(4)
        if style == 0:
            function = Function(f"bystander{number}", [type_.memref()])
            function.block.ops += [
                Op(
                    [
                        f"$lm = memref.alloc() : {type_.memref()}",
                        f"memref.copy $o0, $lm : $to0 to {type_.memref()}",
                    ],
                    function.block.arguments,
                ),
                return_op([]),
            ]
        else:
            function = Function(f"bystander{number}", [type_] * self.rng.between(1, 2))
            scope = Scope(function.block, depth=style - 1)
            self.statements(scope, self.rng.between(1, 5))
            function.block.ops.append(return_op([self.any(scope)]))
        self.program.functions.append(function)

    def main(self):
        types = [self.shape() for _ in range(self.rng.between(2, 4))]
        if self.rng.chance(0.5):
            types[1] = types[0]
        if self.has("memrefs") and self.rng.chance(0.5):
            types += [self.shape().memref()]
        function = Function("main", types)
        scope = Scope(function.block)
        size = self.rng.pick([4, 8, 12, 16])
        self.statements(scope, size)
        forward = [
            v for v in scope.tensors() if v.type.shape and v.type.element != "i1"
        ]
        last = forward[-1]
        loss = self.reduce(scope, last, list(range(len(last.type.shape))))
        gradients = {last.type: self.unary(scope, last)}
        # Backward: reads in reverse order what forward has made.
        for value in reversed(forward[-16:]):
            other = gradients.get(value.type)
            if other is None and self.rng.chance(0.5):
                other = self.any(scope, value.type)
            if other is not None:
                gradients[value.type] = self.binary(scope, other, value)
            if self.rng.chance(0.15):
                self.statements(scope, 1)
        results = [loss] + list(gradients.values())[:3]
        style = self.rng.below(12)
        if style == 0:
            results.append(results[-1])
        elif style == 1:
            arguments = [v for v in function.block.arguments if is_tensor(v)]
            results.append(self.rng.pick(arguments))
        elif style == 2:
            results.append(self.any(scope))
        function.block.ops.append(return_op(results))
        self.program.functions.append(function)

    def generate(self):
        self.make()
        drop_dead(self.program)
        return self.program

    def make(self):
        if self.has("calls"):
            for _ in range(self.rng.between(1, 3)):
                self.callee()
        self.main()
        if self.has("bystander"):
            for number in range(self.rng.between(1, 2)):
                self.bystander(number)


def broadcast_dims(shape, target):
    """The dimensions of `target` that `shape` has, last ones first; None if a
    tensor of `shape` cannot be broadcast to it."""
    if len(shape) > len(target):
        return None
    dims = list(range(len(target) - len(shape), len(target)))
    return dims if [target[i] for i in dims] == list(shape) else None


def generate(seed, features=FEATURES):
    return Generator(seed, features).generate()


def parse_features(text, features=FEATURES):
    names = [] if text == "none" else text.split(",")
    for name in names:
        if name not in features:
            raise argparse.ArgumentTypeError(
                f"there is no feature '{name}'; there are: {', '.join(features)}"
            )
    return names


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
