//===- SetAside.cpp - Functions that passes leave alone -------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SetAside.h"
#include "llvm/ADT/EquivalenceClasses.h"

using namespace mlir;
using namespace mlir::remat;

/// The functions of a module, those in one class that call each other.
static llvm::EquivalenceClasses<Operation *> groupByCalls(ModuleOp module) {
  llvm::EquivalenceClasses<Operation *> groups;
  for (func::FuncOp function : module.getOps<func::FuncOp>()) {
    groups.insert(function);
    std::optional<SymbolTable::UseRange> uses =
        SymbolTable::getSymbolUses(function);
    if (!uses)
      continue;
    for (const SymbolTable::SymbolUse &use : *uses)
      if (auto used = module.lookupSymbol<func::FuncOp>(
              use.getSymbolRef().getRootReference()))
        groups.unionSets(function, used);
  }
  return groups;
}

SetAside::SetAside(func::FuncOp step)
    : module(step->getParentOfType<ModuleOp>()), name(step.getName()),
      visibility(step.getVisibility()) {
  const llvm::EquivalenceClasses<Operation *> groups = groupByCalls(module);
  std::string behind;
  const SmallVector<func::FuncOp> functions(module.getOps<func::FuncOp>());
  for (func::FuncOp function : llvm::reverse(functions)) {
    if (groups.isEquivalent(function, step)) {
      behind = function.getName();
      continue;
    }
    aside.emplace_back(function, behind);
    function->remove();
  }
  if (!step.isPublic())
    step.setPublic();
}

SetAside::~SetAside() {
  auto step = module.lookupSymbol<func::FuncOp>(name);
  if (step && step.getVisibility() != visibility)
    step.setVisibility(visibility);
  Block &body = *module.getBody();
  for (auto [function, behind] : llvm::reverse(aside)) {
    Operation *next = module.lookupSymbol(behind);
    body.getOperations().insert(next ? next->getIterator() : body.end(),
                                function);
  }
}
