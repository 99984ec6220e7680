//===- plan.c - A plan for a graph file, from C -------------------*- C -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// plan GRAPH.json BUDGET [STRATEGY]: what remat-plan does, without options.
//
//===----------------------------------------------------------------------===//

#include "remat-c/Planner.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

// The text of a file, or NULL; freed by the caller.
static char *readFile(const char *path, size_t *length) {
  FILE *file = fopen(path, "rb");
  char *text = NULL;
  size_t capacity = 0, count = 1;
  *length = 0;
  while (file && count > 0) {
    capacity = 2 * capacity + 65536;
    text = realloc(text, capacity);
    if (!text)
      abort();
    count = fread(text + *length, 1, capacity - *length, file);
    *length += count;
  }
  if (file)
    fclose(file);
  return text;
}

static void printWarning(MlirStringRef message, void *path) {
  fprintf(stderr, "warning: %s: %.*s\n", (const char *)path,
          (int)message.length, message.data);
}

int main(int argc, char **argv) {
  if (argc < 3 || argc > 4) {
    fprintf(stderr, "usage: %s GRAPH.json BUDGET [STRATEGY]\n", argv[0]);
    return RematPlanStatusInvalid;
  }
  size_t length;
  char *text = readFile(argv[1], &length);
  if (!text) {
    fprintf(stderr, "error: cannot read '%s'\n", argv[1]);
    return RematPlanStatusInvalid;
  }

  RematPlanOptions options = rematPlanOptionsCreate();
  rematPlanOptionsSetBudget(options, mlirStringRefCreateFromCString(argv[2]));
  if (argc == 4)
    rematPlanOptionsSetStrategy(options,
                                mlirStringRefCreateFromCString(argv[3]));
  rematPlanOptionsSetWarningCallback(options, printWarning, argv[1]);

  RematPlan plan = rematPlanGraph(mlirStringRefCreate(text, length), options);
  const RematPlanStatus status = rematPlanGetStatus(plan);
  const MlirStringRef json = rematPlanGetJSON(plan);
  const MlirStringRef message = rematPlanGetMessage(plan);
  fwrite(json.data, 1, json.length, stdout);
  if (status == RematPlanStatusOk)
    fprintf(stderr, "peak %" PRId64 " of %" PRId64 " bytes, time %g of %g\n",
            rematPlanGetPeak(plan), rematPlanGetBudget(plan),
            rematPlanGetTime(plan), rematPlanGetBaseTime(plan));
  else
    fprintf(stderr, "error: %.*s\n", (int)message.length, message.data);

  rematPlanDestroy(plan);
  rematPlanOptionsDestroy(options);
  free(text);
  return status;
}
