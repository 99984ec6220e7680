# ===- terminal.py - A program, its terminal, and Ctrl-C -------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""terminal.py [--interrupt] COMMAND...

Runs a command whose standard error is a terminal, and prints what that gets to
see, with each update of its status line on a line of its own behind `status:`.
With --interrupt, SIGINT is sent as soon as there is a status line: no clock
decides what happens. Fails if the command does, if the status line is still
there at the end, or if it was written more than ten times a second.
"""

import os
import pty
import re
import signal
import subprocess
import sys
import time

arguments = sys.argv[1:]
interrupt = arguments[0] == "--interrupt"
command = arguments[interrupt:]

own, terminal = pty.openpty()
start = time.monotonic()
process = subprocess.Popen(
    command,
    stdin=subprocess.DEVNULL,
    stderr=terminal,
    env=dict(os.environ, TERM="xterm", COLUMNS="100"),
    # What runs in the background of a shell inherits that it is ignored.
    preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
)
os.close(terminal)
seen, sent = b"", False
while True:
    try:
        part = os.read(own, 4096)
    except OSError:  # The other side is closed.
        break
    if not part:
        break
    seen += part
    if interrupt and not sent and re.search(rb"(planning|sweeping) ", seen):
        process.send_signal(signal.SIGINT)
        sent = True
code = process.wait()
seconds = time.monotonic() - start

text = seen.decode(errors="replace").replace("\r\n", "\n")
text = re.sub(r"\x1b\[[0-9;]*m", "", text)  # Colors.
updates = re.findall(r"\r\x1b\[K((?:planning|sweeping) [^\r\n]*)", text)
shown = re.sub(r"\r\x1b\[K(?=(?:planning|sweeping) )", "\nstatus: ", text)
print(shown.replace("\r\x1b[K", "\nerased\n"))
if len(updates) > 10 * seconds + 1:
    sys.exit(f"{len(updates)} updates in {seconds} s")
if updates and shown.rfind("status: ") > shown.rfind("\r\x1b[K"):
    sys.exit("the status line is still there")
if interrupt and not sent:
    sys.exit("there was no status line")
sys.exit(code)
