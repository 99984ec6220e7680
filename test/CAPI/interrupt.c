//===- interrupt.c - Long searches, watched and ended from C ------*- C -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// interrupt GRAPH.json: ends a search that would take hours at its first plan
// that fits.
//
//===----------------------------------------------------------------------===//

#include "remat-c/Planner.h"

#include <stdio.h>

struct Watcher {
  RematPlanOptions options;
  int calls;
  bool inRange;
};

static void watch(const RematSearchProgress *progress, void *userData) {
  struct Watcher *watcher = (struct Watcher *)userData;
  ++watcher->calls;
  watcher->inRange &= progress->done >= 0 && progress->done <= 1;
  if (progress->fits && progress->peak > 0)
    rematPlanOptionsInterrupt(watcher->options);
}

static void countWarning(MlirStringRef message, void *userData) {
  (void)message;
  ++*(int *)userData;
}

int main(int argc, char **argv) {
  static char text[1 << 24];
  FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
  if (!file)
    return 1;
  const size_t length = fread(text, 1, sizeof text, file);
  fclose(file);

  struct Watcher watcher = {rematPlanOptionsCreate(), 0, true};
  int warnings = 0;
  rematPlanOptionsSetBudget(watcher.options,
                            mlirStringRefCreateFromCString("80%"));
  rematPlanOptionsSetWorkLimit(watcher.options, UINT64_C(1000000000000));
  rematPlanOptionsSetProgressCallback(watcher.options, watch, &watcher);
  rematPlanOptionsSetWarningCallback(watcher.options, countWarning, &warnings);
  RematPlan plan =
      rematPlanGraph(mlirStringRefCreate(text, length), watcher.options);
  printf("status %d, stopped %d, called %d, in range %d, warnings %d\n",
         (int)rematPlanGetStatus(plan), rematPlanWasStopped(plan),
         watcher.calls > 0, watcher.inRange, warnings);
  rematPlanDestroy(plan);
  rematPlanOptionsDestroy(watcher.options);
  return 0;
}
