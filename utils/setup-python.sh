#!/usr/bin/env bash
#===- setup-python.sh - Environments for the tests of the Python package --===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# utils/setup-python.sh [jax|torch|torch-newest]...
#
# Makes virtual environments with what python/requirements/NAME.txt pins (jax and
# torch by default), below the folder REMAT_PYTHON_ENV (default: build-python); one
# that is there and up to date is left as it is. jax takes 5 GB of disk, the others
# 6, a few minutes of download each. utils/test.sh runs the tests of the Python
# package in them and skips those whose environment is not there; to use an
# environment of your own, set REMAT_PYTHON_JAX or REMAT_PYTHON_TORCH to its
# Python.
#
#===----------------------------------------------------------------------===//

. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

REMAT_PYTHON_ENV=${REMAT_PYTHON_ENV:-$REMAT_ROOT/build-python}

# remat_python_stamp NAME: what an up-to-date environment says in its stamp.
remat_python_stamp() {
  python3 -c 'import hashlib, sys
print(sys.version, hashlib.sha256(open(sys.argv[1], "rb").read()).hexdigest())' \
    "$REMAT_ROOT/python/requirements/$1.txt"
}

# remat_named_python NAME: what REMAT_PYTHON_NAME is set to, if anything.
remat_named_python() {
  local variable
  variable=REMAT_PYTHON_$(printf '%s' "$1" | tr '[:lower:]-' '[:upper:]_')
  printf '%s' "${!variable:-}"
}

# remat_python NAME: the Python of an environment that is there; non-zero if
# there is none.
remat_python() {
  local named folder
  named=$(remat_named_python "$1")
  if [ -n "$named" ]; then
    remat_first "$named" && return 0
    remat_error "'$named', named for $1, cannot be run"
    return 1
  fi
  folder=$REMAT_PYTHON_ENV/$1
  [ "$(cat "$folder/stamp" 2>/dev/null)" = "$(remat_python_stamp "$1")" ] &&
    echo "$folder/bin/python"
}

# remat_setup_python NAME: makes the environment unless it is there. Returns
# non-zero, having said what to do, if it cannot be made.
remat_setup_python() {
  local name=$1 folder=$REMAT_PYTHON_ENV/$1 log
  remat_python "$name" >/dev/null && return 0
  # Not for this script to put right.
  [ -z "$(remat_named_python "$name")" ] || return 1
  mkdir -p "$REMAT_PYTHON_ENV" || return 1
  folder=$(cd "$REMAT_PYTHON_ENV" && pwd)/$name
  log=$folder.log
  rm -rf "$folder"
  : >"$log"
  remat_say "installing Python packages for $name (see $log) ..."
  # Debian keeps what venv needs in a package of its own.
  if ! python3 -c 'import ensurepip, venv' 2>/dev/null &&
     [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    remat_install python3-venv >>"$log" 2>&1
  fi
  # The lock file names everything: nothing is to be looked up.
  if remat_quietly "$log" python3 -m venv "$folder" &&
     remat_quietly "$log" timeout "${REMAT_PYTHON_SECONDS:-1800}" \
       "$folder/bin/python" -m pip install --disable-pip-version-check \
       --no-input --no-cache-dir --retries 2 --progress-bar off --no-deps \
       --require-hashes \
       -r "$REMAT_ROOT/python/requirements/$name.txt"; then
    remat_python_stamp "$name" >"$folder/stamp"
    rm -f "$log"
    return 0
  fi
  rm -rf "$folder"
  remat_error "no environment for $name: Python 3.11 with its venv module, a \
package index that pip reaches and 6 GB of disk are needed"
  return 1
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
  set -uo pipefail
  [ $# -gt 0 ] || set -- jax torch
  status=0
  for name; do
    if [ ! -f "$REMAT_ROOT/python/requirements/$name.txt" ]; then
      remat_error "unknown environment '$name'; there are jax, torch and \
torch-newest"
      exit 2
    fi
    if remat_setup_python "$name"; then
      remat_say "$name: $(remat_python "$name")"
    else
      status=1
    fi
  done
  exit $status
fi
