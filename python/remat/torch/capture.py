# ===- capture.py - Plans for absent devices -----------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""`plan` traces a training step on fake tensors and plans it; nothing runs."""

from __future__ import annotations

import contextlib
import types
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

import torch
from torch import fx
from torch._dynamo.backends.common import aot_autograd
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.symbolic_shapes import ShapeEnv
from torch.utils import _pytree as pytree

from remat.errors import OptionError, RematError
from remat.torch.patching import replaced
from remat.torch.planning import plan_eager
from remat.torch.plans import Plan
from remat.torch.regions import is_region, partition_region
from remat.torch.settings import Settings
from remat.user_warnings import warn_user


class _Planned(BaseException):
    """Ends the compilation with a plan. Not an Exception, since Dynamo catches
    those."""

    def __init__(self, plan: Plan):
        super().__init__()
        self.plan = plan


class _Failed(BaseException):
    """Carries an exception past Dynamo, which would wrap it."""

    def __init__(self, error: Exception):
        super().__init__()
        self.error = error


def _to_fake(tensor: Any, mode: FakeTensorMode, device: torch.device) -> Any:
    fake = tensor if isinstance(tensor, torch._subclasses.FakeTensor) else None
    if fake is None or fake.fake_mode is not mode:
        with mode:
            fake = torch.empty_strided(
                tensor.shape, tensor.stride(), dtype=tensor.dtype, device=device
            )
    elif fake.device.type != device.type:
        with mode:
            fake = fake.to(device)
    if isinstance(tensor, torch.nn.Parameter):
        return torch.nn.Parameter(fake, requires_grad=tensor.requires_grad)
    return fake.requires_grad_(tensor.requires_grad)


class _Fakes:
    """Fake tensors on a device, one for each tensor."""

    def __init__(self, mode: FakeTensorMode, device: torch.device):
        self.mode = mode
        self.device = device
        self.made: Dict[int, Any] = {}
        self.originals: List[Any] = []
        """Kept alive so that no other tensor reuses one of their ids."""

    def of(self, tensor: Any) -> Any:
        if id(tensor) not in self.made:
            self.made[id(tensor)] = _to_fake(tensor, self.mode, self.device)
            self.originals.append(tensor)
        return self.made[id(tensor)]


@contextlib.contextmanager
def _on_fakes(model: torch.nn.Module, fakes: _Fakes) -> Iterator[None]:
    """Replaces the parameters and buffers of `model` inside the context."""
    own: List[Tuple[Dict[str, Any], str, Any]] = []
    try:
        for part in model.modules():
            for tensors in (part._parameters, part._buffers):
                for name, tensor in tensors.items():
                    if tensor is None:
                        continue
                    own.append((tensors, name, tensor))
                    tensors[name] = fakes.of(tensor)
        yield
    finally:
        for tensors, name, tensor in own:
            tensors[name] = tensor


def _with_own_code(function: Any) -> Any:
    """`function` with new code: Dynamo counts compilations by code object."""
    made = types.FunctionType(
        function.__code__.replace(),
        function.__globals__,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    made.__kwdefaults__ = function.__kwdefaults__
    return made


@contextlib.contextmanager
def _warning_of_autocast(device: str) -> Iterator[None]:
    """Warns if a step for a GPU that is not here asks for autocast on it."""
    common = torch.cuda.amp.common
    is_missing = common.amp_definitely_not_available
    was_asked = False

    def is_missing_if_asked() -> bool:
        nonlocal was_asked
        was_asked = was_asked or is_missing()
        return is_missing()

    try:
        with replaced(common, "amp_definitely_not_available", is_missing_if_asked):
            yield
    finally:
        if was_asked and device != "cpu":
            warn_user(
                'PyTorch switches torch.autocast("cuda") off where CUDA is missing, so'
                " this plan is that of the step without autocast. Make the type of"
                ' device a parameter of the model, and plan with torch.autocast("cpu",'
                " dtype=torch.bfloat16)"
            )


def plan(
    model: torch.nn.Module,
    loss: Optional[Callable[..., Any]],
    *inputs: Any,
    budget: Any,
    device: str = "h100",
    inner: str = "inductor",
    **options: Any,
) -> Plan:
    """Plans a training step of `model` for a device that need not be present.

    `loss(model, *inputs)` computes the loss; None if `model(*inputs)` is the loss
    itself. Parameters and inputs may be real tensors of any device, on "meta", or fake;
    their data is not read. `device` is "cpu" or one of `remat.DEVICES`. Other options
    are those of `remat.torch.backend`, except `probe`, `profile`, `check` and `trace`. Nothing
    runs, so workspaces of kernels are not counted. Without a GPU driver, the operators
    are those of a CPU.

    Raises `remat.Infeasible` or `remat.NotFound` if there is no plan.
    """
    if not isinstance(model, torch.nn.Module):
        raise OptionError(f"model is a {type(model).__name__}: it is a torch.nn.Module")
    if loss is not None and not callable(loss):
        raise OptionError(
            f"loss is a {type(loss).__name__}: it is a function of the model and its"
            " inputs, or None where the model returns the loss"
        )
    for name in ("probe", "profile", "check", "trace"):
        if name in options:
            raise OptionError(f"{name} is no option of a plan: nothing runs")
    settings = Settings.of(budget, inner=inner, device=device, probe=False, **options)
    # Tracing kernels of a GPU needs its driver.
    has_gpu = device != "cpu" and torch.cuda.is_available()
    target = torch.device("cuda" if has_gpu else "cpu")
    # Shapes are numbers, but operators with graphs inside ask for an environment.
    mode = FakeTensorMode(allow_non_fake_inputs=True, shape_env=ShapeEnv())

    def step(*arguments: Any) -> Any:
        return model(*arguments) if loss is None else loss(model, *arguments)

    def stop_at_plan(
        joint: fx.GraphModule, inputs: Any, *, num_fwd_outputs: int, **others: Any
    ) -> Any:
        if is_region(inputs):
            return partition_region(joint, num_fwd_outputs)
        others.pop("compiler", None)
        if inner == "inductor":
            others["inputs"] = inputs
        else:
            others = {}
        try:
            found = make_plan(joint, num_fwd_outputs, settings, target=device, **others)
        except RematError as error:
            raise _Failed(error) from error
        raise _Planned(found)

    def never(graph: fx.GraphModule, _: Any) -> Callable[..., Any]:
        raise _Failed(
            RematError(
                "the step has no gradients: no parameter and no input that the loss"
                " depends on has requires_grad"
            )
        )

    decompositions = None
    make_plan: Callable[..., Plan] = plan_eager
    partition = stop_at_plan
    if inner == "inductor":
        from remat.torch.inductor import decompositions
        from remat.torch.joint_passes import behind_joint_passes
        from remat.torch.kernel_planning import plan_for_inductor as make_plan

        partition = behind_joint_passes(stop_at_plan, mode)

    compiler = aot_autograd(
        fw_compiler=never,
        partition_fn=partition,
        decompositions=decompositions,
        keep_inference_input_mutations=True,
    )

    def compile_on_fakes(module: fx.GraphModule, inputs: Any) -> Callable[..., Any]:
        # Dynamo takes the fakes for real tensors, and makes its own mode for them.
        torch._guards.TracingContext.get().fake_mode = mode
        return compiler(module, inputs)

    fakes = _Fakes(mode, target)
    with _on_fakes(model, fakes), _warning_of_autocast(device):
        arguments = pytree.tree_map_only(torch.Tensor, fakes.of, inputs)
        try:
            with mode:
                torch.compile(
                    _with_own_code(step),
                    backend=compile_on_fakes,
                    fullgraph=True,
                    dynamic=False,
                )(*arguments)
        except _Planned as planned:
            return planned.plan
        except _Failed as failed:
            raise failed.error from None
    raise RematError("the step was not compiled: is torch.compile switched off?")
