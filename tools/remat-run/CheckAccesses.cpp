//===- CheckAccesses.cpp - Ask who owns what is touched -------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckAccesses.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace {
class AccessChecker {
public:
  explicit AccessChecker(Module &module)
      : layout(module.getDataLayout()), builder(module.getContext()),
        callee(module.getOrInsertFunction(
            "rematArenaAccess", builder.getVoidTy(), builder.getInt64Ty(),
            builder.getInt64Ty())) {}

  void add(Instruction &instruction);

private:
  void addCall(Value *pointer, Value *bytes);
  void addCall(Value *pointer, Type *type);
  void addIntrinsic(IntrinsicInst &intrinsic);
  void addLanes(Value *pointers, Value *mask, Type *vectorType);

  const DataLayout &layout;
  IRBuilder<> builder;
  FunctionCallee callee;
};
} // namespace

void AccessChecker::addCall(Value *pointer, Value *bytes) {
  // The stack and constants are not in the arena.
  if (isa<AllocaInst, GlobalVariable>(getUnderlyingObject(pointer)))
    return;
  Type *i64 = builder.getInt64Ty();
  builder.CreateCall(callee, {builder.CreatePtrToInt(pointer, i64),
                              builder.CreateZExtOrTrunc(bytes, i64)});
}

void AccessChecker::addCall(Value *pointer, Type *type) {
  addCall(pointer,
          builder.getInt64(layout.getTypeStoreSize(type).getFixedValue()));
}

/// `pointers` is one to the first lane, or a vector of them.
void AccessChecker::addLanes(Value *pointers, Value *mask, Type *vectorType) {
  auto *vector = dyn_cast<FixedVectorType>(vectorType);
  if (!vector)
    return;
  uint64_t bytes =
      layout.getTypeStoreSize(vector->getElementType()).getFixedValue();
  for (unsigned lane = 0; lane < vector->getNumElements(); ++lane) {
    Value *pointer = pointers->getType()->isVectorTy()
                         ? builder.CreateExtractElement(pointers, lane)
                         : builder.CreateConstGEP1_64(vector->getElementType(),
                                                      pointers, lane);
    Value *isOn = builder.CreateExtractElement(mask, lane);
    addCall(pointer, builder.CreateSelect(isOn, builder.getInt64(bytes),
                                          builder.getInt64(0)));
  }
}

void AccessChecker::addIntrinsic(IntrinsicInst &intrinsic) {
  if (auto *transfer = dyn_cast<AnyMemTransferInst>(&intrinsic))
    addCall(transfer->getRawSource(), transfer->getLength());
  if (auto *write = dyn_cast<AnyMemIntrinsic>(&intrinsic))
    return addCall(write->getRawDest(), write->getLength());
  switch (intrinsic.getIntrinsicID()) {
  case Intrinsic::masked_load:
  case Intrinsic::masked_gather:
    return addLanes(intrinsic.getArgOperand(0), intrinsic.getArgOperand(1),
                    intrinsic.getType());
  case Intrinsic::masked_store:
  case Intrinsic::masked_scatter:
    return addLanes(intrinsic.getArgOperand(1), intrinsic.getArgOperand(2),
                    intrinsic.getArgOperand(0)->getType());
  default:
    return;
  }
}

void AccessChecker::add(Instruction &instruction) {
  builder.SetInsertPoint(&instruction);
  if (Value *pointer = getLoadStorePointerOperand(&instruction))
    addCall(pointer, getLoadStoreType(&instruction));
  else if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    addCall(update->getPointerOperand(), update->getType());
  else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    addCall(exchange->getPointerOperand(),
            exchange->getNewValOperand()->getType());
  else if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction))
    addIntrinsic(*intrinsic);
}

void mlir::remat::addAccessChecks(Module &module) {
  SmallVector<Instruction *> instructions;
  for (Function &function : module)
    for (Instruction &instruction : llvm::instructions(function))
      if (instruction.mayReadOrWriteMemory())
        instructions.push_back(&instruction);
  AccessChecker checker(module);
  for (Instruction *instruction : instructions)
    checker.add(*instruction);
}
