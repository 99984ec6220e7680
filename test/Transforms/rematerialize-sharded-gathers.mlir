// RUN: remat-opt %s --remat-budget=min --remat-target=xla-gpu --remat-device=flops --remat-report=%t.json | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t.json

// Weights that are split along a dimension that products contract are gathered. A cut
// takes the weights that are read behind it: they are gathered there, not at the start,
// and the copies do not stay from forward to backward.

// Resident are parts alone: of the input, three weights and the result. A product has a
// gathered weight of 1 MiB beside its 32 MiB.
// REPORT: "resident_bytes": 1835008,
// REPORT: "peak_after_bytes": 38010880,

"sdy.mesh"() <{mesh = #sdy.mesh<["x"=4]>, sym_name = "mesh"}> : () -> ()

// CHECK-LABEL: func.func @main
// CHECK:         %[[CUT:[0-9]+]]:{{[0-9]+}} = "stablehlo.optimization_barrier"({{.*}}%arg{{[1-3]}}{{.*}})
// CHECK:         "stablehlo.dot_general"(%{{[0-9#]+}}, %[[CUT]]#{{[0-9]+}})
func.func @main(%x: tensor<1024x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %u: tensor<512x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %v: tensor<512x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %w: tensor<512x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<1024x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = "stablehlo.dot_general"(%x, %u) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1024x512xf32>, tensor<512x512xf32>) -> tensor<1024x512xf32>
  %1 = "stablehlo.tanh"(%0) : (tensor<1024x512xf32>) -> tensor<1024x512xf32>
  %2 = "stablehlo.dot_general"(%1, %v) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1024x512xf32>, tensor<512x512xf32>) -> tensor<1024x512xf32>
  %3 = "stablehlo.tanh"(%2) : (tensor<1024x512xf32>) -> tensor<1024x512xf32>
  %4 = "stablehlo.dot_general"(%3, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1024x512xf32>, tensor<512x512xf32>) -> tensor<1024x512xf32>
  %5 = "stablehlo.dot_general"(%4, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<1024x512xf32>, tensor<512x512xf32>) -> tensor<1024x512xf32>
  %6 = "stablehlo.multiply"(%5, %3) : (tensor<1024x512xf32>, tensor<1024x512xf32>) -> tensor<1024x512xf32>
  %7 = "stablehlo.dot_general"(%6, %v) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<1024x512xf32>, tensor<512x512xf32>) -> tensor<1024x512xf32>
  %8 = "stablehlo.multiply"(%7, %1) : (tensor<1024x512xf32>, tensor<1024x512xf32>) -> tensor<1024x512xf32>
  return %8 : tensor<1024x512xf32>
}
