# ===- check-colors.py - Legible, for the color-blind too ---------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""check-colors.py REPORT.html: contrast of all text in both schemes (WCAG AA),
colors that the color-blind tell apart, and curves where there should be."""

import itertools
import os
import sys
import tempfile

from report_page import Browser
from browser import read_png

# What a background of each text is: the first one up the tree with a color.
# Patterns (swatches and bars of what is resident) are looked at by themselves.
CONTRASTS = """(() => {
  const parse = (text) => text.match(/[\\d.]+/g).map(Number);
  const channel = (part) => part / 255 <= 0.04045 ? part / 255 / 12.92
      : ((part / 255 + 0.055) / 1.055) ** 2.4;
  const luminance = ([r, g, b]) =>
      0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; node = walker.nextNode();) {
    const owner = node.parentElement;
    if (!node.data.trim() || !owner.getClientRects().length ||
        owner.closest("script, .hidden, caption, title"))
      continue;
    const style = getComputedStyle(owner);
    const front = parse(owner.closest("svg") ? style.fill : style.color);
    let back = owner;
    while (parse(getComputedStyle(back).backgroundColor)[3] === 0 &&
           getComputedStyle(back).backgroundImage === "none")
      back = back.parentElement;
    if (getComputedStyle(back).backgroundImage !== "none")
      continue;
    const values = [front, parse(getComputedStyle(back).backgroundColor)]
        .map(luminance).sort((a, b) => b - a);
    found.push([(values[0] + 0.05) / (values[1] + 0.05),
                parseFloat(style.fontSize), node.data.trim().slice(0, 40)]);
  }
  return found;
})()"""

# Squares of colors, to be seen by other eyes.
SQUARES = """(() => {
  const box = element("div", {id: "squares"});
  box.style.cssText = "position:fixed;left:0;top:0;z-index:9;display:flex";
  for (const name of %s) {
    const square = element("span");
    square.style.cssText = `width:8px;height:8px;background:var(--${name})`;
    box.append(square);
  }
  document.body.append(box);
})()"""

GROUPS = ["c0", "c1", "c2", "c3", "c4", "c5", "c6"]
LINES = ["before", "after", "budget", "again"]
# A difference in CIELAB that is seen without looking for it is above 2.3; colors
# of a chart want to be well above that.
LEAST_DIFFERENCE = 12


def to_lab(color):
    def linear(part):
        part /= 255
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    r, g, b = map(linear, color)
    xyz = (0.4124 * r + 0.3576 * g + 0.1805 * b,
           0.2126 * r + 0.7152 * g + 0.0722 * b,
           0.0193 * r + 0.1192 * g + 0.9505 * b)
    x, y, z = (
        v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116
        for v in (v / white for v, white in zip(xyz, (0.9505, 1, 1.089))))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(a, b):
    return sum((x - y) ** 2 for x, y in zip(to_lab(a), to_lab(b))) ** 0.5


def check_contrast(page, scheme):
    texts = page.evaluate(CONTRASTS)
    if len(texts) < 80:
        sys.exit("only %d texts were found" % len(texts))
    for ratio, size, text in texts:
        if ratio < (3 if size >= 24 else 4.5):
            sys.exit("%s: %r has a contrast of %.2f" % (scheme, text, ratio))


def check_vision(page, scheme, folder):
    page.evaluate(SQUARES % (GROUPS + LINES))
    picture = os.path.join(folder, "squares.png")
    for vision in ("none", "protanopia", "deuteranopia"):
        page.set_vision(vision)
        count = len(GROUPS + LINES)
        page.screenshot(picture, whole=False, clip=(0, 0, 8 * count, 8))
        row = read_png(picture)[2][4]
        colors = [row[8 * i + 4] for i in range(count)]
        for kind, some in (("groups", colors[:len(GROUPS)]),
                           ("lines", colors[len(GROUPS):])):
            least = min(difference(a, b)
                        for a, b in itertools.combinations(some, 2))
            print("%s, %s, %s: least difference %.1f"
                  % (scheme, vision, kind, least), file=sys.stderr)
            if least < LEAST_DIFFERENCE:
                sys.exit("%s as seen with %s: two %s differ by %.1f"
                         % (scheme, vision, kind, least))
    page.set_vision("none")
    page.evaluate("document.querySelector('#squares').remove()")


def check_picture(page, scheme, folder):
    """The curves and the arena are there, in their colors."""
    picture = os.path.join(folder, "chart.png")
    for selector, names in (("#live-chart", ["after", "before", "budget"]),
                            ("#arena-chart", ["budget", "c0", "c1"])):
        page.screenshot(picture, clip=page.box_of(selector))
        pixels = [p for row in read_png(picture)[2] for p in row]
        for name in names:
            text = page.evaluate("cssColor('--%s')" % name)
            color = tuple(int(text[i:i + 2], 16) for i in (1, 3, 5))
            count = sum(all(abs(a - b) <= 3 for a, b in zip(p, color))
                        for p in pixels)
            if count < 100:
                sys.exit("%s: %s has %d pixels of %s" % (scheme, selector, count,
                                                         name))


with Browser() as browser, tempfile.TemporaryDirectory() as folder:
    page = browser.open(sys.argv[1], width=900)
    for scheme in ("light", "dark"):
        page.set_dark(scheme == "dark")
        check_contrast(page, scheme)
        check_vision(page, scheme, folder)
        check_picture(page, scheme, folder)
    page.check()
print("legible")
