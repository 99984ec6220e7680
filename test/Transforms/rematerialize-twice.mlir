// RUN: remat-opt %s --remat-budget=100%% --remat-plan-out=%t.json -o /dev/null 2>/dev/null
// RUN: tr -d '\n' < %t.json | sed -E 's/"steps": \[[^]]*\]/"steps": [0, 1, 2, 3, 0, 1, 0, 2, 4]/' > %t.twice.json
// RUN: remat-opt %s --remat-plan-in=%t.twice.json --cse 2>/dev/null | FileCheck %s

// `exp` runs twice in one sequence of reruns. Each of these runs has a barrier
// of its own, so that CSE does not merge them.

// CHECK:         math.exp
// CHECK:         linalg.dot
// CHECK:         %[[FIRST:.*]] = remat.barrier %[[X:.*]] : tensor<64xf32>
// CHECK:         linalg.generic {{.*}} ins(%[[FIRST]] :
// CHECK:         math.exp
// CHECK:         math.tanh
// CHECK:         %[[SECOND:.*]] = remat.barrier %[[X]] : tensor<64xf32>
// CHECK:         linalg.generic {{.*}} ins(%[[SECOND]] :
// CHECK:         math.exp
// CHECK:         math.sin
func.func @main(%x: tensor<64xf32>) -> (tensor<f32> {remat.loss}, tensor<64xf32>) {
  %a = math.exp %x : tensor<64xf32>
  %b = math.tanh %a : tensor<64xf32>
  %c = math.sin %a : tensor<64xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %loss = linalg.dot ins(%b, %c : tensor<64xf32>, tensor<64xf32>) outs(%f : tensor<f32>) -> tensor<f32>
  %g = arith.mulf %b, %c : tensor<64xf32>
  return %loss, %g : tensor<f32>, tensor<64xf32>
}
