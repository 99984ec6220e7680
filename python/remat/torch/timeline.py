# ===- timeline.py - The memory of a plan, step by step ------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`Timeline`: the memory of a plan at each step, as docs/graph-format.md defines it."""

from __future__ import annotations

import dataclasses
from typing import Any, Container, Dict, List, Mapping, Sequence, Tuple


@dataclasses.dataclass(frozen=True)
class TraceRow:
    """Bytes alive while a step of a plan ran, including resident ones."""

    step: int
    """Its number in the plan, from 0."""
    name: str
    """Of its operator."""
    predicted: int
    measured: int

    def __str__(self) -> str:
        gap = self.measured - self.predicted
        return (
            f"{self.step:5} {self.predicted:14} {self.measured:14} {gap:+12} {self.name}"
        )


@dataclasses.dataclass(frozen=True)
class Timeline:
    """Bytes alive at each step of a plan, including resident ones."""

    names: Tuple[str, ...]
    """Of the steps' operators."""
    bytes: Tuple[int, ...]
    spans: Tuple[Tuple[int, int, int, str], ...]
    """Of each copy: first and last step alive, bytes and name."""

    @classmethod
    def of(cls, plan: Any) -> "Timeline":
        """The timeline of a `remat.torch.Plan`."""
        return cls.of_files(plan.graph_file, plan.plan_file, plan.joined)

    @classmethod
    def of_files(
        cls,
        graph: Mapping[str, Any],
        plan: Mapping[str, Any],
        joined: Container[int] = (),
    ) -> "Timeline":
        """The timeline of a plan file for a graph file. Neighboring steps of `joined`
        ops are one call: its arguments and results are alive throughout. Linear in the
        steps."""
        values = {value["id"]: value for value in graph["values"]}
        ops = {op["id"]: op for op in graph["ops"]}
        # Copies as [first step, last step, bytes, name]; values to their newest one.
        copies: List[List[Any]] = []
        newest: Dict[int, int] = {}
        steps: Sequence[Any] = plan["steps"]
        for number, step in enumerate(steps):
            op, outs = _run(ops, step)
            for value in op["ins"]:
                if value in newest:
                    copies[newest[value]][1] = number
            for value in outs:
                source = values[value].get("view_of")
                if source is None:
                    size = values[value].get("bytes", 0)
                    name = values[value].get("name", "")
                    newest[value] = len(copies)
                    copies.append([number, number, size, name])
                elif source in newest:
                    newest[value] = newest[source]
                    copies[newest[source]][1] = number
        for value in graph["values"]:
            if value.get("result") and value["id"] in newest:
                copies[newest[value["id"]]][1] = len(steps) - 1
        starts, ends = _calls([_run(ops, step)[0]["id"] for step in steps], joined)
        for copy in copies:
            copy[0], copy[1] = starts[copy[0]], ends[copy[1]]
        change = [0] * (len(steps) + 1)
        for first, last, size, _ in copies:
            change[first] += size
            change[last + 1] -= size
        current, sizes, names = graph.get("resident_bytes", 0), [], []
        for number, step in enumerate(steps):
            current += change[number]
            op, _ = _run(ops, step)
            sizes.append(current + _workspace(op, step))
            names.append(op.get("name", ""))
        spans = tuple((f, l, s, n) for f, l, s, n in copies if s)
        return cls(tuple(names), tuple(sizes), spans)

    @property
    def peak(self) -> int:
        """The largest of `bytes`."""
        return max(self.bytes, default=0)

    def alive_at(self, step: int) -> List[Tuple[int, str]]:
        """Bytes and names of the copies alive at a step, largest first."""
        found = [
            (size, name)
            for first, last, size, name in self.spans
            if first <= step <= last
        ]
        return sorted(found, key=lambda entry: -entry[0])

    def alive_at_peak(self) -> List[Tuple[int, str]]:
        """The same at the peak."""
        return self.alive_at(self.bytes.index(self.peak)) if self.bytes else []


def _calls(
    ops: Sequence[int], joined: Container[int]
) -> Tuple[Sequence[int], Sequence[int]]:
    """The first and the last step of the call that each step is in."""
    starts = list(range(len(ops)))
    ends = list(range(len(ops)))
    for step in range(1, len(ops)):
        if ops[step] in joined and ops[step - 1] in joined:
            starts[step] = starts[step - 1]
    for step in reversed(range(len(ops) - 1)):
        if starts[step + 1] == starts[step]:
            ends[step] = ends[step + 1]
    return starts, ends


def _run(ops: Mapping[int, Any], step: Any) -> Tuple[Any, Sequence[int]]:
    """The op of a step, and the values that the step makes."""
    if not isinstance(step, dict):
        return ops[step], ops[step]["outs"]
    op, variant = ops[step["op"]], step.get("variant", 0)
    return op, op["variants"][variant - 1]["outs"] if variant else op["outs"]


def _workspace(op: Any, step: Any) -> int:
    """Bytes that a step needs besides its values."""
    usual = op.get("workspace", 0)
    variant = step.get("variant", 0) if isinstance(step, dict) else 0
    return op["variants"][variant - 1].get("workspace", usual) if variant else usual
