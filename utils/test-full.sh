#!/usr/bin/env bash
#===- test-full.sh - Everything that can be checked -----------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# utils/test-full.sh [PART...]
#
# Parts, all but debug by default: test (utils/test.sh), tidy (clang-tidy over
# every source), asan (the suite with asserts and with the address and undefined
# behavior sanitizers), fuzz (every libFuzzer target for REMAT_FUZZ_SECONDS, 600
# by default), peaks (utils/fuzz-peaks.py on REMAT_PEAKS programs of each kind,
# 1,000 by default, from the seed REMAT_PEAKS_SEED, 0 by default; 10,000 take an
# hour on two cores), acceptance (utils/acceptance.py), benchmarks, torch-newest (the
# tests of remat.torch with the newest PyTorch). debug runs the suite once more
# without optimization: 45 minutes for asserts that asan has, too. An hour and a half
# on a small machine. What each part said is in build/test-full/PART.log; the last
# line counts the parts.
#
# With the environment variable REMAT_EXTRA_DATA=FOLDER, as for utils/test.sh.
#
#===----------------------------------------------------------------------===//
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/setup-python.sh"

DEFAULT_PARTS=(test tidy asan fuzz peaks acceptance benchmarks torch-newest)
PARTS=("${DEFAULT_PARTS[@]}" debug)
parts=("$@")
[ $# -gt 0 ] || parts=("${DEFAULT_PARTS[@]}")
for part in "${parts[@]}"; do
  [[ " ${PARTS[*]} " == *" $part "* ]] ||
    { remat_error "no part '$part'; there are: ${PARTS[*]}"; exit 2; }
done
if [ -n "${REMAT_EXTRA_DATA:-}" ]; then
  REMAT_EXTRA_DATA=$(cd "$REMAT_EXTRA_DATA" && pwd) ||
    { remat_error "REMAT_EXTRA_DATA is not a folder"; exit 2; }
  export REMAT_EXTRA_DATA
fi
extra="-DREMAT_EXTRA_DATA:PATH=${REMAT_EXTRA_DATA:-}"

part_test() { "$REMAT_ROOT/utils/test.sh"; }

part_tidy() {
  # Headers that TableGen writes must be there. Sources that are compiled several
  # at once are included, so their findings are those of "headers".
  local sources="lib|tools|runtime|unittests|benchmarks"
  remat_configure release "$extra" -DREMAT_UNITY_BUILD=ON \
    -DREMAT_BUILD_BENCHMARKS=ON &&
    remat_build release remat-headers &&
    run-clang-tidy-14 -quiet -p "$REMAT_ROOT/build" -j "$(remat_jobs)" \
      -checks=-bugprone-suspicious-include \
      -header-filter="(include/remat.*\.h|$REMAT_ROOT/($sources)/.*\.cpp)\$" \
      "^$REMAT_ROOT/(build/)?($sources)/"
}

part_suite() {
  remat_configure "$1" "$extra" -DREMAT_UNITY_BUILD=ON && remat_build "$1" &&
    remat_build "$1" remat-test-depends && remat_check "$(remat_folder "$1")"
}
part_debug() { part_suite debug; }
part_asan() { part_suite asan; }

part_fuzz() {
  local folder fuzzer name sources count=0 failed=0
  local -a arguments running=()
  folder=$(remat_folder fuzz) sources=$REMAT_ROOT/unittests/fuzz
  remat_configure fuzz && remat_build fuzz remat-fuzzers || return 1
  # All at once: each keeps one core busy.
  for fuzzer in "$folder"/bin/remat-*-fuzzer; do
    [ -x "$fuzzer" ] || continue
    name=$(basename "$fuzzer" -fuzzer)
    name=${name#remat-}
    count=$((count + 1))
    mkdir -p "$folder/corpus/$name"
    # libFuzzer writes what is new to the first corpus and only reads the others.
    arguments=(-max_total_time="${REMAT_FUZZ_SECONDS:-600}" -timeout=60
      -rss_limit_mb=4096 -print_final_stats=1
      -artifact_prefix="$folder/$name-")
    [ -f "$sources/$name.dict" ] && arguments+=("-dict=$sources/$name.dict")
    arguments+=("$folder/corpus/$name")
    [ -d "$sources/$name-corpus" ] && arguments+=("$sources/$name-corpus")
    # As in test/lit.cfg.py, which has the reason.
    ASAN_OPTIONS=allow_user_poisoning=0 "$fuzzer" "${arguments[@]}" \
      >"$logs/fuzz-$name.log" 2>&1 &
    running+=("$!:$name")
  done
  for fuzzer in "${running[@]}"; do
    name=${fuzzer#*:}
    wait "${fuzzer%%:*}" || { echo "$name found something"
                              failed=$((failed + 1)); }
    echo "$name for ${REMAT_FUZZ_SECONDS:-600} s"
    tail -n 30 "$logs/fuzz-$name.log"
  done
  echo "$count fuzzers ran, $failed found something"
  [ "$count" -gt 0 ] && [ "$failed" = 0 ]
}

part_peaks() {
  remat_configure release "$extra" && remat_build release remat-opt remat-run &&
    fuzz_peaks steps && fuzz_peaks loops
}

# Runs random programs of a kind.
fuzz_peaks() {
  python3 "$REMAT_ROOT/utils/fuzz-peaks.py" --build "$REMAT_ROOT/build" \
    --programs="$1" --seed "${REMAT_PEAKS_SEED:-0}" \
    --count "${REMAT_PEAKS:-1000}" --jobs "$(remat_jobs)"
}

part_acceptance() {
  remat_configure release "$extra" && remat_build release remat-test-depends &&
    python3 "$REMAT_ROOT/utils/acceptance.py" --jobs="$(remat_jobs)" \
      --json="$REMAT_ROOT/build/test-full/acceptance.json"
}

part_benchmarks() {
  local bench count=0
  remat_configure release "$extra" -DREMAT_BUILD_BENCHMARKS=ON &&
    remat_build release remat-benchmarks || return 1
  for bench in "$REMAT_ROOT"/build/bin/*-bench; do
    [ -x "$bench" ] || continue
    count=$((count + 1))
    "$bench" --benchmark_counters_tabular=true || return 1
  done
  [ "$count" -gt 0 ]
}

part_torch-newest() {
  remat_configure release && remat_build release RematPlannerC &&
    remat_setup_python torch-newest &&
    REMAT_PLANNER=$REMAT_ROOT/build/lib/libRematPlannerC.so OMP_NUM_THREADS=1 \
      PYTHONPATH=$REMAT_ROOT/python PYTHONDONTWRITEBYTECODE=1 \
      "$(remat_python torch-newest)" -m pytest -q -p no:logging \
        "$REMAT_ROOT/python/tests_torch"
}

remat_setup full || exit 1
logs=$REMAT_ROOT/build/test-full
mkdir -p "$logs"
passed=0 failed=0
for part in "${parts[@]}"; do
  start=$SECONDS
  if "part_$part" >"$logs/$part.log" 2>&1 </dev/null; then
    verdict=passed passed=$((passed + 1))
  else
    verdict=FAILED failed=$((failed + 1))
  fi
  remat_say "$part: $verdict in $((SECONDS - start)) s:" \
    "$(tail -n 1 "$logs/$part.log")"
  [ "$verdict" = passed ] || tail -n 30 "$logs/$part.log" | sed 's/^/  /'
done
remat_say "$passed parts passed, $failed failed"
[ "$failed" = 0 ]
