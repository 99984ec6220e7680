//===- EmulationCalls.cpp - Calls of the emulator's functions -------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu/Emulation.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::remat;
using namespace mlir::remat::emulation;

Calls::Calls(ModuleOp module)
    : module(module), pointer(LLVM::LLVMPointerType::get(module.getContext())) {
}

Value Calls::call(ImplicitLocOpBuilder &b, StringRef name, Type result,
                  ValueRange operands) {
  TypeRange results = result ? TypeRange(result) : TypeRange();
  if (!module.lookupSymbol(name)) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(module.getBody());
    auto type = b.getFunctionType(operands.getTypes(), results);
    func::FuncOp::create(b, b.getUnknownLoc(), name, type).setPrivate();
  }
  auto call = func::CallOp::create(b, name, results, operands);
  return result ? call.getResult(0) : Value();
}

Value emulation::makeI32(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantIntOp::create(b, value, 32);
}
Value emulation::makeI64(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantIntOp::create(b, value, 64);
}
Value emulation::makeIndex(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}

static Value toPointer(ImplicitLocOpBuilder &b, Value address) {
  Value bits = arith::IndexCastOp::create(b, b.getI64Type(), address);
  return LLVM::IntToPtrOp::create(b, LLVM::LLVMPointerType::get(b.getContext()),
                                  bits);
}

int64_t emulation::getElementBytes(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getNumElements() * getElementBytes(vector.getElementType());
  if (type.isIndex())
    return 8;
  return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}

Value emulation::makeAddress(ImplicitLocOpBuilder &b, Value memref,
                             ValueRange indices) {
  auto type = cast<MemRefType>(memref.getType());
  auto metadata = memref::ExtractStridedMetadataOp::create(b, memref);
  Value element = metadata.getOffset();
  for (auto [index, stride] : llvm::zip_equal(indices, metadata.getStrides())) {
    Value step = arith::MulIOp::create(b, index, stride);
    element = arith::AddIOp::create(b, element, step);
  }
  Value bytes = arith::MulIOp::create(
      b, element, makeIndex(b, getElementBytes(type.getElementType())));
  Value base = memref::ExtractAlignedPointerAsIndexOp::create(b, memref);
  return toPointer(b, arith::AddIOp::create(b, base, bytes));
}

Value emulation::makeSlot(Operation *op, Type type) {
  auto function = op->getParentOfType<func::FuncOp>();
  OpBuilder builder = OpBuilder::atBlockBegin(&function.getBody().front());
  return memref::AllocaOp::create(builder, op->getLoc(),
                                  MemRefType::get({}, type));
}

Value emulation::makeSlotAddress(ImplicitLocOpBuilder &b, Value slot) {
  return toPointer(b, memref::ExtractAlignedPointerAsIndexOp::create(b, slot));
}
