//===- passes.c - Remat's pipelines on a module, from C -----------*- C -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// passes FILE.mlir PIPELINE: the module after the pipeline, as text.
//
//===----------------------------------------------------------------------===//

#include "remat-c/Passes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"
#include "mlir-c/RegisterEverything.h"
#include "remat-c/Dialects.h"

#include <stdio.h>

static void print(MlirStringRef text, void *file) {
  fwrite(text.data, 1, text.length, (FILE *)file);
}

static MlirLogicalResult printDiagnostic(MlirDiagnostic diagnostic,
                                         void *userData) {
  (void)userData;
  if (mlirDiagnosticGetSeverity(diagnostic) == MlirDiagnosticError)
    fputs("error: ", stderr);
  mlirDiagnosticPrint(diagnostic, print, stderr);
  fputc('\n', stderr);
  return mlirLogicalResultSuccess();
}

// Runs a pipeline such as `builtin.module(remat-pipeline{budget=60%})`.
static MlirLogicalResult run(MlirContext context, MlirModule module,
                             const char *pipeline) {
  MlirPassManager pm = mlirPassManagerCreate(context);
  MlirLogicalResult result = mlirParsePassPipeline(
      mlirPassManagerGetAsOpPassManager(pm),
      mlirStringRefCreateFromCString(pipeline), print, stderr);
  if (mlirLogicalResultIsSuccess(result))
    result = mlirPassManagerRunOnOp(pm, mlirModuleGetOperation(module));
  mlirPassManagerDestroy(pm);
  return result;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: %s FILE.mlir PIPELINE\n", argv[0]);
    return 1;
  }
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  rematRegisterAllDialects(registry);
  rematRegisterAllPasses();
  MlirContext context = mlirContextCreateWithRegistry(registry, true);
  mlirContextAttachDiagnosticHandler(context, printDiagnostic, NULL, NULL);

  // The parser wants a null byte behind the text.
  static char text[1 << 24];
  FILE *file = fopen(argv[1], "rb");
  const size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;
  if (!file || length == sizeof text - 1) {
    fprintf(stderr, "error: cannot read '%s'\n", argv[1]);
    return 1;
  }
  fclose(file);
  MlirModule module =
      mlirModuleCreateParse(context, mlirStringRefCreate(text, length));
  int failed = 1;
  if (!mlirModuleIsNull(module)) {
    failed = mlirLogicalResultIsFailure(run(context, module, argv[2]));
    if (!failed) {
      mlirOperationPrint(mlirModuleGetOperation(module), print, stdout);
      putchar('\n');
    }
    mlirModuleDestroy(module);
  }
  mlirContextDestroy(context);
  mlirDialectRegistryDestroy(registry);
  return failed;
}
