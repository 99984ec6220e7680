# ===- torch_partitions.py - Steps as PyTorch partitions them ------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Peaks and costs of PyTorch's own partitions for `activation_memory_budget`, counted
as remat.torch counts its plans. Also lowers steps without compiling their kernels."""

import contextlib
import dataclasses
import types
from unittest import mock

import torch
from torch import fx
from torch._dynamo.backends.common import aot_autograd
from torch._functorch import config as functorch_config
from torch._functorch.partitioners import min_cut_rematerialization_partition
from torch._inductor.compile_fx import compile_fx, compile_fx_inner
from torch._inductor.custom_graph_pass import CustomPartitionerFn
from torch._inductor.graph import GraphLowering
from torch._inductor.memory import reorder_for_peak_memory
from torch._inductor.virtualized import V
from torch.utils._ordered_set import OrderedSet

from remat.torch import backends, costs, first_step, fused_memory, inductor
from remat.torch import program_search
from remat.torch.joint_graph import is_tangent, storage_bytes
from remat.torch.operator_kinds import Kind, kind_of
from remat.torch.probe import probe


_CPU = torch.device("cpu")


class Lowered(BaseException):
    """Ends a dry run once both passes are lowered."""


class _Scheduled(BaseException):
    """Ends the lowering of one pass before its code is written."""


def _stop(self):
    self.init_wrapper_code()
    self._update_scheduler()
    raise _Scheduled


def _never(arguments):
    raise AssertionError("nothing was compiled")


_never._boxed_call = True


def lower_only(graph, inputs, **options):
    """`compile_fx_inner` up to the schedule of kernels."""
    with mock.patch.object(GraphLowering, "codegen", _stop):
        try:
            compile_fx_inner(graph, inputs, **options)
        except _Scheduled:
            pass
    return _never


@contextlib.contextmanager
def dry_runs():
    """Makes remat.torch lower its plans and stop."""

    def compile_and_stop(settings, plans, module, inputs):
        with mock.patch.object(inductor, "compile_fx_inner", lower_only):
            own(settings, plans, module, inputs)
        raise Lowered

    own = program_search.compile_by_inductor
    with mock.patch.object(program_search, "compile_by_inductor", compile_and_stop):
        yield


@dataclasses.dataclass
class Resident:
    """The fields of a plan that `FirstStep` needs."""

    resident_bytes: int
    budget_bytes: int = 2**62
    measured_peak_bytes: int = 0
    emitted = types.SimpleNamespace(saved=())


def _flops(*graphs):
    return sum(costs.work_of(node).flops for graph in graphs for node in graph.nodes)


def _workspaces(graph):
    """Workspace bytes of the nodes that call a library."""
    called = [
        node
        for node in graph.nodes
        if node.op == "call_function"
        and kind_of(node, is_view=False) is Kind.LIBRARY
    ]
    return {node.name: found.workspace for node, found in probe(called, _CPU).items()}


def _resident(forward):
    """Bytes of a pass's arguments."""
    storages = {}
    for node in forward.graph.find_nodes(op="placeholder"):
        tensor = node.meta["val"]
        storages[tensor.untyped_storage()._cdata] = storage_bytes(tensor)
    return sum(storages.values())


def _partition(share, joint, inputs, options):
    with functorch_config.patch(activation_memory_budget=share):
        return min_cut_rematerialization_partition(joint, inputs, **options)


class EagerPartition:
    """A backend that partitions for `share` and runs operator by operator."""

    def __init__(self, share):
        self.share = share
        self.cost = 0.0
        self.measured = None

    def __call__(self, module, inputs):
        def partition(joint, joint_inputs, **options):
            passes = _partition(self.share, joint, joint_inputs, options)
            self.cost = sum(
                costs.work_of(node).time(costs.CPU)
                for each in passes
                for node in each.graph.nodes
            )
            resident = Resident(_resident(passes[0]))
            self.measured = first_step.FirstStep(resident, _CPU)
            return passes

        compiler = aot_autograd(
            fw_compiler=lambda graph, _: self.measured.forward(backends.run_boxed(graph)),
            bw_compiler=lambda graph, _: self.measured.backward(
                backends.run_boxed(graph), 1
            ),
            partition_fn=partition,
            keep_inference_input_mutations=True,
        )
        return compiler(module, inputs)

    @property
    def peak(self):
        return self.measured.plan.measured_peak_bytes


class _Partitioner(CustomPartitionerFn):
    def __init__(self, owner):
        self.owner = owner

    def __call__(self, gm, joint_inputs, **options):
        return self.owner.partition(gm, joint_inputs, options)

    def uuid(self):
        return None

    def __deepcopy__(self, memo):
        return self


class _Counter:
    """A pass after fusion that counts the memory of PyTorch's own schedule."""

    def __init__(self, owner):
        self.owner = owner

    def __deepcopy__(self, memo):
        return self

    def __call__(self, nodes):
        scheduler = V.graph.scheduler
        nodes = reorder_for_peak_memory(
            nodes,
            scheduler.name_to_buf,
            scheduler.name_to_fused_node,
            OrderedSet(V.graph.graph_inputs.keys()),
            OrderedSet(V.graph.get_output_names()),
        )
        self.owner.memories.append(fused_memory.memory_of(nodes, self.owner.inputs))
        return nodes


class InductorPartition:
    """A backend that partitions for `share` and lowers with Inductor. It counts the
    buffers of both programs and compiles nothing. Freed buffers that Inductor keeps for
    reuse are not counted."""

    def __init__(self, share):
        self.share = share
        self.flops = 0
        self.resident = 0
        self.memories = []
        self.inputs = fused_memory.PassInputs()
        self.forward_inputs = fused_memory.PassInputs()
        self.backward_inputs = fused_memory.PassInputs()

    def partition(self, joint, joint_inputs, options):
        forward, backward = _partition(self.share, joint, joint_inputs, options)
        self.flops = _flops(forward.graph, backward.graph)
        self.resident = _resident(forward)
        outputs = forward.graph.find_nodes(op="output")[0].args[0]
        count = options["num_fwd_outputs"]
        places = backward.graph.find_nodes(op="placeholder")
        tangents = [place for place in places if is_tangent(place)]
        saved = {}
        for place, node in zip((p for p in places if not is_tangent(p)), outputs[count:]):
            tensor = node.meta["val"]
            if node.op != "placeholder":
                key = tensor.untyped_storage()._cdata
                saved.setdefault(key, (place.name, storage_bytes(tensor)))
        held = [
            node
            for node in outputs[:count]
            if isinstance(node, fx.Node) and node.op != "placeholder"
        ]
        self.forward_inputs = fused_memory.PassInputs(
            workspaces=_workspaces(forward.graph)
        )
        self.backward_inputs = fused_memory.PassInputs(
            dict(saved.values()),
            sum(storage_bytes(node.meta["val"]) for node in [*held, *tangents]),
            _workspaces(backward.graph),
        )
        return forward, backward

    def compile(self, graph, inputs, **options):
        is_backward = options.get("is_backward")
        self.inputs = self.backward_inputs if is_backward else self.forward_inputs
        return lower_only(graph, inputs, **options)

    def __call__(self, module, inputs):
        with inductor._backward_at_once():
            with functorch_config.patch(enable_autograd_cache=False):
                compile_fx(
                    module,
                    inputs,
                    inner_compile=self.compile,
                    config_patches={
                        "custom_partitioner_fn": _Partitioner(self),
                        "_post_fusion_custom_pass": _Counter(self),
                        "reorder_for_peak_memory": False,
                        "fx_graph_cache": False,
                    },
                )
        raise Lowered

    @property
    def peak(self):
        return self.resident + max(memory.peak for memory in self.memories)

    @property
    def cost(self):
        moved = sum(memory.moved for memory in self.memories)
        return costs.Work(self.flops, moved).time(costs.CPU)


def cost_of_program(plan):
    """The cost of a plan that Inductor has lowered, counted in the same way."""
    emitted = plan.emitted
    flops = _flops(emitted.forward.graph, emitted.backward.graph)
    return costs.Work(flops, plan.moved_bytes).time(costs.CPU)
