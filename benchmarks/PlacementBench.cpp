//===- PlacementBench.cpp - How long placing buffers takes ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   remat-placement-bench [Google Benchmark's options] [NAME.CAPACITY.csv ...]
//
// Times the exact search on rectangles that are cut into buffers, with no byte
// free and with some, against a plain search of canonical placements (buffers
// in the order of their offsets, cut where a section cannot hold what is left)
// of the same run; `place` on random lives against MLIR's best fit of the same
// run, by time and by size; and the exact search on the files given. Ratios
// are printed at the end.
//
//===----------------------------------------------------------------------===//

#include "CapacitySearch.h"

#include "remat/Placement/Place.h"
#include "remat/Placement/PlacementIO.h"
#include "remat/Support/SplitMix64.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <benchmark/benchmark.h>

#include <limits>
#include <map>
#include <memory>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::placement;

namespace {

constexpr int64_t rectangleSize = 1024;

/// A rectangle of 1024 bytes and 1024 steps in `count` buffers: they fit. Of
/// each hundred buffers, `numRemoved` are left out.
Problem cutRectangle(size_t count, int64_t numRemoved, uint64_t seed) {
  SplitMix64 random(seed);
  Problem problem;
  problem.buffers = {{rectangleSize, 1, 0, 1024, {}}};
  while (problem.buffers.size() < count) {
    Buffer &whole = problem.buffers[random.below(problem.buffers.size())];
    Buffer part = whole;
    if (random.chance(0.5) && whole.sizeInBytes > 1) {
      part.sizeInBytes = 1 + random.below(whole.sizeInBytes - 1);
      whole.sizeInBytes -= part.sizeInBytes;
    } else if (whole.timeEnd - whole.timeStart > 1) {
      part.timeEnd = whole.timeStart + 1 +
                     random.below(whole.timeEnd - whole.timeStart - 1);
      whole.timeStart = part.timeEnd;
    } else {
      continue;
    }
    problem.buffers.push_back(part);
  }
  erase_if(problem.buffers,
           [&](const Buffer &) { return random.below(100) < numRemoved; });
  return problem;
}

/// Lives of random lengths, most of them short.
Problem makeRandomLives(int64_t count) {
  SplitMix64 random(count);
  Problem problem;
  for (int64_t i = 0; i < count; ++i) {
    int64_t length = 1 + random.below(random.chance(0.1) ? 200 : 20);
    problem.buffers.push_back(
        {64 * (1 + random.below(1000)), 64, i, i + length, {}});
  }
  return problem;
}

//===----------------------------------------------------------------------===//
// The plain search
//===----------------------------------------------------------------------===//

class PlainSearch {
public:
  PlainSearch(const Problem &problem, int64_t capacity, uint64_t maxNodes)
      : buffers(problem.buffers), capacity(capacity), nodesLeft(maxNodes),
        bounds(buffers.size()), isPlaced(buffers.size()) {
    std::vector<int64_t> times;
    for (const Buffer &buffer : buffers)
      times.push_back(buffer.timeStart);
    llvm::sort(times);
    times.erase(llvm::unique(times), times.end());
    for (int64_t time : times) {
      sections.emplace_back();
      for (auto [i, buffer] : enumerate(buffers))
        if (buffer.timeStart <= time && time < buffer.timeEnd)
          sections.back().push_back(i);
    }
    // Of the same offset, the largest rectangle first.
    for (size_t i = 0; i < buffers.size(); ++i)
      order.push_back(i);
    llvm::stable_sort(order,
                      [&](size_t a, size_t b) { return area(a) > area(b); });
  }

  /// Whether there is a placement; none if it took too many nodes.
  std::optional<bool> run() {
    bool isFound = place(0, 0, 0);
    if (!isFound && nodesLeft == 0)
      return std::nullopt;
    return isFound;
  }

private:
  int64_t area(size_t i) const {
    return buffers[i].sizeInBytes * (buffers[i].timeEnd - buffers[i].timeStart);
  }
  bool fits(int64_t lowest) const {
    for (const std::vector<size_t> &section : sections) {
      int64_t floor = std::numeric_limits<int64_t>::max(), sum = 0;
      for (size_t i : section)
        if (!isPlaced[i]) {
          floor = std::min(floor, bounds[i]);
          sum += buffers[i].sizeInBytes;
        }
      if (sum != 0 && std::max(floor, lowest) + sum > capacity)
        return false;
    }
    return true;
  }
  /// Recursion is as deep as there are buffers: a few dozen.
  bool place(size_t count, int64_t lowest, size_t firstRank) {
    if (count == buffers.size())
      return true;
    for (size_t rank = 0; rank < order.size(); ++rank) {
      size_t i = order[rank];
      if (isPlaced[i] || bounds[i] < lowest ||
          (bounds[i] == lowest && rank < firstRank))
        continue;
      if (nodesLeft == 0)
        return false;
      --nodesLeft;
      std::vector<int64_t> before = bounds;
      isPlaced[i] = true;
      int64_t offset = bounds[i], end = offset + buffers[i].sizeInBytes;
      for (size_t j = 0; j < buffers.size(); ++j)
        if (!isPlaced[j] && overlapInTime(buffers[i], buffers[j]))
          bounds[j] = std::max(bounds[j], end);
      if (fits(offset) && place(count + 1, offset, rank))
        return true;
      isPlaced[i] = false;
      bounds = before;
    }
    return false;
  }

  const std::vector<Buffer> &buffers;
  int64_t capacity;
  uint64_t nodesLeft;
  std::vector<std::vector<size_t>> sections;
  std::vector<size_t> order;
  std::vector<int64_t> bounds;
  std::vector<bool> isPlaced;
};

//===----------------------------------------------------------------------===//
// Benchmarks
//===----------------------------------------------------------------------===//

using ProblemPtr = std::shared_ptr<Problem>;

void addSearch(const std::string &name, ProblemPtr problem, int64_t capacity) {
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State &state) {
    for (auto _ : state) {
      SearchOutcome outcome = searchWithin(*problem, capacity, 4000000000);
      if (!outcome.placement)
        return state.SkipWithError("no placement was found");
      state.counters["work"] = double(outcome.work);
    }
  })->Unit(benchmark::kMillisecond);
}

void addPlainSearch(const std::string &name, ProblemPtr problem,
                    int64_t capacity) {
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State &state) {
    for (auto _ : state) {
      std::optional<bool> isFound =
          PlainSearch(*problem, capacity, 3000000).run();
      if (!isFound)
        return state.SkipWithError("not found in 3,000,000 nodes");
      if (!*isFound)
        return state.SkipWithError("the plain search missed a placement");
    }
  })->Unit(benchmark::kMillisecond);
}

/// Adds `place/COUNT` and `plain-place/COUNT`, with the size as a counter, in
/// live maxima.
void addPlace(int64_t count) {
  auto problem = std::make_shared<Problem>(makeRandomLives(count));
  auto relative = [problem](const Placement &placement) {
    return double(placement.sizeInBytes) / double(getLiveMaximum(*problem));
  };
  std::string suffix = "place/" + std::to_string(count);
  benchmark::RegisterBenchmark(suffix.c_str(), [=](benchmark::State &state) {
    for (auto _ : state) {
      Expected<PlaceResult> result = place(*problem);
      if (!result)
        return state.SkipWithError(toString(result.takeError()).c_str());
      state.counters["size"] = relative(result->placement);
    }
  })->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark(("plain-" + suffix).c_str(), [=](benchmark::State
                                                                    &state) {
    for (auto _ : state)
      state.counters["size"] = relative(placeBestFitInTimeOrder(*problem));
  })->Unit(benchmark::kMillisecond);
}

/// Prints what Google Benchmark prints, then the ratios.
class RatioReporter : public benchmark::ConsoleReporter {
public:
  void ReportRuns(const std::vector<Run> &runs) override {
    for (const Run &run : runs) {
      if (run.error_occurred || run.run_type != Run::RT_Iteration)
        continue;
      auto size = run.counters.find("size");
      results[run.benchmark_name()] = {
          run.GetAdjustedCPUTime(),
          size == run.counters.end() ? 0 : double(size->second)};
    }
    ConsoleReporter::ReportRuns(runs);
  }

  void printRatios() {
    outs() << "\nratios against plain-NAME of this run (CPU time; size)\n";
    for (const auto &[name, result] : results) {
      auto base = results.find("plain-" + name);
      if (base == results.end())
        continue;
      outs() << format("%-24s %12.6f", name.c_str(),
                       result.first / base->second.first);
      if (base->second.second > 0)
        outs() << format("; %.4f", result.second / base->second.second);
      outs() << "\n";
    }
  }

private:
  /// CPU time, and size where that is measured.
  std::map<std::string, std::pair<double, double>> results;
};

/// Adds the file, with the capacity that stands before its extension. Returns
/// whether it can be read.
bool addFile(StringRef path) {
  StringRef name = sys::path::stem(path);
  int64_t capacity = 0;
  if (name.rsplit('.').second.getAsInteger(10, capacity)) {
    errs() << path << ": the name does not end in .CAPACITY.csv\n";
    return false;
  }
  auto text = MemoryBuffer::getFile(path);
  if (!text) {
    errs() << path << ": " << text.getError().message() << "\n";
    return false;
  }
  Expected<PlacementFile> file = readPlacementFile((*text)->getBuffer());
  if (!file) {
    errs() << path << ": " << toString(file.takeError()) << "\n";
    return false;
  }
  if (!canSearch(file->problem)) {
    errs() << path << ": too large for the exact search\n";
    return false;
  }
  addSearch(("search/" + name).str(),
            std::make_shared<Problem>(std::move(file->problem)), capacity);
  return true;
}

} // namespace

int main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  for (int i = 1; i < argc; ++i)
    if (!addFile(argv[i]))
      return 1;
  for (size_t count : {40, 50, 60, 80, 150, 300})
    for (int64_t numRemoved : {0, 5}) {
      auto problem =
          std::make_shared<Problem>(cutRectangle(count, numRemoved, 1));
      std::string name = "search/" + std::to_string(count) + "-less-" +
                         std::to_string(numRemoved);
      addSearch(name, problem, rectangleSize);
      if (count <= 80)
        addPlainSearch("plain-" + name, problem, rectangleSize);
    }
  for (int64_t count : {1000, 10000, 100000})
    addPlace(count);
  RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  reporter.printRatios();
  return 0;
}
