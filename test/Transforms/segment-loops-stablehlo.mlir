// RUN: remat-opt %s --remat-segment-loops=turns=4 -o %t.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --input-file=%t.mlir

// As JAX writes the two loops of a scan, in one segment of 4 turns and a
// remainder of 2. What only repeats a smaller value is repeated in each turn, and
// the gradient of the remainder starts when what was made before it is done. The
// counter of a loop is a number after it.
// REMARK: remark: runs in segments of 4 of its 6 turns
// CHECK: %[[FS:.*]]:3 = "stablehlo.while"
// CHECK:   stablehlo.compare{{.*}}#stablehlo<comparison_direction LT>
// CHECK:   "stablehlo.dynamic_update_slice"{{.*}} -> tensor<1x64xf32>
// CHECK:   "stablehlo.while"
// CHECK:     stablehlo.broadcast_in_dim
// CHECK-NOT: stablehlo.dynamic_update_slice
// CHECK:     stablehlo.sine
// CHECK: %[[FR:.*]]:4 = "stablehlo.while"(%{{.*}}, %[[FS]]#1,
// CHECK:   stablehlo.broadcast_in_dim
// CHECK:   stablehlo.dynamic_update_slice{{.*}} -> tensor<2x64xf32>
// CHECK:   stablehlo.dynamic_update_slice{{.*}} -> tensor<2x64xf32>
// CHECK: %[[END:.*]] = "stablehlo.constant"() {value = dense<6> : tensor<i32>}
// CHECK: stablehlo.cosine"(%[[FR]]#1)
// CHECK: %[[HELD:.*]]:2 = remat.barrier %{{.*}}, %[[FR]]#1
// CHECK: %[[BR:.*]]:2 = "stablehlo.while"
// CHECK: %[[BS:.*]]:2 = "stablehlo.while"(%{{.*}}, %[[BR]]#1)
// CHECK-NOT: stablehlo.broadcast_in_dim
// CHECK:   "stablehlo.dynamic_slice"(%[[FS]]#2,
// CHECK:   %[[IN:.*]]:4 = "stablehlo.while"
// CHECK:     stablehlo.dynamic_update_slice{{.*}} -> tensor<4x64xf32>
// CHECK:     stablehlo.dynamic_update_slice{{.*}} -> tensor<4x64xf32>
// CHECK:   "stablehlo.while"
// CHECK:     "stablehlo.dynamic_slice"(%[[IN]]#2,
// CHECK:     "stablehlo.dynamic_slice"(%[[IN]]#3,
// CHECK: return %[[HELD]]#1, %[[BS]]#1, %[[END]]
func.func @main(%x: tensor<64xf32>, %w: tensor<f32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<i32>) {
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
  return %f#1, %b#1, %f#0 : tensor<64xf32>, tensor<64xf32>, tensor<i32>
}
