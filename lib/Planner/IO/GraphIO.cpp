//===- GraphIO.cpp - Graphs as JSON ---------------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/GraphIO.h"

#include "remat/Support/JSONReader.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <unordered_map>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;

namespace {

// Not DenseMap: it reserves two keys, and a file may hold any.
using IdMap = std::unordered_map<int64_t, int32_t>;

/// Reads one graph file.
class GraphReader {
public:
  Error read(StringRef text, WarningHandler warn);
  Graph graph;

private:
  Error readValue(const json::Value &entry, Value &value);
  Error readTask(const json::Value &entry, Task &task);
  Error readVariants(const ObjectReader &reader, Task &task);
  Error markResults(ArrayRef<std::optional<bool>> stated);
  /// Reads the distinct ids of `key` in the order of first mention.
  Expected<std::vector<int32_t>> readIds(const ObjectReader &reader,
                                         StringRef key,
                                         const json::Array &array,
                                         const IdMap &ids, StringRef noun);
  template <typename T>
  Error readIdsInto(const ObjectReader &reader, StringRef key,
                    const json::Array &array, T &result) {
    Expected<std::vector<int32_t>> ids =
        readIds(reader, key, array, valueIds, "value");
    if (!ids)
      return ids.takeError();
    result.assign(ids->begin(), ids->end());
    return Error::success();
  }

  UnknownKeys unknown;
  IdMap valueIds;
  IdMap taskIds;
};

} // namespace

static StringRef stringifyKind(ValueKind kind) {
  switch (kind) {
  case ValueKind::Param:
    return "param";
  case ValueKind::Input:
    return "input";
  case ValueKind::Activation:
    return "activation";
  case ValueKind::Gradient:
    return "gradient";
  }
  llvm_unreachable("unknown kind");
}

/// Whether a value is a result where the file does not say: the loss and the
/// gradients of parameters and inputs are.
static bool isResultByDefault(const Graph &graph, ValueId id) {
  const Value &value = graph.values[id];
  if (graph.loss == id)
    return true;
  if (value.kind != ValueKind::Gradient || !value.gradientOf)
    return false;
  ValueKind kind = graph.values[*value.gradientOf].kind;
  return kind == ValueKind::Param || kind == ValueKind::Input;
}

/// Moves what `expected` holds to `result`; the error if it holds that. An
/// absent key leaves `result` as it is.
template <typename T, typename U>
static Error take(Expected<std::optional<T>> expected, U &result) {
  if (!expected)
    return expected.takeError();
  if (*expected)
    result = std::move(**expected);
  return Error::success();
}

template <typename T> static Error take(Expected<T> expected, T &result) {
  if (!expected)
    return expected.takeError();
  result = std::move(*expected);
  return Error::success();
}

Expected<std::vector<int32_t>> GraphReader::readIds(const ObjectReader &reader,
                                                    StringRef key,
                                                    const json::Array &array,
                                                    const IdMap &ids,
                                                    StringRef noun) {
  std::vector<int32_t> result;
  for (const json::Value &entry : array) {
    std::optional<int64_t> id = toInteger(entry);
    if (!id)
      return reader.error(key, "holds " + abbreviate(entry) +
                                   ", which is not an id");
    auto it = ids.find(*id);
    if (it == ids.end())
      return reader.error(key, "names " + noun + " " + Twine(*id) +
                                   ", which the graph does not have");
    result.push_back(it->second);
  }
  return result;
}

/// Drops all but the first mention of each id. Lists are short.
static void makeDistinct(SmallVectorImpl<ValueId> &list) {
  DenseSet<ValueId> seen;
  llvm::erase_if(list, [&](ValueId id) { return !seen.insert(id).second; });
}

Error GraphReader::readValue(const json::Value &entry, Value &value) {
  Expected<ObjectReader> reader =
      ObjectReader::create(entry, "values", Graph::describe(value));
  if (!reader)
    return reader.takeError();
  reader->checkKeys(
      {"id", "bytes", "name", "kind", "of", "accumulate", "view_of", "result"},
      unknown);
  if (Error error =
          take(reader->requireInteger("bytes", 0, Graph::maxTotalBytes),
               value.bytes))
    return error;
  if (Error error = take(reader->getBoolean("accumulate"), value.accumulate))
    return error;

  std::string kind = "activation";
  if (Error error = take(reader->getString("kind"), kind))
    return error;
  auto parsed = StringSwitch<std::optional<ValueKind>>(kind)
                    .Case("param", ValueKind::Param)
                    .Case("input", ValueKind::Input)
                    .Case("activation", ValueKind::Activation)
                    .Case("gradient", ValueKind::Gradient)
                    .Default(std::nullopt);
  if (!parsed)
    return reader->error("kind", "is '" + kind +
                                     "', not param, input, activation or "
                                     "gradient");
  value.kind = *parsed;

  for (auto [key, target] : {std::pair("of", &value.gradientOf),
                             std::pair("view_of", &value.viewOf)}) {
    Expected<std::optional<int64_t>> id = reader->getInteger(key);
    if (!id)
      return id.takeError();
    if (!*id)
      continue;
    auto it = valueIds.find(**id);
    if (it == valueIds.end())
      return reader->error(key, "names value " + Twine(**id) +
                                    ", which the graph does not have");
    *target = it->second;
  }
  return Error::success();
}

Error GraphReader::readVariants(const ObjectReader &reader, Task &task) {
  Expected<const json::Array *> variants = reader.getArray("variants");
  if (!variants)
    return variants.takeError();
  if (!*variants)
    return Error::success();
  for (const auto &[index, entry] : llvm::enumerate(**variants)) {
    Expected<ObjectReader> variantReader =
        ObjectReader::create(entry, "variants",
                             "variant " + std::to_string(index + 1) + " of " +
                                 Graph::describe(task));
    if (!variantReader)
      return variantReader.takeError();
    variantReader->checkKeys({"name", "outs", "time", "workspace"}, unknown);
    Variant variant;
    variant.time = task.time;
    variant.workspace = task.workspace;
    if (Error error = take(variantReader->getString("name"), variant.name))
      return error;
    Expected<const json::Array *> outs = variantReader->requireArray("outs");
    if (!outs)
      return outs.takeError();
    if (Error error =
            readIdsInto(*variantReader, "outs", **outs, variant.outputs))
      return error;
    if (Error error = take(variantReader->getNumber("time", 0, Graph::maxTime),
                           variant.time))
      return error;
    if (Error error = take(
            variantReader->getInteger("workspace", 0, Graph::maxTotalBytes),
            variant.workspace))
      return error;
    task.variants.push_back(std::move(variant));
  }
  return Error::success();
}

Error GraphReader::readTask(const json::Value &entry, Task &task) {
  Expected<ObjectReader> reader =
      ObjectReader::create(entry, "ops", Graph::describe(task));
  if (!reader)
    return reader.takeError();
  reader->checkKeys({"id", "name", "type", "phase", "ins", "outs", "time",
                     "fwd", "retained_ins", "workspace", "may_run_again",
                     "policy", "variants"},
                    unknown);
  if (Error error = take(reader->getString("type"), task.type))
    return error;

  std::string phase;
  if (Error error = take(reader->getString("phase"), phase))
    return error;
  auto parsedPhase = StringSwitch<std::optional<Phase>>(phase)
                         .Case("forward", Phase::Forward)
                         .Case("backward", Phase::Backward)
                         .Case("other", Phase::Other)
                         .Default(std::nullopt);
  if (!parsedPhase)
    return reader->error("phase", phase.empty()
                                      ? Twine("is missing")
                                      : "is '" + phase +
                                            "', not forward, backward or "
                                            "other");
  task.phase = *parsedPhase;

  for (StringRef key : {"ins", "outs"}) {
    Expected<const json::Array *> array = reader->requireArray(key);
    if (!array)
      return array.takeError();
    Error error = key == "ins"
                      ? readIdsInto(*reader, key, **array, task.inputs)
                      : readIdsInto(*reader, key, **array, task.outputs);
    if (error)
      return error;
  }
  makeDistinct(task.inputs);
  // What the framework keeps; the planner plans on `ins`.
  Expected<const json::Array *> retained = reader->getArray("retained_ins");
  if (!retained)
    return retained.takeError();
  if (*retained) {
    std::vector<ValueId> checked;
    if (Error error = readIdsInto(*reader, "retained_ins", **retained, checked))
      return error;
  }

  Expected<std::optional<double>> time =
      reader->getNumber("time", 0, Graph::maxTime);
  if (!time)
    return time.takeError();
  if (!*time)
    return reader->error("time", "is missing");
  task.time = **time;
  if (Error error =
          take(reader->getInteger("workspace", 0, Graph::maxTotalBytes),
               task.workspace))
    return error;
  task.mayRunAgain = task.phase == Phase::Forward;
  if (Error error = take(reader->getBoolean("may_run_again"), task.mayRunAgain))
    return error;

  std::string policy = "auto";
  if (Error error = take(reader->getString("policy"), policy))
    return error;
  auto parsedPolicy = StringSwitch<std::optional<Policy>>(policy)
                          .Case("auto", Policy::Auto)
                          .Case("save", Policy::Save)
                          .Case("recompute", Policy::Recompute)
                          .Default(std::nullopt);
  if (!parsedPolicy)
    return reader->error("policy",
                         "is '" + policy + "', not auto, save or recompute");
  task.policy = *parsedPolicy;

  Expected<std::optional<int64_t>> forward = reader->getInteger("fwd");
  if (!forward)
    return forward.takeError();
  if (*forward) {
    auto it = taskIds.find(**forward);
    if (it == taskIds.end())
      return reader->error("fwd", "names op " + Twine(**forward) +
                                      ", which the graph does not have");
    task.forward = it->second;
  }
  return readVariants(*reader, task);
}

/// Reads `id` and `name` of all entries, so that the others can name them.
template <typename T>
static Error readIdsAndNames(const json::Array &entries, StringRef key,
                             StringRef noun, std::vector<T> &elements,
                             IdMap &ids) {
  for (const auto &[index, entry] : llvm::enumerate(entries)) {
    Expected<ObjectReader> reader = ObjectReader::create(
        entry, key, (key + "[" + Twine(index) + "]").str());
    if (!reader)
      return reader.takeError();
    T element;
    if (Error error = take(reader->requireInteger("id"), element.id))
      return error;
    if (Error error = take(reader->getString("name"), element.name))
      return error;
    if (!ids.try_emplace(element.id, index).second)
      return reader->error("id", "is " + Twine(element.id) +
                                     ", which another " + noun + " has");
    elements.push_back(std::move(element));
  }
  return Error::success();
}

Error GraphReader::read(StringRef text, WarningHandler warn) {
  Expected<json::Value> json = parseFile(text, "the graph file");
  if (!json)
    return json.takeError();
  Expected<ObjectReader> file =
      ObjectReader::create(*json, "graph", "the graph file");
  if (!file)
    return file.takeError();
  if (Error error = checkVersion(*file, "graph"))
    return error;
  file->checkKeys({"version", "name", "source", "batch", "unit", "loss",
                   "values", "ops", "resident_bytes", "base_order"},
                  unknown);
  if (Error error = take(file->getString("name"), graph.name))
    return error;
  if (Error error =
          take(file->getInteger("resident_bytes", 0, Graph::maxTotalBytes),
               graph.residentBytes))
    return error;

  Expected<const json::Array *> values = file->requireArray("values");
  if (!values)
    return values.takeError();
  Expected<const json::Array *> ops = file->requireArray("ops");
  if (!ops)
    return ops.takeError();
  if (Error error =
          readIdsAndNames(**values, "values", "value", graph.values, valueIds))
    return error;
  if (Error error = readIdsAndNames(**ops, "ops", "op", graph.tasks, taskIds))
    return error;
  for (auto [entry, value] : llvm::zip_equal(**values, graph.values))
    if (Error error = readValue(entry, value))
      return error;
  for (auto [entry, task] : llvm::zip_equal(**ops, graph.tasks))
    if (Error error = readTask(entry, task))
      return error;

  Expected<std::optional<int64_t>> loss = file->getInteger("loss");
  if (!loss)
    return loss.takeError();
  if (*loss) {
    auto it = valueIds.find(**loss);
    if (it == valueIds.end())
      return file->error("loss", "names value " + Twine(**loss) +
                                     ", which the graph does not have");
    graph.loss = it->second;
  }
  // Only now is known what the loss is and what gradients belong to.
  for (const auto &[index, entry] : llvm::enumerate(**values)) {
    Value &value = graph.values[index];
    value.isResult = isResultByDefault(graph, index);
    ObjectReader reader(*entry.getAsObject(), "values", Graph::describe(value));
    if (Error error = take(reader.getBoolean("result"), value.isResult))
      return error;
  }

  Expected<const json::Array *> baseOrder = file->getArray("base_order");
  if (!baseOrder)
    return baseOrder.takeError();
  if (*baseOrder)
    if (Error error =
            take(readIds(*file, "base_order", **baseOrder, taskIds, "op"),
                 graph.baseOrder))
      return error;

  unknown.report(warn);
  return graph.finalize();
}

Expected<Graph> mlir::remat::planner::readGraph(StringRef json,
                                                WarningHandler warn) {
  GraphReader reader;
  if (Error error = reader.read(json, warn))
    return error;
  return std::move(reader.graph);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static std::string toUTF8(StringRef text) {
  return json::isUTF8(text) ? text.str() : json::fixUTF8(text);
}

static void writeIds(const Graph &graph, StringRef key,
                     ArrayRef<ValueId> values, json::OStream &json) {
  json.attributeArray(key, [&] {
    for (ValueId value : values)
      json.value(graph.values[value].id);
  });
}

static void writeValue(const Graph &graph, ValueId id, json::OStream &json) {
  const Value &value = graph.values[id];
  json.object([&] {
    json.attribute("id", value.id);
    json.attribute("bytes", value.bytes);
    if (!value.name.empty())
      json.attribute("name", toUTF8(value.name));
    json.attribute("kind", stringifyKind(value.kind));
    if (value.gradientOf)
      json.attribute("of", graph.values[*value.gradientOf].id);
    if (value.accumulate)
      json.attribute("accumulate", true);
    if (value.viewOf)
      json.attribute("view_of", graph.values[*value.viewOf].id);
    if (value.isResult != isResultByDefault(graph, id))
      json.attribute("result", value.isResult);
  });
}

static void writeTask(const Graph &graph, const Task &task,
                      json::OStream &json) {
  json.object([&] {
    json.attribute("id", task.id);
    if (!task.name.empty())
      json.attribute("name", toUTF8(task.name));
    if (!task.type.empty())
      json.attribute("type", toUTF8(task.type));
    json.attribute("phase", stringifyPhase(task.phase));
    if (task.forward)
      json.attribute("fwd", graph.tasks[*task.forward].id);
    writeIds(graph, "ins", task.inputs, json);
    writeIds(graph, "outs", task.outputs, json);
    json.attribute("time", task.time);
    if (task.workspace)
      json.attribute("workspace", task.workspace);
    if (task.mayRunAgain != (task.phase == Phase::Forward))
      json.attribute("may_run_again", task.mayRunAgain);
    if (task.policy != Policy::Auto)
      json.attribute("policy", stringifyPolicy(task.policy));
    if (task.variants.empty())
      return;
    json.attributeArray("variants", [&] {
      for (const Variant &variant : task.variants)
        json.object([&] {
          if (!variant.name.empty())
            json.attribute("name", toUTF8(variant.name));
          writeIds(graph, "outs", variant.outputs, json);
          json.attribute("time", variant.time);
          json.attribute("workspace", variant.workspace);
        });
    });
  });
}

void mlir::remat::planner::writeGraph(const Graph &graph, json::OStream &json) {
  json.object([&] {
    json.attribute("version", 1);
    if (!graph.name.empty())
      json.attribute("name", toUTF8(graph.name));
    if (graph.loss)
      json.attribute("loss", graph.values[*graph.loss].id);
    if (graph.residentBytes)
      json.attribute("resident_bytes", graph.residentBytes);
    json.attributeArray("values", [&] {
      for (ValueId id = 0, e = graph.values.size(); id != e; ++id)
        writeValue(graph, id, json);
    });
    json.attributeArray("ops", [&] {
      for (const Task &task : graph.tasks)
        writeTask(graph, task, json);
    });
    json.attributeArray("base_order", [&] {
      for (TaskId task : graph.baseOrder)
        json.value(graph.tasks[task].id);
    });
  });
}
