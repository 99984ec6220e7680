//===- PassSetup.cpp - What the options of several passes name ------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassSetup.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "remat/Analysis/Policies.h"
#include "remat/Analysis/SparseTensors.h"
#include "remat/Bufferize/IsolateDestinations.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "remat/Interfaces/TaskOpInterface.h"
#include "remat/Transforms/Passes.h"
#include "remat/Transforms/Rematerialize.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace mlir::remat;

/// An unknown name gets a diagnostic that lists the known ones.
static FailureOr<const Device *> getDeviceOrEmitError(func::FuncOp function,
                                                      StringRef name) {
  if (const Device *device = lookupDevice(name))
    return device;
  InFlightDiagnostic diag = function.emitOpError() << "there is no device '"
                                                   << name << "'; devices are ";
  llvm::interleaveComma(getDevices(), diag, [&](const Device &device) {
    diag << "'" << device.name << "'";
  });
  return diag;
}

/// Dialects of those of `representatives` that are loaded, but have no models
/// of `Interface`.
template <typename Interface>
static llvm::StringSet<> getLacking(ArrayRef<StringLiteral> representatives,
                                    MLIRContext *context) {
  llvm::StringSet<> lacking;
  for (StringRef name : representatives) {
    auto info = RegisteredOperationName::lookup(name, context);
    if (info && !info->hasInterface<Interface>())
      lacking.insert(name.split('.').first);
  }
  return lacking;
}

/// Fails, with a diagnostic, at the first op in `op` of a dialect in `lacking`.
static LogicalResult
checkHasNone(Operation *op, const llvm::StringSet<> &lacking, StringRef whose) {
  WalkResult result = op->walk([&](Operation *inner) {
    StringRef dialect = inner->getName().getDialectNamespace();
    if (!lacking.contains(dialect))
      return WalkResult::advance();
    inner->emitOpError() << "cannot be planned: " << whose << " models for '"
                         << dialect
                         << "' are not in this context; give mlir-opt "
                            "--load-dialect-plugin too, or call "
                            "remat::registerAllDialects in a program";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

LogicalResult mlir::remat::checkModels(func::FuncOp function) {
  static constexpr StringLiteral planned[] = {
      "arith.constant", "linalg.generic", "math.exp", "tensor.empty"};
  llvm::StringSet<> lacking =
      getLacking<TaskOpInterface>(planned, function.getContext());
  if (!lacking.empty())
    for (Operation &op : function.getOps())
      if (failed(checkHasNone(&op, lacking, "Remat's")))
        return failure();
  // What a loop, a branch or a call needs is measured on buffers.
  static constexpr StringLiteral bufferized[] = {"arith.constant", "func.call",
                                                 "linalg.generic", "scf.for",
                                                 "tensor.empty"};
  lacking = getLacking<bufferization::BufferizableOpInterface>(
      bufferized, function.getContext());
  if (!lacking.empty())
    for (Operation &op : function.getOps())
      if (isa<CallOpInterface, LoopLikeOpInterface, RegionBranchOpInterface>(
              op) &&
          failed(checkHasNone(&op, lacking, "bufferization's")))
        return failure();
  return success();
}

LogicalResult mlir::remat::checkHasOneBlock(func::FuncOp function,
                                            StringRef purpose) {
  if (function.getBody().hasOneBlock())
    return success();
  return function.emitOpError()
         << "has " << llvm::range_size(function.getBody()) << " blocks; "
         << purpose
         << " functions of one block only; lift the control flow to scf first "
            "(--lift-cf-to-scf)";
}

LogicalResult mlir::remat::checkLossResult(func::FuncOp function,
                                           int64_t lossResult) {
  if (lossResult >= -1 && lossResult < function.getNumResults())
    return success();
  return function.emitOpError()
         << "has " << function.getNumResults()
         << " results, so that loss-result=" << lossResult
         << " names none of them; count from 0, or give -1";
}

FailureOr<GraphBuilderOptions>
mlir::remat::getGraphOptions(func::FuncOp function, StringRef target,
                             StringRef device, int64_t lossResult) {
  FailureOr<const Target *> resolvedTarget = getTargetOf(function, target);
  if (failed(resolvedTarget))
    return failure();
  FailureOr<const Device *> resolvedDevice = getDeviceOrEmitError(
      function,
      device.empty() ? (*resolvedTarget)->getDefaultDevice() : device);
  if (failed(resolvedDevice) || failed(checkModels(function)) ||
      failed(checkIsDense(function)) || failed(checkPolicies(function)) ||
      failed(checkLossResult(function, lossResult)))
    return failure();
  GraphBuilderOptions options;
  options.target = *resolvedTarget;
  options.costModel.device = *resolvedDevice;
  if (lossResult >= 0)
    options.lossResult = lossResult;
  return options;
}

static FailureOr<std::string> readFileOrEmitError(func::FuncOp function,
                                                  StringRef path) {
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (!buffer)
    return function.emitOpError()
           << "cannot read '" << path << "': " << buffer.getError().message();
  return (*buffer)->getBuffer().str();
}

FailureOr<std::shared_ptr<const Profile>>
mlir::remat::readProfile(func::FuncOp function, StringRef path) {
  if (path.empty())
    return std::shared_ptr<const Profile>();
  FailureOr<std::string> text = readFileOrEmitError(function, path);
  if (failed(text))
    return failure();
  llvm::Expected<Profile> read = Profile::parse(*text);
  if (!read)
    return function.emitOpError() << "cannot use the profile '" << path
                                  << "': " << llvm::toString(read.takeError());
  return std::make_shared<const Profile>(std::move(*read));
}

FailureOr<Budget> mlir::remat::parseBudgetOrEmitError(func::FuncOp function,
                                                      StringRef text) {
  llvm::Expected<Budget> budget = parseBudget(text);
  if (!budget)
    return function.emitOpError() << llvm::toString(budget.takeError());
  return *budget;
}

/// Fails, with a diagnostic, where a saved plan leaves options about a search
/// without effect. Only other budgets than bytes and percentages need one, and
/// explanations.
static LogicalResult checkSearches(func::FuncOp function,
                                   const RematRematerializeOptions &options,
                                   const std::optional<Budget> &budget) {
  if (options.planIn.empty() || !options.explain.empty() ||
      (budget && budget->kind != Budget::Kind::Bytes &&
       budget->kind != Budget::Kind::PercentOfPeak))
    return success();
  StringRef unused;
#define REMAT_SEARCH_OPTION(TYPE, MEMBER, NAME, DEFAULT, ...)                  \
  if (options.MEMBER != TYPE(DEFAULT))                                         \
    unused = NAME;
#include "remat/Support/Options.inc"
  if (options.strategy != RematRematerializeOptions().strategy)
    unused = "strategy";
  if (unused.empty())
    return success();
  return function.emitOpError()
         << "cannot heed '" << unused
         << "', which says how to find a plan, beside 'plan-in', which gives "
            "one; leave one of the two out";
}

/// Sets what plans may use of the host. Warns where the target parks nothing.
static LogicalResult resolveHost(func::FuncOp function,
                                 const RematRematerializeOptions &options,
                                 RematerializeOptions &resolved) {
  if (!(options.linkBandwidth >= 0 && options.linkBandwidth <= 1e9))
    return function.emitOpError()
           << "cannot have a link of " << options.linkBandwidth
           << " GB/s; give a link-bandwidth from 0, for the device's, to 1e9";
  CostModel &costs = resolved.graph.costModel;
  if (options.linkBandwidth > 0)
    costs.linkBytesPerSecond = 1e9 * options.linkBandwidth;
  if (options.hostBudget.empty()) {
    if (options.linkBandwidth > 0 && options.planIn.empty())
      return function.emitOpError(
          "has a link-bandwidth, which is for a plan that parks values on the "
          "host; give a host-budget, too");
    return success();
  }
  llvm::Expected<int64_t> bytes = parseHostBudget(options.hostBudget);
  if (!bytes)
    return function.emitOpError() << llvm::toString(bytes.takeError());
  if (*bytes == 0)
    return success();
  const Target &target = *resolved.graph.target;
  if (!target.parksOnHost()) {
    emitWarning(getFileOnly(function.getLoc()))
        << "'" << function.getName()
        << "': nothing is parked on the host for the target '"
        << target.getName() << "'; the host budget has no effect";
    return success();
  }
  if (!options.explain.empty())
    return function.emitOpError(
        "cannot be explained with a 'host-budget': explanations know of no "
        "values on the host; leave out 'explain' or 'host-budget'");
  resolved.host.budget = *bytes;
  resolved.host.link = costs.getHostLink();
  return success();
}

FailureOr<RematerializeOptions>
mlir::remat::resolveOptions(func::FuncOp function,
                            const RematRematerializeOptions &options) {
  if (options.budget.empty() && options.planIn.empty())
    return function.emitOpError(
        "needs a budget: budget=8GiB, 500MB, a byte count, 60%, min, knee "
        "or slack:50%");
  FailureOr<GraphBuilderOptions> graph = getGraphOptions(
      function, options.target, options.device, options.lossResult);
  if (failed(graph))
    return failure();
  RematerializeOptions resolved;
  resolved.graph = *graph;
  if (!options.budget.empty()) {
    FailureOr<Budget> budget = parseBudgetOrEmitError(function, options.budget);
    if (failed(budget))
      return failure();
    resolved.budget = *budget;
  }
  if (failed(checkSearches(function, options, resolved.budget)))
    return failure();
  resolved.strategy = options.strategy;
  resolved.objective = options.objective;
  resolved.search = planner::getSearchOptions(
      options.effort, options.workLimit, options.reorder, options.timeLimit);
  resolved.explain = options.explain;
  resolved.choosesStacks = options.chooseStacks;
  resolved.fitsHeap = options.fitHeap;
  if (failed(resolveHost(function, options, resolved)))
    return failure();
  if (options.cuts < -1)
    return function.emitOpError()
           << "cannot have cuts=" << options.cuts
           << "; give how many, or -1 for what the target needs";
  if (options.cuts >= 0)
    resolved.cuts = options.cuts;
  FailureOr<std::shared_ptr<const Profile>> measured =
      readProfile(function, options.profile);
  if (failed(measured))
    return failure();
  resolved.profile = *measured;
  resolved.graph.costModel.profile = resolved.profile.get();
  if (options.planIn.empty())
    return resolved;
  FailureOr<std::string> text = readFileOrEmitError(function, options.planIn);
  if (failed(text))
    return failure();
  resolved.savedPlan = std::move(*text);
  resolved.savedPlanName = options.planIn;
  return resolved;
}

static bool callsOthers(func::FuncOp function) {
  return function.walk([](func::CallOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

LogicalResult mlir::remat::checkMayReadCallees(Operation *op,
                                               func::FuncOp function) {
  if (op != function || !callsOthers(function) ||
      !op->getContext()->isMultithreadingEnabled())
    return success();
  return op->emitOpError(
      "calls another function, whose body a pass nested on functions must "
      "not read while others rewrite it; inline the call (-inline), or run "
      "the pass on the module");
}

LogicalResult mlir::remat::forEachFunction(
    Operation *op, llvm::function_ref<LogicalResult(func::FuncOp)> run) {
  if (auto function = dyn_cast<func::FuncOp>(op)) {
    if (function.isExternal())
      return success();
    return failed(checkMayReadCallees(op, function)) ? failure()
                                                     : run(function);
  }
  SmallVector<func::FuncOp> functions;
  op->walk([&](func::FuncOp function) { functions.push_back(function); });
  for (Operation *function : getWithCallees(functions))
    if (failed(run(cast<func::FuncOp>(function))))
      return failure();
  return success();
}

bool mlir::remat::hasLoops(func::FuncOp function) {
  return llvm::any_of(function.getBody().front(), [](Operation &op) {
    return isa<LoopLikeOpInterface>(op) ||
           hlo::getOpKind(&op) == hlo::OpKind::Loop;
  });
}

OwningOpRef<func::FuncOp> mlir::remat::cloneForTrial(func::FuncOp function) {
  func::FuncOp copy = function.clone();
  if (callsOthers(function))
    function->getBlock()->getOperations().insertAfter(function->getIterator(),
                                                      copy);
  return copy;
}

FailureOr<MemoryProfile>
mlir::remat::getIsolatedProfile(func::FuncOp function,
                                const GraphBuilderOptions &options) {
  OwningOpRef<func::FuncOp> copy = cloneForTrial(function);
  if (options.target->needsIsolatedDestinations() &&
      failed(isolateDestinations(*copy)))
    return failure();
  return computeMemoryProfile(*copy, options);
}
