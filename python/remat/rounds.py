# ===- rounds.py - What was compiled, and whether it fits ----------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`Rounds`: the plans of one step that were compiled, held to the budget.

Nothing of JAX is imported here; compiling is the caller's.
"""

from __future__ import annotations

import dataclasses
from typing import Any, Callable, Dict, List, Optional, Tuple

from remat.host import HostLimit
from remat.sizes import format_bytes
from remat.tool import Shape, ToolResult

# The operations that a cut adds to a step, in parts of it: this for ResNets, nothing
# for transformers.
_WORK_OF_CUT = 0.00001

_Made = Tuple[Any, int, Optional[float]]
CompileFunction = Callable[[str], _Made]
"""A module to what it is compiled to, its peak in bytes, and its floating-point
operations if they are known."""


@dataclasses.dataclass(frozen=True)
class Round:
    """One plan that was compiled. Sizes in bytes of one device."""

    nominal: str
    """The budget that it was planned for, as remat-opt reads it; "none" for the
    step as it is."""
    shape: Shape
    """The shape that was asked for."""
    predicted_peak_bytes: Optional[int]
    compiled_peak_bytes: int
    fits: bool
    """Whether the compiled peak is within the budget, and what is on the host within
    that of the host."""
    compiled_host_bytes: int = 0
    """What XLA keeps on the host."""

    def __str__(self) -> str:
        nominal = self.nominal
        if nominal.isdigit():
            nominal = format_bytes(int(nominal))
        predicted = "unknown"
        if self.predicted_peak_bytes is not None:
            predicted = format_bytes(self.predicted_peak_bytes)
        shape = str(self.shape)
        return (
            f"planned for {nominal}"
            + (f" with {shape}" if shape else "")
            + f": predicted {predicted},"
            f" compiled {format_bytes(self.compiled_peak_bytes)}"
            + self._on_host()
            + ("" if self.fits else ", too much")
        )

    def _on_host(self) -> str:
        if not self.compiled_host_bytes:
            return ""
        return f" and {format_bytes(self.compiled_host_bytes)} on the host"


@dataclasses.dataclass(frozen=True)
class CompiledPlan:
    """A plan, or the step as it is, with what XLA made of it."""

    nominal: str
    shape: Shape
    result: ToolResult
    compiled: Any
    peak: int
    host: int
    work: float


def work_of(result: ToolResult) -> float:
    """The time of a step with this plan, by the tool's model, and what its cuts
    cost: elementwise work that is done on both sides."""
    before = result.number("time_before") or 0.0
    if result.untouched:
        return before
    after = result.number("time_after") or 0.0
    return after + _WORK_OF_CUT * (result.number("cuts") or 0) * before


class Rounds:
    """What was compiled of the module `text`, in at most `most` rounds."""

    def __init__(
        self, text: str, compile_: CompileFunction, most: int, host: HostLimit
    ):
        self.text = text
        self._compile = compile_
        self.most = most
        self.host = host
        # Bytes of the device; None: whatever is smallest.
        self.limit: Optional[int] = None
        self.done: List[Round] = []
        # By their modules. The step as it is may be one without a round.
        self.built: Dict[str, CompiledPlan] = {}
        self._measured: Optional[_Made] = None
        self.plain_peak: Optional[int] = None

    @property
    def left(self) -> int:
        return self.most - len(self.done)

    @property
    def are_over(self) -> bool:
        return self.left <= 0

    def measure(self) -> int:
        """Compiles the step as it is, which is then no round; returns its peak."""
        self._measured = self._compile(self.text)
        return self._measured[1]

    @property
    def measured_peak(self) -> Optional[int]:
        return None if self._measured is None else self._measured[1]

    def run(self, result: ToolResult, nominal: str, shape: Shape) -> None:
        """Compiles `result` unless it was."""
        if result.text in self.built:
            return
        made = self._compile(result.text)
        built = self._build(result, nominal, shape, made)
        if not result.untouched and not self.host.allows(built.host):
            self.host.allow_less(result, built.host)
        self.done.append(
            Round(
                nominal=nominal,
                shape=shape,
                predicted_peak_bytes=result.predicted_peak_bytes,
                compiled_peak_bytes=built.peak,
                fits=self._fits(built),
                compiled_host_bytes=built.host,
            )
        )

    def run_plain(self, result: ToolResult) -> None:
        """Compiles the step as it is; `result` is a plan of it."""
        plain = dataclasses.replace(result, text=self.text, untouched=True)
        if self._measured is None or self.text in self.built:
            self.run(plain, "none", Shape())
        else:
            self._build(plain, "none", Shape(), self._measured)

    def _build(
        self, result: ToolResult, nominal: str, shape: Shape, made: _Made
    ) -> CompiledPlan:
        """Adds what `result` was compiled to."""
        compiled, peak, flops = made
        work = work_of(result) if flops is None else flops
        host = self.host.read(compiled)
        built = CompiledPlan(nominal, shape, result, compiled, peak, host, work)
        self.built[result.text] = built
        if result.untouched:
            self.plain_peak = peak
            self.host.own = host
        return built

    def fitting(self) -> List[CompiledPlan]:
        return [each for each in self.built.values() if self._fits(each)]

    def _fits(self, built: CompiledPlan) -> bool:
        return self._fits_on_device(built) and self.host.allows(built.host)

    def _fits_on_device(self, built: CompiledPlan) -> bool:
        return self.limit is None or built.peak <= self.limit

    def best(self) -> CompiledPlan:
        """The least work of all that fits; the smallest peak if that is asked for."""
        if self.limit is None:
            return min(self.fitting(), key=lambda each: each.peak)
        return min(self.fitting(), key=lambda each: (each.work, each.peak))

    def least_on_host(self) -> Optional[int]:
        """The smallest host use among plans whose device peak fits; None if there is
        none."""
        if not self.host.is_checked:
            return None
        found = [b.host for b in self.built.values() if self._fits_on_device(b)]
        return min(found, default=None)
