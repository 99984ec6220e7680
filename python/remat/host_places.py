# ===- host_places.py - Arguments and results that stay on the host -------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Arguments that a step reads late, as an optimizer's state, may lie on the host
between its calls. The step copies them to the device, and its results back, in JAX's
own terms: memory kinds of arguments and results, `jax.device_put` in the function."""

from __future__ import annotations

import functools
import inspect
import numbers
from typing import Any, Callable, Dict, Iterator, Mapping, Sequence, Tuple

import jax
from jax.sharding import SingleDeviceSharding

from remat.errors import OptionError
from remat.signature import NamedArguments, Names, Nums

_HOST = "pinned_host"
_FOR_ONE_DEVICE = (
    "they are for steps of one device. Leave them out, and place the arrays by"
    ' shardings with memory_kind="pinned_host" and copy them in the step by'
    " jax.device_put(x, jax.memory.Space.Device)"
)


class HostPlaces:
    """Which arguments of a function, and which of its results, stay on the host.

    Arguments by place or name, results by place in the tuple that is returned.
    Raises `remat.OptionError` for what the function does not have, and for static
    arguments.
    """

    def __init__(
        self,
        fun: Callable[..., Any],
        argnums: Nums,
        argnames: Names,
        resultnums: Nums,
        statics: NamedArguments,
        jit_options: Mapping[str, Any],
    ):
        self._fun = fun
        integer = numbers.Integral
        nums = _checked("host_argnums", argnums, integer, "places of arguments")
        names = _checked("host_argnames", argnames, str, "names of arguments")
        self._results = _checked(
            "host_resultnums",
            resultnums,
            integer,
            "places in the tuple that is returned",
        )
        self._arguments = NamedArguments(fun, nums or None, names or None)
        self._statics = statics
        self._jit_options = jit_options
        if not self:
            return
        _check_arguments(fun, nums, names)
        both = [str(n) for n in sorted(self._arguments.nums & statics.nums)]
        both += [f"'{n}'" for n in sorted(self._arguments.names & statics.names)]
        if both:
            raise OptionError(
                f"argument {both[0]} is to stay on the host and is static; only arrays"
                " can stay there: leave it out of one of the two"
            )
        # Whether a call has these, only the call can tell.
        count = _count_named(fun)
        self._surplus = {n for n in self._arguments.nums if n >= count}
        for option in ("in_shardings", "out_shardings"):
            if jit_options.get(option) is not None:
                raise OptionError(
                    f"host_argnums and host_resultnums do not go with {option}:"
                    f" {_FOR_ONE_DEVICE}"
                )

    def __bool__(self) -> bool:
        named = self._arguments
        return bool(named.nums or named.names or self._results)

    def place(
        self, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> Tuple[Tuple[Any, ...], Dict[str, Any]]:
        """The arguments of a call: those of the host in its memory, all others, but for
        static ones, on the device of the first that lies on one. What lies there
        already is not copied.

        Raises `remat.OptionError` if an argument is on several devices, or if there is
        none in a place that is to stay on the host.
        """
        for number in self._surplus:
            if number >= len(args):
                raise OptionError(
                    f"host_argnums names argument {number}, but the call has"
                    f" {len(args)}"
                )
        device = self._device(args, kwargs)
        on_host = SingleDeviceSharding(device, memory_kind=_HOST)
        on_device = _device_sharding(device)

        def move(leaf: Any, is_on_host: bool) -> Any:
            if not is_on_host and getattr(leaf, "committed", False):
                return leaf
            return _put(leaf, on_host if is_on_host else on_device)

        return self._mapped(move, args, kwargs)

    @property
    def function(self) -> Callable[..., Any]:
        """The function on arguments that are placed."""

        @functools.wraps(self._fun)
        def placed(*args: Any, **kwargs: Any) -> Any:
            def move(leaf: Any, is_on_host: bool) -> Any:
                if not is_on_host:
                    return leaf
                return jax.device_put(leaf, jax.memory.Space.Device)

            args, kwargs = self._mapped(move, args, kwargs)
            return self._fun(*args, **kwargs)

        return placed

    def options(
        self, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        """What `jax.jit` is given for the function on these placed arguments. JAX pairs
        donated arguments with results by memory kind only if all kinds are given.

        Raises `remat.OptionError` if the function does not return the results that are
        to lie on the host. Traces the function.
        """
        jitted = jax.jit(self.function, **self._jit_options)
        results = jitted.eval_shape(*args, **kwargs)
        count = len(results) if isinstance(results, (tuple, list)) else 0
        for number in self._results:
            if not -count <= number < count:
                if isinstance(results, (tuple, list)):
                    given = f"{count} results"
                else:
                    given = f"a {_describe(results)}: return a tuple, as `return x, y`"
                raise OptionError(
                    f"host_resultnums names result {number}, but the function returns"
                    f" {given}"
                )
        device = self._device(args, kwargs)
        on_device = _device_sharding(device)
        shardings = jax.tree_util.tree_map(lambda _: on_device, results)
        if self._results:
            on_host = SingleDeviceSharding(device, memory_kind=_HOST)
            leaves, structure = jax.tree_util.tree_flatten(
                shardings, is_leaf=lambda tree: tree is not shardings
            )
            for number in self._results:
                leaves[number] = jax.tree_util.tree_map(
                    lambda _: on_host, leaves[number]
                )
            shardings = structure.unflatten(leaves)
        return {**self._jit_options, "out_shardings": shardings}

    def _mapped(
        self,
        move: Callable[[Any, bool], Any],
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
    ) -> Tuple[Tuple[Any, ...], Dict[str, Any]]:
        """The arguments with `move(leaf, whether it stays on the host)` of the leaves
        of all that are not static."""
        named, statics = self._arguments, self._statics

        def mapped(arg: Any, is_static: bool, is_on_host: bool) -> Any:
            if is_static:
                return arg
            return jax.tree_util.tree_map(lambda leaf: move(leaf, is_on_host), arg)

        placed = tuple(
            mapped(arg, i in statics.nums, i in named.nums)
            for i, arg in enumerate(args)
        )
        return placed, {
            name: mapped(arg, name in statics.names, name in named.names)
            for name, arg in kwargs.items()
        }

    def _device(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> jax.Device:
        """The device of the first array that lies on one, else JAX's default. Raises
        `remat.OptionError` if one is on several."""
        _, dynamic, keywords = self._statics.split(args, kwargs)
        first = None
        for sharding in _shardings((dynamic, keywords)):
            if len(sharding.device_set) > 1:
                raise OptionError(
                    f"an argument is on {len(sharding.device_set)} devices, and there"
                    f" are host_argnums or host_resultnums: {_FOR_ONE_DEVICE}"
                )
            first = first or next(iter(sharding.device_set))
        return first or next(iter(jax.device_put(0).devices()))


def _shardings(tree: Any) -> Iterator[jax.sharding.Sharding]:
    """The shardings of the arrays in a tree that were put somewhere."""
    for leaf in jax.tree_util.tree_leaves(tree):
        sharding = getattr(leaf, "sharding", None)
        if sharding is not None and getattr(leaf, "committed", True):
            yield sharding


def _device_sharding(device: jax.Device) -> SingleDeviceSharding:
    kind = device.default_memory().kind
    return SingleDeviceSharding(device, memory_kind=kind)


def _put(leaf: Any, sharding: SingleDeviceSharding) -> Any:
    """An array, or an abstract value, where `sharding` says."""
    if getattr(leaf, "sharding", None) == sharding and getattr(leaf, "committed", True):
        return leaf
    if isinstance(leaf, jax.ShapeDtypeStruct):
        return leaf.update(sharding=sharding)
    return jax.device_put(leaf, sharding)


def _describe(results: Any) -> str:
    is_array = isinstance(results, jax.ShapeDtypeStruct)
    return "single array" if is_array else type(results).__name__


def _checked(option: str, value: Any, kind: type, what: str) -> Tuple[Any, ...]:
    """The numbers or names of an option as a tuple."""

    def fits(each: Any) -> bool:
        return isinstance(each, kind) and not isinstance(each, bool)

    if value is None:
        return ()
    if fits(value):
        return (value,)
    if not isinstance(value, str):
        try:
            found = tuple(value)
        except TypeError:
            found = (None,)
        if all(map(fits, found)):
            return found
    raise OptionError(f"{option} is {value!r}; it takes {what}")


def _count_named(fun: Callable[..., Any]) -> int:
    """How many parameters of the function arguments may be given to by place."""
    try:
        parameters = inspect.signature(fun).parameters.values()
    except (TypeError, ValueError):
        return 0
    kinds = [p.kind for p in parameters]
    count = kinds.count(inspect.Parameter.POSITIONAL_ONLY)
    return count + kinds.count(inspect.Parameter.POSITIONAL_OR_KEYWORD)


def _check_arguments(
    fun: Callable[..., Any], nums: Sequence[int], names: Sequence[str]
) -> None:
    """Raises `remat.OptionError` for arguments that the function does not have."""
    try:
        parameters = inspect.signature(fun).parameters.values()
    except (TypeError, ValueError):
        return
    has = ", ".join(p.name for p in parameters) or "no parameters"
    kinds = [p.kind for p in parameters]
    if inspect.Parameter.VAR_KEYWORD not in kinds:
        for name in set(names) - {p.name for p in parameters}:
            raise OptionError(
                f"host_argnames names '{name}', but the function has {has}"
            )
    count = _count_named(fun)
    if inspect.Parameter.VAR_POSITIONAL not in kinds:
        for number in nums:
            if not -count <= number < count:
                raise OptionError(
                    f"host_argnums names argument {number}, but the function has"
                    f" {count}: {has}"
                )
