//===- Stablehlo.h - What is known of StableHLO's operations ----*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table of the operations of StableHLO 1.x, of CHLO, of Shardy and of those
// of MHLO that are not StableHLO's, and questions about single operations. All
// of it goes by the name of an operation and by its attributes as printed, so
// that it holds for operations of a stub dialect as for those of the real one.
// Shapes that are not known before the step runs, and attributes that are
// missing or malformed, give nothing; they are no errors here.
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

/// What an operation does, as far as a model of memory and time tells
/// operations apart.
enum class OpKind {
  /// Nothing is known: an operation of one of the namespaces that the table
  /// does not have.
  Unknown,

  /// Each element of the result from the elements at the same place of the
  /// operands: arithmetic, compare, select, clamp, convert, map, …
  Elementwise,
  /// broadcast, broadcast_in_dim, dynamic_broadcast_in_dim.
  Broadcast,
  Transpose,
  /// The operand's bytes by another shape or type: reshape, bitcast_convert.
  Reshape,
  /// Result i is operand i: optimization_barrier.
  Barrier,
  /// The operand itself, said more of: sharding constraints.
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

  /// while.
  Loop,
  /// if, case.
  Branch,
  /// Other operations that run a region once: manual_computation,
  /// named_computation, fusion.
  Region,
  /// An operation that a function of the module defines: composite.
  Composite,
  CustomCall,

  /// all_gather, all_reduce, reshard, … : data of other devices. Also the two
  /// halves of such an operation that runs asynchronously.
  Collective,
  /// send, recv, infeed, outfeed.
  Communication,
  /// after_all, create_token: an order and no data.
  Token,
  Tuple,
  GetTupleElement,
  /// A figure that costs nothing: get_dimension_size, replica_id.
  Query,
  /// return.
  Terminator,
  /// Declares and does not run: sdy.mesh.
  Declaration,
};

/// How many operands and results an operation of this kind has at least.
std::pair<unsigned, unsigned> getLeastCounts(OpKind kind);

/// A row of the table.
struct OpInfo {
  /// With its namespace: "stablehlo.add".
  llvm::StringRef name;
  OpKind kind = OpKind::Unknown;
  /// Whether, its regions and callees aside, it is a function of its operands
  /// and attributes, without effect on anything else. Of custom calls
  /// `isPure` knows more.
  bool pure = false;
  /// Flops for each element of the result, on the scale of
  /// `getArithWeight`; 0 for what moves data, and for what has a formula of
  /// its own (dots, convolutions, reductions) in `getFlops`.
  double flopsPerElement = 0;
};

/// The row of `op`; a row of kind `Unknown` for operations of these namespaces
/// that the table does not have, null for other dialects. Operations that MHLO
/// shares with StableHLO have StableHLO's row. O(1).
const OpInfo *lookupOp(Operation *op);
/// As above, of operations by this name.
const OpInfo *lookupOp(llvm::StringRef name);
/// The kind of `op`; `Unknown` for other dialects.
OpKind getOpKind(Operation *op);
/// All rows, sorted by name.
llvm::ArrayRef<OpInfo> getOpTable();
/// Calls `callback` with every operation that the table has of a namespace:
/// of "mhlo" also what it shares with StableHLO, by MHLO's name.
void forEachOp(
    llvm::StringRef dialect,
    llvm::function_ref<void(llvm::StringRef, const OpInfo &)> callback);

//===----------------------------------------------------------------------===//
// Purity, views, constants
//===----------------------------------------------------------------------===//

/// Whether `op` and all in its regions (and, of a composite, in the function
/// that defines it) are functions of their operands and attributes. Custom
/// calls are if they say that they have no side effect. Operations of other
/// dialects in its regions are asked for their memory effects. False for other
/// dialects and for what is not known. O(nested operations).
bool isPure(Operation *op);

/// Whether running `op` twice gives the same results and nobody can tell: it is
/// pure, and neither it nor what is in it communicates (collectives are pure
/// as seen from all devices at once, but the peers must run them as often) or
/// calls what is not known. Of custom calls only those to a few targets that
/// are known may run again. O(nested operations).
bool mayRunAgain(Operation *op);

/// The operand that `result` is another name or shape of: the operand of a
/// reshape, a bitcast_convert that keeps the bytes and a sharding constraint
/// (as an operation or a custom call), operand i of result i of an
/// optimization_barrier. Null for everything else, for tuples too.
OpOperand *getViewedOperand(OpResult result);

/// The value of a constant; null for everything else.
Attribute getConstantValue(Operation *op);
/// Whether `op` is a constant, as `OpTrait::ConstantLike` would say.
bool isConstant(Operation *op);

/// Whether `type` is a token of one of these dialects: an order without bytes.
bool isToken(Type type);

/// The target of a custom call; empty for everything else.
llvm::StringRef getCallTarget(Operation *op);

//===----------------------------------------------------------------------===//
// Dots and convolutions
//===----------------------------------------------------------------------===//

/// The dimensions of the operands of a dot. What is neither batching nor
/// contracting is free; the result has the batching dimensions, then the free
/// ones of the left operand, then those of the right.
struct DotDimensions {
  llvm::SmallVector<int64_t, 2> lhsBatching, rhsBatching;
  llvm::SmallVector<int64_t, 2> lhsContracting, rhsContracting;
  /// Of a ragged dot only: the dimension of the left operand along which the
  /// groups lie, and that of the right one along which there is one matrix a
  /// group.
  llvm::SmallVector<int64_t, 1> lhsRagged, rhsGroup;
};

/// The dimensions of a dot, dot_general or ragged_dot, from
/// `#stablehlo.dot<...>` or the ranks. Every number is a dimension of its
/// operand and the lists of a pair have the same length. Nothing for anything
/// else (einsum included).
std::optional<DotDimensions> getDotDimensions(Operation *op);

/// The dimensions of the operands and the result of a convolution:
/// `#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>`. Spatial
/// dimensions are in the order of their numbers in the text.
struct ConvDimensions {
  int64_t inputBatch, inputFeature;
  int64_t kernelInputFeature, kernelOutputFeature;
  int64_t outputBatch, outputFeature;
  llvm::SmallVector<int64_t, 3> inputSpatial, kernelSpatial, outputSpatial;
};

/// The dimensions of a convolution, each a dimension of its operand or of the
/// result; nothing for anything else. Unknown dimensions (`?0`) give nothing.
std::optional<ConvDimensions> getConvDimensions(Operation *op);

/// The `count` integers of the array attribute or dense attribute `name`,
/// `missing` each if it is not there; nothing if it is anything else.
std::optional<llvm::SmallVector<int64_t>>
getIntegers(Operation *op, llvm::StringRef name, size_t count, int64_t missing);

/// Flops of a dot: 2 x the elements of the result x the contracted extents, as
/// XLA's HloCostAnalysis counts. A ragged dot multiplies each row by the matrix
/// of its group only, and counts as the dot of the left operand with one such
/// matrix. Nothing where `getDotDimensions` gives nothing or shapes are not
/// known.
std::optional<double> getDotFlops(Operation *op);

/// Flops of a convolution, as XLA's HloCostAnalysis counts: 2 x batch x output
/// features x input features of a group x the pairs of an output position and a
/// kernel position that meet an element of the input, and not padding or the
/// zeros between elements that lhs_dilation puts there; batch_group_count
/// divides the batch. Nothing where `getConvDimensions` gives nothing or shapes
/// are not known. O(spatial dimensions x the least of kernel and output extent
/// x lhs_dilation).
std::optional<double> getConvolutionFlops(Operation *op);

/// Flops of the dots and convolutions that one run of `op` runs, those in its
/// regions included: a loop counts them as often as `getTripCount` knows, else
/// once; of branches the dearest counts. 0 for what has none. O(nested
/// operations).
double getMatrixFlops(Operation *op);

/// How often a while runs its body, where it counts an integer of its operands
/// from a constant by a constant step up to a constant bound, as JAX writes
/// `scan` and `fori_loop`; nothing for other loops and other operations.
std::optional<int64_t> getTripCount(Operation *op);

/// All flops of one run of `op`, on the scale of `getArithWeight`: dots and
/// convolutions as above, elementwise operations and reductions by what they do
/// for each element, an estimate of the usual algorithm for sorts, transforms
/// and factorizations, regions as `getMatrixFlops` counts them. Unknown
/// operations count nothing. O(nested operations).
double getFlops(Operation *op);

} // namespace mlir::remat::hlo

#endif // REMAT_DIALECT_STUBS_STABLEHLO_H
