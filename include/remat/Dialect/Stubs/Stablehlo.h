//===- Stablehlo.h - What is known of StableHLO's operations ----*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table of the operations of StableHLO 1.x, CHLO, Shardy and the rest of
// MHLO, and questions about single operations. They go by names and by
// attributes as printed, and so hold for a stub dialect as for the real one.
// Dynamic shapes and attributes that are missing or malformed give nothing;
// they are no errors here.
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

/// The kinds that a model of memory and time tells apart.
enum class OpKind {
  /// Not in the table.
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

  /// Data of other devices: all_gather, all_reduce, reshard, …; also the two
  /// halves of an asynchronous one.
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

/// A row of the table.
struct OpInfo {
  /// With its namespace: "stablehlo.add".
  llvm::StringRef name;
  OpKind kind = OpKind::Unknown;
  /// Whether, its regions and callees aside, it is a function of its operands
  /// and attributes without effects. Of custom calls `isPure` knows more.
  bool pure = false;
  /// Flops for each element of the result, on the scale of `getArithWeight`; 0
  /// for moves of data, and where `getFlops` has a formula (dots, reductions).
  double flopsPerElement = 0;
};

/// The row of `op` (for what MHLO shares with StableHLO, StableHLO's); a row of
/// kind `Unknown` if the table lacks it, null for other dialects. O(1).
const OpInfo *lookupOp(Operation *op);
/// As above, of operations by this name.
const OpInfo *lookupOp(llvm::StringRef name);
/// The kind of `op`; `Unknown` for other dialects.
OpKind getOpKind(Operation *op);
/// All rows, sorted by name.
llvm::ArrayRef<OpInfo> getOpTable();
/// Calls `callback` with every operation of a namespace: of "mhlo" also those
/// that it shares with StableHLO, by MHLO's name.
void forEachOp(
    llvm::StringRef dialect,
    llvm::function_ref<void(llvm::StringRef, const OpInfo &)> callback);

//===----------------------------------------------------------------------===//
// Purity, views, constants
//===----------------------------------------------------------------------===//

/// Whether `op` and all in its regions (and in a composite's function) are
/// functions of their operands and attributes. Custom calls are if they say
/// that they have no side effect, nested operations of other dialects by their
/// memory effects. False for other dialects and where nothing is known.
/// O(nested operations).
bool isPure(Operation *op);

/// Whether `op` may run twice unnoticed: it is pure, and nothing in it
/// communicates (the peers of a collective must run it as often) or calls an
/// unknown function. Of custom calls only those to a few known targets may.
/// O(nested operations).
bool mayRunAgain(Operation *op);

/// The operand that `result` is another name or shape of: that of a reshape, a
/// bitcast_convert that keeps the bytes, a sharding constraint (operation or
/// custom call); operand i of result i of an optimization_barrier. Else null.
OpOperand *getViewedOperand(OpResult result);

/// The function that defines a composite; null if it names none.
Operation *lookupDecomposition(Operation *op);

/// The value of a constant; null for everything else.
Attribute getConstantValue(Operation *op);
/// Whether `op` is a constant, as `OpTrait::ConstantLike` would say.
bool isConstant(Operation *op);

/// Whether `type` is a token of one of these dialects: an order without bytes.
bool isToken(Type type);

//===----------------------------------------------------------------------===//
// Dots and convolutions
//===----------------------------------------------------------------------===//

/// The dimensions of the operands of a dot; the others are free. The result has
/// the batching ones, the free ones of the left operand, those of the right.
struct DotDimensions {
  llvm::SmallVector<int64_t, 2> lhsBatching, rhsBatching;
  llvm::SmallVector<int64_t, 2> lhsContracting, rhsContracting;
  /// Of a ragged dot: the left dimension along which the groups lie, and the
  /// right one with a matrix for each group.
  llvm::SmallVector<int64_t, 1> lhsRagged, rhsGroup;
};

/// The dimensions of a dot, dot_general or ragged_dot, from
/// `#stablehlo.dot<...>` or the ranks. Every number is a dimension of its
/// operand, paired lists have the same length. Else nothing (einsum too).
std::optional<DotDimensions> getDotDimensions(Operation *op);

/// The dimensions of a convolution, the spatial ones by their numbers:
/// `#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>`.
struct ConvDimensions {
  int64_t inputBatch, inputFeature;
  int64_t kernelInputFeature, kernelOutputFeature;
  int64_t outputBatch, outputFeature;
  llvm::SmallVector<int64_t, 3> inputSpatial, kernelSpatial, outputSpatial;
};

/// The dimensions of a convolution, each a dimension of its operand or of the
/// result; nothing for anything else. Unknown dimensions (`?0`) give nothing.
std::optional<ConvDimensions> getConvDimensions(Operation *op);

/// The window of a convolution along one spatial dimension.
struct ConvWindow {
  int64_t input, kernel, output;
  int64_t stride, low, high, inputDilation, kernelDilation;
};

/// The windows of a convolution of these dimensions, unknown extents as
/// `ShapedType::kDynamic`; nothing if an attribute is malformed.
std::optional<llvm::SmallVector<ConvWindow, 3>>
getConvWindows(Operation *op, const ConvDimensions &dims);

/// The `count` integers of the array attribute or dense attribute `name`,
/// `missing` each if it is not there; nothing if it is anything else.
std::optional<llvm::SmallVector<int64_t>>
getIntegers(Operation *op, llvm::StringRef name, size_t count, int64_t missing);

/// Flops of a dot: 2 x the elements of the result x the contracted extents, as
/// XLA's HloCostAnalysis counts; a ragged dot counts the left operand with one
/// group's matrix. Nothing without `getDotDimensions` or static shapes.
std::optional<double> getDotFlops(Operation *op);

/// Flops of a convolution, as XLA's HloCostAnalysis counts: 2 x batch (divided
/// by batch_group_count) x output features x input features of a group x the
/// pairs of an output position and a kernel position that meet an element of
/// the input, not padding or zeros of lhs_dilation. Nothing without
/// `getConvDimensions` or static shapes. O(spatial dimensions x the least of
/// kernel and output extent x lhs_dilation).
std::optional<double> getConvolutionFlops(Operation *op);

/// Flops of the dots and convolutions in one run of `op`, regions included:
/// loops count `getTripCount` times, else once, branches the dearest. O(nested
/// operations).
double getMatrixFlops(Operation *op);

/// How often a while runs its body, if it counts an integer from a constant by
/// a constant step to a constant bound, as JAX writes `scan` and `fori_loop`.
std::optional<int64_t> getTripCount(Operation *op);

/// All flops of one run of `op`, on the scale of `getArithWeight`: dots and
/// convolutions as above, elementwise operations and reductions by element, the
/// usual algorithm's for sorts, transforms and factorizations, regions as
/// `getMatrixFlops`. Unknown operations count nothing. O(nested operations).
double getFlops(Operation *op);

} // namespace mlir::remat::hlo

#endif // REMAT_DIALECT_STUBS_STABLEHLO_H
