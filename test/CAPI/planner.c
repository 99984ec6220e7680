//===- planner.c - The planner's options and outcomes, from C -----*- C -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints what comes of each question; the test compares it.
//
//===----------------------------------------------------------------------===//

#include "remat-c/Planner.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// Three values of 100 bytes, of which the last task needs all.
static const char graph[] =
    "{\"resident_bytes\": 100,\n"
    " \"values\": [{\"id\": 0, \"bytes\": 100, \"kind\": \"input\"},\n"
    "  {\"id\": 1, \"bytes\": 100}, {\"id\": 2, \"bytes\": 100},\n"
    "  {\"id\": 3, \"bytes\": 100, \"result\": true}],\n"
    " \"ops\": [\n"
    "  {\"id\": 0, \"ins\": [0], \"outs\": [1], \"time\": 1,\n"
    "   \"phase\": \"forward\"},\n"
    "  {\"id\": 1, \"ins\": [1], \"outs\": [2], \"time\": 1,\n"
    "   \"phase\": \"forward\"},\n"
    "  {\"id\": 2, \"ins\": [1, 2], \"outs\": [3], \"time\": 2,\n"
    "   \"phase\": \"backward\"}]}\n";

static void plan(const char *what, const char *text, RematPlanOptions options) {
  RematPlan plan =
      rematPlanGraph(mlirStringRefCreateFromCString(text), options);
  const MlirStringRef message = rematPlanGetMessage(plan);
  printf("%s: status %d, budget %" PRId64 ", peak %" PRId64
         ", time %g of %g, bound %" PRId64 ", smallest %" PRId64
         ", optimal %d, stopped %d, json %d\n",
         what, (int)rematPlanGetStatus(plan), rematPlanGetBudget(plan),
         rematPlanGetPeak(plan), rematPlanGetTime(plan),
         rematPlanGetBaseTime(plan), rematPlanGetLowerBound(plan),
         rematPlanGetSmallestPeak(plan), rematPlanIsProvedOptimal(plan),
         rematPlanWasStopped(plan), rematPlanGetJSON(plan).length > 0);
  if (message.length)
    printf("  %.*s\n", (int)message.length, message.data);
  rematPlanDestroy(plan);
}

static void planWithBudget(const char *budget, const char *strategy) {
  RematPlanOptions options = rematPlanOptionsCreate();
  rematPlanOptionsSetBudget(options, mlirStringRefCreateFromCString(budget));
  rematPlanOptionsSetStrategy(options,
                              mlirStringRefCreateFromCString(strategy));
  plan(budget, graph, options);
  rematPlanOptionsDestroy(options);
}

static void testBudgets(void) {
  // CHECK: min: status 0, budget 400, peak 400, time 4 of 4, bound 400,
  // smallest 0, optimal 1, stopped 0, json 1
  planWithBudget("min", "auto");
  // CHECK-NEXT: 100%: status 0, budget 400,
  planWithBudget("100%", "chen");
  // CHECK-NEXT: 1KiB: status 0, budget 1024,
  planWithBudget("1KiB", "auto");
  // CHECK-NEXT: 50%: status 2, budget 200, peak 0, time 0 of 4, bound 400,
  // smallest 400, optimal 0, stopped 0, json 1 CHECK-NEXT: the step does not
  // fits the budget of 200 bytes
  planWithBudget("50%", "auto");
  // CHECK-NEXT: much: status 1, budget 0, {{.*}}, json 0
  // CHECK-NEXT: invalid budget 'much'
  planWithBudget("much", "auto");
  // CHECK-NEXT: -5: status 1,
  // CHECK-NEXT: invalid budget '-5'
  planWithBudget("-5", "auto");
  // CHECK-NEXT: min: status 1,
  // CHECK-NEXT: unknown strategy 'best'; expected one of: auto, none,
  planWithBudget("min", "best");
  // CHECK-NEXT: min: status 4, {{.*}}, json 0
  // CHECK-NEXT: the strategy 'join' does not apply:
  planWithBudget("min", "join");
}

static void testProofs(void) {
  // One of the ops is a loop.
  static char loop[sizeof graph + 32];
  const char *time = strstr(graph, "\"time\"");
  const int before = (int)(time - graph);
  snprintf(loop, sizeof loop, "%.*s\"planned_whole\": true, %s", before, graph,
           time);
  RematPlanOptions options = rematPlanOptionsCreate();
  rematPlanOptionsSetBudget(options, mlirStringRefCreateFromCString("100%"));
  const char *texts[] = {graph, loop};
  for (int i = 0; i < 2; ++i) {
    RematPlan plan =
        rematPlanGraph(mlirStringRefCreateFromCString(texts[i]), options);
    printf("proof %d of whole tasks %d\n", rematPlanIsProvedOptimal(plan),
           rematPlanIsOfWholeTasks(plan));
    rematPlanDestroy(plan);
  }
  rematPlanOptionsDestroy(options);
  // CHECK: proof 1 of whole tasks 0
  // CHECK-NEXT: proof 1 of whole tasks 1
}

static void testFiles(void) {
  RematPlanOptions options = rematPlanOptionsCreate();
  // CHECK: empty: status 1, {{.*}}, json 0
  // CHECK-NEXT: the graph file is not valid JSON: [1:0,
  plan("empty", "", options);
  // CHECK-NEXT: cut: status 1, {{.*}}, json 0
  // CHECK-NEXT: the graph file is not valid JSON: [1:26,
  plan("cut", "{\"version\": 1, \"values\": [", options);
  // CHECK-NEXT: no values: status 1,
  // CHECK-NEXT: key 'values' is missing
  plan("no values", "{\"version\": 1, \"ops\": []}", options);
  // CHECK-NEXT: null byte: status 1,
  RematPlan result = rematPlanGraph(mlirStringRefCreate("{}\0{}", 5), options);
  printf("null byte: status %d,\n", (int)rematPlanGetStatus(result));
  rematPlanDestroy(result);
  rematPlanOptionsDestroy(options);
}

static void testOptions(void) {
  RematPlanOptions options = rematPlanOptionsCreate();
  rematPlanOptionsSetEffort(options, 9);
  // CHECK: effort: status 1,
  // CHECK-NEXT: {{.*}}effort{{.*}}9
  plan("effort", graph, options);
  rematPlanOptionsSetEffort(options, 0);
  rematPlanOptionsSetTimeLimit(options, -1);
  // CHECK-NEXT: time limit: status 1,
  // CHECK-NEXT: {{.*}}time limit{{.*}}-1
  plan("time limit", graph, options);
  rematPlanOptionsSetTimeLimit(options, 0);
  rematPlanOptionsSetObjective(options, (RematObjective)5);
  // CHECK-NEXT: objective: status 1,
  // CHECK-NEXT: unknown objective 5
  plan("objective", graph, options);
  rematPlanOptionsSetObjective(options, RematObjectiveMemory);
  rematPlanOptionsSetReorder(options, (RematReorder)3);
  // CHECK-NEXT: reorder: status 1,
  // CHECK-NEXT: unknown kind of reordering 3
  plan("reorder", graph, options);
  rematPlanOptionsSetReorder(options, RematReorderNone);
  rematPlanOptionsSetWorkLimit(options, 1000);
  // CHECK-NEXT: all: status 0,
  plan("all", graph, options);
  rematPlanOptionsDestroy(options);
}

static void testReports(const char *path) {
  RematPlanOptions options = rematPlanOptionsCreate();
  rematPlanOptionsSetBudget(options, mlirStringRefCreateFromCString("min"));
  rematPlanOptionsSetReportPath(options, mlirStringRefCreateFromCString(path));
  // CHECK: report: status 0, budget 400, {{.*}}, json 1
  // REPORT: "budget_bytes": 400
  plan("report", graph, options);
  const char *nowhere = "no/such/folder/report.html";
  rematPlanOptionsSetReportPath(options,
                                mlirStringRefCreateFromCString(nowhere));
  // CHECK-NEXT: no folder: status 1, {{.*}}, json 0
  // CHECK-NEXT: {{.*}}no/such/folder/report.html
  plan("no folder", graph, options);
  // CHECK-NEXT: no report: status 0,
  rematPlanOptionsSetReportPath(options, mlirStringRefCreate("", 0));
  plan("no report", graph, options);
  rematPlanOptionsDestroy(options);
}

static void testStrategies(void) {
  const intptr_t count = rematGetNumStrategies();
  bool found = false;
  for (intptr_t i = 0; i < count; ++i) {
    const MlirStringRef name = rematStrategyGetName(i);
    found |= name.length == 4 && !memcmp(name.data, "auto", 4) &&
             rematStrategyGetSummary(i).length > 0;
  }
  // CHECK: strategies: auto 1, beyond 0 0
  printf("strategies: auto %d, beyond %d %d\n", found,
         (int)rematStrategyGetName(count).length,
         (int)rematStrategyGetSummary(-1).length);
}

int main(int argc, char **argv) {
  if (argc != 2)
    return 1;

  testBudgets();
  testProofs();
  testFiles();
  testOptions();
  testReports(argv[1]);
  testStrategies();
  // CHECK: done
  puts("done");
  return 0;
}
