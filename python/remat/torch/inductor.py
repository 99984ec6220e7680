# ===- inductor.py - Plans that Inductor compiles ------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Compiles a step for one plan by Inductor, and checks the generated programs against the
budget."""

from __future__ import annotations

import contextlib
import threading
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence
from typing import Set, Tuple

from torch import fx
from torch._functorch import aot_autograd
from torch._functorch import config as functorch_config
from torch._inductor import config as inductor_config
from torch._inductor.compile_fx import compile_fx, compile_fx_inner
from torch._inductor.decomposition import select_decomp_table

from remat.torch.allocations import Workspaces, round_up, rounding_of
from remat.torch.first_step import FirstStep, first_step_of
from remat.torch.fused_memory import FusedMemory, PassInputs
from remat.torch.joint_graph import Value
from remat.torch.joint_passes import Partitioner
from remat.torch.kernel_planning import is_reached, plan_for_inductor
from remat.torch.limited_fusion import LimitedFusion
from remat.torch.nominal_budgets import NominalBudgets
from remat.torch.operator_kinds import copied_bytes
from remat.torch.patching import replaced
from remat.torch.planning import is_for_cpu, planner_budget, probed_device
from remat.torch.plans import Plan
from remat.torch.regions import is_region, partition_region
from remat.torch.settings import Settings


def decompositions() -> Dict[Any, Any]:
    """The decompositions that Inductor expects in its graphs."""
    return select_decomp_table()


class Excess(BaseException):
    """Ends a compilation whose program takes too much. Not an Exception, since Dynamo
    and Inductor catch those."""

    def __init__(self, peak: int):
        super().__init__()
        self.peak = peak


class RepeatedPlan(BaseException):
    """Ends a compilation whose plan has the steps of an earlier one."""


class Attempt:
    """One compilation for one budget."""

    def __init__(
        self, settings: Settings, budget: Optional[int], budgets: NominalBudgets
    ):
        self.settings = settings
        self.budget = budget
        """In bytes; None if the first plan determines it."""
        self.budgets = budgets
        self.nominal = budgets.nominal
        """The budget to plan for, if it differs."""
        self.compiled: Set[str] = set()
        """The compiled passes."""
        self.plan: Optional[Plan] = None
        self.first_step: Optional[FirstStep] = None
        self.fusion = LimitedFusion()
        self.memories: Dict[str, FusedMemory] = {}
        self.workspaces = Workspaces()

    def partition(
        self,
        module: fx.GraphModule,
        inputs: Sequence[Any],
        *,
        num_fwd_outputs: int,
        **options: Any,
    ) -> Tuple[fx.GraphModule, fx.GraphModule]:
        if is_region(inputs):
            return partition_region(module, num_fwd_outputs)
        options.pop("compiler", None)
        plan = plan_for_inductor(
            module,
            num_fwd_outputs,
            self.settings,
            inputs,
            nominal=self.nominal,
            **options,
        )
        self.plan = plan
        if self.budget is not None:
            plan.budget_bytes = self.budget
        if self.budgets.is_known(plan):
            raise RepeatedPlan
        if self.settings.check:
            self.first_step = first_step_of(plan)
        return plan.emitted.forward, plan.emitted.backward

    def compile(
        self, module: fx.GraphModule, inputs: Sequence[Any], **options: Any
    ) -> Any:
        """Compiles one pass of the plan, or an inference as Inductor does."""
        if self.plan is None or options.get("is_inference"):
            return compile_fx_inner(module, inputs, **options)
        is_backward = bool(options.get("is_backward"))
        which = "backward" if is_backward else "forward"
        self._prepare(is_backward)
        # If convolutions ask for channels last and their gradients for the layout of
        # the trace, each gets copies.
        on_cpu = is_for_cpu(self.plan.joint, None)
        layouts = {"layout_optimization": False} if on_cpu else {}
        with inductor_config.patch(layouts):
            compiled = compile_fx_inner(module, inputs, **options)
        self.compiled.add(which)
        if self.fusion.found is not None:
            self.memories[which] = self.fusion.found
        if self.first_step is None:
            return compiled
        if is_backward:
            tangents = len(self.plan.joint.tangents)
            return self.first_step.backward(compiled, tangents)
        return self.first_step.forward(compiled)

    def _prepare(self, is_backward: bool) -> None:
        """Gives the fusion the inputs and the limit of the next program."""
        self.fusion.found = None
        self.fusion.inputs = self._inputs(is_backward)
        self.fusion.limit = self.limit - self.plan.resident_bytes
        self.fusion.on_excess = self._give_up
        # A refusal names the peaks for shares: they are of both passes.
        if self._determines_budget or self.budgets.tries_shares and not is_backward:
            self.fusion.on_excess = lambda memory: None

    @property
    def limit(self) -> int:
        """The bytes that the program may take."""
        if self.settings.budget.bytes is None:
            return self.plan.budget_bytes
        return int(planner_budget(self.settings))

    def _inputs(self, is_backward: bool) -> PassInputs:
        workspaces = self._workspaces(is_backward)
        device = self.plan.joint.device
        probed = probed_device(self.plan.joint, self.settings, None)
        # On a CPU, the layouts of the trace are those of the program.
        measure = None if probed is None or probed.type == "cpu" else self._measure
        if not is_backward:
            return PassInputs({}, 0, workspaces, measure, device)
        plan = self.plan
        rounding = rounding_of(is_for_cpu(plan.joint, None))

        def bytes_of(value: Value) -> int:
            return round_up(value.bytes, rounding)

        outputs = {
            plan.joint.value_of[node].owner
            for node in plan.joint.forward_outputs
            if isinstance(node, fx.Node) and node in plan.joint.value_of
        }
        saved = plan.emitted.saved
        # The caller holds the outputs, those that are saved, too.
        sizes = {value.node.name: bytes_of(value) for value in saved
                 if not value.is_resident and value.owner not in outputs}
        forward = self.memories.get("forward")
        if saved and forward is not None:
            # Where a convolution asks for another layout of a parameter, its copy is
            # saved. On a CPU layouts stay.
            copies = zip(saved, forward.made[-len(saved):])
            sizes.update((value.node.name, made) for value, made in copies
                         if value.is_resident and made)
        held = sum(map(bytes_of, plan.joint.boundary.writes))
        held += sum(bytes_of(value) for value in outputs if not value.is_resident)
        return PassInputs(sizes, held, workspaces, measure, device)

    def _measure(self, nodes: Mapping[str, fx.Node]) -> Dict[str, int]:
        """Workspaces of library calls with the layouts of the program, by name."""
        measured = self.workspaces.measure(nodes.values(), self.plan.joint.device)
        return {name: measured[n] for name, n in nodes.items() if n in measured}

    def _workspaces(self, is_backward: bool) -> Dict[str, int]:
        """Workspace bytes of library calls, by names of nodes of a pass."""
        plan = self.plan
        emitted = plan.emitted.backward if is_backward else plan.emitted.forward
        found = {}
        for node, step in plan.emitted.step_of.items():
            task = plan.steps[step].task
            # Views belong to tasks, too.
            if node.graph is not emitted.graph or node.target is not task.node.target:
                continue
            needed = plan.graph_file["ops"][task.index].get("workspace", 0)
            if needed:
                found[node.name] = max(0, needed - copied_bytes(node))
        return found

    def _give_up(self, memory: FusedMemory) -> None:
        others = [each.peak for each in self.memories.values()]
        raise Excess(self.plan.resident_bytes + max([memory.peak, *others]))

    def check(self) -> None:
        """Raises `Excess` if the generated program takes more than the limit."""
        peak = self.generated_peak
        if self.plan is None or peak is None or self._determines_budget:
            return
        if peak > self.limit:
            raise Excess(peak)

    @property
    def _determines_budget(self) -> bool:
        """Whether the peak of this program becomes the budget."""
        return self.budget is None and is_reached(self.settings.budget)

    @property
    def generated_peak(self) -> Optional[int]:
        if not self.memories:
            return None
        return self.plan.resident_bytes + max(m.peak for m in self.memories.values())

    @property
    def moved_bytes(self) -> int:
        return sum(memory.moved for memory in self.memories.values())


def _patches(attempt: Attempt) -> Dict[str, Any]:
    key = f"{attempt.settings.key} for {attempt.nominal}"
    patches = {
        "custom_partitioner_fn": Partitioner(attempt.partition, key),
        "_post_fusion_custom_pass": attempt.fusion,
        # The pass above chooses the order.
        "reorder_for_peak_memory": False,
        # Later passes would invalidate its count.
        "reorder_for_compute_comm_overlap": False,
        "combo_kernels": False,
        # Freed buffers that wait for reuse would count.
        "allow_buffer_reuse": False,
        # Partitions are generated apart, and the pools of CUDA graphs free nothing.
        "graph_partition": False,
        "triton.cudagraphs": False,
        # A cached program may come from another fusion.
        "fx_graph_cache": False,
        "fx_graph_remote_cache": False,
    }
    return {key: value for key, value in patches.items() if _has_option(key)}


def _has_option(key: str) -> bool:
    """Whether this version of Inductor has an option of that name."""
    owner: Any = inductor_config
    for part in key.split("."):
        if not hasattr(owner, part):
            return False
        owner = getattr(owner, part)
    return True


def _copy(module: fx.GraphModule) -> fx.GraphModule:
    """A copy of `module` whose graph Inductor may change."""
    graph = fx.Graph()
    nodes: Dict[fx.Node, fx.Node] = {}
    outputs = graph.graph_copy(module.graph, nodes)
    made = graph.output(outputs)
    made.meta = dict(module.graph.find_nodes(op="output")[0].meta)
    copied = fx.GraphModule(module, graph)
    copied.meta = dict(module.meta)
    # AOTAutograd tells parameters from other inputs by these.
    if hasattr(module, "_param_name_to_source"):
        copied._param_name_to_source = module._param_name_to_source
    for node in module.graph.find_nodes(op="placeholder"):
        if hasattr(node, "_dynamo_source"):
            nodes[node]._dynamo_source = node._dynamo_source
    return copied


def compile_both(
    module: fx.GraphModule, inputs: Sequence[Any], attempt: Attempt
) -> Callable[..., Any]:
    """Compiles both passes of the Dynamo graph `module` as `attempt`. Raises `Excess`,
    `RepeatedPlan`, `remat.Infeasible` and `remat.NotFound`."""
    cache = functorch_config.patch(enable_autograd_cache=False)
    with cache, _backward_at_once():
        return compile_fx(
            _copy(module),
            inputs,
            inner_compile=attempt.compile,
            config_patches=_patches(attempt),
        )


@contextlib.contextmanager
def _backward_at_once() -> Iterator[None]:
    """Makes AOTAutograd compile the backward pass with the forward pass, not at its
    first run, so that both are checked against the budget before any step runs."""
    own = aot_autograd.AOTConfig
    thread = threading.get_ident()

    def make(*args: Any, **fields: Any) -> Any:
        if threading.get_ident() == thread:
            fields["force_non_lazy_backward_lowering"] = True
        return own(*args, **fields)

    with replaced(aot_autograd, "AOTConfig", make):
        yield
