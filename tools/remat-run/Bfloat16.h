//===- Bfloat16.h - Conversions to bf16 in compiled code --------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM calls them on processors without an instruction for it (x86 without
// AVX512-BF16). Compilers' runtime libraries have them since GCC 13.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_RUN_BFLOAT16_H
#define REMAT_TOOLS_REMAT_RUN_BFLOAT16_H

#include <cstdint>

namespace mlir::remat {

/// The bits of the nearest bf16, of two the even one; a quiet NaN for a NaN.
uint16_t roundToBfloat16(float value);
/// The same, without rounding to f32 in between.
uint16_t roundToBfloat16(double value);

/// As LLVM calls `__truncsfbf2` and `__truncdfbf2`: it takes a bf16 from the
/// low bits of the register of a float.
float truncateFloatToBfloat16(float value);
float truncateDoubleToBfloat16(double value);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_BFLOAT16_H
