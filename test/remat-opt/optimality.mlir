// What is proved of a plan, in words and in the report. Where nothing runs
// again nothing can be faster.

// RUN: split-file %s %t.d
// RUN: remat-opt %t.d/plain.mlir --remat-budget=100%% --remat-strategy=none --remat-report=%t.json --remat-plan-out=%t.plan -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHOLE
// WHOLE: extra time 0.00% of the step, proved optimal
// RUN: FileCheck %s --check-prefix=PROVED < %t.json
// RUN: FileCheck %s --check-prefix=PROVED < %t.plan
// PROVED: "gap_step_percent": 0,
// PROVED: "proved_optimal": true,
// PROVED-NOT: "kept_whole"

// For `min` the peak is what is compared with a bound.
// RUN: remat-opt %t.d/plain.mlir --remat-budget=min --remat-strategy=none --remat-report=%t.json -o /dev/null 2>&1 | FileCheck %s --check-prefix=MIN
// MIN: budget 320 bytes (320 B), strategy none: {{.*}}% of the step, at most 25.00% above the smallest peak
// RUN: FileCheck %s --check-prefix=OPEN < %t.json
// OPEN: "lower_bound_bytes": 256,
// OPEN: "proved_optimal": false,

// A saved plan says what is proved of it now, not what its file claims.
// RUN: sed 's/"time_bound": [0-9.e+]*/"time_bound": 1000000000/' %t.plan > %t.claim
// RUN: remat-opt %t.d/plain.mlir --remat-plan-in=%t.claim --remat-report=%t.again.json -o /dev/null
// RUN: FileCheck %s --check-prefix=PROVED < %t.again.json

// Where no op is known to be forward, the whole step is what percentages are of.
// RUN: FileCheck %s --check-prefix=PHASES < %t.json
// PHASES: "gap_forward_percent": null,

// A proof about a step with a loop is of plans that keep it whole. Reports, saved
// plans and sweeps say so beside it, and only there.
// RUN: remat-opt %t.d/loop.mlir --remat-budget=100%% --remat-report=%t.json --remat-plan-out=%t.plan -o /dev/null 2>&1 | FileCheck %s --check-prefix=FASTEST
// FASTEST: extra time 0.00% of the step, the fastest of plans that keep loops, branches and calls whole
// RUN: FileCheck %s --check-prefix=KEPT < %t.json
// RUN: FileCheck %s --check-prefix=KEPT < %t.plan
// KEPT: "proved_optimal": true,
// KEPT-NEXT: "kept_whole": true,
// RUN: remat-opt %t.d/loop.mlir --remat-plan-in=%t.plan -o /dev/null 2>&1 | FileCheck %s --check-prefix=FASTEST --implicit-check-not=warning
// RUN: remat-opt %t.d/loop.mlir --remat-budget=min --remat-strategy=none -o /dev/null 2>&1 | FileCheck %s --check-prefix=ABOVE
// ABOVE: % of the step, at most 25.00% above the smallest peak of plans that keep loops, branches and calls whole
// RUN: remat-opt %t.d/loop.mlir --remat-budget=100%% --remat-arena=fit --remat-in-place --remat-report=%t.json -o /dev/null 2>&1 | FileCheck %s --check-prefix=FASTEST
// RUN: FileCheck %s --check-prefix=KEPT < %t.json
// RUN: remat-opt %t.d/loop.mlir --remat-sweep=2 --remat-report=%t.sweep.json | FileCheck %s --check-prefix=TABLE
// TABLE: * is proved optimal, ? was not searched to the end
// TABLE-NEXT: {{^}}* and bound are of plans that keep loops, branches and calls whole
// RUN: FileCheck %s --check-prefix=SWEPT < %t.sweep.json
// SWEPT: "kept_whole": true,
// SWEPT-NEXT: "stopped"
// SWEPT: "proved_optimal": true,
// SWEPT-NEXT: "kept_whole": true,
// RUN: remat-opt %t.d/loop.mlir --remat-sweep=2 --remat-report=%t.csv -o /dev/null
// RUN: FileCheck %s --check-prefix=CSV < %t.csv
// CSV: proved_optimal,searched,kept_whole
// CSV: true,true,true{{$}}

//--- plain.mlir
func.func @step(%x: tensor<16xf32>) -> tensor<16xf32> {
  %a = math.exp %x : tensor<16xf32>
  %b = math.tanh %a : tensor<16xf32>
  %c = math.absf %b : tensor<16xf32>
  %d = arith.addf %c, %b : tensor<16xf32>
  %e = arith.addf %d, %a : tensor<16xf32>
  return %e : tensor<16xf32>
}
//--- loop.mlir
func.func @main(%x: tensor<16xf32>) -> tensor<16xf32> {
  %a = math.exp %x : tensor<16xf32>
  %b = math.tanh %a : tensor<16xf32>
  %c = math.absf %b : tensor<16xf32>
  %d = arith.addf %c, %b : tensor<16xf32>
  %e = arith.addf %d, %a : tensor<16xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %f = scf.for %i = %c0 to %c2 step %c1 iter_args(%g = %e) -> tensor<16xf32> {
    %h = math.exp %g : tensor<16xf32>
    scf.yield %h : tensor<16xf32>
  }
  return %f : tensor<16xf32>
}
