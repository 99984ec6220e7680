//===- Addresses.cpp - Addresses on a device ------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Conversion/GpuAddresses.h"
#include "remat/Dialect/Remat/IR/Remat.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;

static LLVM::LLVMPointerType getPointerType(OpBuilder &builder) {
  return LLVM::LLVMPointerType::get(builder.getContext());
}

bool mlir::remat::isOnHost(Value buffer) {
  if (isInHostMemory(buffer.getType()))
    return true;
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
    buffer = view.getViewSource();
  return isa_and_nonnull<memref::GetGlobalOp, memref::AllocaOp>(
      buffer.getDefiningOp());
}

int64_t mlir::remat::getElementBytes(Type type) {
  if (type.isIntOrFloat())
    return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getNumElements() * getElementBytes(vector.getElementType());
  if (auto complex = dyn_cast<ComplexType>(type))
    return 2 * getElementBytes(complex.getElementType());
  return 8;
}

Value mlir::remat::makeStream(OpBuilder &builder, Value token) {
  return UnrealizedConversionCastOp::create(builder, token.getLoc(),
                                            getPointerType(builder), token)
      .getResult(0);
}

Value mlir::remat::makeAddress(ImplicitLocOpBuilder &b, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  Value address = memref::ExtractAlignedPointerAsIndexOp::create(
      b, b.getIndexType(), buffer);
  int64_t offset;
  SmallVector<int64_t> strides;
  // A type without strides has no offset either.
  if (succeeded(type.getStridesAndOffset(strides, offset)) && offset != 0) {
    Value elements =
        memref::ExtractStridedMetadataOp::create(b, buffer).getOffset();
    Value width = arith::ConstantIndexOp::create(
        b, getElementBytes(type.getElementType()));
    address = arith::AddIOp::create(b, address,
                                    arith::MulIOp::create(b, elements, width));
  }
  Value integer = arith::IndexCastOp::create(b, b.getI64Type(), address);
  return LLVM::IntToPtrOp::create(b, getPointerType(b), integer);
}

Value mlir::remat::makeElementAddress(ImplicitLocOpBuilder &b, Value buffer,
                                      ValueRange indices) {
  auto type = cast<MemRefType>(buffer.getType());
  if (type.getRank() == 0)
    return makeAddress(b, buffer);
  SmallVector<OpFoldResult> offsets = getAsOpFoldResult(indices);
  SmallVector<OpFoldResult> ones(type.getRank(), b.getIndexAttr(1));
  return makeAddress(b,
                     memref::SubViewOp::create(b, buffer, offsets, ones, ones));
}

void mlir::remat::declareFunction(ModuleOp module, StringRef name,
                                  ArrayRef<Type> types, Type result) {
  if (module.lookupSymbol(name))
    return;
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  auto function = func::FuncOp::create(
      builder, module.getLoc(), name,
      builder.getFunctionType(types, result ? TypeRange(result) : TypeRange()));
  function.setPrivate();
}
