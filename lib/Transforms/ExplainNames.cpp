//===- ExplainNames.cpp - What is to be explained, in the IR --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NamedOps.h"
#include "remat/Analysis/GraphBuilder.h"
#include "remat/Support/NearNames.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::remat;

bool mlir::remat::isValueName(StringRef what) {
  return what.starts_with("%") ||
         (what.starts_with("@") && what.contains(":%"));
}

namespace {
/// step.mlir:12:3, 12:3, step.mlir:12 or 12.
struct Place {
  StringRef file;
  unsigned line = 0;
  /// 0 is none.
  unsigned column = 0;
};
} // namespace

static std::optional<Place> parsePlace(StringRef what) {
  Place place;
  auto [front, last] = what.rsplit(':');
  if (front.size() == what.size())
    return what.getAsInteger(10, place.line) ? std::nullopt
                                             : std::optional<Place>(place);
  unsigned lastNumber;
  if (last.getAsInteger(10, lastNumber))
    return std::nullopt;
  auto [file, middle] = front.rsplit(':');
  const bool hasFile = file.size() != front.size();
  if (!(hasFile ? middle : front).getAsInteger(10, place.line))
    return Place{hasFile ? file : "", place.line, lastNumber};
  return Place{front, lastNumber};
}

/// The location in `loc` on the line of `place`, or null.
static FileLineColLoc findOnLine(Location loc, const Place &place) {
  FileLineColLoc found;
  loc->walk([&](Location each) {
    auto file = dyn_cast<FileLineColLoc>(each);
    if (!file || file.getLine() != place.line)
      return WalkResult::advance();
    StringRef name = file.getFilename().getValue();
    if (!name.ends_with(place.file) ||
        (!place.file.empty() && name.size() != place.file.size() &&
         name[name.size() - place.file.size() - 1] != '/'))
      return WalkResult::advance();
    found = file;
    return WalkResult::interrupt();
  });
  return found;
}

/// Ranks a match in `loc`: 3 whole, 2 its end behind a '/', 1 a part, 0 none.
static int matchNames(Location loc, StringRef what) {
  int best = 0;
  loc->walk([&](Location each) {
    auto named = dyn_cast<NameLoc>(each);
    if (!named)
      return WalkResult::advance();
    StringRef name = named.getName().getValue();
    int match =
        name == what                                                         ? 3
        : name.ends_with(what) && name[name.size() - what.size() - 1] == '/' ? 2
        : name.contains(what)                                                ? 1
                              : 0;
    best = std::max(best, match);
    return WalkResult::advance();
  });
  return best;
}

/// Visits arguments and ops of the function's blocks, or those inside of ops.
static void forEach(func::FuncOp function, bool visitsNested,
                    llvm::function_ref<void(NamedOp)> visit) {
  auto visitArguments = [&](Region &region) {
    for (Block &block : region)
      for (BlockArgument argument : block.getArguments())
        visit({nullptr, argument, {}});
  };
  if (!visitsNested)
    visitArguments(function.getBody());
  function.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    const bool isNested = op->getParentOp() != function;
    if (isNested == visitsNested)
      visit({op, {}, {}});
    if (visitsNested)
      for (Region &region : op->getRegions())
        visitArguments(region);
  });
}

/// Those at the column, else the nearest behind: results' names precede ops.
static SmallVector<NamedOp> findAt(func::FuncOp function, const Place &place,
                                   bool visitsNested) {
  SmallVector<NamedOp> found;
  std::optional<unsigned> nearest;
  forEach(function, visitsNested, [&](NamedOp named) {
    FileLineColLoc file = findOnLine(named.getLoc(), place);
    if (!file)
      return;
    if (place.column == 0) {
      // Arguments have the place of their function.
      if (named.op)
        found.push_back(named);
      return;
    }
    const unsigned column = file.getColumn();
    if (column < place.column || (nearest && column > *nearest))
      return;
    if (nearest != column)
      found.clear();
    nearest = column;
    found.push_back(named);
  });
  return found;
}

static SmallVector<NamedOp> findNamed(func::FuncOp function, StringRef what,
                                      bool visitsNested) {
  SmallVector<NamedOp> ops, named;
  int best = 1;
  forEach(function, visitsNested, [&](NamedOp each) {
    if (each.op && each.op->getName().getStringRef() == what)
      ops.push_back(each);
    const int match = matchNames(each.getLoc(), what);
    if (match > best)
      named.clear();
    if (match < best)
      return;
    best = match;
    named.push_back(each);
  });
  return ops.empty() ? named : ops;
}

SmallVector<NamedOp> mlir::remat::findNamedOps(func::FuncOp function,
                                               StringRef what) {
  if (what.empty() || isValueName(what))
    return {};
  const std::optional<Place> place = parsePlace(what);
  for (bool visitsNested : {false, true}) {
    SmallVector<NamedOp> found;
    if (place)
      found = findAt(function, *place, visitsNested);
    if (found.empty())
      found = findNamed(function, what, visitsNested);
    if (!found.empty())
      return found;
  }
  return {};
}

namespace mlir::remat {
/// Names a destination in an opaque location. Such a location prints as the one
/// inside of it, so no diagnostic or printed IR shows the mark.
struct ExplainMark;
} // namespace mlir::remat

static void mark(NamedOp named, void *destination = nullptr) {
  if (!OpaqueLoc::isa<ExplainMark *>(named.getLoc()))
    named.setLoc(OpaqueLoc::get(static_cast<ExplainMark *>(destination),
                                named.getLoc()));
}

/// Adds the ops that overwrite storage that `op` prepares.
static void collectWriters(Operation *op,
                           llvm::SetVector<Operation *> &writers) {
  for (Operation *user : op->getUsers()) {
    if (isFolded(user))
      collectWriters(user, writers);
    else
      writers.insert(user);
  }
}

void mlir::remat::markNamedOps(func::FuncOp function, StringRef what) {
  llvm::MapVector<Operation *, OperationName> writers;
  for (NamedOp named : findNamedOps(function, what)) {
    llvm::SetVector<Operation *> itsWriters;
    if (named.op && preparesDestination(named.op) && isFolded(named.op))
      collectWriters(named.op, itsWriters);
    if (itsWriters.empty())
      mark(named);
    for (Operation *writer : itsWriters)
      writers.insert({writer, named.op->getName()});
  }
  // Last: an op that was named itself has its mark.
  for (auto [writer, destination] : writers)
    mark({writer, {}, {}}, destination.getAsOpaquePointer());
}

SmallVector<NamedOp> mlir::remat::findMarkedOps(func::FuncOp function) {
  SmallVector<NamedOp> found;
  for (bool visitsNested : {false, true})
    forEach(function, visitsNested, [&](NamedOp named) {
      const Location loc = named.getLoc();
      if (!OpaqueLoc::isa<ExplainMark *>(loc))
        return;
      if (const void *name =
              OpaqueLoc::getUnderlyingLocation<ExplainMark *>(loc))
        named.destination = OperationName::getFromOpaquePointer(name);
      found.push_back(named);
    });
  return found;
}

void mlir::remat::unmarkNamedOps(func::FuncOp function) {
  for (NamedOp named : findMarkedOps(function))
    named.setLoc(cast<OpaqueLoc>(named.getLoc()).getFallbackLocation());
}

/// Collects the names under `function`, with their ends behind each '/'.
static void collectNames(func::FuncOp function,
                         std::vector<std::string> &names) {
  function.getBody().walk([&](Operation *op) {
    names.push_back(op->getName().getStringRef().str());
    op->getLoc()->walk([&](Location each) {
      if (auto named = dyn_cast<NameLoc>(each)) {
        StringRef name = named.getName().getValue();
        for (; !name.empty(); name = name.split('/').second)
          names.push_back(name.str());
      }
      return WalkResult::advance();
    });
  });
}

/// Lists lines with ops near `place`: "lines 3 and 7".
static std::string describeLinesNear(func::FuncOp function,
                                     const Place &place) {
  unsigned before = 0, behind = 0;
  function.getBody().walk([&](Operation *op) {
    op->getLoc()->walk([&](Location each) {
      auto file = dyn_cast<FileLineColLoc>(each);
      if (!file)
        return WalkResult::advance();
      const unsigned line = file.getLine();
      if (line <= place.line)
        before = std::max(before, line);
      if (line >= place.line && (behind == 0 || line < behind))
        behind = line;
      return WalkResult::advance();
    });
  });
  if (before && behind && before != behind)
    return llvm::formatv("; the nearest ops are on lines {0} and {1}", before,
                         behind);
  if (before || behind)
    return llvm::formatv("; the nearest op is on line {0}",
                         std::max(before, behind));
  return "; no op has a line";
}

static std::string describeAbsence(func::FuncOp function, StringRef what) {
  if (isValueName(what))
    return llvm::formatv(
        "a pass knows no names of values, as '{0}'; give a place (12:3), a "
        "name in a location or the name of an op, or ask the flag "
        "--remat-explain of remat-opt",
        what);
  if (std::optional<Place> place = parsePlace(what))
    return "no op is at '" + what.str() + "'" +
           describeLinesNear(function, *place);
  std::vector<std::string> names;
  collectNames(function, names);
  return "no op and no location is called '" + what.str() + "'" +
         formatNearNames(what, names);
}

LogicalResult mlir::remat::checkIsThere(Operation *op, func::FuncOp function,
                                        StringRef what) {
  if (!findNamedOps(function, what).empty())
    return success();
  // If each function has a pass of its own, another may have it.
  const bool isOne = op == function;
  InFlightDiagnostic diag = isOne ? op->emitWarning() : op->emitError();
  diag << "there is nothing to explain: " << describeAbsence(function, what);
  return success(isOne);
}
