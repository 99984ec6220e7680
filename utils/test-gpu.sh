#!/usr/bin/env bash
#===- test-gpu.sh - What only a GPU can show ------------------------------===#
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
#
# test-gpu.sh [--build DIR] [--steps DIR] [--output FILE.md] [...]
#
# Runs steps and microbenchmarks on the GPU of this machine and writes a table of
# results, peaks, times and bandwidths (utils/test-gpu.py says what each option
# means). Exit code: 0 if everything holds, 1 if something does not, 77 (skipped)
# where there is no GPU.
#
#===----------------------------------------------------------------------===#

set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
exec python3 "$root/utils/test-gpu.py" "$@"
