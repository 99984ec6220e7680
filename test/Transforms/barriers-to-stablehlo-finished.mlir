// RUN: remat-opt %s --split-input-file --remat-barriers-to-stablehlo | FileCheck %s

// A gradient that is finished passes barriers flat, from the first of them to the
// result: XLA must bring it into its last layout before. Others keep their shape: one
// that is read again, vectors, and tensors with one dimension of extent over one.

// CHECK-LABEL: func.func @f
// CHECK:         %[[DX:.*]] = "stablehlo.tanh"(%arg0)
// CHECK:         %[[FLAT:.*]] = "stablehlo.reshape"(%[[DX]]) : (tensor<4x2x8xf32>) -> tensor<64xf32>
// CHECK:         %[[FIRST:.*]]:4 = "stablehlo.optimization_barrier"(%[[FLAT]], %arg1, %arg2, %arg3) : (tensor<64xf32>, tensor<4x2x8xf32>, tensor<8xf32>, tensor<1x8xf32>)
// CHECK-NOT:     stablehlo.reshape
// CHECK:         %[[READ:.*]] = "stablehlo.tanh"(%[[FIRST]]#1)
// CHECK:         %[[SECOND:.*]]:2 = "stablehlo.optimization_barrier"(%[[FIRST]]#0, %[[READ]]) : (tensor<64xf32>, tensor<4x2x8xf32>)
// CHECK:         %[[SHAPED:.*]] = "stablehlo.reshape"(%[[SECOND]]#0) : (tensor<64xf32>) -> tensor<4x2x8xf32>
// CHECK:         %[[LAST:.*]] = "stablehlo.tanh"(%[[SECOND]]#1)
// CHECK:         return %[[SHAPED]], %[[LAST]], %[[FIRST]]#2, %[[FIRST]]#3
func.func @f(%x: tensor<4x2x8xf32>, %y: tensor<4x2x8xf32>, %v: tensor<8xf32>, %u: tensor<1x8xf32>)
    -> (tensor<4x2x8xf32>, tensor<4x2x8xf32>, tensor<8xf32>, tensor<1x8xf32>) {
  %dx = "stablehlo.tanh"(%x) : (tensor<4x2x8xf32>) -> tensor<4x2x8xf32>
  %0:4 = remat.barrier %dx, %y, %v, %u : tensor<4x2x8xf32>, tensor<4x2x8xf32>, tensor<8xf32>, tensor<1x8xf32>
  %1 = "stablehlo.tanh"(%0#1) : (tensor<4x2x8xf32>) -> tensor<4x2x8xf32>
  %2:2 = remat.barrier %0#0, %1 : tensor<4x2x8xf32>, tensor<4x2x8xf32>
  %3 = "stablehlo.tanh"(%2#1) : (tensor<4x2x8xf32>) -> tensor<4x2x8xf32>
  return %2#0, %3, %0#2, %0#3 : tensor<4x2x8xf32>, tensor<4x2x8xf32>, tensor<8xf32>, tensor<1x8xf32>
}

// -----

// To reshape a sharded tensor would gather it.

// CHECK-LABEL: func.func @sharded
// CHECK-NOT:     stablehlo.reshape
func.func @sharded(%x: tensor<4x8xf32> {mhlo.sharding = "{devices=[4,1]<=[4]}"}) -> tensor<4x8xf32> {
  %0 = "stablehlo.tanh"(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = remat.barrier %0 : tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// -----

// Nor where Shardy constrains what is made inside.

// CHECK-LABEL: func.func @constrained
// CHECK-NOT:     stablehlo.reshape
func.func @constrained(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.tanh"(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = "sdy.sharding_constraint"(%0) <{sharding = #sdy.sharding<mesh<["x"=4]>, [{}, {"x"}]>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = remat.barrier %1 : tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// -----

// Nor if the module is for several devices.

module attributes {mhlo.num_partitions = 4 : i32} {
// CHECK-LABEL: func.func @for_several_devices
// CHECK-NOT:     stablehlo.reshape
func.func @for_several_devices(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.tanh"(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = remat.barrier %0 : tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
}

// -----

// A result with a layout of its own is not brought into rows before.

// CHECK-LABEL: func.func @layouts
// CHECK:         stablehlo.reshape
// CHECK-SAME:    (tensor<4x8xf32>) -> tensor<32xf32>
// CHECK:         "stablehlo.optimization_barrier"(%{{.*}}, %{{.*}}) : (tensor<32xf32>, tensor<8x4xf32>)
func.func @layouts(%x: tensor<4x8xf32>, %y: tensor<8x4xf32>)
    -> (tensor<4x8xf32> {mhlo.layout_mode = "default"}, tensor<8x4xf32> {mhlo.layout_mode = "{0,1}"}) {
  %0 = "stablehlo.tanh"(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = "stablehlo.tanh"(%y) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %2:2 = remat.barrier %0, %1 : tensor<4x8xf32>, tensor<8x4xf32>
  return %2#0, %2#1 : tensor<4x8xf32>, tensor<8x4xf32>
}
