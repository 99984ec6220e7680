// What is proved of a plan, in words and in the report. Where nothing runs
// again nothing can be faster.

// RUN: remat-opt %s --remat-budget=100%% --remat-strategy=none --remat-report=%t.json --remat-plan-out=%t.plan -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHOLE
// WHOLE: extra time 0.00% of the step, proved optimal
// RUN: FileCheck %s --check-prefix=PROVED < %t.json
// RUN: FileCheck %s --check-prefix=PROVED < %t.plan
// PROVED: "gap_step_percent": 0,
// PROVED: "proved_optimal": true,

// For `min` the peak is what is compared with a bound.
// RUN: remat-opt %s --remat-budget=min --remat-strategy=none --remat-report=%t.json -o /dev/null 2>&1 | FileCheck %s --check-prefix=MIN
// MIN: budget 320 bytes (320 B), strategy none: {{.*}}% of the step, at most 25.00% above the smallest peak
// RUN: FileCheck %s --check-prefix=OPEN < %t.json
// OPEN: "lower_bound_bytes": 256,
// OPEN: "proved_optimal": false,

// A saved plan says what is proved of it now, not what its file claims.
// RUN: sed 's/"time_bound": [0-9.e+]*/"time_bound": 1000000000/' %t.plan > %t.claim
// RUN: remat-opt %s --remat-plan-in=%t.claim --remat-report=%t.again.json -o /dev/null
// RUN: FileCheck %s --check-prefix=PROVED < %t.again.json

// Where no op is known to be forward, the whole step is what percentages are of.
// RUN: FileCheck %s --check-prefix=PHASES < %t.json
// PHASES: "gap_forward_percent": null,

func.func @step(%x: tensor<16xf32>) -> tensor<16xf32> {
  %a = math.exp %x : tensor<16xf32>
  %b = math.tanh %a : tensor<16xf32>
  %c = math.absf %b : tensor<16xf32>
  %d = arith.addf %c, %b : tensor<16xf32>
  %e = arith.addf %d, %a : tensor<16xf32>
  return %e : tensor<16xf32>
}
