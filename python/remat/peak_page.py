# ===- peak_page.py - The page on a compiled step's peak -----------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Writes a `CompiledPeak` as one page of HTML that loads nothing."""

from __future__ import annotations

import dataclasses
import html
from typing import TYPE_CHECKING, Iterable, List, Sequence

from remat.differences import Comparison, Difference
from remat.sizes import format_bytes

if TYPE_CHECKING:
    from remat.compiled_peak import PeakGroup

_WIDTH, _HEIGHT, _MARGIN = 1000, 260, 70

# The colors are those of Okabe and Ito, which color-blind readers can tell apart.
_STYLE = """
:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #ffffff; --faint: #767676;
  --rule: #d9d9d9; --xla: #d55e00; --model: #0072b2; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e8e8; --paper: #161616;
  --faint: #9a9a9a; --rule: #3a3a3a; --xla: #e69f00; --model: #56b4e9; } }
@media print { :root { --ink: #1b1b1b; --paper: #ffffff; } }
body { font: 15px/1.45 system-ui, sans-serif; color: var(--ink);
  background: var(--paper); max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.3rem; } h2 { font-size: 1.05rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .2rem .6rem; border-bottom: 1px solid var(--rule);
  vertical-align: top; }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.place { color: var(--faint); }
svg { width: 100%; height: auto; } svg text { font-size: 12px; fill: var(--faint); }
.grid { stroke: var(--rule); } .peak { stroke: var(--faint); stroke-dasharray: 3 3; }
.xla, .model { fill: none; stroke-width: 1.6; }
.xla { stroke: var(--xla); } .model { stroke: var(--model); stroke-dasharray: 6 3; }
"""


@dataclasses.dataclass(frozen=True)
class Curves:
    """Bytes alive over the instructions of a compiled step, in XLA's order."""

    compiled: Sequence[int]
    model: Sequence[int]
    """What the model has at the line of each instruction."""
    peak: int
    """The instruction at which `compiled` is largest."""


def _polyline(kind: str, values: Sequence[int], top: int) -> str:
    """A curve; of the values that fall on one column the largest is drawn."""
    columns = max(1, min(len(values), _WIDTH))
    points = []
    for column in range(columns):
        start = column * len(values) // columns
        end = max(start + 1, (column + 1) * len(values) // columns)
        x = _MARGIN + column * (_WIDTH - _MARGIN) / columns
        y = _HEIGHT * (1 - max(values[start:end]) / top)
        points.append(f"{x:.1f},{y:.1f}")
    return f'<polyline class="{kind}" points="{" ".join(points)}"/>'


def _chart(curves: Curves) -> str:
    top = max(1, max(curves.compiled), max(curves.model)) * 1.05
    count = len(curves.compiled)
    parts = [
        f'<svg viewBox="0 -6 {_WIDTH} {_HEIGHT + 30}" role="img" aria-label="Bytes'
        ' alive over the instructions of the compiled step">'
    ]
    for quarter in range(5):
        y = _HEIGHT * (1 - quarter / 4)
        size = format_bytes(int(top * quarter / 4))
        parts.append(
            f'<line class="grid" x1="{_MARGIN}" x2="{_WIDTH}" y1="{y}" y2="{y}"/>'
            f'<text x="{_MARGIN - 6}" y="{y + 4}" text-anchor="end">{size}</text>'
        )
    x = _MARGIN + curves.peak * (_WIDTH - _MARGIN) / count
    parts += [
        f'<line class="peak" x1="{x:.1f}" x2="{x:.1f}" y1="0" y2="{_HEIGHT}"/>',
        _polyline("model", curves.model, top),
        _polyline("xla", curves.compiled, top),
        f'<text x="{_MARGIN}" y="{_HEIGHT + 18}">instruction 1</text>',
        f'<text x="{_WIDTH}" y="{_HEIGHT + 18}" text-anchor="end">{count}</text>',
        "</svg>",
        '<p><span style="color: var(--xla)">&#9473;&#9473; XLA</span> &nbsp;'
        '<span style="color: var(--model)">&#9476;&#9476; the model, at the lines of'
        " these instructions</span> &nbsp; "
        '<span class="place">&#9478; XLA\'s peak</span></p>',
    ]
    return "\n".join(parts)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """The first column of `rows` has numbers. Everything is escaped here."""
    lines = ["<table>", "<tr>"]
    lines += [f"<th>{html.escape(head)}</th>" for head in heads] + ["</tr>"]
    for row in rows:
        cells = [
            f"<td{'' if column else ' class=number'}>{html.escape(cell)}</td>"
            for column, cell in enumerate(row)
        ]
        lines.append(f"<tr>{''.join(cells)}</tr>")
    return "\n".join([*lines, "</table>"])


def _places(lines: Iterable[int]) -> str:
    return ", ".join(map(str, sorted({line for line in lines if line})))


def _row(difference: Difference) -> List[str]:
    sign = "+" if difference.kind.is_more else "-"
    xla = _places(line for line, _ in difference.until if line)
    model = _places(line for _, line in difference.until if line)
    return [
        sign + format_bytes(difference.total_bytes),
        difference.kind.value,
        f"{len(difference.lines)} x {format_bytes(difference.bytes)}",
        f"{difference.op} {difference.type}".rstrip(),
        _places(difference.lines),
        xla,
        model,
    ]


def make_page(
    headline: str,
    summary: str,
    curves: Curves,
    groups: Sequence[PeakGroup],
    model: Comparison,
) -> str:
    """The page: `headline` and `summary` are sentences, the rest tables."""
    difference = _table(
        ["bytes", "difference", "storages", "of", "lines", "read by XLA", "by model"],
        map(_row, model.differences),
    )
    if not model.differences:
        difference = "<p>None.</p>"
    difference += (
        f"<p>Workspace of the operation: {format_bytes(model.compiled_workspace_bytes)}"
        f" in XLA, {format_bytes(model.workspace_bytes)} in the model. Smaller storages,"
        f" arguments and results: {model.rest_bytes:+,} bytes.</p>"
    )
    alive = _table(
        ["bytes", "storages", "made by", "lines"],
        (
            [
                format_bytes(group.total_bytes),
                f"{group.count} x {format_bytes(group.bytes)}",
                group.opcode,
                _places(group.lines),
            ]
            for group in groups
        ),
    )
    return f"""<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The peak of a compiled step</title>
<style>{_STYLE}</style>
<h1>{html.escape(headline)}</h1>
<p>{html.escape(summary)}</p>
{_chart(curves)}
<h2>The differences at XLA's peak</h2>
<p>A storage is the same on both sides if it has the same size and comes from about the
same line of the module. The last readers are told by their lines.</p>
{difference}
<h2>Alive at XLA's peak</h2>
{alive}
</html>
"""
