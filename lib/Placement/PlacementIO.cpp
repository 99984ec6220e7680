//===- PlacementIO.cpp - Buffers in CSV files -----------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Placement/PlacementIO.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <array>
#include <limits>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::placement;

namespace {
enum Column { Id, Lower, Upper, Size, Alignment, Gaps, Offset, NumColumns };
} // namespace

/// Preferred names first, in the order of `Column`; the others, and `end` as
/// the last step of a life, follow minimalloc.
static constexpr std::pair<StringLiteral, Column> columnNames[] = {
    {"id", Id},         {"lower", Lower},         {"upper", Upper},
    {"size", Size},     {"alignment", Alignment}, {"gaps", Gaps},
    {"offset", Offset}, {"buffer", Id},           {"buffer_id", Id},
    {"begin", Lower},   {"start", Lower},         {"end", Upper},
};

/// The field without surrounding blanks and quotes.
static std::string getText(StringRef field) {
  StringRef text = field.trim(" \t");
  if (text.size() < 2 || !text.starts_with("\"") || !text.ends_with("\""))
    return text.str();
  return join(split(text.drop_front().drop_back(), "\"\""), "\"");
}

namespace {
/// One file. Functions return false after an error, which is in `error`.
class Reader {
public:
  explicit Reader(StringRef text) : rest(text) {}

  Expected<PlacementFile> read();

private:
  bool readHeader();
  bool readRow();
  bool readBuffer(Buffer &buffer);
  bool readGaps(StringRef text, Buffer &buffer);
  bool readInteger(Column column, int64_t &value);

  bool nextLine();
  bool split(std::vector<std::string> &fields);
  std::string getField(Column column) const {
    return getText(file.rows.back()[*columns[column]]);
  }
  bool fail(const Twine &what) {
    error = ("line " + Twine(lineNumber) + ": " + what).str();
    return false;
  }
  bool failAt(Column column, const Twine &what) {
    return fail("column '" + getText(file.header[*columns[column]]) +
                "': " + what);
  }

  StringRef rest, line;
  size_t lineNumber = 0;
  PlacementFile file;
  std::array<std::optional<size_t>, NumColumns> columns;
  /// 1 if lives are given by their last step instead of the one after.
  int64_t upperShift = 0;
  StringMap<size_t> lineOfId;
  int64_t sum = 0;
  std::string error;
};
} // namespace

/// Skips to the next non-empty line. Returns false at the end.
bool Reader::nextLine() {
  while (!rest.empty()) {
    std::tie(line, rest) = rest.split('\n');
    line.consume_back("\r");
    ++lineNumber;
    if (!line.trim().empty())
      return true;
  }
  return false;
}

/// Splits the line at commas outside of quotes.
bool Reader::split(std::vector<std::string> &fields) {
  if (line.contains('\0'))
    return fail("a NUL byte; the file has to be text");
  bool isQuoted = false;
  size_t start = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"')
      isQuoted = !isQuoted;
    else if (line[i] == ',' && !isQuoted) {
      fields.push_back(line.slice(start, i).str());
      start = i + 1;
    }
  }
  if (isQuoted)
    return fail("a quote that does not end on the line; write \" within "
                "quotes twice");
  fields.push_back(line.substr(start).str());
  return true;
}

bool Reader::readHeader() {
  rest.consume_front("\xef\xbb\xbf");
  if (!nextLine()) {
    lineNumber = 1;
    return fail("the file is empty; its first line names the columns: "
                "id,lower,upper,size");
  }
  if (!split(file.header))
    return false;
  StringMap<size_t> seen;
  for (auto [position, field] : enumerate(file.header)) {
    const std::string name = getText(field);
    if (!seen.try_emplace(name, position).second)
      return fail("the column '" + name + "' is there twice");
    const auto *entry = llvm::find_if(
        columnNames, [&](const auto &each) { return each.first == name; });
    if (entry == std::end(columnNames))
      continue;
    std::optional<size_t> &column = columns[entry->second];
    if (column)
      return fail("the columns '" + getText(file.header[*column]) + "' and '" +
                  name + "' mean the same; leave out one of them");
    column = position;
    if (name == "end")
      upperShift = 1;
  }
  for (Column column : {Id, Lower, Upper, Size})
    if (!columns[column])
      return fail("there is no column '" + columnNames[column].first +
                  "'; the columns id, lower, upper and size are needed");
  file.offsetColumn = columns[Offset];
  return true;
}

static bool parseInteger(StringRef text, int64_t &value) {
  // Digits after a sign: no other bases.
  return !text.empty() && text != "-" &&
         text.drop_front(text.starts_with("-"))
                 .find_first_not_of("0123456789") == StringRef::npos &&
         !text.getAsInteger(10, value);
}

bool Reader::readInteger(Column column, int64_t &value) {
  const std::string text = getField(column);
  if (!parseInteger(text, value))
    return failAt(column,
                  "'" + text +
                      "' is not a whole number of 64 bits, from -2^63 to "
                      "2^63-1");
  return true;
}

/// Reads gaps like "3-5 8-9": half-open ranges of steps.
bool Reader::readGaps(StringRef text, Buffer &buffer) {
  int64_t last = buffer.timeStart;
  // Live steps outside of gaps.
  uint64_t live = uint64_t(buffer.timeEnd) - uint64_t(buffer.timeStart);
  SmallVector<StringRef, 4> parts;
  text.split(parts, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef part : parts) {
    if (part.contains('@'))
      return failAt(Gaps, "the gap '" + part +
                              "' is one of some bytes of the buffer alone, "
                              "which is not supported; leave the gap out, or "
                              "split the buffer");
    auto [lower, upper] = part.split('-');
    TimeRange gap;
    if (!parseInteger(lower, gap.lower) || !parseInteger(upper, gap.upper) ||
        gap.lower < 0 || gap.upper < 0)
      return failAt(Gaps, "the gap '" + part +
                              "' is not of the form LOWER-UPPER, such as 3-5");
    if (AddOverflow(gap.upper, upperShift, gap.upper) || gap.lower >= gap.upper)
      return failAt(Gaps,
                    "the gap '" + part + "' does not end after its start");
    if (gap.lower < last || gap.upper > buffer.timeEnd)
      return failAt(Gaps, "the gap '" + part +
                              "' is not within the life of the buffer, after "
                              "the gaps before it");
    live -= uint64_t(gap.upper) - uint64_t(gap.lower);
    last = gap.upper;
    buffer.gaps.push_back(gap);
  }
  if (live == 0)
    return failAt(Gaps, "the gaps leave nothing of the life of the buffer; "
                        "leave the buffer out");
  return true;
}

bool Reader::readBuffer(Buffer &buffer) {
  if (!readInteger(Lower, buffer.timeStart) ||
      !readInteger(Upper, buffer.timeEnd) ||
      !readInteger(Size, buffer.sizeInBytes))
    return false;
  if (AddOverflow(buffer.timeEnd, upperShift, buffer.timeEnd))
    return failAt(Upper, "the life ends at 2^63; the last step is 2^63-2");
  if (buffer.timeStart >= buffer.timeEnd)
    return failAt(Upper, Twine(buffer.timeEnd - upperShift) +
                             (upperShift ? " is before " : " is not after ") +
                             "the start, " + Twine(buffer.timeStart));
  if (buffer.sizeInBytes < 0)
    return failAt(Size, Twine(buffer.sizeInBytes) +
                            " is negative; sizes are bytes, at least 0");
  if (columns[Alignment]) {
    if (!readInteger(Alignment, buffer.alignment))
      return false;
    if (buffer.alignment <= 0)
      return failAt(Alignment, Twine(buffer.alignment) +
                                   " is not positive; 1 is no alignment");
  }
  if (columns[Gaps] && !readGaps(getField(Gaps), buffer))
    return false;
  if (AddOverflow(sum, buffer.sizeInBytes, sum) ||
      AddOverflow(sum, buffer.alignment, sum))
    return failAt(Size, "the sizes and alignments up to here are together "
                        "more than " +
                            Twine(std::numeric_limits<int64_t>::max()) +
                            ", the largest arena");
  return true;
}

bool Reader::readRow() {
  if (file.rows.size() >= std::numeric_limits<uint32_t>::max() / 4)
    return fail("there are more than a billion buffers");
  if (!split(file.rows.emplace_back()))
    return false;
  const size_t found = file.rows.back().size();
  if (found != file.header.size())
    return fail(Twine(found) + " fields, but the header has " +
                Twine(file.header.size()));
  const std::string id = getField(Id);
  if (id.empty())
    return failAt(Id, "the id is empty");
  auto [entry, isNew] = lineOfId.try_emplace(id, lineNumber);
  if (!isNew)
    return failAt(Id, "'" + id + "' is the id of the buffer on line " +
                          Twine(entry->second) + " too; ids are unique");
  file.ids.push_back(id);
  return readBuffer(file.problem.buffers.emplace_back());
}

Expected<PlacementFile> Reader::read() {
  bool isGood = readHeader();
  while (isGood && nextLine())
    isGood = readRow();
  if (!isGood)
    return createStringError(error);
  if (Error violation = check(file.problem))
    return std::move(violation);
  return std::move(file);
}

Expected<PlacementFile> placement::readPlacementFile(StringRef text) {
  return Reader(text).read();
}

void placement::writePlacementFile(const PlacementFile &file,
                                   const Placement &placement,
                                   raw_ostream &os) {
  auto writeLine = [&](const std::vector<std::string> &fields,
                       const Twine &offset) {
    for (auto [position, field] : enumerate(fields)) {
      os << (position == 0 ? "" : ",");
      if (position == file.offsetColumn)
        os << offset;
      else
        os << field;
    }
    if (!file.offsetColumn)
      os << ',' << offset;
    os << '\n';
  };
  writeLine(file.header, "offset");
  for (auto [row, offset] : zip_equal(file.rows, placement.offsets))
    writeLine(row, Twine(offset));
}
