//===- PlaceCommand.cpp - remat-plan place --------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Flags.h"

#include "remat/Placement/Place.h"
#include "remat/Placement/PlacementIO.h"
#include "remat/Support/Budget.h"
#include "remat/Support/OutputFile.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::placement;

/// -1 is none.
static Expected<std::optional<int64_t>> parseCapacity() {
  const std::string &text = flags::placing::capacity;
  if (StringRef(text).trim() == "-1")
    return std::nullopt;
  Expected<Budget> budget = parseBudget(text);
  if (budget && budget->kind == Budget::Kind::Bytes)
    return budget->bytes;
  if (!budget)
    consumeError(budget.takeError());
  return createStringError("invalid capacity '" + text +
                           "': understood are a size from 1 byte to 2^63-1 "
                           "('1048576', '1MiB', '1.5GB'), and -1 for the "
                           "smallest arena");
}

/// Turns the errors of `place` into exit codes.
static ExitCode refuse(Error error) {
  ExitCode code = ExitBadInput;
  std::string message = flags::buffersPath + ": ";
  handleAllErrors(
      std::move(error),
      [&](const CapacityError &capacity) {
        code = capacity.isProven ? ExitInfeasible : ExitNotFound;
        message += capacity.message();
      },
      [&](const ErrorInfoBase &other) { message += other.message(); });
  return fail(createStringError(message), code);
}

ExitCode placeBuffers() {
  auto buffer = readFile(flags::buffersPath);
  if (!buffer)
    return fail(buffer.takeError());
  PlaceOptions options;
  options.effort = flags::placing::effort;
  if (options.effort < 0 || options.effort > 3)
    return fail(createStringError("invalid effort " + Twine(options.effort) +
                                  ": it is 0 (fastest) to 3 (most thorough)"));
  Expected<std::optional<int64_t>> capacity = parseCapacity();
  if (!capacity)
    return fail(capacity.takeError());
  Expected<PlacementFile> file = readPlacementFile((*buffer)->getBuffer());
  if (!file)
    return refuse(file.takeError());
  options.capacity = *capacity;
  options.workLimit = flags::placing::workLimit;
  // A named capacity is worth minutes, if need be.
  if (options.capacity && options.effort > 0 && options.workLimit == 0)
    options.workLimit = uint64_t(30000000000) << (2 * (options.effort - 1));
  Expected<PlaceResult> result = place(file->problem, options);
  if (!result)
    return refuse(result.takeError());
  std::string text;
  raw_string_ostream os(text);
  writePlacementFile(*file, result->placement, os);
  if (Error error = writeOutputFile(flags::outputPath, text))
    return fail(std::move(error));
  errs() << "placed " << file->ids.size() << " buffers in "
         << result->placement.sizeInBytes << " bytes (" << result->algorithm
         << "); live maximum " << getLiveMaximum(file->problem)
         << ", proven bound " << result->lowerBound
         << (result->isOptimal() ? ": optimal" : "") << "\n";
  return ExitOk;
}
