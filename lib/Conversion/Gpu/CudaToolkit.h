//===- CudaToolkit.h - Where CUDA's tools are -------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_CONVERSION_GPU_CUDATOOLKIT_H
#define REMAT_LIB_CONVERSION_GPU_CUDATOOLKIT_H

#include "mlir/Support/LLVM.h"

#include <string>

namespace mlir::remat {

struct CudaToolkit {
  /// Empty if there is none.
  std::string folder;
  /// An option or the environment names it: take nothing from elsewhere.
  bool isNamed = false;

  /// The program `name` (`ptxas`, `fatbinary`): of the folder, or from PATH if
  /// that is not named. Empty if there is none.
  std::string findProgram(StringRef name) const;
  /// The bitcode library of math functions. Empty if there is none.
  std::string findLibdevice() const;
};

/// The toolkit in the folder `given`, else from CUDA_ROOT, CUDA_HOME or
/// CUDA_PATH, else of the ptxas in PATH, else CUDA's default folder.
CudaToolkit findCudaToolkit(StringRef given);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_GPU_CUDATOOLKIT_H
