//===- Reductions.cpp - Reductions by many threads ------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recognizes reductions, chooses their form and number of parts, and emits the
// shared code of all forms.
//
//===----------------------------------------------------------------------===//

#include "Gpu/Reductions.h"
#include "remat/Conversion/Passes.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Targets/CudaWorkspaces.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/Debug.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATGPULOWERREDUCTIONS
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

#define DEBUG_TYPE "remat-gpu"

using namespace mlir;
using namespace mlir::remat;

/// Parts are made up to so many blocks: several for each multiprocessor of a
/// large GPU, each with enough loads to hide the work after them. Independent
/// of the device: it determines the order of sums, and so the results.
static constexpr int64_t kEnoughBlocks = 2048;

Value ReductionEmitter::combine(Value left, Value right) {
  // A clone keeps the fast-math flags. The absence of overflow in the op's
  // order says nothing of another order.
  Operation *clone = b.clone(*kernel.combiner);
  if (auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(clone))
    clone->setAttr(flags.getIntegerOverflowAttrName(),
                   arith::IntegerOverflowFlagsAttr::get(
                       b.getContext(), arith::IntegerOverflowFlags::none));
  clone->setOperands({left, right});
  return clone->getResult(0);
}

Value ReductionEmitter::combineAll(SmallVector<Value> values) {
  assert(!values.empty() && "there is nothing to combine");
  while (values.size() > 1) {
    SmallVector<Value> halves;
    for (size_t i = 0; i + 1 < values.size(); i += 2)
      halves.push_back(combine(values[i], values[i + 1]));
    if (values.size() % 2)
      halves.push_back(values.back());
    values = std::move(halves);
  }
  return values.front();
}

SmallVector<Value> ReductionEmitter::makeNeutral(int64_t count) {
  return SmallVector<Value>(count,
                            arith::ConstantOp::create(b, kernel.neutral));
}

SmallVector<Value>
ReductionEmitter::accumulate(ArrayRef<Value> accumulators,
                             ArrayRef<SmallVector<Value>> inputs,
                             const Point &point, unsigned loop) {
  SmallVector<Value> results;
  for (auto [lane, accumulator] : llvm::enumerate(accumulators))
    results.push_back(
        combine(accumulator, emitReduced(kernel.value, kernel.combiner, inputs,
                                         point, loop, lane)));
  return results;
}

SmallVector<Value>
ReductionEmitter::accumulateItems(const ItemRange &range, int64_t width,
                                  unsigned loop,
                                  function_ref<Point(Value item)> getPoint) {
  // `count` items at a time, all loaded before any is used.
  auto emitLoop = [&](Value first, Value end, int64_t count,
                      ValueRange accumulators) {
    return b.emitFor(
        first, end, b.constant(count * range.lanes), accumulators,
        [&](Value item, ValueRange carried) {
          SmallVector<Point> points;
          SmallVector<SmallVector<SmallVector<Value>>> inputs;
          for (int64_t i = 0; i < count; ++i) {
            points.push_back(getPoint(b.add(item, i * range.lanes)));
            inputs.push_back(loadInputs(points.back(), loop, width));
          }
          SmallVector<Value> results(carried);
          for (auto [point, values] : llvm::zip_equal(points, inputs))
            results = accumulate(results, values, point, loop);
          return results;
        });
  };
  // The last part has fewer items; the others' number is known.
  const int64_t most = std::min(range.perPart, range.items);
  const bool even = kernel.parts * most == range.items;
  const int64_t round = range.lanes * range.unroll;
  Value start = b.mul(range.part, most);
  Value count =
      even ? b.constant(most)
           : b.min(arith::SubIOp::create(b, b.constant(range.items), start),
                   most);
  Value end = b.add(start, count);
  Value whole = b.add(start, b.mul(b.div(count, round), round));
  SmallVector<Value> results = makeNeutral(width);
  if (most >= round)
    results = emitLoop(b.add(start, range.lane), b.add(whole, range.lane),
                       range.unroll, results);
  if (!even || most % round != 0)
    results = emitLoop(b.add(whole, range.lane), end, 1, results);
  return results;
}

/// `value` as words of 32 bits, which a shuffle can move.
static SmallVector<Value> toWords(ImplicitLocOpBuilder &b, Value value) {
  Type word = b.getI32Type();
  if (value.getType().isIndex())
    value = arith::IndexCastOp::create(b, b.getI64Type(), value);
  const unsigned bits = value.getType().getIntOrFloatBitWidth();
  Type integer = b.getIntegerType(bits);
  if (value.getType() != integer)
    value = arith::BitcastOp::create(b, integer, value);
  if (bits == 32)
    return {value};
  if (bits < 32)
    return {arith::ExtUIOp::create(b, word, value)};
  Value shift = arith::ConstantOp::create(b, b.getIntegerAttr(integer, 32));
  Value high = arith::ShRUIOp::create(b, value, shift);
  return {arith::TruncIOp::create(b, word, value),
          arith::TruncIOp::create(b, word, high)};
}

/// The inverse of toWords.
static Value fromWords(ImplicitLocOpBuilder &b, ArrayRef<Value> words,
                       Type type) {
  const unsigned bits = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  Type integer = b.getIntegerType(bits);
  Value value = words.front();
  if (bits < 32) {
    value = arith::TruncIOp::create(b, integer, value);
  } else if (bits == 64) {
    Value shift = arith::ConstantOp::create(b, b.getIntegerAttr(integer, 32));
    Value high = arith::ExtUIOp::create(b, integer, words[1]);
    value = arith::OrIOp::create(b, arith::ShLIOp::create(b, high, shift),
                                 arith::ExtUIOp::create(b, integer, value));
  }
  if (type.isIndex())
    return arith::IndexCastOp::create(b, type, value);
  if (value.getType() != type)
    value = arith::BitcastOp::create(b, type, value);
  return value;
}

Value ReductionEmitter::combineLanes(Value value, int64_t width) {
  assert(llvm::isPowerOf2_64(width) && width <= kWarpThreads &&
         "lanes of a warp combine in halves");
  for (int64_t offset = width / 2; offset > 0; offset /= 2) {
    SmallVector<Value> words;
    for (Value word : toWords(b, value))
      words.push_back(gpu::ShuffleOp::create(b, word, offset, kWarpThreads,
                                             gpu::ShuffleMode::XOR)
                          .getShuffleResult());
    value = combine(value, fromWords(b, words, value.getType()));
  }
  return value;
}

void ReductionEmitter::finish(Value condition, ArrayRef<Value> results,
                              const Point &point, unsigned loop, Value part) {
  b.emitIf(condition, [&] {
    if (kernel.parts > 1) {
      KernelOperand place = kernel.partial;
      Point partPoint = point;
      // Only partial results have the part as another loop.
      place.strides.push_back(kernel.outputs);
      partPoint.push_back(part);
      return store(place, results, partPoint, loop);
    }
    SmallVector<Value> before =
        load(kernel.getOutput(), point, loop, results.size());
    SmallVector<Value> all;
    for (auto [old, result] : llvm::zip_equal(before, results))
      all.push_back(combine(old, result));
    store(kernel.getOutput(), all, point, loop);
  });
}

/// The neutral element of `combiner`; none if it does not allow any order.
static std::optional<TypedAttr> getNeutral(Operation *combiner) {
  if (!isa<arith::AddFOp, arith::MulFOp, arith::MaximumFOp, arith::MinimumFOp,
           arith::MaxNumFOp, arith::MinNumFOp, arith::AddIOp, arith::MulIOp,
           arith::MaxSIOp, arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp,
           arith::AndIOp, arith::OrIOp, arith::XOrIOp>(combiner))
    return std::nullopt;
  Type type = combiner->getResult(0).getType();
  // Widths that split into a shuffle's words.
  if (!type.isIndex() &&
      !(type.isIntOrFloat() &&
        llvm::is_contained({1, 8, 16, 32, 64}, type.getIntOrFloatBitWidth())))
    return std::nullopt;
  Builder builder(combiner->getContext());
  auto fastMath = dyn_cast<arith::ArithFastMathInterface>(combiner);
  auto has = [&](arith::FastMathFlags flag) {
    return fastMath &&
           bitEnumContainsAll(fastMath.getFastMathFlagsAttr().getValue(), flag);
  };
  auto makeFloat = [&](const APFloat &value) {
    return TypedAttr(FloatAttr::get(type, value));
  };
  if (auto floating = dyn_cast<FloatType>(type)) {
    const llvm::fltSemantics &semantics = floating.getFloatSemantics();
    // Introduce no NaN or infinity that a flag rules out.
    auto extreme = [&](bool negative) {
      return makeFloat(has(arith::FastMathFlags::ninf)
                           ? APFloat::getLargest(semantics, negative)
                           : APFloat::getInf(semantics, negative));
    };
    if (isa<arith::AddFOp>(combiner))
      return makeFloat(APFloat::getZero(semantics, /*Negative=*/true));
    if (isa<arith::MulFOp>(combiner))
      return makeFloat(APFloat(semantics, 1));
    if (isa<arith::MaximumFOp>(combiner))
      return extreme(true);
    if (isa<arith::MinimumFOp>(combiner))
      return extreme(false);
    // These two drop a NaN.
    if (!has(arith::FastMathFlags::nnan))
      return makeFloat(APFloat::getNaN(semantics));
    return extreme(isa<arith::MaxNumFOp>(combiner));
  }
  const unsigned bits = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  APInt value = APInt::getZero(bits);
  if (isa<arith::MulIOp>(combiner))
    value = APInt(bits, 1);
  else if (isa<arith::AndIOp, arith::MinUIOp>(combiner))
    value = APInt::getAllOnes(bits);
  else if (isa<arith::MaxSIOp>(combiner))
    value = APInt::getSignedMinValue(bits);
  else if (isa<arith::MinSIOp>(combiner))
    value = APInt::getSignedMaxValue(bits);
  return TypedAttr(IntegerAttr::get(type, value));
}

/// Whether `op` is a reduction into one result in any order.
static bool match(linalg::LinalgOp op, ReductionKernel &kernel) {
  if (!op.hasPureBufferSemantics() || op.getNumDpsInits() != 1 ||
      op.getNumReductionLoops() == 0 || op.hasDynamicShape())
    return false;
  SmallVector<Operation *, 1> combiners;
  kernel.value = matchReduction(op.getRegionOutputArgs(), 0, combiners);
  if (!kernel.value || combiners.size() != 1)
    return false;
  kernel.combiner = combiners.front();
  std::optional<TypedAttr> neutral = getNeutral(kernel.combiner);
  if (!neutral)
    return false;
  kernel.neutral = *neutral;
  // Exactly one result for each iteration of the parallel loops.
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  for (auto [dim, kind] : llvm::enumerate(op.getIteratorTypesArray()))
    if (map.isFunctionOfDim(dim) != (kind == utils::IteratorType::parallel) &&
        op.getStaticLoopRanges()[dim] != 1)
      return false;
  return map.isProjectedPermutation(/*allowZeroInResults=*/true);
}

/// Chooses as many parts as the workspace holds.
static void chooseParts(ReductionKernel &kernel, bool rows,
                        int64_t workspaceBytes) {
  const int64_t reduced = kernel.nest.getSize(/*reduction=*/true);
  kernel.outputs = kernel.nest.getSize(/*reduction=*/false);
  kernel.perPart = reduced;
  const int64_t bytes = kernel.getOutput().bytes;
  // A block takes a row, or some columns.
  const int64_t blocks =
      rows ? kernel.outputs : countBlocks(kernel.outputs, kBlockThreads);
  const int64_t parts = std::min({getReductionParts(kernel.outputs, reduced),
                                  workspaceBytes / bytes / kernel.outputs,
                                  countBlocks(kEnoughBlocks, blocks)});
  if (parts <= 1)
    return;
  // Whole rounds of a block's threads, where their number allows it.
  constexpr int64_t kRound = 1024;
  kernel.perPart = llvm::alignTo(countBlocks(reduced, parts), kRound);
  kernel.parts = countBlocks(reduced, kernel.perPart);
}

/// The workspace as partial results, part by part, each in the order of the
/// parallel loops.
static Value makePartials(KernelBuilder &b, ReductionKernel &kernel,
                          Value workspace) {
  KernelNest &nest = kernel.nest;
  const KernelOperand &output = kernel.getOutput();
  const SmallVector<int64_t> extents = nest.op.getStaticLoopRanges();
  SmallVector<int64_t> shape = {kernel.parts};
  for (unsigned dim : nest.parallelDims)
    shape.push_back(extents[dim]);
  auto memorySpace = cast<MemRefType>(workspace.getType()).getMemorySpace();
  auto view = [&](ArrayRef<int64_t> shape) {
    return memref::ViewOp::create(
        b,
        MemRefType::get(shape, output.element, MemRefLayoutAttrInterface(),
                        memorySpace),
        workspace, arith::ConstantIndexOp::create(b, 0), ValueRange());
  };
  kernel.partial = output;
  kernel.partial.isLinear = kernel.partial.isAligned = true;
  kernel.partial.origin = 0;
  kernel.partial.span = kernel.parts * kernel.outputs;
  kernel.partial.buffer = view({kernel.partial.span});
  kernel.partial.strides.assign(nest.loops.size(), 0);
  int64_t stride = 1;
  for (unsigned loop = nest.loops.size(); loop-- > 0;)
    if (!nest.loops[loop].reduction) {
      kernel.partial.strides[loop] = stride;
      stride *= nest.loops[loop].extent;
    }
  return view(shape);
}

/// The op that combines the partial results with the result's former value.
static linalg::GenericOp makeCombination(ImplicitLocOpBuilder &b,
                                         ReductionKernel &kernel,
                                         Value partials) {
  KernelNest &nest = kernel.nest;
  const unsigned numParallel = nest.parallelDims.size();
  // The parts are the last dimension here, and the first in memory.
  SmallVector<AffineExpr> in = {b.getAffineDimExpr(numParallel)};
  AffineMap outputMap = kernel.getOutput().map;
  SmallVector<AffineExpr> dims(outputMap.getNumDims(),
                               b.getAffineConstantExpr(0));
  for (auto [i, dim] : llvm::enumerate(nest.parallelDims)) {
    dims[dim] = b.getAffineDimExpr(i);
    in.push_back(dims[dim]);
  }
  AffineMap out = outputMap.replaceDimsAndSymbols(dims, {}, numParallel + 1, 0);
  SmallVector<utils::IteratorType> kinds(numParallel,
                                         utils::IteratorType::parallel);
  kinds.push_back(utils::IteratorType::reduction);
  return linalg::GenericOp::create(
      b, partials, kernel.getOutput().value,
      {AffineMap::get(numParallel + 1, 0, in, b.getContext()), out}, kinds,
      [&](OpBuilder &body, Location loc, ValueRange arguments) {
        Operation *combined = body.clone(*kernel.combiner);
        combined->setOperands({arguments[1], arguments[0]});
        linalg::YieldOp::create(body, loc, combined->getResult(0));
      });
}

/// Emits launches for the reduction `op` before `whole`. Returns false if it is
/// none, or better left to one thread per result.
static bool lower(linalg::LinalgOp op, Operation *whole, Value workspace) {
  ReductionKernel kernel;
  if (!match(op, kernel))
    return false;
  FailureOr<KernelNest> nest = KernelNest::get(op, /*sortReductions=*/true);
  if (failed(nest) || nest->isEmpty() || nest->getSize(true) == 1)
    return false;
  kernel.nest = std::move(*nest);
  std::optional<unsigned> lane = kernel.nest.getCoalescedLoop(std::nullopt);
  // Nothing is contiguous: at least divide the reduced elements.
  const unsigned loop = lane.value_or(kernel.nest.loops.size() - 1);
  const bool rows = kernel.nest.loops[loop].reduction;
  chooseParts(kernel, rows,
              workspace ? cast<MemRefType>(workspace.getType()).getNumElements()
                        : 0);
  if (!rows && !isWorthColumns(kernel, loop))
    return false;
  LLVM_DEBUG(llvm::dbgs() << op->getName() << " at " << op->getLoc()
                          << ": reduction by " << (rows ? "rows" : "columns")
                          << " in " << kernel.parts << " part(s)\n");
  assert((kernel.parts == 1 || workspace) &&
         "partial results need a workspace");
  KernelBuilder b(op->getLoc(), whole, kernel.nest.indexType);
  kernel.nest.makeBuffers(b);
  Value partials;
  if (kernel.parts > 1)
    partials = makePartials(b, kernel, workspace);
  if (rows)
    emitRowReduction(b, kernel, loop);
  else
    emitColumnReduction(b, kernel, loop);
  if (!partials)
    return true;
  linalg::GenericOp rest = makeCombination(b, kernel, partials);
  // The next pass combines few parts by one thread per result.
  if (lower(rest, rest, /*workspace=*/Value()))
    rest.erase();
  return true;
}

namespace {
struct GpuLowerReductions
    : remat::impl::RematGpuLowerReductionsBase<GpuLowerReductions> {
  void runOnOperation() override {
    if (!getOperation()->hasAttr(kKernelAttrName))
      return;
    SmallVector<linalg::LinalgOp> ops;
    getOperation().walk([&](linalg::LinalgOp op) { ops.push_back(op); });
    for (linalg::LinalgOp op : ops) {
      Operation *whole = getOpWithWorkspace(op);
      Value workspace;
      if (auto with = dyn_cast<WithWorkspaceOp>(whole))
        workspace = with.getWorkspace();
      if (lower(op, whole, workspace))
        whole->erase();
    }
  }
};
} // namespace
