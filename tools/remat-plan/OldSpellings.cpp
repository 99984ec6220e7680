//===- OldSpellings.cpp - Flags that became subcommands -------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OldSpellings.h"

#include "llvm/Support/Program.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace {
/// A flag that is the subcommand of its name now, and what its value became.
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

/// The name of a flag, without dashes and value; empty if it is none.
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

/// An argument of a sweep whose name changed.
static StringRef renameForSweep(StringRef argument, StringSaver &saver) {
  StringRef name = getFlagName(argument);
  if (name != "strategy" && name != "sweep-strategies")
    return argument;
  return saver.save("--strategies" +
                    argument.substr(argument.find(name) + name.size()));
}

static void warn(ArrayRef<const char *> arguments, const OldMode &mode) {
  raw_ostream &os = WithColor::warning(errs(), "remat-plan");
  os << "the flag --" << mode.flag << " will be removed; write: remat-plan";
  for (StringRef argument : arguments.drop_front()) {
    os << ' ';
    sys::printArg(os, argument, /*Quote=*/false);
  }
  os << '\n';
}

bool modernize(SmallVectorImpl<const char *> &arguments, StringSaver &saver) {
  size_t position = 0;
  const OldMode *mode = findOldMode(arguments, position);
  if (!mode)
    return false;

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
  warn(renewed, *mode);
  arguments = std::move(renewed);
  return true;
}
