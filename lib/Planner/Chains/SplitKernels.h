//===- SplitKernels.h - Loops over arrays of overheads ----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The inner loops of SplitArrays.cpp, for numbers of 16 and of 32 bits. Where
// `left` is null it counts as all 0.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_SPLITKERNELS_H
#define REMAT_LIB_PLANNER_SPLITKERNELS_H

#include <cstdint>

namespace mlir::remat::planner {

/// values[i] = min(values[i], time + left[i] + right[i]).
void lowerValues(uint16_t *values, const uint16_t *left, const uint16_t *right,
                 uint16_t time, int64_t size);
void lowerValues(uint32_t *values, const uint32_t *left, const uint32_t *right,
                 uint32_t time, int64_t size);

/// Whether time + left[i] + right[i] <= upper[i] for some i.
bool mayBeBest(const uint16_t *upper, const uint16_t *left,
               const uint16_t *right, uint16_t time, int64_t size);
bool mayBeBest(const uint32_t *upper, const uint32_t *left,
               const uint32_t *right, uint32_t time, int64_t size);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_SPLITKERNELS_H
