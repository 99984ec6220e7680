//===- Compiler.cpp - From a function to code in memory -------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"
#include "ArenaCheck.h"
#include "CheckAccesses.h"
#include "EmulatorLibrary.h"
#include "TrackingAllocator.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Transforms/Passes.h"
#include "remat/Analysis/BufferProfile.h"
#include "remat/Analysis/MemoryProfile.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Pipelines/CpuPipeline.h"
#include "remat/Transforms/Passes.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Target/TargetMachine.h"

#include <mutex>

using namespace mlir;
using namespace mlir::remat;

/// What the driver and the host agree on.
static constexpr llvm::StringLiteral kEntryName = "remat_run_entry";

//===----------------------------------------------------------------------===//
// LLVM
//===----------------------------------------------------------------------===//

/// Adds a function that takes an array of pointers and passes them one by one
/// to the C interface of the step: a host cannot call a function whose number
/// of arguments it learns at run time.
static llvm::Error addEntry(llvm::Module &module, StringRef name) {
  llvm::Function *callee = module.getFunction(("_mlir_ciface_" + name).str());
  if (!callee)
    return llvm::createStringError("'%s' has no C interface after lowering",
                                   name.str().c_str());
  llvm::IRBuilder<> builder(module.getContext());
  auto *entry = llvm::Function::Create(
      llvm::FunctionType::get(builder.getVoidTy(), builder.getPtrTy(), false),
      llvm::Function::ExternalLinkage, kEntryName, module);
  entry->addFnAttr(llvm::Attribute::NoInline);
  entry->addFnAttr(llvm::Attribute::OptimizeNone);
  builder.SetInsertPoint(
      llvm::BasicBlock::Create(module.getContext(), "entry", entry));
  llvm::SmallVector<llvm::Value *> arguments;
  for (unsigned i = 0; i < callee->arg_size(); ++i)
    arguments.push_back(builder.CreateLoad(
        builder.getPtrTy(),
        builder.CreateConstGEP1_64(builder.getPtrTy(), entry->getArg(0), i)));
  builder.CreateCall(callee, arguments);
  builder.CreateRetVoid();
  return llvm::Error::success();
}

/// Assigns each function to one of `count` parts: what is not to be optimized
/// (the driver) to the first, kernels where the fewest instructions are.
static llvm::StringMap<unsigned> assignParts(const llvm::Module &module,
                                             unsigned count) {
  llvm::StringMap<unsigned> parts;
  llvm::SmallVector<size_t> sizes(count, 0);
  for (const llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    unsigned part = 0;
    if (!function.hasOptNone())
      part = std::min_element(sizes.begin(), sizes.end()) - sizes.begin();
    // Unoptimized code costs little per instruction.
    sizes[part] +=
        function.getInstructionCount() / (function.hasOptNone() ? 8 : 1);
    parts[function.getName()] = part;
  }
  return parts;
}

/// Leaves in `module` only the definitions of one part.
static void keepPart(llvm::Module &module,
                     const llvm::StringMap<unsigned> &parts, unsigned part) {
  for (llvm::Function &function : module)
    if (!function.isDeclaration() && parts.lookup(function.getName()) != part) {
      function.deleteBody();
      function.setLinkage(llvm::Function::ExternalLinkage);
    }
  if (part == 0)
    return;
  for (llvm::GlobalVariable &global : module.globals())
    if (!global.isDeclaration() && !global.hasLocalLinkage()) {
      global.setInitializer(nullptr);
      global.setLinkage(llvm::GlobalVariable::ExternalLinkage);
    }
}

using ObjectFile = std::unique_ptr<llvm::MemoryBuffer>;

/// Optimizes at -O2 without unrolling: MLIR has jammed the loops that gain most
/// by it. What LLVM would unroll besides takes two to five times as long to
/// compile (nearly all of it in instruction scheduling), and makes convolutions
/// of few channels run in two thirds of the time and nothing else faster: a
/// step that is run once or twice is done sooner without.
static void optimize(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopUnrolling = false;
  tuning.LoopInterleaving = true;
  tuning.LoopVectorization = true;
  tuning.SLPVectorization = false;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine, tuning);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2)
      .run(module, modules);
}

/// Compiles one part of the program in a context of its own.
static llvm::Expected<ObjectFile>
compilePart(llvm::MemoryBufferRef bitcode,
            const llvm::StringMap<unsigned> &parts, unsigned part,
            llvm::orc::JITTargetMachineBuilder machineBuilder,
            bool checkAccesses) {
  llvm::LLVMContext context;
  auto module = llvm::parseBitcodeFile(bitcode, context);
  if (!module)
    return module.takeError();
  auto machine = machineBuilder.createTargetMachine();
  if (!machine)
    return machine.takeError();
  keepPart(**module, parts, part);
  optimize(**module, **machine);
  if (checkAccesses)
    addAccessChecks(**module);
  return llvm::orc::SimpleCompiler(**machine)(**module);
}

static llvm::Expected<std::vector<ObjectFile>>
compileToObjects(std::unique_ptr<llvm::Module> module,
                 const llvm::orc::JITTargetMachineBuilder &machineBuilder,
                 bool checkAccesses) {
  llvm::SmallVector<char, 0> storage;
  llvm::raw_svector_ostream os(storage);
  llvm::WriteBitcodeToFile(*module, os);
  llvm::MemoryBufferRef bitcode(StringRef(storage.data(), storage.size()),
                                "step");

  llvm::DefaultThreadPool pool(llvm::optimal_concurrency(2));
  unsigned count = std::max(1u, std::min(2u, pool.getMaxConcurrency()));
  llvm::StringMap<unsigned> parts = assignParts(*module, count);
  std::vector<ObjectFile> objects(count);
  llvm::Error errors = llvm::Error::success();
  std::mutex mutex;
  for (unsigned part = 0; part < count; ++part)
    pool.async([&, part] {
      auto object =
          compilePart(bitcode, parts, part, machineBuilder, checkAccesses);
      std::lock_guard<std::mutex> lock(mutex);
      if (object)
        objects[part] = std::move(*object);
      else
        errors = llvm::joinErrors(std::move(errors), object.takeError());
    });
  pool.wait();
  if (errors)
    return std::move(errors);
  return std::move(objects);
}

/// The functions of the runtime, by the names that lowered code calls.
static llvm::orc::SymbolMap getRuntimeSymbols(llvm::orc::LLJIT &jit) {
  llvm::orc::SymbolMap symbols;
  auto add = [&](StringRef name, auto *function) {
    symbols[jit.mangleAndIntern(name)] = {
        llvm::orc::ExecutorAddr::fromPtr(function),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  };
  add("_mlir_memref_to_llvm_alloc", &_mlir_memref_to_llvm_alloc);
  add("_mlir_memref_to_llvm_aligned_alloc",
      &_mlir_memref_to_llvm_aligned_alloc);
  add("_mlir_memref_to_llvm_free", &_mlir_memref_to_llvm_free);
  add("memrefCopy", &memrefCopy);
  add("rematArenaBegin", &rematArenaBegin);
  add("rematArenaEnd", &rematArenaEnd);
  add("rematArenaAcquire", &rematArenaAcquire);
  add("rematArenaAdopt", &rematArenaAdopt);
  add("rematArenaRelease", &rematArenaRelease);
  add("rematArenaAccess", &rematArenaAccess);
  return symbols;
}

/// What emulated kernels in `module` call (-remat-gpu-emulate=launch), from the
/// emulator's library; nothing if there are none.
static llvm::Expected<llvm::orc::SymbolMap>
getEmulatorSymbols(const llvm::Module &module, llvm::orc::LLJIT &jit) {
  llvm::orc::SymbolMap symbols;
  for (const llvm::Function &function : module) {
    if (!function.isDeclaration() ||
        !function.getName().starts_with("rematEmulator"))
      continue;
    auto library = openEmulator();
    if (!library)
      return library.takeError();
    // What is not there is reported as missing when the code is linked.
    if (void *address =
            library->getAddressOfSymbol(function.getName().str().c_str()))
      symbols[jit.mangleAndIntern(function.getName())] = {
          llvm::orc::ExecutorAddr::fromPtr(address),
          llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  }
  return symbols;
}

static llvm::Error load(std::unique_ptr<llvm::Module> module, StringRef name,
                        CompiledStep &step) {
  auto machineBuilder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!machineBuilder)
    return machineBuilder.takeError();
  auto machine = machineBuilder->createTargetMachine();
  if (!machine)
    return machine.takeError();
  module->setDataLayout((*machine)->createDataLayout());
  module->setTargetTriple((*machine)->getTargetTriple());
  if (llvm::Error error = addEntry(*module, name))
    return error;

  auto jit = llvm::orc::LLJITBuilder()
                 .setJITTargetMachineBuilder(*machineBuilder)
                 .create();
  if (!jit)
    return jit.takeError();
  llvm::orc::JITDylib &dylib = (*jit)->getMainJITDylib();
  // libm and what LLVM calls by itself (memcpy, conversions of half floats).
  auto process = llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      (*jit)->getDataLayout().getGlobalPrefix());
  if (!process)
    return process.takeError();
  dylib.addGenerator(std::move(*process));
  if (llvm::Error error =
          dylib.define(llvm::orc::absoluteSymbols(getRuntimeSymbols(**jit))))
    return error;
  auto emulator = getEmulatorSymbols(*module, **jit);
  if (!emulator)
    return emulator.takeError();
  if (llvm::Error error = dylib.define(llvm::orc::absoluteSymbols(*emulator)))
    return error;

  auto objects =
      compileToObjects(std::move(module), *machineBuilder, step.isChecked);
  if (!objects)
    return objects.takeError();
  for (ObjectFile &object : *objects)
    if (llvm::Error error = (*jit)->addObjectFile(std::move(object)))
      return error;
  auto entry = (*jit)->lookup(kEntryName);
  if (!entry)
    return entry.takeError();
  step.entry = entry->toPtr<void (*)(void **)>();
  step.jit = std::move(*jit);
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// MLIR
//===----------------------------------------------------------------------===//

/// From tensors to buffers; what the memory model predicts for it.
static LogicalResult bufferize(ModuleOp module, func::FuncOp function,
                               CompiledStep &step) {
  MLIRContext *context = module.getContext();
  // What the CPU pipeline begins with, so that the prediction is of what it
  // lowers.
  PassManager isolate(context);
  isolate.addPass(createInlinerPass({}, [](OpPassManager &) {}));
  isolate.addNestedPass<func::FuncOp>(createRematIsolateDestinations());
  if (failed(isolate.run(module)))
    return failure();
  FailureOr<MemoryProfile> profile =
      computeMemoryProfile(function, GraphBuilderOptions());
  if (failed(profile))
    return failure();
  step.predictedPeakBytes = profile->simulation.peak;
  PassManager bufferize(context);
  buildCpuBufferizePipeline(bufferize);
  return bufferize.run(module);
}

/// Whether nothing is left to bufferize.
static bool isOnBuffers(func::FuncOp function) {
  auto isBuffer = llvm::IsaPred<BaseMemRefType>;
  return llvm::any_of(function.getArgumentTypes(), isBuffer) ||
         llvm::any_of(function.getResultTypes(), isBuffer);
}

/// The arena of `function`, if its buffers are placed.
static std::optional<ArenaFacts> getArena(func::FuncOp function) {
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
  bool isAllocated =
      function.walk([](memref::AllocOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  arena.isArgument = !isAllocated && function.getNumArguments() > 0 &&
                     isArena(function.getArgumentTypes().back());
  return arena;
}

/// Computes what is known of `function`, on buffers, before it runs.
static LogicalResult predict(func::FuncOp function, bool wasOnBuffers,
                             CompiledStep &step) {
  MLIRContext *context = function.getContext();
  const Target &target = getCpuTarget();
  FailureOr<int64_t> resident = computeResidentBytes(function, target);
  if (failed(resident))
    return failure();
  step.residentBytes = step.constantBytes = *resident;
  for (Type type : function.getArgumentTypes())
    step.constantBytes -= target.getStorageBytes(type).value_or(0);
  if (step.arena && step.arena->isArgument)
    step.residentBytes -=
        target.getStorageBytes(function.getArgumentTypes().back()).value_or(0);

  FailureOr<BufferProfile> buffers = failure();
  {
    // Not knowing is an error only where nothing else is known.
    ScopedDiagnosticHandler handler(context, [&](Diagnostic &) {
      return failure(wasOnBuffers && !step.arena);
    });
    buffers = computeBufferProfile(function, target);
  }
  if (succeeded(buffers))
    step.bufferPeakBytes = buffers->peakBytes;
  // The walk counts results that are not in the arena, too.
  if (step.arena && step.bufferPeakBytes) {
    step.predictedPeakBytes = *step.bufferPeakBytes;
  } else if (step.arena) {
    if (llvm::AddOverflow(step.residentBytes, step.arena->bytes,
                          step.predictedPeakBytes))
      return function.emitError(
          "needs more than 2^63 bytes for its arguments and its arena");
  } else if (wasOnBuffers) {
    if (failed(buffers))
      return failure();
    step.predictedPeakBytes = buffers->peakBytes;
  }
  return success();
}

static LogicalResult lowerToLLVM(ModuleOp module, func::FuncOp function,
                                 const CompileOptions &options,
                                 CompiledStep &step) {
  MLIRContext *context = module.getContext();
  bool wasOnBuffers = isOnBuffers(function);
  function->setAttr("llvm.emit_c_interface", UnitAttr::get(context));
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
  if (step.isChecked && step.arena && step.arena->bytes > 0 &&
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

FailureOr<CompiledStep>
mlir::remat::compileStep(ModuleOp module, StringRef name,
                         const CompileOptions &options) {
  auto function = module.lookupSymbol<func::FuncOp>(name);
  if (!function || function.isExternal()) {
    InFlightDiagnostic diag = module.emitError() << "there is no function '@"
                                                 << name << "' with a body";
    llvm::SmallVector<StringRef> candidates;
    for (auto other : module.getOps<func::FuncOp>())
      if (!other.isExternal())
        candidates.push_back(other.getName());
    if (candidates.empty())
      diag << ", nor any other";
    else
      diag << "; --entry= takes one of: " << llvm::join(candidates, ", ");
    return diag;
  }
  CompiledStep step;
  if (function->hasAttr(kArgumentOffsetsAttrName))
    return function.emitError(
        "has its arguments in its arena, whose types are gone; place it "
        "without place-arguments to run it");
  std::optional<ArenaFacts> given = getArena(function);
  FailureOr<Signature> signature =
      getSignature(function, /*withLastArgument=*/!given || !given->isArgument);
  if (failed(signature))
    return failure();
  step.signature = std::move(*signature);
  std::string entry = name.str();
  Location loc = function.getLoc();
  if (failed(lowerToLLVM(module, function, options, step)))
    return failure();

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> translated =
      translateModuleToLLVMIR(module, context, "step");
  if (!translated)
    return emitError(loc) << "cannot be translated to LLVM IR";
  if (llvm::Error error = load(std::move(translated), entry, step))
    return emitError(loc) << "cannot be compiled: "
                          << llvm::toString(std::move(error));
  return step;
}
