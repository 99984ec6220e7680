//===- Passes.td - Passes made of several rooms ------------*- tablegen -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PIPELINES_PASSES_TD
#define REMAT_PIPELINES_PASSES_TD

include "remat/Support/Options.td"

def RematFitArena : Pass<"remat-fit-arena", "::mlir::ModuleOp"> {
  let summary = "Rewrite a training step so that its arena fits a budget";
  let description = [{
    As `remat-rematerialize`, but the budget is not for the sum of live bytes: it
    is for one block, the *arena*, in which every buffer has a constant offset,
    and what is resident (arguments and constants). For the function that the
    budget is for (`function`, else as `remat-mark-step` chooses):

    1. `remat-rematerialize` is asked for a plan within a *nominal* budget, on a
       copy.
    2. A copy of the result is bufferized as by `remat-cpu-pipeline`; results are
       written over operands that die there (`remat-write-in-place`, unless
       `in-place=false`); ops get the target's workspaces
       (`remat-add-workspaces`); the buffers are placed.
    3. If the arena and the resident bytes are above the budget, the nominal
       budget goes down by the difference, and so on. If they are within it
       while operations run again, up to three larger nominal budgets are tried,
       and the fastest plan that fits is taken.

    For bytes and percentages, the first nominal budget is the peak as it
    stands: if that arena fits, nothing is searched. At most ten plans are made;
    each takes half of what is left of a `time-limit`. With
    `budget=min`, the smallest arena is sought among the smallest plan and plans
    that are larger by less than its arena wastes, then the fastest plan that
    has it.

    A percentage and `slack` are shares of the peaks of live bytes, as without
    an arena. `knee` is the one of the curve of live bytes; if the arena of its
    plan needs more, that much is the budget. The arena of a saved plan (`plan-in`) has to keep the budget, if
    one is given.

    `arena=fit` leaves the function on tensors, with the budget (or the peak of
    live bytes, if larger, since results are written over operands later) as
    `remat.budget`; `arena=place` leaves it on buffers: views of the arena.
    Functions that it has calls in common with are lowered to buffers with it;
    others stay as they are.

    Limits: those of `remat-rematerialize` and of `remat-place-buffers`; targets
    that do not place their buffers themselves (all but `xla-gpu`).

    In the example, 64 bytes are resident, and the second buffer is written over
    the first (with `in-place=false`, the arena has 128 bytes).

    ```mlir
    // remat-opt --remat-fit-arena="budget=192 arena=place"
    func.func @f(%x: tensor<16xf32>) -> tensor<16xf32> {
      %e = tensor.empty() : tensor<16xf32>
      %0 = linalg.exp ins(%x : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
      %1 = linalg.tanh ins(%0 : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
      return %1 : tensor<16xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: memref<16xf32>) -> memref<16xf32>
        attributes {remat.arena_alignment = 64 : i64, remat.arena_bytes = 64 : i64, remat.budget = 192 : i64, remat.live_peak_bytes = 64 : i64} {
      %alloc = memref.alloc() {alignment = 64 : i64} : memref<64xi8>
      %c0 = arith.constant 0 : index
      %view = memref.view %alloc[%c0][] : memref<64xi8> to memref<16xf32>
      linalg.exp ins(%x : memref<16xf32>) outs(%view : memref<16xf32>)
      linalg.tanh ins(%view : memref<16xf32>) outs(%view : memref<16xf32>)
      return %view : memref<16xf32>
    }
    ```
  }];
  let options = !listconcat(
    rematPlanOptions, [ArenaOption<"::mlir::remat::ArenaMode::Fit">],
    RematArenaOptions.members);
}

def RematGpuProfile : Pass<"remat-gpu-profile", "::mlir::ModuleOp"> {
  let summary = "Measure how long each op of a step takes on the device";
  let description = [{
    Puts `rematCudaOpBegin` and `rematCudaOpEnd` of the runtime around every
    call of a kernel or a library and every copy in a driver, as it is between
    `remat-outline-kernels` and the lowering of the kernels. Neighbors of one
    location are one op (a pad is a fill and a copy). A loop or a branch is
    planned as a whole, and so measured as a whole.

    The module gets the list `remat.profiled_ops` of the ops' locations, as profiles
    name them: position i is the operation i of the runtime. Ops of one location
    (recomputed ones) share an index. `remat-run --profile` writes the times as
    a profile that `--remat-profile` reads.

    Limits: functions whose buffers are placed, before kernels are lowered.

    ```mlir
    func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) {
      call @remat_kernel_exp(%a, %b) : (memref<4xf32>, memref<4xf32>) -> ()
      return
    }
    func.func private @remat_kernel_exp(memref<4xf32>, memref<4xf32>) attributes {remat_kernel}
    ```

    becomes

    ```mlir
    module attributes {remat.profiled_ops = ["example.mlir:2:3"]} {
      func.func private @rematCudaOpEnd(!llvm.ptr, i64)
      func.func private @rematCudaOpBegin(!llvm.ptr, i64)
      func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) {
        %0 = gpu.wait async
        %1 = builtin.unrealized_conversion_cast
            %0 : !gpu.async.token to !llvm.ptr
        %c0_i64 = arith.constant 0 : i64
        call @rematCudaOpBegin(%1, %c0_i64) : (!llvm.ptr, i64) -> ()
        call @remat_kernel_exp(%a, %b) : (memref<4xf32>, memref<4xf32>) -> ()
        call @rematCudaOpEnd(%1, %c0_i64) : (!llvm.ptr, i64) -> ()
        return
      }
      func.func private @remat_kernel_exp(memref<4xf32>, memref<4xf32>)
          attributes {remat_kernel}
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::gpu::GPUDialect", "::mlir::LLVM::LLVMDialect"
  ];
}

def RematPrintMemoryCosts
    : Pass<"remat-print-memory-costs", "::mlir::ModuleOp"> {
  let summary = "Print what a step needs without and with each optimization";
  let description = [{
    Prints, to standard error, a table for each function with a body, in bytes
    and in MiB: one row for the forward pass alone (the function reduced to its
    loss: what only the gradients need is removed), one for the whole training
    step. The columns:

    - *resident*: arguments and constants, which the other columns do not count;
    - *none*: every buffer has bytes of its own, from start to end;
    - *in place*: results are written over operands that die there;
    - *sharing*: buffers that are not alive at once may share bytes: the arena of
      `remat-place-buffers`;
    - *both*;
    - *rematerialized*, if there is a budget, of the function that it is for
      (`function`, else as `remat-mark-step` chooses): both, of the step that
      `remat-fit-arena` makes for it.

    With `json`, the same as JSON. The function is not changed; all of it happens
    on copies.

    Limits: those of `remat-place-buffers`. Where the loss is not known
    (`remat.loss`, `loss-result`), there is no row for the forward pass, and the
    reason is printed. The budget is for the training step; the forward pass
    recomputes nothing.

    ```mlir
    func.func @step(%x: tensor<16xf32>) -> (tensor<f32> {remat.loss}, tensor<16xf32>) {
      %e = tensor.empty() : tensor<f32>
      %0 = math.tanh %x : tensor<16xf32>
      %1 = math.exp %0 : tensor<16xf32>
      %loss = linalg.dot ins(%1, %1 : tensor<16xf32>, tensor<16xf32>)
                         outs(%e : tensor<f32>) -> tensor<f32>
      %d1 = arith.addf %1, %1 : tensor<16xf32>
      %d0 = arith.mulf %d1, %1 : tensor<16xf32>
      %2 = arith.mulf %0, %0 : tensor<16xf32>
      %3 = arith.mulf %d0, %2 : tensor<16xf32>
      %dx = arith.subf %d0, %3 : tensor<16xf32>
      return %loss, %dx : tensor<f32>, tensor<16xf32>
    }
    ```

    prints

    ```text
    memory of 'step'
    bytes                 resident            none        in place         sharing            both
    forward only                64             192             128             128             128
    training                    64             512             256             320             256
    MiB                   resident            none        in place         sharing            both
    forward only              0.00            0.00            0.00            0.00            0.00
    training                  0.00            0.00            0.00            0.00            0.00
    ```
  }];
  let options = [
    BudgetOption<"Add a column for the step rematerialized to this budget: "
                 "8GiB, 500MB, a byte count, 60%, min, knee or slack:50%">,
    RematStrategy, RematEffort, RematDevice, RematLossResult, RematFunction,
    Option<"json", "json", "bool", "false", "Print JSON">,
    RematArenaAlignment, RematParallelSafe
  ];
}

#endif // REMAT_PIPELINES_PASSES_TD
