# ===- torch_linalg.py - A PyTorch step as linalg, without JAX -------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Writes the training step of a Transformer encoder of torch.nn as linalg on tensors:

    python examples/torch_linalg.py step.mlir
    remat-opt --remat-budget=70% step.mlir

PyTorch's own tracer gives the operations of the loss and of its gradients, torch-mlir
lowers them. Needs torch 2.9 and torch-mlir (python/requirements/torch.txt).
"""

import pathlib
import sys

import torch
from torch._decomp import core_aten_decompositions
from torch.fx.experimental.proxy_tensor import make_fx
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch_mlir import fx


def squeeze(tensor, dims):
    """aten.squeeze.dims, which torch-mlir does not know, as a view."""
    dims = {dim % tensor.dim() for dim in dims}
    shape = [n for d, n in enumerate(tensor.shape) if d not in dims or n != 1]
    return torch.ops.aten.view(tensor, shape)


def lower_step(model, loss_of, x, y):
    """The loss of a step and its gradients by all parameters, as linalg.

    The function @main takes the parameters in the order of `named_parameters`, then
    `x` and `y`, and returns the loss and the gradients in the same order.
    """
    names = [name for name, _ in model.named_parameters()]

    def step(*arguments):
        *weights, x, y = arguments

        def loss(weights):
            return loss_of(torch.func.functional_call(model, weights, (x,)), y)

        weights = dict(zip(names, weights))
        gradients, value = torch.func.grad_and_value(loss)(weights)
        return (value, *(gradients[name] for name in names))

    weights = [parameter.detach() for _, parameter in model.named_parameters()]
    table = {**core_aten_decompositions(), torch.ops.aten.squeeze.dims: squeeze}
    # Attention as matrix products: fused kernels have no lowering. Views stay
    # views; only what writes in place is replaced.
    with sdpa_kernel(SDPBackend.MATH):
        traced = make_fx(
            torch.func.functionalize(step, remove="mutations"),
            decomposition_table=table,
        )(*weights, x, y)
    return fx.stateless_fx_import(
        traced, output_type="linalg-on-tensors", model_name="main"
    )


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    torch.manual_seed(0)
    torch.backends.mha.set_fastpath_enabled(False)
    layer = torch.nn.TransformerEncoderLayer(
        64, nhead=4, dim_feedforward=256, dropout=0.0, batch_first=True
    )
    model = torch.nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
    x, y = torch.randn(16, 32, 64), torch.randn(16, 32, 64)
    module = lower_step(model, torch.nn.functional.mse_loss, x, y)
    pathlib.Path(sys.argv[1]).write_text(f"{module}\n")


main()
