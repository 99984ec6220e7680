//===- Emulation.cpp - Kernels as functions of the host -------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu/Emulation.h"
#include "Gpu/KernelBuilder.h"
#include "Gpu/LowerWarpOps.h"
#include "remat/Conversion/GpuAddresses.h"
#include "remat/Conversion/Passes.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATGPUEMULATE
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;
using namespace mlir::remat::emulation;

/// The largest chip's limit: the emulator's guard bytes check accesses instead.
static constexpr int64_t kMaxDynamicShared = int64_t(227) << 10;

Value EmulatorBuilder::call(StringRef name, Type result, ValueRange operands) {
  TypeRange results = result ? TypeRange(result) : TypeRange();
  if (!module.lookupSymbol(name)) {
    InsertionGuard guard(*this);
    setInsertionPointToStart(module.getBody());
    auto type = getFunctionType(operands.getTypes(), results);
    func::FuncOp::create(*this, getUnknownLoc(), name, type).setPrivate();
  }
  auto call = func::CallOp::create(*this, name, results, operands);
  return result ? call.getResult(0) : Value();
}

Type EmulatorBuilder::getPointerType() {
  return LLVM::LLVMPointerType::get(getContext());
}

Value EmulatorBuilder::makeI32(int64_t value) {
  return arith::ConstantIntOp::create(*this, value, 32);
}

Value EmulatorBuilder::makeI64(int64_t value) {
  return arith::ConstantIntOp::create(*this, value, 64);
}

Value EmulatorBuilder::makeIndex(int64_t value) {
  return arith::ConstantIndexOp::create(*this, value);
}

Value EmulatorBuilder::cast(Type type, Value value) {
  return UnrealizedConversionCastOp::create(*this, type, value).getResult(0);
}

static Value toPointer(EmulatorBuilder &b, Value address) {
  Value bits = arith::IndexCastOp::create(b, b.getI64Type(), address);
  return LLVM::IntToPtrOp::create(b, b.getPointerType(), bits);
}

Value EmulatorBuilder::makeAddress(Value memref, ValueRange indices) {
  auto metadata = memref::ExtractStridedMetadataOp::create(*this, memref);
  Value element = metadata.getOffset();
  for (auto [index, stride] : llvm::zip_equal(indices, metadata.getStrides())) {
    Value step = arith::MulIOp::create(*this, index, stride);
    element = arith::AddIOp::create(*this, element, step);
  }
  Value bytes = arith::MulIOp::create(
      *this, element,
      makeIndex(remat::getElementBytes(getElementTypeOrSelf(memref))));
  Value base = memref::ExtractAlignedPointerAsIndexOp::create(*this, memref);
  return toPointer(*this, arith::AddIOp::create(*this, base, bytes));
}

Value EmulatorBuilder::makeSlot(Operation *op, Type type) {
  InsertionGuard guard(*this);
  auto function = op->getParentOfType<func::FuncOp>();
  setInsertionPointToStart(&function.getBody().front());
  return memref::AllocaOp::create(*this, MemRefType::get({}, type));
}

Value EmulatorBuilder::makeSlotAddress(Value slot) {
  return toPointer(*this,
                   memref::ExtractAlignedPointerAsIndexOp::create(*this, slot));
}

/// The host has one memory, and tokens of copies carry nothing.
static Type toHostType(Type type) {
  if (auto memref = dyn_cast<MemRefType>(type))
    return MemRefType::Builder(memref).setMemorySpace(Attribute());
  if (auto memref = dyn_cast<UnrankedMemRefType>(type))
    return UnrankedMemRefType::get(memref.getElementType(), Attribute());
  if (isa<nvgpu::DeviceAsyncTokenType>(type))
    return IntegerType::get(type.getContext(), 32);
  return type;
}

static void convertTypes(Operation *root) {
  root->walk([](Operation *op) {
    for (Value result : op->getResults())
      result.setType(toHostType(result.getType()));
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          argument.setType(toHostType(argument.getType()));
  });
}

namespace {

/// Converts a gpu.module to host functions.
class ModuleEmulation {
public:
  explicit ModuleEmulation(ModuleOp module)
      : module(module), symbols(module), converter(module.getContext()) {}

  /// `device` is a copy that is used up.
  LogicalResult run(gpu::GPUModuleOp device);

private:
  LogicalResult moveGlobal(memref::GlobalOp global);
  func::FuncOp moveFunction(FunctionOpInterface function, FunctionType type);
  void replaceAttributions(gpu::GPUFuncOp kernel, func::FuncOp function);
  LogicalResult convertBody(func::FuncOp function);
  FailureOr<bool> convert(Operation *op);
  void addEntry(func::FuncOp function);

  Value makeMemRef(EmulatorBuilder &b, MemRefType type, Value data);
  Value makeShared(EmulatorBuilder &b, MemRefType type, int64_t key);

  ModuleOp module;
  SymbolTable symbols;
  LLVMTypeConverter converter;
  /// Globals in shared memory, as keys of buffers.
  llvm::StringMap<int64_t> sharedGlobals;
  int64_t nextKey = 0;
};

} // namespace

static Value getDimension(EmulatorBuilder &b, StringRef function,
                          gpu::Dimension dimension) {
  Value which = b.makeI32(static_cast<int64_t>(dimension));
  Value value = b.call(function, b.getI64Type(), which);
  return arith::IndexCastOp::create(b, b.getIndexType(), value);
}

static Value getLinearThread(EmulatorBuilder &b) {
  Value linear;
  for (auto dimension :
       {gpu::Dimension::z, gpu::Dimension::y, gpu::Dimension::x}) {
    Value id = getDimension(b, "rematEmulatorThreadId", dimension);
    if (!linear) {
      linear = id;
      continue;
    }
    Value size = getDimension(b, "rematEmulatorBlockDim", dimension);
    linear =
        arith::AddIOp::create(b, arith::MulIOp::create(b, linear, size), id);
  }
  return linear;
}

static Value getNumThreads(EmulatorBuilder &b) {
  Value product = b.makeIndex(1);
  for (auto dimension :
       {gpu::Dimension::x, gpu::Dimension::y, gpu::Dimension::z})
    product = arith::MulIOp::create(
        b, product, getDimension(b, "rematEmulatorBlockDim", dimension));
  return product;
}

/// The buffer of a static `type` at `data`.
Value ModuleEmulation::makeMemRef(EmulatorBuilder &b, MemRefType type,
                                  Value data) {
  return b.cast(type, MemRefDescriptor::fromStaticShape(b, b.getLoc(),
                                                        converter, type, data));
}

/// A buffer that the threads of a block share.
Value ModuleEmulation::makeShared(EmulatorBuilder &b, MemRefType type,
                                  int64_t key) {
  int64_t bytes =
      type.getNumElements() * remat::getElementBytes(type.getElementType());
  return makeMemRef(b, type,
                    b.call("rematEmulatorShared", b.getPointerType(),
                           {b.makeI64(key), b.makeI64(bytes)}));
}

void ModuleEmulation::replaceAttributions(gpu::GPUFuncOp kernel,
                                          func::FuncOp function) {
  Block &entry = function.getBody().front();
  EmulatorBuilder b(module, kernel);
  b.setInsertionPointToStart(&entry);
  unsigned first = kernel.getFirstWorkgroupAttributionIndex();
  unsigned firstPrivate = kernel.getFirstPrivateAttributionIndex();
  for (unsigned i = first; i < entry.getNumArguments(); ++i) {
    BlockArgument argument = entry.getArgument(i);
    auto type = cast<MemRefType>(toHostType(argument.getType()));
    Value buffer = i < firstPrivate
                       ? makeShared(b, type, nextKey++)
                       : memref::AllocaOp::create(b, type).getResult();
    argument.replaceAllUsesWith(buffer);
  }
  entry.eraseArguments(first, entry.getNumArguments() - first);
}

LogicalResult ModuleEmulation::moveGlobal(memref::GlobalOp global) {
  std::string name = (kPrefix + global.getSymName()).str();
  if (gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(global.getType())) {
    if (!global.getType().hasStaticShape())
      return global.emitError("has no static shape, so that its shared memory "
                              "cannot be emulated");
    sharedGlobals[global.getSymName()] = nextKey++;
    return success();
  }
  auto moved = global.clone();
  moved.setSymName(name);
  moved.setType(cast<MemRefType>(toHostType(global.getType())));
  moved.setPrivate();
  if (Operation *other = symbols.lookup(name)) {
    // Constants are copied into each module that reads them.
    bool isSame = other->getAttrDictionary() == moved->getAttrDictionary() &&
                  global.getConstant();
    moved.erase();
    if (!isSame)
      return global.emitError("is there in two modules of the device");
    return success();
  }
  symbols.insert(moved, module.getBody()->begin());
  return success();
}

/// Makes a host function with the same body.
func::FuncOp ModuleEmulation::moveFunction(FunctionOpInterface function,
                                           FunctionType type) {
  Builder b(module.getContext());
  auto toHost = [](TypeRange types) {
    return llvm::map_to_vector(types, toHostType);
  };
  auto host = func::FuncOp::create(
      function.getLoc(), (kPrefix + function.getName()).str(),
      b.getFunctionType(toHost(type.getInputs()), toHost(type.getResults())));
  host.getBody().takeBody(function.getFunctionBody());
  symbols.insert(host, module.getBody()->end());
  return host;
}

/// A misaligned vector access traps on a GPU if it promises alignment.
static void checkAlignment(EmulatorBuilder &b, Value memref, ValueRange indices,
                           std::optional<int64_t> alignment) {
  if (alignment)
    b.call("rematEmulatorAligned", Type(),
           {b.makeAddress(memref, indices), b.makeI64(*alignment)});
}

/// Replaces `op` if the host does not know it; returns whether it did.
FailureOr<bool> ModuleEmulation::convert(Operation *op) {
  EmulatorBuilder b(module, op);
  auto getWarp = [&](Value thread) -> Value {
    return arith::DivUIOp::create(b, thread, b.makeIndex(kWarpThreads));
  };
  if (auto id = dyn_cast<gpu::ThreadIdOp>(op))
    return replace(op,
                   getDimension(b, "rematEmulatorThreadId", id.getDimension()));
  if (auto id = dyn_cast<gpu::BlockIdOp>(op))
    return replace(op,
                   getDimension(b, "rematEmulatorBlockId", id.getDimension()));
  if (auto dim = dyn_cast<gpu::BlockDimOp>(op))
    return replace(
        op, getDimension(b, "rematEmulatorBlockDim", dim.getDimension()));
  if (auto dim = dyn_cast<gpu::GridDimOp>(op))
    return replace(op,
                   getDimension(b, "rematEmulatorGridDim", dim.getDimension()));
  if (isa<gpu::LaneIdOp>(op)) {
    Value thread = getLinearThread(b);
    return replace(op,
                   arith::RemUIOp::create(b, thread, b.makeIndex(kWarpThreads))
                       .getResult());
  }
  if (isa<gpu::SubgroupIdOp>(op))
    return replace(op, getWarp(getLinearThread(b)));
  if (isa<gpu::SubgroupSizeOp>(op))
    return replace(op, b.makeIndex(kWarpThreads));
  if (isa<gpu::NumSubgroupsOp>(op))
    return replace(
        op, getWarp(arith::AddIOp::create(b, getNumThreads(b),
                                          b.makeIndex(kWarpThreads - 1))));
  if (isa<gpu::BarrierOp>(op)) {
    b.call("rematEmulatorBarrier", Type(), {});
    return replace(op, {});
  }
  if (auto shared = dyn_cast<gpu::DynamicSharedMemoryOp>(op)) {
    Value buffer = makeMemRef(
        b, MemRefType::get({kMaxDynamicShared}, b.getI8Type()),
        b.call("rematEmulatorDynamicShared", b.getPointerType(), {}));
    return replace(
        op, memref::CastOp::create(b, shared.getType(), buffer).getResult());
  }
  if (auto end = dyn_cast<gpu::ReturnOp>(op)) {
    func::ReturnOp::create(b, end.getOperands());
    return replace(op, {});
  }
  if (auto get = dyn_cast<memref::GetGlobalOp>(op)) {
    auto shared = sharedGlobals.find(get.getName());
    if (shared != sharedGlobals.end())
      return replace(op, makeShared(b, get.getType(), shared->second));
    get.setName((kPrefix + get.getName()).str());
    return true;
  }
  if (auto cast = dyn_cast<memref::MemorySpaceCastOp>(op))
    return replace(op, cast.getSource());
  if (auto call = dyn_cast<func::CallOp>(op)) {
    if (!call.getCallee().starts_with("rematEmulator"))
      call.setCallee((kPrefix + call.getCallee()).str());
    return true;
  }
  if (auto load = dyn_cast<vector::LoadOp>(op))
    checkAlignment(b, load.getBase(), load.getIndices(), load.getAlignment());
  if (auto store = dyn_cast<vector::StoreOp>(op))
    checkAlignment(b, store.getBase(), store.getIndices(),
                   store.getAlignment());
  if (auto load = dyn_cast<memref::LoadOp>(op))
    checkAlignment(b, load.getMemRef(), load.getIndices(), load.getAlignment());
  if (auto store = dyn_cast<memref::StoreOp>(op))
    checkAlignment(b, store.getMemRef(), store.getIndices(),
                   store.getAlignment());
  return emulateWarpOp(op, b);
}

LogicalResult ModuleEmulation::convertBody(func::FuncOp function) {
  SmallVector<Operation *> ops;
  function.walk([&](Operation *op) {
    if (op != function)
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    Dialect *dialect = op->getDialect();
    FailureOr<bool> isDone = convert(op);
    if (failed(isDone))
      return failure();
    if (!*isDone && isa_and_nonnull<gpu::GPUDialect, nvgpu::NVGPUDialect,
                                    NVVM::NVVMDialect>(dialect))
      return op->emitError("cannot be emulated on the host; it has to be "
                           "lowered to operations that can, or to be emulated "
                           "by remat-gpu-emulate");
  }
  return success();
}

/// Adds a function that takes an array of pointers, one per field of each
/// argument, as a launch passes them.
void ModuleEmulation::addEntry(func::FuncOp function) {
  EmulatorBuilder b(module, function);
  Type pointer = b.getPointerType();
  auto entry = func::FuncOp::create(b.getLoc(),
                                    (function.getName() + kEntrySuffix).str(),
                                    b.getFunctionType(pointer, {}));
  symbols.insert(entry, module.getBody()->end());
  b.setInsertionPointToStart(entry.addEntryBlock());
  int32_t position = 0;
  auto loadNext = [&](Type type) -> Value {
    Value slot = LLVM::GEPOp::create(b, pointer, pointer, entry.getArgument(0),
                                     ArrayRef<LLVM::GEPArg>{position++});
    Value field = LLVM::LoadOp::create(b, pointer, slot);
    return LLVM::LoadOp::create(b, type, field);
  };
  SmallVector<Value> arguments;
  for (Type type : function.getArgumentTypes()) {
    Value value;
    if (auto memref = dyn_cast<MemRefType>(type)) {
      SmallVector<Value> fields;
      for (Type field : converter.getMemRefDescriptorFields(
               memref, /*unpackAggregates=*/true))
        fields.push_back(loadNext(field));
      value = MemRefDescriptor::pack(b, b.getLoc(), converter, memref, fields);
    } else {
      value = loadNext(converter.convertType(type));
    }
    if (value.getType() != type)
      value = b.cast(type, value);
    arguments.push_back(value);
  }
  func::CallOp::create(b, function, arguments);
  func::ReturnOp::create(b);
}

/// Expands global indices to those within a block, and reductions to a GPU's
/// shuffles, so that sums are taken in the same order.
static LogicalResult lowerToThreads(gpu::GPUModuleOp device) {
  RewritePatternSet patterns(device.getContext());
  populateGpuGlobalIdPatterns(patterns);
  if (failed(applyPatternsGreedily(device, std::move(patterns))))
    return failure();
  return lowerWarpReductions(device);
}

LogicalResult ModuleEmulation::run(gpu::GPUModuleOp device) {
  if (failed(lowerToThreads(device)))
    return failure();
  for (auto global : device.getOps<memref::GlobalOp>())
    if (failed(moveGlobal(global)))
      return failure();
  for (auto function : llvm::to_vector(device.getOps<FunctionOpInterface>())) {
    if (function.isExternal())
      return function.emitError("has no body to be emulated");
    auto type = dyn_cast<FunctionType>(function.getFunctionType());
    if (!type)
      return function.emitError("is lowered already; kernels are emulated "
                                "before they are");
    if (symbols.lookup((kPrefix + function.getName()).str()))
      return function.emitError("is there in two modules of the device");
    auto kernel = dyn_cast<gpu::GPUFuncOp>(function.getOperation());
    func::FuncOp host = moveFunction(function, type);
    if (kernel)
      replaceAttributions(kernel, host);
    convertTypes(host);
    if (failed(convertBody(host)))
      return failure();
    if (kernel && kernel.isKernel())
      addEntry(host);
  }
  return success();
}

namespace {
struct GpuEmulate : remat::impl::RematGpuEmulateBase<GpuEmulate> {
  using RematGpuEmulateBase::RematGpuEmulateBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    for (auto device : llvm::to_vector(module.getOps<gpu::GPUModuleOp>())) {
      ModuleEmulation emulation(module);
      // With `launch` the module goes afterwards.
      auto used = launch ? device : device.clone();
      if (!launch)
        module.push_back(used);
      LogicalResult result = emulation.run(used);
      if (!launch)
        used.erase();
      if (failed(result))
        return signalPassFailure();
    }
    if (!launch)
      return;
    if (failed(emulateLaunches(module)))
      return signalPassFailure();
    for (auto device : llvm::to_vector(module.getOps<gpu::GPUModuleOp>()))
      device.erase();
  }
};
} // namespace
