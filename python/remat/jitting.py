# ===- jitting.py - jax.jit within a budget ------------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`remat.jit`: what `jax.jit` does, in the memory that there is."""

from __future__ import annotations

import dataclasses
import functools
import threading
import types
from typing import Any, Callable, Dict, Hashable, Optional, Tuple, Union

import jax

from remat.device_table import DEVICES, lookup, planner_device
from remat.errors import NoPlan
from remat.first_call import Kept, compare, free_bytes, to_host
from remat.host import Host
from remat.host_places import HostPlaces
from remat.jax_internals import trace_context
from remat.loop import MAX_ROUNDS, check_max_rounds, close_loop
from remat.lowering import check_static_shapes, flops_of, fresh, lowered_text
from remat.lowering import replace_module
from remat.plans import Plan, make_plan
from remat.progress import Progress
from remat.sharding import propagated
from remat.signature import NamedArguments, Names, Nums, leaf_key
from remat.sizes import Budget, BudgetLike, format_bytes, parse_host_budget
from remat.tool import Shape, ToolOptions, ToolResult, run_tool
from remat.user_warnings import warn_user

_warned = set()


def _warn_once(topic: str, message: str) -> None:
    """Warns once a process and topic, at the caller's own line."""
    if topic in _warned:
        return
    _warned.add(topic)
    warn_user(message)


def _has_room(compiled: Any, free: Optional[int]) -> bool:
    """Whether a step is known to need no more than `free` bytes beside its
    arguments."""
    needed = peak_of(compiled)
    if free is None or needed is None:
        return False
    return needed - compiled.memory_analysis().argument_size_in_bytes <= free


def peak_of(compiled: Any) -> Optional[int]:
    """The peak in bytes of one device of a `jax.stages.Compiled`, as XLA tells it:
    temporaries + arguments + results - results in donated arguments. None on
    backends that do not tell."""
    memory = compiled.memory_analysis()
    if memory is None:
        return None
    together = memory.temp_size_in_bytes + memory.argument_size_in_bytes
    return together + memory.output_size_in_bytes - memory.alias_size_in_bytes


def platform_of(compiled: Any) -> str:
    """The platform that a `jax.stages.Compiled` runs on: "cpu", "gpu", "tpu"."""
    try:
        return compiled.runtime_executable().client.platform
    except AttributeError:
        return jax.default_backend()


def host_bytes_of(compiled: Any) -> int:
    """What a `jax.stages.Compiled` keeps on the host, as XLA tells it."""
    memory = compiled.memory_analysis()
    return 0 if memory is None else memory.host_temp_size_in_bytes


class Compiled:
    """A compiled step within its budget; everything else is `jax.stages.Compiled`'s."""

    def __init__(self, compiled: Any, plan: Plan):
        self._compiled = compiled
        self.plan = plan
        """The plan that it was compiled from."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._compiled(*args, **kwargs)

    def report(self, as_dict: bool = False) -> Any:
        """What was planned and how it was met, as text or as a dict."""
        return self.plan.report(as_dict)

    def __getattr__(self, name: str) -> Any:
        if name == "_compiled":
            raise AttributeError(name)
        return getattr(self._compiled, name)


class Lowered:
    """A step that is lowered for given arguments, and planned.

    Planning is done when this is made; XLA compiles when `compile` is called,
    which holds its figure against the budget and may plan again.
    """

    def __init__(
        self,
        lower: Callable[[], Any],
        budget: Budget,
        options: ToolOptions,
        verify: bool,
        max_rounds: int,
    ):
        self._lower = lower
        self._budget = budget
        self._options = options
        self._verify = verify
        self._max_rounds = max_rounds
        self._lowered: Any = lower()
        self._text = lowered_text(self._lowered)
        self._sharded = propagated(self._text)
        self._plain_flops = flops_of(self._lowered)
        self._results: Dict[Tuple[str, ToolOptions], ToolResult] = {}
        self._compiled: Dict[Hashable, Compiled] = {}
        self._plan: Optional[Plan] = None
        self._refused: Optional[Exception] = None
        # The result of the plan in force, once `compile` was called.
        self._result: Optional[ToolResult] = None
        # The step as it is, once it is compiled.
        self._as_it_is: Any = None

    def _run(self, budget: str, shape: Shape = Shape()) -> ToolResult:
        """remat-opt on this step; the same question is asked once."""
        key = (budget, self._options.in_shape(shape))
        if key not in self._results:
            self._results[key] = run_tool(self._sharded, *key, self._text)
        return self._results[key]

    @property
    def plan(self) -> Plan:
        """The plan: the one in force once `compile` was called, before that the
        one by prediction. Raises `remat.Infeasible` or `remat.NotFound`."""
        if self._plan is None:
            result = self._run(self._budget.text)
            self._plan = self._make_plan(result, None)
        return self._plan

    def _make_plan(self, result: ToolResult, flops: Optional[float], **k: Any) -> Plan:
        return make_plan(
            result,
            device=self._options.device,
            budget=self._budget.text,
            plain_flops=self._plain_flops,
            flops=self._plain_flops if result.untouched else flops,
            **k,
        )

    def report(self, as_dict: bool = False) -> Any:
        """What was planned and how it was met, as text or as a dict."""
        return self.plan.report(as_dict)

    def as_text(self) -> str:
        """The StableHLO that is compiled."""
        return self.plan.mlir

    def compile(self, compiler_options: Optional[Dict[str, Any]] = None) -> Compiled:
        """Compiles the plan, and unless `verify=False` was given or this is the
        CPU, until XLA's own figure is within the budget.

        Raises `remat.Infeasible` or `remat.NotFound`. Compiles once if the plan
        holds at once, as is common, and `max_rounds` times at most; a budget in
        percent takes one more.
        """
        key = tuple(sorted((compiler_options or {}).items()))
        if key not in self._compiled:
            self._compiled[key] = self._compile(compiler_options)
        return self._compiled[key]

    def _build(self, text: str, compiler_options: Any) -> Tuple[Any, Optional[float]]:
        """XLA on `text`, and how many operations it counts."""
        # JAX compiles a lowering once, so each text needs one of its own.
        lowered, self._lowered = self._lowered or self._lower(), None
        if text != self._text:
            replace_module(lowered, text)
        flops = flops_of(lowered)
        if compiler_options is None:
            return lowered.compile(), flops
        return lowered.compile(compiler_options=compiler_options), flops

    def _compile(self, compiler_options: Any) -> Compiled:
        progress = Progress()
        flops: Dict[str, Optional[float]] = {}
        built: Dict[str, Any] = {}
        rounds = 0

        def build(text: str) -> Tuple[Any, int, Optional[float]]:
            nonlocal rounds
            rounds += text != self._text
            what = f"round {rounds}" if text != self._text else "the step as it is"
            with progress.step(f"compiling, {what}"):
                compiled, flops[text] = self._build(text, compiler_options)
            if text == self._text:
                self._as_it_is = compiled
            peak = peak_of(compiled)
            if not self._can_verify(compiled, peak):
                raise _Unverifiable(text, compiled)
            return compiled, peak, flops[text]

        if self._verify:
            try:
                closed = close_loop(
                    self._text,
                    self._run,
                    build,
                    self._budget,
                    self._max_rounds,
                    host=Host(self._options.host_budget, host_bytes_of),
                )
            except _Unverifiable as error:
                built[error.text] = error.compiled
            else:
                plan = self._make_plan(
                    closed.result,
                    flops[closed.result.text],
                    compiled_peak_bytes=closed.compiled_peak_bytes,
                    plain_compiled_peak_bytes=closed.plain_compiled_peak_bytes,
                    compiled_host_bytes=closed.compiled_host_bytes,
                    budget_bytes=closed.budget_bytes,
                    rounds=closed.rounds,
                    verified=True,
                )
                self._plan, self._result = plan, closed.result
                return Compiled(closed.compiled, plan)
        # The prediction decides. What the loop has compiled before it gave up may
        # be another plan than that.
        result = self._run(self._budget.text)
        text = result.text
        compiled = built.get(text)
        if compiled is None:
            with progress.step("compiling"):
                compiled, flops[text] = self._build(text, compiler_options)
        plan = self._make_plan(
            result, flops[text], compiled_peak_bytes=self._figure(compiled)
        )
        if self._verify:
            self._say_unverified(plan, compiled)
        self._plan, self._result = plan, result
        return Compiled(compiled, plan)

    def _without_plan(self, free: Optional[int]) -> Optional[Compiled]:
        """The step as it is, if it needs at most `free` bytes beside its arguments;
        None if it needs more, or if that is unknown. Only after `compile`."""
        if self._as_it_is is None:
            self._as_it_is = self._build(self._text, None)[0]
        if not _has_room(self._as_it_is, free):
            return None
        plain = dataclasses.replace(self._result, text=self._text, untouched=True)
        return Compiled(self._as_it_is, self._make_plan(plain, None))

    def _without_host(self) -> Optional[Compiled]:
        """The step planned for the same budget with nothing on the host; None if
        there is no such plan."""
        options = dataclasses.replace(
            self._options, host_budget=0, link_bandwidth=None
        )
        other = Lowered(
            self._lower, self._budget, options, self._verify, self._max_rounds
        )
        try:
            return other.compile()
        except NoPlan:
            return None

    @staticmethod
    def _can_verify(compiled: Any, peak: Optional[int]) -> bool:
        return peak is not None and platform_of(compiled) != "cpu"

    def _figure(self, compiled: Any) -> Optional[int]:
        peak = peak_of(compiled)
        return peak if self._can_verify(compiled, peak) else None

    @staticmethod
    def _say_unverified(plan: Plan, compiled: Any) -> None:
        predicted = plan.predicted_peak_bytes
        size = "" if predicted is None else f" of {format_bytes(predicted)}"
        if platform_of(compiled) == "cpu":
            _warn_once(
                "cpu",
                f"the peak{size} is predicted for {plan.device} and not verified: XLA's"
                " CPU backend drops the barriers that hold recomputation in place, and"
                " shows no savings. remat.plan has it verified for a named GPU",
            )
        else:
            _warn_once(
                "figures",
                f"the peak{size} is predicted and not verified: this backend tells no"
                " memory figures",
            )


class _Unverifiable(Exception):
    """Raised out of the loop where the backend's figure says nothing."""

    def __init__(self, text: str, compiled: Any):
        super().__init__()
        self.text = text
        self.compiled = compiled


class JitFunction:
    """What `remat.jit` returns: called as the function is."""

    def __init__(
        self,
        fun: Callable[..., Any],
        budget: Budget,
        verify: bool,
        max_rounds: int,
        device: Optional[str],
        tool: Dict[str, Any],
        check_first_call: bool,
        host_places: Dict[str, Any],
        jit_options: Dict[str, Any],
    ):
        functools.update_wrapper(self, fun)
        self._fun = fun
        self._budget = budget
        self._verify = verify
        self._max_rounds = max_rounds
        self._device = device
        self._tool = tool
        self._check_first_call = check_first_call
        self._jit_options = jit_options
        self._statics = NamedArguments(
            fun, jit_options.get("static_argnums"), jit_options.get("static_argnames")
        )
        self._places = HostPlaces(
            fun, **host_places, statics=self._statics, jit_options=jit_options
        )
        # Takes arguments on the host, too, but moves none and no result.
        self._plain_fun = self._places.function if self._places else fun
        self._remat_plain = jax.jit(self._plain_fun, **jit_options)
        self._compiled: Dict[Hashable, Compiled] = {}
        self._lock = threading.RLock()

    def __repr__(self) -> str:
        name = getattr(self._fun, "__name__", repr(self._fun))
        return f"<remat.jit of {name}, budget {self._budget.text}>"

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        # As a method, like a function.
        return self if instance is None else types.MethodType(self, instance)

    def _device_name(self) -> str:
        if self._device is not None:
            return self._device
        return planner_device(jax.devices()[0].device_kind)

    def lower(self, *args: Any, **kwargs: Any) -> Lowered:
        """Lowers and plans the function for these arguments, which may be abstract
        (`jax.ShapeDtypeStruct`). Compiles nothing.

        Raises `remat.Infeasible`, `remat.NotFound`, `remat.ToolNotFound`,
        `remat.ToolError`, `remat.DynamicShapeError`.
        """
        check_static_shapes((args, kwargs))
        name = self._device_name()
        known = DEVICES.get(name)
        options = ToolOptions(device=known.planner if known else name, **self._tool)

        fun, jit_options = self._plain_fun, self._jit_options
        if self._uses_host_places(jax.default_backend()):
            args, kwargs = self._places.place(args, kwargs)
            jit_options = self._places.options(args, kwargs)

        def lower() -> Any:
            return jax.jit(fresh(fun), **jit_options).lower(*args, **kwargs)

        lowered = Lowered(
            lower, self._budget, options, self._verify, self._max_rounds
        )
        if not self._verify:
            lowered.plan  # So that a refusal comes here.
        return lowered

    def _key(self, args: Any, kwargs: Any) -> Tuple[Hashable, bool]:
        """The key of a call, and whether JAX is tracing it."""
        static, dynamic, keywords = self._statics.split(args, kwargs)
        leaves, tree = jax.tree_util.tree_flatten((dynamic, keywords))
        if any(isinstance(leaf, jax.core.Tracer) for leaf in leaves):
            return None, True
        return (static, tree, tuple(map(leaf_key, leaves)), trace_context()), False

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if jax.config.jax_disable_jit:
            return self._remat_plain(*args, **kwargs)
        key, traced = self._key(args, kwargs)
        if traced:
            _warn_once(
                "traced",
                "a function of remat.jit is called while JAX traces another one"
                " (jax.jit, jax.grad, jax.vmap, ...): there it is a plain jax.jit, and"
                " its budget says nothing. Give the outermost function to remat.jit",
            )
            return self._remat_plain(*args, **kwargs)
        if self._uses_host_places(jax.default_backend()):
            args, kwargs = self._places.place(args, kwargs)
            key, _ = self._key(args, kwargs)
        compiled = self._compiled.get(key)
        if compiled is None:
            with self._lock:
                compiled = self._compiled.get(key)
                if compiled is None:
                    lowered = self.lower(*args, **kwargs)
                    compiled = lowered.compile()
                    if self._must_compare(compiled):
                        return self._compare_first(key, lowered, compiled, args, kwargs)
                    self._compiled[key] = compiled
        static, dynamic, keywords = self._statics.split(args, kwargs)
        return compiled(*dynamic, **keywords)

    def _uses_host_places(self, platform: str) -> bool:
        """Whether arguments or results stay on the host on a platform."""
        if not self._places:
            return False
        if platform == "cpu":
            _warn_once(
                "host places",
                "host_argnums, host_argnames and host_resultnums move nothing here:"
                " XLA's CPU backend keeps everything in one memory",
            )
        return platform != "cpu"

    def _remat_jitted(
        self, platform: Optional[str], args: Any, kwargs: Any
    ) -> Tuple[Any, Any, Any]:
        """What `jax.jit` makes of the function for a platform, and its arguments
        there."""
        if not self._uses_host_places(platform or jax.default_backend()):
            return self._remat_plain, args, kwargs
        args, kwargs = self._places.place(args, kwargs)
        options = self._places.options(args, kwargs)
        return jax.jit(self._plain_fun, **options), args, kwargs

    def _must_compare(self, compiled: Compiled) -> bool:
        """Whether the plan parks values and XLA's backend has a memory of the host
        for them; the CPU's has none."""
        is_compared = self._check_first_call and compiled.plan.parks
        return is_compared and platform_of(compiled) != "cpu"

    def _compare_first(
        self,
        key: Hashable,
        lowered: Lowered,
        compiled: Compiled,
        args: Any,
        kwargs: Any,
    ) -> Any:
        """Runs the first call of a plan that parks values and checks its results.
        If they differ from those of a step that parks none, returns those, and that
        step takes the plan's place."""
        _, dynamic, keywords = self._statics.split(args, kwargs)
        given = dynamic, keywords
        # Donated arguments are gone after the first of two runs: keep copies on the
        # host.
        kept = Kept(given) if self._donates() else None
        free = free_bytes()
        try:
            reference = lowered._without_plan(free)
            if reference is None:
                reference = lowered._without_host()
                is_known = reference is not None and free is not None
                if is_known and not _has_room(reference, free):
                    reference = None
            expected = None
            if reference is not None:
                expected = to_host(reference(*given[0], **given[1]))
        except Exception as error:  # The plan itself may run all the same.
            reference, why = None, f"that failed: {type(error).__name__}: {error}"[:300]
        else:
            why = "neither the step as it is nor a plan without a host budget fits"
        if kept is not None:
            given = kept.restored()
        found = compiled(*given[0], **given[1])
        if reference is None:
            self._compiled[key] = compiled
            warn_user(
                "the step parks values on the host, and its results were not checked:"
                f" {why}. check_first_call=False turns the check off"
            )
            return found
        mismatch = compare(found, expected, kept.arguments if kept else given)
        if mismatch is None:
            self._compiled[key] = compiled
            return found
        del found
        reference = self._replacement(lowered, reference)
        self._compiled[key] = reference
        then = "a plan without host memory runs"
        if reference.plan.untouched:
            peak = peak_of(reference)
            needed = "" if peak is None else f", which needs {format_bytes(peak)}"
            then = f"the step as it is runs{needed}: there is no plan without the host"
        warn_user(
            f"{mismatch} between the step that parks values on the host and one that"
            f" parks none: XLA has defects there. From now on {then}"
        )
        if kept is not None:
            given = kept.restored()
        return reference(*given[0], **given[1])

    @staticmethod
    def _replacement(lowered: Lowered, reference: Compiled) -> Compiled:
        """A plan within the budget that parks nothing, or `reference` if there is
        none."""
        if not reference.plan.untouched:
            return reference
        try:
            return lowered._without_host() or reference
        except Exception:  # The reference has run.
            return reference

    def _donates(self) -> bool:
        """Whether the function donates arguments."""
        # 0 is a number of an argument.
        names = ("donate_argnums", "donate_argnames")
        return any(self._jit_options.get(n) not in (None, (), [], "") for n in names)

    def trace(self, *args: Any, **kwargs: Any) -> Any:
        """As `jax.jit(fun).trace`: the function before it is planned."""
        return self._remat_plain.trace(*args, **kwargs)

    def eval_shape(self, *args: Any, **kwargs: Any) -> Any:
        """As `jax.jit(fun).eval_shape`: shapes and types of the results."""
        return self._remat_plain.eval_shape(*args, **kwargs)

    def clear_cache(self) -> None:
        """Forgets all plans; they are made again when they are needed."""
        with self._lock:
            self._compiled.clear()
        self._remat_plain.clear_cache()

    @property
    def plans(self) -> Tuple[Plan, ...]:
        """The plans that calls have made, one for each set of shapes."""
        return tuple(compiled.plan for compiled in self._compiled.values())


def jit(
    fun: Optional[Callable[..., Any]] = None,
    /,
    *,
    budget: BudgetLike,
    device: Optional[str] = None,
    cost: str = "flops",
    strategy: str = "auto",
    effort: Optional[int] = None,
    cuts: Optional[int] = None,
    verify: bool = True,
    max_rounds: int = MAX_ROUNDS,
    host_budget: Union[int, str, None] = None,
    link_bandwidth: Optional[float] = None,
    check_first_call: bool = True,
    host_argnums: Nums = None,
    host_argnames: Names = None,
    host_resultnums: Nums = None,
    **jit_options: Any,
) -> Any:
    """`jax.jit` whose compiled function needs no more than `budget` of memory.

    Args:
      fun: the function, most often one that computes a loss and its gradients and
        updates parameters. Without it a decorator is returned.
      budget: peak memory of the function on one device, arguments and results
        included: bytes (an int), "8GiB", "500MB", "60%" of what XLA compiles the
        function to as it is (with verify=False, of the prediction), "min", "knee"
        (where the next percent of memory begins to cost more than a percent of time),
        or "slack:50%" (min plus half of the way to the peak).
      device: the device that the step is for: "h100", "a100". Default: what JAX runs
        on.
      cost: what is saved when it is decided what to compute again: "flops", the
        operations (and as many for the bytes that are moved), or "time" by the
        speeds of `device`.
      strategy: how remat-opt plans; "auto" unless strategies are compared.
      effort: how hard it tries, 0 (fastest) to 3.
      cuts: how many barriers through all that is alive it may put in; default: 64
        for small budgets and 4 for large ones, then others if a plan does not fit.
      verify: hold XLA's own figure against the budget, and plan again if it is
        above. With False the plan is compiled once and believed.
      max_rounds: how many plans, or the step as it is, XLA compiles at most, each
        time as long as it takes; the step for a percentage is not counted.
      host_budget: how much of the host's memory the function may use in addition:
        values are then copied there and back where that costs less than to compute them
        again. Bytes (an int), "64GiB"; default: none.
      link_bandwidth: GB/s between device and host, each way; with cost="flops" bytes
        for an operation. Default: the device's; with cost="flops" 1.
      check_first_call: hold the results of the first call of a plan that parks values
        on the host against those of the step as it is, or of a plan that parks none,
        whichever fits. That compiles one or more further modules and runs the step
        twice. If the results differ, a plan that parks none runs from then on, with a
        warning.
      host_argnums: arguments, by place, that stay in the host's memory between calls,
        as an optimizer's state may, and are copied to the device when they are needed.
        Arrays elsewhere are moved there at each call. For steps of one device.
      host_argnames: the same, by name.
      host_resultnums: results, by place in the tuple that the function returns, that
        are placed in the host's memory: the state for the next call.
      **jit_options: everything that `jax.jit` takes: `in_shardings`,
        `out_shardings`, `static_argnums`, `static_argnames`, `donate_argnums`,
        `donate_argnames`, `keep_unused`, `compiler_options`.

    Returns:
      a function that is called as `fun` is. Each set of shapes, types, shardings
      and static arguments is planned and compiled once. Its `lower(*args)` gives
      an object with `plan`, `report()`, `as_text()` and `compile()`; its `plans`
      are those in force.

    Raises (when called or lowered):
      remat.Infeasible: below a proven bound. remat.NotFound: no plan was found.
      Both tell the bound, the tensors alive where it binds with their lines of
      Python, and the smallest budget found. remat.BudgetError (at once) for a
      budget that means nothing, remat.ToolNotFound if remat-opt is missing.

    Where the step is within the budget as it is, it is compiled as it is, unless it
    recomputes by itself and a plan that keeps more is faster. On the CPU backend, which
    undoes recomputation, the function runs and warns once that its peak is predicted
    only.
    """
    parsed = Budget.parse(budget)
    check_max_rounds(max_rounds)
    tool = {
        "cost": cost,
        "strategy": strategy,
        "effort": effort,
        "cuts": cuts,
        "host_budget": parse_host_budget(host_budget),
        "link_bandwidth": link_bandwidth,
    }
    ToolOptions(**tool)  # So that what is wrong is said here.
    host_places = {
        "argnums": host_argnums,
        "argnames": host_argnames,
        "resultnums": host_resultnums,
    }
    if device is not None:
        device = lookup(device).name

    def wrap(fun: Callable[..., Any]) -> JitFunction:
        if not callable(fun):
            raise TypeError(f"remat.jit needs a function, not {fun!r}")
        return JitFunction(
            fun,
            parsed,
            verify,
            max_rounds,
            device,
            tool,
            check_first_call,
            host_places,
            jit_options,
        )

    return wrap if fun is None else wrap(fun)
