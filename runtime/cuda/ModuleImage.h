//===- ModuleImage.h - What a module of kernels says of itself --*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUNTIME_CUDA_MODULEIMAGE_H
#define REMAT_RUNTIME_CUDA_MODULEIMAGE_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace remat::cuda {

/// What can be read off the bytes that cuModuleLoadData takes.
struct ModuleImage {
  enum Kind { ptx, cubin, fatbin, unknown };
  Kind kind = unknown;
  /// The chips that there is machine code for, and PTX: 90 for sm_90. More than
  /// one in a fatbin.
  std::vector<int> chips;
  std::vector<int> ptxChips;
  /// Of PTX for the chip named alone: the letter of sm_90a; else 0.
  char letter = 0;
  /// Names of kernels; none of a fatbin where all is compressed.
  std::vector<std::string> kernels;
};

/// Reads the image: PTX ends in a null byte, the others say their size. `bytes`
/// is the size where it is known, else 0: nothing beyond is read. What is
/// neither comes back as `unknown`. Linear in the image.
ModuleImage readModuleImage(const void *image, size_t bytes = 0);

/// Whether code for the chip `capability` can be had from the image: machine
/// code of the same generation (the first digits) and not newer, or PTX that is
/// not newer.
bool runsOn(const ModuleImage &image, int capability);

} // namespace remat::cuda

#endif // REMAT_RUNTIME_CUDA_MODULEIMAGE_H
