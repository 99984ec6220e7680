#!/usr/bin/env python3
# ===- export-examples.py - Export the example training steps ---------------=== #
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------=== #
"""Writes examples/steps/*.mlir and the table in examples/README.md.

Each step is `jax.value_and_grad(loss)` over all parameters of a small model
written below in plain JAX, traced on shapes alone, exported as StableHLO and
brought to upstream dialects (linalg on tensors, tensor, arith, math, scf) by
IREE's importer (what `iree-opt --iree-stablehlo-input-transformation-pipeline`
runs). The loss is the first result, the gradients follow in the order of the
parameters, which are the first arguments.

Two discardable attributes of the Remat dialect are added:

  remat.range   on integer arguments: array<i64: LO, HI>, every element lies in
                [LO, HI). Without it, made-up inputs are of no use.
  remat.loss    on the result that is the loss.

The text depends only on this file and on the versions of the packages in
utils/requirements-export.txt:

  python3 -m venv VENV
  VENV/bin/pip install -r utils/requirements-export.txt
  VENV/bin/python utils/export-examples.py
"""

import argparse
import dataclasses
import importlib.metadata
import math
import pathlib
import sys
from typing import Callable

import jax
import jax.numpy as jnp
from jax import lax
from iree.compiler import ir
from iree.compiler.passmanager import PassManager

ROOT = pathlib.Path(__file__).resolve().parent.parent
PIPELINE = "builtin.module(iree-stablehlo-input-transformation-pipeline)"
F32 = jnp.float32
I32 = jnp.int32


def f32(*shape):
    return jax.ShapeDtypeStruct(shape, F32)


def i32(*shape):
    return jax.ShapeDtypeStruct(shape, I32)


@dataclasses.dataclass
class Step:
    """A loss, and the shapes of its arguments.

    loss(params, *data) is differentiated with respect to params, a tuple tree.
    ranges[i] bounds the elements of data[i], which is of integers, half-open.
    """

    name: str
    model: str  # What the model is, for people.
    shape: str  # Batch and shapes, for people.
    loss: Callable
    params: tuple
    data: tuple
    ranges: dict = dataclasses.field(default_factory=dict)
    mark_loss: bool = False


# ===----------------------------------------------------------------------=== #
# Layers
# ===----------------------------------------------------------------------=== #


def dense(x, weights):
    w, b = weights
    return x @ w + b


def dense_shapes(fan_in, fan_out):
    return (f32(fan_in, fan_out), f32(fan_out))


def relu(x):
    return jnp.maximum(x, 0.0)


def gelu(x):
    """The tanh approximation."""
    return 0.5 * x * (1.0 + jnp.tanh(math.sqrt(2.0 / math.pi) * (x + 0.044715 * x * x * x)))


def normalize(x, axes):
    mean = jnp.mean(x, axis=axes, keepdims=True)
    centered = x - mean
    variance = jnp.mean(centered * centered, axis=axes, keepdims=True)
    return centered * lax.rsqrt(variance + 1e-5)


def layer_norm(x, weights):
    scale, offset = weights
    return normalize(x, -1) * scale + offset


def batch_norm(x, weights):
    """Over batch and space, by the batch's own statistics (train mode)."""
    scale, offset = weights
    return normalize(x, (0, 1, 2)) * scale + offset


def norm_shapes(width):
    return (f32(width), f32(width))


def conv(x, kernel, stride=1):
    """NHWC by HWIO, same padding."""
    return lax.conv_general_dilated(
        x, kernel, (stride, stride), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
    )


def average_pool(x):
    """2 by 2. Max pooling's gradient (select-and-scatter) does not import."""
    window = (1, 2, 2, 1)
    return lax.reduce_window(x, 0.0, lax.add, window, window, "VALID") * 0.25


def upsample(x):
    """Nearest neighbor, 2 by 2."""
    n, h, w, c = x.shape
    x = jnp.broadcast_to(x[:, :, None, :, None, :], (n, h, 2, w, 2, c))
    return x.reshape(n, 2 * h, 2 * w, c)


def one_hot(ids, classes):
    """As a product's operand, an embedding needs no gather and no scatter.

    By select: the importer drops a conversion in front of a product, and
    linalg.matmul reads the i1 that it then gets as signed, true as -1.
    """
    return jnp.where(ids[..., None] == jnp.arange(classes, dtype=I32), 1.0, 0.0)


def cross_entropy(logits, labels):
    """Mean over all leading axes; labels are one-hot."""
    shifted = logits - lax.stop_gradient(jnp.max(logits, axis=-1, keepdims=True))
    log_sum = jnp.log(jnp.sum(jnp.exp(shifted), axis=-1))
    return jnp.mean(log_sum - jnp.sum(shifted * labels, axis=-1))


def square_error(prediction, target):
    difference = prediction - target
    return jnp.mean(difference * difference)


# ===----------------------------------------------------------------------=== #
# Models
# ===----------------------------------------------------------------------=== #


def mlp():
    batch, fan_in, width, layers, fan_out = 1024, 32, 128, 8, 8

    def loss(params, x, y):
        *hidden, last = params
        for weights in hidden:
            x = jnp.tanh(dense(x, weights))
        return square_error(dense(x, last), y)

    widths = [fan_in] + [width] * layers + [fan_out]
    return Step(
        "mlp",
        f"Multilayer perceptron: {layers} hidden layers of {width}, tanh, square error",
        f"batch {batch}, {fan_in} to {fan_out} features",
        loss,
        tuple(dense_shapes(a, b) for a, b in zip(widths, widths[1:])),
        (f32(batch, fan_in), f32(batch, fan_out)),
    )


def convnet():
    batch, size, channels, classes = 8, 32, (16, 32, 64), 10

    def block(x, params, stride):
        first, norm0, second, norm1, project = params
        y = relu(batch_norm(conv(x, first, stride), norm0))
        y = batch_norm(conv(y, second), norm1)
        return relu(y + conv(x, project, stride))

    def block_shapes(a, b):
        return (f32(3, 3, a, b), norm_shapes(b), f32(3, 3, b, b), norm_shapes(b), f32(1, 1, a, b))

    def loss(params, images, labels):
        stem, norm, first, second, third, head = params
        x = relu(batch_norm(conv(images, stem), norm))
        x = block(x, first, 1)
        x = block(x, second, 2)
        x = average_pool(x)
        x = block(x, third, 1)
        x = jnp.mean(x, axis=(1, 2))
        return cross_entropy(dense(x, head), one_hot(labels, classes))

    a, b, c = channels
    return Step(
        "convnet",
        "Residual convolutional classifier, NHWC: 3 blocks, batch normalization by the batch's"
        " statistics, a strided block, average pooling",
        f"batch {batch}, images {size} x {size} x 3, {classes} classes (i32 labels)",
        loss,
        (
            f32(3, 3, 3, a),
            norm_shapes(a),
            block_shapes(a, a),
            block_shapes(a, b),
            block_shapes(b, c),
            dense_shapes(c, classes),
        ),
        (f32(batch, size, size, 3), i32(batch)),
        ranges={1: (0, classes)},
        mark_loss=True,
    )


def transformer():
    batch, length, width, heads, layers, vocabulary = 4, 64, 64, 4, 3, 64

    def attention(x, qkv, out):
        q, k, v = (
            part.reshape(batch, length, heads, width // heads).transpose(0, 2, 1, 3)
            for part in jnp.split(dense(x, qkv), 3, axis=-1)
        )
        scores = q @ k.transpose(0, 1, 3, 2) * (heads / width) ** 0.5
        position = jnp.arange(length, dtype=I32)
        causal = position[:, None] >= position[None, :]
        scores = jnp.where(causal, scores, -1e9)
        weights = jnp.exp(scores - lax.stop_gradient(jnp.max(scores, axis=-1, keepdims=True)))
        weights = weights / jnp.sum(weights, axis=-1, keepdims=True)
        mixed = (weights @ v).transpose(0, 2, 1, 3).reshape(batch, length, width)
        return dense(mixed, out)

    def loss(params, tokens, targets):
        embedding, positions, blocks, norm, head = params
        x = one_hot(tokens, vocabulary) @ embedding + positions
        for norm0, qkv, out, norm1, up, down in blocks:
            x = x + attention(layer_norm(x, norm0), qkv, out)
            x = x + dense(gelu(dense(layer_norm(x, norm1), up)), down)
        logits = layer_norm(x, norm) @ head
        return cross_entropy(logits, one_hot(targets, vocabulary))

    block = (
        norm_shapes(width),
        dense_shapes(width, 3 * width),
        dense_shapes(width, width),
        norm_shapes(width),
        dense_shapes(width, 4 * width),
        dense_shapes(4 * width, width),
    )
    return Step(
        "transformer",
        f"Causal language model (GPT-like): {layers} pre-norm blocks of width {width}, {heads}"
        " heads, tanh GELU",
        f"batch {batch}, {length} tokens, vocabulary {vocabulary} (i32 tokens and targets)",
        loss,
        (
            f32(vocabulary, width),
            f32(length, width),
            (block,) * layers,
            norm_shapes(width),
            f32(width, vocabulary),
        ),
        (i32(batch, length), i32(batch, length)),
        ranges={0: (0, vocabulary), 1: (0, vocabulary)},
        mark_loss=True,
    )


def two_towers():
    batch, width, joint = 512, 96, 64
    left, right = [48] + [width] * 3 + [joint], [64] + [width] * 7 + [joint]

    def tower(x, params):
        *hidden, last = params
        for weights in hidden:
            x = jnp.tanh(dense(x, weights))
        x = dense(x, last)
        return x * lax.rsqrt(jnp.sum(x * x, axis=-1, keepdims=True) + 1e-6)

    def loss(params, queries, items):
        similarity = 10.0 * tower(queries, params[0]) @ tower(items, params[1]).T
        return cross_entropy(similarity, jnp.eye(batch, dtype=F32))

    def shapes(widths):
        return tuple(dense_shapes(a, b) for a, b in zip(widths, widths[1:]))

    return Step(
        "two-towers",
        f"Retrieval model: towers of {len(left) - 1} and {len(right) - 1} layers that share nothing"
        " and meet at an in-batch softmax over all pairs",
        f"batch {batch}, {left[0]} and {right[0]} features to {joint}",
        loss,
        (shapes(left), shapes(right)),
        (f32(batch, left[0]), f32(batch, right[0])),
    )


def unet():
    batch, size, channels = 4, 48, (8, 16, 32)

    def block(x, kernels):
        for kernel in kernels:
            x = relu(conv(x, kernel))
        return x

    def block_shapes(a, b):
        return (f32(3, 3, a, b), f32(3, 3, b, b))

    def loss(params, images, targets):
        down0, down1, bottom, up1, up0, head = params
        skip0 = block(images, down0)
        skip1 = block(average_pool(skip0), down1)
        x = block(average_pool(skip1), bottom)
        x = block(jnp.concatenate([upsample(x), skip1], axis=-1), up1)
        x = block(jnp.concatenate([upsample(x), skip0], axis=-1), up0)
        return square_error(conv(x, head), targets)

    a, b, c = channels
    return Step(
        "unet",
        f"U-Net, NHWC: {len(channels)} levels of {a}, {b} and {c} channels, skips by concatenation,"
        " average pooling down, nearest neighbor up",
        f"batch {batch}, images {size} x {size} x 3 to 1 channel",
        loss,
        (
            block_shapes(3, a),
            block_shapes(a, b),
            block_shapes(b, c),
            block_shapes(c + b, b),
            block_shapes(b + a, a),
            f32(1, 1, a, 1),
        ),
        (f32(batch, size, size, 3), f32(batch, size, size, 1)),
    )


def lstm_scan():
    batch, length, fan_in, width = 32, 32, 16, 64

    def cell(state, x, w, u, b):
        h, c = state
        i, f, g, o = jnp.split(x @ w + h @ u + b, 4, axis=-1)
        c = lax.logistic(f) * c + lax.logistic(i) * jnp.tanh(g)
        h = lax.logistic(o) * jnp.tanh(c)
        return h, c

    def loss(params, inputs, targets):
        w, u, b, head = params

        def body(state, x):
            state = cell(state, x, w, u, b)
            return state, state[0]

        zeros = jnp.zeros((batch, width), F32)
        _, states = lax.scan(body, (zeros, zeros), inputs)
        return square_error(dense(states, head), targets)

    return Step(
        "lstm-scan",
        f"LSTM of {width} units as a loop (lax.scan, scf.for): one loop forward, one backward",
        f"batch {batch}, {length} steps of {fan_in} features",
        loss,
        (
            f32(fan_in, 4 * width),
            f32(width, 4 * width),
            f32(4 * width),
            dense_shapes(width, fan_in),
        ),
        (f32(length, batch, fan_in), f32(length, batch, fan_in)),
    )


def gru_cond():
    batch, length, fan_in, width = 64, 6, 16, 64

    def cell(h, x, params):
        w, u, b = params
        from_x = jnp.split(x @ w + b, 3, axis=-1)
        from_h = jnp.split(h @ u, 3, axis=-1)
        r = lax.logistic(from_x[0] + from_h[0])
        z = lax.logistic(from_x[1] + from_h[1])
        n = jnp.tanh(from_x[2] + r * from_h[2])
        return (1.0 - z) * n + z * h

    def loss(params, inputs, targets, used):
        weights, head = params
        h = jnp.zeros((batch, width), F32)
        for t in range(length):
            if t == 0:
                h = cell(h, inputs[t], weights)
            else:
                h = lax.cond(t < used, cell, lambda h, x, weights: h, h, inputs[t], weights)
        return square_error(dense(h, head), targets)

    return Step(
        "gru-cond",
        f"GRU of {width} units, unrolled; each step after the first runs only if the i32 argument"
        " says so (lax.cond, scf.if)",
        f"batch {batch}, up to {length} steps of {fan_in} features",
        loss,
        (
            (f32(fan_in, 3 * width), f32(width, 3 * width), f32(3 * width)),
            dense_shapes(width, fan_in),
        ),
        (f32(length, batch, fan_in), f32(batch, fan_in), i32()),
        ranges={2: (1, length + 1)},
        mark_loss=True,
    )


STEPS = [mlp, convnet, transformer, two_towers, unet, lstm_scan, gru_cond]

# ===----------------------------------------------------------------------=== #
# Export
# ===----------------------------------------------------------------------=== #

UPSTREAM = {"builtin", "func", "linalg", "tensor", "arith", "math", "scf"}


def walk(op):
    """All operations inside `op`, in order."""
    for region in op.regions:
        for block in region:
            for inner in block.operations:
                yield inner.operation
                yield from walk(inner.operation)


def import_step(step):
    """The step as a module of upstream dialects, and its function."""

    def main(params, *data):
        return jax.value_and_grad(step.loss)(params, *data)

    exported = jax.export.export(jax.jit(main, keep_unused=True))(step.params, *step.data)
    module = ir.Module.parse(str(exported.mlir_module()))
    PassManager.parse(PIPELINE).run(module.operation)

    used = {op.name.split(".")[0] for op in walk(module.operation)}
    if used - UPSTREAM:
        sys.exit(f"{step.name}: not upstream: {', '.join(sorted(used - UPSTREAM))}")
    for op in walk(module.operation):
        if op.name.startswith("linalg.") and op.name != "linalg.generic":
            if any("xi1>" in str(operand.type) for operand in op.operands):
                sys.exit(f"{step.name}: {op.name} reads i1 as signed, true as -1")
    functions = list(module.body.operations)
    if len(functions) != 1 or ir.StringAttr(functions[0].attributes["sym_name"]).value != "main":
        sys.exit(f"{step.name}: one function @main expected")
    return module, functions[0]


def annotate(step, module, function):
    module.operation.attributes["sym_name"] = ir.StringAttr.get(step.name.replace("-", "_"))
    first = len(jax.tree.leaves(step.params))
    arguments = [{} for _ in function.arguments]
    for i, (low, high) in step.ranges.items():
        arguments[first + i]["remat.range"] = ir.DenseI64ArrayAttr.get([low, high])
    results = [{} for _ in function.type.results]
    if step.mark_loss:
        results[0]["remat.loss"] = ir.UnitAttr.get()
    for name, attributes in (("arg_attrs", arguments), ("res_attrs", results)):
        if name in function.attributes:
            del function.attributes[name]
        if any(attributes):
            function.attributes[name] = ir.ArrayAttr.get([ir.DictAttr.get(a) for a in attributes])


def size(leaves):
    return sum(math.prod(leaf.shape) * leaf.dtype.itemsize for leaf in jax.tree.leaves(leaves))


def table_row(step, function):
    # The body of a linalg op or a pad is part of that op; a loop's or a branch's is not.
    ops = [
        op
        for op in walk(function.operation)
        if not op.parent.name.startswith(("linalg.", "tensor."))
    ]
    return (
        f"| [`{step.name}.mlir`](steps/{step.name}.mlir) | {step.model} | {step.shape}"
        f" | {len(ops):,} | {size(step.params):,} | {size((step.params, step.data)):,} |"
    )


HEADER = """\
// {name}.mlir: {model}; {shape}.
// Made by utils/export-examples.py; do not edit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""


def write_table(readme, rows):
    begin, end = "<!-- table -->\n", "<!-- end of table -->\n"
    before, rest = readme.read_text().split(begin)
    after = rest.split(end)[1]
    head = (
        "| file | model | batch and shapes | ops | parameter bytes | argument bytes |\n"
        "|---|---|---|---|---|---|\n"
    )
    readme.write_text(before + begin + head + "".join(row + "\n" for row in rows) + end + after)


def warn_of_versions():
    for line in (ROOT / "utils" / "requirements-export.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            package, wanted = line.split("==")
            found = importlib.metadata.version(package)
            if found != wanted:
                message = f"{package} is {found}, not {wanted}: the text may differ"
                print(f"warning: {message}", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description="Export the example training steps.")
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "examples" / "steps")
    parser.add_argument("--readme", type=pathlib.Path, default=ROOT / "examples" / "README.md")
    options = parser.parse_args()

    warn_of_versions()
    rows = []
    for build in STEPS:
        step = build()
        with ir.Context() as context, ir.Location.unknown():
            context.allow_unregistered_dialects = True  # remat
            module, function = import_step(step)
            annotate(step, module, function)
            module.operation.verify()
            text = module.operation.get_asm(enable_debug_info=False)
            rows.append(table_row(step, function))
        header = HEADER.format(name=step.name, model=step.model, shape=step.shape)
        (options.output / f"{step.name}.mlir").write_text(header + text.rstrip() + "\n")
    write_table(options.readme, rows)


if __name__ == "__main__":
    main()
