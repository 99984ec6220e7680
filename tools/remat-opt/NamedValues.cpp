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
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/CSE.h"
#include "remat/Interfaces/TaskOpInterface.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
/// "@function:%name#result".
struct Request {
  StringRef function;
  StringRef name;
  std::optional<int64_t> result;
};

/// A value of that name in the text.
struct Candidate {
  /// What is marked: an op that makes it, or the one whose block it enters.
  Operation *op = nullptr;
  BlockArgument argument;
  /// Of an op: the first result of that name, and how many.
  unsigned firstResult = 0;
  unsigned results = 1;
  StringRef function;
  bool isNested = false;
  unsigned line = 0;
  unsigned column = 0;

  std::string describePlace() const {
    return std::to_string(line) + ":" + std::to_string(column);
  }
};

class ValueFinder {
public:
  ValueFinder(StringRef what, StringRef functionName)
      : what(what), functionName(functionName) {}

  llvm::Expected<std::vector<ValuePlace>> find(llvm::MemoryBufferRef text,
                                               const DialectRegistry &registry,
                                               bool allowsUnregistered);

private:
  void numberOps();
  void collect(const AsmParserState &state);
  void offer(Candidate candidate, llvm::SMRange range);
  llvm::Expected<Candidate> choose();
  llvm::Expected<ValuePlace> getPlace(const Candidate &candidate) const;
  void addPrepared(std::vector<ValuePlace> &places, const ValuePlace &place,
                   Operation *op) const;
  void addMerged(std::vector<ValuePlace> &places, const Candidate &candidate);

  StringRef what;
  StringRef functionName;
  Request request;
  Block top;
  llvm::SourceMgr sourceMgr;
  DenseMap<Operation *, int64_t> numbers;
  SmallVector<Candidate> candidates;
  /// Of the functions that are asked about.
  std::vector<std::string> names;
};

/// Follows what CSE replaces.
class MergeListener : public RewriterBase::Listener {
public:
  using RewriterBase::Listener::notifyOperationReplaced;
  void notifyOperationReplaced(Operation *op, Operation *other) override {
    replaced[op] = other;
  }
  DenseMap<Operation *, Operation *> replaced;
};
} // namespace

static llvm::Error makeError(const Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

static llvm::Expected<Request> parseRequest(StringRef what) {
  Request request;
  request.name = what;
  if (what.consume_front("@"))
    std::tie(request.function, request.name) = what.split(':');
  auto [name, result] = request.name.split('#');
  if (name.size() == request.name.size())
    return request;
  request.name = name;
  int64_t number;
  if (result.getAsInteger(10, number) || number < 0)
    return makeError("'" + result +
                     "' is no position of a result; count from "
                     "0: " +
                     name + "#0");
  request.result = number;
  return request;
}

void ValueFinder::numberOps() {
  auto number = [&](Operation *root, bool countsRoot) {
    root->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op != root || countsRoot)
        numbers.insert({op, static_cast<int64_t>(numbers.size())});
    });
  };
  // Whoever parses it otherwise wraps what is not one module.
  const bool isModule =
      llvm::hasSingleElement(top) && isa<ModuleOp>(top.front());
  for (Operation &op : top)
    number(&op, !isModule);
}

void ValueFinder::offer(Candidate candidate, llvm::SMRange range) {
  if (!range.isValid() || !candidate.op)
    return;
  const StringRef name(range.Start.getPointer(),
                       range.End.getPointer() - range.Start.getPointer());
  Operation *function = candidate.op;
  if (!isa<FunctionOpInterface>(function))
    function = function->getParentOfType<FunctionOpInterface>();
  if (!function)
    return;
  candidate.function = SymbolTable::getSymbolName(function).getValue();
  if (!request.function.empty() && candidate.function != request.function)
    return;
  names.push_back(name.str());
  if (name != request.name)
    return;
  candidate.isNested = candidate.argument
                           ? candidate.op != function
                           : candidate.op->getParentOp() != function;
  std::tie(candidate.line, candidate.column) =
      sourceMgr.getLineAndColumn(range.Start);
  candidates.push_back(candidate);
}

void ValueFinder::collect(const AsmParserState &state) {
  for (const AsmParserState::OperationDefinition &definition :
       state.getOpDefs()) {
    const auto &groups = definition.resultGroups;
    for (size_t i = 0; i != groups.size(); ++i) {
      Candidate candidate;
      candidate.op = definition.op;
      candidate.firstResult = groups[i].startIndex;
      const unsigned end = i + 1 == groups.size()
                               ? definition.op->getNumResults()
                               : groups[i + 1].startIndex;
      candidate.results = end - candidate.firstResult;
      offer(candidate, groups[i].definition.loc);
    }
  }
  for (const AsmParserState::BlockDefinition &definition : state.getBlockDefs())
    for (auto [index, argument] : llvm::enumerate(definition.arguments)) {
      if (index >= definition.block->getNumArguments())
        continue;
      Candidate candidate;
      candidate.op = definition.block->getParentOp();
      candidate.argument = definition.block->getArgument(index);
      offer(candidate, argument.loc);
    }
}

llvm::Expected<Candidate> ValueFinder::choose() {
  if (candidates.empty())
    return makeError("no value is called '" + request.name + "'" +
                     (request.function.empty()
                          ? Twine("")
                          : " in the function '" + request.function + "'") +
                     formatNearNames(request.name, names));
  // Inside of ops, the same names come again and again.
  auto keepIf = [&](llvm::function_ref<bool(const Candidate &)> isWanted) {
    if (llvm::any_of(candidates, isWanted))
      llvm::erase_if(candidates,
                     [&](const Candidate &each) { return !isWanted(each); });
  };
  if (!functionName.empty())
    keepIf(
        [&](const Candidate &each) { return each.function == functionName; });
  keepIf([](const Candidate &each) { return !each.isNested; });
  if (candidates.size() == 1)
    return candidates.front();
  llvm::stable_sort(candidates, [](const Candidate &a, const Candidate &b) {
    return std::tie(a.line, a.column) < std::tie(b.line, b.column);
  });
  constexpr size_t most = 4;
  std::string places;
  for (const Candidate &each : ArrayRef(candidates).take_front(most))
    places += (places.empty() ? "@" : ", @") + each.function.str() + " at " +
              each.describePlace();
  if (candidates.size() > most)
    places += " and " + std::to_string(candidates.size() - most) + " more";
  const Candidate &first = candidates.front();
  const bool isOneFunction =
      llvm::all_of(candidates, [&](const Candidate &each) {
        return each.function == first.function;
      });
  return makeError("'" + request.name +
                   "' is the name of several values: " + places + "; give " +
                   (isOneFunction
                        ? "the place of one: " + first.describePlace()
                        : "the function of one: @" + first.function.str() +
                              ":" + request.name.str()));
}

llvm::Expected<ValuePlace>
ValueFinder::getPlace(const Candidate &candidate) const {
  ValuePlace place;
  place.mark.name = what.str();
  place.op = numbers.lookup(candidate.op);
  if (request.result &&
      (candidate.argument || *request.result >= candidate.results))
    return makeError("'" + request.name + "' has " +
                     Twine(candidate.argument ? 1 : candidate.results) +
                     " result" + (candidate.results == 1 ? "" : "s") +
                     ", so that '" + what + "' is none of them; count from 0");
  if (BlockArgument argument = candidate.argument) {
    place.isArgument = true;
    Region *region = argument.getOwner()->getParent();
    place.region = region->getRegionNumber();
    place.block =
        std::distance(region->begin(), Region::iterator(argument.getOwner()));
    place.argument = argument.getArgNumber();
    return place;
  }
  if (request.result)
    place.mark.result = candidate.firstResult + *request.result;
  else if (candidate.results == 1 && candidate.op->getNumResults() > 1)
    place.mark.result = candidate.firstResult;
  else if (candidate.results != candidate.op->getNumResults())
    return makeError("'" + request.name + "' names " +
                     Twine(candidate.results) +
                     " results; give one of them: " + request.name + "#0");
  return place;
}

/// Adds the ops whose destinations `op` prepares.
void ValueFinder::addPrepared(std::vector<ValuePlace> &places,
                              const ValuePlace &place, Operation *op) const {
  if (!preparesDestination(op))
    return;
  for (Operation *user : op->getUsers()) {
    if (preparesDestination(user)) {
      addPrepared(places, place, user);
      continue;
    }
    ValuePlace prepared = place;
    prepared.op = numbers.lookup(user);
    prepared.mark.result.reset();
    prepared.mark.isPreparedBy = true;
    places.push_back(prepared);
  }
}

/// Adds the op that CSE keeps in place of the candidate's.
void ValueFinder::addMerged(std::vector<ValuePlace> &places,
                            const Candidate &candidate) {
  if (candidate.argument)
    return;
  MergeListener listener;
  IRRewriter rewriter(candidate.op->getContext(), &listener);
  Operation *function = candidate.op->getParentOfType<FunctionOpInterface>();
  DominanceInfo dominance(function);
  eliminateCommonSubExpressions(rewriter, dominance, function);
  Operation *kept = candidate.op;
  while (Operation *other = listener.replaced.lookup(kept))
    kept = other;
  if (kept == candidate.op)
    return;
  ValuePlace place = places.front();
  place.op = numbers.lookup(kept);
  place.mark.mergedFrom = candidate.describePlace();
  places.push_back(place);
}

llvm::Expected<std::vector<ValuePlace>>
ValueFinder::find(llvm::MemoryBufferRef text, const DialectRegistry &registry,
                  bool allowsUnregistered) {
  llvm::Expected<Request> parsed = parseRequest(what);
  if (!parsed)
    return parsed.takeError();
  request = *parsed;
  if (isBytecode(text))
    return makeError("bytecode has no names of values; give a place (12:3), a "
                     "name in a location or the name of an op");
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects(allowsUnregistered);
  ScopedDiagnosticHandler silence(&context,
                                  [](Diagnostic &) { return success(); });
  sourceMgr.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(text.getBuffer(),
                                       text.getBufferIdentifier()),
      llvm::SMLoc());
  AsmParserState state;
  llvm::scope_exit release([&] { top.clear(); });
  if (failed(
          parseAsmSourceFile(sourceMgr, &top, ParserConfig(&context), &state)))
    return std::vector<ValuePlace>();
  numberOps();
  collect(state);
  llvm::Expected<Candidate> chosen = choose();
  if (!chosen)
    return chosen.takeError();
  llvm::Expected<ValuePlace> place = getPlace(*chosen);
  if (!place)
    return place.takeError();
  std::vector<ValuePlace> places;
  // CSE makes one of all such ops, and the planner takes it apart again.
  if (!chosen->argument)
    addPrepared(places, *place, chosen->op);
  if (!places.empty())
    return places;
  places.push_back(*place);
  addMerged(places, *chosen);
  return places;
}

llvm::Expected<std::vector<ValuePlace>> mlir::remat::findNamedValue(
    StringRef what, StringRef functionName, llvm::MemoryBufferRef text,
    const DialectRegistry &registry, bool allowsUnregistered) {
  return ValueFinder(what, functionName)
      .find(text, registry, allowsUnregistered);
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

namespace {
class MarkPass : public PassWrapper<MarkPass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MarkPass)

  explicit MarkPass(std::vector<ValuePlace> places)
      : places(std::move(places)) {}
  StringRef getName() const override { return "mark explained values"; }

  void runOnOperation() override {
    int64_t number = -1;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      for (const ValuePlace &place : places)
        if (number == place.op)
          mark(op, place);
      ++number;
    });
  }

private:
  static void mark(Operation *op, const ValuePlace &place) {
    if (!place.isArgument)
      return op->setLoc(addExplainMark(op->getLoc(), place.mark));
    Block &block = *std::next(op->getRegion(place.region).begin(), place.block);
    BlockArgument argument = block.getArgument(place.argument);
    argument.setLoc(addExplainMark(argument.getLoc(), place.mark));
  }

  std::vector<ValuePlace> places;
};

class UnmarkPass : public PassWrapper<UnmarkPass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(UnmarkPass)

  StringRef getName() const override { return "unmark explained values"; }
  void runOnOperation() override { removeExplainMarks(getOperation()); }
};
} // namespace

std::unique_ptr<Pass>
mlir::remat::createMarkPass(std::vector<ValuePlace> places) {
  return std::make_unique<MarkPass>(std::move(places));
}

std::unique_ptr<Pass> mlir::remat::createUnmarkPass() {
  return std::make_unique<UnmarkPass>();
}
