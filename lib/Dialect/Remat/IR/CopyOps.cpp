//===- CopyOps.cpp - Copies between buffers of device and host ------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Dialect/Remat/IR/Remat.h"

using namespace mlir;
using namespace mlir::remat;

bool mlir::remat::isInHostMemory(Type type) {
  auto memref = dyn_cast<BaseMemRefType>(type);
  return memref && isa_and_nonnull<HostAttr>(memref.getMemorySpace());
}

Type mlir::remat::leaveHostMemory(Type type) {
  if (!isInHostMemory(type))
    return type;
  if (auto memref = dyn_cast<MemRefType>(type))
    return MemRefType::Builder(memref).setMemorySpace(Attribute());
  return UnrankedMemRefType::get(cast<BaseMemRefType>(type).getElementType(),
                                 Attribute());
}

/// Checks the constraints of both ops.
static LogicalResult verifyCopy(Operation *op, MemRefType source,
                                MemRefType target) {
  if (source.getShape() != target.getShape() ||
      source.getElementType() != target.getElementType())
    return op->emitOpError("C1: source and target have the same shape and "
                           "element type, but are ")
           << source << " and " << target;
  if (isInHostMemory(source) == isInHostMemory(target))
    return op->emitOpError("C2: one of source and target is in the host's "
                           "memory (#remat.host), but they are ")
           << source << " and " << target;
  return success();
}

LogicalResult CopyStartOp::verify() {
  return verifyCopy(getOperation(), getSource().getType(),
                    getTarget().getType());
}

LogicalResult CopyDoneOp::verify() {
  return verifyCopy(getOperation(), getSource().getType(),
                    getTarget().getType());
}
