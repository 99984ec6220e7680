//===- ApplyArena.cpp - Buffers become views of an arena ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "remat/Conversion/Arena.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Targets/Target.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
class ArenaWriter {
public:
  ArenaWriter(func::FuncOp function, const Arena &arena,
              const ArenaOptions &options)
      : function(function), arena(arena), options(options),
        builder(function.getContext()) {}
  void run();

private:
  using PlacedArgument = std::pair<BlockArgument, int64_t>;

  void makeBlock();
  void makeHostBlock();
  Value getOffset(int64_t bytes);
  void makeView(Value buffer, Value inBlock, int64_t offset);
  void dropDeallocations();
  void callRuntime(StringRef name, Value buffer, bool withBytes);
  void dropArguments(ArrayRef<PlacedArgument> arguments);
  void annotate();

  func::FuncOp function;
  const Arena &arena;
  const ArenaOptions &options;
  OpBuilder builder;
  Value block;
  /// Null without buffers on the host.
  Value hostBlock;
  /// The last operation before all views, if any.
  Operation *head = nullptr;
  llvm::DenseMap<int64_t, Value> offsets;
};
} // namespace

/// Bytes from a buffer's first element to the end of its last in the CPU's
/// layout.
static int64_t getElementsBytes(MemRefType type) {
  Type element = type.getElementType();
  if (!element.isIntOrFloat())
    return getCpuTarget().getStorageBytes(type).value_or(0);
  return type.getNumElements() * llvm::PowerOf2Ceil(llvm::divideCeil(
                                     element.getIntOrFloatBitWidth(), 8));
}

/// Whether `buffer` is known to have no elements.
static bool isEmpty(Value buffer) {
  auto type = dyn_cast<MemRefType>(buffer.getType());
  return type && type.hasStaticShape() && type.getNumElements() == 0;
}

/// Inserts a call for a non-empty buffer. `withBytes` needs a static shape.
void ArenaWriter::callRuntime(StringRef name, Value buffer, bool withBytes) {
  if (!options.isChecked || isEmpty(buffer))
    return;
  Location loc = buffer.getLoc();
  SmallVector<Value> operands = {
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, buffer)};
  if (withBytes)
    operands.push_back(arith::ConstantIndexOp::create(
        builder, loc, getElementsBytes(cast<MemRefType>(buffer.getType()))));
  Operation *table = SymbolTable::getNearestSymbolTable(function);
  if (!SymbolTable::lookupSymbolIn(table, name)) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&table->getRegion(0).front());
    auto type = builder.getFunctionType(TypeRange(ValueRange(operands)), {});
    func::FuncOp::create(builder, loc, name, type).setPrivate();
  }
  func::CallOp::create(builder, loc, name, TypeRange(), operands);
}

/// Makes the arena at the entry: an argument or an allocation, freed before the
/// return unless part of it is returned.
void ArenaWriter::makeBlock() {
  Attribute space;
  if (!arena.buffers.empty())
    space = cast<MemRefType>(arena.buffers.front().buffer.getType())
                .getMemorySpace();
  auto type =
      MemRefType::get({arena.result.placement.sizeInBytes}, builder.getI8Type(),
                      MemRefLayoutAttrInterface(), space);
  Location loc = function.getLoc();
  Block &entry = function.getBody().front();
  if (options.arenaIsArgument) {
    // Fails only for external functions.
    (void)function.insertArgument(function.getNumArguments(), type, {}, loc);
    block = entry.getArguments().back();
    builder.setInsertionPointToStart(&entry);
    callRuntime("rematArenaBegin", block, /*withBytes=*/true);
    if (builder.getInsertionPoint() != entry.begin())
      head = &*std::prev(builder.getInsertionPoint());
    return;
  }
  if (arena.buffers.empty())
    return;
  builder.setInsertionPointToStart(&entry);
  block = memref::AllocOp::create(builder, loc, type,
                                  builder.getI64IntegerAttr(arena.alignment));
  callRuntime("rematArenaBegin", block, /*withBytes=*/true);
  head = &*std::prev(builder.getInsertionPoint());
  if (arena.isReturned)
    return;
  builder.setInsertionPoint(entry.getTerminator());
  callRuntime("rematArenaEnd", block, /*withBytes=*/false);
  memref::DeallocOp::create(builder, loc, block);
}

/// Makes the block of the host, behind the arena, and frees it at the end.
void ArenaWriter::makeHostBlock() {
  const HostBlock &host = arena.host;
  if (host.buffers.empty())
    return;
  Block &entry = function.getBody().front();
  if (head)
    builder.setInsertionPointAfter(head);
  else
    builder.setInsertionPointToStart(&entry);
  auto type = MemRefType::get({host.result.placement.sizeInBytes},
                              builder.getI8Type(), MemRefLayoutAttrInterface(),
                              HostAttr::get(builder.getContext()));
  Location loc = function.getLoc();
  hostBlock = memref::AllocOp::create(
      builder, loc, type, builder.getI64IntegerAttr(arena.alignment));
  head = hostBlock.getDefiningOp();
  builder.setInsertionPoint(entry.getTerminator());
  memref::DeallocOp::create(builder, loc, hostBlock);
}

/// Constants stand at the entry, each once.
Value ArenaWriter::getOffset(int64_t bytes) {
  Value &offset = offsets[bytes];
  if (!offset) {
    OpBuilder::InsertionGuard guard(builder);
    if (head)
      builder.setInsertionPointAfter(head);
    else
      builder.setInsertionPointToStart(&function.getBody().front());
    offset = arith::ConstantIndexOp::create(builder, function.getLoc(), bytes);
    head = offset.getDefiningOp();
  }
  return offset;
}

void ArenaWriter::makeView(Value buffer, Value inBlock, int64_t bytes) {
  Operation *definition = buffer.getDefiningOp();
  Value offset = getOffset(bytes);
  // An argument's view stands behind its offset's constant.
  if (definition)
    builder.setInsertionPoint(definition);
  else
    builder.setInsertionPointAfter(head);
  Value view = memref::ViewOp::create(builder, buffer.getLoc(),
                                      cast<MemRefType>(buffer.getType()),
                                      inBlock, offset, ValueRange());
  buffer.replaceAllUsesWith(view);
  if (inBlock == block)
    callRuntime(definition ? "rematArenaAcquire" : "rematArenaAdopt", view,
                /*withBytes=*/true);
  if (definition)
    definition->erase();
}

void ArenaWriter::dropDeallocations() {
  llvm::SmallSetVector<Operation *, 8> deallocations;
  for (const ArenaBuffer &buffer : arena.buffers)
    deallocations.insert_range(buffer.deallocations);
  for (Operation *op : deallocations) {
    builder.setInsertionPoint(op);
    callRuntime("rematArenaRelease", cast<memref::DeallocOp>(op).getMemref(),
                /*withBytes=*/false);
    op->erase();
  }
  for (const ArenaBuffer &buffer : arena.host.buffers)
    for (Operation *op : buffer.deallocations)
      op->erase();
}

void ArenaWriter::dropArguments(ArrayRef<PlacedArgument> arguments) {
  // The arena is the last.
  SmallVector<int64_t> places(function.getNumArguments() - 1, -1);
  llvm::BitVector dropped(function.getNumArguments());
  for (auto [argument, offset] : arguments) {
    places[argument.getArgNumber()] = offset;
    dropped.set(argument.getArgNumber());
  }
  function->setAttr(kArgumentOffsetsAttrName,
                    builder.getDenseI64ArrayAttr(places));
  // Fails only for functions called with another signature.
  (void)function.eraseArguments(dropped);
}

void ArenaWriter::annotate() {
  auto set = [&](StringRef name, int64_t value) {
    function->setAttr(name, builder.getI64IntegerAttr(value));
  };
  set(kArenaBytesAttrName, arena.result.placement.sizeInBytes);
  function->removeAttr(kHostArenaBytesAttrName);
  if (hostBlock)
    set(kHostArenaBytesAttrName, arena.host.result.placement.sizeInBytes);
  set(kArenaAlignmentAttrName, arena.alignment);
  set(kLivePeakBytesAttrName, arena.livePeakBytes);
  setTargetOf(function, options.target ? *options.target : getCpuTarget());
}

void ArenaWriter::run() {
  assert(arena.buffers.size() == arena.result.placement.offsets.size() &&
         "the arena was placed");
  makeBlock();
  makeHostBlock();
  // A value of the arena is gone once its view is there.
  SmallVector<PlacedArgument> arguments;
  for (auto [buffer, offset] :
       llvm::zip_equal(arena.buffers, arena.result.placement.offsets)) {
    if (auto argument = dyn_cast<BlockArgument>(buffer.buffer))
      arguments.push_back({argument, offset});
    else
      makeView(buffer.buffer, block, offset);
    for (Value alternative : buffer.alternatives)
      makeView(alternative, block, offset);
  }
  for (auto [buffer, offset] : llvm::zip_equal(
           arena.host.buffers, arena.host.result.placement.offsets)) {
    makeView(buffer.buffer, hostBlock, offset);
    for (Value alternative : buffer.alternatives)
      makeView(alternative, hostBlock, offset);
  }
  dropDeallocations();
  if (options.placeArguments) {
    for (auto [argument, offset] : arguments)
      makeView(argument, block, offset);
    dropArguments(arguments);
  }
  annotate();
}

void mlir::remat::applyArena(func::FuncOp function, const Arena &arena,
                             const ArenaOptions &options) {
  ArenaWriter(function, arena, options).run();
}
