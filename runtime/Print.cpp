//===- Print.cpp - What vector.print calls --------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Print.h"

#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstring>

extern "C" void printI64(int64_t value) { std::printf("%" PRId64, value); }
extern "C" void printU64(uint64_t value) { std::printf("%" PRIu64, value); }
extern "C" void printF32(float value) { std::printf("%g", value); }
extern "C" void printF64(double value) { std::printf("%lg", value); }

extern "C" void printF16(uint16_t bits) {
  const int exponent = bits >> 10 & 0x1f;
  const int mantissa = bits & 0x3ff;
  double value = exponent == 0 ? std::ldexp(mantissa, -24)
                               : std::ldexp(mantissa + 0x400, exponent - 25);
  if (exponent == 0x1f)
    value = mantissa == 0 ? HUGE_VAL : std::nan("");
  printF64(bits >> 15 ? -value : value);
}

extern "C" void printBF16(uint16_t bits) {
  const uint32_t wide = static_cast<uint32_t>(bits) << 16;
  float value;
  std::memcpy(&value, &wide, sizeof(value));
  printF32(value);
}

extern "C" void printString(const char *text) { std::fputs(text, stdout); }
extern "C" void printOpen(void) { std::fputs("( ", stdout); }
extern "C" void printClose(void) { std::fputs(" )", stdout); }
extern "C" void printComma(void) { std::fputs(", ", stdout); }
extern "C" void printNewline(void) {
  std::fputc('\n', stdout);
  std::fflush(stdout);
}
