// RUN: remat-opt %s --canonicalize | FileCheck %s

// Equal constants of a block become one; what is dead goes, loops too.
// CHECK-LABEL: func.func @constants
// CHECK-NEXT: %[[TWO:.*]] = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f32>}>
// CHECK-NEXT: "stablehlo.add"(%[[TWO]], %[[TWO]])
// CHECK-NEXT: return
func.func @constants(%x: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.constant"() <{value = dense<2.0> : tensor<f32>}> : () -> tensor<f32>
  %1 = "stablehlo.constant"() <{value = dense<2.0> : tensor<f32>}> : () -> tensor<f32>
  %2 = "stablehlo.while"(%x) ({
  ^bb0(%a: tensor<f32>):
    %go = "stablehlo.compare"(%a, %0) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%go) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<f32>):
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<f32>) -> tensor<f32>
  %3 = "stablehlo.add"(%0, %1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %3 : tensor<f32>
}

// A constant stays in its region: XLA does not take everything from outside
// where elements are computed.
// CHECK-LABEL: func.func @order
// CHECK-NEXT: "stablehlo.sort"
// CHECK-NEXT: ^bb0
// CHECK-NEXT: "stablehlo.constant"
func.func @order(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
    %abs = "stablehlo.maximum"(%a, %zero) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %less = "stablehlo.compare"(%abs, %b) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%less) : (tensor<i1>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
