//===- JSONReader.cpp - JSON objects with named, ranged keys --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Support/JSONReader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cassert>

using namespace llvm;
using namespace mlir::remat;

void UnknownKeys::add(StringRef kind, StringRef key, StringRef where) {
  Occurrences &occurrences = keys[{kind.str(), key.str()}];
  if (occurrences.count++ == 0)
    occurrences.first = where;
}

void UnknownKeys::report(function_ref<void(const Twine &)> warn) const {
  for (const auto &[name, occurrences] : keys) {
    std::string times;
    if (occurrences.count > 1)
      times = " and " + std::to_string(occurrences.count - 1) + " more";
    warn("unknown key '" + Twine(name.second) + "' in " + occurrences.first +
         times + " is ignored");
  }
}

std::string mlir::remat::abbreviate(const json::Value &value) {
  constexpr size_t maxLength = 40;
  // Of what may be large only the kind is of interest.
  if (value.kind() == json::Value::Array)
    return "an array";
  if (value.kind() == json::Value::Object)
    return "an object";
  std::string text;
  raw_string_ostream(text) << value;
  if (text.size() > maxLength)
    text = json::fixUTF8(StringRef(text).take_front(maxLength)) + "...";
  return text;
}

std::optional<int64_t> mlir::remat::toInteger(const json::Value &value,
                                              int64_t low, int64_t high) {
  assert(low >= -(int64_t(1) << 60) && high <= (int64_t(1) << 60) &&
         "the bounds must be exact in double");
  // The bounds first: asking for an integer is defined only well within int64.
  std::optional<double> number = value.getAsNumber();
  if (!number || !(*number >= static_cast<double>(low)) ||
      !(*number <= static_cast<double>(high)))
    return std::nullopt;
  std::optional<int64_t> integer = value.getAsInteger();
  if (!integer || *integer < low || *integer > high)
    return std::nullopt;
  return integer;
}

Expected<ObjectReader> ObjectReader::create(const json::Value &value,
                                            StringRef kind, std::string where) {
  const json::Object *object = value.getAsObject();
  if (!object)
    return createStringError(where + " is " + abbreviate(value) +
                             ", not an object");
  return ObjectReader(*object, kind, std::move(where));
}

const json::Value *ObjectReader::find(StringRef key) const {
  const json::Value *value = object.get(key);
  return value && value->kind() != json::Value::Null ? value : nullptr;
}

Error ObjectReader::error(const Twine &message) const {
  return createStringError(where + ": " + message);
}

Error ObjectReader::error(StringRef key, const Twine &message) const {
  return createStringError(where + ": key '" + key + "' " + message);
}

Expected<std::optional<int64_t>>
ObjectReader::getInteger(StringRef key, int64_t low, int64_t high) const {
  const json::Value *value = find(key);
  if (!value)
    return std::nullopt;
  std::optional<int64_t> integer = toInteger(*value, low, high);
  if (!integer)
    return error(key, "is " + abbreviate(*value) + ", not an integer from " +
                          Twine(low) + " to " + Twine(high));
  return integer;
}

Expected<int64_t> ObjectReader::requireInteger(StringRef key, int64_t low,
                                               int64_t high) const {
  Expected<std::optional<int64_t>> integer = getInteger(key, low, high);
  if (!integer)
    return integer.takeError();
  if (!*integer)
    return error(key, "is missing");
  return **integer;
}

Expected<std::optional<double>>
ObjectReader::getNumber(StringRef key, double low, double high) const {
  const json::Value *value = find(key);
  if (!value)
    return std::nullopt;
  std::optional<double> number = value->getAsNumber();
  // Negated, so that it holds for NaN too.
  if (!number || !(*number >= low && *number <= high)) {
    std::string range;
    raw_string_ostream(range)
        << json::Value(low) << " to " << json::Value(high);
    return error(key,
                 "is " + abbreviate(*value) + ", not a number from " + range);
  }
  return number;
}

Expected<std::optional<bool>> ObjectReader::getBoolean(StringRef key) const {
  const json::Value *value = find(key);
  if (!value)
    return std::nullopt;
  if (std::optional<bool> boolean = value->getAsBoolean())
    return boolean;
  return error(key, "is " + abbreviate(*value) + ", not true or false");
}

Expected<std::optional<std::string>>
ObjectReader::getString(StringRef key) const {
  const json::Value *value = find(key);
  if (!value)
    return std::nullopt;
  if (std::optional<StringRef> string = value->getAsString())
    return string->str();
  return error(key, "is " + abbreviate(*value) + ", not a string");
}

Expected<const json::Array *> ObjectReader::getArray(StringRef key) const {
  const json::Value *value = find(key);
  if (!value)
    return nullptr;
  if (const json::Array *array = value->getAsArray())
    return array;
  return error(key, "is " + abbreviate(*value) + ", not an array");
}

Expected<const json::Array *> ObjectReader::requireArray(StringRef key) const {
  Expected<const json::Array *> array = getArray(key);
  if (array && !*array)
    return error(key, "is missing");
  return array;
}

void ObjectReader::checkKeys(ArrayRef<StringRef> known,
                             UnknownKeys &unknown) const {
  for (const auto &entry : object)
    if (!is_contained(known, StringRef(entry.first)))
      unknown.add(kind, entry.first, where);
}

/// Whether brackets nest deeper than `limit` anywhere in `text`. Brackets in
/// strings do not count.
static bool nestsDeeperThan(StringRef text, int limit) {
  int depth = 0;
  bool inString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (inString) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        inString = false;
    } else if (c == '"') {
      inString = true;
    } else if (c == '[' || c == '{') {
      if (++depth > limit)
        return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

Expected<json::Value> mlir::remat::parseFile(StringRef text, StringRef what) {
  constexpr int maxDepth = 32;
  if (nestsDeeperThan(text, maxDepth))
    return createStringError(what + " nests deeper than " + Twine(maxDepth) +
                             " levels");
  Expected<json::Value> value = json::parse(text);
  if (!value)
    return createStringError(
        what + " is not valid JSON: " + toString(value.takeError()));
  return value;
}

Error mlir::remat::checkVersion(const ObjectReader &file, StringRef what) {
  Expected<std::optional<int64_t>> version = file.getInteger("version");
  if (!version)
    return version.takeError();
  if (version->value_or(1) != 1)
    return file.error("key 'version' is " + Twine(**version) +
                      "; this program reads version 1 only");
  return Error::success();
}
