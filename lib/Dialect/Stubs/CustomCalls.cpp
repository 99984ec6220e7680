//===- CustomCalls.cpp - What is known of custom calls --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Dialect/Stubs/CustomCalls.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Dialect/Stubs/HostPlacement.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

#include <array>

using namespace mlir;
using namespace mlir::remat;
using namespace mlir::remat::hlo;

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

namespace {
/// Targets of one kind.
struct Targets {
  CallKind kind;
  /// Whether longer names that start so are of the kind, too.
  bool arePrefixes;
  /// Separated by blanks.
  llvm::StringLiteral names;
};
} // namespace

static constexpr Targets knownTargets[] = {
    {CallKind::Annotation, false,
     "Sharding SPMDFullToShardShape SPMDShardToFullShape LayoutConstraint "
     "xla.sdy.FuncResultSharding xla.sdy.GlobalToLocalShape "
     "xla.sdy.LocalToGlobalShape xla.sdy.PropagationBarrier"},
    {CallKind::Attention, false,
     "__cudnn$fmhaSoftmax __cudnn$fmhaScaleBiasSoftmax "
     "__cudnn$fmhaSoftmaxF8"},
    {CallKind::AttentionBackward, false,
     "__cudnn$fmhaSoftmaxBackward __cudnn$fmhaScaleBiasSoftmaxBackward "
     "__cudnn$fmhaSoftmaxBackwardF8"},
    {CallKind::Function, false,
     "ApproxTopK Eigh PartialReduce ProductOfElementaryHouseholderReflectors "
     "Qr TopK"},
    {CallKind::Function, true,
     "__cublas$ __cudnn$ chlo. cu_threefry2x32 cublas_ cusolver_ hipblas_ "
     "hipsolver_ lapack_ mhlo."},
};

CallKind mlir::remat::hlo::getCallKind(StringRef target) {
  if (target.contains_insensitive("dropout"))
    return CallKind::Unknown;
  for (const Targets &known : knownTargets)
    for (StringRef name : llvm::split(known.names, ' '))
      if (known.arePrefixes ? target.starts_with(name) : target == name)
        return known.kind;
  return CallKind::Unknown;
}

StringRef mlir::remat::hlo::getCallTarget(Operation *op) {
  auto target = dyn_cast_or_null<StringAttr>(op->getAttr("call_target_name"));
  return target ? target.getValue() : StringRef();
}

CallKind mlir::remat::hlo::getCallKind(Operation *op) {
  if (getOpKind(op) != OpKind::CustomCall)
    return CallKind::Unknown;
  if (getPlacement(op) == kDeviceMemory && !copiesFromHost(op))
    return CallKind::Annotation;
  return getCallKind(getCallTarget(op));
}

//===----------------------------------------------------------------------===//
// Purity
//===----------------------------------------------------------------------===//

bool mlir::remat::hlo::declaresSideEffect(Operation *op) {
  auto effect = dyn_cast_or_null<BoolAttr>(op->getAttr("has_side_effect"));
  return effect && effect.getValue();
}

bool mlir::remat::hlo::isFunctionCall(Operation *op) {
  if (getOpKind(op) != OpKind::CustomCall || declaresSideEffect(op) ||
      copiesToHost(op) || copiesFromHost(op))
    return false;
  return allowsRecomputation(getPolicy(op)) ||
         getCallKind(op) != CallKind::Unknown;
}

//===----------------------------------------------------------------------===//
// cuDNN's attention
//===----------------------------------------------------------------------===//

namespace {
/// What an attention computes, in heads of all batches.
struct Attention {
  int64_t batches = 0, heads = 0, queries = 0, keys = 0;
  bool isCausal = false;
  /// The most keys of one query; 0 for all.
  int64_t window = 0;
};
} // namespace

/// JAX writes 64-bit integers of protocol buffers as strings.
static std::optional<int64_t> getInteger(const llvm::json::Value &value) {
  if (std::optional<int64_t> integer = value.getAsInteger())
    return integer;
  int64_t integer;
  std::optional<StringRef> text = value.getAsString();
  if (!text || text->getAsInteger(10, integer))
    return std::nullopt;
  return integer;
}

static std::optional<Attention> readAttention(StringRef config) {
  llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(config);
  if (!parsed) {
    llvm::consumeError(parsed.takeError());
    return std::nullopt;
  }
  const llvm::json::Object *object = parsed->getAsObject();
  if (object)
    object = object->getObject("cudnn_fmha_backend_config");
  const llvm::json::Object *scores =
      object ? object->getObject("intermediate_tensor_shape") : nullptr;
  const llvm::json::Array *dimensions =
      scores ? scores->getArray("dimensions") : nullptr;
  if (!dimensions || dimensions->size() != 4)
    return std::nullopt;
  std::array<int64_t, 4> extents;
  for (auto [extent, dimension] : llvm::zip_equal(extents, *dimensions)) {
    std::optional<int64_t> integer = getInteger(dimension);
    if (!integer || *integer < 0)
      return std::nullopt;
    extent = *integer;
  }
  Attention attention = {extents[0], extents[1], extents[2], extents[3]};
  const std::optional<StringRef> mask = object->getString("mask_type");
  attention.isCausal = mask && mask->ends_with("CAUSAL");
  if (const llvm::json::Value *window = object->get("sliding_window_length"))
    attention.window = std::max<int64_t>(getInteger(*window).value_or(0), 0);
  return attention;
}

/// Pairs of a query and a key that one head's mask leaves.
static double countPairs(const Attention &attention) {
  const auto queries = static_cast<double>(attention.queries);
  auto most = static_cast<double>(attention.keys);
  // A window ends at the query.
  if (!attention.isCausal && attention.window == 0)
    return queries * most;
  if (attention.window > 0)
    most = std::min(most, static_cast<double>(attention.window));
  // Query number t, from 1, sees min(t, most) keys.
  const double growing = std::min(queries, most);
  return growing * (growing + 1) / 2 + (queries - growing) * most;
}

/// The extent of a head in an operand of rank four.
static std::optional<int64_t> getHeadExtent(Operation *op, unsigned operand) {
  auto type =
      operand < op->getNumOperands()
          ? dyn_cast<RankedTensorType>(op->getOperand(operand).getType())
          : RankedTensorType();
  if (!type || type.getRank() != 4 || !type.hasStaticShape())
    return std::nullopt;
  return type.getShape().back();
}

std::optional<double> mlir::remat::hlo::getAttentionFlops(Operation *op) {
  const CallKind kind = getCallKind(op);
  auto config = dyn_cast_or_null<StringAttr>(op->getAttr("backend_config"));
  if (!config ||
      (kind != CallKind::Attention && kind != CallKind::AttentionBackward))
    return std::nullopt;
  const std::optional<Attention> attention = readAttention(config);
  // Operands: queries, keys, values, and others.
  const std::optional<int64_t> keyExtent = getHeadExtent(op, 0),
                               valueExtent = getHeadExtent(op, 2);
  if (!attention || !keyExtent || !valueExtent)
    return std::nullopt;
  const double heads = static_cast<double>(attention->batches) *
                       static_cast<double>(attention->heads);
  const auto d = static_cast<double>(*keyExtent),
             e = static_cast<double>(*valueExtent);
  const double queryElements =
      heads * static_cast<double>(attention->queries) * d;
  auto queries = cast<RankedTensorType>(op->getOperand(0).getType());
  if (queryElements != static_cast<double>(queries.getNumElements()))
    return std::nullopt;
  const double perPair = kind == CallKind::Attention ? d + e : 3 * d + 2 * e;
  return 2 * perPair * heads * countPairs(*attention);
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

std::optional<SmallVector<int64_t>>
mlir::remat::hlo::getCallResultLayout(OpResult result) {
  Operation *op = result.getOwner();
  auto type = dyn_cast<RankedTensorType>(result.getType());
  auto layouts = dyn_cast_or_null<ArrayAttr>(op->getAttr("result_layouts"));
  if (getOpKind(op) != OpKind::CustomCall || !type || !layouts ||
      layouts.size() != op->getNumResults())
    return std::nullopt;
  auto layout =
      dyn_cast<DenseIntElementsAttr>(layouts[result.getResultNumber()]);
  if (!layout || layout.getNumElements() != type.getRank())
    return std::nullopt;
  SmallVector<int64_t> dimensions;
  for (const APInt &dimension : layout.getValues<APInt>())
    dimensions.push_back(dimension.getSExtValue());
  return dimensions;
}
