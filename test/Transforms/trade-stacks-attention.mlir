// RUN: remat-opt %s --remat-trade-stacks="bytes=32768 target=xla-gpu" 2>&1 | FileCheck %s --check-prefix=STATE
// RUN: remat-opt %s --remat-trade-stacks="bytes=70000 target=xla-gpu" 2>&1 | FileCheck %s --check-prefix=OUTPUT
// RUN: remat-opt %s --remat-budget=min --remat-target=xla-gpu --remat-device=flops 2>&1 | FileCheck %s --check-prefix=MIN
// RUN: remat-opt %s --remat-budget=85% --remat-target=xla-gpu --remat-device=flops 2>&1 | FileCheck %s --check-prefix=LOOSE

// cuDNN's attention in a scan, as JAX calls it. Four turns have stacks of 32 KiB
// each for the state, the attention and its tanh, and of 2 KiB for what the
// softmax saves.

// From the state alone, the backward turn runs the attention again.
// STATE: remark: keeps stacks of 32768 bytes (32 KiB), before 100352 bytes (98 KiB)
// STATE: "stablehlo.while"
// STATE: "__cudnn$fmhaSoftmax"
// STATE: "stablehlo.while"
// STATE: stablehlo.dynamic_slice
// STATE-NOT: stablehlo.dynamic_slice
// STATE: "__cudnn$fmhaSoftmax"
// STATE: stablehlo.tanh
// STATE: "__cudnn$fmhaSoftmaxBackward"

// If one more of 32 KiB fits, it is the attention's, with the 2 KiB: a tanh
// costs less than another run.
// OUTPUT: remark: keeps stacks of 67584 bytes (66 KiB), before 100352 bytes (98 KiB)
// OUTPUT: "__cudnn$fmhaSoftmax"
// OUTPUT-NOT: "__cudnn$fmhaSoftmax"
// OUTPUT: stablehlo.tanh
// OUTPUT-NOT: "__cudnn$fmhaSoftmax"
// OUTPUT: "__cudnn$fmhaSoftmaxBackward"

// Whole plans choose the same way.
// MIN: loops keep 1 value of each turn, in segments of 2 turns, 16384 bytes (16 KiB), in place of 100352 bytes (98 KiB)
// MIN-COUNT-2: "__cudnn$fmhaSoftmax"
// LOOSE: loops keep 3 values of each turn, 67584 bytes (66 KiB), in place of 100352 bytes (98 KiB)
// LOOSE-COUNT-1: "__cudnn$fmhaSoftmax"
// LOOSE-NOT: "__cudnn$fmhaSoftmax"

func.func @main(%x: tensor<1x64x2x32xbf16>) -> (tensor<1x64x2x32xbf16>, tensor<1x64x2x32xbf16>) {
  %zero = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %b0 = "stablehlo.constant"() <{value = dense<0.0> : tensor<bf16>}> : () -> tensor<bf16>
  %f0 = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %bs = "stablehlo.broadcast_in_dim"(%b0) <{broadcast_dimensions = array<i64>}> : (tensor<bf16>) -> tensor<4x1x64x2x32xbf16>
  %fs = "stablehlo.broadcast_in_dim"(%f0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x1x2x64xf32>
  %f:6 = "stablehlo.while"(%zero, %x, %bs, %bs, %bs, %fs) ({
  ^bb0(%i: tensor<i32>, %h: tensor<1x64x2x32xbf16>, %hs: tensor<4x1x64x2x32xbf16>, %ts: tensor<4x1x64x2x32xbf16>, %ns: tensor<4x1x64x2x32xbf16>, %ss: tensor<4x1x2x64xf32>):
    %n = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
    %go = "stablehlo.compare"(%i, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%go) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %h: tensor<1x64x2x32xbf16>, %hs: tensor<4x1x64x2x32xbf16>, %ts: tensor<4x1x64x2x32xbf16>, %ns: tensor<4x1x64x2x32xbf16>, %ss: tensor<4x1x2x64xf32>):
    %c0 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %a:3 = "stablehlo.custom_call"(%h, %h, %h) <{backend_config = "{\22cudnn_fmha_backend_config\22: {\22intermediate_tensor_shape\22: {\22dimensions\22: [\221\22, \222\22, \2264\22, \2264\22]}, \22mask_type\22: \22CAUSAL\22}}", call_target_name = "__cudnn$fmhaSoftmax", result_layouts = [dense<[3, 1, 2, 0]> : tensor<4xindex>, dense<[2, 1, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>]}> : (tensor<1x64x2x32xbf16>, tensor<1x64x2x32xbf16>, tensor<1x64x2x32xbf16>) -> (tensor<1x2x64x32xbf16>, tensor<1x2x64xf32>, tensor<0xui8>)
    %t = "stablehlo.transpose"(%a#0) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<1x2x64x32xbf16>) -> tensor<1x64x2x32xbf16>
    %next = "stablehlo.tanh"(%t) : (tensor<1x64x2x32xbf16>) -> tensor<1x64x2x32xbf16>
    %hs10 = "stablehlo.reshape"(%h) : (tensor<1x64x2x32xbf16>) -> tensor<1x1x64x2x32xbf16>
    %hs1 = "stablehlo.dynamic_update_slice"(%hs, %hs10, %i, %c0, %c0, %c0, %c0) : (tensor<4x1x64x2x32xbf16>, tensor<1x1x64x2x32xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x1x64x2x32xbf16>
    %ts10 = "stablehlo.reshape"(%t) : (tensor<1x64x2x32xbf16>) -> tensor<1x1x64x2x32xbf16>
    %ts1 = "stablehlo.dynamic_update_slice"(%ts, %ts10, %i, %c0, %c0, %c0, %c0) : (tensor<4x1x64x2x32xbf16>, tensor<1x1x64x2x32xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x1x64x2x32xbf16>
    %ns10 = "stablehlo.reshape"(%next) : (tensor<1x64x2x32xbf16>) -> tensor<1x1x64x2x32xbf16>
    %ns1 = "stablehlo.dynamic_update_slice"(%ns, %ns10, %i, %c0, %c0, %c0, %c0) : (tensor<4x1x64x2x32xbf16>, tensor<1x1x64x2x32xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x1x64x2x32xbf16>
    %ss10 = "stablehlo.reshape"(%a#1) : (tensor<1x2x64xf32>) -> tensor<1x1x2x64xf32>
    %ss1 = "stablehlo.dynamic_update_slice"(%ss, %ss10, %i, %c0, %c0, %c0) : (tensor<4x1x2x64xf32>, tensor<1x1x2x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x1x2x64xf32>
    %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %i1 = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%i1, %next, %hs1, %ts1, %ns1, %ss1) : (tensor<i32>, tensor<1x64x2x32xbf16>, tensor<4x1x64x2x32xbf16>, tensor<4x1x64x2x32xbf16>, tensor<4x1x64x2x32xbf16>, tensor<4x1x2x64xf32>) -> ()
  }) : (tensor<i32>, tensor<1x64x2x32xbf16>, tensor<4x1x64x2x32xbf16>, tensor<4x1x64x2x32xbf16>, tensor<4x1x64x2x32xbf16>, tensor<4x1x2x64xf32>) -> (tensor<i32>, tensor<1x64x2x32xbf16>, tensor<4x1x64x2x32xbf16>, tensor<4x1x64x2x32xbf16>, tensor<4x1x64x2x32xbf16>, tensor<4x1x2x64xf32>)
  %b:6 = "stablehlo.while"(%zero, %f#1, %f#2, %f#3, %f#4, %f#5) ({
  ^bb0(%i: tensor<i32>, %d: tensor<1x64x2x32xbf16>, %hs: tensor<4x1x64x2x32xbf16>, %ts: tensor<4x1x64x2x32xbf16>, %ns: tensor<4x1x64x2x32xbf16>, %ss: tensor<4x1x2x64xf32>):
    %n = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
    %go = "stablehlo.compare"(%i, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%go) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %d: tensor<1x64x2x32xbf16>, %hs: tensor<4x1x64x2x32xbf16>, %ts: tensor<4x1x64x2x32xbf16>, %ns: tensor<4x1x64x2x32xbf16>, %ss: tensor<4x1x2x64xf32>):
    %c0 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %c3 = "stablehlo.constant"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
    %at = "stablehlo.subtract"(%c3, %i) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %h0 = "stablehlo.dynamic_slice"(%hs, %at, %c0, %c0, %c0, %c0) <{slice_sizes = array<i64: 1, 1, 64, 2, 32>}> : (tensor<4x1x64x2x32xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x64x2x32xbf16>
    %h = "stablehlo.reshape"(%h0) : (tensor<1x1x64x2x32xbf16>) -> tensor<1x64x2x32xbf16>
    %t0 = "stablehlo.dynamic_slice"(%ts, %at, %c0, %c0, %c0, %c0) <{slice_sizes = array<i64: 1, 1, 64, 2, 32>}> : (tensor<4x1x64x2x32xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x64x2x32xbf16>
    %t = "stablehlo.reshape"(%t0) : (tensor<1x1x64x2x32xbf16>) -> tensor<1x64x2x32xbf16>
    %y0 = "stablehlo.dynamic_slice"(%ns, %at, %c0, %c0, %c0, %c0) <{slice_sizes = array<i64: 1, 1, 64, 2, 32>}> : (tensor<4x1x64x2x32xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x64x2x32xbf16>
    %y = "stablehlo.reshape"(%y0) : (tensor<1x1x64x2x32xbf16>) -> tensor<1x64x2x32xbf16>
    %s0 = "stablehlo.dynamic_slice"(%ss, %at, %c0, %c0, %c0) <{slice_sizes = array<i64: 1, 1, 2, 64>}> : (tensor<4x1x2x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x2x64xf32>
    %s = "stablehlo.reshape"(%s0) : (tensor<1x1x2x64xf32>) -> tensor<1x2x64xf32>
    %yy = "stablehlo.multiply"(%y, %y) : (tensor<1x64x2x32xbf16>, tensor<1x64x2x32xbf16>) -> tensor<1x64x2x32xbf16>
    %dt = "stablehlo.multiply"(%d, %yy) : (tensor<1x64x2x32xbf16>, tensor<1x64x2x32xbf16>) -> tensor<1x64x2x32xbf16>
    %g:4 = "stablehlo.custom_call"(%h, %h, %h, %s, %dt, %t) <{backend_config = "{\22cudnn_fmha_backend_config\22: {\22intermediate_tensor_shape\22: {\22dimensions\22: [\221\22, \222\22, \2264\22, \2264\22]}, \22mask_type\22: \22CAUSAL\22}}", call_target_name = "__cudnn$fmhaSoftmaxBackward", result_layouts = [dense<[3, 1, 2, 0]> : tensor<4xindex>, dense<[3, 1, 2, 0]> : tensor<4xindex>, dense<[3, 1, 2, 0]> : tensor<4xindex>, dense<0> : tensor<1xindex>]}> : (tensor<1x64x2x32xbf16>, tensor<1x64x2x32xbf16>, tensor<1x64x2x32xbf16>, tensor<1x2x64xf32>, tensor<1x64x2x32xbf16>, tensor<1x64x2x32xbf16>) -> (tensor<1x2x64x32xbf16>, tensor<1x2x64x32xbf16>, tensor<1x2x64x32xbf16>, tensor<0xui8>)
    %dq = "stablehlo.transpose"(%g#0) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<1x2x64x32xbf16>) -> tensor<1x64x2x32xbf16>
    %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %i1 = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%i1, %dq, %hs, %ts, %ns, %ss) : (tensor<i32>, tensor<1x64x2x32xbf16>, tensor<4x1x64x2x32xbf16>, tensor<4x1x64x2x32xbf16>, tensor<4x1x64x2x32xbf16>, tensor<4x1x2x64xf32>) -> ()
  }) : (tensor<i32>, tensor<1x64x2x32xbf16>, tensor<4x1x64x2x32xbf16>, tensor<4x1x64x2x32xbf16>, tensor<4x1x64x2x32xbf16>, tensor<4x1x2x64xf32>) -> (tensor<i32>, tensor<1x64x2x32xbf16>, tensor<4x1x64x2x32xbf16>, tensor<4x1x64x2x32xbf16>, tensor<4x1x64x2x32xbf16>, tensor<4x1x2x64xf32>)
  return %f#1, %b#1 : tensor<1x64x2x32xbf16>, tensor<1x64x2x32xbf16>
}
