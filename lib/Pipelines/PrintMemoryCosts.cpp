//===- PrintMemoryCosts.cpp - What each optimization saves ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArenaFitter.h"
#include "Preparation.h"

#include "mlir/Transforms/Passes.h"
#include "remat/Analysis/Phases.h"
#include "remat/Bufferize/PlanKeepingPasses.h"
#include "remat/Conversion/Passes.h"
#include "remat/Pipelines/Passes.h"
#include "remat/Pipelines/Pipelines.h"
#include "remat/Support/JSONReader.h"
#include "remat/Transforms/FindStep.h"
#include "remat/Transforms/Passes.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATPRINTMEMORYCOSTS
#include "remat/Pipelines/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

namespace {
struct Column {
  StringLiteral title, key;
};
constexpr Column kColumns[] = {
    {"resident", "resident_bytes"}, {"none", "none_bytes"},
    {"in place", "in_place_bytes"}, {"sharing", "sharing_bytes"},
    {"both", "both_bytes"},         {"rematerialized", "rematerialized_bytes"}};

/// Bytes by kColumns; the last only with a budget.
using Row = SmallVector<int64_t, 6>;

struct Table {
  std::string name;
  Row training;
  /// Empty if unknown.
  Row forward;
  /// Why the forward row is missing.
  std::string reason;
};

class PrintMemoryCosts
    : public remat::impl::RematPrintMemoryCostsBase<PrintMemoryCosts> {
public:
  using RematPrintMemoryCostsBase::RematPrintMemoryCostsBase;

  void getDependentDialects(DialectRegistry &registry) const override;
  void runOnOperation() override {
    markAllAnalysesPreserved();
    if (failed(printAll()))
      signalPassFailure();
  }

private:
  LogicalResult printAll();
  FailureOr<func::FuncOp> findPlannedStep();
  FailureOr<Table> getTable(ModuleOp inlined, StringRef name, bool isStep);
  FailureOr<Row> getRow(ModuleOp tensors, StringRef name);
  FailureOr<int64_t> rematerialize(StringRef name);
  PlacingOptions getPlacingOptions() const {
    PlacingOptions options;
    options.setAlignment(arenaAlignment);
    options.arena.sharing = parallelSafe;
    return options;
  }
  auto getRunner() {
    return [this](OpPassManager &passes, Operation *op) {
      return runPipeline(passes, op);
    };
  }
  LogicalResult run(ModuleOp copy, OpPassManager &passes) {
    return runOnCopy(getOperation(), copy, passes, getRunner());
  }
};
} // namespace

void PrintMemoryCosts::getDependentDialects(DialectRegistry &registry) const {
  OpPassManager passes(ModuleOp::getOperationName());
  RematPipelineOptions options;
  options.arena = ArenaMode::Fit;
  buildRematPipeline(passes, options);
  passes.getDependentDialects(registry);
}

FailureOr<Row> PrintMemoryCosts::getRow(ModuleOp tensors, StringRef name) {
  auto place = [&](bool isInPlace) {
    PlacingOptions options = getPlacingOptions();
    options.isInPlace = isInPlace;
    return placeCopy(getOperation(), tensors, name, options, getRunner());
  };
  FailureOr<ArenaFigures> own = place(/*isInPlace=*/false);
  if (failed(own))
    return failure();
  FailureOr<ArenaFigures> inPlace = place(/*isInPlace=*/true);
  if (failed(inPlace))
    return failure();
  return Row{inPlace->residentBytes, own->sumBytes, inPlace->sumBytes,
             own->getArenaBytes(), inPlace->getArenaBytes()};
}

/// Reduces one-block `function` to the computation of result `position`.
static void reduceToResult(func::FuncOp function, unsigned position) {
  llvm::BitVector others(function.getNumResults(), true);
  others.reset(position);
  Block &body = function.getBody().front();
  body.getTerminator()->eraseOperands(others);
  (void)function.eraseResults(others);
  // Users come after definitions.
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body)))
    if (isOpTriviallyDead(&op))
      op.erase();
}

/// The arena of the function, planned for the budget as in the pipeline.
FailureOr<int64_t> PrintMemoryCosts::rematerialize(StringRef name) {
  ModuleOp module = getOperation();
  OwningOpRef<ModuleOp> copy = copyWith(module, name);
  OpPassManager preparation(ModuleOp::getOperationName());
  PreparationOptions options;
  options.target = getCpuTarget().getName();
  options.device = device;
  options.functionName = name;
  options.lossResult = lossResult;
  addPreparation(preparation, options);
  if (failed(run(*copy, preparation)))
    return failure();
  RematRematerializeOptions asked;
  asked.budget = budget;
  asked.strategy = strategy;
  asked.effort = effort;
  asked.device = device;
  asked.lossResult = lossResult;
  FailureOr<RematerializeOptions> plan =
      resolveOptions(copy->lookupSymbol<func::FuncOp>(name), asked);
  if (failed(plan))
    return failure();
  PlacingOptions placing = getPlacingOptions();
  placing.arena.effort = effort;
  // The fitter runs passes inside of its module.
  module.getBody()->push_back(*copy);
  llvm::scope_exit remove([&] { (*copy)->remove(); });
  bool wasInterrupted = false;
  // The fitter keeps a reference to it.
  auto runner = getRunner();
  ArenaFitter fitter(*copy, name, {std::move(*plan), placing}, wasInterrupted,
                     runner);
  FailureOr<ArenaFit> fit = fitter.fit();
  if (failed(fit))
    return failure();
  return fit->chosen.arena.getArenaBytes();
}

FailureOr<Table> PrintMemoryCosts::getTable(ModuleOp inlined, StringRef name,
                                            bool isStep) {
  Table table;
  table.name = name.str();
  OwningOpRef<ModuleOp> copy = copyWith(inlined, name);
  FailureOr<Row> training = getRow(*copy, name);
  if (failed(training))
    return failure();
  table.training = *training;
  if (isStep) {
    FailureOr<int64_t> bytes = rematerialize(name);
    if (failed(bytes))
      return failure();
    table.training.push_back(*bytes);
  }
  auto function = copy->lookupSymbol<func::FuncOp>(name);
  if (lossResult < -1 || lossResult >= function.getNumResults())
    return function.emitOpError()
           << "has " << function.getNumResults()
           << " results, so that loss-result=" << lossResult.getValue()
           << " names none of them; count from 0, or give -1";
  std::optional<unsigned> marked;
  if (lossResult >= 0)
    marked = lossResult;
  PhaseAssignment phases = computePhases(function, marked);
  table.reason = phases.ambiguity;
  if (!phases.loss)
    return table;
  Operation *terminator = function.getBody().front().getTerminator();
  reduceToResult(function, llvm::find(terminator->getOperands(), phases.loss) -
                               terminator->operand_begin());
  FailureOr<Row> forward = getRow(*copy, name);
  if (failed(forward))
    return failure();
  table.forward = *forward;
  return table;
}

static void print(raw_ostream &os, const Table &table) {
  auto printUnit = [&](StringRef unit,
                       llvm::function_ref<std::string(int64_t)> format) {
    auto printRow = [&](StringRef name, ArrayRef<int64_t> row) {
      os << llvm::formatv("{0,-14}", name);
      for (int64_t bytes : row)
        os << llvm::formatv("{0,16}", format(bytes));
      os << '\n';
    };
    os << llvm::formatv("{0,-14}", unit);
    for (const Column &column :
         ArrayRef(kColumns).take_front(table.training.size()))
      os << llvm::formatv("{0,16}", column.title);
    os << '\n';
    if (!table.forward.empty())
      printRow("forward only", table.forward);
    printRow("training", table.training);
  };
  os << "memory of '" << table.name << "'\n";
  printUnit("bytes", [](int64_t bytes) { return std::to_string(bytes); });
  printUnit("MiB", [](int64_t bytes) {
    return llvm::formatv("{0:F2}", static_cast<double>(bytes) / 1048576).str();
  });
  if (table.forward.empty())
    os << "no forward pass: " << table.reason << '\n';
}

static void writeRow(llvm::json::OStream &json, StringRef name,
                     ArrayRef<int64_t> row) {
  json.attributeObject(name, [&] {
    for (auto [column, bytes] : llvm::zip(kColumns, row))
      json.attribute(column.key, bytes);
  });
}

static void write(llvm::json::OStream &json, const Table &table) {
  json.object([&] {
    json.attribute("name", llvm::json::fixUTF8(table.name));
    if (!table.forward.empty())
      writeRow(json, "forward", table.forward);
    else
      json.attribute("forward_unknown", llvm::json::fixUTF8(table.reason));
    writeRow(json, "training", table.training);
  });
}

/// The function that the budget is for; null without a budget.
FailureOr<func::FuncOp> PrintMemoryCosts::findPlannedStep() {
  ModuleOp module = getOperation();
  if (budget.empty())
    return func::FuncOp();
  FailureOr<func::FuncOp> step = findStep(module, functionName, lossResult);
  if (failed(step) || !*step || (*step)->getParentOp() == module)
    return step;
  return step->emitOpError(
      "is in an inner module, where no arena can be planned; move it to the "
      "outermost module, or name a function there (function=NAME)");
}

LogicalResult PrintMemoryCosts::printAll() {
  ModuleOp module = getOperation();
  const RematPrintMemoryCostsOptions defaults;
  if (budget.empty() &&
      (strategy != defaults.strategy || effort != defaults.effort ||
       device != defaults.device || !functionName.empty()))
    return module.emitError("strategy, effort, device and function say how to "
                            "keep a budget, but there is none; give "
                            "budget=...");
  FailureOr<func::FuncOp> step = findPlannedStep();
  if (failed(step))
    return failure();
  if (failed(checkPlacingOptions(module, arenaAlignment)))
    return failure();
  // Ops of callees belong to one phase each, and a callee alone is no step.
  OwningOpRef<ModuleOp> inlined = module.clone();
  StringRef stepName = *step ? step->getName() : StringRef();
  // Inlining removes private functions that nothing calls.
  if (*step && !step->isPublic())
    inlined->lookupSymbol<func::FuncOp>(stepName).setPublic();
  OpPassManager passes(ModuleOp::getOperationName());
  passes.addPass(createPlanKeepingInliner());
  if (failed(run(*inlined, passes)))
    return failure();
  std::vector<Table> tables;
  for (func::FuncOp function : inlined->getOps<func::FuncOp>()) {
    if (function.isExternal())
      continue;
    FailureOr<Table> table =
        getTable(*inlined, function.getName(), function.getName() == stepName);
    if (failed(table))
      return failure();
    tables.push_back(std::move(*table));
  }
  if (tables.empty())
    module.emitWarning(
        "there is no function with a body that anybody can call");
  // In one write: several threads may print.
  std::string text;
  llvm::raw_string_ostream os(text);
  if (json) {
    llvm::json::OStream stream(os, /*IndentSize=*/2);
    stream.object([&] {
      stream.attribute("version", kFileVersion);
      stream.attributeArray("functions", [&] {
        for (const Table &table : tables)
          write(stream, table);
      });
    });
    os << '\n';
  } else {
    for (const Table &table : tables)
      print(os, table);
  }
  llvm::errs() << text;
  return success();
}
