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

static bool isAnnotation(NamedAttribute attribute) {
  return attribute.getName().strref().starts_with("remat.");
}

namespace {
struct StripAnnotations
    : remat::impl::RematStripAnnotationsBase<StripAnnotations> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      for (NamedAttribute attribute :
           llvm::to_vector(op->getDiscardableAttrs()))
        if (isAnnotation(attribute))
          op->removeDiscardableAttr(attribute.getName());
      auto function = dyn_cast<FunctionOpInterface>(op);
      if (!function)
        return;
      for (unsigned i = 0; i < function.getNumArguments(); ++i)
        for (NamedAttribute attribute :
             llvm::to_vector(function.getArgAttrs(i)))
          if (isAnnotation(attribute))
            function.removeArgAttr(i, attribute.getName());
      for (unsigned i = 0; i < function.getNumResults(); ++i)
        for (NamedAttribute attribute :
             llvm::to_vector(function.getResultAttrs(i)))
          if (isAnnotation(attribute))
            function.removeResultAttr(i, attribute.getName());
    });
  }
};
} // namespace
