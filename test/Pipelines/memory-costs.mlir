// RUN: split-file %s %t
// RUN: remat-opt %t/step.mlir --remat-print-memory-costs -o %t/same.mlir 2>&1 | FileCheck %s
// RUN: remat-opt %t/step.mlir -o - | diff - %t/same.mlir
// RUN: remat-opt %t/step.mlir --remat-print-memory-costs='budget=min device=unit' -o /dev/null 2>&1 | FileCheck %s --check-prefix=BUDGET
// RUN: remat-opt %t/step.mlir --remat-print-memory-costs='budget=320 device=unit json=true' -o /dev/null 2>&1 | %python -c "import json, sys; print(json.load(sys.stdin))" | FileCheck %s --check-prefix=JSON
// RUN: remat-opt %t/step.mlir --remat-print-memory-costs='parallel-safe=dependence arena-alignment=256' -o /dev/null 2>&1 | FileCheck %s --check-prefix=OPTIONS

// What says how to keep a budget needs one.
// RUN: not remat-opt %t/step.mlir --remat-print-memory-costs='effort=2' -o /dev/null 2>&1 | FileCheck %s --check-prefix=NO-BUDGET
// RUN: not remat-opt %t/step.mlir --remat-print-memory-costs='function=step' -o /dev/null 2>&1 | FileCheck %s --check-prefix=NO-BUDGET
// NO-BUDGET: error: strategy, effort, device and function say how to keep a budget, but there is none; give budget=...

// Five buffers of the forward pass have 4 times 64 bytes and 64 for the loss;
// in place the chain needs one, and the loss one.
//      CHECK: memory of 'step'
// CHECK-NEXT: bytes{{ +}}resident{{ +}}none{{ +}}in place{{ +}}sharing{{ +}}both{{$}}
// CHECK-NEXT: forward only{{ +}}128{{ +}}320{{ +}}128{{ +}}128{{ +}}128{{$}}
// CHECK-NEXT: training{{ +}}128{{ +}}576{{ +}}320{{ +}}384{{ +}}320{{$}}
// CHECK-NEXT: MiB{{ +}}resident{{ +}}none{{ +}}in place{{ +}}sharing{{ +}}both{{$}}
// CHECK-NEXT: forward only{{ +}}0.00
// CHECK-NEXT: training{{ +}}0.00
//  CHECK-NOT: remark

// BUDGET: both{{ +}}rematerialized{{$}}
// BUDGET: training{{ +}}128{{ +}}576{{ +}}320{{ +}}384{{ +}}320{{ +}}192{{$}}

// JSON: {'version': 1, 'functions': [{'name': 'step', 'forward': {'resident_bytes': 128, 'none_bytes': 320, 'in_place_bytes': 128, 'sharing_bytes': 128, 'both_bytes': 128}, 'training': {'resident_bytes': 128, 'none_bytes': 576, 'in_place_bytes': 320, 'sharing_bytes': 384, 'both_bytes': 320, 'rematerialized_bytes': 192}}]}

// OPTIONS: training{{ +}}128{{ +}}576{{ +}}384{{ +}}1792{{ +}}1536{{$}}

// Without a loss there is no forward pass; calls are looked into; what is
// private and called is no step of its own.
// RUN: remat-opt %t/calls.mlir --remat-print-memory-costs -o /dev/null 2>&1 | FileCheck %s --check-prefix=CALLS
//      CALLS: memory of 'calls'
// CALLS-NEXT: bytes
// CALLS-NEXT: training{{ +}}64{{ +}}128{{ +}}64
//      CALLS: no forward pass: the loss is not known: no result is a float scalar

// A budget is for one function, also where that is private; others have no
// column for it.
// RUN: remat-opt %t/helper.mlir --remat-print-memory-costs='budget=min device=unit' -o /dev/null 2>&1 | FileCheck %s --check-prefix=HELPER
// HELPER-LABEL: memory of 'helper'
// HELPER-NEXT: both{{$}}
// HELPER-LABEL: memory of 'main'
// HELPER-NEXT: both{{ +}}rematerialized{{$}}
// RUN: not remat-opt %t/two.mlir --remat-print-memory-costs='budget=min' -o /dev/null 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: remat-opt %t/two.mlir --remat-print-memory-costs='budget=min function=one' -o /dev/null 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: not remat-opt %t/inner.mlir --remat-print-memory-costs='budget=min' -o /dev/null 2>&1 | FileCheck %s --check-prefix=INNER
// TWO: error: cannot tell which function is the step: none is called 'main', and none of 'one', 'two' has a loss; name the step: --remat-function=NAME (function=NAME in a pipeline)
// ONE-LABEL: memory of 'one'
// ONE-NEXT: both{{ +}}rematerialized{{$}}
// ONE-LABEL: memory of 'two'
// ONE-NEXT: both{{$}}
// INNER: error: 'func.func' op is in an inner module, where no arena can be planned; move it to the outermost module, or name a function there (function=NAME)

// RUN: not remat-opt %t/dynamic.mlir --remat-print-memory-costs -o /dev/null 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// RUN: not remat-opt %t/step.mlir --remat-print-memory-costs=budget=100 -o /dev/null 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not remat-opt %t/step.mlir --remat-print-memory-costs=arena-alignment=0 -o /dev/null 2>&1 | FileCheck %s --check-prefix=ALIGNMENT
// RUN: not remat-opt %t/step.mlir --remat-print-memory-costs=loss-result=2 -o /dev/null 2>&1 | FileCheck %s --check-prefix=LOSS
// DYNAMIC-NOT: memory of
// DYNAMIC: error:
// REFUSED: error: '{{.*}}' does not fit 100 bytes: at least
// ALIGNMENT: error: an arena's alignment is a power of two, not 0
// LOSS: error: 'func.func' op has 2 results, so that loss-result=2 names none of them

//--- step.mlir
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
//--- calls.mlir
func.func private @helper(%a: tensor<16xf32>) -> tensor<16xf32> {
  %b = math.tanh %a : tensor<16xf32>
  return %b : tensor<16xf32>
}
func.func @calls(%x: tensor<16xf32>) -> tensor<16xf32> {
  %a = math.exp %x : tensor<16xf32>
  %b = call @helper(%a) : (tensor<16xf32>) -> tensor<16xf32>
  return %b : tensor<16xf32>
}
//--- dynamic.mlir
func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  %a = math.exp %x : tensor<?xf32>
  return %a : tensor<?xf32>
}
//--- helper.mlir
func.func @helper(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = math.exp %x : tensor<4xf32>
  return %a : tensor<4xf32>
}
func.func private @main(%x: tensor<16xf32>) -> tensor<16xf32> {
  %a = math.exp %x : tensor<16xf32>
  return %a : tensor<16xf32>
}
//--- two.mlir
func.func @one(%x: tensor<16xf32>) -> tensor<16xf32> {
  %a = math.exp %x : tensor<16xf32>
  return %a : tensor<16xf32>
}
func.func @two(%x: tensor<16xf32>) -> tensor<16xf32> {
  %a = math.exp %x : tensor<16xf32>
  return %a : tensor<16xf32>
}
//--- inner.mlir
module {
  module @part {
    func.func @inner(%x: tensor<16xf32>) -> tensor<16xf32> {
      %a = math.exp %x : tensor<16xf32>
      return %a : tensor<16xf32>
    }
  }
}
