//===- JSONReader.h - JSON objects with named, ranged keys ------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_SUPPORT_JSONREADER_H
#define REMAT_SUPPORT_JSONREADER_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace mlir::remat {

/// Of the JSON files that this program writes and reads; docs/versions.md says
/// when it grows.
constexpr int64_t kFileVersion = 1;

/// The first error in a file and its unknown keys, for all readers of files.
class ReadLog {
public:
  /// Ignores later errors, so that reading may go on.
  void fail(const llvm::Twine &message);
  llvm::Error getError() const;

  /// `kind` names the objects with the key: reported once for all.
  void addUnknownKey(llvm::StringRef kind, llvm::StringRef key,
                     llvm::StringRef where);
  void
  reportUnknownKeys(llvm::function_ref<void(const llvm::Twine &)> warn) const;

private:
  struct Occurrences {
    std::string first;
    size_t count = 0;
  };
  std::map<std::pair<std::string, std::string>, Occurrences> keys;
  std::optional<std::string> firstError;
};

/// One object of a file. `read` takes a key that may be absent (or null, which
/// is the same) and returns whether it is there. An absent key leaves `result`
/// as it is; a wrong value is an error in the log.
class ObjectReader {
public:
  /// At most 2^53, the largest that every JSON reader keeps exactly; sizes at
  /// most 2^60.
  static constexpr int64_t maxInteger = int64_t(1) << 53;

  /// `where` names the object in errors ("op 3"). A value that is no object is
  /// an error, and has no keys.
  ObjectReader(const llvm::json::Value &value, std::string where, ReadLog &log);

  bool read(llvm::StringRef key, int64_t &result, int64_t low = -maxInteger,
            int64_t high = maxInteger) const;
  bool read(llvm::StringRef key, double &result, double low, double high) const;
  bool read(llvm::StringRef key, bool &result) const;
  bool read(llvm::StringRef key, std::string &result) const;
  template <typename T, typename... Bounds>
  bool read(llvm::StringRef key, std::optional<T> &result,
            Bounds... bounds) const {
    T value{};
    const bool isThere = read(key, value, bounds...);
    if (isThere)
      result = std::move(value);
    return isThere;
  }
  /// Null if there is none.
  const llvm::json::Array *readArray(llvm::StringRef key) const;

  /// As `read`; an absent key is an error.
  template <typename T, typename... Bounds>
  void require(llvm::StringRef key, T &result, Bounds... bounds) const {
    if (!read(key, result, bounds...))
      fail(key, "is missing");
  }
  /// Empty after an error.
  const llvm::json::Array &requireArray(llvm::StringRef key) const;

  /// A `version` other than `kFileVersion` is an error that names both and the
  /// remedy. Files without one are read: those of others have none.
  void checkVersion() const;
  /// Logs the keys that are not among `known`; see ReadLog::addUnknownKey.
  void checkKeys(llvm::StringRef kind,
                 llvm::ArrayRef<llvm::StringRef> known) const;

  /// An error at this object, or at `key` of it.
  void fail(const llvm::Twine &message) const;
  void fail(llvm::StringRef key, const llvm::Twine &message) const;

private:
  const llvm::json::Value *find(llvm::StringRef key) const;
  template <typename T, typename Function>
  bool convert(llvm::StringRef key, T &result, Function function,
               const llvm::Twine &expected) const;

  const llvm::json::Object *object;
  std::string where;
  ReadLog &log;
};

/// None unless `value` is an integer from `low` to `high`.
std::optional<int64_t> toInteger(const llvm::json::Value &value,
                                 int64_t low = -ObjectReader::maxInteger,
                                 int64_t high = ObjectReader::maxInteger);

/// `value` as JSON text, cut if long.
std::string abbreviate(const llvm::json::Value &value);

/// Parses a file, whose mark of UTF-8 (a BOM) is skipped. Errors begin with
/// `what`: text that is no JSON or is UTF-16, a key that an object has twice,
/// and deep nesting, since the parser recurses. Expected linear time.
llvm::Expected<llvm::json::Value> parseFile(llvm::StringRef text,
                                            llvm::StringRef what);

} // namespace mlir::remat

#endif // REMAT_SUPPORT_JSONREADER_H
