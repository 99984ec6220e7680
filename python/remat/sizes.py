# ===- sizes.py - Budgets and byte counts --------------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Sizes in bytes, and the budgets that users write."""

from __future__ import annotations

import dataclasses
import fractions
import numbers
import re
from typing import Optional, Union

_UNITS = {
    "b": 1,
    **{f"{p}b": 1000**i for i, p in enumerate("kmgtpe", 1)},
    **{f"{p}ib": 1024**i for i, p in enumerate("kmgtpe", 1)},
}
_LIMIT = 2**63 - 1
_SIZE = re.compile(r"(\d+(?:\.\d*)?|\.\d+)\s*([A-Za-z]*)$")
_PERCENT = re.compile(r"(\d+(?:\.\d*)?|\.\d+)\s*%$")

BudgetLike = Union[int, str, "Budget"]


def format_bytes(count: int) -> str:
    """`count` bytes for people: "7.32 MiB"; exact below 1 KiB."""
    size = float(count)
    for unit in ("B", "KiB", "MiB", "GiB"):
        if abs(size) < 1024:
            return f"{size:.0f} B" if unit == "B" else f"{size:.2f} {unit}"
        size /= 1024
    return f"{size:.2f} TiB"


def format_size(count: int) -> str:
    """`count` bytes, exact and for people: "7680000 bytes (7.32 MiB)"."""
    exact = "1 byte" if count == 1 else f"{count} bytes"
    return exact if abs(count) < 1024 else f"{exact} ({format_bytes(count)})"


def parse_host_budget(value: Union[int, str, None]) -> int:
    """Bytes of the host's memory that a plan may use: a count (an int), or a size
    ("64GiB"); 0 for None. Raises `remat.BudgetError` for everything else."""
    from remat.errors import BudgetError

    if value is None or (value == 0 and not isinstance(value, bool)) or value == "0":
        return 0
    count = None
    try:
        count = Budget.parse(value).bytes
    except BudgetError:
        pass
    if count is None:
        raise BudgetError(
            f"invalid host_budget {value!r}: understood are a count of bytes"
            " (68719476736), a size ('64GiB', '500MB'), and 0 for none"
        )
    return count


@dataclasses.dataclass(frozen=True)
class Budget:
    """How much memory the step may take on one device."""

    text: str
    """As remat-opt reads it: a byte count, "60%", "min", "knee" or "slack:50%"."""
    bytes: Optional[int]
    """The byte count; None where it depends on the step."""

    @property
    def share(self) -> Optional[fractions.Fraction]:
        """The part of the peak without rematerialization, if it is given so."""
        percent = _PERCENT.match(self.text)
        return fractions.Fraction(percent.group(1)) / 100 if percent else None

    @property
    def slack(self) -> Optional[fractions.Fraction]:
        """The part of the way from the smallest peak to that without
        rematerialization, if it is given so."""
        if not self.text.startswith("slack:"):
            return None
        return Budget(self.text.removeprefix("slack:"), None).share

    @property
    def smallest(self) -> bool:
        """Whether the smallest reachable peak is asked for ("min")."""
        return self.text == "min"

    @property
    def is_whole_peak(self) -> bool:
        """Whether it is all of the peak without rematerialization ("100%",
        "slack:100%")."""
        return 1 in (self.share, self.slack)

    @classmethod
    def parse(cls, value: BudgetLike) -> "Budget":
        """Reads a budget.

        `value` is a count of bytes (an int), a size ("8GiB", "500MB"), a share of
        the peak without rematerialization ("60%"), "min" for the smallest peak
        that can be reached, "knee" for where the next percent of memory begins to
        cost more than a percent of time, or "slack:50%" for min plus half of the
        way to the peak. Raises `remat.BudgetError` for everything else.
        """
        from remat.errors import BudgetError

        def error(problem: str) -> BudgetError:
            return BudgetError(
                f"invalid budget {value!r}: {problem}. Understood are a count of"
                " bytes (8589934592), a size ('8GiB', '500MB'), a share of the peak"
                " without rematerialization ('60%'), 'min', 'knee',"
                " and 'slack:50%'"
            )

        if isinstance(value, Budget):
            return value
        if isinstance(value, bool):
            raise error("a truth value is no size")
        if isinstance(value, numbers.Integral):
            if not 0 < value <= _LIMIT:
                raise error(f"not between 1 and {_LIMIT} bytes")
            return cls(str(int(value)), int(value))
        if isinstance(value, numbers.Real) and float(value).is_integer():
            return cls.parse(int(value))
        if isinstance(value, numbers.Real):
            raise error("not a whole number of bytes")
        if not isinstance(value, str):
            raise error("neither a whole number nor text")
        text = value.strip()
        if not text:
            raise error("it is empty")
        if text.lower() in ("min", "knee"):
            return cls(text.lower(), None)
        prefix, share = "", text
        if text.lower().startswith("slack:"):
            prefix, share = "slack:", text[len("slack:") :].strip()
        percent = _PERCENT.match(share)
        if percent:
            number = fractions.Fraction(percent.group(1))
            if number > 100:
                raise error("more than 100%")
            if number == 0 and not prefix:
                raise error("not a positive percentage")
            return cls(f"{prefix}{percent.group(1)}%", None)
        if prefix:
            raise error("a slack is a percentage")
        size = _SIZE.match(text)
        if not size:
            raise error("it is not a number with a unit")
        number, unit = fractions.Fraction(size.group(1)), size.group(2).lower()
        if unit and unit not in _UNITS:
            raise error(f"unknown unit '{size.group(2)}'")
        if unit in ("", "b") and number.denominator != 1:
            raise error("a fraction of a byte")
        count = int(number * _UNITS.get(unit, 1))
        if not 0 < count <= _LIMIT:
            raise error(f"not between 1 and {_LIMIT} bytes")
        return cls(str(count), count)
