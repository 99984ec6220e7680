//===- ir.c - Dialect, attributes and passes, from C --------------*- C -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints what is made of the dialect; the test compares it.
//
//===----------------------------------------------------------------------===//

#include "mlir-c/IR.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/Pass.h"
#include "mlir-c/RegisterEverything.h"
#include "remat-c/Attributes.h"
#include "remat-c/Dialects.h"
#include "remat-c/Passes.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static void print(MlirStringRef text, void *file) {
  fwrite(text.data, 1, text.length, (FILE *)file);
}

static MlirLogicalResult printDiagnostic(MlirDiagnostic diagnostic,
                                         void *userData) {
  (void)userData;
  fputs("diagnostic: ", stdout);
  mlirDiagnosticPrint(diagnostic, print, stdout);
  fputc('\n', stdout);
  return mlirLogicalResultSuccess();
}

static void printAttribute(MlirAttribute attr) {
  if (mlirAttributeIsNull(attr)) {
    puts("null");
    return;
  }
  mlirAttributePrint(attr, print, stdout);
  fputc('\n', stdout);
}

static MlirAttribute parse(MlirContext context, const char *text) {
  return mlirAttributeParseGet(context, mlirStringRefCreateFromCString(text));
}

static void printCost(MlirContext context, const double *time,
                      const int64_t *workspace) {
  MlirAttribute attr = rematCostAttrGet(context, time, workspace);
  printAttribute(attr);
  if (mlirAttributeIsNull(attr))
    return;
  double gotTime = -1;
  int64_t gotWorkspace = -1;
  const bool hasTime = rematCostAttrGetTime(attr, &gotTime);
  const bool hasWorkspace = rematCostAttrGetWorkspace(attr, &gotWorkspace);
  printf("  time %d %g, workspace %d %" PRId64 "\n", hasTime, gotTime,
         hasWorkspace, gotWorkspace);
}

static void testAttributes(MlirContext context) {
  const double time = 12.5, negative = -1, infinite = INFINITY;
  const int64_t workspace = 1024, below = -4;
  // CHECK: attributes
  puts("attributes");
  // CHECK-NEXT: #remat.cost<time = 12.5, workspace = 1024>
  // CHECK-NEXT: time 1 12.5, workspace 1 1024
  printCost(context, &time, &workspace);
  // CHECK-NEXT: #remat.cost<time = 12.5>
  // CHECK-NEXT: time 1 12.5, workspace 0 -1
  printCost(context, &time, NULL);
  // CHECK-NEXT: #remat.cost<workspace = 1024>
  // CHECK-NEXT: time 0 -1, workspace 1 1024
  printCost(context, NULL, &workspace);
  // CHECK-NEXT: diagnostic: {{.*}}time{{.*}}-1
  // CHECK-NEXT: null
  printCost(context, &negative, NULL);
  // CHECK-NEXT: diagnostic: {{.*}}time
  // CHECK-NEXT: null
  printCost(context, &infinite, &workspace);
  // CHECK-NEXT: diagnostic: {{.*}}workspace{{.*}}-4
  // CHECK-NEXT: null
  printCost(context, NULL, &below);
  // CHECK-NEXT: diagnostic:
  // CHECK-NEXT: null
  printCost(context, NULL, NULL);

  // CHECK-NEXT: #remat.phase<backward>
  MlirAttribute phase = rematPhaseAttrGet(context, RematTaskPhaseBackward);
  printAttribute(phase);
  // CHECK-NEXT: #remat.policy<recompute>
  MlirAttribute policy = rematPolicyAttrGet(context, RematTaskPolicyRecompute);
  printAttribute(policy);
  // CHECK-NEXT: #remat.policy<may_recompute>
  printAttribute(rematPolicyAttrGet(context, RematTaskPolicyMayRecompute));
  // CHECK-NEXT: phase 2, policy 1
  printf("phase %d, policy %d\n",
         (int)rematPhaseAttrGetValue(parse(context, "#remat.phase<other>")),
         (int)rematPolicyAttrGetValue(parse(context, "#remat.policy<save>")));
  // CHECK-NEXT: null
  printAttribute(rematPhaseAttrGet(context, (RematTaskPhase)7));
  // CHECK-NEXT: null
  printAttribute(rematPolicyAttrGet(context, (RematTaskPolicy)7));

  // CHECK-NEXT: cost 0 phase 1 policy 0
  printf("cost %d phase %d policy %d\n", rematAttributeIsACost(phase),
         rematAttributeIsAPhase(phase), rematAttributeIsAPolicy(phase));
  MlirAttribute cost = parse(context, "#remat.cost<workspace = 8>");
  // CHECK-NEXT: cost 1 phase 0 policy 0
  printf("cost %d phase %d policy %d\n", rematAttributeIsACost(cost),
         rematAttributeIsAPhase(cost), rematAttributeIsAPolicy(cost));
  // CHECK-NEXT: type ids 1 1 1
  printf(
      "type ids %d %d %d\n",
      mlirTypeIDEqual(mlirAttributeGetTypeID(cost), rematCostAttrGetTypeID()),
      mlirTypeIDEqual(mlirAttributeGetTypeID(phase), rematPhaseAttrGetTypeID()),
      mlirTypeIDEqual(mlirAttributeGetTypeID(policy),
                      rematPolicyAttrGetTypeID()));
}

// The dialect by its handle, as upstream's are loaded.
static void testHandle(void) {
  // CHECK: handle remat
  MlirDialectHandle handle = mlirGetDialectHandle__remat__();
  fputs("handle ", stdout);
  print(mlirDialectHandleGetNamespace(handle), stdout);
  fputc('\n', stdout);
  MlirContext context = mlirContextCreate();
  // CHECK-NEXT: loaded 0 1
  const bool before = mlirContextIsRegisteredOperation(
      context, mlirStringRefCreateFromCString("remat.barrier"));
  mlirDialectHandleLoadDialect(handle, context);
  printf("loaded %d %d\n", before,
         mlirContextIsRegisteredOperation(
             context, mlirStringRefCreateFromCString("remat.barrier")));
  mlirContextDestroy(context);
}

// Passes made by functions, with the default options.
static void testPasses(MlirContext context) {
  MlirPassManager pm = mlirPassManagerCreate(context);
  MlirOpPassManager functions = mlirPassManagerGetNestedUnder(
      pm, mlirStringRefCreateFromCString("func.func"));
  mlirOpPassManagerAddOwnedPass(functions, mlirCreateRematRematLifetimes());
  mlirPassManagerAddOwnedPass(pm,
                              mlirCreateRematConversionRematOutlineKernels());
  mlirPassManagerAddOwnedPass(pm, mlirCreateRematPipelinesRematFitArena());
  // CHECK: passes
  // any(func.func(remat-lifetimes),remat-outline-kernels,remat-fit-arena{
  fputs("passes ", stdout);
  mlirPrintPassPipeline(mlirPassManagerGetAsOpPassManager(pm), print, stdout);
  fputc('\n', stdout);

  MlirModule module = mlirModuleCreateParse(
      context, mlirStringRefCreateFromCString(
                   "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
                   "  %0 = math.exp %x : tensor<4xf32>\n"
                   "  %1 = math.tanh %0 : tensor<4xf32>\n"
                   "  return %1 : tensor<4xf32>\n"
                   "}\n"));
  MlirPassManager lifetimes = mlirPassManagerCreate(context);
  mlirOpPassManagerAddOwnedPass(
      mlirPassManagerGetNestedUnder(
          lifetimes, mlirStringRefCreateFromCString("func.func")),
      mlirCreateRematRematLifetimes());
  // CHECK: %[[EXP:.*]] = math.exp
  // CHECK: remat.release %[[EXP]]
  if (mlirLogicalResultIsSuccess(
          mlirPassManagerRunOnOp(lifetimes, mlirModuleGetOperation(module))))
    mlirOperationPrint(mlirModuleGetOperation(module), print, stdout);
  mlirPassManagerDestroy(lifetimes);
  mlirModuleDestroy(module);
  mlirPassManagerDestroy(pm);
}

int main(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  rematRegisterAllDialects(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, true);
  mlirContextAttachDiagnosticHandler(context, printDiagnostic, NULL, NULL);
  mlirContextGetOrLoadDialect(context, mlirStringRefCreateFromCString("remat"));
  testAttributes(context);
  testHandle();
  testPasses(context);
  rematRegisterAllPasses();
  rematRegisterAllPasses();
  mlirContextDestroy(context);
  mlirDialectRegistryDestroy(registry);
  // CHECK: done
  puts("done");
  return 0;
}
