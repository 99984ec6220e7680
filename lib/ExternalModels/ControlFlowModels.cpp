//===- ControlFlowModels.cpp - Loops, branches and calls as tasks --------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelUtils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "remat/ExternalModels/ExternalModels.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
/// A loop or branch runs as one task: it costs what its regions cost and may
/// run again if everything in them may.
struct RegionModel : public TaskModel<RegionModel> {
  OpCost getTaskCost(Operation *op) const { return getRegionCost(op); }
};

/// A call costs what its callee costs. It does not run again: a callee can be
/// anything, by the time the program is linked.
struct CallModel : public TaskModel<CallModel> {
  OpCost getTaskCost(Operation *op) const { return getRegionCost(op); }
  bool mayRunAgain(Operation *) const { return false; }
};
} // namespace

void mlir::remat::registerControlFlowExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, scf::SCFDialect *) {
    scf::ExecuteRegionOp::attachInterface<RegionModel>(*context);
    scf::ForOp::attachInterface<RegionModel>(*context);
    scf::ForallOp::attachInterface<RegionModel>(*context);
    scf::IfOp::attachInterface<RegionModel>(*context);
    scf::IndexSwitchOp::attachInterface<RegionModel>(*context);
    scf::ParallelOp::attachInterface<RegionModel>(*context);
    scf::WhileOp::attachInterface<RegionModel>(*context);
  });
  registry.addExtension(+[](MLIRContext *context, func::FuncDialect *) {
    func::CallOp::attachInterface<CallModel>(*context);
    func::CallIndirectOp::attachInterface<CallModel>(*context);
  });
}
