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

/// A folder of a toolkit.
struct CudaToolkit {
  /// Empty if there is none.
  std::string folder;
  /// Whether an option or the environment names it: nothing is taken from
  /// elsewhere then.
  bool isNamed = false;

  /// The program of that name (`ptxas`, `fatbinary`): of the folder, or, where
  /// that is not named, in PATH. Empty if there is none.
  std::string findProgram(llvm::StringRef name) const;
  /// The library of math functions, LLVM bitcode. Empty if there is none.
  std::string findLibdevice() const;
};

/// The toolkit in the folder `given`, else that of the environment's CUDA_ROOT,
/// CUDA_HOME or CUDA_PATH, else that of the ptxas in PATH, else the default of
/// CUDA's installer.
CudaToolkit findCudaToolkit(llvm::StringRef given);

} // namespace mlir::remat

#endif // REMAT_CONVERSION_CUDATOOLKIT_H
