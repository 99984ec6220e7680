# ===- conftest.py - Setup of the tests of remat.torch -------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Fixtures. The tests run on the CPU. They need PyTorch and the planner's library
(REMAT_PLANNER, the wheel's, or beside remat-opt), but not JAX."""

import pathlib
import sys

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
sys.path.insert(0, str(HERE))

import pytest
import torch


@pytest.fixture(autouse=True)
def fresh_compiler():
    """Makes each test compile again, with the same random numbers."""
    torch._dynamo.reset()
    torch.manual_seed(0)
    yield
    torch._dynamo.reset()
