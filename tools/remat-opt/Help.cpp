//===- Help.cpp - What remat-opt --help prints ----------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Help.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::remat;
using llvm::outs;

llvm::cl::OptionCategory &mlir::remat::getRematCategory() {
  static llvm::cl::OptionCategory category(
      "Remat options",
      "With --remat-budget, --remat-plan-in or --remat-sweep, the standard "
      "pipeline runs before any pass named beside it");
  return category;
}

bool mlir::remat::asksForHelp(ArrayRef<char *> arguments) {
  return llvm::any_of(arguments.drop_front(), [](StringRef argument) {
    return llvm::is_contained(
        {"--help", "-help", "--help-list", "-help-list", "-h", "--h"},
        argument);
  });
}

static void printFlags(StringRef title, ArrayRef<llvm::cl::Option *> flags) {
  size_t width = 0;
  for (llvm::cl::Option *flag : flags)
    width = std::max(width, flag->getOptionWidth());
  outs() << title << ":\n\n";
  for (llvm::cl::Option *flag : flags)
    flag->printOptionInfo(width);
  outs() << "\n";
}

static void printEntries(StringRef title,
                         ArrayRef<const PassRegistryEntry *> entries) {
  outs() << title << ":\n\n";
  for (const PassRegistryEntry *entry : entries)
    outs() << llvm::formatv("  --{0,-30} - {1}\n", entry->getPassArgument(),
                            entry->getPassDescription());
  outs() << "\n";
}

void mlir::remat::printHelp() {
  std::vector<llvm::cl::Option *> flags;
  std::vector<const PassRegistryEntry *> pipelines, passes;
  // Passes and pipelines are registered as values of one flag without a name.
  auto &registered = llvm::cl::getRegisteredOptions();
  for (auto &entry : registered) {
    StringRef name = entry.first;
    if (llvm::is_contained(entry.second->Categories, &getRematCategory()))
      flags.push_back(entry.second);
    else if (!name.starts_with("remat-") || name.starts_with("remat-test-"))
      continue;
    else if (const PassPipelineInfo *info = PassPipelineInfo::lookup(name))
      pipelines.push_back(info);
    else if (const PassInfo *info = PassInfo::lookup(name))
      passes.push_back(info);
  }
  llvm::sort(flags, [](auto *a, auto *b) { return a->ArgStr < b->ArgStr; });
  for (auto *entries : {&pipelines, &passes})
    llvm::sort(*entries, [](auto *a, auto *b) {
      return a->getPassArgument() < b->getPassArgument();
    });
  std::vector<llvm::cl::Option *> common;
  for (StringRef name :
       {"pass-pipeline", "split-input-file", "verify-diagnostics",
        "allow-unregistered-dialect", "mlir-print-ir-after-all",
        "mlir-print-op-generic", "mlir-timing"})
    if (llvm::cl::Option *flag = registered.lookup(name))
      common.push_back(flag);

  outs() << "OVERVIEW: Remat modular optimizer driver\n\n"
            "USAGE: remat-opt [options] <input file> [-o <output file>]\n\n"
         << getRematCategory().getDescription() << ".\n\n";
  printFlags("Flags of Remat", flags);
  printEntries("Pipelines of Remat", pipelines);
  printEntries("Passes of Remat", passes);
  printFlags("Some flags of mlir-opt", common);
  outs() << "--help-hidden prints the options of pipelines and passes, and "
            "everything of MLIR and LLVM.\n";
}
