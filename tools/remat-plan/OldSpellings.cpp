//===- OldSpellings.cpp - Flags that became subcommands -------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Flags.h"

using namespace llvm;

namespace {
/// A flag that became a subcommand, and the destination of its value.
struct OldMode {
  enum Value { None, LastPositional, Points };
  StringLiteral flag;
  Value value;
};
} // namespace

static constexpr OldMode oldModes[] = {
    {"evaluate", OldMode::LastPositional}, {"sweep", OldMode::Points},
    {"place", OldMode::LastPositional},    {"list-strategies", OldMode::None},
    {"print-graph", OldMode::None},        {"print-lower-bound", OldMode::None},
    {"print-chain-ops", OldMode::None},    {"print-buffers", OldMode::None}};

/// Name of a flag, without dashes and value; empty if none.
static StringRef getFlagName(StringRef argument) {
  if (!argument.consume_front("-"))
    return "";
  argument.consume_front("-");
  return argument.split('=').first;
}

/// The flag of `arguments` that stands for a subcommand.
static const OldMode *findOldMode(ArrayRef<const char *> arguments,
                                  size_t &position) {
  for (position = 1; position < arguments.size(); ++position)
    for (const OldMode &mode : oldModes)
      if (getFlagName(arguments[position]) == mode.flag)
        return &mode;
  return nullptr;
}

/// Renames an argument of a sweep.
static StringRef renameForSweep(StringRef argument, StringSaver &saver) {
  StringRef name = getFlagName(argument);
  if (name != "strategy" && name != "sweep-strategies")
    return argument;
  return saver.save("--strategies" +
                    argument.substr(argument.find(name) + name.size()));
}

/// Whether the flag takes no value and is set to false.
static bool isOff(StringRef argument) {
  const auto *mode = find_if(oldModes, [&](const OldMode &each) {
    return each.flag == getFlagName(argument);
  });
  return mode != std::end(oldModes) && mode->value == OldMode::None &&
         is_contained({"false", "FALSE", "False", "0"},
                      argument.split('=').second);
}

StringRef flags::modernize(SmallVectorImpl<const char *> &arguments,
                           StringSaver &saver) {
  const auto *off = find_if(arguments, isOff);
  const StringRef offFlag = off == arguments.end() ? "" : getFlagName(*off);
  erase_if(arguments, isOff);
  size_t position = 0;
  const OldMode *mode = findOldMode(arguments, position);
  if (!mode) {
    if (!offFlag.empty())
      arguments.insert(arguments.begin() + 1, "solve");
    return offFlag;
  }

  SmallVector<const char *> renewed = {arguments.front(),
                                       saver.save(mode->flag).data()};
  std::optional<StringRef> value;
  for (size_t i = 1; i < arguments.size(); ++i) {
    StringRef argument = arguments[i];
    if (i != position) {
      renewed.push_back(mode->value == OldMode::Points
                            ? renameForSweep(argument, saver).data()
                            : arguments[i]);
      continue;
    }
    if (mode->value == OldMode::None)
      continue;
    if (argument.contains('='))
      value = argument.split('=').second;
    else if (i + 1 < arguments.size())
      value = arguments[++i];
  }
  if (value && mode->value == OldMode::Points)
    renewed.push_back(saver.save("--points=" + *value).data());
  else if (value)
    renewed.push_back(saver.save(*value).data());
  arguments = std::move(renewed);
  return mode->flag;
}
