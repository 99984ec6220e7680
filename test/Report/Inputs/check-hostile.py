# ===- check-hostile.py - Names are text, whatever they are -------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""check-hostile.py REPORT.html: the names of make-step.py's hostile steps are
shown as they are, and do nothing."""

import sys

from report_page import Browser, expect, get_rows, get_text, search

with Browser() as browser:
    page = browser.open(sys.argv[1])
    expect("headline", get_text(page, "#headline").split(" fits")[0],
           "main</script>")
    names = "\n".join(cell for row in get_rows(page, "recomputed")
                      for cell in row["cells"])
    for name in ("</script><script>window.pwned=1</script>",
                 "<img src=x onerror=window.pwned=1>", "<!--"):
        if name not in names:
            sys.exit("%s is not in %s" % (name, names))
        search(page, name)
        if not get_rows(page, "recomputed"):
            sys.exit("a search does not find " + name)
    search(page, "")
    for by in ("op", "layer", "type", "storage"):
        page.click("section [data-value=%s]" % by)
    x, y, wide, high = page.box_of("#live-chart")
    page.evaluate("scrollTo(0, %d)" % (y - 100))
    for part in range(1, 20):
        page.move(x + wide * part / 20, 100 + high / 2)
    expect("what ran", page.evaluate("window.pwned ?? null"), None)
    expect("images", page.evaluate("document.images.length"), 0)
    expect("scripts", page.evaluate("document.scripts.length"), 1)
    page.check()
print("harmless")
