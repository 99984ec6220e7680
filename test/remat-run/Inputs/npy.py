# ===- npy.py - Files of NumPy, without NumPy ------------------------------===#
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""npy.py write FILE DESCR SHAPE FORMAT NUMBER... | npy.py show|ends FILE FORMAT

Writes a file of NumPy, or prints it or its least and greatest number, without NumPy. FORMAT is a letter of the module
struct; no number at all writes no data.
"""

import ast
import struct
import sys

MAGIC = b"\x93NUMPY"


def write(path, descr, shape, letter, *numbers):
    header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}\n"
    convert = float if letter in "efd" else int
    data = struct.pack(f"<{len(numbers)}{letter}", *map(convert, numbers))
    with open(path, "wb") as file:
        file.write(MAGIC + b"\x01\x00" + struct.pack("<H", len(header)))
        file.write(header.encode() + data)


def read(path, letter):
    with open(path, "rb") as file:
        text = file.read()
    assert text.startswith(MAGIC + b"\x01\x00")
    (length,) = struct.unpack_from("<H", text, 8)
    header = ast.literal_eval(text[10 : 10 + length].decode())
    assert not header["fortran_order"]
    numbers = [number for (number,) in struct.iter_unpack("<" + letter, text[10 + length :])]
    return header, numbers


def show(path, letter):
    header, numbers = read(path, letter)
    print(header["descr"], header["shape"], *numbers)


def ends(path, letter):
    _, numbers = read(path, letter)
    print(min(numbers), max(numbers))


if __name__ == "__main__":
    {"write": write, "show": show, "ends": ends}[sys.argv[1]](*sys.argv[2:])
