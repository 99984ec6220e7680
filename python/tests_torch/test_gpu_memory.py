# ===- test_gpu_memory.py - The memory of steps on a GPU -----------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Steps on a GPU that computes nothing, in processes of their own: PyTorch's allocator
and its operators are those of a real one, and take the bytes that were predicted."""

import json
import pathlib
import subprocess
import sys

import memory_only_gpu
import models
import pytest
from torch.utils import _triton

pytestmark = pytest.mark.skipif(
    memory_only_gpu.why_not() is not None, reason=str(memory_only_gpu.why_not())
)

needs_triton = pytest.mark.skipif(
    not _triton.has_triton_package(), reason="Inductor needs Triton for a GPU"
)

SPLITS = {"PYTORCH_CUDA_ALLOC_CONF": "expandable_segments:True"}


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    return memory_only_gpu.build(tmp_path_factory.mktemp("gpu"))


def run(library, names, variables=SPLITS, steps=2, autocast=False, **options):
    """The answers of run_on_gpu.py, one for each model."""
    request = {"names": list(names), "steps": steps, "autocast": autocast}
    request["options"] = options
    script = pathlib.Path(__file__).with_name("run_on_gpu.py")
    ended = subprocess.run(
        [sys.executable, str(script), json.dumps(request)],
        env={**memory_only_gpu.environment(library), **variables},
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stderr
    return [json.loads(line) for line in ended.stdout.splitlines()]


def test_eager_steps_take_the_predicted_bytes(library):
    names = [*models.MODELS, "gpt-dropout"]
    found = run(library, names, budget="slack:50%", inner="aot_eager")
    assert [step["name"] for step in found] == names
    for step in found:
        assert step["device"] == "h100"
        assert step["measured"] == step["predicted"] <= step["budget"] < step["plain"]
        assert step["recomputed"] and not step["warnings"]


def test_a_step_in_bf16_takes_the_predicted_bytes(library):
    options = {"budget": "slack:50%", "inner": "aot_eager"}
    (step,) = run(library, ["gpt"], autocast=True, **options)
    assert step["measured"] == step["predicted"] <= step["budget"]
    (single,) = run(library, ["gpt"], steps=1, **options)
    assert step["plain"] < 0.8 * single["plain"]


@needs_triton
def test_fused_steps_take_the_predicted_bytes(library):
    # Layouts that convolutions ask for; products taken apart from their bias.
    for step in run(library, ["mlp", "resnet", "vit"], budget="slack:50%"):
        assert step["measured"] == step["predicted"] <= step["budget"] < step["plain"]
        assert step["recomputed"] and not step["warnings"]


@needs_triton
@pytest.mark.parametrize(
    "name, budget", [("recurrent", "min"), ("channels-last", "slack:50%")]
)
def test_programs_that_are_lowered_otherwise_take_the_predicted_bytes(
    library, name, budget
):
    # Kernels of many outputs; gradients whose library copies its arguments.
    (step,) = run(library, [name], budget=budget)
    assert step["measured"] == step["predicted"] <= step["budget"] < step["plain"]
    assert not step["warnings"]


def test_each_operator_takes_the_predicted_bytes(library):
    (step,) = run(library, ["unet"], budget="min", inner="aot_eager", trace=True)
    assert len(step["trace"]) > 100
    assert all(predicted == measured for predicted, measured in step["trace"])
    assert max(measured for _, measured in step["trace"]) == step["measured"]


def test_workspaces_are_missing_without_a_probe(library):
    (step,) = run(library, ["resnet"], budget="slack:50%", inner="aot_eager", probe=False)
    # The fixed sizes of this GPU are 3 MiB and more.
    assert step["measured"] - step["predicted"] >= 3 << 20
    (warning,) = step["warnings"]
    assert "the second step took" in warning and "probe=False" in warning


def test_a_warning_names_blocks_that_are_not_split(library):
    (step,) = run(library, ["t5"], {}, budget="slack:50%", inner="aot_eager")
    assert step["measured"] > step["budget"]
    (warning,) = step["warnings"]
    assert "did not split" in warning and "expandable_segments:True" in warning


def test_the_second_step_is_measured(library):
    options = {"budget": "slack:50%", "inner": "aot_eager"}
    for steps, is_measured in (1, False), (2, True), (3, True):
        (step,) = run(library, ["mlp"], steps=steps, **options)
        assert (step["measured"] is not None) is is_measured


def test_costs_can_be_measured(library):
    (step,) = run(library, ["mlp"], budget="slack:50%", inner="aot_eager", profile=True)
    assert step["measured"] == step["predicted"] <= step["budget"]


def test_a_state_of_the_generator_stays_on_the_host(library):
    (step,) = run(library, ["gpt-dropout"], budget="min", inner="aot_eager", trace=True)
    assert all(predicted == measured for predicted, measured in step["trace"])


def test_the_measuring_script_runs(library, tmp_path):
    root = pathlib.Path(__file__).parents[2]
    options = "--size=small --models=mlp --shares=0.5 --inner=aot_eager --steps=3"
    ended = subprocess.run(
        [sys.executable, str(root / "utils" / "measure-torch-gpu.py"), *options.split(),
         f"--json={tmp_path / 'rows.json'}"],
        env={**memory_only_gpu.environment(library), **SPLITS},
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stderr
    rows = json.loads((tmp_path / "rows.json").read_text())
    assert [row["share"] for row in rows] == [1.0, 0.5]
    for row in rows:
        assert row["measured"] == row["predicted"]
        # Its budget is PyTorch's peak.
        assert row["peak"] <= row["torch_peak"]


def test_the_gpu_has_the_capacity_that_it_says(library):
    text = (
        "import torch; free, total = torch.cuda.mem_get_info()\n"
        "half = torch.empty(40 << 30, dtype=torch.uint8, device='cuda')\n"
        "assert torch.cuda.mem_get_info()[0] == free - (40 << 30)\n"
        "try: torch.empty(41 << 30, dtype=torch.uint8, device='cuda')\n"
        "except torch.OutOfMemoryError: print(total)"
    )
    environment = memory_only_gpu.environment(library)
    ended = subprocess.run(
        [sys.executable, "-c", text], env=environment, capture_output=True, text=True
    )
    assert ended.stdout.split() == [str(80 << 30)], ended.stderr
