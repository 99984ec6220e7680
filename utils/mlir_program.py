# ===- mlir_program.py - A program as data, and as text -------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""A program of MLIR as functions, blocks and operations that can be changed, and
its text."""

import re

ELEMENT_BYTES = {"f32": 4, "f64": 8, "i1": 1}


class Tensor:
    """A tensor type, or with `kind` memref the buffer type of that shape."""

    def __init__(self, shape, element="f32", kind="tensor"):
        self.shape, self.element, self.kind = tuple(shape), element, kind

    def __str__(self):
        dims = "".join(f"{dim}x" for dim in self.shape)
        return f"{self.kind}<{dims}{self.element}>"

    def __eq__(self, other):
        return str(self) == str(other)

    def __hash__(self):
        return hash(str(self))

    def count(self):
        count = 1
        for dim in self.shape:
            count *= dim
        return count

    def bytes(self):
        return self.count() * ELEMENT_BYTES[self.element]

    def with_shape(self, shape):
        return Tensor(shape, self.element, self.kind)

    def memref(self):
        return Tensor(self.shape, self.element, "memref")


class Value:
    """A result, or an argument of a block. `type` is a Tensor or a word."""

    def __init__(self, type_):
        self.type = type_
        self.name = None


class Op:
    """An operation, or a few that belong together. In its lines `$r0` is the
    name of the first result, `$o0` that of the first operand, `$a0.1` that of the
    second argument of the first block, with a t before it (`$tr0`) its type;
    `$lx` a name of the operation's own, and a line `$b0` the operations of the
    first block."""

    def __init__(self, lines, operands=(), results=(), blocks=()):
        self.lines = [lines] if isinstance(lines, str) else lines
        self.operands = list(operands)
        self.results = [Value(type_) for type_ in results]
        self.blocks = list(blocks)


class Block:
    """The last operation of a block is its terminator, which is never removed."""

    def __init__(self, types=()):
        self.arguments = [Value(type_) for type_ in types]
        self.ops = []


class Function:
    def __init__(self, name, types, attributes="", private=False):
        self.name, self.attributes, self.private = name, attributes, private
        self.block = Block(types)

    def results(self):
        return self.block.ops[-1].operands


class Program:
    """Functions by name, and globals: (name, line) each."""

    def __init__(self, seed, features):
        self.seed, self.features = seed, features
        self.globals = {}
        self.functions = []

    def __str__(self):
        return Printer(self).text()


class Printer:
    def __init__(self, program):
        self.program = program
        self.lines = []
        self.count = 0

    def text(self):
        self.lines += self.program.globals.values()
        for function in self.program.functions:
            self.count = 0
            self.function(function)
        return "\n".join(self.lines) + "\n"

    def name(self, values, prefix="v"):
        for value in values:
            value.name = f"%{prefix}{self.count}"
            self.count += 1

    def function(self, function):
        self.name(function.block.arguments, "arg")
        arguments = ", ".join(
            f"{value.name}: {value.type}" for value in function.block.arguments
        )
        results = ", ".join(str(value.type) for value in function.results())
        private = "private " if function.private else ""
        attributes = (
            f" attributes {{{function.attributes}}}" if function.attributes else ""
        )
        self.lines.append(
            f"func.func {private}@{function.name}({arguments}) -> "
            f"({results}){attributes} {{"
        )
        self.block(function.block, "  ")
        self.lines.append("}")

    def block(self, block, indent):
        for op in block.ops:
            self.op(op, indent)

    def op(self, op, indent):
        for block in op.blocks:
            self.name(block.arguments, "b")
        self.name(op.results)
        own = {}

        def word(match):
            is_type, kind, which, inner = match.groups()
            if kind == "l":
                if which not in own:
                    own[which] = f"%l{self.count}"
                    self.count += 1
                return own[which]
            if kind == "a":
                value = op.blocks[int(which)].arguments[int(inner[1:])]
            else:
                value = (op.results if kind == "r" else op.operands)[int(which)]
            return str(value.type) if is_type else value.name

        for line in op.lines:
            match = re.fullmatch(r"\$b(\d+)", line.strip())
            if match:
                self.block(op.blocks[int(match.group(1))], indent + "  ")
                continue
            self.lines.append(
                indent + re.sub(r"\$(t?)([roal])([0-9]+|(?<=l)[a-z0-9]+)(\.\d+)?", word, line)
            )


def is_tensor(value):
    return isinstance(value.type, Tensor) and value.type.kind == "tensor"


def is_memref(value):
    return isinstance(value.type, Tensor) and value.type.kind == "memref"


def fill_lines(result, value="0.0"):
    """A result of its own, filled with a number."""
    return [
        f"$lc = arith.constant {value} : ELEMENT",
        "$le = tensor.empty() : $tr0",
        f"{result} = linalg.fill ins($lc : ELEMENT) outs($le : $tr0) -> $tr0",
    ]


def each_block(block):
    """The block and those inside, outer ones first."""
    yield block
    for op in block.ops:
        for inner in op.blocks:
            yield from each_block(inner)


def all_blocks(program):
    for function in program.functions:
        yield from each_block(function.block)


def has_effects(op):
    return any("memref.store" in line or "memref.copy" in line for line in op.lines) or any(
        has_effects(inner) for block in op.blocks for inner in block.ops
    )


def drop_dead(program):
    """Drops operations whose results nothing reads: whoever compiles a step does
    that first. Calls of functions that are not needed, and these functions, too."""
    while True:
        used = {
            id(value)
            for block in all_blocks(program)
            for op in block.ops
            for value in op.operands
        }
        count = 0
        for block in all_blocks(program):
            kept = [
                op
                for op in block.ops
                if op is block.ops[-1]
                or has_effects(op)
                or any(id(result) in used for result in op.results)
            ]
            count += len(block.ops) - len(kept)
            block.ops = kept
        if not count:
            break
    text = str(program)
    program.globals = {
        name: line
        for name, line in program.globals.items()
        if len(re.findall(rf"@{name}\b", text)) > 1
    }


def fill_op(type_, number="0.25"):
    return Op(
        [line.replace("ELEMENT", type_.element) for line in fill_lines("$r0", number)],
        (),
        [type_],
    )


def call_op(function, operands, marked=""):
    results = function.results()
    names = ", ".join(f"$o{i}" for i in range(len(operands)))
    return Op(
        f"{result_names(results)} = func.call @{function.name}({names}){marked} : "
        f"({type_names(operands, 'o')}) -> ({type_names(results)})",
        operands,
        [v.type for v in results],
    )


def return_op(values):
    return yield_op("return", values)


def yield_op(name, values):
    if not values:
        return Op(name)
    names = ", ".join(f"$o{i}" for i in range(len(values)))
    return Op(f"{name} {names} : {type_names(values, 'o')}", values)


def result_names(values):
    return ", ".join(f"$r{i}" for i in range(len(values)))


def type_names(values, kind="r"):
    return ", ".join(f"$t{kind}{i}" for i in range(len(values)))
