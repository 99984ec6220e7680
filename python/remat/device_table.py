# ===- device_table.py - GPUs that steps are compiled for ---------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""The devices that `remat.plan` and `remat.measure` compile for without one.

The figures are the hardware's as its driver reports them, collected in the
target descriptions that the XLA project publishes for its own tests
(openxla/xla, `xla/backends/gpu/target_config/specs`), one file a device.
`memory_bytes` is what the driver reports, before the runtime takes its share.
"""

from __future__ import annotations

import dataclasses
from typing import Dict, Optional, Tuple

from remat.errors import DeviceError


@dataclasses.dataclass(frozen=True)
class Device:
    """A GPU as XLA's compiler sees it."""

    name: str
    """What users call it."""
    description: str
    """What the driver calls it."""
    source: str
    """The file that the figures are from."""
    compute_capability: Tuple[int, int]
    cores: int
    """Streaming multiprocessors."""
    fpus_per_core: int
    clock_ghz: float
    memory_bytes: int
    bandwidth: int
    """Of the memory, in bytes a second."""
    l2_bytes: int
    shared_per_core: int
    """Shared memory of a core, in bytes."""
    shared_per_block: int
    """Shared memory that a block can opt in to, in bytes."""
    threads_per_core: int = 2048
    planner: str = "h100"
    """The device of remat-opt whose speeds come closest."""

    def target_config(self, memory_bytes: Optional[int] = None) -> str:
        """XLA's description of this GPU, a text protocol buffer.

        `memory_bytes` replaces the size of its memory: with less than a step
        needs, XLA recomputes elementwise work by itself, which is not wanted
        where a plan is measured. The default is ten times what the device has.
        """
        major, minor = self.compute_capability
        memory = 10 * self.memory_bytes if memory_bytes is None else memory_bytes
        fields = {
            "threads_per_block_limit": 1024,
            "threads_per_warp": 32,
            "shared_memory_per_block": 49152,
            "shared_memory_per_core": self.shared_per_core,
            "threads_per_core_limit": self.threads_per_core,
            "core_count": self.cores,
            "fpus_per_core": self.fpus_per_core,
            "block_dim_limit_x": 2147483647,
            "block_dim_limit_y": 65535,
            "block_dim_limit_z": 65535,
            "memory_bandwidth": self.bandwidth,
            "l2_cache_size": self.l2_bytes,
            "clock_rate_ghz": self.clock_ghz,
            "device_memory_size": memory,
            "shared_memory_per_block_optin": self.shared_per_block,
            "registers_per_core_limit": 65536,
            "registers_per_block_limit": 65536,
        }
        body = "\n".join(f"  {name}: {value}" for name, value in fields.items())
        capability = f"major: {major}" + (f" minor: {minor}" if minor else "")
        return (
            f"gpu_device_info {{\n{body}\n"
            f"  cuda_compute_capability {{ {capability} }}\n}}\n"
            'platform_name: "CUDA"\n'
            "dnn_version_info { major: 9 minor: 7 }\n"
            "runtime_version { major: 12 minor: 8 }\n"
            f'device_description_str: "{self.description}"\n'
        )


def _table() -> Dict[str, Device]:
    hopper = dict(
        compute_capability=(9, 0),
        fpus_per_core=128,
        l2_bytes=52428800,
        shared_per_core=233472,
        shared_per_block=232448,
    )
    ampere = dict(
        compute_capability=(8, 0),
        cores=108,
        fpus_per_core=64,
        clock_ghz=1.41,
        l2_bytes=41943040,
        shared_per_core=167936,
        shared_per_block=166912,
        planner="a100",
    )
    devices = [
        Device(
            name="h100",
            description="NVIDIA H100 80GB HBM3",
            source="h100_sxm.txtpb",
            cores=132,
            clock_ghz=1.98,
            memory_bytes=84942979072,
            bandwidth=3352320000000,
            **hopper,
        ),
        Device(
            name="h100-pcie",
            description="NVIDIA H100 PCIe",
            source="h100_pcie.txtpb",
            cores=114,
            clock_ghz=1.755,
            memory_bytes=84942979072,
            bandwidth=2039040000000,
            **hopper,
        ),
        Device(
            name="h200",
            description="NVIDIA H200 141GB HBM3e",
            source="h200.txtpb",
            cores=132,
            clock_ghz=1.98,
            memory_bytes=151397597184,
            bandwidth=4800000000000,
            **hopper,
        ),
        Device(
            name="a100",
            description="NVIDIA A100-SXM4-80GB",
            source="a100_sxm_80.txtpb",
            memory_bytes=85100068864,
            bandwidth=2039040000000,
            **ampere,
        ),
        Device(
            name="a100-40gb",
            description="NVIDIA A100-SXM4-40GB",
            source="a100_sxm_40.txtpb",
            memory_bytes=42331013120,
            bandwidth=1555200000000,
            **ampere,
        ),
        Device(
            name="a6000",
            description="NVIDIA RTX A6000",
            source="a6000.txtpb",
            compute_capability=(8, 6),
            cores=84,
            fpus_per_core=128,
            clock_ghz=1.8,
            memory_bytes=51041271808,
            bandwidth=768096000000,
            l2_bytes=6291456,
            shared_per_core=102400,
            shared_per_block=101376,
            threads_per_core=1536,
            planner="a100",
        ),
        Device(
            name="b200",
            description="NVIDIA B200",
            source="b200.txtpb",
            compute_capability=(10, 0),
            cores=148,
            fpus_per_core=128,
            clock_ghz=1.965,
            memory_bytes=191514411008,
            bandwidth=7672320000000,
            l2_bytes=132644864,
            shared_per_core=233472,
            shared_per_block=232448,
        ),
    ]
    return {device.name: device for device in devices}


DEVICES: Dict[str, Device] = _table()
"""The known devices by name."""


def lookup(name: str) -> Device:
    """The device called `name`, in any case. Raises `remat.DeviceError`."""
    if isinstance(name, Device):
        return name
    found = DEVICES.get(name.strip().lower()) if isinstance(name, str) else None
    if found is None:
        raise DeviceError(f"unknown device {name!r}; known are {', '.join(DEVICES)}")
    return found


def planner_device(kind: str) -> str:
    """The device of remat-opt for what a driver calls `kind`.

    Times only decide between plans that fit, so the nearest will do: "a100" for
    Ampere, "h100" for all that is newer or unknown.
    """
    kind = kind.lower()
    return "a100" if any(n in kind for n in ("a100", "a6000", "a40")) else "h100"
