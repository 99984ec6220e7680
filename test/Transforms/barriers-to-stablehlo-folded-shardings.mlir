// RUN: remat-opt %s --split-input-file --remat-barriers-to-stablehlo | FileCheck %s

// XLA moves the sharding of an op that it simplifies to a barrier's result to the
// barrier, and then fails. Such ops have none.

#rows = #sdy.sharding_per_value<[<mesh<["x"=4]>, [{"x"}, {}]>]>
#columns = #sdy.sharding_per_value<[<mesh<["x"=4]>, [{}, {"x"}]>]>

// CHECK-LABEL: func.func @transposed_twice
// CHECK:         optimization_barrier
// CHECK:         "stablehlo.transpose"{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=4]>, [{"x"}, {}]>]>}
// CHECK-NEXT:    "stablehlo.transpose"
// CHECK-NOT:       sharding
// CHECK-SAME:      -> tensor<8x4xf32>
// CHECK-NEXT:    "stablehlo.add"{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=4]>, [{}, {"x"}]>]>}
func.func @transposed_twice(%x: tensor<8x4xf32>, %y: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0:2 = remat.barrier %x, %y : tensor<8x4xf32>, tensor<8x4xf32>
  %1 = "stablehlo.transpose"(%0#0) <{permutation = array<i64: 1, 0>}> {sdy.sharding = #rows} : (tensor<8x4xf32>) -> tensor<4x8xf32>
  %2 = "stablehlo.transpose"(%1) <{permutation = array<i64: 1, 0>}> {sdy.sharding = #columns} : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %3 = "stablehlo.add"(%2, %0#1) {sdy.sharding = #columns} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  return %3 : tensor<8x4xf32>
}

// -----

#columns = #sdy.sharding_per_value<[<mesh<["x"=4]>, [{}, {"x"}]>]>

// CHECK-LABEL: func.func @plus_zero_times_one
// CHECK:         "stablehlo.broadcast_in_dim"{{.*}} {sdy.sharding
// CHECK:         "stablehlo.add"
// CHECK-NOT:       sharding
// CHECK-SAME:      -> tensor<8x4xf32>
// CHECK-NEXT:    "stablehlo.multiply"
// CHECK-NOT:       sharding
// CHECK:         return
func.func @plus_zero_times_one(%x: tensor<8x4xf32>, %y: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %zeros = "stablehlo.broadcast_in_dim"(%zero) <{broadcast_dimensions = array<i64>}> {sdy.sharding = #columns} : (tensor<f32>) -> tensor<8x4xf32>
  %ones = "stablehlo.constant"() <{value = dense<1.0> : tensor<8x4xf32>}> : () -> tensor<8x4xf32>
  %0:2 = remat.barrier %x, %y : tensor<8x4xf32>, tensor<8x4xf32>
  %1 = "stablehlo.add"(%zeros, %0#0) {sdy.sharding = #columns} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  %2 = "stablehlo.multiply"(%1, %ones) {mhlo.sharding = "{devices=[1,4]<=[4]}"} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  return %2, %0#1 : tensor<8x4xf32>, tensor<8x4xf32>
}

// -----

// An op that computes keeps its sharding, and so does one that no barrier feeds.

#columns = #sdy.sharding_per_value<[<mesh<["x"=4]>, [{}, {"x"}]>]>

// CHECK-LABEL: func.func @computed
// CHECK:         "stablehlo.tanh"{{.*}} {sdy.sharding
func.func @computed(%x: tensor<8x4xf32>, %y: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %0:2 = remat.barrier %x, %y : tensor<8x4xf32>, tensor<8x4xf32>
  %1 = "stablehlo.tanh"(%0#0) {sdy.sharding = #columns} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %1, %0#1 : tensor<8x4xf32>, tensor<8x4xf32>
}

// -----

#columns = #sdy.sharding_per_value<[<mesh<["x"=4]>, [{}, {"x"}]>]>

// CHECK-LABEL: func.func @of_an_argument
// CHECK:         "stablehlo.reshape"{{.*}} {sdy.sharding
func.func @of_an_argument(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.reshape"(%x) {sdy.sharding = #columns} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

// XLA drops what no turn of a loop changes from the loop, such as %w, but not from the
// list of its shardings.

#rows = #sdy.sharding_per_value<[<mesh<["x"=4]>, [{"x"}, {}]>]>
#carried = #sdy.sharding_per_value<[<mesh<["x"=4]>, []>, <mesh<["x"=4]>, [{"x"}, {}]>, <mesh<["x"=4]>, [{"x"}, {}]>]>

// CHECK-LABEL: func.func @loop
// CHECK:         "stablehlo.while"
// CHECK-NOT:       sharding
// CHECK:         "stablehlo.add"{{.*}} {sdy.sharding = {{.*}}
// CHECK-NOT:       sharding
func.func @loop(%x: tensor<8x4xf32>, %y: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %zero = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r:3 = "stablehlo.while"(%zero, %x, %y) ({
  ^bb0(%i: tensor<i32>, %h: tensor<8x4xf32>, %w: tensor<8x4xf32>):
    %n = "stablehlo.constant"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
    %c = "stablehlo.compare"(%i, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %h: tensor<8x4xf32>, %w: tensor<8x4xf32>):
    %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %j = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %t = "stablehlo.add"(%h, %w) {sdy.sharding = #rows} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
    "stablehlo.return"(%j, %t, %w) : (tensor<i32>, tensor<8x4xf32>, tensor<8x4xf32>) -> ()
  }) {sdy.sharding = #carried} : (tensor<i32>, tensor<8x4xf32>, tensor<8x4xf32>) -> (tensor<i32>, tensor<8x4xf32>, tensor<8x4xf32>)
  return %r#1 : tensor<8x4xf32>
}
