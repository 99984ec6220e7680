//===- PlanOptions.td - How to plan a step -----------------*- tablegen -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options of the passes that plan.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TRANSFORMS_PLANOPTIONS_TD
#define REMAT_TRANSFORMS_PLANOPTIONS_TD

include "mlir/Pass/PassBase.td"

defvar rematPlanOptions = [
  Option<"budget", "budget", "std::string", "\"\"",
         "Peak bytes of the step: 8GiB, 500MB, a byte count, 60% (of the peak "
         "without rematerialization), min (the smallest peak that the "
         "strategy reaches; auto stops a millionth above the proven bound), "
         "or slack:50% (min plus half of the way to the peak)">,
  Option<"strategy", "strategy", "std::string", "\"auto\"",
         "How to find the plan: auto, none, chen, periodic, revolve, precise, "
         "rotor, rotor-floating, join, lower-set or lower-set-approx">,
  Option<"objective", "objective", "::mlir::remat::planner::Objective",
         "::mlir::remat::planner::Objective::Time",
         "What the lower-set strategies prefer: time (the least "
         "recomputation) or memory (the most, which leaves the most to "
         "liveness)",
         [{::mlir::remat::planner::getObjectiveValues()}]>,
  Option<"effort", "effort", "int", "1",
         "How much work the strategy auto puts into the plan: 0 (fastest) to "
         "3 (most thorough)">,
  Option<"workLimit", "work-limit", "uint64_t", "0",
         "Evaluation steps that the improvement of a plan by the strategy "
         "auto may take (about ten million a second), in place of what effort "
         "allows; 0 is what effort allows">,
  Option<"reorder", "reorder", "::mlir::remat::planner::Reorder",
         "::mlir::remat::planner::Reorder::Full",
         "Which orders of the step the strategy auto may try: none (the order "
         "as it is given, alone), local (single operations moved within it) "
         "or full (orders of the whole step, whatever the given one)",
         [{::mlir::remat::planner::getReorderValues()}]>,
  Option<"timeLimit", "time-limit", "double", "0",
         "Seconds after which the best plan so far is taken, which makes the "
         "plan depend on the machine; 0 is no limit">,
  Option<"device", "device", "std::string", "\"cpu\"",
         "Hardware figures for the times of the cost model: cpu, a100, h100, "
         "flops (operations in place of times) or unit">,
  Option<"target", "target", "std::string", "\"cpu\"",
         "Memory model of what compiles the result: cpu, cuda, "
           "cuda-generated or xla-gpu">,
  Option<"profile", "profile", "std::string", "\"\"",
         "File with measured times of ops, which override the cost model">,
  Option<"lossResult", "loss-result", "int64_t", "-1",
         "Position of the loss among the results, where no result is marked "
         "'remat.loss'; -1: the only float scalar">,
  Option<"planIn", "plan-in", "std::string", "\"\"",
         "File with a saved plan to apply instead of solving">,
  Option<"planOut", "plan-out", "std::string", "\"\"",
         "File for the plan, to be applied again by plan-in">,
  Option<"reportPath", "report", "std::string", "\"\"",
         "File for a report of what was decided: a page for people if it ends "
         "in .html, JSON in .json or without an extension ('-' is standard "
         "output)">,
  Option<"functionName", "function", "std::string", "\"\"",
         "Rewrite the function of this name alone; all that have a body "
         "otherwise">,
  Option<"explain", "explain", "std::string", "\"\"",
         "Say why the plan keeps, drops or recomputes a value: the one at a "
         "place (step.mlir:12:3, 12:3, 12), those with a name in their "
         "locations (layer0/dot), or those of an op (linalg.matmul); see "
         "docs/explain.md">,
  Option<"cuts", "cuts", "int64_t", "-1",
         "Barriers over all that is alive, which keep a compiler that "
         "schedules by itself from moving ops across: the first between "
         "forward and backward, the others evenly behind it; -1 is what the "
         "target needs (xla-gpu 1, cpu 0)">
];

#endif // REMAT_TRANSFORMS_PLANOPTIONS_TD
