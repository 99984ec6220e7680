//===- ShardingSyntax.cpp - How shardings are written ---------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShardingSyntax.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::remat;

/// No machine has more; keeps products within int64.
static constexpr int64_t kMostDevices = int64_t(1) << 31;

namespace {
/// A position in a text, and the first error.
class Cursor {
public:
  explicit Cursor(StringRef text) : rest(text) {}
  std::string error;

  template <typename... Args> ParseResult fail(const Args &...args) {
    llvm::raw_string_ostream os(error);
    (os << ... << args);
    return failure();
  }
  ParseResult failExpected(const Twine &what) {
    StringRef found = skipSpace().take_front(16);
    return fail("expected ", what.str(),
                found.empty() ? " at its end" : " at '" + found.str() + "'");
  }
  bool isAtEnd() { return skipSpace().empty(); }
  bool consume(StringRef token) {
    return skipSpace().starts_with(token) && rest.consume_front(token);
  }
  ParseResult expect(StringRef token) {
    return consume(token) ? success() : failExpected("'" + token + "'");
  }
  /// Parses a positive number: all but device ids are.
  ParseResult parseSize(int64_t &size) {
    return !skipSpace().consumeInteger(10, size) && size > 0 &&
                   size <= kMostDevices
               ? success()
               : failExpected("a number from 1 to 2^31");
  }
  ParseResult parseName(std::string &name) {
    if (!consume("\""))
      return failExpected("a name in quotes");
    size_t end = rest.find('"');
    if (end == StringRef::npos)
      return failExpected("a closing quote after");
    name = rest.take_front(end).str();
    rest = rest.drop_front(end + 1);
    return success();
  }
  StringRef takeWord() {
    StringRef word = skipSpace().take_while(
        [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; });
    rest = rest.drop_front(word.size());
    return word;
  }
  /// Skips past `close`, which closes an open bracket.
  ParseResult skipPast(StringRef close) {
    int64_t depth = 0;
    bool isQuoted = false;
    size_t end = 0;
    for (; end != rest.size(); ++end) {
      char c = rest[end];
      if (c == '"')
        isQuoted = !isQuoted;
      if (isQuoted)
        continue;
      // `<=` opens nothing.
      if (StringRef("[{(<").contains(c) &&
          !rest.drop_front(end).starts_with("<="))
        ++depth;
      if (StringRef("]})>").contains(c) && --depth < 0)
        break;
    }
    rest = rest.drop_front(end);
    return expect(close);
  }
  /// Parses comma-separated elements from `open` to `close`.
  ParseResult parseList(StringRef open, StringRef close,
                        llvm::function_ref<ParseResult()> parseElement) {
    if (expect(open))
      return failure();
    if (consume(close))
      return success();
    do {
      if (parseElement())
        return failure();
    } while (consume(","));
    return expect(close);
  }

private:
  StringRef &skipSpace() { return rest = rest.ltrim(); }
  StringRef rest;
};

struct NamedAxis {
  std::string name;
  DeviceAxis axis;
};
using Mesh = SmallVector<NamedAxis, 2>;
} // namespace

/// `<["x"=4, "y"=2], device_ids=[...]>`; devices are renumbered, so order is
/// ignored.
static ParseResult parseMesh(Cursor &cursor, Mesh &mesh) {
  auto parseNamedAxis = [&]() -> ParseResult {
    NamedAxis &named = mesh.emplace_back();
    return failure(cursor.parseName(named.name) || cursor.expect("=") ||
                   cursor.parseSize(named.axis.size));
  };
  if (cursor.expect("<") || cursor.parseList("[", "]", parseNamedAxis) ||
      cursor.skipPast(">"))
    return failure();
  int64_t stride = 1;
  for (NamedAxis &named : llvm::reverse(mesh)) {
    named.axis.stride = stride;
    stride *= named.axis.size;
    if (stride > kMostDevices)
      return cursor.fail("is over a mesh of more than 2^31 devices");
  }
  return success();
}

static ParseResult parseMeshOf(Cursor &cursor, MeshLookup lookupMesh,
                               Mesh &mesh) {
  if (cursor.consume("#sdy.mesh") || cursor.consume("mesh"))
    return parseMesh(cursor, mesh);
  if (!cursor.consume("@"))
    return cursor.failExpected("'@' and the name of a mesh");
  std::string name;
  if (cursor.parseName(name)) {
    cursor.error.clear();
    name = cursor.takeWord().str();
  }
  Attribute attribute = lookupMesh(name);
  if (!attribute)
    return cursor.fail("is over the mesh @", name,
                       ", which the module does not have (sdy.mesh)");
  std::string text = llvm::to_string(attribute);
  Cursor meshCursor(text);
  if (!meshCursor.consume("#sdy.mesh"))
    return cursor.fail("is over the mesh @", name,
                       ", which is no #sdy.mesh but ", text);
  if (parseMesh(meshCursor, mesh))
    return cursor.fail("is over the mesh @", name,
                       ", which cannot be read: ", meshCursor.error);
  return success();
}

/// Splits along one more axis: `"x"`, or a part: `"x":(2)4` splits the rest of
/// "x" after a split in two in four.
static ParseResult parseAxis(Cursor &cursor, const Mesh &mesh,
                             const ParsedSharding &sharding, DeviceAxes &axes) {
  std::string name;
  if (cursor.parseName(name))
    return failure();
  const auto *found = llvm::find_if(
      mesh, [&](const NamedAxis &named) { return named.name == name; });
  if (found == mesh.end())
    return cursor.fail("names the axis \"", name,
                       "\", which its mesh does not have");
  DeviceAxis axis = found->axis;
  if (cursor.consume(":")) {
    int64_t before = 0;
    int64_t size = 0;
    if (cursor.expect("(") || cursor.parseSize(before) || cursor.expect(")") ||
        cursor.parseSize(size))
      return failure();
    if (axis.size % (before * size) != 0)
      return cursor.fail("takes ", size, " after ", before, " of the axis \"",
                         name, "\", which has ", axis.size);
    axis.stride *= axis.size / (before * size);
    axis.size = size;
  }
  if (axis.size == 1)
    return success();
  if (axis.overlapsAny(sharding.replicated) ||
      axis.overlapsAnyDim(sharding.dims))
    return cursor.fail("uses an axis twice");
  axes.push_back(axis);
  return success();
}

/// `<@mesh, [{"x"}, {?}], replicated={"y"}>`.
static ParseResult parseShardy(Cursor &cursor, MeshLookup lookupMesh,
                               ParsedSharding &sharding) {
  Mesh mesh;
  auto parseDim = [&]() -> ParseResult {
    sharding.isOpen.push_back(false);
    DeviceAxes &axes = sharding.dims.emplace_back();
    if (cursor.parseList("{", "}", [&]() -> ParseResult {
          if (!cursor.consume("?"))
            return parseAxis(cursor, mesh, sharding, axes);
          sharding.isOpen.back() = true;
          return success();
        }))
      return failure();
    // The priority of propagation: p0, p1, …
    cursor.takeWord();
    return success();
  };
  if (cursor.expect("<") || parseMeshOf(cursor, lookupMesh, mesh) ||
      cursor.expect(",") || cursor.parseList("[", "]", parseDim))
    return failure();
  sharding.isOnOneDevice = mesh.empty();
  while (cursor.consume(",")) {
    StringRef word = cursor.takeWord();
    if (word != "replicated" && word != "unreduced")
      return cursor.failExpected("'replicated' or 'unreduced' before");
    if (cursor.expect("=") || cursor.parseList("{", "}", [&] {
          return parseAxis(cursor, mesh, sharding, sharding.replicated);
        }))
      return failure();
  }
  return cursor.expect(">");
}

/// The axes of `<=[2,4]T(1,0)` in tile order: the mesh's, permuted.
static ParseResult parseIota(Cursor &cursor, int64_t devices,
                             DeviceAxes &axes) {
  if (cursor.parseList(
          "[", "]", [&] { return cursor.parseSize(axes.emplace_back().size); }))
    return failure();
  int64_t stride = 1;
  for (DeviceAxis &axis : llvm::reverse(axes)) {
    axis.stride = stride;
    stride *= axis.size;
    if (stride > devices)
      break;
  }
  if (stride != devices)
    return cursor.fail("has tiles for ", devices,
                       " devices and names another number of them");
  if (!cursor.consume("T"))
    return success();
  DeviceAxes permuted;
  SmallVector<bool> isUsed(axes.size(), false);
  auto failPermutation = [&] {
    return cursor.fail("expected a permutation of its ", axes.size(),
                       " axes after 'T'");
  };
  auto parsePosition = [&]() -> ParseResult {
    size_t position;
    if (cursor.takeWord().getAsInteger(10, position) ||
        position >= axes.size() || isUsed[position])
      return failPermutation();
    isUsed[position] = true;
    permuted.push_back(axes[position]);
    return success();
  };
  if (cursor.parseList("(", ")", parsePosition))
    return failure();
  if (permuted.size() != axes.size())
    return failPermutation();
  axes = permuted;
  return success();
}

/// Takes leading axes with `size` devices together: the split of the next tile
/// dimension. Takes fewer if tiles and axes do not nest.
static DeviceAxes takeTile(DeviceAxes &axes, int64_t size) {
  DeviceAxes tile;
  while (size > 1 && !axes.empty()) {
    DeviceAxis &front = axes.front();
    if (front.size <= size && size % front.size == 0) {
      if (front.size > 1)
        tile.push_back(front);
      size /= front.size;
      axes.erase(axes.begin());
    } else if (front.size % size == 0) {
      int64_t rest = front.size / size;
      tile.push_back({front.stride * rest, size});
      front.size = rest;
      size = 1;
    } else {
      break;
    }
  }
  return tile;
}

static ParseResult parseTiles(Cursor &cursor, int64_t rank,
                              ParsedSharding &sharding) {
  SmallVector<int64_t> tiles;
  int64_t devices = 1;
  auto parseTile = [&]() -> ParseResult {
    if (cursor.parseSize(tiles.emplace_back()))
      return failure();
    devices *= tiles.back();
    return devices <= kMostDevices
               ? success()
               : cursor.fail("has tiles for more than 2^31 devices");
  };
  if (cursor.parseList("[", "]", parseTile))
    return failure();
  DeviceAxes axes;
  if (cursor.consume("<=")) {
    if (parseIota(cursor, devices, axes))
      return failure();
  } else {
    // An explicit list of devices counts as in order.
    axes = {{1, devices}};
    int64_t listed = 0;
    do {
      unsigned id;
      if (cursor.takeWord().getAsInteger(10, id))
        return cursor.failExpected("the number of a device");
      ++listed;
    } while (cursor.consume(","));
    if (listed != devices)
      return cursor.fail("has tiles for ", devices, " devices and lists ",
                         listed);
  }
  size_t extra = 0;
  while (!cursor.consume("}")) {
    StringRef word = cursor.takeWord();
    if (word == "last_tile_dim_replicate") {
      extra = 1;
    } else if (word == "last_tile_dims") {
      if (cursor.parseList("={", "}", [&]() -> ParseResult {
            ++extra;
            return cursor.takeWord().empty()
                       ? cursor.failExpected("a kind of tile")
                       : success();
          }))
        return failure();
    } else if (word == "metadata") {
      if (cursor.expect("={") || cursor.skipPast("}"))
        return failure();
    } else if (word == "shard_as" || word == "shard_like") {
      cursor.takeWord();
    } else {
      return cursor.failExpected(
          "'last_tile_dim_replicate', 'last_tile_dims' or '}'");
    }
  }
  const int64_t split = int64_t(tiles.size()) - int64_t(extra);
  if (split != rank)
    return cursor.fail("splits ", split, " dimensions of a tensor of ", rank);
  for (int64_t size : ArrayRef(tiles).drop_back(extra)) {
    DeviceAxes &tile = sharding.dims.emplace_back(takeTile(axes, size));
    sharding.isOpen.push_back(false);
    if (getSize(tile) != size)
      tile = {{1, size}};
  }
  return success();
}

static ParseResult parseGspmd(Cursor &cursor, int64_t rank,
                              ParsedSharding &sharding) {
  if (cursor.expect("{"))
    return failure();
  if (cursor.consume("devices="))
    return parseTiles(cursor, rank, sharding);
  StringRef word = cursor.takeWord();
  static constexpr StringLiteral whole[] = {"replicated", "maximal"};
  static constexpr StringLiteral unknown[] = {"manual", "unknown", "unreduced"};
  sharding.isKnown = llvm::is_contained(whole, word);
  if (!sharding.isKnown && !llvm::is_contained(unknown, word))
    return cursor.failExpected("'devices=', 'replicated', 'maximal', 'manual', "
                               "'unknown' or 'unreduced' before");
  sharding.dims.resize(rank);
  sharding.isOpen.assign(rank, !sharding.isKnown);
  return cursor.skipPast("}");
}

static ParseResult parseAll(Cursor &cursor, ArrayRef<int64_t> ranks,
                            MeshLookup lookupMesh,
                            SmallVectorImpl<ParsedSharding> &shardings) {
  auto parseNextShardy = [&] {
    return parseShardy(cursor, lookupMesh, shardings.emplace_back());
  };
  auto parseNextGspmd = [&] {
    size_t index = shardings.size();
    return parseGspmd(cursor, index < ranks.size() ? ranks[index] : 0,
                      shardings.emplace_back());
  };
  Cursor ahead = cursor;
  bool isTuple = ahead.consume("{") && ahead.consume("{");
  ParseResult parsed =
      cursor.consume("#sdy.sharding_per_value<[")
          ? ParseResult(failure(cursor.parseList("", "]", parseNextShardy) ||
                                cursor.expect(">")))
      : cursor.consume("#sdy.sharding") ? parseNextShardy()
      : isTuple ? cursor.parseList("{", "}", parseNextGspmd)
                : parseNextGspmd();
  if (parsed)
    return failure();
  if (!cursor.isAtEnd())
    return cursor.failExpected("its end");
  if (shardings.size() != ranks.size())
    return cursor.fail("is for ", shardings.size(), " tensors where there are ",
                       ranks.size());
  for (auto [sharding, rank] : llvm::zip_equal(shardings, ranks)) {
    // Of any rank: JAX's callbacks.
    if (sharding.isOnOneDevice && sharding.dims.empty()) {
      sharding.dims.resize(rank);
      sharding.isOpen.resize(rank, false);
    }
    if (int64_t(sharding.dims.size()) != rank)
      return cursor.fail("is for ", sharding.dims.size(),
                         " dimensions of a tensor of ", rank);
  }
  return success();
}

llvm::Expected<SmallVector<ParsedSharding, 1>>
mlir::remat::parseShardings(Attribute attribute, ArrayRef<int64_t> ranks,
                            MeshLookup lookupMesh) {
  auto string = dyn_cast<StringAttr>(attribute);
  std::string text =
      string ? string.getValue().str() : llvm::to_string(attribute);
  Cursor cursor(text);
  SmallVector<ParsedSharding, 1> shardings;
  if (parseAll(cursor, ranks, lookupMesh, shardings))
    return llvm::createStringError(cursor.error);
  return shardings;
}
