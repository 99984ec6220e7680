# ===- tool.py - Finding and running remat-opt ---------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""The planner is a program, remat-opt: StableHLO in, StableHLO out.

Nothing of JAX is imported here.
"""

from __future__ import annotations

import dataclasses
import json
import numbers
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
from typing import Any, Dict, List, Mapping, Optional

from remat.errors import Infeasible, LiveTensor, NoPlan, NotFound, OptionError
from remat.errors import ToolError, ToolNotFound
from remat.sizes import format_size
from remat.user_warnings import warn_user

# Of the reports that are understood.
_REPORT_VERSION = 1
# The most that remat-opt counts.
_MOST_BYTES = 2**60
# What the tool's exit codes mean.
_INFEASIBLE, _NOT_FOUND = 2, 3


def find_tool() -> str:
    """The path of remat-opt.

    Looks at the environment variable REMAT_OPT, then for the one that the wheel
    brings, then on the PATH. Raises `remat.ToolNotFound` if there is none, or if
    REMAT_OPT names none.
    """
    named = os.environ.get("REMAT_OPT")
    if named:
        found = shutil.which(named)
        if found is None:
            raise ToolNotFound(
                f"REMAT_OPT is set to '{named}', which is not a program that can be"
                " run: set it to the path of remat-opt, or unset it"
            )
        return found
    name = "remat-opt.exe" if sys.platform == "win32" else "remat-opt"
    bundled = pathlib.Path(__file__).parent / "_bin" / name
    if os.access(bundled, os.X_OK):
        return str(bundled)
    found = shutil.which("remat-opt")
    if found is None:
        raise ToolNotFound(
            "remat-opt was not found: it is not part of this installation"
            f" ({bundled}) and not on the PATH. Install the wheel of remat, which"
            " brings it, or build it (utils/quickstart.sh in the sources) and set"
            " the environment variable REMAT_OPT to build/bin/remat-opt"
        )
    return found


@dataclasses.dataclass(frozen=True)
class Shape:
    """How plans are laid out for XLA. Plans of the same peak and the same work are
    kept by XLA in one shape and not in another."""

    cuts: Optional[int] = None
    """Barriers over all that is alive; None: as many as remat-opt takes itself."""
    reorder: bool = True
    """Whether operations may run in another order than the step has."""
    fit_heap: bool = True
    """Whether the plan has to fit with the gaps that XLA's heap is predicted to have."""
    host_bytes: Optional[int] = None
    """Bytes of the host's memory that the plan may use; None: the host budget."""

    def __str__(self) -> str:
        words = [] if self.cuts is None else [f"{self.cuts} cuts"]
        if not self.reorder:
            words.append("the step's order")
        if not self.fit_heap:
            words.append("a heap without gaps")
        return " and ".join(words)


STRATEGIES = (
    "auto",
    "none",
    "chen",
    "periodic",
    "revolve",
    "precise",
    "rotor",
    "rotor-floating",
    "join",
    "lower-set-approx",
    "lower-set",
)
"""How remat-opt can find a plan."""


def is_whole(value: object) -> bool:
    """Whether `value` is a whole number; True is none."""
    return isinstance(value, numbers.Integral) and not isinstance(value, bool)


@dataclasses.dataclass(frozen=True)
class ToolOptions:
    """What remat-opt is told beside the budget."""

    device: str = "h100"
    """The device that the step is for."""
    cost: str = "flops"
    """What a plan saves: "flops", operations (a byte moved counts as one), or
    "time" by the device's speeds, of those the tool knows."""
    strategy: str = "auto"
    """How it plans; "auto" unless strategies are to be compared."""
    effort: Optional[int] = None
    """How hard it tries, 0 to 3; None: as it does by itself."""
    cuts: Optional[int] = None
    """Barriers over all that is alive, at most; None: as it does by itself."""
    reorder: bool = True
    """Whether operations may run in another order than the step has."""
    fit_heap: bool = True
    """Whether the plan has to fit with the gaps that XLA's heap is predicted to have."""
    target: str = "xla-gpu"
    """The memory model of what compiles the result."""
    host_budget: int = 0
    """Bytes of the host's memory that the plan may use to park values."""
    link_bandwidth: Optional[float] = None
    """GB/s between device and host, each way; with cost="flops" bytes for an
    operation. None: those of the device; with cost="flops" 1."""

    def __post_init__(self) -> None:
        if self.cost not in ("flops", "time"):
            raise OptionError(f"cost is {self.cost!r}; it has to be 'flops' or 'time'")
        if self.strategy not in STRATEGIES:
            known = ", ".join(map(repr, STRATEGIES))
            raise OptionError(
                f"strategy is {self.strategy!r}; it has to be one of {known}"
            )
        if self.effort is not None and (
            not is_whole(self.effort) or self.effort not in range(4)
        ):
            raise OptionError(
                f"effort is {self.effort!r}; it has to be 0, 1, 2 or 3, or None for"
                " what remat-opt takes by itself"
            )
        if self.cuts is not None and (not is_whole(self.cuts) or self.cuts < 0):
            raise OptionError(
                f"cuts is {self.cuts!r}; it has to be a whole number from 0 on, or None"
                " for what the target needs"
            )
        if not is_whole(self.host_budget) or not 0 <= self.host_budget <= _MOST_BYTES:
            raise OptionError(
                f"host_budget is {self.host_budget!r}; it has to be a whole number of"
                f" bytes, 0 for none, at most {_MOST_BYTES}"
            )
        link = self.link_bandwidth
        if link is not None and (
            isinstance(link, bool)
            or not isinstance(link, numbers.Real)
            or not 0 < link <= 1e9
        ):
            raise OptionError(
                f"link_bandwidth is {link!r}; it has to be a number of GB/s above 0,"
                " at most 1e9, or None for that of the device"
            )
        if link is not None and self.host_budget == 0:
            raise OptionError(
                "link_bandwidth is for a plan that parks values on the host: give"
                " host_budget, too"
            )

    def arguments(self) -> List[str]:
        """The command line for these."""
        costs = self.device if self.cost == "time" else self.cost
        found = [f"--remat-target={self.target}", f"--remat-device={costs}"]
        for flag, value, default in (
            ("strategy", self.strategy, "auto"),
            ("effort", self.effort, None),
            ("cuts", self.cuts, None),
            ("host-budget", self.host_budget, 0),
            ("link-bandwidth", self.link_bandwidth, None),
        ):
            if value != default:
                found.append(f"--remat-{flag}={value}")
        if not self.reorder:
            found.append("--remat-reorder=none")
        if not self.fit_heap:
            found.append("--remat-fit-heap=false")
        return found

    def in_shape(self, shape: Shape) -> "ToolOptions":
        """These with the choices of `shape` that the user has left open."""
        cuts = self.cuts if self.cuts is not None else shape.cuts
        reorder = self.reorder and shape.reorder
        fit_heap = self.fit_heap and shape.fit_heap
        host = self.host_budget
        if shape.host_bytes is not None:
            host = min(host, shape.host_bytes)
        return dataclasses.replace(
            self,
            cuts=cuts,
            reorder=reorder,
            fit_heap=fit_heap,
            host_budget=host,
            link_bandwidth=self.link_bandwidth if host else None,
        )


@dataclasses.dataclass(frozen=True)
class ToolResult:
    """What remat-opt made of a module."""

    text: str = dataclasses.field(repr=False)
    """The module, rewritten; the given one where nothing had to change."""
    untouched: bool
    """Whether `text` is the given module, byte for byte."""
    report: Mapping[str, Any] = dataclasses.field(repr=False)
    """The entry of @main in the report: sizes in bytes, times in ns."""
    budget: str
    """The budget that this was planned for, as the tool reads it."""
    options: ToolOptions
    """What else it was planned with."""
    messages: str = ""
    """What the tool said."""

    def number(self, *keys: str) -> Optional[float]:
        """The first of `keys` that the report has as a number, else None."""
        for key in keys:
            value = self.report.get(key)
            if isinstance(value, (int, float)) and not isinstance(value, bool):
                return value
        return None

    def size(self, *keys: str) -> Optional[int]:
        """`number` as a count of bytes."""
        value = self.number(*keys)
        return None if value is None else int(value)

    @property
    def predicted_peak_bytes(self) -> Optional[int]:
        """The peak of `text` by the tool's model; None if it gave none."""
        if self.untouched:
            return self.size("peak_before_bytes", "predicted_peak_bytes")
        return self.size("predicted_peak_bytes", "peak_after_bytes")

    @property
    def predicted_host_bytes(self) -> int:
        """The most bytes of `text` on the host at once by the tool's model."""
        return 0 if self.untouched else self.size("host_peak_bytes") or 0

    @property
    def plain_peak_bytes(self) -> Optional[int]:
        """The peak of the given module by the tool's model."""
        return self.size("peak_before_bytes")


def run_tool(
    text: str, budget: str, options: ToolOptions, original: Optional[str] = None
) -> ToolResult:
    """Plans the module `text` for `budget` (as `Budget.text`).

    `original` is what to hand back where nothing had to change, if not `text`.

    Raises `remat.Infeasible`, `remat.NotFound`, or `remat.ToolError` for
    everything else that the tool does not like. Takes about a second for some
    thousand operations.
    """
    tool = find_tool()
    with tempfile.TemporaryDirectory(prefix="remat-") as folder:
        source = os.path.join(folder, "step.mlir")
        target = os.path.join(folder, "planned.mlir")
        report = os.path.join(folder, "report.json")
        given = text.encode()
        pathlib.Path(source).write_bytes(given)
        command = [tool, f"--remat-budget={budget}", *options.arguments()]
        command += [f"--remat-report={report}", source, "-o", target]
        done = _run(command)
        messages = done.stderr.decode(errors="replace").replace(source, "step.mlir")
        entry = _read_report(report, source, tool)
        if done.returncode in (_INFEASIBLE, _NOT_FOUND):
            kind = Infeasible if done.returncode == _INFEASIBLE else NotFound
            raise refusal(kind, budget, entry, messages)
        if done.returncode != 0:
            raise _failure(tool, done.returncode, messages)
        try:
            planned = pathlib.Path(target).read_bytes()
        except OSError as error:
            raise ToolError(
                f"{tool} ended well, but wrote no module: {_shortened(messages)}",
                stderr=messages,
            ) from error
    _relay_lost_host(messages)
    # A module of which only the spelling changed has not changed.
    untouched = planned == given or entry.get("unchanged") is True
    return ToolResult(
        text=(original or text) if untouched else planned.decode(),
        untouched=untouched,
        report=entry,
        budget=budget,
        options=options,
        messages=messages,
    )


def _relay_lost_host(messages: str) -> None:
    """Warns if the tool says that a host budget has no effect."""
    for line in messages.splitlines():
        _, is_warning, text = line.partition("warning: ")
        if is_warning and "host budget has no effect" in text:
            warn_user(text)


def one_function(text: str) -> str:
    """The module `text` with its private functions inlined and without places: the
    lines that a compiler notes are then those of this text. Raises
    `remat.ToolError`."""
    tool = find_tool()
    with tempfile.TemporaryDirectory(prefix="remat-") as folder:
        source = pathlib.Path(folder, "step.mlir")
        target = pathlib.Path(folder, "inlined.mlir")
        source.write_text(text, encoding="utf-8")
        done = _run([tool, "--inline", "--symbol-dce", str(source), "-o", str(target)])
        if done.returncode != 0:
            messages = done.stderr.decode(errors="replace")
            messages = messages.replace(str(source), "step.mlir")
            raise _failure(tool, done.returncode, messages)
        return target.read_text(encoding="utf-8")


def _run(command: List[str]) -> "subprocess.CompletedProcess[bytes]":
    """Runs the tool that `command` begins with, which has nothing to read."""
    try:
        return subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            check=False,
        )
    except OSError as error:
        raise ToolError(
            f"{command[0]} cannot be run ({error}): set REMAT_OPT to a remat-opt that"
            " is built for this machine"
        ) from error


def _failure(tool: str, returncode: int, messages: str) -> ToolError:
    return ToolError(
        f"{tool} failed with exit code {returncode}:\n"
        f"{_shortened(messages) or '(it said nothing)'}",
        stderr=messages,
        returncode=returncode,
    )


def refusal(
    kind: type,
    budget: str,
    report: Mapping[str, Any],
    messages: str = "",
) -> NoPlan:
    """The exception of class `kind` for what a report says.

    `messages` is what the tool said; its first error is the fallback for tools
    that give no figures.
    """

    def size(key: str) -> Optional[int]:
        value = report.get(key)
        return int(value) if isinstance(value, (int, float)) else None

    live = [LiveTensor.from_report(e) for e in report.get("binding") or []]
    live.sort(key=lambda tensor: -tensor.bytes)
    bound, smallest = size("lower_bound_bytes"), size("smallest_peak_bytes")
    asked = int(budget) if budget.isdigit() else size("budget_bytes")
    limit = budget if asked is None else format_size(asked)
    if kind is Infeasible:
        message = f"the step does not fit {limit}"
        if bound is not None:
            message += f": at least {format_size(bound)} are needed (proved, by the"
            message += " memory model)"
            if asked is not None:
                message += f", {format_size(bound - asked)} more"
    else:
        message = f"no plan found within {limit}"
        if smallest is not None:
            message += f"; the best found needs {format_size(smallest)}"
            if asked is not None:
                message += f", {format_size(smallest - asked)} more"
        if bound is not None:
            message += f"; proven bound {format_size(bound)}"
    if (bound if kind is Infeasible else smallest) is None:
        message += f"\n{_shortened(messages)}"
    return kind(
        message,
        budget_bytes=asked,
        resident_bytes=size("resident_bytes"),
        lower_bound_bytes=bound,
        smallest_budget_bytes=smallest,
        advised_budget_bytes=size("advised_budget_bytes"),
        live_tensors=live,
    )


def _read_report(path: str, source: str, tool: str) -> Dict[str, Any]:
    """The entry of @main, or of the only function; {} if there is none.

    Of places in the temporary file `source` nothing but the line is told. Raises
    `remat.ToolError` for a report of `tool` in another version.
    """
    try:
        text = pathlib.Path(path).read_text().replace(source, "step.mlir")
        read = json.loads(text)
        version = read.get("version", _REPORT_VERSION)
    except (OSError, ValueError, AttributeError):
        return {}
    if version != _REPORT_VERSION:
        raise ToolError(
            f"{tool} wrote a report of version {version!r}, and this package reads"
            f" version {_REPORT_VERSION}: use the remat-opt that came with the package"
            " (unset REMAT_OPT), or install the package of that remat-opt"
        )
    try:
        functions = read["functions"]
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    named = [f for f in functions if f.get("name") == "main"]
    found = (named or functions or [{}])[0]
    return found if isinstance(found, dict) else {}


def _shortened(messages: str, lines: int = 8, width: int = 400) -> str:
    """The errors of `messages`: a line of StableHLO can be megabytes long."""
    kept = [line[:width] for line in messages.splitlines() if line.strip()]
    errors = [i for i, line in enumerate(kept) if "error" in line.lower()]
    start = errors[0] if errors else 0
    return "\n".join(kept[start : start + lines])
