//===- RandomGraph.cpp - Small random steps and plans ---------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomGraph.h"

#include "remat/Planner/Simulator.h"

#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {

/// Distinct ids in an order that is not that of the numbers.
int64_t scatter(int64_t number, int64_t factor) {
  constexpr int64_t prime = 1009;
  return number * factor % prime + number / prime * prime;
}

class Generator {
public:
  Generator(Random &random, const RandomGraphOptions &options)
      : random(random), options(options) {}
  Graph run();

private:
  ValueId addValue(ValueKind kind) {
    Value value;
    value.id = scatter(nextId++, 7);
    value.bytes = random.chance(10) ? 0 : random.below(20);
    value.kind = kind;
    graph.values.push_back(value);
    return graph.values.size() - 1;
  }
  Task &addTask(Phase phase) {
    Task task;
    task.id = scatter(nextId++, 11);
    task.phase = phase;
    task.time = random.below(5);
    task.workspace = random.chance(30) ? random.below(15) : 0;
    graph.tasks.push_back(task);
    return graph.tasks.back();
  }
  static void addOnce(SmallVectorImpl<ValueId> &list, ValueId value) {
    if (!is_contained(list, value))
      list.push_back(value);
  }
  void addForward();
  void addBackward(TaskId forward);
  void addUpdates();
  void addVariants(Task &task);

  Random &random;
  const RandomGraphOptions &options;
  Graph graph;
  int64_t nextId = 1;
  /// By forward value: its gradient, and how many backward tasks add to it.
  std::vector<std::optional<ValueId>> gradients;
};

} // namespace

void Generator::addForward() {
  SmallVector<ValueId, 4> inputs;
  for (int64_t i = 0, e = 1 + random.below(3); i != e; ++i)
    addOnce(inputs,
            random.chance(60)
                ? graph.values.size() - 1 -
                      random.below(std::min<int64_t>(3, graph.values.size()))
                : random.below(graph.values.size()));
  SmallVector<ValueId, 2> outputs;
  for (int64_t i = 0, e = 1 + random.below(3); i != e; ++i) {
    ValueId output = addValue(ValueKind::Activation);
    if (options.views && random.chance(20)) {
      // Of an input or of another output, itself perhaps a view.
      size_t source = random.below(inputs.size() + outputs.size());
      graph.values[output].viewOf = source < inputs.size()
                                        ? inputs[source]
                                        : outputs[source - inputs.size()];
    }
    graph.values[output].isResult = random.chance(8);
    outputs.push_back(output);
  }
  Task &task = addTask(Phase::Forward);
  task.inputs = inputs;
  task.outputs = outputs;
  task.mayRunAgain = random.chance(85);
  if (options.policies && task.mayRunAgain && random.chance(20))
    task.policy = random.chance(50) ? Policy::Save : Policy::Recompute;
  addVariants(task);
}

void Generator::addVariants(Task &task) {
  if (!options.variants)
    return;
  for (int64_t i = random.below(3); i > 0; --i) {
    Variant variant;
    variant.time = random.below(5);
    variant.workspace = random.below(10);
    for (ValueId output : task.outputs) {
      std::optional<ValueId> source = graph.values[output].viewOf;
      bool canMake = !source || is_contained(task.inputs, *source) ||
                     is_contained(variant.outputs, *source);
      if (canMake && random.chance(60))
        variant.outputs.push_back(output);
    }
    task.variants.push_back(variant);
  }
}

void Generator::addBackward(TaskId forward) {
  Task &task = addTask(Phase::Backward);
  const Task &differentiated = graph.tasks[forward];
  task.forward = forward;
  task.mayRunAgain = false;
  for (ValueId value : differentiated.inputs)
    if (random.chance(60))
      addOnce(task.inputs, value);
  for (ValueId value : differentiated.outputs) {
    if (random.chance(40))
      addOnce(task.inputs, value);
    if (gradients[value])
      addOnce(task.inputs, *gradients[value]);
  }
  // References to tasks die when one is added; to values, when one is added.
  SmallVector<ValueId, 4> inputs = differentiated.inputs;
  TaskId index = graph.tasks.size() - 1;
  for (ValueId value : inputs) {
    if (random.chance(20))
      continue;
    if (!gradients[value]) {
      ValueId gradient = addValue(ValueKind::Gradient);
      graph.values[gradient].gradientOf = value;
      graph.values[gradient].accumulate = true;
      ValueKind kind = graph.values[value].kind;
      graph.values[gradient].isResult =
          kind == ValueKind::Param || kind == ValueKind::Input;
      gradients[value] = gradient;
    }
    graph.tasks[index].outputs.push_back(*gradients[value]);
  }
}

void Generator::addUpdates() {
  size_t valueCount = graph.values.size();
  for (size_t i = 0; i != valueCount; ++i) {
    if (graph.values[i].kind != ValueKind::Param || !gradients[i] ||
        random.chance(50))
      continue;
    ValueId updated = addValue(ValueKind::Activation);
    graph.values[updated].isResult = true;
    Task &task = addTask(Phase::Other);
    task.inputs = {static_cast<ValueId>(i), *gradients[i]};
    task.outputs = {updated};
    task.mayRunAgain = random.chance(50);
    addVariants(task);
  }
}

Graph Generator::run() {
  graph.residentBytes = random.chance(50) ? random.below(50) : 0;
  for (int64_t i = 0, e = 1 + random.below(3); i != e; ++i)
    addValue(random.chance(50) ? ValueKind::Param : ValueKind::Input);
  if (options.views && random.chance(20)) {
    ValueId view = addValue(ValueKind::Input);
    graph.values[view].viewOf = 0;
  }
  int64_t forwardCount =
      options.minForward +
      random.below(options.maxForward - options.minForward + 1);
  for (int64_t i = 0; i != forwardCount; ++i)
    addForward();
  graph.loss = graph.tasks.back().outputs.front();
  graph.values[*graph.loss].isResult = true;
  gradients.resize(graph.values.size());
  for (TaskId task = forwardCount; task-- > 0;)
    if (random.chance(85))
      addBackward(task);
  // A gradient of one writer need not accumulate.
  for (size_t i = 0; i != graph.values.size(); ++i)
    if (graph.values[i].accumulate &&
        count_if(graph.tasks, [&](const Task &task) {
          return is_contained(task.outputs, static_cast<ValueId>(i));
        }) == 1)
      graph.values[i].accumulate = random.chance(30);
  addUpdates();
  for (Task &task : graph.tasks)
    if (task.policy == Policy::Auto && task.phase == Phase::Backward &&
        none_of(task.outputs,
                [&](ValueId value) { return graph.values[value].accumulate; }))
      task.mayRunAgain = random.chance(15);
  Error error = graph.finalize();
  EXPECT_FALSE(bool(error)) << toString(std::move(error));
  return std::move(graph);
}

Graph mlir::remat::planner::test::makeRandomGraph(
    Random &random, const RandomGraphOptions &options) {
  return Generator(random, options).run();
}

std::vector<Step>
mlir::remat::planner::test::makeRandomSteps(Random &random,
                                            const Graph &graph) {
  std::vector<Step> steps = baseSteps(graph);
  auto position = [&] { return random.below(steps.size() + 1); };
  for (int64_t edits = random.below(6); edits > 0; --edits) {
    if (steps.empty())
      break;
    Step &step = steps[random.below(steps.size())];
    // An earlier edit made a step of no task of it.
    if (step.task < 0 || step.task >= static_cast<TaskId>(graph.tasks.size()))
      continue;
    int64_t variants = graph.tasks[step.task].variants.size();
    int64_t kind = random.below(100);
    if (kind < 70) {
      // Most runs added are of tasks that may run again, after their first.
      Step again = step;
      size_t first = &step - steps.data();
      again.variant = random.below(variants + 1);
      if (!graph.tasks[step.task].mayRunAgain && !random.chance(5))
        continue;
      steps.insert(steps.begin() + first + 1 +
                       random.below(steps.size() - first),
                   again);
    } else if (kind < 85) {
      step.variant = random.below(variants + 1);
    } else if (kind < 94) {
      Step moved = step;
      steps.erase(steps.begin() + (&step - steps.data()));
      steps.insert(steps.begin() + position(), moved);
    } else if (kind < 96) {
      steps.erase(steps.begin() + (&step - steps.data()));
    } else if (kind < 98) {
      step.task = random.below(graph.tasks.size() + 2) - 1;
    } else {
      step.variant = random.below(5) - 1;
    }
  }
  return steps;
}

Task &mlir::remat::planner::test::addTask(Graph &graph, Phase phase,
                                          std::vector<ValueId> inputs,
                                          std::vector<int64_t> outputBytes) {
  Task task;
  task.id = graph.tasks.size();
  task.phase = phase;
  task.time = 1;
  task.inputs.assign(inputs.begin(), inputs.end());
  for (int64_t bytes : outputBytes) {
    Value value;
    value.id = graph.values.size();
    value.bytes = bytes;
    task.outputs.push_back(value.id);
    graph.values.push_back(value);
  }
  graph.baseOrder.push_back(task.id);
  graph.tasks.push_back(std::move(task));
  return graph.tasks.back();
}

Graph mlir::remat::planner::test::makeStep(
    int count, function_ref<std::vector<int>(int)> readsOf, Random &random) {
  Graph graph;
  graph.values.resize(2 * count + 1);
  graph.tasks.resize(2 * count);
  for (int i = 0; i != 2 * count + 1; ++i)
    graph.values[i].id = i;
  graph.values[2 * count].kind = ValueKind::Input;
  for (int i = 0; i != count; ++i) {
    graph.values[i].bytes = 1 + random.below(30);
    Value &gradient = graph.values[count + i];
    gradient.bytes = graph.values[i].bytes;
    gradient.kind = ValueKind::Gradient;
    gradient.gradientOf = i;
  }
  std::vector<int> readers(count, 0);
  for (int i = 0; i != count; ++i) {
    Task &forward = graph.tasks[i];
    Task &backward = graph.tasks[2 * count - 1 - i];
    forward.id = i;
    backward.id = 2 * count - 1 - i;
    forward.time = 1 + random.below(9);
    backward.time = 2 * forward.time;
    backward.phase = Phase::Backward;
    backward.mayRunAgain = false;
    backward.forward = i;
    forward.outputs = {i};
    backward.inputs = {i};
    if (i != count - 1)
      backward.inputs.push_back(count + i);
    std::vector<int> reads = readsOf(i);
    if (reads.empty())
      forward.inputs.push_back(2 * count);
    for (int read : reads) {
      forward.inputs.push_back(read);
      backward.inputs.push_back(read);
      backward.outputs.push_back(count + read);
      ++readers[read];
    }
  }
  graph.loss = count - 1;
  graph.values[count - 1].isResult = true;
  for (int i = 0; i != count; ++i)
    graph.values[count + i].accumulate = readers[i] > 1;
  // The last gradient is the seed: no task makes it.
  cantFail(graph.finalize());
  return graph;
}

Graph mlir::remat::planner::test::makeSineChain(
    int links, function_ref<int64_t(int)> bytesOf) {
  Graph graph;
  Value input;
  input.bytes = bytesOf(0);
  input.kind = ValueKind::Input;
  graph.values.push_back(input);
  std::vector<ValueId> made = {0};
  for (int i = 0; i != links; ++i)
    made.push_back(
        addTask(graph, Phase::Forward, {made.back()}, {bytesOf(i)}).outputs[0]);
  ValueId gradient =
      addTask(graph, Phase::Backward, {made.back()}, {bytesOf(links - 1)})
          .outputs[0];
  for (int i = links; i-- != 0;) {
    Task &cosine = addTask(graph, Phase::Backward, {made[i]}, {bytesOf(i)});
    cosine.forward = i;
    const ValueId factor = cosine.outputs[0];
    Task &product =
        addTask(graph, Phase::Backward, {gradient, factor}, {bytesOf(i)});
    product.forward = i;
    gradient = product.outputs[0];
  }
  graph.loss = made.back();
  graph.values[made.back()].isResult = true;
  graph.values[gradient].isResult = true;
  cantFail(graph.finalize());
  return graph;
}

Graph mlir::remat::planner::test::makeRandomStep(Random &random, int maxTasks) {
  const int count = 2 + random.below(maxTasks - 1);
  const int skips = random.below(40);
  return makeStep(
      count,
      [&](int i) {
        std::vector<int> reads;
        for (int j = 0; j < i; ++j)
          if (j == i - 1 || random.chance(skips))
            reads.push_back(j);
        return reads;
      },
      random);
}

Graph mlir::remat::planner::test::makeSmallStep(Random &random, int kind) {
  RandomGraphOptions options;
  options.minForward = 3;
  options.maxForward = 6;
  options.views = kind % 5 > 1;
  options.policies = kind % 5 > 2;
  options.variants = kind % 5 > 3;
  while (true) {
    Graph graph = kind % 5 == 0 ? makeRandomStep(random, 7)
                                : makeRandomGraph(random, options);
    auto isTensor = [&](const Value &value) {
      return !graph.writers(&value - graph.values.data()).empty();
    };
    if (count_if(graph.values, isTensor) <= 13)
      return graph;
  }
}

Graph mlir::remat::planner::test::makeLayeredStep(Random &random, int count) {
  // Long skips are what makes memory scarce; most are short.
  const int skips = 5 + random.below(15);
  const int reach = 2 + random.below(12);
  return makeStep(
      count,
      [&](int i) {
        std::vector<int> reads;
        for (int j = std::max(0, i - reach); j < i; ++j)
          if (j == i - 1 || random.chance(skips))
            reads.push_back(j);
        if (i > reach && random.chance(5))
          if (int far = random.below(i); !is_contained(reads, far))
            reads.push_back(far);
        return reads;
      },
      random);
}
