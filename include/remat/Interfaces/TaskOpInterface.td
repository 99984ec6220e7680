//===- TaskOpInterface.td - An operation as a task ---------*- tablegen -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_INTERFACES_TASKOPINTERFACE_TD
#define REMAT_INTERFACES_TASKOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def TaskPhaseAttrInterface : AttrInterface<"TaskPhaseAttrInterface"> {
  let cppNamespace = "::mlir::remat";
  let description = [{
    An attribute that, as the discardable attribute `remat.phase` of an
    operation, says which part of a training step the operation belongs to.
  }];
  let methods = [
    InterfaceMethod<"The phase that the attribute names.",
      "::mlir::remat::TaskPhase", "getTaskPhase", (ins)>
  ];
}

def TaskOpInterface : OpInterface<"TaskOpInterface"> {
  let cppNamespace = "::mlir::remat";
  let description = [{
    What a planner of memory asks of an operation: its cost, its part of the
    training step, whether it may run again, whether its results are storages of
    their own, and whether it only prepares a storage for another operation.

    Operations need not implement it: the functions in `TaskOpInterface.h` of
    the same names fall back on MLIR's memory effects, traits and sizes of
    types. So does the default of every method: a model overrides only what it
    knows better.
  }];
  let methods = [
    InterfaceMethod<[{
        The cost of one run of the operation, its regions included.
      }],
      "::mlir::remat::OpCost", "getTaskCost", (ins), "", [{
        return ::mlir::remat::detail::getDefaultCost($_op.getOperation());
      }]>,
    InterfaceMethod<[{
        The phase, if the kind of operation implies one; else, as usual, it
        follows from the dependences of the loss.
      }],
      "::std::optional<::mlir::remat::TaskPhase>", "getTaskPhase", (ins), "", [{
        return ::std::nullopt;
      }]>,
    InterfaceMethod<[{
        Whether running it twice with the same operands gives the same results
        and is not observable otherwise.
      }],
      "bool", "mayRunAgain", (ins), "", [{
        return ::mlir::remat::detail::mayRunAgainByEffects($_op.getOperation());
      }]>,
    InterfaceMethod<[{
        The operand whose storage `result` shares; null if the result is a
        storage of its own.
      }],
      "::mlir::OpOperand *", "getViewedOperand", (ins "::mlir::OpResult":$result),
      "", [{
        return nullptr;
      }]>,
    InterfaceMethod<[{
        Whether it only prepares the destination of another operation, to whose
        task it belongs: its result has no contents of interest before.
      }],
      "bool", "preparesDestination", (ins), "", [{
        return false;
      }]>
  ];
}

#endif // REMAT_INTERFACES_TASKOPINTERFACE_TD
