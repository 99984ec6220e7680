//===- NamedValues.cpp - Values by their names in the text ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NamedValues.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "remat/Interfaces/TaskOpInterface.h"
#include "remat/Support/NearNames.h"
#include "remat/Transforms/FindStep.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
/// The definitions of one name in a text.
struct Definitions {
  StringRef function;
  StringRef preferred;
  StringRef name;
  const llvm::SourceMgr &sourceMgr;
  /// Prefers the preferred function, and its body over ops inside, where names
  /// repeat.
  std::array<std::vector<std::string>, 4> places = {};
  std::vector<std::string> otherNames = {};

  /// `op` makes the value, or has the block that the value enters.
  void add(Operation *op, bool isArgument, SMRange nameRange, llvm::SMLoc loc,
           Location named);
};
} // namespace

void Definitions::add(Operation *op, bool isArgument, SMRange nameRange,
                      llvm::SMLoc loc, Location named) {
  Operation *inside = isArgument ? op : op->getParentOp();
  auto parent = dyn_cast_or_null<FunctionOpInterface>(inside);
  const bool isNested = !parent;
  if (isNested)
    parent = op->getParentOfType<FunctionOpInterface>();
  if (!parent || (!function.empty() && parent.getName() != function))
    return;
  const StringRef found(nameRange.Start.getPointer(),
                        nameRange.End.getPointer() -
                            nameRange.Start.getPointer());
  if (found != name)
    return otherNames.push_back(found.str());
  auto [line, column] = sourceMgr.getLineAndColumn(loc);
  auto nameLoc = dyn_cast<NameLoc>(named);
  places[(parent.getName() == preferred ? 0 : 2) + isNested].push_back(
      nameLoc ? nameLoc.getName().str()
              : std::to_string(line) + ":" + std::to_string(column));
}

/// The only definition, or an error.
static llvm::Expected<std::string> choose(const Definitions &found) {
  const auto *first = llvm::find_if(
      found.places, [](const auto &places) { return !places.empty(); });
  if (first == found.places.end())
    return llvm::createStringError(
        "no value is called '" + found.name + "'" +
        formatNearNames(found.name, found.otherNames));
  const std::vector<std::string> &places = *first;
  if (places.size() == 1)
    return places.front();
  return llvm::createStringError(
      "'" + found.name + "' is the name of several values, as of those at " +
      places[0] + " and " + places[1] +
      "; give the place of one, or its function (@FUNCTION:" + found.name +
      ")");
}

/// The name of the function that is planned; empty if that is an error, of
/// which the planning pass tells.
static std::string findStepName(ModuleOp top, StringRef functionName,
                                int64_t lossResult) {
  // As remat-opt adds no module around a single one.
  if (llvm::hasSingleElement(*top.getBody()))
    if (auto only = dyn_cast<ModuleOp>(top.getBody()->front()))
      top = only;
  FailureOr<func::FuncOp> step = findStep(top, functionName, lossResult);
  return succeeded(step) && *step ? step->getName().str() : std::string();
}

llvm::Expected<std::string>
mlir::remat::findNamedValue(StringRef what, StringRef functionName,
                            int64_t lossResult, llvm::MemoryBufferRef text,
                            const DialectRegistry &registry,
                            bool allowsUnregistered) {
  if (isBytecode(text))
    return llvm::createStringError(
        "bytecode has no names of values; give a place (12:3), a name in a "
        "location or the name of an op");
  llvm::SourceMgr sourceMgr;
  sourceMgr.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(text),
                               llvm::SMLoc());
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects(allowsUnregistered);
  ScopedDiagnosticHandler silence(&context,
                                  [](Diagnostic &) { return success(); });
  OwningOpRef<ModuleOp> top = ModuleOp::create(UnknownLoc::get(&context));
  AsmParserState state;
  if (failed(parseAsmSourceFile(sourceMgr, top->getBody(),
                                ParserConfig(&context), &state)))
    return what.str();
  const std::string step = findStepName(*top, functionName, lossResult);
  Definitions found{"", step, what, sourceMgr};
  if (what.consume_front("@"))
    std::tie(found.function, found.name) = what.split(':');
  for (const AsmParserState::OperationDefinition &each : state.getOpDefs()) {
    // The op that a destination is made for decides its role.
    Operation *op = each.op;
    while (preparesDestination(op) && op->hasOneUse())
      op = *op->user_begin();
    for (const auto &group : each.resultGroups)
      found.add(each.op, /*isArgument=*/false, group.definition.loc,
                state.getOpDef(op)->loc.Start, op->getLoc());
  }
  for (const AsmParserState::BlockDefinition &each : state.getBlockDefs())
    for (auto [argument, definition] :
         llvm::zip(each.block->getArguments(), each.arguments))
      found.add(each.block->getParentOp(), /*isArgument=*/true, definition.loc,
                definition.loc.Start, argument.getLoc());
  return choose(found);
}
