// RUN: remat-opt %s --split-input-file --verify-diagnostics --remat-print-graph=target=xla-gpu -o /dev/null

func.func @effects(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.custom_call' op has remat.policy = #remat.policy<may_recompute>, but declares has_side_effect = true: it runs once; remove one of the two}}
  %0 = "stablehlo.custom_call"(%x) <{call_target_name = "my_printer", has_side_effect = true}> {remat.policy = #remat.policy<may_recompute>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Known targets, too; and inside of regions.
func.func @pinned(%x: tensor<4xf32>, %c: tensor<i1>) -> tensor<4xf32> {
  %0 = "stablehlo.if"(%c) ({
    // expected-error @+1 {{has remat.policy = #remat.policy<recompute>, but declares has_side_effect = true}}
    %1 = "stablehlo.custom_call"(%x) <{call_target_name = "__cudnn$fmhaSoftmax", has_side_effect = true}> {remat.policy = #remat.policy<recompute>} : (tensor<4xf32>) -> tensor<4xf32>
    "stablehlo.return"(%1) : (tensor<4xf32>) -> ()
  }, {
    "stablehlo.return"(%x) : (tensor<4xf32>) -> ()
  }) : (tensor<i1>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @random(%c: tensor<f32>, %n: tensor<1xi64>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.rng' op has remat.policy = #remat.policy<may_recompute>, which lets custom calls run again, but is none and may not run again; remove the policy, or put it on the custom calls inside}}
  %0 = "stablehlo.rng"(%c, %c, %n) {remat.policy = #remat.policy<may_recompute>} : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// What may run again anyway is left to the planner, as always.
func.func @pure(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.tanh"(%x) {remat.policy = #remat.policy<may_recompute>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
