# ===- make-kernels.py - Elementwise ops and reductions, random -----------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Prints a step of random elementwise ops, reductions, gathers and pads.

make-kernels.py SEED COUNT: shapes, element types, indexing maps, slices,
combiners and payloads of COUNT ops are drawn from the seed. Their results are
results of the step.
"""

import random
import sys

FLOATS = ["f32", "f32", "f64", "f16", "bf16"]
INTEGERS = ["i32", "i64", "i8"]
SIZES = [1, 2, 3, 4, 5, 7, 8, 10, 16, 17, 31, 32, 33, 48, 64, 100, 130]
COMBINERS = {
    "float": ["addf", "addf", "addf", "mulf", "maximumf", "minimumf",
              "maxnumf", "minnumf"],
    "integer": ["addi", "muli", "maxsi", "minsi", "maxui", "minui", "andi",
                "ori", "xori"],
    "bool": ["andi", "ori", "xori"],
}


def kind_of(element):
    if element == "i1":
        return "bool"
    return "integer" if element[0] == "i" else "float"


def tensor(shape, element):
    return f"tensor<{''.join(f'{n}x' for n in shape)}{element}>"


class Step:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.arguments = []
        self.results = []
        self.lines = []
        self.names = 0

    def name(self):
        self.names += 1
        return f"%v{self.names}"

    def emit(self, text):
        self.lines.append("  " + text)

    def argument(self, shape, element):
        """A value of that type: an argument, or a slice of a larger one."""
        if element == "i1":
            number = self.argument(shape, "f32")
            return self.compare(number, shape)
        name = f"%a{len(self.arguments)}"
        if not shape or self.random.random() < 0.75:
            self.arguments.append(f"{name}: {tensor(shape, element)}")
            return name
        offsets = [self.random.choice([0, 1, 4]) for _ in shape]
        larger = [n + o + self.random.choice([0, 3]) for n, o in
                  zip(shape, offsets)]
        self.arguments.append(f"{name}: {tensor(larger, element)}")
        piece = self.name()
        self.emit(f"{piece} = tensor.extract_slice {name}{offsets}"
                  f"{list(shape)}{[1] * len(shape)} : "
                  f"{tensor(larger, element)} to {tensor(shape, element)}")
        return piece

    def generic(self, inputs, outputs, maps, kinds, body):
        """`inputs`, `outputs`: pairs of value and type."""
        name = self.name()
        count = f":{len(outputs)}" if len(outputs) > 1 else ""
        ins = (f"ins({', '.join(v for v, _ in inputs)} : "
               f"{', '.join(t for _, t in inputs)}) " if inputs else "")
        self.emit(f"{name}{count} = linalg.generic {{indexing_maps = "
                  f"[{', '.join(maps)}], iterator_types = "
                  f"[{', '.join(chr(34) + k + chr(34) for k in kinds)}]}} "
                  f"{ins}outs({', '.join(v for v, _ in outputs)} : "
                  f"{', '.join(t for _, t in outputs)}) {{")
        for line in body:
            self.emit("  " + line)
        self.emit(f"}} -> {', '.join(t for _, t in outputs)}"
                  if len(outputs) == 1 else
                  f"}} -> ({', '.join(t for _, t in outputs)})")
        return name

    def empty(self, shape, element):
        name = self.name()
        self.emit(f"{name} = tensor.empty() : {tensor(shape, element)}")
        return name

    def compare(self, value, shape):
        identity = affine_map(len(shape), range(len(shape)))
        zero = self.name()
        self.emit(f"{zero} = arith.constant 0.1 : f32")
        return self.generic(
            [(value, tensor(shape, "f32"))],
            [(self.empty(shape, "i1"), tensor(shape, "i1"))],
            [identity, identity], ["parallel"] * len(shape),
            ["^bb0(%x: f32, %o: i1):",
             f"  %0 = arith.cmpf ogt, %x, {zero} : f32",
             "  linalg.yield %0 : i1"])

    def shape(self, most):
        rank = self.random.choice([1, 2, 2, 3, 4])
        while True:
            shape = [self.random.choice(SIZES) for _ in range(rank)]
            if product(shape) <= most:
                return shape

    def result(self, value, shape, element):
        """Booleans leave the step as numbers."""
        if element == "i1":
            identity = affine_map(len(shape), range(len(shape)))
            value = self.generic(
                [(value, tensor(shape, "i1"))],
                [(self.empty(shape, "i32"), tensor(shape, "i32"))],
                [identity, identity], ["parallel"] * len(shape),
                ["^bb0(%x: i1, %o: i32):", "  %0 = arith.extui %x : i1 to i32",
                 "  linalg.yield %0 : i32"])
            element = "i32"
        self.results.append((value, tensor(shape, element)))

    def operand(self, shape, element):
        """An input over some of the loops, and its map."""
        dims = list(range(len(shape)))
        way = self.random.random()
        if way < 0.3:
            dims = [d for d in dims if self.random.random() < 0.6]
        elif way < 0.6:
            self.random.shuffle(dims)
        own = [shape[d] for d in dims]
        return ((self.argument(own, element), tensor(own, element)),
                affine_map(len(shape), dims))

    def elementwise(self):
        shape = self.shape(20000)
        element = self.random.choice(FLOATS + INTEGERS + ["i1"])
        number = self.random.choice([1, 2, 3])
        operands = [self.operand(shape, element) for _ in range(number)]
        dims = list(range(len(shape)))
        if self.random.random() < 0.3:
            self.random.shuffle(dims)
        out = [shape[d] for d in dims]
        op = {"float": "addf", "integer": "subi", "bool": "xori"}[
            kind_of(element)]
        body = [f"^bb0({', '.join(f'%x{i}: {element}' for i in range(number))}"
                f", %o: {element}):"]
        last = "%x0"
        for i in range(1, number):
            body.append(f"  %s{i} = arith.{op} {last}, %x{i} : {element}")
            last = f"%s{i}"
        if element in ("i32", "i64") and self.random.random() < 0.5:
            dim = self.random.randrange(len(shape))
            body += [f"  %n = linalg.index {dim} : index",
                     f"  %m = arith.index_cast %n : index to {element}",
                     f"  %p = arith.addi {last}, %m : {element}"]
            last = "%p"
        body.append(f"  linalg.yield {last} : {element}")
        value = self.generic([o for o, _ in operands],
                             [(self.empty(out, element), tensor(out, element))],
                             [m for _, m in operands] +
                             [affine_map(len(shape), dims)],
                             ["parallel"] * len(shape), body)
        self.result(value, out, element)

    def reduction(self):
        if self.random.random() < 0.3:
            # Long enough for parts.
            shape = self.random.choice([[10007], [8192], [5000, 3], [3, 6001],
                                        [4100, 8], [2, 4100, 3], [4, 3, 4097]])
            reduced = {shape.index(max(shape))}
        else:
            shape = self.shape(20000)
            reduced = {d for d in range(len(shape))
                       if self.random.random() < 0.5} or {len(shape) - 1}
        element = self.random.choice(FLOATS + INTEGERS + ["i1"])
        combiner = self.random.choice(COMBINERS[kind_of(element)])
        length = product(shape[d] for d in reduced)
        if element in ("f16", "bf16") and length > 20 and combiner == "addf":
            # Long sums of so few digits cancel to nothing that compares.
            combiner = "maximumf"
        if combiner == "mulf" and (length > 100 or element != "f64"):
            combiner = "minimumf"
        kept = [d for d in range(len(shape)) if d not in reduced]
        if self.random.random() < 0.3:
            self.random.shuffle(kept)
        out = [shape[d] for d in kept]
        operands = [self.operand(shape, element)
                    for _ in range(self.random.choice([1, 1, 2]))]
        # All loops have to appear.
        dims = list(range(len(shape)))
        operands[0] = ((self.argument(shape, element),
                        tensor(shape, element)), affine_map(len(shape), dims))
        names = [f"%x{i}" for i in range(len(operands))]
        body = [f"^bb0({', '.join(f'{n}: {element}' for n in names)}, "
                f"%o: {element}):"]
        last = "%x0"
        if len(operands) == 2:
            op = {"float": "mulf", "integer": "addi", "bool": "ori"}[
                kind_of(element)]
            body.append(f"  %p = arith.{op} %x0, %x1 : {element}")
            last = "%p"
        left, right = self.random.choice([("%o", last), (last, "%o")])
        body += [f"  %r = arith.{combiner} {left}, {right} : {element}",
                 f"  linalg.yield %r : {element}"]
        before = self.argument(out, element)
        value = self.generic([o for o, _ in operands],
                             [(before, tensor(out, element))],
                             [m for _, m in operands] +
                             [affine_map(len(shape), kept)],
                             ["reduction" if d in reduced else "parallel"
                              for d in range(len(shape))], body)
        self.result(value, out, element)

    def largest(self):
        """A maximum and where it is: two results, in a thread's loop."""
        shape = [self.random.choice(SIZES), self.random.choice(SIZES)]
        value = self.argument(shape, "f32")
        low, first = self.name(), self.name()
        self.emit(f"{low} = arith.constant dense<-1.0e30> : "
                  f"{tensor(shape[:1], 'f32')}")
        self.emit(f"{first} = arith.constant dense<-1> : "
                  f"{tensor(shape[:1], 'i32')}")
        row = affine_map(2, [0])
        name = self.generic(
            [(value, tensor(shape, "f32"))],
            [(low, tensor(shape[:1], "f32")),
             (first, tensor(shape[:1], "i32"))],
            [affine_map(2, [0, 1]), row, row], ["parallel", "reduction"],
            ["^bb0(%x: f32, %m: f32, %w: i32):",
             "  %j = linalg.index 1 : index",
             "  %h = arith.index_cast %j : index to i32",
             "  %c = arith.cmpf ogt, %x, %m : f32",
             "  %0 = arith.select %c, %x, %m : f32",
             "  %1 = arith.select %c, %h, %w : i32",
             "  linalg.yield %0, %1 : f32, i32"])
        self.results.append((name + "#0", tensor(shape[:1], "f32")))
        self.results.append((name + "#1", tensor(shape[:1], "i32")))

    def mapped(self):
        """Reversed rows, or each element twice: maps that are not linear."""
        rows, columns = self.random.choice(SIZES), self.random.choice(SIZES)
        element = self.random.choice(FLOATS)
        if self.random.random() < 0.5:
            shape, expression = [rows, columns], f"{columns - 1} - d1"
        else:
            shape, expression = [rows, (columns + 1) // 2], "d1 floordiv 2"
        out = [rows, columns]
        value = self.argument(shape, element)
        name = self.generic(
            [(value, tensor(shape, element))],
            [(self.empty(out, element), tensor(out, element))],
            [f"affine_map<(d0, d1) -> (d0, {expression})>",
             affine_map(2, [0, 1])], ["parallel", "parallel"],
            [f"^bb0(%x: {element}, %o: {element}):",
             f"  linalg.yield %x : {element}"])
        self.results.append((name, tensor(out, element)))

    def windows(self):
        size, step = self.random.choice([1, 2, 3]), self.random.choice([1, 2])
        number, channels = self.random.choice([1, 3]), self.random.choice(
            [1, 3, 4, 16, 33])
        height, width = self.random.choice([1, 4, 9]), self.random.choice(
            [2, 5, 8])
        shape = [number, (height - 1) * step + size, (width - 1) * step + size,
                 channels]
        out = [number, height, width, channels]
        value = self.argument(shape, "f32")
        before = self.argument(out, "f32")
        window, name = self.empty([size, size], "f32"), self.name()
        op = self.random.choice(["pooling_nhwc_sum", "pooling_nhwc_max"])
        self.emit(f"{name} = linalg.{op} {{strides = dense<{step}> : "
                  f"vector<2xi64>}} ins({value}, {window} : "
                  f"{tensor(shape, 'f32')}, {tensor([size, size], 'f32')}) "
                  f"outs({before} : {tensor(out, 'f32')}) -> "
                  f"{tensor(out, 'f32')}")
        self.results.append((name, tensor(out, "f32")))

    def gather(self):
        rows, columns = self.random.choice(SIZES), self.random.choice(SIZES)
        number = self.random.choice(SIZES)
        table = self.argument([rows, columns], "f32")
        out = [number, columns]
        name = self.generic(
            [], [(self.empty(out, "f32"), tensor(out, "f32"))],
            [affine_map(2, [0, 1])], ["parallel", "parallel"],
            ["^bb0(%o: f32):", "  %i = linalg.index 0 : index",
             "  %j = linalg.index 1 : index",
             f"  %n = arith.constant {rows} : index",
             "  %r = arith.remui %i, %n : index",
             f"  %x = tensor.extract {table}[%r, %j] : "
             f"{tensor([rows, columns], 'f32')}", "  linalg.yield %x : f32"])
        self.results.append((name, tensor(out, "f32")))

    def pad(self):
        shape = self.shape(5000)
        low = [self.random.choice([0, 1, 3]) for _ in shape]
        high = [self.random.choice([0, 2]) for _ in shape]
        element = self.random.choice(FLOATS)
        value = self.argument(shape, element)
        out = [n + a + b for n, a, b in zip(shape, low, high)]
        constant, name = self.name(), self.name()
        self.emit(f"{constant} = arith.constant 1.5 : {element}")
        self.emit(f"{name} = tensor.pad {value} low{low} high{high} {{")
        arguments = ", ".join(f"%i{d}: index" for d in range(len(shape)))
        self.emit(f"^bb0({arguments}):")
        self.emit(f"  tensor.yield {constant} : {element}")
        self.emit(f"}} : {tensor(shape, element)} to {tensor(out, element)}")
        self.results.append((name, tensor(out, element)))

    def write(self, ops):
        makers = [self.elementwise] * 4 + [self.reduction] * 5 + [
            self.largest, self.pad, self.mapped, self.windows, self.gather]
        for _ in range(ops):
            self.random.choice(makers)()
        types = ", ".join(t for _, t in self.results)
        print(f"func.func @main({', '.join(self.arguments)}) -> ({types}) {{")
        print("\n".join(self.lines))
        print(f"  return {', '.join(v for v, _ in self.results)} : {types}")
        print("}")


def affine_map(rank, dims):
    names = [f"d{d}" for d in range(rank)]
    return (f"affine_map<({', '.join(names)}) -> "
            f"({', '.join(names[d] for d in dims)})>")


def product(numbers):
    result = 1
    for number in numbers:
        result *= number
    return result


if __name__ == "__main__":
    Step(int(sys.argv[1])).write(int(sys.argv[2]))
