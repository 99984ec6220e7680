# ===- run_on_gpu.py - Training steps on a GPU, for their memory ---------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""usage: run_on_gpu.py '{"names": [...], "steps": 2, "autocast": false, "options": {...}}'

Compiles models of models.py by `remat.torch.compile` with `options`, runs some steps of
each on the GPU, in bf16 with `autocast`, and prints a JSON object for each model: bytes,
and warnings.
"""

import json
import os
import sys
import warnings

from conftest import fresh_compiler  # noqa: F401, for the paths

import models
import torch

import remat.torch


def run(name, steps=2, autocast=False, options=None):
    torch._dynamo.reset()
    case = models.make(name)
    model = case.model.cuda()
    if autocast:
        model = models.Autocast(model)
    inputs = tuple(x.cuda() for x in case.inputs)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", remat.RematWarning)
        compiled = remat.torch.compile(model, **options)
        for _ in range(steps):
            compiled(*inputs).backward()
    (plan,) = compiled.plans
    return {
        "name": name,
        "device": plan.device,
        "budget": plan.budget_bytes,
        "plain": plan.plain_predicted_peak_bytes,
        "predicted": plan.predicted_peak_bytes,
        "measured": plan.measured_peak_bytes,
        "trace": [[row.predicted, row.measured] for row in plan.trace or ()],
        "recomputed": len(plan.recomputed),
        "warnings": [
            str(each.message)
            for each in caught
            if issubclass(each.category, remat.RematWarning)
        ],
    }


def main():
    request = json.loads(sys.argv[1])
    for name in request.pop("names"):
        print(json.dumps(run(name, **request)))
    sys.stdout.flush()
    # At the end of the interpreter, PyTorch 2.15 may abort for a thread that still runs.
    os._exit(0)


main()
