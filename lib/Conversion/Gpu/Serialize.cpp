//===- Serialize.cpp - From kernels to PTX and machine code ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu/CudaToolkit.h"
#include "remat/Conversion/Passes.h"

#include "mlir/Dialect/GPU/IR/CompilationInterfaces.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringSwitch.h"

#include <set>

namespace mlir::remat {
#define GEN_PASS_DEF_REMATGPUSERIALIZE
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

static std::optional<gpu::CompilationTarget> parseFormat(StringRef format) {
  return llvm::StringSwitch<std::optional<gpu::CompilationTarget>>(format)
      .Case("isa", gpu::CompilationTarget::Assembly)
      .Case("bin", gpu::CompilationTarget::Binary)
      .Case("fatbin", gpu::CompilationTarget::Fatbin)
      .Default(std::nullopt);
}

/// Adds the functions that `ptx` declares but does not define.
static void findExternFunctions(StringRef ptx, std::set<std::string> &names) {
  constexpr llvm::StringLiteral keyword = ".extern .func";
  for (size_t at = ptx.find(keyword); at != StringRef::npos;
       at = ptx.find(keyword)) {
    ptx = ptx.drop_front(at + keyword.size());
    // .extern .func (.param .b32 result) NAME (
    StringRef text = ptx.ltrim();
    if (text.consume_front("("))
      text = text.drop_until([](char c) { return c == ')'; }).drop_front();
    StringRef name = text.ltrim().take_until(
        [](char c) { return c == '(' || c == ';' || isspace(c); });
    names.insert(name.str());
  }
}

/// Calls upstream, but passes its errors on only if it fails or `isUsable` is
/// false afterwards: upstream reports toolkits without libdevice even if no
/// kernel needs it.
static LogicalResult makeBinaries(ModuleOp module,
                                  const gpu::TargetOptions &options,
                                  llvm::function_ref<bool()> isUsable) {
  SmallVector<Diagnostic> errors;
  LogicalResult made = success();
  {
    ScopedDiagnosticHandler handler(
        module.getContext(), [&](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
            return failure();
          errors.push_back(std::move(diagnostic));
          return success();
        });
    made = gpu::transformGpuModulesToBinaries(module, nullptr, options);
  }
  if (failed(made) || !isUsable())
    for (Diagnostic &error : errors)
      module.getContext()->getDiagEngine().emit(std::move(error));
  return made;
}

namespace {
struct Serialize : remat::impl::RematGpuSerializeBase<Serialize> {
  using RematGpuSerializeBase::RematGpuSerializeBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    std::optional<gpu::CompilationTarget> target = parseFormat(format);
    if (!target) {
      module.emitError("there is no format '")
          << format << "'; give isa, bin or fatbin";
      return signalPassFailure();
    }
    const std::string folder = findCudaToolkit(toolkit).folder;
    std::set<std::string> undefined;
    auto checkPtx = [&](StringRef ptx) { findExternFunctions(ptx, undefined); };
    gpu::TargetOptions options(folder, /*librariesToLink=*/{},
                               /*cmdOptions=*/"", /*elfSection=*/"", *target,
                               /*getSymbolTableCallback=*/{},
                               /*initialLlvmIRCallback=*/{},
                               /*linkedLlvmIRCallback=*/{},
                               /*optimizedLlvmIRCallback=*/{}, checkPtx);
    LogicalResult made =
        makeBinaries(module, options, [&] { return undefined.empty(); });
    if (!undefined.empty()) {
      InFlightDiagnostic diag =
          module.emitError("kernels call functions that neither the module nor "
                           "CUDA's libdevice defines: ");
      llvm::interleaveComma(undefined, diag);
    }
    if (failed(made) || !undefined.empty())
      signalPassFailure();
  }
};
} // namespace
