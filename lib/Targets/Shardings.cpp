//===- Shardings.cpp - What of a tensor lies on one device ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shardy is not linked: its attributes are text.
//
//   sharding<@mesh, [{"x"}, {"y":(2)2, ?}, {}], replicated={"z"}>
//   sharding_per_value<[<@mesh, [{"x"}, {}]>, <@mesh, [{}]>]>
//   mesh<["x"=4, "y"=8]>
//
//===----------------------------------------------------------------------===//

#include "Shardings.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <limits>

using namespace mlir;
using namespace mlir::remat;

/// The text of an attribute of Shardy; empty for all others.
static StringRef getText(Attribute attribute) {
  auto opaque = dyn_cast_or_null<OpaqueAttr>(attribute);
  if (!opaque || opaque.getDialectNamespace().getValue() != "sdy")
    return "";
  return opaque.getAttrData();
}

/// Takes a quoted name from the front of `text`; no escapes occur in the names
/// of axes.
static std::optional<StringRef> takeName(StringRef &text) {
  if (!text.consume_front("\""))
    return std::nullopt;
  auto [name, rest] = text.split('"');
  text = rest;
  return name;
}

/// The size of the axis `name` of a mesh, by the text of that; 0 if it has
/// none.
static int64_t getAxisSize(StringRef mesh, StringRef name) {
  for (auto [head, text] = mesh.split('"'); !text.empty();
       std::tie(head, text) = text.split('"')) {
    auto [found, rest] = text.split('"');
    text = rest;
    int64_t size;
    if (rest.consume_front("=") && !rest.consumeInteger(10, size) &&
        found == name)
      return std::max<int64_t>(size, 0);
  }
  return 0;
}

/// Over how many devices the axes in `group`, what stands between the braces of
/// a dimension, spread it; 0 where that cannot be read.
static int64_t countShards(StringRef mesh, StringRef group) {
  int64_t shards = 1;
  for (group = group.ltrim(); !group.empty(); group = group.ltrim(", ")) {
    // Open to more axes, or with a priority: all the same to what it is now.
    if (group.consume_front("?"))
      continue;
    std::optional<StringRef> name = takeName(group);
    if (!name)
      return 0;
    int64_t size = getAxisSize(mesh, *name);
    // A part of an axis, `"x":(2)4`: the part has 4 devices.
    if (group.consume_front(":(")) {
      int64_t before;
      if (group.consumeInteger(10, before) || !group.consume_front(")") ||
          group.consumeInteger(10, size))
        return 0;
    }
    if (size <= 0 || shards > std::numeric_limits<int32_t>::max() / size)
      return 0;
    shards *= size;
  }
  return shards;
}

/// The entry of `value` in what is written of it: `@mesh, [{"x"}, {}]...`, and
/// the op at which the mesh is to be looked up.
static std::pair<StringRef, Operation *> getSharding(Value value) {
  if (Operation *op = value.getDefiningOp()) {
    StringRef text = getText(op->getAttr("sdy.sharding"));
    if (text.consume_front("sharding_per_value<["))
      for (unsigned skipped = cast<OpResult>(value).getResultNumber();
           skipped > 0; --skipped)
        text = text.drop_front(std::min(text.find("<@") + 2, text.size()));
    return {text.drop_front(std::min(text.find("<@"), text.size())), op};
  }
  auto argument = cast<BlockArgument>(value);
  auto function =
      dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  if (!function || function.isExternal() ||
      argument.getOwner() != &function.getFunctionBody().front())
    return {};
  StringRef text =
      getText(function.getArgAttr(argument.getArgNumber(), "sdy.sharding"));
  return {text.drop_front(std::min(text.find("<@"), text.size())), function};
}

Type mlir::remat::getLocalType(Value value) {
  Type type = value.getType();
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return type;
  auto [text, op] = getSharding(value);
  if (!text.consume_front("<@"))
    return type;
  // MLIR quotes a symbol where it has to.
  auto [symbol, rest] = text.split(',');
  Operation *mesh = SymbolTable::lookupNearestSymbolFrom(
      op, StringAttr::get(op->getContext(), symbol.trim("\" ")));
  if (!mesh || !rest.ltrim().starts_with("["))
    return type;
  StringRef axes = getText(mesh->getAttr("mesh"));

  SmallVector<int64_t> shape(tensor.getShape());
  rest = rest.ltrim().drop_front();
  for (int64_t &extent : shape) {
    rest = rest.ltrim(", ");
    // A priority follows the braces: `{"x"}p1`.
    while (!rest.empty() && !rest.starts_with("{") && !rest.starts_with("]"))
      rest = rest.drop_front();
    if (!rest.consume_front("{"))
      return type;
    auto [group, after] = rest.split('}');
    rest = after;
    int64_t shards = countShards(axes, group);
    if (shards == 0)
      return type;
    extent = llvm::divideCeil(extent, shards);
  }
  return RankedTensorType::get(shape, tensor.getElementType(),
                               tensor.getEncoding());
}
