# ===- model_errors.py - How far XLA is above the model ------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`ModelErrors`: compiled peaks less those that were predicted, and what to expect.

Nothing of JAX is imported here.
"""

from __future__ import annotations

from typing import Dict, List

from remat.rounds import Rounds
from remat.tool import Shape

# XLA's heap is off by this much for reasons that no shape mends.
_PACKING_NOISE = 0.015


class ModelErrors:
    """How far XLA was above the model, in bytes and by shape: plans of one shape are
    off by about as much. Below it, errors are negative."""

    def __init__(self, rounds: Rounds, limit: int):
        self._rounds = rounds
        self._limit = limit

    def _by_shape(self) -> Dict[Shape, List[int]]:
        found: Dict[Shape, List[int]] = {}
        for each in self._rounds.built.values():
            # What a smaller budget is counted from: a plan's own peak, which with
            # large tensors is well below what it was planned for.
            predicted = each.result.predicted_peak_bytes
            if each.result.untouched or predicted is None or not each.shape.fit_heap:
                continue
            found.setdefault(each.shape, []).append(each.peak - predicted)
        return found

    def shapes(self) -> List[Shape]:
        """Those that were tried."""
        return list(self._by_shape())

    def mean(self, shape: Shape) -> int:
        """How far XLA was above the model in a shape that was tried."""
        errors = self._by_shape()[shape]
        return sum(errors) // len(errors)

    def worst(self, shape: Shape) -> int:
        """How far XLA may be above the model in a shape that was tried: once is no
        experience."""
        errors = self._by_shape()[shape]
        worst = max(errors)
        return worst + max(worst, 0) // 2 if len(errors) == 1 else worst

    def expected(self, shape: Shape) -> int:
        """How far XLA will be above the model: as in this shape before; in one that
        was not tried, not at all if another shape may be what is missing."""
        tried = self.shapes()
        if shape in tried:
            return self.mean(shape)
        if not tried:
            return 0
        least = min(map(self.mean, tried))
        # The buffers in a loop are the same in all shapes.
        is_of_loops = any(
            each.result.report.get("stacks") for each in self._rounds.built.values()
        )
        return least if is_of_loops or least <= self._limit * _PACKING_NOISE else 0
