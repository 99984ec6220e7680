//===- Device.h - Hardware figures for the cost model -----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TARGETS_DEVICE_H
#define REMAT_TARGETS_DEVICE_H

#include "remat/Planner/Parking.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace mlir::remat {

/// Seconds from the start of a copy between device and host until its first
/// bytes move. Assumed, not measured.
inline constexpr double kLinkLatencySeconds = 1e-5;

/// Figures for a roofline model.
struct Device {
  /// As `--remat-device` takes it.
  llvm::StringRef name;
  /// The source of the figures.
  llvm::StringRef source;
  /// Sustained f32 operations; 0 if every task takes one unit.
  double flopsPerSecond;
  /// To and from memory.
  double bytesPerSecond;
  /// Cost of starting a task.
  double launchNanoseconds;
  /// Operations a second of matrix products and convolutions in TF32, XLA's
  /// default for f32; those of 16 bits are twice as fast. 0 if there are no
  /// tensor cores.
  double tensorFlopsPerSecond;
  /// Between the device's memory and the host's, each way.
  double linkBytesPerSecond;
  /// Of its times, in a second: 1e9 if they are nanoseconds.
  double unitsPerSecond;

  /// Whether its times are those of a machine; those of `flops` and `unit` only
  /// count.
  bool hasRealTimes() const {
    return flopsPerSecond > 0 && launchNanoseconds > 0;
  }

  /// The link to the host, or one of `bytesPerSecond` in its place, in the unit
  /// of the device's times, with `kLinkLatencySeconds` for each copy.
  planner::HostLink getHostLink(std::optional<double> bytesPerSecond) const;

  /// The larger of arithmetic and memory time, plus the launch, in nanoseconds;
  /// 1 on the device `unit`.
  double getTime(double flops, double bytes) const;
};

/// The first is the default.
llvm::ArrayRef<Device> getDevices();
/// Null if unknown.
const Device *lookupDevice(llvm::StringRef name);

} // namespace mlir::remat

#endif // REMAT_TARGETS_DEVICE_H
