//===- Jit.cpp - LLVM IR to code in memory --------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Jit.h"
#include "ArenaCheck.h"
#include "Bfloat16.h"
#include "CheckAccesses.h"
#include "Print.h"
#include "TrackingAllocator.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Target/TargetMachine.h"

#include <cstdlib>
#include <mutex>

using llvm::StringRef;
using namespace mlir::remat;

llvm::Error mlir::remat::addEntry(llvm::Module &module, StringRef name,
                                  size_t numResults) {
  llvm::Function *callee = module.getFunction(("_mlir_ciface_" + name).str());
  llvm::Function *step = module.getFunction(name);
  if (!callee || !step)
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
  auto getPointer = [&](size_t i) {
    return builder.CreateLoad(
        builder.getPtrTy(),
        builder.CreateConstGEP1_64(builder.getPtrTy(), entry->getArg(0), i));
  };
  // Descriptors come back through a pointer, in a struct if there are several
  // results; a single scalar comes back by itself.
  llvm::Type *resultType = step->getReturnType();
  llvm::Value *resultRoom = nullptr;
  if (numResults > 0 && callee->getReturnType()->isVoidTy())
    resultRoom = builder.CreateAlloca(resultType);
  llvm::SmallVector<llvm::Value *> arguments;
  if (resultRoom)
    arguments.push_back(resultRoom);
  // Scalars are passed as they are, descriptors by pointer.
  for (size_t i = numResults; arguments.size() < callee->arg_size(); ++i) {
    llvm::Type *type = callee->getArg(arguments.size())->getType();
    llvm::Value *pointer = getPointer(i);
    arguments.push_back(
        type->isPointerTy() ? pointer : builder.CreateLoad(type, pointer));
  }
  llvm::Value *result = builder.CreateCall(callee, arguments);
  auto takeRoom = [&](llvm::Value *room, llvm::Type *type) {
    return builder.CreateLoad(type, room);
  };
  if (numResults == 1)
    builder.CreateStore(resultRoom ? takeRoom(resultRoom, resultType) : result,
                        getPointer(0));
  // One by one: hundreds of results are too many for one register.
  for (unsigned i = 0; numResults > 1 && i < numResults; ++i)
    builder.CreateStore(
        takeRoom(builder.CreateStructGEP(resultType, resultRoom, i),
                 resultType->getStructElementType(i)),
        getPointer(i));
  builder.CreateRetVoid();
  return llvm::Error::success();
}

/// Assigns each function to one of `count` parts: `optnone` ones (the driver)
/// to the first, kernels to the part with the fewest instructions.
static llvm::StringMap<unsigned> assignParts(const llvm::Module &module,
                                             unsigned count) {
  llvm::StringMap<unsigned> parts;
  llvm::SmallVector<size_t> sizes(count, 0);
  for (const llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    unsigned part = 0;
    if (!function.hasOptNone())
      part = llvm::min_element(sizes) - sizes.begin();
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

/// Optimizes at -O2 without unrolling: MLIR has jammed the best loops. LLVM's
/// unrolling multiplies compile time by two to five, mostly in instruction
/// scheduling, and only speeds up convolutions of few channels (by a third). It
/// does not pay for a step that runs once or twice.
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

/// CPU runtime functions that lowered code calls.
static NativeSymbols getRuntimeSymbols() {
  return {REMAT_SYMBOL(_mlir_memref_to_llvm_alloc),
          REMAT_SYMBOL(_mlir_memref_to_llvm_aligned_alloc),
          REMAT_SYMBOL(_mlir_memref_to_llvm_free),
          REMAT_SYMBOL(memrefCopy),
          REMAT_SYMBOL(printI64),
          REMAT_SYMBOL(printU64),
          REMAT_SYMBOL(printF32),
          REMAT_SYMBOL(printF64),
          REMAT_SYMBOL(printF16),
          REMAT_SYMBOL(printBF16),
          REMAT_SYMBOL(printString),
          REMAT_SYMBOL(printOpen),
          REMAT_SYMBOL(printClose),
          REMAT_SYMBOL(printComma),
          REMAT_SYMBOL(printNewline),
          REMAT_SYMBOL(rematArenaBegin),
          REMAT_SYMBOL(rematArenaEnd),
          REMAT_SYMBOL(rematArenaAcquire),
          REMAT_SYMBOL(rematArenaAdopt),
          REMAT_SYMBOL(rematArenaRelease),
          REMAT_SYMBOL(rematArenaAccess)};
}

/// Functions that LLVM calls where the processor has no instruction.
static NativeSymbols getConversionSymbols() {
  return {
      {"__truncsfbf2", reinterpret_cast<void *>(&truncateFloatToBfloat16)},
      {"__truncdfbf2", reinterpret_cast<void *>(&truncateDoubleToBfloat16)}};
}

bool mlir::remat::isRuntimeSymbol(StringRef name) {
  return llvm::any_of(getRuntimeSymbols(),
                      [&](const auto &symbol) { return symbol.first == name; });
}

/// Adds the emulator functions that kernels in `module` call.
static llvm::Error addEmulatorSymbols(const llvm::Module &module,
                                      NativeSymbols &symbols) {
  for (const llvm::Function &function : module) {
    if (!function.isDeclaration() ||
        !function.getName().starts_with("rematEmulator"))
      continue;
    auto library = openEmulator();
    if (!library)
      return library.takeError();
    // Linking reports the missing ones.
    std::string name = function.getName().str();
    if (void *address = library->getAddressOfSymbol(name.c_str()))
      symbols.emplace_back(name, address);
  }
  return llvm::Error::success();
}

static llvm::Error define(llvm::orc::LLJIT &jit, const NativeSymbols &symbols) {
  llvm::orc::SymbolMap map;
  for (const auto &[name, address] : symbols)
    map[jit.mangleAndIntern(name)] = {llvm::orc::ExecutorAddr::fromPtr(address),
                                      llvm::JITSymbolFlags::Exported |
                                          llvm::JITSymbolFlags::Callable};
  return jit.getMainJITDylib().define(
      llvm::orc::absoluteSymbols(std::move(map)));
}

llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>>
mlir::remat::loadCode(std::unique_ptr<llvm::Module> module,
                      NativeSymbols symbols, bool checkAccesses) {
  auto machineBuilder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!machineBuilder)
    return machineBuilder.takeError();
  auto machine = machineBuilder->createTargetMachine();
  if (!machine)
    return machine.takeError();
  module->setDataLayout((*machine)->createDataLayout());
  module->setTargetTriple((*machine)->getTargetTriple());
  auto jit = llvm::orc::LLJITBuilder()
                 .setJITTargetMachineBuilder(*machineBuilder)
                 .create();
  if (!jit)
    return jit.takeError();
  // libm, and LLVM's own calls (memcpy, conversions of half floats).
  auto process = llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      (*jit)->getDataLayout().getGlobalPrefix());
  if (!process)
    return process.takeError();
  (*jit)->getMainJITDylib().addGenerator(std::move(*process));
  llvm::append_range(symbols, getRuntimeSymbols());
  llvm::append_range(symbols, getConversionSymbols());
  if (llvm::Error error = addEmulatorSymbols(*module, symbols))
    return std::move(error);
  if (llvm::Error error = define(**jit, symbols))
    return std::move(error);
  auto objects =
      compileToObjects(std::move(module), *machineBuilder, checkAccesses);
  if (!objects)
    return objects.takeError();
  for (ObjectFile &object : *objects)
    if (llvm::Error error = (*jit)->addObjectFile(std::move(object)))
      return std::move(error);
  return std::move(*jit);
}

std::string mlir::remat::getEmulatorPath() {
  if (const char *path = std::getenv("REMAT_CUDA_EMULATOR"))
    return path;
  static int anchor = 0;
  llvm::SmallString<128> folder(
      llvm::sys::fs::getMainExecutable("remat-run", &anchor));
  llvm::sys::path::remove_filename(folder);
  llvm::sys::path::append(folder, "..");
  // Debian may install libraries one folder deeper.
  for (const char *libraries : {REMAT_INSTALL_LIBDIR, "lib"}) {
    llvm::SmallString<128> path(folder);
    llvm::sys::path::append(path, libraries, "libremat_cuda_emulator.so");
    if (llvm::sys::fs::exists(path))
      return path.str().str();
  }
  llvm::sys::path::append(folder, "lib", "libremat_cuda_emulator.so");
  return folder.str().str();
}

llvm::Expected<llvm::sys::DynamicLibrary> mlir::remat::openEmulator() {
  std::string path = getEmulatorPath(), message;
  llvm::sys::DynamicLibrary library =
      llvm::sys::DynamicLibrary::getPermanentLibrary(path.c_str(), &message);
  if (!library.isValid())
    return llvm::createStringError(
        "the emulated driver cannot be opened (%s); build the target "
        "remat_cuda_emulator, or say with REMAT_CUDA_EMULATOR where it lies",
        message.c_str());
  return library;
}
