// RUN: remat-opt %s --remat-budget=min --remat-target=xla-gpu --remat-device=flops --remat-cuts=0 | FileCheck %s

// XLA computes a sum in its readers where all of them can: the product that a
// recomputed sum adds would live until the last of them, beside the sum. So
// several readers get it from a barrier, which the next group waits for. What a
// recomputed sum with one reader reads dies as the sum would.

// CHECK:      "stablehlo.optimization_barrier"(%arg0, %arg1, %{{.*}})
// CHECK-NEXT: %[[DOT:.*]] = "stablehlo.dot_general"
// CHECK-NEXT: %[[SUM:.*]] = "stablehlo.add"(%[[DOT]], %{{.*}})
// CHECK-NEXT: %[[HELD:.*]] = "stablehlo.optimization_barrier"(%[[SUM]]) :
// CHECK:      %[[NEXT:.*]]:3 = "stablehlo.optimization_barrier"(%[[HELD]], %arg1, %{{.*}})
// CHECK-NEXT: %[[DOT:.*]] = "stablehlo.dot_general"(%[[NEXT]]#0, %[[NEXT]]#1)
// CHECK-NEXT: %[[SUM:.*]] = "stablehlo.add"(%[[DOT]], %[[NEXT]]#0)
// CHECK-NEXT: "stablehlo.multiply"(%[[NEXT]]#2, %[[SUM]])
// CHECK:      "stablehlo.multiply"(%{{.*}}, %[[HELD]])

func.func @main(%x: tensor<1024x1024xf32>, %w: tensor<1024x1024xf32>) -> (tensor<f32>, tensor<1024x1024xf32>) {
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %d1 = "stablehlo.dot_general"(%x, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %s1 = "stablehlo.add"(%d1, %x) : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %d2 = "stablehlo.dot_general"(%s1, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %s2 = "stablehlo.add"(%d2, %s1) : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %d3 = "stablehlo.dot_general"(%s2, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %s3 = "stablehlo.add"(%d3, %s2) : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %d4 = "stablehlo.dot_general"(%s3, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %s4 = "stablehlo.add"(%d4, %s3) : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %d5 = "stablehlo.dot_general"(%s4, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %s5 = "stablehlo.add"(%d5, %s4) : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %d6 = "stablehlo.dot_general"(%s5, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %s6 = "stablehlo.add"(%d6, %s5) : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %e = "stablehlo.exponential"(%s6) : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %loss = "stablehlo.reduce"(%e, %zero) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%sum) : (tensor<f32>) -> ()
  }) : (tensor<1024x1024xf32>, tensor<f32>) -> tensor<f32>
  %m6 = "stablehlo.multiply"(%e, %s5) : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %g6 = "stablehlo.dot_general"(%m6, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %m5 = "stablehlo.multiply"(%g6, %s4) : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %g5 = "stablehlo.dot_general"(%m5, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %m4 = "stablehlo.multiply"(%g5, %s3) : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %g4 = "stablehlo.dot_general"(%m4, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %m3 = "stablehlo.multiply"(%g4, %s2) : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %g3 = "stablehlo.dot_general"(%m3, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %m2 = "stablehlo.multiply"(%g3, %s1) : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %g2 = "stablehlo.dot_general"(%m2, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %m1 = "stablehlo.multiply"(%g2, %x) : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %g1 = "stablehlo.dot_general"(%m1, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  return %loss, %g1 : tensor<f32>, tensor<1024x1024xf32>
}
