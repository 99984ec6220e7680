# ===- hlo_text.py - Instructions in the text of an HLO module -------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Parses HLO as XLA prints it: instructions by computation, shapes, lines.

Nothing of JAX is imported here.
"""

from __future__ import annotations

import dataclasses
import math
import re
from typing import Dict, Iterator, List, Optional, Tuple

from remat.errors import NotScheduled

_ALIGNMENT = 128
"""XLA's heap rounds every buffer up to a multiple of this."""

# Bits of an element; the types that name their width are not listed.
_BITS = {"pred": 8, "token": 0, "opaque": 0}

_COMMENT = re.compile(r"/\*.*?\*/")
_HEAD = re.compile(r"\s*(ROOT )?%?([^\s=]+) = ")

Path = Tuple[int, ...]
"""The position of a leaf in nested tuples; () for an array."""


@dataclasses.dataclass
class Instruction:
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


def _read_instruction(line: str) -> Optional[Instruction]:
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
    return Instruction(
        head.group(2), shape, opcode, operands, line[close:], bool(head.group(1))
    )


def get_bytes(shape: str) -> int:
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


def get_leaves(shape: str, path: Path = ()) -> Iterator[Tuple[Path, str]]:
    """The array shapes in a shape, with their places."""
    if not shape.startswith("("):
        yield path, shape
        return
    for index, part in enumerate(_split(shape[1:-1])):
        yield from get_leaves(part, path + (index,))


def read_indices(text: str) -> Path:
    return tuple(int(index) for index in text.split(",") if index.strip())


def read_computations(text: str) -> Tuple[Dict[str, List[Instruction]], str]:
    """The computations of a module by their names, and the name of its entry."""
    found: Dict[str, List[Instruction]] = {}
    entry: Optional[str] = None
    current: Optional[List[Instruction]] = None
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


def read_frames(text: str) -> Dict[int, int]:
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
