// RUN: remat-opt %s --remat-trade-stacks="bytes=1536 target=xla-gpu" 2>&1 | FileCheck %s

// A mask of iotas and a carried table of constants are made in the turns of both
// loops: nothing of them is alive between the loops. A table of which a turn reads a
// slice stays before the loop, and so does what is made of an argument.
// CHECK-LABEL: func @main
// CHECK: %[[STEPS:.*]] = "stablehlo.add"
// CHECK-SAME: tensor<6xf32>
// CHECK: %[[OF_ARGUMENT:.*]] = "stablehlo.negate"
// CHECK: %[[F:.*]]:4 = "stablehlo.while"(%{{.*}}, %{{.*}}, %[[STEPS]], %{{.*}})
// CHECK: stablehlo.iota
// CHECK: stablehlo.compare
// CHECK-SAME: tensor<64xi1>
// CHECK: stablehlo.sine
// CHECK: stablehlo.multiply"(%{{.*}}, %[[OF_ARGUMENT]])
// CHECK: stablehlo.dynamic_slice"(
// CHECK: "stablehlo.while"
// CHECK: stablehlo.iota
// CHECK: stablehlo.compare
// CHECK-SAME: tensor<64xi1>
// CHECK: return
func.func @main(%x: tensor<64xf32>, %w: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %zero = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %f0 = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %f1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<6xf32>}> : () -> tensor<6xf32>
  %s = "stablehlo.broadcast_in_dim"(%f0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<6x64xf32>
  %at64 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<64xi32>
  %c32 = "stablehlo.constant"() <{value = dense<32> : tensor<64xi32>}> : () -> tensor<64xi32>
  %mask = "stablehlo.compare"(%at64, %c32) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi1>
  %places = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<64xf32>
  %table = "stablehlo.sine"(%places) : (tensor<64xf32>) -> tensor<64xf32>
  %at6 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<6xf32>
  %steps = "stablehlo.add"(%at6, %f1) : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  %minus = "stablehlo.negate"(%w) : (tensor<64xf32>) -> tensor<64xf32>
  %f:6 = "stablehlo.while"(%zero, %x, %s, %s, %table, %steps) ({
  ^bb0(%i: tensor<i32>, %h: tensor<64xf32>, %k: tensor<6x64xf32>, %l: tensor<6x64xf32>, %v: tensor<64xf32>, %u: tensor<6xf32>):
    %n = "stablehlo.constant"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
    %go = "stablehlo.compare"(%i, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%go) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %h: tensor<64xf32>, %k: tensor<6x64xf32>, %l: tensor<6x64xf32>, %v: tensor<64xf32>, %u: tensor<6xf32>):
    %h1 = "stablehlo.multiply"(%h, %minus) : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %m = "stablehlo.multiply"(%h1, %v) : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %u1 = "stablehlo.dynamic_slice"(%u, %i) <{slice_sizes = array<i64: 1>}> : (tensor<6xf32>, tensor<i32>) -> tensor<1xf32>
    %u2 = "stablehlo.reshape"(%u1) : (tensor<1xf32>) -> tensor<f32>
    %u3 = "stablehlo.broadcast_in_dim"(%u2) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<64xf32>
    %m1 = "stablehlo.add"(%m, %u3) : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %m2 = "stablehlo.select"(%mask, %m1, %h) : (tensor<64xi1>, tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %e = "stablehlo.exponential"(%m2) : (tensor<64xf32>) -> tensor<64xf32>
    %t = "stablehlo.tanh"(%e) : (tensor<64xf32>) -> tensor<64xf32>
    %c0 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %e1 = "stablehlo.reshape"(%e) : (tensor<64xf32>) -> tensor<1x64xf32>
    %k1 = "stablehlo.dynamic_update_slice"(%k, %e1, %i, %c0) : (tensor<6x64xf32>, tensor<1x64xf32>, tensor<i32>, tensor<i32>) -> tensor<6x64xf32>
    %t1 = "stablehlo.reshape"(%t) : (tensor<64xf32>) -> tensor<1x64xf32>
    %l1 = "stablehlo.dynamic_update_slice"(%l, %t1, %i, %c0) : (tensor<6x64xf32>, tensor<1x64xf32>, tensor<i32>, tensor<i32>) -> tensor<6x64xf32>
    %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %next = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%next, %t, %k1, %l1, %v, %u) : (tensor<i32>, tensor<64xf32>, tensor<6x64xf32>, tensor<6x64xf32>, tensor<64xf32>, tensor<6xf32>) -> ()
  }) : (tensor<i32>, tensor<64xf32>, tensor<6x64xf32>, tensor<6x64xf32>, tensor<64xf32>, tensor<6xf32>) -> (tensor<i32>, tensor<64xf32>, tensor<6x64xf32>, tensor<6x64xf32>, tensor<64xf32>, tensor<6xf32>)
  %b:4 = "stablehlo.while"(%zero, %f#1, %f#2, %f#3) ({
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
    %p = "stablehlo.select"(%mask, %m, %t) : (tensor<64xi1>, tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %next = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%next, %p, %k, %l) : (tensor<i32>, tensor<64xf32>, tensor<6x64xf32>, tensor<6x64xf32>) -> ()
  }) : (tensor<i32>, tensor<64xf32>, tensor<6x64xf32>, tensor<6x64xf32>) -> (tensor<i32>, tensor<64xf32>, tensor<6x64xf32>, tensor<6x64xf32>)
  return %f#1, %b#1 : tensor<64xf32>, tensor<64xf32>
}
