// RUN: remat-opt %s --remat-budget=100%% --remat-plan-out=%t.json -o /dev/null 2>/dev/null
// RUN: tr -d '\n' < %t.json | sed -E 's/"steps": \[[^]]*\]/"steps": [0, 2, 1, 3, 4]/' > %t.late.json
// RUN: remat-opt %s --remat-plan-in=%t.late.json 2>/dev/null | FileCheck %s

// The reader of one result of a barrier waits for that one only: the plan may
// make the other operand later.

// CHECK:         math.exp
// CHECK:         %[[READ:.*]] = remat.barrier %{{.*}} : tensor<64xf32>
// CHECK:         linalg.generic {{.*}} ins(%[[READ]] :
// CHECK:         math.tanh
// CHECK:         math.absf
// CHECK-NOT:     remat.barrier
// CHECK:         linalg.dot
func.func @main(%x: tensor<64xf32>) -> (tensor<f32> {remat.loss}, tensor<64xf32>) {
  %a = math.exp %x : tensor<64xf32>
  %unread = math.absf %x : tensor<64xf32>
  %both:2 = remat.barrier %a, %unread : tensor<64xf32>, tensor<64xf32>
  %b = math.tanh %both#0 : tensor<64xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %loss = linalg.dot ins(%b, %a : tensor<64xf32>, tensor<64xf32>) outs(%f : tensor<f32>) -> tensor<f32>
  %g = arith.mulf %b, %a : tensor<64xf32>
  return %loss, %g : tensor<f32>, tensor<64xf32>
}
