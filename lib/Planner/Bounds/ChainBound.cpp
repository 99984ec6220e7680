//===- ChainBound.cpp - What reversing a chain takes ----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A longest path of the graph goes forward through the step and back. Each
// value has an origin: the last task of the path that every way to make it runs
// through. Links l₁ … lₙ are tasks of the path; their readers rₙ … r₁ follow on
// it in the reverse order, and rᵢ reads a value that originates at lᵢ. Values
// that originate there or before the next link are the members of lᵢ. To make a
// member of lᵢ where there is none takes a run of lᵢ and a member of its
// predecessor. So a plan plays a game with one pebble for each link that has a
// member in memory, and this game is Revolve's.
//
//===----------------------------------------------------------------------===//

#include "Bounds/ChainBound.h"

#include "Chains/Revolve.h"
#include "remat/Support/Budget.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <limits>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;

namespace {

class ChainBoundFinder {
public:
  ChainBoundFinder(const Graph &graph, int64_t budget)
      : graph(graph), budget(budget), placeOf(graph.tasks.size(), -1),
        origin(graph.values.size(), -1) {}
  ChainBound find();

private:
  /// Places on the path.
  struct Link {
    int32_t place;
    int32_t reader;
  };

  void findPath();
  /// Members are storages of at least `memberBytes` bytes.
  void deriveOrigins(int64_t memberBytes);
  /// The place where a value of the path originates, or -1.
  int32_t originOf(int32_t place) const {
    return origin[graph.root(carried[place])];
  }
  /// By place: the last reader of what originates there, or -1.
  std::vector<int32_t> findReaders() const;
  /// The longest chain of links that take at least `linkTime`.
  std::vector<Link> findChain(ArrayRef<int32_t> readers, double linkTime) const;
  /// Bytes of a storage that is not a member of the chain.
  int64_t bytesBeside(ValueId value, const Link &last) const;
  int64_t bytesOfRead(const Link &link, const Link &last) const;
  /// Bounds the reads of some links of the chain that ends with `last`.
  void propose(ArrayRef<Link> chain, const Link &last, int64_t memberBytes);
  /// The whole chain, and the half of it or more whose readers have most beside
  /// the links.
  void proposeParts(ArrayRef<Link> chain, int64_t memberBytes);

  const Graph &graph;
  const int64_t budget;
  std::vector<TaskId> path;
  /// By place: what the next task of the path reads.
  std::vector<ValueId> carried;
  /// By task: its place on the path, or -1.
  std::vector<int32_t> placeOf;
  /// By root value: a place on the path, or -1.
  std::vector<int32_t> origin;
  ChainBound best;
};

} // namespace

/// At most 6 of them, spread over all.
template <typename T> static std::vector<T> sample(std::vector<T> numbers) {
  constexpr size_t most = 6;
  llvm::sort(numbers);
  numbers.erase(llvm::unique(numbers), numbers.end());
  if (numbers.size() <= most)
    return numbers;
  std::vector<T> few;
  for (size_t i = 0; i != most; ++i)
    few.push_back(numbers[i * (numbers.size() - 1) / (most - 1)]);
  return few;
}

void ChainBoundFinder::findPath() {
  // By value and task: tasks of the longest path to it, and the one before.
  std::vector<int32_t> lengthTo(graph.values.size(), 0);
  std::vector<TaskId> writer(graph.values.size(), -1);
  std::vector<ValueId> read(graph.tasks.size(), -1);
  int32_t longest = 0;
  TaskId end = -1;
  for (TaskId id : graph.baseOrder) {
    const Task &task = graph.tasks[id];
    int32_t length = 0;
    for (ValueId input : task.inputs)
      if (lengthTo[input] > length) {
        length = lengthTo[input];
        read[id] = input;
      }
    ++length;
    for (ValueId output : task.outputs)
      if (length > lengthTo[output]) {
        lengthTo[output] = length;
        writer[output] = id;
      }
    if (length > longest) {
      longest = length;
      end = id;
    }
  }
  for (TaskId task = end; task >= 0;) {
    path.push_back(task);
    const ValueId value = read[task];
    if (value < 0)
      break;
    carried.push_back(value);
    task = writer[value];
  }
  std::reverse(path.begin(), path.end());
  std::reverse(carried.begin(), carried.end());
  for (auto [place, task] : enumerate(path))
    placeOf[task] = place;
}

void ChainBoundFinder::deriveOrigins(int64_t memberBytes) {
  std::fill(origin.begin(), origin.end(), -1);
  for (TaskId id : graph.baseOrder) {
    const Task &task = graph.tasks[id];
    int32_t from = placeOf[id];
    if (from < 0)
      for (ValueId input : task.inputs)
        from = std::max(from, origin[graph.root(input)]);
    // Only this task makes a copy of them.
    for (ValueId output : task.outputs)
      if (graph.root(output) == output && !graph.values[output].accumulate &&
          graph.values[output].bytes >= memberBytes)
        origin[output] = from;
  }
}

std::vector<int32_t> ChainBoundFinder::findReaders() const {
  std::vector<int32_t> readers(path.size(), -1);
  for (auto [place, task] : enumerate(path))
    for (ValueId input : graph.tasks[task].inputs)
      if (const int32_t from = origin[graph.root(input)]; from >= 0)
        readers[from] = place;
  return readers;
}

std::vector<ChainBoundFinder::Link>
ChainBoundFinder::findChain(ArrayRef<int32_t> readers, double linkTime) const {
  std::vector<Link> longest;
  // By length: the chain of that length that leaves most room for more, by its
  // last link; by place: the link before.
  std::vector<Link> ends;
  std::vector<int32_t> before(path.size(), -1);
  auto finish = [&] {
    if (ends.size() > longest.size()) {
      longest.clear();
      for (int32_t place = ends.back().place; place >= 0; place = before[place])
        longest.push_back({place, readers[place]});
      std::reverse(longest.begin(), longest.end());
    }
    ends.clear();
  };
  int32_t latest = -1;
  for (int32_t place = 0, e = carried.size(); place != e; ++place) {
    // What is read here may be made without the links before.
    if (place == 0 || originOf(place - 1) < 0 || originOf(place - 1) != latest)
      finish();
    if (originOf(place) != place)
      continue;
    latest = place;
    const Task &task = graph.tasks[path[place]];
    if (readers[place] < 0 || task.time < linkTime || !task.variants.empty())
      continue;
    // Readers in the reverse order.
    auto next = partition_point(
        ends, [&](const Link &end) { return end.reader > readers[place]; });
    before[place] = next == ends.begin() ? -1 : std::prev(next)->place;
    if (next == ends.end())
      ends.push_back({place, readers[place]});
    else
      *next = {place, readers[place]};
  }
  finish();
  return longest;
}

int64_t ChainBoundFinder::bytesBeside(ValueId value, const Link &last) const {
  const ValueId root = graph.root(value);
  const bool isMember = origin[root] >= 0 && origin[root] < last.reader;
  return isMember || graph.writers(root).empty() ? 0 : graph.values[root].bytes;
}

int64_t ChainBoundFinder::bytesOfRead(const Link &link,
                                      const Link &last) const {
  const Task &task = graph.tasks[path[link.reader]];
  const ValueId read = carried[link.reader - 1];
  int64_t bytes = bytesBeside(read, last) + task.workspace;
  if (!task.variants.empty())
    return bytesBeside(read, last);
  for (ValueId output : task.outputs)
    if (graph.root(output) == output && output != graph.root(read))
      bytes += bytesBeside(output, last);
  return bytes;
}

void ChainBoundFinder::propose(ArrayRef<Link> chain, const Link &last,
                               int64_t memberBytes) {
  if (chain.size() < 2)
    return;
  double linkTime = std::numeric_limits<double>::infinity();
  int64_t besideReads = std::numeric_limits<int64_t>::max();
  for (const Link &link : chain) {
    linkTime = std::min(linkTime, graph.tasks[path[link.place]].time);
    besideReads = std::min(besideReads, bytesOfRead(link, last));
  }
  const int64_t room = budget - graph.residentBytes;
  if (room < 0)
    return;
  // A reader reads one itself.
  const int64_t kept = std::max<int64_t>(
      0, std::max<int64_t>(0, room - besideReads) / memberBytes - 1);
  const int64_t count = chain.size();
  // Revolve counts the chain's input as a slot, and its last stage as one that
  // is not run forward.
  const int64_t reruns = revolveForwardSteps(count + 1, kept + 1) - count;
  const double extraTime = linkTime * static_cast<double>(reruns);
  if (reruns <= 0 || extraTime <= best.extraTime)
    return;
  best.extraTime = extraTime;
  best.reruns = reruns;
  best.reason.clear();
  raw_string_ostream(best.reason)
      << "what " << count << " ops from "
      << Graph::describe(graph.tasks[path[chain.front().place]]) << " to "
      << Graph::describe(graph.tasks[path[chain.back().place]])
      << " make, each from the one before, is read again in the reverse order; "
         "the budget of "
      << formatBytes(budget) << " keeps at most " << kept
      << " of these values, so that the ops run again at least " << reruns
      << " times, which takes at least " << format("%.10g", extraTime);
}

void ChainBoundFinder::proposeParts(ArrayRef<Link> chain, int64_t memberBytes) {
  if (chain.empty())
    return;
  const Link &last = chain.back();
  propose(chain, last, memberBytes);
  // Some readers, as the one where the path turns, have little beside the link.
  std::vector<int64_t> besides;
  for (const Link &link : chain)
    besides.push_back(bytesOfRead(link, last));
  auto median = besides.begin() + besides.size() / 2;
  std::nth_element(besides.begin(), median, besides.end());
  std::vector<Link> links;
  llvm::copy_if(chain, std::back_inserter(links), [&](const Link &link) {
    return bytesOfRead(link, last) >= *median;
  });
  propose(links, last, memberBytes);
}

ChainBound ChainBoundFinder::find() {
  findPath();
  std::vector<int64_t> sizes;
  for (ValueId value : carried)
    if (const int64_t bytes = graph.values[graph.root(value)].bytes; bytes > 0)
      sizes.push_back(bytes);
  std::vector<double> times;
  for (TaskId task : path)
    if (graph.tasks[task].time > 0)
      times.push_back(graph.tasks[task].time);
  times = sample(std::move(times));
  for (int64_t memberBytes : sample(std::move(sizes))) {
    deriveOrigins(memberBytes);
    const std::vector<int32_t> readers = findReaders();
    for (double linkTime : times)
      proposeParts(findChain(readers, linkTime), memberBytes);
  }
  return best;
}

ChainBound mlir::remat::planner::boundChain(const Graph &graph,
                                            int64_t budget) {
  return ChainBoundFinder(graph, budget).find();
}
