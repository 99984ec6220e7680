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
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::remat;
using llvm::Error;
using llvm::Expected;

/// No machine has more devices; keeps products within int64.
static constexpr int64_t kMostDevices = int64_t(1) << 31;

template <typename... Args> static Error makeError(const Args &...args) {
  std::string text;
  llvm::raw_string_ostream os(text);
  (os << ... << args);
  return llvm::createStringError(text);
}

namespace {
/// A position in a text.
class Cursor {
public:
  explicit Cursor(StringRef text) : rest(text) {}

  bool isAtEnd() { return skipSpace().empty(); }
  bool consume(StringRef token) {
    return skipSpace().starts_with(token) && rest.consume_front(token);
  }
  Error expect(StringRef token) {
    return consume(token) ? Error::success()
                          : expected("'" + token.str() + "'");
  }
  Error expected(const Twine &what) {
    StringRef found = skipSpace().take_front(16);
    return makeError("expected ", what.str(),
                     found.empty() ? " at its end"
                                   : " at '" + found.str() + "'");
  }
  /// A positive number, as all numbers of these texts but device ids.
  Error parseSize(int64_t &size) {
    return !skipSpace().consumeInteger(10, size) && size > 0 &&
                   size <= kMostDevices
               ? Error::success()
               : expected("a number from 1 to 2^31");
  }
  Error parseName(std::string &name, char quote) {
    if (!consume(StringRef(&quote, 1)))
      return expected("a name in quotes");
    size_t end = rest.find(quote);
    if (end == StringRef::npos)
      return expected("a closing quote after");
    name = rest.take_front(end).str();
    rest = rest.drop_front(end + 1);
    return Error::success();
  }
  StringRef takeWord() {
    StringRef word = skipSpace().take_while(
        [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; });
    rest = rest.drop_front(word.size());
    return word;
  }
  /// Everything up to the bracket that closes an open one.
  StringRef takeBody() {
    int64_t depth = 0;
    bool isQuoted = false;
    size_t end = 0;
    for (; end != rest.size(); ++end) {
      char c = rest[end];
      if (c == '"')
        isQuoted = !isQuoted;
      if (isQuoted)
        continue;
      if (StringRef("[{(<").contains(c))
        ++depth;
      // `<=` opens nothing.
      if (c == '<' && rest.drop_front(end).starts_with("<="))
        --depth;
      if (StringRef("]})>").contains(c) && --depth < 0)
        break;
    }
    StringRef body = rest.take_front(end);
    rest = rest.drop_front(end);
    return body;
  }
  /// What is called once for each element up to `close`, commas between.
  Error parseList(StringRef close, llvm::function_ref<Error()> parseElement) {
    if (consume(close))
      return Error::success();
    do {
      if (Error error = parseElement())
        return error;
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

static std::string toText(Attribute attribute) {
  std::string text;
  llvm::raw_string_ostream os(text);
  attribute.print(os);
  return text;
}

/// Splits what is written at `axes` of `sharding` along `axis` too.
static Error addAxis(DeviceAxes &axes, DeviceAxis axis,
                     const ParsedSharding &sharding) {
  if (axis.size == 1)
    return Error::success();
  auto overlaps = [&](const DeviceAxis &other) { return axis.overlaps(other); };
  if (llvm::any_of(sharding.replicated, overlaps) ||
      llvm::any_of(sharding.dims, [&](const DeviceAxes &dim) {
        return llvm::any_of(dim, overlaps);
      }))
    return makeError("uses an axis twice");
  axes.push_back(axis);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Shardy
//===----------------------------------------------------------------------===//

/// `<["x"=4, "y"=2], device_ids=[...]>`, after the word `mesh`. Devices in
/// another order than that of their numbers are renumbered: which one has
/// which part does not matter here.
static Expected<Mesh> parseMesh(Cursor &cursor) {
  Mesh mesh;
  if (Error error = cursor.expect("<"))
    return error;
  if (Error error = cursor.expect("["))
    return error;
  Error error = cursor.parseList("]", [&]() -> Error {
    NamedAxis &named = mesh.emplace_back();
    if (Error error = cursor.parseName(named.name, '"'))
      return error;
    if (Error error = cursor.expect("="))
      return error;
    return cursor.parseSize(named.axis.size);
  });
  if (error)
    return error;
  cursor.takeBody();
  if (Error error = cursor.expect(">"))
    return error;
  int64_t stride = 1;
  for (NamedAxis &named : llvm::reverse(mesh)) {
    named.axis.stride = stride;
    stride *= named.axis.size;
    if (stride > kMostDevices)
      return makeError("is over a mesh of more than 2^31 devices");
  }
  return mesh;
}

static Expected<Mesh> parseMeshOf(Cursor &cursor, MeshLookup lookupMesh) {
  if (cursor.consume("#sdy.mesh") || cursor.consume("mesh"))
    return parseMesh(cursor);
  if (!cursor.consume("@"))
    return cursor.expected("'@' and the name of a mesh");
  std::string name;
  if (Error error = cursor.parseName(name, '"')) {
    llvm::consumeError(std::move(error));
    name = cursor.takeWord().str();
  }
  Attribute attribute = lookupMesh(name);
  if (!attribute)
    return makeError("is over the mesh @", name,
                     ", which the module does not have (sdy.mesh)");
  std::string text = toText(attribute);
  Cursor meshCursor(text);
  if (!meshCursor.consume("#sdy.mesh"))
    return makeError("is over the mesh @", name, ", which is no #sdy.mesh but ",
                     text);
  Expected<Mesh> mesh = parseMesh(meshCursor);
  if (!mesh)
    return makeError("is over the mesh @", name, ", which cannot be read: ",
                     llvm::toString(mesh.takeError()));
  return mesh;
}

/// `"x"`, or a part of it: `"x":(2)4` is what remains of "x" after a split in
/// two, four of it.
static Expected<DeviceAxis> parseAxis(Cursor &cursor, const Mesh &mesh) {
  std::string name;
  if (Error error = cursor.parseName(name, '"'))
    return error;
  const auto *found = llvm::find_if(
      mesh, [&](const NamedAxis &named) { return named.name == name; });
  if (found == mesh.end())
    return makeError("names the axis \"", name,
                     "\", which its mesh does not have");
  DeviceAxis axis = found->axis;
  if (!cursor.consume(":"))
    return axis;
  int64_t before = 0;
  int64_t size = 0;
  if (Error error = cursor.expect("("))
    return error;
  if (Error error = cursor.parseSize(before))
    return error;
  if (Error error = cursor.expect(")"))
    return error;
  if (Error error = cursor.parseSize(size))
    return error;
  if (axis.size % (before * size) != 0)
    return makeError("takes ", size, " after ", before, " of the axis \"", name,
                     "\", which has ", axis.size);
  axis.stride *= axis.size / (before * size);
  axis.size = size;
  return axis;
}

/// `<@mesh, [{"x"}, {?}], replicated={"y"}>`.
static Expected<ParsedSharding> parseShardy(Cursor &cursor,
                                            MeshLookup lookupMesh) {
  ParsedSharding sharding;
  if (Error error = cursor.expect("<"))
    return error;
  Expected<Mesh> mesh = parseMeshOf(cursor, lookupMesh);
  if (!mesh)
    return mesh.takeError();
  if (Error error = cursor.expect(","))
    return error;
  if (Error error = cursor.expect("["))
    return error;
  Error error = cursor.parseList("]", [&]() -> Error {
    sharding.isOpen.push_back(false);
    size_t dim = sharding.dims.size();
    sharding.dims.emplace_back();
    if (Error error = cursor.expect("{"))
      return error;
    Error error = cursor.parseList("}", [&]() -> Error {
      if (cursor.consume("?")) {
        sharding.isOpen.back() = true;
        return Error::success();
      }
      Expected<DeviceAxis> axis = parseAxis(cursor, *mesh);
      return axis ? addAxis(sharding.dims[dim], *axis, sharding)
                  : axis.takeError();
    });
    if (error)
      return error;
    // The priority of propagation: p0, p1, …
    cursor.takeWord();
    return Error::success();
  });
  if (error)
    return error;
  while (cursor.consume(",")) {
    StringRef word = cursor.takeWord();
    if (word != "replicated" && word != "unreduced")
      return cursor.expected("'replicated' or 'unreduced' before");
    if (Error error = cursor.expect("="))
      return error;
    if (Error error = cursor.expect("{"))
      return error;
    Error error = cursor.parseList("}", [&]() -> Error {
      Expected<DeviceAxis> axis = parseAxis(cursor, *mesh);
      return axis ? addAxis(sharding.replicated, *axis, sharding)
                  : axis.takeError();
    });
    if (error)
      return error;
  }
  if (Error error = cursor.expect(">"))
    return error;
  return sharding;
}

//===----------------------------------------------------------------------===//
// GSPMD
//===----------------------------------------------------------------------===//

/// The axes of `<=[2,4]T(1,0)` in the order of the tiles: the mesh's ones,
/// permuted. Devices that are listed one by one count as in order.
static Expected<DeviceAxes> parseIota(Cursor &cursor, int64_t devices) {
  DeviceAxes axes;
  if (Error error = cursor.expect("["))
    return error;
  Error error = cursor.parseList("]", [&]() -> Error {
    return cursor.parseSize(axes.emplace_back().size);
  });
  if (error)
    return error;
  int64_t stride = 1;
  for (DeviceAxis &axis : llvm::reverse(axes)) {
    axis.stride = stride;
    stride *= axis.size;
    if (stride > devices)
      break;
  }
  if (stride != devices)
    return makeError("has tiles for ", devices,
                     " devices and names another number of them");
  if (!cursor.consume("T"))
    return axes;
  DeviceAxes permuted;
  if (Error error = cursor.expect("("))
    return error;
  SmallVector<bool> isUsed(axes.size(), false);
  error = cursor.parseList(")", [&]() -> Error {
    StringRef word = cursor.takeWord();
    size_t position;
    if (word.getAsInteger(10, position) || position >= axes.size() ||
        isUsed[position])
      return makeError("expected a permutation of its ", axes.size(),
                       " axes after 'T'");
    isUsed[position] = true;
    permuted.push_back(axes[position]);
    return Error::success();
  });
  if (error)
    return error;
  if (permuted.size() != axes.size())
    return makeError("expected a permutation of its ", axes.size(),
                     " axes after 'T'");
  return permuted;
}

/// Takes axes of `size` devices together off the front of `axes`: what the next
/// tile dimension is split along. Where the tiles and the axes do not nest, the
/// dimension gets an axis of its own that is the right size.
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

static Expected<ParsedSharding> parseTiles(Cursor &cursor, int64_t rank) {
  ParsedSharding sharding;
  SmallVector<int64_t> tiles;
  if (Error error = cursor.expect("["))
    return error;
  int64_t devices = 1;
  Error error = cursor.parseList("]", [&]() -> Error {
    if (Error error = cursor.parseSize(tiles.emplace_back()))
      return error;
    devices *= tiles.back();
    return devices <= kMostDevices
               ? Error::success()
               : makeError("has tiles for more than 2^31 devices");
  });
  if (error)
    return error;
  DeviceAxes axes = {{1, devices}};
  if (cursor.consume("<=")) {
    Expected<DeviceAxes> iota = parseIota(cursor, devices);
    if (!iota)
      return iota.takeError();
    axes = *iota;
  } else {
    int64_t listed = 0;
    do {
      unsigned id;
      if (cursor.takeWord().getAsInteger(10, id))
        return cursor.expected("the number of a device");
      ++listed;
    } while (cursor.consume(","));
    if (listed != devices)
      return makeError("has tiles for ", devices, " devices and lists ",
                       listed);
  }
  size_t extra = 0;
  while (!cursor.consume("}")) {
    StringRef word = cursor.takeWord();
    if (word == "last_tile_dim_replicate") {
      extra = 1;
    } else if (word == "last_tile_dims") {
      if (Error error = cursor.expect("={"))
        return error;
      Error error = cursor.parseList("}", [&]() -> Error {
        ++extra;
        return cursor.takeWord().empty() ? cursor.expected("a kind of tile")
                                         : Error::success();
      });
      if (error)
        return error;
    } else if (word == "metadata") {
      if (Error error = cursor.expect("={"))
        return error;
      cursor.takeBody();
      if (Error error = cursor.expect("}"))
        return error;
    } else if (word == "shard_as" || word == "shard_like") {
      cursor.takeWord();
    } else {
      return cursor.expected("'last_tile_dim_replicate', 'last_tile_dims' or "
                             "'}'");
    }
  }
  if (int64_t(tiles.size()) - int64_t(extra) != rank)
    return makeError("splits ", int64_t(tiles.size()) - int64_t(extra),
                     " dimensions of a tensor of ", rank);
  for (int64_t size : ArrayRef(tiles).drop_back(extra)) {
    sharding.dims.push_back(takeTile(axes, size));
    sharding.isOpen.push_back(false);
    int64_t found = 1;
    for (const DeviceAxis &axis : sharding.dims.back())
      found *= axis.size;
    if (found != size)
      sharding.dims.back() = {{1, size}};
  }
  return sharding;
}

/// One `{...}`.
static Expected<ParsedSharding> parseGspmd(Cursor &cursor, int64_t rank) {
  if (Error error = cursor.expect("{"))
    return error;
  if (cursor.consume("devices="))
    return parseTiles(cursor, rank);
  StringRef word = cursor.takeWord();
  static constexpr StringLiteral whole[] = {"replicated", "maximal"};
  static constexpr StringLiteral unknown[] = {"manual", "unknown", "unreduced"};
  if (!llvm::is_contained(whole, word) && !llvm::is_contained(unknown, word))
    return cursor.expected("'devices=', 'replicated', 'maximal', 'manual', "
                           "'unknown' or 'unreduced' before");
  ParsedSharding sharding;
  sharding.isKnown = llvm::is_contained(whole, word);
  sharding.dims.resize(rank);
  sharding.isOpen.assign(rank, !sharding.isKnown);
  cursor.takeBody();
  if (Error error = cursor.expect("}"))
    return error;
  return sharding;
}

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

static Expected<SmallVector<ParsedSharding, 1>>
parseAll(Cursor &cursor, ArrayRef<int64_t> ranks, MeshLookup lookupMesh) {
  SmallVector<ParsedSharding, 1> shardings;
  auto add = [&](Expected<ParsedSharding> sharding) -> Error {
    if (!sharding)
      return sharding.takeError();
    shardings.push_back(std::move(*sharding));
    return Error::success();
  };
  auto nextRank = [&] {
    return shardings.size() < ranks.size() ? ranks[shardings.size()] : 0;
  };
  Cursor ahead = cursor;
  bool isTuple = ahead.consume("{") && ahead.consume("{");
  auto parse = [&]() -> Error {
    if (cursor.consume("#sdy.sharding_per_value<[")) {
      if (Error error = cursor.parseList(
              "]", [&] { return add(parseShardy(cursor, lookupMesh)); }))
        return error;
      return cursor.expect(">");
    }
    if (cursor.consume("#sdy.sharding"))
      return add(parseShardy(cursor, lookupMesh));
    if (!isTuple)
      return add(parseGspmd(cursor, nextRank()));
    cursor.consume("{");
    return cursor.parseList(
        "}", [&] { return add(parseGspmd(cursor, nextRank())); });
  };
  if (Error error = parse())
    return error;
  if (!cursor.isAtEnd())
    return cursor.expected("its end");
  return shardings;
}

Expected<SmallVector<ParsedSharding, 1>>
mlir::remat::parseShardings(Attribute attribute, ArrayRef<int64_t> ranks,
                            MeshLookup lookupMesh) {
  auto string = dyn_cast<StringAttr>(attribute);
  std::string text = string ? string.getValue().str() : toText(attribute);
  Cursor cursor(text);
  Expected<SmallVector<ParsedSharding, 1>> shardings =
      parseAll(cursor, ranks, lookupMesh);
  if (!shardings)
    return shardings.takeError();
  if (shardings->size() != ranks.size())
    return makeError("is for ", shardings->size(), " tensors where there are ",
                     ranks.size());
  for (auto [sharding, rank] : llvm::zip_equal(*shardings, ranks))
    if (int64_t(sharding.dims.size()) != rank)
      return makeError("is for ", sharding.dims.size(),
                       " dimensions of a tensor of ", rank);
  return shardings;
}
