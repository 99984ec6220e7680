//===- ShortDiagnostics.cpp - Diagnostics that fit a screen ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShortDiagnostics.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "remat/Support/ShortLines.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

#include <functional>

using namespace mlir;
using namespace mlir::remat;

struct ShortDiagnostics::Printer : SourceMgrDiagnosticHandler {
  using SourceMgrDiagnosticHandler::emitDiagnostic;
  using SourceMgrDiagnosticHandler::SourceMgrDiagnosticHandler;
};

namespace {
/// Registers the handler in a context whose text has a function.
class RegisterHandler
    : public DialectExtension<RegisterHandler, func::FuncDialect> {
public:
  explicit RegisterHandler(std::function<LogicalResult(Diagnostic &)> handler)
      : handler(std::move(handler)) {}

  void apply(MLIRContext *context, func::FuncDialect *) const override {
    context->getDiagEngine().registerHandler(handler);
  }

private:
  std::function<LogicalResult(Diagnostic &)> handler;
};
} // namespace

ShortDiagnostics::ShortDiagnostics() = default;
ShortDiagnostics::~ShortDiagnostics() = default;

void ShortDiagnostics::addTo(DialectRegistry &registry) {
  auto handle = [this](Diagnostic &diagnostic) -> LogicalResult {
    if (!printer)
      return failure();
    printer->emitDiagnostic(diagnostic);
    return success();
  };
  registry.addExtension(TypeID::get<RegisterHandler>(),
                        std::make_unique<RegisterHandler>(handle));
}

void ShortDiagnostics::handle(llvm::MemoryBufferRef text) {
  if (llvm::none_of(llvm::split(text.getBuffer(), '\n'), [](StringRef line) {
        return line.size() > kMaxEchoedBytes;
      }))
    return;
  sources = std::make_unique<llvm::SourceMgr>();
  sources->setDiagHandler(printWithShortLine);
  sources->AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(text),
                              llvm::SMLoc());
  context = std::make_unique<MLIRContext>(MLIRContext::Threading::DISABLED);
  printer = std::make_unique<Printer>(*sources, context.get());
}
