// RUN: remat-opt %s --cse --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @pure
// CHECK-NEXT: "stablehlo.tanh"
// CHECK-NEXT: "stablehlo.all_reduce"
// CHECK-NOT: "stablehlo.all_reduce"
// CHECK: "stablehlo.rng_bit_generator"
// CHECK-NEXT: "stablehlo.while"
// CHECK-NOT: "stablehlo
// CHECK: "stablehlo.return"(%arg1) : (tensor<i1>)
// CHECK-NOT: "stablehlo.while"
// CHECK: return
func.func @pure(%x: tensor<4xf32>, %go: tensor<i1>, %state: tensor<2xui64>) {
  %0 = "stablehlo.tanh"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.tanh"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "stablehlo.all_reduce"(%0) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = "stablehlo.all_reduce"(%1) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %4:2 = "stablehlo.rng_bit_generator"(%state) <{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  %5:2 = "stablehlo.rng_bit_generator"(%state) <{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  %6 = "stablehlo.while"(%2) ({
  ^bb0(%a: tensor<4xf32>):
    "stablehlo.return"(%go) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<4xf32>):
    %n = "stablehlo.negate"(%a) : (tensor<4xf32>) -> tensor<4xf32>
    "stablehlo.return"(%n) : (tensor<4xf32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %7 = "stablehlo.while"(%3) ({
  ^bb0(%a: tensor<4xf32>):
    "stablehlo.return"(%go) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<4xf32>):
    %n = "stablehlo.negate"(%a) : (tensor<4xf32>) -> tensor<4xf32>
    "stablehlo.return"(%n) : (tensor<4xf32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  func.call @use(%4#1, %5#1, %6, %7) : (tensor<4xui32>, tensor<4xui32>, tensor<4xf32>, tensor<4xf32>) -> ()
  return
}
func.func private @use(tensor<4xui32>, tensor<4xui32>, tensor<4xf32>, tensor<4xf32>)

// -----

// Nothing of this is merged, nor erased where nobody reads it.
// CHECK-LABEL: func.func @impure
// CHECK-COUNT-2: "stablehlo.rng"
// CHECK-COUNT-2: call_target_name = "effect"
// CHECK-COUNT-2: "stablehlo.infeed"
// CHECK-COUNT-2: "stablehlo.unheard_of"
// CHECK-COUNT-2: "stablehlo.case"
// CHECK-COUNT-2: "stablehlo.composite"
// CHECK: return
func.func @impure(%c: tensor<f32>, %shape: tensor<1xi64>, %i: tensor<i32>, %token: !stablehlo.token) {
  %0 = "stablehlo.rng"(%c, %c, %shape) <{rng_distribution = #stablehlo<rng_distribution UNIFORM>}> : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  %1 = "stablehlo.rng"(%c, %c, %shape) <{rng_distribution = #stablehlo<rng_distribution UNIFORM>}> : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  %2 = "stablehlo.custom_call"(%c) <{call_target_name = "effect", has_side_effect = true}> : (tensor<f32>) -> tensor<f32>
  %3 = "stablehlo.custom_call"(%c) <{call_target_name = "effect", has_side_effect = true}> : (tensor<f32>) -> tensor<f32>
  %4:2 = "stablehlo.infeed"(%token) <{infeed_config = ""}> : (!stablehlo.token) -> (tensor<f32>, !stablehlo.token)
  %5:2 = "stablehlo.infeed"(%token) <{infeed_config = ""}> : (!stablehlo.token) -> (tensor<f32>, !stablehlo.token)
  %6 = "stablehlo.unheard_of"(%c) : (tensor<f32>) -> tensor<f32>
  %7 = "stablehlo.unheard_of"(%c) : (tensor<f32>) -> tensor<f32>
  %8 = "stablehlo.case"(%i) ({
    %r = "stablehlo.rng"(%c, %c, %shape) : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
    "stablehlo.return"(%r) : (tensor<4xf32>) -> ()
  }) : (tensor<i32>) -> tensor<4xf32>
  %9 = "stablehlo.case"(%i) ({
    %r = "stablehlo.rng"(%c, %c, %shape) : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
    "stablehlo.return"(%r) : (tensor<4xf32>) -> ()
  }) : (tensor<i32>) -> tensor<4xf32>
  %10 = "stablehlo.composite"(%c) <{decomposition = @missing, name = "x"}> : (tensor<f32>) -> tensor<f32>
  %11 = "stablehlo.composite"(%c) <{decomposition = @missing, name = "x"}> : (tensor<f32>) -> tensor<f32>
  return
}

// -----

// Barriers keep what they guard apart; unused ones go.
// CHECK-LABEL: func.func @barriers
// CHECK-NEXT: %[[B0:.*]] = "stablehlo.optimization_barrier"(%arg0)
// CHECK-NEXT: %[[B1:.*]] = "stablehlo.optimization_barrier"(%arg0)
// CHECK-NEXT: %[[T0:.*]] = "stablehlo.tanh"(%[[B0]])
// CHECK-NEXT: %[[T1:.*]] = "stablehlo.tanh"(%[[B1]])
// CHECK-NEXT: return %[[T0]], %[[T1]]
func.func @barriers(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = "stablehlo.optimization_barrier"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.optimization_barrier"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "stablehlo.optimization_barrier"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = "stablehlo.tanh"(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %4 = "stablehlo.tanh"(%1) : (tensor<4xf32>) -> tensor<4xf32>
  return %3, %4 : tensor<4xf32>, tensor<4xf32>
}

// -----

// A mesh has no results, and is there for those who name it.
// CHECK: "sdy.mesh"
"sdy.mesh"() <{mesh = #sdy.mesh<["x"=2]>, sym_name = "mesh"}> : () -> ()

// -----

// Into what is isolated nothing comes from outside.
// CHECK-LABEL: func.func @isolated
// CHECK-COUNT-2: "stablehlo.constant"
func.func @isolated(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %0 = "sdy.manual_computation"(%x) ({
  ^bb0(%a: tensor<f32>):
    %inner = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
    %y = "stablehlo.add"(%a, %inner) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "sdy.return"(%y) : (tensor<f32>) -> ()
  }) : (tensor<f32>) -> tensor<f32>
  return %zero, %0 : tensor<f32>, tensor<f32>
}
