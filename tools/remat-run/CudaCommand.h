//===- CudaCommand.h - remat-run --target=cuda ------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_RUN_CUDACOMMAND_H
#define REMAT_TOOLS_REMAT_RUN_CUDACOMMAND_H

#include "Measured.h"

namespace mlir::remat {

/// Fails if GPU flags contradict each other, --compare (`isCompared`) or the
/// target (`isCuda`).
llvm::Error checkCudaFlags(bool isCuda, bool isCompared);

/// The file that --profile names; empty if none.
std::string getCudaProfileFile();

/// Runs the step on a GPU, real or emulated, compares its results with the
/// CPU's, and prints and returns the measurements. Prints an error and returns
/// nothing on failure. Sets `isGood` if results agree or are not compared.
std::optional<llvm::json::Object>
runOnCuda(MLIRContext &context, const RunCommand &command, bool &isGood);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_CUDACOMMAND_H
