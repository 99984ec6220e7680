# ===- stacks.py - What loops keep, and as a policy of jax.checkpoint ------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""The stacks that a plan keeps in loops, and `scan_policy`: the same choice for code
that is compiled without Remat."""

from __future__ import annotations

import dataclasses
import re
from typing import Any, Dict, List, Mapping, Set, Tuple

from remat.errors import PolicyError
from remat.sizes import format_size

_TENSOR = re.compile(r"tensor<((?:\d+x)*)([^<>,]+(?:<\w+>)?)>$")
# Element types as MLIR writes them, where NumPy's name is another.
_DTYPES = {
    "i1": "bool",
    "bf16": "bfloat16",
    "complex<f32>": "complex64",
    "complex<f64>": "complex128",
}
_FAMILIES = {"f": "float", "i": "int", "ui": "uint"}

_Key = Tuple[str, Tuple[int, ...], str]


@dataclasses.dataclass(frozen=True)
class Stack:
    """A value of each turn of a loop that has, or had, a stack for the gradient."""

    op: str
    """The operation that makes it, "stablehlo.tanh"; "" for what one turn hands to
    the next."""
    type: str
    """Its type in one turn: `tensor<8x512xf32>`."""
    location: str
    """Where it comes from: "model.py:12:4"."""
    scope: str
    """JAX's name of the operation: "jit(step)/jvp()/while/body/tanh"; may be ""."""
    turns: int
    """Of its loop: slices of the stack."""
    bytes: int
    """Of the stack, all slices together."""
    segments: Tuple[int, ...]
    """Turns of the segments that its loop runs in with the plan, outermost first;
    empty if it runs as one."""
    kept: bool
    """Whether it has a stack with the plan."""
    kept_before: bool
    """Whether it has one in the step as it was."""
    on_host: bool = False
    """Whether the plan puts this stack on the host."""

    @classmethod
    def from_report(cls, entry: Mapping[str, Any]) -> "Stack":
        """Reads an entry of `stacks` in a report of remat-opt."""
        return cls(
            op=str(entry.get("op", "")),
            type=str(entry.get("type", "")),
            location=str(entry.get("location", "")),
            scope=str(entry.get("scope", "")),
            turns=int(entry.get("turns", 0)),
            bytes=int(entry.get("bytes", 0)),
            segments=tuple(int(each) for each in entry.get("segments", ())),
            kept=bool(entry.get("kept", False)),
            kept_before=bool(entry.get("kept_before", False)),
            on_host=bool(entry.get("on_host", False)),
        )

    @property
    def kept_bytes(self) -> int:
        """Of the slices that are on the device together with the plan."""
        if self.on_host:
            return 0
        slices = self.segments[-1] if self.segments else self.turns
        return self.bytes // self.turns * slices if self.kept else 0

    @property
    def primitive(self) -> str:
        """The primitive of JAX that makes it: "tanh", "dot_general"."""
        return self.scope.rsplit("/", 1)[-1]

    def __str__(self) -> str:
        name = (self.primitive or self.op) if self.op else "the carried state"
        size = format_size(self.bytes)
        place = ", on the host" if self.on_host else ""
        return f"{name} at {self.location}, {self.turns} x {self.type}, {size}{place}"


class ScanPolicy:
    """A policy of `jax.checkpoint`: saves what a plan keeps in the turns of a loop."""

    def __init__(self, kept: Dict[_Key, Stack]):
        self._kept = kept
        self._met: Set[_Key] = set()

    def __call__(self, primitive: Any, *avals: Any, **params: Any) -> bool:
        name = str(primitive.name)
        if all(name != kept for kept, _, _ in self._kept):
            return False
        made, _ = primitive.abstract_eval(*avals, **params)
        for aval in made if primitive.multiple_results else [made]:
            key = (name, tuple(aval.shape), str(aval.dtype))
            if key in self._kept:
                self._met.add(key)
                return True
        return False

    @property
    def kept(self) -> Tuple[Stack, ...]:
        """The stacks that it keeps."""
        return tuple(self._kept.values())

    @property
    def unmet(self) -> Tuple[Stack, ...]:
        """Those of `kept` that no operation differentiated so far makes: after the
        step is traced, empty if the body is that of the plan."""
        return tuple(s for key, s in self._kept.items() if key not in self._met)

    def __repr__(self) -> str:
        return f"<policy that keeps {len(self._kept)} values of a turn>"


def scan_policy(plan: Any) -> ScanPolicy:
    """The choice of a plan in its loops, as a policy of `jax.checkpoint`.

        plan = remat.plan(step, params, x, budget="8GiB")
        policy = remat.scan_policy(plan)
        y, _ = jax.lax.scan(jax.checkpoint(layer, policy=policy), x, params)

    For a step that has to be compiled without Remat. What the plan does outside of
    loops is not part of it. `plan` is a `remat.Plan` of the step without
    `jax.checkpoint`. JAX asks a policy by the primitive and the types of its operands
    alone, so that the values kept and those made again must differ in primitive or
    type: if not, raises `remat.PolicyError`, which names two of them; likewise for
    plans whose loops had no choice, run in segments, or have stacks on the host. What a turn hands to the next is always kept if
    something is made again from it, as a plan does.
    """
    stacks: Tuple[Stack, ...] = plan.stacks
    if not stacks:
        raise PolicyError("the plan has no stacks: the step has no loop with a choice")
    for stack in stacks:
        if stack.segments:
            raise PolicyError(
                f"no policy of jax.checkpoint runs a loop of {stack.turns} turns in"
                f" segments of {stack.segments[0]}, as the plan does; take remat.jit,"
                " which needs no policy, or another budget"
            )
        if stack.on_host:
            raise PolicyError(
                f"the plan has {stack} on the host, where jax.checkpoint would keep it on"
                " the device; take remat.jit, which needs no policy, or a plan without"
                " host_budget"
            )
    kept: Dict[_Key, Stack] = {}
    again: List[Tuple[_Key, Stack]] = []
    for stack in stacks:
        if not stack.op:
            continue
        key = _get_key(stack)
        if stack.kept:
            kept.setdefault(key, stack)
        else:
            again.append((key, stack))
    for key, stack in again:
        if key in kept:
            raise PolicyError(
                "no policy of jax.checkpoint can tell these values apart, which have"
                f" the same primitive and type: the plan keeps {kept[key]}, and makes"
                f" again {stack}; take remat.jit, which needs no policy, or another"
                " budget"
            )
    return ScanPolicy(kept)


def _get_key(stack: Stack) -> _Key:
    match = _TENSOR.match(stack.type)
    if not stack.primitive or match is None:
        raise PolicyError(
            f"no policy of jax.checkpoint can name {stack}: its primitive or its type"
            " is unknown to JAX; plan with remat.plan, which keeps JAX's names"
        )
    dims, element = match.groups()
    shape = tuple(int(dim) for dim in dims.split("x") if dim)
    dtype = _DTYPES.get(element)
    if dtype is None:
        family, bits = re.sub(r"\d+$", "", element), re.sub(r"^\D+", "", element)
        # Other types ("f8E4M3FN") are lower-case and with underscores in JAX.
        dtype = (
            _FAMILIES[family] + bits
            if family in _FAMILIES
            else "float" + element[1:].lower().replace("e", "_e", 1)
        )
    return stack.primitive, shape, dtype
