#!/usr/bin/env bash
#===- setup.sh - What Remat needs to be built and tested ------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# utils/setup.sh [build|test|full]
#
# Installs what is missing of what a build (default), utils/test.sh (test) or
# utils/test-full.sh (full) needs, and does nothing if nothing is missing. The
# other scripts source this file and call remat_setup, remat_configure and
# remat_build.
#
#===----------------------------------------------------------------------===//

REMAT_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
REMAT_LLVM=/usr/lib/llvm-22

remat_say() { printf '%s\n' "$*"; }
remat_error() { printf 'error: %s\n' "$*" >&2; }

# remat_first NAME...: the first of these programs that is on the path.
remat_first() {
  local name
  for name in "$@"; do
    command -v "$name" && return 0
  done
  return 1
}

# remat_has WHAT: whether a thing that a package below brings is there.
remat_has() {
  case $1 in
    /*) [ -e "$1" ] ;;
    c++) remat_first "${CXX:-c++}" g++ clang++ >/dev/null &&
         remat_first "${CC:-cc}" gcc clang >/dev/null ;;
    gtest) compgen -G '/usr/lib/*/cmake/GTest/GTestConfig.cmake' >/dev/null ||
           compgen -G '/usr/local/lib*/cmake/GTest/GTestConfig.cmake' >/dev/null ;;
    benchmark) compgen -G '/usr/lib/*/cmake/benchmark/benchmarkConfig.cmake' \
                 >/dev/null ||
               compgen -G '/usr/local/lib*/cmake/benchmark/benchmarkConfig.cmake' \
                 >/dev/null ;;
    mold) remat_first mold ld.lld >/dev/null ;;
    zlib | zstd) remat_has_archive "lib${1/zlib/z}.a" ;;
    fuzzer) compgen -G '/usr/lib/llvm-14/lib/clang/*/lib/linux/libclang_rt.fuzzer-*' \
              >/dev/null ;;
    *) command -v "$1" >/dev/null ;;
  esac
}

# remat_has_archive FILE: whether the C compiler finds it.
remat_has_archive() {
  [ -e "$("$(remat_first "${CC:-cc}" gcc clang)" -print-file-name="$1")" ]
}

# remat_wants GROUP: lines "must|nice WHAT PACKAGE". A thing that is only nice
# to have stops nothing where it cannot be had.
remat_wants() {
  cat <<LINES
must c++ g++
must cmake cmake
must ninja ninja-build
must python3 python3
must $REMAT_LLVM/lib/cmake/mlir/MLIRConfig.cmake libmlir-22-dev
must $REMAT_LLVM/bin/mlir-tblgen mlir-22-tools
must $REMAT_LLVM/lib/cmake/llvm/LLVMConfig.cmake llvm-22-dev
must $REMAT_LLVM/bin/FileCheck llvm-22-tools
must gtest libgtest-dev
nice mold mold
nice zlib zlib1g-dev
nice zstd libzstd-dev
LINES
  case $1 in
    test|full) cat <<LINES
nice git git
nice clang-format-14 clang-format-14
nice chromium chromium
nice mkdocs mkdocs
LINES
  esac
  case $1 in
    full) cat <<LINES
must clang++-14 clang-14
must fuzzer libclang-rt-14-dev
must clang-tidy-14 clang-tidy-14
must benchmark libbenchmark-dev
LINES
  esac
}

# remat_missing GROUP KIND: the packages of that kind that are missing.
remat_missing() {
  local kind what package
  remat_wants "$1" | while read -r kind what package; do
    [ "$kind" = "$2" ] && ! remat_has "$what" && printf '%s ' "$package"
  done
  return 0
}

remat_has_mlir_candidate() {
  # Not grep -q: it would end apt-cache by a broken pipe, seen as a failure.
  apt-cache policy libmlir-22-dev 2>/dev/null |
    grep -E '^ *Candidate: (1:)?22' >/dev/null
}

remat_say_source() {
  remat_error "apt knows no MLIR 22 (package libmlir-22-dev)."
  cat >&2 <<'LINES'
Debian 12 has it in its security archive. Add a file
/etc/apt/sources.list.d/bookworm-security.list with the line

  deb MIRROR/debian-security bookworm-security main

where MIRROR is the server of your other deb lines, and run this again.
LINES
}

# remat_setup [GROUP]: installs what is missing. Returns non-zero, having said
# what to do, if something that a build must have is still missing.
remat_setup() {
  local group=${1:-build} must nice log
  must=$(remat_missing "$group" must)
  nice=$(remat_missing "$group" nice)
  [ -z "$must$nice" ] && return 0

  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    if [ -z "$must" ]; then
      remat_say "note: going on without: $nice"
      return 0
    fi
    remat_error "missing: $must"
    if command -v apt-get >/dev/null; then
      remat_say "Run this, then try again:" >&2
      remat_say "  sudo apt-get update && sudo apt-get install -y" \
        "--no-install-recommends $must$nice" >&2
    else
      remat_say "Install what these Debian packages hold, then try again." >&2
    fi
    return 1
  fi

  log=$(mktemp)
  remat_say "installing: $must$nice"
  # The lists that are there may be enough; fetching them again may be what
  # helps, unless only something nice to have is missing.
  if [[ $must == *-22-* ]] && ! remat_has_mlir_candidate ||
     ! remat_install $must $nice >"$log" 2>&1 && [ -n "$must" ]; then
    apt-get update >"$log" 2>&1 || {
      remat_say "note: apt-get update failed:"
      grep -E -m 3 '^(E|W|Err)' "$log" || true
    }
    if [[ $must == *-22-* ]] && ! remat_has_mlir_candidate; then
      remat_say_source
      rm -f "$log"
      return 1
    fi
    if ! remat_install $must $nice >"$log" 2>&1 &&
       ! remat_install $must >"$log" 2>&1; then
      remat_error "apt-get could not install: $must"
      tail -n 5 "$log" >&2
      rm -f "$log"
      return 1
    fi
  fi
  rm -f "$log"

  must=$(remat_missing "$group" must)
  nice=$(remat_missing "$group" nice)
  if [ -n "$must" ]; then
    remat_error "still missing after the installation: $must"
    return 1
  fi
  [ -z "$nice" ] || remat_say "note: going on without: $nice"
}

remat_install() {
  DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    -o Acquire::http::Timeout=20 -o DPkg::Lock::Timeout=300 "$@"
}

# remat_jobs: how many compilers at once; each may take 1.5 GB.
remat_jobs() {
  local cores memory
  cores=$(nproc 2>/dev/null || echo 2)
  memory=$(awk '/MemAvailable/ { print int($2 / 1500000) }' /proc/meminfo \
             2>/dev/null || echo "$cores")
  [ "${memory:-0}" -ge 1 ] || memory=1
  [ "$memory" -lt "$cores" ] && cores=$memory
  echo "$cores"
}

# remat_quietly LOG COMMAND...: the output goes to LOG; its end is shown if the
# command fails.
remat_quietly() {
  local log=$1
  shift
  if ! "$@" >>"$log" 2>&1 </dev/null; then
    remat_error "failed: $*"
    grep -n -m 5 -E 'error:|CMake Error|FAILED:' "$log" >&2
    tail -n 20 "$log" >&2
    remat_say "The whole output is in $log" >&2
    return 1
  fi
}

# remat_configure PRESET [ARGUMENT...] and remat_build PRESET [TARGET...]
remat_configure() {
  local preset=$1 folder
  shift
  folder=$(remat_folder "$preset")
  mkdir -p "$folder"
  : >"$folder/build.log"
  (cd "$REMAT_ROOT" &&
    remat_quietly "$folder/build.log" cmake --preset "$preset" "$@")
}

remat_build() {
  local preset=$1 folder
  shift
  folder=$(remat_folder "$preset")
  remat_quietly "$folder/build.log" \
    cmake --build "$folder" -j "$(remat_jobs)" ${1:+--target "$@"}
}

# remat_folder PRESET: its build folder.
remat_folder() {
  case $1 in
    release) echo "$REMAT_ROOT/build" ;;
    *) echo "$REMAT_ROOT/build-$1" ;;
  esac
}

# remat_check FOLDER [LIT ARGUMENT...]: runs lit on the tests of a build, shows
# what fails, and ends with the line "N passed, N failed, N skipped".
remat_check() {
  local folder=$1
  shift
  rm -f "$folder/test-results.json"
  "$folder/bin/llvm-lit" -sv --order=smart -j "$(remat_jobs)" \
    --max-time="${REMAT_TEST_SECONDS:-4500}" \
    -o "$folder/test-results.json" "$@" "$folder/test" </dev/null || true
  python3 "$REMAT_ROOT/utils/test-summary.py" "$folder/test-results.json"
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
  set -euo pipefail
  remat_setup "${1:-build}" && remat_say "Everything that is needed is there."
fi
