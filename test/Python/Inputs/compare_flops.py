# ===- compare_flops.py - Our counts of flops beside XLA's ----------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Lowers functions of nothing but dots and convolutions, and compares what
remat-opt counts for them with what XLA counts. All modules go through remat-opt
at once."""

import itertools
import os
import re
import subprocess

import jax
import jax.numpy as jnp
from jax import lax

SPLIT = "// -----"
texts, expected = [], []


def shape(*extents):
    return jax.ShapeDtypeStruct(extents, jnp.float32)


def add(name, function, *args, flops=None):
    lowered = jax.jit(function).lower(*args)
    module = lowered.compiler_ir("stablehlo")
    texts.append(module.operation.get_asm(print_generic_op_form=True))
    if flops is None:
        flops = lowered.cost_analysis().get("flops", 0.0)
    expected.append((name, flops))


def add_dots():
    add("matrices", lambda a, b: a @ b, shape(7, 5), shape(5, 3))
    add("vectors", jnp.dot, shape(5), shape(5))
    for spec, a, b in (
        ("bij,bkj->bik", (4, 7, 5), (4, 3, 5)),
        ("ijk,kil->jl", (4, 7, 5), (5, 4, 3)),
        ("i,j->ij", (4,), (5,)),
        ("abij,abjk->abik", (2, 3, 4, 5), (2, 3, 5, 6)),
        ("ij,ij->ij", (4, 5), (4, 5)),
    ):
        add(spec, lambda a, b: jnp.einsum(spec, a, b), shape(*a), shape(*b))
    add(
        "batch dimensions out of order",
        lambda a, b: lax.dot_general(a, b, (((2,), (1,)), ((0, 1), (2, 0)))),
        shape(2, 3, 4),
        shape(3, 4, 2),
    )


def add_convolutions():
    for extent, kernel, stride, padding, dilation, groups in itertools.product(
        (7, 8),
        (1, 3),
        (1, 2, 3),
        (((1, 1), (1, 1)), ((2, -1), (0, 3))),
        ((1, 1), (2, 1), (1, 2)),
        ((1, 1), (2, 1), (1, 2)),
    ):

        def convolve(x, w):
            return lax.conv_general_dilated(
                x,
                w,
                (stride, 1),
                padding,
                lhs_dilation=(dilation[0], 1),
                rhs_dilation=(1, dilation[1]),
                dimension_numbers=("NHWC", "HWIO", "NHWC"),
                feature_group_count=groups[0],
                batch_group_count=groups[1],
            )

        x = shape(4, extent, extent, 4)
        w = shape(kernel, kernel, 4 // groups[0], 6)
        name = f"{extent} {kernel} {stride} {padding} {dilation} {groups}"
        add(name, convolve, x, w)
        # The transposes of a linear function are what its gradient is made of.
        # JAX has them for one kind of groups at a time.
        if stride == 2 and groups[1] == 1:
            y = jax.eval_shape(convolve, x, w)

            def to_input(w, y):
                return jax.linear_transpose(lambda x: convolve(x, w), x)(y)

            def to_kernel(x, y):
                return jax.linear_transpose(lambda w: convolve(x, w), w)(y)

            add(name + " to its input", to_input, w, y)
            add(name + " to its kernel", to_kernel, x, y)
    add(
        "three dimensions",
        lambda x, w: lax.conv(x, w, (2, 1, 2), "SAME"),
        shape(2, 4, 9, 5, 6),
        shape(6, 4, 3, 3, 3),
    )


def add_loops():
    """XLA counts a loop's body once, we as often as it runs."""

    def scan(x, w):
        return lax.scan(lambda c, _: (c @ w, None), x, None, length=13)[0]

    def count_down(x, w):
        return lax.fori_loop(2, 9, lambda i, c: c @ w, x)

    add("scan", scan, shape(4, 5), shape(5, 5), flops=13 * 200.0)
    add("fori_loop", count_down, shape(4, 5), shape(5, 5), flops=7 * 200.0)


def count():
    """What remat-opt counts for each of `texts`."""
    done = subprocess.run(
        [
            os.environ["REMAT_OPT"],
            "-",
            "--split-input-file",
            "--pass-pipeline=builtin.module(inline,"
            "test-remat-stablehlo{sum-functions=true})",
            "-o",
            os.devnull,
        ],
        input=f"\n{SPLIT}\n".join(texts),
        capture_output=True,
        text=True,
        check=True,
    )
    found = re.findall(r"^main: flops=\S+ matrix=(\S+)$", done.stdout, re.M)
    return [float(flops) for flops in found]


add_dots()
add_convolutions()
add_loops()
counts = count()
assert len(counts) == len(expected), (len(counts), len(expected))
differences = 0
for (name, flops), ours in zip(expected, counts):
    if flops != ours:
        differences += 1
        print(f"{name}: {ours:.0f}, but XLA counts {flops:.0f}")
print(f"differences: {differences} of {len(counts)}")
