# ===- gpu_kernels.py - Operations that are timed on a GPU -----------------===#
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Functions of one kind of operation in many sizes, each operation on its own line.

One program times them all: a run of remat-run with --profile has an entry for each
line. The inputs are shared by operations that read the same type.
"""

import dataclasses
import re

ELEMENTS = {"f16": 2, "bf16": 2, "f32": 4}


@dataclasses.dataclass(frozen=True)
class Kernel:
    """An operation, and the work that it has to do at least."""

    name: str
    bytes: int
    """Read and written, each element once."""
    operations: int
    """Of floats; 0 where the time is that of the bytes."""
    text: str
    """One line of MLIR with {result} and {inputs} for its names, and {init}."""
    inputs: tuple
    result: str
    fill: bool = False
    is_judged: bool = True
    """Whether less than is asked of such kernels is an error, and no known limit."""


def tensor(shape, element):
    return f"tensor<{'x'.join(map(str, shape))}x{element}>"


def element_of(type_):
    return re.search(r"(\w+?)>$", type_.replace("x", " ")).group(1)


def size(shape, element):
    total = ELEMENTS[element]
    for extent in shape:
        total *= extent
    return total


def matmul(rows, columns, depth, element):
    a, b, c = (rows, depth), (depth, columns), (rows, columns)
    types = tensor(a, element), tensor(b, element)
    result = tensor(c, "f32")
    return Kernel(
        f"{rows}x{columns}x{depth} {element}",
        size(a, element) + size(b, element) + size(c, "f32"),
        2 * rows * columns * depth,
        f"{{result}} = linalg.matmul ins({{inputs}} : {', '.join(types)})"
        f" outs({{init}} : {result}) -> {result}",
        types,
        result,
        fill=True,
    )


def batch_matmul(batch, rows, columns, depth, element):
    a, b, c = (batch, rows, depth), (batch, depth, columns), (batch, rows, columns)
    types = tensor(a, element), tensor(b, element)
    result = tensor(c, "f32")
    return Kernel(
        f"{batch} of {rows}x{columns}x{depth} {element}",
        size(a, element) + size(b, element) + size(c, "f32"),
        2 * batch * rows * columns * depth,
        f"{{result}} = linalg.batch_matmul ins({{inputs}} : {', '.join(types)})"
        f" outs({{init}} : {result}) -> {result}",
        types,
        result,
        fill=True,
    )


def convolution(batch, extent, channels, filters, window, stride, element, result_element):
    padded = extent + window - 1
    out = (padded - window) // stride + 1
    image = (batch, padded, padded, channels)
    kernel = (window, window, channels, filters)
    output = (batch, out, out, filters)
    types = tensor(image, element), tensor(kernel, element)
    result = tensor(output, result_element)
    strides = f"dense<{stride}> : vector<2xi64>"
    return Kernel(
        f"{batch}x{extent}x{extent}x{channels} by {window}x{window}x{filters}"
        f"{f' stride {stride}' if stride > 1 else ''} {element} to {result_element}",
        size(image, element) + size(kernel, element) + size(output, result_element),
        2 * batch * out * out * filters * channels * window * window,
        "{result} = linalg.conv_2d_nhwc_hwcf {{dilations = dense<1> : vector<2xi64>,"
        f" strides = {strides}}}}} ins({{inputs}} : {', '.join(types)})"
        f" outs({{init}} : {result}) -> {result}",
        types,
        result,
        fill=True,
    )


def elementwise(name, shape, element, inputs, body):
    """Of `inputs` operands; `body` computes %v from %x0, %x1, ..."""
    type_ = tensor(shape, element)
    rank = len(shape)
    dims = ", ".join(f"d{i}" for i in range(rank))
    identity = f"affine_map<({dims}) -> ({dims})>"
    maps = ", ".join([identity] * (inputs + 1))
    arguments = ", ".join([f"%x{i}: {element}" for i in range(inputs)] + [f"%o: {element}"])
    return Kernel(
        f"{name} {'x'.join(map(str, shape))} {element}",
        (inputs + 1) * size(shape, element),
        0,
        f"{{result}} = linalg.generic {{{{indexing_maps = [{maps}], iterator_types = ["
        + ", ".join(['"parallel"'] * rank)
        + f"]}}}} ins({{inputs}} : {', '.join([type_] * inputs)}) outs({{init}} : {type_})"
        f" {{{{ ^bb0({arguments}): {body} linalg.yield %v : {element} }}}} -> {type_}",
        (type_,) * inputs,
        type_,
    )


def transpose(shape, permutation, element):
    source = tensor(shape, element)
    result = tensor([shape[i] for i in permutation], element)
    return Kernel(
        f"transpose {'x'.join(map(str, shape))} by {','.join(map(str, permutation))} {element}",
        2 * size(shape, element),
        0,
        f"{{result}} = linalg.transpose ins({{inputs}} : {source})"
        f" outs({{init}} : {result}) permutation = [{', '.join(map(str, permutation))}]",
        (source,),
        result,
    )


def reduction(shape, dimensions, element):
    source = tensor(shape, element)
    kept = [extent for i, extent in enumerate(shape) if i not in dimensions]
    result = tensor(kept, element) if kept else f"tensor<{element}>"
    return Kernel(
        f"sum {'x'.join(map(str, shape))} over {','.join(map(str, dimensions))} {element}",
        size(shape, element) + size(kept, element),
        0,
        f"{{result}} = linalg.reduce {{{{ arith.addf }}}} ins({{inputs}} : {source})"
        f" outs({{init}} : {result}) dimensions = [{', '.join(map(str, dimensions))}]",
        (source,),
        result,
        fill=True,
    )


ADD = "%v = arith.addf %x0, %x1 : f32"
GELU = (
    "%c = arith.constant 0.5 : {t} %k = arith.constant 0.797851 : {t} %y = arith.mulf"
    " %x0, %k : {t} %z = math.tanh %y : {t} %w = arith.mulf %z, %x0 : {t} %v ="
    " arith.mulf %w, %c : {t}"
)


def unjudged(kernel):
    """What is about as fast as asked, so that a run may find it slower."""
    return dataclasses.replace(kernel, is_judged=False)


PRODUCTS = {
    element: [matmul(n, n, n, element) for n in (1024, 2048, 4096, 8192)]
    + [
        # Those of a transformer: wide, tall, few outputs with a deep sum, heads.
        matmul(8192, 1024, 4096, element),
        matmul(1024, 4096, 8192, element),
        matmul(256, 256, 16384, element),
        matmul(512, 512, 32768, element),
        batch_matmul(256, 512, 512, 64, element),
        batch_matmul(256, 512, 64, 512, element),
    ]
    for element in ("f16", "f32")
}


# Of inputs and results.
CONVOLUTION_TYPES = (("f16", "f16"), ("f16", "f32"), ("f32", "f32"))
# A filter of one point with strides of one is a matrix product of the library.
LIBRARY_CONVOLUTIONS = [
    convolution(64, 56, 64, 256, 1, 1, *types) for types in CONVOLUTION_TYPES
]
# Those that only generated kernels compute.
CONVOLUTIONS = {
    types: [
        convolution(64, 56, 64, 64, 3, 1, *types),
        convolution(64, 28, 128, 128, 3, 1, *types),
        convolution(64, 14, 256, 256, 3, 1, *types),
        convolution(64, 7, 512, 512, 3, 1, *types),
        convolution(64, 56, 128, 128, 3, 2, *types),
        convolution(64, 224, 3, 64, 7, 2, *types),
    ]
    for types in CONVOLUTION_TYPES
}

TRAFFIC = [
    elementwise("add", (8192, 16384), "f32", 2, ADD),
    elementwise("gelu", (8192, 16384), "f16", 1, GELU.format(t="f16")),
    elementwise("gelu", (8192, 16384), "f32", 1, GELU.format(t="f32")),
    transpose((8192, 16384), (1, 0), "f32"),
    transpose((8192, 16384), (1, 0), "f16"),
    # Heads of attention.
    transpose((64, 512, 16, 64), (0, 2, 1, 3), "f32"),
    transpose((64, 512, 16, 64), (0, 2, 3, 1), "f32"),
    reduction((8192, 16384), (1,), "f32"),
    reduction((8192, 16384), (0,), "f32"),
    reduction((8192, 16384), (0, 1), "f32"),
    unjudged(reduction((64, 512, 1024), (0, 1), "f32")),
    reduction((32768, 1024), (1,), "f32"),
]


def write_chain(links=400):
    """A function of kernels that wait for each other and have next to nothing to do,
    and how many there are."""
    matrix, row = "tensor<32x32xf32>", "tensor<32xf32>"
    body, last = ["  %zero = arith.constant 0.0 : f32"], "%a"
    for i in range(links):
        body += [
            f"  %e{i} = tensor.empty() : {matrix}",
            f"  %t{i} = linalg.transpose ins({last} : {matrix}) outs(%e{i} : {matrix})"
            " permutation = [1, 0]",
            f"  %x{i} = tensor.empty() : {row}",
            f"  %f{i} = linalg.fill ins(%zero : f32) outs(%x{i} : {row}) -> {row}",
            f"  %s{i} = linalg.reduce {{ arith.maximumf }} ins(%t{i} : {matrix})"
            f" outs(%f{i} : {row}) dimensions = [0]",
            f"  %y{i} = tensor.empty() : {matrix}",
            f"  %r{i} = linalg.broadcast ins(%s{i} : {row}) outs(%y{i} : {matrix})"
            " dimensions = [0]",
        ]
        last = f"%r{i}"
    head = f"func.func @main(%a: {matrix}) -> {matrix} {{"
    return "\n".join([head, *body, f"  return {last} : {matrix}", "}"]) + "\n", 4 * links


def write_program(kernels):
    """The text of a function @main with all `kernels`, and the line (from 1) of each."""
    names, arguments, zeros = {}, [], {}

    def names_of(types):
        seen = []
        for type_ in types:
            key = (type_, seen.count(type_))
            seen.append(type_)
            if key not in names:
                names[key] = f"%a{len(names)}"
                arguments.append(f"{names[key]}: {type_}")
            yield names[key]

    body, lines = [], {}
    inputs = [", ".join(names_of(kernel.inputs)) for kernel in kernels]
    for element in sorted({element_of(kernel.result) for kernel in kernels}):
        zeros[element] = f"%zero_{element}"
        body.append(f"  {zeros[element]} = arith.constant 0.0 : {element}")
    for i, kernel in enumerate(kernels):
        element = element_of(kernel.result)
        body.append(f"  %e{i} = tensor.empty() : {kernel.result}")
        init = f"%e{i}"
        if kernel.fill:
            init = f"%f{i}"
            body.append(
                f"  {init} = linalg.fill ins({zeros[element]} : {element})"
                f" outs(%e{i} : {kernel.result}) -> {kernel.result}"
            )
        text = kernel.text.format(result=f"%r{i}", inputs=inputs[i], init=init)
        body.append("  " + text)
        # The first line is the function's.
        lines[kernel.name] = len(body) + 1
    results = ", ".join(kernel.result for kernel in kernels)
    body.append(
        "  return " + ", ".join(f"%r{i}" for i in range(len(kernels))) + f" : {results}"
    )
    head = f"func.func @main({', '.join(arguments)}) -> ({results}) {{"
    return "\n".join([head, *body, "}"]) + "\n", lines
