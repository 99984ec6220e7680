//===- BaseBuffer.cpp - Which bytes a view is of --------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffers/BaseBuffer.h"
#include "remat/Dialect/Remat/IR/Remat.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::remat;

BaseBuffer::BaseBuffer(Value value) : base(value) {
  while (auto view = base.getDefiningOp<ViewLikeOpInterface>()) {
    // The last view seen is the one on the base.
    upper = -1;
    if (auto place = dyn_cast<memref::ViewOp>(view.getOperation())) {
      std::optional<int64_t> shift = getConstantIntValue(place.getByteShift());
      std::optional<int64_t> bytes = remat::getStorageBytes(place.getType());
      if (shift && bytes && !llvm::AddOverflow(*shift, *bytes, upper))
        lower = *shift;
      else
        upper = -1;
    }
    base = view.getViewSource();
  }
}

namespace {
enum class Origin { Allocation, Global, Argument, Unknown };
} // namespace

static Origin getOrigin(Value base) {
  if (auto argument = dyn_cast<BlockArgument>(base))
    return argument.getOwner()->isEntryBlock() &&
                   isa<func::FuncOp>(argument.getOwner()->getParentOp())
               ? Origin::Argument
               : Origin::Unknown;
  if (isa<memref::AllocOp>(base.getDefiningOp()))
    return Origin::Allocation;
  if (isa<memref::GetGlobalOp>(base.getDefiningOp()))
    return Origin::Global;
  return Origin::Unknown;
}

bool mlir::remat::areDisjoint(const BaseBuffer &a, const BaseBuffer &b,
                              bool disjointArguments) {
  if (isInHostMemory(a.base.getType()) != isInHostMemory(b.base.getType()))
    return true;
  if (a.base == b.base)
    return a.upper >= 0 && b.upper >= 0 &&
           (a.upper <= b.lower || b.upper <= a.lower);
  Origin originOfA = getOrigin(a.base), originOfB = getOrigin(b.base);
  if (originOfA == Origin::Unknown || originOfB == Origin::Unknown)
    return false;
  if (originOfA == Origin::Allocation || originOfB == Origin::Allocation)
    return true;
  if (originOfA == Origin::Global && originOfB == Origin::Global)
    return a.base.getDefiningOp<memref::GetGlobalOp>().getNameAttr() !=
           b.base.getDefiningOp<memref::GetGlobalOp>().getNameAttr();
  return disjointArguments;
}

/// Adds the values that `base`, of a branch or a loop, may be in a run.
static void addSources(Value base, SmallVectorImpl<Value> &sources) {
  if (auto argument = dyn_cast<BlockArgument>(base)) {
    Operation *parent = argument.getOwner()->getParentOp();
    if (auto loop = dyn_cast<scf::ForOp>(parent)) {
      if (OpOperand *init = loop.getTiedLoopInit(argument)) {
        sources.push_back(init->get());
        sources.push_back(loop.getTiedLoopYieldedValue(argument)->get());
      }
    } else if (auto loop = dyn_cast<scf::WhileOp>(parent)) {
      const unsigned number = argument.getArgNumber();
      if (argument.getOwner() == loop.getBeforeBody()) {
        sources.push_back(loop.getInits()[number]);
        sources.push_back(loop.getYieldOp().getOperand(number));
      } else {
        sources.push_back(loop.getConditionOp().getArgs()[number]);
      }
    }
    return;
  }
  auto result = cast<OpResult>(base);
  Operation *op = result.getOwner();
  const unsigned number = result.getResultNumber();
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    sources.push_back(loop.getTiedLoopInit(result)->get());
    sources.push_back(
        loop.getTiedLoopYieldedValue(loop.getTiedLoopRegionIterArg(result))
            ->get());
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    sources.push_back(loop.getConditionOp().getArgs()[number]);
  } else if (auto select = dyn_cast<arith::SelectOp>(op)) {
    sources.push_back(select.getTrueValue());
    sources.push_back(select.getFalseValue());
  } else if (isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp>(op)) {
    for (Region &region : op->getRegions())
      if (region.hasOneBlock())
        sources.push_back(region.front().getTerminator()->getOperand(number));
  }
}

SmallVector<BaseBuffer> mlir::remat::findBaseBuffers(Value value) {
  SmallVector<BaseBuffer> found;
  llvm::DenseSet<Value> visited = {value};
  SmallVector<Value> worklist = {value};
  while (!worklist.empty()) {
    const BaseBuffer buffer(worklist.pop_back_val());
    SmallVector<Value> sources;
    if (getOrigin(buffer.base) == Origin::Unknown)
      addSources(buffer.base, sources);
    if (sources.empty())
      found.push_back(buffer);
    for (Value source : sources)
      if (visited.insert(source).second)
        worklist.push_back(source);
  }
  return found;
}
