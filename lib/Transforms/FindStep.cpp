//===- FindStep.cpp - The function that a budget is for -------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Transforms/FindStep.h"
#include "remat/Analysis/Phases.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Support/NearNames.h"

using namespace mlir;
using namespace mlir::remat;

using Functions = SmallVector<func::FuncOp>;

/// Names listed in a diagnostic, at most.
static constexpr size_t kMaxListed = 8;

static Functions getFunctions(Operation *op) {
  Functions functions;
  op->walk([&](func::FuncOp function) { functions.push_back(function); });
  return functions;
}

static Functions filter(ArrayRef<func::FuncOp> functions,
                        llvm::function_ref<bool(func::FuncOp)> keeps) {
  return llvm::filter_to_vector(functions, keeps);
}

static bool hasBody(func::FuncOp function) { return !function.isExternal(); }

/// Prefers the outermost functions where there are any.
static Functions preferOutermost(Operation *op,
                                 ArrayRef<func::FuncOp> functions) {
  Functions outermost = filter(functions, [&](func::FuncOp function) {
    return function->getParentOp() == op;
  });
  return outermost.empty() ? Functions(functions) : outermost;
}

static void listNames(InFlightDiagnostic &diag,
                      ArrayRef<func::FuncOp> functions) {
  llvm::interleaveComma(
      functions.take_front(kMaxListed), diag,
      [&](func::FuncOp each) { diag << "'" << each.getName() << "'"; });
  if (functions.size() > kMaxListed)
    diag << " and " << functions.size() - kMaxListed << " more";
}

/// For functions of one name, which only inner modules can have.
static LogicalResult emitSameName(Operation *op,
                                  ArrayRef<func::FuncOp> functions) {
  func::FuncOp first = functions.front();
  InFlightDiagnostic diag =
      op->emitError() << "cannot tell which function is the step: "
                      << functions.size() << " inner modules have a function '"
                      << first.getName()
                      << "'; mark one of them 'remat.step', or plan one module "
                         "at a time";
  for (func::FuncOp each : functions.take_front(kMaxListed))
    diag.attachNote(each.getLoc()) << "here is one";
  return diag;
}

static FailureOr<func::FuncOp> findNamed(Operation *op, StringRef name) {
  Functions functions = getFunctions(op);
  Functions named =
      preferOutermost(op, filter(functions, [&](func::FuncOp function) {
                        return hasBody(function) && function.getName() == name;
                      }));
  if (named.size() > 1)
    return emitSameName(op, named);
  if (named.size() == 1)
    return named.front();
  std::vector<std::string> known;
  for (func::FuncOp function : filter(functions, hasBody))
    known.push_back(function.getName().str());
  return op->emitError() << "there is no function '" << name << "' with a body"
                         << formatNearNames(name, known);
}

FailureOr<func::FuncOp> mlir::remat::findMarkedStep(Operation *op) {
  Functions marked = filter(getFunctions(op), [](func::FuncOp function) {
    return function->hasAttr(kStepAttrName);
  });
  if (marked.empty())
    return func::FuncOp();
  if (marked.size() > 1) {
    InFlightDiagnostic diag = marked[1].emitOpError()
                              << "is marked 'remat.step', but so is '"
                              << marked[0].getName()
                              << "'; a budget is for one function: remove one "
                                 "of the marks";
    diag.attachNote(marked[0].getLoc()) << "the other one is here";
    return diag;
  }
  if (!hasBody(marked.front()))
    return marked.front().emitOpError(
        "is marked 'remat.step', but has no body to plan; remove the mark");
  return marked.front();
}

static bool hasMarkedLoss(func::FuncOp function) {
  return llvm::any_of(
      llvm::seq(function.getNumResults()), [&](unsigned result) {
        return bool(function.getResultAttr(result, kLossAttrName));
      });
}

/// By `main`, the loss, or being the only one.
static FailureOr<func::FuncOp> chooseAmong(Operation *op,
                                           ArrayRef<func::FuncOp> candidates,
                                           int64_t lossResult) {
  if (candidates.empty())
    return func::FuncOp();
  Functions main = filter(candidates, [](func::FuncOp function) {
    return function.getName() == "main";
  });
  if (main.size() > 1)
    return emitSameName(op, main);
  if (main.size() == 1)
    return main.front();
  // A mark says more than a type: helpers return scalars, too.
  Functions withLoss = filter(candidates, hasMarkedLoss);
  if (withLoss.empty())
    withLoss = filter(candidates, [&](func::FuncOp function) {
      return hasLoss(function, lossResult >= 0
                                   ? std::optional<unsigned>(lossResult)
                                   : std::nullopt);
    });
  if (withLoss.size() == 1)
    return withLoss.front();
  if (candidates.size() == 1)
    return candidates.front();
  InFlightDiagnostic diag =
      op->emitError() << "cannot tell which function is the step: none is "
                         "called 'main', and "
                      << (withLoss.empty() ? "none of " : "each of ");
  listNames(diag, withLoss.empty() ? candidates : withLoss);
  return diag << " has a loss; name the step: --remat-function=NAME "
                 "(function=NAME in a pipeline)";
}

FailureOr<func::FuncOp> mlir::remat::findStep(Operation *op, StringRef name,
                                              int64_t lossResult) {
  if (auto function = dyn_cast<func::FuncOp>(op)) {
    if (name.empty() || function.getName() == name)
      return hasBody(function) ? function : func::FuncOp();
    return function.emitOpError()
           << "is not '" << name
           << "', which function=NAME chooses among the functions of a module; "
              "run the pass on the module";
  }
  FailureOr<func::FuncOp> marked = findMarkedStep(op);
  if (failed(marked))
    return failure();
  if (!name.empty()) {
    FailureOr<func::FuncOp> named = findNamed(op, name);
    if (succeeded(named) && *marked && *marked != *named)
      return marked->emitOpError()
             << "is marked 'remat.step', but the step is to be '" << name
             << "'; remove the mark, or leave out the name";
    return named;
  }
  if (*marked)
    return marked;
  return chooseAmong(op, preferOutermost(op, filter(getFunctions(op), hasBody)),
                     lossResult);
}

static void addCalleesFirst(func::FuncOp function,
                            llvm::SetVector<Operation *> &order,
                            llvm::DenseSet<Operation *> &entered) {
  if (function.isExternal() || !entered.insert(function).second)
    return;
  function.walk([&](func::CallOp call) {
    if (auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
            call, call.getCalleeAttr()))
      addCalleesFirst(callee, order, entered);
  });
  order.insert(function);
}

llvm::SetVector<Operation *>
mlir::remat::getWithCallees(ArrayRef<func::FuncOp> functions) {
  llvm::SetVector<Operation *> order;
  llvm::DenseSet<Operation *> entered;
  for (func::FuncOp function : functions)
    addCalleesFirst(function, order, entered);
  return order;
}
