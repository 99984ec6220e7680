#!/usr/bin/env bash
#===- test.sh - Builds everything and runs every test ---------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# utils/test.sh
#
# The last line is "N passed, N failed, N skipped"; the exit code says the same.
# With the environment variable REMAT_EXTRA_DATA=FOLDER the tests on real steps
# and graphs that are not part of the repository run too. The tests of the Python
# package run in the environments that utils/setup-python.sh has made.
#
#===----------------------------------------------------------------------===//
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/setup-python.sh"

[ $# = 0 ] || { remat_error "unknown argument '$1'; utils/test.sh takes none"
                exit 2; }

prepare() {
  remat_setup test &&
    remat_configure release -DREMAT_UNITY_BUILD=ON \
      "-DREMAT_EXTRA_DATA:PATH=${REMAT_EXTRA_DATA:-}" \
      "-DREMAT_PYTHON_JAX:FILEPATH=$(remat_python jax)" \
      "-DREMAT_PYTHON_TORCH:FILEPATH=$(remat_python torch)" &&
    remat_say "building (see build/build.log) ..." &&
    remat_build release &&
    remat_build release remat-test-depends || return 1
  # The tests of the wheel are skipped without one.
  rm -rf "$REMAT_ROOT/build/wheel"
  if remat_python jax >/dev/null; then
    "$REMAT_ROOT/utils/build-wheel.sh" --build-dir "$REMAT_ROOT/build" \
      "$REMAT_ROOT/build/wheel"
  fi
}

# A relative folder is meant from where the script was called.
if [ -n "${REMAT_EXTRA_DATA:-}" ]; then
  REMAT_EXTRA_DATA=$(cd "$REMAT_EXTRA_DATA" && pwd) ||
    { remat_error "REMAT_EXTRA_DATA is not a folder"; exit 2; }
fi
if ! prepare; then
  remat_say "0 passed, 1 failed, 0 skipped"
  exit 1
fi
remat_check "$REMAT_ROOT/build"
