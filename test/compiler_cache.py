# ===- compiler_cache.py - Other projects that tests build ----------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Compiles of other projects, in tests, go through the cache of this build."""

import os
import shutil


def add_compiler_cache(config):
    """Hands the environment of ccache on, if the build uses a compiler launcher."""
    for name, value in os.environ.items():
        if name.startswith("CCACHE_"):
            config.environment[name] = value
    launcher = config.remat_compiler_launcher
    if not launcher:
        return
    config.environment["CMAKE_C_COMPILER_LAUNCHER"] = launcher
    config.environment["CMAKE_CXX_COMPILER_LAUNCHER"] = launcher
    # Folders of tests have other names each time.
    config.environment["CCACHE_BASEDIR"] = "/"
    config.environment["CCACHE_NOHASHDIR"] = "1"


def add_package_tools(config):
    """The feature `dpkg`, where packages can be made and looked at."""
    if shutil.which("dpkg") and shutil.which("dpkg-deb") and config.remat_cpack:
        config.available_features.add("dpkg")
