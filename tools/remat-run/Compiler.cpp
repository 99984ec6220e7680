//===- Compiler.cpp - From a function to code in memory -------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"

#include "CheckModule.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Transforms/Passes.h"
#include "remat/Analysis/BufferProfile.h"
#include "remat/Analysis/CallCycles.h"
#include "remat/Analysis/MemoryProfile.h"
#include "remat/Analysis/Parkings.h"
#include "remat/Bufferize/PlanKeepingPasses.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Transforms/FindStep.h"
#include "remat/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::remat;

/// Predicts the step's peak by the memory model, then bufferizes.
static LogicalResult bufferize(ModuleOp module, func::FuncOp function,
                               CompiledStep &step) {
  MLIRContext *context = module.getContext();
  // The CPU parks nothing: no budget for what stays.
  if (parksValues(function))
    step.promise = {};
  // The CPU pipeline begins with these: predicts for the code that it lowers.
  PassManager isolate(context);
  isolate.addPass(createPlanKeepingInliner());
  isolate.addNestedPass<func::FuncOp>(createRematIsolateDestinations());
  if (failed(isolate.run(module)))
    return failure();
  {
    // Without a prediction it can still be run.
    ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
      if (step.noPredictionReason.empty() &&
          diagnostic.getSeverity() == DiagnosticSeverity::Error)
        step.noPredictionReason = diagnostic.str();
      return success();
    });
    FailureOr<MemoryProfile> profile =
        computeMemoryProfile(function, GraphBuilderOptions());
    if (succeeded(profile))
      step.predictedPeakBytes = profile->simulation.peak;
  }
  PassManager bufferize(context);
  buildCpuBufferizePipeline(bufferize);
  return bufferize.run(module);
}

/// Whether there are buffers, and nothing is left to bufferize.
static bool isOnBuffers(ModuleOp module) {
  bool hasBuffers = false;
  auto isTensor = [&](Type type) {
    hasBuffers |= isa<BaseMemRefType>(type);
    return isa<TensorType>(type);
  };
  WalkResult result = module.walk([&](Operation *op) {
    bool found = llvm::any_of(op->getOperandTypes(), isTensor) ||
                 llvm::any_of(op->getResultTypes(), isTensor);
    if (auto function = dyn_cast<func::FuncOp>(op))
      found |= llvm::any_of(function.getArgumentTypes(), isTensor) ||
               llvm::any_of(function.getResultTypes(), isTensor);
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return hasBuffers && !result.wasInterrupted();
}

std::optional<ArenaFacts> mlir::remat::getArena(func::FuncOp function) {
  auto get = [&](StringRef name, int64_t otherwise) {
    auto attribute = function->getAttrOfType<IntegerAttr>(name);
    return attribute ? attribute.getInt() : otherwise;
  };
  ArenaFacts arena;
  arena.bytes = get(kArenaBytesAttrName, -1);
  if (arena.bytes < 0)
    return std::nullopt;
  arena.alignment = get(kArenaAlignmentAttrName, 1);
  arena.livePeakBytes = get(kLivePeakBytesAttrName, 0);
  auto isArena = [&](Type type) {
    auto memref = dyn_cast<MemRefType>(type);
    return memref && memref.getRank() == 1 &&
           memref.getElementType().isInteger(8) &&
           memref.getDimSize(0) == arena.bytes;
  };
  bool isAllocated = function
                         .walk([](memref::AllocOp alloc) {
                           return isInHostMemory(alloc.getType())
                                      ? WalkResult::advance()
                                      : WalkResult::interrupt();
                         })
                         .wasInterrupted();
  arena.isArgument = !isAllocated && function.getNumArguments() > 0 &&
                     isArena(function.getArgumentTypes().back());
  return arena;
}

LogicalResult mlir::remat::predictResident(func::FuncOp function,
                                           const Target &target,
                                           CompiledStep &step) {
  FailureOr<int64_t> resident = computeResidentBytes(function, target);
  if (failed(resident))
    return failure();
  step.residentBytes = step.constantBytes = *resident;
  for (Type type : function.getArgumentTypes())
    step.constantBytes -= target.getStorageBytes(type).value_or(0);
  if (step.arena && step.arena->isArgument)
    step.residentBytes -=
        target.getStorageBytes(function.getArgumentTypes().back()).value_or(0);
  return success();
}

LogicalResult mlir::remat::predictPeak(func::FuncOp function,
                                       int64_t arenaBytes, CompiledStep &step) {
  int64_t peakBytes = 0;
  if (llvm::AddOverflow(step.residentBytes, arenaBytes, peakBytes))
    return function.emitError(
        "needs more than 2^63 bytes for its arguments and its arena");
  step.predictedPeakBytes = peakBytes;
  return success();
}

/// Computes the static figures of `function`, on buffers.
static LogicalResult predict(func::FuncOp function, bool wasOnBuffers,
                             CompiledStep &step) {
  // Only placed code is laid out as planned.
  FailureOr<const Target *> planned =
      getTargetOf(function, step.arena ? "" : getCpuTarget().getName());
  if (failed(planned))
    return failure();
  const Target &target = **planned;
  step.granule = target.getStorageAlignment();
  if (failed(predictResident(function, target, step)))
    return failure();
  FailureOr<BufferProfile> buffers = failure();
  {
    ScopedDiagnosticHandler handler(
        function.getContext(), [&](Diagnostic &diagnostic) {
          if (step.noPredictionReason.empty() &&
              diagnostic.getSeverity() == DiagnosticSeverity::Error)
            step.noPredictionReason = diagnostic.str();
          return success();
        });
    buffers = computeBufferProfile(function, target);
  }
  if (succeeded(buffers)) {
    // The CPU has one memory.
    step.bufferPeakBytes =
        saturatingAdd(buffers->peakBytes, buffers->hostPeakBytes);
    if (step.promise.budgetBytes)
      step.promise.budgetBytes =
          saturatingAdd(*step.promise.budgetBytes, buffers->hostPeakBytes);
  }
  // The walk also counts results outside of the arena.
  if (step.arena && step.bufferPeakBytes) {
    step.predictedPeakBytes = *step.bufferPeakBytes;
  } else if (step.arena) {
    return predictPeak(function, step.arena->bytes, step);
  } else if (wasOnBuffers || !step.predictedPeakBytes) {
    step.predictedPeakBytes = step.bufferPeakBytes;
  }
  return success();
}

static LogicalResult lowerToLLVM(ModuleOp module, func::FuncOp function,
                                 const CompileOptions &options,
                                 CompiledStep &step) {
  MLIRContext *context = module.getContext();
  bool wasOnBuffers = isOnBuffers(module);
  if (!wasOnBuffers && failed(bufferize(module, function, step)))
    return failure();
  PassManager place(context);
  buildArenaPipeline(place, options.arena);
  if (failed(place.run(module)))
    return failure();
  step.arena = getArena(function);
  step.isChecked = options.checkArena;
  if (step.isChecked && !step.arena)
    return function.emitError("has no arena that could be checked; let "
                              "--place-buffers make one");
  if (step.isChecked && step.arena->bytes > 0 &&
      !module.lookupSymbol("rematArenaBegin"))
    return function.emitError(
        "was placed without calls of the checks, so that its arena cannot be "
        "checked; let remat-run place it, or place it with "
        "--remat-place-buffers=checked=true");
  if (failed(predict(function, wasOnBuffers, step)))
    return failure();
  PassManager lower(context);
  buildCpuLoweringPipeline(lower);
  return lower.run(module);
}

static FailureOr<func::FuncOp> findNamed(ModuleOp module, StringRef name) {
  auto function = module.lookupSymbol<func::FuncOp>(name);
  if (function && !function.isExternal())
    return function;
  llvm::SmallVector<StringRef> candidates;
  for (auto other : module.getOps<func::FuncOp>())
    if (!other.isExternal())
      candidates.push_back(other.getName());
  return module.emitError()
         << "there is no function '@" << name << "' with a body"
         << (candidates.empty()
                 ? ", nor any other"
                 : "; --entry= takes one of: " + llvm::join(candidates, ", "));
}

/// As the planner finds it, so that a step runs as it was planned.
static FailureOr<func::FuncOp> findPlanned(ModuleOp module) {
  FailureOr<func::FuncOp> function =
      findStep(module, /*name=*/"", /*lossResult=*/-1);
  if (failed(function)) {
    module.emitRemark("remat-run takes the name as --entry=NAME");
    return failure();
  }
  if (!*function)
    return module.emitError("there is no function with a body to run");
  if (!isa<ModuleOp>((*function)->getParentOp()))
    return function->emitError()
           << "is in a '" << (*function)->getParentOp()->getName()
           << "'; remat-run runs the functions of modules ('builtin.module')";
  return function;
}

FailureOr<func::FuncOp> mlir::remat::beginStep(ModuleOp module,
                                               const StepRequest &request,
                                               CompiledStep &step) {
  // What is lowered already has no function to find.
  if (failed(checkModule(module, request.name.empty() ? "main" : request.name)))
    return failure();
  FailureOr<func::FuncOp> found = request.name.empty()
                                      ? findPlanned(module)
                                      : findNamed(module, request.name);
  if (failed(found))
    return failure();
  func::FuncOp function = *found;
  auto inner = cast<ModuleOp>(function->getParentOp());
  if (inner != module && failed(checkModule(inner, function.getName())))
    return failure();
  if (failed(checkCallsEnd(function)))
    return failure();
  if (function->hasAttr(kArgumentOffsetsAttrName))
    return function.emitError(
        "has its arguments in its arena, whose types are gone; place it "
        "without place-arguments to run it");
  std::optional<ArenaFacts> given = getArena(function);
  FailureOr<Signature> signature =
      getSignature(function, request.text,
                   /*withLastArgument=*/!given || !given->isArgument);
  if (failed(signature))
    return failure();
  step.signature = std::move(*signature);
  if (failed(request.checkSignature(step.signature)))
    return failure();
  step.promise = getPromise(function);
  function->setAttr("llvm.emit_c_interface",
                    UnitAttr::get(module.getContext()));
  // Nothing calls it, but it is no dead code.
  function.setPublic();
  // Modules beside it would not be lowered.
  for (ModuleOp beside : llvm::make_early_inc_range(
           function->getParentOfType<ModuleOp>().getOps<ModuleOp>()))
    beside.erase();
  return function;
}

LogicalResult
mlir::remat::translateAndLoad(ModuleOp module, Location loc, StringRef name,
                              CompiledStep &step, NativeSymbols symbols,
                              llvm::function_ref<void(llvm::Module &)> prepare,
                              llvm::function_ref<llvm::Error()> finish) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> code =
      translateModuleToLLVMIR(module, context, "step");
  if (!code)
    return emitError(loc) << "cannot be translated to LLVM IR";
  auto load = [&]() -> llvm::Error {
    if (llvm::Error error =
            addEntry(*code, name, step.signature.results.size()))
      return error;
    prepare(*code);
    auto jit = loadCode(std::move(code), std::move(symbols), step.isChecked);
    if (!jit)
      return jit.takeError();
    step.jit = std::move(*jit);
    if (llvm::Error error = find(*step.jit, kEntryName, step.entry))
      return error;
    return finish();
  };
  if (llvm::Error error = load())
    return emitError(loc) << "cannot be compiled: "
                          << llvm::toString(std::move(error));
  return success();
}

FailureOr<CompiledStep>
mlir::remat::compileStep(ModuleOp module, const StepRequest &request,
                         const CompileOptions &options) {
  CompiledStep step;
  FailureOr<func::FuncOp> function = beginStep(module, request, step);
  if (failed(function))
    return failure();
  module = cast<ModuleOp>((*function)->getParentOp());
  // Lowering replaces the function.
  const Location loc = function->getLoc();
  const StringRef name = function->getName();
  if (failed(lowerToLLVM(module, *function, options, step)) ||
      failed(translateAndLoad(module, loc, name, step)))
    return failure();
  return step;
}
