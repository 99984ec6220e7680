# ===- test_differences.py - XLA's storages beside the model's -----------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`remat.explain_compiled` beside the model: where XLA keeps other storages."""

import html.parser
import json

import pytest

import remat
from remat.__main__ import main
from remat.differences import Kind, Model, compare
from remat.schedule import Buffer, Schedule

KIB = 1024
# One instruction a line: instruction 0 comes from line 1.
LINES = tuple(range(1, 101))


def schedule_of(*buffers):
    """Of (line, bytes, first line, last line)."""
    made = [
        Buffer(
            bytes=size,
            made_by=f"made{line}",
            opcode="fusion",
            line=line,
            begin=begin - 1,
            end=end - 1,
            readers=[end],
        )
        for line, size, begin, end in buffers
    ]
    return Schedule(tuple(f"i{line}" for line in LINES), LINES, tuple(made))


def model_of(*storages):
    """Of (line, bytes, *(first line, last line))."""
    return Model.from_report(
        {
            "timeline_before": [
                {"location": f"step.mlir:{line}:3", "live_bytes": line % 60}
                for line in LINES
            ],
            "storages": [
                {
                    "op": "stablehlo.add",
                    "type": "tensor<f32>",
                    "location": f"step.mlir:{line}:3",
                    "bytes": size,
                    "alive_before": [[first - 1, last - 1] for first, last in lives],
                }
                for line, size, *lives in storages
            ],
        }
    )


def kinds(schedule, model, line=50, least=1):
    found = compare(schedule, model, line - 1, least).differences
    return [(each.kind, each.lines, each.until) for each in found]


def test_equal_storages_are_no_difference():
    ours = (10, KIB, (10, 90)), (48, KIB, (48, 52)), (3, KIB, (3, 9))
    theirs = (10, KIB, 10, 90), (49, KIB, 49, 52), (2, KIB, 2, 8)
    assert kinds(schedule_of(*theirs), model_of(*ours)) == []


@pytest.mark.parametrize(
    "theirs, ours, kind, until",
    [
        ((10, KIB, 10, 90), None, Kind.NOT_IN_MODEL, (90, None)),
        ((60, KIB, 49, 90), (60, KIB, (60, 90)), Kind.MADE_EARLIER, (90, 90)),
        ((10, KIB, 10, 90), (10, KIB, (10, 20)), Kind.KEPT_LONGER, (90, 20)),
        (None, (10, KIB, (10, 90)), Kind.NOT_STORED, (None, 90)),
        ((48, KIB, 60, 90), (48, KIB, (48, 90)), Kind.MADE_LATER, (90, 90)),
        ((10, KIB, 10, 20), (10, KIB, (10, 90)), Kind.DROPPED_EARLIER, (20, 90)),
    ],
)
def test_each_kind_of_difference(theirs, ours, kind, until):
    schedule = schedule_of(*[theirs] * (theirs is not None))
    model = model_of(*[ours] * (ours is not None))
    line = (ours or theirs)[0]
    assert kinds(schedule, model) == [(kind, (line,), (until,))]
    assert kind.is_more == (theirs is not None and theirs[2] <= 50 <= theirs[3])


def test_sizes_and_far_lines_tell_storages_apart():
    model = model_of((5, KIB, (5, 90)))
    for other in ((5, 2 * KIB, 5, 90), (46, KIB, 46, 90)):
        found = [kind for kind, *_ in kinds(schedule_of(other), model)]
        assert found == [Kind.NOT_IN_MODEL, Kind.NOT_STORED]


def test_of_equal_sizes_the_last_readers_decide():
    """A value and its copy come from neighboring lines; one of them dies at once."""
    schedule = schedule_of((10, KIB, 10, 11), (10, KIB, 11, 90))
    assert kinds(schedule, model_of((10, KIB, (10, 11)), (11, KIB, (11, 90)))) == []


def test_a_storage_made_again_is_compared_where_it_is_alive():
    model = model_of((10, KIB, (10, 20), (85, 95)))
    theirs = (10, KIB, 10, 20), (45, KIB, 45, 60)
    assert [kind for kind, *_ in kinds(schedule_of(*theirs), model)] == [
        Kind.MADE_EARLIER
    ]
    model = model_of((10, KIB, (10, 20), (45, 60)))
    assert kinds(schedule_of(*theirs), model) == []


def test_like_differences_are_one_and_small_ones_none():
    schedule = schedule_of(
        (1, KIB, 1, 90), (3, KIB, 3, 90), (4, 128, 4, 90), (5, 3 * KIB, 5, 90)
    )
    found = compare(schedule, model_of(), 49, 256).differences
    assert [(each.total_bytes, each.lines) for each in found] == [
        (3 * KIB, (5,)),
        (2 * KIB, (1, 3)),
    ]


def test_the_model_is_read_at_the_line_of_the_peak():
    found = compare(schedule_of(), model_of(), 49)
    assert (found.step, found.live_bytes) == (49, 50)
    assert (found.peak_bytes, found.peak_line) == (59, 59)


def test_the_parts_are_the_whole_difference():
    """Differences, the workspaces and the rest are all that XLA has more."""
    schedule = schedule_of((1, KIB, 1, 90), (3, KIB, 3, 90), (4, 128, 4, 90))
    workspace = Buffer(4096, "made50", "custom-call", 50, 49, 49, [])
    schedule = Schedule(
        schedule.instructions, schedule.lines, (*schedule.buffers, workspace)
    )
    found = compare(schedule, model_of((1, KIB, (1, 90))), 49, 256)
    assert found.compiled_workspace_bytes == 4096
    # The model has 50 bytes there, fewer than its storage: no real report does.
    assert found.workspace_bytes == 50 - KIB
    more = 2 * KIB + 128 + 4096 - found.live_bytes
    assert found.rest_bytes == 128
    assert more == KIB + 128 + 4096 - found.workspace_bytes


def test_a_step_that_makes_nothing_has_its_resident_bytes():
    model = Model.from_report(
        {"timeline_before": [], "storages": [], "resident_bytes": 64}
    )
    assert compare(schedule_of(), model, 49).live_bytes == 64


def test_a_report_without_storages_is_an_error():
    with pytest.raises(remat.ToolError, match="older than the package"):
        Model.from_report({"timeline_before": []})


PROGRAM = """module {
  func.func public @main(%arg0: tensor<64xf32>) -> tensor<64xf32> {
    %0 = "stablehlo.dot_general"(%arg0, %arg0) <{dot_dimension_numbers = #stablehlo.dot<>}> : (tensor<64xf32>, tensor<64xf32>) -> tensor<64x64xf32>
    %1 = "stablehlo.dot_general"(%0, %arg0) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<64x64xf32>, tensor<64xf32>) -> tensor<64xf32>
    return %1 : tensor<64xf32>
  }
}
"""
SCHEDULED = """HloModule jit_step, is_scheduled=true, entry_computation_layout={(f32[64]{0})->f32[64]{0}}

ENTRY %main (x: f32[64]) -> f32[64] {
  %x = f32[64]{0} parameter(0)
  %zeros = f32[64,64]{1,0} custom-call(%x), custom_call_target="zeros", metadata={source_line=3}
  %product = (f32[64,64]{1,0}, s8[1024]{0}) custom-call(%zeros), custom_call_target="gemm", metadata={source_line=3}
  %outer = f32[64,64]{1,0} get-tuple-element(%product), index=0
  ROOT %last = f32[64]{0} custom-call(%outer), custom_call_target="gemm", metadata={source_line=4}
}
"""


def test_a_module_is_explained_beside_its_model(tool):
    peak = remat.explain_compiled(SCHEDULED, module=PROGRAM)
    assert peak.instruction == "product"
    (difference,) = peak.model.differences
    assert (difference.kind, difference.bytes) == (Kind.NOT_IN_MODEL, 4 * 64 * 64)
    told = str(peak)
    assert "+16.00 KiB  stored by XLA, not in the model: 1 x 16.00 KiB" in told
    assert "workspace of the operation: 1.00 KiB in XLA" in told
    assert peak.as_dict()["model"]["differences"][0]["kind"] == "not_in_model"
    tags = Tags(peak.page())
    assert not tags.open and tags.count["polyline"] == 2
    # What only XLA stores is in the first table, and all that is alive in the second.
    assert tags.count["table"] == 2 and tags.count["tr"] >= 4


def test_a_module_with_places_is_refused():
    with pytest.raises(ValueError, match="has places"):
        remat.explain_compiled(SCHEDULED, module="module { } loc(unknown)")


class Tags(html.parser.HTMLParser):
    """Counts elements, and checks that all but void ones are closed."""

    def __init__(self, text):
        super().__init__()
        self.count, self.open = {}, []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.count[tag] = self.count.get(tag, 0) + 1
        for name, value in attributes:
            assert name not in ("src", "href"), value
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.count[tag] = self.count.get(tag, 0) + 1

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_without_the_module_there_is_no_page():
    hlo = "HloModule m, is_scheduled=true\n\nENTRY %m (x: f32[]) -> f32[] {\n"
    hlo += "  %x = f32[] parameter(0)\n  ROOT %y = f32[] negate(%x)\n}\n"
    with pytest.raises(ValueError, match="give explain_compiled the module"):
        remat.explain_compiled(hlo).page()


@pytest.mark.cuda
def test_the_command_explains_a_step_and_its_plan(tool, tmp_path, capsys):
    import jax
    import jax.numpy as jnp

    def step(weights, x):
        for w in weights:
            x = jnp.tanh(x @ w)
        return (x * x).sum()

    shapes = [[jax.ShapeDtypeStruct((512, 512), "float32")] * 6]
    shapes += [jax.ShapeDtypeStruct((8192, 512), "float32")]
    plain = tmp_path / "step.mlir"
    remat.export(jax.grad(step), *shapes, path=plain)
    planned = tmp_path / "planned.mlir"
    planned.write_text(
        remat.plan(jax.grad(step), *shapes, budget="75%", verify=False).mlir
    )
    for file in (plain, planned):
        out = tmp_path / f"{file.stem}-peak"
        assert main(["explain", str(file), "--json", "-o", str(out)]) == 0
        told = json.loads(capsys.readouterr().out)
        peak = told["peak"]
        # Every activation has its counterpart, in the plan and without one.
        differs = sum(
            each["bytes"] * len(each["lines"])
            for each in peak["model"]["differences"]
        )
        assert differs <= 0.02 * told["peak_bytes"]
        alive = peak["temporary_bytes"] + peak["resident_bytes"]
        assert alive + told["compiled_less_live_bytes"] == told["peak_bytes"]
        assert "loc(" not in (out / "module.mlir").read_text()
        assert "is_scheduled=true" in (out / "scheduled.hlo").read_text()
        tags = Tags((out / "peak.html").read_text())
        assert not tags.open and tags.count["polyline"] == 2


def test_the_command_reports_bad_input(tool, tmp_path, capsys):
    bad = tmp_path / "bad.mlir"
    bad.write_text("module {")
    assert main(["explain", str(bad), "--device", "h100"]) == 1
    assert "error: " in capsys.readouterr().err
    # A file in the way is told before anything is compiled.
    assert main(["explain", str(bad), "-o", str(bad)]) == 1
    assert "error: " in capsys.readouterr().err
