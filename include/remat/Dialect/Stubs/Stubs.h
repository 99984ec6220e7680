//===- Stubs.h - Dialects that are read but not linked ----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stub dialect takes all that is written in its namespace and prints it as it
// was read, in generic form. So a step that JAX prints in generic form is read,
// inlined, planned and printed without linking StableHLO, and no flag allows
// all dialects for that. What is known of single operations is in Stablehlo.h.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_DIALECT_STUBS_STUBS_H
#define REMAT_DIALECT_STUBS_STUBS_H

#include "mlir/IR/Dialect.h"

namespace mlir::remat {

/// What all stub dialects do. The operations of the table in Stablehlo.h are
/// registered: they have memory effects (none if `hlo::isPure`, the allocation
/// of its results for an optimization_barrier, which CSE then leaves alone, and
/// reads and writes for everything else), constants and terminators are known
/// as such, regions that see nothing of what is around them are isolated, and
/// nothing else is verified. Operations that the table does not have are taken
/// too, but have no interface, so that every pass supposes the worst of them.
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

/// StableHLO.
class StablehloStubDialect : public StubDialect {
public:
  explicit StablehloStubDialect(MLIRContext *context);
  static constexpr StringLiteral getDialectNamespace() { return "stablehlo"; }
};

/// Client HLO: what JAX leaves for the compiler to decompose.
class ChloStubDialect : public StubDialect {
public:
  explicit ChloStubDialect(MLIRContext *context);
  static constexpr StringLiteral getDialectNamespace() { return "chlo"; }
};

/// MHLO: attributes of functions and modules (`mhlo.sharding`), seldom
/// operations.
class MhloStubDialect : public StubDialect {
public:
  explicit MhloStubDialect(MLIRContext *context);
  static constexpr StringLiteral getDialectNamespace() { return "mhlo"; }
};

/// Shardy: meshes, shardings and constraints on them.
class SdyStubDialect : public StubDialect {
public:
  explicit SdyStubDialect(MLIRContext *context);
  static constexpr StringLiteral getDialectNamespace() { return "sdy"; }
};

/// Adds the stub dialects. A namespace that the registry has already keeps its
/// dialect: who links the real StableHLO registers it first (afterwards, the
/// registry ends the process). The table of Stablehlo.h holds for its
/// operations too.
void registerStubDialects(DialectRegistry &registry);

} // namespace mlir::remat

MLIR_DECLARE_EXPLICIT_TYPE_ID(mlir::remat::StablehloStubDialect)
MLIR_DECLARE_EXPLICIT_TYPE_ID(mlir::remat::ChloStubDialect)
MLIR_DECLARE_EXPLICIT_TYPE_ID(mlir::remat::MhloStubDialect)
MLIR_DECLARE_EXPLICIT_TYPE_ID(mlir::remat::SdyStubDialect)

#endif // REMAT_DIALECT_STUBS_STUBS_H
