//===- Stubs.h - Dialects that are read but not linked ----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stub dialect takes all that is written in its namespace, in generic form,
// and prints it as it was read: a step from JAX is read, inlined, planned and
// printed without linking StableHLO. Stablehlo.h knows the single operations.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_DIALECT_STUBS_STUBS_H
#define REMAT_DIALECT_STUBS_STUBS_H

#include "mlir/IR/Dialect.h"

namespace mlir::remat {

/// What all stub dialects do. The operations of the table in Stablehlo.h are
/// registered: they have memory effects (none if `hlo::isPure`; an allocation
/// of its results for an optimization_barrier, which CSE then leaves alone;
/// else reads and writes), constants and terminators are known as such, and
/// little is verified. Other operations are taken too, without an interface, so
/// that every pass supposes the worst of them.
class StubDialect : public Dialect {
public:
  /// Takes any attribute or type as it is written.
  Attribute parseAttribute(DialectAsmParser &parser, Type type) const override;
  Type parseType(DialectAsmParser &parser) const override;

  /// Says that operations are read in generic form only.
  std::optional<ParseOpHook>
  getParseOperationHook(StringRef name) const override;

protected:
  StubDialect(StringRef name, MLIRContext *context, TypeID id);

private:
  /// The operations are no classes that could have an identity of their own.
  TypeIDAllocator typeIDs;
};

template <typename Stub> class StubDialectOf : public StubDialect {
public:
  explicit StubDialectOf(MLIRContext *context)
      : StubDialect(Stub::getDialectNamespace(), context, TypeID::get<Stub>()) {
  }
};

/// StableHLO.
struct StablehloStubDialect : public StubDialectOf<StablehloStubDialect> {
  using StubDialectOf::StubDialectOf;
  static constexpr StringLiteral getDialectNamespace() { return "stablehlo"; }
};

/// Client HLO: what JAX leaves for the compiler to decompose.
struct ChloStubDialect : public StubDialectOf<ChloStubDialect> {
  using StubDialectOf::StubDialectOf;
  static constexpr StringLiteral getDialectNamespace() { return "chlo"; }
};

/// MHLO: attributes of functions and modules (`mhlo.sharding`), seldom
/// operations.
struct MhloStubDialect : public StubDialectOf<MhloStubDialect> {
  using StubDialectOf::StubDialectOf;
  static constexpr StringLiteral getDialectNamespace() { return "mhlo"; }
};

/// Shardy: meshes, shardings and constraints on them.
struct SdyStubDialect : public StubDialectOf<SdyStubDialect> {
  using StubDialectOf::StubDialectOf;
  static constexpr StringLiteral getDialectNamespace() { return "sdy"; }
};

/// Adds the stub dialects. A namespace that the registry has already keeps its
/// dialect: the real StableHLO is registered before (afterwards, the registry
/// ends the process), and the table of Stablehlo.h holds for it too.
void registerStubDialects(DialectRegistry &registry);

} // namespace mlir::remat

MLIR_DECLARE_EXPLICIT_TYPE_ID(mlir::remat::StablehloStubDialect)
MLIR_DECLARE_EXPLICIT_TYPE_ID(mlir::remat::ChloStubDialect)
MLIR_DECLARE_EXPLICIT_TYPE_ID(mlir::remat::MhloStubDialect)
MLIR_DECLARE_EXPLICIT_TYPE_ID(mlir::remat::SdyStubDialect)

#endif // REMAT_DIALECT_STUBS_STUBS_H
