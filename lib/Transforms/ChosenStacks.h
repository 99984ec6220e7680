//===- ChosenStacks.h - The stacks of a step -------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_CHOSENSTACKS_H
#define REMAT_LIB_TRANSFORMS_CHOSENSTACKS_H

#include "FunctionForms.h"
#include "remat/Planner/FormSession.h"

namespace mlir::remat {

/// The forms of a step, and what is known of their plans.
struct StepForms {
  explicit StepForms(std::unique_ptr<FunctionForms> ofFunction)
      : ofFunction(std::move(ofFunction)), session(*this->ofFunction) {}

  std::unique_ptr<FunctionForms> ofFunction;
  planner::FormSession session;
};

struct ChosenStacks {
  const planner::StackChoice &getChoice() const { return *outcome.stacks; }
  bool isAsGiven() const {
    return getChoice().isLike(forms->ofFunction->getGiven());
  }
  /// The step before the choice.
  const PreparedStep &getGiven() const {
    return forms->ofFunction->getStep(forms->ofFunction->getGiven());
  }

  std::shared_ptr<StepForms> forms;
  /// For the budget, with the plan for the form; of a saved plan, the choice
  /// alone.
  planner::Outcome outcome;
};

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_CHOSENSTACKS_H
