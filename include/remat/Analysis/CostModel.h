//===- CostModel.h - How long an op takes -----------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A roofline over the op interface's FLOPs and bytes, overridden by measured
// times (a profile file) and by `#remat.cost` on the op, in that order.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_ANALYSIS_COSTMODEL_H
#define REMAT_ANALYSIS_COSTMODEL_H

#include "remat/Targets/Device.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

#include <optional>

namespace mlir {
class Location;
class Operation;
namespace remat {
struct OpCost;
class ObjectReader;

/// Measured times of ops, in nanoseconds; docs/model.md has the file's schema.
/// A location names one op as MLIR prints it (`step.mlir:12:10`), a signature
/// all ops of that name and type (`(A, B) -> C`).
class Profile {
public:
  /// Reads a profile. Errors name the entry and the key at fault: the version,
  /// a missing key, a time that is negative or not finite.
  static llvm::Expected<Profile> parse(llvm::StringRef json);

  /// The measured time of `op` in nanoseconds: by its location, else by its
  /// name and types; none if it was not measured.
  std::optional<double> lookup(Operation *op) const;

private:
  void addEntry(const ObjectReader &entry);

  llvm::StringMap<double> byLocation;
  llvm::StringMap<double> bySignature;
};

/// A location in profiles and reports: `file:line:column`, else its name, else
/// as MLIR prints it.
std::string formatLocation(Location loc);

/// The key of an op in a profile: its name and its function type.
std::string getProfileSignature(Operation *op);

struct CostModel {
  const Device *device = &getDevices().front();
  const Profile *profile = nullptr;

  /// Time of `op` with the preparations of its destinations and the ops fused
  /// into it, at `cost`, in nanoseconds (units on the device `unit`).
  /// `#remat.cost` and a measured time stand for all of it.
  double getTime(Operation *op, const OpCost &cost) const;
};

} // namespace remat
} // namespace mlir

#endif // REMAT_ANALYSIS_COSTMODEL_H
