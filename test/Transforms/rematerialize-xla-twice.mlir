// RUN: remat-opt %s --remat-target=xla-gpu --remat-budget=100%% --remat-plan-out=%t.json -o /dev/null 2>/dev/null
// RUN: tr -d '\n' < %t.json | sed -E 's/"steps": \[[^]]*\]/"steps": [0, 1, 2, 3, 0, 1, 0, 2, 4]/' > %t.twice.json
// RUN: remat-opt %s --remat-target=xla-gpu --remat-cuts=0 --remat-plan-in=%t.twice.json 2>/dev/null | FileCheck %s

// The reader of the reruns reads nothing else, so that no value of it can pass
// their barriers. The second one reads an input through the first, as XLA merges
// equal barriers.

// CHECK-LABEL: func.func @main
// CHECK-SAME:    (%[[X:.*]]: tensor<8x8xf32>, %[[W:.*]]: tensor<8x8xf32>)
// CHECK-COUNT-4: stablehlo.dot_general
// CHECK:         %[[FIRST:.*]]:2 = "stablehlo.optimization_barrier"(%[[X]], %[[W]])
// CHECK-COUNT-2: stablehlo.dot_general
// CHECK:         "stablehlo.optimization_barrier"(%[[FIRST]]#0, %[[W]])
// CHECK-COUNT-3: stablehlo.dot_general
// CHECK-NOT:     stablehlo.optimization_barrier
func.func @main(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %a = "stablehlo.dot_general"(%x, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %b = "stablehlo.dot_general"(%a, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %c = "stablehlo.dot_general"(%w, %a) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %l = "stablehlo.dot_general"(%b, %c) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %g = "stablehlo.dot_general"(%c, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %l, %g : tensor<8x8xf32>, tensor<8x8xf32>
}
