//===- Addresses.cpp - Addresses on a device ------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Conversion/GpuAddresses.h"

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

Value mlir::remat::makeAddress(OpBuilder &builder, Location loc, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  Value address = memref::ExtractAlignedPointerAsIndexOp::create(
      builder, loc, builder.getIndexType(), buffer);
  int64_t offset;
  SmallVector<int64_t> strides;
  // What has no strides has no offset either.
  if (succeeded(type.getStridesAndOffset(strides, offset)) && offset != 0) {
    const int64_t bytes = getElementBytes(type.getElementType());
    Value elements =
        memref::ExtractStridedMetadataOp::create(builder, loc, buffer)
            .getOffset();
    Value width = arith::ConstantIndexOp::create(builder, loc, bytes);
    address = arith::AddIOp::create(
        builder, loc, address,
        arith::MulIOp::create(builder, loc, elements, width));
  }
  Value integer =
      arith::IndexCastOp::create(builder, loc, builder.getI64Type(), address);
  return LLVM::IntToPtrOp::create(builder, loc, getPointerType(builder),
                                  integer);
}

Value mlir::remat::makeElementAddress(OpBuilder &builder, Location loc,
                                      Value buffer, ValueRange indices) {
  auto type = cast<MemRefType>(buffer.getType());
  if (type.getRank() == 0)
    return makeAddress(builder, loc, buffer);
  SmallVector<OpFoldResult> offsets = getAsOpFoldResult(indices);
  SmallVector<OpFoldResult> ones(type.getRank(), builder.getIndexAttr(1));
  Value element =
      memref::SubViewOp::create(builder, loc, buffer, offsets, ones, ones);
  return makeAddress(builder, loc, element);
}

void mlir::remat::declareFunction(ModuleOp module, StringRef name,
                                  ArrayRef<Type> types) {
  if (module.lookupSymbol(name))
    return;
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  auto function = func::FuncOp::create(builder, module.getLoc(), name,
                                       builder.getFunctionType(types, {}));
  function.setPrivate();
}
