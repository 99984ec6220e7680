# ===- foreign.py - Asking XLA about a device without one ----------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Compiling for a named GPU, in a process of its own (`remat._compile_worker`)."""

from __future__ import annotations

import dataclasses
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
from typing import Any, Dict, List, Optional

from remat import _compile_worker
from remat.device_table import Device, lookup
from remat.errors import CompileError, MissingBackend
from remat.progress import Progress
from remat.sizes import format_bytes

_REMEDY = (
    "compiling for a device that is not here needs XLA for CUDA, which is not"
    " installed in this environment: pip install 'jax[cuda13]' (about 2 GB; no GPU"
    " and no driver are needed)"
)


@dataclasses.dataclass(frozen=True)
class Measurement:
    """What XLA needs to run a step on a device. Sizes are bytes of one device."""

    device: str
    """The device it was compiled for."""
    devices: int
    """How many of them the step is spread over."""
    temp_bytes: int
    """Temporary buffers, all of them together."""
    argument_bytes: int
    output_bytes: int
    alias_bytes: int
    """Results that lie where a donated argument was."""
    live_bytes: int
    """XLA's own sum of what is alive at once: without the gaps between temporaries
    in their arena, so at most the peak, which is what gets allocated."""
    flops: Optional[float]
    """Floating-point operations of the step as written, of all devices together,
    by XLA's count; None if it gives none."""
    seconds: float
    """How long XLA took."""
    host_temp_bytes: int = 0
    """Temporary buffers on the host, all of them together."""

    @property
    def peak_bytes(self) -> int:
        """temporaries + arguments + results - results in donated arguments."""
        together = self.temp_bytes + self.argument_bytes + self.output_bytes
        return together - self.alias_bytes

    @property
    def device_memory_bytes(self) -> int:
        """The memory of the device."""
        return lookup(self.device).memory_bytes

    @property
    def fits(self) -> bool:
        """Whether the peak is within the device's memory."""
        return self.peak_bytes <= self.device_memory_bytes

    def as_dict(self) -> Any:
        """All figures, for JSON."""
        found = dataclasses.asdict(self)
        found.update(peak_bytes=self.peak_bytes, fits=self.fits)
        found.update(device_memory_bytes=self.device_memory_bytes)
        return found

    def __str__(self) -> str:
        share = 100 * self.peak_bytes / self.device_memory_bytes
        lines = [
            f"{self.device}"
            + (f", each of {self.devices}" if self.devices > 1 else "")
            + f": peak {format_bytes(self.peak_bytes)}"
            f" ({share:.1f}% of its {format_bytes(self.device_memory_bytes)})",
            f"  temporaries {format_bytes(self.temp_bytes)}",
            f"  arguments   {format_bytes(self.argument_bytes)}",
            f"  results     {format_bytes(self.output_bytes)}",
        ]
        if self.alias_bytes:
            lines.append(f"  of results in arguments {format_bytes(self.alias_bytes)}")
        if self.host_temp_bytes:
            lines.append(f"  on the host {format_bytes(self.host_temp_bytes)}")
        if self.flops is not None:
            lines.append(f"  as written  {self.flops / 1e9:.1f} GFLOP")
        return "\n".join(lines)


@dataclasses.dataclass(frozen=True)
class Scheduled:
    """A module as XLA compiled it."""

    hlo: str = dataclasses.field(repr=False)
    """XLA's module, in the order in which it runs."""
    measurement: Measurement


class Compiler:
    """XLA for one device, as a context manager; one process for all compilations.

    With `memory_bytes`, XLA takes the device to have so much memory, and recomputes
    elementwise work by itself where a step needs more. Raises `remat.DeviceError` for
    an unknown device. Not for several threads.
    """

    def __init__(
        self,
        device: str,
        progress: Optional[Progress] = None,
        memory_bytes: Optional[int] = None,
    ):
        self.device: Device = lookup(device)
        self._memory_bytes = memory_bytes
        self._progress = progress or Progress()
        self._process: Optional[subprocess.Popen] = None
        self._known: Dict[str, Measurement] = {}

    def __enter__(self) -> "Compiler":
        return self

    def __exit__(self, *_: Any) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        for stream in (process.stdin, process.stdout):
            try:
                stream.close()
            except OSError:
                pass
        try:
            process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        self._reader.join(timeout=2)

    def _start(self) -> subprocess.Popen:
        process = subprocess.Popen(
            [sys.executable, "-m", "remat._compile_worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=_compile_worker.environment(dict(os.environ)),
            text=True,
            errors="replace",
        )
        # XLA's log is kept for the case of a crash, and must not fill the pipe.
        self._log: List[str] = []

        def keep() -> None:
            for line in process.stderr:
                self._log.append(line[:500])
                del self._log[:-20]

        self._reader = threading.Thread(target=keep, daemon=True)
        self._reader.start()
        return process

    def measure(self, text: str, what: str = "the step") -> Measurement:
        """Compiles the module `text`; 3 to 25 seconds for most steps.

        The same text is compiled once. Raises `remat.MissingBackend` or
        `remat.CompileError`.
        """
        if text not in self._known:
            doing = f"compiling {what} for {self.device.name}"
            self._known[text] = Measurement(**self._ask(text, doing, True))
        return self._known[text]

    def count_flops(self, text: str) -> Optional[float]:
        """The floating-point operations of the module `text` as written, by XLA's
        count; None if it gives none. Compiles nothing."""
        if text in self._known:
            return self._known[text].flops
        return self._ask(text, "counting operations", False)["flops"]

    def schedule(self, text: str) -> Scheduled:
        """The module `text` as XLA compiles it. Takes as long as `measure`, and
        raises the same."""
        doing = f"compiling the step for {self.device.name}"
        with tempfile.TemporaryDirectory(prefix="remat-") as folder:
            path = pathlib.Path(folder, "scheduled.hlo")
            found = self._ask(text, doing, True, schedule=str(path))
            self._known[text] = Measurement(**found)
            return Scheduled(path.read_text("utf-8"), self._known[text])

    def _ask(
        self, text: str, doing: str, compiled: bool, **more: Any
    ) -> Dict[str, Any]:
        if self._process is None:
            self._process = self._start()
        process = self._process
        with tempfile.TemporaryDirectory(prefix="remat-") as folder:
            path = pathlib.Path(folder, "step.mlir")
            path.write_text(text, encoding="utf-8")
            request = {"path": str(path), "device": self.device.name, **more}
            request.update(compile=compiled, memory_bytes=self._memory_bytes)
            with self._progress.step(doing):
                try:
                    print(json.dumps(request), file=process.stdin, flush=True)
                    line = process.stdout.readline()
                except OSError:
                    line = ""
                except BaseException:  # Interrupted: XLA would go on for long.
                    process.kill()
                    raise
        if not line:
            self.__exit__()
            raise CompileError(
                f"XLA for {self.device.name} ended without an answer"
                f" (exit code {process.returncode}):\n{''.join(self._log[-8:])}"
            )
        answer = json.loads(line)
        if "error" in answer:
            if answer["kind"] == "missing":
                raise MissingBackend(f"{_REMEDY}\n({answer['error']})")
            raise CompileError(answer["error"])
        return answer
