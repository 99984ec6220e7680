// RUN: remat-opt %s --remat-budget=min --remat-target=xla-gpu --remat-device=flops --remat-cuts=1 | FileCheck %s
// RUN: remat-opt %s --remat-budget=min --remat-target=xla-gpu --remat-device=flops --remat-cuts=0 | FileCheck %s --check-prefix=NOCUT
// RUN: remat-opt %s --remat-budget=1GiB --remat-target=xla-gpu | diff - %s
// RUN: not remat-opt %s --remat-budget=min --remat-target=xla-gpu --remat-cuts=-2 2>&1 | FileCheck %s --check-prefix=BAD

// What runs again reads its operands through a barrier that what its reader
// waits for passes too, and all that is alive passes one between forward and
// backward. What fits is handed back as it is, to the last byte.

// CHECK-LABEL: func.func @main
// CHECK-NOT:     remat.
// CHECK:         %[[LOSS:[0-9]+]] = "stablehlo.reduce"
// CHECK:         %[[CUT:[0-9]+]]:2 = "stablehlo.optimization_barrier"(%{{[0-9]+}}, %[[LOSS]])
// CHECK:         %[[DY:[0-9]+]] = "stablehlo.dot_general"(%[[CUT]]#0, %arg1)
// CHECK:         %[[TIED:[0-9]+]]:3 = "stablehlo.optimization_barrier"(%arg0, %arg1, %[[DY]])
// CHECK:         %[[DOT:[0-9]+]] = "stablehlo.dot_general"(%[[TIED]]#0, %[[TIED]]#1)
// CHECK:         %[[TANH:[0-9]+]] = "stablehlo.tanh"(%[[DOT]])
// CHECK:         "stablehlo.multiply"(%[[TIED]]#2, %[[TANH]])
// CHECK:         return %[[CUT]]#1

// NOCUT:         %[[LOSS:[0-9]+]] = "stablehlo.reduce"
// NOCUT-COUNT-1: stablehlo.optimization_barrier
// NOCUT-NOT:     stablehlo.optimization_barrier
// NOCUT:         return %[[LOSS]]

// BAD: cannot have cuts=-2; give how many, or -1 for what the target needs

module @step {
  func.func @main(%x: tensor<1024x1024xf32>, %w: tensor<1024x1024xf32>) -> (tensor<f32>, tensor<1024x1024xf32>) {
    %0 = "stablehlo.dot_general"(%x, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %1 = "stablehlo.tanh"(%0) : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %2 = "stablehlo.dot_general"(%1, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %3 = "stablehlo.exponential"(%2) : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
    %4 = "stablehlo.reduce"(%3, %zero) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
    }) : (tensor<1024x1024xf32>, tensor<f32>) -> tensor<f32>
    %5 = "stablehlo.dot_general"(%3, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %6 = "stablehlo.multiply"(%5, %1) : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %7 = "stablehlo.dot_general"(%x, %6) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>}> : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    return %4, %7 : tensor<f32>, tensor<1024x1024xf32>
  }
}
