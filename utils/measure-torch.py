#!/usr/bin/env python3
# ===- measure-torch.py - Plans beside PyTorch's own partitions ----------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""usage: measure-torch.py [--models gpt,mlp,...] [--shares 1.0,0.9,...]
                        [--inner aot_eager|inductor] [--compile] [--json FILE]

For each model of python/tests_torch/models.py and each share that PyTorch's
`activation_memory_budget` takes: the peak and the cost of PyTorch's partition, and
those of Remat's plan with that peak as its budget, on the CPU and counted in the same
way. With aot_eager both run, and gradients are compared with those of eager training.
With inductor only PyTorch's own best peaks are asked for; its partitions are lowered,
Remat's plans lowered or, with --compile, compiled and measured.
"""

import argparse
import dataclasses
import json
import os
import sys
import time
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "python", "tests_torch"))

import models
import torch
import torch_partitions

import remat.torch

SHARES = "1.0,0.9,0.8,0.7,0.6,0.5,0.4,0.3,0.2,0.1,0.05"


@dataclasses.dataclass
class Row:
    model: str
    share: float
    torch_peak: int
    """In bytes."""
    torch_cost: float
    peak: int = 0
    predicted: int = 0
    cost: float = 0.0
    rounds: int = 1
    is_equal: bool = True
    """Gradients have the bits of eager training (aot_eager)."""
    seconds: float = 0.0
    """Processor time of tracing, planning, compiling and the step."""
    failure: str = ""

    @property
    def is_no_worse(self):
        return not self.failure and (
            self.peak <= self.torch_peak and self.cost <= self.torch_cost
        )

    def show(self, base):
        torch_extra = 100 * (self.torch_cost / base - 1)
        start = f"{self.model:8} {self.share:5} {self.torch_peak:12} {torch_extra:7.2f}%"
        if self.failure:
            return f"{start} {self.failure}"
        extra = 100 * (self.cost / base - 1)
        return (
            f"{start} {self.peak:12} {extra:7.2f}% {self.predicted / self.peak:8.5f}"
            f" {'no worse' if self.is_no_worse else 'WORSE'}"
            f" {'' if self.is_equal else 'other gradients '}"
            f"{self.rounds} rounds {self.seconds:.1f} s"
        )


def run(name, wrap):
    """Compiles a model with `wrap` and runs a step. Returns the compiled model, the
    gradients, and the processor time of both."""
    case = models.make(name)
    torch._dynamo.reset()
    start = time.process_time()
    compiled = wrap(case.model)
    try:
        compiled(*case.inputs).backward()
    except torch_partitions.Lowered:
        pass
    seconds = time.process_time() - start
    return compiled, [p.grad for p in case.model.parameters()], seconds


def measure_torch(name, share, inner):
    partition = (
        torch_partitions.EagerPartition
        if inner == "aot_eager"
        else torch_partitions.InductorPartition
    )(share)
    run(name, lambda model: torch.compile(model, backend=partition, dynamic=False))
    return Row(name, share, partition.peak, partition.cost)


def measure_plan(row, arguments, expected):
    try:
        compiled, gradients, row.seconds = run(
            row.model,
            lambda model: remat.torch.compile(
                model, budget=row.torch_peak, inner=arguments.inner
            ),
        )
    except remat.NoPlan as error:
        row.failure = type(error).__name__
        return
    plan = compiled.plans[0]
    row.predicted = plan.predicted_peak_bytes
    row.peak = plan.measured_peak_bytes or plan.predicted_peak_bytes
    row.rounds = max(1, len(plan.rounds))
    row.cost = plan.cost
    if arguments.inner == "inductor":
        row.cost = torch_partitions.cost_of_program(plan)
    else:
        row.is_equal = all(
            (a is None and b is None) or torch.equal(a, b)
            for a, b in zip(expected, gradients)
        )


def best(rows):
    """The rows that no other row beats in peak and cost, without duplicates."""
    found = []
    for row in sorted(rows, key=lambda row: (row.torch_peak, row.torch_cost)):
        if not found or row.torch_cost < found[-1].torch_cost:
            found.append(row)
    return found[::-1]


def measure(name, arguments):
    shares = map(float, arguments.shares.split(","))
    rows = [measure_torch(name, share, arguments.inner) for share in shares]
    base = min(row.torch_cost for row in rows)
    expected = None
    if arguments.inner == "aot_eager":
        _, expected, _ = run(name, lambda model: model)
    else:
        rows = best(rows)
    for row in rows:
        if arguments.inner == "inductor" and not arguments.compile:
            with torch_partitions.dry_runs():
                measure_plan(row, arguments, expected)
        else:
            measure_plan(row, arguments, expected)
        print(row.show(base), flush=True)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", default=",".join(models.MODELS))
    parser.add_argument("--shares", default=SHARES)
    parser.add_argument("--inner", choices=("aot_eager", "inductor"), default="aot_eager")
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--json")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore", remat.RematWarning)
    print("model  share  PyTorch's peak, cost;  Remat's peak, cost, predicted / measured")
    rows = [row for name in arguments.models.split(",") for row in measure(name, arguments)]
    planned = [row for row in rows if not row.failure]
    exact = sum(row.peak == row.predicted for row in planned)
    print(
        f"{sum(row.is_no_worse for row in rows)} of {len(rows)} rows no worse,"
        f" {exact} predicted to the byte,"
        f" {sum(row.is_equal for row in planned)} with equal gradients"
    )
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump([dataclasses.asdict(row) for row in rows], file, indent=2)


main()
