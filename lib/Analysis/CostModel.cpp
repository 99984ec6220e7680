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

llvm::Error Profile::addEntry(const ObjectReader &entry) {
  llvm::Expected<std::optional<double>> time =
      entry.getNumber("time", 0, std::numeric_limits<double>::max());
  if (!time)
    return time.takeError();
  if (!*time)
    return entry.error("time", "is missing: the nanoseconds of the op");
  std::optional<std::string> location, op, types;
  for (auto [key, text] : {std::pair("location", &location),
                           std::pair("op", &op), std::pair("types", &types)}) {
    llvm::Expected<std::optional<std::string>> value = entry.getString(key);
    if (!value)
      return value.takeError();
    *text = std::move(*value);
  }
  if (location)
    byLocation[*location] = **time;
  else if (op && types)
    bySignature[*op + " : " + *types] = **time;
  else
    return entry.error("needs a 'location', or an 'op' and its 'types'");
  return llvm::Error::success();
}

llvm::Expected<Profile> Profile::parse(llvm::StringRef json) {
  llvm::Expected<llvm::json::Value> root = parseFile(json, "the profile");
  if (!root)
    return root.takeError();
  llvm::Expected<ObjectReader> file =
      ObjectReader::create(*root, "profile", "the profile");
  if (!file)
    return file.takeError();
  if (llvm::Error error = checkVersion(*file, "profile"))
    return error;
  llvm::Expected<const llvm::json::Array *> ops = file->requireArray("ops");
  if (!ops)
    return ops.takeError();
  Profile profile;
  for (auto [index, value] : llvm::enumerate(**ops)) {
    llvm::Expected<ObjectReader> entry = ObjectReader::create(
        value, "ops", "profile entry " + std::to_string(index));
    if (!entry)
      return entry.takeError();
    if (llvm::Error error = profile.addEntry(*entry))
      return error;
  }
  return profile;
}

std::optional<double> Profile::lookup(Operation *op) const {
  if (auto found = byLocation.find(formatLocation(op->getLoc()));
      found != byLocation.end())
    return found->second;
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
