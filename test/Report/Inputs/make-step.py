# ===- make-step.py - A step with layers, as large as wanted ---------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
"""make-step.py LAYERS [hostile]

Prints a training step of 16 operations a layer whose locations name the layers
as JAX does; with "hostile", names are what a page must not take for markup.
"""

import sys

LAYERS = int(sys.argv[1])
HOSTILE = sys.argv[2:] == ["hostile"]
TENSOR = "tensor<128x128xf32>"
HOSTILE_NAMES = [
    "</script><script>window.pwned=1</script>",
    "<img src=x onerror=window.pwned=1>",
    "<!--",
    "\"quoted' & <b>bold</b> `tick` ${window.pwned=1}",
    "\\\\u003cscript>",
    "]]>&lt;amp;",
    "层 ünïcödé \u202eevil\u2028line",
]


def quote(text):
    return '"%s"' % text.replace('"', '\\"')


class Step:
    def __init__(self):
        self.count = 0

    def emit(self, text, where, operation):
        self.count += 1
        layer, part = where
        name = HOSTILE_NAMES[layer % len(HOSTILE_NAMES)] if HOSTILE else ""
        scope = "jit(step)/%s/block_%d%s/%s/%s" % (
            self.wrap, layer, name, part, operation)
        print("    %%v%d = %s loc(%s(\"net.py\":%d:%d))" % (
            self.count, text, quote(scope), layer + 1, self.count % 80 + 1))
        return "%%v%d" % self.count

    def binary(self, operation, a, b, where):
        return self.emit("arith.%s %s, %s : %s" % (operation, a, b, TENSOR),
                         where, operation)

    def matmul(self, a, b, where):
        empty = self.emit("tensor.empty() : " + TENSOR, where, "empty")
        zeros = self.emit(
            "linalg.fill ins(%%zero : f32) outs(%s : %s) -> %s"
            % (empty, TENSOR, TENSOR), where, "fill")
        return self.emit(
            "linalg.matmul ins(%s, %s : %s, %s) outs(%s : %s) -> %s"
            % (a, b, TENSOR, TENSOR, zeros, TENSOR, TENSOR),
            where, "dot_general")

    def forward(self, x, layer):
        attn, mlp = (layer, "attn"), (layer, "mlp")
        product = self.matmul(x, "%w", attn)
        t = self.emit("math.tanh %s : %s" % (product, TENSOR), attn, "tanh")
        m = self.binary("mulf", t, x, mlp)
        return (x, t), self.binary("addf", m, x, mlp)

    def backward(self, g, dw, kept, layer):
        x, t = kept
        attn, mlp = (layer, "attn"), (layer, "mlp")
        dt = self.binary("mulf", g, x, mlp)
        dx = self.binary("mulf", g, t, mlp)
        square = self.binary("mulf", t, t, attn)
        slope = self.binary("subf", "%ones", square, attn)
        da = self.binary("mulf", dt, slope, attn)
        dw = self.binary("addf", dw, self.matmul(x, da, attn), attn)
        g = self.binary("addf", g, dx, mlp)
        return self.binary("addf", g, self.matmul(da, "%w", attn), attn), dw


step = Step()
name = quote("main</script>" if HOSTILE else "main")
print("func.func @%s(%%x: %s, %%w: %s) -> (f32 {remat.loss}, %s) {"
      % (name, TENSOR, TENSOR, TENSOR))
print("  %zero = arith.constant 0.0 : f32")
print("  %zeros = arith.constant dense<0.0> : " + TENSOR)
print("  %ones = arith.constant dense<1.0> : " + TENSOR)
print("  %i = arith.constant 0 : index")
step.wrap = "jvp(net)"
value, kept = "%x", []
for layer in range(LAYERS):
    saved, value = step.forward(value, layer)
    kept.append(saved)
print("    %%loss = tensor.extract %s[%%i, %%i] : %s" % (value, TENSOR))
step.wrap = "transpose(jvp(net))"
gradient, dw = "%ones", "%zeros"
for layer in reversed(range(LAYERS)):
    gradient, dw = step.backward(gradient, dw, kept[layer], layer)
print("  return %%loss, %s : f32, %s\n}" % (dw, TENSOR))
