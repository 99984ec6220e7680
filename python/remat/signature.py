# ===- signature.py - What makes two calls need two plans ----------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""The key under which a plan is kept: static arguments by value, arrays by shape,
type and sharding, and the settings of JAX that change what is traced."""

from __future__ import annotations

import inspect
import numbers
from typing import Any, Callable, Hashable, Iterable, Mapping, Sequence, Tuple, Union

import jax

Nums = Union[int, Sequence[int], None]
Names = Union[str, Iterable[str], None]


def _tuple(value: Any, single: type) -> Tuple[Any, ...]:
    if value is None:
        return ()
    return (value,) if isinstance(value, single) else tuple(value)


class NamedArguments:
    """Some arguments of a function, by place and by name: the static ones, or those
    on the host.

    One of `argnums` and `argnames` implies the other, as for `jax.jit`.
    """

    def __init__(self, fun: Callable[..., Any], argnums: Nums, argnames: Names):
        self.nums = set(map(int, _tuple(argnums, numbers.Integral)))
        self.names = set(_tuple(argnames, str))
        try:
            parameters = list(inspect.signature(fun).parameters.values())
        except (TypeError, ValueError):
            return
        kinds = (inspect.Parameter.POSITIONAL_ONLY,)
        kinds += (inspect.Parameter.POSITIONAL_OR_KEYWORD,)
        placed = [p.name for p in parameters if p.kind in kinds]
        self.nums = {n + len(placed) if n < 0 else n for n in self.nums}
        if argnames is None:
            self.names |= {placed[n] for n in self.nums if 0 <= n < len(placed)}
        if argnums is None:
            self.nums |= {i for i, name in enumerate(placed) if name in self.names}

    def split(
        self, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> Tuple[Tuple[Any, ...], Tuple[Any, ...], Mapping[str, Any]]:
        """Of static arguments: these as one hashable tuple, and the others."""
        static = [(i, a) for i, a in enumerate(args) if i in self.nums]
        static += [(k, kwargs[k]) for k in sorted(kwargs) if k in self.names]
        dynamic = tuple(a for i, a in enumerate(args) if i not in self.nums)
        keywords = {k: v for k, v in kwargs.items() if k not in self.names}
        # 1, 1.0 and True are equal and are not the same to a function.
        return tuple((k, type(v), v) for k, v in static), dynamic, keywords


def leaf_key(leaf: Any) -> Hashable:
    """What a plan depends on of one array, number or abstract value."""
    if isinstance(leaf, jax.Array):
        aval = leaf.aval
        if getattr(aval, "memory_space", None) == jax.memory.Space.Host:
            # Only arrays that `jax.device_put` made tell it in their type; all do in
            # their sharding.
            aval = aval.update(memory_space=jax.memory.Space.Device)
        # Arrays that were put nowhere go where the others are.
        return (aval, leaf.sharding if leaf.committed else None)
    if isinstance(leaf, jax.ShapeDtypeStruct):
        weak = getattr(leaf, "weak_type", False)
        return (leaf.shape, leaf.dtype, weak, leaf.sharding)
    return (jax.typeof(leaf), None)
