//===- FitArena.cpp - Plan, place, plan again -----------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArenaFitter.h"
#include "SetAside.h"

#include "remat/Conversion/Passes.h"
#include "remat/Dialect/Remat/IR/ArenaPlan.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Pipelines/Passes.h"
#include "remat/Support/OutputFile.h"
#include "remat/Targets/Target.h"
#include "remat/Transforms/AdviseTarget.h"
#include "remat/Transforms/FindStep.h"
#include "remat/Transforms/Passes.h"
#include "remat/Transforms/ProfileWarnings.h"
#include "remat/Transforms/RunStatus.h"
#include "llvm/Support/SaveAndRestore.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATFITARENA
#include "remat/Pipelines/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

namespace {

class FitArena : public remat::impl::RematFitArenaBase<FitArena> {
public:
  using RematFitArenaBase::RematFitArenaBase;

  FitArena(const RematFitArenaOptions &options, std::shared_ptr<Report> report,
           std::shared_ptr<SearchMonitor> monitor,
           std::shared_ptr<RunStatus> status, OptionSpelling spelling)
      : RematFitArenaBase(options), report(std::move(report)),
        monitor(std::move(monitor)), status(std::move(status)),
        spelling(std::move(spelling)) {}

  void getDependentDialects(DialectRegistry &registry) const override;
  void runOnOperation() override {
    if (failed(runOnAll()))
      signalPassFailure();
  }

private:
  LogicalResult runOnAll();
  LogicalResult checkOptions();
  LogicalResult fitStep();
  LogicalResult fit(StringRef name);
  void take(StringRef name, ArenaFit &fit);
  void note(planner::Status each) {
    if (status)
      status->add(each, /*isUnchanged=*/false);
  }
  LogicalResult placeStep();
  LogicalResult write(llvm::Error error);
  RematRematerializeOptions getPlanOptions() const;
  PlacingOptions getPlacingOptions() const;
  /// What lowering has to know to keep `budgetBytes`.
  ArenaPlan describePlan(int64_t budgetBytes) const;
  ArenaMode getMode() const {
    return resolveArenaMode(arena, lookupTarget(target));
  }

  std::shared_ptr<Report> report;
  std::shared_ptr<SearchMonitor> monitor;
  std::shared_ptr<RunStatus> status;
  OptionSpelling spelling;
  bool wasInterrupted = false;
  /// The fitted step, with the bytes of its arena and of the host's block.
  struct Fitted {
    std::string name;
    int64_t bytes;
    int64_t hostBytes;
  };
  std::optional<Fitted> fitted;
};
} // namespace

LogicalResult FitArena::write(llvm::Error error) {
  if (!error)
    return success();
  return getOperation()->emitError() << llvm::toString(std::move(error));
}

RematRematerializeOptions FitArena::getPlanOptions() const {
  RematRematerializeOptions options;
#define REMAT_GOAL_OPTION(TYPE, MEMBER, ...) options.MEMBER = MEMBER;
#define REMAT_SEARCH_OPTION REMAT_GOAL_OPTION
#define REMAT_STEP_OPTION REMAT_GOAL_OPTION
#define REMAT_PLAN_OPTION REMAT_GOAL_OPTION
#include "remat/Support/Options.inc"
  // That file is for the whole module.
  options.planOut.clear();
  return options;
}

PlacingOptions FitArena::getPlacingOptions() const {
  PlacingOptions options;
  options.arena.target = lookupTarget(target);
  options.setAlignment(arenaAlignment);
  options.arena.sharing = parallelSafe;
  options.arena.effort = effort;
  options.isInPlace = inPlace;
  return options;
}

ArenaPlan FitArena::describePlan(int64_t budgetBytes) const {
  const PlacingOptions options = getPlacingOptions();
  ArenaPlan plan;
  plan.budget = budgetBytes;
  plan.alignment = options.arena.alignment;
  plan.effort = options.arena.effort;
  plan.isInPlace = options.isInPlace;
  // By its name among the option's values.
  plan.sharing = stringifySharing(options.arena.sharing);
  return plan;
}

void FitArena::getDependentDialects(DialectRegistry &registry) const {
  OpPassManager passes(ModuleOp::getOperationName());
  passes.addPass(createRematRematerialize());
  addBufferPasses(passes, PlacingOptions());
  passes.addPass(createRematPlaceBuffers());
  passes.getDependentDialects(registry);
}

void FitArena::take(StringRef name, ArenaFit &fit) {
  PlacedPlan &chosen = fit.chosen;
  emitKept(getOperation(), std::move(fit.warnings));
  auto before = getOperation().lookupSymbol<func::FuncOp>(name);
  auto after = chosen.module->lookupSymbol<func::FuncOp>(name);
  after->remove();
  if (after.getVisibility() != before.getVisibility())
    after.setVisibility(before.getVisibility());
  before->getBlock()->getOperations().insert(before->getIterator(), after);
  before->erase();
  // On tensors nothing is written in place yet.
  // A step may need no bytes, but a budget has some.
  const int64_t inArena = std::max<int64_t>(fit.budget, 1);
  const int64_t kept = getMode() == ArenaMode::Place
                           ? inArena
                           : std::max(inArena, chosen.outcome.plan.peak);
  after->setAttr(kBudgetAttrName, Builder(after).getI64IntegerAttr(kept));
  if (getMode() == ArenaMode::Place)
    after->removeAttr(kArenaPlanAttrName);
  else
    after->setAttr(kArenaPlanAttrName,
                   toAttribute(describePlan(inArena), after.getContext()));
  emitRemark(getFileOnly(after.getLoc()))
      << "'" << name << "': " << fit.report.getSummary();
  fitted = {name.str(), chosen.arena.getArenaBytes(), chosen.arena.hostBytes};
  note(planner::Status::Ok);
  report->addPlan(name, std::move(fit.planFile));
  report->add(std::move(fit.report));
}

LogicalResult FitArena::fit(StringRef name) {
  auto function = getOperation().lookupSymbol<func::FuncOp>(name);
  FailureOr<RematerializeOptions> plan =
      resolveOptions(function, getPlanOptions());
  if (failed(plan))
    return failure();
  const std::shared_ptr<const Profile> measured = plan->profile;
  plan->monitor = monitor.get();
  plan->spelling = spelling;
  if (plan->savedPlan && plan->budget &&
      (plan->budget->kind == Budget::Kind::Min ||
       plan->budget->kind == Budget::Kind::Slack ||
       plan->budget->kind == Budget::Kind::Knee))
    return function.emitOpError()
           << "has a saved plan, for whose arena '" << budget
           << "' is no budget; give bytes, a percentage, or none";
  auto run = [&](OpPassManager &passes, Operation *op) {
    return runPipeline(passes, op);
  };
  ArenaFitter fitter(getOperation(), name,
                     {std::move(*plan), getPlacingOptions()}, wasInterrupted,
                     run);
  if (failed(fitter.prepare()))
    return failure();
  warnAboutProfile(fitter.getStep(), measured.get(), profile);
  FailureOr<ArenaFit> fit = fitter.fit();
  if (fitter.getRefusal()) {
    note(fitter.getRefusal()->status);
    report->add(*fitter.getRefusal());
  }
  if (failed(fit))
    return failure();
  if (!explain.empty())
    fitter.explain(*fit);
  take(name, *fit);
  return success();
}

LogicalResult FitArena::checkOptions() {
  ModuleOp module = getOperation();
  if (!reportPath.empty() && failed(write(Report::checkPath(reportPath))))
    return failure();
  if (failed(write(checkOutputPath(planOut))))
    return failure();
  if (getMode() == ArenaMode::Off)
    return module.emitError(
        "arena-alignment, parallel-safe and in-place say what the arena is "
        "like, but there is none; give arena=fit or arena=place");
  const Target *model = lookupTarget(target);
  if (model && model->placesBuffers())
    return module.emitError()
           << "target '" << target
           << "' places buffers by itself, so that no arena can be promised; "
              "leave arena=off, or take target=cpu";
  return checkPlacingOptions(module, arenaAlignment);
}

/// A function on buffers cannot be planned again.
static LogicalResult checkIsOnTensors(func::FuncOp function) {
  const bool isOnBuffers =
      llvm::any_of(function.getArgumentTypes(),
                   llvm::IsaPred<BaseMemRefType>) ||
      llvm::any_of(function.getResultTypes(), llvm::IsaPred<BaseMemRefType>);
  if (!isOnBuffers)
    return success();
  return function.emitOpError(
      "is on buffers already, so that nothing can be planned; give the step on "
      "tensors, or place its buffers as they are (--remat-place-buffers)");
}

LogicalResult FitArena::fitStep() {
  FailureOr<func::FuncOp> step =
      findStep(getOperation(), functionName, lossResult);
  if (failed(step))
    return failure();
  if (!*step) {
    getOperation()->emitWarning(
        "there is no function with a body to keep a budget");
    return success();
  }
  if ((*step)->getParentOp() != getOperation())
    return step->emitOpError(
        "is in an inner module, where no arena can be planned; move it to "
        "the outermost module, name a function there (function=NAME), or "
        "leave arena=off");
  if (failed(checkIsOnTensors(*step)) ||
      (!explain.empty() &&
       failed(checkIsThere(getOperation(), *step, explain))))
    return failure();
  if (!target.hasValue())
    adviseTarget(*step);
  return fit(step->getName().str());
}

/// Places the step as its copies were placed.
LogicalResult FitArena::placeStep() {
  if (!fitted)
    return success();
  auto step = getOperation().lookupSymbol<func::FuncOp>(fitted->name);
  SetAside others(step);
  const PlacingOptions options = getPlacingOptions();
  OpPassManager passes(ModuleOp::getOperationName());
  addBufferPasses(passes, options);
  if (failed(runPipeline(passes, getOperation())))
    return failure();
  step = getOperation().lookupSymbol<func::FuncOp>(fitted->name);
  sinkAllocations(step);
  FailureOr<Arena> placed = planArena(step, options.arena);
  if (failed(placed))
    return failure();
  if (placed->result.placement.sizeInBytes != fitted->bytes)
    return step.emitOpError()
           << "has an arena of " << placed->result.placement.sizeInBytes
           << " bytes, but " << fitted->bytes
           << " bytes were planned; this is a defect, please report it";
  const int64_t hostBytes = placed->host.result.placement.sizeInBytes;
  if (hostBytes != fitted->hostBytes)
    return step.emitOpError()
           << "has a block of " << hostBytes << " bytes on the host, but "
           << fitted->hostBytes
           << " bytes were planned; this is a defect, please report it";
  applyArena(step, *placed, options.arena);
  return success();
}

LogicalResult FitArena::runOnAll() {
  fitted.reset();
  wasInterrupted = false;
  // Its own report covers one run.
  llvm::SaveAndRestore reportOfRun(report, report ? report
                                                  : std::make_shared<Report>());
  if (failed(checkOptions()))
    return failure();
  LogicalResult fits = fitStep();
  // A refusal is an answer, bad input is none.
  if (failed(fits) && !report->hasRefusal())
    return failure();
  if (!reportPath.empty() && failed(write(report->writeTo(reportPath))))
    return failure();
  if (failed(fits) || (getMode() == ArenaMode::Place && failed(placeStep())))
    return failure();
  return planOut.empty() ? success() : write(report->writePlanTo(planOut));
}

std::unique_ptr<Pass> mlir::remat::createReportingFitArena(
    const RematFitArenaOptions &options, std::shared_ptr<Report> report,
    std::shared_ptr<SearchMonitor> monitor, std::shared_ptr<RunStatus> status,
    OptionSpelling spelling) {
  return std::make_unique<FitArena>(options, std::move(report),
                                    std::move(monitor), std::move(status),
                                    std::move(spelling));
}
