#!/usr/bin/env python3
# ===- lsp.py - An editor's session with a language server -----------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""lsp.py SERVER FILE [ACTION...]

Opens FILE in the language server, as an editor does, and prints the diagnostics
(line:column, counted from 1, with what belongs to them indented). Then, in the
order given:

hover:TEXT       what is said of the first place of TEXT
definition:TEXT  where what stands at the first place of TEXT is defined
references:TEXT  where it is used
replace:OLD=NEW  edits the first place of OLD, and prints the diagnostics then

TEXT#2 is the second place of TEXT, and so on. Ends the session; the exit code is
1 if the server does not end with 0, or says nothing for a minute.
"""

import json
import os
import re
import subprocess
import sys
import threading

TIMEOUT = 60


class Session:
    def __init__(self, server):
        self.process = subprocess.Popen(
            server, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.requests = 0
        # A server that hangs is an error, not a test that never ends.
        self.timer = threading.Timer(TIMEOUT, self.process.kill)
        self.timer.start()

    def send(self, method, params, **more):
        message = {"jsonrpc": "2.0", "method": method, "params": params, **more}
        body = json.dumps(message).encode()
        header = f"Content-Length: {len(body)}\r\n\r\n".encode()
        self.process.stdin.write(header + body)
        self.process.stdin.flush()

    def receive(self):
        length = None
        while True:
            line = self.process.stdout.readline()
            if not line:
                sys.exit(f"the server ended: {self.process.wait()}")
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
            if not line.strip() and length is not None:
                return json.loads(self.process.stdout.read(length))

    def request(self, method, params):
        """The result of a request; an error of the server ends the session."""
        self.requests += 1
        self.send(method, params, id=self.requests)
        while True:
            message = self.receive()
            if message.get("id") == self.requests:
                if "error" in message:
                    sys.exit(f"{method}: {message['error']}")
                return message.get("result")

    def diagnostics(self):
        while True:
            message = self.receive()
            if message.get("method") == "textDocument/publishDiagnostics":
                return message["params"]["diagnostics"]

    def finish(self):
        self.request("shutdown", None)
        self.send("exit", None)
        code = self.process.wait()
        self.timer.cancel()
        print(f"server ended with {code}")
        return code


def spell(range):
    start = range["start"]
    return f"{start['line'] + 1}:{start['character'] + 1}"


def print_diagnostics(diagnostics):
    print(f"diagnostics: {len(diagnostics)}")
    for entry in diagnostics:
        severity = {1: "error", 2: "warning"}.get(entry.get("severity"), "remark")
        print(f"  {spell(entry['range'])}: {severity}: {entry['message']}")
        for related in entry.get("relatedInformation", []):
            print(f"    {spell(related['location']['range'])}: {related['message']}")


def find(text, what):
    """The position of a place in the text."""
    what, _, count = what.partition("#")
    places = [m.start() for m in re.finditer(re.escape(what), text)]
    count = int(count or 1)
    if len(places) < count:
        sys.exit(f"'{what}' stands {len(places)} times in the file")
    before = text[: places[count - 1]]
    return {
        "line": before.count("\n"),
        "character": len(before) - (before.rfind("\n") + 1),
    }


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    server, path, *actions = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        text = file.read()
    session = Session([server])
    session.request("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
    session.send("initialized", {})
    document = {"uri": "file://" + os.path.abspath(path)}
    session.send(
        "textDocument/didOpen",
        {"textDocument": {**document, "languageId": "mlir", "version": 1, "text": text}},
    )
    print_diagnostics(session.diagnostics())
    version = 1
    for action in actions:
        name, _, what = action.partition(":")
        if name == "replace":
            old, new = what.split("=")
            version += 1
            text = text.replace(old, new, 1)
            session.send(
                "textDocument/didChange",
                {
                    "textDocument": {**document, "version": version},
                    "contentChanges": [{"text": text}],
                },
            )
            print_diagnostics(session.diagnostics())
            continue
        place = {"textDocument": document, "position": find(text, what)}
        if name == "hover":
            said = session.request("textDocument/hover", place)
            print(f"hover {what}:")
            print(said["contents"]["value"] if said else "nothing")
        elif name in ("definition", "references"):
            place["context"] = {"includeDeclaration": False}
            found = session.request("textDocument/" + name, place) or []
            places = ", ".join(spell(location["range"]) for location in found)
            print(f"{name} {what}: {places or 'none'}")
        else:
            sys.exit(f"there is no action '{name}'")
    sys.exit(1 if session.finish() else 0)


main()
