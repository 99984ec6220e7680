//===- ParkingOps.cpp - Copies to the host and back -----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Dialect/Remat/IR/Remat.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::remat;
using namespace mlir::bufferization;

Operation *mlir::remat::getCopyOf(Value value) {
  // Verifiers ask before cycles are rejected.
  llvm::SmallPtrSet<Operation *, 8> visited;
  while (auto result = dyn_cast<OpResult>(value)) {
    Operation *op = result.getOwner();
    if (!visited.insert(op).second ||
        result.getResultNumber() >= op->getNumOperands())
      break;
    if (isa<ParkOp, FetchOp>(op))
      return op;
    if (!isa<AwaitOp, BarrierOp>(op))
      break;
    value = op->getOperand(result.getResultNumber());
  }
  return nullptr;
}

/// Visits the readers of `value`, those behind barriers and, if
/// `throughAwaits`, behind awaits, too, until `visit` returns false. O(uses).
static void visitReaders(Value value, bool throughAwaits,
                         llvm::function_ref<bool(Operation *)> visit) {
  llvm::SetVector<Value> values;
  values.insert(value);
  // Grows during the loop.
  for (size_t index = 0; index != values.size(); ++index)
    for (OpOperand &use : values[index].getUses()) {
      Operation *user = use.getOwner();
      const bool passes =
          isa<BarrierOp>(user) || (throughAwaits && isa<AwaitOp>(user));
      if (!passes && !visit(user))
        return;
      // Behind its results, a barrier has the values that it waits for.
      if (passes && use.getOperandNumber() < user->getNumResults())
        values.insert(user->getResult(use.getOperandNumber()));
    }
}

/// The first reader of the host's bytes other than a fetch, an await or a
/// barrier; or null. O(uses).
static Operation *findReaderOnHost(Value value) {
  Operation *reader = nullptr;
  visitReaders(value, /*throughAwaits=*/true, [&](Operation *user) {
    if (!isa<FetchOp>(user))
      reader = user;
    return !reader;
  });
  return reader;
}

LogicalResult ParkOp::verify() {
  Operation *reader = findReaderOnHost(getResult());
  if (!reader)
    return success();
  InFlightDiagnostic diagnostic =
      emitOpError("C1: the bytes on the host are read before a remat.fetch "
                  "copies them back");
  diagnostic.attachNote(reader->getLoc()) << "read here";
  return diagnostic;
}

LogicalResult FetchOp::verify() {
  if (isa_and_present<ParkOp>(getCopyOf(getSource())))
    return success();
  return emitOpError("C1: the operand is not on the host: no remat.park is "
                     "behind it");
}

LogicalResult AwaitOp::verify() {
  if (getCopyOf(getSource()))
    return success();
  return emitOpError("C1: nothing copies the operand: neither a remat.park nor "
                     "a remat.fetch is behind it");
}

/// The start of the copy into `target`, a buffer that one copy fills; or null.
static CopyStartOp findStart(Value target) {
  for (Operation *user : target.getUsers())
    if (auto start = dyn_cast<CopyStartOp>(user);
        start && start.getTarget() == target)
      return start;
  return nullptr;
}

static void waitFor(OpBuilder &builder, CopyStartOp start) {
  CopyDoneOp::create(builder, start.getLoc(), start.getSource(),
                     start.getTarget());
}

/// Whether every reader of the copy, through barriers, waits for it; false
/// without readers. O(uses).
static bool isAwaited(Value value) {
  bool awaited = false, isReadEarly = false;
  visitReaders(value, /*throughAwaits=*/false, [&](Operation *user) {
    awaited |= isa<AwaitOp>(user);
    // A fetch waits for the copy out itself.
    isReadEarly = !isa<AwaitOp, FetchOp>(user);
    return !isReadEarly;
  });
  return awaited && !isReadEarly;
}

/// Begins a copy of `source` into a new buffer of `type`, which it returns;
/// waits for it, too, unless the IR does.
static FailureOr<Value> startCopy(Operation *op, Value source, MemRefType type,
                                  RewriterBase &rewriter,
                                  const BufferizationOptions &options) {
  const Location loc = op->getLoc();
  SmallVector<Value> sizes;
  FailureOr<Value> target = options.createAlloc(rewriter, loc, type, sizes);
  if (failed(target))
    return failure();
  auto start = CopyStartOp::create(rewriter, loc, source, *target);
  if (!isAwaited(op->getResult(0)))
    waitFor(rewriter, start);
  return *target;
}

FailureOr<BufferLikeType> ParkOp::getBufferType(Value value,
                                                const BufferizationOptions &,
                                                const BufferizationState &,
                                                SmallVector<Value> &) {
  auto type = cast<RankedTensorType>(value.getType());
  return cast<BufferLikeType>(MemRefType::get(
      type.getShape(), type.getElementType(), MemRefLayoutAttrInterface(),
      HostAttr::get(getContext())));
}

LogicalResult ParkOp::bufferize(RewriterBase &rewriter,
                                const BufferizationOptions &options,
                                BufferizationState &state) {
  FailureOr<Value> source = getBuffer(rewriter, getSource(), options, state);
  FailureOr<BufferLikeType> type =
      bufferization::getBufferType(getResult(), options, state);
  if (failed(source) || failed(type))
    return failure();
  FailureOr<Value> onHost =
      startCopy(*this, *source, cast<MemRefType>(*type), rewriter, options);
  if (failed(onHost))
    return failure();
  replaceOpWithBufferizedValues(rewriter, *this, *onHost);
  return success();
}

FailureOr<BufferLikeType>
FetchOp::getBufferType(Value value, const BufferizationOptions &options,
                       const BufferizationState &, SmallVector<Value> &) {
  auto type = cast<TensorType>(value.getType());
  std::optional<Attribute> space = options.defaultMemorySpaceFn(type);
  if (!space)
    return emitOpError("has no memory space to copy back to; give the "
                       "bufferization a default one");
  return cast<BufferLikeType>(
      getMemRefTypeWithStaticIdentityLayout(type, *space));
}

LogicalResult FetchOp::bufferize(RewriterBase &rewriter,
                                 const BufferizationOptions &options,
                                 BufferizationState &state) {
  FailureOr<Value> onHost = getBuffer(rewriter, getSource(), options, state);
  FailureOr<BufferLikeType> type =
      bufferization::getBufferType(getResult(), options, state);
  if (failed(onHost) || failed(type))
    return failure();
  // The bytes are there once the copy out has ended.
  const bool hasArrived =
      llvm::any_of(onHost->getUsers(), [&](Operation *user) {
        auto done = dyn_cast<CopyDoneOp>(user);
        return done && done.getTarget() == *onHost &&
               done->getBlock() == getOperation()->getBlock();
      });
  if (CopyStartOp out = findStart(*onHost); out && !hasArrived)
    waitFor(rewriter, out);
  FailureOr<Value> back =
      startCopy(*this, *onHost, cast<MemRefType>(*type), rewriter, options);
  if (failed(back))
    return failure();
  replaceOpWithBufferizedValues(rewriter, *this, *back);
  return success();
}

LogicalResult AwaitOp::bufferize(RewriterBase &rewriter,
                                 const BufferizationOptions &options,
                                 BufferizationState &state) {
  FailureOr<Value> buffer = getBuffer(rewriter, getSource(), options, state);
  if (failed(buffer))
    return failure();
  if (CopyStartOp start = findStart(*buffer))
    waitFor(rewriter, start);
  replaceOpWithBufferizedValues(rewriter, *this, *buffer);
  return success();
}
