//===- Sharding.h - What one device has of a sharded step -------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step that JAX exports for several devices has global shapes and shardings
// of some values; propagation guesses the others, as a partitioner does. Rules
// and their errors: docs/xla-sharding.md.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_ANALYSIS_SHARDING_H
#define REMAT_ANALYSIS_SHARDING_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "remat/Targets/Target.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::remat {

/// The attributes that hold a sharding, Shardy's and GSPMD's.
inline constexpr llvm::StringLiteral kShardingAttrNames[] = {"sdy.sharding",
                                                             "mhlo.sharding"};

/// One device's part of a function's values and work.
class DeviceShares {
public:
  /// Type of a device's part; the value's own if nothing is split. Uneven
  /// extents round up. Where a matrix product needs all of a split value, the
  /// compiler keeps the gathered copy for all readers: then a flat tensor of as
  /// many elements.
  Type getType(Value value) const;

  /// Devices that share the work of `op`; 1 for most.
  int64_t getParts(Operation *op) const { return works.lookup(op).parts; }

  /// Bytes of a device beside operands and results while `op` runs: a product
  /// before its sum over devices, operands gathered for `op` alone.
  int64_t getExchangeBytes(Operation *op) const {
    return works.lookup(op).exchangeBytes;
  }

  /// Gathered copies of arguments, from their first reader to the last one:
  /// counted as always there.
  int64_t getGatheredArgumentBytes() const { return gatheredArgumentBytes; }

  /// Whether `op` reads such a copy.
  bool gathersArguments(Operation *op) const {
    return works.lookup(op).gatheredArgumentBytes > 0;
  }

  /// From now on each reader gathers arguments for itself: the copies are
  /// exchange bytes of the readers, and none is always there.
  void gatherForEachReader();

  /// Copies the entries of `from` and its regions to its copy `to`, which works
  /// on the same values.
  void copy(Operation *from, Operation *to, const DeviceShares &other);

  void copyArguments(ValueRange arguments, const DeviceShares &other);

  /// Whether work or values are split over several devices.
  bool isSharded() const { return isSplit; }

  /// These values lie on the host: they take no bytes of a device.
  void setOnHost(const llvm::DenseSet<Value> &values);

private:
  friend class ShareBuilder;

  struct Work {
    int64_t parts = 1;
    int64_t exchangeBytes = 0;
    int64_t gatheredArgumentBytes = 0;
  };

  bool isWhole() const { return types.empty() && works.empty(); }
  void copyTypes(ValueRange from, ValueRange to, const DeviceShares &other);

  /// Only where they differ from the values' own.
  llvm::DenseMap<Value, Type> types;
  llvm::DenseMap<Operation *, Work> works;
  int64_t gatheredArgumentBytes = 0;
  bool isSplit = false;
};

/// A device's parts of `function`, for a target that computes `fused` inside
/// their readers; none of values on the host (HostPlacement.h). Reads
/// `sdy.sharding` and `mhlo.sharding` on arguments,
/// results and operations, and sharding constraints of both kinds; propagates
/// both ways between corresponding dimensions up to a fixed point or work
/// limit. Counts the whole of all other values on each device ({manual} and
/// dynamic shapes too). Meshes are looked up from `symbolScope`. Emits a
/// diagnostic for attributes that are unreadable or do not fit their tensor.
/// O(sweeps · (operations + pairs of corresponding dimensions)), sweeps
/// bounded.
FailureOr<DeviceShares> computeDeviceShares(func::FuncOp function,
                                            const FusedOps &fused,
                                            const Target &target,
                                            Operation *symbolScope);

/// `Target::getWorkspaceBytes` of the device's part, and the bytes that devices
/// exchange for `op`.
int64_t getDeviceWorkspace(Operation *op, const Target &target,
                           const DeviceShares &shares);

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_SHARDING_H
