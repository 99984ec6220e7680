// RUN: remat-opt %s --remat-print-graph=target=xla-gpu -o /dev/null 2>&1 | FileCheck %s

// The attention may run again. Its layout makes the transpose a name, its
// statistics are small, and its scratch buffer is empty until XLA sizes it.
// CHECK-LABEL: graph of 'attention'
// CHECK-NEXT: task 0: stablehlo.custom_call, {{.*}}makes [2: 131072 bytes, 3: 4096 bytes, 4: 0 bytes], time {{[0-9.]+$}}
// CHECK-NEXT: task 1: stablehlo.dot_general, {{.*}}reads [2, 1]
func.func @attention(%x: tensor<2x128x4x64xbf16>, %w: tensor<64x64xbf16>) -> (tensor<2x128x4x64xbf16>, tensor<2x4x128xf32>) {
  %a:3 = "stablehlo.custom_call"(%x, %x, %x) <{call_target_name = "__cudnn$fmhaSoftmax", result_layouts = [dense<[3, 1, 2, 0]> : tensor<4xindex>, dense<[2, 1, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>]}> : (tensor<2x128x4x64xbf16>, tensor<2x128x4x64xbf16>, tensor<2x128x4x64xbf16>) -> (tensor<2x4x128x64xbf16>, tensor<2x4x128xf32>, tensor<0xui8>)
  %t = "stablehlo.transpose"(%a#0) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<2x4x128x64xbf16>) -> tensor<2x128x4x64xbf16>
  %y = "stablehlo.dot_general"(%t, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [0]>}> : (tensor<2x128x4x64xbf16>, tensor<64x64xbf16>) -> tensor<2x128x4x64xbf16>
  %s = "stablehlo.add"(%a#1, %a#1) : (tensor<2x4x128xf32>, tensor<2x4x128xf32>) -> tensor<2x4x128xf32>
  return %y, %s : tensor<2x128x4x64xbf16>, tensor<2x4x128xf32>
}

// Another layout, another transpose: a copy.
// CHECK-LABEL: graph of 'copies'
// CHECK-NEXT: task 0: stablehlo.custom_call, {{.*}}makes [2: 131072 bytes]
// CHECK-NEXT: task 1: stablehlo.transpose, {{.*}}makes [3: 131072 bytes]
// CHECK-NEXT: task 2: stablehlo.dot_general, {{.*}}reads [3, 1]
func.func @copies(%x: tensor<2x128x4x64xbf16>, %w: tensor<64x64xbf16>) -> tensor<2x128x4x64xbf16> {
  %a = "stablehlo.custom_call"(%x, %x, %x) <{call_target_name = "__cudnn$fmhaSoftmax", result_layouts = [dense<[3, 2, 1, 0]> : tensor<4xindex>]}> : (tensor<2x128x4x64xbf16>, tensor<2x128x4x64xbf16>, tensor<2x128x4x64xbf16>) -> tensor<2x4x128x64xbf16>
  %t = "stablehlo.transpose"(%a) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<2x4x128x64xbf16>) -> tensor<2x128x4x64xbf16>
  %y = "stablehlo.dot_general"(%t, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [0]>}> : (tensor<2x128x4x64xbf16>, tensor<64x64xbf16>) -> tensor<2x128x4x64xbf16>
  return %y : tensor<2x128x4x64xbf16>
}

// A custom call that is not known runs once unless the user vouches for it, and
// takes the time and workspace that the user gives. Dropout has a hidden state.
// CHECK-LABEL: graph of 'vouched'
// CHECK-NEXT: task 0: stablehlo.custom_call, {{.*}}runs once
// CHECK-NEXT: task 1: stablehlo.custom_call, {{.*}}time 7.5, workspace 4096 bytes{{$}}
// CHECK-NEXT: task 2: stablehlo.custom_call, {{.*}}runs once
func.func @vouched(%x: tensor<1024xf32>) -> tensor<f32> {
  %a = "stablehlo.custom_call"(%x) <{call_target_name = "my_kernel"}> : (tensor<1024xf32>) -> tensor<1024xf32>
  %b = "stablehlo.custom_call"(%a) <{call_target_name = "my_kernel"}> {remat.cost = #remat.cost<time = 7.5, workspace = 4096>, remat.policy = #remat.policy<may_recompute>} : (tensor<1024xf32>) -> tensor<1024xf32>
  %c = "stablehlo.custom_call"(%b) <{call_target_name = "__cudnn$fmhaSoftmaxDropout"}> : (tensor<1024xf32>) -> tensor<f32>
  %d = "stablehlo.custom_call"(%c, %a) <{call_target_name = "my_reader"}> : (tensor<f32>, tensor<1024xf32>) -> tensor<f32>
  return %d : tensor<f32>
}

// The workspace counts inside of loops, too.
// CHECK-LABEL: graph of 'loop'
// CHECK-NEXT: task 0: stablehlo.while, {{.*}}workspace 100096 bytes
func.func @loop(%x: tensor<1024xf32>) -> tensor<1024xf32> {
  %zero = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %f:2 = "stablehlo.while"(%zero, %x) ({
  ^bb0(%i: tensor<i32>, %h: tensor<1024xf32>):
    %n = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
    %go = "stablehlo.compare"(%i, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%go) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %h: tensor<1024xf32>):
    %a = "stablehlo.custom_call"(%h) <{call_target_name = "my_kernel"}> {remat.cost = #remat.cost<workspace = 100096>} : (tensor<1024xf32>) -> tensor<1024xf32>
    %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %next = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%next, %a) : (tensor<i32>, tensor<1024xf32>) -> ()
  }) : (tensor<i32>, tensor<1024xf32>) -> (tensor<i32>, tensor<1024xf32>)
  return %f#1 : tensor<1024xf32>
}
