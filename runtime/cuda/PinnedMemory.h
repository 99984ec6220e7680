//===- PinnedMemory.h - The host's memory for copies ------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUNTIME_CUDA_PINNEDMEMORY_H
#define REMAT_RUNTIME_CUDA_PINNEDMEMORY_H

namespace remat::cuda {

/// Whether `address` lies in a block of rematCudaAllocateHost that is in use.
bool isPinned(const void *address);

} // namespace remat::cuda

#endif // REMAT_RUNTIME_CUDA_PINNEDMEMORY_H
