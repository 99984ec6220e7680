# ===- errors.py - What can go wrong, and what to do then ----------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Every exception of the package. Each message says what was asked, what the
limit is, and what can be done."""

from __future__ import annotations

import dataclasses
import inspect
import linecache
import re
from typing import Any, Mapping, Optional, Sequence, Tuple

from remat.sizes import format_size


class RematError(Exception):
    """What all exceptions of this package have in common."""


class RematWarning(UserWarning):
    """The category of this package's warnings."""


class BudgetError(RematError, ValueError):
    """A budget that means nothing: "lots", "0", "120%"."""


class DeviceError(RematError, ValueError):
    """A device that is not in the table `remat.DEVICES`."""


class OptionError(RematError, ValueError):
    """An option that means nothing: `max_rounds=0`, `cost="money"`."""


class NotScheduled(RematError, ValueError):
    """What is to be explained is no compiled step."""


class DynamicShapeError(RematError, TypeError):
    """A step whose shapes are not all known: its memory is no number."""


class ToolNotFound(RematError, FileNotFoundError):
    """The program remat-opt is neither bundled, nor named, nor on the PATH."""


class ToolError(RematError):
    """remat-opt failed for another reason than the budget.

    `stderr` is what it said, `returncode` how it ended.
    """

    def __init__(self, message: str, *, stderr: str = "", returncode: int = 1):
        super().__init__(message)
        self.stderr = stderr
        self.returncode = returncode


class MissingBackend(RematError, ImportError):
    """XLA for the named device is not installed here."""


class IncompatibleJax(RematError, ImportError):
    """The installed JAX lacks something of its inside that the package needs."""


class IncompatibleTorch(RematError, ImportError):
    """The installed PyTorch is missing, too old, or lacks something of its inside."""


class CompileError(RematError):
    """XLA refused to compile a step for the named device."""


class PolicyError(RematError, ValueError):
    """What a plan does in its loops is no policy of `jax.checkpoint`."""


_FRAME = re.compile(r'"([^"]+\.\w+)":(\d+)')
_PLACE = re.compile(r"([^\"()]+):(\d+):\d+$")
_NAME = re.compile(r'^(?:loc\()?"([^"]*)"\(')
_LIBRARY = re.compile(r"[/\\](?:site|dist)-packages[/\\]|^<")


def _shorten(text: str, most: int = 80) -> str:
    """The end of `text`, which tells most of nested names."""
    return text if len(text) <= most else "..." + text[3 - most :]


def own_frame(
    frames: Sequence[Tuple[str, str]],
) -> Tuple[Optional[str], Optional[int]]:
    """File and line of the first of these frames, innermost first, that is in the
    user's own program: it says more than one within a library of layers. Else of the
    first one; None if there are none."""
    found = [frame for frame in frames if not frame[0].endswith(".mlir")]
    own = [frame for frame in found if not _LIBRARY.search(frame[0])]
    if not found:
        return None, None
    file, line = (own or found)[0]
    return file, int(line)


@dataclasses.dataclass(frozen=True)
class LiveTensor:
    """A tensor that has to be in memory at the step which binds the budget."""

    bytes: int
    """Its size in bytes, of one device."""
    type: str
    """Its type as MLIR writes it: `tensor<8x512xf32>`."""
    location: str
    """Where it comes from as MLIR writes it."""
    file: Optional[str] = None
    """The Python file that it comes from, outside of libraries if possible."""
    line: Optional[int] = None
    """The line in that file, from 1."""
    name: str = ""
    """Its name in the program that it comes from, or ""."""
    module: str = ""
    """The module that it comes from, such as "layers.3.attention", or ""."""

    @classmethod
    def from_report(cls, entry: Mapping[str, Any]) -> "LiveTensor":
        """Reads an entry of `binding` in a report of remat-opt."""
        location = str(entry.get("location", ""))
        place = _PLACE.match(location)
        found = [place.groups()] if place else _FRAME.findall(location)
        file, line = own_frame(found)
        size = entry.get("bytes", 0)
        return cls(
            bytes=int(size) if isinstance(size, (int, float)) else 0,
            type=str(entry.get("type", "")),
            location=location,
            file=file,
            line=line,
        )

    @property
    def operation(self) -> str:
        """JAX's name of the operation ("jit(step)/dot_general"), or ""."""
        match = _NAME.match(self.location)
        return match.group(1) if match else ""

    @property
    def source(self) -> str:
        """The line of Python, stripped; "" if the file cannot be read."""
        if self.file is None or self.line is None:
            return ""
        return linecache.getline(self.file, self.line).strip()

    def __str__(self) -> str:
        parts = [format_size(self.bytes), self.name, self.type]
        if self.operation:
            parts.append(_shorten(self.operation))
        if self.module:
            parts.append(_shorten(self.module))
        if self.file is not None:
            source = f": {_shorten(self.source)}" if self.source else ""
            parts.append(f"{self.file}:{self.line}{source}")
        elif self.location:
            parts.append(_shorten(self.location))
        return ", ".join(filter(None, parts))


class NoPlan(RematError):
    """No plan for this budget; `Infeasible` and `NotFound` say why.

    All sizes are bytes of one device and include arguments and results; None
    where nothing is known.
    """

    reason = "no plan"

    def __init__(
        self,
        message: str,
        *,
        budget_bytes: Optional[int] = None,
        resident_bytes: Optional[int] = None,
        lower_bound_bytes: Optional[int] = None,
        smallest_budget_bytes: Optional[int] = None,
        advised_budget_bytes: Optional[int] = None,
        compiled_floor_bytes: Optional[int] = None,
        live_tensors: Sequence[LiveTensor] = (),
        rounds: Sequence[Any] = (),
        resident_kinds: str = "arguments, results",
        binding: str = "the operation that needs most",
        notes: Sequence[str] = (),
    ):
        self.message = message
        self.budget_bytes = budget_bytes
        """What was asked for."""
        self.resident_bytes = resident_bytes
        """Arguments, results and constants: there from start to end."""
        self.lower_bound_bytes = lower_bound_bytes
        """No order and no recomputation needs less by the model of what XLA makes of
        the step: XLA may be a few percent off it. Loops count with any stacks."""
        self.smallest_budget_bytes = smallest_budget_bytes
        """The smallest budget for which a plan was found."""
        self.advised_budget_bytes = advised_budget_bytes
        """The smallest budget that the planner tried in place of this one, and met."""
        self.compiled_floor_bytes = compiled_floor_bytes
        """The smallest peak that XLA compiled any of the plans to."""
        self.live_tensors: Tuple[LiveTensor, ...] = tuple(live_tensors)
        """What is alive at the step that binds, largest first."""
        self.rounds = tuple(rounds)
        """What was tried: `remat.Round`s."""
        self.resident_kinds = resident_kinds
        """Words for the tensors in `resident_bytes`."""
        self.binding = binding
        """Words for the step that `live_tensors` are alive at."""
        self.notes: Tuple[str, ...] = tuple(notes)
        """Further lines of the message."""
        super().__init__(self._text())

    def replaced(self, **changes: Any) -> "NoPlan":
        """The same error with other arguments of the constructor."""
        found = type(self)(**{**self._arguments(), **changes})
        return found.with_traceback(self.__traceback__)

    def _arguments(self) -> Mapping[str, Any]:
        names = inspect.signature(NoPlan.__init__).parameters
        return {name: getattr(self, name) for name in names if name != "self"}

    def __reduce__(self) -> Tuple[Any, ...]:
        return _made, (type(self), dict(self._arguments()))

    def note_rounds(self, rounds: Sequence[Any]) -> None:
        """Adds what was compiled although there was no plan: the step as it is."""
        self.rounds = tuple(rounds)
        peaks = [each.compiled_peak_bytes for each in rounds]
        known = self.smallest_budget_bytes
        if peaks and (known is None or min(peaks) < known):
            self.compiled_floor_bytes = min(peaks)
        self.args = (self._text(),)

    def _text(self) -> str:
        lines = [self.message]
        if self.resident_bytes is not None:
            size = format_size(self.resident_bytes)
            lines.append(f"  resident ({self.resident_kinds}): {size}")
        if self.live_tensors:
            lines.append(f"  alive at {self.binding}:")
            shown = self.live_tensors[:4]
            lines += [f"    {tensor}" for tensor in shown]
            rest = self.live_tensors[len(shown) :]
            if rest:
                size = format_size(sum(tensor.bytes for tensor in rest))
                lines.append(f"    and {len(rest)} more, {size}")
        lines += [f"  {note}" for note in self.notes]
        floor, advised = self.compiled_floor_bytes, self.advised_budget_bytes
        if floor is not None:
            known = "XLA compiled a plan to that"
            lines.append(f"  what would help: budget={floor}: {known}")
        elif advised is not None:
            lines.append(f"  what would help: budget={advised}: a plan is known")
        else:
            lines.append("  what would help: budget='min': the smallest peak")
        return "\n".join(lines)


def _made(kind: type, arguments: Mapping[str, Any]) -> "NoPlan":
    return kind(**arguments)


class Infeasible(NoPlan):
    """The budget is below what any plan needs by the memory model, whatever stacks
    its loops keep."""

    reason = "infeasible"


class NotFound(NoPlan):
    """No plan was found, though none was proven impossible."""

    reason = "not found"
