#!/usr/bin/env python3
# ===- check_refusal.py - Is a refusal short, and its advice true? --------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Runs a command that refuses a budget:

    check_refusal.py CODE LEAST TOOL ARGUMENT...

The exit code must be CODE, standard error at most eleven lines, each of at most 300
bytes without the folders of its files, echoed source at most 200, without codes and
numbers that mean nothing to a user. Each advised command is typed as it is printed, in
place of options of the same names, or without the option to leave out; each must
succeed, and there must be LEAST of them.
Prints standard error. Several functions: several refusals are checked one by one.
"""

import os
import re
import subprocess
import sys

MOST_LINES = 11
MOST_BYTES = 300
MOST_ECHOED = 200
BANNED = (
    r"\(C\d\)",
    r"not enough",
    r"\b1 bytes\b",
    r"\(\d+ B\)",
    r"more effort",
)
# Ids of a graph file are the user's own; of a module, there are names and places.
NUMBERS = r"\b(?:value|task|op) \d+\b"
# Options, behind a tool's name where another tool's would not do, or one to leave out.
ADVICE = re.compile(r"what would help: (?:([\w-]+) )?((?:--[\w-]+=\S+ ?)+): ")
LEFT_OUT = re.compile(r"what would help: leave out (--[\w-]+): ")


def run(command):
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    return done.returncode, done.stderr.decode()


def type_instead(command, options, left_out=()):
    """The command with `options` in place of those of the same names, without those
    named in `left_out`."""
    names = {option.split("=", 1)[0] for option in options} | set(left_out)
    return [a for a in command if a.split("=", 1)[0] not in names] + options


def get_advised(command, line):
    """The command that the line advises; None if there is none."""
    if match := LEFT_OUT.search(line):
        return type_instead(command, [], [match.group(1)])
    match = ADVICE.search(line)
    if not match:
        return None
    tool, options = match.group(1), match.group(2).split()
    if tool and tool != os.path.basename(command[0]):
        command = [os.path.join(os.path.dirname(command[0]), tool), *command[1:]]
    return type_instead(command, options)


def get_problems(code, least, command):
    returned, text = run(command)
    print(text, end="")
    if returned != code:
        yield f"the exit code is {returned}, not {code}"
    lines = [line for line in text.splitlines() if not re.search(r": warning: ", line)]
    if len(lines) > MOST_LINES:
        yield f"there are {len(lines)} lines"
    for line in lines:
        is_said = re.search(r"(?:error|note): ", line)
        short = re.sub(r"[^\s'\"(]*/", "", line) if is_said else line
        if len(short.encode()) > (MOST_BYTES if is_said else MOST_ECHOED):
            yield f"{len(short.encode())} bytes: {short}"
        if not is_said:
            continue
        is_graph = command[0].endswith("remat-plan")
        for banned in BANNED if is_graph else (*BANNED, NUMBERS):
            if re.search(banned, line):
                yield f"'{banned}' in: {line}"
    advised = [typed for typed in (get_advised(command, line) for line in lines) if typed]
    if len(advised) < least:
        yield f"{len(advised)} commands are advised, not {least}"
    for typed in advised:
        returned, text = run(typed)
        if returned != 0:
            yield f"{' '.join(typed)}: exit code {returned}: {text}"


if __name__ == "__main__":
    found = list(get_problems(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]))
    for problem in found:
        print(f"check_refusal: {problem}", file=sys.stderr)
    sys.exit(1 if found else 0)
