// RUN: remat-opt %s --remat-budget=min --remat-target=xla-gpu --remat-cuts=0 | FileCheck %s

// The gradient of max pooling scatters into zeros. XLA merges them with those
// that the rectifier compares with, and keeps them from forward to backward;
// tied to the gradient they are made when it is there.

// CHECK: %[[INIT:.*]] = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}>
// CHECK: %[[TIED:.*]]:2 = "stablehlo.optimization_barrier"(%[[INIT]], %{{[0-9]+}}) : (tensor<f32>, tensor<1x32x32x64xf32>)
// CHECK: "stablehlo.select_and_scatter"(%{{.*}}, %[[TIED]]#1, %[[TIED]]#0)
func.func @main(%x: tensor<1x64x64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<f32>, tensor<1x64x64x64xf32>) {
  %zero = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
  %zeros = "stablehlo.broadcast_in_dim"(%zero) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x64x64x64xf32>
  %kept = "stablehlo.dot_general"(%x, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [0]>}> : (tensor<1x64x64x64xf32>, tensor<64x64xf32>) -> tensor<1x64x64x64xf32>
  %0 = "stablehlo.maximum"(%x, %zeros) : (tensor<1x64x64x64xf32>, tensor<1x64x64x64xf32>) -> tensor<1x64x64x64xf32>
  %1 = "stablehlo.reduce_window"(%0, %zero) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = "stablehlo.maximum"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%m) : (tensor<f32>) -> ()
  }) : (tensor<1x64x64x64xf32>, tensor<f32>) -> tensor<1x32x32x64xf32>
  %2 = "stablehlo.multiply"(%1, %1) : (tensor<1x32x32x64xf32>, tensor<1x32x32x64xf32>) -> tensor<1x32x32x64xf32>
  %3 = "stablehlo.reduce"(%2, %zero) <{dimensions = array<i64: 0, 1, 2, 3>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<1x32x32x64xf32>, tensor<f32>) -> tensor<f32>
  %more = "stablehlo.reduce"(%kept, %zero) <{dimensions = array<i64: 0, 1, 2, 3>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<1x64x64x64xf32>, tensor<f32>) -> tensor<f32>
  %loss = "stablehlo.add"(%3, %more) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %two = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<1x32x32x64xf32>}> : () -> tensor<1x32x32x64xf32>
  %4 = "stablehlo.multiply"(%1, %two) : (tensor<1x32x32x64xf32>, tensor<1x32x32x64xf32>) -> tensor<1x32x32x64xf32>
  %5 = "stablehlo.select_and_scatter"(%0, %4, %zero) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = "stablehlo.compare"(%a, %b) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<1x64x64x64xf32>, tensor<1x32x32x64xf32>, tensor<f32>) -> tensor<1x64x64x64xf32>
  %6 = "stablehlo.multiply"(%5, %kept) : (tensor<1x64x64x64xf32>, tensor<1x64x64x64xf32>) -> tensor<1x64x64x64xf32>
  return %loss, %6 : tensor<f32>, tensor<1x64x64x64xf32>
}
