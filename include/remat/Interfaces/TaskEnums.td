//===- TaskEnums.td - What the interface and the dialect share -*- tablegen -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_INTERFACES_TASKENUMS_TD
#define REMAT_INTERFACES_TASKENUMS_TD

include "mlir/IR/EnumAttr.td"

def Remat_TaskPhase : I32Enum<"TaskPhase", "part of a training step", [
    I32EnumCase<"Forward", 0, "forward">,
    I32EnumCase<"Backward", 1, "backward">,
    I32EnumCase<"Other", 2, "other">]> {
  let cppNamespace = "::mlir::remat";
}

def Remat_TaskPolicy : I32Enum<"TaskPolicy", "what a user asks of a task", [
    I32EnumCase<"Auto", 0, "auto">,
    I32EnumCase<"Save", 1, "save">,
    I32EnumCase<"Recompute", 2, "recompute">,
    I32EnumCase<"MayRecompute", 3, "may_recompute">]> {
  let cppNamespace = "::mlir::remat";
}

#endif // REMAT_INTERFACES_TASKENUMS_TD
