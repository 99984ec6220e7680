//===- CudaToolkit.h - Where CUDA's tools are -------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The CUDA toolkit beside the compiler: ptxas, and libdevice.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_CONVERSION_CUDATOOLKIT_H
#define REMAT_CONVERSION_CUDATOOLKIT_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::remat {

/// The folder of the toolkit: `given`, else that of the environment's
/// CUDA_ROOT, CUDA_HOME or CUDA_PATH, else that of the ptxas in PATH, else the
/// default of CUDA's installer. Empty if there is none.
std::string findCudaToolkit(llvm::StringRef given);

/// The ptxas of the toolkit in that folder, or the one in PATH. Empty if there
/// is none.
std::string findPtxas(llvm::StringRef toolkit);

/// The library of math functions of the toolkit in that folder, LLVM bitcode.
/// Empty if there is none.
std::string findLibdevice(llvm::StringRef toolkit);

} // namespace mlir::remat

#endif // REMAT_CONVERSION_CUDATOOLKIT_H
