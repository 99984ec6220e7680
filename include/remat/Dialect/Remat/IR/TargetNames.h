//===- TargetNames.h - The targets that there are ---------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The memory models are in remat/Targets. Their names stand here so that the
// dialect can verify `remat.target`.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_DIALECT_REMAT_IR_TARGETNAMES_H
#define REMAT_DIALECT_REMAT_IR_TARGETNAMES_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::remat {

inline constexpr llvm::StringLiteral kCpuTargetName = "cpu";
inline constexpr llvm::StringLiteral kCudaTargetName = "cuda";
inline constexpr llvm::StringLiteral kCudaGeneratedTargetName =
    "cuda-generated";
inline constexpr llvm::StringLiteral kXlaGpuTargetName = "xla-gpu";

inline constexpr llvm::StringLiteral kTargetNames[] = {
    kCpuTargetName, kCudaTargetName, kCudaGeneratedTargetName,
    kXlaGpuTargetName};

bool isTargetName(llvm::StringRef name);

/// Returns "there is no target 'NAME'; targets are ..." and the known names
/// near it, if any.
std::string describeUnknownTarget(llvm::StringRef name);

} // namespace mlir::remat

#endif // REMAT_DIALECT_REMAT_IR_TARGETNAMES_H
