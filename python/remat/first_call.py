# ===- first_call.py - Results with and without the host -----------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""The first call of a step that parks values on the host.

XLA has had defects there: residuals of loops that were read back in the wrong order
(openxla/xla#46231), wrong losses of copies that ran ahead (#37979). So the results of
the first call are held against those of the same step with nothing on the host.
"""

from __future__ import annotations

import dataclasses
from typing import Any, Dict, List, Optional, Tuple

import jax
import jax.numpy as jnp
import numpy as np

# Two results differ in an array if the difference is more than this part of it, or of
# what a step changed in it. Sums in another order, and products in TF32, differ by
# less; gradients of another layer by more than all of it.
_MOST_DIFFERENCE = 0.25
# Gradients that are zero but for rounding differ by all of themselves. So arrays that
# differ must have this part of all elements. A single number, as the loss, counts alone
# if it differs by more than the rounding of the largest array.
_LEAST_SHARE = 0.005
_CHUNK = 1 << 20


@dataclasses.dataclass(frozen=True)
class Mismatch:
    """Where the results of two steps differ."""

    path: str
    """The largest array that differs, as JAX spells its place in the results."""
    difference: float
    """The difference, in parts of the array or of what the step changed in it."""

    def __str__(self) -> str:
        return f"result{self.path} differs by {100 * self.difference:.3g}%"


def _is_key(leaf: Any) -> bool:
    return jnp.issubdtype(leaf.dtype, jax.dtypes.extended)


def to_host(tree: Any) -> Any:
    """The arrays of a tree as NumPy's; of random keys, their data."""

    def move(leaf: Any) -> Any:
        if not isinstance(leaf, jax.Array):
            return leaf
        return np.asarray(jax.random.key_data(leaf) if _is_key(leaf) else leaf)

    return jax.tree_util.tree_map(move, tree)


class Kept:
    """Copies of the arguments on the host, for a second run after donation."""

    def __init__(self, tree: Any):
        leaves, self._structure = jax.tree_util.tree_flatten(tree)
        self._leaves = [self._keep(leaf) for leaf in leaves]

    @staticmethod
    def _keep(leaf: Any) -> Tuple[Any, Any, Any]:
        """The argument, its data on the host, and what keys are made of again."""
        if not isinstance(leaf, jax.Array):
            return leaf, leaf, None
        impl = jax.random.key_impl(leaf) if _is_key(leaf) else None
        return leaf, to_host(leaf), impl

    @property
    def arguments(self) -> Any:
        """The tree with NumPy's arrays; of random keys, their data."""
        return self._structure.unflatten([data for _, data, _ in self._leaves])

    def restored(self) -> Any:
        """The tree as it was: what a call has taken is on the device again."""

        def restore(leaf: Any, data: Any, impl: Any) -> Any:
            if not isinstance(leaf, jax.Array) or not leaf.is_deleted():
                return leaf
            if impl is not None:
                data = jax.random.wrap_key_data(data, impl=impl)
            return jax.device_put(data, leaf.sharding)

        return self._structure.unflatten([restore(*leaf) for leaf in self._leaves])


def _norm(found: np.ndarray, less: Optional[np.ndarray] = None) -> float:
    """The Euclidean norm of `found`, or of `found - less`. Values that are not finite
    count as 0 in the norm, and make the difference infinite unless both are equal."""
    total = 0.0
    found = found.reshape(-1)
    less = None if less is None else less.reshape(-1)
    for start in range(0, found.size, _CHUNK):
        chunk = found[start : start + _CHUNK]
        wide = np.complex128 if np.iscomplexobj(chunk) else np.float64
        chunk = chunk.astype(wide)
        if less is not None:
            other = less[start : start + _CHUNK].astype(wide)
            same = (chunk == other) | (np.isnan(chunk) & np.isnan(other))
            chunk = np.where(same, 0, chunk - np.where(same, 0, other))
            if not np.isfinite(chunk).all():
                return float("inf")
        else:
            chunk = np.where(np.isfinite(chunk), chunk, 0)
        total += float(np.sum(np.abs(chunk) ** 2))
    return total**0.5


def _difference(
    found: np.ndarray, expected: np.ndarray, before: Optional[np.ndarray]
) -> float:
    """The difference of `found` from `expected`, in parts of `expected`, or of its
    change from `before`, if that is less."""
    apart = _norm(found, expected)
    if apart == 0.0 or apart == float("inf"):
        return apart
    scale = _norm(expected)
    if jnp.issubdtype(expected.dtype, jnp.inexact):
        # What rounding may take from a small update.
        rounding = 16 * float(jnp.finfo(expected.dtype).eps) * scale
        apart = max(apart - rounding, 0.0)
        if before is not None:
            scale = min(scale, max(_norm(expected, before), rounding))
    return apart / scale if scale else (float("inf") if apart else 0.0)


def _may_be_rounding(found: np.ndarray, expected: np.ndarray, largest: float) -> bool:
    """Whether a single number differs by no more than the rounding of an array whose
    norm is `largest`, as the gradient of a bias before a softmax, which is zero."""
    if not jnp.issubdtype(expected.dtype, jnp.inexact):
        return False
    rounding = float(jnp.finfo(expected.dtype).eps) * largest
    return _norm(found, expected) <= rounding


def _find_before(expected: List[Any], given: Any) -> List[Optional[np.ndarray]]:
    """For each result, the argument that it may be an update of: the next one of the
    same type and shape."""
    arguments: Dict[Any, List[Any]] = {}
    for leaf in jax.tree_util.tree_leaves(to_host(given)):
        if isinstance(leaf, np.ndarray):
            arguments.setdefault((leaf.shape, leaf.dtype), []).append(leaf)
    found: List[Optional[np.ndarray]] = []
    for leaf in expected:
        same = arguments.get((leaf.shape, leaf.dtype)) if leaf.size > 1 else None
        found.append(same.pop(0) if same else None)
    return found


def compare(found: Any, expected: Any, given: Any = ()) -> Optional[Mismatch]:
    """Where the arrays of two trees of one structure differ by more than another order
    of sums explains; None if they agree. `given` are the arguments of the step, which
    results may be updates of."""
    paths, right = [], []
    for path, leaf in jax.tree_util.tree_leaves_with_path(to_host(expected)):
        paths.append(jax.tree_util.keystr(path))
        right.append(np.asarray(leaf))
    left = [np.asarray(leaf) for leaf in jax.tree_util.tree_leaves(to_host(found))]
    elements = sum(leaf.size for leaf in right)
    inexact = [leaf for leaf in right if jnp.issubdtype(leaf.dtype, jnp.inexact)]
    largest = max((_norm(leaf) for leaf in inexact), default=0.0)
    differing: List[Tuple[int, Mismatch]] = []
    for path, a, b, before in zip(paths, left, right, _find_before(right, given)):
        if b.dtype == jax.dtypes.float0:
            continue
        apart = _difference(a, b, before)
        mismatch = Mismatch(path, apart)
        if apart == float("inf"):
            return mismatch
        if apart > _MOST_DIFFERENCE:
            if b.size == 1 and not _may_be_rounding(a, b, largest):
                return mismatch
            differing.append((b.size, mismatch))
    if sum(size for size, _ in differing) <= _LEAST_SHARE * elements:
        return None
    return max(differing, key=lambda each: each[0])[1]


def free_bytes() -> Optional[int]:
    """Free bytes of the device that JAX runs on; None if the backend has no figures."""
    stats = jax.local_devices()[0].memory_stats()
    if not stats or "bytes_limit" not in stats:
        return None
    return stats["bytes_limit"] - stats.get("bytes_in_use", 0)
