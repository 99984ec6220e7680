//===- ShortDiagnostics.cpp - Diagnostics that fit a screen ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShortDiagnostics.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
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
/// Hears of each dialect that a context loads.
class HearOfDialects : public DialectExtensionBase {
public:
  using Listener = std::function<void(MLIRContext *, Dialect *)>;

  explicit HearOfDialects(Listener listener)
      : DialectExtensionBase(/*dialectNames=*/{}),
        listener(std::move(listener)) {}

  void apply(MLIRContext *context,
             MutableArrayRef<Dialect *> dialects) const override {
    for (Dialect *dialect : dialects)
      listener(context, dialect);
  }
  std::unique_ptr<DialectExtensionBase> clone() const override {
    return std::make_unique<HearOfDialects>(*this);
  }

private:
  Listener listener;
};
} // namespace

ShortDiagnostics::ShortDiagnostics() = default;
ShortDiagnostics::~ShortDiagnostics() = default;

void ShortDiagnostics::addTo(DialectRegistry &registry) {
  auto handle = [this](Diagnostic &diagnostic) -> LogicalResult {
    if (!printer || isFiltered(diagnostic.getSeverity()))
      return failure();
    printer->emitDiagnostic(diagnostic);
    return success();
  };
  auto hear = [this, handle](MLIRContext *context, Dialect *dialect) {
    if (isa<BuiltinDialect>(dialect)) {
      // A new context, maybe in the place of an old one. The driver's handler
      // is yet to come, and the last one goes first.
      settled = nullptr;
    } else if (settled != context) {
      settled = context;
      context->getDiagEngine().registerHandler(handle);
    }
  };
  registry.addExtension(TypeID::get<HearOfDialects>(),
                        std::make_unique<HearOfDialects>(hear));
}

/// Filtered diagnostics go on to the driver's filter.
bool ShortDiagnostics::isFiltered(DiagnosticSeverity severity) const {
  switch (severity) {
  case DiagnosticSeverity::Error:
    return false;
  case DiagnosticSeverity::Warning:
    return level == VerbosityLevel::ErrorsOnly;
  case DiagnosticSeverity::Remark:
    return level != VerbosityLevel::ErrorsWarningsAndRemarks;
  case DiagnosticSeverity::Note:
    return true;
  }
  llvm_unreachable("all severities are handled");
}

static bool hasLongLine(StringRef text) {
  return llvm::any_of(llvm::split(text, '\n'), [](StringRef line) {
    return line.size() > kMaxEchoedBytes;
  });
}

/// Whether the first error in `text` comes before a dialect is loaded.
static bool failsEarly(StringRef text, MLIRContext &context) {
  bool isEarly = false, isFirst = true;
  ScopedDiagnosticHandler listener(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error &&
        std::exchange(isFirst, false))
      isEarly = context.getLoadedDialects().size() == 1;
    return success();
  });
  parseSourceString<ModuleOp>(text, {&context, /*verifyAfterParse=*/false});
  return isEarly;
}

LogicalResult ShortDiagnostics::checkBeginning(StringRef piece,
                                               const DialectRegistry &registry,
                                               bool allowsUnregistered) {
  // Aliases stand first. Longer ones than this are printed whole.
  constexpr size_t looked = 1 << 16;
  // The lexer reads to the null character behind a string.
  const std::string beginning = piece.take_front(looked).str();
  if (!hasLongLine(beginning))
    return success();
  {
    MLIRContext scratch(registry, MLIRContext::Threading::DISABLED);
    scratch.allowUnregisteredDialects(allowsUnregistered);
    settled = &scratch;
    if (!failsEarly(beginning, scratch))
      return success();
  }
  // What is cut off may have been at fault: parse all of it, on its lines.
  MLIRContext scratch(registry, MLIRContext::Threading::DISABLED);
  scratch.allowUnregisteredDialects(allowsUnregistered);
  settled = &scratch;
  ScopedDiagnosticHandler print(&scratch, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      printer->emitDiagnostic(diagnostic);
    return success();
  });
  const StringRef before =
      text.getBuffer().take_front(piece.data() - text.getBufferStart());
  llvm::SourceMgr manager;
  manager.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(
          std::string(before.count('\n'), '\n') + piece.str(),
          text.getBufferIdentifier()),
      llvm::SMLoc());
  OwningOpRef<ModuleOp> parsed = parseSourceFile<ModuleOp>(
      manager, {&scratch, /*verifyAfterParse=*/false});
  return success(static_cast<bool>(parsed));
}

LogicalResult ShortDiagnostics::handle(llvm::MemoryBufferRef handled,
                                       const DialectRegistry &registry,
                                       const MlirOptMainConfig &config) {
  if (!hasLongLine(handled.getBuffer()))
    return success();
  text = handled;
  level = config.getDiagnosticVerbosityLevel();
  sources = std::make_unique<llvm::SourceMgr>();
  sources->setDiagHandler(printWithShortLine);
  sources->AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(text),
                              llvm::SMLoc());
  context = std::make_unique<MLIRContext>(MLIRContext::Threading::DISABLED);
  printer = std::make_unique<Printer>(*sources, context.get());
  // Its dialects are known to the driver alone.
  if (!config.getIrdlFile().empty())
    return success();
  SmallVector<StringRef> pieces = {text.getBuffer()};
  if (StringRef marker = config.inputSplitMarker(); !marker.empty()) {
    pieces.clear();
    text.getBuffer().split(pieces, marker);
  }
  for (StringRef piece : pieces)
    if (failed(checkBeginning(piece, registry,
                              config.shouldAllowUnregisteredDialects())))
      return failure();
  return success();
}
