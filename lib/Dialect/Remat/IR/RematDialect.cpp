//===- RematDialect.cpp - The dialect and its attributes ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Dialect/Remat/IR/ArenaPlan.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Dialect/Remat/IR/TargetNames.h"
#include "remat/Support/NearNames.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

#include <array>
#include <charconv>
#include <string>
#include <vector>

using namespace mlir;
using namespace mlir::remat;

#include "remat/Dialect/Remat/IR/RematDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "remat/Dialect/Remat/IR/RematAttrs.cpp.inc"

namespace {
/// All ops may be inlined with their function; tasks are isolated.
struct RematInlinerInterface : public DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void RematDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "remat/Dialect/Remat/IR/RematAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "remat/Dialect/Remat/IR/RematOps.cpp.inc"
      >();
  addInterfaces<RematInlinerInterface>();
}

CostAttr CostAttr::get(MLIRContext *context, std::optional<double> time,
                       std::optional<int64_t> workspace) {
  Builder builder(context);
  return get(context, time ? builder.getF64FloatAttr(*time) : FloatAttr(),
             workspace ? builder.getI64IntegerAttr(*workspace) : IntegerAttr());
}

std::optional<double> CostAttr::getTime() const {
  FloatAttr time = getTimeAttr();
  return time ? std::optional(time.getValueAsDouble()) : std::nullopt;
}

std::optional<int64_t> CostAttr::getWorkspace() const {
  IntegerAttr workspace = getWorkspaceAttr();
  return workspace ? std::optional(workspace.getInt()) : std::nullopt;
}

LogicalResult CostAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               FloatAttr time, IntegerAttr workspace) {
  if (time && !time.getType().isF64())
    return emitError() << "C1: time is an f64, not " << time.getType();
  // C1: -0.0 counts as negative since it would print as such.
  if (time && (!time.getValue().isFinite() || time.getValue().isNegative()))
    return emitError() << "C1: time is in nanoseconds, finite and not "
                          "negative, but is "
                       << time;
  if (workspace && !workspace.getType().isSignlessInteger(64))
    return emitError() << "C2: workspace is an i64, not "
                       << workspace.getType();
  if (workspace && workspace.getInt() < 0)
    return emitError() << "C2: workspace is in bytes and not negative, but is "
                       << workspace.getInt();
  if (!time && !workspace)
    return emitError()
           << "C3: a cost gives 'time', 'workspace' or both, but has neither";
  return success();
}

/// `<` (`time` `=` number (`,` `workspace` `=` integer)? | ...) `>`, in any
/// order.
Attribute CostAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  FloatAttr time;
  IntegerAttr workspace;
  auto parseField = [&]() -> ParseResult {
    SMLoc fieldLoc = parser.getCurrentLocation();
    StringRef field;
    if (parser.parseKeyword(&field) || parser.parseEqual())
      return failure();
    if (field == "time" && !time) {
      // 12 is as good as 12.0. The parser eats the sign of a failed integer, so
      // parse negative times as floats.
      double value;
      int64_t integer;
      OptionalParseResult parsed;
      if (*parser.getCurrentLocation().getPointer() != '-')
        parsed = parser.parseOptionalInteger(integer);
      if (failed(parsed.has_value() ? *parsed : parser.parseFloat(value)))
        return failure();
      time = parser.getBuilder().getF64FloatAttr(
          parsed.has_value() ? static_cast<double>(integer) : value);
      return success();
    }
    if (field == "workspace" && !workspace) {
      int64_t value;
      if (parser.parseInteger(value))
        return failure();
      workspace = parser.getBuilder().getI64IntegerAttr(value);
      return success();
    }
    if (field == "time" || field == "workspace")
      return parser.emitError(fieldLoc) << "'" << field << "' is given twice";
    return parser.emitError(fieldLoc)
           << "'" << field << "' is no part of a cost, which has 'time' and "
           << "'workspace'";
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseField))
    return {};
  return parser.getChecked<CostAttr>(loc, parser.getContext(), time, workspace);
}

/// Shortest round-trip decimal, with the point of an MLIR float.
static std::string formatTime(double time) {
  std::array<char, 32> buffer;
  std::to_chars_result end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), time);
  std::string text(buffer.data(), end.ptr);
  if (text.find('.') == std::string::npos)
    text.insert(std::min(text.find('e'), text.size()), ".0");
  return text;
}

void CostAttr::print(AsmPrinter &printer) const {
  printer << "<";
  if (FloatAttr time = getTimeAttr()) {
    printer << "time = " << formatTime(time.getValueAsDouble());
    if (getWorkspaceAttr())
      printer << ", ";
  }
  if (IntegerAttr workspace = getWorkspaceAttr())
    printer << "workspace = " << workspace.getInt();
  printer << ">";
}

TaskPhase PhaseAttr::getTaskPhase() const { return getValue(); }

CostAttr mlir::remat::getCostOverride(Operation *op) {
  if (auto forward = dyn_cast<ForwardOp>(op))
    return forward.getCostAttr();
  if (auto backward = dyn_cast<BackwardOp>(op))
    return backward.getCostAttr();
  return dyn_cast_or_null<CostAttr>(op->getDiscardableAttr(kCostAttrName));
}

TaskPolicy mlir::remat::getPolicy(Operation *op) {
  auto policy =
      dyn_cast_or_null<PolicyAttr>(op->getDiscardableAttr(kPolicyAttrName));
  return policy ? policy.getValue() : TaskPolicy::Auto;
}

bool mlir::remat::allowsRecomputation(TaskPolicy policy) {
  return policy == TaskPolicy::Recompute || policy == TaskPolicy::MayRecompute;
}

namespace {
/// Where an attribute of the dialect may stand.
enum class Place { Operation, OtherThanTask, Function, Module };

struct AttributeRule {
  StringRef name;
  Place place;
  bool (*isValid)(Attribute);
  /// Completes "attribute NAME is ..., but is VALUE".
  StringRef expected;
};
} // namespace

template <typename T> static bool isOf(Attribute value) {
  return isa<T>(value);
}

static bool isI64(Attribute value, int64_t least) {
  auto integer = dyn_cast<IntegerAttr>(value);
  return integer && integer.getType().isSignlessInteger(64) &&
         integer.getInt() >= least;
}

static bool isByteCount(Attribute value) { return isI64(value, 0); }

static constexpr StringLiteral kByteCount =
    "a number of bytes, an i64 that is not negative";

static constexpr AttributeRule attributeRules[] = {
    {kCostAttrName, Place::OtherThanTask, isOf<CostAttr>,
     "a #remat.cost<time = ..., workspace = ...>"},
    {kPhaseAttrName, Place::OtherThanTask, isOf<PhaseAttr>,
     "a #remat.phase<forward>, <backward> or <other>"},
    {kPolicyAttrName, Place::Operation, isOf<PolicyAttr>,
     "a #remat.policy<auto>, <save>, <recompute> or <may_recompute>"},
    {kBudgetAttrName, Place::Function,
     [](Attribute value) { return isI64(value, 1); },
     "a positive i64 number of bytes"},
    {kHostBudgetAttrName, Place::Function,
     [](Attribute value) { return isI64(value, 1); },
     "a positive i64 number of bytes"},
    {kLinkBandwidthAttrName, Place::Function,
     [](Attribute value) {
       auto bandwidth = dyn_cast<FloatAttr>(value);
       return bandwidth && bandwidth.getType().isF64() &&
              bandwidth.getValue().isFiniteNonZero() &&
              !bandwidth.getValue().isNegative();
     },
     "a positive f64, bytes a second"},
    {kArenaPlanAttrName, Place::Function,
     [](Attribute value) { return getArenaPlan(value).has_value(); },
     "{alignment = 64 : i64, budget = BYTES : i64, effort = 1 : i64, in_place "
     "= "
     "true, parallel_safe = \"none\"}, the arena it was planned for"},
    {kTargetAttrName, Place::Function,
     [](Attribute value) {
       auto target = dyn_cast<StringAttr>(value);
       return target && !target.empty();
     },
     "the name of a target, such as \"cuda\""},
    {kStepAttrName, Place::Function, isOf<UnitAttr>, "a mark without a value"},
    {kArenaBytesAttrName, Place::Function, isByteCount, kByteCount},
    {kHostArenaBytesAttrName, Place::Function, isByteCount, kByteCount},
    {kArenaAlignmentAttrName, Place::Function, isByteCount, kByteCount},
    {kLivePeakBytesAttrName, Place::Function, isByteCount, kByteCount},
    {kArgumentOffsetsAttrName, Place::Function,
     [](Attribute value) {
       auto offsets = dyn_cast<DenseI64ArrayAttr>(value);
       return offsets && llvm::all_of(offsets.asArrayRef(), [](int64_t offset) {
                return offset >= -1;
              });
     },
     "an array<i64> of offsets in bytes, -1 for arguments that are passed"},
    {kProfiledOpsAttrName, Place::Module,
     [](Attribute value) {
       auto names = dyn_cast<ArrayAttr>(value);
       return names && llvm::all_of(names, llvm::IsaPred<StringAttr>);
     },
     "an array of locations, strings, on a module"},
};

/// Of operations, arguments and results.
static std::vector<std::string> getAttributeNames() {
  std::vector<std::string> names = {kLossAttrName.str(), kRangeAttrName.str()};
  for (const AttributeRule &rule : attributeRules)
    names.push_back(rule.name.str());
  return names;
}

LogicalResult RematDialect::verifyOperationAttribute(Operation *op,
                                                     NamedAttribute named) {
  StringRef name = named.getName();
  if (name == kLossAttrName || name == kRangeAttrName)
    return op->emitOpError("attribute '")
           << name << "' belongs on "
           << (name == kLossAttrName ? "a result" : "an argument")
           << " of a function, not on an operation";
  const AttributeRule *rule =
      llvm::find_if(attributeRules, [&](const AttributeRule &rule) {
        return rule.name == name;
      });
  if (rule == std::end(attributeRules))
    return op->emitOpError("attribute '")
           << name
           << "' is unknown; the dialect has 'remat.cost', 'remat.phase' and "
              "'remat.policy' for operations, and 'remat.budget' for functions"
           << formatNearNames(name, getAttributeNames());
  if (rule->place == Place::OtherThanTask && isa<ForwardOp, BackwardOp>(op))
    return op->emitOpError(
        name == kCostAttrName
            ? "has a cost of its own: write it as 'cost <...>', not as the "
              "attribute 'remat.cost'"
            : "has the phase that its name says; the attribute 'remat.phase' "
              "is for other operations");
  if (rule->place == Place::Function && !isa<FunctionOpInterface>(op))
    return op->emitOpError("attribute '") << name << "' belongs on a function";
  auto text = dyn_cast<StringAttr>(named.getValue());
  if (name == kTargetAttrName && text && !text.empty() && !isTargetName(text))
    return op->emitOpError("attribute '")
           << name << "': " << describeUnknownTarget(text);
  if (rule->isValid(named.getValue()) &&
      (rule->place != Place::Module || isa<ModuleOp>(op)))
    return success();
  return op->emitOpError("attribute '") << name << "' is " << rule->expected
                                        << ", but is " << named.getValue();
}

LogicalResult RematDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                     unsigned argIndex,
                                                     NamedAttribute named) {
  if (named.getName() != kRangeAttrName)
    return op->emitOpError("attribute '")
           << named.getName().getValue() << "' of argument " << argIndex
           << " is unknown; the dialect has 'remat.range' for arguments"
           << formatNearNames(named.getName(), {kRangeAttrName.str()});
  auto range = dyn_cast<DenseI64ArrayAttr>(named.getValue());
  if (!range || range.size() != 2 || range[0] >= range[1])
    return op->emitOpError("attribute 'remat.range' of argument ")
           << argIndex
           << " is array<i64: lo, hi> with lo < hi (hi itself is outside), but "
              "is "
           << named.getValue();
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function || argIndex >= function.getNumArguments())
    return op->emitOpError("attribute 'remat.range' belongs on an argument of "
                           "a function");
  // A lowered argument (a pointer, a size) keeps the attribute; a float cannot
  // have been an integer.
  Type type = function.getArgumentTypes()[argIndex];
  if (isa<FloatType, ComplexType>(getElementTypeOrSelf(type)))
    return op->emitOpError("attribute 'remat.range' of argument ")
           << argIndex << " is for integers and tensors of integers, but the "
           << "argument is " << type;
  return success();
}

LogicalResult RematDialect::verifyRegionResultAttribute(Operation *op, unsigned,
                                                        unsigned resultIndex,
                                                        NamedAttribute named) {
  if (named.getName() != kLossAttrName)
    return op->emitOpError("attribute '")
           << named.getName().getValue() << "' of result " << resultIndex
           << " is unknown; the dialect has 'remat.loss' for results"
           << formatNearNames(named.getName(), {kLossAttrName.str()});
  if (!isa<UnitAttr>(named.getValue()))
    return op->emitOpError("attribute 'remat.loss' of result ")
           << resultIndex << " has no value, but is " << named.getValue();
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function || resultIndex >= function.getNumResults())
    return op->emitOpError("attribute 'remat.loss' belongs on a result of a "
                           "function");
  Type type = function.getResultTypes()[resultIndex];
  // As above: do not check types of a lowered function.
  Type element = getElementTypeOrSelf(type);
  auto shaped = dyn_cast<ShapedType>(type);
  bool isMany =
      shaped && (!shaped.hasStaticShape() || getNumElementsOrOne(shaped) != 1);
  if (isMany || isa<IntegerType, IndexType, ComplexType>(element))
    return op->emitOpError("the loss is one float, or a tensor of one float, "
                           "but result ")
           << resultIndex << ", which 'remat.loss' marks, is " << type;
  for (unsigned other = 0; other < resultIndex; ++other)
    if (function.getResultAttr(other, kLossAttrName))
      return op->emitOpError(
                 "has one loss, but 'remat.loss' marks both result ")
             << other << " and result " << resultIndex;
  return success();
}
