// RUN: remat-opt %s --remat-trade-stacks="bytes=1536 target=xla-gpu" 2>&1 | FileCheck %s
// RUN: remat-opt %s --remat-budget=min --remat-target=xla-gpu --remat-device=flops 2>&1 | FileCheck %s --check-prefix=PLAN

// As JAX writes the two loops of a scan. The sine is made again; what only repeats
// a smaller value is repeated in each turn, and the backward loop starts when what
// was made before it is done.
// PLAN: remark: 'main': peak {{.*}}; loops keep 1 value of each turn, in segments of 3 turns, 768 bytes, in place of 3072 bytes (3 KiB)
// CHECK: remark: keeps stacks of 1536 bytes (1.5 KiB), before 3072 bytes (3 KiB)
// CHECK: %[[F:.*]]:3 = "stablehlo.while"
// CHECK: stablehlo.broadcast_in_dim
// CHECK: stablehlo.exponential
// CHECK: stablehlo.dynamic_update_slice
// CHECK-NOT: stablehlo.dynamic_update_slice
// CHECK: remat.barrier
// CHECK: "stablehlo.while"
// CHECK: stablehlo.dynamic_slice"(%[[F]]#2
// CHECK: stablehlo.sine
// CHECK: return
func.func @main(%x: tensor<64xf32>, %w: tensor<f32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %zero = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %f0 = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %s = "stablehlo.broadcast_in_dim"(%f0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<6x64xf32>
  %ws = "stablehlo.broadcast_in_dim"(%w) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<64xf32>
  %f:5 = "stablehlo.while"(%zero, %x, %s, %s, %ws) ({
  ^bb0(%i: tensor<i32>, %h: tensor<64xf32>, %k: tensor<6x64xf32>, %l: tensor<6x64xf32>, %v: tensor<64xf32>):
    %n = "stablehlo.constant"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
    %go = "stablehlo.compare"(%i, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%go) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %h: tensor<64xf32>, %k: tensor<6x64xf32>, %l: tensor<6x64xf32>, %v: tensor<64xf32>):
    %m = "stablehlo.multiply"(%h, %v) : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %e = "stablehlo.exponential"(%m) : (tensor<64xf32>) -> tensor<64xf32>
    %t = "stablehlo.sine"(%e) : (tensor<64xf32>) -> tensor<64xf32>
    %c0 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %e1 = "stablehlo.reshape"(%e) : (tensor<64xf32>) -> tensor<1x64xf32>
    %k1 = "stablehlo.dynamic_update_slice"(%k, %e1, %i, %c0) : (tensor<6x64xf32>, tensor<1x64xf32>, tensor<i32>, tensor<i32>) -> tensor<6x64xf32>
    %t1 = "stablehlo.reshape"(%t) : (tensor<64xf32>) -> tensor<1x64xf32>
    %l1 = "stablehlo.dynamic_update_slice"(%l, %t1, %i, %c0) : (tensor<6x64xf32>, tensor<1x64xf32>, tensor<i32>, tensor<i32>) -> tensor<6x64xf32>
    %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %next = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%next, %t, %k1, %l1, %v) : (tensor<i32>, tensor<64xf32>, tensor<6x64xf32>, tensor<6x64xf32>, tensor<64xf32>) -> ()
  }) : (tensor<i32>, tensor<64xf32>, tensor<6x64xf32>, tensor<6x64xf32>, tensor<64xf32>) -> (tensor<i32>, tensor<64xf32>, tensor<6x64xf32>, tensor<6x64xf32>, tensor<64xf32>)
  %g = "stablehlo.cosine"(%f#1) : (tensor<64xf32>) -> tensor<64xf32>
  %b:4 = "stablehlo.while"(%zero, %g, %f#2, %f#3) ({
  ^bb0(%i: tensor<i32>, %d: tensor<64xf32>, %k: tensor<6x64xf32>, %l: tensor<6x64xf32>):
    %n = "stablehlo.constant"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
    %go = "stablehlo.compare"(%i, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%go) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %d: tensor<64xf32>, %k: tensor<6x64xf32>, %l: tensor<6x64xf32>):
    %c0 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %c5 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
    %at = "stablehlo.subtract"(%c5, %i) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %e1 = "stablehlo.dynamic_slice"(%k, %at, %c0) <{slice_sizes = array<i64: 1, 64>}> : (tensor<6x64xf32>, tensor<i32>, tensor<i32>) -> tensor<1x64xf32>
    %e = "stablehlo.reshape"(%e1) : (tensor<1x64xf32>) -> tensor<64xf32>
    %t1 = "stablehlo.dynamic_slice"(%l, %at, %c0) <{slice_sizes = array<i64: 1, 64>}> : (tensor<6x64xf32>, tensor<i32>, tensor<i32>) -> tensor<1x64xf32>
    %t = "stablehlo.reshape"(%t1) : (tensor<1x64xf32>) -> tensor<64xf32>
    %m = "stablehlo.multiply"(%d, %e) : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %p = "stablehlo.add"(%m, %t) : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %next = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%next, %p, %k, %l) : (tensor<i32>, tensor<64xf32>, tensor<6x64xf32>, tensor<6x64xf32>) -> ()
  }) : (tensor<i32>, tensor<64xf32>, tensor<6x64xf32>, tensor<6x64xf32>) -> (tensor<i32>, tensor<64xf32>, tensor<6x64xf32>, tensor<6x64xf32>)
  return %f#1, %b#1 : tensor<64xf32>, tensor<64xf32>
}
