// RUN: remat-opt %s --remat-target=xla-gpu --remat-device=flops --remat-budget=knee -o /dev/null 2>&1 | FileCheck %s
// RUN: remat-opt %s --remat-target=xla-gpu --remat-device=flops --remat-budget=100%% --remat-plan-out=%t.json -o %t.mlir
// RUN: remat-opt %s --remat-target=xla-gpu --remat-device=flops --remat-plan-in=%t.json -o %t.again.mlir
// RUN: cmp %t.mlir %t.again.mlir

// With these policies the step does not stay as it is. Plans for less do not share the
// storages of its results, and need more: the plan within its own peak is the best one. A
// saved plan of that kind is read back.

// CHECK: peak 503332992 bytes (480.02 MiB) -> 503332992 bytes (480.02 MiB), budget 503332992 bytes (480.02 MiB), the knee, at 100.00% of the peak

func.func @main(%x: tensor<4096x4096xf32>, %w: tensor<4096x4096xf32>, %v: tensor<4096xf32>) -> (tensor<f32>, tensor<4096x4096xf32>, tensor<4096x4096xf32>) {
  %i0 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %h = "stablehlo.dot_general"(%x, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> {remat.policy = #remat.policy<recompute>} : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %y = "stablehlo.dot_general"(%h, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> {remat.policy = #remat.policy<save>} : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %z = "stablehlo.broadcast_in_dim"(%zero) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4096x4096xf32>
  %rows = "stablehlo.reduce"(%y, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4096x4096xf32>, tensor<f32>) -> tensor<4096xf32>
  %l:2 = "stablehlo.while"(%i0, %z) ({
  ^bb0(%i: tensor<i32>, %b: tensor<4096x4096xf32>):
    %n = "stablehlo.constant"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
    %go = "stablehlo.compare"(%i, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%go) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %b: tensor<4096x4096xf32>):
    %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %j = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %s = "stablehlo.add"(%b, %y) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
    "stablehlo.return"(%j, %s) : (tensor<i32>, tensor<4096x4096xf32>) -> ()
  })  : (tensor<i32>, tensor<4096x4096xf32>) -> (tensor<i32>, tensor<4096x4096xf32>)
  %k:2 = "stablehlo.while"(%i0, %z) ({
  ^bb0(%i: tensor<i32>, %b: tensor<4096x4096xf32>):
    %n = "stablehlo.constant"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
    %go = "stablehlo.compare"(%i, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%go) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %b: tensor<4096x4096xf32>):
    %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %j = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %s = "stablehlo.multiply"(%b, %y) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
    "stablehlo.return"(%j, %s) : (tensor<i32>, tensor<4096x4096xf32>) -> ()
  })  : (tensor<i32>, tensor<4096x4096xf32>) -> (tensor<i32>, tensor<4096x4096xf32>)
  %c = "stablehlo.maximum"(%z, %l#1) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %c2 = "stablehlo.add"(%c, %k#1) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %fin = "stablehlo.reduce"(%c2, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4096x4096xf32>, tensor<f32>) -> tensor<4096xf32>

  %loss = "stablehlo.reduce"(%fin, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4096xf32>, tensor<f32>) -> tensor<f32>
  %d = "stablehlo.dot_general"(%y, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %e = "stablehlo.dot_general"(%d, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %g = "stablehlo.multiply"(%e, %h) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %loss, %g, %z : tensor<f32>, tensor<4096x4096xf32>, tensor<4096x4096xf32>
}
