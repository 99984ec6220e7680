//===- OlderGlibc.cpp - Runs with older C libraries -----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Part of the statically linked remat-opt only, which is built against the
// glibc of the machine that builds it. The C++ library inside seeds
// std::random_device by arc4random, which came with glibc 2.36 and is all that
// the program wants of it: with this definition 2.35 is enough, which is what
// many have.
//
//===----------------------------------------------------------------------===//

#if defined(__linux__)

#include <cstdint>
#include <cstdlib>
#include <sys/random.h>

extern "C" uint32_t arc4random() {
  uint32_t value;
  // Reads of up to 256 bytes are never cut short. Without random bits there is
  // nothing to return; arc4random ends the program there, too.
  if (getrandom(&value, sizeof(value), 0) != sizeof(value))
    abort();
  return value;
}

#endif
