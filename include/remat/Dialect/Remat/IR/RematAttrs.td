//===- RematAttrs.td - Attributes of the dialect ------------*- tablegen -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_DIALECT_REMAT_IR_REMATATTRS_TD
#define REMAT_DIALECT_REMAT_IR_REMATATTRS_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "remat/Dialect/Remat/IR/RematDialect.td"
include "remat/Interfaces/TaskEnums.td"
include "remat/Interfaces/TaskOpInterface.td"

class Remat_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Remat_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

def Remat_CostAttr : Remat_Attr<"Cost", "cost"> {
  let summary = "what a task costs";
  let description = [{
    Overrides the cost model of an operation, for example by measured figures:
    `time` in nanoseconds, `workspace` in bytes that the operation needs while
    it runs, beside operands and results. Each stays the model's if not given.

    Constraints:

    - C1: `time` is finite and not negative.
    - C2: `workspace` is not negative.
    - C3: at least one of the two is given.

    Example:

    ```mlir
    %y = linalg.matmul {remat.cost = #remat.cost<time = 12.5, workspace = 1024>}
           ins(%x, %w : tensor<4x8xf32>, tensor<8x4xf32>)
           outs(%init : tensor<4x4xf32>) -> tensor<4x4xf32>
    ```
  }];
  let parameters = (ins
    OptionalParameter<"::mlir::FloatAttr", "nanoseconds, an f64">:$timeAttr,
    OptionalParameter<"::mlir::IntegerAttr", "bytes, an i64">:$workspaceAttr);
  let builders = [
    AttrBuilder<(ins "::std::optional<double>":$time,
                     "::std::optional<int64_t>":$workspace)>
  ];
  let extraClassDeclaration = [{
    /// Nanoseconds, if given.
    ::std::optional<double> getTime() const;
    /// Bytes, if given.
    ::std::optional<int64_t> getWorkspace() const;
  }];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Remat_PhaseAttr : EnumAttr<Remat_Dialect, Remat_TaskPhase, "phase",
    [DeclareAttrInterfaceMethods<TaskPhaseAttrInterface>]> {
  let summary = "part of a training step";
  let description = [{
    `forward`: the loss depends on it. `backward`: it makes gradients. `other`:
    neither, such as the update of parameters; it is planned like the rest but
    belongs to no phase.

    ```mlir
    %w1 = arith.subf %w, %g {remat.phase = #remat.phase<other>} : tensor<4xf32>
    ```
  }];
  let assemblyFormat = "`<` $value `>`";
  let cppClassName = "PhaseAttr";
}

def Remat_PolicyAttr : EnumAttr<Remat_Dialect, Remat_TaskPolicy, "policy"> {
  let summary = "what a user asks of a task";
  let description = [{
    `auto`: the planner decides. `save`: the operation runs once, and its
    results are kept to their last use. `recompute`: its results are not live
    across the boundary between forward and backward. Both are hard: a plan that
    cannot keep to them is no plan.

    `may_recompute`: the planner decides, and the user vouches that the results
    of a custom call follow from its operands. `recompute` vouches for that,
    too. A custom call of an unknown target runs again only then; one that
    declares side effects never does.

    ```mlir
    %y = math.tanh %x {remat.policy = #remat.policy<recompute>} : tensor<4xf32>
    ```
  }];
  let assemblyFormat = "`<` $value `>`";
  let cppClassName = "PolicyAttr";
}

def Remat_HostAttr : Remat_Attr<"Host", "host"> {
  let summary = "the host's memory";
  let description = [{
    The memory space of buffers that lie on the host while a step runs on a
    device. They are copied (`remat.copy_start`), not computed on.

    Example:

    ```mlir
    %h = memref.alloc() : memref<4xf32, #remat.host>
    ```
  }];
}

#endif // REMAT_DIALECT_REMAT_IR_REMATATTRS_TD
