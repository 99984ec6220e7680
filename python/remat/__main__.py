# ===- __main__.py - The command line ------------------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""python -m remat plan|measure|explain|compare|devices

Works on StableHLO files (`remat.export` writes them) for GPUs that need not be
here.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import json
import os
import pathlib
import sys
from typing import Any, Callable, List, NoReturn, Optional, Sequence, Tuple

from remat.aot import measure_text, plan_text
from remat.compiled_peak import explain_compiled
from remat.device_table import DEVICES
from remat.errors import NoPlan, RematError
from remat.foreign import Compiler
from remat.loop import MAX_ROUNDS
from remat.policies import _giga, _mib, _percent, checkpoint_policies, format_table
from remat.policies import refusal_note
from remat.sizes import Budget, format_bytes
from remat.tool import one_function


class _Parser(argparse.ArgumentParser):
    """Exits with 1 for wrong options: 2 says that a budget is infeasible."""

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(1, f"{self.prog}: error: {message}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m remat",
        description="Makes training steps fit a memory budget, as XLA measures it,"
        " for GPUs that need not be here.",
        epilog="Exit codes: 0 done; 1 an error; 2 the budget is below a proven bound;"
        " 3 no plan was found.",
    )
    commands = parser.add_subparsers(dest="command", required=True)

    def command(name: str, text: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=text, description=text)
        added.add_argument("--json", action="store_true", help="print figures as JSON")
        return added

    def device(added: argparse.ArgumentParser) -> None:
        added.add_argument(
            "--device",
            default="h100",
            help=f"the GPU to compile for: {', '.join(DEVICES)} (default: h100)",
        )

    planning = command("plan", "Rewrite a step to fit a budget.")
    planning.add_argument("file", help="a step as StableHLO, with a function @main")
    planning.add_argument(
        "--budget",
        required=True,
        help="peak bytes of one device, arguments and results included: 8GiB, 500MB,"
        " a byte count, 60%% (of the compiled peak of the step as it is; with"
        " --no-verify, of the predicted one), min, knee, slack:50%%",
    )
    device(planning)
    planning.add_argument("-o", "--output", help="the rewritten step is written here")
    planning.add_argument(
        "--cost",
        choices=("flops", "time"),
        default="flops",
        help="what a plan saves: operations, or time by the GPU's speeds (default:"
        " flops)",
    )
    planning.add_argument("--effort", type=int, choices=range(4), help="0 is fastest")
    planning.add_argument("--cuts", type=int, help="barriers over all that is alive")
    planning.add_argument(
        "--host-budget",
        help="bytes of the host's memory that the plan may use to park values: 64GiB,"
        " a byte count (default: none)",
    )
    planning.add_argument(
        "--link-bandwidth",
        type=float,
        metavar="GB/S",
        help="of the link between GPU and host, each way; with --cost=flops bytes for an"
        " operation (default: the GPU's; with --cost=flops 1)",
    )
    planning.add_argument(
        "--no-verify",
        action="store_true",
        help="believe the prediction; compile nothing",
    )
    planning.add_argument(
        "--max-rounds",
        type=int,
        default=MAX_ROUNDS,
        help="compile at most so many plans; the step as it is, for a percentage, is"
        f" not counted (default: {MAX_ROUNDS})",
    )

    measuring = command("measure", "What XLA needs for a step.")
    measuring.add_argument("file", help="a step as StableHLO, with a function @main")
    device(measuring)

    explaining = command(
        "explain", "The buffers at XLA's peak of a step, beside remat's model of them."
    )
    explaining.add_argument("file", help="a step as StableHLO, with a function @main")
    device(explaining)
    explaining.add_argument(
        "-o",
        "--output",
        metavar="FOLDER",
        help="write here: peak.html, a page; module.mlir, whose lines are named;"
        " scheduled.hlo, the module as XLA runs it",
    )

    comparing = command(
        "compare", "Several steps, several budgets, or jax.checkpoint's policies."
    )
    comparing.add_argument(
        "what",
        nargs="+",
        help="steps as StableHLO, of which the first is planned for each budget; or"
        " one MODULE:FUNCTION that returns (make_step, args) for"
        " remat.checkpoint_policies",
    )
    comparing.add_argument(
        "--budget",
        action="append",
        default=[],
        help="also plan the first step for this; a percentage is one of its compiled"
        " peak here; may be given several times",
    )
    device(comparing)
    command("devices", "The GPUs that can be named.")
    return parser


def _show(options: argparse.Namespace, figures: Any, text: str) -> None:
    print(json.dumps(figures, indent=2) if options.json else text)


def _read(path: str) -> str:
    try:
        return pathlib.Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise RematError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise RematError(f"{path} cannot be read: it is not text") from error


def _plan(options: argparse.Namespace) -> None:
    made = plan_text(
        _read(options.file),
        budget=options.budget,
        device=options.device,
        cost=options.cost,
        effort=options.effort,
        cuts=options.cuts,
        verify=not options.no_verify,
        max_rounds=options.max_rounds,
        host_budget=options.host_budget,
        link_bandwidth=options.link_bandwidth,
    )
    if options.output:
        pathlib.Path(options.output).write_text(made.mlir, encoding="utf-8")
    _show(options, made.as_dict(), str(made))


def _explain(options: argparse.Namespace) -> None:
    module = one_function(_read(options.file))
    folder = pathlib.Path(options.output) if options.output else None
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    with Compiler(options.device) as compiler:
        made = compiler.schedule(module)
    peak = explain_compiled(made.hlo, module=module)
    if folder:
        (folder / "module.mlir").write_text(module, encoding="utf-8")
        (folder / "scheduled.hlo").write_text(made.hlo, encoding="utf-8")
        if peak.model is not None:
            (folder / "peak.html").write_text(peak.page(), encoding="utf-8")
    gaps = made.measurement.peak_bytes - peak.bytes
    figures = {
        **made.measurement.as_dict(),
        "compiled_less_live_bytes": gaps,
        "peak": peak.as_dict(),
    }
    told = f"compiled for {options.device}: {format_bytes(made.measurement.peak_bytes)}"
    told += f", {format_bytes(abs(gaps))} {'more' if gaps >= 0 else 'less'} than the"
    told += " buffers alive at the peak (gaps of XLA's heap, less results in place)"
    if peak.model is None:
        told += "\nXLA notes no lines of this module: it is not compared with the model"
    _show(options, figures, f"{told}\n{peak}")


def _made_by(module: str, name: str) -> Tuple[Callable[..., Any], Sequence[Any]]:
    """What the named function returns. Errors in it are those of the user."""
    form = f"{module}:{name} has to be a function without arguments"
    try:
        function = getattr(importlib.import_module(module), name)
        inspect.signature(function).bind()
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise RematError(f"{form}: {error}") from error
    made = function()
    if not isinstance(made, tuple) or len(made) != 2 or not callable(made[0]):
        raise RematError(f"{form} that returns (make_step, args), not {made!r:.80}")
    return made


def _compare(options: argparse.Namespace) -> None:
    first = options.what[0]
    if ":" in first and not os.path.exists(first):
        if len(options.what) > 1 or options.budget:
            raise RematError("a MODULE:FUNCTION is compared by itself, without budgets")
        sys.path.insert(0, os.getcwd())
        module, _, name = first.partition(":")
        make_step, args = _made_by(module, name)
        table = checkpoint_policies(make_step, *args, device=options.device)
        _show(options, table.as_dict(), str(table))
        return
    lines: List[List[str]] = [["step", "MiB", "GFLOP", "extra", "fits"]]
    figures = []
    with Compiler(options.device) as compiler:
        base: Optional[float] = None
        for path in options.what:
            found = compiler.measure(_read(path), path)
            base = found.flops if path == first else base
            extra = None
            if base and found.flops is not None:
                extra = 100 * (found.flops / base - 1)
            fits = "yes" if found.fits else "no"
            cells = [path, _mib(found.peak_bytes), _giga(found.flops)]
            lines.append([*cells, _percent(extra), fits])
            figures.append({"step": path, **found.as_dict()})
        for given in options.budget:
            budget = Budget.parse(given)
            if budget.text.endswith("%") and not budget.text.startswith("slack"):
                share = float(budget.text[:-1]) / 100
                budget = Budget.parse(max(1, int(figures[0]["peak_bytes"] * share)))
            name = f"{first}, {given}"
            try:
                made = plan_text(
                    _read(first),
                    budget=budget,
                    device=options.device,
                    compiler=compiler,
                )
            except NoPlan as error:
                lines.append([name, refusal_note(error), "", "", ""])
                refused = {"step": name, "refused": error.reason}
                for key in ("lower_bound", "smallest_budget", "compiled_floor"):
                    refused[f"{key}_bytes"] = getattr(error, f"{key}_bytes")
                figures.append(refused)
                continue
            cells = [name, _mib(made.compiled_peak_bytes), _giga(made.flops)]
            peak = made.compiled_peak_bytes or 0
            fits = "yes" if peak <= DEVICES[made.device].memory_bytes else "no"
            lines.append([*cells, _percent(made.extra_flops_percent), fits])
            figures.append({"step": name, **made.as_dict()})
    _show(options, figures, f"compiled by XLA for {options.device}\n{format_table(lines)}")


def main(arguments: Optional[List[str]] = None) -> int:
    """Runs the command line; returns the exit code."""
    options = _parser().parse_args(arguments)
    try:
        if options.command == "plan":
            _plan(options)
        elif options.command == "measure":
            found = measure_text(_read(options.file), device=options.device)
            _show(options, found.as_dict(), str(found))
        elif options.command == "explain":
            _explain(options)
        elif options.command == "compare":
            _compare(options)
        else:
            rows = [["name", "memory", "is"]]
            for device in DEVICES.values():
                memory = format_bytes(device.memory_bytes)
                rows.append([device.name, memory, device.description])
            figures = {d.name: d.memory_bytes for d in DEVICES.values()}
            _show(options, figures, format_table(rows))
        # What is left in the buffer may meet a closed pipe, too.
        sys.stdout.flush()
    except NoPlan as error:
        print(f"error: {error}", file=sys.stderr)
        return 2 if error.reason == "infeasible" else 3
    except BrokenPipeError:
        # The reader of the output, such as `head`, has seen enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (RematError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
