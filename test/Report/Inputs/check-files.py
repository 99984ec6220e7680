# ===- check-files.py - Pages are whole ---------------------------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""check-files.py REPORT.html: it parses and loads nothing; no browser is needed
for that."""

import html.parser
import json
import pathlib
import re
import sys


class Parser(html.parser.HTMLParser):
    """Tags that are closed in their order, and what refers to elsewhere."""

    VOID = {"meta", "link"}

    def __init__(self):
        super().__init__()
        self.open, self.scripts, self.references = [], [], []

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("src", "href", "data", "action"):
                self.references.append(value)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            sys.exit("</%s> closes nothing" % tag)

    def handle_data(self, data):
        if self.open and self.open[-1] == "script":
            self.scripts.append(data)


page = pathlib.Path(sys.argv[1]).read_text()
parser = Parser()
parser.feed(page)
parser.close()
if parser.open:
    sys.exit("not closed: %r" % parser.open)
if parser.references != ["data:,"]:
    sys.exit("the page refers to %r" % parser.references)
if re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(", page):
    sys.exit("the page makes markup of texts")
data = re.search(r"^const DATA = (.*);$", "".join(parser.scripts), re.M)
functions = json.loads(data.group(1))["functions"]
print("well-formed: %d function(s), %d with steps after"
      % (len(functions), sum(bool(each["after"]["task"]) for each in functions)))
