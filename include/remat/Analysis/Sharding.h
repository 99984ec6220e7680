//===- Sharding.h - What one device has of a sharded step -------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step that JAX exports for several devices has global shapes, and says of
// some values how they lie on the devices. What the partitioner will make of
// the others is guessed here by propagation: docs/xla-sharding.md has the rules
// and how far off they are.
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
  /// Whether nothing is split: all figures are those of the whole.
  bool isWhole() const { return types.empty() && works.empty(); }

  /// The type of what a device stores of `value`; the value's own where nothing
  /// is split. Extents that do not divide evenly are rounded up, as the largest
  /// device's. Where a matrix product needs the whole of what is stored in
  /// parts, the compiler keeps the gathered copy for all that read it: then a
  /// flat tensor of as many elements as that has.
  Type getType(Value value) const;

  /// By how many devices the work of `op` is divided; 1 for most.
  int64_t getParts(Operation *op) const;

  /// Bytes that a device has beside operands and results while `op` runs: a
  /// product whose sums are not yet added up over the devices, what is gathered
  /// for `op` alone.
  int64_t getExchangeBytes(Operation *op) const;

  /// Bytes of the gathered copies of the function's arguments, which live from
  /// their first reader to the last one: counted as always there.
  int64_t getGatheredArgumentBytes() const { return gatheredArgumentBytes; }

  /// Says of `to`, a copy of `from` that works on the same values, and of all
  /// in its regions what is known of `from`.
  void copy(Operation *from, Operation *to, const DeviceShares &other);

  /// Says of `arguments`, a function's, what `other` knows of them.
  void copyArguments(ValueRange arguments, const DeviceShares &other);

private:
  friend class ShareBuilder;

  struct Work {
    int64_t parts = 1;
    int64_t exchangeBytes = 0;
  };
  /// Only where they differ from the values' own.
  llvm::DenseMap<Value, Type> types;
  llvm::DenseMap<Operation *, Work> works;
  int64_t gatheredArgumentBytes = 0;
};

/// What a device has of `function`, for a target that computes `fused` inside
/// of their readers. Read are: `sdy.sharding` and `mhlo.sharding` on arguments,
/// results and operations, sharding constraints of both kinds; then shardings
/// are propagated forward and backward through operations whose dimensions
/// correspond, until nothing changes or a limit on the work is reached. What
/// nothing says anything of is on every device as a whole, and so is what
/// cannot be known ({manual}, dynamic shapes). Emits a diagnostic at the
/// location, and fails, if an attribute cannot be read or does not fit its
/// tensor. O(sweeps · (operations + pairs of corresponding dimensions)), the
/// sweeps bounded by a constant.
FailureOr<DeviceShares> computeDeviceShares(func::FuncOp function,
                                            const FusedOps &fused,
                                            const Target &target);

/// What `target` sets aside for `op` on one device: `Target::getWorkspaceBytes`
/// of the device's part, and what devices exchange for it.
int64_t getDeviceWorkspace(Operation *op, const Target &target,
                           const DeviceShares &shares);

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_SHARDING_H
