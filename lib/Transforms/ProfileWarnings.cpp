//===- ProfileWarnings.cpp - Measured times that no op takes --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Transforms/ProfileWarnings.h"
#include "mlir/IR/Diagnostics.h"
#include "remat/Transforms/Rematerialize.h"

using namespace mlir;

void mlir::remat::warnAboutProfile(const PreparedStep &step,
                                   const Profile *profile, StringRef path) {
  if (!profile)
    return;
  constexpr size_t shown = 10;
  // As they are looked up: preparing the step rewrites elementwise ops.
  SmallVector<Operation *> timed;
  for (const TaskOps &task : step.functionGraph.tasks)
    timed.push_back(task.op);
  const std::vector<std::string> problems = profile->findProblems(timed);
  const Location loc = getFileOnly(func::FuncOp(step.function).getLoc());
  for (const std::string &problem : ArrayRef(problems).take_front(shown))
    emitWarning(loc) << "the profile '" << path << "': " << problem;
  if (problems.size() > shown)
    emitWarning(loc) << "the profile '" << path
                     << "': " << problems.size() - shown
                     << " more entries match no op or are replaced";
}
