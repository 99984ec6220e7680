//===- PlacedCopy.cpp - What a function comes to in an arena --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlacedCopy.h"

#include "remat/Analysis/BufferProfile.h"
#include "remat/Conversion/Passes.h"
#include "remat/Pipelines/CpuPipeline.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;

void mlir::remat::emitKept(Operation *op, std::vector<Diagnostic> diagnostics) {
  for (Diagnostic &diagnostic : diagnostics)
    op->getContext()->getDiagEngine().emit(std::move(diagnostic));
}

OwningOpRef<ModuleOp> mlir::remat::copyWith(ModuleOp module, StringRef name) {
  OwningOpRef<ModuleOp> copy = module.clone();
  llvm::SetVector<Operation *> needed;
  if (Operation *function = copy->lookupSymbol(name)) {
    // Passes remove private functions that nothing calls. A public one may say
    // so, which setting it again would drop.
    if (SymbolTable::getSymbolVisibility(function) !=
        SymbolTable::Visibility::Public)
      SymbolTable::setSymbolVisibility(function,
                                       SymbolTable::Visibility::Public);
    needed.insert(function);
  }
  // Grows during the loop.
  for (size_t index = 0; index != needed.size(); ++index) {
    std::optional<SymbolTable::UseRange> uses =
        SymbolTable::getSymbolUses(needed[index]);
    if (!uses)
      continue;
    for (const SymbolTable::SymbolUse &use : *uses)
      if (Operation *used =
              SymbolTable::lookupSymbolIn(*copy, use.getSymbolRef()))
        needed.insert(used);
  }
  for (func::FuncOp function :
       llvm::make_early_inc_range(copy->getOps<func::FuncOp>()))
    if (!function.isExternal() && !needed.contains(function))
      function.erase();
  return copy;
}

LogicalResult mlir::remat::runOnCopy(ModuleOp module, ModuleOp copy,
                                     OpPassManager &passes, PassRunner run) {
  module.getBody()->push_back(copy);
  LogicalResult result = run(passes, copy);
  copy->remove();
  return result;
}

void mlir::remat::addBufferPasses(OpPassManager &passes,
                                  const PlacingOptions &options) {
  if (options.getTarget().parksOnHost())
    buildBufferizePipeline(passes);
  else
    buildCpuBufferizePipeline(passes);
  ArenaPipelineOptions arena;
  arena.writeInPlace = options.isInPlace;
  arena.placeBuffers = false;
  arena.place.sharing = options.arena.sharing;
  arena.place.target = options.getTarget().getName().str();
  buildArenaPipeline(passes, arena);
}

FailureOr<ArenaFigures> mlir::remat::placeCopy(ModuleOp module,
                                               ModuleOp tensors, StringRef name,
                                               const PlacingOptions &options,
                                               PassRunner run) {
  OwningOpRef<ModuleOp> buffers = tensors.clone();
  OpPassManager passes(ModuleOp::getOperationName());
  addBufferPasses(passes, options);
  if (failed(runOnCopy(module, *buffers, passes, run)))
    return failure();
  auto function = buffers->lookupSymbol<func::FuncOp>(name);
  if (!function)
    return module.emitError()
           << "'" << name << "' is gone after bufferization; make it public";
  sinkAllocations(function);
  FailureOr<Arena> arena = planArena(function, options.arena);
  if (failed(arena))
    return failure();
  FailureOr<int64_t> resident =
      computeResidentBytes(function, options.getTarget());
  if (failed(resident))
    return failure();
  ArenaFigures figures;
  figures.names = nameBuffers(arena->buffers);
  figures.problem = std::move(arena->problem);
  figures.result = std::move(arena->result);
  figures.residentBytes = *resident;
  figures.livePeakBytes = arena->livePeakBytes;
  figures.hostBytes = arena->host.result.placement.sizeInBytes;
  figures.safetyBytes =
      std::max<int64_t>(figures.getArenaBytes() - arena->serialBytes, 0);
  for (const placement::Buffer &buffer : figures.problem.buffers)
    figures.sumBytes += buffer.sizeInBytes;
  int64_t predicted;
  if (llvm::AddOverflow(figures.getArenaBytes(), *resident, predicted))
    return function.emitOpError(
        "needs more than 2^63 bytes for its arena and what is resident");
  return figures;
}

LogicalResult mlir::remat::checkPlacingOptions(Operation *op,
                                               int64_t alignment) {
  if (alignment == -1 || (alignment > 0 && llvm::isPowerOf2_64(alignment)))
    return success();
  return op->emitError() << "an arena's alignment is a power of two, not "
                         << alignment << "; give 64, 256, ...";
}
