# ===- test_schedule.py - What XLA compiled, read back -------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Scheduled modules as XLA prints them, and their peaks."""

import pytest

import remat
from remat import NotScheduled
from remat.schedule import read_schedule

MODULE = """HloModule jit_step, is_scheduled=true, entry_computation_layout={(f32[64]{0})->f32[64]{0}}

%fused_update (param_0: f32[256], param_1: f32[64]) -> f32[256] {
  %param_0 = f32[256]{0} parameter(0)
  %param_1 = f32[64]{0} parameter(1)
  %zero = s32[] constant(0)
  ROOT %dynamic-update-slice.1 = f32[256]{0} dynamic-update-slice(%param_0, %param_1, %zero)
}

ENTRY %main (x: f32[64]) -> f32[64] {
  %x = f32[64]{0} parameter(0)
  %call = (f32[256]{0}, s8[1024]{0}) custom-call(%x), custom_call_target="gemm", metadata={source_line=3}
  %big = f32[256]{0} get-tuple-element(%call), index=0, metadata={source_line=3}
  %small = f32[64]{0} fusion(%big), kind=kLoop, calls=%fused, metadata={source_line=5 deduplicated_name="f"}
  %updated = f32[256]{0} fusion(%big, %small), kind=kLoop, calls=%fused_update, metadata={source_line=7}
  %into = (f32[64]{0}, s8[128]{0}) custom-call(%updated, /*index=1*/%small), custom_call_target="gemm", output_to_operand_aliasing={{0}: (1, {})}
  %piece = f32[64]{0} get-tuple-element(%into), index=0
  ROOT %last = f32[64]{0} fusion(%piece, %updated), kind=kLoop, calls=%fused.1
}
"""


def named(schedule, name):
    return [b for b in schedule.buffers if b.made_by == name]


def test_buffers_live_from_their_instruction_to_their_last_reader():
    schedule = read_schedule(MODULE)
    big, workspace = named(schedule, "call")
    assert (big.bytes, workspace.bytes) == (1024, 1024)
    assert workspace.begin == workspace.end == 1
    assert big.line == 3 and big.opcode == "custom-call"
    # Written over by the update, which the last instruction reads.
    assert big.end == 7
    assert not named(schedule, "updated")


def test_results_written_over_operands_have_no_buffer():
    schedule = read_schedule(MODULE)
    assert [b.bytes for b in named(schedule, "into")] == [128]
    (small,) = named(schedule, "small")
    # The last reader has no line of its own but that of its operands.
    assert small.end == 7 and small.readers[-1] == 5


def test_arguments_and_results_are_resident():
    schedule = read_schedule(MODULE)
    assert [b.made_by for b in schedule.buffers if b.resident] == ["x", "last"]


def test_the_peak_is_told_in_groups():
    peak = remat.explain_compiled(MODULE)
    assert peak.instruction == "call" and peak.line == 3
    assert peak.temporary_bytes == 2048 and peak.resident_bytes == 512
    (group,) = peak.groups
    assert (group.opcode, group.count, group.lines) == ("custom-call", 2, (3,))
    assert str(peak).splitlines()[1].split() == (
        "2.00 KiB 2 x 1.00 KiB of custom-call, lines 3".split()
    )


@pytest.mark.parametrize("text", ["", "HloModule m\n", "module {}", MODULE.replace("ENTRY ", "")])
def test_what_is_not_scheduled_is_refused(text):
    with pytest.raises(ValueError):
        read_schedule(text)
    assert issubclass(NotScheduled, ValueError)


def scheduled(body, head="", before=""):
    return (
        f"HloModule m, is_scheduled=true{head}\n\n{before}"
        f"ENTRY %main (x: f32[64]) -> f32[64] {{\n{body}}}\n"
    )


def test_a_result_in_a_donated_argument_counts_once():
    body = "  %x = f32[64]{0} parameter(0)\n  ROOT %y = f32[64]{0} negate(%x)\n"
    alias = ", input_output_alias={ {}: (0, {}, may-alias) }, entry_computation_layout={}"
    for head, bytes_ in ("", 512), (alias, 256):
        resident = [b.bytes for b in read_schedule(scheduled(body, head)).buffers]
        assert sum(resident) == bytes_


def test_constants_are_part_of_the_program():
    body = "  %x = f32[64]{0} parameter(0)\n  %c = f32[64]{0} constant({...})\n"
    body += "  ROOT %y = f32[64]{0} add(%x, %c)\n"
    assert sum(b.bytes for b in read_schedule(scheduled(body)).buffers) == 512


def test_a_loop_counts_with_the_peak_inside():
    before = """%body (p: (f32[64])) -> (f32[64]) {
  %p = (f32[64]{0}) parameter(0)
  %in = f32[64]{0} get-tuple-element(%p), index=0
  %wide = f32[1024]{0} broadcast(%in)
  %out = f32[64]{0} slice(%wide)
  ROOT %t = (f32[64]{0}) tuple(%out)
}

"""
    body = """  %x = f32[64]{0} parameter(0)
  %t = (f32[64]{0}) tuple(%x)
  %loop = (f32[64]{0}) while(%t), condition=%cond, body=%body, metadata={source_line=9}
  %r = f32[64]{0} get-tuple-element(%loop), index=0
  ROOT %y = f32[64]{0} negate(%r)
"""
    schedule = read_schedule(scheduled(body, before=before))
    assert schedule.instructions[schedule.peak()] == "loop"
    assert max(schedule.live_bytes()) == 4096
    (inside,) = [b for b in schedule.buffers if b.is_workspace]
    assert (inside.opcode, inside.line) == ("while", 9)


def test_the_start_of_an_operation_has_no_copy_of_its_operand():
    body = """  %x = f32[64]{0} parameter(0)
  %s = ((f32[64]{0}), f32[32]{0}) reduce-scatter-start(%x), dimensions={0}
  %d = f32[32]{0} reduce-scatter-done(%s)
  %c = (f32[32]{0:S(5)}, f32[32]{0}, u32[]) copy-start(%d)
  %h = f32[32]{0:S(5)} copy-done(%c)
  ROOT %y = f32[64]{0} pad(%d)
"""
    live = read_schedule(scheduled(body)).live_bytes()
    # The scattered part; the copy's token; nothing of what is in the host's memory.
    assert max(live) == 128 + 128


@pytest.mark.parametrize(
    "shape, operation",
    [
        ("(f32[1024]{0}, f32[1024]{0})", "all-reduce"),
        (
            "((f32[512]{0}, f32[512]{0}), (f32[1024]{0}, f32[1024]{0}))",
            "all-gather",
        ),
    ],
)
def test_results_of_one_size_are_told_apart_by_their_places(shape, operation):
    body = f"""  %x = f32[64]{{0}} parameter(0)
  %s = {shape} {operation}-start(%x, %x)
  %d = (f32[1024]{{0}}, f32[1024]{{0}}) {operation}-done(%s)
  %g0 = f32[1024]{{0}} get-tuple-element(%d), index=0
  %g1 = f32[1024]{{0}} get-tuple-element(%d), index=1
  %n1 = f32[64]{{0}} slice(%g1)
  %n0 = f32[64]{{0}} slice(%g0)
  ROOT %y = f32[64]{{0}} add(%n0, %n1)
"""
    schedule = read_schedule(scheduled(body))
    first, second = [b for b in schedule.buffers if b.bytes == 4096]
    assert (first.end, second.end) == (6, 5)


def test_what_runs_by_the_way_counts_with_the_peak_inside():
    before = """%inside (p: f32[64]) -> f32[64] {
  %p = f32[64]{0} parameter(0)
  %wide = f32[1024]{0} broadcast(%p)
  ROOT %n = f32[64]{0} slice(%wide)
}

"""
    body = """  %x = f32[64]{0} parameter(0)
  %s = ((f32[64]{0}), f32[64]{0}, s32[]) async-start(%x), calls=%inside
  %u = ((f32[64]{0}), f32[64]{0}, s32[]) async-update(%s)
  %d = f32[64]{0} async-done(%u)
  ROOT %y = f32[64]{0} negate(%d)
"""
    live = read_schedule(scheduled(body, before=before)).live_bytes()
    # With the bytes inside, the result and the token of the start; then without.
    assert live[1:4] == [4096 + 256 + 128, 256 + 128, 256 + 128]


def test_a_computation_is_read_once_for_all_its_callers():
    before = """%level0 (p: f32[64]) -> f32[64] {
  %p = f32[64]{0} parameter(0)
  %wide = f32[1024]{0} broadcast(%p)
  ROOT %n = f32[64]{0} slice(%wide)
}

"""
    for level in range(1, 60):
        before += f"""%level{level} (p: f32[64]) -> f32[64] {{
  %p = f32[64]{{0}} parameter(0)
  %one = f32[64]{{0}} call(%p), to_apply=%level{level - 1}
  ROOT %two = f32[64]{{0}} call(%one), to_apply=%level{level - 1}
}}

"""
    body = """  %x = f32[64]{0} parameter(0)
  ROOT %y = f32[64]{0} call(%x), to_apply=%level59
"""
    live = read_schedule(scheduled(body, before=before)).live_bytes()
    # One temporary a level, between its two calls.
    assert max(live) == 4096 + 59 * 256


def test_barriers_are_storage_of_their_operands():
    body = """  %x = f32[64]{0} parameter(0)
  %a = f32[64]{0} negate(%x)
  %t = (f32[64]{0}) tuple(%a)
  %b = (f32[64]{0}) opt-barrier(%t)
  %g = f32[64]{0} get-tuple-element(%b), index=0
  ROOT %y = f32[64]{0} negate(%g)
"""
    schedule = read_schedule(scheduled(body))
    (kept,) = named(schedule, "a")
    assert kept.end == 5 and not named(schedule, "b")


def test_a_computation_that_calls_itself_ends():
    before = """%again (p: f32[64]) -> f32[64] {
  %p = f32[64]{0} parameter(0)
  ROOT %n = f32[64]{0} call(%p), to_apply=%again
}

"""
    body = """  %x = f32[64]{0} parameter(0)
  ROOT %y = f32[64]{0} call(%x), to_apply=%again
"""
    assert max(read_schedule(scheduled(body, before=before)).live_bytes()) == 0


def test_tuples_that_are_too_deep_are_not_read():
    shape = "(" * 5000 + "f32[64]{0}" + ")" * 5000
    body = f"""  %x = f32[64]{{0}} parameter(0)
  %t = {shape} custom-call(%x)
  ROOT %y = f32[64]{{0}} negate(%x)
"""
    with pytest.raises(NotScheduled, match="recursion"):
        read_schedule(scheduled(body))


@pytest.mark.parametrize("given", [lambda x: x, 3])
def test_what_is_not_compiled_is_not_explained(given):
    with pytest.raises(NotScheduled, match="is no compiled step: give"):
        remat.explain_compiled(given)
    with pytest.raises(NotScheduled, match="compile the step first"):
        remat.explain_compiled("module {}")


def test_readers_have_the_lines_of_fused_operations():
    before = """%fused (p: f32[64]) -> f32[64] {
  %p = f32[64]{0} parameter(0)
  ROOT %n = f32[64]{0} negate(%p), metadata={source_line=7}
}

"""
    body = """  %x = f32[64]{0} parameter(0)
  %a = f32[64]{0} negate(%x), metadata={source_line=3}
  %y = f32[64]{0} fusion(%a), kind=kLoop, calls=%fused
  ROOT %z = f32[64]{0} negate(%y), metadata={source_line=8}
"""
    schedule = read_schedule(scheduled(body, before=before))
    (read,) = named(schedule, "a")
    assert read.readers == [7]


def test_lines_are_read_from_tables_of_frames():
    tables = """FileLocations
1 {file_name_id=1 function_name_id=1 line=12 end_line=12 column=1 end_column=2}

StackFrames
7 {file_location_id=1 parent_frame_id=1}

"""
    body = "  %x = f32[64]{0} parameter(0)\n"
    body += "  ROOT %y = f32[64]{0} negate(%x), metadata={stack_frame_id=7}\n"
    assert read_schedule(scheduled(body, before=tables)).lines == (None, 12)


def test_lines_in_fusions_are_found_in_linear_time():
    """Each operand is looked at once, however many use it."""
    chain = "".join(
        f"  %m{i + 1} = f32[64]{{0}} multiply(%m{i}, %m{i})\n" for i in range(60)
    )
    before = "%f (m0: f32[64]) -> f32[64] {\n"
    before += "  %m0 = f32[64]{0} parameter(0), metadata={source_line=4}\n"
    before += chain.replace("  %m60", "  ROOT %m60") + "}\n\n"
    body = "  %x = f32[64]{0} parameter(0)\n"
    body += "  ROOT %y = f32[64]{0} fusion(%x), kind=kLoop, calls=%f\n"
    assert read_schedule(scheduled(body, before=before)).lines == (None, 4)


def test_a_text_that_ends_early_is_refused():
    whole = MODULE.rstrip("\n")
    for end in range(len(whole.split("\n")[0]) + 1, len(whole), 7):
        with pytest.raises(NotScheduled):
            read_schedule(whole[:end])


def test_a_compiled_step_is_explained():
    """The temporaries that are told are those that XLA's own figure has."""
    import jax
    import jax.numpy as jnp

    step = jax.jit(jax.grad(lambda w, x: jnp.tanh(jnp.tanh(x @ w) @ w).sum()))
    shapes = [jax.ShapeDtypeStruct((256, 256), "float32")] * 2
    compiled = step.lower(*shapes).compile()
    peak = remat.explain_compiled(compiled)
    temporary = compiled.memory_analysis().temp_size_in_bytes
    assert 0 < temporary <= 2 * peak.temporary_bytes
    assert peak.resident_bytes >= 3 * 256 * 256 * 4
