// RUN: remat-opt %s --split-input-file --remat-print-graph="target=xla-gpu device=flops" -o /dev/null 2>&1 | FileCheck %s

// A forward convolution adds another tensor by itself. The tensor is stored before,
// and the convolution makes the sum: its 8192 flops are the addition's.

// CHECK-LABEL: graph of 'adds'
// CHECK-NEXT: task 0: stablehlo.exponential, {{.*}}reads [2], makes [3: 4096 bytes]
// CHECK-NEXT: task 1: stablehlo.add, {{.*}}reads [0, 1, 3], makes [4: 4096 bytes], time 12352.0
// CHECK-NEXT: task 2: stablehlo.reduce, {{.*}}reads [4]
// CHECK-NOT:  task 3
func.func @adds(%x: tensor<4x8x8x4xf32>, %w: tensor<1x1x4x4xf32>, %v: tensor<4x8x8x4xf32>) -> tensor<f32> {
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %side = "stablehlo.exponential"(%v) : (tensor<4x8x8x4xf32>) -> tensor<4x8x8x4xf32>
  %0 = "stablehlo.convolution"(%x, %w) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x8x4xf32>, tensor<1x1x4x4xf32>) -> tensor<4x8x8x4xf32>
  %1 = "stablehlo.add"(%0, %side) : (tensor<4x8x8x4xf32>, tensor<4x8x8x4xf32>) -> tensor<4x8x8x4xf32>
  %2 = "stablehlo.reduce"(%1, %zero) <{dimensions = array<i64: 0, 1, 2, 3>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x8x8x4xf32>, tensor<f32>) -> tensor<f32>
  return %2 : tensor<f32>
}

// -----

// So does the gradient of an input of 1x1 kernels, whose reversal moves nothing, and a
// convolution with a bias.

// CHECK-LABEL: graph of 'adds_gradient_with_bias'
// CHECK-NEXT: task 0: stablehlo.exponential, {{.*}}makes [4: 4096 bytes]
// CHECK-NEXT: task 1: stablehlo.add, {{.*}}reads [4, 3, 0, 1], makes [5: 4096 bytes]
// CHECK-NEXT: task 2: stablehlo.reduce
// CHECK-NOT:  task 3
func.func @adds_gradient_with_bias(%x: tensor<4x8x8x4xf32>, %w: tensor<1x1x4x4xf32>, %v: tensor<4x8x8x4xf32>, %bias: tensor<4xf32>) -> tensor<f32> {
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %side = "stablehlo.exponential"(%v) : (tensor<4x8x8x4xf32>) -> tensor<4x8x8x4xf32>
  %turned = "stablehlo.reverse"(%w) <{dimensions = array<i64: 0, 1>}> : (tensor<1x1x4x4xf32>) -> tensor<1x1x4x4xf32>
  %0 = "stablehlo.convolution"(%x, %turned) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x8x4xf32>, tensor<1x1x4x4xf32>) -> tensor<4x8x8x4xf32>
  %all = "stablehlo.broadcast_in_dim"(%bias) <{broadcast_dimensions = array<i64: 3>}> : (tensor<4xf32>) -> tensor<4x8x8x4xf32>
  %1 = "stablehlo.add"(%all, %0) : (tensor<4x8x8x4xf32>, tensor<4x8x8x4xf32>) -> tensor<4x8x8x4xf32>
  %2 = "stablehlo.add"(%side, %1) : (tensor<4x8x8x4xf32>, tensor<4x8x8x4xf32>) -> tensor<4x8x8x4xf32>
  %3 = "stablehlo.reduce"(%2, %zero) <{dimensions = array<i64: 0, 1, 2, 3>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x8x8x4xf32>, tensor<f32>) -> tensor<f32>
  return %3 : tensor<f32>
}

// -----

// A broadcast along another dimension than the features is no bias: it is the other
// tensor, and stored.

// CHECK-LABEL: graph of 'adds_a_broadcast'
// CHECK-NEXT: task 0: stablehlo.broadcast_in_dim, {{.*}}reads [2], makes [4: 4096 bytes]
// CHECK-NEXT: task 1: stablehlo.add, {{.*}}reads [0, 1, 4], makes [5: 4096 bytes]
// CHECK-NEXT: task 2: stablehlo.reduce, {{.*}}reads [3, 5]
// CHECK-NOT:  task 3
func.func @adds_a_broadcast(%x: tensor<4x8x8x4xf32>, %w: tensor<1x1x4x4xf32>, %t: tensor<4x4xf32>, %v: tensor<4x8x8x4xf32>) -> tensor<f32> {
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %side = "stablehlo.exponential"(%v) : (tensor<4x8x8x4xf32>) -> tensor<4x8x8x4xf32>
  %0 = "stablehlo.convolution"(%x, %w) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x8x4xf32>, tensor<1x1x4x4xf32>) -> tensor<4x8x8x4xf32>
  %all = "stablehlo.broadcast_in_dim"(%t) <{broadcast_dimensions = array<i64: 0, 3>}> : (tensor<4x4xf32>) -> tensor<4x8x8x4xf32>
  %1 = "stablehlo.add"(%0, %all) : (tensor<4x8x8x4xf32>, tensor<4x8x8x4xf32>) -> tensor<4x8x8x4xf32>
  %2 = "stablehlo.multiply"(%side, %1) : (tensor<4x8x8x4xf32>, tensor<4x8x8x4xf32>) -> tensor<4x8x8x4xf32>
  %3 = "stablehlo.reduce"(%2, %zero) <{dimensions = array<i64: 0, 1, 2, 3>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x8x8x4xf32>, tensor<f32>) -> tensor<f32>
  return %3 : tensor<f32>
}

// -----

// Not with a second reader, not the gradient of an input of larger kernels, not that of
// a kernel, not a bias alone: these store their results, and additions are fused.

// CHECK-LABEL: graph of 'adds_apart'
// CHECK-NOT:  stablehlo.add,
// CHECK:      task 7: stablehlo.reduce
func.func @adds_apart(%x: tensor<4x8x8x4xf32>, %w: tensor<1x1x4x4xf32>, %u: tensor<3x3x4x4xf32>, %v: tensor<4x8x8x4xf32>, %bias: tensor<4xf32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %side = "stablehlo.exponential"(%v) : (tensor<4x8x8x4xf32>) -> tensor<4x8x8x4xf32>
  %two = "stablehlo.convolution"(%x, %w) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x8x4xf32>, tensor<1x1x4x4xf32>) -> tensor<4x8x8x4xf32>
  %0 = "stablehlo.add"(%two, %side) : (tensor<4x8x8x4xf32>, tensor<4x8x8x4xf32>) -> tensor<4x8x8x4xf32>
  %1 = "stablehlo.multiply"(%two, %0) : (tensor<4x8x8x4xf32>, tensor<4x8x8x4xf32>) -> tensor<4x8x8x4xf32>
  %2 = "stablehlo.reduce"(%1, %zero) <{dimensions = array<i64: 0, 1, 2, 3>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x8x8x4xf32>, tensor<f32>) -> tensor<f32>
  %turned = "stablehlo.reverse"(%u) <{dimensions = array<i64: 0, 1>}> : (tensor<3x3x4x4xf32>) -> tensor<3x3x4x4xf32>
  %3 = "stablehlo.convolution"(%x, %turned) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f]>, feature_group_count = 1 : i64, padding = dense<1> : tensor<2x2xi64>}> : (tensor<4x8x8x4xf32>, tensor<3x3x4x4xf32>) -> tensor<4x8x8x4xf32>
  %4 = "stablehlo.add"(%3, %side) : (tensor<4x8x8x4xf32>, tensor<4x8x8x4xf32>) -> tensor<4x8x8x4xf32>
  %5 = "stablehlo.reduce"(%4, %zero) <{dimensions = array<i64: 0, 1, 2, 3>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x8x8x4xf32>, tensor<f32>) -> tensor<f32>
  %6 = "stablehlo.convolution"(%x, %v) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f]>, feature_group_count = 1 : i64, padding = dense<1> : tensor<2x2xi64>}> : (tensor<4x8x8x4xf32>, tensor<4x8x8x4xf32>) -> tensor<3x3x4x4xf32>
  %7 = "stablehlo.add"(%6, %u) : (tensor<3x3x4x4xf32>, tensor<3x3x4x4xf32>) -> tensor<3x3x4x4xf32>
  %8 = "stablehlo.reduce"(%7, %zero) <{dimensions = array<i64: 0, 1, 2, 3>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<3x3x4x4xf32>, tensor<f32>) -> tensor<f32>
  %9 = "stablehlo.convolution"(%v, %w) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x8x4xf32>, tensor<1x1x4x4xf32>) -> tensor<4x8x8x4xf32>
  %all = "stablehlo.broadcast_in_dim"(%bias) <{broadcast_dimensions = array<i64: 3>}> : (tensor<4xf32>) -> tensor<4x8x8x4xf32>
  %10 = "stablehlo.add"(%9, %all) : (tensor<4x8x8x4xf32>, tensor<4x8x8x4xf32>) -> tensor<4x8x8x4xf32>
  %11 = "stablehlo.reduce"(%10, %zero) <{dimensions = array<i64: 0, 1, 2, 3>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x8x8x4xf32>, tensor<f32>) -> tensor<f32>
  return %2, %5, %8, %11 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}
