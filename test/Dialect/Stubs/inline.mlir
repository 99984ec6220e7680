// RUN: remat-opt %s --inline --symbol-dce | FileCheck %s

// The private functions that JAX makes are inlined, into the regions of a loop
// too, and disappear.
// CHECK-NOT: @twice
// CHECK-LABEL: func.func public @main
// CHECK-NOT: call
// CHECK: %[[TWICE:.*]] = "stablehlo.add"(%arg0, %arg0)
// CHECK: "stablehlo.while"(%[[TWICE]])
// CHECK: "stablehlo.compare"
// CHECK: "stablehlo.add"(%[[X:.*]], %[[X]])
// CHECK-NEXT: "stablehlo.return"
// CHECK: "stablehlo.composite"
// CHECK: "stablehlo.custom_call"
func.func public @main(%x: tensor<f32>, %limit: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %0 = call @twice(%x) : (tensor<f32>) -> tensor<f32>
  %1 = "stablehlo.while"(%0) ({
  ^bb0(%a: tensor<f32>):
    %2 = "stablehlo.compare"(%a, %limit) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%2) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<f32>):
    %2 = func.call @twice(%a) : (tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%2) : (tensor<f32>) -> ()
  }) : (tensor<f32>) -> tensor<f32>
  %3 = "stablehlo.composite"(%1) <{decomposition = @decomposition, name = "my.op", version = 0 : i32}> : (tensor<f32>) -> tensor<f32>
  %4 = "stablehlo.custom_call"(%1) <{call_target_name = "target", called_computations = [@computation]}> : (tensor<f32>) -> tensor<f32>
  return %1, %3, %4 : tensor<f32>, tensor<f32>, tensor<f32>
}

func.func private @twice(%x: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.add"(%x, %x) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// What a property names is used.
// CHECK: func.func private @decomposition
func.func private @decomposition(%x: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.tanh"(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
// CHECK: func.func private @computation
func.func private @computation(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
// CHECK-NOT: @nobody
func.func private @nobody(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
