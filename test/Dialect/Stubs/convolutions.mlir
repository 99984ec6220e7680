// RUN: remat-opt %s -test-remat-stablehlo -o /dev/null | FileCheck %s

// Flops are those of XLA's cost analysis of the same operations: only what
// meets an element of the input counts.

func.func @convolutions(%x: tensor<4x9x9x4xf32>, %w: tensor<3x3x4x6xf32>, %y: tensor<4x5x5x6xf32>, %grouped: tensor<3x3x2x6xf32>, %depthwise: tensor<3x3x1x8xf32>,
    %x1: tensor<2x4x9xf32>, %w1: tensor<6x4x3xf32>, %x0: tensor<2x4xf32>, %w0: tensor<4x3xf32>, %dynamic: tensor<?x9x9x4xf32>,
    %long: tensor<1x3000000x1xf32>, %longkernel: tensor<1000000x1x1xf32>) {
  // CHECK: strided: Convolution pure again conv input=0,3 spatial=[1, 2] kernel=2,3 spatial=[0, 1] output=0,3 spatial=[1, 2] flops=32448 matrix=32448
  %0 = "stablehlo.convolution"(%x, %w) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, rhs_dilation = array<i64: 1, 1>, window_strides = array<i64: 2, 2>}> {test.hlo = "strided"} : (tensor<4x9x9x4xf32>, tensor<3x3x4x6xf32>) -> tensor<4x5x5x6xf32>
  // Its gradients, with zeros between the elements of an operand that cost nothing.
  // CHECK: back-input: Convolution pure again conv input=0,3 spatial=[1, 2] kernel=3,2 spatial=[0, 1] output=0,3 spatial=[1, 2] flops=32448
  %1 = "stablehlo.convolution"(%y, %w) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 2, 2>, padding = dense<1> : tensor<2x2xi64>, rhs_dilation = array<i64: 1, 1>, window_strides = array<i64: 1, 1>}> {test.hlo = "back-input"} : (tensor<4x5x5x6xf32>, tensor<3x3x4x6xf32>) -> tensor<4x9x9x4xf32>
  // CHECK: back-kernel: Convolution pure again conv input=3,0 spatial=[1, 2] kernel=0,3 spatial=[1, 2] output=2,3 spatial=[0, 1] flops=32448
  %2 = "stablehlo.convolution"(%x, %y) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, rhs_dilation = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> {test.hlo = "back-kernel"} : (tensor<4x9x9x4xf32>, tensor<4x5x5x6xf32>) -> tensor<3x3x4x6xf32>
  // CHECK: dilated: Convolution pure again conv input=0,3 spatial=[1, 2] kernel=2,3 spatial=[0, 1] output=0,3 spatial=[1, 2] flops=101568
  %3 = "stablehlo.convolution"(%x, %w) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<2> : tensor<2x2xi64>, rhs_dilation = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> {test.hlo = "dilated"} : (tensor<4x9x9x4xf32>, tensor<3x3x4x6xf32>) -> tensor<4x9x9x6xf32>
  // CHECK: grouped: Convolution pure again conv input=0,3 spatial=[1, 2] kernel=2,3 spatial=[0, 1] output=0,3 spatial=[1, 2] flops=16224
  %4 = "stablehlo.convolution"(%x, %grouped) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, rhs_dilation = array<i64: 1, 1>, window_strides = array<i64: 2, 2>}> {test.hlo = "grouped"} : (tensor<4x9x9x4xf32>, tensor<3x3x2x6xf32>) -> tensor<4x5x5x6xf32>
  // CHECK: depthwise: Convolution pure again conv input=0,3 spatial=[1, 2] kernel=2,3 spatial=[0, 1] output=0,3 spatial=[1, 2] flops=40000
  %5 = "stablehlo.convolution"(%x, %depthwise) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 4 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, rhs_dilation = array<i64: 1, 1>, window_strides = array<i64: 1, 1>}> {test.hlo = "depthwise"} : (tensor<4x9x9x4xf32>, tensor<3x3x1x8xf32>) -> tensor<4x9x9x8xf32>
  // CHECK: batch-grouped: Convolution pure again conv input=0,3 spatial=[1, 2] kernel=2,3 spatial=[0, 1] output=0,3 spatial=[1, 2] flops=16224
  %6 = "stablehlo.convolution"(%x, %w) <{batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, rhs_dilation = array<i64: 1, 1>, window_strides = array<i64: 2, 2>}> {test.hlo = "batch-grouped"} : (tensor<4x9x9x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x5x5x6xf32>
  // Padding may be negative.
  // CHECK: one-dimension: Convolution pure again conv input=0,1 spatial=[2] kernel=1,0 spatial=[2] output=0,1 spatial=[2] flops=1056
  %7 = "stablehlo.convolution"(%x1, %w1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1>, padding = dense<[[3, -1]]> : tensor<1x2xi64>, rhs_dilation = array<i64: 1>, window_strides = array<i64: 2>}> {test.hlo = "one-dimension"} : (tensor<2x4x9xf32>, tensor<6x4x3xf32>) -> tensor<2x6x5xf32>
  // CHECK: no-dimension: Convolution pure again conv input=0,1 kernel=0,1 output=0,1 flops=48
  %8 = "stablehlo.convolution"(%x0, %w0) <{dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>}> {test.hlo = "no-dimension"} : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  // Without attributes: strides and dilations of one, no padding.
  // CHECK: defaults: Convolution pure again conv input=0,3 spatial=[1, 2] kernel=2,3 spatial=[0, 1] output=0,3 spatial=[1, 2] flops=84672
  %9 = "stablehlo.convolution"(%x, %w) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>}> {test.hlo = "defaults"} : (tensor<4x9x9x4xf32>, tensor<3x3x4x6xf32>) -> tensor<4x7x7x6xf32>
  // Counted without visiting every pair.
  // CHECK: long: Convolution pure again {{.*}} flops=2000000000000 
  %10 = "stablehlo.convolution"(%long, %longkernel) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>, rhs_dilation = array<i64: 1>, window_strides = array<i64: 1>}> {test.hlo = "long"} : (tensor<1x3000000x1xf32>, tensor<1000000x1x1xf32>) -> tensor<1x1000000x1xf32>

  // What is not known or malformed counts nothing.
  // CHECK: dynamic: Convolution pure again {{.*}}flops=0 matrix=0
  %11 = "stablehlo.convolution"(%dynamic, %w) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, rhs_dilation = array<i64: 1, 1>, window_strides = array<i64: 2, 2>}> {test.hlo = "dynamic"} : (tensor<?x9x9x4xf32>, tensor<3x3x4x6xf32>) -> tensor<?x5x5x6xf32>
  // CHECK: missing: Convolution pure again {{.*}}flops=0 matrix=0
  %12 = "stablehlo.convolution"(%x, %w) {test.hlo = "missing"} : (tensor<4x9x9x4xf32>, tensor<3x3x4x6xf32>) -> tensor<4x5x5x6xf32>
  // CHECK: letters: Convolution pure again {{.*}}flops=0 matrix=0
  %13 = "stablehlo.convolution"(%x, %w) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, q]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, rhs_dilation = array<i64: 1, 1>, window_strides = array<i64: 2, 2>}> {test.hlo = "letters"} : (tensor<4x9x9x4xf32>, tensor<3x3x4x6xf32>) -> tensor<4x5x5x6xf32>
  // CHECK: twice: Convolution pure again {{.*}}flops=0 matrix=0
  %14 = "stablehlo.convolution"(%x, %w) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 0, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, rhs_dilation = array<i64: 1, 1>, window_strides = array<i64: 2, 2>}> {test.hlo = "twice"} : (tensor<4x9x9x4xf32>, tensor<3x3x4x6xf32>) -> tensor<4x5x5x6xf32>
  // CHECK: unknown-dims: Convolution pure again {{.*}}flops=0 matrix=0
  %15 = "stablehlo.convolution"(%x, %w) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, ?0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, rhs_dilation = array<i64: 1, 1>, window_strides = array<i64: 2, 2>}> {test.hlo = "unknown-dims"} : (tensor<4x9x9x4xf32>, tensor<3x3x4x6xf32>) -> tensor<4x5x5x6xf32>
  // CHECK: rank: Convolution pure again {{.*}}flops=0 matrix=0
  %16 = "stablehlo.convolution"(%x, %w) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, rhs_dilation = array<i64: 1, 1>, window_strides = array<i64: 2>}> {test.hlo = "rank"} : (tensor<4x9x9x4xf32>, tensor<3x3x4x6xf32>) -> tensor<4x5x5x6xf32>
  // CHECK: half: Convolution pure again {{.*}}flops=0 matrix=0
  %17 = "stablehlo.convolution"(%x, %w) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, rhs_dilation = array<i64: 1, 1>, window_strides = array<i64: 2, 2>}> {test.hlo = "half"} : (tensor<4x9x9x4xf32>, tensor<3x3x4x6xf32>) -> tensor<4x5x5x6xf32>
  // CHECK: wrong-kind: Convolution pure again {{.*}}flops=0 matrix=0
  %18 = "stablehlo.convolution"(%x, %w) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.dot<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, rhs_dilation = array<i64: 1, 1>, window_strides = array<i64: 2, 2>}> {test.hlo = "wrong-kind"} : (tensor<4x9x9x4xf32>, tensor<3x3x4x6xf32>) -> tensor<4x5x5x6xf32>
  // CHECK: zero-stride: Convolution pure again {{.*}}flops=0 matrix=0
  %19 = "stablehlo.convolution"(%x, %w) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, rhs_dilation = array<i64: 1, 1>, window_strides = array<i64: 0, 2>}> {test.hlo = "zero-stride"} : (tensor<4x9x9x4xf32>, tensor<3x3x4x6xf32>) -> tensor<4x5x5x6xf32>
  // CHECK: huge-stride: Convolution pure again {{.*}}flops=0 matrix=0
  %20 = "stablehlo.convolution"(%x, %w) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, rhs_dilation = array<i64: 1, 1>, window_strides = array<i64: 9223372036854775807, 2>}> {test.hlo = "huge-stride"} : (tensor<4x9x9x4xf32>, tensor<3x3x4x6xf32>) -> tensor<4x5x5x6xf32>
  // CHECK: zero-dilation: Convolution pure again {{.*}}flops=0 matrix=0
  %21 = "stablehlo.convolution"(%x, %w) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 0, 1>, padding = dense<1> : tensor<2x2xi64>, rhs_dilation = array<i64: 1, 1>, window_strides = array<i64: 2, 2>}> {test.hlo = "zero-dilation"} : (tensor<4x9x9x4xf32>, tensor<3x3x4x6xf32>) -> tensor<4x5x5x6xf32>
  // CHECK: few-strides: Convolution pure again {{.*}}flops=0 matrix=0
  %22 = "stablehlo.convolution"(%x, %w) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, rhs_dilation = array<i64: 1, 1>, window_strides = array<i64: 2>}> {test.hlo = "few-strides"} : (tensor<4x9x9x4xf32>, tensor<3x3x4x6xf32>) -> tensor<4x5x5x6xf32>
  // CHECK: huge-padding: Convolution pure again {{.*}}flops=0 matrix=0
  %23 = "stablehlo.convolution"(%x, %w) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<-9223372036854775808> : tensor<2x2xi64>, rhs_dilation = array<i64: 1, 1>, window_strides = array<i64: 2, 2>}> {test.hlo = "huge-padding"} : (tensor<4x9x9x4xf32>, tensor<3x3x4x6xf32>) -> tensor<4x5x5x6xf32>
  // CHECK: odd-padding: Convolution pure again {{.*}}flops=0 matrix=0
  %24 = "stablehlo.convolution"(%x, %w) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi8>, rhs_dilation = array<i64: 1, 1>, window_strides = array<i64: 2, 2>}> {test.hlo = "odd-padding"} : (tensor<4x9x9x4xf32>, tensor<3x3x4x6xf32>) -> tensor<4x5x5x6xf32>
  // CHECK: float-padding: Convolution pure again {{.*}}flops=0 matrix=0
  %25 = "stablehlo.convolution"(%x, %w) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<1.0> : tensor<2x2xf32>, rhs_dilation = array<i64: 1, 1>, window_strides = array<i64: 2, 2>}> {test.hlo = "float-padding"} : (tensor<4x9x9x4xf32>, tensor<3x3x4x6xf32>) -> tensor<4x5x5x6xf32>
  return
}
