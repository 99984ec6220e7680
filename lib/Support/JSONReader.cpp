//===- JSONReader.cpp - JSON objects with named, ranged keys --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Support/JSONReader.h"
#include "remat/Support/Version.h"

#include "JSONText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cassert>

using namespace llvm;
using namespace mlir::remat;

void ReadLog::fail(const Twine &message) {
  if (!firstError)
    firstError = message.str();
}

Error ReadLog::getError() const {
  return firstError ? createStringError(*firstError) : Error::success();
}

void ReadLog::addUnknownKey(StringRef kind, StringRef key, StringRef where) {
  Occurrences &occurrences = keys[{kind.str(), key.str()}];
  if (occurrences.count++ == 0)
    occurrences.first = where;
}

void ReadLog::reportUnknownKeys(function_ref<void(const Twine &)> warn) const {
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
  // For possibly large values, names only the kind.
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
  // Bounds first: converting to integer is defined only well within int64.
  std::optional<double> number = value.getAsNumber();
  if (!number || !(*number >= static_cast<double>(low)) ||
      !(*number <= static_cast<double>(high)))
    return std::nullopt;
  std::optional<int64_t> integer = value.getAsInteger();
  if (!integer || *integer < low || *integer > high)
    return std::nullopt;
  return integer;
}

ObjectReader::ObjectReader(const json::Value &value, std::string where,
                           ReadLog &log)
    : object(value.getAsObject()), where(std::move(where)), log(log) {
  if (!object)
    log.fail(this->where + " is " + abbreviate(value) + ", not an object");
}

const json::Value *ObjectReader::find(StringRef key) const {
  const json::Value *value = object ? object->get(key) : nullptr;
  return value && value->kind() != json::Value::Null ? value : nullptr;
}

void ObjectReader::fail(const Twine &message) const {
  log.fail(where + ": " + message);
}

void ObjectReader::fail(StringRef key, const Twine &message) const {
  fail("key '" + key + "' " + message);
}

template <typename T, typename Function>
bool ObjectReader::convert(StringRef key, T &result, Function function,
                           const Twine &expected) const {
  const json::Value *value = find(key);
  if (!value)
    return false;
  if (auto converted = function(*value))
    result = T(*converted);
  else
    fail(key, "is " + abbreviate(*value) + ", not " + expected);
  return true;
}

bool ObjectReader::read(StringRef key, int64_t &result, int64_t low,
                        int64_t high) const {
  return convert(
      key, result,
      [&](const json::Value &value) { return toInteger(value, low, high); },
      "an integer from " + Twine(low) + " to " + Twine(high));
}

bool ObjectReader::read(StringRef key, double &result, double low,
                        double high) const {
  const json::Value *value = find(key);
  if (!value)
    return false;
  std::optional<double> number = value->getAsNumber();
  if (number && *number >= low && *number <= high) {
    result = *number;
    return true;
  }
  std::string range;
  raw_string_ostream(range) << format("%g to %g", low, high);
  fail(key, "is " + abbreviate(*value) + ", not a number from " + range);
  return true;
}

bool ObjectReader::read(StringRef key, bool &result) const {
  return convert(
      key, result,
      [](const json::Value &value) { return value.getAsBoolean(); },
      "true or false");
}

bool ObjectReader::read(StringRef key, std::string &result) const {
  return convert(
      key, result, [](const json::Value &value) { return value.getAsString(); },
      "a string");
}

const json::Array *ObjectReader::readArray(StringRef key) const {
  const json::Value *value = find(key);
  const json::Array *array = value ? value->getAsArray() : nullptr;
  if (value && !array)
    fail(key, "is " + abbreviate(*value) + ", not an array");
  return array;
}

const json::Array &ObjectReader::requireArray(StringRef key) const {
  static const json::Array none;
  const json::Array *array = readArray(key);
  if (!array)
    fail(key, "is missing");
  return array ? *array : none;
}

void ObjectReader::checkVersion() const {
  int64_t version = kFileVersion;
  if (const json::Value *value = object ? object->get("version") : nullptr;
      value && value->kind() == json::Value::Null)
    return fail("version", "is null, not an integer");
  if (!read("version", version) || version == kFileVersion)
    return;
  fail(
      "key 'version' is " + Twine(version) +
      "; this program, Remat " REMAT_VERSION_STRING ", reads version " +
      Twine(kFileVersion) +
      (version > kFileVersion
           ? ": the file is from a newer Remat; read it with that one, or make "
             "it again with this one"
           : ", the first there is: make the file again with this program"));
}

void ObjectReader::checkKeys(StringRef kind, ArrayRef<StringRef> known) const {
  if (!object)
    return;
  for (const auto &entry : *object)
    if (!is_contained(known, StringRef(entry.first)))
      log.addUnknownKey(kind, entry.first, where);
}

Expected<json::Value> mlir::remat::parseFile(StringRef text, StringRef what) {
  constexpr size_t maxDepth = 32;
  auto refuse = [&](Error error) {
    return createStringError(what + " " + toString(std::move(error)));
  };
  if (Error error = dropByteOrderMark(text))
    return refuse(std::move(error));
  if (Error error = checkNestingOfJSON(text, maxDepth))
    return refuse(std::move(error));
  Expected<json::Value> value = json::parse(text);
  if (!value)
    return createStringError(
        what + " is not valid JSON: " + toString(value.takeError()));
  // The parser keeps the last of two values without a word.
  if (Error error = checkKeysDiffer(text))
    return refuse(std::move(error));
  return value;
}
