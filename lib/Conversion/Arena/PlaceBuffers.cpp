//===- PlaceBuffers.cpp - remat-place-buffers -----------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "remat/Analysis/BufferProfile.h"
#include "remat/Conversion/Arena.h"
#include "remat/Conversion/Passes.h"
#include "remat/Dialect/Remat/IR/ArenaPlan.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Support/Budget.h"
#include "remat/Targets/Target.h"

#include "llvm/Support/Debug.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATPLACEBUFFERS
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

#define DEBUG_TYPE "remat-arena"

using namespace mlir;
using namespace mlir::remat;

namespace {
class PlaceBuffers : public remat::impl::RematPlaceBuffersBase<PlaceBuffers> {
public:
  using RematPlaceBuffersBase::RematPlaceBuffersBase;
  void runOnOperation() override;

private:
  FailureOr<ArenaOptions> getOptions(func::FuncOp function);
  FailureOr<std::optional<int64_t>> getBudget();
  LogicalResult checkBudget(func::FuncOp function, const Arena &arena,
                            int64_t beside, int64_t budget);
  LogicalResult checkPlaced(func::FuncOp function, const ArenaOptions &options,
                            int64_t budget);
  LogicalResult plan(func::FuncOp function, std::optional<int64_t> budget);

  struct Planned {
    func::FuncOp function;
    Arena arena;
    ArenaOptions options;
  };
  /// Applied once all functions have one.
  std::vector<Planned> arenas;
};
} // namespace

FailureOr<ArenaOptions> PlaceBuffers::getOptions(func::FuncOp function) {
  FailureOr<const Target *> resolved = getTargetOf(function, target);
  if (failed(resolved))
    return failure();
  ArenaOptions options;
  options.target = *resolved;
  options.alignment =
      alignment == -1 ? options.target->getStorageAlignment() : alignment;
  options.sharing = sharing;
  options.effort = effort;
  options.placeResults = placeResults;
  options.arenaIsArgument = arenaArgument;
  options.placeArguments = placeArguments;
  options.isChecked = checked;
  return options;
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

/// The bytes beside a planned arena: resident storages, and results that stay
/// in place.
static FailureOr<int64_t> getBytesBeside(func::FuncOp function,
                                         const Arena &arena,
                                         const ArenaOptions &options) {
  FailureOr<int64_t> resident = computeResidentBytes(function, *options.target);
  if (failed(resident))
    return failure();
  int64_t bytes = *resident;
  if (options.placeArguments)
    for (Type type : function.getArgumentTypes())
      if (isa<BaseMemRefType>(type))
        bytes -= options.target->getStorageBytes(type).value_or(0);
  if (llvm::AddOverflow(bytes, arena.unplacedBytes, bytes))
    return function.emitOpError("needs more than 2^63 bytes for its arguments "
                                "and its results together");
  return bytes;
}

LogicalResult PlaceBuffers::checkBudget(func::FuncOp function,
                                        const Arena &arena, int64_t beside,
                                        int64_t budget) {
  const int64_t arenaBytes = arena.result.placement.sizeInBytes;
  int64_t bytes;
  if (llvm::AddOverflow(beside, arenaBytes, bytes))
    return function.emitOpError("needs more than 2^63 bytes for its arguments "
                                "and its arena together");
  if (bytes <= budget)
    return success();
  // Cannot overflow: parts of sums made above.
  const int64_t leastBytes = beside + arena.result.lowerBound;
  InFlightDiagnostic diag = function.emitOpError("needs ");
  diag << bytes << " bytes, " << bytes - budget << " more than its budget of "
       << budget << " bytes: its arena has " << arenaBytes << " bytes, and "
       << beside << " bytes are there beside it; ";
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

/// The bytes in attribute `name`, or 0. Verified as not negative, but not as
/// true.
static int64_t getBytesAttr(func::FuncOp function, StringRef name) {
  auto attribute = function->getAttrOfType<IntegerAttr>(name);
  return attribute ? attribute.getInt() : 0;
}

/// Whether `function` has its declared arena, and allocates only results beside
/// it.
static bool isPlaced(func::FuncOp function) {
  if (!function->hasAttrOfType<IntegerAttr>(kArenaBytesAttrName))
    return false;
  const int64_t bytes = getBytesAttr(function, kArenaBytesAttrName);
  auto isArena = [&](Type type) {
    auto memref = dyn_cast<MemRefType>(type);
    return memref && memref.getRank() == 1 &&
           memref.getElementType().isInteger(8) &&
           memref.getDimSize(0) == bytes;
  };
  bool hasArena = llvm::any_of(function.getArgumentTypes(), isArena);
  BufferViewFlowAnalysis flow(function);
  auto isReturned = [&](memref::AllocOp alloc) {
    return llvm::any_of(flow.resolve(alloc.getResult()), [](Value alias) {
      return llvm::any_of(alias.getUsers(), llvm::IsaPred<func::ReturnOp>);
    });
  };
  int64_t hostBytes = 0;
  WalkResult result = function.walk([&](memref::AllocOp alloc) {
    if (isInHostMemory(alloc.getType()) && alloc.getType().hasStaticShape()) {
      hostBytes += alloc.getType().getNumElements();
      return WalkResult::advance();
    }
    if (!hasArena && isArena(alloc.getType()) &&
        alloc->getBlock() == &function.getBody().front())
      hasArena = true;
    else if (!isReturned(alloc))
      return WalkResult::interrupt();
    return WalkResult::advance();
  });
  // Without bytes no arena is needed.
  return (hasArena || bytes == 0) && !result.wasInterrupted() &&
         hostBytes == getBytesAttr(function, kHostArenaBytesAttrName);
}

/// Checks an existing arena against the budget.
LogicalResult PlaceBuffers::checkPlaced(func::FuncOp function,
                                        const ArenaOptions &options,
                                        int64_t budget) {
  FailureOr<BufferProfile> profile =
      computeBufferProfile(function, *options.target);
  if (failed(profile))
    return failure();
  Arena arena;
  const int64_t arenaBytes =
      std::min(getBytesAttr(function, kArenaBytesAttrName), profile->peakBytes);
  arena.result.placement.sizeInBytes = arenaBytes;
  // Live bytes cannot exceed the arena.
  arena.livePeakBytes =
      std::min(getBytesAttr(function, kLivePeakBytesAttrName), arenaBytes);
  arena.result.lowerBound = arena.livePeakBytes;
  return checkBudget(function, arena, profile->peakBytes - arenaBytes, budget);
}

/// Whether to skip `function`: external, or private without allocations (a
/// kernel).
static bool isPlain(func::FuncOp function) {
  return function.isExternal() ||
         (function.isPrivate() &&
          !function
               .walk([](memref::AllocOp) { return WalkResult::interrupt(); })
               .wasInterrupted());
}

LogicalResult PlaceBuffers::plan(func::FuncOp function,
                                 std::optional<int64_t> budget) {
  FailureOr<ArenaOptions> resolved = getOptions(function);
  if (failed(resolved))
    return failure();
  const ArenaOptions &options = *resolved;
  if (llvm::any_of(llvm::concat<const Type>(function.getArgumentTypes(),
                                            function.getResultTypes()),
                   llvm::IsaPred<TensorType>))
    return function.emitOpError("is on tensors, which have no place yet; "
                                "bufferize it first "
                                "(--remat-cpu-pipeline=stop-at-buffers)");
  if (isPlaced(function)) {
    LLVM_DEBUG(llvm::dbgs()
               << "'" << function.getName() << "' has an arena already\n");
    return budget ? checkPlaced(function, options, *budget) : success();
  }
  sinkAllocations(function);
  FailureOr<Arena> arena = planArena(function, options);
  if (failed(arena))
    return failure();
  if (budget) {
    FailureOr<int64_t> beside = getBytesBeside(function, *arena, options);
    if (failed(beside) ||
        failed(checkBudget(function, *arena, *beside, *budget)))
      return failure();
  }
  arenas.push_back({function, std::move(*arena), options});
  return success();
}

void PlaceBuffers::runOnOperation() {
  FailureOr<std::optional<int64_t>> budget = getBudget();
  if (failed(budget))
    return signalPassFailure();
  arenas.clear();
  auto isPlanned = [](func::FuncOp function) {
    return function->hasAttr(kArenaPlanAttrName);
  };
  // A budget is for the step. Functions beside it stay as they are.
  const bool hasPlan =
      llvm::any_of(getOperation().getOps<func::FuncOp>(), isPlanned);
  for (auto function : getOperation().getOps<func::FuncOp>()) {
    if (isPlain(function) || (hasPlan && !isPlanned(function)))
      continue;
    if (failed(plan(function, *budget)))
      return signalPassFailure();
  }
  for (const auto &[function, arena, options] : arenas)
    applyArena(function, arena, options);
  arenas.clear();
}
