//===- versions.c - Versions of the library, from C ---------------*- C -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What programs of this, an older and a newer version are told.
//
//===----------------------------------------------------------------------===//

#include "remat-c/Version.h"

#include <stdio.h>

static void check(int version) {
  const MlirStringRef told = rematCheckCApiVersion(version);
  printf("%d: %.*s.\n", version, (int)told.length, told.data);
}

int main(void) {
  const MlirStringRef problem = rematCheckCApiVersion(REMAT_C_API_VERSION);
  if (problem.length) {
    fprintf(stderr, "%.*s\n", (int)problem.length, problem.data);
    return 1;
  }
  const MlirStringRef version = rematGetVersion();
  printf("Remat %.*s, C interface %d, files %d\n", (int)version.length,
         version.data, rematGetCApiVersion(), rematGetFileVersion());
  printf("same: %d\n", rematGetCApiVersion() == REMAT_C_API_VERSION);
  check(REMAT_C_API_VERSION);
  check(REMAT_C_API_VERSION + 1);
  check(0);
  check(-7);
  return 0;
}
