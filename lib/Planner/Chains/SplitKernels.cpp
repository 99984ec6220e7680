//===- SplitKernels.cpp - Loops over arrays of overheads ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chains/SplitKernels.h"

#include <algorithm>

// Whole numbers: the same results whatever the width of the vectors.
#if defined(__x86_64__) && defined(__ELF__) && defined(__has_attribute)
#if __has_attribute(target_clones)
#define REMAT_VECTOR_CLONES __attribute__((target_clones("avx2", "default")))
#endif
#endif
#ifndef REMAT_VECTOR_CLONES
#define REMAT_VECTOR_CLONES
#endif

using namespace mlir::remat;

template <typename T>
static inline __attribute__((always_inline)) void
lower(T *values, const T *left, const T *right, T time, int64_t size) {
  if (!left) {
    for (int64_t i = 0; i < size; ++i)
      values[i] = std::min<T>(values[i], time + right[i]);
    return;
  }
  for (int64_t i = 0; i < size; ++i)
    values[i] = std::min<T>(values[i], time + left[i] + right[i]);
}

template <typename T>
static inline __attribute__((always_inline)) bool
isBelow(const T *upper, const T *left, const T *right, T time, int64_t size) {
  T any = 0;
  if (!left) {
    for (int64_t i = 0; i < size; ++i)
      any |= T(time + right[i]) <= upper[i];
    return any;
  }
  for (int64_t i = 0; i < size; ++i)
    any |= T(time + left[i] + right[i]) <= upper[i];
  return any;
}

REMAT_VECTOR_CLONES
void planner::lowerValues(uint16_t *values, const uint16_t *left,
                          const uint16_t *right, uint16_t time, int64_t size) {
  lower(values, left, right, time, size);
}

REMAT_VECTOR_CLONES
void planner::lowerValues(uint32_t *values, const uint32_t *left,
                          const uint32_t *right, uint32_t time, int64_t size) {
  lower(values, left, right, time, size);
}

REMAT_VECTOR_CLONES
bool planner::mayBeBest(const uint16_t *upper, const uint16_t *left,
                        const uint16_t *right, uint16_t time, int64_t size) {
  return isBelow(upper, left, right, time, size);
}

REMAT_VECTOR_CLONES
bool planner::mayBeBest(const uint32_t *upper, const uint32_t *left,
                        const uint32_t *right, uint32_t time, int64_t size) {
  return isBelow(upper, left, right, time, size);
}
