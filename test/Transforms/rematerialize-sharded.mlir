// RUN: remat-opt %s --remat-budget=min --remat-target=xla-gpu -o %t.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --input-file=%t.mlir

// What is rewritten is checked by the sizes that it was planned with: the
// copies of products whose gathered results were counted count as those do.
// On a device are, in MiB: 4 of %x, 1 of %w and 4 of its gathered copy, 32 of
// workspace; 4 of each product but %wide (16 gathered, since the next product
// contracts what is split in it); in the last step 1 of the result and 4 of its
// sum beside it.
//
// Before, the peak is where the gradient %1 is made: 41 + %a, %wide, %b, %g and
// nothing else = 41 + 4 + 16 + 4 + 4 and the 4 of the sum.

// REMARK: 'main': peak {{[0-9]+}} bytes ([[BEFORE:.*]]) -> {{[0-9]+}} bytes
// REMARK-SAME: ops recomputed
// REMARK-NOT: defect

// CHECK: optimization_barrier
// CHECK-COUNT-2: #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>
"sdy.mesh"() <{mesh = #sdy.mesh<["x"=4]>, sym_name = "mesh"}> : () -> ()
func.func @main(%x: tensor<4096x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %w: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
                -> (tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %a = "stablehlo.dot_general"(%x, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4096x1024xf32>, tensor<1024x1024xf32>) -> tensor<4096x1024xf32>
  %b = "stablehlo.dot_general"(%a, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4096x1024xf32>, tensor<1024x1024xf32>) -> tensor<4096x1024xf32>
  %c = "stablehlo.dot_general"(%b, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4096x1024xf32>, tensor<1024x1024xf32>) -> tensor<4096x1024xf32>
  %d = "stablehlo.dot_general"(%c, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4096x1024xf32>, tensor<1024x1024xf32>) -> tensor<4096x1024xf32>
  %gc = "stablehlo.dot_general"(%d, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<4096x1024xf32>, tensor<1024x1024xf32>) -> tensor<4096x1024xf32>
  %gbc = "stablehlo.multiply"(%gc, %c) : (tensor<4096x1024xf32>, tensor<4096x1024xf32>) -> tensor<4096x1024xf32>
  %gb = "stablehlo.dot_general"(%gbc, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<4096x1024xf32>, tensor<1024x1024xf32>) -> tensor<4096x1024xf32>
  %gab = "stablehlo.multiply"(%gb, %b) : (tensor<4096x1024xf32>, tensor<4096x1024xf32>) -> tensor<4096x1024xf32>
  %ga = "stablehlo.dot_general"(%gab, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<4096x1024xf32>, tensor<1024x1024xf32>) -> tensor<4096x1024xf32>
  %gx = "stablehlo.multiply"(%ga, %a) : (tensor<4096x1024xf32>, tensor<4096x1024xf32>) -> tensor<4096x1024xf32>
  %0 = "stablehlo.dot_general"(%x, %gx) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>}> : (tensor<4096x1024xf32>, tensor<4096x1024xf32>) -> tensor<1024x1024xf32>
  return %0 : tensor<1024x1024xf32>
}
