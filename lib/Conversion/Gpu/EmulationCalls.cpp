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

Value Calls::call(OpBuilder &builder, Location loc, StringRef name, Type result,
                  ValueRange operands) {
  TypeRange results = result ? TypeRange(result) : TypeRange();
  if (!module.lookupSymbol(name)) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    auto type = builder.getFunctionType(operands.getTypes(), results);
    func::FuncOp::create(builder, builder.getUnknownLoc(), name, type)
        .setPrivate();
  }
  auto call = func::CallOp::create(builder, loc, name, results, operands);
  return result ? call.getResult(0) : Value();
}

Value emulation::makeI32(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIntOp::create(builder, loc, value, 32);
}
Value emulation::makeI64(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIntOp::create(builder, loc, value, 64);
}
Value emulation::makeIndex(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

static Value toPointer(OpBuilder &builder, Location loc, Value address) {
  Value bits =
      arith::IndexCastOp::create(builder, loc, builder.getI64Type(), address);
  return LLVM::IntToPtrOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), bits);
}

int64_t emulation::getElementBytes(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getNumElements() * getElementBytes(vector.getElementType());
  if (type.isIndex())
    return 8;
  return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}

Value emulation::makeAddress(OpBuilder &builder, Location loc, Value memref,
                             ValueRange indices) {
  auto type = cast<MemRefType>(memref.getType());
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, loc, memref);
  Value element = metadata.getOffset();
  for (auto [index, stride] : llvm::zip_equal(indices, metadata.getStrides())) {
    Value step = arith::MulIOp::create(builder, loc, index, stride);
    element = arith::AddIOp::create(builder, loc, element, step);
  }
  Value bytes = arith::MulIOp::create(
      builder, loc, element,
      makeIndex(builder, loc, getElementBytes(type.getElementType())));
  Value base =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, memref);
  return toPointer(builder, loc,
                   arith::AddIOp::create(builder, loc, base, bytes));
}

Value emulation::makeSlot(Operation *op, Type type) {
  auto function = op->getParentOfType<func::FuncOp>();
  OpBuilder builder = OpBuilder::atBlockBegin(&function.getBody().front());
  return memref::AllocaOp::create(builder, op->getLoc(),
                                  MemRefType::get({}, type));
}

Value emulation::makeSlotAddress(OpBuilder &builder, Location loc, Value slot) {
  return toPointer(
      builder, loc,
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, slot));
}
