// RUN: remat-opt %s --remat-target=xla-gpu --remat-budget=100%% --remat-plan-out=%t.json -o /dev/null 2>/dev/null
// RUN: tr -d '\n' < %t.json | sed -E 's/"steps": \[[^]]*\]/"steps": [0, 1, 0, 2, 0, 3]/' > %t.again.json
// RUN: remat-opt %s --remat-target=xla-gpu --remat-cuts=0 --remat-plan-in=%t.again.json 2>/dev/null | FileCheck %s

// Two ops read nothing but the result of a rerun and an argument. XLA merges
// equal barriers, so that the second rerun reads through the first one's.

// CHECK-LABEL: func.func @main
// CHECK-SAME:    (%[[X:.*]]: tensor<8x8xf32>, %[[W:.*]]: tensor<8x8xf32>)
// CHECK:         %[[FIRST:.*]]:2 = "stablehlo.optimization_barrier"(%[[X]], %[[W]])
// CHECK-NEXT:    "stablehlo.dot_general"(%[[FIRST]]#0, %[[FIRST]]#1)
// CHECK:         %[[SECOND:.*]]:2 = "stablehlo.optimization_barrier"(%[[FIRST]]#0, %[[W]])
// CHECK-NEXT:    "stablehlo.dot_general"(%[[SECOND]]#0, %[[SECOND]]#1)
func.func @main(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %a = "stablehlo.dot_general"(%x, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %b = "stablehlo.dot_general"(%a, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %c = "stablehlo.dot_general"(%w, %a) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %d = "stablehlo.dot_general"(%a, %a) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %b, %c, %d : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}
