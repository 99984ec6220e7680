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
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

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

static llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

llvm::Expected<Profile> Profile::parse(llvm::StringRef json) {
  llvm::Expected<llvm::json::Value> root = llvm::json::parse(json);
  if (!root)
    return root.takeError();
  llvm::json::Object *object = root->getAsObject();
  llvm::json::Array *ops = object ? object->getArray("ops") : nullptr;
  if (!ops)
    return makeError("a profile is an object with an array 'ops'");
  if (object->getInteger("version").value_or(1) != 1)
    return makeError("the profile has a version other than 1");

  Profile profile;
  for (auto [index, value] : llvm::enumerate(*ops)) {
    llvm::json::Object *entry = value.getAsObject();
    auto error = [&, index = index](const llvm::Twine &what) {
      return makeError("profile entry " + llvm::Twine(index) + " " + what);
    };
    if (!entry)
      return error("is not an object");
    std::optional<double> time = entry->getNumber("time");
    if (!time || !std::isfinite(*time) || *time < 0)
      return error("needs a 'time' in nanoseconds that is finite and not "
                   "negative");
    if (std::optional<StringRef> location = entry->getString("location")) {
      profile.byLocation[*location] = *time;
      continue;
    }
    std::optional<StringRef> op = entry->getString("op");
    std::optional<StringRef> types = entry->getString("types");
    if (!op || !types)
      return error("needs a 'location', or an 'op' and its 'types'");
    profile.bySignature[(*op + " : " + *types).str()] = *time;
  }
  return profile;
}

std::optional<double> Profile::lookup(Operation *op) const {
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
