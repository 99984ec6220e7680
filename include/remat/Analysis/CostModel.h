//===- CostModel.h - How long an op takes -----------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A roofline over the op interface's FLOPs and bytes, overridden by measured
// times (a profile file), and these by `#remat.cost` on the op.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_ANALYSIS_COSTMODEL_H
#define REMAT_ANALYSIS_COSTMODEL_H

#include "remat/Targets/Device.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir {
class Location;
class Operation;
namespace remat {
struct OpCost;
class ObjectReader;

/// Measured times of ops, in nanoseconds; schema: docs/model.md. A location
/// names one op as MLIR prints it (`step.mlir:12:10`), a signature all ops of
/// that name and type (`(A, B) -> C`).
class Profile {
public:
  /// Errors name the entry and key at fault: version, a missing key, a time
  /// that is negative or not finite.
  static llvm::Expected<Profile> parse(llvm::StringRef json);

  /// Nanoseconds by location, else by name and types; none if not measured.
  std::optional<double> lookup(Operation *op) const;

  /// Sentences about entries that do less than their writer may think: those
  /// that an entry of the same name replaces, then those that match none of
  /// `timed`, each in the order of the file. Linear in ops and entries.
  std::vector<std::string>
  findProblems(llvm::ArrayRef<Operation *> timed) const;

private:
  struct Entry {
    double time = 0;
    /// Position in the file.
    size_t index = 0;
  };
  using Entries = llvm::StringMap<Entry>;

  void addEntry(const ObjectReader &entry, size_t index);
  void set(Entries &entries, llvm::StringRef name, Entry entry);

  Entries byLocation;
  Entries bySignature;
  std::vector<std::string> replaced;
};

/// `file:line:column`, else the location's name, else as MLIR prints it.
std::string formatLocation(Location loc);

/// Key in a profile: name and function type.
std::string getProfileSignature(Operation *op);

struct CostModel {
  const Device *device = &getDevices().front();
  const Profile *profile = nullptr;
  /// Of the link to the host, in place of the device's.
  std::optional<double> linkBytesPerSecond;

  /// In the device's unit of time.
  planner::HostLink getHostLink() const {
    return device->getHostLink(linkBytesPerSecond);
  }

  /// Time of `op` with its destinations' preparations and fused ops, at `cost`,
  /// in nanoseconds (units on the device `unit`). `#remat.cost` and a measured
  /// time stand for all of it.
  double getTime(Operation *op, const OpCost &cost) const;
};

} // namespace remat
} // namespace mlir

#endif // REMAT_ANALYSIS_COSTMODEL_H
