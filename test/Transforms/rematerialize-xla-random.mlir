// RUN: remat-opt %s --remat-budget=min --remat-target=xla-gpu --remat-cuts=4 --mlir-print-op-generic | FileCheck %s

// A map whose region draws random numbers is not computed by each of its
// readers, nor again.

// CHECK-COUNT-1: {{= "stablehlo.rng"}}
// CHECK-NOT:     {{= "stablehlo.rng"}}
func.func @main(%x: tensor<4096x4096xf32>) -> (tensor<f32>, tensor<4096x4096xf32>) {
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    %lo = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
    %hi = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
    %shape = "stablehlo.constant"() <{value = dense<> : tensor<0xi64>}> : () -> tensor<0xi64>
    %r = "stablehlo.rng"(%lo, %hi, %shape) <{rng_distribution = #stablehlo<rng_distribution UNIFORM>}> : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
    %m = "stablehlo.multiply"(%a, %r) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%m) : (tensor<f32>) -> ()
  }) : (tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %1 = "stablehlo.dot_general"(%0, %x) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %2 = "stablehlo.tanh"(%1) : (tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %3 = "stablehlo.dot_general"(%2, %x) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %4 = "stablehlo.reduce"(%3, %zero) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4096x4096xf32>, tensor<f32>) -> tensor<f32>
  %5 = "stablehlo.multiply"(%3, %0) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %6 = "stablehlo.dot_general"(%5, %2) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %4, %6 : tensor<f32>, tensor<4096x4096xf32>
}
