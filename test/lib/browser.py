# ===- browser.py - A headless Chromium that does as it is told ------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""Drives Chromium over the pipe of its DevTools protocol, with nothing but
Python's library.

    with Browser() as browser:
        page = browser.open("report.html")
        page.evaluate("document.title")
        page.screenshot("report.png")
        page.check()    # raises if there was an error, or any request

Screenshots are read by `read_png`.
"""

import base64
import json
import os
import pathlib
import select
import shutil
import struct
import subprocess
import tempfile
import time
import zlib

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "chrome")
# How long one answer may take: a machine that is busy is slow, not broken.
PATIENCE_S = 120


def find_chromium():
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


class BrowserError(Exception):
    pass


class Browser:
    """A browser with a profile of its own, which goes with it."""

    def __init__(self, program=None):
        program = program or find_chromium()
        if not program:
            raise BrowserError("there is no Chromium: " + ", ".join(PROGRAMS))
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_read, self.to_browser = os.pipe()
        self.from_browser, to_write = os.pipe()
        self.process = subprocess.Popen(
            [
                "/bin/sh",
                "-c",
                # The protocol has the descriptors 3 and 4.
                'exec "$0" "$@" 3<&%d 4>&%d' % (to_read, to_write),
                program,
                "--remote-debugging-pipe",
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--disable-component-update",
                "--no-first-run",
                "--hide-scrollbars",
                "--force-device-scale-factor=1",
                "--user-data-dir=" + self.profile.name,
                "about:blank",
            ],
            pass_fds=(to_read, to_write),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=dict(os.environ, HOME=self.profile.name),
        )
        os.close(to_read)
        os.close(to_write)
        self.buffer = b""
        self.number = 0
        self.events = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.call("Browser.close")
        except (BrowserError, OSError):
            pass
        os.close(self.to_browser)
        os.close(self.from_browser)
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.profile.cleanup()

    def receive(self):
        end = time.monotonic() + PATIENCE_S
        while b"\0" not in self.buffer:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.from_browser], [], [], left)[0]:
                raise BrowserError("Chromium did not answer in %d s" % PATIENCE_S)
            some = os.read(self.from_browser, 1 << 20)
            if not some:
                raise BrowserError("Chromium ended")
            self.buffer += some
        message, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(message)

    def call(self, method, session=None, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        text = json.dumps(message).encode() + b"\0"
        while text:
            text = text[os.write(self.to_browser, text) :]
        while True:
            answer = self.receive()
            if answer.get("id") != self.number:
                self.events.append(answer)
            elif "error" in answer:
                raise BrowserError("%s: %s" % (method, answer["error"]["message"]))
            else:
                return answer.get("result", {})

    def open(self, path, width=1280, height=900, dark=False):
        """Loads a file into a page of its own and waits until it is there."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)
        page = Page(self, session["sessionId"])
        for domain in ("Page", "Runtime", "Network", "Log"):
            page.call(domain + ".enable")
        page.resize(width, height)
        page.set_dark(dark)
        page.load(pathlib.Path(path).resolve().as_uri())
        return page


class Page:
    def __init__(self, browser, session):
        self.browser = browser
        self.session = session
        self.url = None

    def call(self, method, **parameters):
        return self.browser.call(method, session=self.session, **parameters)

    def load(self, url):
        self.url = url
        self.call("Page.navigate", url=url)
        while not self.evaluate("document.readyState === 'complete'"):
            time.sleep(0.02)

    def evaluate(self, expression):
        """The value of an expression, as JSON gives it. Promises are awaited."""
        answer = self.call(
            "Runtime.evaluate",
            expression=expression,
            returnByValue=True,
            awaitPromise=True,
        )
        if "exceptionDetails" in answer:
            raise BrowserError(describe_exception(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def resize(self, width, height, scale=1):
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=scale,
            mobile=False,
        )

    def set_dark(self, dark):
        self.call(
            "Emulation.setEmulatedMedia",
            features=[
                {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
            ],
        )

    def set_vision(self, deficiency):
        """none, protanopia, deuteranopia, tritanopia, achromatopsia."""
        self.call("Emulation.setEmulatedVisionDeficiency", type=deficiency)

    def move(self, x, y):
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def click_at(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.call(
                "Input.dispatchMouseEvent",
                type=kind,
                x=x,
                y=y,
                button="left",
                clickCount=1,
            )

    def middle_of(self, selector):
        """Scrolls an element into view, and returns where it is."""
        place = self.evaluate(
            "(() => { const found = document.querySelector(%s);"
            " if (!found) return null; found.scrollIntoView({block: 'center'});"
            " const box = found.getBoundingClientRect();"
            " return [box.left + box.width / 2, box.top + box.height / 2]; })()"
            % json.dumps(selector)
        )
        if place is None:
            raise BrowserError("there is no " + selector)
        return place

    def click(self, selector):
        self.click_at(*self.middle_of(selector))

    def type(self, text):
        self.call("Input.insertText", text=text)

    def press(self, key):
        codes = {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
        codes.update({"Enter": 13, "Escape": 27, "Tab": 9, "Home": 36, "End": 35})
        codes["Backspace"] = 8
        code = codes.get(key, ord(key[0].upper()))
        for kind in ("rawKeyDown", "keyUp"):
            self.call(
                "Input.dispatchKeyEvent",
                type=kind,
                key=key,
                code=key,
                windowsVirtualKeyCode=code,
            )

    def screenshot(self, path, whole=True, clip=None):
        """Of the whole page, of the window, or of a box (x, y, width, height)."""
        parameters = {"format": "png", "captureBeyondViewport": whole}
        if whole and not clip:
            size = self.evaluate(
                "[document.documentElement.scrollWidth,"
                " document.documentElement.scrollHeight]"
            )
            clip = (0, 0, *size)
        if clip:
            parameters["clip"] = dict(zip(("x", "y", "width", "height"), clip), scale=1)
        image = base64.b64decode(self.call("Page.captureScreenshot", **parameters)["data"])
        pathlib.Path(path).write_bytes(image)

    def box_of(self, selector):
        """(x, y, width, height) of an element, from the top of the page."""
        return self.evaluate(
            "(() => { const box = document.querySelector(%s).getBoundingClientRect();"
            " return [box.left + scrollX, box.top + scrollY, box.width, box.height];"
            " })()" % json.dumps(selector)
        )

    def problems(self):
        """Errors and warnings of the page, and what it loaded beside itself."""
        # What was sent before this call has come when it is answered.
        self.evaluate("0")
        found = []
        for event in self.browser.events:
            if event.get("sessionId") != self.session:
                continue
            method, data = event["method"], event.get("params", {})
            if method == "Runtime.exceptionThrown":
                found.append(describe_exception(data["exceptionDetails"]))
            elif method == "Runtime.consoleAPICalled":
                texts = [str(each.get("value", each)) for each in data["args"]]
                found.append("console.%s: %s" % (data["type"], " ".join(texts)))
            elif method == "Log.entryAdded":
                found.append("log: " + data["entry"]["text"])
            elif method == "Network.requestWillBeSent":
                url = data["request"]["url"]
                if url != self.url and not url.startswith("data:"):
                    found.append("request: " + url)
        return found

    def check(self):
        found = self.problems()
        if found:
            raise BrowserError("\n".join(found))


def describe_exception(details):
    return details.get("exception", {}).get("description") or details["text"]


def read_png(path):
    """(width, height, rows) of a screenshot: a row is bytes, `depth` a pixel (3
    or 4, the third value of the result's tuple is (rows, depth))."""
    data = pathlib.Path(path).read_bytes()
    at, packed = 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        chunk = data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, bits, color = struct.unpack(">IIBB", chunk[:10])
            if bits != 8 or color not in (2, 6):
                raise BrowserError("%s: unknown kind of PNG" % path)
            depth = 3 if color == 2 else 4
        elif kind == b"IDAT":
            packed += chunk
        at += 12 + length
    return width, height, unfilter(zlib.decompress(packed), width, height, depth)


def unfilter(raw, width, height, depth):
    """The pixels as rows of (red, green, blue)."""
    stride = width * depth
    before, rows = bytearray(stride), []
    for row in range(height):
        start = row * (stride + 1)
        kind, line = raw[start], bytearray(raw[start + 1 : start + 1 + stride])
        for i in range(stride):
            left = line[i - depth] if i >= depth else 0
            up, corner = before[i], before[i - depth] if i >= depth else 0
            if kind == 1:
                line[i] = (line[i] + left) & 255
            elif kind == 2:
                line[i] = (line[i] + up) & 255
            elif kind == 3:
                line[i] = (line[i] + (left + up) // 2) & 255
            elif kind == 4:
                line[i] = (line[i] + paeth(left, up, corner)) & 255
        before = line
        rows.append([tuple(line[i : i + 3]) for i in range(0, stride, depth)])
    return rows


def paeth(left, up, corner):
    guess = left + up - corner
    away = [abs(guess - each) for each in (left, up, corner)]
    return (left, up, corner)[away.index(min(away))]
