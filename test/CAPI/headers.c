//===- headers.c - Each header stands on its own in C and C++ -----*- C -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat-c/Attributes.h"
#include "remat-c/Dialects.h"
#include "remat-c/Passes.h"
#include "remat-c/Planner.h"
#include "remat-c/Version.h"

// Again, since each is guarded.
#include "remat-c/Attributes.h"
#include "remat-c/Dialects.h"
#include "remat-c/Passes.h"
#include "remat-c/Planner.h"
#include "remat-c/Version.h"

int main(void) { return rematGetNumStrategies() > 0 ? 0 : 1; }
