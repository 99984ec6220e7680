//===- RematPlugin.cpp - Remat in somebody else's mlir-opt ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What mlir-opt loads with --load-dialect-plugin and --load-pass-plugin.
// Nothing of Remat is exported but the two entry points: a program may have a
// copy of it.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/MLIRContext.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "remat/InitAllDialects.h"
#include "remat/InitAllPasses.h"
#include "remat/Support/Version.h"

#include "llvm/Support/WithColor.h"

#include <cstdlib>

using namespace mlir;

static constexpr char kName[] = "RematPlugin";

/// Ends the program. A callback can only succeed, and MLIR's registries abort
/// on a second owner of a name.
[[noreturn]] static void refuseHost(StringRef what) {
  llvm::WithColor::error(llvm::errs(), kName)
      << "this program has the " << what
      << " of Remat already, from another copy of it, and needs none from a "
         "plugin: remat-opt has everything; load RematPlugin into programs "
         "without Remat, such as mlir-opt, and one copy of it\n";
  std::exit(EXIT_FAILURE);
}

/// Whether the dialect `remat` of the registry is another copy's.
static bool hasForeignDialect(const DialectRegistry &registry) {
  DialectAllocatorFunctionRef allocate =
      registry.getDialectAllocator(remat::RematDialect::getDialectNamespace());
  if (!allocate)
    return false;
  MLIRContext context(MLIRContext::Threading::DISABLED);
  return allocate(&context)->getTypeID() != TypeID::get<remat::RematDialect>();
}

static void registerDialects(DialectRegistry *registry) {
  if (hasForeignDialect(*registry))
    refuseHost("dialects");
  remat::registerAllDialects(*registry);
}

static void registerPasses() {
  // The registry of passes is one for the process.
  static bool registered = false;
  if (registered)
    return;
  if (PassPipelineInfo::lookup("remat-pipeline"))
    refuseHost("passes");
  remat::registerAllPasses();
  registered = true;
}

extern "C" DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, kName, REMAT_VERSION_STRING,
          registerDialects};
}

extern "C" PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, kName, REMAT_VERSION_STRING, registerPasses};
}
