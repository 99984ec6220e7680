//===- CudaCommand.h - remat-run --target=cuda ------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_RUN_CUDACOMMAND_H
#define REMAT_TOOLS_REMAT_RUN_CUDACOMMAND_H

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <optional>
#include <string>

namespace mlir::remat {

/// What remat-run is asked beside its flags for GPUs.
struct CudaCommand {
  std::string inputFile, entry;
  /// Whose results on the CPU are expected; empty for those of the input.
  std::string compareFile;
  uint64_t seed = 0;
  unsigned repeat = 1;
  bool allowNonFinite = false, allowConstant = false;
};

/// Makes the flags for GPUs known, in `category`. Before flags are parsed.
void addCudaFlags(llvm::cl::OptionCategory &category);

/// The first flag for GPUs that was given; empty if none.
std::string getCudaFlag();

/// An error where flags for GPUs contradict each other, or --compare
/// (`isCompared`: whether it was given).
llvm::Error checkCudaFlags(bool isCompared);

/// The file that --profile names; empty if none.
std::string getCudaProfileFile();

/// Runs the step on a GPU, real or emulated, compares its results with the
/// CPU's, prints what was measured and returns it for the report; says itself
/// what went wrong. `isGood` is whether results agree, or were not compared.
std::optional<llvm::json::Object>
runOnCuda(MLIRContext &context, const CudaCommand &command, bool &isGood);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_CUDACOMMAND_H
