// RUN: remat-opt %s --remat-budget=min --remat-target=xla-gpu --remat-device=flops --remat-cuts=0 | FileCheck %s

// XLA computes a sum in its readers where it can. The two products that each of
// these sums adds would then live until the last reader, beside the sum. So the
// readers of a recomputed one get it from a barrier, which the next group waits
// for. Of a hyperbolic tangent with one reader nothing more would live.

// CHECK:      "stablehlo.reduce"
// CHECK:      "stablehlo.tanh"
// CHECK-NEXT: "stablehlo.multiply"
// CHECK:      %[[FIRST:.*]]:3 = "stablehlo.optimization_barrier"(%arg0, %arg1, %{{.*}})
// CHECK-NEXT: %[[P:.*]] = "stablehlo.dot_general"(%[[FIRST]]#0, %[[FIRST]]#1)
// CHECK-NEXT: %[[Q:.*]] = "stablehlo.dot_general"(%[[FIRST]]#0, %[[FIRST]]#1)
// CHECK-NEXT: %[[SUM:.*]] = "stablehlo.add"(%[[P]], %[[Q]])
// CHECK-NEXT: %[[HELD:.*]] = "stablehlo.optimization_barrier"(%[[SUM]]) :
// CHECK-NEXT: %[[SECOND:.*]]:3 = "stablehlo.optimization_barrier"(%arg0, %arg1, %[[HELD]])
// CHECK-NEXT: %[[P:.*]] = "stablehlo.dot_general"(%[[SECOND]]#0, %[[SECOND]]#1)
// CHECK-NEXT: %[[Q:.*]] = "stablehlo.dot_general"(%[[SECOND]]#0, %[[SECOND]]#1)
// CHECK-NEXT: %[[SUM:.*]] = "stablehlo.add"(%[[P]], %[[Q]])
// CHECK-NEXT: %[[HELD:.*]] = "stablehlo.optimization_barrier"(%[[SUM]]) :
// CHECK-NEXT: %[[THIRD:.*]]:2 = "stablehlo.optimization_barrier"(%[[SECOND]]#2, %[[HELD]])
// CHECK-NEXT: "stablehlo.dot_general"(%[[THIRD]]#0, %[[THIRD]]#1)
// CHECK:      "stablehlo.multiply"(%{{.*}}, %[[SECOND]]#2)
// CHECK-NEXT: "stablehlo.multiply"(%{{.*}}, %[[THIRD]]#1)

func.func @main(%x: tensor<1024x1024xf32>, %w: tensor<1024x1024xf32>) -> (tensor<f32>, tensor<1024x1024xf32>) {
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %p1 = "stablehlo.dot_general"(%x, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %q1 = "stablehlo.dot_general"(%x, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>}> : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %y1 = "stablehlo.add"(%p1, %q1) : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %p2 = "stablehlo.dot_general"(%x, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %q2 = "stablehlo.dot_general"(%x, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [1]>}> : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %y2 = "stablehlo.add"(%p2, %q2) : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %z = "stablehlo.dot_general"(%y1, %y2) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %t1 = "stablehlo.tanh"(%z) : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %u1 = "stablehlo.dot_general"(%t1, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %t2 = "stablehlo.tanh"(%u1) : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %u2 = "stablehlo.dot_general"(%t2, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %t3 = "stablehlo.tanh"(%u2) : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %u3 = "stablehlo.dot_general"(%t3, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %t4 = "stablehlo.tanh"(%u3) : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %u4 = "stablehlo.dot_general"(%t4, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %e = "stablehlo.exponential"(%u4) : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %loss = "stablehlo.reduce"(%e, %zero) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%sum) : (tensor<f32>) -> ()
  }) : (tensor<1024x1024xf32>, tensor<f32>) -> tensor<f32>
  %v4 = "stablehlo.dot_general"(%e, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %g4 = "stablehlo.multiply"(%v4, %t4) : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %v3 = "stablehlo.dot_general"(%g4, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %g3 = "stablehlo.multiply"(%v3, %t3) : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %v2 = "stablehlo.dot_general"(%g3, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %g2 = "stablehlo.multiply"(%v2, %t2) : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %v1 = "stablehlo.dot_general"(%g2, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %g1 = "stablehlo.multiply"(%v1, %t1) : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %m = "stablehlo.multiply"(%g1, %y1) : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %n = "stablehlo.multiply"(%m, %y2) : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %r = "stablehlo.dot_general"(%n, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  return %loss, %r : tensor<f32>, tensor<1024x1024xf32>
}
