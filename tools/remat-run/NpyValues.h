//===- NpyValues.h - Values of a step in files of NumPy ---------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_RUN_NPYVALUES_H
#define REMAT_TOOLS_REMAT_RUN_NPYVALUES_H

#include "Signature.h"

#include "remat/Support/NpyFile.h"

namespace mlir::remat {

/// The type of NumPy (as in NpyArray) that holds every value of `spec`, the
/// narrowest: "f4" for f32, and for bf16 and the floats of 8 bits, which NumPy
/// does not have.
std::string getNpyType(const TensorSpec &spec);

/// Converts `array` to the bytes of `spec`. Takes the type above; for integers
/// also the unsigned one of their width, for bf16 and the floats of 8 bits
/// their bits as "V2" and "V1" (as ml_dtypes saves them). Errors: another type
/// or shape, a number that the element type does not hold exactly.
llvm::Expected<std::vector<char>> fromNpy(const NpyArray &array,
                                          const TensorSpec &spec);

/// The contents of a file, in the type above.
std::string toNpy(const TensorSpec &spec, const char *data);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_NPYVALUES_H
