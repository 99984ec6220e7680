# ===- f8.py - Floats of eight bits, held against a reference --------------===#
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""f8.py make FOLDER TYPE | f8.py check FOLDER TYPE

Makes every number of a float of eight bits, and floats at and beside the middles
between them; checks what a step made of them: `extended.npy`, and `rounded.npy`, to
nearest, ties to even.
"""

import math
import struct
import sys

# Bits of the exponent and of the mantissa, bias, what has all bits set.
TYPES = {
    "f8E5M2": (5, 2, 15, "ieee"),
    "f8E4M3": (4, 3, 7, "ieee"),
    "f8E3M4": (3, 4, 3, "ieee"),
    "f8E4M3FN": (4, 3, 7, "fn"),
    "f8E5M2FNUZ": (5, 2, 16, "fnuz"),
    "f8E4M3FNUZ": (4, 3, 8, "fnuz"),
    "f8E4M3B11FNUZ": (4, 3, 11, "fnuz"),
}


def decode(bits, layout):
    exponent_bits, mantissa_bits, bias, kind = layout
    sign = -1.0 if bits & 0x80 else 1.0
    magnitude = bits & 0x7F
    exponent, mantissa = magnitude >> mantissa_bits, magnitude & ((1 << mantissa_bits) - 1)
    if kind == "fnuz" and bits == 0x80 or kind == "fn" and magnitude == 0x7F:
        return math.nan
    if kind == "ieee" and exponent == (1 << exponent_bits) - 1:
        return math.nan if mantissa else sign * math.inf
    if exponent == 0:
        return sign * math.ldexp(mantissa, 1 - bias - mantissa_bits)
    return sign * math.ldexp(mantissa + (1 << mantissa_bits), exponent - bias - mantissa_bits)


def round_to(value, layout):
    if math.isnan(value):
        return value
    magnitude = abs(value)
    sign = math.copysign(1.0, value)
    kind = layout[3]
    numbers = [decode(bits, layout) for bits in range(128)]
    finite = [number for number in numbers if math.isfinite(number)]
    # The number that would come next decides what is too large.
    finite.append(2 * finite[-1] - finite[-2])
    nearest = min(range(len(finite)), key=lambda i: (abs(finite[i] - magnitude), i % 2))
    if nearest == len(finite) - 1 or magnitude > finite[-1]:
        return sign * math.inf if kind == "ieee" else math.nan
    return 0.0 if kind == "fnuz" and nearest == 0 else sign * finite[nearest]


def to_f32(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def make_floats(layout):
    numbers = sorted({decode(bits, layout) for bits in range(128)} - {math.inf})
    numbers = [number for number in numbers if math.isfinite(number)]
    numbers.append(2 * numbers[-1] - numbers[-2])
    floats = []
    for low, high in zip(numbers, numbers[1:]):
        middle = (low + high) / 2
        floats += [middle, to_f32(middle * (1 + 2**-20)), to_f32(middle * (1 - 2**-20))]
    floats += numbers + [0.0, 1e30, 1e-30, math.inf, math.nan]
    return floats + [-each for each in floats]


def write(path, descr, data, count):
    header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': ({count},), }}\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)))
        file.write(header.encode() + data)


def read(path):
    with open(path, "rb") as file:
        text = file.read()
    (length,) = struct.unpack_from("<H", text, 8)
    return [number for (number,) in struct.iter_unpack("<f", text[10 + length :])]


def check(path, wanted):
    found = read(path)
    assert len(found) == len(wanted)
    for number, (source, expected) in zip(found, wanted):
        same = struct.pack("<f", number) == struct.pack("<f", expected)
        assert same or math.isnan(number) and math.isnan(expected), (path, source, number, expected)


def main(command, folder, name):
    layout = TYPES[name]
    floats = make_floats(layout)
    if command == "make":
        write(f"{folder}/bits.npy", "|V1", bytes(range(256)), 256)
        data = struct.pack(f"<{len(floats)}f", *floats)
        write(f"{folder}/floats.npy", "<f4", data, len(floats))
        print(len(floats))
        return
    check(f"{folder}/extended.npy", [(bits, decode(bits, layout)) for bits in range(256)])
    check(f"{folder}/rounded.npy", [(each, round_to(each, layout)) for each in floats])
    print(f"{name}: {256 + len(floats)} numbers agree")


if __name__ == "__main__":
    main(*sys.argv[1:])
