//===- ReduceStep.cpp - A pass that makes steps smaller -------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Delta debugging (Zeller, Hildebrandt 2002): tries changes on a copy, of large
// parts first, and keeps the copies that stay interesting. MLIR's
// `reduction-tree` erases ops under their readers, which crashes where every
// result has one, as in training steps.
//
//===----------------------------------------------------------------------===//

#include "ReduceStep.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/Pass.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Program.h"

using namespace mlir;

/// Whether empty tensors can replace the results of an op.
static bool canGo(Operation &op) {
  if (op.hasTrait<OpTrait::IsTerminator>() || isa<tensor::EmptyOp>(op) ||
      matchPattern(&op, m_Constant()))
    return false;
  return llvm::all_of(op.getResultTypes(), [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape();
  });
}

/// A function's removable ops, in order.
static SmallVector<Operation *> getCandidates(func::FuncOp function) {
  SmallVector<Operation *> found;
  for (Operation &op : function.getBody().front())
    if (canGo(op))
      found.push_back(&op);
  return found;
}

static void replaceByEmpties(Operation *op) {
  OpBuilder builder(op);
  for (OpResult result : op->getResults()) {
    if (result.use_empty())
      continue;
    auto type = cast<RankedTensorType>(result.getType());
    result.replaceAllUsesWith(
        tensor::EmptyOp::create(builder, op->getLoc(), type.getShape(),
                                type.getElementType(), type.getEncoding()));
  }
  op->erase();
}

/// Operands that could replace the one result of an op, except those that
/// `replaceByEmpties` makes.
static SmallVector<Value> getStandIns(Operation *op) {
  SmallVector<Value> found;
  if (op->getNumResults() == 1)
    for (Value operand : op->getOperands())
      if (operand.getType() == op->getResult(0).getType() &&
          !operand.getDefiningOp<tensor::EmptyOp>() &&
          !llvm::is_contained(found, operand))
        found.push_back(operand);
  return found;
}

static void eraseDeadOps(func::FuncOp function) {
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(function.getBody().front())))
    if (isOpTriviallyDead(&op))
      op.erase();
}

static void eraseResults(func::FuncOp function, unsigned begin, unsigned end) {
  BitVector removed(function.getNumResults());
  removed.set(begin, end);
  function.getBody().front().getTerminator()->eraseOperands(removed);
  (void)function.eraseResults(removed);
}

static void eraseUnusedArguments(func::FuncOp function) {
  BitVector removed(function.getNumArguments());
  for (BlockArgument argument : function.getArguments())
    removed[argument.getArgNumber()] = argument.use_empty();
  (void)function.eraseArguments(removed);
}

static llvm::Expected<std::string> writeToTemporaryFile(ModuleOp module) {
  int descriptor = -1;
  SmallString<128> path;
  if (std::error_code error = llvm::sys::fs::createTemporaryFile(
          "remat-reduce", "mlir", descriptor, path))
    return llvm::createStringError(error, "there is no room for a file: " +
                                              error.message());
  llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
  module.print(os);
  os.close();
  if (std::error_code error = os.error()) {
    os.clear_error();
    llvm::sys::fs::remove(path);
    return llvm::createStringError(error, "cannot write '" + path +
                                              "': " + error.message());
  }
  return path.str().str();
}

/// Calls `tryRange(begin, end)` for ever smaller ranges of `count()` elements,
/// from the end.
static bool bisect(llvm::function_ref<unsigned()> count,
                   llvm::function_ref<bool(unsigned, unsigned)> tryRange) {
  bool changed = false;
  for (unsigned size = count(); size; size /= 2)
    for (unsigned end = count(); end;) {
      const unsigned begin = end > size ? end - size : 0;
      changed |= tryRange(begin, end);
      // Later elements may be gone, too.
      end = std::min(begin, count());
    }
  return changed;
}

namespace {
/// Of a test on a file. `Failed`: not run, or ended by a signal.
enum class Verdict { Boring, Interesting, Failed };

struct ReduceStep : public PassWrapper<ReduceStep, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ReduceStep)

  ReduceStep() = default;
  ReduceStep(const ReduceStep &other) : PassWrapper(other) {}

  StringRef getArgument() const final { return "reduce-step"; }
  StringRef getDescription() const final {
    return "Make functions smaller as long as a test finds them interesting";
  }
  void getDependentDialects(DialectRegistry &registry) const final {
    registry.insert<func::FuncDialect, tensor::TensorDialect>();
  }
  void runOnOperation() final;

private:
  using Edit = llvm::function_ref<void(func::FuncOp)>;

  /// Runs the test on the module's file. `problem` explains a failure.
  Verdict judge(ModuleOp module, std::string &problem);
  /// Whether an attempt is interesting. A failed test is not, and warns once.
  bool isInteresting(ModuleOp module) {
    std::string problem;
    const Verdict verdict = judge(module, problem);
    if (verdict == Verdict::Failed && !hasWarned) {
      hasWarned = true;
      getOperation().emitWarning()
          << "the test '" << test << "' gave no answer (" << problem
          << "); whatever it gives none for is taken for not interesting";
    }
    return verdict == Verdict::Interesting;
  }
  /// Fails if the unchanged file is unsuitable.
  LogicalResult checkStart();
  void warnOfWhatWasLeft();
  /// Keeps the function that `edit` makes, without dead ops, if interesting.
  bool attempt(StringRef name, Edit edit);
  bool eraseFunctions();
  bool trimResults(StringRef name) {
    return bisect([&] { return lookup(name).getNumResults(); },
                  [&](unsigned begin, unsigned end) {
                    return attempt(name, [&](func::FuncOp function) {
                      eraseResults(function, begin, end);
                    });
                  });
  }
  bool trimOps(StringRef name) {
    return bisect([&] { return getCandidates(lookup(name)).size(); },
                  [&](unsigned begin, unsigned end) {
                    return attempt(name, [&](func::FuncOp function) {
                      SmallVector<Operation *> ops = getCandidates(function);
                      for (unsigned i = end; i > begin; --i)
                        replaceByEmpties(ops[i - 1]);
                    });
                  });
  }
  bool bypassOps(StringRef name);
  bool trimArguments(StringRef name) {
    return llvm::any_of(
               lookup(name).getArguments(),
               [](BlockArgument argument) { return argument.use_empty(); }) &&
           attempt(name, eraseUnusedArguments);
  }
  func::FuncOp lookup(StringRef name) {
    return best->lookupSymbol<func::FuncOp>(name);
  }
  SmallVector<std::string> getNames(bool withCalled);

  Option<std::string> test{
      *this, "test",
      llvm::cl::desc("Program that is given the name of a file and ends with "
                     "an exit code other than 0 if that is interesting")};
  ListOption<std::string> arguments{
      *this, "test-arg", llvm::cl::desc("Arguments before that name")};
  bool hasWarned = false;
  OwningOpRef<ModuleOp> best;
};
} // namespace

Verdict ReduceStep::judge(ModuleOp module, std::string &problem) {
  llvm::Expected<std::string> path = writeToTemporaryFile(module);
  if (!path) {
    problem = llvm::toString(path.takeError());
    return Verdict::Failed;
  }
  llvm::FileRemover remover(*path);
  SmallVector<StringRef> words = {test};
  llvm::append_range(words, arguments);
  words.push_back(*path);
  const int code = llvm::sys::ExecuteAndWait(
      test, words, /*Env=*/std::nullopt, /*Redirects=*/{}, /*SecondsToWait=*/0,
      /*MemoryLimit=*/0, &problem);
  if (code < 0)
    return Verdict::Failed;
  return code ? Verdict::Interesting : Verdict::Boring;
}

bool ReduceStep::attempt(StringRef name, Edit edit) {
  OwningOpRef<ModuleOp> copy = best->clone();
  edit(copy->lookupSymbol<func::FuncOp>(name));
  if (auto function = copy->lookupSymbol<func::FuncOp>(name))
    eraseDeadOps(function);
  if (!isInteresting(*copy))
    return false;
  best = std::move(copy);
  return true;
}

/// Functions with one block, with or without those that are called or named
/// elsewhere, whose signatures must stay.
SmallVector<std::string> ReduceStep::getNames(bool withCalled) {
  SmallVector<std::string> names;
  for (auto function : best->getOps<func::FuncOp>())
    if (!function.isExternal() && function.getBody().hasOneBlock() &&
        (withCalled || SymbolTable::symbolKnownUseEmpty(function, *best)))
      names.push_back(function.getSymName().str());
  return names;
}

bool ReduceStep::eraseFunctions() {
  bool changed = false;
  SmallVector<std::string> names;
  for (auto function : best->getOps<func::FuncOp>())
    if (SymbolTable::symbolKnownUseEmpty(function, *best))
      names.push_back(function.getSymName().str());
  for (StringRef name : names)
    changed |= attempt(name, [](func::FuncOp function) { function.erase(); });
  return changed;
}

bool ReduceStep::bypassOps(StringRef name) {
  bool changed = false;
  for (unsigned i = getCandidates(lookup(name)).size(); i-- > 0;) {
    SmallVector<Operation *> ops = getCandidates(lookup(name));
    // Ops before it may be gone along with a later one.
    if (i >= ops.size())
      continue;
    const unsigned count = getStandIns(ops[i]).size();
    for (unsigned k = 0; k < count; ++k) {
      if (!attempt(name, [&](func::FuncOp function) {
            Operation *op = getCandidates(function)[i];
            op->getResult(0).replaceAllUsesWith(getStandIns(op)[k]);
            op->erase();
          }))
        continue;
      changed = true;
      break;
    }
  }
  return changed;
}

LogicalResult ReduceStep::checkStart() {
  ModuleOp module = getOperation();
  if (!llvm::sys::fs::can_execute(test))
    return module.emitError()
           << "the test '" << test
           << "' is no program that can be run; give its path: "
              "--reduce-step='test=./interesting.sh'";
  std::string problem;
  switch (judge(module, problem)) {
  case Verdict::Interesting:
    return success();
  case Verdict::Boring:
    return module.emitError() << "the test '" << test
                              << "' does not find the file interesting as it "
                                 "is: its exit code is 0";
  case Verdict::Failed:
    return module.emitError()
           << "the test '" << test
           << "' gives no answer for the file as it is (" << problem
           << "); it has to end with an exit code";
  }
  llvm_unreachable("a verdict");
}

void ReduceStep::warnOfWhatWasLeft() {
  SmallVector<std::string> left;
  bool hasLooked = false;
  getOperation().walk([&](func::FuncOp function) {
    if (function.isExternal())
      return;
    if (function->getParentOp() == getOperation() &&
        function.getBody().hasOneBlock())
      hasLooked = true;
    else
      left.push_back(function.getSymName().str());
  });
  if (left.empty() && hasLooked)
    return;
  InFlightDiagnostic diag = getOperation().emitWarning(
      "reduce-step looks at functions (func.func) of one block that are in no "
      "inner module; ");
  if (left.empty()) {
    diag << "there is none";
    return;
  }
  diag << "it left these as they are: ";
  llvm::interleaveComma(left, diag,
                        [&](StringRef name) { diag << "'" << name << "'"; });
}

void ReduceStep::runOnOperation() {
  ModuleOp module = getOperation();
  if (failed(checkStart()))
    return signalPassFailure();
  best = module.clone();
  for (bool changed = true; changed;) {
    changed = eraseFunctions();
    for (const std::string &name : getNames(/*withCalled=*/false))
      changed |= trimResults(name);
    for (const std::string &name : getNames(/*withCalled=*/true)) {
      changed |= trimOps(name);
      changed |= bypassOps(name);
    }
    for (const std::string &name : getNames(/*withCalled=*/false))
      changed |= trimArguments(name);
  }
  module.getBodyRegion().takeBody(best->getBodyRegion());
  best = {};
  warnOfWhatWasLeft();
}

void mlir::remat::registerReduceStep() { PassRegistration<ReduceStep>(); }
