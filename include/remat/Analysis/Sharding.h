//===- Sharding.h - What one device has of a sharded step -------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step that JAX exports for several devices has global shapes and shardings
// of some values. Those of the others are guessed here by propagation, as a
// partitioner does: docs/xla-sharding.md has the rules and their errors.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_ANALYSIS_SHARDING_H
#define REMAT_ANALYSIS_SHARDING_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "remat/Targets/Target.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::remat {

/// What one device has of the values of a function, and does of its operations.
class DeviceShares {
public:
  /// The type of a device's part of `value`; the value's own where nothing is
  /// split. Extents that do not divide evenly are rounded up. Where a matrix
  /// product needs the whole of a split value, the compiler keeps the gathered
  /// copy for all readers: then a flat tensor of as many elements.
  Type getType(Value value) const;

  /// By how many devices the work of `op` is divided; 1 for most.
  int64_t getParts(Operation *op) const { return works.lookup(op).parts; }

  /// Bytes that a device has beside operands and results while `op` runs: a
  /// product before its sum over the devices, operands gathered for `op` alone.
  int64_t getExchangeBytes(Operation *op) const {
    return works.lookup(op).exchangeBytes;
  }

  /// Bytes of the gathered copies of the function's arguments, which live from
  /// their first reader to the last one: counted as always there.
  int64_t getGatheredArgumentBytes() const { return gatheredArgumentBytes; }

  /// Copies the entries of `from` and its regions in `other` to `to`, a copy of
  /// `from` that works on the same values.
  void copy(Operation *from, Operation *to, const DeviceShares &other);

  /// Copies the entries of a function's `arguments` in `other`.
  void copyArguments(ValueRange arguments, const DeviceShares &other);

private:
  friend class ShareBuilder;

  struct Work {
    int64_t parts = 1;
    int64_t exchangeBytes = 0;
  };

  /// Whether nothing is split: all figures are those of the whole.
  bool isWhole() const { return types.empty() && works.empty(); }
  void copyTypes(ValueRange from, ValueRange to, const DeviceShares &other);

  /// Only where they differ from the values' own.
  llvm::DenseMap<Value, Type> types;
  llvm::DenseMap<Operation *, Work> works;
  int64_t gatheredArgumentBytes = 0;
};

/// A device's parts of `function`, for a target that computes `fused` inside of
/// their readers. Reads `sdy.sharding` and `mhlo.sharding` on arguments,
/// results and operations, and sharding constraints of both kinds; propagates
/// them forward and backward between dimensions that correspond, until nothing
/// changes or a limit on the work is reached. Every device has the whole of all
/// other values ({manual} and dynamic shapes too). Emits a diagnostic and fails
/// if an attribute cannot be read or does not fit its tensor. O(sweeps ·
/// (operations + pairs of corresponding dimensions)), sweeps bounded.
FailureOr<DeviceShares> computeDeviceShares(func::FuncOp function,
                                            const FusedOps &fused,
                                            const Target &target);

/// The workspace of `op` on one device: `Target::getWorkspaceBytes` of the
/// device's part, and the bytes that devices exchange for it.
int64_t getDeviceWorkspace(Operation *op, const Target &target,
                           const DeviceShares &shares);

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_SHARDING_H
