//===- Device.h - Hardware figures for the cost model -----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TARGETS_DEVICE_H
#define REMAT_TARGETS_DEVICE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::remat {

/// The figures of a device for a roofline model.
struct Device {
  /// The name that `--remat-device` takes.
  llvm::StringRef name;
  /// The source of the figures.
  llvm::StringRef source;
  /// Sustained f32 operations a second; 0 if every task takes one unit.
  double flopsPerSecond;
  /// Bytes a second to and from memory.
  double bytesPerSecond;
  /// Fixed cost of starting a task, in nanoseconds.
  double launchNanoseconds;

  /// The time of a task: the larger of the times of arithmetic and memory, plus
  /// the launch. In nanoseconds; 1 on the device `unit`.
  double getTime(double flops, double bytes) const;
};

/// All devices; the first is the default.
llvm::ArrayRef<Device> getDevices();
/// The device of that name, or null.
const Device *lookupDevice(llvm::StringRef name);

} // namespace mlir::remat

#endif // REMAT_TARGETS_DEVICE_H
