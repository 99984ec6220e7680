# ===- fake_opt.py - A stand-in for remat-opt ----------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""What the tests run in place of remat-opt where the planner is not the question.

REMAT_FAKE says what it does: "copy" hands back what it was given; "barrier" passes
the first dot through a barrier, which changes the module and not its results;
"report:FILE:CODE" writes the report FILE and ends with CODE; "broken" fails;
"silent" writes nothing; "garbage" writes what is no module; "version:JSON" copies,
and writes that version in the report, or none for "". The budgets and flags
that it is called with are appended to the file REMAT_FAKE_LOG.
"""

import json
import os
import re
import sys

DOT = re.compile(r'^( *)(%\w+) = "stablehlo\.dot_general"\(.* -> (tensor<.*>)( loc.*)$')


def with_barrier(text):
    lines = text.split("\n")
    for number, line in enumerate(lines):
        match = DOT.match(line)
        if match:
            break
    else:
        sys.exit("fake: no dot in the module")
    indent, name, type_, _ = match.groups()
    barrier = f'{indent}%kept = "stablehlo.optimization_barrier"({name})'
    barrier += f" : ({type_}) -> {type_}"
    # Names are reused in the next function.
    after, ended = [], False
    for line in lines[number + 1 :]:
        ended = ended or '"func.func"' in line
        after.append(line if ended else re.sub(rf"{name}\b", "%kept", line))
    return "\n".join(lines[: number + 1] + [barrier] + after)


def main():
    flags = dict(a[2:].split("=", 1) for a in sys.argv[1:] if a.startswith("--"))
    places = [a for a in sys.argv[1:] if not a.startswith("-")]
    source, target = places
    mode = os.environ.get("REMAT_FAKE", "copy")
    if "REMAT_FAKE_LOG" in os.environ:
        with open(os.environ["REMAT_FAKE_LOG"], "a") as log:
            log.write(json.dumps(flags) + "\n")
    with open(source) as file:
        text = file.read()
    entry = {"name": "main", "status": "ok", "peak_before_bytes": 3000000}
    entry.update(predicted_peak_bytes=2000000, recomputed=[{"op": "x", "runs": 2}])
    code = 0
    if mode.startswith("report:"):
        path, code = mode[len("report:") :].rsplit(":", 1)
        with open(path) as file:
            entry, code = json.load(file), int(code)
    elif mode == "broken":
        sys.exit("step.mlir:1:1: error: expected something else")
    elif mode == "silent":
        return
    if code == 0:
        if mode == "barrier":
            text = with_barrier(text)
        with open(target, "w") as file:
            file.write("no module" if mode == "garbage" else text)
    with open(flags["remat-report"], "w") as file:
        report = {"version": 1, "functions": [entry]}
        if mode.startswith("version:"):
            given = mode[len("version:") :]
            report["version"] = json.loads(given) if given else None
            if not given:
                del report["version"]
        json.dump(report, file)
    sys.exit(code)


if __name__ == "__main__":
    main()
