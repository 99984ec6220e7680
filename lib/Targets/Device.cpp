//===- Device.cpp - Hardware figures for the cost model -------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only table of devices. Rates are sustained ones where they were measured,
// else the vendors' peaks. An efficiency that all ops share cancels out of a
// plan, which compares times on one device.
//
//===----------------------------------------------------------------------===//

#include "remat/Targets/Device.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace mlir::remat;

// clang-format off
static const Device devices[] = {
    // name    source                                        FLOP/s   B/s      launch ns, TF32 FLOP/s, link B/s, units/s
    {"cpu",   "one desktop core with 8-wide f32 vectors",    2.0e10,  1.0e10,  100,  0,       1.0e10,  1.0e9},
    // On PCIe 4, 16 lanes.
    {"a100",  "A100 SXM 80 GB data sheet, f32 and HBM2e",    1.95e13, 2.039e12, 2000, 1.56e14, 2.5e10, 1.0e9},
    // On PCIe 5, 16 lanes.
    {"h100",  "measured on an H100 SXM 80 GB (docs/gpu.md)", 5.0e13,  2.87e12, 3700, 3.65e14, 5.0e10,  1.0e9},
    // On NVLink-C2C.
    {"gh200", "as h100, beside a Grace host",                5.0e13,  2.87e12, 3700, 3.65e14, 4.0e11,  1.0e9},
    // Counts work as time: one "nanosecond" per operation, and per byte that is
    // copied beside the others.
    {"flops", "floating-point operations, one for a byte",   1.0e9,   1.0e9,   0,    0,       1.0e9,   1.0e9},
    // A unit stands for a tenth of a millisecond.
    {"unit",  "every task takes one unit",                   0,       0,       1,    0,       5.0e10,  1.0e4},
};
// clang-format on

planner::HostLink
Device::getHostLink(std::optional<double> bytesPerSecond) const {
  return {bytesPerSecond.value_or(linkBytesPerSecond) / unitsPerSecond,
          kLinkLatencySeconds * unitsPerSecond};
}

double Device::getTime(double flops, double bytes) const {
  if (flopsPerSecond == 0)
    return launchNanoseconds;
  return 1e9 * std::max(flops / flopsPerSecond, bytes / bytesPerSecond) +
         launchNanoseconds;
}

llvm::ArrayRef<Device> mlir::remat::getDevices() { return devices; }

const Device *mlir::remat::lookupDevice(llvm::StringRef name) {
  const Device *found = llvm::find_if(
      devices, [&](const Device &device) { return device.name == name; });
  return found == std::end(devices) ? nullptr : found;
}
