// RUN: remat-opt %s --remat-segment-loops=turns=4 2>&1 | FileCheck %s --implicit-check-not="tensor<6x64xf32>>"

// A loop that hands nothing from turn to turn, as of a map: its segments start
// from no state.

// CHECK: remark: runs in segments of 4 of its 6 turns
// CHECK: func.func @map
// CHECK: tensor<2x64xf32>
// CHECK: tensor<4x64xf32>
// CHECK: return
func.func @map(%x: tensor<6x64xf32>, %g: tensor<64xf32>) -> tensor<64xf32> {
  %zero = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %f0 = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %s = "stablehlo.broadcast_in_dim"(%f0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<6x64xf32>
  %f:2 = "stablehlo.while"(%zero, %s) ({
  ^bb0(%i: tensor<i32>, %k: tensor<6x64xf32>):
    %n = "stablehlo.constant"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
    %go = "stablehlo.compare"(%i, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%go) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %k: tensor<6x64xf32>):
    %c0 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %e1 = "stablehlo.dynamic_slice"(%x, %i, %c0) <{slice_sizes = array<i64: 1, 64>}> : (tensor<6x64xf32>, tensor<i32>, tensor<i32>) -> tensor<1x64xf32>
    %e = "stablehlo.exponential"(%e1) : (tensor<1x64xf32>) -> tensor<1x64xf32>
    %k1 = "stablehlo.dynamic_update_slice"(%k, %e, %i, %c0) : (tensor<6x64xf32>, tensor<1x64xf32>, tensor<i32>, tensor<i32>) -> tensor<6x64xf32>
    %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %next = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%next, %k1) : (tensor<i32>, tensor<6x64xf32>) -> ()
  }) : (tensor<i32>, tensor<6x64xf32>) -> (tensor<i32>, tensor<6x64xf32>)
  %b:3 = "stablehlo.while"(%zero, %g, %f#1) ({
  ^bb0(%i: tensor<i32>, %d: tensor<64xf32>, %k: tensor<6x64xf32>):
    %n = "stablehlo.constant"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
    %go = "stablehlo.compare"(%i, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%go) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %d: tensor<64xf32>, %k: tensor<6x64xf32>):
    %c0 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %c5 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
    %at = "stablehlo.subtract"(%c5, %i) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %e1 = "stablehlo.dynamic_slice"(%k, %at, %c0) <{slice_sizes = array<i64: 1, 64>}> : (tensor<6x64xf32>, tensor<i32>, tensor<i32>) -> tensor<1x64xf32>
    %e = "stablehlo.reshape"(%e1) : (tensor<1x64xf32>) -> tensor<64xf32>
    %m = "stablehlo.multiply"(%d, %e) : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %next = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%next, %m, %k) : (tensor<i32>, tensor<64xf32>, tensor<6x64xf32>) -> ()
  }) : (tensor<i32>, tensor<64xf32>, tensor<6x64xf32>) -> (tensor<i32>, tensor<64xf32>, tensor<6x64xf32>)
  return %b#1 : tensor<64xf32>
}
