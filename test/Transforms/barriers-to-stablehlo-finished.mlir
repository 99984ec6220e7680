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
