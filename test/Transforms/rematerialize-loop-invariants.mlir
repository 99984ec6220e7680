// RUN: remat-opt %s --remat-rematerialize="budget=100%%" --loop-invariant-code-motion 2>/dev/null | FileCheck %s
// RUN: remat-opt %s --remat-rematerialize="budget=100%%" -o %t.mlir 2>/dev/null
// RUN: remat-opt %t.mlir --remat-rematerialize="budget=100%%" 2>/dev/null | FileCheck %s --check-prefix=AGAIN

// Ops of a turn that are the same in each turn stay in the loop behind a plan:
// code motion would have their results kept throughout. The second reads the
// first only, and is held by it.

// CHECK-LABEL: func.func @main
// CHECK-NOT:     math.tanh
// CHECK:         scf.for
// CHECK:         remat.barrier
// CHECK:         math.tanh
// CHECK:         math.exp
// CHECK:         scf.yield

// One barrier is enough, and a plan of a plan adds none.

// AGAIN-NOT:     remat.barrier
// AGAIN:         scf.for
// AGAIN:         remat.barrier %{{.*}} : tensor<64xf32>
// AGAIN-NOT:     remat.barrier
// AGAIN:         return
func.func @main(%x: tensor<64xf32>) -> (tensor<f32> {remat.loss}) {
  %first = arith.constant 0 : index
  %last = arith.constant 4 : index
  %step = arith.constant 1 : index
  %y = math.sqrt %x : tensor<64xf32>
  %z = scf.for %i = %first to %last step %step iter_args(%carried = %y) -> tensor<64xf32> {
    %a = math.tanh %x : tensor<64xf32>
    %b = math.exp %a : tensor<64xf32>
    %c = arith.mulf %carried, %b : tensor<64xf32>
    scf.yield %c : tensor<64xf32>
  }
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %loss = linalg.dot ins(%z, %y : tensor<64xf32>, tensor<64xf32>) outs(%f : tensor<f32>) -> tensor<f32>
  return %loss : tensor<f32>
}
