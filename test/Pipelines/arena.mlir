// The budget is kept by one block for all buffers, and what is resident.

// RUN: remat-opt %s --remat-budget=384 --remat-arena=fit --remat-device=unit --remat-report=%t.json --remat-plan-out=%t.plan -o %t.fit.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --check-prefix=FIT < %t.fit.mlir
// RUN: FileCheck %s --check-prefix=REPORT < %t.json
// RUN: remat-opt %s --remat-budget=384 --remat-arena=place --remat-device=unit -o %t.place.mlir 2> /dev/null
// RUN: FileCheck %s --check-prefix=PLACE < %t.place.mlir

// What fits comes to lie as it was promised, and keeps the budget as it lies.
// RUN: remat-opt %t.fit.mlir --remat-cpu-pipeline='stop-at-buffers=true in-place=true place-buffers=true' | FileCheck %s --check-prefix=PLACE
// RUN: remat-opt %t.place.mlir --remat-verify-budget=budget=384 -o /dev/null
// RUN: not remat-opt %t.place.mlir --remat-verify-budget=budget=383 -o /dev/null

// The pipeline by its name does the same, again and again.
// RUN: remat-opt %s --pass-pipeline='builtin.module(remat-pipeline{budget=384 arena=place device=unit report=%t.2.json})' -o - 2> /dev/null | diff - %t.place.mlir
// RUN: diff %t.json %t.2.json

// A saved plan is placed as it is, with or without a budget for its arena.
// RUN: remat-opt %s --remat-plan-in=%t.plan --remat-arena=fit --remat-device=unit 2> /dev/null | FileCheck %s --check-prefix=SAVED
// RUN: remat-opt %s --remat-plan-in=%t.plan --remat-budget=384 --remat-arena=place --remat-device=unit 2> /dev/null | diff - %t.place.mlir
// RUN: bash -c 'remat-opt %s --remat-plan-in=%t.plan --remat-budget=383 --remat-arena=fit --remat-device=unit; test $? -eq 3' 2>&1 | FileCheck %s --check-prefix=SAVED-OVER
// RUN: not remat-opt %s --remat-plan-in=%t.plan --remat-budget=min --remat-arena=fit 2>&1 | FileCheck %s --check-prefix=SAVED-MIN
// SAVED: remat.barrier
// SAVED-OVER: error: '{{.*}}': no arena found within 383 bytes; the smallest of 1 plan needs 384 bytes, 1 byte more: 256 bytes of arena, 128 bytes resident; proven bound
// SAVED-MIN: error: 'func.func' op has a saved plan, for whose arena 'min' is no budget; give bytes, a percentage, or none

// REMARK: arena.mlir:0:0: remark: 'step': peak 512 bytes (512 B) -> 448 bytes (448 B), budget 384 bytes (384 B), strategy {{.*}}: 1 op recomputed 1 time, extra time 11.11% of the step, at most 20.00% of the forward time from optimal; arena 256 bytes (256 B) and 128 resident bytes make 384 bytes (384 B), live peak 256 bytes, planned {{[0-9]+}} times

// On tensors, nothing is written in place yet.
// FIT-LABEL: func.func @step
// FIT-SAME:    tensor<16xf32>
// FIT-SAME:    remat.budget = 448 : i64
// FIT:         remat.barrier

// REPORT: "status": "ok",
// REPORT: "budget_bytes": 384,
// REPORT: "resident_bytes": 128,
// REPORT: "peak_before_bytes": 512,
// REPORT: "predicted_peak_bytes": 384,
// REPORT: "arena_bytes": 256,
// REPORT: "arena_lower_bound_bytes": 256,
// REPORT: "live_peak_bytes": 256,
// REPORT: "safety_bytes": 0,
// REPORT: "arena_turns": {{[2-9]}},
// REPORT: "parallel_safe": "none",
// REPORT: "in_place": true,
// REPORT: "peak_after_bytes": 448,
// REPORT: "time_bound": 9,
// REPORT: "time_bound_reason": "each operation runs once
// REPORT: "proved_optimal": false,

// PLACE-LABEL: func.func @step
// PLACE-SAME:    memref<16xf32>
// PLACE-SAME:    remat.arena_bytes = 256 : i64
// PLACE:         memref.alloc() {alignment = 64 : i64} : memref<256xi8>
// PLACE-NOT:     memref.alloc
// PLACE-COUNT-6: memref.view
// PLACE-NOT:     memref.alloc

// Where nothing has to run again, and the arena fits as it stands, one plan is
// made and nothing is searched.
// RUN: remat-opt %s --remat-budget=448 --remat-arena=fit --remat-device=unit -o /dev/null 2>&1 | FileCheck %s --check-prefix=ONCE
// RUN: remat-opt %s --remat-budget=1MiB --remat-arena=fit --remat-device=unit -o /dev/null 2>&1 | FileCheck %s --check-prefix=ONCE
// ONCE: peak 512 bytes (512 B) -> 512 bytes (512 B), {{.*}}: 0 ops recomputed {{.*}}, proved optimal; arena 320 bytes (320 B) and 128 resident bytes make 448 bytes (448 B), live peak 320 bytes, planned 1 time{{$}}

// In place or not, the arena is within the budget.
// RUN: remat-opt %s --remat-budget=448 --remat-arena=fit --remat-in-place=false --remat-device=unit -o /dev/null 2>&1 | FileCheck %s --check-prefix=APART
// APART: 1 op recomputed 1 time, extra time 11.11% of the step, proved optimal; arena 320 bytes (320 B) and 128 resident bytes make 448 bytes (448 B)

// The smallest arena, with the fastest plan that has it.
// RUN: remat-opt %s --remat-budget=min --remat-arena=fit --remat-device=unit -o /dev/null 2>&1 | FileCheck %s --check-prefix=MIN
// RUN: remat-opt %s --remat-budget=320 --remat-arena=fit --remat-device=unit -o /dev/null 2>&1 | FileCheck %s --check-prefix=MIN
// MIN: budget 320 bytes (320 B), {{.*}} extra time 22.22% of the step, {{.*}}; arena 192 bytes (192 B) and 128 resident bytes make 320 bytes (320 B)
// RUN: remat-opt %s --remat-budget=min --remat-arena=fit --remat-in-place=false --remat-device=unit -o /dev/null 2>&1 | FileCheck %s --check-prefix=MIN-APART
// MIN-APART: proved the smallest arena; arena 192 bytes

// Shares are those of peaks of live bytes.
// RUN: remat-opt %s --remat-budget=75%% --remat-arena=fit --remat-device=unit -o /dev/null 2>&1 | FileCheck %s --check-prefix=SHARE
// RUN: remat-opt %s --remat-budget=slack:50%% --remat-arena=fit --remat-device=unit -o /dev/null 2>&1 | FileCheck %s --check-prefix=SLACK
// SHARE: budget 384 bytes
// SLACK: budget 416 bytes (416 B), {{.*}} make 384 bytes

func.func @step(%x: tensor<16xf32>, %w: tensor<16xf32>) -> (tensor<f32> {remat.loss}, tensor<16xf32>) {
  %a = math.exp %x : tensor<16xf32>
  %b = math.tanh %a : tensor<16xf32>
  %c = math.absf %b : tensor<16xf32>
  %d = math.sqrt %c : tensor<16xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %loss = linalg.dot ins(%d, %w : tensor<16xf32>, tensor<16xf32>) outs(%f : tensor<f32>) -> tensor<f32>
  %gd = arith.mulf %w, %d : tensor<16xf32>
  %gc = arith.mulf %gd, %c : tensor<16xf32>
  %gb = arith.mulf %gc, %b : tensor<16xf32>
  %ga = arith.mulf %gb, %a : tensor<16xf32>
  return %loss, %ga : tensor<f32>, tensor<16xf32>
}
