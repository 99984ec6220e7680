//===- SparseTensors.cpp - Tensors without a known size -------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Analysis/SparseTensors.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::remat;

/// By the name of the dialect, which need not be loaded.
static bool isSparse(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  Attribute encoding = tensor ? tensor.getEncoding() : Attribute();
  if (!encoding)
    return false;
  auto opaque = dyn_cast<OpaqueAttr>(encoding);
  StringRef dialect = opaque ? opaque.getDialectNamespace().getValue()
                             : encoding.getDialect().getNamespace();
  return dialect == "sparse_tensor";
}

static LogicalResult check(Value value) {
  Type type = value.getType();
  if (!isSparse(type))
    return success();
  InFlightDiagnostic diag = emitError(value.getLoc());
  if (auto argument = dyn_cast<BlockArgument>(value))
    diag << "argument #" << argument.getArgNumber();
  else
    diag << "this value";
  return diag << " has type " << type
              << ", a sparse tensor, whose size in bytes is not known before "
                 "the step runs; make it dense outside of the step "
                 "(sparse_tensor.convert), or lower the step without a budget "
                 "(--sparsifier)";
}

static LogicalResult checkBody(func::FuncOp function) {
  for (BlockArgument argument : function.getBody().getArguments())
    if (failed(check(argument)))
      return failure();
  WalkResult walked =
      function.getBody().walk<WalkOrder::PreOrder>([](Operation *op) {
        for (Value result : op->getResults())
          if (failed(check(result)))
            return WalkResult::interrupt();
        for (Region &region : op->getRegions())
          for (BlockArgument argument : region.getArguments())
            if (failed(check(argument)))
              return WalkResult::interrupt();
        return WalkResult::advance();
      });
  return failure(walked.wasInterrupted());
}

LogicalResult mlir::remat::checkIsDense(func::FuncOp function) {
  llvm::SetVector<Operation *> functions;
  functions.insert(function);
  // Grows during the loop.
  for (size_t index = 0; index != functions.size(); ++index) {
    auto each = cast<func::FuncOp>(functions[index]);
    if (each.isExternal())
      continue;
    if (failed(checkBody(each)))
      return failure();
    each.walk([&](func::CallOp call) {
      if (auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
              call, call.getCalleeAttr()))
        functions.insert(callee);
    });
  }
  return success();
}
