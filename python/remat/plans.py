# ===- plans.py - What was planned, and how it was met -------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`Plan`: a step's rewritten StableHLO and all that is known of it."""

from __future__ import annotations

import dataclasses
from typing import Any, Dict, List, Mapping, Optional, Tuple

from remat.errors import LiveTensor
from remat.parked import Parked
from remat.rounds import Round
from remat.sizes import format_bytes
from remat.stacks import Stack
from remat.tool import ToolResult

_MOST_PARKED = 4


@dataclasses.dataclass(frozen=True)
class Plan:
    """A step within a budget. Sizes in bytes of one device; None: not known."""

    mlir: str = dataclasses.field(repr=False)
    """The step's StableHLO, rewritten; as JAX wrote it if `untouched`."""
    untouched: bool
    """Whether nothing had to change: `mlir` is then JAX's, byte for byte."""
    device: str
    """The device it was planned for."""
    budget: str
    """The budget as it was given, normalized: "8589934592", "60%", "min"."""
    budget_bytes: Optional[int]
    """The same in bytes."""
    predicted_peak_bytes: Optional[int]
    """The peak by remat's model of XLA."""
    plain_predicted_peak_bytes: Optional[int]
    """The peak of the step as it was, by the same model."""
    compiled_peak_bytes: Optional[int] = None
    """The peak of what XLA compiled; None where it was not read."""
    plain_compiled_peak_bytes: Optional[int] = None
    """That of the step as it was; None where it was not compiled."""
    host_budget_bytes: int = 0
    """The bytes of the host's memory that the plan may use; 0 is none."""
    predicted_host_bytes: int = 0
    """The most bytes that it parks there at once, by remat's model."""
    compiled_host_bytes: Optional[int] = None
    """What XLA keeps there; None where it was not read."""
    flops: Optional[float] = None
    """Floating-point operations of the rewritten step, by XLA's count."""
    plain_flops: Optional[float] = None
    """Those of the step as it was, by the same count."""
    verified: bool = False
    """Whether `compiled_peak_bytes` was held against the budget."""
    rounds: Tuple[Round, ...] = ()
    """What was compiled to get here."""
    tool_report: Mapping[str, Any] = dataclasses.field(
        default_factory=dict, repr=False
    )
    """What remat-opt reported of this plan; times in nanoseconds by its model."""

    @property
    def dot_flops(self) -> Optional[float]:
        """Operations of dots and convolutions after, by remat-opt's count."""
        return _number(self.tool_report, "matrix_flops_after")

    @property
    def plain_dot_flops(self) -> Optional[float]:
        """Operations of dots and convolutions before, by remat-opt's count."""
        return _number(self.tool_report, "matrix_flops_before")

    @property
    def extra_flops(self) -> Optional[float]:
        """Operations that recomputation adds to a step.

        By XLA's count of the step as written where it gives one, else of dots and
        convolutions by remat-opt's.
        """
        if self.untouched:
            return 0.0
        for after, before in (
            (self.flops, self.plain_flops),
            (self.dot_flops, self.plain_dot_flops),
        ):
            if after is not None and before is not None:
                return after - before
        return None

    @property
    def extra_flops_percent(self) -> Optional[float]:
        """`extra_flops` in percent of the step as it was."""
        extra = self.extra_flops
        if extra == 0:
            return 0.0
        before = self.plain_flops
        if before is None or self.flops is None:
            before = self.plain_dot_flops
        return None if extra is None or not before else 100 * extra / before

    @property
    def extra_dot_flops_percent(self) -> Optional[float]:
        """Dots and convolutions that are added, in percent, by remat-opt's count."""
        if self.untouched:
            return 0.0
        after, before = self.dot_flops, self.plain_dot_flops
        return None if after is None or not before else 100 * (after / before - 1)

    @property
    def met(self) -> str:
        """Which figure is within the budget: "compiled", "predicted" or "none"."""
        if self.verified:
            return "compiled"
        predicted, budget = self.predicted_peak_bytes, self.budget_bytes
        is_known = predicted is not None and budget is not None
        return "none" if is_known and predicted > budget else "predicted"

    def _how_met(self) -> str:
        if self.met == "compiled":
            return "met by XLA's own figure"
        if self.met == "none":
            return (
                "not met by prediction: what is alive at once fits, but not with the"
                " gaps of XLA's heap; XLA's own figure was not held against it"
            )
        return "met by prediction; XLA's own figure was not held against it"

    @property
    def live_tensors(self) -> Tuple[LiveTensor, ...]:
        """What is alive where the plan needs most, if remat-opt told."""
        found = [LiveTensor.from_report(e) for e in _list(self.tool_report, "binding")]
        return tuple(found)

    @property
    def parks(self) -> bool:
        """Whether values wait on the host, or stacks of loops lie there."""
        if self.untouched:
            return False
        return bool(self.parked) or any(stack.on_host for stack in self.stacks)

    @property
    def parked(self) -> Tuple[Parked, ...]:
        """The stays of values on the host."""
        if self.untouched:
            return ()
        return tuple(Parked.from_report(e) for e in _list(self.tool_report, "parked"))

    @property
    def stacks(self) -> Tuple[Stack, ...]:
        """The values of loops that have, or had, a stack for the gradient."""
        return tuple(Stack.from_report(e) for e in _list(self.tool_report, "stacks"))

    def as_dict(self) -> Dict[str, Any]:
        """All figures, without the module: for JSON."""
        found = {
            field.name: getattr(self, field.name)
            for field in dataclasses.fields(self)
            if field.name not in ("mlir", "rounds", "tool_report")
        }
        for name in ("met", "extra_flops", "extra_flops_percent"):
            found[name] = getattr(self, name)
        for name in ("dot_flops", "plain_dot_flops", "extra_dot_flops_percent"):
            found[name] = getattr(self, name)
        found["rounds"] = [dataclasses.asdict(round_) for round_ in self.rounds]
        # Timelines have an entry an operation; they stay in `tool_report`.
        report = {
            k: v
            for k, v in self.tool_report.items()
            if not k.startswith("timeline")
        }
        found["tool_report"] = report
        return found

    @property
    def _counts_operations(self) -> bool:
        """Whether the tool's times are operations."""
        return self.tool_report.get("device") == "flops"

    def _lines_of_host(self) -> List[str]:
        if not self.parks:
            return []
        budget = format_bytes(self.host_budget_bytes)
        told = f"on the host: {format_bytes(self.predicted_host_bytes)} of {budget}"
        if self.compiled_host_bytes is not None:
            told += f" predicted, {format_bytes(self.compiled_host_bytes)} compiled"
        waits = _number(self.tool_report, "copy_waits") or 0.0
        before = _number(self.tool_report, "time_before") or 0.0
        if before and self.parked:
            told += f"; waits for copies add {100 * waits / before:.2f}% to the step as"
            told += " it is, by remat's model"
            told += " in operations" if self._counts_operations else ""
        on_host = [stack for stack in self.stacks if stack.on_host]
        stacks = [
            f"  {stack.turns} x {format_bytes(stack.bytes // stack.turns)} of"
            f" {stack.op or 'the carried state'} {stack.type}, in a loop"
            for stack in sorted(on_host, key=lambda stack: -stack.bytes)
        ]
        return [told, *stacks, *_lines_of_parked(self)]

    def report(self, as_dict: bool = False) -> Any:
        """What was planned and how it was met, as text or as a dict."""
        return self.as_dict() if as_dict else str(self)

    def __str__(self) -> str:
        asked = self.budget
        if self.budget_bytes is not None:
            size = format_bytes(self.budget_bytes)
            asked = size if self.budget.isdigit() else f"{asked}, which is {size}"
        lines = [f"budget: {asked}, for {self.device}"]
        if self.untouched:
            lines.append("nothing had to change: the step is compiled as it is")
        predicted = _sizes(self.plain_predicted_peak_bytes, self.predicted_peak_bytes)
        if predicted:
            lines.append(f"predicted peak: {predicted}")
        compiled = _sizes(self.plain_compiled_peak_bytes, self.compiled_peak_bytes)
        if compiled:
            lines.append(f"compiled peak: {compiled}")
        lines.append(self._how_met())
        extra = self.extra_flops
        if extra is not None:
            whose = "XLA's count"
            if self.flops is None or self.plain_flops is None:
                whose = "dots and convolutions"
            percent = self.extra_flops_percent
            share = "" if percent is None else f" ({percent:+.2f}%)"
            lines.append(f"extra work: {extra / 1e9:.3f} GFLOP{share}, by {whose}")
        recomputed = _list(self.tool_report, "recomputed")
        if recomputed and not self.untouched:
            runs = sum(int(entry.get("runs", 1)) for entry in recomputed)
            lines.append(f"recomputed: {len(recomputed)} operations, {runs} times")
        lines += self._lines_of_host()
        stacks = self.stacks
        if any(s.kept != s.kept_before or s.segments for s in stacks):
            kept = sum(stack.kept_bytes for stack in stacks)
            before = sum(stack.bytes for stack in stacks if stack.kept_before)
            lines.append(
                f"loops keep: {format_bytes(kept)}, in place of"
                f" {format_bytes(before)}"
            )
        for number, round_ in enumerate(self.rounds, 1):
            lines.append(f"round {number}: {round_}")
        return "\n".join(lines)


def _lines_of_parked(plan: "Plan") -> List[str]:
    """What was parked, the most bytes first."""
    groups: Dict[Tuple[str, str], List[Parked]] = {}
    for stay in plan.parked:
        groups.setdefault((stay.op, stay.type), []).append(stay)
    ordered = sorted(groups.values(), key=lambda stays: -sum(s.bytes for s in stays))
    lines = [
        f"  {len(stays)} x {format_bytes(stays[0].bytes)} of {stays[0].op}"
        f" {stays[0].type}"
        for stays in ordered[:_MOST_PARKED]
    ]
    left = sum(len(stays) for stays in ordered[_MOST_PARKED:])
    return lines + ([f"  and {left} more"] if left else [])


def make_plan(
    result: ToolResult, *, device: str, budget: str, **figures: Any
) -> Plan:
    """The plan that remat-opt's `result` is; `figures` are fields of `Plan`."""
    budget_bytes = figures.pop("budget_bytes", None)
    if budget_bytes is None:
        budget_bytes = int(budget) if budget.isdigit() else result.size("budget_bytes")
    return Plan(
        mlir=result.text,
        untouched=result.untouched,
        device=device,
        budget=budget,
        budget_bytes=budget_bytes,
        predicted_peak_bytes=result.predicted_peak_bytes,
        plain_predicted_peak_bytes=result.plain_peak_bytes,
        host_budget_bytes=result.options.host_budget,
        predicted_host_bytes=result.predicted_host_bytes,
        tool_report=result.report,
        **figures,
    )


def _number(report: Mapping[str, Any], key: str) -> Optional[float]:
    value = report.get(key)
    return float(value) if isinstance(value, (int, float)) else None


def _list(report: Mapping[str, Any], key: str) -> List[Any]:
    value = report.get(key)
    return [e for e in value if isinstance(e, dict)] if isinstance(value, list) else []


def _sizes(before: Optional[int], after: Optional[int]) -> str:
    if after is None:
        return ""
    if before is None or before == after:
        return format_bytes(after)
    return f"{format_bytes(before)} -> {format_bytes(after)}"
