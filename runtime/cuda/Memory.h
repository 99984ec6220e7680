//===- Memory.h - Device memory that is counted -----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUNTIME_CUDA_MEMORY_H
#define REMAT_RUNTIME_CUDA_MEMORY_H

#include "Driver.h"

#include <cstdint>
#include <string>

namespace remat::cuda {

/// `bytes` bytes on the device, counted; null for none and where an error is
/// kept. The one place that device memory of a step comes from.
void *allocate(int64_t bytes, bool isHostShared);

/// Frees what `allocate` gave; anything else is counted as an invalid free and
/// not handed to the driver. Null is nothing.
void release(void *device);

/// Waits for all work on the device; `before` opens the sentence of an error.
bool synchronize(const Session &session, const std::string &before);

/// "the launch of 'kernel'" for what was launched last (Mgpu.cpp).
std::string lastLaunch();

} // namespace remat::cuda

#endif // REMAT_RUNTIME_CUDA_MEMORY_H
