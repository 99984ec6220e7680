//===- Stablehlo.h - What is known of StableHLO's operations ----*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Table of the operations of StableHLO 1.x, CHLO, Shardy and the rest of MHLO,
// and queries on single operations. They use names and printed attributes, so
// they hold for stub and real dialects. Dynamic shapes and missing or malformed
// attributes give nothing, not errors.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_DIALECT_STUBS_STABLEHLO_H
#define REMAT_DIALECT_STUBS_STABLEHLO_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace mlir::remat::hlo {

/// Kinds that a model of memory and time tells apart.
enum class OpKind {
  Unknown,

  /// Element by element: arithmetic, compare, select, clamp, convert, map, …
  Elementwise,
  Broadcast,
  Transpose,
  /// The operand's bytes by another shape or type: reshape, bitcast_convert.
  Reshape,
  /// Result i is operand i: optimization_barrier.
  Barrier,
  /// The operand itself: sharding constraints.
  Annotation,
  Slice,
  Pad,
  Reverse,
  Concatenate,
  Iota,
  Constant,

  Reduce,
  ReduceWindow,
  SelectAndScatter,
  /// A running reduction along a dimension: chlo.scan.
  Scan,
  Gather,
  Scatter,
  DynamicSlice,
  DynamicUpdateSlice,
  /// dot, dot_general, einsum, ragged_dot.
  Dot,
  Convolution,
  BatchNorm,
  /// sort, top_k.
  Sort,
  Fft,
  Cholesky,
  TriangularSolve,

  /// Draws from a state that no operand holds: rng.
  Rng,
  /// A function of the state that it is given: rng_bit_generator.
  RngBitGenerator,

  Loop,
  /// if, case.
  Branch,
  /// Runs a region once: manual_computation, named_computation, fusion.
  Region,
  /// An operation that a function of the module defines: composite.
  Composite,
  CustomCall,

  /// Data of other devices: all_gather, all_reduce, reshard, …; also either
  /// half of an asynchronous one.
  Collective,
  /// send, recv, infeed, outfeed.
  Communication,
  /// after_all, create_token: an order and no data.
  Token,
  Tuple,
  GetTupleElement,
  /// A figure that costs nothing: get_dimension_size, replica_id.
  Query,
  Terminator,
  /// Declares and does not run: sdy.mesh.
  Declaration,
};

struct OpInfo {
  /// With its namespace: "stablehlo.add".
  llvm::StringRef name;
  OpKind kind = OpKind::Unknown;
  /// Without effects, its regions and callees aside. For custom calls see
  /// `isPure`.
  bool pure = false;
  /// Per element of the result, on the scale of `getArithWeight`; 0 for data
  /// moves and where `getFlops` has a formula (dots, reductions).
  double flopsPerElement = 0;
};

/// The row of `op` (StableHLO's for shared MHLO ops); a row of kind `Unknown`
/// if the table lacks it, null for other dialects. O(1).
const OpInfo *lookupOp(Operation *op);
const OpInfo *lookupOp(llvm::StringRef name);
/// `Unknown` for other dialects.
OpKind getOpKind(Operation *op);
/// Sorted by name.
llvm::ArrayRef<OpInfo> getOpTable();
/// Calls `callback` with each operation of a namespace; "mhlo" includes those
/// shared with StableHLO, by MHLO's name.
void forEachOp(
    llvm::StringRef dialect,
    llvm::function_ref<void(llvm::StringRef, const OpInfo &)> callback);

/// Whether `op` and all in its regions (and in a composite's function) depend
/// on operands and attributes alone. Custom calls do if they declare no side
/// effect, nested operations of other dialects by their memory effects. False
/// for other dialects and if unknown. O(nested operations).
bool isPure(Operation *op);

/// Whether `op` may run twice unnoticed: it is pure, and nothing in it
/// communicates (peers of a collective must run it as often) or calls an
/// unknown function. Custom calls: only those to a few known targets. O(nested
/// operations).
bool mayRunAgain(Operation *op);

/// The operand whose content `result` has: of a reshape, a bitcast_convert that
/// keeps the bytes, a sharding constraint (operation or custom call); operand i
/// for result i of an optimization_barrier. Else null.
OpOperand *getViewedOperand(OpResult result);

/// The function that defines a composite; null if it names none.
Operation *lookupDecomposition(Operation *op);

/// Null if `op` is no constant.
Attribute getConstantValue(Operation *op);
/// As `OpTrait::ConstantLike` would say.
bool isConstant(Operation *op);

/// Whether each element of the only result is one of the only operand: a
/// broadcast_in_dim or reshape of StableHLO.
bool repeatsOperand(Operation *op);

/// A token of one of these dialects: an order without bytes.
bool isToken(Type type);

/// Dimensions of a dot's operands; the others are free. The result has the
/// batching ones, the left free ones, the right free ones.
struct DotDimensions {
  llvm::SmallVector<int64_t, 2> lhsBatching, rhsBatching;
  llvm::SmallVector<int64_t, 2> lhsContracting, rhsContracting;
  /// Ragged dot: the left dimension along which the groups lie; the right one
  /// with a matrix for each group.
  llvm::SmallVector<int64_t, 1> lhsRagged, rhsGroup;
};

/// Dimensions of a dot, dot_general or ragged_dot, from `#stablehlo.dot<...>`
/// or the ranks: valid for their operands, paired lists of equal length. Else
/// nothing (einsum too).
std::optional<DotDimensions> getDotDimensions(Operation *op);

/// Spatial dimensions in the order of their numbers:
/// `#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>`.
struct ConvDimensions {
  int64_t inputBatch, inputFeature;
  int64_t kernelInputFeature, kernelOutputFeature;
  int64_t outputBatch, outputFeature;
  llvm::SmallVector<int64_t, 3> inputSpatial, kernelSpatial, outputSpatial;
};

/// Valid for operands and result; nothing for other operations and unknown
/// dimensions (`?0`).
std::optional<ConvDimensions> getConvDimensions(Operation *op);

/// The window of a convolution along one spatial dimension.
struct ConvWindow {
  int64_t input, kernel, output;
  int64_t stride, low, high, inputDilation, kernelDilation;
};

/// Unknown extents are `ShapedType::kDynamic`; nothing if an attribute is
/// malformed.
std::optional<llvm::SmallVector<ConvWindow, 3>>
getConvWindows(Operation *op, const ConvDimensions &dims);

/// The `count` integers of the array or dense attribute `name`; all `missing`
/// if it is absent, nothing if it is anything else.
std::optional<llvm::SmallVector<int64_t>>
getIntegers(Operation *op, llvm::StringRef name, size_t count, int64_t missing);

/// 2 x elements of the result x contracted extents, as XLA's HloCostAnalysis; a
/// ragged dot counts the left operand with one group's matrix. Nothing without
/// `getDotDimensions` or static shapes.
std::optional<double> getDotFlops(Operation *op);

/// As XLA's HloCostAnalysis: 2 x batch (divided by batch_group_count) x output
/// features x input features of a group x pairs of an output and a kernel
/// position that meet an input element, not padding or zeros of lhs_dilation.
/// Nothing without `getConvDimensions` or static shapes. O(spatial dimensions x
/// the least of kernel and output extent x lhs_dilation).
std::optional<double> getConvolutionFlops(Operation *op);

/// Flops of the dots and convolutions in one run of `op`: loops count
/// `getTripCount` times, else once; of branches the dearest. O(nested
/// operations).
double getMatrixFlops(Operation *op);

/// What a while counts its turns by: the carried value `number`, which in turn
/// t, from 0, is `first` + t * `step`.
struct LoopCounter {
  unsigned number;
  int64_t first, step, trips;
};

/// The counter of a while that counts an integer from a constant by a constant
/// step to a constant bound, as JAX writes `scan` and `fori_loop`.
std::optional<LoopCounter> getLoopCounter(Operation *op);
/// Its trips.
std::optional<int64_t> getTripCount(Operation *op);

/// The result of an elementwise operation on single integers (arithmetic,
/// comparisons, select, convert, clamp) for these operands; of another,
/// nothing.
std::optional<APInt> evaluateIntegers(Operation *op,
                                      llvm::ArrayRef<APInt> operands);

/// All flops of one run of `op`, on the scale of `getArithWeight`: elementwise
/// operations and reductions by element, the usual algorithm's for sorts,
/// transforms and factorizations, the rest as `getMatrixFlops`. Unknown
/// operations count 0. O(nested operations).
double getFlops(Operation *op);

} // namespace mlir::remat::hlo

#endif // REMAT_DIALECT_STUBS_STABLEHLO_H
