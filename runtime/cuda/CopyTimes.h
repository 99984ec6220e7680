//===- CopyTimes.h - Times of copies to the host and back -------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUNTIME_CUDA_COPYTIMES_H
#define REMAT_RUNTIME_CUDA_COPYTIMES_H

#include "Driver.h"

#include <cstdint>

namespace remat::cuda {

/// While it lives, what is enqueued on `stream` is one copy between the device
/// and pinned memory, whose time is measured if the host asked for that
/// (rematCudaMeasureCopies). Other copies are not measured.
class CopyTimer {
public:
  CopyTimer(const Session &session, void *to, void *from, int64_t bytes,
            Stream stream);
  ~CopyTimer();
  CopyTimer(const CopyTimer &) = delete;
  CopyTimer &operator=(const CopyTimer &) = delete;

private:
  const Session &session;
  Stream stream;
  int64_t bytes;
  bool isOut = false;
  /// Null if nothing is measured.
  Event begin = nullptr;
};

} // namespace remat::cuda

#endif // REMAT_RUNTIME_CUDA_COPYTIMES_H
