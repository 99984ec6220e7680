#!/usr/bin/env python3
# ===- plugin.py - mlir-opt with the plugin does what remat-opt does -------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""plugin.py MLIR-OPT PLUGIN REMAT-OPT passes
plugin.py MLIR-OPT PLUGIN REMAT-OPT steps FILE.mlir... [--budgets=B,...]
          [--pipelines=P,...]

Compares mlir-opt, with PLUGIN loaded, to remat-opt.

passes: all passes and pipelines of Remat are there with the same descriptions
and options, and each says the same of an empty module, be it an error.

steps: for every file, `remat-pipeline{OPTIONS}` for each B of the budgets (60%,
or "slack:50% effort=0"), and each P of the pipelines, end alike in both, with the
same bytes on standard output and standard error. `remat-opt --remat-budget=B`
gives the same bytes too, or the same error.

Prints one line for each file or pass, and exits with 1 at the first difference.
"""

import re
import subprocess
import sys

# Registered by remat-opt for its own tests.
TEST_PASS = re.compile(r"remat-test-")


class Tools:
    def __init__(self, mlir_opt, plugin, remat_opt):
        # remat-opt never prints a whole step behind a refusal.
        self.mlir_opt = [
            mlir_opt,
            f"--load-dialect-plugin={plugin}",
            f"--load-pass-plugin={plugin}",
            "--mlir-print-op-on-diagnostic=false",
        ]
        self.remat_opt = [remat_opt]

    def run(self, command, arguments, text=None):
        done = subprocess.run(
            command + arguments,
            input=text,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        if done.returncode < 0:
            sys.exit(f"{command[0]} {arguments} died of signal {-done.returncode}")
        return done.returncode, done.stdout, done.stderr

    def compare(self, pipeline, arguments, text=None):
        """What both do with a pipeline; exits if that differs."""
        arguments = [f"--pass-pipeline={pipeline}"] + arguments
        stock = self.run(self.mlir_opt, arguments, text)
        own = self.run(self.remat_opt, arguments, text)
        # remat-opt cuts the source lines that it echoes.
        stock, own = ((*done[:2], keep_messages(done[2])) for done in (stock, own))
        for name, a, b in zip(("exit codes", "outputs", "diagnostics"), stock, own):
            if a != b:
                texts = "\n".join(str(text)[:1500] for text in (a, b))
                sys.exit(f"{arguments}: the {name} differ:\n{texts}")
        return stock


def keep_messages(text):
    """The diagnostics in `text`, without the source lines of their places."""
    is_message = re.compile(rb": (?:error|warning|remark|note): ").search
    return b"\n".join(filter(is_message, text.splitlines()))


def list_passes(tools, command):
    """{pass or pipeline of Remat: its description and options}."""
    _, text, _ = tools.run(command, ["--list-passes"])
    found, name = {}, None
    for line in text.decode().splitlines():
        match = re.match(r"  --(\S+)", line)
        if match:
            name = match.group(1)
        if name and name.startswith("remat-") and not TEST_PASS.match(name):
            found.setdefault(name, []).append(" ".join(line.split()))
    return found


def list_pipelines(tools):
    """Those of remat-opt: mlir-opt writes its help before it loads a plugin."""
    _, text, _ = tools.run(tools.remat_opt, ["--help-hidden"])
    _, _, rest = text.decode().partition("Pass Pipelines:")
    return re.findall(r"^ +--(remat-[\w-]*pipeline) ", rest, re.M)


def compare_passes(tools):
    stock = list_passes(tools, tools.mlir_opt)
    own = list_passes(tools, tools.remat_opt)
    if stock != own:
        names = [n for n in sorted({**stock, **own}) if stock.get(n) != own.get(n)]
        sys.exit(f"these differ: {names}")
    pipelines = list_pipelines(tools)
    for name in sorted(own) + pipelines:
        # A pass for something else refuses a module; both tools say so.
        for anchor in ("", "func.func", "gpu.module"):
            nested = f"{anchor}({name})" if anchor else name
            code, _, said = tools.compare(f"builtin.module({nested})", ["-"], b"")
            if not code:
                break
        print(f"{name}: {'runs' if not code else said.decode().splitlines()[0]}")
    print(f"{len(own)} passes, {len(pipelines)} pipelines")


def compare_steps(tools, files, budgets, pipelines):
    for path in files:
        outcomes = []
        for budget in budgets:
            pipeline = f"builtin.module(remat-pipeline{{budget={budget}}})"
            code, out, said = tools.compare(pipeline, [path])
            flags = ["--remat-" + option for option in f"budget={budget}".split()]
            flag_code, flag_out, flag_said = tools.run(tools.remat_opt, flags + [path])
            # Each spells the options of its advice as they are typed there.
            flag_said = keep_messages(flag_said).replace(b": --remat-", b": ")
            if bool(code) != bool(flag_code) or out != flag_out or said != flag_said:
                sys.exit(f"{path}: {flags} does not do what {pipeline} does")
            outcome = f"{len(out)} bytes" if out else "refused"
            outcomes.append(f"{budget}: {outcome}")
        for name in pipelines:
            code, out, _ = tools.compare(f"builtin.module({name})", [path])
            if code:
                sys.exit(f"{path}: {name} fails")
            outcomes.append(f"{name}: {len(out)} bytes")
        print(f"{path.rsplit('/', 1)[-1]}: same ({', '.join(outcomes)})")


def main():
    if len(sys.argv) < 5 or sys.argv[4] not in ("passes", "steps"):
        sys.exit(__doc__)
    tools = Tools(*sys.argv[1:4])
    if sys.argv[4] == "passes":
        compare_passes(tools)
        return
    lists = {"budgets": [], "pipelines": []}
    files = []
    for argument in sys.argv[5:]:
        match = re.fullmatch(r"--(budgets|pipelines)=(.*)", argument)
        if match:
            lists[match.group(1)] = match.group(2).split(",")
        else:
            files.append(argument)
    if not files:
        sys.exit("no files are given")
    compare_steps(tools, files, **lists)


main()
