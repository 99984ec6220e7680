//===- ExplainNames.cpp - What is to be explained, in the IR --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Transforms/ExplainNames.h"
#include "NamedOps.h"
#include "remat/Support/NearNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::remat;

//===----------------------------------------------------------------------===//
// Marks
//===----------------------------------------------------------------------===//

namespace mlir::remat {
/// Only its TypeID counts.
struct ExplainMark;
} // namespace mlir::remat

/// An opaque location prints as the one inside of it, so that no diagnostic and
/// no printed IR shows the mark.
static Location addMark(Location loc) {
  return OpaqueLoc::get<ExplainMark *>(nullptr, loc);
}

static bool isMarked(Location loc) {
  auto opaque = dyn_cast<OpaqueLoc>(loc);
  return opaque && opaque.getUnderlyingTypeID() == TypeID::get<ExplainMark *>();
}

bool mlir::remat::isValueName(StringRef what) {
  return what.starts_with("%") ||
         (what.starts_with("@") && what.contains(":%"));
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

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
  if (!(hasFile ? middle : front).getAsInteger(10, place.line)) {
    place.column = lastNumber;
    place.file = hasFile ? file : "";
    return place;
  }
  place.file = front;
  place.line = lastNumber;
  return place;
}

/// The place in `loc` that is on the line; nothing if there is none.
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

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// How well a name in `loc` is what was asked for: 3 whole, 2 its end behind a
/// '/', 1 a part, 0 not at all.
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

namespace {
class NamedOpFinder {
public:
  NamedOpFinder(func::FuncOp function, StringRef what)
      : function(function), what(what) {}

  SmallVector<NamedOp> find();
  SmallVector<NamedOp> findMarked();

private:
  void forEach(llvm::function_ref<void(NamedOp, Location)> visit,
               bool visitsNested);
  SmallVector<NamedOp> findAt(const Place &place, bool visitsNested);
  SmallVector<NamedOp> findNamed(bool visitsNested);
  SmallVector<NamedOp> findOutside(bool visitsNested);

  func::FuncOp function;
  StringRef what;
};
} // namespace

/// The arguments and ops of the function's blocks, or those inside of ops.
void NamedOpFinder::forEach(llvm::function_ref<void(NamedOp, Location)> visit,
                            bool visitsNested) {
  auto visitArguments = [&](Region &region) {
    for (Block &block : region)
      for (BlockArgument argument : block.getArguments())
        visit({nullptr, argument}, argument.getLoc());
  };
  if (!visitsNested)
    visitArguments(function.getBody());
  function.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    const bool isNested = op->getParentOp() != function;
    if (isNested == visitsNested) {
      visit({op, {}}, op->getLoc());
    }
    if (visitsNested)
      for (Region &region : op->getRegions())
        visitArguments(region);
  });
}

SmallVector<NamedOp> NamedOpFinder::findMarked() {
  SmallVector<NamedOp> found;
  for (bool visitsNested : {false, true})
    forEach(
        [&](NamedOp named, Location loc) {
          if (isMarked(loc))
            found.push_back(named);
        },
        visitsNested);
  return found;
}

/// Those at the column, or else the nearest behind it: the name of the result
/// stands before the op.
SmallVector<NamedOp> NamedOpFinder::findAt(const Place &place,
                                           bool visitsNested) {
  SmallVector<NamedOp> found;
  std::optional<unsigned> nearest;
  forEach(
      [&](NamedOp named, Location loc) {
        FileLineColLoc file = findOnLine(loc, place);
        if (!file)
          return;
        const unsigned column = file.getColumn();
        if (place.column == 0) {
          // Arguments stand where their function does.
          if (named.op)
            found.push_back(named);
          return;
        }
        if (column < place.column || (nearest && column > *nearest))
          return;
        if (nearest != column)
          found.clear();
        nearest = column;
        found.push_back(named);
      },
      visitsNested);
  return found;
}

SmallVector<NamedOp> NamedOpFinder::findNamed(bool visitsNested) {
  SmallVector<NamedOp> ops, named;
  int best = 1;
  forEach(
      [&](NamedOp each, Location loc) {
        if (each.op && each.op->getName().getStringRef() == what)
          ops.push_back(each);
        const int match = matchNames(loc, what);
        if (match > best)
          named.clear();
        if (match < std::max(best, 1))
          return;
        best = match;
        named.push_back(each);
      },
      visitsNested);
  return ops.empty() ? named : ops;
}

SmallVector<NamedOp> NamedOpFinder::findOutside(bool visitsNested) {
  SmallVector<NamedOp> found;
  if (std::optional<Place> place = parsePlace(what))
    found = findAt(*place, visitsNested);
  return found.empty() ? findNamed(visitsNested) : found;
}

SmallVector<NamedOp> NamedOpFinder::find() {
  if (what.empty() || isValueName(what))
    return {};
  SmallVector<NamedOp> found = findOutside(/*visitsNested=*/false);
  return found.empty() ? findOutside(/*visitsNested=*/true) : found;
}

static SmallVector<NamedOp> findNamedOps(func::FuncOp function,
                                         StringRef what) {
  return NamedOpFinder(function, what).find();
}

SmallVector<NamedOp> mlir::remat::findMarkedOps(func::FuncOp function) {
  return NamedOpFinder(function, "").findMarked();
}

void mlir::remat::markNamedOps(func::FuncOp function, StringRef what) {
  for (NamedOp named : findNamedOps(function, what))
    named.setLoc(addMark(named.getLoc()));
}

void mlir::remat::unmarkNamedOps(func::FuncOp function) {
  for (NamedOp named : findMarkedOps(function))
    named.setLoc(cast<OpaqueLoc>(named.getLoc()).getFallbackLocation());
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

/// The names under `function` that can be asked for.
static void collectNames(func::FuncOp function,
                         std::vector<std::string> &names) {
  function.walk([&](Operation *op) {
    if (op == function)
      return;
    names.push_back(op->getName().getStringRef().str());
    op->getLoc()->walk([&](Location each) {
      if (auto named = dyn_cast<NameLoc>(each)) {
        StringRef name = named.getName().getValue();
        // Its ends can be asked for.
        for (; !name.empty(); name = name.split('/').second)
          names.push_back(name.str());
      }
      return WalkResult::advance();
    });
  });
}

/// The lines with ops next to the line of `place`: "lines 3 and 7".
static std::string describeLinesNear(ArrayRef<func::FuncOp> functions,
                                     const Place &place) {
  unsigned before = 0, behind = 0;
  for (func::FuncOp function : functions)
    function.walk([&](Operation *op) {
      op->getLoc()->walk([&](Location each) {
        auto file = dyn_cast<FileLineColLoc>(each);
        if (!file || op == function)
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
                         before ? before : behind);
  return "; no op has a line";
}

static std::string describeAbsence(ArrayRef<func::FuncOp> functions,
                                   StringRef what) {
  if (isValueName(what))
    return llvm::formatv(
        "a pass knows no names of values, as '{0}'; give a place (12:3), a "
        "name in a location or the name of an op, or ask the flag "
        "--remat-explain of remat-opt",
        what);
  if (std::optional<Place> place = parsePlace(what))
    return "no op is at '" + what.str() + "'" +
           describeLinesNear(functions, *place);
  std::vector<std::string> names;
  for (func::FuncOp function : functions)
    collectNames(function, names);
  return "no op and no location is called '" + what.str() + "'" +
         formatNearNames(what, names);
}

LogicalResult mlir::remat::checkIsThere(Operation *op, StringRef functionName,
                                        StringRef what) {
  SmallVector<func::FuncOp> functions;
  op->walk([&](func::FuncOp function) {
    if (!function.isExternal() &&
        (functionName.empty() || function.getName() == functionName))
      functions.push_back(function);
  });
  // Without a function there is an error or a warning of its own.
  if (functions.empty() || llvm::any_of(functions, [&](func::FuncOp function) {
        return !findNamedOps(function, what).empty();
      }))
    return success();
  // Where each function has a pass of its own, another one may have it.
  const bool isOne = isa<func::FuncOp>(op);
  InFlightDiagnostic diag = isOne ? op->emitWarning() : op->emitError();
  diag << "there is nothing to explain: " << describeAbsence(functions, what);
  return success(isOne);
}
