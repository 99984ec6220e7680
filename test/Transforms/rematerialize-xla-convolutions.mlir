// RUN: remat-opt %s --remat-budget=min --remat-target=xla-gpu --remat-device=flops --remat-cuts=1 | FileCheck %s
// RUN: remat-opt %s --remat-budget=min --remat-target=xla-gpu --remat-device=flops --remat-cuts=3 | FileCheck %s --check-prefix=CUTS

// XLA copies the kernel of a convolution into cuDNN's layout as early as it can, for all
// its readers at once. A cut takes kernels that are read behind it, so that the copy is
// made there.

// CHECK-LABEL: func.func @main
// CHECK:         %[[LOSS:[0-9]+]] = "stablehlo.reduce"
// CHECK:         %[[CUT:[0-9]+]]:7 = "stablehlo.optimization_barrier"(%{{[0-9]+}}, %{{[0-9]+}}, %[[LOSS]], %arg3, %arg0, %arg1, %arg2)
// CHECK:         %[[TURNED:[0-9]+]] = "stablehlo.reverse"(%[[CUT]]#3)
// CHECK:         "stablehlo.convolution"(%[[CUT]]#0, %[[TURNED]])
// CHECK-NOT:     %arg
// CHECK:         return %[[CUT]]#2

// Of several cuts, each takes those that are read before the next.
// CUTS: "stablehlo.optimization_barrier"(%{{[0-9]+}}, %{{[0-9]+}}, %{{[0-9]+}}, %arg3)
// CUTS: "stablehlo.optimization_barrier"(%{{[0-9]+}}, %{{[0-9#]+}}, %arg0, %arg1, %arg2)

func.func @main(%x: tensor<64x32x32x8xf32>, %w: tensor<3x3x8x8xf32>, %u: tensor<3x3x8x8xf32>, %v: tensor<3x3x8x8xf32>) -> (tensor<f32>, tensor<3x3x8x8xf32>) {
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %0 = "stablehlo.convolution"(%x, %w) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, padding = dense<1> : tensor<2x2xi64>}> : (tensor<64x32x32x8xf32>, tensor<3x3x8x8xf32>) -> tensor<64x32x32x8xf32>
  %1 = "stablehlo.tanh"(%0) : (tensor<64x32x32x8xf32>) -> tensor<64x32x32x8xf32>
  %2 = "stablehlo.convolution"(%1, %u) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, padding = dense<1> : tensor<2x2xi64>}> : (tensor<64x32x32x8xf32>, tensor<3x3x8x8xf32>) -> tensor<64x32x32x8xf32>
  %3 = "stablehlo.tanh"(%2) : (tensor<64x32x32x8xf32>) -> tensor<64x32x32x8xf32>
  %4 = "stablehlo.convolution"(%3, %v) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, padding = dense<1> : tensor<2x2xi64>}> : (tensor<64x32x32x8xf32>, tensor<3x3x8x8xf32>) -> tensor<64x32x32x8xf32>
  %5 = "stablehlo.exponential"(%4) : (tensor<64x32x32x8xf32>) -> tensor<64x32x32x8xf32>
  %6 = "stablehlo.reduce"(%5, %zero) <{dimensions = array<i64: 0, 1, 2, 3>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<64x32x32x8xf32>, tensor<f32>) -> tensor<f32>
  %7 = "stablehlo.reverse"(%v) <{dimensions = array<i64: 0, 1>}> : (tensor<3x3x8x8xf32>) -> tensor<3x3x8x8xf32>
  %8 = "stablehlo.convolution"(%5, %7) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f]>, feature_group_count = 1 : i64, padding = dense<1> : tensor<2x2xi64>}> : (tensor<64x32x32x8xf32>, tensor<3x3x8x8xf32>) -> tensor<64x32x32x8xf32>
  %9 = "stablehlo.multiply"(%8, %3) : (tensor<64x32x32x8xf32>, tensor<64x32x32x8xf32>) -> tensor<64x32x32x8xf32>
  %10 = "stablehlo.reverse"(%u) <{dimensions = array<i64: 0, 1>}> : (tensor<3x3x8x8xf32>) -> tensor<3x3x8x8xf32>
  %11 = "stablehlo.convolution"(%9, %10) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f]>, feature_group_count = 1 : i64, padding = dense<1> : tensor<2x2xi64>}> : (tensor<64x32x32x8xf32>, tensor<3x3x8x8xf32>) -> tensor<64x32x32x8xf32>
  %12 = "stablehlo.multiply"(%11, %1) : (tensor<64x32x32x8xf32>, tensor<64x32x32x8xf32>) -> tensor<64x32x32x8xf32>
  %13 = "stablehlo.convolution"(%x, %12) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f]>, feature_group_count = 1 : i64, padding = dense<1> : tensor<2x2xi64>}> : (tensor<64x32x32x8xf32>, tensor<64x32x32x8xf32>) -> tensor<3x3x8x8xf32>
  return %6, %13 : tensor<f32>, tensor<3x3x8x8xf32>
}
