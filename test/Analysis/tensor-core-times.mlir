// RUN: remat-opt %s --remat-print-graph="json target=xla-gpu device=h100" -o /dev/null 2>&1 | FileCheck %s
// RUN: remat-opt %s --remat-print-graph="json target=xla-gpu device=flops" -o /dev/null 2>&1 | FileCheck %s --check-prefix=FLOPS

// Products go at the rate of the tensor cores: 2 * 8192^3 operations in 2.2 ms as
// TF32, half that in bf16, and 16.4 ms in f64 and in f32 of the highest precision.
// CHECK: "time": 2223235.6
// CHECK: "time": 1112617.8
// CHECK-COUNT-2: "time": 164{{[0-9]+}}.
// FLOPS-COUNT-4: "time": 1099511627776
func.func @products(%a: tensor<8192x8192xf32>, %b: tensor<8192x8192xbf16>, %c: tensor<8192x8192xf64>) -> (tensor<8192x8192xf32>, tensor<8192x8192xbf16>, tensor<8192x8192xf64>, tensor<8192x8192xf32>) {
  %0 = "stablehlo.dot_general"(%a, %a) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<8192x8192xf32>, tensor<8192x8192xf32>) -> tensor<8192x8192xf32> loc("f32")
  %1 = "stablehlo.dot_general"(%b, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<8192x8192xbf16>, tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16> loc("bf16")
  %2 = "stablehlo.dot_general"(%c, %c) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<8192x8192xf64>, tensor<8192x8192xf64>) -> tensor<8192x8192xf64> loc("f64")
  %3 = "stablehlo.dot_general"(%a, %a) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]}> : (tensor<8192x8192xf32>, tensor<8192x8192xf32>) -> tensor<8192x8192xf32>
  return %0, %1, %2, %3 : tensor<8192x8192xf32>, tensor<8192x8192xbf16>, tensor<8192x8192xf64>, tensor<8192x8192xf32>
}
