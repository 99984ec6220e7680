//===- DebugOnly.cpp - Traces by their names ------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Support/DebugOnly.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Debug.h"

void mlir::remat::registerDebugOnly() {
#ifndef NDEBUG
  if (llvm::cl::getRegisteredOptions().contains("debug-only"))
    return;
  static std::vector<std::string> names;
  static llvm::cl::list<std::string> option(
      "debug-only", llvm::cl::CommaSeparated, llvm::cl::Hidden,
      llvm::cl::value_desc("names"),
      llvm::cl::desc("Print the traces of these names"),
      llvm::cl::callback([](const std::string &name) {
        names.push_back(name);
        llvm::SmallVector<const char *> types;
        for (const std::string &each : names)
          types.push_back(each.c_str());
        llvm::DebugFlag = true;
        llvm::setCurrentDebugTypes(types.data(), types.size());
      }));
#endif
}
