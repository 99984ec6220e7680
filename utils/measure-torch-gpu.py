#!/usr/bin/env python3
# ===- measure-torch-gpu.py - Peaks and times of PyTorch steps on a GPU --===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""usage: measure-torch-gpu.py [--models gpt,...] [--shares 0.5,0.2] [--size large|small]
                            [--inner inductor|aot_eager] [--steps N] [--json FILE]

For each model: a training step as it is, and with each share as PyTorch's
`activation_memory_budget`; beside each of them, Remat's plan with its measured peak as
the budget. Steps run in bf16 by autocast. Prints measured and predicted peaks, the
fastest of some steps, and the largest difference of a gradient from that of the step as
it is, relative to the gradient's largest element.
"""

import argparse
import json
import os
import sys
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "python", "tests_torch"))

import models
import torch
from torch._functorch import config as functorch_config

import remat.torch


def _images(count, side, classes):
    return torch.randn(count, 3, side, side), torch.randint(0, classes, (count,))


LARGE = {
    "gpt": lambda: models.Case(
        models.GPT(layers=12, width=768, heads=12, words=32768, length=1024),
        (models._tokens(8, 1024, 32768), models._tokens(8, 1024, 32768)),
    ),
    "mlp": lambda: models.Case(
        models.MLP(layers=16, width=4096), (torch.randn(16384, 4096),) * 2
    ),
    "resnet": lambda: models.Case(
        models.ResNet(widths=(64, 128, 256, 512)), _images(256, 64, 100)
    ),
    "moe": lambda: models.Case(
        models.MoE(layers=8, width=512, heads=8, words=8192),
        (models._tokens(16, 512, 8192), models._tokens(16, 512, 8192)),
    ),
}
"""Steps of some gigabytes."""


def run(make, steps, wrap):
    """Runs `steps` steps of a model compiled by `wrap`. Returns the compiled model, the
    peak over all that is allocated before a step, in bytes, the milliseconds of the
    fastest step, and the gradients."""
    torch._dynamo.reset()
    torch.manual_seed(0)
    case = make()
    model = models.Autocast(case.model.cuda())
    inputs = [x.cuda() for x in case.inputs]
    compiled = wrap(model)
    peak, fastest = 0, float("inf")
    for _ in range(steps):
        model.zero_grad()
        torch.cuda.synchronize()
        before = torch.cuda.memory_allocated()
        torch.cuda.reset_peak_memory_stats()
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        compiled(*inputs).backward()
        end.record()
        torch.cuda.synchronize()
        # The last step counts: kernels are tuned in the first one.
        peak = torch.cuda.max_memory_allocated() - before
        fastest = min(fastest, start.elapsed_time(end))
    return compiled, peak, fastest, [p.grad.cpu() for p in model.parameters()]


def difference(gradients, expected):
    """The largest one, relative to the largest element of each gradient."""
    return max(
        float((a - b).abs().max() / b.abs().max().clamp_min(1e-30))
        for a, b in zip(gradients, expected)
    )


def measure(name, make, arguments):
    inner = arguments.inner

    def by_torch(share):
        def wrap(model):
            backend = "inductor" if inner == "inductor" else "aot_eager_decomp_partition"
            return torch.compile(model, backend=backend, dynamic=False)

        with functorch_config.patch(activation_memory_budget=share):
            return run(make, arguments.steps, wrap)

    def by_plan(budget):
        return run(
            make,
            arguments.steps,
            lambda model: remat.torch.compile(model, budget, inner=inner),
        )

    whole = by_plan("100%")[0].plans[0]
    expected = None
    for share in [1.0, *map(float, arguments.shares.split(","))]:
        _, peak, time, gradients = by_torch(share)
        expected = expected or gradients
        row = {"model": name, "share": share, "torch_peak": peak, "torch_ms": time}
        row["resident"] = whole.resident_bytes
        try:
            compiled, peak, time, gradients = by_plan(whole.resident_bytes + peak)
        except remat.NoPlan as error:
            row["failure"] = type(error).__name__
        else:
            plan = compiled.plans[0]
            row.update(peak=peak, ms=time, difference=difference(gradients, expected))
            row.update(
                predicted=plan.predicted_peak_bytes, measured=plan.measured_peak_bytes
            )
        yield row


def show(row):
    text = f"{row['model']:8} {row['share']:5} {row['torch_peak'] / 2**20:10.1f}"
    text += f" {row['torch_ms']:9.3f}"
    if "failure" in row:
        return f"{text} {row['failure']}"
    return (
        f"{text} {row['peak'] / 2**20:10.1f} {row['ms']:9.3f}"
        f" {row['measured'] / row['predicted']:9.6f} {row['difference']:.1e}"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", default=",".join(LARGE))
    parser.add_argument("--shares", default="0.5,0.2")
    parser.add_argument("--size", choices=("large", "small"), default="large")
    parser.add_argument("--inner", choices=("inductor", "aot_eager"), default="inductor")
    parser.add_argument("--steps", type=int, default=10)
    parser.add_argument("--json")
    arguments = parser.parse_args()
    if arguments.steps < 2:
        parser.error("the second step is measured: --steps is 2 or more")
    if not torch.cuda.is_available():
        print("measure-torch-gpu.py: PyTorch sees no GPU", file=sys.stderr)
        return 77
    warnings.simplefilter("ignore", remat.RematWarning)
    print(f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}")
    print("model    share  PyTorch MiB, ms; Remat MiB, ms, measured / predicted, gradients")
    made = LARGE if arguments.size == "large" else models.MODELS
    rows = []
    for name in arguments.models.split(","):
        for row in measure(name, made[name], arguments):
            rows.append(row)
            print(show(row), flush=True)
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump(rows, file, indent=2)
    return 0


if __name__ == "__main__":
    sys.exit(main())
