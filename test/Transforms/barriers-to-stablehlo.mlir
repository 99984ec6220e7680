// RUN: remat-opt %s --remat-barriers-to-stablehlo | FileCheck %s

// Ties become operands; nothing of the dialect is left, attributes included.

// CHECK-NOT: remat.
// CHECK: func.func @f(%[[X:.*]]: tensor<4xf32>, %[[N:.*]]: tensor<i32>) -> tensor<4xf32> {
// CHECK: %[[T:.*]] = "stablehlo.tanh"(%[[X]]) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK: %[[B:.*]]:2 = "stablehlo.optimization_barrier"(%[[X]], %[[T]]) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
// CHECK: return %[[B]]#0
// CHECK-NOT: remat.
func.func @f(%x: tensor<4xf32>, %n: tensor<i32> {remat.range = array<i64: 0, 3>}) -> tensor<4xf32> attributes {remat.budget = 64 : i64} {
  %0 = "stablehlo.tanh"(%x) {remat.policy = #remat.policy<save>} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = remat.barrier %x after(%0 : tensor<4xf32>) : tensor<4xf32>
  remat.release %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
