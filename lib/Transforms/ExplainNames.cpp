//===- ExplainNames.cpp - What is to be explained, in the IR --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Transforms/ExplainNames.h"
#include "NamedOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::remat;

//===----------------------------------------------------------------------===//
// Marks
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral kNameKey = "remat.explain";
static constexpr llvm::StringLiteral kResultKey = "remat.explain_result";
static constexpr llvm::StringLiteral kMergedKey = "remat.explain_merged";
static constexpr llvm::StringLiteral kPreparedKey = "remat.explain_prepared";

namespace mlir::remat {
/// What a marked location points to: the storage of a DictionaryAttr.
struct ExplainMarkData;
} // namespace mlir::remat

/// An opaque location prints as the one inside of it, so that no diagnostic and
/// no printed IR shows the mark.
static DictionaryAttr getMarkAttr(Location loc) {
  auto *data = OpaqueLoc::getUnderlyingLocationOrNull<ExplainMarkData *>(loc);
  return data ? cast<DictionaryAttr>(Attribute::getFromOpaquePointer(data))
              : nullptr;
}

Location mlir::remat::addExplainMark(Location loc, const ExplainMark &mark) {
  Builder builder(loc.getContext());
  NamedAttrList attrs;
  attrs.set(kNameKey, builder.getStringAttr(mark.name));
  if (mark.result)
    attrs.set(kResultKey, builder.getI64IntegerAttr(*mark.result));
  if (!mark.mergedFrom.empty())
    attrs.set(kMergedKey, builder.getStringAttr(mark.mergedFrom));
  if (mark.isPreparedBy)
    attrs.set(kPreparedKey, builder.getUnitAttr());
  DictionaryAttr attr = attrs.getDictionary(loc.getContext());
  return OpaqueLoc::get(reinterpret_cast<ExplainMarkData *>(
                            const_cast<void *>(attr.getAsOpaquePointer())),
                        loc);
}

std::optional<ExplainMark> mlir::remat::getExplainMark(Location loc) {
  DictionaryAttr attr;
  loc->walk([&](Location each) {
    attr = getMarkAttr(each);
    return attr ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (!attr)
    return std::nullopt;
  ExplainMark mark;
  mark.name = attr.getAs<StringAttr>(kNameKey).str();
  if (auto result = attr.getAs<IntegerAttr>(kResultKey))
    mark.result = result.getInt();
  if (auto merged = attr.getAs<StringAttr>(kMergedKey))
    mark.mergedFrom = merged.str();
  mark.isPreparedBy = attr.contains(kPreparedKey);
  return mark;
}

/// `loc` without the mark, which inlining may have put below a call site.
static Location withoutMark(Location loc) {
  if (getMarkAttr(loc))
    return withoutMark(cast<OpaqueLoc>(loc).getFallbackLocation());
  if (auto call = dyn_cast<CallSiteLoc>(loc))
    return CallSiteLoc::get(withoutMark(call.getCallee()),
                            withoutMark(call.getCaller()));
  if (auto fused = dyn_cast<FusedLoc>(loc)) {
    SmallVector<Location> parts =
        llvm::map_to_vector(fused.getLocations(), withoutMark);
    return FusedLoc::get(parts, fused.getMetadata(), loc.getContext());
  }
  return loc;
}

void mlir::remat::removeExplainMarks(Operation *op) {
  op->walk([](Operation *each) {
    if (getExplainMark(each->getLoc()))
      each->setLoc(withoutMark(each->getLoc()));
    for (Region &region : each->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          if (getExplainMark(argument.getLoc()))
            argument.setLoc(withoutMark(argument.getLoc()));
  });
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
      for (BlockArgument argument : block.getArguments()) {
        NamedOp named;
        named.argument = argument;
        visit(named, argument.getLoc());
      }
  };
  if (!visitsNested)
    visitArguments(function.getBody());
  function.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    const bool isNested = op->getParentOp() != function;
    if (isNested == visitsNested) {
      NamedOp named;
      named.op = op;
      visit(named, op->getLoc());
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
          std::optional<ExplainMark> mark = getExplainMark(loc);
          if (!mark || mark->name != what)
            return;
          named.result = mark->result;
          named.mergedFrom = mark->mergedFrom;
          named.isPreparedBy = mark->isPreparedBy;
          found.push_back(named);
        },
        visitsNested);
  // What could have been merged with it was not.
  if (llvm::any_of(found,
                   [](const NamedOp &each) { return each.mergedFrom.empty(); }))
    llvm::erase_if(
        found, [](const NamedOp &each) { return !each.mergedFrom.empty(); });
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
  if (what.empty())
    return {};
  if (isValueName(what))
    return findMarked();
  SmallVector<NamedOp> found = findOutside(/*visitsNested=*/false);
  return found.empty() ? findOutside(/*visitsNested=*/true) : found;
}

SmallVector<NamedOp> mlir::remat::findNamedOps(func::FuncOp function,
                                               StringRef what) {
  return NamedOpFinder(function, what).find();
}

SmallVector<NamedOp> mlir::remat::findMarkedOps(func::FuncOp function,
                                                StringRef what) {
  return NamedOpFinder(function, what).findMarked();
}

void mlir::remat::markNamedOps(func::FuncOp function, StringRef what) {
  if (isValueName(what))
    return;
  ExplainMark mark;
  mark.name = what.str();
  for (const NamedOp &named : findNamedOps(function, what)) {
    if (named.op)
      named.op->setLoc(addExplainMark(named.op->getLoc(), mark));
    else
      BlockArgument(named.argument)
          .setLoc(addExplainMark(named.argument.getLoc(), mark));
  }
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
        "no value '{0}' is left where the step is planned: remat-opt "
        "--remat-explain knows the names of values in the text, and passes "
        "before this one may have fused, folded or removed it; give a place "
        "(12:3), a name in a location or the name of an op",
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
