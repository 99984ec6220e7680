//===- LayeredStepBuilder.h - Training steps op by op -----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the generators of LayeredGraphs.cpp have in common: forward ops, and
// the backward pass that follows from them.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_BENCHMARKS_LAYEREDSTEPBUILDER_H
#define REMAT_BENCHMARKS_LAYEREDSTEPBUILDER_H

#include "remat/Planner/Graph.h"
#include "remat/Support/SplitMix64.h"

#include "llvm/ADT/STLExtras.h"

namespace mlir::remat::planner {

/// What one forward op is and what its backward tasks read beside the gradient
/// of its result.
struct LayeredOp {
  const char *type;
  llvm::SmallVector<ValueId, 4> inputs;
  /// Of its result.
  int64_t bytes;
  /// 0 if moving its operands takes longer in any case.
  double flops = 0;
  bool keepsInputs = false;
  bool keepsResult = false;
  /// Of a second result that only the backward task reads (statistics, masks).
  int64_t savedBytes = 0;
  /// A backward task for each input that has a gradient, which reads the other
  /// inputs; else one task for all.
  bool isProduct = false;
};

/// Records forward ops and then appends the backward pass.
class LayeredStepBuilder {
public:
  ValueId addValue(ValueKind kind, int64_t bytes) {
    Value value;
    value.id = graph.values.size();
    value.bytes = bytes;
    value.kind = kind;
    graph.values.push_back(std::move(value));
    return graph.values.size() - 1;
  }
  ValueId param(int64_t bytes) { return addValue(ValueKind::Param, bytes); }
  ValueId input(int64_t bytes) { return addValue(ValueKind::Input, bytes); }
  int64_t bytesOf(ValueId value) const { return graph.values[value].bytes; }

  /// Appends a forward op; its result.
  ValueId add(LayeredOp op) {
    Task &task = addTask(op.type, Phase::Forward);
    task.inputs.append(op.inputs.begin(), op.inputs.end());
    const ValueId result = addValue(ValueKind::Activation, op.bytes);
    task.outputs.push_back(result);
    if (op.savedBytes)
      task.outputs.push_back(addValue(ValueKind::Activation, op.savedBytes));
    task.time = timeOf(task, op.flops);
    forward.push_back(std::move(op));
    return result;
  }

  /// Appends the backward pass of `loss`, which the last op made.
  llvm::Expected<Graph> finish(ValueId loss) {
    graph.loss = loss;
    gradients.assign(graph.values.size(), -1);
    gradientOf(loss);
    for (size_t i = forward.size(); i-- != 0;)
      differentiate(i);
    std::vector<bool> isWritten(graph.values.size());
    for (const Task &task : graph.tasks)
      for (ValueId output : task.outputs) {
        if (isWritten[output])
          graph.values[output].accumulate = true;
        isWritten[output] = true;
      }
    graph.values[loss].isResult = true;
    if (llvm::Error error = graph.finalize())
      return error;
    return std::move(graph);
  }

private:
  Task &addTask(std::string type, Phase phase) {
    Task task;
    task.id = graph.tasks.size();
    task.type = std::move(type);
    task.phase = phase;
    task.mayRunAgain = phase == Phase::Forward;
    graph.tasks.push_back(std::move(task));
    return graph.tasks.back();
  }

  double timeOf(const Task &task, double flops) const {
    int64_t bytes = 0;
    for (ValueId value : llvm::concat<const ValueId>(task.inputs, task.outputs))
      bytes += bytesOf(value);
    return 2000 + std::max(flops / 100000, bytes / 1000.0);
  }

  ValueId gradientOf(ValueId value) {
    if (gradients[value] < 0) {
      ValueId gradient = addValue(ValueKind::Gradient, bytesOf(value));
      graph.values[gradient].gradientOf = value;
      graph.values[gradient].isResult =
          graph.values[value].kind == ValueKind::Param;
      gradients[value] = gradient;
    }
    return gradients[value];
  }

  /// Appends what adds to the gradients of the inputs of the i-th forward op.
  void differentiate(size_t i) {
    const LayeredOp &op = forward[i];
    llvm::SmallVector<ValueId, 4> wanted;
    for (ValueId input : op.inputs)
      if (graph.values[input].kind != ValueKind::Input)
        wanted.push_back(input);
    auto addBackward = [&](llvm::ArrayRef<ValueId> targets, double flops) {
      const ValueId result = graph.tasks[i].outputs[0];
      Task &task = addTask(std::string(op.type) + "_grad", Phase::Backward);
      task.forward = i;
      task.inputs.push_back(gradientOf(result));
      if (op.keepsInputs)
        for (ValueId input : op.inputs)
          if (!op.isProduct || targets[0] != input)
            task.inputs.push_back(input);
      if (op.keepsResult)
        task.inputs.push_back(result);
      for (ValueId saved : llvm::drop_begin(graph.tasks[i].outputs))
        task.inputs.push_back(saved);
      for (ValueId target : targets)
        task.outputs.push_back(gradientOf(target));
      task.time = timeOf(task, flops);
    };
    if (!op.isProduct)
      return addBackward(wanted, op.flops * wanted.size());
    for (ValueId target : llvm::reverse(wanted))
      addBackward(target, op.flops);
  }

  Graph graph;
  /// By task.
  std::vector<LayeredOp> forward;
  /// By value of the forward pass; -1 where there is none yet.
  std::vector<ValueId> gradients;
};

} // namespace mlir::remat::planner

#endif // REMAT_BENCHMARKS_LAYEREDSTEPBUILDER_H
