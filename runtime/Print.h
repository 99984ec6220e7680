//===- Print.h - What vector.print calls ------------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions that upstream lowers `vector.print` to, as in
// libmlir_c_runner_utils: C ABI, to standard output.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUNTIME_PRINT_H
#define REMAT_RUNTIME_PRINT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

void printI64(int64_t value);
void printU64(uint64_t value);
void printF32(float value);
void printF64(double value);
/// The bits of an f16 and of a bf16.
void printF16(uint16_t bits);
void printBF16(uint16_t bits);
void printString(const char *text);
/// "( ", " )", ", " and the end of a line, after which all is written.
void printOpen(void);
void printClose(void);
void printComma(void);
void printNewline(void);

#ifdef __cplusplus
}
#endif

#endif // REMAT_RUNTIME_PRINT_H
