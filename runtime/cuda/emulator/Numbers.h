//===- Numbers.h - Numbers of a GPU's types ---------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUNTIME_CUDA_EMULATOR_NUMBERS_H
#define REMAT_RUNTIME_CUDA_EMULATOR_NUMBERS_H

#include <cstddef>
#include <cstdint>

namespace remat::emulator {

/// Types as the emulated libraries name them: cudaDataType's.
enum class Number : int32_t { f32 = 0, f64 = 1, f16 = 2, bf16 = 14 };

/// 0 for what is none.
size_t bytesOf(Number type);

/// Element `index` of an array, exactly.
double load(const void *data, int64_t index, Number type);
/// Rounds to nearest, ties to even.
void store(void *data, int64_t index, Number type, double value);

uint16_t toHalf(float value);
float fromHalf(uint16_t bits);
uint16_t toBFloat(float value);
float fromBFloat(uint16_t bits);

} // namespace remat::emulator

#endif // REMAT_RUNTIME_CUDA_EMULATOR_NUMBERS_H
