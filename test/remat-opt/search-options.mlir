// How hard to search: as flags, as options of the pipeline and of the pass, by
// the same names and with the same limits.

// RUN: remat-opt %s --remat-budget=400 --remat-effort=0 --remat-work-limit=1000 --remat-reorder=none --remat-time-limit=60 2>&1 | FileCheck %s
// RUN: remat-opt %s --pass-pipeline='builtin.module(remat-pipeline{budget=400 effort=3 work-limit=1000 reorder=local time-limit=60})' 2>&1 | FileCheck %s
// RUN: remat-opt %s --remat-rematerialize='budget=400 effort=2 work-limit=1000 reorder=full time-limit=60' 2>&1 | FileCheck %s
// CHECK: remark: 'step': peak 448 bytes (448 B) -> 384 bytes
// CHECK: remat.barrier

// What the flags hold gets to the pass.
// RUN: remat-opt %s --remat-budget=400 --remat-effort=2 --remat-work-limit=7 --remat-reorder=local --remat-time-limit=1.5 --mlir-generate-reproducer=%t.repro -o /dev/null
// RUN: FileCheck %s --check-prefix=DUMP < %t.repro
// DUMP: remat-rematerialize{
// DUMP-DAG: effort=2
// DUMP-DAG: work-limit=7
// DUMP-DAG: reorder=local
// DUMP-DAG: time-limit=1.5

// Out of range, also where there is nothing to search.
// RUN: not remat-opt %s --remat-budget=400 --remat-effort=4 2>&1 | FileCheck %s --check-prefix=EFFORT
// RUN: not remat-opt %s --pass-pipeline='builtin.module(remat-pipeline{budget=400 effort=4})' 2>&1 | FileCheck %s --check-prefix=EFFORT
// RUN: not remat-opt %s --remat-rematerialize='budget=100%% strategy=none effort=4' 2>&1 | FileCheck %s --check-prefix=EFFORT
// RUN: remat-opt %s --remat-budget=400 --remat-plan-out=%t.plan -o /dev/null
// RUN: not remat-opt %s --remat-plan-in=%t.plan --remat-budget=min --remat-effort=4 2>&1 | FileCheck %s --check-prefix=EFFORT
// EFFORT: error: 'func.func' op the effort of 4 is out of range; give 0 (fastest) to 3 (most thorough)
// RUN: not remat-opt %s --remat-budget=400 --remat-time-limit=-1 2>&1 | FileCheck %s --check-prefix=TIME
// TIME: error: 'func.func' op the time limit of -1.00 seconds is out of range; give a number above 0 and up to 1e9, or no limit
// RUN: not remat-opt %s --remat-budget=400 --remat-work-limit=-1 2>&1 | FileCheck %s --check-prefix=WORK
// WORK: for the --remat-work-limit option: '-1' value invalid
// RUN: not remat-opt %s --remat-budget=400 --remat-reorder=some 2>&1 | FileCheck %s --check-prefix=REORDER
// REORDER: for the --remat-reorder option: Cannot find option named 'some'!

// They say how to keep a budget: without one they would be ignored.
// RUN: not remat-opt %s --remat-effort=1 2>&1 | FileCheck %s --check-prefix=UNUSED
// UNUSED: error: --remat-effort goes with a budget, but there is none

func.func @step(%x: tensor<16xf32>) -> (tensor<f32> {remat.loss}, tensor<16xf32>) {
  %a = math.exp %x : tensor<16xf32>
  %b = math.tanh %a : tensor<16xf32>
  %c = math.absf %b : tensor<16xf32>
  %d = math.sqrt %c : tensor<16xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %loss = linalg.dot ins(%d, %x : tensor<16xf32>, tensor<16xf32>) outs(%f : tensor<f32>) -> tensor<f32>
  %gd = arith.mulf %x, %d : tensor<16xf32>
  %gc = arith.mulf %gd, %c : tensor<16xf32>
  %gb = arith.mulf %gc, %b : tensor<16xf32>
  %ga = arith.mulf %gb, %a : tensor<16xf32>
  return %loss, %ga : tensor<f32>, tensor<16xf32>
}
