//===- WorkspaceOps.cpp - Ops with a workspace beside their operands ------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Dialect/Remat/IR/Remat.h"

using namespace mlir;
using namespace mlir::remat;

void WithWorkspaceOp::build(OpBuilder &builder, OperationState &state,
                            Value workspace) {
  state.addOperands(workspace);
  state.addRegion()->emplaceBlock();
}

LogicalResult WithWorkspaceOp::verify() {
  Block &body = getBody().front();
  if (body.empty() || !llvm::hasSingleElement(body))
    return emitOpError("holds ")
           << (body.empty() ? "no op" : "more than one op")
           << "; a workspace is for one";
  if (getUser()->getNumResults() != 0)
    return emitOpError("holds an op with results; what uses a workspace writes "
                       "to buffers");
  return success();
}
