#!/usr/bin/env python3
# ===- test-summary.py - One line that counts a run of lit ----------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""test-summary.py RESULTS.json

Reads what `lit -o` wrote, names what failed, and prints as the last line
"N passed, N failed, N skipped"; a case of GoogleTest counts as one test. The
exit code is 0 if something passed and nothing failed.
"""

import json
import sys

PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
# A test that lit did not get to (SKIPPED, where the time is up) did not pass.
SKIPPED = {"UNSUPPORTED", "EXCLUDED"}


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        with open(sys.argv[1]) as file:
            tests = json.load(file)["tests"]
    except (OSError, ValueError, KeyError) as error:
        print(f"lit left no results: {error}")
        print("0 passed, 1 failed, 0 skipped")
        return 1
    passed = sum(test["code"] in PASSED for test in tests)
    skipped = sum(test["code"] in SKIPPED for test in tests)
    failed = [t for t in tests if t["code"] not in PASSED | SKIPPED]
    for test in failed:
        print(f"{test['code'].lower()}: {test['name']}")
    print(f"{passed} passed, {len(failed)} failed, {skipped} skipped")
    return 0 if passed and not failed else 1


sys.exit(main())
