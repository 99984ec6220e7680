# ===- progress.py - What is being waited for ----------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""A line that says what takes its time, on a terminal only."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from typing import Iterator, Optional, TextIO


class Progress:
    """Writes "remat: compiling ... 12 s" to `stream` while something runs.

    Silent where `stream` (default: standard error) is no terminal, unless
    `enabled` says otherwise.
    """

    def __init__(
        self, stream: Optional[TextIO] = None, enabled: Optional[bool] = None
    ):
        self.stream = sys.stderr if stream is None else stream
        try:
            terminal = self.stream.isatty()
        except (AttributeError, ValueError):
            terminal = False
        self.enabled = terminal if enabled is None else enabled

    @contextlib.contextmanager
    def step(self, what: str) -> Iterator[None]:
        """Shows `what` and the seconds since, until the block ends."""
        if not self.enabled:
            yield
            return
        done = threading.Event()
        start = time.monotonic()

        def show() -> None:
            while True:
                seconds = time.monotonic() - start
                self.stream.write(f"\r\033[Kremat: {what} ... {seconds:.0f} s")
                self.stream.flush()
                if done.wait(0.5):
                    break
            self.stream.write("\r\033[K")
            self.stream.flush()

        thread = threading.Thread(target=show, daemon=True)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()
