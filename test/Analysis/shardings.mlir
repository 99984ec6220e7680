// RUN: remat-opt %s --remat-print-graph='target=xla-gpu' -o /dev/null 2>&1 | FileCheck %s
// RUN: remat-opt %s --remat-print-graph -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHOLE

// Sizes are of one device: what Shardy wrote divides them, rounding up, by the
// axes of the mesh, whole or in part; what it did not write of is everywhere.

"sdy.mesh"() <{mesh = #sdy.mesh<["x"=4, "y"=8]>, sym_name = "mesh"}> : () -> ()

// An argument of 64 KiB over 4 devices and one of 2 KiB on each, and the result:
// 16384 + 2048 + 2048 bytes.
// CHECK: graph of 'step': {{[0-9]+}} tasks, 20480 resident bytes
// CHECK: dot_general{{.*}}makes [2: 2048 bytes
// CHECK: dot_general{{.*}}makes [3: 1024 bytes
// CHECK: dot_general{{.*}}makes [4: 4096 bytes
// CHECK: dot_general{{.*}}makes [5: 8192 bytes
// WHOLE: dot_general{{.*}}makes [2: 8192 bytes
func.func @step(%x: tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %w: tensor<256x2xf32>) -> (tensor<64x8xf32> {jax.result_info = ""}) {
  // Rows over 4 devices.
  %a = "stablehlo.dot_general"(%x, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<64x256xf32>, tensor<256x2xf32>) -> tensor<64x32xf32>
  // Rows over 4 and a part of the other axis, 2 of its 8.
  %b = "stablehlo.dot_general"(%a, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", "y":(2)2, ?}, {?}p1]>]>} : (tensor<64x32xf32>, tensor<256x2xf32>) -> tensor<64x32xf32>
  // An axis that the mesh has not: taken as whole.
  %c = "stablehlo.dot_general"(%b, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z"}, {}]>]>} : (tensor<64x32xf32>, tensor<256x2xf32>) -> tensor<32x32xf32>
  // Nonsense, and a mesh that is not there.
  %d = "stablehlo.dot_general"(%c, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> {sdy.sharding = #sdy.sharding_per_value<[<@no_mesh, [{"x"}, {}]>]>} : (tensor<32x32xf32>, tensor<256x2xf32>) -> tensor<64x32xf32>
  %e = "stablehlo.dot_general"(%d, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<64x32xf32>, tensor<256x2xf32>) -> tensor<64x8xf32>
  return %e : tensor<64x8xf32>
}
