// RUN: remat-opt %s --remat-trade-stacks="bytes=1300 target=xla-gpu" 2>&1 | FileCheck %s
// RUN: remat-opt %s --remat-trade-stacks="bytes=1300" 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: remat-opt %s --remat-budget=2800 --remat-target=xla-gpu --remat-explain=stablehlo.while \
// RUN:   2>&1 | FileCheck %s --check-prefix=PLAN

// The product of each turn is dropped, and made again from the state, which gets a
// stack. That of the first turn is made of an argument, element by element: it is
// made again before the backward loop, and has no slice. The index of its write is
// -1, which StableHLO clamps to 0, where the second turn writes.
// CHECK: remark: keeps stacks of 1280 bytes (1.25 KiB), before 1536 bytes (1.5 KiB)
// CHECK: %[[START:.*]] = "stablehlo.exponential"(%arg0)
// CHECK: %[[F:.*]]:3 = "stablehlo.while"({{.*}}) ({
// CHECK: ^bb0(%[[I:.*]]: tensor<i32>, %[[H:.*]]: tensor<64xf32>, %[[STACK:.*]]: tensor<5x64xf32>):
// CHECK: %[[ONE:.*]] = "stablehlo.constant"() {value = dense<-1>
// CHECK: %[[AT:.*]] = "stablehlo.add"(%[[I]], %[[ONE]])
// CHECK: %[[SLICE:.*]] = "stablehlo.reshape"(%[[H]])
// CHECK: "stablehlo.dynamic_update_slice"(%[[STACK]], %[[SLICE]], %[[AT]],
// CHECK: %[[GRAD:.*]]:2 = remat.barrier
// CHECK-NEXT: %[[HELD:.*]]:2 = remat.barrier %arg0, %[[GRAD]]#0
// CHECK: %[[AGAIN:.*]] = "stablehlo.exponential"(%[[HELD]]#0)
// CHECK: "stablehlo.while"(%{{.*}}, %[[HELD]]#1) ({
// CHECK: %[[READ:.*]] = "stablehlo.dynamic_slice"(%[[F]]#2
// CHECK: %[[OTHER:.*]] = "stablehlo.reshape"(%[[READ]])
// CHECK: %[[FIRST:.*]] = "stablehlo.compare"(%{{.*}}) {comparison_direction = #stablehlo<comparison_direction EQ>}
// CHECK: "stablehlo.select"(%[[FIRST]], %[[AGAIN]], %[[OTHER]])

// Where nothing is fused, a choice between two values is a copy.
// CPU: keeps its stacks: none of at most 1300 bytes

// PLAN: remark: the result of stablehlo.multiply is made again in each of 6 backward turns
// PLAN: peak 2944 bytes (2.88 KiB) -> 2688 bytes (2.63 KiB), {{.*}}; loops keep 1 value of each turn, 1280 bytes (1.25 KiB), in place of 1536 bytes (1.5 KiB)

func.func @main(%x: tensor<64xf32>, %w: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %zero = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %f0 = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %s = "stablehlo.broadcast_in_dim"(%f0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<6x64xf32>
  %start = "stablehlo.exponential"(%x) : (tensor<64xf32>) -> tensor<64xf32>
  %f:3 = "stablehlo.while"(%zero, %start, %s) ({
  ^bb0(%i: tensor<i32>, %h: tensor<64xf32>, %k: tensor<6x64xf32>):
    %n = "stablehlo.constant"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
    %go = "stablehlo.compare"(%i, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%go) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %h: tensor<64xf32>, %k: tensor<6x64xf32>):
    %m = "stablehlo.multiply"(%h, %w) : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %u = "stablehlo.sine"(%m) : (tensor<64xf32>) -> tensor<64xf32>
    %t = "stablehlo.sine"(%u) : (tensor<64xf32>) -> tensor<64xf32>
    %c0 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %m1 = "stablehlo.reshape"(%m) : (tensor<64xf32>) -> tensor<1x64xf32>
    %k1 = "stablehlo.dynamic_update_slice"(%k, %m1, %i, %c0) : (tensor<6x64xf32>, tensor<1x64xf32>, tensor<i32>, tensor<i32>) -> tensor<6x64xf32>
    %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %next = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%next, %t, %k1) : (tensor<i32>, tensor<64xf32>, tensor<6x64xf32>) -> ()
  }) : (tensor<i32>, tensor<64xf32>, tensor<6x64xf32>) -> (tensor<i32>, tensor<64xf32>, tensor<6x64xf32>)
  %g = "stablehlo.cosine"(%f#1) : (tensor<64xf32>) -> tensor<64xf32>
  %b:3 = "stablehlo.while"(%zero, %g, %f#2) ({
  ^bb0(%i: tensor<i32>, %d: tensor<64xf32>, %k: tensor<6x64xf32>):
    %n = "stablehlo.constant"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
    %go = "stablehlo.compare"(%i, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%go) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %d: tensor<64xf32>, %k: tensor<6x64xf32>):
    %c0 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %c5 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
    %at = "stablehlo.subtract"(%c5, %i) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %m1 = "stablehlo.dynamic_slice"(%k, %at, %c0) <{slice_sizes = array<i64: 1, 64>}> : (tensor<6x64xf32>, tensor<i32>, tensor<i32>) -> tensor<1x64xf32>
    %m = "stablehlo.reshape"(%m1) : (tensor<1x64xf32>) -> tensor<64xf32>
    %c = "stablehlo.cosine"(%m) : (tensor<64xf32>) -> tensor<64xf32>
    %p = "stablehlo.multiply"(%d, %c) : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %next = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%next, %p, %k) : (tensor<i32>, tensor<64xf32>, tensor<6x64xf32>) -> ()
  }) : (tensor<i32>, tensor<64xf32>, tensor<6x64xf32>) -> (tensor<i32>, tensor<64xf32>, tensor<6x64xf32>)
  return %f#1, %b#1 : tensor<64xf32>, tensor<64xf32>
}
