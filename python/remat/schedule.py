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
import math
import re
from typing import Dict, Iterator, List, Optional, Sequence, Set, Tuple

_ALIGNMENT = 128
"""XLA's heap rounds every buffer up to a multiple of this."""

# Bits of an element; the types that name their width are not listed.
_BITS = {"pred": 8, "token": 0, "opaque": 0}
# Their results are storage of their operands: the operand's own, or a part.
_VIEWS = ("bitcast", "get-tuple-element", "tuple", "optimization-barrier")
_IN_PLACE = ("dynamic-update-slice", "scatter")

_COMMENT = re.compile(r"/\*.*?\*/")
_HEAD = re.compile(r"\s*(ROOT )?%?([^\s=]+) = ")
_LINE = re.compile(r"source_line=(\d+)")
_FRAME = re.compile(r"stack_frame_id=(\d+)")
_CALLS = re.compile(r"(?:calls|body|to_apply)=%?([\w.\-]+)")
# Computations that run inside an instruction with a schedule of their own.
_RUNS = re.compile(
    r"(?:body|to_apply|true_computation|false_computation)=%?([\w.\-]+)"
    r"|branch_computations=\{(.*?)\}"
)
_RUNNING = ("while", "conditional", "call")
_ALIASING = re.compile(r"output_to_operand_aliasing=\{(.*?\))\}")
_ALIAS = re.compile(r"\{([\d, ]*)\}: \((\d+), \{([\d, ]*)\}")
_DONATED = re.compile(r"input_output_alias=\{(.*?)\) ?\}")

Path = Tuple[int, ...]
"""The position of a leaf in nested tuples; () for what is none."""


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


class NotScheduled(ValueError):
    """The text is no scheduled module."""


@dataclasses.dataclass
class _Instruction:
    name: str
    shape: str
    opcode: str
    operands: List[str]
    rest: str
    is_root: bool


def _closing(text: str, start: int) -> int:
    """The position behind the bracket that closes the one at `start`."""
    depth = 0
    for position in range(start, len(text)):
        if text[position] in "([{":
            depth += 1
        elif text[position] in ")]}":
            depth -= 1
            if depth == 0:
                return position + 1
    raise NotScheduled(f"a bracket is not closed: {text[start:start + 80]}")


def _split(text: str) -> List[str]:
    """Splits at commas outside of brackets."""
    found, depth, start = [], 0, 0
    for position, letter in enumerate(text):
        if letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
        elif letter == "," and depth == 0:
            found.append(text[start:position].strip())
            start = position + 1
    rest = text[start:].strip()
    return found + [rest] if rest else found


def _read_instruction(line: str) -> Optional[_Instruction]:
    head = _HEAD.match(line)
    if head is None:
        return None
    start = head.end()
    if line.startswith("(", start):
        end = _closing(line, start)
    else:
        end = line.index(" ", start)
    shape = line[start:end]
    opening = line.find("(", end)
    if opening < 0:
        return None
    opcode = line[end:opening].strip()
    close = _closing(line, opening)
    # Operands may be printed with their shapes before them.
    names = [part.split(" ")[-1] for part in _split(line[opening + 1 : close - 1])]
    operands = [name.lstrip("%") for name in names]
    return _Instruction(
        head.group(2), shape, opcode, operands, line[close:], bool(head.group(1))
    )


def _bytes(shape: str) -> int:
    """The bytes of an array shape as HLO prints it; none in the host's memory."""
    match = re.match(r"(\w+)\[([\d,<= ]*)\]", shape)
    if match is None or "S(5)" in shape:
        return 0
    element, extents = match.groups()
    bits = _BITS.get(element)
    if bits is None:
        width = re.match(r"[a-z]+(\d+)", element)
        bits = int(width.group(1)) if width else 0
    count = math.prod(
        int(extent.strip().lstrip("<=")) for extent in extents.split(",") if extent
    )
    size = -(-count * bits // 8)
    return -(-size // _ALIGNMENT) * _ALIGNMENT


def _leaves(shape: str, path: Path = ()) -> Iterator[Tuple[Path, str]]:
    """The array shapes in a shape, with their places."""
    if not shape.startswith("("):
        yield path, shape
        return
    for index, part in enumerate(_split(shape[1:-1])):
        yield from _leaves(part, path + (index,))


def _indices(text: str) -> Path:
    return tuple(int(index) for index in text.split(",") if index.strip())


def _computations(text: str) -> Tuple[Dict[str, List[_Instruction]], str]:
    """The computations of a module by their names, and the name of its entry."""
    found: Dict[str, List[_Instruction]] = {}
    entry: Optional[str] = None
    current: Optional[List[_Instruction]] = None
    is_closed = False
    for line in _COMMENT.sub("", text).splitlines():
        if line and not line[0].isspace() and line.endswith("{"):
            words = line.split()
            is_entry = words[0] == "ENTRY"
            name = words[1 if is_entry else 0].lstrip("%")
            if name == "HloModule":
                continue
            current = found.setdefault(name, [])
            if is_entry:
                entry = name
        elif line.startswith("}"):
            is_closed = is_closed or (entry is not None and current is found[entry])
            current = None
        elif current is not None:
            instruction = _read_instruction(line)
            if instruction is not None:
                current.append(instruction)
    if entry is None:
        raise NotScheduled("the text has no entry computation")
    if not is_closed or not any(each.is_root for each in found[entry]):
        raise NotScheduled("the text ends inside of the entry computation")
    return found, entry


def _lines_of_frames(text: str) -> Dict[int, int]:
    """The lines of stack frames, where the module has them in a table."""
    of_location: Dict[int, int] = {}
    found: Dict[int, int] = {}
    for line in text.splitlines():
        entry = re.match(r"(\d+) \{(.*)\}", line)
        if entry is None:
            # Computations follow the tables.
            if line.startswith(("%", "ENTRY")):
                break
            continue
        fields = dict(re.findall(r"(\w+)=(\d+)", entry.group(2)))
        if "line" in fields:
            of_location[int(entry.group(1))] = int(fields["line"])
        elif "file_location_id" in fields:
            location = int(fields["file_location_id"])
            if location in of_location:
                found[int(entry.group(1))] = of_location[location]
    return found


class _Reader:
    """Follows the buffers of the entry computation through its instructions."""

    def __init__(
        self,
        computations: Dict[str, List[_Instruction]],
        entry: str,
        frames: Dict[int, int],
    ):
        self._computations = computations
        self._entry = computations[entry]
        self._frames = frames
        self.buffers: List[Buffer] = []
        self._of: Dict[str, Dict[Path, Set[int]]] = {}

    def read(self) -> Schedule:
        lines: List[Optional[int]] = []
        for position, instruction in enumerate(self._entry):
            line = self._line(instruction)
            if instruction.opcode not in _VIEWS:
                self._note_reads(instruction, position, line)
            first = len(self.buffers)
            self._of[instruction.name] = self._results(instruction, position, line)
            if line is None and len(self.buffers) > first:
                line = self.buffers[first].line
            lines.append(line)
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

    def _line(self, instruction: _Instruction) -> Optional[int]:
        found = _LINE.search(instruction.rest)
        if found is not None:
            return int(found.group(1))
        frame = _FRAME.search(instruction.rest)
        return self._frames.get(int(frame.group(1))) if frame else None

    def _note_inside(
        self, instruction: _Instruction, position: int, line: Optional[int]
    ) -> None:
        """Adds the peak inside a loop, a branch or a call."""
        most = 0
        for one, several in _RUNS.findall(instruction.rest):
            for name in [one] if one else re.findall(r"[\w.\-]+", several):
                if name in self._computations:
                    inner = _Reader(self._computations, name, self._frames).read()
                    most = max([most, *inner.live_bytes()])
        if most:
            made = instruction.name, instruction.opcode, line, position, position
            self.buffers.append(Buffer(most, *made, readers=[]))

    def _note_reads(
        self, instruction: _Instruction, position: int, line: Optional[int]
    ) -> None:
        for operand in instruction.operands:
            for ids in self._of.get(operand, {}).values():
                for id_ in ids:
                    self.buffers[id_].end = max(self.buffers[id_].end, position)
                    self.buffers[id_].readers.append(line)

    def _make(
        self,
        instruction: _Instruction,
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
                bytes=_bytes(shape),
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

    def _line_of_operands(self, instruction: _Instruction) -> Optional[int]:
        """For operations that XLA inserts without a place, such as transposes."""
        lines = [
            self.buffers[id_].line
            for operand in instruction.operands
            for ids in self._of.get(operand, {}).values()
            for id_ in ids
        ]
        return max((line for line in lines if line is not None), default=None)

    def _results(
        self, instruction: _Instruction, position: int, line: Optional[int]
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
        if opcode in ("bitcast", "optimization-barrier", "while"):
            if opcode == "while":
                self._give_line(operands, line)
            return dict(operands[0]) if operands else {}
        if opcode.endswith("-done") or opcode.endswith("-update"):
            return self._results_of_done(instruction, operands, position, line)
        aliased = self._aliased(instruction)
        found = {}
        for path, shape in _leaves(instruction.shape):
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
    def _started(instruction: _Instruction, path: Path) -> Optional[Tuple[int, Path]]:
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
        instruction: _Instruction,
        operands: Sequence[Dict[Path, Set[int]]],
        position: int,
        line: Optional[int],
    ) -> Dict[Path, Set[int]]:
        """What an operation in two parts started has been stored from its start."""
        started = operands[0] if operands else {}
        sizes = [
            (path, {self.buffers[id_].bytes for id_ in ids})
            for path, ids in started.items()
        ]
        found = {}
        for path, shape in _leaves(instruction.shape):
            # The start lists operands, then results.
            like = [at for at, sizes_ in sizes if _bytes(shape) in sizes_]
            found[path] = (
                started[like[-1]]
                if like
                else self._make(instruction, shape, position, line)
            )
        return found

    def _aliased(self, instruction: _Instruction) -> Dict[Path, Tuple[int, Path]]:
        """Leaves of the result that are written over leaves of operands."""
        given = _ALIASING.search(instruction.rest)
        if given is not None:
            return {
                _indices(out): (int(operand), _indices(path))
                for out, operand, path in _ALIAS.findall(given.group(1))
            }
        if instruction.opcode in _IN_PLACE:
            return {(): (0, ())}
        if instruction.opcode == "fusion":
            return self._written_in_fusion(instruction)
        return {}

    def _callee(self, instruction: _Instruction) -> List[_Instruction]:
        name = _CALLS.search(instruction.rest)
        return self._computations.get(name.group(1), []) if name else []

    def _made_in_fusion(
        self, instruction: _Instruction, path: Path
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
        self, instruction: _Instruction
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
    its results. Constants are part of the program. O(text), and as often a
    computation's as loops and calls run it.

    Raises `NotScheduled` for anything but a scheduled module.
    """
    head = text[: text.find("\n")]
    if "is_scheduled=true" not in head:
        raise NotScheduled("the text is not the text of a scheduled module")
    try:
        computations, entry = _computations(text)
        reader = _Reader(computations, entry, _lines_of_frames(text))
        schedule = reader.read()
        donated = _DONATED.search(head)
        if donated is not None:
            reader.note_donated(
                {
                    _indices(out): (int(number), _indices(path))
                    for out, number, path in _ALIAS.findall(donated.group(1))
                }
            )
    except NotScheduled:
        raise
    except (AttributeError, IndexError, KeyError, ValueError) as error:
        raise NotScheduled(f"the text cannot be read as HLO: {error}") from error
    return schedule
