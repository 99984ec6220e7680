// RUN: remat-opt %s --split-input-file --verify-diagnostics --remat-rematerialize="budget=100"
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
// DEVICE: there is no device 'tpu'; devices are 'cpu', 'a100', 'h100', 'flops', 'unit'
// TARGET: there is no target 'abacus'; targets are 'cpu'
// LOSS: has 1 results, so that loss-result=7 names none of them; count from 0, or give -1
// NOFILE: cannot read '{{.*}}none': No such file or directory
// PHASES: strategy 'chen' does not apply:

// expected-note @-26 {{what would help: if the 64 bytes that are resident were half of that (arguments sharded over two devices, or in half of the bits), the proven bound would be 160 bytes: 32 bytes less}}
// expected-note @-27 {{what would help: raise the budget to 192 bytes, the smallest for which a plan is known}}
// expected-error @+1 {{infeasible: no plan fits the budget of 100 bytes (100 B), since at least 192 bytes (192 B) must be alive when op 1}}
func.func @infeasible(%x: tensor<16xf32>) -> tensor<16xf32> {
  // expected-note @+1 {{64 bytes: a value of type 'tensor<16xf32>' is alive there}}
  %a = math.exp %x : tensor<16xf32>
  // expected-note @+3 {{what would help: if what this op reads, makes and works in, 128 bytes, were half of that (half of the batch, or the op in two parts), the proven bound would be 128 bytes: 64 bytes less}}
  // expected-note @+2 {{no order and no recomputation makes this op need less than 192 bytes, 64 of them for arguments and constants}}
  // expected-note @+1 {{64 bytes: a value of type 'tensor<16xf32>' is alive there}}
  %b = math.tanh %a : tensor<16xf32>
  return %b : tensor<16xf32>
}
