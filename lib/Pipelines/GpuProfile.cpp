//===- GpuProfile.cpp - Times of a step's ops on the device ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Analysis/CostModel.h"
#include "remat/Conversion/GpuAddresses.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Pipelines/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include "llvm/ADT/MapVector.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATGPUPROFILE
#include "remat/Pipelines/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

static constexpr llvm::StringLiteral kBeginName = "rematCudaOpBegin";
static constexpr llvm::StringLiteral kEndName = "rematCudaOpEnd";

/// Whether `op`, in a driver's block, takes time on the device: a call, a copy,
/// or a loop or branch around some, which is planned as one.
static bool isMeasured(Operation *op) {
  if (op->getNumRegions() == 0)
    return isa<func::CallOp, memref::CopyOp>(op);
  return op
      ->walk([](Operation *inner) {
        return isa<func::CallOp, memref::CopyOp>(inner)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {
struct GpuProfile : remat::impl::RematGpuProfileBase<GpuProfile> {
  void runOnOperation() override;

private:
  void measureAll(func::FuncOp driver);
  void measure(Operation *first, Operation *last, StringAttr location);

  llvm::MapVector<Attribute, int64_t> indices;
};
} // namespace

void GpuProfile::measure(Operation *first, Operation *last,
                         StringAttr location) {
  const int64_t next = indices.size();
  const int64_t index = indices.insert({location, next}).first->second;
  OpBuilder builder(first);
  Location loc = first->getLoc();
  Value token =
      gpu::WaitOp::create(builder, loc,
                          gpu::AsyncTokenType::get(builder.getContext()),
                          ValueRange())
          .getAsyncToken();
  Value operands[] = {
      makeStream(builder, token),
      arith::ConstantIntOp::create(builder, loc, builder.getI64Type(), index)};
  for (StringRef name : {kBeginName, kEndName})
    declareFunction(getOperation(), name,
                    {operands[0].getType(), operands[1].getType()});
  func::CallOp::create(builder, loc, kBeginName, TypeRange(), operands);
  builder.setInsertionPointAfter(last);
  func::CallOp::create(builder, loc, kEndName, TypeRange(), operands);
}

/// Measures neighbors of one location as one op, with nothing measured and no
/// wait for the host between them: a loop, and the copies of its start values.
void GpuProfile::measureAll(func::FuncOp driver) {
  struct Run {
    Operation *first, *last;
    StringAttr location;
  };
  SmallVector<Run> runs;
  bool hasWaited = false;
  for (Operation &op : driver.getBody().front()) {
    // The link's time is no op's.
    hasWaited |= isa<CopyDoneOp>(op);
    if (!isMeasured(&op))
      continue;
    auto location = StringAttr::get(&getContext(), formatLocation(op.getLoc()));
    if (!runs.empty() && runs.back().location == location && !hasWaited)
      runs.back().last = &op;
    else
      runs.push_back({&op, &op, location});
    hasWaited = false;
  }
  for (const Run &run : runs)
    measure(run.first, run.last, run.location);
}

void GpuProfile::runOnOperation() {
  indices.clear();
  for (auto function : getOperation().getOps<func::FuncOp>())
    if (!function.isExternal() && !function.isPrivate())
      measureAll(function);
  auto locations = llvm::map_to_vector(llvm::make_first_range(indices),
                                       [](Attribute each) { return each; });
  getOperation()->setAttr(kProfiledOpsAttrName,
                          ArrayAttr::get(&getContext(), locations));
}
