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

#include <unordered_map>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;

namespace {

/// The positions of values or ops, by their ids.
struct IdMap {
  StringRef noun;
  // Not DenseMap: it reserves two keys, and a file may hold any.
  std::unordered_map<int64_t, int32_t> positions;

  /// Position of the id that `key` names; fails if there is none.
  std::optional<int32_t> find(const ObjectReader &reader, StringRef key,
                              int64_t id) const;
  /// Reads the id of `key`, if present.
  void read(const ObjectReader &reader, StringRef key,
            std::optional<int32_t> &result) const;
  /// Reads the ids of `array`, which `key` holds.
  template <typename List>
  void read(const ObjectReader &reader, StringRef key, const json::Array &array,
            List &result) const;
};

class GraphReader {
public:
  Error read(StringRef text, WarningHandler warn);
  Graph graph;

private:
  template <typename T>
  void readIdsAndNames(const json::Array &entries, StringRef key,
                       std::vector<T> &elements, IdMap &ids);
  void readValue(const json::Value &entry, Value &value);
  void readTask(const json::Value &entry, Task &task);
  void readVariants(const ObjectReader &reader, Task &task);

  ReadLog log;
  IdMap valueIds = {"value", {}};
  IdMap taskIds = {"op", {}};
};

} // namespace

static StringRef stringifyKind(ValueKind kind) {
  static constexpr StringLiteral names[] = {"param", "input", "activation",
                                            "gradient"};
  static_assert(std::size(names) == size_t(ValueKind::Gradient) + 1);
  return names[static_cast<size_t>(kind)];
}

/// Default for results: the loss and the gradients of parameters and inputs.
static bool isResultByDefault(const Graph &graph, ValueId id) {
  const Value &value = graph.values[id];
  if (graph.loss == id)
    return true;
  if (value.kind != ValueKind::Gradient || !value.gradientOf)
    return false;
  ValueKind kind = graph.values[*value.gradientOf].kind;
  return kind == ValueKind::Param || kind == ValueKind::Input;
}

/// Reads the enumerator, up to `last`, whose name `key` holds; if absent, keeps
/// `result`.
template <typename T>
static bool readEnum(const ObjectReader &reader, StringRef key,
                     StringRef (*stringify)(T), T last, T &result) {
  std::string name;
  if (!reader.read(key, name))
    return false;
  std::string names;
  for (int i = 0; i <= int(last); ++i) {
    const StringRef each = stringify(T(i));
    if (name == each) {
      result = T(i);
      return true;
    }
    names += (i == 0 ? "" : i == int(last) ? " or " : ", ") + each.str();
  }
  reader.fail(key, "is '" + name + "', not " + names);
  return true;
}

std::optional<int32_t> IdMap::find(const ObjectReader &reader, StringRef key,
                                   int64_t id) const {
  if (auto it = positions.find(id); it != positions.end())
    return it->second;
  reader.fail(key, "names " + noun + " " + Twine(id) +
                       ", which the graph does not have");
  return std::nullopt;
}

void IdMap::read(const ObjectReader &reader, StringRef key,
                 std::optional<int32_t> &result) const {
  int64_t id = 0;
  if (reader.read(key, id))
    result = find(reader, key, id);
}

template <typename List>
void IdMap::read(const ObjectReader &reader, StringRef key,
                 const json::Array &array, List &result) const {
  for (const json::Value &entry : array) {
    std::optional<int64_t> id = toInteger(entry);
    if (!id)
      return reader.fail(key,
                         "holds " + abbreviate(entry) + ", which is not an id");
    std::optional<int32_t> position = find(reader, key, *id);
    if (!position)
      return;
    result.push_back(*position);
  }
}

/// Drops all but the first mention of each id. Lists are short.
static void makeDistinct(SmallVectorImpl<ValueId> &list) {
  DenseSet<ValueId> seen;
  llvm::erase_if(list, [&](ValueId id) { return !seen.insert(id).second; });
}

void GraphReader::readValue(const json::Value &entry, Value &value) {
  ObjectReader reader(entry, Graph::describe(value), log);
  reader.checkKeys("values", {"id", "bytes", "name", "kind", "of", "accumulate",
                              "view_of", "result", "may_park"});
  reader.require("bytes", value.bytes, 0, Graph::maxTotalBytes);
  reader.read("accumulate", value.accumulate);
  reader.read("may_park", value.mayPark);
  readEnum(reader, "kind", stringifyKind, ValueKind::Gradient, value.kind);
  valueIds.read(reader, "of", value.gradientOf);
  valueIds.read(reader, "view_of", value.viewOf);
}

void GraphReader::readVariants(const ObjectReader &reader, Task &task) {
  const json::Array *variants = reader.readArray("variants");
  if (!variants)
    return;
  for (const auto &[index, entry] : llvm::enumerate(*variants)) {
    ObjectReader variantReader(entry,
                               "variant " + std::to_string(index + 1) + " of " +
                                   Graph::describe(task),
                               log);
    variantReader.checkKeys("variants", {"name", "outs", "time", "workspace"});
    Variant variant;
    variant.time = task.time;
    variant.workspace = task.workspace;
    variantReader.read("name", variant.name);
    valueIds.read(variantReader, "outs", variantReader.requireArray("outs"),
                  variant.outputs);
    variantReader.read("time", variant.time, 0, Graph::maxTime);
    variantReader.read("workspace", variant.workspace, 0, Graph::maxTotalBytes);
    task.variants.push_back(std::move(variant));
  }
}

void GraphReader::readTask(const json::Value &entry, Task &task) {
  ObjectReader reader(entry, Graph::describe(task), log);
  reader.checkKeys("ops", {"id", "name", "type", "phase", "ins", "outs", "time",
                           "fwd", "retained_ins", "workspace", "may_run_again",
                           "planned_whole", "policy", "variants"});
  reader.read("type", task.type);
  if (!readEnum(reader, "phase", stringifyPhase, Phase::Other, task.phase))
    reader.fail("phase", "is missing");
  valueIds.read(reader, "ins", reader.requireArray("ins"), task.inputs);
  valueIds.read(reader, "outs", reader.requireArray("outs"), task.outputs);
  makeDistinct(task.inputs);
  // Kept by the framework; the planner plans on `ins`.
  std::vector<ValueId> retained;
  if (const json::Array *array = reader.readArray("retained_ins"))
    valueIds.read(reader, "retained_ins", *array, retained);
  reader.require("time", task.time, 0, Graph::maxTime);
  reader.read("workspace", task.workspace, 0, Graph::maxTotalBytes);
  task.mayRunAgain = task.phase == Phase::Forward;
  reader.read("may_run_again", task.mayRunAgain);
  reader.read("planned_whole", task.isWhole);
  readEnum(reader, "policy", stringifyPolicy, Policy::Recompute, task.policy);
  taskIds.read(reader, "fwd", task.forward);
  readVariants(reader, task);
}

/// Reads `id` and `name` of all entries first, for references to them.
template <typename T>
void GraphReader::readIdsAndNames(const json::Array &entries, StringRef key,
                                  std::vector<T> &elements, IdMap &ids) {
  for (const auto &[index, entry] : llvm::enumerate(entries)) {
    ObjectReader reader(entry, (key + "[" + Twine(index) + "]").str(), log);
    T &element = elements.emplace_back();
    reader.require("id", element.id);
    reader.read("name", element.name);
    if (!ids.positions.try_emplace(element.id, index).second)
      reader.fail("id", "is " + Twine(element.id) + ", which another " +
                            ids.noun + " has");
  }
}

Error GraphReader::read(StringRef text, WarningHandler warn) {
  Expected<json::Value> json = parseFile(text, "the graph file");
  if (!json)
    return json.takeError();
  ObjectReader file(*json, "the graph file", log);
  file.checkVersion();
  file.checkKeys("graph", {"version", "name", "source", "batch", "unit", "loss",
                           "values", "ops", "resident_bytes", "base_order"});
  file.read("name", graph.name);
  file.read("resident_bytes", graph.residentBytes, 0, Graph::maxTotalBytes);
  const json::Array &values = file.requireArray("values");
  const json::Array &ops = file.requireArray("ops");
  readIdsAndNames(values, "values", graph.values, valueIds);
  readIdsAndNames(ops, "ops", graph.tasks, taskIds);
  for (auto [entry, value] : llvm::zip_equal(values, graph.values))
    readValue(entry, value);
  for (auto [entry, task] : llvm::zip_equal(ops, graph.tasks))
    readTask(entry, task);
  valueIds.read(file, "loss", graph.loss);
  // The loss and the gradients' owners are known only now.
  for (const auto &[index, entry] : llvm::enumerate(values)) {
    Value &value = graph.values[index];
    value.isResult = isResultByDefault(graph, index);
    ObjectReader(entry, Graph::describe(value), log)
        .read("result", value.isResult);
  }
  if (const json::Array *baseOrder = file.readArray("base_order"))
    taskIds.read(file, "base_order", *baseOrder, graph.baseOrder);
  if (Error error = log.getError())
    return error;
  log.reportUnknownKeys(warn);
  return graph.finalize();
}

Expected<Graph> mlir::remat::planner::readGraph(StringRef json,
                                                WarningHandler warn) {
  GraphReader reader;
  if (Error error = reader.read(json, warn))
    return error;
  return std::move(reader.graph);
}

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
    if (!value.mayPark)
      json.attribute("may_park", false);
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
    if (task.isWhole)
      json.attribute("planned_whole", true);
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
    json.attribute("version", kFileVersion);
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
