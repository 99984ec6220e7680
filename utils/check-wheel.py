# ===- check-wheel.py - Whether a wheel works where no LLVM is -------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""usage: check-wheel.py WHEEL STEP.mlir BUDGET [ARGUMENT...]

Looks at what the wheel holds and at what remat-opt inside wants of a machine, and
runs it on STEP.mlir in a folder tree that holds the C library and nothing else
(where the kernel lets users do so; else with the libraries of this machine).
Prints what it found; the exit code is 0 if all is well.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

# All that the tool may load; the loader and libc.so.6 are glibc.
ALLOWED = {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
PARTS = (
    "remat/__init__.py",
    "remat/py.typed",
    "remat/_bin/remat-opt",
    "remat/_bin/libRematPlannerC.so",
)
# The package index takes no file above 100 MB.
LARGEST = 60_000_000


def fail(message):
    sys.exit(f"error: {message}")


def needed(program):
    """The names of the libraries that `program` asks for by itself."""
    text = subprocess.run(
        ["readelf", "-d", program], check=True, capture_output=True, text=True
    ).stdout
    if "RUNPATH" in text or "RPATH" in text:
        fail(f"{os.path.basename(program)} has a run path")
    return set(re.findall(r"\(NEEDED\).*\[(.*)\]", text))


def loaded(program):
    """Pairs of name and path of what the loader loads for `program`."""
    text = subprocess.run(
        ["ldd", program], check=True, capture_output=True, text=True
    ).stdout
    found = re.findall(r"^\s*(\S+) => (/\S+)", text, re.M)
    return found + [(p, p) for p in re.findall(r"^\s*(/\S+) \(", text, re.M)]


def run_alone(program, step, arguments):
    """Runs `program` where only it, the C library and `step` are."""
    with tempfile.TemporaryDirectory() as root:
        for name, path in loaded(program):
            # The loader is asked for by its whole path, the others by name.
            place = name if name.startswith("/") else f"/lib/{name}"
            target = root + os.path.dirname(place)
            os.makedirs(target, exist_ok=True)
            shutil.copy(path, os.path.join(target, os.path.basename(place)))
        shutil.copy(program, root + "/remat-opt")
        shutil.copy(step, root + "/step.mlir")
        command = ["/remat-opt", *arguments, "/step.mlir", "-o", "/out.mlir"]
        enter = ["/usr/sbin/chroot", root]
        if os.geteuid() != 0:
            enter = ["/usr/bin/unshare", "--user", "--map-root-user", *enter]
        alone = False
        if os.path.exists(enter[0]):
            may = [*enter, "/remat-opt", "--version"]
            alone = subprocess.run(may, capture_output=True).returncode == 0
        if not alone:
            command = [root + c if c.startswith("/") else c for c in command]
        done = subprocess.run(
            enter + command if alone else command, capture_output=True, text=True, env={}
        )
        if done.returncode:
            fail(f"remat-opt: exit code {done.returncode}: {done.stderr[:2000]}")
        with open(root + "/out.mlir") as file:
            return alone, file.read()


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    wheel, step, budget, *arguments = sys.argv[1:]
    if not re.search(r"-py3-none-manylinux_2_\d+_\w+\.whl$", wheel):
        fail(f"{os.path.basename(wheel)}: neither py3-none nor manylinux")
    with tempfile.TemporaryDirectory() as folder:
        with zipfile.ZipFile(wheel) as archive:
            names = archive.namelist()
            foreign = [
                n for n in names if not re.match(r"remat(-[\d.]+\.dist-info)?/", n)
            ]
            if foreign:
                fail(f"not what a wheel of remat holds: {foreign}")
            lacking = [name for name in PARTS if name not in names]
            if lacking:
                fail(f"a wheel of remat holds more: {lacking}")
            archive.extract("remat/_bin/remat-opt", folder)
            archive.extract("remat/_bin/libRematPlannerC.so", folder)
        program = os.path.join(folder, "remat/_bin/remat-opt")
        os.chmod(program, 0o755)
        for name in ("remat-opt", "libRematPlannerC.so"):
            others = needed(os.path.join(folder, "remat/_bin", name)) - ALLOWED
            if others:
                fail(f"{name} needs {', '.join(sorted(others))}")
        if os.path.getsize(wheel) > LARGEST:
            fail(f"{os.path.getsize(wheel)} bytes, above {LARGEST}")
        alone, text = run_alone(program, step, [f"--remat-budget={budget}", *arguments])
        with open(step) as file:
            if text == file.read():
                fail("the step came back unchanged: choose a lower budget")
        print(f"wheel: {os.path.getsize(wheel) / 1e6:.1f} MB")
        print(f"remat-opt: {os.path.getsize(program) / 1e6:.1f} MB, needs glibc only")
        print("ran " + ("with nothing but glibc there" if alone else "beside others"))


main()
