//===- Stablehlo.cpp - What is known of StableHLO's operations ------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Dialect/Stubs/Stablehlo.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "remat/Dialect/Stubs/CustomCalls.h"
#include "remat/Interfaces/TaskOpInterface.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::remat;
using namespace mlir::remat::hlo;

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

namespace {
/// Ops of one kind and cost.
struct Family {
  OpKind kind;
  bool pure;
  double flopsPerElement;
  /// Separated by blanks.
  llvm::StringLiteral names;
};
} // namespace

/// By kind. Weights as in `getArithWeight`: 1 for arithmetic, 4 for a division,
/// 5 for a root, 10 for an exponential, 20 for a function of two, 60 for series
/// (digamma, zeta). Random numbers count the rounds of Threefry or Philox.
static constexpr Family families[] = {
    {OpKind::Elementwise, true, 0,
     "stablehlo.complex stablehlo.imag stablehlo.map stablehlo.real "
     "stablehlo.set_dimension_size chlo.broadcast_complex mhlo.copy"},
    {OpKind::Elementwise, true, 1,
     "stablehlo.abs stablehlo.add stablehlo.and stablehlo.ceil "
     "stablehlo.clamp stablehlo.compare stablehlo.convert "
     "stablehlo.count_leading_zeros stablehlo.floor stablehlo.is_finite "
     "stablehlo.maximum stablehlo.minimum stablehlo.multiply "
     "stablehlo.negate stablehlo.not stablehlo.or stablehlo.popcnt "
     "stablehlo.reduce_precision stablehlo.round_nearest_afz "
     "stablehlo.round_nearest_even stablehlo.select stablehlo.shift_left "
     "stablehlo.shift_right_arithmetic stablehlo.shift_right_logical "
     "stablehlo.sign stablehlo.subtract stablehlo.uniform_dequantize "
     "stablehlo.uniform_quantize stablehlo.xor chlo.broadcast_add "
     "chlo.broadcast_and chlo.broadcast_compare chlo.broadcast_maximum "
     "chlo.broadcast_minimum chlo.broadcast_multiply chlo.broadcast_or "
     "chlo.broadcast_select chlo.broadcast_shift_left "
     "chlo.broadcast_shift_right_arithmetic "
     "chlo.broadcast_shift_right_logical chlo.broadcast_subtract "
     "chlo.broadcast_xor chlo.conj chlo.is_inf chlo.is_neg_inf "
     "chlo.is_pos_inf chlo.mulhi chlo.square mhlo.mulhi "
     "mhlo.stochastic_convert"},
    {OpKind::Elementwise, true, 4,
     "stablehlo.divide stablehlo.remainder chlo.broadcast_divide "
     "chlo.broadcast_remainder"},
    {OpKind::Elementwise, true, 5, "stablehlo.rsqrt stablehlo.sqrt"},
    {OpKind::Elementwise, true, 10,
     "stablehlo.cosine stablehlo.exponential stablehlo.log stablehlo.sine "
     "chlo.broadcast_next_after chlo.next_after"},
    {OpKind::Elementwise, true, 15,
     "stablehlo.cbrt stablehlo.exponential_minus_one "
     "stablehlo.log_plus_one stablehlo.logistic"},
    {OpKind::Elementwise, true, 20,
     "stablehlo.atan2 stablehlo.tan stablehlo.tanh chlo._asin_acos_kernel "
     "chlo.acos chlo.acosh chlo.asin chlo.asinh chlo.atan chlo.atanh "
     "chlo.broadcast_atan2 chlo.cosh chlo.erf chlo.sinh chlo.tan mhlo.acos "
     "mhlo.acosh mhlo.asin mhlo.asinh mhlo.atanh mhlo.cosh mhlo.erf "
     "mhlo.sinh"},
    {OpKind::Elementwise, true, 22, "stablehlo.power chlo.broadcast_power"},
    {OpKind::Elementwise, true, 60,
     "chlo.bessel_i1e chlo.broadcast_polygamma chlo.broadcast_zeta "
     "chlo.digamma chlo.erf_inv chlo.erfc chlo.lgamma chlo.polygamma "
     "chlo.zeta"},
    {OpKind::Broadcast, true, 0,
     "stablehlo.broadcast stablehlo.broadcast_in_dim "
     "stablehlo.dynamic_broadcast_in_dim chlo.constant_like"},
    {OpKind::Transpose, true, 0, "stablehlo.transpose"},
    {OpKind::Reshape, true, 0,
     "stablehlo.bitcast_convert stablehlo.dynamic_reshape "
     "stablehlo.reshape chlo.dynamic_reshape mhlo.bitcast"},
    {OpKind::Barrier, true, 0, "stablehlo.optimization_barrier"},
    {OpKind::Annotation, true, 0,
     "mhlo.add_dependency mhlo.domain sdy.data_flow_edge "
     "sdy.func_data_flow_edge sdy.propagation_barrier "
     "sdy.replicated_to_unreduced sdy.sharded_to_unreduced "
     "sdy.sharding_constraint"},
    {OpKind::Annotation, false, 0, "sdy.sharding_group"},
    {OpKind::Slice, true, 0, "stablehlo.real_dynamic_slice stablehlo.slice"},
    {OpKind::Pad, true, 0, "stablehlo.dynamic_pad stablehlo.pad"},
    {OpKind::Reverse, true, 0, "stablehlo.reverse"},
    {OpKind::Concatenate, true, 0, "stablehlo.concatenate"},
    {OpKind::Iota, true, 0, "stablehlo.dynamic_iota stablehlo.iota"},
    {OpKind::Constant, true, 0,
     "stablehlo.constant chlo.constant sdy.constant"},
    {OpKind::Reduce, true, 0, "stablehlo.reduce stablehlo.unary_einsum"},
    {OpKind::ReduceWindow, true, 0, "stablehlo.reduce_window"},
    {OpKind::SelectAndScatter, true, 0, "stablehlo.select_and_scatter"},
    {OpKind::Scan, true, 0, "chlo.scan mhlo.scan"},
    {OpKind::Gather, true, 0,
     "stablehlo.dynamic_gather stablehlo.gather "
     "stablehlo.torch_index_select"},
    {OpKind::Scatter, true, 0, "stablehlo.scatter"},
    {OpKind::DynamicSlice, true, 0, "stablehlo.dynamic_slice"},
    {OpKind::DynamicUpdateSlice, true, 0, "stablehlo.dynamic_update_slice"},
    {OpKind::Dot, true, 0,
     "stablehlo.dot stablehlo.dot_general stablehlo.einsum chlo.ragged_dot "
     "mhlo.ragged_dot"},
    {OpKind::Convolution, true, 0,
     "stablehlo.convolution stablehlo.dynamic_conv"},
    {OpKind::BatchNorm, true, 4, "stablehlo.batch_norm_inference"},
    {OpKind::BatchNorm, true, 8, "stablehlo.batch_norm_training"},
    {OpKind::BatchNorm, true, 12, "stablehlo.batch_norm_grad"},
    {OpKind::Sort, true, 0, "stablehlo.sort chlo.top_k mhlo.topk"},
    {OpKind::Fft, true, 0, "stablehlo.fft"},
    {OpKind::Cholesky, true, 0, "stablehlo.cholesky"},
    {OpKind::TriangularSolve, true, 0, "stablehlo.triangular_solve"},
    {OpKind::Rng, false, 0, "mhlo.xla.rng_get_and_update_state"},
    {OpKind::Rng, false, 20, "stablehlo.rng"},
    {OpKind::RngBitGenerator, true, 20, "stablehlo.rng_bit_generator"},
    {OpKind::Loop, true, 0, "stablehlo.while"},
    {OpKind::Branch, true, 0, "stablehlo.case stablehlo.if"},
    {OpKind::Region, true, 0,
     "mhlo.fusion sdy.manual_computation sdy.named_computation"},
    {OpKind::Composite, true, 0, "stablehlo.composite"},
    {OpKind::CustomCall, false, 0, "stablehlo.custom_call"},
    {OpKind::Collective, true, 0,
     "stablehlo.all_gather stablehlo.all_reduce stablehlo.all_to_all "
     "stablehlo.collective_broadcast stablehlo.collective_permute "
     "stablehlo.cross-replica-sum stablehlo.reduce_scatter sdy.all_gather "
     "sdy.all_reduce sdy.all_slice sdy.all_to_all sdy.collective_permute "
     "sdy.reduce_scatter sdy.reshard"},
    {OpKind::Collective, false, 0,
     "stablehlo.async_done stablehlo.async_start mhlo.async_update"},
    {OpKind::Communication, false, 0,
     "stablehlo.infeed stablehlo.outfeed stablehlo.recv stablehlo.send"},
    {OpKind::Token, true, 0, "stablehlo.after_all stablehlo.create_token"},
    {OpKind::Tuple, true, 0, "stablehlo.tuple"},
    {OpKind::GetTupleElement, true, 0, "stablehlo.get_tuple_element"},
    {OpKind::Query, true, 0,
     "stablehlo.get_dimension_size stablehlo.partition_id "
     "stablehlo.replica_id mhlo.minimum_broadcast_shapes"},
    {OpKind::Terminator, true, 0, "stablehlo.return sdy.return"},
    {OpKind::Declaration, false, 0, "sdy.mesh"},
};

llvm::ArrayRef<OpInfo> mlir::remat::hlo::getOpTable() {
  static const std::vector<OpInfo> table = [] {
    std::vector<OpInfo> rows;
    for (const Family &family : families)
      for (StringRef name : llvm::split(family.names, ' '))
        rows.push_back(
            {name, family.kind, family.pure, family.flopsPerElement});
    llvm::sort(
        rows, [](const OpInfo &a, const OpInfo &b) { return a.name < b.name; });
    return rows;
  }();
  return table;
}

void mlir::remat::hlo::forEachOp(
    StringRef dialect,
    llvm::function_ref<void(StringRef, const OpInfo &)> callback) {
  for (const OpInfo &info : getOpTable()) {
    auto [owner, rest] = info.name.split('.');
    if (owner == dialect)
      callback(info.name, info);
    // StableHLO was made from MHLO.
    else if (owner == "stablehlo" && dialect == "mhlo")
      callback((llvm::Twine("mhlo.") + rest).str(), info);
  }
}

const OpInfo *mlir::remat::hlo::lookupOp(StringRef name) {
  // By name. A namespace maps to the row of unknown ops.
  static const llvm::StringMap<const OpInfo *> rows = [] {
    static constexpr OpInfo unknown[] = {
        {"stablehlo"}, {"chlo"}, {"mhlo"}, {"sdy"}};
    llvm::StringMap<const OpInfo *> map;
    for (const OpInfo &dialect : unknown) {
      map[dialect.name] = &dialect;
      forEachOp(dialect.name,
                [&](StringRef name, const OpInfo &info) { map[name] = &info; });
    }
    return map;
  }();
  auto [dialect, rest] = name.split('.');
  if (rest.empty())
    return nullptr;
  auto found = rows.find(name);
  return found != rows.end() ? found->second : rows.lookup(dialect);
}

const OpInfo *mlir::remat::hlo::lookupOp(Operation *op) {
  return lookupOp(op->getName().getStringRef());
}

OpKind mlir::remat::hlo::getOpKind(Operation *op) {
  const OpInfo *info = lookupOp(op);
  return info ? info->kind : OpKind::Unknown;
}

//===----------------------------------------------------------------------===//
// Purity
//===----------------------------------------------------------------------===//

namespace {
/// Walks an op, its regions and its compositions.
class Walk {
public:
  /// With `toRunAgain`, also requires that the number of runs is unobservable.
  explicit Walk(bool toRunAgain) : toRunAgain(toRunAgain) {}

  bool accepts(Operation *op) {
    return !op->walk([&](Operation *nested) {
                return WalkResult(success(acceptsAlone(nested)));
              }).wasInterrupted();
  }

private:
  bool acceptsAlone(Operation *op);
  bool acceptsComposite(Operation *op);

  bool toRunAgain;
  /// Visited, or on the call stack.
  llvm::DenseSet<Operation *> functions;
};
} // namespace

Operation *mlir::remat::hlo::lookupDecomposition(Operation *op) {
  auto symbol =
      dyn_cast_or_null<FlatSymbolRefAttr>(op->getAttr("decomposition"));
  return symbol ? SymbolTable::lookupNearestSymbolFrom(op, symbol.getAttr())
                : nullptr;
}

bool Walk::acceptsComposite(Operation *op) {
  Operation *function = lookupDecomposition(op);
  if (!function || function->getNumRegions() != 1 ||
      function->getRegion(0).empty())
    return false;
  if (!functions.insert(function).second)
    return true;
  return llvm::all_of(function->getRegion(0).getOps(),
                      [&](Operation &nested) { return accepts(&nested); });
}

/// Checks `op` without its regions.
bool Walk::acceptsAlone(Operation *op) {
  const OpInfo *info = lookupOp(op);
  if (!info) {
    if (isa<CallOpInterface>(op))
      return false;
    // The walk covers its regions.
    return op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
           (op->hasTrait<OpTrait::IsTerminator>() && isMemoryEffectFree(op)) ||
           (toRunAgain ? remat::mayRunAgain(op) : isMemoryEffectFree(op));
  }
  switch (info->kind) {
  case OpKind::CustomCall:
    return toRunAgain ? isFunctionCall(op) : !declaresSideEffect(op);
  case OpKind::Composite:
    return acceptsComposite(op);
  case OpKind::Collective:
  case OpKind::Token:
    return info->pure && !toRunAgain;
  default:
    return info->pure;
  }
}

bool mlir::remat::hlo::isPure(Operation *op) {
  return lookupOp(op) && Walk(/*toRunAgain=*/false).accepts(op);
}

bool mlir::remat::hlo::mayRunAgain(Operation *op) {
  return lookupOp(op) && Walk(/*toRunAgain=*/true).accepts(op);
}

//===----------------------------------------------------------------------===//
// Views, constants, tokens
//===----------------------------------------------------------------------===//

/// Whether both take the same bytes, or may as far as known statically.
static bool haveSameElementBytes(Type a, Type b) {
  return getTypeBytes(getElementTypeOrSelf(a)) ==
         getTypeBytes(getElementTypeOrSelf(b));
}

OpOperand *mlir::remat::hlo::getViewedOperand(OpResult result) {
  Operation *op = result.getOwner();
  unsigned number = 0;
  switch (getOpKind(op)) {
  case OpKind::Barrier:
    number = result.getResultNumber();
    break;
  case OpKind::Reshape:
    if (op->getNumOperands() == 0 ||
        !haveSameElementBytes(op->getOperand(0).getType(), result.getType()))
      return nullptr;
    break;
  case OpKind::Annotation:
  case OpKind::GetTupleElement:
    break;
  case OpKind::CustomCall:
    if (getCallKind(op) != CallKind::Annotation || op->getNumResults() != 1)
      return nullptr;
    break;
  default:
    return nullptr;
  }
  return number < op->getNumOperands() ? &op->getOpOperand(number) : nullptr;
}

Attribute mlir::remat::hlo::getConstantValue(Operation *op) {
  if (getOpKind(op) != OpKind::Constant || op->getNumOperands() != 0 ||
      op->getNumResults() != 1)
    return {};
  return op->getAttr("value");
}

bool mlir::remat::hlo::isConstant(Operation *op) {
  return getConstantValue(op) != nullptr;
}

bool mlir::remat::hlo::repeatsOperand(Operation *op) {
  static constexpr StringLiteral names[] = {"stablehlo.broadcast_in_dim",
                                            "stablehlo.reshape"};
  return llvm::is_contained(names, op->getName().getStringRef()) &&
         op->getNumOperands() == 1 && op->getNumResults() == 1;
}

bool mlir::remat::hlo::isToken(Type type) {
  auto opaque = dyn_cast<OpaqueType>(type);
  if (!opaque)
    return type.getAbstractType().getName() == "stablehlo.token";
  StringRef dialect = opaque.getDialectNamespace();
  return opaque.getTypeData() == "token" &&
         (dialect == "stablehlo" || dialect == "mhlo");
}
