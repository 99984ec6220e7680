# ===- backends.py - torch.compile within a budget -----------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`compile` and `backend`, for users."""

from __future__ import annotations

import functools
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

import torch
from torch import fx
from torch._dynamo.backends.common import aot_autograd
from torch._dynamo.eval_frame import OptimizedModule

from remat.errors import NoPlan, OptionError, RematError
from remat.sizes import format_size
from remat.torch.first_step import FirstStep, first_step_of
from remat.torch.planning import including_margin, plan_eager
from remat.torch.plans import Plan
from remat.torch.regions import is_region, partition_region
from remat.torch.settings import Settings
from remat.user_warnings import user_place, warn_user


def run_boxed(module: fx.GraphModule) -> Callable[[List[Any]], Any]:
    """Runs a graph operator by operator. Frees each tensor after its last use,
    including the arguments in the given list."""

    def run(arguments: List[Any]) -> Any:
        return fx.Interpreter(module).boxed_run(arguments)

    run._boxed_call = True
    return run


class _TracedRun(fx.Interpreter):
    """Marks the allocations of each node with its step of the plan, for `measuring`."""

    def __init__(
        self, module: fx.GraphModule, step_of: Dict[str, int], measuring: FirstStep
    ):
        super().__init__(module)
        self.step_of = step_of
        self.measuring = measuring

    def run_node(self, n: fx.Node) -> Any:
        if n.name not in self.step_of:
            return super().run_node(n)
        with self.measuring.part(str(self.step_of[n.name])):
            return super().run_node(n)


def _run_traced(
    module: fx.GraphModule, emitted: fx.GraphModule, measuring: FirstStep
) -> Callable[[List[Any]], Any]:
    """Runs `module`, a copy of `emitted`."""
    steps = {
        node.name: step
        for node, step in measuring.plan.emitted.step_of.items()
        if node.graph is emitted.graph
    }

    def run(arguments: List[Any]) -> Any:
        return _TracedRun(module, steps, measuring).boxed_run(arguments)

    run._boxed_call = True
    return run


class Backend:
    """A backend for `torch.compile`. `plans` has the plan of each compiled joint graph,
    in order."""

    def __init__(self, settings: Settings):
        self.settings = settings
        self.plans: List[Plan] = []
        self._frames: List[Tuple[Any, int]] = []
        self._breaks: Dict[str, str] = {}
        """Graph breaks behind the graphs compiled so far, by the places that the graphs
        after them are called from."""
        self._may_be_unused = True
        """Until there is a graph to compile, or a warning that there is none."""
        # torch.compile shows this name.
        self.__name__ = "remat"

    def __deepcopy__(self, memo: Any) -> "Backend":
        return self

    def __reduce__(self) -> Tuple[Any, ...]:
        return Backend, (self.settings,)

    def __call__(
        self, module: fx.GraphModule, inputs: Sequence[Any], **options: Any
    ) -> Callable[..., Any]:
        self._may_be_unused = False
        if options:
            raise OptionError(
                f"Remat's backend takes no {' and no '.join(options)} of torch.compile:"
                " set torch._inductor.config instead"
            )
        begin = self._breaks.get(user_place())
        self._warn_of_parts(begin)
        notes = []
        if begin is not None:
            notes.append(f"the graph begins at the graph break at {begin}")
        stack = _break_behind(module)
        if stack:
            notes.append(f"the graph ends at the graph break at {stack[-1]}")
            self._breaks.update(dict.fromkeys(stack, stack[-1]))
        try:
            return self._compile(module, inputs)
        except NoPlan as error:
            if self.plans:
                error = self._for_all_graphs(error)
            if notes:
                error = error.replaced(notes=[*error.notes, *notes])
            raise error from None

    def _for_all_graphs(self, error: NoPlan) -> NoPlan:
        """`error` about a graph that has no plan, with advice for all of them."""
        largest = max(plan.predicted_peak_bytes for plan in self.plans)
        largest = including_margin(largest, self.settings.margin)
        note = (
            f"this is graph {len(self.plans) + 1} with this budget, for another part of"
            " the model or another size of its inputs: shares are of each graph's own"
            " peak, while one budget in bytes has to be enough for all. The plans before"
            f" it take up to {format_size(largest)}"
        )
        advised = error.advised_budget_bytes
        if advised is not None:
            advised = max(advised, largest)
        return error.replaced(notes=[*error.notes, note], advised_budget_bytes=advised)

    def _compile(
        self, module: fx.GraphModule, inputs: Sequence[Any]
    ) -> Callable[..., Any]:
        if self.settings.inner == "inductor":
            from remat.torch.program_search import compile_by_inductor

            return compile_by_inductor(self.settings, self.plans, module, inputs)
        return _compile_eager(self.settings, self.plans, module, inputs)

    def _warn_of_parts(self, begin: Optional[str]) -> None:
        """Warns if one call of the model runs more than one joint graph. `begin` is the
        graph break before the next one, if any."""
        current = torch._guards.CompileContext.current_compile_id()
        if current is None:
            return
        frame, attempt = current.frame_id, current.frame_compile_id
        if attempt == torch._dynamo.config.recompile_limit - 1:
            warn_user(
                f"this is program {attempt + 1} of one function, with those without"
                " gradients, and the last one: for other sizes or other numbers among"
                " its arguments PyTorch will run it without a plan, training, too. Pad"
                " to few sizes, pass numbers as tensors, or raise"
                " torch._dynamo.config.recompile_limit; between experiments,"
                " torch._dynamo.reset()"
            )
        if torch._dynamo.config.compiled_autograd:
            warn_user(
                "compiled autograd compiles the backward pass once more, in an order of"
                " its own: no first step is measured, and it may exceed the budget."
                " torch._dynamo.config.compiled_autograd = False"
            )
        known = {other for other, _ in self._frames}
        if (frame, attempt) in self._frames:
            warn_user(
                "the model was split into several graphs, as for buckets of DDP: the"
                " budget holds for each by itself, not for their sum. One graph has"
                " one budget: torch._dynamo.config.optimize_ddp = False"
            )
        elif known and frame not in known:
            cause = "for another function"
            if begin is not None:
                cause = f"after the graph break at {begin}"
            warn_user(
                f"a second graph was compiled with this budget, {cause}: the"
                " budget holds for each by itself, not for their sum. fullgraph=True"
                " refuses such models, and says why the graph breaks"
            )
        self._frames.append((frame, attempt))


    def warn_if_unused(self) -> None:
        """Warns, once, behind a first call that `torch.compile` made no graph of."""
        if not self._may_be_unused:
            return
        self._may_be_unused = False
        warn_user(
            "torch.compile made no graph of this call: PyTorch runs it as it is, and"
            " nothing keeps it within the budget. fullgraph=True says why"
        )


def _break_behind(module: fx.GraphModule) -> List[str]:
    """Files and lines of the graph break that ends a Dynamo graph, with its callers,
    innermost last; none if the graph ends with its function."""
    reason = getattr(module, "compile_subgraph_reason", None)
    if reason is None or not reason.graph_break:
        return []
    return [f"{frame.filename}:{frame.lineno}" for frame in reason.user_stack]


def _compile_eager(
    settings: Settings,
    plans: List[Plan],
    module: fx.GraphModule,
    inputs: Sequence[Any],
) -> Callable[..., Any]:
    """Compiles a Dynamo graph to two graphs that run operator by operator."""
    # For this graph alone: others may be compiled before its backward pass.
    first_steps: List[FirstStep] = []

    def partition(
        joint: fx.GraphModule, inputs: Any, *, num_fwd_outputs: int, **__: Any
    ) -> Tuple[fx.GraphModule, fx.GraphModule]:
        if is_region(inputs):
            return partition_region(joint, num_fwd_outputs)
        plan = plan_eager(joint, num_fwd_outputs, settings)
        plans.append(plan)
        measuring: Optional[FirstStep] = None
        if settings.check:
            measuring = first_step_of(plan)
        if measuring is not None:
            first_steps.append(measuring)
        return plan.emitted.forward, plan.emitted.backward

    def runner(graph: fx.GraphModule, which: str) -> Callable[..., Any]:
        if not settings.trace or not first_steps:
            return run_boxed(graph)
        # AOTAutograd passes copies of the graphs.
        measuring = first_steps[-1]
        return _run_traced(graph, getattr(measuring.plan.emitted, which), measuring)

    def compile_forward(graph: fx.GraphModule, _: Any) -> Callable[..., Any]:
        run = runner(graph, "forward")
        return first_steps[-1].forward(run) if first_steps else run

    def compile_backward(graph: fx.GraphModule, _: Any) -> Callable[..., Any]:
        run = runner(graph, "backward")
        if not first_steps:
            return run
        tangents = len(first_steps[-1].plan.joint.tangents)
        return first_steps[-1].backward(run, tangents)

    compiler = aot_autograd(
        fw_compiler=compile_forward,
        bw_compiler=compile_backward,
        inference_compiler=lambda graph, _: run_boxed(graph),
        partition_fn=partition,
        keep_inference_input_mutations=True,
    )
    return compiler(module, inputs)


def backend(budget: Any, inner: str = "inductor", **options: Any) -> Backend:
    """A backend for `torch.compile(model, backend=...)` that keeps training steps
    within `budget`.

    budget: bytes (8589934592), a size ("8GiB"), a share of the peak without
        recomputation ("60%"), "min", "knee" or "slack:50%". It covers parameters,
        inputs and gradients of the compiled region, but no memory outside of it, such
        as the state of an optimizer.
    inner: "inductor", or "aot_eager" for PyTorch's own kernels one by one.
    device: the device whose speeds determine costs; by default that of the tensors.
    strategy, effort, time_limit: options of the search, as in `remat.jit`; effort is
        1 by default, and 0 above 1,000 operators.
    margin: the fraction of a budget in bytes to leave free.
    probe: run operators once on zeros to measure their workspaces.
    profile: measure the time of each operator, for costs in nanoseconds; plans then
        depend on the machine.
    dynamic_shapes: "refuse", or "hint" to plan for the sizes of the first call.
    check: measure the first step, on a GPU the second one, and warn if it exceeds the
        budget.
    trace: measure each operator of that step for `Plan.trace` (aot_eager).

    Raises `remat.BudgetError`, `remat.OptionError` and `remat.DeviceError` at once. If
    there is no plan, the first call of the compiled model raises `remat.Infeasible` or
    `remat.NotFound` as `inner_exception` of Dynamo's BackendCompilerFailed.
    """
    return Backend(Settings.of(budget, inner=inner, **options))


def compile(
    model: Callable[..., Any],
    budget: Any,
    *,
    inner: str = "inductor",
    fullgraph: bool = False,
    **options: Any,
) -> Any:
    """`torch.compile(model)` whose training step keeps within `budget`: bytes, "8GiB",
    "60%" of the peak without recomputation, "min", "knee" or "slack:50%". `backend` has
    the other options. The result is a module where `model` is one, and has `plans`. The
    first call raises `remat.Infeasible` or `remat.NotFound` where there is no plan."""
    return _compile(model, backend(budget, inner, **options), fullgraph)


def _compile(model: Callable[..., Any], made: Backend, fullgraph: bool) -> Any:
    dynamic = None if made.settings.dynamic_shapes == "hint" else False
    compiled = torch.compile(model, backend=made, fullgraph=fullgraph, dynamic=dynamic)
    if isinstance(compiled, OptimizedModule):
        model, context = compiled._orig_mod, compiled.dynamo_ctx
        return PlannedModule(model, context, made, fullgraph)
    compiled = _raising(compiled, made)
    compiled.plans = made.plans
    return compiled


class PlannedModule(OptimizedModule):
    """A module whose training step keeps within a budget. Copies of it have the same
    `plans`; a pickled one has none before it is called."""

    _own_attributes = {"_backend", "_fullgraph"}
    _opt_mod_attributes = OptimizedModule._opt_mod_attributes | _own_attributes

    def __init__(
        self, model: torch.nn.Module, context: Any, backend: Backend, fullgraph: bool
    ):
        object.__setattr__(self, "_backend", backend)
        object.__setattr__(self, "_fullgraph", fullgraph)
        super().__init__(model, context)

    def _initialize(self) -> None:
        super()._initialize()
        self.forward = _raising(self.forward, self._backend)

    def __reduce__(self) -> Tuple[Any, ...]:
        # A copy of the context would lose that shapes are static.
        return _compile, (self._orig_mod, self._backend, self._fullgraph)

    @property
    def plans(self) -> List[Plan]:
        """A plan for each joint graph that was compiled, in order."""
        return self._backend.plans


def _raising(call: Callable[..., Any], backend: Backend) -> Callable[..., Any]:
    """`call`, compiled by `backend`, which raises Remat's exceptions instead of Dynamo's
    wrappers."""

    @functools.wraps(call)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        try:
            result = call(*args, **kwargs)
            if not torch.compiler.is_compiling():
                backend.warn_if_unused()
            return result
        except torch._dynamo.exc.BackendCompilerFailed as failed:
            inner = failed.inner_exception
            if isinstance(inner, RematError):
                raise inner from None
            raise

    return wrapped
