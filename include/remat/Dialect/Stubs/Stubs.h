//===- Stubs.h - Dialects that are read but not linked ----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stub dialect takes any text of its namespace, in generic form, and prints
// it unchanged: a step from JAX is inlined and planned without linking
// StableHLO. Stablehlo.h knows the single operations.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_DIALECT_STUBS_STUBS_H
#define REMAT_DIALECT_STUBS_STUBS_H

#include "mlir/IR/Dialect.h"

namespace mlir::remat {

/// The operations of the table in Stablehlo.h are registered: they have memory
/// effects (none if `hlo::isPure`; an allocation of its results for an
/// optimization_barrier, which CSE then leaves alone; else reads and writes),
/// constants and terminators are known as such, little is verified. Other
/// operations have no interface, so that every pass supposes the worst of them.
class StubDialect : public Dialect {
public:
  /// Takes any attribute or type.
  Attribute parseAttribute(DialectAsmParser &parser, Type type) const override;
  Type parseType(DialectAsmParser &parser) const override;

  /// Reports that operations are read in generic form only.
  std::optional<ParseOpHook>
  getParseOperationHook(StringRef name) const override;

protected:
  StubDialect(StringRef name, MLIRContext *context, TypeID id);

private:
  /// Operations are no classes with an identity of their own.
  TypeIDAllocator typeIDs;
};

template <typename Stub> class StubDialectOf : public StubDialect {
public:
  explicit StubDialectOf(MLIRContext *context)
      : StubDialect(Stub::getDialectNamespace(), context, TypeID::get<Stub>()) {
  }
};

struct StablehloStubDialect : public StubDialectOf<StablehloStubDialect> {
  using StubDialectOf::StubDialectOf;
  static constexpr StringLiteral getDialectNamespace() { return "stablehlo"; }
};

/// Client HLO: JAX leaves its ops for the compiler to decompose.
struct ChloStubDialect : public StubDialectOf<ChloStubDialect> {
  using StubDialectOf::StubDialectOf;
  static constexpr StringLiteral getDialectNamespace() { return "chlo"; }
};

/// MHLO: attributes of functions and modules (`mhlo.sharding`), few operations.
struct MhloStubDialect : public StubDialectOf<MhloStubDialect> {
  using StubDialectOf::StubDialectOf;
  static constexpr StringLiteral getDialectNamespace() { return "mhlo"; }
};

/// Shardy: meshes, shardings and constraints on them.
struct SdyStubDialect : public StubDialectOf<SdyStubDialect> {
  using StubDialectOf::StubDialectOf;
  static constexpr StringLiteral getDialectNamespace() { return "sdy"; }
};

/// Adds the stubs. A namespace that the registry already has keeps its dialect:
/// register the real StableHLO before (afterwards, the registry ends the
/// process); the table of Stablehlo.h holds for it too.
void registerStubDialects(DialectRegistry &registry);

} // namespace mlir::remat

MLIR_DECLARE_EXPLICIT_TYPE_ID(mlir::remat::StablehloStubDialect)
MLIR_DECLARE_EXPLICIT_TYPE_ID(mlir::remat::ChloStubDialect)
MLIR_DECLARE_EXPLICIT_TYPE_ID(mlir::remat::MhloStubDialect)
MLIR_DECLARE_EXPLICIT_TYPE_ID(mlir::remat::SdyStubDialect)

#endif // REMAT_DIALECT_STUBS_STUBS_H
