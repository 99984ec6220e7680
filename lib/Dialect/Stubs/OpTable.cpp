//===- OpTable.cpp - The operations of StableHLO and its kin --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Dialect/Stubs/Stablehlo.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::remat;
using namespace mlir::remat::hlo;

/// By name. Weights are on the scale of `getArithWeight`: 1 for arithmetic, 4
/// for a division, 5 for a root, 10 for an exponential, 20 for what is made of
/// two, 60 for series (digamma, zeta); a random number counts the rounds of
/// Threefry or Philox.
static constexpr OpInfo opTable[] = {
    {"chlo._asin_acos_kernel", OpKind::Elementwise, true, 20},
    {"chlo.acos", OpKind::Elementwise, true, 20},
    {"chlo.acosh", OpKind::Elementwise, true, 20},
    {"chlo.asin", OpKind::Elementwise, true, 20},
    {"chlo.asinh", OpKind::Elementwise, true, 20},
    {"chlo.atan", OpKind::Elementwise, true, 20},
    {"chlo.atanh", OpKind::Elementwise, true, 20},
    {"chlo.bessel_i1e", OpKind::Elementwise, true, 60},
    {"chlo.broadcast_add", OpKind::Elementwise, true, 1},
    {"chlo.broadcast_and", OpKind::Elementwise, true, 1},
    {"chlo.broadcast_atan2", OpKind::Elementwise, true, 20},
    {"chlo.broadcast_compare", OpKind::Elementwise, true, 1},
    {"chlo.broadcast_complex", OpKind::Elementwise, true, 0},
    {"chlo.broadcast_divide", OpKind::Elementwise, true, 4},
    {"chlo.broadcast_maximum", OpKind::Elementwise, true, 1},
    {"chlo.broadcast_minimum", OpKind::Elementwise, true, 1},
    {"chlo.broadcast_multiply", OpKind::Elementwise, true, 1},
    {"chlo.broadcast_next_after", OpKind::Elementwise, true, 10},
    {"chlo.broadcast_or", OpKind::Elementwise, true, 1},
    {"chlo.broadcast_polygamma", OpKind::Elementwise, true, 60},
    {"chlo.broadcast_power", OpKind::Elementwise, true, 22},
    {"chlo.broadcast_remainder", OpKind::Elementwise, true, 4},
    {"chlo.broadcast_select", OpKind::Elementwise, true, 1},
    {"chlo.broadcast_shift_left", OpKind::Elementwise, true, 1},
    {"chlo.broadcast_shift_right_arithmetic", OpKind::Elementwise, true, 1},
    {"chlo.broadcast_shift_right_logical", OpKind::Elementwise, true, 1},
    {"chlo.broadcast_subtract", OpKind::Elementwise, true, 1},
    {"chlo.broadcast_xor", OpKind::Elementwise, true, 1},
    {"chlo.broadcast_zeta", OpKind::Elementwise, true, 60},
    {"chlo.conj", OpKind::Elementwise, true, 1},
    {"chlo.constant", OpKind::Constant, true, 0},
    {"chlo.constant_like", OpKind::Broadcast, true, 0},
    {"chlo.cosh", OpKind::Elementwise, true, 20},
    {"chlo.digamma", OpKind::Elementwise, true, 60},
    {"chlo.dynamic_reshape", OpKind::Reshape, true, 0},
    {"chlo.erf", OpKind::Elementwise, true, 20},
    {"chlo.erf_inv", OpKind::Elementwise, true, 20},
    {"chlo.erfc", OpKind::Elementwise, true, 20},
    {"chlo.is_inf", OpKind::Elementwise, true, 1},
    {"chlo.is_neg_inf", OpKind::Elementwise, true, 1},
    {"chlo.is_pos_inf", OpKind::Elementwise, true, 1},
    {"chlo.lgamma", OpKind::Elementwise, true, 60},
    {"chlo.mulhi", OpKind::Elementwise, true, 1},
    {"chlo.next_after", OpKind::Elementwise, true, 10},
    {"chlo.polygamma", OpKind::Elementwise, true, 60},
    {"chlo.ragged_dot", OpKind::Dot, true, 0},
    {"chlo.scan", OpKind::Scan, true, 0},
    {"chlo.sinh", OpKind::Elementwise, true, 20},
    {"chlo.square", OpKind::Elementwise, true, 1},
    {"chlo.tan", OpKind::Elementwise, true, 20},
    {"chlo.top_k", OpKind::Sort, true, 0},
    {"chlo.zeta", OpKind::Elementwise, true, 60},
    {"mhlo.acos", OpKind::Elementwise, true, 20},
    {"mhlo.acosh", OpKind::Elementwise, true, 20},
    {"mhlo.add_dependency", OpKind::Annotation, true, 0},
    {"mhlo.asin", OpKind::Elementwise, true, 20},
    {"mhlo.asinh", OpKind::Elementwise, true, 20},
    {"mhlo.async_update", OpKind::Collective, false, 0},
    {"mhlo.atanh", OpKind::Elementwise, true, 20},
    {"mhlo.bitcast", OpKind::Reshape, true, 0},
    {"mhlo.copy", OpKind::Elementwise, true, 0},
    {"mhlo.cosh", OpKind::Elementwise, true, 20},
    {"mhlo.domain", OpKind::Annotation, true, 0},
    {"mhlo.erf", OpKind::Elementwise, true, 20},
    {"mhlo.fusion", OpKind::Region, true, 0},
    {"mhlo.minimum_broadcast_shapes", OpKind::Query, true, 0},
    {"mhlo.mulhi", OpKind::Elementwise, true, 1},
    {"mhlo.ragged_dot", OpKind::Dot, true, 0},
    {"mhlo.scan", OpKind::Scan, true, 0},
    {"mhlo.sinh", OpKind::Elementwise, true, 20},
    {"mhlo.stochastic_convert", OpKind::Elementwise, true, 1},
    {"mhlo.topk", OpKind::Sort, true, 0},
    {"mhlo.xla.rng_get_and_update_state", OpKind::Rng, false, 0},
    {"sdy.all_gather", OpKind::Collective, true, 0},
    {"sdy.all_reduce", OpKind::Collective, true, 0},
    {"sdy.all_slice", OpKind::Collective, true, 0},
    {"sdy.all_to_all", OpKind::Collective, true, 0},
    {"sdy.collective_permute", OpKind::Collective, true, 0},
    {"sdy.constant", OpKind::Constant, true, 0},
    {"sdy.data_flow_edge", OpKind::Annotation, true, 0},
    {"sdy.func_data_flow_edge", OpKind::Annotation, true, 0},
    {"sdy.manual_computation", OpKind::Region, true, 0},
    {"sdy.mesh", OpKind::Declaration, false, 0},
    {"sdy.named_computation", OpKind::Region, true, 0},
    {"sdy.propagation_barrier", OpKind::Annotation, true, 0},
    {"sdy.reduce_scatter", OpKind::Collective, true, 0},
    {"sdy.replicated_to_unreduced", OpKind::Annotation, true, 0},
    {"sdy.reshard", OpKind::Collective, true, 0},
    {"sdy.return", OpKind::Terminator, true, 0},
    {"sdy.sharded_to_unreduced", OpKind::Annotation, true, 0},
    {"sdy.sharding_constraint", OpKind::Annotation, true, 0},
    {"sdy.sharding_group", OpKind::Annotation, false, 0},
    {"stablehlo.abs", OpKind::Elementwise, true, 1},
    {"stablehlo.add", OpKind::Elementwise, true, 1},
    {"stablehlo.after_all", OpKind::Token, true, 0},
    {"stablehlo.all_gather", OpKind::Collective, true, 0},
    {"stablehlo.all_reduce", OpKind::Collective, true, 0},
    {"stablehlo.all_to_all", OpKind::Collective, true, 0},
    {"stablehlo.and", OpKind::Elementwise, true, 1},
    {"stablehlo.async_done", OpKind::Collective, false, 0},
    {"stablehlo.async_start", OpKind::Collective, false, 0},
    {"stablehlo.atan2", OpKind::Elementwise, true, 20},
    {"stablehlo.batch_norm_grad", OpKind::BatchNorm, true, 12},
    {"stablehlo.batch_norm_inference", OpKind::BatchNorm, true, 4},
    {"stablehlo.batch_norm_training", OpKind::BatchNorm, true, 8},
    {"stablehlo.bitcast_convert", OpKind::Reshape, true, 0},
    {"stablehlo.broadcast", OpKind::Broadcast, true, 0},
    {"stablehlo.broadcast_in_dim", OpKind::Broadcast, true, 0},
    {"stablehlo.case", OpKind::Branch, true, 0},
    {"stablehlo.cbrt", OpKind::Elementwise, true, 15},
    {"stablehlo.ceil", OpKind::Elementwise, true, 1},
    {"stablehlo.cholesky", OpKind::Cholesky, true, 0},
    {"stablehlo.clamp", OpKind::Elementwise, true, 1},
    {"stablehlo.collective_broadcast", OpKind::Collective, true, 0},
    {"stablehlo.collective_permute", OpKind::Collective, true, 0},
    {"stablehlo.compare", OpKind::Elementwise, true, 1},
    {"stablehlo.complex", OpKind::Elementwise, true, 0},
    {"stablehlo.composite", OpKind::Composite, true, 0},
    {"stablehlo.concatenate", OpKind::Concatenate, true, 0},
    {"stablehlo.constant", OpKind::Constant, true, 0},
    {"stablehlo.convert", OpKind::Elementwise, true, 1},
    {"stablehlo.convolution", OpKind::Convolution, true, 0},
    {"stablehlo.cosine", OpKind::Elementwise, true, 10},
    {"stablehlo.count_leading_zeros", OpKind::Elementwise, true, 1},
    {"stablehlo.create_token", OpKind::Token, true, 0},
    {"stablehlo.cross-replica-sum", OpKind::Collective, true, 0},
    {"stablehlo.custom_call", OpKind::CustomCall, false, 0},
    {"stablehlo.divide", OpKind::Elementwise, true, 4},
    {"stablehlo.dot", OpKind::Dot, true, 0},
    {"stablehlo.dot_general", OpKind::Dot, true, 0},
    {"stablehlo.dynamic_broadcast_in_dim", OpKind::Broadcast, true, 0},
    {"stablehlo.dynamic_conv", OpKind::Convolution, true, 0},
    {"stablehlo.dynamic_gather", OpKind::Gather, true, 0},
    {"stablehlo.dynamic_iota", OpKind::Iota, true, 0},
    {"stablehlo.dynamic_pad", OpKind::Pad, true, 0},
    {"stablehlo.dynamic_reshape", OpKind::Reshape, true, 0},
    {"stablehlo.dynamic_slice", OpKind::DynamicSlice, true, 0},
    {"stablehlo.dynamic_update_slice", OpKind::DynamicUpdateSlice, true, 0},
    {"stablehlo.einsum", OpKind::Dot, true, 0},
    {"stablehlo.exponential", OpKind::Elementwise, true, 10},
    {"stablehlo.exponential_minus_one", OpKind::Elementwise, true, 15},
    {"stablehlo.fft", OpKind::Fft, true, 0},
    {"stablehlo.floor", OpKind::Elementwise, true, 1},
    {"stablehlo.gather", OpKind::Gather, true, 0},
    {"stablehlo.get_dimension_size", OpKind::Query, true, 0},
    {"stablehlo.get_tuple_element", OpKind::GetTupleElement, true, 0},
    {"stablehlo.if", OpKind::Branch, true, 0},
    {"stablehlo.imag", OpKind::Elementwise, true, 0},
    {"stablehlo.infeed", OpKind::Communication, false, 0},
    {"stablehlo.iota", OpKind::Iota, true, 0},
    {"stablehlo.is_finite", OpKind::Elementwise, true, 1},
    {"stablehlo.log", OpKind::Elementwise, true, 10},
    {"stablehlo.log_plus_one", OpKind::Elementwise, true, 15},
    {"stablehlo.logistic", OpKind::Elementwise, true, 15},
    {"stablehlo.map", OpKind::Elementwise, true, 0},
    {"stablehlo.maximum", OpKind::Elementwise, true, 1},
    {"stablehlo.minimum", OpKind::Elementwise, true, 1},
    {"stablehlo.multiply", OpKind::Elementwise, true, 1},
    {"stablehlo.negate", OpKind::Elementwise, true, 1},
    {"stablehlo.not", OpKind::Elementwise, true, 1},
    {"stablehlo.optimization_barrier", OpKind::Barrier, true, 0},
    {"stablehlo.or", OpKind::Elementwise, true, 1},
    {"stablehlo.outfeed", OpKind::Communication, false, 0},
    {"stablehlo.pad", OpKind::Pad, true, 0},
    {"stablehlo.partition_id", OpKind::Query, true, 0},
    {"stablehlo.popcnt", OpKind::Elementwise, true, 1},
    {"stablehlo.power", OpKind::Elementwise, true, 22},
    {"stablehlo.real", OpKind::Elementwise, true, 0},
    {"stablehlo.real_dynamic_slice", OpKind::Slice, true, 0},
    {"stablehlo.recv", OpKind::Communication, false, 0},
    {"stablehlo.reduce", OpKind::Reduce, true, 0},
    {"stablehlo.reduce_precision", OpKind::Elementwise, true, 1},
    {"stablehlo.reduce_scatter", OpKind::Collective, true, 0},
    {"stablehlo.reduce_window", OpKind::ReduceWindow, true, 0},
    {"stablehlo.remainder", OpKind::Elementwise, true, 4},
    {"stablehlo.replica_id", OpKind::Query, true, 0},
    {"stablehlo.reshape", OpKind::Reshape, true, 0},
    {"stablehlo.return", OpKind::Terminator, true, 0},
    {"stablehlo.reverse", OpKind::Reverse, true, 0},
    {"stablehlo.rng", OpKind::Rng, false, 20},
    {"stablehlo.rng_bit_generator", OpKind::RngBitGenerator, true, 20},
    {"stablehlo.round_nearest_afz", OpKind::Elementwise, true, 1},
    {"stablehlo.round_nearest_even", OpKind::Elementwise, true, 1},
    {"stablehlo.rsqrt", OpKind::Elementwise, true, 5},
    {"stablehlo.scatter", OpKind::Scatter, true, 0},
    {"stablehlo.select", OpKind::Elementwise, true, 1},
    {"stablehlo.select_and_scatter", OpKind::SelectAndScatter, true, 0},
    {"stablehlo.send", OpKind::Communication, false, 0},
    {"stablehlo.set_dimension_size", OpKind::Elementwise, true, 0},
    {"stablehlo.shift_left", OpKind::Elementwise, true, 1},
    {"stablehlo.shift_right_arithmetic", OpKind::Elementwise, true, 1},
    {"stablehlo.shift_right_logical", OpKind::Elementwise, true, 1},
    {"stablehlo.sign", OpKind::Elementwise, true, 1},
    {"stablehlo.sine", OpKind::Elementwise, true, 10},
    {"stablehlo.slice", OpKind::Slice, true, 0},
    {"stablehlo.sort", OpKind::Sort, true, 0},
    {"stablehlo.sqrt", OpKind::Elementwise, true, 5},
    {"stablehlo.subtract", OpKind::Elementwise, true, 1},
    {"stablehlo.tan", OpKind::Elementwise, true, 20},
    {"stablehlo.tanh", OpKind::Elementwise, true, 20},
    {"stablehlo.torch_index_select", OpKind::Gather, true, 0},
    {"stablehlo.transpose", OpKind::Transpose, true, 0},
    {"stablehlo.triangular_solve", OpKind::TriangularSolve, true, 0},
    {"stablehlo.tuple", OpKind::Tuple, true, 0},
    {"stablehlo.unary_einsum", OpKind::Reduce, true, 0},
    {"stablehlo.uniform_dequantize", OpKind::Elementwise, true, 1},
    {"stablehlo.uniform_quantize", OpKind::Elementwise, true, 1},
    {"stablehlo.while", OpKind::Loop, true, 0},
    {"stablehlo.xor", OpKind::Elementwise, true, 1},
};

llvm::StringRef mlir::remat::hlo::stringifyOpKind(OpKind kind) {
  switch (kind) {
  case OpKind::Unknown:
    return "Unknown";
  case OpKind::Elementwise:
    return "Elementwise";
  case OpKind::Broadcast:
    return "Broadcast";
  case OpKind::Transpose:
    return "Transpose";
  case OpKind::Reshape:
    return "Reshape";
  case OpKind::Barrier:
    return "Barrier";
  case OpKind::Annotation:
    return "Annotation";
  case OpKind::Slice:
    return "Slice";
  case OpKind::Pad:
    return "Pad";
  case OpKind::Reverse:
    return "Reverse";
  case OpKind::Concatenate:
    return "Concatenate";
  case OpKind::Iota:
    return "Iota";
  case OpKind::Constant:
    return "Constant";
  case OpKind::Reduce:
    return "Reduce";
  case OpKind::ReduceWindow:
    return "ReduceWindow";
  case OpKind::SelectAndScatter:
    return "SelectAndScatter";
  case OpKind::Scan:
    return "Scan";
  case OpKind::Gather:
    return "Gather";
  case OpKind::Scatter:
    return "Scatter";
  case OpKind::DynamicSlice:
    return "DynamicSlice";
  case OpKind::DynamicUpdateSlice:
    return "DynamicUpdateSlice";
  case OpKind::Dot:
    return "Dot";
  case OpKind::Convolution:
    return "Convolution";
  case OpKind::BatchNorm:
    return "BatchNorm";
  case OpKind::Sort:
    return "Sort";
  case OpKind::Fft:
    return "Fft";
  case OpKind::Cholesky:
    return "Cholesky";
  case OpKind::TriangularSolve:
    return "TriangularSolve";
  case OpKind::Rng:
    return "Rng";
  case OpKind::RngBitGenerator:
    return "RngBitGenerator";
  case OpKind::Loop:
    return "Loop";
  case OpKind::Branch:
    return "Branch";
  case OpKind::Region:
    return "Region";
  case OpKind::Composite:
    return "Composite";
  case OpKind::CustomCall:
    return "CustomCall";
  case OpKind::Collective:
    return "Collective";
  case OpKind::Communication:
    return "Communication";
  case OpKind::Token:
    return "Token";
  case OpKind::Tuple:
    return "Tuple";
  case OpKind::GetTupleElement:
    return "GetTupleElement";
  case OpKind::Query:
    return "Query";
  case OpKind::Terminator:
    return "Terminator";
  case OpKind::Declaration:
    return "Declaration";
  }
  llvm_unreachable("all kinds are handled");
}

llvm::ArrayRef<OpInfo> mlir::remat::hlo::getOpTable() { return opTable; }

void mlir::remat::hlo::forEachOp(
    StringRef dialect,
    llvm::function_ref<void(StringRef, const OpInfo &)> callback) {
  for (const OpInfo &info : opTable) {
    auto [owner, rest] = info.name.split('.');
    if (owner == dialect)
      callback(info.name, info);
    // MHLO is what StableHLO was made from.
    else if (owner == "stablehlo" && dialect == "mhlo")
      callback((llvm::Twine("mhlo.") + rest).str(), info);
  }
}

/// The row of what the table does not have, of a namespace that it has.
static const OpInfo *lookupUnknown(StringRef dialect) {
  static constexpr OpInfo stablehlo = {"stablehlo", OpKind::Unknown, false, 0};
  static constexpr OpInfo chlo = {"chlo", OpKind::Unknown, false, 0};
  static constexpr OpInfo mhlo = {"mhlo", OpKind::Unknown, false, 0};
  static constexpr OpInfo sdy = {"sdy", OpKind::Unknown, false, 0};
  return llvm::StringSwitch<const OpInfo *>(dialect)
      .Case("stablehlo", &stablehlo)
      .Case("chlo", &chlo)
      .Case("mhlo", &mhlo)
      .Case("sdy", &sdy)
      .Default(nullptr);
}

const OpInfo *mlir::remat::hlo::lookupOp(StringRef name) {
  static const llvm::StringMap<const OpInfo *> rows = [] {
    llvm::StringMap<const OpInfo *> map;
    for (StringRef dialect : {"stablehlo", "chlo", "mhlo", "sdy"})
      forEachOp(dialect,
                [&](StringRef name, const OpInfo &info) { map[name] = &info; });
    return map;
  }();
  if (auto found = rows.find(name); found != rows.end())
    return found->second;
  auto [dialect, rest] = name.split('.');
  return rest.empty() ? nullptr : lookupUnknown(dialect);
}

const OpInfo *mlir::remat::hlo::lookupOp(Operation *op) {
  return lookupOp(op->getName().getStringRef());
}

OpKind mlir::remat::hlo::getOpKind(Operation *op) {
  const OpInfo *info = lookupOp(op);
  return info ? info->kind : OpKind::Unknown;
}
