//===- Libraries.h - cuBLASLt and cuDNN -------------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUNTIME_CUDA_LIBRARIES_H
#define REMAT_RUNTIME_CUDA_LIBRARIES_H

#include "CublasLt.h"
#include "Cudnn.h"

#include <string>

namespace remat::cuda {

/// cuBLASLt, opened at the first call; null and an error kept where there is
/// none. A later call does not try again until rematCudaClearError was called.
const CublasLt *cublasLt();
/// Likewise cuDNN.
const Cudnn *cudnn();
/// Forgets that opening a library failed, so that the next call tries again.
void forgetFailedLibraries();

/// Bytes of an element; 0 of what is no RematElement.
int64_t bytesOfElement(int32_t element);
/// "f32"; "element 7" of what is none.
std::string nameOfElement(int32_t element);

/// One matrix of a product: as rematCudaMatmul takes it.
struct Operand {
  const void *data = nullptr;
  int64_t leading = 0;
  int64_t stride = 0;
  bool isTransposed = false;
};

/// A product as rematCudaMatmul describes it.
struct Product {
  int32_t inputs = 0, output = 0;
  int64_t batch = 1, m = 0, n = 0, k = 0;
  Operand a, b;
  void *c = nullptr;
  int64_t leadingOfC = 0, strideOfC = 0;
  double beta = 1;
  void *workspace = nullptr;
  int64_t workspaceBytes = 0;
};

/// Launches the product on the stream. An error is kept if it cannot; false
/// then. Looked up by shape: the library is asked once for each.
bool multiply(const Session &session, Stream stream, const Product &product);

/// Sets a matrix of `rows` rows of `bytes` bytes, `pitch` bytes apart, to
/// zeros; `bytes` is even, and so is every address.
bool clear(const Session &session, Stream stream, void *data, int64_t rows,
           int64_t bytes, int64_t pitch);

/// The part of a workspace behind `used` bytes that begins at a multiple of 256
/// bytes; its size is 0 if there is none.
void alignWorkspace(void *&workspace, int64_t &bytes, int64_t used = 0);

/// to[column][row] = from[row][column] for elements of 2, 4 or 8 bytes, at most
/// 2147483647 of them. False where an error is kept.
bool transpose(Stream stream, void *to, const void *from, int64_t rows,
               int64_t columns, int64_t elementBytes);

/// The code of that.
std::string transposePtx();

} // namespace remat::cuda

#endif // REMAT_RUNTIME_CUDA_LIBRARIES_H
