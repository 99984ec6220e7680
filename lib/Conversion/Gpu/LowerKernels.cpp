//===- LowerKernels.cpp - Loops of a fixed reduction order ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses loop orders by operand strides. Swaps only parallel loops; see the
// pass's description for why that matters.
//
//===----------------------------------------------------------------------===//

#include "remat/Conversion/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATLOWERKERNELS
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;

namespace {

/// An operand's stride along each loop, in elements.
using Strides = SmallVector<int64_t>;

/// How to run a nest: a permutation of its loops, and jam factors by new
/// position.
struct Schedule {
  SmallVector<unsigned> order;
  SmallVector<std::pair<unsigned, unsigned>> jams;
};

/// The strides of an operand of `type` read through `map`; nullopt if not
/// linear or not static.
std::optional<Strides> loopStrides(Type type, AffineMap map) {
  Strides result(map.getNumDims(), 0);
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref)
    return isa<BaseMemRefType>(type) ? std::nullopt
                                     : std::optional<Strides>(result);
  int64_t offset;
  SmallVector<int64_t> strides;
  if (failed(memref.getStridesAndOffset(strides, offset)) ||
      llvm::any_of(strides, ShapedType::isDynamic))
    return std::nullopt;
  SmallVector<int64_t> point(map.getNumDims(), 0);
  SmallVector<int64_t> origin = map.compose(point);
  for (unsigned d = 0; d < map.getNumDims(); ++d) {
    point[d] = 1;
    SmallVector<int64_t> moved = map.compose(point);
    point[d] = 0;
    for (auto [from, to, stride] : llvm::zip_equal(origin, moved, strides))
      result[d] += (to - from) * stride;
  }
  return result;
}

/// The cost of an innermost iteration for an operand of `stride`, in units of a
/// vectorized access.
double accessCost(int64_t stride) {
  if (stride == 0)
    return 0.1;
  if (stride == 1)
    return 1;
  return std::min<double>(8, 1 + std::abs(static_cast<double>(stride)));
}

Schedule chooseSchedule(ArrayRef<utils::IteratorType> iterators,
                        ArrayRef<int64_t> extents, ArrayRef<Strides> inputs,
                        ArrayRef<Strides> outputs) {
  SmallVector<unsigned> parallels, reductions;
  for (auto [d, kind] : llvm::enumerate(iterators))
    (kind == utils::IteratorType::parallel ? parallels : reductions)
        .push_back(d);
  // Outer loops in the first result's memory order.
  llvm::stable_sort(parallels, [&](unsigned a, unsigned b) {
    return outputs.front()[a] > outputs.front()[b];
  });
  auto cost = [&](unsigned d) {
    double sum = 0;
    for (const Strides &strides : llvm::concat<const Strides>(inputs, outputs))
      sum += accessCost(strides[d]);
    return sum;
  };
  // Innermost: the parallel loop that vectorizes best, or the last reduction.
  std::optional<unsigned> innermost;
  double best = 0;
  for (unsigned d : parallels) {
    if (extents[d] < 2)
      continue;
    double perElement =
        cost(d) * std::max(1.0, 8.0 / static_cast<double>(extents[d]));
    if (!innermost || perElement <= best) {
      innermost = d;
      best = perElement;
    }
  }
  // Scalar, but without a load and a store of the result each time.
  constexpr double scalarPenalty = 2;
  if (!reductions.empty() && innermost &&
      cost(reductions.back()) + scalarPenalty < best)
    innermost.reset();
  Schedule schedule;
  for (unsigned d : parallels)
    if (d != innermost)
      schedule.order.push_back(d);
  if (innermost && !reductions.empty()) {
    // Jam a loop that some input does not depend on: a load then serves several
    // rows of the result.
    for (unsigned i = schedule.order.size(); i-- > 0;) {
      unsigned d = schedule.order[i];
      if (extents[d] < 2 || llvm::none_of(inputs, [&](const Strides &strides) {
            return strides[d] == 0 && strides[*innermost] != 0;
          }))
        continue;
      schedule.order.erase(schedule.order.begin() + i);
      schedule.jams.push_back({schedule.order.size(), 4});
      schedule.order.push_back(d);
      break;
    }
  } else if (!reductions.empty() && !schedule.order.empty()) {
    // Independent chains hide the latency of an addition.
    unsigned last = schedule.order.size() - 1;
    while (last > 0 && extents[schedule.order[last]] < 2)
      --last;
    schedule.jams.push_back({last, 8});
  }
  schedule.order.append(reductions);
  if (innermost)
    schedule.order.push_back(*innermost);
  return schedule;
}

std::optional<Schedule> scheduleFor(linalg::GenericOp op) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  if (extents.empty() || llvm::any_of(extents, ShapedType::isDynamic))
    return std::nullopt;
  SmallVector<Strides> inputs, outputs;
  for (OpOperand &operand : op->getOpOperands()) {
    std::optional<Strides> strides = loopStrides(
        operand.get().getType(), op.getMatchingIndexingMap(&operand));
    if (!strides)
      return std::nullopt;
    (op.isDpsInit(&operand) ? outputs : inputs).push_back(*strides);
  }
  if (outputs.empty())
    return std::nullopt;
  return chooseSchedule(op.getIteratorTypesArray(), extents, inputs, outputs);
}

struct LowerKernels : remat::impl::RematLowerKernelsBase<LowerKernels> {
  LogicalResult lower(linalg::LinalgOp op) {
    IRRewriter rewriter(op);
    if (!isa<linalg::GenericOp>(op)) {
      rewriter.setInsertionPoint(op);
      FailureOr<linalg::GenericOp> generic =
          linalg::generalizeNamedOp(rewriter, op);
      if (succeeded(generic))
        op = *generic;
    }
    std::optional<Schedule> schedule;
    if (auto generic = dyn_cast<linalg::GenericOp>(op.getOperation()))
      schedule = scheduleFor(generic);
    if (schedule) {
      rewriter.setInsertionPoint(op);
      FailureOr<linalg::GenericOp> interchanged = linalg::interchangeGenericOp(
          rewriter, cast<linalg::GenericOp>(op.getOperation()),
          schedule->order);
      if (failed(interchanged))
        return op.emitOpError("cannot be reordered");
      op = *interchanged;
    }
    rewriter.setInsertionPoint(op);
    FailureOr<linalg::LinalgLoops> loops =
        linalg::linalgOpToLoops(rewriter, op);
    if (failed(loops))
      return op.emitOpError("cannot be lowered to loops");
    rewriter.eraseOp(op);
    if (!schedule)
      return success();
    for (auto [position, factor] : schedule->jams)
      if (auto loop = dyn_cast<scf::ForOp>((*loops)[position]))
        // A failure leaves a correct loop.
        (void)loopUnrollJamByFactor(loop, factor);
    return success();
  }

  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    WalkResult result = getOperation().walk([&](Operation *op) {
      if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
        if (linalgOp.hasPureBufferSemantics())
          ops.push_back(linalgOp);
      } else if (isa_and_nonnull<linalg::LinalgDialect>(op->getDialect()) &&
                 !op->hasTrait<OpTrait::IsTerminator>() &&
                 !isa<linalg::IndexOp>(op)) {
        op->emitOpError("has no lowering to loops; decompose it into "
                        "linalg.generic first");
        return WalkResult::interrupt();
      }
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      return signalPassFailure();
    for (linalg::LinalgOp op : ops)
      if (failed(lower(op)))
        return signalPassFailure();
  }
};

} // namespace
