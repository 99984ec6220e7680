//===- Libraries.h - Opens cuBLASLt -----------------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUNTIME_CUDA_LIBRARIES_H
#define REMAT_RUNTIME_CUDA_LIBRARIES_H

#include "CublasLt.h"

#include <string>

namespace remat::cuda {

/// cuBLASLt, opened at the first call; null and an error kept where there is
/// none. A later call does not try again until rematCudaClearError was called.
const CublasLt *cublasLt();
/// Forgets that opening it failed, so that the next call tries again.
void forgetFailedLibrary();

/// Bytes of an element; 0 of what is no RematElement.
int64_t bytesOfElement(int32_t element);
/// "f32"; "element 7" of what is none.
std::string nameOfElement(int32_t element);

/// Sets a matrix of `rows` rows of `bytes` bytes, `pitch` bytes apart, to
/// zeros; `bytes` is even, and so is every address.
bool clear(const Session &session, Stream stream, void *data, int64_t rows,
           int64_t bytes, int64_t pitch);

/// The part of a workspace that begins at a multiple of 256 bytes; its size is
/// 0 if there is none.
void alignWorkspace(void *&workspace, int64_t &bytes);

} // namespace remat::cuda

#endif // REMAT_RUNTIME_CUDA_LIBRARIES_H
