//===- Elements.h - Numbers in the bytes of a value -------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_RUN_ELEMENTS_H
#define REMAT_TOOLS_REMAT_RUN_ELEMENTS_H

#include "Signature.h"

#include <optional>

namespace mlir::remat {

/// Number `index` of `data` (see TensorSpec::numNumbers): of any type as a
/// double (which rounds integers beyond 2^53), an integer, and exactly in text.
double getNumber(const TensorSpec &spec, const char *data, int64_t index);
int64_t getInteger(const TensorSpec &spec, const char *data, int64_t index);
std::string formatNumber(const TensorSpec &spec, const char *data,
                         int64_t index);

/// Writes a number; a float rounds to the nearest of the type, an integer is
/// in its range.
void setFloat(const TensorSpec &spec, double value, char *data, int64_t index);
void setInteger(const TensorSpec &spec, int64_t value, char *data,
                int64_t index);

/// The element that has number `index`, as "[i, j, k]".
std::string formatIndex(const TensorSpec &spec, int64_t index);

/// The integers that the type holds: i1 has 0 and 1, others have a sign.
std::pair<int64_t, int64_t> getIntegerLimits(const TensorSpec &spec);

/// Whether the type of floats has `value`, rounded: one that is finite does not
/// overflow, and the type has the sign, the zero, the infinity or the NaN that
/// it needs.
bool holdsFloat(const TensorSpec &spec, double value);

/// The least and the greatest number of the type of floats in [low, high), two
/// finite numbers; nothing if there is none.
std::optional<std::pair<double, double>>
getFloatsWithin(const TensorSpec &spec, double low, double high);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_ELEMENTS_H
