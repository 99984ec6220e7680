//===- Launch.cpp - Launches of kernels without a driver ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Threads.h"

#include <cstdio>
#include <cstdlib>

using namespace remat::emulator;

void rematEmulatorLaunch(RematEmulatedKernel kernel, int64_t gridX,
                         int64_t gridY, int64_t gridZ, int64_t blockX,
                         int64_t blockY, int64_t blockZ,
                         int64_t dynamicSharedBytes, void **parameters) {
  const char *order = std::getenv("REMAT_EMULATOR_ORDER");
  std::string error =
      runKernel(kernel, {gridX, gridY, gridZ}, {blockX, blockY, blockZ},
                dynamicSharedBytes, parameters, order ? std::atoi(order) : 0);
  if (error.empty())
    return;
  std::fprintf(stderr, "remat emulator: %s\n", error.c_str());
  std::exit(EXIT_FAILURE);
}
