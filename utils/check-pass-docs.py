#!/usr/bin/env python3
# ===- check-pass-docs.py - The passes do what is documented ---------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""check-pass-docs.py [--build=FOLDER] [--llvm-tools=FOLDER] [--show] [PASS...]

Checks of every pass that the .td files declare (or of those named):

- it is registered in remat-opt, and nothing else of ours is;
- it has a summary, a description that says "Limits:" (passes that print need
  none), and options with a description and a default;
- the default that the .td file gives is what the pass itself has;
- the description has an example that is true: two code blocks, before and
  after. The pass runs on the first, a whole module of `mlir`. If the second is
  `mlir`, it is what comes out; if it is `text`, it is what is said. SSA names,
  affine map aliases and white space do not matter, and `...` stands for
  anything. A first line `// remat-opt FLAGS` says how the pass runs; without
  it, it runs with its defaults;
- a test in test/ runs the pass, and gives every option of it.

With --show, prints what comes out of the examples. The exit code is 1 if
anything is missing.
"""

import argparse
import glob
import os
import re
import shlex
import subprocess
import sys
import tempfile

import pass_docs

TOKEN = re.compile(
    r"\.\.\.|[%^][\w$.-]+|#map\d*|\"[^\"]*\"|[\w$@!#]+(?:[.-](?!\.\.)[\w$]+)*|\S"
)
NAME = re.compile(r"[%^][\w$.-]+|#map\d*")


def tokens_of(text, comments=True):
    lines = text.split("\n")
    if comments:
        lines = [line.split(" // ")[0] for line in lines]
        lines = [line for line in lines if not line.lstrip().startswith("//")]
    return TOKEN.findall("\n".join(lines))


def agree(expected, actual):
    """Whether the tokens agree, `...` standing for any, names for names."""
    # States: how far both are read, and what the names stand for.
    stack = [(0, 0, {})]
    seen = set()
    while stack:
        i, j, names = stack.pop()
        key = (i, j, tuple(sorted(names.items())))
        if key in seen:
            continue
        seen.add(key)
        while i < len(expected):
            token = expected[i]
            if token == "...":
                if j < len(actual):
                    stack.append((i, j + 1, names))
                i += 1
                continue
            if j == len(actual):
                break
            if NAME.fullmatch(token):
                other = actual[j]
                known = names.get(token, other)
                if not NAME.fullmatch(other) or known != other:
                    break
                if token not in names:
                    names = {**names, token: other}
            elif token != actual[j]:
                break
            i, j = i + 1, j + 1
        else:
            if j == len(actual):
                return True
    return False


def unwrapped(text):
    """What remat-opt prints, without the module around it, if it says nothing."""
    inner = re.fullmatch(r"((?:#.*\n)*)module \{\n(.*)\}\s*", text, re.S)
    return inner.group(1) + inner.group(2) if inner else text


def run_example(remat_opt, name, block):
    """(exit code, printed IR, what was said)."""
    command = re.match(r"// remat-opt (.*)", block.lines[0])
    flags = shlex.split(command.group(1)) if command else ["--" + name]
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "example.mlir"), "w") as file:
            file.write(block.text)
        done = subprocess.run(
            [remat_opt, *flags, "example.mlir"],
            cwd=folder,
            capture_output=True,
            text=True,
        )
    return done.returncode, done.stdout, done.stderr


def check_example(remat_opt, one, show):
    blocks = pass_docs.examples(one.description)
    if len(blocks) < 2:
        return ["no example before and after"]
    before, after = blocks[0], blocks[1]
    if before.language != "mlir" or after.language not in ("mlir", "text"):
        return ["the example is not `mlir` and then `mlir` or `text`"]
    code, printed, said = run_example(remat_opt, one.name, before)
    actual = said if after.language == "text" else unwrapped(printed)
    if show:
        print(f"// {one.name}\n{actual}{said if after.language == 'mlir' else ''}")
    if code and after.language == "mlir":
        return [f"the example fails: {said.strip()}"]
    comments = after.language == "mlir"
    if not agree(tokens_of(after.text, comments), tokens_of(actual, comments)):
        shown = "".join("\n    " + line for line in actual.rstrip().split("\n"))
        return [f"the example gives something else:{shown}"]
    return []


def spelled(value):
    """A default of a .td file as it could be printed: without quotes; doubles and
    enumerators are not compared."""
    if "::" in value or re.fullmatch(r"\d+\.\d+", value):
        return None
    return value.strip('"')


def check_options(one, known, real, tests):
    errors = []
    for option in one.options:
        there = {o.name: o for o in known.options}.get(option.name)
        if not option.description.strip():
            errors.append(f"the option {option.name} has no description")
        if not there:
            errors.append(f"the option {option.name} is not in --help")
        elif there.type == "value" and not there.values:
            errors.append(f"the option {option.name} has no values in --help")
        if option.is_list:
            pass
        elif option.name not in real:
            errors.append(f"the option {option.name} has no default")
        elif option.default is not None:
            said, has = spelled(option.default), real[option.name]
            numbers = re.fullmatch(r"-?[\d.e+-]+", has or "") and said
            same = float(said) == float(has) if numbers else said == has
            if said is not None and not same:
                errors.append(f"the default of {option.name} is '{has}', not '{said}'")
        word = rf"(?<![\w-]){re.escape(option.name)}(?=[ =}}\"'])"
        by_pass = rf"{re.escape(one.name)}[={{\"' ][^\n]*{word}"
        by_flag = rf"--remat-(?:sweep-)?{re.escape(option.name)}(?![\w-])"
        if not re.search(f"{by_pass}|{by_flag}", tests):
            errors.append(f"no test gives the option {option.name}")
    return errors


def read_tests():
    text = ""
    for pattern in ("**/*.mlir", "**/*.test"):
        pattern = os.path.join(pass_docs.ROOT, "test", pattern)
        for path in sorted(glob.glob(pattern, recursive=True)):
            with open(path, encoding="utf-8") as file:
                text += re.sub(r"\\\n(// )?(RUN:)?", " ", file.read())
    return text


def check_pass(one, known, real, tests, remat_opt, show):
    """What is wrong with one pass, in words."""
    errors = []
    if not one.summary or one.summary.endswith("."):
        errors.append("the summary is missing, or ends in a period")
    if "Limits:" not in one.description and not one.name.startswith("remat-print-"):
        errors.append("the description does not say 'Limits:'")
    if not re.search(rf"{re.escape(one.name)}(?![\w-])", tests):
        errors.append("no test runs it")
    errors += check_options(one, known, real, tests)
    return errors + check_example(remat_opt, one, show)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--build", default=os.path.join(pass_docs.ROOT, "build"))
    parser.add_argument("--llvm-tools", default="/usr/lib/llvm-22/bin")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("passes", nargs="*")
    options = parser.parse_args()
    remat_opt = os.path.join(os.path.abspath(options.build), "bin", "remat-opt")
    declared = pass_docs.declared_passes(options.llvm_tools)
    passes, _ = pass_docs.registered(remat_opt)
    ours = {n for n in passes if re.match(r"remat-(?!test-)", n)}
    names = {one.name for one in declared}
    errors = [f"{n}: registered, but in no .td file" for n in sorted(ours - names)]
    errors += [f"{n}: in a .td file, but not registered" for n in sorted(names - ours)]
    real = pass_docs.defaults(remat_opt, sorted(names & ours))
    tests = read_tests()
    checked = [
        one
        for one in declared
        if one.name in ours and (not options.passes or one.name in options.passes)
    ]
    for one in checked:
        known, has = passes[one.name], real[one.name]
        for error in check_pass(one, known, has, tests, remat_opt, options.show):
            errors.append(f"{one.name}: {error}")
    print(*errors, sep="\n", file=sys.stderr, end="\n" if errors else "")
    bad = len({error.split(":")[0] for error in errors})
    print(f"{len(checked) - bad} of {len(checked)} passes do what is documented")
    sys.exit(1 if errors or not checked else 0)


if __name__ == "__main__":
    main()
