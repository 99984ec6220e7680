//===- Stubs.cpp - Dialects that are read but not linked ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Dialect/Stubs/Stubs.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectImplementation.h"
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
/// Everything may be inlined with the function around it, and into the regions
/// of loops and branches. A function is not inlined into a computation for
/// single elements (reduce, sort), where JAX puts no calls.
struct StubInlinerInterface : public DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }
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
} // namespace

StubDialect::StubDialect(StringRef name, MLIRContext *context, TypeID id)
    : Dialect(name, context, id) {
  allowUnknownOperations();
  allowUnknownTypes();
  addInterfaces<StubInlinerInterface>();
  attachModel<MemoryEffectOpInterface, EffectsModel>();
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

void *StubDialect::getRegisteredInterfaceForOp(TypeID interface,
                                               OperationName name) {
  const auto *found = llvm::find_if(
      models, [&](const auto &model) { return model.first == interface; });
  if (found == models.end())
    return nullptr;
  const hlo::OpInfo *info = hlo::lookupOp(name.getStringRef());
  return info && info->kind != hlo::OpKind::Unknown ? found->second : nullptr;
}

StablehloStubDialect::StablehloStubDialect(MLIRContext *context)
    : StubDialect(getDialectNamespace(), context,
                  TypeID::get<StablehloStubDialect>()) {}

ChloStubDialect::ChloStubDialect(MLIRContext *context)
    : StubDialect(getDialectNamespace(), context,
                  TypeID::get<ChloStubDialect>()) {}

MhloStubDialect::MhloStubDialect(MLIRContext *context)
    : StubDialect(getDialectNamespace(), context,
                  TypeID::get<MhloStubDialect>()) {}

SdyStubDialect::SdyStubDialect(MLIRContext *context)
    : StubDialect(getDialectNamespace(), context,
                  TypeID::get<SdyStubDialect>()) {}

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
