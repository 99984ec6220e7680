# ===- policies.py - jax.checkpoint's policies beside our plans ----------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""The comparison that convinces: for each policy of `jax.checkpoint`, the peak and
the work that XLA makes of it, and ours at the same peak."""

from __future__ import annotations

import dataclasses
import functools
from typing import Any, Callable, Dict, Iterable, List, Optional, Tuple

import jax

from remat.aot import export, plan_text
from remat.device_table import lookup
from remat.errors import NoPlan
from remat.foreign import Compiler
from remat.plans import Plan

DEFAULT_POLICIES = (
    "dots_saveable",
    "dots_with_no_batch_dims_saveable",
    "nothing_saveable",
)
"""The policies that need no names in the model, in the order of their peaks."""


class Checkpoint:
    """What a `make_step` puts around its layers: one policy of `jax.checkpoint`.

    Called with a function it returns `jax.checkpoint(function, policy=...)`, or for
    "none" the function itself.
    """

    def __init__(self, name: str, policy: Optional[Callable[..., bool]]):
        self.name = name
        """"none", or the policy's name in `jax.checkpoint_policies`."""
        self.policy = policy
        """The policy itself, for libraries that take one (`flax.linen.remat`);
        None for "none", where nothing must be wrapped."""

    def __call__(self, fun: Callable[..., Any], **options: Any) -> Callable[..., Any]:
        if self.policy is None:
            return fun
        return jax.checkpoint(fun, policy=self.policy, **options)

    def __repr__(self) -> str:
        return f"<checkpoint {self.name}>"


@dataclasses.dataclass(frozen=True)
class PolicyRow:
    """One policy, and our plan with its compiled peak as the budget."""

    policy: str
    peak_bytes: int
    """XLA's peak of the step with the policy, on one device."""
    flops: Optional[float]
    """Operations of that step as written, by XLA's count."""
    extra_percent: Optional[float]
    """The same over the step without checkpoints, in percent."""
    plan: Optional[Plan]
    """Ours; None for "none", and where none was found."""
    note: str = ""
    """Why there is none."""


@dataclasses.dataclass(frozen=True)
class PolicyTable:
    """What `remat.checkpoint_policies` returns; `print` shows it as a table."""

    device: str
    rows: Tuple[PolicyRow, ...]

    def as_dict(self) -> Dict[str, Any]:
        """All figures, for JSON; peaks in bytes."""
        rows = []
        for row in self.rows:
            found = dataclasses.asdict(dataclasses.replace(row, plan=None))
            found["plan"] = row.plan.as_dict() if row.plan else None
            rows.append(found)
        return {"device": self.device, "rows": rows}

    def __str__(self) -> str:
        head = ["policy", "MiB", "GFLOP", "extra", "remat MiB", "GFLOP", "extra"]
        lines = [head]
        for row in self.rows:
            line = [row.policy, _mib(row.peak_bytes), _giga(row.flops)]
            line.append(_percent(row.extra_percent))
            if row.plan is not None:
                line += [_mib(row.plan.compiled_peak_bytes), _giga(row.plan.flops)]
                line.append(_percent(row.plan.extra_flops_percent))
            else:
                line += [row.note or "", "", ""]
            lines.append(line)
        return f"compiled by XLA for {self.device}\n{format_table(lines)}"


def checkpoint_policies(
    make_step: Callable[[Checkpoint], Callable[..., Any]],
    *args: Any,
    device: str = "h100",
    policies: Iterable[Any] = DEFAULT_POLICIES,
    effort: Optional[int] = None,
    **kwargs: Any,
) -> PolicyTable:
    """Compares the policies of `jax.checkpoint` with our plans at equal peaks.

    `make_step` gets a `Checkpoint` and returns the step, its layers wrapped:

        def make_step(checkpoint):
            def loss(layers, x):
                for layer in layers:
                    x = checkpoint(block)(layer, x)
                return x.sum()
            return jax.value_and_grad(loss)

        print(remat.checkpoint_policies(make_step, layers, x, device="h100"))

    For libraries that take a policy, `checkpoint.policy` is it, and None where
    nothing must be wrapped. `args` and `kwargs` are the step's arguments, which may
    be abstract. `policies` are names of `jax.checkpoint_policies`, or pairs of a
    name and a policy. Ours is planned on the step without checkpoints, with each
    policy's compiled peak as its budget. Operations are XLA's count of the steps as
    written, recomputation included, for both. Two compilations a policy at least.
    """
    lookup(device)
    named: List[Checkpoint] = [Checkpoint("none", None)]
    for entry in policies:
        if isinstance(entry, str):
            policy = getattr(jax.checkpoint_policies, entry, None)
            if policy is None or entry.startswith("_"):
                raise ValueError(
                    f"jax.checkpoint_policies has no '{entry}'; for one of your own"
                    " give a pair of a name and the policy"
                )
            entry = (entry, policy)
        named.append(Checkpoint(*entry))

    rows: List[PolicyRow] = []
    with Compiler(device) as compiler:
        plain_text, plain_flops = "", None
        for checkpoint in named:
            step = make_step(checkpoint)
            text = export(step, *args, **kwargs)
            figures = compiler.measure(text, f"'{checkpoint.name}'")
            row = functools.partial(
                PolicyRow, checkpoint.name, figures.peak_bytes, figures.flops
            )
            if checkpoint.policy is None:
                plain_text, plain_flops = text, figures.flops
                rows.append(row(None, None))
                continue
            extra = None
            if plain_flops and figures.flops is not None:
                extra = 100 * (figures.flops / plain_flops - 1)
            try:
                ours: Optional[Plan] = plan_text(
                    plain_text,
                    budget=figures.peak_bytes,
                    device=device,
                    effort=effort,
                    compiler=compiler,
                )
                note = ""
            except NoPlan as error:
                ours, note = None, refusal_note(error)
            rows.append(row(extra, ours, note))
    return PolicyTable(lookup(device).name, tuple(rows))


def refusal_note(error: NoPlan) -> str:
    """A refusal in a cell: what it is, and what would do."""
    floor = error.compiled_floor_bytes or error.smallest_budget_bytes
    return error.reason + ("" if floor is None else f" below {_mib(floor)}")


def format_table(lines: List[List[str]]) -> str:
    """Columns of text, the first one to the left and the others to the right."""
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    out = []
    for line in lines:
        cells = [line[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(line[1:], widths[1:])]
        out.append("  ".join(cells).rstrip())
    return "\n".join(out)


def _mib(size: Optional[int]) -> str:
    return "" if size is None else f"{size / 2**20:.1f}"


def _giga(flops: Optional[float]) -> str:
    return "" if flops is None else f"{flops / 1e9:.1f}"


def _percent(value: Optional[float]) -> str:
    return "" if value is None else f"{value:+.2f}%"
