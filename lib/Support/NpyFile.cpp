//===- NpyFile.cpp - Arrays in files of NumPy -----------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Support/NpyFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

#include <optional>

using llvm::StringRef;
using namespace mlir::remat;

/// Before the length of the header: the magic, the version.
static constexpr StringRef kMagic = "\x93NUMPY";
static constexpr size_t kVersionEnd = kMagic.size() + 2;
/// Of the data, so that it can be mapped into memory.
static constexpr size_t kAlignment = 64;

static llvm::Error fail(const llvm::Twine &text) {
  return llvm::createStringError(text);
}

namespace {
/// The header, a literal of Python, read from left to right.
class HeaderParser {
public:
  explicit HeaderParser(StringRef text) : rest(text) {}
  llvm::Error parse(NpyArray &array);

private:
  bool consume(StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }
  llvm::Expected<StringRef> parseString();
  llvm::Error parseValue(StringRef key, NpyArray &array);
  llvm::Error parseType(NpyArray &array);
  llvm::Error parseOrder();
  llvm::Error parseShape(NpyArray &array);
  llvm::Error expected(StringRef what) const {
    return fail("its header has no " + what + " at '" + rest.take_front(20) +
                "'; write the file with numpy.save");
  }

  StringRef rest;
};
} // namespace

llvm::Expected<StringRef> HeaderParser::parseString() {
  rest = rest.ltrim();
  const char quote = rest.empty() ? '\0' : rest.front();
  const size_t end =
      quote == '\'' || quote == '"' ? rest.find(quote, 1) : StringRef::npos;
  if (end == StringRef::npos)
    return expected("string");
  StringRef text = rest.slice(1, end);
  rest = rest.drop_front(end + 1);
  return text;
}

llvm::Error HeaderParser::parseType(NpyArray &array) {
  if (rest.ltrim().starts_with("["))
    return fail("its elements are records; save one of their fields "
                "alone");
  auto text = parseString();
  if (!text)
    return text.takeError();
  StringRef type = *text;
  if (type.starts_with(">"))
    return fail("its elements are big-endian ('" + type +
                "'); save it with .astype('<" + type.drop_front() + "')");
  if (!type.empty() && StringRef("<|=").contains(type.front()))
    type = type.drop_front();
  unsigned width = 0;
  if (type.size() < 2 || type.drop_front().getAsInteger(10, width) ||
      width == 0)
    return fail("its elements have the type '" + *text +
                "', which is no number of a known size");
  array.type = type.str();
  return llvm::Error::success();
}

llvm::Error HeaderParser::parseOrder() {
  if (consume("False"))
    return llvm::Error::success();
  if (consume("True"))
    return fail("its first dimension varies fastest (fortran_order); save "
                "numpy.ascontiguousarray of it");
  return expected("True or False");
}

llvm::Error HeaderParser::parseShape(NpyArray &array) {
  if (!consume("("))
    return expected("shape in parentheses");
  while (!consume(")")) {
    rest = rest.ltrim();
    int64_t size = 0;
    if (rest.consumeInteger(10, size))
      return expected("size of a dimension below 2^63");
    if (size < 0)
      return fail("a dimension has the size " + llvm::Twine(size) +
                  "; sizes are 0 or more");
    // Written by Python 2.
    rest.consume_front("L");
    array.shape.push_back(size);
    if (!consume(",") && !rest.ltrim().starts_with(")"))
      return expected("',' or ')'");
  }
  return llvm::Error::success();
}

llvm::Error HeaderParser::parseValue(StringRef key, NpyArray &array) {
  if (key == "descr")
    return parseType(array);
  if (key == "fortran_order")
    return parseOrder();
  if (key == "shape")
    return parseShape(array);
  return fail("its header has the unknown key '" + key + "'");
}

llvm::Error HeaderParser::parse(NpyArray &array) {
  llvm::SmallVector<StringRef> missing = {"descr", "fortran_order", "shape"};
  if (!consume("{"))
    return expected("dictionary");
  while (!consume("}")) {
    auto key = parseString();
    if (!key)
      return key.takeError();
    if (!consume(":"))
      return expected("':'");
    if (llvm::Error error = parseValue(*key, array))
      return error;
    if (!llvm::is_contained(missing, *key))
      return fail("its header has '" + *key + "' twice");
    llvm::erase(missing, *key);
    if (!consume(",") && !rest.ltrim().starts_with("}"))
      return expected("',' or '}'");
  }
  if (!missing.empty())
    return fail("its header has no '" + missing.front() + "'");
  if (!rest.trim().empty())
    return expected("end");
  return llvm::Error::success();
}

/// The length field of `version`, and its own length in bytes; none if the file
/// ends before.
static std::optional<std::pair<uint64_t, size_t>>
readHeaderLength(StringRef file, unsigned version) {
  const size_t width = version == 1 ? 2 : 4;
  if (file.size() < kVersionEnd + width)
    return std::nullopt;
  const char *field = file.data() + kVersionEnd;
  if (version == 1)
    return std::pair(uint64_t(llvm::support::endian::read16le(field)), width);
  return std::pair(uint64_t(llvm::support::endian::read32le(field)), width);
}

/// The bytes that `array` has by its type and shape; none if they are more than
/// 2^63. NumPy counts characters ('U') in units of four bytes.
static std::optional<int64_t> countBytes(const NpyArray &array) {
  int64_t bytes = 0;
  if (StringRef(array.type).drop_front().getAsInteger(10, bytes) ||
      (array.type.front() == 'U' &&
       llvm::MulOverflow(bytes, int64_t(4), bytes)))
    return std::nullopt;
  if (llvm::is_contained(array.shape, 0))
    return 0;
  for (int64_t size : array.shape)
    if (llvm::MulOverflow(bytes, size, bytes))
      return std::nullopt;
  return bytes;
}

llvm::Expected<NpyArray> mlir::remat::parseNpy(StringRef file) {
  if (!file.starts_with(kMagic))
    return fail("it does not begin with NumPy's magic; write it with "
                "numpy.save");
  const unsigned version =
      file.size() < kVersionEnd ? 0 : static_cast<uint8_t>(file[kMagic.size()]);
  if (file.size() >= kVersionEnd && (version < 1 || version > 3))
    return fail("it has version " + llvm::Twine(version) +
                " of the format; versions 1 to 3 can be read");
  const auto length = readHeaderLength(file, version);
  if (!length || file.size() - kVersionEnd - length->second < length->first)
    return fail("it ends within its header, after " + llvm::Twine(file.size()) +
                " bytes; save it again");
  NpyArray array;
  const size_t begin = kVersionEnd + length->second;
  if (llvm::Error error =
          HeaderParser(file.substr(begin, length->first)).parse(array))
    return std::move(error);
  const std::optional<int64_t> bytes = countBytes(array);
  if (!bytes)
    return fail("its shape " + formatNpyShape(array.shape) + " of '" +
                array.type + "' needs more than 2^63 bytes");
  array.data = file.drop_front(begin + length->first);
  if (array.data.size() != static_cast<uint64_t>(*bytes))
    return fail("its shape " + formatNpyShape(array.shape) + " of '" +
                array.type + "' needs " + llvm::Twine(*bytes) +
                " bytes of data, but it has " + llvm::Twine(array.data.size()) +
                "; save it again");
  return array;
}

std::string mlir::remat::formatNpyShape(llvm::ArrayRef<int64_t> shape) {
  std::string text =
      "(" +
      llvm::join(llvm::map_range(
                     shape, [](int64_t size) { return std::to_string(size); }),
                 ", ");
  return text + (shape.size() == 1 ? ",)" : ")");
}

std::string mlir::remat::formatNpyHeader(StringRef type,
                                         llvm::ArrayRef<int64_t> shape) {
  const bool isOneByte = type.drop_front() == "1";
  std::string header =
      ("{'descr': '" + llvm::Twine(isOneByte ? "|" : "<") + type +
       "', 'fortran_order': False, 'shape': " + formatNpyShape(shape) + ", }")
          .str();
  // With the newline at its end.
  auto pad = [&](size_t before) {
    const size_t end = llvm::alignTo(before + header.size() + 1, kAlignment);
    return end - before - 1;
  };
  const bool isShort = pad(kVersionEnd + 2) < UINT16_MAX;
  const size_t before = kVersionEnd + (isShort ? 2 : 4);
  header.resize(pad(before), ' ');
  header += '\n';
  std::string text = kMagic.str();
  text += {static_cast<char>(isShort ? 1 : 2), '\0'};
  for (size_t i = 0; i < (isShort ? 2 : 4); ++i)
    text += static_cast<char>(header.size() >> (8 * i));
  return text + header;
}
