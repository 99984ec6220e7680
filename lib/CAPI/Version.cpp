//===- Version.cpp - Versions of the library and its files, from C --------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat-c/Version.h"

#include "mlir/CAPI/Support.h"
#include "remat/Support/JSONReader.h"
#include "remat/Support/Version.h"

#include <string>

using llvm::StringRef;

/// The first headers whose programs this library still serves.
static constexpr int oldest = 1;

MlirStringRef rematGetVersion(void) {
  return wrap(StringRef(REMAT_VERSION_STRING));
}

int rematGetCApiVersion(void) { return REMAT_C_API_VERSION; }

int rematGetFileVersion(void) { return mlir::remat::kFileVersion; }

MlirStringRef rematCheckCApiVersion(int version) {
  if (version >= oldest && version <= REMAT_C_API_VERSION)
    return wrap(StringRef());
  static thread_local std::string text;
  text = "the program was compiled with version " + std::to_string(version) +
         " of the C interface, and this library, Remat " REMAT_VERSION_STRING
         ", has version " +
         std::to_string(REMAT_C_API_VERSION) +
         (version < oldest ? " and serves none before " + std::to_string(oldest)
                           : std::string()) +
         ": compile the program with the headers of this library" +
         (version > REMAT_C_API_VERSION
              ? ", or install the library that its headers came with"
              : "");
  return wrap(StringRef(text));
}
