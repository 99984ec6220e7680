//===- CostModel.cpp - How long an op takes -------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Analysis/CostModel.h"
#include "mlir/IR/Operation.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Interfaces/TaskOpInterface.h"
#include "remat/Support/JSONReader.h"
#include "llvm/Support/raw_ostream.h"

#include <limits>

using namespace mlir;
using namespace mlir::remat;

std::string mlir::remat::getProfileSignature(Operation *op) {
  std::string signature;
  llvm::raw_string_ostream os(signature);
  os << op->getName() << " : "
     << FunctionType::get(op->getContext(), op->getOperandTypes(),
                          op->getResultTypes());
  return signature;
}

std::string mlir::remat::formatLocation(Location loc) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto file = loc->findInstanceOf<FileLineColLoc>())
    os << file.getFilename().getValue() << ':' << file.getLine() << ':'
       << file.getColumn();
  else if (auto name = loc->findInstanceOf<NameLoc>())
    os << name.getName().getValue();
  else
    loc.print(os);
  return text;
}

void Profile::addEntry(const ObjectReader &entry) {
  double time = 0;
  if (!entry.read("time", time, 0, std::numeric_limits<double>::max()))
    entry.fail("time", "is missing: the nanoseconds of the op");
  std::string op, types, location;
  const bool hasLocation = entry.read("location", location);
  const bool hasOp = entry.read("op", op),
             hasTypes = entry.read("types", types);
  if (hasLocation)
    byLocation[location] = time;
  else if (hasOp && hasTypes)
    bySignature[op + " : " + types] = time;
  else
    entry.fail("needs a 'location', or an 'op' and its 'types'");
}

llvm::Expected<Profile> Profile::parse(llvm::StringRef json) {
  llvm::Expected<llvm::json::Value> root = parseFile(json, "the profile");
  if (!root)
    return root.takeError();
  ReadLog log;
  ObjectReader file(*root, "the profile", log);
  file.checkVersion();
  Profile profile;
  for (auto [index, value] : llvm::enumerate(file.requireArray("ops")))
    profile.addEntry(
        ObjectReader(value, "profile entry " + std::to_string(index), log));
  if (llvm::Error error = log.getError())
    return error;
  return profile;
}

std::optional<double> Profile::lookup(Operation *op) const {
  // The texts take longer to write than to find.
  if (!byLocation.empty())
    if (auto found = byLocation.find(formatLocation(op->getLoc()));
        found != byLocation.end())
      return found->second;
  if (!bySignature.empty())
    if (auto found = bySignature.find(getProfileSignature(op));
        found != bySignature.end())
      return found->second;
  return std::nullopt;
}

double CostModel::getTime(Operation *op, const OpCost &cost) const {
  if (CostAttr given = getCostOverride(op); given && given.getTime())
    return *given.getTime();
  if (profile)
    if (std::optional<double> measured = profile->lookup(op))
      return *measured;
  return device->getTime(cost.flops,
                         static_cast<double>(cost.bytesRead) +
                             static_cast<double>(cost.bytesWritten));
}
