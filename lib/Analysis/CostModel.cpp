//===- CostModel.cpp - How long an op takes -------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Analysis/CostModel.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Support/DebugStringHelper.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "remat/Interfaces/TaskOpInterface.h"
#include "remat/Support/JSONReader.h"
#include "remat/Targets/Contractions.h"
#include "llvm/ADT/StringSet.h"
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

static std::string describeEntry(size_t index, llvm::StringRef name) {
  return "entry " + std::to_string(index) + " ('" + name.str() + "')";
}

/// The last one counts.
void Profile::set(Entries &entries, llvm::StringRef name, Entry entry) {
  auto [known, isNew] = entries.try_emplace(name, entry);
  if (isNew)
    return;
  replaced.push_back(describeEntry(known->second.index, name) +
                     " is replaced by entry " + std::to_string(entry.index) +
                     ", which has the same name; leave one of them out");
  known->second = entry;
}

void Profile::addEntry(const ObjectReader &entry, size_t index) {
  double time = 0;
  if (!entry.read("time", time, 0, std::numeric_limits<double>::max()))
    entry.fail("time", "is missing: the nanoseconds of the op");
  std::string op, types, location;
  const bool hasLocation = entry.read("location", location);
  const bool hasOp = entry.read("op", op),
             hasTypes = entry.read("types", types);
  if (hasLocation)
    set(byLocation, location, {time, index});
  else if (hasOp && hasTypes)
    set(bySignature, op + " : " + types, {time, index});
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
        ObjectReader(value, "profile entry " + std::to_string(index), log),
        index);
  if (llvm::Error error = log.getError())
    return error;
  return profile;
}

std::optional<double> Profile::lookup(Operation *op) const {
  // The texts take longer to write than to find.
  if (!byLocation.empty())
    if (auto found = byLocation.find(formatLocation(op->getLoc()));
        found != byLocation.end())
      return found->second.time;
  if (!bySignature.empty())
    if (auto found = bySignature.find(getProfileSignature(op));
        found != bySignature.end())
      return found->second.time;
  return std::nullopt;
}

std::vector<std::string>
Profile::findProblems(llvm::ArrayRef<Operation *> timed) const {
  llvm::StringSet<> locations, signatures;
  for (Operation *op : timed) {
    if (!byLocation.empty())
      locations.insert(formatLocation(op->getLoc()));
    if (!bySignature.empty())
      signatures.insert(getProfileSignature(op));
  }
  std::vector<std::pair<size_t, llvm::StringRef>> unmatched;
  for (const auto &[entries, names] : {std::pair(&byLocation, &locations),
                                       std::pair(&bySignature, &signatures)})
    for (const auto &entry : *entries)
      if (!names->contains(entry.getKey()))
        unmatched.emplace_back(entry.getValue().index, entry.getKey());
  llvm::sort(unmatched);
  std::vector<std::string> problems = replaced;
  for (const auto &[index, name] : unmatched)
    problems.push_back(describeEntry(index, name) +
                       " matches no op that is planned");
  return problems;
}

/// How much faster than in TF32 the tensor cores multiply `element`; 0 if they
/// do not.
static double getTensorSpeed(Type element) {
  if (!isa<FloatType>(element) || element.isF64())
    return 0;
  const unsigned width = element.getIntOrFloatBitWidth();
  return width <= 8 ? 4 : width == 16 ? 2 : 1;
}

/// The speed of XLA's products and convolutions. It multiplies f32 of a higher
/// precision than the default in more steps.
static double getXlaTensorSpeed(Operation *op) {
  const hlo::OpKind kind = hlo::getOpKind(op);
  if (kind != hlo::OpKind::Dot && kind != hlo::OpKind::Convolution)
    return 0;
  Type element = getElementTypeOrSelf(op->getOperand(0));
  Attribute precision = op->getAttr("precision_config");
  if (element.isF32() && precision &&
      llvm::StringRef(debugString(precision)).contains("HIGH"))
    return 0;
  return getTensorSpeed(element);
}

/// The speed of the GPU pipeline's, which multiplies f32 as f32.
static double getLinalgTensorSpeed(Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured || !isContraction(structured))
    return 0;
  Type left = getElementTypeOrSelf(op->getOperand(0));
  Type right = getElementTypeOrSelf(op->getOperand(1));
  // f64 is summed by multiply-adds.
  if (getElementTypeOrSelf(op->getOperand(2)).isF64())
    return 0;
  return left == right && left.isIntOrFloat() &&
                 left.getIntOrFloatBitWidth() == 16
             ? getTensorSpeed(left)
             : 0;
}

/// The operations of `op`, as many as the device computes of others in its
/// time.
static double getEvenFlops(Operation *op, double flops, const Device &device) {
  const double rate = device.tensorFlopsPerSecond *
                      std::max(getXlaTensorSpeed(op), getLinalgTensorSpeed(op));
  return rate == 0 ? flops : flops * (device.flopsPerSecond / rate);
}

double CostModel::getTime(Operation *op, const OpCost &cost) const {
  if (CostAttr given = getCostOverride(op); given && given.getTime())
    return *given.getTime();
  if (profile)
    if (std::optional<double> measured = profile->lookup(op))
      return *measured;
  return device->getTime(getEvenFlops(op, cost.flops, *device),
                         static_cast<double>(cost.bytesRead) +
                             static_cast<double>(cost.bytesWritten));
}
