//===- JSONReader.h - JSON objects with named, ranged keys ------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the readers of files share: typed access to the keys of an object with
// errors that say where, and a record of the unknown keys.
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

namespace mlir::remat {

/// Unknown keys, by the kind of object that they are in: one warning for each,
/// however many objects have it.
class UnknownKeys {
public:
  void add(llvm::StringRef kind, llvm::StringRef key, llvm::StringRef where);
  void report(llvm::function_ref<void(const llvm::Twine &)> warn) const;

private:
  struct Occurrences {
    std::string first;
    size_t count = 0;
  };
  std::map<std::pair<std::string, std::string>, Occurrences> keys;
};

/// One object of a file. Every getter reads a key that may be absent (or null,
/// which is the same) and returns an error if it is there and is not what it
/// should be.
class ObjectReader {
public:
  /// Integers in files are at most 2^53 in size, the largest that every reader
  /// of JSON keeps exactly; sizes at most 2^60.
  static constexpr int64_t maxInteger = int64_t(1) << 53;

  /// `kind` groups unknown keys ("ops"), `where` names this one ("op 3").
  ObjectReader(const llvm::json::Object &object, llvm::StringRef kind,
               std::string where)
      : object(object), kind(kind), where(std::move(where)) {}

  /// What `value` is, if it is an object.
  static llvm::Expected<ObjectReader> create(const llvm::json::Value &value,
                                             llvm::StringRef kind,
                                             std::string where);

  llvm::Expected<std::optional<int64_t>>
  getInteger(llvm::StringRef key, int64_t low = -maxInteger,
             int64_t high = maxInteger) const;
  llvm::Expected<int64_t> requireInteger(llvm::StringRef key,
                                         int64_t low = -maxInteger,
                                         int64_t high = maxInteger) const;
  llvm::Expected<std::optional<double>>
  getNumber(llvm::StringRef key, double low, double high) const;
  llvm::Expected<std::optional<bool>> getBoolean(llvm::StringRef key) const;
  llvm::Expected<std::optional<std::string>>
  getString(llvm::StringRef key) const;
  /// Null if the key is absent.
  llvm::Expected<const llvm::json::Array *> getArray(llvm::StringRef key) const;
  /// As getArray, an error if the key is absent.
  llvm::Expected<const llvm::json::Array *>
  requireArray(llvm::StringRef key) const;

  /// Records the keys that are not among `known`.
  void checkKeys(llvm::ArrayRef<llvm::StringRef> known,
                 UnknownKeys &unknown) const;

  /// An error at this object.
  llvm::Error error(const llvm::Twine &message) const;
  /// An error at `key` of this object.
  llvm::Error error(llvm::StringRef key, const llvm::Twine &message) const;

private:
  const llvm::json::Value *find(llvm::StringRef key) const;

  const llvm::json::Object &object;
  llvm::StringRef kind;
  std::string where;
};

/// The integer that `value` is, if it is one from `low` to `high`.
std::optional<int64_t> toInteger(const llvm::json::Value &value,
                                 int64_t low = -ObjectReader::maxInteger,
                                 int64_t high = ObjectReader::maxInteger);

/// `value` as JSON text, cut where it is long.
std::string abbreviate(const llvm::json::Value &value);

/// Parses a file that must hold one object and, in `version`, nothing or 1.
/// Deep nesting is an error: the parser recurses.
llvm::Expected<llvm::json::Value> parseFile(llvm::StringRef text,
                                            llvm::StringRef what);

/// The error unless `version` is absent or 1.
llvm::Error checkVersion(const ObjectReader &file, llvm::StringRef what);

} // namespace mlir::remat

#endif // REMAT_SUPPORT_JSONREADER_H
