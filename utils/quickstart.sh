#!/usr/bin/env bash
#===- quickstart.sh - From nothing to a step that fits its budget ---------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# utils/quickstart.sh [STEP.mlir [BUDGET]]
#
# Installs what is missing, builds into build/, rewrites a training step of
# examples/ to fit 60% of its peak, runs it beside the original and compares.
#
#===----------------------------------------------------------------------===//
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

step=${1:-$REMAT_ROOT/examples/steps/transformer.mlir}
budget=${2:-60%}
[ -f "$step" ] || { remat_error "no such file: $step"; exit 2; }

remat_setup build
remat_configure release -DREMAT_UNITY_BUILD=ON
remat_say "building (the first time takes minutes; see build/build.log) ..."
remat_build release remat-opt remat-run remat-plan

bin=$REMAT_ROOT/build/bin
out=$REMAT_ROOT/build/quickstart
mkdir -p "$out"
name=$(basename "$step" .mlir)
remat_say "rewriting $name.mlir to fit $budget of its peak ..."
"$bin/remat-opt" "--remat-budget=$budget" "--remat-report=$out/report.json" \
  "$step" -o "$out/$name.mlir" 2>"$out/remarks.txt" ||
  { cat "$out/remarks.txt" >&2; exit 1; }
remat_say "running both versions ..."
"$bin/remat-run" "$out/$name.mlir" "--compare=$step" \
  "--report=$out/run.json" >"$out/run.txt" 2>&1 ||
  { cat "$out/run.txt" >&2; exit 1; }
python3 "$REMAT_ROOT/utils/quickstart-summary.py" "$out/report.json" \
  "$out/run.json"
remat_say "The rewritten step is build/quickstart/$name.mlir; report.json beside" \
  "it names every recomputed op."
