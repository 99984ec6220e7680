//===- EmulationLaunches.cpp - Launches of emulated kernels ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu/Emulation.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::remat;
using namespace mlir::remat::emulation;

/// The fields of `operands` one by one, as a launch passes them.
static SmallVector<Value> flatten(EmulatorBuilder &b,
                                  const LLVMTypeConverter &converter,
                                  ValueRange operands) {
  SmallVector<Value> fields;
  for (Value operand : operands) {
    // LLVM's type of a non-memref holds the same bits.
    Type converted = converter.convertType(operand.getType());
    Value value = operand;
    if (converted != operand.getType())
      value = b.cast(converted, operand);
    if (auto memref = dyn_cast<MemRefType>(operand.getType()))
      MemRefDescriptor::unpack(b, b.getLoc(), value, memref, fields);
    else
      fields.push_back(value);
  }
  return fields;
}

/// The bits of `field` in eight bytes, the lowest first as on all hosts.
static Value toWord(EmulatorBuilder &b, Value field) {
  Type type = field.getType(), word = b.getI64Type();
  if (isa<LLVM::LLVMPointerType>(type))
    return LLVM::PtrToIntOp::create(b, word, field);
  if (isa<FloatType>(type))
    field = arith::BitcastOp::create(
        b, b.getIntegerType(type.getIntOrFloatBitWidth()), field);
  if (field.getType().getIntOrFloatBitWidth() < 64)
    return arith::ExtUIOp::create(b, word, field);
  return field;
}

/// A stack array of pointers to `fields`. As memrefs: counters of buffers must
/// see the allocations.
static Value storeParameters(EmulatorBuilder &b, ValueRange fields) {
  auto type =
      MemRefType::get({static_cast<int64_t>(fields.size())}, b.getI64Type());
  Value words = memref::AllocaOp::create(b, type);
  Value pointers = memref::AllocaOp::create(b, type);
  for (auto [i, field] : llvm::enumerate(fields)) {
    Value index = b.makeIndex(static_cast<int64_t>(i));
    memref::StoreOp::create(b, toWord(b, field), words, index);
    Value address = LLVM::PtrToIntOp::create(b, b.getI64Type(),
                                             b.makeAddress(words, index));
    memref::StoreOp::create(b, address, pointers, index);
  }
  return b.makeSlotAddress(pointers);
}

/// Returns the function that launches `kernel`, made on first use. Takes the
/// sizes of grid and block, the bytes of dynamic shared memory, then the
/// kernel's arguments. Its own stack holds the parameters, so that a loop of
/// launches does not grow the driver's.
static func::FuncOp getLauncher(ModuleOp module, func::FuncOp kernel,
                                SymbolTable &symbols,
                                const LLVMTypeConverter &converter) {
  std::string name = (kernel.getName() + "__launch").str();
  if (auto launcher = symbols.lookup<func::FuncOp>(name))
    return launcher;
  EmulatorBuilder b(module, kernel);
  SmallVector<Type> types(7, b.getI64Type());
  llvm::append_range(types, kernel.getArgumentTypes());
  auto launcher =
      func::FuncOp::create(b.getLoc(), name, b.getFunctionType(types, {}));
  launcher.setPrivate();
  symbols.insert(launcher);
  b.setInsertionPointToStart(launcher.addEntryBlock());
  Value entry = func::ConstantOp::create(
      b, b.getFunctionType(b.getPointerType(), TypeRange()),
      (kernel.getName() + kEntrySuffix).str());
  SmallVector<Value> operands = {b.cast(b.getPointerType(), entry)};
  llvm::append_range(operands, launcher.getArguments().take_front(7));
  operands.push_back(storeParameters(
      b, flatten(b, converter, launcher.getArguments().drop_front(7))));
  b.call("rematEmulatorLaunch", Type(), operands);
  func::ReturnOp::create(b);
  return launcher;
}

static LogicalResult emulate(ModuleOp module, gpu::LaunchFuncOp launch,
                             SymbolTable &symbols,
                             const LLVMTypeConverter &converter) {
  if (launch.getAsyncToken() || !launch.getAsyncDependencies().empty())
    return launch.emitError("is asynchronous; emulate launches before they are "
                            "made so");
  if (launch.hasClusterSize())
    return launch.emitError("has clusters, which are not emulated");
  auto kernel = symbols.lookup<func::FuncOp>(
      (kPrefix + launch.getKernelName().getValue()).str());
  if (!kernel)
    return launch.emitError("names a kernel that is not there");
  EmulatorBuilder b(module, launch);
  auto toI64 = [&](Value value) -> Value {
    if (value.getType().isIndex())
      return arith::IndexCastOp::create(b, b.getI64Type(), value);
    if (value.getType().isInteger(32))
      return arith::ExtSIOp::create(b, b.getI64Type(), value);
    return value;
  };
  SmallVector<Value> operands;
  gpu::KernelDim3 grid = launch.getGridSizeOperandValues();
  gpu::KernelDim3 block = launch.getBlockSizeOperandValues();
  for (Value size : {grid.x, grid.y, grid.z, block.x, block.y, block.z})
    operands.push_back(toI64(size));
  Value shared = launch.getDynamicSharedMemorySize();
  operands.push_back(shared ? toI64(shared) : b.makeI64(0));
  llvm::append_range(operands, launch.getKernelOperands());
  func::FuncOp launcher = getLauncher(module, kernel, symbols, converter);
  func::CallOp::create(b, launcher, operands);
  launch.erase();
  return success();
}

LogicalResult emulation::emulateLaunches(ModuleOp module) {
  LLVMTypeConverter converter(module.getContext());
  SymbolTable symbols(module);
  SmallVector<gpu::LaunchFuncOp> launches;
  module.walk([&](gpu::LaunchFuncOp launch) { launches.push_back(launch); });
  for (gpu::LaunchFuncOp launch : launches)
    if (failed(emulate(module, launch, symbols, converter)))
      return failure();
  return success();
}
