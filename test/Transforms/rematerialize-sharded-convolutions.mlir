// RUN: remat-opt %s --remat-budget=min --remat-target=xla-gpu --remat-device=flops -o /dev/null 2>&1 | FileCheck %s

// XLA computes a convolution inside the addition that reads it. The kernel that each
// device gathers for it, 512 x 512 elements of 4 bytes, is there while that runs.

// CHECK: peak {{[0-9]+}} bytes ({{.*}}) -> 5505152 bytes (5.25 MiB)

"sdy.mesh"() <{mesh = #sdy.mesh<["x"=4]>, sym_name = "mesh"}> : () -> ()
func.func @main(%x: tensor<8x16x16x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}, {}]>},
                  %k: tensor<1x1x512x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}, {}]>})
      -> (tensor<f32>, tensor<8x16x16x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}, {}]>}) {
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %a = "stablehlo.exponential"(%x) : (tensor<8x16x16x512xf32>) -> tensor<8x16x16x512xf32>
  %c = "stablehlo.convolution"(%a, %k) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<8x16x16x512xf32>, tensor<1x1x512x512xf32>) -> tensor<8x16x16x512xf32>
  %s = "stablehlo.add"(%c, %a) : (tensor<8x16x16x512xf32>, tensor<8x16x16x512xf32>) -> tensor<8x16x16x512xf32>
  %t = "stablehlo.exponential"(%s) : (tensor<8x16x16x512xf32>) -> tensor<8x16x16x512xf32>
  %loss = "stablehlo.reduce"(%t, %zero) <{dimensions = array<i64: 0, 1, 2, 3>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %r = "stablehlo.add"(%p, %q) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%r) : (tensor<f32>) -> ()
  }) : (tensor<8x16x16x512xf32>, tensor<f32>) -> tensor<f32>
  %d = "stablehlo.convolution"(%t, %k) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<8x16x16x512xf32>, tensor<1x1x512x512xf32>) -> tensor<8x16x16x512xf32>
  %e = "stablehlo.add"(%d, %t) : (tensor<8x16x16x512xf32>, tensor<8x16x16x512xf32>) -> tensor<8x16x16x512xf32>
  %g = "stablehlo.multiply"(%e, %a) : (tensor<8x16x16x512xf32>, tensor<8x16x16x512xf32>) -> tensor<8x16x16x512xf32>
  return %loss, %g : tensor<f32>, tensor<8x16x16x512xf32>
}
