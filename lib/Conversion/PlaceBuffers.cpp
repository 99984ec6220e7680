//===- PlaceBuffers.cpp - remat-place-buffers -----------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "remat/Analysis/BufferProfile.h"
#include "remat/Conversion/Arena.h"
#include "remat/Conversion/Passes.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Support/Budget.h"
#include "remat/Targets/Target.h"

#include "llvm/Support/MathExtras.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATPLACEBUFFERS
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

namespace {

class PlaceBuffers : public remat::impl::RematPlaceBuffersBase<PlaceBuffers> {
public:
  using RematPlaceBuffersBase::RematPlaceBuffersBase;
  void runOnOperation() override;

private:
  FailureOr<ArenaOptions> getOptions();
  FailureOr<std::optional<int64_t>> getBudget();
  LogicalResult checkBudget(func::FuncOp function, const Arena &arena,
                            const ArenaOptions &options, int64_t budget);
  LogicalResult plan(func::FuncOp function, const ArenaOptions &options,
                     std::optional<int64_t> budget);

  /// Applied once all functions have one.
  std::vector<std::pair<func::FuncOp, Arena>> arenas;
};

} // namespace

FailureOr<ArenaOptions> PlaceBuffers::getOptions() {
  ArenaOptions options;
  options.alignment = alignment;
  options.sharing = sharing;
  options.effort = effort;
  options.placeResults = placeResults;
  options.arenaIsArgument = arenaArgument;
  options.placeArguments = placeArguments;
  options.isChecked = checked;
  options.target = lookupTarget(target);
  if (options.target)
    return options;
  InFlightDiagnostic diag = emitError(getOperation().getLoc())
                            << "there is no target '" << target
                            << "'; there are: ";
  llvm::interleaveComma(getTargets(), diag,
                        [&](const Target *known) { diag << known->getName(); });
  return diag;
}

FailureOr<std::optional<int64_t>> PlaceBuffers::getBudget() {
  if (budget.empty())
    return std::optional<int64_t>();
  llvm::Expected<Budget> parsed = parseBudget(budget);
  Location loc = getOperation().getLoc();
  if (!parsed)
    return emitError(loc) << llvm::toString(parsed.takeError());
  if (parsed->kind != Budget::Kind::Bytes)
    return emitError(loc) << "budget '" << budget
                          << "' is relative to peaks of other plans, which are "
                             "not known once there are buffers; give it in "
                             "bytes (8GiB, 500MB, a byte count)";
  return std::optional<int64_t>(parsed->bytes);
}

/// What is resident beside the arena.
static FailureOr<int64_t> getBytesBeside(func::FuncOp function,
                                         const ArenaOptions &options) {
  FailureOr<int64_t> bytes = computeResidentBytes(function, *options.target);
  if (failed(bytes) || !options.placeArguments)
    return bytes;
  int64_t rest = *bytes;
  for (Type type : function.getArgumentTypes())
    if (isa<BaseMemRefType>(type))
      rest -= options.target->getStorageBytes(type).value_or(0);
  return rest;
}

LogicalResult PlaceBuffers::checkBudget(func::FuncOp function,
                                        const Arena &arena,
                                        const ArenaOptions &options,
                                        int64_t budget) {
  FailureOr<int64_t> beside = getBytesBeside(function, options);
  if (failed(beside))
    return failure();
  int64_t bytes;
  if (llvm::AddOverflow(*beside, arena.result.placement.sizeInBytes, bytes))
    return function.emitOpError("needs more than 2^63 bytes for its arguments "
                                "and its arena together");
  if (bytes <= budget)
    return success();
  // Sums of parts of what was summed above.
  const int64_t leastBytes = *beside + arena.result.lowerBound;
  InFlightDiagnostic diag = function.emitOpError("needs ");
  diag << bytes << " bytes, " << bytes - budget << " more than its budget of "
       << budget << " bytes: its arena has "
       << arena.result.placement.sizeInBytes << " bytes, and " << *beside
       << " bytes are resident beside it; ";
  if (leastBytes > budget)
    diag << "no arena has fewer than " << arena.result.lowerBound
         << " bytes, so plan the step for a smaller budget, or allow "
         << leastBytes << " bytes";
  else
    diag << "at most " << arena.livePeakBytes
         << " bytes are alive in it at once, and no arena of fewer than "
         << arena.result.lowerBound
         << " bytes is possible: plan the step for a smaller budget, raise "
            "effort, or allow "
         << bytes << " bytes";
  return diag;
}

/// Whether the arena is the only allocation of `function` already.
static bool isPlaced(func::FuncOp function) {
  auto bytes = function->getAttrOfType<IntegerAttr>(kArenaBytesAttrName);
  return bytes && !function
                       .walk([&](memref::AllocOp alloc) {
                         MemRefType type = alloc.getType();
                         bool isArena =
                             type.getRank() == 1 &&
                             type.getElementType().isInteger(8) &&
                             type.getDimSize(0) == bytes.getInt() &&
                             alloc->getBlock() == &function.getBody().front();
                         return isArena ? WalkResult::advance()
                                        : WalkResult::interrupt();
                       })
                       .wasInterrupted();
}

/// What an arena that is there has: the budget holds for it as for a new one.
static Arena describeArena(func::FuncOp function) {
  Arena arena;
  auto get = [&](StringRef name) {
    auto attribute = function->getAttrOfType<IntegerAttr>(name);
    return attribute ? attribute.getInt() : 0;
  };
  arena.livePeakBytes = get(kLivePeakBytesAttrName);
  arena.result.lowerBound = arena.livePeakBytes;
  // One that is passed is resident.
  bool isAllocated =
      function.walk([](memref::AllocOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  if (isAllocated)
    arena.result.placement.sizeInBytes = get(kArenaBytesAttrName);
  else
    arena.result.lowerBound = 0;
  return arena;
}

/// Whether there is nothing to place in a function that others call: a kernel.
static bool isPlain(func::FuncOp function) {
  return function.isExternal() ||
         (function.isPrivate() &&
          !function
               .walk([](memref::AllocOp) { return WalkResult::interrupt(); })
               .wasInterrupted());
}

LogicalResult PlaceBuffers::plan(func::FuncOp function,
                                 const ArenaOptions &options,
                                 std::optional<int64_t> budget) {
  if (isPlaced(function)) {
    ArenaOptions asItIs = options;
    asItIs.placeArguments = false;
    return budget ? checkBudget(function, describeArena(function), asItIs,
                                *budget)
                  : success();
  }
  sinkAllocations(function);
  FailureOr<Arena> arena = planArena(function, options);
  if (failed(arena) ||
      (budget && failed(checkBudget(function, *arena, options, *budget))))
    return failure();
  arenas.emplace_back(function, std::move(*arena));
  return success();
}

void PlaceBuffers::runOnOperation() {
  FailureOr<ArenaOptions> options = getOptions();
  FailureOr<std::optional<int64_t>> budget = getBudget();
  if (failed(options) || failed(budget))
    return signalPassFailure();
  arenas.clear();
  for (auto function : getOperation().getOps<func::FuncOp>())
    if (!isPlain(function) && failed(plan(function, *options, *budget)))
      return signalPassFailure();
  for (auto &[function, arena] : arenas)
    applyArena(function, arena, *options);
  arenas.clear();
}
