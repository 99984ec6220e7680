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

def RematOutline : Pass<"remat-outline", "::mlir::func::FuncOp"> {
  let summary = "Turn the operations of a training step into tasks";
  let description = [{
    Wraps the operations of a function in `remat.forward` and `remat.backward`
    tasks with bodies: one task for each operation, together with the views of
    its operands and the operations that prepare its destinations, which are
    cloned into every task that needs them. `-remat-inline` is the way back.

    The loss is the result that `remat.loss` marks, else the one that
    `loss-result` names, else the only float scalar among the results. What the
    loss depends on is forward, all else is backward, unless the attribute
    `remat.phase` of an operation says otherwise. Operations of phase `other`
    (updates of parameters) stay as they are, and so do constants, operations
    with side effects, terminators and tasks that are there already.

    With `group-size=N`, up to N operations of one phase that follow one another
    become one task. A backward task names the forward task whose results it
    reads, if all the forward results that it reads, except those that others
    share, come from one task.

    Limits: the function has a body of one block. A function whose loss is
    ambiguous is an error.

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
      %dot_0 = remat.forward @dot_0(%a = %x : tensor<4xf32>) -> tensor<f32> {
        %0 = tensor.empty() : tensor<f32>
        %1 = linalg.dot ins(%a, %a : tensor<4xf32>, tensor<4xf32>)
                        outs(%0 : tensor<f32>) -> tensor<f32>
        remat.yield %1 : tensor<f32>
      }
      return %dot_0 : tensor<f32>
    }
    ```
  }];
  let options = [
    Option<"lossResult", "loss-result", "int64_t", "-1",
           "Position of the loss among the results, where no result is marked "
           "'remat.loss'; -1: the only float scalar">,
    Option<"groupSize", "group-size", "int64_t", "1",
           "Operations to a task, at most">
  ];
  let dependentDialects = ["::mlir::remat::RematDialect"];
}

def RematInline : Pass<"remat-inline", "::mlir::func::FuncOp"> {
  let summary = "Turn tasks back into the operations they stand for";
  let description = [{
    Replaces every `remat.forward` and `remat.backward` by its body. Phases that
    would not follow from the loss are not written down: what was a forward task
    is forward again only if the loss depends on it; with `keep-phases`, every
    operation gets the attribute `remat.phase`. A policy of a task becomes the
    policy of its operations that have none of their own; its cost, being that
    of the whole, is dropped, except from a task of one operation.

    A task without a body cannot be executed and is an error.

    ```mlir
    %y = remat.forward @layer1(%a = %x : tensor<4xf32>) -> tensor<4xf32> {
      %0 = math.tanh %a : tensor<4xf32>
      remat.yield %0 : tensor<4xf32>
    }
    ```

    becomes

    ```mlir
    %y = math.tanh %x : tensor<4xf32>
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
    Puts a `remat.release` right after the last use of each tensor that an
    operation of the function's body makes, the uses of everything that views it
    (`tensor.expand_shape`, `remat.barrier`, ...) included. Releases that are
    there already are replaced.

    Not released: arguments (the caller owns them), constants, what the function
    returns or another terminator hands on, tensors without uses, destinations
    that an operation has written its result over (the result is released), and
    what lives inside of nested regions.

    Run it last on tensors: passes that merge tensors, such as CSE, may lengthen
    a life beyond its release, which the release's verifier then reports.

    Limits: the function has a body of one block.

    ```mlir
    %0 = math.exp %x : tensor<4xf32>
    %1 = math.tanh %0 : tensor<4xf32>
    return %1 : tensor<4xf32>
    ```

    becomes

    ```mlir
    %0 = math.exp %x : tensor<4xf32>
    %1 = math.tanh %0 : tensor<4xf32>
    remat.release %0 : tensor<4xf32>
    return %1 : tensor<4xf32>
    ```
  }];
  let dependentDialects = ["::mlir::remat::RematDialect"];
}

#endif // REMAT_TRANSFORMS_PASSES_TD
