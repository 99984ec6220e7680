// RUN: remat-opt %s --remat-budget=90%% --remat-device=unit --remat-report=%t.json --remat-plan-out=%t.plan -o %t.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=REPORT < %t.json
// RUN: FileCheck %s --check-prefix=PLAN < %t.plan

// The saved plan gives the same function again, with its own budget or another
// one that it keeps.
// RUN: remat-opt %s --remat-plan-in=%t.plan --remat-device=unit -o - 2>/dev/null | diff - %t.mlir
// RUN: remat-opt %s --remat-plan-in=%t.plan --remat-budget=90%% --remat-device=unit -o - 2>/dev/null | diff - %t.mlir

// The pipeline by its name does the same.
// RUN: remat-opt %s --pass-pipeline='builtin.module(remat-pipeline{budget=90%% device=unit report=%t.2.json})' -o - 2>/dev/null | diff - %t.mlir
// RUN: diff %t.json %t.2.json

// The same input gives the same plan, bit by bit.
// RUN: remat-opt %s --remat-budget=90%% --remat-device=unit --remat-plan-out=%t.plan.2 --remat-report=- -o /dev/null 2>/dev/null | diff - %t.json
// RUN: diff %t.plan %t.plan.2

// Passes named beside the flags run after the pipeline.
// RUN: remat-opt %s --remat-budget=90%% --remat-device=unit --remat-lifetimes 2>/dev/null | FileCheck %s --check-prefix=AFTER

// REMARK: standard-pipeline.mlir:{{.*}} remark: 'step': peak 512 bytes (512 B) -> 448 bytes (448 B), budget 460 bytes (460 B), strategy {{.*}}: {{[0-9]+}} op{{s?}} recomputed {{[0-9]+}} time{{s?}}, extra time {{[0-9.]+}}% of the step, {{(proved optimal|at most [0-9.]+% of the forward time from optimal)$}}

// CHECK-LABEL: func.func @step
// CHECK-SAME:    remat.budget = 460 : i64
// CHECK:         remat.barrier
// CHECK-NOT:     func.func private

// AFTER: remat.barrier
// AFTER: remat.release

// REPORT: "functions": [
// REPORT: "name": "step",
// REPORT: "target": "cpu",
// REPORT: "device": "unit",
// REPORT: "strategy": "auto",
// REPORT: "status": "ok",
// REPORT: "budget_bytes": 460,
// REPORT: "resident_bytes": 128,
// REPORT: "peak_before_bytes": 512,
// REPORT: "lower_bound_bytes": {{[0-9]+}},
// REPORT: "time_before": 9,
// REPORT: "time_forward": 5,
// REPORT: "peak_after_bytes": 448,
// REPORT: "time_after": 10,
// REPORT: "overhead_step_percent": 11.1
// REPORT: "overhead_forward_percent": 20,
// REPORT: "time_bound": {{[0-9]+}},
// REPORT: "time_bound_reason": "{{.+}}",
// REPORT: "gap_forward_percent": {{[0-9]+}},
// REPORT: "gap_step_percent": {{[0-9.]+}},
// REPORT: "proved_optimal": {{true|false}},
// REPORT: "recomputed": [
// REPORT: "op": "linalg.generic",
// REPORT: "location": "{{.*}}standard-pipeline.mlir:{{[0-9]+}}:{{[0-9]+}}",
// REPORT: "runs": 1,
// REPORT: "bytes": 64,
// REPORT: "time": 1
// REPORT: "timeline": [
// REPORT: "live_bytes": 192,

// PLAN: "version": 1,
// PLAN: "status": "ok",
// PLAN: "budget": 460,
// PLAN: "peak": 448,
// PLAN: "graph_fingerprint": "{{[0-9a-f]+}}",
// PLAN: "time_bound": {{[0-9]+}},
// PLAN: "time_bound_reason": "{{.+}}",
// PLAN: "gap_forward_percent": {{[0-9]+}},
// PLAN: "gap_step_percent": {{[0-9.]+}},
// PLAN: "proved_optimal": {{true|false}},
// PLAN: "tasks": [
// PLAN: "steps": [

func.func private @helper(%a: tensor<16xf32>) -> tensor<16xf32> {
  %b = math.tanh %a : tensor<16xf32>
  return %b : tensor<16xf32>
}

func.func @step(%x: tensor<16xf32>, %w: tensor<16xf32>) -> (tensor<f32> {remat.loss}, tensor<16xf32>) {
  %a = math.exp %x : tensor<16xf32>
  %b = call @helper(%a) : (tensor<16xf32>) -> tensor<16xf32>
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
