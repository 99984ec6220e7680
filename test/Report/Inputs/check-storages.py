# ===- check-storages.py - Storages make up the live bytes --------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""check-storages.py REPORT.json: at each step the storages that the report has alive
there are no more than its live bytes. They are just that where the operation has no
workspace, and somewhere it has none."""

import json
import sys

checked = exact = 0
for function in json.load(open(sys.argv[1]))["functions"]:
    for timeline, alive in (("timeline_before", "alive_before"), ("timeline", "alive")):
        stored = [function["resident_bytes"]] * len(function[timeline])
        for storage in function["storages"]:
            for first, last in storage[alive]:
                for step in range(first, last + 1):
                    stored[step] += storage["bytes"]
        for step, bytes_ in zip(function[timeline], stored):
            if bytes_ > step["live_bytes"]:
                sys.exit("%s: storages of %d bytes" % (step, bytes_))
            exact += bytes_ == step["live_bytes"]
            checked += 1
if not exact:
    sys.exit("no step of %d is the sum of its storages" % checked)
print("%d steps are the sums of their storages" % exact)
