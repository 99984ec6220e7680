# ===- make-contractions.py - Contractions of random shapes ---------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Prints a module with contractions of random shapes on buffers.

make-contractions.py SEED COUNT: functions marked remat_kernel, each with one
linalg op, and @main that calls them. The numbers are small integers, so that
every sum is exact, whatever its order and the type of its terms.
"""

import random
import sys

random.seed(int(sys.argv[1]))


def memref(sizes, element):
    return "memref<%sx%s>" % ("x".join(map(str, sizes)), element)


def size(low, high):
    """A size that vectors divide as often as not."""
    return random.choice([random.randint(low, high), random.randint(1, high // 8) * 8])


def matmul():
    batch = random.choice([[], [], [3]])
    m, n, k = size(8, 100), size(8, 100), size(8, 100)
    loops = "b, m, n, k" if batch else "m, n, k"
    operands = []
    maps = []
    for names, sizes in (("mk", (m, k)), ("kn", (k, n)), ("mn", (m, n))):
        order = random.choice([(0, 1), (1, 0)])
        maps.append(
            "affine_map<(%s) -> (%s)>"
            % (loops, ", ".join(["b"] * len(batch) + [names[i] for i in order]))
        )
        operands.append(batch + [sizes[i] for i in order])
    kinds = ['"parallel"'] * (len(batch) + 2) + ['"reduction"']
    narrow, wide = random.choice(
        [("f32", "f32"), ("f16", "f16"), ("f16", "f32"), ("bf16", "f32"), ("f32", "f64")]
    )
    types = [memref(operands[0], narrow), memref(operands[1], narrow)]
    types.append(memref(operands[2], wide))
    extend = "%%%s = arith.extf %%%s : " + narrow + " to " + wide + "\n"
    x, y, extensions = "x", "y", ""
    if narrow != wide:
        x, y = "wx", "wy"
        extensions = extend % ("wx", "x") + extend % ("wy", "y")
    body = (
        "^bb0(%x: {0}, %y: {0}, %z: {1}):\n{2}"
        "%p = arith.mulf %{3}, %{4} : {1}\n"
        "%s = arith.addf %z, %p : {1}\n"
        "linalg.yield %s : {1}\n"
    ).format(narrow, wide, extensions, x, y)
    op = (
        "linalg.generic {indexing_maps = [%s], iterator_types = [%s]}\n"
        "ins(%%a, %%b : %s, %s) outs(%%c : %s) {\n%s}"
        % (", ".join(maps), ", ".join(kinds), types[0], types[1], types[2], body)
    )
    return types, op


def convolution():
    channels, filters = random.choice([3, 8, 16]), random.choice([8, 16, 24])
    kernel, stride, dilation = [random.choice(c) for c in ([2, 3], [1, 2], [1, 2])]
    height, width = random.randint(8, 12), random.randint(8, 12)
    out = [(x - (kernel - 1) * dilation - 1) // stride + 1 for x in (height, width)]
    element = random.choice(["f32", "f16", "bf16"])
    if random.choice([True, False]):
        name = "conv_2d_nhwc_hwcf"
        shapes = [[2, height, width, channels], [kernel, kernel, channels, filters]]
        shapes.append([2] + out + [filters])
    else:
        name = "conv_2d_nchw_fchw"
        shapes = [[2, channels, height, width], [filters, channels, kernel, kernel]]
        shapes.append([2, filters] + out)
    types = [memref(shape, element) for shape in shapes]
    op = (
        "linalg.%s {strides = dense<%d> : tensor<2xi64>, "
        "dilations = dense<%d> : tensor<2xi64>}\n"
        "ins(%%a, %%b : %s, %s) outs(%%c : %s)"
        % (name, stride, dilation, types[0], types[1], types[2])
    )
    return types, op


def integers(type):
    return "x".join(type.split("x")[:-1]) + "xi32>"


def convert(name, type):
    rank = len(type.split("x")) - 1
    element = type.split("x")[-1][:-1]
    dims = ", ".join("d%d" % i for i in range(rank))
    return (
        "%{0} = memref.alloc() {{alignment = 256}} : {1}\n"
        "linalg.generic {{indexing_maps = [affine_map<({2}) -> ({2})>, "
        "affine_map<({2}) -> ({2})>], iterator_types = [{3}]}}\n"
        "ins(%{0}_int : {4}) outs(%{0} : {1}) {{\n"
        "^bb0(%x: i32, %y: {5}):\n%f = arith.sitofp %x : i32 to {5}\n"
        "linalg.yield %f : {5}\n}}\n"
    ).format(name, type, dims, ", ".join(['"parallel"'] * rank), integers(type), element)


arguments, body, results = [], "", []
for i in range(int(sys.argv[2])):
    types, op = random.choice([matmul, matmul, convolution])()
    print(
        "func.func private @contraction_%d(%%a: %s, %%b: %s, %%c: %s) "
        "attributes {remat_kernel} {\n%s\nreturn\n}" % (i, *types, op)
    )
    names = ["%s%d" % (letter, i) for letter in "abc"]
    for name, type in zip(names, types):
        arguments.append(
            "%%%s_int: %s {remat.range = array<i64: -2, 2>}" % (name, integers(type))
        )
        body += convert(name, type)
    body += "call @contraction_%d(%s) : (%s) -> ()\n" % (
        i,
        ", ".join("%" + name for name in names),
        ", ".join(types),
    )
    for name, type in zip(names[:2], types):
        body += "memref.dealloc %%%s : %s\n" % (name, type)
    results.append((names[2], types[2]))
print(
    "func.func @main(%s) -> (%s) {\n%sreturn %s : %s\n}"
    % (
        ", ".join(arguments),
        ", ".join(type for _, type in results),
        body,
        ", ".join("%" + name for name, _ in results),
        ", ".join(type for _, type in results),
    )
)
