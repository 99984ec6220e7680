//===- Errors.h - The first error is kept -----------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUNTIME_CUDA_ERRORS_H
#define REMAT_RUNTIME_CUDA_ERRORS_H

#include <string>

namespace remat::cuda {

/// Keeps the sentence if it is the first since the last
/// rematCudaClearError; ends the program with it where the host did not ask for
/// errors to be kept (CudaRuntime.h).
void fail(const std::string &sentence);

/// Whether an error is kept.
bool hasError();

} // namespace remat::cuda

#endif // REMAT_RUNTIME_CUDA_ERRORS_H
