// RUN: remat-opt %s --remat-print-graph -o /dev/null 2>&1 | FileCheck %s

// Constants and views are no tasks, dots are, and what nobody knows is never
// run again and keeps its place among the side effects.

// CHECK:      graph of 'step': 6 tasks, 192 resident bytes
// CHECK-NEXT: task 0: stablehlo.dot_general, {{.*}}, reads [0], makes [2: 64 bytes], time {{[0-9.]+$}}
// CHECK-NEXT: task 1: stablehlo.misspelt, {{.*}}, reads [2], makes [3: 64 bytes, 4: 0 bytes], time {{[0-9.]+}}, runs once
// CHECK-NEXT: task 2: stablehlo.rng_bit_generator, {{.*}}, reads [1], makes [5: 64 bytes, 6: 64 bytes], time {{[0-9.]+$}}
// CHECK-NEXT: task 3: stablehlo.custom_call, {{.*}}3], makes [7: 64 bytes], time {{[0-9.]+}}, runs once
// CHECK-NEXT: task 4: stablehlo.custom_call, {{.*}}3, 4], makes [8: 64 bytes, 9: 0 bytes], time {{[0-9.]+}}, runs once
// CHECK-NEXT: task 5: stablehlo.clamp, {{.*}}, reads [7, 8], makes [10: 64 bytes result], time {{[0-9.]+$}}
func.func @step(%x: tensor<4x4xf32>, %state: tensor<8xui64>) -> tensor<4x4xf32> {
  %one = "stablehlo.constant"() <{value = dense<1.0> : tensor<16xf32>}> : () -> tensor<16xf32>
  %0 = "stablehlo.dot_general"(%x, %x) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = "stablehlo.reshape"(%0) : (tensor<4x4xf32>) -> tensor<16xf32>
  %2 = "stablehlo.misspelt"(%1) : (tensor<16xf32>) -> tensor<16xf32>
  %b:2 = "stablehlo.optimization_barrier"(%x, %2) : (tensor<4x4xf32>, tensor<16xf32>) -> (tensor<4x4xf32>, tensor<16xf32>)
  %r:2 = "stablehlo.rng_bit_generator"(%state) <{rng_algorithm = #stablehlo<rng_algorithm PHILOX>}> : (tensor<8xui64>) -> (tensor<8xui64>, tensor<4xui32>)
  %3 = "stablehlo.custom_call"(%b#1) <{call_target_name = "my_kernel"}> : (tensor<16xf32>) -> tensor<16xf32>
  %4 = "stablehlo.custom_call"(%b#1) <{call_target_name = "my_printer", has_side_effect = true}> : (tensor<16xf32>) -> tensor<16xf32>
  %5 = "stablehlo.clamp"(%3, %4, %one) : (tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  %6 = "stablehlo.reshape"(%5) : (tensor<16xf32>) -> tensor<4x4xf32>
  return %6 : tensor<4x4xf32>
}
