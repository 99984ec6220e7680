//===- CudaCompiler.cpp - From a function to code for a GPU ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaCompiler.h"
#include "CudaRuntime.h"
#include "Jit.h"
#include "Mgpu.h"

#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Transforms/Passes.h"
#include "remat/Analysis/BufferProfile.h"
#include "remat/Conversion/Passes.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Targets/Target.h"
#include "remat/Transforms/Passes.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace mlir;
using namespace mlir::remat;

/// What the kernels of the emulation are called, and what takes parameters.
static constexpr llvm::StringLiteral kEmulatedPrefix = "remat_emulated_";
static constexpr llvm::StringLiteral kEmulatedSuffix = "__entry";
static constexpr llvm::StringLiteral kConstructName = "remat_run_construct";
static constexpr llvm::StringLiteral kDestructName = "remat_run_destruct";

//===----------------------------------------------------------------------===//
// Host code
//===----------------------------------------------------------------------===//

/// The functions of the runtime for CUDA, by the names that lowered code calls.
static NativeSymbols getCudaSymbols() {
  NativeSymbols symbols;
#define ADD(name) symbols.emplace_back(#name, reinterpret_cast<void *>(&name))
  ADD(mgpuModuleLoad);
  ADD(mgpuModuleLoadJIT);
  ADD(mgpuModuleUnload);
  ADD(mgpuModuleGetFunction);
  ADD(mgpuLaunchKernel);
  ADD(mgpuLaunchClusterKernel);
  ADD(mgpuStreamCreate);
  ADD(mgpuStreamDestroy);
  ADD(mgpuStreamSynchronize);
  ADD(mgpuStreamWaitEvent);
  ADD(mgpuEventCreate);
  ADD(mgpuEventDestroy);
  ADD(mgpuEventSynchronize);
  ADD(mgpuEventRecord);
  ADD(mgpuMemAlloc);
  ADD(mgpuMemFree);
  ADD(mgpuMemcpy);
  ADD(mgpuMemset16);
  ADD(mgpuMemset32);
  ADD(mgpuMemHostRegisterMemRef);
  ADD(mgpuMemHostUnregisterMemRef);
  ADD(mgpuSetDefaultDevice);
  ADD(mgpuTensorMapEncodeTiledMemref);
  ADD(rematCudaMatmul);
  ADD(rematCudaConv2D);
  ADD(rematCudaRead);
  ADD(rematCudaOpBegin);
  ADD(rematCudaOpEnd);
#undef ADD
  return symbols;
}

/// Makes a function `name` that calls what the list of constructors or
/// destructors (`listName`) has, and drops the list: code that is loaded into a
/// process is not run by the system's loader. Whether there was any.
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

/// What two parts of the code share must have one place and a name.
static void exposeVariables(llvm::Module &module) {
  for (llvm::GlobalVariable &global : module.globals())
    if (!global.isDeclaration() && global.hasLocalLinkage() &&
        !global.isConstant())
      global.setLinkage(llvm::GlobalValue::ExternalLinkage);
  for (llvm::Function &function : module)
    if (!function.isDeclaration() && function.hasLocalLinkage())
      function.setLinkage(llvm::GlobalValue::ExternalLinkage);
}

static llvm::Error loadHost(std::unique_ptr<llvm::Module> module,
                            StringRef name, CudaStep &step) {
  if (llvm::Error error = addEntry(*module, name))
    return error;
  bool hasConstructors =
      collectCalls(*module, "llvm.global_ctors", kConstructName);
  bool hasDestructors =
      collectCalls(*module, "llvm.global_dtors", kDestructName);
  exposeVariables(*module);
  auto jit = loadCode(std::move(module), getCudaSymbols(),
                      /*checkAccesses=*/false);
  if (!jit)
    return jit.takeError();
  auto find = [&](StringRef symbol, auto &function) -> llvm::Error {
    auto address = (*jit)->lookup(symbol);
    if (!address)
      return address.takeError();
    function = address->template toPtr<std::decay_t<decltype(function)>>();
    return llvm::Error::success();
  };
  if (llvm::Error error = find(kEntryName, step.entry))
    return error;
  if (hasConstructors)
    if (llvm::Error error = find(kConstructName, step.construct))
      return error;
  if (hasDestructors)
    if (llvm::Error error = find(kDestructName, step.destruct))
      return error;
  step.jit = std::move(*jit);
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Kernels on the CPU
//===----------------------------------------------------------------------===//

/// Leaves in `module` only what -remat-gpu-emulate made.
static LogicalResult keepEmulatedKernels(ModuleOp module) {
  PassManager emulate(module.getContext());
  emulate.addPass(createRematGpuEmulate());
  if (failed(emulate.run(module)))
    return failure();
  for (Operation &op : llvm::make_early_inc_range(*module.getBody())) {
    auto symbol = dyn_cast<SymbolOpInterface>(op);
    bool isOfEmulation =
        symbol && (symbol.getName().starts_with(kEmulatedPrefix) ||
                   symbol.getName().starts_with("rematEmulator"));
    if (!isOfEmulation)
      op.erase();
  }
  return success();
}

/// Where the addresses of buffers are among the parameters that a launch
/// passes: a memref is two pointers, of which the second counts, its offset,
/// its sizes and its strides.
static std::vector<int32_t> getBufferPositions(gpu::GPUFuncOp kernel) {
  std::vector<int32_t> positions;
  int32_t next = 0;
  for (Type type : kernel.getArgumentTypes()) {
    auto memref = dyn_cast<MemRefType>(type);
    if (memref)
      positions.push_back(next + 1);
    next += memref ? 3 + 2 * memref.getRank() : 1;
  }
  return positions;
}

static llvm::Error loadEmulated(ModuleOp outlined,
                                std::unique_ptr<llvm::Module> module,
                                CudaStep &step) {
  llvm::StringMap<std::vector<int32_t>> positions;
  outlined.walk([&](gpu::GPUFuncOp kernel) {
    positions[kernel.getName()] = getBufferPositions(kernel);
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
    auto address = (*jit)->lookup(entry);
    if (!address)
      return address.takeError();
    StringRef kernel = entry;
    kernel.consume_front(kEmulatedPrefix);
    kernel.consume_back(kEmulatedSuffix);
    step.emulatedKernels.push_back({kernel.str(),
                                    address->toPtr<void (*)(void **)>(),
                                    positions.lookup(kernel)});
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

//===----------------------------------------------------------------------===//
// Pipeline
//===----------------------------------------------------------------------===//

/// What is known before the step runs: its arena beside what is resident.
static LogicalResult predict(func::FuncOp function, CudaStep &step) {
  // Both targets for CUDA round alike; which one it is says what was planned.
  FailureOr<const Target *> planned = getTargetOf(function, "cuda");
  if (failed(planned))
    return failure();
  const Target *target = *planned;
  FailureOr<int64_t> resident = computeResidentBytes(function, *target);
  if (failed(resident))
    return failure();
  step.arena = getArena(function);
  step.residentBytes = step.constantBytes = *resident;
  for (Type type : function.getArgumentTypes())
    step.constantBytes -= target->getStorageBytes(type).value_or(0);
  if (step.arena && step.arena->isArgument)
    step.residentBytes -=
        target->getStorageBytes(function.getArgumentTypes().back()).value_or(0);
  int64_t arenaBytes =
      step.arena ? llvm::alignTo(step.arena->bytes, REMAT_DEVICE_GRANULE) : 0;
  if (llvm::AddOverflow(step.residentBytes, arenaBytes,
                        step.predictedPeakBytes))
    return function.emitError(
        "needs more than 2^63 bytes for its arguments and its arena");
  return success();
}

/// What the results may differ by from the CPU's, read off `function` before it
/// is lowered.
static LogicalResult judgeResults(ModuleOp module, StringRef name,
                                  CudaStep &step) {
  OwningOpRef<ModuleOp> copy = module.clone();
  PassManager flatten(module.getContext());
  flatten.addPass(createInlinerPass({}, [](OpPassManager &) {}));
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
                                 const CudaOptions &options, CudaStep &step) {
  MLIRContext *context = module.getContext();
  GpuPipelineOptions pipeline;
  pipeline.chip = options.chip;
  pipeline.format = options.format;
  pipeline.library = options.library;
  pipeline.toolkit = options.toolkit;
  pipeline.profile = options.profile;
  PassManager buffers(context);
  buildGpuBufferizePipeline(buffers, pipeline);
  if (failed(buffers.run(module)))
    return failure();
  if (failed(predict(module.lookupSymbol<func::FuncOp>(name), step)))
    return failure();
  PassManager kernels(context);
  buildGpuKernelPipeline(kernels, pipeline);
  if (failed(kernels.run(module)))
    return failure();
  readProfiledOps(module, step);
  if (options.emulate && failed(emulateKernels(module, step)))
    return failure();
  PassManager lower(context);
  buildGpuLoweringPipeline(lower, pipeline);
  return lower.run(module);
}

FailureOr<CudaStep> mlir::remat::compileCudaStep(ModuleOp module,
                                                 StringRef name,
                                                 const CudaOptions &options) {
  FailureOr<func::FuncOp> function = findStep(module, name);
  if (failed(function))
    return failure();
  CudaStep step;
  FailureOr<Signature> signature = getStepSignature(*function);
  if (failed(signature))
    return failure();
  step.signature = std::move(*signature);
  Location loc = function->getLoc();
  (*function)->setAttr("llvm.emit_c_interface",
                       UnitAttr::get(module.getContext()));
  if (failed(judgeResults(module, name, step)) ||
      failed(lowerToLLVM(module, name, options, step)))
    return failure();

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> translated =
      translateModuleToLLVMIR(module, context, "step");
  if (!translated)
    return emitError(loc) << "cannot be translated to LLVM IR";
  if (llvm::Error error = loadHost(std::move(translated), name, step))
    return emitError(loc) << "cannot be compiled: "
                          << llvm::toString(std::move(error));
  return step;
}
