//===- ArithModels.cpp - Arithmetic as tasks ------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
/// Elementwise arithmetic of tensors, and scalars: the default cost, and always
/// pure.
struct ArithModel : public TaskModel<ArithModel> {
  bool mayRunAgain(Operation *) const { return true; }
};
} // namespace

void mlir::remat::registerArithModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, arith::ArithDialect *) {
    attachToDialect<ArithModel>(context, "arith");
  });
  registry.addExtension(+[](MLIRContext *context, math::MathDialect *) {
    attachToDialect<ArithModel>(context, "math");
  });
}
