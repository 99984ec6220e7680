//===- Passes.td - Passes of Remat --------------------------*- tablegen -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TRANSFORMS_PASSES_TD
#define REMAT_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"
include "remat/Support/Options.td"

// A graph tells what loops, branches and calls need by bufferizing copies.
defvar rematPlanningDialects = [
  "::mlir::arith::ArithDialect",
  "::mlir::bufferization::BufferizationDialect",
  "::mlir::cf::ControlFlowDialect", "::mlir::func::FuncDialect",
  "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
  "::mlir::remat::RematDialect", "::mlir::scf::SCFDialect",
  "::mlir::tensor::TensorDialect"
];

def RematOutline : Pass<"remat-outline", "::mlir::func::FuncOp"> {
  let summary = "Turn the operations of a training step into tasks";
  let description = [{
    Wraps each operation of a function in a `remat.forward` or `remat.backward`
    task with a body, together with clones of the views of its operands and of
    the operations that prepare its destinations. `-remat-inline` is the way
    back.

    The loss is the result that `remat.loss` marks, else the one that
    `loss-result` names, else the only float scalar among the results. What the
    loss depends on is forward, all else backward, unless `remat.phase` says
    otherwise. Operations of phase `other` (updates of parameters), constants,
    operations with side effects, terminators and tasks stay as they are.

    With `group-size=N`, up to N neighbors of one phase become one task; an
    operation with `remat.cost` or `remat.policy` becomes one alone, which takes
    them over.

    Limits: the function has one block. An ambiguous loss is an error, unless
    every operation says its phase. Backward tasks do not name the forward task
    that they differentiate.

    ```mlir
    func.func @step(%x: tensor<4xf32>) -> (tensor<f32> {remat.loss}) {
      %0 = tensor.empty() : tensor<f32>
      %1 = linalg.dot ins(%x, %x : tensor<4xf32>, tensor<4xf32>)
                      outs(%0 : tensor<f32>) -> tensor<f32>
      return %1 : tensor<f32>
    }
    ```

    becomes

    ```mlir
    func.func @step(%x: tensor<4xf32>) -> (tensor<f32> {remat.loss}) {
      %dot_0 = remat.forward @dot_0(%arg1 = %x : tensor<4xf32>) -> tensor<f32> {
        %0 = tensor.empty() : tensor<f32>
        %1 = linalg.dot ins(%arg1, %arg1 : tensor<4xf32>, tensor<4xf32>)
            outs(%0 : tensor<f32>) -> tensor<f32>
        remat.yield %1 : tensor<f32>
      }
      return %dot_0 : tensor<f32>
    }
    ```
  }];
  let options = [
    RematLossResult,
    Option<"groupSize", "group-size", "int64_t", "1",
           "Operations to a task, at most">
  ];
  let dependentDialects = ["::mlir::remat::RematDialect"];
}

def RematUnpark : Pass<"remat-unpark", "::mlir::func::FuncOp"> {
  let summary = "Keep parked values on the device";
  let description = [{
    Replaces every `remat.park`, `remat.fetch` and `remat.await` by its operand:
    for pipelines whose target has no other memory, such as `cpu`. The function
    computes the same, and may need more than the budget that it was planned
    for.

    Limits: on tensors alone; `-remat-lower-copies` is the same for buffers.

    ```mlir
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = math.exp %x : tensor<4xf32>
      %h = remat.park %0 : tensor<4xf32>
      %p = remat.await %h : tensor<4xf32>
      %1 = remat.fetch %p : tensor<4xf32>
      %2 = remat.await %1 : tensor<4xf32>
      return %2 : tensor<4xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = math.exp %x : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    ```
  }];
}

def RematInline : Pass<"remat-inline", "::mlir::func::FuncOp"> {
  let summary = "Turn tasks back into the operations they stand for";
  let description = [{
    Replaces every `remat.forward` and `remat.backward` by its body. With
    `keep-phases`, every operation that does work gets the task's phase as
    `remat.phase`; otherwise it is forward again if the loss depends on it. The
    policy of a task goes to its operations that have none; its cost goes to the
    operation that does all the work, and is dropped if several do.

    Limits: a task without a body is an error.

    ```mlir
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
      %y = remat.forward @layer1(%a = %x : tensor<4xf32>) -> tensor<4xf32> {
        %0 = math.tanh %a : tensor<4xf32>
        remat.yield %0 : tensor<4xf32>
      }
      return %y : tensor<4xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = math.tanh %x : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    ```
  }];
  let options = [
    Option<"keepPhases", "keep-phases", "bool", "false",
           "Write each task's phase on its operations">
  ];
}

def RematLifetimes : Pass<"remat-lifetimes", "::mlir::func::FuncOp"> {
  let summary = "Write down where the lives of tensors end";
  let description = [{
    Puts a `remat.release` after the last use of each tensor that an operation
    of the function's body makes, uses of its views (`tensor.expand_shape`,
    `remat.barrier`, ...) included, and erases earlier releases.

    Not released: arguments (the caller owns them), constants, results of the
    function, tensors without uses, destinations (the result in them is
    released), and what is made inside of nested regions.

    Run it last on tensors: a pass such as CSE may lengthen a life beyond its
    release, which the release's verifier then reports.

    Limits: the function has a body of one block.

    ```mlir
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = math.exp %x : tensor<4xf32>
      %1 = math.tanh %0 : tensor<4xf32>
      return %1 : tensor<4xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = math.exp %x : tensor<4xf32>
      %1 = math.tanh %0 : tensor<4xf32>
      remat.release %0 : tensor<4xf32>
      return %1 : tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::remat::RematDialect"];
}

//===----------------------------------------------------------------------===//
// Budgets
//===----------------------------------------------------------------------===//

def RematSettleLoops : Pass<"remat-settle-loops"> {
  let summary = "Decide once what leaves the loops";
  let description = [{
    Loop-invariant code motion saves time, but what it moves out of a loop is
    alive as long as the loop runs: after planning, it would break the budget.
    This pass decides before: it moves all invariants out of the loops if the
    predicted peak does not grow. If it does, it moves only what needs no
    storage, and ties the rest to the loop's turns by a `remat.barrier`. It does
    the same in loops that may have no turn, at the price of doing the work in
    every turn: without a turn, the step as it stands does not need that storage.

    Limits: all loops of the function alike. A loop has a turn for certain if its
    bounds are constants, the lower one at least 0 and below the upper one; the
    region of `scf.while` before the condition always runs.

    ```mlir
    func.func @f(%x: tensor<16xf32>, %y: tensor<16xf32>) -> tensor<16xf32> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c9 = arith.constant 9 : index
      %r = scf.for %i = %c0 to %c9 step %c1 iter_args(%a = %y) -> tensor<16xf32> {
        %0 = math.exp %x : tensor<16xf32>
        %1 = arith.addf %a, %0 : tensor<16xf32>
        %2 = math.exp %1 : tensor<16xf32>
        %3 = arith.mulf %1, %2 : tensor<16xf32>
        scf.yield %3 : tensor<16xf32>
      }
      return %r : tensor<16xf32>
    }
    ```

    becomes, since the storage of `%0` does not fit beside those of the turns,

    ```mlir
    func.func @f(%x: tensor<16xf32>, %y: tensor<16xf32>) -> tensor<16xf32> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c9 = arith.constant 9 : index
      %0 = scf.for %arg2 = %c0 to %c9 step %c1 iter_args(%arg3 = %y)
          -> (tensor<16xf32>) {
        %1 = remat.barrier %x : tensor<16xf32>
        %2 = math.exp %1 : tensor<16xf32>
        %3 = arith.addf %arg3, %2 : tensor<16xf32>
        %4 = math.exp %3 : tensor<16xf32>
        %5 = arith.mulf %3, %4 : tensor<16xf32>
        scf.yield %5 : tensor<16xf32>
      }
      return %0 : tensor<16xf32>
    }
    ```
  }];
  let options = [RematTarget];
  let dependentDialects = rematPlanningDialects;
}

def RematTradeStacks : Pass<"remat-trade-stacks"> {
  let summary = "Choose what loops keep for their gradients";
  let description = [{
    A loop and the loop of its gradient are two loops of equally many turns: the
    first writes what the second needs into stacks, one slice a turn. This pass
    gives each such pair the stacks of at most `bytes` bytes that cost the least
    time. A value without a stack is made again in the backward turn, from the
    stacks that stay, from what is there before the loops, and from the carried
    state, which gets a stack where it is needed. What both turns compute may get
    a stack, too. The choice is the same in all turns. A remark says it for each
    pair; a pair for which there is no such choice stays as it is.

    `remat-rematerialize` does the same by itself, with stacks that serve its
    budget (`choose-stacks`); this pass is for embedders with a schedule of their
    own, and for tests.

    Limits: `scf.for` with constant bounds, `scf.while` that counts from a
    constant to a constant (it becomes an `scf.for`), and `stablehlo.while` that
    counts as JAX's loops do, in one block, the backward loop later. A stack has
    as many slices as the loop has turns, along its first dimension; each turn
    writes another, at an index that follows from the counter, and reads none.
    The backward loop alone reads it, one slice a turn, at indices that go
    through the turns by a constant step. For another stack that a later loop
    reads, a remark says what is in the way. A loop may belong to several pairs.
    Pairs inside the loops of others come after them; so do those that come about
    because a loop is made again in a backward turn.

    ```mlir
    // remat-opt --remat-trade-stacks=bytes=384
    func.func @f(%x: tensor<16xf32>, %g: tensor<16xf32>) -> tensor<16xf32> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c5 = arith.constant 5 : index
      %c6 = arith.constant 6 : index
      %a = tensor.empty() : tensor<6x16xf32>
      %f:3 = scf.for %i = %c0 to %c6 step %c1
          iter_args(%h = %x, %s = %a, %t = %a)
          -> (tensor<16xf32>, tensor<6x16xf32>, tensor<6x16xf32>) {
        %0 = math.exp %h : tensor<16xf32>
        %1 = math.sin %0 : tensor<16xf32>
        %2 = tensor.insert_slice %0 into %s[%i, 0] [1, 16] [1, 1]
            : tensor<16xf32> into tensor<6x16xf32>
        %3 = tensor.insert_slice %1 into %t[%i, 0] [1, 16] [1, 1]
            : tensor<16xf32> into tensor<6x16xf32>
        scf.yield %1, %2, %3
            : tensor<16xf32>, tensor<6x16xf32>, tensor<6x16xf32>
      }
      %b = scf.for %i = %c0 to %c6 step %c1 iter_args(%d = %g) -> tensor<16xf32> {
        %at = arith.subi %c5, %i : index
        %0 = tensor.extract_slice %f#1[%at, 0] [1, 16] [1, 1]
            : tensor<6x16xf32> to tensor<16xf32>
        %1 = tensor.extract_slice %f#2[%at, 0] [1, 16] [1, 1]
            : tensor<6x16xf32> to tensor<16xf32>
        %2 = arith.mulf %0, %1 : tensor<16xf32>
        %3 = arith.mulf %d, %2 : tensor<16xf32>
        scf.yield %3 : tensor<16xf32>
      }
      return %b : tensor<16xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: tensor<16xf32>, %g: tensor<16xf32>) -> tensor<16xf32> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c5 = arith.constant 5 : index
      %c6 = arith.constant 6 : index
      %0 = tensor.empty() : tensor<6x16xf32>
      %1 = tensor.empty() : tensor<6x16xf32>
      %2:2 = scf.for %arg2 = %c0 to %c6 step %c1 iter_args(%arg3 = %x, %arg4 = %1)
          -> (tensor<16xf32>, tensor<6x16xf32>) {
        %4 = math.exp %arg3 : tensor<16xf32>
        %inserted_slice = tensor.insert_slice %4 into %arg4[%arg2, 0] [1, 16] [1, 1]
            : tensor<16xf32> into tensor<6x16xf32>
        %5 = math.sin %4 : tensor<16xf32>
        scf.yield %5, %inserted_slice : tensor<16xf32>, tensor<6x16xf32>
      }
      %3 = scf.for %arg2 = %c0 to %c6 step %c1 iter_args(%arg3 = %g)
          -> (tensor<16xf32>) {
        %c-1 = arith.constant -1 : index
        %4 = arith.muli %arg2, %c-1 : index
        %c5_0 = arith.constant 5 : index
        %5 = arith.addi %4, %c5_0 : index
        %extracted_slice = tensor.extract_slice %2#1[%5, 0] [1, 16] [1, 1]
            : tensor<6x16xf32> to tensor<16xf32>
        %6 = math.sin %extracted_slice : tensor<16xf32>
        %7 = arith.mulf %extracted_slice, %6 : tensor<16xf32>
        %8 = arith.mulf %arg3, %7 : tensor<16xf32>
        scf.yield %8 : tensor<16xf32>
      }
      return %3 : tensor<16xf32>
    }
    ```
  }];
  let options = [
    RematTarget, RematDevice,
    Option<"bytes", "bytes", "int64_t", /*default=*/"0",
           "Most bytes of the stacks of a pair, all turns together">
  ];
  let dependentDialects = rematPlanningDialects;
}

def RematSegmentLoops : Pass<"remat-segment-loops"> {
  let summary = "Run loops and the loops of their gradients in segments";
  let description = [{
    A loop of n turns whose gradient goes through them from the last to the first
    keeps stacks of n slices. This pass runs such a pair in segments of k turns.
    The forward loop keeps the carried state at the start of each segment; the
    backward loop goes through the segments from the last one, runs each forwards
    again, with stacks of k slices, and then backwards. The remainder of 1 to k
    turns is last in the forward pass and first in the backward pass: it needs no
    second run. Of n slices a stack, about n/k states and k slices stay, for a
    second run of n - k turns or more. Several numbers of turns are of levels: the
    segments, and the remainder, run in segments of the next number.

    A remark says for each pair that it runs in segments, or why it does not.
    Each turn runs the same ops on equal values. Stacks of the forward loop that
    others read too, and those of the gradient, stay whole.

    Limits: pairs as `remat-trade-stacks` finds them, of equally many turns. What
    the stacks follow from, through the state of a turn, may run again, is not
    pinned `save`, and carries tensors of known size, without encodings and with
    elements that have a zero.

    ```mlir
    // remat-opt --remat-segment-loops=turns=2 --canonicalize --cse
    func.func @f(%x: tensor<16xf32>, %g: tensor<16xf32>) -> tensor<16xf32> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c5 = arith.constant 5 : index
      %c6 = arith.constant 6 : index
      %a = tensor.empty() : tensor<6x16xf32>
      %f:2 = scf.for %i = %c0 to %c6 step %c1 iter_args(%h = %x, %s = %a)
          -> (tensor<16xf32>, tensor<6x16xf32>) {
        %0 = math.exp %h : tensor<16xf32>
        %1 = tensor.insert_slice %0 into %s[%i, 0] [1, 16] [1, 1]
            : tensor<16xf32> into tensor<6x16xf32>
        scf.yield %0, %1 : tensor<16xf32>, tensor<6x16xf32>
      }
      %b = scf.for %i = %c0 to %c6 step %c1 iter_args(%d = %g) -> tensor<16xf32> {
        %at = arith.subi %c5, %i : index
        %0 = tensor.extract_slice %f#1[%at, 0] [1, 16] [1, 1]
            : tensor<6x16xf32> to tensor<16xf32>
        %1 = arith.mulf %d, %0 : tensor<16xf32>
        scf.yield %1 : tensor<16xf32>
      }
      return %b : tensor<16xf32>
    }
    ```

    becomes, with equal constants as one,

    ```mlir
    func.func @f(%arg0: tensor<16xf32>, %arg1: tensor<16xf32>) -> tensor<16xf32> {
      %c2 = arith.constant 2 : index
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %0 = tensor.empty() : tensor<2x16xf32>
      %1:2 = scf.for %arg2 = %c0 to %c2 step %c1
          iter_args(%arg3 = %arg0, %arg4 = %0)
          -> (tensor<16xf32>, tensor<2x16xf32>) {
        %inserted_slice = tensor.insert_slice %arg3 into %arg4[%arg2, 0] [1, 16] [1, 1]
            : tensor<16xf32> into tensor<2x16xf32>
        %5 = scf.for %arg5 = %c0 to %c2 step %c1
            iter_args(%arg6 = %arg3) -> (tensor<16xf32>) {
          %6 = math.exp %arg6 : tensor<16xf32>
          scf.yield %6 : tensor<16xf32>
        }
        scf.yield %5, %inserted_slice : tensor<16xf32>, tensor<2x16xf32>
      }
      %2:2 = scf.for %arg2 = %c0 to %c2 step %c1
          iter_args(%arg3 = %1#0, %arg4 = %0)
          -> (tensor<16xf32>, tensor<2x16xf32>) {
        %5 = math.exp %arg3 : tensor<16xf32>
        %inserted_slice = tensor.insert_slice %5 into %arg4[%arg2, 0] [1, 16] [1, 1]
            : tensor<16xf32> into tensor<2x16xf32>
        scf.yield %5, %inserted_slice : tensor<16xf32>, tensor<2x16xf32>
      }
      %3 = scf.for %arg2 = %c0 to %c2 step %c1
          iter_args(%arg3 = %arg1) -> (tensor<16xf32>) {
        %5 = arith.subi %c1, %arg2 : index
        %extracted_slice = tensor.extract_slice %2#1[%5, 0] [1, 16] [1, 1]
            : tensor<2x16xf32> to tensor<16xf32>
        %6 = arith.mulf %arg3, %extracted_slice : tensor<16xf32>
        scf.yield %6 : tensor<16xf32>
      }
      %4 = scf.for %arg2 = %c0 to %c2 step %c1
          iter_args(%arg3 = %3) -> (tensor<16xf32>) {
        %5 = arith.subi %c1, %arg2 : index
        %extracted_slice = tensor.extract_slice %1#1[%5, 0] [1, 16] [1, 1]
            : tensor<2x16xf32> to tensor<16xf32>
        %6:2 = scf.for %arg4 = %c0 to %c2 step %c1
            iter_args(%arg5 = %extracted_slice, %arg6 = %0)
            -> (tensor<16xf32>, tensor<2x16xf32>) {
          %8 = math.exp %arg5 : tensor<16xf32>
          %inserted_slice = tensor.insert_slice %8 into %arg6[%arg4, 0] [1, 16] [1, 1]
              : tensor<16xf32> into tensor<2x16xf32>
          scf.yield %8, %inserted_slice : tensor<16xf32>, tensor<2x16xf32>
        }
        %7 = scf.for %arg4 = %c0 to %c2 step %c1
            iter_args(%arg5 = %arg3) -> (tensor<16xf32>) {
          %8 = arith.subi %c1, %arg4 : index
          %extracted_slice_0 = tensor.extract_slice %6#1[%8, 0] [1, 16] [1, 1]
              : tensor<2x16xf32> to tensor<16xf32>
          %9 = arith.mulf %arg5, %extracted_slice_0 : tensor<16xf32>
          scf.yield %9 : tensor<16xf32>
        }
        scf.yield %7 : tensor<16xf32>
      }
      return %4 : tensor<16xf32>
    }
    ```
  }];
  let options = [
    ListOption<"turns", "turns", "int64_t",
               "Turns of a segment; then those of a segment of each of these, and "
               "so on">
  ];
  let dependentDialects = rematPlanningDialects;
}

def RematMarkStep : Pass<"remat-mark-step", "::mlir::ModuleOp"> {
  let summary = "Mark the function that a budget is for";
  let description = [{
    Marks one function of the module as `remat.step`: the one that `function`
    names, else the one that is marked already, else `main`, else the only one
    with a loss, else the only one with a body. Where that leaves a choice, it is
    an error that lists the functions. Functions of inner modules are looked at
    only where the outermost has none with a body.

    It stands before passes that remove functions or change what they return
    (inlining), so that the choice is made on the module as it was given.
    `remat-inline-calls`, `remat-fuse-elementwise`, `remat-settle-loops` and
    `remat-cse` keep to the marked function, and the passes that plan follow the
    mark. `remat-unmark-step` takes it away.

    Without a `target`, a step of StableHLO gets a warning that names the target
    that reads it.

    Limits: functions of `func.func` alone.

    ```mlir
    func.func @helper(%x: tensor<16xf32>) -> tensor<16xf32> {
      return %x : tensor<16xf32>
    }
    func.func @main(%x: tensor<16xf32>) -> tensor<16xf32> {
      %0 = math.exp %x : tensor<16xf32>
      return %0 : tensor<16xf32>
    }
    ```

    becomes

    ```mlir
    func.func @helper(%x: tensor<16xf32>) -> tensor<16xf32> {
      return %x : tensor<16xf32>
    }
    func.func @main(%x: tensor<16xf32>) -> tensor<16xf32> attributes {remat.step} {
      %0 = math.exp %x : tensor<16xf32>
      return %0 : tensor<16xf32>
    }
    ```
  }];
  let options = [
    RematFunction, RematLossResult,
    TextOption<"target", "target",
               "The target that was chosen; empty where none was">
  ];
  let dependentDialects = ["::mlir::remat::RematDialect"];
}

def RematUnmarkStep : Pass<"remat-unmark-step", "::mlir::ModuleOp"> {
  let summary = "Remove the mark of the function that a budget is for";
  let description = [{
    Removes `remat.step` from every function of the module.

    Limits: functions of `func.func` alone.

    ```mlir
    func.func @f(%x: tensor<16xf32>) -> tensor<16xf32> attributes {remat.step} {
      %0 = math.exp %x : tensor<16xf32>
      return %0 : tensor<16xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: tensor<16xf32>) -> tensor<16xf32> {
      %0 = math.exp %x : tensor<16xf32>
      return %0 : tensor<16xf32>
    }
    ```
  }];
}

def RematInlineCalls : Pass<"remat-inline-calls", "::mlir::ModuleOp"> {
  let summary = "Inline the calls of the step";
  let description = [{
    Inlines what the function marked `remat.step` calls, directly or through
    others, as MLIR's `inline` does: calls hide lifetimes. Functions that it still
    calls then get the calls in them inlined, too; others keep theirs. A private
    function goes when its last call was inlined; the step itself and private
    functions that it does not call stay.

    Limits: those of `inline`. A call that says `no_inline` stays, and so does
    one of a function with several blocks.

    ```mlir
    func.func private @double(%x: tensor<16xf32>) -> tensor<16xf32> {
      %0 = arith.addf %x, %x : tensor<16xf32>
      return %0 : tensor<16xf32>
    }
    func.func @main(%x: tensor<16xf32>) -> tensor<16xf32> attributes {remat.step} {
      %0 = call @double(%x) : (tensor<16xf32>) -> tensor<16xf32>
      return %0 : tensor<16xf32>
    }
    ```

    becomes

    ```mlir
    func.func @main(%x: tensor<16xf32>) -> tensor<16xf32> attributes {remat.step} {
      %0 = arith.addf %x, %x : tensor<16xf32>
      return %0 : tensor<16xf32>
    }
    ```
  }];
}

def RematCSE : Pass<"remat-cse"> {
  let summary = "Merge equal operations of the step";
  let description = [{
    Runs MLIR's `cse` on the function marked `remat.step` alone, or on each
    function where none is marked.

    Limits: those of `cse`.

    ```mlir
    func.func @f(%x: tensor<16xf32>) -> tensor<16xf32> attributes {remat.step} {
      %0 = math.exp %x : tensor<16xf32>
      %1 = math.exp %x : tensor<16xf32>
      %2 = arith.addf %0, %1 : tensor<16xf32>
      return %2 : tensor<16xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: tensor<16xf32>) -> tensor<16xf32> attributes {remat.step} {
      %0 = math.exp %x : tensor<16xf32>
      %1 = arith.addf %0, %0 : tensor<16xf32>
      return %1 : tensor<16xf32>
    }
    ```
  }];
}

def RematRematerialize : Pass<"remat-rematerialize"> {
  let summary = "Rewrite a training step to fit a memory budget";
  let description = [{
    Finds a plan for the function (which operations run again, and where) whose
    peak is within the budget, and rewrites the function to it. The peak counts
    arguments, constants, allocations and results, each rounded as the target
    rounds. What runs again reads its operands through a `remat.barrier`, so
    that later passes cannot merge it with the first run.

    The result is profiled again, and a remark says what was decided. The
    function keeps the budget in bytes as `remat.budget`, for
    `remat-verify-budget`, and a target other than `cpu` as `remat.target`.

    A budget that cannot be met is an error: *infeasible*, below what any plan
    needs, with the operation where that binds and what is alive there; or
    *not-found*, below the smallest budget for which the strategy found a plan.

    The strategy `auto` also reorders operations, as far as `reorder` allows: an
    order with a smaller peak costs no time. Results stay the same, bit by bit.

    With a `host-budget`, the strategy `auto` also weighs a third choice: a value
    waits in the host's memory, by `remat.park`, `remat.await` and
    `remat.fetch`; the function keeps that budget as `remat.host_budget`, and the
    bandwidth of the link as `remat.link_bandwidth`. For `xla-gpu`, stacks of
    loops lie there as a whole, by calls of `annotate_device_placement` in the
    turns. The target `cpu` parks nothing, with a warning.

    It runs on a function, or on a module, of which it plans one function, the
    step (`function`, else as `remat-mark-step` chooses); the others stay as they
    are. A call is planned by the callee's body, which is only safe on the
    module: on a function, a call is an error.

    Limits: the function has one block and static shapes. Operations with
    memory effects, calls and collectives run once. Run it before
    bufferization, and nothing that merges or fuses tensors after it.

    ```mlir
    // remat-opt --remat-rematerialize="budget=256"
    func.func @f(%x: tensor<16xf32>) -> tensor<16xf32> {
      %e = tensor.empty() : tensor<16xf32>
      %0 = linalg.exp ins(%x : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
      %1 = linalg.tanh ins(%0 : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
      %2 = linalg.sqrt ins(%1 : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
      %3 = linalg.mul ins(%2, %1 : tensor<16xf32>, tensor<16xf32>)
                      outs(%e : tensor<16xf32>) -> tensor<16xf32>
      %4 = linalg.mul ins(%3, %0 : tensor<16xf32>, tensor<16xf32>)
                      outs(%e : tensor<16xf32>) -> tensor<16xf32>
      return %4 : tensor<16xf32>
    }
    ```

    becomes, because 256 bytes are too little for `%0` beside `%1`, `%2` and `%3`,

    ```mlir
    func.func @f(%x: tensor<16xf32>) -> tensor<16xf32>
        attributes {remat.budget = 256 : i64} {
      %0 = tensor.empty() : tensor<16xf32>
      %1 = linalg.exp ins(%x : tensor<16xf32>)
          outs(%0 : tensor<16xf32>) -> tensor<16xf32>
      %2 = tensor.empty() : tensor<16xf32>
      %3 = linalg.tanh ins(%1 : tensor<16xf32>)
          outs(%2 : tensor<16xf32>) -> tensor<16xf32>
      %4 = tensor.empty() : tensor<16xf32>
      %5 = linalg.sqrt ins(%3 : tensor<16xf32>)
          outs(%4 : tensor<16xf32>) -> tensor<16xf32>
      %6 = tensor.empty() : tensor<16xf32>
      %7 = linalg.mul ins(%5, %3 : tensor<16xf32>, tensor<16xf32>)
          outs(%6 : tensor<16xf32>) -> tensor<16xf32>
      %8 = remat.barrier %x after(%7 : tensor<16xf32>) : tensor<16xf32>
      %9 = tensor.empty() : tensor<16xf32>
      %10 = linalg.exp ins(%8 : tensor<16xf32>)
          outs(%9 : tensor<16xf32>) -> tensor<16xf32>
      %11 = tensor.empty() : tensor<16xf32>
      %12 = linalg.mul ins(%7, %10 : tensor<16xf32>, tensor<16xf32>)
          outs(%11 : tensor<16xf32>) -> tensor<16xf32>
      return %12 : tensor<16xf32>
    }
    ```
  }];
  let options = rematPlanOptions;
  let dependentDialects = rematPlanningDialects;
}

def RematBarriersToStablehlo
    : Pass<"remat-barriers-to-stablehlo", "::mlir::ModuleOp"> {
  let summary = "Spell barriers as StableHLO does";
  let description = [{
    Replaces every `remat.barrier` by a `stablehlo.optimization_barrier`, with
    its tie as one more operand, and removes `remat.release` and all attributes
    of the dialect, so that a reader of the module needs nothing of Remat. A
    `remat.park` becomes a `stablehlo.custom_call` of `annotate_device_placement`
    on the host, as JAX has it, a `remat.fetch` one on the device; XLA waits for
    copies by itself, so `remat.await` goes.

    A tensor that reaches nothing but further barriers and the function's results
    passes as a vector, unless the function has shardings. XLA then brings it
    into the layout of the result at once: a convolution's filter gradient does
    not wait in cuDNN's layout until the end of the step.

    An operation that may simplify to a result of a barrier (a tensor that is
    transposed twice, or plus zero) loses its sharding, and gets it back from its
    neighbors when XLA propagates shardings: XLA would move it to the barrier, and
    refuses a barrier of several results that has one sharding.

    Limits: XLA drops a tie that is not read behind the barrier; a rewrite for
    the target `xla-gpu` passes ties through the barrier, so that it is.

    ```mlir
    func.func @f(%x: tensor<16xf32>, %y: tensor<16xf32>) -> tensor<16xf32> {
      %0 = "stablehlo.tanh"(%y) : (tensor<16xf32>) -> tensor<16xf32>
      %1 = remat.barrier %x after(%0 : tensor<16xf32>) : tensor<16xf32>
      %2 = "stablehlo.exponential"(%1) : (tensor<16xf32>) -> tensor<16xf32>
      return %2 : tensor<16xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: tensor<16xf32>, %y: tensor<16xf32>) -> tensor<16xf32> {
      %0 = "stablehlo.tanh"(%y) : (tensor<16xf32>) -> tensor<16xf32>
      %1:2 = "stablehlo.optimization_barrier"(%x, %0)
          : (tensor<16xf32>, tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>)
      %2 = "stablehlo.exponential"(%1#0) : (tensor<16xf32>) -> tensor<16xf32>
      return %2 : tensor<16xf32>
    }
    ```
  }];
}

def RematSweepBudgets : Pass<"remat-sweep-budgets"> {
  let summary = "Show what less memory costs a training step";
  let description = [{
    Plans the step (`function`, else as `remat-mark-step` chooses) for many
    budgets at equal distances, from the smallest
    peak that one of the strategies reaches to the peak as it stands, as
    `remat-rematerialize` would for each of them, and prints the extra time as a
    table to standard error; with `report`, it writes a file instead. The IR is
    not changed.

    All budgets are planned together: `auto` begins each search from the plans
    of the neighboring budgets and of the other strategies. More budget never
    means more time. A strategy that does not apply is a line that says why; it
    is an error if none applies.

    The file is, by its extension, a page (`.html`), a table for programs
    (`.csv`), all of it (`.json`), or the table for people (`.txt`, and `-`,
    which is standard output).

    The pass prepares nothing beside what `remat-rematerialize` does; the
    pipeline `remat-sweep-pipeline` prepares as `remat-pipeline` does.

    Limits: those of `remat-rematerialize`; buffers are not placed in an arena.

    ```mlir
    // remat-opt --remat-sweep-budgets="points=2 device=unit"
    func.func @f(%x: tensor<16xf32>) -> tensor<16xf32> {
      %0 = math.exp %x : tensor<16xf32>
      %1 = math.tanh %0 : tensor<16xf32>
      %2 = math.sqrt %1 : tensor<16xf32>
      %3 = arith.mulf %2, %1 : tensor<16xf32>
      %4 = arith.mulf %3, %0 : tensor<16xf32>
      return %4 : tensor<16xf32>
    }
    ```

    prints

    ```text
    f: peak 320 B as it stands, at least 256 B whatever is recomputed; ...

      budget  bytes  bound    auto
       256 B    256  20.00   20.00*
       320 B    320   0.00    0.00*

    ...
    ```
  }];
  let options = !listconcat(
    RematSweepOptions.members, RematSearchOptions.members,
    RematStepOptions.members, RematReportOptions.members);
  let dependentDialects = rematPlanningDialects;
}

def RematVerifyBudget : Pass<"remat-verify-budget"> {
  let summary = "Check that a function keeps its memory budget";
  let description = [{
    Fails if the peak of the function is above the budget, with the operation at
    the peak and the largest values alive there. The budget is the option, else
    `remat.budget`. Functions that carry `remat.budget` are checked; where none
    does, a budget that is given is for the step (as `remat-mark-step` chooses).
    Others are passed over. The target is the option, else `remat.target`, else
    `cpu`.

    It works on tensors, by the memory model of the target, and after
    bufferization, by the allocations: put it wherever a pipeline could have
    undone a plan. What is on the host at once must keep the function's
    `remat.host_budget`; on tensors, nothing may read parked values on the device
    meanwhile.

    Limits: one block, static shapes. The budget is a number of bytes (`8GiB`,
    `500MB`, a byte count): a share of a peak has no meaning here.

    ```mlir
    // remat-opt --remat-verify-budget="budget=64"
    func.func @f(%x: tensor<16xf32>) -> tensor<16xf32> {
      %0 = math.exp %x : tensor<16xf32>
      return %0 : tensor<16xf32>
    }
    ```

    is refused:

    ```text
    example.mlir:2:0: error: 'f' does not fit its budget of 64 bytes: it needs 128 bytes, 64 bytes more
    example.mlir:3:8: note: most is alive here, at math.exp: 128 bytes at once, 64 bytes of them resident (arguments and constants)
      %0 = math.exp %x : tensor<16xf32>
           ^
    example.mlir:3:8: note: alive: 64 bytes, tensor<16xf32>, %0, math.exp at example.mlir:3:8
    example.mlir:2:0: note: what would help: remat-opt --remat-budget=128: a plan is known for 128 bytes
    example.mlir:2:0: note: what would help: budget=128 for this pass: what the function needs as it is
    ```
  }];
  let options = [
    BudgetOption<"Bytes that the function may need at its peak: 8GiB, 500MB, a "
                 "byte count">,
    RematTargetOfPlan
  ];
  let dependentDialects = rematPlanningDialects;
}

def RematFuseElementwise : Pass<"remat-fuse-elementwise"> {
  let summary = "Fuse elementwise operations where the step gains";
  let description = [{
    Fuses elementwise `linalg.generic` operations with their producers, by the
    patterns of `linalg-fuse-elementwise-ops` (generalize named operations
    before), if the predicted peak or the predicted time gets smaller and
    neither larger: fusion removes tensors, but makes the operands of a fused
    operation live longer. Operations with a `remat.policy`, `remat.cost` or
    `remat.phase`, which are for one operation, stay as they are.

    Limits: all of the function or nothing of it.

    ```mlir
    // remat-opt --linalg-generalize-named-ops --remat-fuse-elementwise
    func.func @f(%x: tensor<16xf32>) -> tensor<16xf32> {
      %e = tensor.empty() : tensor<16xf32>
      %0 = linalg.exp ins(%x : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
      %1 = linalg.negf ins(%0 : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
      return %1 : tensor<16xf32>
    }
    ```

    becomes one operation that needs no storage for `%0`:

    ```mlir
    #map = affine_map<(d0) -> (d0)>
    func.func @f(%x: tensor<16xf32>) -> tensor<16xf32> {
      %0 = tensor.empty() : tensor<16xf32>
      %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%x : tensor<16xf32>) outs(%0 : tensor<16xf32>) {
      ^bb0(%in: f32, %out: f32):
        %2 = math.exp %in : f32
        %3 = arith.negf %2 : f32
        linalg.yield %3 : f32
      } -> tensor<16xf32>
      return %1 : tensor<16xf32>
    }
    ```
  }];
  let options = [RematDevice, RematTarget];
  let dependentDialects =
      rematPlanningDialects # ["::mlir::affine::AffineDialect"];
}

//===----------------------------------------------------------------------===//
// Printers
//===----------------------------------------------------------------------===//

class RematPrintPass<string argument> : Pass<argument> {
  let dependentDialects = rematPlanningDialects;
  list<Option> graphOptions = [RematTarget, RematDevice, RematLossResult];
  string stepExample = [{
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
}];
}

def RematPrintGraph : RematPrintPass<"remat-print-graph"> {
  let summary = "Print the graph that the planner sees";
  let description = [{
    Prints, to standard error, a line for each task: its position, operation,
    phase, the values that it reads and defines with their bytes, its time and
    workspace, and whether it may run again. With `json`, the graph file that
    `remat-plan` reads.
  }] # stepExample # [{
    ```text
    graph of 'step': 8 tasks, 64 resident bytes, loss 3
    task 0: math.tanh, forward, reads [0], makes [1: 64 bytes], time 116.0
    task 1: math.exp, forward, reads [1], makes [2: 64 bytes], time 112.8
    task 2: linalg.dot, forward, reads [2], makes [3: 64 bytes result], time 113.6
    task 3: arith.addf, backward, reads [2], makes [4: 64 bytes], time 119.2
    task 4: arith.mulf, backward, reads [4, 2], makes [5: 64 bytes], time 119.2
    task 5: arith.mulf, backward, reads [1], makes [6: 64 bytes], time 119.2
    task 6: arith.mulf, backward, reads [5, 6], makes [7: 64 bytes], time 119.2
    task 7: arith.subf, backward, reads [5, 7], makes [8: 64 bytes result], time 119.2
    ```
  }];
  let options = !listconcat(graphOptions, [
    Option<"json", "json", "bool", "false",
           "Print the graph file that remat-plan reads">
  ]);
}

def RematPrintMemoryProfile : RematPrintPass<"remat-print-memory-profile"> {
  let summary = "Print the live bytes at each operation";
  let description = [{
    Prints, to standard error, the resident bytes, the peak, and for each task in
    program order the bytes alive while it runs (arguments and constants
    included), with a mark at the peak.
  }] # stepExample # [{
    ```text
    memory of 'step': peak 384 bytes at step 4, resident 64 bytes
         0             128  math.tanh
         1             192  math.exp
         2             256  linalg.dot
         3             320  arith.addf
         4             384  arith.mulf  <- peak
         5             320  arith.mulf
         6             320  arith.mulf
         7             320  arith.subf
    ```
  }];
  let options = [RematTarget];
}

def RematPrintLowerSets : RematPrintPass<"remat-print-lower-sets"> {
  let summary = "Print the lower sets of the forward graph";
  let description = [{
    Prints, to standard error, the lower sets of the forward tasks (the sets
    that no edge enters from outside), each with its boundary (the members that
    something outside reads) and the boundary's bytes. With `approximate`, the
    lower sets that `lower-set-approx` uses: one for each task and what it
    depends on. Of more than `limit` sets, only that is said (with
    `approximate`, that many equally spaced ones are printed).
  }] # stepExample # [{
    ```text
    lower sets of 'step': 4 over 3 forward tasks
      {}: boundary {}, 0 bytes
      {0}: boundary {0}, 64 bytes
      {0, 1}: boundary {1}, 64 bytes
      {0, 1, 2}: boundary {}, 0 bytes
    ```
  }];
  let options = !listconcat(graphOptions, [
    Option<"approximate", "approximate", "bool", "false",
           "Only the lower set of each task's ancestors">,
    Option<"limit", "limit", "int64_t", "100", "Print no more sets than this; at least 1">
  ]);
}

def RematPrintChain : RematPrintPass<"remat-print-chain"> {
  let summary = "Print the stages of a step";
  let description = [{
    Prints, to standard error, the chain of stages that the strategies `rotor`,
    `rotor-floating`, `precise` and `revolve` see in a function: the forward
    part is cut wherever no more than `width` values cross (results and what may
    run once aside), and what follows is cut to match. A line for each stage
    has its numbers of tasks, bytes and times as the papers name them: a, what
    the next stage reads; ā, that and what its own backward reads of it; δ, what
    is held beside these between the backwards of the next stage and its own,
    results included, and how much of it the own backward only passes on;
    o_f, o_ck and o_b, what else is there while its forward,
    its forward without what only the backward needs, and its backward run
    (negative where something is freed before that); u_f, u_ck and u_b, the
    times. These are bounds on what a schedule of the stages needs, unless it
    says `exact`. The last stage is the loss.

    Values that are alive over much of the step, as a mask that all layers read,
    leave no cuts. Where one stage takes more than half of the forward part, or
    with `hold-long-values`, values that are alive over a quarter of it or more
    are held from their only run to their last use, and do not count as
    crossing. The strategies try widths up to 4, with and without that, and take
    the best plan.

    Without two such cuts, a line says why. Then come the branches of a join,
    which the strategy `join` sees.
  }] # stepExample # [{
    ```text
    chain of 'step': 3 stages, figures are bounds; 64 resident bytes, δ^0 128
      stage 1: 1 forward, 0 backward; a 64, ā 64, δ 128 (128 pass), o_f 0, o_ck 0, o_b -64, u_f 116.0, u_ck 116.0, u_b 0.0; op 0 ('math.tanh') to op 0 ('math.tanh')
      stage 2: 1 forward, 5 backward; a 64, ā 64, δ 64 (64 pass), o_f 0, o_ck 0, o_b 64, u_f 112.8, u_ck 112.8, u_b 596.0; op 1 ('math.exp') to op 1 ('math.exp')
      stage 3: 1 forward, 0 backward; a 0, ā 0, δ 64 (64 pass), o_f 0, o_ck 0, o_b 0, u_f 0.0, u_ck 0.0, u_b 113.6; op 2 ('linalg.dot') to op 2 ('linalg.dot')
    join of 'step': none; the step is no join of chains: no op on the way to op 2 ('linalg.dot'), the loss, depends on two parts of the step that have nothing in common but arguments and constants, and each at least a sixteenth of its 3 ops
    ```
  }];
  let options = !listconcat(graphOptions, [
    Option<"width", "width", "int64_t", "1",
           "How many values may cross from one stage to the next; at least 1">,
    Option<"holdLongValues", "hold-long-values", "bool", "false",
           "Hold values that are alive over much of the forward part, even if "
           "no stage takes more than half of it">
  ]);
}

def RematIsolateDestinations
    : Pass<"remat-isolate-destinations", "::mlir::func::FuncOp"> {
  let summary = "Give every destination-passing op a destination of its own";
  let description = [{
    Makes the buffers of bufferization a plain reading of the IR: one for each
    storage. It runs before a plan is made, so that the plan sees the
    destinations, and again where lowering starts, because CSE,
    canonicalization and loop-invariant code motion merge empties and fills. It
    is idempotent.

    Afterwards:

    - The operand that an op writes to (an *init*: `outs` of linalg ops, the
      destination of `tensor.insert_slice` and `tensor.insert`, an init of
      `scf.for`) is made directly before the op and used by nothing else. It
      is a *preparation*: `tensor.empty`; a `linalg.fill` of one (also in place
      of a splat constant); a `linalg.copy` into one, where the op reads an
      init that was computed elsewhere, is an argument or a constant; or a
      chain of `tensor.insert_slice` and `tensor.insert` ops that ends in one
      of these, each with the next as its single use (a concatenation is one
      storage, made in place). A `remat.barrier` in a preparation is dropped,
      unless the op reads nothing else through one (`remat-settle-loops` and
      reruns hold such ops by their destinations). An init whose value is not
      read becomes a `tensor.empty`.
    - The result of such an op lies in the storage of its init. The other
      storages are made by `tensor.pad`, `tensor.generate`,
      `tensor.from_elements`, calls, `scf.if`, `scf.index_switch` and
      `scf.execute_region`: one for each result.
    - `tensor.extract_slice`, `tensor.expand_shape`, `tensor.collapse_shape`,
      `tensor.cast` and `remat.barrier` are views. Where a strided slice cannot
      be collapsed without a copy, the copy (`linalg.copy`) is explicit.
    - A tensor carried by `scf.for` has one storage, made before the loop. The
      body either updates it in place (the yielded value is made by a
      destination-passing op, or a chain of preparations, whose init is the
      region argument and nothing reads the argument afterwards) or ends with
      a `linalg.copy` of the yielded value into the region argument. The loop
      allocates nothing that outlives an iteration. The same holds for both
      regions of an `scf.while` that carries the same types through its
      condition as through its body; bufferization copies in each turn of
      another.
    - What a branch of `scf.if` yields is a storage made in that region, for
      this purpose or as a result of an op there.
    - Each result of the function is a storage of its own and contiguous:
      arguments, constants, duplicates and slices are copied. So are memrefs that
      are arguments or globals.
    - Beside tensors, and without a layout or memory space, `memref.alloca`
      becomes `memref.alloc`: the stack is memory, too, but a run does not measure
      it, and no arena holds it. So do `bufferization.clone` and `memref.realloc`,
      with a copy.
    - A `tensor.empty` that is read (the window of a pooling op) is made
      directly before its reader and lives only through it: workspace.

    Elementwise `arith` and `math` ops on tensors, `arith.select` with a scalar
    condition, `tensor.concat`, `tensor.splat` and `linalg.softmax` become linalg
    ops of loops and `tensor.insert_slice` first. Dead code goes, and all that
    would get a storage for nothing: unused results of loops and branches,
    branches that are not taken, `scf.execute_region`, loops of at most one turn,
    buffers that are only written. In a planned function these count, and only
    unused ops go.

    Limits: static shapes; one block, and regions of `scf`. What it does not know
    is left as it is.

    ```mlir
    func.func @f(%x: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
      %e = tensor.empty() : tensor<16xf32>
      %0 = linalg.exp ins(%x : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
      %1 = linalg.tanh ins(%0 : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
      return %1, %x : tensor<16xf32>, tensor<16xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
      %0 = tensor.empty() : tensor<16xf32>
      %1 = linalg.exp ins(%x : tensor<16xf32>)
          outs(%0 : tensor<16xf32>) -> tensor<16xf32>
      %2 = tensor.empty() : tensor<16xf32>
      %3 = linalg.tanh ins(%1 : tensor<16xf32>)
          outs(%2 : tensor<16xf32>) -> tensor<16xf32>
      %4 = tensor.empty() : tensor<16xf32>
      %5 = linalg.copy ins(%x : tensor<16xf32>)
          outs(%4 : tensor<16xf32>) -> tensor<16xf32>
      return %3, %5 : tensor<16xf32>, tensor<16xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

#endif // REMAT_TRANSFORMS_PASSES_TD
