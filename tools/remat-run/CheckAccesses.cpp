//===- CheckAccesses.cpp - Ask who owns what is touched -------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckAccesses.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace {

class AccessChecker {
public:
  explicit AccessChecker(Module &module)
      : module(module), layout(module.getDataLayout()) {
    LLVMContext &context = module.getContext();
    i64 = Type::getInt64Ty(context);
    callee = module.getOrInsertFunction("rematArenaAccess",
                                        Type::getVoidTy(context), i64, i64);
  }

  void add(Instruction &instruction);

private:
  void addCall(IRBuilder<> &builder, Value *pointer, Value *bytes);
  void addCall(IRBuilder<> &builder, Value *pointer, Type *type);
  void addIntrinsic(IntrinsicInst &intrinsic);
  void addLanes(IRBuilder<> &builder, Value *pointers, Value *mask,
                Type *vectorType);

  Module &module;
  const DataLayout &layout;
  Type *i64 = nullptr;
  FunctionCallee callee;
};

} // namespace

/// Whether `pointer` leads to the stack or to a constant.
static bool isElsewhere(Value *pointer) {
  const Value *object = getUnderlyingObject(pointer);
  return isa<AllocaInst, GlobalVariable>(object);
}

void AccessChecker::addCall(IRBuilder<> &builder, Value *pointer,
                            Value *bytes) {
  if (!isElsewhere(pointer))
    builder.CreateCall(callee, {builder.CreatePtrToInt(pointer, i64),
                                builder.CreateZExtOrTrunc(bytes, i64)});
}

void AccessChecker::addCall(IRBuilder<> &builder, Value *pointer, Type *type) {
  addCall(builder, pointer,
          builder.getInt64(layout.getTypeStoreSize(type).getFixedValue()));
}

/// `pointers` is one to the first lane, or a vector of them.
void AccessChecker::addLanes(IRBuilder<> &builder, Value *pointers, Value *mask,
                             Type *vectorType) {
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
    addCall(builder, pointer,
            builder.CreateSelect(isOn, builder.getInt64(bytes),
                                 builder.getInt64(0)));
  }
}

void AccessChecker::addIntrinsic(IntrinsicInst &intrinsic) {
  IRBuilder<> builder(&intrinsic);
  if (auto *transfer = dyn_cast<AnyMemTransferInst>(&intrinsic)) {
    addCall(builder, transfer->getRawSource(), transfer->getLength());
    addCall(builder, transfer->getRawDest(), transfer->getLength());
    return;
  }
  if (auto *fill = dyn_cast<AnyMemSetInst>(&intrinsic)) {
    addCall(builder, fill->getRawDest(), fill->getLength());
    return;
  }
  switch (intrinsic.getIntrinsicID()) {
  case Intrinsic::masked_load:
  case Intrinsic::masked_gather:
    addLanes(builder, intrinsic.getArgOperand(0), intrinsic.getArgOperand(1),
             intrinsic.getType());
    return;
  case Intrinsic::masked_store:
  case Intrinsic::masked_scatter:
    addLanes(builder, intrinsic.getArgOperand(1), intrinsic.getArgOperand(2),
             intrinsic.getArgOperand(0)->getType());
    return;
  default:
    return;
  }
}

void AccessChecker::add(Instruction &instruction) {
  IRBuilder<> builder(&instruction);
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    addCall(builder, load->getPointerOperand(), load->getType());
  else if (auto *store = dyn_cast<StoreInst>(&instruction))
    addCall(builder, store->getPointerOperand(),
            store->getValueOperand()->getType());
  else if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    addCall(builder, update->getPointerOperand(), update->getType());
  else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    addCall(builder, exchange->getPointerOperand(),
            exchange->getNewValOperand()->getType());
  else if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction))
    addIntrinsic(*intrinsic);
}

void mlir::remat::addAccessChecks(Module &module) {
  SmallVector<Instruction *> instructions;
  for (Function &function : module)
    for (BasicBlock &block : function)
      for (Instruction &instruction : block)
        if (instruction.mayReadOrWriteMemory())
          instructions.push_back(&instruction);
  AccessChecker checker(module);
  for (Instruction *instruction : instructions)
    checker.add(*instruction);
}
