# ===- schedule.py - The order and the buffers of a compiled module ------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Reads what XLA made of a step: the scheduled HLO that `compiled.as_text()` prints.

Nothing of JAX is imported here.
"""

from __future__ import annotations

import dataclasses
import re
from typing import Dict, List, Optional, Sequence, Set, Tuple

from remat.errors import NotScheduled
from remat.hlo_text import (
    Instruction,
    Path,
    get_bytes,
    get_leaves,
    read_computations,
    read_frames,
    read_indices,
)

# Their results are storage of their operands: the operand's own, or a part.
_VIEWS = ("bitcast", "get-tuple-element", "tuple", "opt-barrier")
_IN_PLACE = ("dynamic-update-slice", "scatter")

_LINE = re.compile(r"source_line=(\d+)")
_FRAME = re.compile(r"stack_frame_id=(\d+)")
_CALLS = re.compile(r"(?:calls|body|to_apply)=%?([\w.\-]+)")
# Computations that run inside an instruction with a schedule of their own.
_RUNS = re.compile(
    r"(?:body|to_apply|calls|true_computation|false_computation)=%?([\w.\-]+)"
    r"|branch_computations=\{(.*?)\}"
)
_RUNNING = ("while", "conditional", "call", "async-start")
_ALIASING = re.compile(r"output_to_operand_aliasing=\{(.*?\))\}")
_ALIAS = re.compile(r"\{([\d, ]*)\}: \((\d+), \{([\d, ]*)\}")
_DONATED = re.compile(r"input_output_alias=\{(.*?)\) ?\}")

@dataclasses.dataclass
class Buffer:
    """One storage of the compiled step. Times are positions in its schedule."""

    bytes: int
    """Rounded up as XLA's heap rounds."""
    made_by: str
    """The name of the instruction that makes it."""
    opcode: str
    """Of that instruction; of a fusion, of its root."""
    line: Optional[int]
    """The line of the module that was compiled which it comes from, or, if XLA notes
    none, of what it is made from."""
    begin: int
    end: int
    """Its last reader."""
    readers: List[Optional[int]]
    """The lines of its readers, in the order of the schedule."""
    resident: bool = False
    """Whether it is an argument or a result: there throughout. A result in a donated
    argument has no bytes of its own."""

    @property
    def is_workspace(self) -> bool:
        """Whether only the instruction that makes it uses it."""
        return not self.readers and not self.resident


@dataclasses.dataclass(frozen=True)
class Schedule:
    """The instructions of the step in their order, and its buffers."""

    instructions: Tuple[str, ...]
    lines: Tuple[Optional[int], ...]
    """By instruction; where XLA notes none, of the operations that it is made of."""
    buffers: Tuple[Buffer, ...]

    def live_bytes(self) -> List[int]:
        """By instruction: bytes of the temporaries alive there. An operand that
        dies counts together with the result."""
        change = [0] * (len(self.instructions) + 1)
        for buffer in self.buffers:
            if not buffer.resident:
                change[buffer.begin] += buffer.bytes
                change[buffer.end + 1] -= buffer.bytes
        found, sum_ = [], 0
        for amount in change[:-1]:
            sum_ += amount
            found.append(sum_)
        return found

    def peak(self) -> int:
        """The position where most temporaries are alive."""
        live = self.live_bytes()
        return max(range(len(live)), key=live.__getitem__)

    def live_at(self, position: int) -> List[Buffer]:
        """The temporaries alive at an instruction, the largest first."""
        found = [
            buffer
            for buffer in self.buffers
            if not buffer.resident and buffer.begin <= position <= buffer.end
        ]
        return sorted(found, key=lambda buffer: -buffer.bytes)


class _Reader:
    """Follows the buffers of the entry computation through its instructions."""

    def __init__(
        self,
        computations: Dict[str, List[Instruction]],
        entry: str,
        frames: Dict[int, int],
        peaks: Optional[Dict[str, int]] = None,
    ):
        self._computations = computations
        self._peaks = {} if peaks is None else peaks
        self._entry = computations[entry]
        self._frames = frames
        self.buffers: List[Buffer] = []
        self._of: Dict[str, Dict[Path, Set[int]]] = {}

    def read(self) -> Schedule:
        lines: List[Optional[int]] = []
        for position, instruction in enumerate(self._entry):
            line = self._line(instruction)
            first = len(self.buffers)
            self._of[instruction.name] = self._results(instruction, position, line)
            if line is None and len(self.buffers) > first:
                line = self.buffers[first].line
            lines.append(line)
            if instruction.opcode not in _VIEWS:
                self._note_reads(instruction, position, line)
            if instruction.opcode in _RUNNING:
                self._note_inside(instruction, position, line)
            if instruction.is_root:
                for ids in self._of[instruction.name].values():
                    for id_ in ids:
                        self.buffers[id_].resident = True
        names = tuple(instruction.name for instruction in self._entry)
        return Schedule(names, tuple(lines), tuple(self.buffers))

    def note_donated(self, donated: Dict[Path, Tuple[int, Path]]) -> None:
        """Results that lie in arguments have no bytes of their own."""
        arguments = {
            int(each.operands[0]): ids
            for each in self._entry
            if each.opcode == "parameter"
            for ids in self._of[each.name].values()
        }
        root = next(each for each in self._entry if each.is_root)
        for path, (number, _) in donated.items():
            for id_ in self._of[root.name].get(path, set()):
                if id_ not in arguments.get(number, set()):
                    self.buffers[id_].bytes = 0

    def _line(self, instruction: Instruction) -> Optional[int]:
        found = _LINE.search(instruction.rest)
        if found is not None:
            return int(found.group(1))
        frame = _FRAME.search(instruction.rest)
        return self._frames.get(int(frame.group(1))) if frame else None

    def _note_inside(
        self, instruction: Instruction, position: int, line: Optional[int]
    ) -> None:
        """Adds the peak inside a loop, a branch or a call."""
        most = 0
        for one, several in _RUNS.findall(instruction.rest):
            for name in [one] if one else re.findall(r"[\w.\-]+", several):
                if name in self._computations:
                    most = max(most, self._peak_inside(name))
        if most:
            made = instruction.name, instruction.opcode, line, position, position
            self.buffers.append(Buffer(most, *made, readers=[]))

    def _peak_inside(self, name: str) -> int:
        """Of a computation, which is read once for all its callers."""
        if name not in self._peaks:
            self._peaks[name] = 0  # Should the text call it from inside.
            inner = _Reader(self._computations, name, self._frames, self._peaks)
            self._peaks[name] = max(inner.read().live_bytes(), default=0)
        return self._peaks[name]

    def _note_reads(
        self, instruction: Instruction, position: int, line: Optional[int]
    ) -> None:
        for operand in instruction.operands:
            for ids in self._of.get(operand, {}).values():
                for id_ in ids:
                    self.buffers[id_].end = max(self.buffers[id_].end, position)
                    self.buffers[id_].readers.append(line)

    def _make(
        self,
        instruction: Instruction,
        shape: str,
        position: int,
        line: Optional[int],
        path: Path = (),
    ) -> Set[int]:
        opcode = instruction.opcode
        if opcode == "fusion":
            opcode, inner = self._made_in_fusion(instruction, path)
            line = inner if inner is not None else line
        if line is None:
            line = self._line_of_operands(instruction)
        self.buffers.append(
            Buffer(
                bytes=get_bytes(shape),
                made_by=instruction.name,
                opcode=opcode,
                line=line,
                begin=position,
                end=position,
                readers=[],
                resident=instruction.opcode == "parameter",
            )
        )
        return {len(self.buffers) - 1}

    def _line_of_operands(self, instruction: Instruction) -> Optional[int]:
        """For operations that XLA inserts without a place, such as transposes."""
        lines = [
            self.buffers[id_].line
            for operand in instruction.operands
            for ids in self._of.get(operand, {}).values()
            for id_ in ids
        ]
        return max((line for line in lines if line is not None), default=None)

    def _results(
        self, instruction: Instruction, position: int, line: Optional[int]
    ) -> Dict[Path, Set[int]]:
        """The buffers of the leaves of what an instruction gives."""
        operands = [self._of.get(name, {}) for name in instruction.operands]
        opcode = instruction.opcode
        if opcode == "tuple":
            return {
                (index,) + path: ids
                for index, operand in enumerate(operands)
                for path, ids in operand.items()
            }
        if opcode == "get-tuple-element":
            wanted = int(re.search(r"index=(\d+)", instruction.rest).group(1))
            return {
                path[1:]: ids
                for path, ids in operands[0].items()
                if path[:1] == (wanted,)
            }
        if opcode == "constant":
            # Part of the program.
            return {}
        if opcode in ("bitcast", "opt-barrier", "while"):
            if opcode == "while":
                self._give_line(operands, line)
            return dict(operands[0]) if operands else {}
        if opcode.endswith("-done") or opcode.endswith("-update"):
            return self._results_of_done(instruction, operands, position, line)
        aliased = self._aliased(instruction)
        found = {}
        for path, shape in get_leaves(instruction.shape):
            source = aliased.get(path) or self._started(instruction, path)
            if source is not None and source[0] < len(operands):
                ids = operands[source[0]].get(source[1])
                if ids:
                    found[path] = ids
                    continue
            found[path] = self._make(instruction, shape, position, line, path)
        return found

    def _give_line(
        self, operands: Sequence[Dict[Path, Set[int]]], line: Optional[int]
    ) -> None:
        """To buffers that a loop starts from, and that have none."""
        for operand in operands:
            for ids in operand.values():
                for id_ in ids:
                    if self.buffers[id_].line is None:
                        self.buffers[id_].line = line

    @staticmethod
    def _started(instruction: Instruction, path: Path) -> Optional[Tuple[int, Path]]:
        """The operand's leaf that a leaf of an operation's start names again."""
        if not instruction.opcode.endswith("-start") or not path:
            return None
        if instruction.opcode == "copy-start":
            return (0, ()) if path == (1,) else None
        if instruction.opcode == "all-reduce-start" or path[0] != 0:
            return None
        return (path[1], path[2:]) if len(path) > 1 else (0, ())

    def _results_of_done(
        self,
        instruction: Instruction,
        operands: Sequence[Dict[Path, Set[int]]],
        position: int,
        line: Optional[int],
    ) -> Dict[Path, Set[int]]:
        """What an operation in two parts started has been stored from its start."""
        started = operands[0] if operands else {}
        found = {}
        for path, shape in get_leaves(instruction.shape):
            ids = started.get(self._path_in_start(instruction.opcode, path))
            if ids is None:
                ids = self._make(instruction, shape, position, line)
            found[path] = ids
        return found

    @staticmethod
    def _path_in_start(opcode: str, path: Path) -> Path:
        """The leaf of an operation's start that its end gives as `path`. Most starts
        list operands, then results."""
        if opcode == "copy-done":
            return (0,)
        if opcode in ("all-reduce-done", "async-update", "recv-done"):
            return path
        return (1,) + path

    def _aliased(self, instruction: Instruction) -> Dict[Path, Tuple[int, Path]]:
        """Leaves of the result that are written over leaves of operands."""
        given = _ALIASING.search(instruction.rest)
        if given is not None:
            return {
                read_indices(out): (int(operand), read_indices(path))
                for out, operand, path in _ALIAS.findall(given.group(1))
            }
        if instruction.opcode in _IN_PLACE:
            return {(): (0, ())}
        if instruction.opcode == "fusion":
            return self._written_in_fusion(instruction)
        return {}

    def _callee(self, instruction: Instruction) -> List[Instruction]:
        name = _CALLS.search(instruction.rest)
        return self._computations.get(name.group(1), []) if name else []

    def _made_in_fusion(
        self, instruction: Instruction, path: Path
    ) -> Tuple[str, Optional[int]]:
        """The operation in a fusion that makes a leaf of its result, and its line;
        of those before it, where it has none."""
        body = {inner.name: inner for inner in self._callee(instruction)}
        made = next((i for i in body.values() if i.is_root), None)
        if made is not None and made.opcode == "tuple" and path:
            made = body.get(made.operands[path[0]])
        while made is not None and made.opcode in ("bitcast", "tuple"):
            made = body.get(made.operands[0])
        if made is None:
            return instruction.opcode, None
        line = self._line(made)
        before, seen = [made], {made.name}
        while line is None and before:
            names = {n for each in before for n in each.operands if n in body}
            before = [body[name] for name in sorted(names - seen)]
            seen |= names
            lines = [self._line(each) for each in before]
            line = max((each for each in lines if each is not None), default=None)
        return made.opcode, line

    def _written_in_fusion(
        self, instruction: Instruction
    ) -> Dict[Path, Tuple[int, Path]]:
        """Updates of slices at the roots of a fusion write over its operand."""
        body = {inner.name: inner for inner in self._callee(instruction)}
        root = next((i for i in body.values() if i.is_root), None)
        if root is None:
            return {}
        roots = {(): root}
        if root.opcode == "tuple":
            roots = {
                (index,): body[name]
                for index, name in enumerate(root.operands)
                if name in body
            }
        found = {}
        for path, updated in roots.items():
            while updated.opcode == "bitcast" and updated.operands[0] in body:
                updated = body[updated.operands[0]]
            if updated.opcode not in _IN_PLACE:
                continue
            source = body.get(updated.operands[0])
            while source is not None and source.opcode == "bitcast":
                source = body.get(source.operands[0])
            if source is not None and source.opcode == "parameter":
                found[path] = (int(source.operands[0]), ())
        return found


def read_schedule(text: str) -> Schedule:
    """The schedule of the entry computation of a compiled module.

    Buffers that XLA lays over one another (an elementwise kernel over an operand
    that dies) are told apart here: `live_bytes` is above the bytes that are
    allocated there. A loop, a branch or a call counts with the peak inside, without
    its results. Constants are part of the program. O(text).

    Raises `NotScheduled` for anything but a scheduled module.
    """
    head = text[: text.find("\n")]
    if "is_scheduled=true" not in head:
        raise NotScheduled(
            "the text is not that of a scheduled module: compile the step first"
            " (lowered.compile())"
        )
    try:
        computations, entry = read_computations(text)
        reader = _Reader(computations, entry, read_frames(text))
        schedule = reader.read()
        donated = _DONATED.search(head)
        if donated is not None:
            reader.note_donated(
                {
                    read_indices(out): (int(number), read_indices(path))
                    for out, number, path in _ALIAS.findall(donated.group(1))
                }
            )
    except NotScheduled:
        raise
    except (
        AttributeError,
        IndexError,
        KeyError,
        RecursionError,
        ValueError,
    ) as error:
        raise NotScheduled(f"the text cannot be read as HLO: {error}") from error
    return schedule
