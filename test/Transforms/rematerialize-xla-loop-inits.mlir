// RUN: remat-opt %s --remat-budget=min --remat-target=xla-gpu --remat-device=flops --remat-plan-out=%t.json -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: remat-opt %s --remat-budget=100%% --remat-target=xla-gpu --remat-device=flops -o %t.fits.mlir
// RUN: cmp %s %t.fits.mlir
// RUN: remat-opt %s --remat-plan-in=%t.json --remat-target=xla-gpu --remat-device=flops -o %t.again.mlir
// RUN: cmp %t.mlir %t.again.mlir
// RUN: sed 's/"stablehlo.broadcast_in_dim"(%%zero).*sdy.sharding = #of_squares}/"chlo.constant_like"(%%zero) <{value = 7.0 : f32}>/' %s | remat-opt --remat-budget=min --remat-target=xla-gpu --remat-device=flops | FileCheck %s --check-prefix=OTHER
// RUN: remat-opt %t.mlir --remat-verify-budget="target=xla-gpu budget=369213440" -o /dev/null

// The zeros that a loop starts from are made behind the last value that it reads: XLA
// makes what depends on nothing first, and zeros of all loops would be alive from the
// start. The first loop reads arguments alone, the turns of the second a sum.
// What no turn changes is no buffer, and is not tied; what depends on nothing, as %later,
// is nothing to wait for. The sharding of the zeros before a reshape is not that of theirs.
// A step that fits is left as it is. A constant_like takes only the shape of its operand,
// so that sevens like a zero are no zeros.

// CHECK-LABEL: func.func @main
// CHECK:       %[[ZERO:[0-9]+]] = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}>
// CHECK:       %[[HALF:[0-9]+]] = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}>
// CHECK:       %[[ZEROS:[0-9]+]] = "stablehlo.broadcast_in_dim"(%[[ZERO]])
// CHECK:       "stablehlo.while"(%{{[0-9]+}}, %arg2, %[[ZEROS]])
// CHECK:       %[[MASK:[0-9]+]] = "stablehlo.broadcast_in_dim"(%[[HALF]])
// CHECK:       %[[TIED:[0-9]+]]:2 = "stablehlo.optimization_barrier"(%[[ZERO]], %[[SUM:[0-9]+]])
// CHECK:       %[[OWN:[0-9]+]] = "stablehlo.broadcast_in_dim"(%[[TIED]]#0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>)
// CHECK:       "stablehlo.while"(%{{[0-9]+}}, %arg2, %[[OWN]], %[[MASK]])
// CHECK-NOT:   %[[SUM]]
// CHECK:       "stablehlo.multiply"(%{{.*}}, %[[TIED]]#1)

// OTHER:       %[[LIKE:[0-9]+]] = "chlo.constant_like"
// OTHER:       %[[FLAT:[0-9]+]] = "stablehlo.reshape"(%[[LIKE]])
// OTHER:       "stablehlo.while"(%{{[0-9]+}}, %arg2, %[[FLAT]], %{{[0-9]+}})

#of_squares = #sdy.sharding_per_value<[<mesh<["x"=1]>, [{}, {}]>]>

func.func @main(%x: tensor<4096x4096xf32>, %w: tensor<4096x4096xf32>, %v: tensor<4096xf32>) -> (tensor<f32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096xf32>) {
  %i0 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %zeros = "stablehlo.broadcast_in_dim"(%zero) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4096xf32>
  %h = "stablehlo.dot_general"(%x, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %y = "stablehlo.dot_general"(%h, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %first:3 = "stablehlo.while"(%i0, %v, %zeros) ({
  ^bb0(%i: tensor<i32>, %a: tensor<4096xf32>, %b: tensor<4096xf32>):
    %n = "stablehlo.constant"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
    %go = "stablehlo.compare"(%i, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%go) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %a: tensor<4096xf32>, %b: tensor<4096xf32>):
    %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %j = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %s = "stablehlo.sine"(%a) : (tensor<4096xf32>) -> tensor<4096xf32>
    %t = "stablehlo.add"(%b, %s) : (tensor<4096xf32>, tensor<4096xf32>) -> tensor<4096xf32>
    "stablehlo.return"(%j, %s, %t) : (tensor<i32>, tensor<4096xf32>, tensor<4096xf32>) -> ()
  }) : (tensor<i32>, tensor<4096xf32>, tensor<4096xf32>) -> (tensor<i32>, tensor<4096xf32>, tensor<4096xf32>)
  %rows = "stablehlo.reduce"(%y, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4096x4096xf32>, tensor<f32>) -> tensor<4096xf32>
  %half = "stablehlo.constant"() <{value = dense<0.5> : tensor<f32>}> : () -> tensor<f32>
  %mask = "stablehlo.broadcast_in_dim"(%half) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4096xf32>
  %later = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4096xf32>
  %line = "stablehlo.broadcast_in_dim"(%zero) <{broadcast_dimensions = array<i64>}> {sdy.sharding = #of_squares} : (tensor<f32>) -> tensor<64x64xf32>
  %flat = "stablehlo.reshape"(%line) : (tensor<64x64xf32>) -> tensor<4096xf32>
  %second:4 = "stablehlo.while"(%i0, %v, %flat, %mask) ({
  ^bb0(%i: tensor<i32>, %a: tensor<4096xf32>, %b: tensor<4096xf32>, %m: tensor<4096xf32>):
    %n = "stablehlo.constant"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
    %go = "stablehlo.compare"(%i, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%go) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %a: tensor<4096xf32>, %b: tensor<4096xf32>, %m: tensor<4096xf32>):
    %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %j = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %q = "stablehlo.add"(%a, %later) : (tensor<4096xf32>, tensor<4096xf32>) -> tensor<4096xf32>
    %s = "stablehlo.multiply"(%q, %rows) : (tensor<4096xf32>, tensor<4096xf32>) -> tensor<4096xf32>
    %p = "stablehlo.multiply"(%s, %m) : (tensor<4096xf32>, tensor<4096xf32>) -> tensor<4096xf32>
    %t = "stablehlo.add"(%b, %p) : (tensor<4096xf32>, tensor<4096xf32>) -> tensor<4096xf32>
    "stablehlo.return"(%j, %s, %t, %m) : (tensor<i32>, tensor<4096xf32>, tensor<4096xf32>, tensor<4096xf32>) -> ()
  }) : (tensor<i32>, tensor<4096xf32>, tensor<4096xf32>, tensor<4096xf32>) -> (tensor<i32>, tensor<4096xf32>, tensor<4096xf32>, tensor<4096xf32>)
  %loss = "stablehlo.reduce"(%second#2, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4096xf32>, tensor<f32>) -> tensor<f32>
  %d = "stablehlo.dot_general"(%y, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %e = "stablehlo.dot_general"(%d, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %g = "stablehlo.multiply"(%e, %h) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %loss, %g, %first#2, %second#2 : tensor<f32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096xf32>
}
