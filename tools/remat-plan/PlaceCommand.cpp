//===- PlaceCommand.cpp - remat-plan place --------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlaceCommand.h"

#include "remat/Placement/Place.h"
#include "remat/Placement/PlacementIO.h"
#include "remat/Support/Budget.h"
#include "remat/Support/OutputFile.h"

#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::placement;

static ExitCode fail(ExitCode code, const Twine &message) {
  WithColor::error(errs(), "remat-plan") << message << "\n";
  return code;
}

/// -1 is none.
static Expected<std::optional<int64_t>> parseCapacity(StringRef text) {
  if (text.trim() == "-1")
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
static ExitCode refuse(StringRef path, Error error) {
  ExitCode code = ExitBadInput;
  std::string message;
  handleAllErrors(
      std::move(error),
      [&](const CapacityError &capacity) {
        code = capacity.isProven ? ExitInfeasible : ExitNotFound;
        message = capacity.message();
      },
      [&](const ErrorInfoBase &other) { message = other.message(); });
  return fail(code, path + ": " + message);
}

ExitCode run(const PlaceCommand &command) {
  if (command.effort < 0 || command.effort > 3)
    return fail(ExitBadInput, "invalid effort " + Twine(command.effort) +
                                  ": it is 0 (fastest) to 3 (most thorough)");
  Expected<std::optional<int64_t>> capacity = parseCapacity(command.capacity);
  if (!capacity)
    return fail(ExitBadInput, toString(capacity.takeError()));
  Expected<PlacementFile> file = readPlacementFile(command.text);
  if (!file)
    return fail(ExitBadInput,
                command.inputPath + ": " + toString(file.takeError()));

  PlaceOptions options;
  options.capacity = *capacity;
  options.effort = command.effort;
  options.workLimit = command.workLimit;
  // Whoever names a capacity waits for it: minutes, if need be.
  if (options.capacity && options.effort > 0 && options.workLimit == 0)
    options.workLimit = uint64_t(30000000000) << (2 * (options.effort - 1));
  Expected<PlaceResult> result = place(file->problem, options);
  if (!result)
    return refuse(command.inputPath, result.takeError());
  std::string text;
  raw_string_ostream os(text);
  writePlacementFile(*file, result->placement, os);
  if (Error error = writeOutputFile(command.outputPath, text))
    return fail(ExitBadInput, toString(std::move(error)));
  errs() << "placed " << file->ids.size() << " buffers in "
         << result->placement.sizeInBytes << " bytes (" << result->algorithm
         << "); live maximum " << getLiveMaximum(file->problem)
         << ", proven bound " << result->lowerBound
         << (result->isOptimal() ? ": optimal" : "") << "\n";
  return ExitOk;
}
