//===- RematDialect.td - The dialect ------------------------*- tablegen -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_DIALECT_REMAT_IR_REMATDIALECT_TD
#define REMAT_DIALECT_REMAT_IR_REMATDIALECT_TD

include "mlir/IR/OpBase.td"

def Remat_Dialect : Dialect {
  let name = "remat";
  let cppNamespace = "::mlir::remat";
  let summary = "Training steps as tasks, and what a memory plan leaves in them";
  let description = [{
    The dialect has three uses:

    - `remat.forward` and `remat.backward` write a training step down as tasks
      with labels and costs, for planning. A task with a body can be turned into
      the operations it stands for (`-remat-inline`) and back
      (`-remat-outline`); one without can be planned, not executed.
    - `remat.barrier` and `remat.release` are what a plan leaves behind in an
      ordinary function: a barrier keeps a recomputed operation from being
      merged with its first run, a release says where a tensor's life ends.
      Both disappear at bufferization.
    - Attributes say on any operation of any dialect what a planner cannot know.

    None of this is needed to plan a function of ordinary operations.

    ## Discardable attributes

    | attribute | on | value | meaning |
    |---|---|---|---|
    | `remat.cost` | any operation but `remat.forward` and `remat.backward`, which have a `cost` of their own | `#remat.cost<time = 12.5, workspace = 1024>` | overrides the cost model |
    | `remat.phase` | any operation but `remat.forward` and `remat.backward` | `#remat.phase<forward>`, `<backward>` or `<other>` | the part of the step that the operation belongs to, instead of what follows from the loss |
    | `remat.policy` | any operation | `#remat.policy<auto>`, `<save>` or `<recompute>` | `save`: runs once, its results are kept to their last use. `recompute`: its results are not live across the boundary between forward and backward. Both are hard |
    | `remat.loss` | one result of a function | `unit` | this result is the loss; it is one float |
    | `remat.range` | an argument of a function, of integer or index type or a tensor of it | `array<i64: lo, hi>`, lo < hi | the argument's values lie in [lo, hi) |
    | `remat.budget` | a function | a positive `i64` | the bytes that a plan keeps to, for `-remat-verify-budget`; the rewrite sets it |
    | `remat.host_budget` | a function | a positive `i64` | the bytes of the host that a plan keeps to, beside `remat.budget`; the rewrite sets it |
    | `remat.target` | a function | a string that is not empty | the target that the function was planned or placed for, for the passes that run later and for `remat-run`; the target `cpu` is not named |
    | `remat.arena_bytes`, `remat.arena_alignment`, `remat.live_peak_bytes` | a function | an `i64` | the bytes of the arena that holds the function's buffers, what its address must be a multiple of, and the most that is alive in it at once; `-remat-place-buffers` sets them |
    | `remat.host_arena_bytes` | a function | an `i64` | the bytes of the host's block that holds what the function parks there; `-remat-place-buffers` sets it |
    | `remat.link_bandwidth` | a function | a positive `f64` | the bytes that the link to the host was taken to copy in a second, each way, for a plan that parks values |
    | `remat.argument_offsets` | a function | an `array<i64>` | by the position of the arguments before placement, where each lies in the arena, in bytes; -1 for those that are still passed |

    Other attributes of the dialect's namespace are errors.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
}

#endif // REMAT_DIALECT_REMAT_IR_REMATDIALECT_TD
