//===- LoopForms.cpp - A step with other stacks in its loops --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/LoopForms.h"

using namespace mlir::remat::planner;

LoopForms::~LoopForms() = default;
