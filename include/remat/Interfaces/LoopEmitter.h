//===- LoopEmitter.h - Loops and slices of a dialect ------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_INTERFACES_LOOPEMITTER_H
#define REMAT_INTERFACES_LOOPEMITTER_H

#include "mlir/IR/Builders.h"
#include "remat/Interfaces/CountedLoop.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::remat {

/// Spells counted loops, stacks and their slices as a dialect does.
class LoopEmitter {
public:
  virtual ~LoopEmitter() = default;

  virtual Value createNumber(OpBuilder &builder, Location loc, Type type,
                             int64_t value) const = 0;
  virtual Value add(OpBuilder &builder, Location loc, Value left,
                    Value right) const = 0;
  /// `value` * `factor` + `term`, as a number of the type of `value`.
  virtual Value scale(OpBuilder &builder, Location loc, Value value,
                      int64_t factor, int64_t term) const = 0;
  /// The quotient of a multiple of `divisor`.
  virtual Value divide(OpBuilder &builder, Location loc, Value value,
                       int64_t divisor) const = 0;
  /// A counter as an index of slices, and back.
  virtual Value toIndex(OpBuilder &builder, Location loc,
                        Value counter) const = 0;
  virtual Value toCounter(OpBuilder &builder, Location loc, Value index,
                          Type type) const = 0;

  /// A stack whose contents are written later.
  virtual Value createStack(OpBuilder &builder, Location loc,
                            RankedTensorType type) const = 0;
  /// The stack with `value` as slice `index`.
  virtual Value writeSlice(OpBuilder &builder, Location loc, Value value,
                           Value stack, Value index) const = 0;
  virtual Value readSlice(OpBuilder &builder, Location loc,
                          RankedTensorType type, Value stack,
                          Value index) const = 0;
  /// `first` where `turn` is 0, else `other`.
  virtual Value selectFirst(OpBuilder &builder, Location loc, Value turn,
                            Value first, Value other) const = 0;

  /// Given the counter and the carried values, emits a turn and returns what it
  /// hands on.
  using TurnEmitter = llvm::function_ref<SmallVector<Value>(
      OpBuilder &builder, Value counter, ValueRange carried)>;
  /// A loop of the dialect, location and type of counter of `like` that counts
  /// `trips` turns from 0. Its last results are the carried values.
  virtual Operation *createLoop(OpBuilder &builder, const CountedLoop &like,
                                int64_t trips, ValueRange inits,
                                TurnEmitter emitTurn) const = 0;

  /// A loop in front of `loop` that takes over its body, without the carried
  /// values at the operands `dropped`, and with new ones: `newInits`, arguments
  /// that were appended to the body, and `newYields`. The same block is the new
  /// body; results for what is new come last; discardable attributes stay.
  /// Results that stay are replaced; `loop` is left without a body, to be
  /// erased.
  virtual Operation *rebuild(Operation *loop,
                             const llvm::DenseSet<unsigned> &dropped,
                             ValueRange newInits,
                             ValueRange newYields) const = 0;
};

} // namespace mlir::remat

#endif // REMAT_INTERFACES_LOOPEMITTER_H
