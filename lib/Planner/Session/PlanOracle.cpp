//===- PlanOracle.cpp - What answers asks ---------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/PlanOracle.h"

using namespace mlir::remat::planner;

PlanOracle::~PlanOracle() = default;
