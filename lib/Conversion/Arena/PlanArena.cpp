//===- PlanArena.cpp - Where a function's buffers lie ---------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arena/BufferLives.h"
#include "Arena/TaskAccesses.h"
#include "Buffers/CheckCopies.h"

#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/IR/SymbolTable.h"
#include "remat/Conversion/Arena.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Targets/Target.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;

#define DEBUG_TYPE "remat-arena"

void mlir::remat::sinkAllocations(func::FuncOp function) {
  // Collected first: the walk would meet moved ops again.
  SmallVector<memref::AllocOp> allocations;
  function.walk([&](memref::AllocOp alloc) {
    if (alloc.getDynamicSizes().empty() && alloc.getSymbolOperands().empty())
      allocations.push_back(alloc);
  });
  for (memref::AllocOp alloc : allocations) {
    Operation *first = nullptr;
    // Another block's use in the body may or may not be the first.
    bool isLocal = llvm::all_of(alloc->getUsers(), [&](Operation *user) {
      Operation *ancestor = alloc->getBlock()->findAncestorOpInBlock(*user);
      if (ancestor && (!first || ancestor->isBeforeInBlock(first)))
        first = ancestor;
      return ancestor != nullptr;
    });
    if (first && isLocal)
      alloc->moveBefore(first);
  }
}

namespace {
class ArenaPlanner {
public:
  ArenaPlanner(func::FuncOp function, const ArenaOptions &options)
      : function(function), options(options),
        target(options.target ? *options.target : getCpuTarget()) {}

  FailureOr<Arena> run();

private:
  LogicalResult checkOptions();
  LogicalResult checkRuntime();
  LogicalResult checkCallers();
  LogicalResult checkDeallocations();
  LogicalResult addBuffer(const BufferLife &life);
  LogicalResult addHostBuffer(const BufferLife &life);
  LogicalResult leaveBuffer(const BufferLife &life);
  LogicalResult addArguments();
  LogicalResult addDescriptor(placement::Problem &problem, Value buffer,
                              int64_t alignment,
                              ArrayRef<placement::TimeRange> pieces);
  LogicalResult checkMemorySpace(Value buffer);
  LogicalResult addSharingConflicts(int64_t &lowerBound);
  FailureOr<placement::PlaceResult>
  placeAbove(const placement::Problem &problem, int64_t lowerBound);
  LogicalResult place();

  func::FuncOp function;
  const ArenaOptions &options;
  const Target &target;
  Arena arena;
};
} // namespace

LogicalResult ArenaPlanner::checkOptions() {
  if (options.alignment <= 0 || !llvm::isPowerOf2_64(options.alignment))
    return function.emitOpError("cannot be placed at multiples of ")
           << options.alignment << " bytes; an alignment is a power of two";
  if (options.placeArguments && !options.arenaIsArgument)
    return function.emitOpError(
        "cannot have its arguments in an arena that it allocates itself; let "
        "the arena be an argument too (arena-argument)");
  if (options.effort < 0 || options.effort > 3)
    return function.emitOpError("cannot be placed with effort ")
           << options.effort << "; it is 0 to 3";
  if (function.isExternal())
    return function.emitOpError("has no body whose buffers could be placed");
  return options.isChecked ? checkRuntime() : success();
}

/// Checks the signatures of the runtime's functions for checked arenas.
LogicalResult ArenaPlanner::checkRuntime() {
  Operation *table = SymbolTable::getNearestSymbolTable(function);
  if (!table)
    return function.emitOpError("is in no module that could declare what a "
                                "checked arena calls");
  constexpr std::pair<StringLiteral, unsigned> functions[] = {
      {"rematArenaBegin", 2},
      {"rematArenaEnd", 1},
      {"rematArenaAcquire", 2},
      {"rematArenaAdopt", 2},
      {"rematArenaRelease", 1}};
  for (auto [name, numInputs] : functions) {
    Operation *found = SymbolTable::lookupSymbolIn(table, name);
    if (!found)
      continue;
    SmallVector<Type> inputs(numInputs, IndexType::get(found->getContext()));
    auto type = FunctionType::get(found->getContext(), inputs, {});
    auto declaration = dyn_cast<func::FuncOp>(found);
    if (!declaration || !declaration.isExternal() ||
        declaration.getFunctionType() != type)
      return found->emitOpError("has the name '")
             << name << "' of a function of the runtime, which is declared as "
             << type << "; rename it, or place without checked";
  }
  return success();
}

/// Callers free each result, and pass no arena.
LogicalResult ArenaPlanner::checkCallers() {
  if (!arena.isReturned && !options.arenaIsArgument)
    return success();
  auto module = function->getParentOfType<ModuleOp>();
  if (!module)
    return success();
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(function.getOperation(), module);
  if (uses && uses->empty())
    return success();
  InFlightDiagnostic diag =
      options.arenaIsArgument
          ? function.emitOpError("is called here, where no arena is passed; "
                                 "inline it first (--inline)")
          : function.emitOpError(
                "is called here, where each result is freed, but they would "
                "share one arena; inline it first (--inline), or leave the "
                "results allocations of their own (place-results=false)");
  if (uses)
    diag.attachNote(uses->begin()->getUser()->getLoc()) << "used here";
  return diag;
}

LogicalResult ArenaPlanner::checkMemorySpace(Value buffer) {
  if (arena.buffers.empty())
    return success();
  Value first = arena.buffers.front().buffer;
  Attribute space = cast<MemRefType>(buffer.getType()).getMemorySpace();
  Attribute firstSpace = cast<MemRefType>(first.getType()).getMemorySpace();
  if (space == firstSpace)
    return success();
  InFlightDiagnostic diag =
      emitError(buffer.getLoc())
      << "this buffer is in another memory space than the first that is "
         "placed, but an arena is one block; place the buffers of each space "
         "in a function of its own";
  diag.attachNote(first.getLoc()) << "the first is here";
  return diag;
}

LogicalResult
ArenaPlanner::addDescriptor(placement::Problem &problem, Value buffer,
                            int64_t alignment,
                            ArrayRef<placement::TimeRange> pieces) {
  assert(!pieces.empty() && "a buffer without a life needs no place");
  std::optional<int64_t> bytes = target.getStorageBytes(buffer.getType());
  if (!bytes)
    return emitError(buffer.getLoc())
           << "the size of a buffer of type " << buffer.getType()
           << " is not known before the step runs, or does not fit into 64 "
              "bits; give it a static shape";
  placement::Buffer descriptor;
  descriptor.sizeInBytes = *bytes;
  descriptor.alignment = std::max(options.alignment, alignment);
  descriptor.timeStart = pieces.front().lower;
  descriptor.timeEnd = pieces.back().upper;
  for (size_t i = 1; i < pieces.size(); ++i)
    descriptor.gaps.push_back({pieces[i - 1].upper, pieces[i].lower});
  arena.alignment = std::max(arena.alignment, descriptor.alignment);
  problem.buffers.push_back(std::move(descriptor));
  return success();
}

/// The largest alignment that the allocations of a life ask for.
static int64_t getAlignment(const BufferLife &life) {
  int64_t alignment = 1;
  for (memref::AllocOp alloc : life.allocations)
    alignment = std::max<int64_t>(alignment, alloc.getAlignment().value_or(1));
  return alignment;
}

/// Without its place.
static ArenaBuffer describe(const BufferLife &life) {
  ArenaBuffer buffer;
  memref::AllocOp first = life.allocations.front();
  buffer.buffer = first.getResult();
  for (memref::AllocOp alloc : ArrayRef(life.allocations).drop_front())
    buffer.alternatives.push_back(alloc.getResult());
  buffer.deallocations = life.deallocations;
  return buffer;
}

LogicalResult ArenaPlanner::addBuffer(const BufferLife &life) {
  ArenaBuffer buffer = describe(life);
  if (failed(checkMemorySpace(buffer.buffer)) ||
      failed(addDescriptor(arena.problem, buffer.buffer, getAlignment(life),
                           life.pieces)))
    return failure();
  arena.isReturned |= life.isReturned;
  arena.buffers.push_back(std::move(buffer));
  return success();
}

LogicalResult ArenaPlanner::addHostBuffer(const BufferLife &life) {
  assert(!life.isReturned && "no result is in the host's memory");
  ArenaBuffer buffer = describe(life);
  if (failed(addDescriptor(arena.host.problem, buffer.buffer,
                           getAlignment(life), life.pieces)))
    return failure();
  arena.host.buffers.push_back(std::move(buffer));
  return success();
}

/// Counts a separate allocation beside the arena.
LogicalResult ArenaPlanner::leaveBuffer(const BufferLife &life) {
  memref::AllocOp alloc = life.allocations.front();
  std::optional<int64_t> bytes = target.getStorageBytes(alloc.getType());
  if (bytes &&
      !llvm::AddOverflow(arena.unplacedBytes, *bytes, arena.unplacedBytes))
    return success();
  return alloc.emitOpError("makes a result whose size, or the sum of all of "
                           "them, does not fit into 64 bits");
}

/// Arguments are alive throughout: the host fills them; deallocations go.
LogicalResult ArenaPlanner::addArguments() {
  const ProgramTimes times(function);
  BufferViewFlowAnalysis flow(function);
  for (BlockArgument argument : function.getArguments()) {
    if (!isa<BaseMemRefType>(argument.getType()))
      continue;
    auto type = dyn_cast<MemRefType>(argument.getType());
    if (!type || !type.hasStaticShape() || !type.getLayout().isIdentity())
      return function.emitOpError("has argument ")
             << argument.getArgNumber() << " of type " << argument.getType()
             << ", which cannot be a view of an arena; give it a static shape "
                "and no layout, or leave arguments where they are "
                "(place-arguments=false)";
    if (failed(checkMemorySpace(argument)) ||
        failed(addDescriptor(arena.problem, argument, 1,
                             {{0, times.getEnd(function)}})))
      return failure();
    ArenaBuffer buffer;
    buffer.buffer = argument;
    for (Value alias : flow.resolve(argument))
      for (Operation *user : alias.getUsers())
        if (isa<memref::DeallocOp>(user))
          buffer.deallocations.push_back(user);
    llvm::sort(buffer.deallocations, [&](Operation *a, Operation *b) {
      return times.getStart(a) < times.getStart(b);
    });
    arena.buffers.push_back(std::move(buffer));
  }
  return success();
}

/// A deallocation of a placed buffer goes, of another stays; it cannot do both.
LogicalResult ArenaPlanner::checkDeallocations() {
  llvm::DenseSet<Value> placed;
  llvm::DenseSet<Operation *> dropped;
  for (const ArenaBuffer &buffer :
       llvm::concat<const ArenaBuffer>(arena.buffers, arena.host.buffers)) {
    placed.insert(buffer.buffer);
    placed.insert_range(buffer.alternatives);
    dropped.insert_range(buffer.deallocations);
  }
  BufferViewFlowAnalysis flow(function);
  WalkResult result = function.walk([&](memref::DeallocOp dealloc) {
    if (!dropped.contains(dealloc))
      return WalkResult::advance();
    for (Value source : flow.resolveReverse(dealloc.getMemref())) {
      bool isRoot = isa<BlockArgument>(source)
                        ? source.getParentBlock()->getParentOp() == function
                        : isa<memref::AllocOp, memref::GetGlobalOp>(
                              source.getDefiningOp());
      if (isRoot && !placed.contains(source)) {
        return WalkResult(dealloc.emitOpError(
            "frees one of several buffers, some of which lie in "
            "the arena and some do not; place results and "
            "arguments too, or free each by itself"));
      }
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// Adds the pairs that `options.sharing` keeps apart although never alive at
/// once, and raises `lowerBound` accordingly.
LogicalResult ArenaPlanner::addSharingConflicts(int64_t &lowerBound) {
  llvm::DenseMap<Value, uint32_t> bufferOf;
  for (auto [position, buffer] : llvm::enumerate(arena.buffers)) {
    bufferOf[buffer.buffer] = position;
    for (Value alternative : buffer.alternatives)
      bufferOf[alternative] = position;
  }
  FailureOr<FunctionTasks> tasks =
      collectTaskAccesses(function, bufferOf, arena.buffers.size());
  if (failed(tasks))
    return failure();
  ArrayRef<placement::TaskAccess> accesses = tasks->accesses;
  if (llvm::Error error =
          options.sharing == Sharing::Dependence
              ? placement::addDependenceConflicts(accesses, arena.problem)
              : placement::addColoringConflicts(accesses, arena.problem))
    return function.emitOpError("cannot be placed for ops that run at once: ")
           << llvm::toString(std::move(error));
  lowerBound = placement::getAntichainBound(accesses, arena.problem);
  return success();
}

FailureOr<placement::PlaceResult>
ArenaPlanner::placeAbove(const placement::Problem &problem,
                         int64_t lowerBound) {
  placement::PlaceOptions placeOptions;
  placeOptions.effort = options.effort;
  placeOptions.lowerBound = lowerBound;
  llvm::Expected<placement::PlaceResult> result =
      placement::place(problem, placeOptions);
  if (!result)
    return function.emitOpError("cannot be placed: ")
           << llvm::toString(result.takeError());
  if (llvm::Error error = placement::verify(problem, result->placement))
    return function.emitOpError("was not placed correctly: ")
           << llvm::toString(std::move(error));
  // Compiled code allocates multiples of the alignment.
  for (int64_t *bytes : {&result->placement.sizeInBytes, &result->lowerBound})
    *bytes = static_cast<int64_t>(llvm::alignTo(*bytes, arena.alignment));
  return std::move(*result);
}

LogicalResult ArenaPlanner::place() {
  if (!arena.host.buffers.empty()) {
    FailureOr<placement::PlaceResult> onHost =
        placeAbove(arena.host.problem, 0);
    if (failed(onHost))
      return failure();
    arena.host.result = std::move(*onHost);
  }
  FailureOr<placement::PlaceResult> serial = placeAbove(arena.problem, 0);
  if (failed(serial))
    return failure();
  arena.livePeakBytes = placement::getLiveMaximum(arena.problem);
  arena.serialBytes = serial->placement.sizeInBytes;
  arena.result = std::move(*serial);
  LLVM_DEBUG(llvm::dbgs() << "'" << function.getName() << "': "
                          << arena.buffers.size() << " buffers, at most "
                          << arena.livePeakBytes << " bytes alive, arena of "
                          << arena.serialBytes << " bytes\n");
  if (options.sharing == Sharing::Serial)
    return success();
  int64_t lowerBound = 0;
  if (failed(addSharingConflicts(lowerBound)))
    return failure();
  FailureOr<placement::PlaceResult> safe =
      placeAbove(arena.problem, lowerBound);
  if (failed(safe))
    return failure();
  arena.result = std::move(*safe);
  LLVM_DEBUG(llvm::dbgs() << "'" << function.getName()
                          << "': safe for parallel runs with "
                          << arena.result.placement.sizeInBytes << " bytes\n");
  return success();
}

static bool isOnHost(const BufferLife &life) {
  memref::AllocOp first = life.allocations.front();
  return isInHostMemory(first.getType());
}

FailureOr<Arena> ArenaPlanner::run() {
  if (failed(checkOptions()) || failed(checkHostBuffers(function)))
    return failure();
  FailureOr<std::vector<BufferLife>> lives = findBufferLives(function);
  if (failed(lives) || (options.placeArguments && failed(addArguments())))
    return failure();
  for (const BufferLife &life : *lives)
    if (failed(isOnHost(life)                             ? addHostBuffer(life)
               : options.placeResults || !life.isReturned ? addBuffer(life)
                                                          : leaveBuffer(life)))
      return failure();
  if (failed(checkDeallocations()) || failed(checkCallers()) || failed(place()))
    return failure();
  return std::move(arena);
}

FailureOr<Arena> mlir::remat::planArena(func::FuncOp function,
                                        const ArenaOptions &options) {
  return ArenaPlanner(function, options).run();
}
