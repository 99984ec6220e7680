# ===- python_environments.py - What lit knows of the Python package ------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Features and substitutions for the tests in test/Python; see lit.cfg.py."""

import glob
import os
import subprocess

# What is looked for in each environment before it is called one.
MODULES = {
    "jax": ("jax", "flax", "numpy", "optax", "pytest", "transformers"),
    "torch": ("jax", "numpy", "pytest", "torch", "torchax"),
}

# XLA's compiler for GPUs needs none; this says whether it works here.
PROBE = """
import jax, remat
matrix = jax.ShapeDtypeStruct((256, 256), "float32")
assert remat.measure(lambda x: x @ x, matrix, device="h100").peak_bytes > 0
"""


def _problem(python, modules):
    """Why `python` has not all of `modules`; None if it has."""
    code = (
        "import importlib.util as u, sys; "
        "print(*[m for m in sys.argv[1:] if not u.find_spec(m)])"
    )
    try:
        done = subprocess.run(
            [python, "-c", code, *modules], capture_output=True, text=True
        )
    except OSError as error:
        return str(error)
    if done.returncode:
        return done.stderr.strip()[-300:]
    missing = done.stdout.strip()
    return f"{python} lacks {missing}" if missing else None


def _compiles_for_h100(python, config, environment):
    """Whether the probe runs; asked once a build folder and environment."""
    if _problem(python, ["jax_cuda13_plugin"]):
        return False, "jax_cuda13_plugin is not installed"
    memory = os.path.join(config.remat_obj_root, "test", "h100-probe")
    state = f"{python} {os.stat(os.path.dirname(os.path.dirname(python))).st_mtime}\n"
    if os.path.exists(memory):
        with open(memory) as file:
            if file.read() == state:
                return True, None
    try:
        done = subprocess.run(
            [python, "-c", PROBE],
            capture_output=True,
            text=True,
            timeout=300,
            env={**os.environ, **environment},
        )
    except subprocess.TimeoutExpired:
        return False, "the probe took more than 300 s"
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        return False, last[:300]
    with open(memory, "w") as file:
        file.write(state)
    return True, None


def _add_wheel(config, lit_config):
    """A wheel counts if the tool inside is as new as the one of this build."""
    wheels = glob.glob(os.path.join(config.remat_obj_root, "wheel", "remat-*.whl"))
    tool = os.path.join(config.remat_tools_dir, "remat-opt")
    if not wheels:
        lit_config.note("no wheel in the build folder: its test is skipped")
    elif os.path.getmtime(wheels[0]) < os.path.getmtime(tool):
        lit_config.note("the wheel is older than remat-opt: its test is skipped")
    else:
        config.available_features.add("wheel")
        config.substitutions.append(("%wheel", wheels[0]))


def add_python_environments(config, lit_config):
    """Adds features and substitutions; notes the reason for each that is not."""
    package = os.path.join(config.remat_src_root, "python")
    environment = {
        "JAX_PLATFORMS": "cpu",
        "PYTHONPATH": package,
        "PYTHONDONTWRITEBYTECODE": "1",
        "REMAT_OPT": os.path.join(config.remat_tools_dir, "remat-opt"),
        # Models are made from configurations; nothing is to be downloaded.
        "HF_HUB_OFFLINE": "1",
    }
    prefix = "env " + " ".join(f"{k}={v}" for k, v in environment.items())
    # Without logs: PyTorch's traces are longer than the failures that they hide.
    pytest = "-m pytest -q -rfs -p no:cacheprovider -p no:logging"
    for name, modules in MODULES.items():
        python = getattr(config, "remat_python_" + name)
        if not python:
            lit_config.note(
                f"no environment for {name}: tests that require it are skipped "
                f"(utils/setup-python.sh {name} makes one)"
            )
            continue
        problem = _problem(python, modules)
        if problem:
            lit_config.note(f"tests that require {name} are skipped: {problem}")
            continue
        config.available_features.add(name)
        config.substitutions += [
            (f"%{name}_pytest", f"{prefix} {python} {pytest}"),
            (f"%{name}_python", f"{prefix} {python}"),
        ]
        if name == "jax":
            works, problem = _compiles_for_h100(python, config, environment)
            if works:
                config.available_features.add("jax-cuda")
            else:
                lit_config.note(
                    f"tests that require jax-cuda are skipped: {problem}"
                )
            _add_wheel(config, lit_config)
