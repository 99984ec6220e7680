//===- CudaCompiler.cpp - From a function to code for a GPU ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaCompiler.h"
#include "CudaRuntime.h"
#include "Mgpu.h"

#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Transforms/Passes.h"
#include "remat/Analysis/BufferProfile.h"
#include "remat/Bufferize/PlanKeepingPasses.h"
#include "remat/Conversion/GpuAddresses.h"
#include "remat/Conversion/Passes.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Targets/Target.h"
#include "remat/Transforms/Passes.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace mlir;
using namespace mlir::remat;

static constexpr llvm::StringLiteral kEmulatedPrefix = "remat_emulated_";
static constexpr llvm::StringLiteral kEmulatedSuffix = "__entry";
static constexpr llvm::StringLiteral kConstructName = "remat_run_construct";
static constexpr llvm::StringLiteral kDestructName = "remat_run_destruct";

/// CUDA runtime functions that lowered code calls.
static NativeSymbols getCudaSymbols() {
  return {REMAT_SYMBOL(mgpuModuleLoad),
          REMAT_SYMBOL(mgpuModuleLoadJIT),
          REMAT_SYMBOL(mgpuModuleUnload),
          REMAT_SYMBOL(mgpuModuleGetFunction),
          REMAT_SYMBOL(mgpuLaunchKernel),
          REMAT_SYMBOL(mgpuLaunchClusterKernel),
          REMAT_SYMBOL(mgpuStreamCreate),
          REMAT_SYMBOL(mgpuStreamDestroy),
          REMAT_SYMBOL(mgpuStreamSynchronize),
          REMAT_SYMBOL(mgpuStreamWaitEvent),
          REMAT_SYMBOL(mgpuEventCreate),
          REMAT_SYMBOL(mgpuEventDestroy),
          REMAT_SYMBOL(mgpuEventSynchronize),
          REMAT_SYMBOL(mgpuEventRecord),
          REMAT_SYMBOL(mgpuMemAlloc),
          REMAT_SYMBOL(mgpuMemFree),
          REMAT_SYMBOL(mgpuMemcpy),
          REMAT_SYMBOL(mgpuMemset16),
          REMAT_SYMBOL(mgpuMemset32),
          REMAT_SYMBOL(mgpuMemHostRegisterMemRef),
          REMAT_SYMBOL(mgpuMemHostUnregisterMemRef),
          REMAT_SYMBOL(mgpuSetDefaultDevice),
          REMAT_SYMBOL(mgpuTensorMapEncodeTiledMemref),
          REMAT_SYMBOL(rematCudaMatmul),
          REMAT_SYMBOL(rematCudaRead),
          REMAT_SYMBOL(rematCudaAllocateHost),
          REMAT_SYMBOL(rematCudaFreeHost),
          REMAT_SYMBOL(rematCudaOpBegin),
          REMAT_SYMBOL(rematCudaOpEnd)};
}

/// Replaces a list of constructors or destructors (`listName`), which only the
/// system's loader would run, by a function `name` that calls them. Returns
/// whether there was a list.
static bool collectCalls(llvm::Module &module, StringRef listName,
                         StringRef name) {
  llvm::GlobalVariable *list = module.getGlobalVariable(listName);
  if (!list || !list->hasInitializer())
    return false;
  std::vector<std::pair<uint64_t, llvm::Function *>> calls;
  if (auto *entries =
          llvm::dyn_cast<llvm::ConstantArray>(list->getInitializer()))
    for (const llvm::Use &entry : entries->operands()) {
      auto *fields = llvm::cast<llvm::ConstantStruct>(entry.get());
      auto *function = llvm::dyn_cast<llvm::Function>(
          fields->getOperand(1)->stripPointerCasts());
      if (function)
        calls.emplace_back(llvm::cast<llvm::ConstantInt>(fields->getOperand(0))
                               ->getZExtValue(),
                           function);
    }
  llvm::stable_sort(calls, llvm::less_first());
  llvm::IRBuilder<> builder(module.getContext());
  auto *function = llvm::Function::Create(
      llvm::FunctionType::get(builder.getVoidTy(), false),
      llvm::Function::ExternalLinkage, name, module);
  builder.SetInsertPoint(
      llvm::BasicBlock::Create(module.getContext(), "entry", function));
  for (auto &[priority, callee] : calls)
    builder.CreateCall(callee, {});
  builder.CreateRetVoid();
  list->eraseFromParent();
  return true;
}

/// Links variables shared by separately compiled parts externally.
static void exposeVariables(llvm::Module &module) {
  for (llvm::GlobalVariable &global : module.globals())
    if (!global.isDeclaration() && global.hasLocalLinkage() &&
        !global.isConstant())
      global.setLinkage(llvm::GlobalValue::ExternalLinkage);
  for (llvm::Function &function : module)
    if (!function.isDeclaration() && function.hasLocalLinkage())
      function.setLinkage(llvm::GlobalValue::ExternalLinkage);
}

/// Keeps only the results of -remat-gpu-emulate in `module`.
static LogicalResult keepEmulatedKernels(ModuleOp module) {
  PassManager emulate(module.getContext());
  emulate.addPass(createRematGpuEmulate());
  if (failed(emulate.run(module)))
    return failure();
  for (Operation &op : llvm::make_early_inc_range(*module.getBody())) {
    auto symbol = dyn_cast<SymbolOpInterface>(op);
    if (!symbol || !(symbol.getName().starts_with(kEmulatedPrefix) ||
                     symbol.getName().starts_with("rematEmulator")))
      op.erase();
  }
  return success();
}

/// Whether `op` may write the buffer `value`.
static bool mayWrite(Operation *op, Value value) {
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  // Addresses as numbers, too, may go anywhere.
  if (!interface || isa<memref::ExtractAlignedPointerAsIndexOp>(op))
    return true;
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  return llvm::any_of(effects, [&](MemoryEffects::EffectInstance &effect) {
    return isa<MemoryEffects::Write>(effect.getEffect()) &&
           (!effect.getValue() || effect.getValue() == value);
  });
}

/// Whether a kernel may write `buffer` or a view of it.
static bool isWritten(BlockArgument buffer) {
  SmallVector<Value> values = {buffer};
  while (!values.empty()) {
    Value value = values.pop_back_val();
    for (Operation *user : value.getUsers()) {
      if (!isa<ViewLikeOpInterface>(user)) {
        if (mayWrite(user, value))
          return true;
        continue;
      }
      // Not its offsets and strides.
      for (Value result : user->getResults())
        if (isa<BaseMemRefType>(result.getType()))
          values.push_back(result);
    }
  }
  return false;
}

/// The buffers among a launch's parameters: a memref is two pointers, of which
/// the second counts, offset, sizes, strides.
static std::vector<RematEmulatedBuffer> getBuffers(gpu::GPUFuncOp kernel) {
  std::vector<RematEmulatedBuffer> buffers;
  int32_t next = 0;
  for (BlockArgument argument :
       kernel.getArguments().take_front(kernel.getNumArguments())) {
    auto memref = dyn_cast<MemRefType>(argument.getType());
    if (memref)
      buffers.push_back(
          {next + 1, static_cast<int32_t>(memref.getRank()),
           static_cast<int32_t>(getElementBytes(memref.getElementType())),
           isWritten(argument)});
    next += memref ? 3 + 2 * memref.getRank() : 1;
  }
  return buffers;
}

static llvm::Error loadEmulated(ModuleOp outlined,
                                std::unique_ptr<llvm::Module> module,
                                CudaStep &step) {
  llvm::StringMap<std::vector<RematEmulatedBuffer>> buffers;
  outlined.walk([&](gpu::GPUFuncOp kernel) {
    buffers[kernel.getName()] = getBuffers(kernel);
  });
  std::vector<std::string> entries;
  for (const llvm::Function &function : *module)
    if (!function.isDeclaration() &&
        function.getName().starts_with(kEmulatedPrefix) &&
        function.getName().ends_with(kEmulatedSuffix))
      entries.push_back(function.getName().str());
  auto jit = loadCode(std::move(module), {}, /*checkAccesses=*/false);
  if (!jit)
    return jit.takeError();
  for (const std::string &entry : entries) {
    StringRef name = entry;
    name.consume_front(kEmulatedPrefix);
    name.consume_back(kEmulatedSuffix);
    EmulatedKernel kernel{name.str(), nullptr, buffers.lookup(name)};
    if (llvm::Error error = find(**jit, entry, kernel.code))
      return error;
    step.emulatedKernels.push_back(std::move(kernel));
  }
  step.emulatedJit = std::move(*jit);
  return llvm::Error::success();
}

/// Compiles the kernels of `outlined` for this machine.
static LogicalResult emulateKernels(ModuleOp outlined, CudaStep &step) {
  OwningOpRef<ModuleOp> module = outlined.clone();
  if (failed(keepEmulatedKernels(*module)))
    return failure();
  PassManager lower(module->getContext());
  lower.addPass(createConvertVectorToSCFPass());
  buildCpuLoweringPipeline(lower, /*outlineKernels=*/false);
  if (failed(lower.run(*module)))
    return failure();
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> translated =
      translateModuleToLLVMIR(*module, context, "kernels");
  if (!translated)
    return outlined.emitError("has emulated kernels that cannot be translated "
                              "to LLVM IR");
  if (llvm::Error error = loadEmulated(outlined, std::move(translated), step))
    return outlined.emitError("has emulated kernels that cannot be compiled: ")
           << llvm::toString(std::move(error));
  return success();
}

/// The peak: the arena and the resident bytes.
static LogicalResult predict(func::FuncOp function, CudaStep &step) {
  // Both CUDA targets round alike; the plan tells which one it was.
  FailureOr<const Target *> planned = getTargetOf(function, "cuda");
  if (failed(planned))
    return failure();
  step.arena = getArena(function);
  if (auto bytes =
          function->getAttrOfType<IntegerAttr>(kHostArenaBytesAttrName))
    step.hostArenaBytes = bytes.getInt();
  if (auto link = function->getAttrOfType<FloatAttr>(kLinkBandwidthAttrName))
    step.plannedLink = link.getValueAsDouble();
  if (failed(predictResident(function, **planned, step)))
    return failure();
  const int64_t arenaBytes =
      step.arena ? llvm::alignTo(step.arena->bytes, REMAT_DEVICE_GRANULE) : 0;
  return predictPeak(function, arenaBytes, step);
}

/// Allowed differences from the CPU's results, judged before lowering.
static LogicalResult judgeResults(ModuleOp module, StringRef name,
                                  CudaStep &step) {
  OwningOpRef<ModuleOp> copy = module.clone();
  PassManager flatten(module.getContext());
  flatten.addPass(createPlanKeepingInliner());
  flatten.addNestedPass<func::FuncOp>(createRematInline());
  if (failed(flatten.run(*copy)))
    return failure();
  step.accuracies = computeAccuracies(copy->lookupSymbol<func::FuncOp>(name));
  return success();
}

static void readProfiledOps(ModuleOp module, CudaStep &step) {
  auto ops = module->getAttrOfType<ArrayAttr>(kProfiledOpsAttrName);
  if (!ops)
    return;
  for (auto location : ops.getAsRange<StringAttr>())
    step.profiledOps.push_back(location.str());
}

static LogicalResult lowerToLLVM(ModuleOp module, StringRef name,
                                 const GpuPipelineOptions &options,
                                 bool emulate, CudaStep &step) {
  MLIRContext *context = module.getContext();
  PassManager buffers(context);
  buildGpuBufferizePipeline(buffers, options);
  if (failed(buffers.run(module)))
    return failure();
  if (failed(predict(module.lookupSymbol<func::FuncOp>(name), step)))
    return failure();
  PassManager kernels(context);
  buildGpuKernelPipeline(kernels, options);
  if (failed(kernels.run(module)))
    return failure();
  readProfiledOps(module, step);
  if (emulate && failed(emulateKernels(module, step)))
    return failure();
  PassManager lower(context);
  buildGpuLoweringPipeline(lower, options);
  return lower.run(module);
}

/// Fails where a result is a memref that is an argument, or a view of one: its
/// caller would own it twice, so that bufferization copies it, and the pipeline
/// for GPUs places no such copy.
static LogicalResult checkReturnsNoArgument(func::FuncOp function) {
  auto check = [&](func::ReturnOp op) {
    for (auto [i, value] : llvm::enumerate(op.getOperands())) {
      while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
        value = view.getViewSource();
      auto argument = dyn_cast<BlockArgument>(value);
      if (argument && isa<MemRefType>(value.getType()) &&
          argument.getOwner() == &function.front())
        return WalkResult(
            op.emitError()
            << "returns argument " << argument.getArgNumber() << ", of type "
            << value.getType() << ", as result " << i
            << ", which --target=cuda cannot; leave the result out: what a "
               "step writes to its memrefs is compared and written as it is");
    }
    return WalkResult::advance();
  };
  return failure(function.walk(check).wasInterrupted());
}

FailureOr<CudaStep>
mlir::remat::compileCudaStep(ModuleOp module, const StepRequest &request,
                             const GpuPipelineOptions &options, bool emulate) {
  CudaStep step;
  FailureOr<func::FuncOp> function = beginStep(module, request, step);
  if (failed(function))
    return failure();
  if (failed(checkReturnsNoArgument(*function)))
    return failure();
  module = cast<ModuleOp>((*function)->getParentOp());
  // Lowering replaces the function.
  const Location loc = function->getLoc();
  const StringRef name = function->getName();
  if (failed(judgeResults(module, name, step)) ||
      failed(lowerToLLVM(module, name, options, emulate, step)))
    return failure();
  bool hasConstructors = false, hasDestructors = false;
  auto prepare = [&](llvm::Module &code) {
    hasConstructors = collectCalls(code, "llvm.global_ctors", kConstructName);
    hasDestructors = collectCalls(code, "llvm.global_dtors", kDestructName);
    exposeVariables(code);
  };
  auto findCalls = [&]() -> llvm::Error {
    if (hasConstructors)
      if (llvm::Error error = find(*step.jit, kConstructName, step.construct))
        return error;
    if (hasDestructors)
      return find(*step.jit, kDestructName, step.destruct);
    return llvm::Error::success();
  };
  if (failed(translateAndLoad(module, loc, name, step, getCudaSymbols(),
                              prepare, findCalls)))
    return failure();
  return step;
}
