// RUN: remat-opt %s --split-input-file --verify-diagnostics --remat-rematerialize="budget=100"
// RUN: remat-opt %s --remat-rematerialize="budget=192" 2> /dev/null | FileCheck %s --check-prefix=RAISED
// RUN: not remat-opt %s --split-input-file --remat-rematerialize 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not remat-opt %s --split-input-file --remat-rematerialize="budget=0" 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not remat-opt %s --split-input-file --remat-rematerialize="budget=-1" 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not remat-opt %s --split-input-file --remat-rematerialize="budget=12XB" 2>&1 | FileCheck %s --check-prefix=UNIT
// RUN: not remat-opt %s --split-input-file --remat-rematerialize="budget=101%%" 2>&1 | FileCheck %s --check-prefix=PERCENT
// RUN: not remat-opt %s --split-input-file --remat-rematerialize="budget=min strategy=best" 2>&1 | FileCheck %s --check-prefix=STRATEGY
// RUN: not remat-opt %s --split-input-file --remat-rematerialize="budget=min device=tpu" 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: not remat-opt %s --split-input-file --remat-rematerialize="budget=min target=abacus" 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not remat-opt %s --split-input-file --remat-rematerialize="budget=min loss-result=7" 2>&1 | FileCheck %s --check-prefix=LOSS
// RUN: not remat-opt %s --split-input-file --remat-rematerialize="budget=min profile=%t.none" 2>&1 | FileCheck %s --check-prefix=NOFILE
// RUN: not remat-opt %s --split-input-file --remat-rematerialize="budget=min strategy=chen" 2>&1 | FileCheck %s --check-prefix=PHASES

// NONE: needs a budget: budget=8GiB, 500MB, a byte count, 60%, min, knee or slack:50%
// ZERO: '0'
// NEGATIVE: '-1'
// UNIT: '12XB'
// PERCENT: '101%'
// STRATEGY: unknown strategy 'best'; expected one of: auto, none, chen, periodic
// DEVICE: there is no device 'tpu'; devices are 'cpu', 'a100', 'h100', 'gh200', 'flops', 'unit'
// TARGET: there is no target 'abacus'; targets are 'cpu'
// LOSS: has 1 results, so that loss-result=7 names none of them; count from 0, or give -1
// NOFILE: cannot read '{{.*}}none': No such file or directory
// PHASES: strategy 'chen' does not apply:

// expected-note @+3 {{what would help: budget=192: a plan is known for 192 bytes}}
// expected-error @+2 {{'infeasible' does not fit 100 bytes: at least 192 bytes are needed (proved), 92 bytes more}}
// RAISED: func.func @infeasible
func.func @infeasible(%x: tensor<16xf32>) -> tensor<16xf32> {
  %a = math.exp %x : tensor<16xf32>
  // expected-note @+3 {{most is alive here, at linalg.generic (tanh): 192 bytes at once, 64 bytes of them resident (arguments and constants)}}
  // expected-note-re @+2 {{alive: 64 bytes, tensor<16xf32>, %a, linalg.generic (exp) at {{.*}}}}
  // expected-note-re @+1 {{alive: 64 bytes, tensor<16xf32>, %b, linalg.generic (tanh) at {{.*}}}}
  %b = math.tanh %a : tensor<16xf32>
  return %b : tensor<16xf32>
}
