//===- CheckModule.cpp - What cannot be compiled, said early --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckModule.h"
#include "Jit.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;
using namespace mlir::remat;

/// Who has a function of this name that compiled code calls, or "".
static StringRef getOwner(StringRef name,
                          const llvm::TargetLibraryInfoImpl &library) {
  // What remat-run adds to the code, and what it finds the step by.
  if (name.starts_with("remat_run_") || name.starts_with("_mlir_ciface_"))
    return "remat-run";
  if (isRuntimeSymbol(name) || name.starts_with("_mlir_memref_to_llvm_") ||
      name.starts_with("mgpu") || name.starts_with("rematArena") ||
      name.starts_with("rematCuda") || name.starts_with("rematEmulator"))
    return "the runtime";
  llvm::LibFunc function;
  if (library.getLibFunc(name, function))
    return "the C library";
  return "";
}

static LogicalResult
checkDefinition(Operation *op, StringRef name,
                const llvm::TargetLibraryInfoImpl &library) {
  StringRef owner = getOwner(name, library);
  if (owner.empty())
    return success();
  return op->emitError() << "'" << name << "' is the name of a function of "
                         << owner
                         << " that compiled code calls; rename this one";
}

/// Whether a declaration of `function` can be linked.
static bool isLinked(func::FuncOp function,
                     const llvm::TargetLibraryInfoImpl &library) {
  StringRef name = function.getName();
  // Loading the code opens the emulator.
  if (isRuntimeSymbol(name) || name.starts_with("rematEmulator"))
    return true;
  // The C library's functions take scalars.
  auto isScalar = [](Type type) { return type.isIntOrIndexOrFloat(); };
  llvm::LibFunc known;
  return llvm::all_of(function.getArgumentTypes(), isScalar) &&
         llvm::all_of(function.getResultTypes(), isScalar) &&
         library.getLibFunc(name, known);
}

LogicalResult mlir::remat::checkModule(ModuleOp module, StringRef entry) {
  if (auto lowered = module.lookupSymbol<LLVM::LLVMFuncOp>(entry))
    return lowered.emitError()
           << "'" << entry
           << "' is in the LLVM dialect already; remat-run lowers a step by "
              "itself: give it on tensors or buffers, as it was before "
              "--remat-cpu-pipeline or --remat-gpu-pipeline";
  const llvm::Triple triple(llvm::sys::getProcessTriple());
  const llvm::TargetLibraryInfoImpl library(triple);
  llvm::StringSet<> called;
  module.walk([&](CallOpInterface call) {
    if (auto callee = dyn_cast<SymbolRefAttr>(call.getCallableForCallee()))
      called.insert(callee.getLeafReference().getValue());
  });
  for (Operation &op : *module.getBody()) {
    auto symbol = dyn_cast<SymbolOpInterface>(op);
    if (!symbol)
      continue;
    if (!symbol.isDeclaration()) {
      if (failed(checkDefinition(&op, symbol.getName(), library)))
        return failure();
      continue;
    }
    auto function = dyn_cast<func::FuncOp>(op);
    if (function && called.contains(function.getName()) &&
        !isLinked(function, library))
      return function.emitError()
             << "'" << function.getName()
             << "' is called but has no body, and no runtime of remat-run has "
                "it; give it a body";
  }
  return success();
}
