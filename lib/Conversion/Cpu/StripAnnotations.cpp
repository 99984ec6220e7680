//===- StripAnnotations.cpp - Drop the attributes of the dialect ----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Conversion/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATSTRIPANNOTATIONS
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;

/// Calls `remove` with the names of the dialect's `attributes`.
static void strip(ArrayRef<NamedAttribute> attributes,
                  function_ref<void(StringAttr)> remove) {
  for (NamedAttribute attribute : llvm::to_vector(attributes))
    if (attribute.getName().strref().starts_with("remat."))
      remove(attribute.getName());
}

namespace {
struct StripAnnotations
    : remat::impl::RematStripAnnotationsBase<StripAnnotations> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      strip(llvm::to_vector(op->getDiscardableAttrs()),
            [&](StringAttr name) { op->removeDiscardableAttr(name); });
      auto function = dyn_cast<FunctionOpInterface>(op);
      if (!function)
        return;
      for (unsigned i = 0; i < function.getNumArguments(); ++i)
        strip(function.getArgAttrs(i),
              [&](StringAttr name) { function.removeArgAttr(i, name); });
      for (unsigned i = 0; i < function.getNumResults(); ++i)
        strip(function.getResultAttrs(i),
              [&](StringAttr name) { function.removeResultAttr(i, name); });
    });
  }
};
} // namespace
