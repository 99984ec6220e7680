// What the user says that an op in a loop or a callee needs beside its buffers
// counts there, as it does for an op of the step.

// RUN: remat-opt %s --split-input-file --remat-print-graph="json device=unit" -o /dev/null 2>&1 | FileCheck %s

// CHECK: "name": "scf.for"
// CHECK: "workspace": 100032
func.func private @kernel(tensor<16xf32>) -> f32
func.func @call_in_a_loop(%x: tensor<16xf32>, %s: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %s) -> f32 {
    %e = math.exp %x : tensor<16xf32>
    %v = func.call @kernel(%e) {remat.cost = #remat.cost<workspace = 99968>} : (tensor<16xf32>) -> f32
    %o = arith.addf %v, %a : f32
    scf.yield %o : f32
  }
  return %r : f32
}

// -----

// CHECK: "name": "func.call"
// CHECK: "workspace": 1000
func.func private @kernel(tensor<16xf32>) -> f32
func.func private @callee(%x: tensor<16xf32>) -> f32 attributes {no_inline} {
  %v = func.call @kernel(%x) {remat.cost = #remat.cost<workspace = 1000>} : (tensor<16xf32>) -> f32
  return %v : f32
}
func.func @call_in_a_callee(%x: tensor<16xf32>) -> f32 {
  %r = func.call @callee(%x) : (tensor<16xf32>) -> f32
  return %r : f32
}

// -----

// CHECK: "name": "scf.for"
// CHECK: "workspace": 2000
func.func @op_in_a_loop(%x: tensor<16xf32>) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %x) -> tensor<16xf32> {
    %e = linalg.exp {remat.cost = #remat.cost<workspace = 2000>} ins(%x : tensor<16xf32>) outs(%a : tensor<16xf32>) -> tensor<16xf32>
    scf.yield %e : tensor<16xf32>
  }
  return %r : tensor<16xf32>
}
