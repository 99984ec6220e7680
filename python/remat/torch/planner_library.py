# ===- planner_library.py - The planner, through its C API ---------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`solve` turns a graph file into a plan file in this process.

include/remat-c/Planner.h documents the functions.
"""

from __future__ import annotations

import ctypes
import dataclasses
import functools
import json
import os
import pathlib
import threading
from typing import Any, Dict, List, Mapping, Optional

from remat.errors import Infeasible, NotFound, OptionError, RematError, ToolNotFound
from remat.tool import STRATEGIES, find_tool, is_whole

_NAME = "libRematPlannerC.so"
_MOST_OPS_FOR_EFFORT_1 = 1000
_OK, _INVALID, _INFEASIBLE, _NOT_FOUND, _NOT_APPLICABLE = range(5)


class _Text(ctypes.Structure):
    _fields_ = [("data", ctypes.c_char_p), ("length", ctypes.c_size_t)]

    @classmethod
    def of(cls, text: str) -> "_Text":
        data = text.encode()
        return cls(data, len(data))

    def read(self) -> str:
        return ctypes.string_at(self.data, self.length).decode() if self.length else ""


class _Handle(ctypes.Structure):
    _fields_ = [("ptr", ctypes.c_void_p)]


def find_library() -> str:
    """The path of the planner's library: from the environment variable REMAT_PLANNER,
    from the wheel, or beside the remat-opt that `remat.find_tool` finds. Raises
    `remat.ToolNotFound` if there is none."""
    named = os.environ.get("REMAT_PLANNER")
    if named:
        if not os.path.isfile(named):
            raise ToolNotFound(
                f"REMAT_PLANNER is set to '{named}', which is no file: set it to the"
                f" path of {_NAME}, or unset it"
            )
        return named
    bundled = pathlib.Path(__file__).parent.parent / "_bin" / _NAME
    places = [bundled]
    try:
        tool = pathlib.Path(find_tool()).resolve()
        places += [tool.parent / _NAME, tool.parent.parent / "lib" / _NAME]
    except ToolNotFound:
        pass
    for place in places:
        if place.is_file():
            return str(place)
    raise ToolNotFound(
        f"{_NAME} was not found: it is not part of this installation ({bundled}) and"
        " not beside remat-opt. Install the wheel of remat, which brings it, or build"
        " it (utils/quickstart.sh in the sources) and set the environment variable"
        f" REMAT_PLANNER to build/lib/{_NAME}"
    )


@functools.lru_cache(maxsize=None)
def _load(path: str) -> ctypes.CDLL:
    library = ctypes.CDLL(path)
    for name, result, arguments in (
        ("rematPlanOptionsCreate", _Handle, []),
        ("rematPlanOptionsDestroy", None, [_Handle]),
        ("rematPlanOptionsSetBudget", None, [_Handle, _Text]),
        ("rematPlanOptionsSetStrategy", None, [_Handle, _Text]),
        ("rematPlanOptionsSetEffort", None, [_Handle, ctypes.c_int]),
        ("rematPlanOptionsSetTimeLimit", None, [_Handle, ctypes.c_double]),
        ("rematPlanOptionsSetReportPath", None, [_Handle, _Text]),
        ("rematPlanOptionsInterrupt", None, [_Handle]),
        ("rematPlanGraph", _Handle, [_Text, _Handle]),
        ("rematPlanDestroy", None, [_Handle]),
        ("rematPlanGetStatus", ctypes.c_int, [_Handle]),
        ("rematPlanGetMessage", _Text, [_Handle]),
        ("rematPlanGetJSON", _Text, [_Handle]),
        ("rematPlanGetBudget", ctypes.c_int64, [_Handle]),
        ("rematPlanGetLowerBound", ctypes.c_int64, [_Handle]),
        ("rematPlanGetSmallestPeak", ctypes.c_int64, [_Handle]),
    ):
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments
    return library


@dataclasses.dataclass(frozen=True)
class Search:
    """Options of a search for a plan."""

    strategy: str = "auto"
    effort: Optional[int] = None
    """0 to 3; None is 1 for up to 1,000 ops and 0 for more, which keeps a search within
    about a second."""
    time_limit: float = 0.0
    """In seconds; 0 is no limit. With one, plans depend on the machine."""

    def __post_init__(self) -> None:
        if self.strategy not in STRATEGIES:
            raise OptionError(
                f"unknown strategy {self.strategy!r}: there are"
                f" {', '.join(STRATEGIES)}"
            )
        is_given = self.effort is not None
        if is_given and (not is_whole(self.effort) or not 0 <= self.effort <= 3):
            raise OptionError(f"effort {self.effort!r}: it is 0, 1, 2 or 3")
        limit = self.time_limit
        is_number = isinstance(limit, (int, float)) and not isinstance(limit, bool)
        if not is_number or not 0 <= limit < float("inf"):
            raise OptionError(f"time_limit {limit!r}: it is seconds, from 0 on")

    def effort_for(self, ops: int) -> int:
        """The effort for a graph with that many ops."""
        if self.effort is not None:
            return self.effort
        return 1 if ops <= _MOST_OPS_FOR_EFFORT_1 else 0


def _plan_graph(library: ctypes.CDLL, graph: str, options: _Handle) -> _Handle:
    """Runs `rematPlanGraph` on a thread, so that Ctrl-C can interrupt it."""
    found: List[_Handle] = []

    def run() -> None:
        found.append(library.rematPlanGraph(_Text.of(graph), options))

    thread = threading.Thread(target=run)
    thread.start()
    try:
        thread.join()
    except KeyboardInterrupt:
        library.rematPlanOptionsInterrupt(options)
        thread.join()
        library.rematPlanDestroy(found[0])
        raise
    return found[0]


def _advice(kind: type, effort: int) -> List[str]:
    """Lines for an error of that kind, where a longer search may find a plan."""
    if kind is not NotFound or effort >= 3:
        return []
    return [f"effort={effort + 1} searches longer than effort={effort} did"]


def solve(
    graph: Mapping[str, Any],
    budget: str,
    search: Search = Search(),
    report_path: str = "",
) -> Dict[str, Any]:
    """The plan file (docs/graph-format.md) for a graph file and a budget in the
    notation of `remat.Budget`. `report_path` names a file for its report.

    Raises `remat.Infeasible` or `remat.NotFound` if there is no plan, and
    `remat.RematError` for other failures.
    """
    library = _load(find_library())
    options = library.rematPlanOptionsCreate()
    plan: Optional[_Handle] = None
    try:
        library.rematPlanOptionsSetBudget(options, _Text.of(budget))
        library.rematPlanOptionsSetStrategy(options, _Text.of(search.strategy))
        effort = search.effort_for(len(graph["ops"]))
        library.rematPlanOptionsSetEffort(options, effort)
        library.rematPlanOptionsSetTimeLimit(options, search.time_limit)
        library.rematPlanOptionsSetReportPath(options, _Text.of(report_path))
        plan = _plan_graph(library, json.dumps(graph), options)
        status = library.rematPlanGetStatus(plan)
        message = library.rematPlanGetMessage(plan).read()
        if status == _OK:
            return json.loads(library.rematPlanGetJSON(plan).read())
        if status in (_INFEASIBLE, _NOT_FOUND):
            kind = Infeasible if status == _INFEASIBLE else NotFound
            smallest = library.rematPlanGetSmallestPeak(plan)
            raise kind(
                message,
                budget_bytes=library.rematPlanGetBudget(plan),
                resident_bytes=graph.get("resident_bytes"),
                lower_bound_bytes=library.rematPlanGetLowerBound(plan),
                smallest_budget_bytes=smallest,
                advised_budget_bytes=smallest,
                notes=_advice(kind, effort),
            )
        raise RematError(message)
    finally:
        if plan is not None:
            library.rematPlanDestroy(plan)
        library.rematPlanOptionsDestroy(options)
