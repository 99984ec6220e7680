//===- RematPlugin.cpp - Remat in any mlir-opt ----------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plugin for mlir-opt's --load-dialect-plugin and --load-pass-plugin. Exports
// only the two entry points and a mark: a program may have its own copy of
// Remat.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/MLIRContext.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "remat/InitAllDialects.h"
#include "remat/InitAllPasses.h"
#include "remat/Support/Version.h"

#include "llvm/Support/Compiler.h"
#include "llvm/Support/WithColor.h"

#include <cstdlib>

using namespace mlir;

static constexpr char kName[] = "RematPlugin";

/// Identifies the copy of the plugin that registered something. MLIR opens
/// plugins so that all copies of the file share the first one's variable;
/// callbacks for passes do not see the dialects.
extern "C" {
LLVM_ATTRIBUTE_VISIBILITY_DEFAULT const void *rematPluginInUse = nullptr;
}

/// Exits. A callback cannot fail, and MLIR's registries abort on a second owner
/// of a name.
[[noreturn]] static void refuseHost(StringRef what) {
  llvm::WithColor::error(llvm::errs(), kName)
      << "this program has the " << what
      << " of Remat already, from another copy of it, and needs none from a "
         "plugin: remat-opt has everything; load RematPlugin into programs "
         "without Remat, such as mlir-opt, and one copy of it\n";
  std::exit(EXIT_FAILURE);
}

/// Whether the registry's dialect `remat` is another copy's.
static bool hasForeignDialect(const DialectRegistry &registry) {
  DialectAllocatorFunctionRef allocate =
      registry.getDialectAllocator(remat::RematDialect::getDialectNamespace());
  if (!allocate)
    return false;
  MLIRContext context(MLIRContext::Threading::DISABLED);
  return allocate(&context)->getTypeID() != TypeID::get<remat::RematDialect>();
}

/// The process has one registry of passes.
static bool hasRegisteredPasses = false;

static bool hasForeignPasses() {
  return !hasRegisteredPasses && PassPipelineInfo::lookup("remat-pipeline");
}

/// Whether another copy of this file was first. If not, claims to be the first.
static bool isSecondCopy() {
  if (!rematPluginInUse)
    rematPluginInUse = &hasRegisteredPasses;
  return rematPluginInUse != &hasRegisteredPasses;
}

static void registerDialects(DialectRegistry *registry) {
  if (hasForeignPasses())
    refuseHost("passes");
  if (hasForeignDialect(*registry) || isSecondCopy())
    refuseHost("dialects");
  remat::registerAllDialects(*registry);
}

static void registerPasses() {
  if (hasRegisteredPasses)
    return;
  if (hasForeignPasses())
    refuseHost("passes");
  if (isSecondCopy())
    refuseHost("dialects");
  remat::registerAllPasses();
  hasRegisteredPasses = true;
}

extern "C" DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, kName, REMAT_VERSION_STRING,
          registerDialects};
}

extern "C" PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, kName, REMAT_VERSION_STRING, registerPasses};
}
