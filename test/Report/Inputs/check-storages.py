# ===- check-storages.py - Storages make up the live bytes --------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""check-storages.py REPORT.json: at each step the storages that the report has alive
there, and the resident bytes, are its live bytes. No operation of the step has a
workspace."""

import json
import sys

checked = 0
for function in json.load(open(sys.argv[1]))["functions"]:
    for timeline, alive in (("timeline_before", "alive_before"), ("timeline", "alive")):
        stored = [function["resident_bytes"]] * len(function[timeline])
        for storage in function["storages"]:
            for first, last in storage[alive]:
                for step in range(first, last + 1):
                    stored[step] += storage["bytes"]
        for step, bytes_ in zip(function[timeline], stored):
            if bytes_ != step["live_bytes"]:
                sys.exit("%s: storages of %d bytes" % (step, bytes_))
            checked += 1
print("%d steps are the sums of their storages" % checked)
