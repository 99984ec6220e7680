//===- Stubs.cpp - Dialects that are read but not linked ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Dialect/Stubs/Stubs.h"

#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/FoldInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/InliningUtils.h"
#include "remat/Dialect/Stubs/Stablehlo.h"

using namespace mlir;
using namespace mlir::remat;

MLIR_DEFINE_EXPLICIT_TYPE_ID(mlir::remat::StablehloStubDialect)
MLIR_DEFINE_EXPLICIT_TYPE_ID(mlir::remat::ChloStubDialect)
MLIR_DEFINE_EXPLICIT_TYPE_ID(mlir::remat::MhloStubDialect)
MLIR_DEFINE_EXPLICIT_TYPE_ID(mlir::remat::SdyStubDialect)

namespace {
/// All ops may be inlined, also into the regions of these ops, which see outer
/// values and have one block.
struct StubInlinerInterface : public DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }
};

/// Keeps constants in their region: a computation on single elements (a sort's
/// order) may, for XLA, refer to no other outer values.
struct StubFoldInterface : public DialectFoldInterface {
  using DialectFoldInterface::DialectFoldInterface;

  bool shouldMaterializeInto(Region *) const final { return true; }
};

struct EffectsModel
    : public MemoryEffectOpInterface::FallbackModel<EffectsModel> {
  void
  getEffects(Operation *op,
             SmallVectorImpl<MemoryEffects::EffectInstance> &effects) const {
    if (hlo::getOpKind(op) == hlo::OpKind::Barrier) {
      for (OpResult result : op->getResults())
        effects.emplace_back(MemoryEffects::Allocate::get(), result);
    } else if (!hlo::isPure(op)) {
      effects.emplace_back(MemoryEffects::Read::get());
      effects.emplace_back(MemoryEffects::Write::get());
    }
  }
};

/// Bytecode stores the properties as their attribute.
struct BytecodeModel
    : public BytecodeOpInterface::FallbackModel<BytecodeModel> {
  static LogicalResult readProperties(DialectBytecodeReader &reader,
                                      OperationState &state) {
    return reader.readOptionalAttribute(state.propertiesAttr);
  }
  void writeProperties(Operation *op, DialectBytecodeWriter &writer) const {
    writer.writeOptionalAttribute(op->getPropertiesAsAttribute());
  }
};
} // namespace

/// The least numbers of operands and results of an op of this kind.
static std::pair<unsigned, unsigned> getLeastCounts(hlo::OpKind kind) {
  using hlo::OpKind;
  static constexpr OpKind fromNone[] = {OpKind::Iota, OpKind::Constant};
  // An einsum may have one operand.
  static constexpr OpKind fromOne[] = {
      OpKind::Elementwise, OpKind::Broadcast,   OpKind::Transpose,
      OpKind::Reshape,     OpKind::Slice,       OpKind::Pad,
      OpKind::Reverse,     OpKind::Concatenate, OpKind::DynamicSlice,
      OpKind::Sort,        OpKind::Fft,         OpKind::Cholesky,
      OpKind::Dot};
  static constexpr OpKind fromTwo[] = {
      OpKind::Reduce,      OpKind::ReduceWindow,
      OpKind::Gather,      OpKind::DynamicUpdateSlice,
      OpKind::Convolution, OpKind::TriangularSolve};
  static constexpr OpKind fromThree[] = {OpKind::Scatter,
                                         OpKind::SelectAndScatter};
  unsigned operands = llvm::is_contained(fromOne, kind)     ? 1
                      : llvm::is_contained(fromTwo, kind)   ? 2
                      : llvm::is_contained(fromThree, kind) ? 3
                                                            : 0;
  return {operands, operands > 0 || llvm::is_contained(fromNone, kind)};
}

/// The parser names the op in front.
static ParseResult rejectCustomForm(OpAsmParser &parser) {
  return parser.emitError(parser.getNameLoc())
         << "is read in generic form only; print the module with "
            "get_asm(print_generic_op_form=True) in Python, or with "
            "--mlir-print-op-generic in a tool that has the dialect";
}

namespace {
/// An op of the table. Like an unregistered op, takes any operands, results,
/// regions and properties, and keeps properties as written. But symbols there
/// are uses, constants and terminators are known, and pure dead ops are erased.
class TableOp final : public OperationName::Impl {
public:
  TableOp(StringRef name, const hlo::OpInfo &info, Dialect *dialect,
          TypeID typeID)
      : Impl(name, dialect, typeID, mlir::detail::InterfaceMap()), info(info) {}

  bool hasTrait(TypeID trait) final {
    if (trait == TypeID::get<OpTrait::ConstantLike>())
      return info.kind == hlo::OpKind::Constant;
    if (trait == TypeID::get<OpTrait::IsTerminator>())
      return info.kind == hlo::OpKind::Terminator;
    return trait == TypeID::get<OpTrait::IsIsolatedFromAbove>() && isIsolated();
  }
  LogicalResult verifyInvariants(Operation *op) final {
    if (info.kind == hlo::OpKind::Constant && !hlo::isConstant(op))
      return op->emitOpError("is a constant: it has no operand, one result and "
                             "an attribute 'value'");
    // All readers of these ops rely on this; the real dialects check more.
    auto [operands, results] = getLeastCounts(info.kind);
    if (op->getNumOperands() < operands || op->getNumResults() < results)
      return op->emitOpError()
             << "has " << op->getNumOperands() << " operands and "
             << op->getNumResults() << " results, but needs " << operands
             << " and " << results << " at least";
    return info.kind == hlo::OpKind::Terminator
               ? OpTrait::impl::verifyIsTerminator(op)
               : success();
  }
  LogicalResult verifyRegionInvariants(Operation *op) final {
    return isIsolated() ? OpTrait::impl::verifyIsIsolatedFromAbove(op)
                        : success();
  }
  LogicalResult foldHook(Operation *op, ArrayRef<Attribute>,
                         SmallVectorImpl<OpFoldResult> &results) final {
    Attribute value = hlo::getConstantValue(op);
    if (value)
      results.push_back(value);
    return success(value != nullptr);
  }
  void getCanonicalizationPatterns(RewritePatternSet &, MLIRContext *) final {}

  OperationName::ParseAssemblyFn getParseAssemblyFn() final {
    return [](OpAsmParser &parser, OperationState &) {
      return rejectCustomForm(parser);
    };
  }
  void printAssembly(Operation *op, OpAsmPrinter &printer, StringRef) final {
    printer.printGenericOp(op);
  }

  // Properties are one attribute, or null.
  int getOpPropertyByteSize() final { return sizeof(Attribute); }
  void initProperties(OperationName, OpaqueProperties storage,
                      OpaqueProperties init) final {
    new (storage.as<Attribute *>())
        Attribute(init ? *init.as<Attribute *>() : Attribute());
  }
  void deleteProperties(OpaqueProperties storage) final {
    storage.as<Attribute *>()->~Attribute();
  }
  void populateDefaultProperties(OperationName, OpaqueProperties) final {}
  LogicalResult
  setPropertiesFromAttr(OperationName, OpaqueProperties storage,
                        Attribute attribute,
                        function_ref<InFlightDiagnostic()>) final {
    *storage.as<Attribute *>() = attribute;
    return success();
  }
  Attribute getPropertiesAsAttr(Operation *op) final {
    return *op->getPropertiesStorage().as<Attribute *>();
  }
  void copyProperties(OpaqueProperties to, OpaqueProperties from) final {
    *to.as<Attribute *>() = *from.as<Attribute *>();
  }
  bool compareProperties(OpaqueProperties a, OpaqueProperties b) final {
    return *a.as<Attribute *>() == *b.as<Attribute *>();
  }
  llvm::hash_code hashProperties(OpaqueProperties storage) final {
    return hash_value(*storage.as<Attribute *>());
  }

  // Inherent attributes are those in the properties.
  std::optional<Attribute> getInherentAttr(Operation *op,
                                           StringRef name) final {
    DictionaryAttr dictionary = getInherentAttrs(op);
    Attribute value = dictionary ? dictionary.get(name) : Attribute();
    return value ? std::optional<Attribute>(value) : std::nullopt;
  }
  void setInherentAttr(Operation *op, StringAttr name, Attribute value) final {
    NamedAttrList attributes(getInherentAttrs(op));
    if (value)
      attributes.set(name, value);
    else
      attributes.erase(name);
    *op->getPropertiesStorage().as<Attribute *>() =
        attributes.getDictionary(op->getContext());
  }
  void populateInherentAttrs(Operation *op, NamedAttrList &attributes) final {
    if (DictionaryAttr dictionary = getInherentAttrs(op))
      attributes.append(dictionary.getValue());
  }
  LogicalResult verifyInherentAttrs(OperationName, NamedAttrList &,
                                    function_ref<InFlightDiagnostic()>) final {
    return success();
  }
  void populateDefaultAttrs(const OperationName &, NamedAttrList &) final {}

private:
  DictionaryAttr getInherentAttrs(Operation *op) {
    return dyn_cast_or_null<DictionaryAttr>(getPropertiesAsAttr(op));
  }
  /// Whether the real dialects verify that the regions are isolated.
  bool isIsolated() const {
    static constexpr StringLiteral names[] = {
        "chlo.scan", "mhlo.scan", "sdy.manual_computation",
        "sdy.named_computation", "stablehlo.async_start"};
    return llvm::is_contained(names, info.name);
  }

  const hlo::OpInfo &info;
};
} // namespace

StubDialect::StubDialect(StringRef name, MLIRContext *context, TypeID id)
    : Dialect(name, context, id) {
  allowUnknownOperations();
  allowUnknownTypes();
  addInterfaces<StubFoldInterface, StubInlinerInterface>();
  hlo::forEachOp(name, [&](StringRef opName, const hlo::OpInfo &info) {
    RegisteredOperationName::insert(
        std::make_unique<TableOp>(opName, info, this, typeIDs.allocate()), {});
    RegisteredOperationName::lookup(opName, context)
        ->attachInterface<BytecodeModel, EffectsModel>();
  });
}

std::optional<Dialect::ParseOpHook>
StubDialect::getParseOperationHook(StringRef) const {
  return [](OpAsmParser &parser, OperationState &) {
    return rejectCustomForm(parser);
  };
}

Attribute StubDialect::parseAttribute(DialectAsmParser &parser,
                                      Type type) const {
  return OpaqueAttr::get(StringAttr::get(getContext(), getNamespace()),
                         parser.getFullSymbolSpec(),
                         type ? type : NoneType::get(getContext()));
}

Type StubDialect::parseType(DialectAsmParser &parser) const {
  return OpaqueType::get(StringAttr::get(getContext(), getNamespace()),
                         parser.getFullSymbolSpec());
}

template <typename Stub> static void registerStub(DialectRegistry &registry) {
  if (!registry.getDialectAllocator(Stub::getDialectNamespace()))
    registry.insert<Stub>();
}

void mlir::remat::registerStubDialects(DialectRegistry &registry) {
  registerStub<StablehloStubDialect>(registry);
  registerStub<ChloStubDialect>(registry);
  registerStub<MhloStubDialect>(registry);
  registerStub<SdyStubDialect>(registry);
}
